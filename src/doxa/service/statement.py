"""Statement: a claim as it came in, before anybody knows what it is to what is held."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property

from doxa.belief import ProvenanceTier
from doxa.belief.tiers import Reliability, weigh_source
from doxa.domain.claim import Claim, HalfLife, SubjectScope
from doxa.domain.item import MemoryItem, Review
from doxa.domain.judgement import Stated
from doxa.domain.operation import keyed_digest

from .ports import Vector
from .standing import TIERS

SCREEN = "screen"
"""The subject of what somebody on a screen says of themselves."""


@dataclass(frozen=True)
class Statement:
    """A claim as it came in: its words, where from, how far believed, under which key."""

    claim: Claim
    channel: str
    tier: ProvenanceTier
    family: str
    observed_at: datetime
    vector: Vector
    belief_key: str | None = None
    lineage: tuple[str, ...] = ()
    taint: ProvenanceTier | None = None
    source_id: str | None = None
    turn_id: str | None = None
    position: int = 0
    tags: tuple[str, ...] = ()
    review: Review = Review.UNREVIEWED

    @cached_property
    def words_hash(self) -> str:
        return words_hash(self.claim.text)

    @property
    def reliability(self) -> Reliability:
        return weigh_source(self.tier, self.claim.content_confidence, self.taint, TIERS)


def words_hash(text: str) -> str:
    """Equal for texts that differ only in case, spaces and closing punctuation."""
    words = " ".join(text.casefold().split())
    return keyed_digest(words.rstrip(".!?。！？ ") or words)


def stated(said: Statement) -> Stated:
    claim = said.claim
    return Stated(
        text=claim.text,
        subject=claim.subject,
        subject_scope=claim.subject_scope,
        slot=claim.slot,
        belief_key=said.belief_key,
        predicate=claim.predicate,
        is_many_valued=claim.is_many_valued,
        denies=claim.denies,
        observed_at=said.observed_at,
        valid_to=claim.valid_to,
    )


def stated_item(item: MemoryItem, given_key: str | None) -> Stated:
    return Stated(
        text=item.content or "",
        subject=item.subject,
        subject_scope=item.subject_scope,
        slot=item.slot,
        belief_key=given_key,
        predicate=item.predicate,
        is_many_valued=item.is_many_valued,
        denies=False,
        observed_at=item.observed_at,
        valid_to=item.valid_to,
    )


def unfading(claim: Claim) -> Claim:
    """A memory asserted on purpose does not fade, unless its own words say that it is passing."""
    return claim if claim.is_passing else replace(claim, half_life_days=HalfLife.NONE)


def on_screen(claim: Claim) -> Claim:
    """A claim that was read off a screen: about whom it names, and never about the owner."""
    is_first_person = claim.subject_scope in (SubjectScope.PRIMARY_USER, SubjectScope.USER_OWNED_PROJECT)
    subject = SCREEN if is_first_person else claim.subject
    return replace(claim, subject=subject, subject_scope=SubjectScope.MEDIA_SCREEN)
