"""Passages: a conversation in bounded pieces, each a line of data that knows where it came from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from doxa.domain.claim import Segment
from doxa.domain.credentials import looks_like_credential
from doxa.domain.instants import zone_of
from doxa.language.speakers import MACHINES

from .grounding import Said
from .rendering import block, clipped, line

CHUNK_LIMIT = 12_000  # characters of one prompt's conversation: some 3,000 tokens, and an answer that fits
PASSAGE_LIMIT = 6_000  # characters of one line, of a longer turn the rest is a line of its own
CONTEXT_LIMIT = 2_000  # what nobody may quote is there only to be understood


@dataclass(frozen=True)
class Passage:
    """``text`` is ``segment.text[start:...]``, or a clipped copy of it where it may not be quoted."""

    number: int
    segment: Segment
    index: int
    start: int
    text: str

    @property
    def is_quotable(self) -> bool:
        return is_person(self.segment)

    @cached_property
    def rendered(self) -> str:
        at = self.segment.observed_at.astimezone(zone_of(self.segment.zone))
        return line(
            {
                "turn": self.number,
                "speaker": clipped(self.segment.speaker, 100),
                "role": clipped(self.segment.role, 30),
                "speaker_is_owner": self.segment.is_owner and self.is_quotable,
                "may_be_quoted": self.is_quotable,
                "time": f"{at:%A} {at.isoformat(timespec='minutes')}",
                "text": self.text,
            }
        )


@dataclass(frozen=True)
class Chunk:
    """What one call is about."""

    passages: tuple[Passage, ...]

    @property
    def rendered(self) -> str:
        return block("conversation", (passage.rendered for passage in self.passages))

    @cached_property
    def said(self) -> Said:
        speakers = {passage.segment.speaker for passage in self.passages}
        return Said((*(passage.text for passage in self.passages), *sorted(speakers)))

    @cached_property
    def by_number(self) -> dict[int, Passage]:
        return {passage.number: passage for passage in self.passages}


def is_person(segment: Segment) -> bool:
    return segment.role.lower() not in MACHINES


def chunks(segments: Sequence[Segment]) -> Iterator[Chunk]:
    """The conversation, in order, in parts within the limit; a part that nobody may quote is left out."""
    taken: list[Passage] = []
    size = 0
    for passage in _passages(segments):
        if taken and size + len(passage.rendered) > CHUNK_LIMIT:
            yield from _quotable(taken)
            taken, size = [], 0
        taken.append(passage)
        size += len(passage.rendered) + 1
    yield from _quotable(taken)


def _quotable(passages: Sequence[Passage]) -> Iterator[Chunk]:
    if any(passage.is_quotable for passage in passages):
        yield Chunk(tuple(passages))


def _passages(segments: Sequence[Segment]) -> Iterator[Passage]:
    number = 0
    for index, segment in enumerate(segments):
        for start, text in _pieces(segment):
            number += 1
            yield Passage(number, segment, index, start, text)


def _pieces(segment: Segment) -> Iterator[tuple[int, str]]:
    """Nothing of a turn that looks like a secret leaves the machine."""
    text = segment.text
    if not text.strip() or looks_like_credential(text):
        return
    if not is_person(segment):
        yield 0, clipped(text, CONTEXT_LIMIT)
        return
    start = 0
    while start < len(text):
        end = _cut(text, start)
        if piece := text[start:end].strip():
            yield start + text[start:end].index(piece), piece
        start = end


def _cut(text: str, start: int) -> int:
    """Where a piece ends: after a paragraph, a sentence or a word, the best there is in its second half."""
    limit = start + PASSAGE_LIMIT
    if len(text) <= limit:
        return len(text)
    for border in ("\n", ". ", "。", " "):
        at = text.rfind(border, start + PASSAGE_LIMIT // 2, limit)
        if at >= 0:
            return at + len(border)
    return limit
