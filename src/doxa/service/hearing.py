"""Hearing: which turns of a conversation are new, which were there, and which were edited.

A turn is known by the id it was given, else by its place.  Who sends a conversation again
with more at its end has the same turns in the same places; who sends only what is new has
not, and then the turns go on where the conversation stood.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from doxa.domain.claim import Segment
from doxa.domain.images import to_micros
from doxa.domain.source import CapturedTurn


@dataclass(frozen=True)
class Heard:
    """One turn as it came.  ``given_at`` is in microseconds, None where no time was given."""

    turn_id: str
    given_id: str | None
    given_at: int | None
    segment: Segment
    turn_hash: str
    is_withheld: bool
    is_taken: bool = False
    is_edit: bool = False
    is_blocked: bool = False
    """Taken as there already, since it stands where a turn stood whose words are gone."""

    def captured(self, source_id: str, generation: int, now: datetime) -> CapturedTurn:
        return CapturedTurn(
            source_id=source_id,
            turn_id=self.turn_id,
            position=self.segment.position,
            generation=generation,
            speaker=self.segment.speaker,
            role=self.segment.role,
            text=None if self.is_withheld else self.segment.text,
            turn_hash=None if self.is_withheld else self.turn_hash,
            observed_at=self.segment.observed_at,
            recorded_at=now,
        )


def placed(heard: Sequence[Heard], taken: Sequence[CapturedTurn]) -> list[Heard]:
    """Each turn under the id it has in this conversation, and whether it is there already."""
    there = {turn.turn_id: turn for turn in taken}
    if any(_is_in_place(turn, there) for turn in heard if turn.given_id is None):
        shift = 0
    else:
        shift = max((turn.position for turn in taken), default=0)
    known = taken if shift else ()
    return [_placed(turn, there, known, shift) for turn in heard]


def _is_in_place(turn: Heard, there: dict[str, CapturedTurn]) -> bool:
    """Whether the turn stands where one of the same words, or of the same time, stood before."""
    known = there.get(turn.turn_id)
    if known is None:
        return False
    return _is_same(turn, known) or to_micros(known.observed_at) == turn.given_at


def _is_same(turn: Heard, known: CapturedTurn) -> bool:
    """The same words, at the same time where the turn has one.

    A turn whose words were erased stays erased, whatever is sent again in its place.
    """
    if known.turn_hash is None:
        return True
    at_another_time = turn.given_at not in (None, to_micros(known.observed_at))
    return known.turn_hash == turn.turn_hash and (turn.given_id is not None or not at_another_time)


def _placed(
    turn: Heard, there: dict[str, CapturedTurn], earlier: Sequence[CapturedTurn], shift: int
) -> Heard:
    position = turn.segment.position + shift
    again = next((k.turn_id for k in earlier if k.turn_hash is not None and _is_same(turn, k)), None)
    turn_id = turn.given_id or again or str(position)
    known = there.get(turn_id)
    is_taken = known is not None and _is_same(turn, known)
    return replace(
        turn,
        turn_id=turn_id,
        segment=replace(turn.segment, position=position),
        is_taken=is_taken,
        is_edit=known is not None and not is_taken,
        is_blocked=known is not None and known.turn_hash is None and not turn.is_withheld,
    )
