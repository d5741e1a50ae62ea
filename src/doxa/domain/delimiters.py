"""Delimiters: what stands around memories in a prompt, and how to know them again.

What was recalled is not new evidence, also when somebody pastes it into the next turn.
"""

from __future__ import annotations

OPENING = "<memory>"
CLOSING = "</memory>"


def recalled_spans(text: str) -> list[tuple[int, int]]:
    """The stretches of a text that are a context of ours; one that is not closed goes on to the end."""
    spans = []
    start = text.find(OPENING)
    while start >= 0:
        end = text.find(CLOSING, start)
        end = len(text) if end < 0 else end + len(CLOSING)
        spans.append((start, end))
        start = text.find(OPENING, end)
    return spans
