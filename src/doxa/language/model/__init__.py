"""The language model behind the `Model` port; nothing is imported from a provider before it is asked."""
