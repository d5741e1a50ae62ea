"""Sentences: where they begin and end in a text, to the character."""

from __future__ import annotations

import re

import sentencex

Span = tuple[int, int]

# A line break ends a sentence, except where a hard-wrapped line goes on in lower case.
_LINE_BREAK = re.compile(r"(?<=[.!?:;…。！？])[ \t]*\n+|\n(?![ \t]*[a-zà-ÿ])[ \t]*|\n[ \t]*\n\s*")
# The splitter takes "me." for an abbreviation.  Its terminators are known for most languages; these end a
# sentence in all of them.
_FULL_WIDTH = re.compile(
    r"(?<=\bme\.) +(?=[A-Z])|(?<=\bart\.) +(?=[A-Z])|(?<=[。！？])(?=[^。！？」』”’）)\s])"
)


def sentence_spans(text: str, language: str = "en") -> list[Span]:
    """``(start, end)`` of every sentence; ``text[start:end]`` has no blanks at its ends.

    >>> [("One. Two?")[a:b] for a, b in sentence_spans("One. Two?")]
    ['One.', 'Two?']
    """
    spans: list[Span] = []
    for line_start, line_end in _pieces(text, 0, len(text), _LINE_BREAK):
        for start, end in _split(text[line_start:line_end], language):
            spans.extend(_pieces(text, line_start + start, line_start + end, _FULL_WIDTH))
    return spans


def _split(line: str, language: str) -> list[Span]:
    spans: list[Span] = []
    at = 0
    for piece in sentencex.segment(language, line):
        # Found again in the text rather than trusted: a splitter that dropped a blank must not shift a quote.
        start = line.find(piece, at)
        if start < 0:
            return [(0, len(line))]
        at = start + len(piece)
        if spans and start == spans[-1][1] and not line[start - 1].isspace() and line[start - 1].isascii():
            spans[-1] = (spans[-1][0], at)  # "the Mk.V": a full stop within a word ends no sentence
        else:
            spans.append((start, at))
    return spans or [(0, len(line))]


def _pieces(text: str, start: int, end: int, border: re.Pattern[str]) -> list[Span]:
    cuts = [match.span() for match in border.finditer(text, start, end)]
    starts = [start, *(cut_end for _, cut_end in cuts)]
    ends = [*(cut_start for cut_start, _ in cuts), end]
    return [span for pair in zip(starts, ends, strict=True) if (span := strip(text, *pair))[0] < span[1]]


def strip(text: str, start: int, end: int) -> Span:
    """The span without the blanks at its ends."""
    while start < end and text[start].isspace():
        start += 1
    while start < end and text[end - 1].isspace():
        end -= 1
    return start, end
