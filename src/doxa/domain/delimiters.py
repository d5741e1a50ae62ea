"""Delimiters: what stands around memories in a prompt, and how to know them again.

What was recalled is not new evidence, also when somebody pastes it into the next turn: whole, with the
tags in other letters or escaped for a web page, with one tag lost, or as bare lines without any.
"""

from __future__ import annotations

import re

OPENING = "<memory>"
CLOSING = "</memory>"

_LESS, _GREATER = r"&(?:amp;)?(?:lt|#60|#x3c);", r"&(?:amp;)?(?:gt|#62|#x3e);"
_OPENINGS = re.compile(
    rf"(?P<raw><[ \t]*memory\b[^<>\n]{{0,80}}>)|{_LESS}[ \t]*memory[ \t]*{_GREATER}", re.IGNORECASE
)
_CLOSING = re.compile(r"<[ \t]*/[ \t]*memory[ \t]*>", re.IGNORECASE)
_ESCAPED_CLOSING = re.compile(rf"{_LESS}[ \t]*/[ \t]*memory[ \t]*{_GREATER}", re.IGNORECASE)
_CLOSING_LINE = re.compile(rf"^[ \t>]*{_ESCAPED_CLOSING.pattern}", re.MULTILINE | re.IGNORECASE)
_BLANK_LINE = re.compile(r"\n[ \t\r]*\n")

# A line as a context writes it: the words as one JSON string, and how far to trust them.
_WORDS = r'(?:"(?:[^"\\\n]|\\.)*"|&quot;(?:\\.|(?!&quot;)[^\\\n])*&quot;|“[^”\n]*”)'
_NOTE = (
    rf"(?:about {_WORDS}|\d{{1,3}}% sure|unproven|only {_WORDS} says so|as of \w+ \d{{4}}|may no longer hold|"
    rf"until \d{{1,2}} \w+ \d{{4}}|contested(?: by (?:another claim|{_WORDS}(?:, {_WORDS})*))?)"
)
_MEMORY_LINE = re.compile(
    rf"^[ \t>]*(?:[-*•–][ \t]*)?{_WORDS} \({_NOTE}(?:; {_NOTE})*\)[ \t]*\r?$", re.MULTILINE | re.IGNORECASE
)


def recalled_spans(text: str) -> list[tuple[int, int]]:
    """The stretches of a text that are a context of ours, in order and apart from each other.

    A frame goes from its opening tag to its closing one.  An opening tag that is never closed is either a
    frame that was cut off or a mention ("in XML I write <memory>"), and neither may silence the rest of
    what the owner says.  Alone at the end of its line it reaches to the next blank line, since a context
    of ours holds none; with words after it, to the end of that line.  Outside any frame a line is
    known only by its whole form, quotation and remark; a mere quotation might be anybody's.
    """
    spans = _frames(text)
    spans.extend(match.span() for match in _MEMORY_LINE.finditer(text))
    merged: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if merged and start < merged[-1][1]:
            merged[-1] = (merged[-1][0], max(merged[-1][1], end))
        else:
            merged.append((start, end))
    return merged


def _frames(text: str) -> list[tuple[int, int]]:
    spans: list[tuple[int, int]] = []
    reached = 0
    unclosed: set[bool] = set()  # the kinds of tag that close nowhere any more
    for opening in _OPENINGS.finditer(text):
        if opening.start() < reached:
            continue
        is_raw = opening["raw"] is not None
        end = None if is_raw in unclosed else _closed(text, opening.end(), is_raw=is_raw)
        if end is None and (is_raw or _is_at_line_end(text, opening.end())):
            unclosed.add(is_raw)
        reached = end or _cut_off(text, opening.end())
        spans.append((opening.start(), reached))
    return spans


def _closed(text: str, at: int, *, is_raw: bool) -> int | None:
    """The end of the frame whose opening tag ends at ``at``.

    No memory holds a bare angle bracket in a context, so that no memory can close a bare frame.  It may
    hold an escaped one: an escaped frame ends at a closing tag that begins a line, as no memory does, or,
    where all of it stands on one line, at the last one there.
    """
    if is_raw:
        closing = _CLOSING.search(text, at)
    elif _is_at_line_end(text, at):
        closing = _CLOSING_LINE.search(text, at)
    else:
        closing = max(
            _ESCAPED_CLOSING.finditer(text, at, _line_end(text, at)), key=re.Match.end, default=None
        )
    return closing.end() if closing else None


def _cut_off(text: str, at: int) -> int:
    """Where a frame ends, or a mention of one, whose opening tag ends at ``at`` and is never closed."""
    end = _line_end(text, at)
    if _is_at_line_end(text, at):
        blank = _BLANK_LINE.search(text, end)
        end = blank.start() if blank else len(text)
    following = _OPENINGS.search(text, at, end)
    return following.start() if following else end


def _line_end(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end


def _is_at_line_end(text: str, at: int) -> bool:
    return not text[at : _line_end(text, at)].strip()
