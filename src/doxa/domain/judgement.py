"""A judgement: what a new claim does to one that is already held.

The service asks a judge about every neighbour that may be a rival.  Whoever
judges, rules or a model, speaks these words and no others.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class Relation(StrEnum):
    RESTATED = "restated"
    CONTRADICTED = "contradicted"
    RESOLVED = "resolved"
    UNRELATED = "unrelated"


@dataclass(frozen=True, slots=True)
class Stated:
    """One claim as the judge sees it; ``None`` is what nobody has said."""

    text: str
    subject: str | None = None
    subject_scope: str | None = None
    slot: str | None = None
    belief_key: str | None = None
    predicate: str | None = None
    is_many_valued: bool | None = None
    denies: bool | None = None
    observed_at: datetime | None = None
    valid_to: datetime | None = None


@dataclass(frozen=True, slots=True)
class Judgement:
    """``score`` is how sure the judge is, in [0, 1]; ``reason`` is one phrase a person can check."""

    relation: Relation
    score: float
    reason: str


@dataclass(frozen=True, slots=True)
class Case:
    """A new claim beside the held claims it has to be judged against."""

    new: Stated
    held: tuple[Stated, ...]
