"""The memory item: the authority row for one claim."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from doxa.belief import BeliefClass, Stance, currency
from doxa.belief.classes import HALF_LIFE_PRIORS

from .claim import HalfLife, SubjectScope


class Kind(StrEnum):
    FACT = "fact"
    DOCUMENT = "document"
    TRIGGER = "trigger"


class Layer(StrEnum):
    SHORT_TERM = "short_term"
    LONG_TERM = "long_term"
    ARCHIVE = "archive"


class Status(StrEnum):
    ACTIVE = "active"
    SUPERSEDED = "superseded"
    TOMBSTONED = "tombstoned"


class Processing(StrEnum):
    PENDING = "pending"
    PROCESSED = "processed"
    BLOCKED = "blocked"


class Review(StrEnum):
    """What the owner said of the item."""

    UNREVIEWED = "unreviewed"
    CONFIRMED = "confirmed"
    REJECTED = "rejected"


@dataclass(frozen=True, slots=True)
class MemoryItem:
    """One claim.  Its words, subject and predicate never change; a new claim is a new item.

    ``probability`` and ``stance`` are read off the item's belief in the commit that
    moves the belief.  A tombstone keeps the ids and times; its words, ``content`` and
    all that was derived from them, are None.
    """

    memory_id: str
    revision: int
    content: str | None
    content_hash: str | None
    salt: str | None
    words_hash: str | None
    belief_key: str
    subject: str | None
    subject_scope: SubjectScope
    observed_at: datetime
    recorded_at: datetime
    updated_at: datetime
    kind: Kind = Kind.FACT
    predicate: str | None = None
    slot: str | None = None
    belief_class: BeliefClass | None = None
    half_life_days: float | HalfLife = HalfLife.UNSET
    is_many_valued: bool = False
    user_asserted: bool = False
    layer: Layer = Layer.SHORT_TERM
    status: Status = Status.ACTIVE
    processing: Processing = Processing.PROCESSED
    review: Review = Review.UNREVIEWED
    stance: Stance = Stance.UNPROVEN
    probability: float = 0.0
    tags: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    is_locked: bool = False
    is_pinned: bool = False
    emotional_weight: float | None = None
    device: str | None = None
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    last_evidenced_at: datetime | None = None
    corroboration_count: int = 0
    superseded_by: str | None = None
    expires_at: datetime | None = None
    source_id: str | None = None
    channel: str | None = None

    def currency(
        self, now: datetime, half_lives: Mapping[BeliefClass, float | None] = HALF_LIFE_PRIORS
    ) -> float | None:
        """How fresh it is at ``now``: in [0, 1], None without evidence."""
        days = half_life_of(self.half_life_days, self.belief_class, self.layer, half_lives)
        return currency(self.last_evidenced_at, days, now, self.valid_to)


def half_life_of(
    stored: float | HalfLife,
    belief_class: BeliefClass | None,
    layer: Layer,
    half_lives: Mapping[BeliefClass, float | None] = HALF_LIFE_PRIORS,
) -> float | None:
    """What was stored wins, then the class; else short-term rows fade as a state and others not at all."""
    if stored is HalfLife.NONE:
        return None
    if not isinstance(stored, HalfLife):
        return stored
    if belief_class is not None:
        return half_lives[belief_class]
    return half_lives[BeliefClass.STATE] if layer is Layer.SHORT_TERM else None
