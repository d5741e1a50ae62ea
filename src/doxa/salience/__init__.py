"""Salience: which memories matter to a question, each score explained term by term.  Pure."""
