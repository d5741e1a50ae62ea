"""The index: proposes candidates by meaning and by word.  Derived, rebuildable, never the authority."""
