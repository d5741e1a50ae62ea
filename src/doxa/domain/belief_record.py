"""Beliefs as they are kept: the state after the last revision, and each revision on the way.

They hold ids and numbers, never words, so an erasure leaves them as they are.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from doxa.belief import Distribution, Effect
from doxa.belief.revision import Event


class Withdrawal(StrEnum):
    """Why evidence was taken out of a belief."""

    FORGOTTEN = "forgotten"
    SOURCE_DELETED = "source_deleted"
    TURN_EDITED = "turn_edited"
    SOURCE_REPLACED = "source_replaced"


@dataclass(frozen=True, slots=True)
class BeliefRecord:
    """One belief after its latest revision; candidates are the ids of memory items."""

    belief_key: str
    revision: int
    distribution: Distribution
    asserted: str | None
    is_contested: bool
    half_life_days: float | None
    clock: datetime | None
    updated_at: datetime


@dataclass(frozen=True, slots=True)
class BeliefRevision:
    """One step: which evidence came or went, how far it was believed and why, and what moved.

    ``reason`` is why evidence went; None where it came, and in journals older than the field.
    """

    belief_key: str
    revision: int
    event: Event
    evidence_ids: tuple[str, ...]
    effect: Effect | None
    reliability: float | None
    bound_by: str | None
    before: Distribution
    after: Distribution
    asserted_before: str | None
    asserted_after: str | None
    recorded_at: datetime
    reason: Withdrawal | None = None

    @property
    def movement(self) -> float:
        return self.before.movement_to(self.after)
