"""Sources: where captured text came from, turn by turn."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

from doxa.errors import InvalidInput

from .operation import keyed_digest

OWNER_ROLES = frozenset({"user", "human", "me"})
SILENT_ROLES = frozenset({"assistant", "ai", "bot", "model", "system", "tool", "function"})
OTHER = "other"
WITHHELD = "[withheld: it looked like a credential]"
"""Stands where a text must not be kept."""


@dataclass(frozen=True, slots=True)
class Turn:
    """What one speaker said.  ``at`` is when (aware, or ISO text with a zone, or a bare date).

    Without a ``role`` the speaker's name tells it: `user` is the owner, `assistant` is not
    evidence of anything, any other name is another person.
    """

    speaker: str
    text: str
    at: datetime | date | str | None = None
    role: str | None = None
    id: str | None = None

    @property
    def known_role(self) -> str:
        """`user`, a silent role, or `other`."""
        if self.role is not None and not (isinstance(self.role, str) and self.role.isprintable()):
            raise InvalidInput(
                f"the role of a turn must be a printable text such as user or assistant, not {self.role!r}"
            )
        role = (self.role or self.speaker).casefold()
        if role in OWNER_ROLES:
            return "user"
        return role if role in SILENT_ROLES else OTHER


@dataclass(frozen=True, slots=True)
class Source:
    """A conversation, document or import; reprocessing it raises the generation."""

    source_id: str
    generation: int
    channel: str
    recorded_at: datetime
    updated_at: datetime


@dataclass(frozen=True, slots=True)
class CapturedTurn:
    """One turn as it was taken; ``turn_hash`` covers speaker, role and text.  Both go with an erasure."""

    source_id: str
    turn_id: str
    position: int
    generation: int
    speaker: str
    role: str
    text: str | None
    turn_hash: str | None
    observed_at: datetime
    recorded_at: datetime

    @property
    def key(self) -> TurnKey:
        return TurnKey(self.source_id, self.turn_id)


def turn_hash(speaker: str, role: str, text: str) -> str:
    return keyed_digest([speaker, role, text])


@dataclass(frozen=True, slots=True)
class TurnKey:
    source_id: str
    turn_id: str


def turn_image(turn: Turn, *, is_withheld: bool) -> dict[str, str | None]:
    """A turn as plain values, from which it can be made again."""
    at = turn.at if turn.at is None or isinstance(turn.at, str) else turn.at.isoformat()
    text = WITHHELD if is_withheld else turn.text
    return {"speaker": turn.speaker, "text": text, "at": at, "role": turn.role, "id": turn.id}
