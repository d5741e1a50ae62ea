"""Answers: the form in which the model has to give them.

They say what may be said, not what is taken: quotes, names and numbers are verified afterwards, and
how firmly a claim is put is never the model's to say.
"""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

from pydantic import BaseModel, Field

from doxa.belief.classes import BeliefClass
from doxa.domain.claim import SubjectScope
from doxa.domain.judgement import Relation

CLAIMS_LIMIT = 50  # of one answer: who says more of so short a part of a conversation makes things up
Share = Annotated[float, Field(ge=0, le=1)]


class SaidClaim(BaseModel):
    """One claim, and the turn that states it."""

    turn: int
    quote: str
    text: str
    subject: str
    subject_scope: SubjectScope
    predicate: str | None = None
    slot: str | None = None
    belief_class: BeliefClass | None = None
    half_life: Literal["none", "unset"] | float = "unset"
    valid_from: date | None = None
    valid_to: date | None = None
    emotional_weight: Share | None = None
    is_many_valued: bool = False
    denies: bool = False


class Claims(BaseModel):
    """Every claim of the conversation; an empty list where nothing is worth remembering."""

    claims: list[SaidClaim] = Field(max_length=CLAIMS_LIMIT)


class Ruling(BaseModel):
    """What the new claim of a case does to one held claim."""

    case: int
    held: int
    relation: Relation
    confidence: Share = 1.0
    reason: str


class Rulings(BaseModel):
    """One ruling for every held claim of every case."""

    rulings: list[Ruling]


class Classified(BaseModel):
    """The class of one memory; null where it cannot be told."""

    number: int
    belief_class: BeliefClass | None


class Classes(BaseModel):
    """One entry for every memory."""

    classes: list[Classified]
