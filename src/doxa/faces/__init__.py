"""Faces: each parses, makes one call to the service, and renders."""
