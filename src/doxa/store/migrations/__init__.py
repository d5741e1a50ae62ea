"""The schema's history, in order; the last is what this release writes."""

REVISIONS = ("0001", "0002")
HEAD = REVISIONS[-1]
