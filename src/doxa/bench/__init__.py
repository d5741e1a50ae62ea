"""The figures of the documentation, each printed by a command."""
