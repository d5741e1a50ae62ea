"""Hearing: what was said, turn by turn, and which turns of it are new, were there, or were edited.

A turn is known by the id it was given, else by its place.  Who sends a conversation again
with more at its end has the same turns in the same places; who sends only what is new has
not, and then the turns go on where the conversation stood.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from doxa.belief import ProvenanceTier
from doxa.domain.claim import Segment
from doxa.domain.credentials import looks_like_credential
from doxa.domain.images import to_micros
from doxa.domain.instants import parse_instant, zone_said
from doxa.domain.source import SILENT_ROLES, WITHHELD, CapturedTurn, Turn, turn_hash
from doxa.errors import InvalidInput

from .parts import TURN_LIMIT, checked_name, checked_text


@dataclass(frozen=True)
class Heard:
    """One turn as it came.  ``given_at`` is in microseconds, None where it had no time of its own.

    ``is_timeless`` where nobody said when, for all turns neither.
    """

    turn_id: str
    given_id: str | None
    given_at: int | None
    segment: Segment
    turn_hash: str
    is_withheld: bool
    is_timeless: bool = False
    is_taken: bool = False
    is_edit: bool = False
    is_blocked: bool = False
    """Taken as there already, since it stands where a turn stood whose words are gone."""

    def instead_of(self, known: CapturedTurn | None) -> Heard:
        """The turn at the time of the one in whose place it stands, where nobody says when it was said."""
        if known is None or not self.is_timeless:
            return self
        return replace(self, segment=replace(self.segment, observed_at=known.observed_at))

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


@dataclass(frozen=True)
class Conversation:
    """What is to be captured: its turns as they came, and by which way.

    A ``is_replacement`` is the whole of its source, and takes the place of what that had produced.
    """

    source_id: str
    channel: str
    tier: ProvenanceTier
    heard: tuple[Heard, ...]
    is_replacement: bool = False

    def turns(self, taken: Sequence[CapturedTurn]) -> list[Heard]:
        """The turns beside those that are there: each under its id, and whether it is new."""
        return told_anew(self.heard, taken) if self.is_replacement else placed(self.heard, taken)


def hear(
    turns: Sequence[Turn],
    me: str | None,
    default_at: datetime,
    zone: str,
    language: str = "en",
    *,
    is_dated: bool = False,
) -> tuple[Heard, ...]:
    """Every turn checked, before anything is taken.  ``me`` is the name the owner speaks under.

    ``is_dated`` where the caller gave ``default_at``, so that it is when they were said.
    """
    if me is not None:
        checked_name(me, "me")
    if isinstance(turns, str) or not isinstance(turns, Sequence):
        raise InvalidInput(f"the turns must be a list of doxa.Turn, not {type(turns).__name__}")
    if not turns:
        raise InvalidInput("the conversation has no turns: give at least one")
    heard = tuple(
        replace(one, is_timeless=one.given_at is None and not is_dated)
        for one in (_heard(turn, n, me, default_at, zone, language) for n, turn in enumerate(turns, start=1))
    )
    given = [turn.given_id for turn in heard if turn.given_id is not None]
    places = [turn.turn_id for turn in heard if turn.given_id is None]
    for double in (one for one, count in Counter([*given, *places]).items() if count > 1):
        raise InvalidInput(f"two turns have the id {double!r}: ids of one conversation must differ")
    return heard


def _heard(turn: Turn, number: int, me: str | None, default_at: datetime, zone: str, language: str) -> Heard:
    if not isinstance(turn, Turn):
        raise InvalidInput(f"turn {number} is not a doxa.Turn but {type(turn).__name__}")
    text = checked_text(turn.text, f"turn {number}", TURN_LIMIT)
    speaker = checked_name(turn.speaker, f"the speaker of turn {number}")
    if turn.role is not None:
        checked_name(turn.role, f"the role of turn {number}")
    is_me = me is not None and speaker.casefold() == me.casefold()
    is_machine = turn.role is not None and turn.known_role in SILENT_ROLES
    role = "user" if is_me and not is_machine else turn.known_role
    at = None if turn.at is None else parse_instant(turn.at, zone, f"at of turn {number}")
    segment = Segment(
        text=text,
        observed_at=at or default_at,
        speaker=speaker,
        role=role,
        is_owner=role == "user",
        position=number,
        zone=zone_said(turn.at, zone),
        language=language,
    )
    return Heard(
        turn_id=str(number),
        given_id=None if turn.id is None else checked_name(turn.id, f"the id of turn {number}"),
        given_at=to_micros(at),
        segment=segment,
        turn_hash=turn_hash(speaker, role, text),
        is_withheld=text == WITHHELD or looks_like_credential(text),
    )


def told_anew(heard: Sequence[Heard], taken: Sequence[CapturedTurn]) -> list[Heard]:
    """Each turn in its own place, new even where the same stood there, but for words that were deleted.

    Where turns were put in or taken out, the place of deleted words is found by the turns around it.
    """
    there = {turn.turn_id: turn for turn in taken}
    by_words = {turn.turn_hash: turn for turn in reversed(taken) if turn.turn_hash is not None}
    blocked = _blocked_places(heard, taken)
    turns = []
    for turn in heard:
        turn_id = turn.given_id or turn.turn_id
        known = there.get(turn_id)
        is_blocked = turn_id in blocked and not turn.is_withheld
        is_edit = known is not None and not is_blocked and (known.turn_hash is not None or turn.is_withheld)
        told = turn.instead_of(by_words.get(turn.turn_hash, known))
        is_free = is_blocked or known is None or is_edit
        # Where deleted words stood and others stand now, these get a place of their own.
        turn_id = turn_id if is_free else f"{turn_id}+{len(taken)}"
        turns.append(
            replace(told, turn_id=turn_id, is_taken=is_blocked, is_edit=is_edit, is_blocked=is_blocked)
        )
    return turns


def _blocked_places(heard: Sequence[Heard], taken: Sequence[CapturedTurn]) -> set[str]:
    """The ids under which the turns stand now of which words were deleted."""
    erased = [turn for turn in taken if turn.turn_hash is None]
    if not erased:
        return set()
    ids = {turn.given_id for turn in heard if turn.given_id is not None}
    blocked = {turn.turn_id for turn in erased if turn.turn_id in ids}
    now_at = {turn.turn_hash: turn.segment.position for turn in heard}
    anchors = [
        (turn.position, now_at[turn.turn_hash])
        for turn in taken
        if turn.turn_hash is not None and turn.turn_hash in now_at
    ]
    for turn in erased:
        before = max((one for one in anchors if one[0] < turn.position), default=None)
        after = min((one for one in anchors if one[0] > turn.position), default=None)
        places = {now + turn.position - then for then, now in (one for one in (before, after) if one)}
        blocked |= {str(place) for place in places or {turn.position}}
    return blocked


def placed(heard: Sequence[Heard], taken: Sequence[CapturedTurn]) -> list[Heard]:
    """Each turn under the id it has in this conversation, and whether it is there already."""
    there = {turn.turn_id: turn for turn in taken}
    if any(_is_in_place(turn, there, len(heard)) for turn in heard if turn.given_id is None):
        shift = 0
    else:
        shift = max((turn.position for turn in taken), default=0)
    known = taken if shift else ()
    return [_placed(turn, there, known, shift) for turn in heard]


def _is_in_place(turn: Heard, there: dict[str, CapturedTurn], count: int) -> bool:
    """Whether the turn stands where one of the same words, or of the same time, stood before."""
    known = there.get(turn.turn_id)
    if known is None:
        return False
    if known.turn_hash is None:  # nobody can tell whether these are the words that were deleted
        return len(there) <= count if turn.given_at is None else to_micros(known.observed_at) == turn.given_at
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
    told = turn.instead_of(known)
    return replace(
        told,
        turn_id=turn_id,
        segment=replace(told.segment, position=position),
        is_taken=is_taken,
        is_edit=known is not None and not is_taken,
        is_blocked=known is not None and known.turn_hash is None and not turn.is_withheld,
    )
