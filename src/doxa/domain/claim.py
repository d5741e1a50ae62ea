"""A claim: what one sentence says, about whom, from when, in whose words.

Extraction produces claims; admission turns them into memory items and evidence.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from doxa.belief.classes import BeliefClass


class SubjectScope(StrEnum):
    PRIMARY_USER = "primary_user"
    USER_OWNED_PROJECT = "user_owned_project"
    USER_RELATIONSHIP = "user_relationship"
    THIRD_PARTY = "third_party"
    MEDIA_SCREEN = "media_screen"


class HalfLife(StrEnum):
    """``UNSET`` follows the class; a claim may instead name ``NONE`` or a number of days."""

    UNSET = "unset"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Segment:
    """One stretch of a source that quotes point into: usually a turn of a conversation.

    ``speaker`` is whoever said it, ``is_owner`` whether that is the memory's owner.
    ``observed_at`` is when it was said (aware); ``zone`` is the IANA zone in which
    its relative dates are meant.
    """

    text: str
    observed_at: datetime
    speaker: str = "user"
    role: str = "user"
    is_owner: bool = True
    position: int = 0
    zone: str = "UTC"
    language: str = "en"


@dataclass(frozen=True, slots=True)
class Claim:
    """What one sentence says.  ``quote`` equals ``segment.text[start:end]``, byte for byte.

    ``is_passing`` where the words themselves say that it holds for now only.
    """

    text: str
    quote: str
    start: int
    end: int
    subject: str
    subject_scope: SubjectScope
    predicate: str | None = None
    slot: str | None = None
    belief_class: BeliefClass | None = None
    half_life_days: float | HalfLife = HalfLife.UNSET
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    content_confidence: float = 1.0
    emotional_weight: float | None = None
    denies: bool = False
    is_many_valued: bool = False
    is_passing: bool = False
