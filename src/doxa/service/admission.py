"""Admission: what a new claim is to what is already held, and what that changes.

A claim is compared with its neighbours: those of the same key or slot always, others only
above the gate.  It restates one, contradicts one, resolves one, or stands for itself.
Similarity alone never writes; the judge's word does, and only as far as the channel goes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from doxa.belief import BeliefKeyer, Stance
from doxa.belief.predicates import Mood
from doxa.belief.tiers import OWNER_AUTHORITY
from doxa.domain.channels import OWNER_TIERS
from doxa.domain.evidence import Evidence, EvidenceEvent
from doxa.domain.item import Layer, MemoryItem, Review, Status, half_life_of
from doxa.domain.judgement import Relation
from doxa.domain.operation import keyed_digest
from doxa.domain.yardstick import HalfLives

from .change import Change
from .comparison import Compared, Comparison, best
from .ports import Judge, NewId, Transaction
from .profile import SUPPRESSED
from .standing import TIERS
from .statement import Statement


@dataclass(frozen=True, slots=True)
class Admitted:
    """The item a claim's evidence went to, as what, and why."""

    memory_id: str
    event: EvidenceEvent
    reason: str


class Admission:
    """Takes claims into a change, one after the other."""

    def __init__(
        self, comparison: Comparison, keyer: BeliefKeyer, new_id: NewId, half_lives: HalfLives
    ) -> None:
        self._comparison, self._keyer = comparison, keyer
        self._new_id, self._half_lives = new_id, half_lives

    def admit(
        self,
        transaction: Transaction,
        owner_id: str,
        change: Change,
        said: Statement,
        judge: Judge | None = None,
    ) -> Admitted:
        """Find what the claim is to what is held and gather what that changes.

        ``judge`` knows what a model said of it beforehand; without one the rules judge.
        """
        found = self._comparison.compared(transaction, owner_id, change, said, judge)
        done = [judged for judged in found if self._is_plan_done(transaction, said, judged)]
        for plan in done:
            self._attach(change, said, plan.item, EvidenceEvent.RESOLVED, plan.judgement.reason)
        ruling = best([judged for judged in found if judged not in done])
        if ruling is None or ruling.judgement.relation is Relation.UNRELATED:
            rival = self._rival_by_key(found, said)
            reason = "another value under the same key" if rival else "nothing held is about the same"
            return self._assert(change, said, rival, reason)
        target, judgement = ruling.item, ruling.judgement
        if judgement.relation is Relation.RESTATED:
            return self._attach(change, said, target, EvidenceEvent.RESTATED, judgement.reason)
        if judgement.relation is Relation.RESOLVED and self._may_resolve(transaction, said, target):
            return self._attach(change, said, target, EvidenceEvent.RESOLVED, judgement.reason)
        return self._assert(change, said, target, judgement.reason)

    @staticmethod
    def _rival_by_key(found: Sequence[Compared], said: Statement) -> MemoryItem | None:
        """Under a key the caller gave, whatever is not the same is a rival: of what is asserted first."""
        if said.belief_key is None or not found:
            return None
        return max(found, key=lambda judged: judged.item.stance is Stance.ASSERTED).item

    def restate(self, change: Change, said: Statement, item: MemoryItem, reason: str) -> Admitted:
        """Evidence for an item that is known to be meant, whatever a judge would make of the words."""
        return self._attach(change, said, item, EvidenceEvent.RESTATED, reason)

    def replace(self, change: Change, said: Statement, wrong: MemoryItem) -> Admitted:
        """The owner's correction: these words instead of those, whatever they look like to a judge."""
        rivals = change.belief_items(wrong.belief_key, is_fresh=False).values()
        for item in rivals:
            if item.words_hash == said.words_hash and item.status is not Status.TOMBSTONED:
                return self._attach(change, said, item, EvidenceEvent.RESTATED, "the same words")
        return self._assert(change, said, wrong, "corrected by the owner")

    # -- what follows ---------------------------------------------------------------------

    def _assert(self, change: Change, said: Statement, rival: MemoryItem | None, reason: str) -> Admitted:
        """The claim becomes an item: a rival of the one it contradicts, or the first of its belief."""
        claim, memory_id = said.claim, self._new_id("m")
        is_rival = rival is not None
        key = said.belief_key or (rival.belief_key if rival else f"~{memory_id}")
        salt = self._new_id("salt")
        item = MemoryItem(
            memory_id=memory_id,
            revision=1,
            content=claim.text,
            content_hash=keyed_digest(claim.text, salt),
            salt=salt,
            words_hash=said.words_hash,
            belief_key=key,
            subject=claim.subject,
            subject_scope=claim.subject_scope,
            observed_at=said.observed_at,
            recorded_at=change.now,
            updated_at=change.now,
            predicate=claim.predicate,
            slot=claim.slot,
            belief_class=claim.belief_class,
            half_life_days=claim.half_life_days,
            is_many_valued=claim.is_many_valued,
            layer=Layer.SHORT_TERM,
            review=said.review,
            tags=_own_tags(said),
            emotional_weight=claim.emotional_weight,
            valid_from=claim.valid_from,
            valid_to=claim.valid_to,
            source_id=said.source_id,
            channel=said.channel,
        )
        change.add_item(
            item, self._comparison.topic(said), opens_belief=not is_rival and said.belief_key is None
        )
        event = EvidenceEvent.CONTRADICTED if is_rival else EvidenceEvent.ASSERTED
        change.add_evidence(self._piece(change, said, item, event, claim.valid_to))
        return Admitted(memory_id, event, reason)

    def _attach(
        self, change: Change, said: Statement, item: MemoryItem, event: EvidenceEvent, reason: str
    ) -> Admitted:
        """The claim becomes evidence on an item that is there."""
        ends = said.claim.valid_to
        if event is EvidenceEvent.RESOLVED:
            ends = ends or said.observed_at
        # On what somebody trusted has said, nobody else puts a tag.
        may_tag = said.reliability.is_live or not item.corroboration_count
        new_tags = tuple(dict.fromkeys([*item.tags, *(_own_tags(said) if may_tag else ())]))
        review = _review_after(change, said, item, event)
        if item.review is Review.REJECTED and review is not Review.REJECTED:
            change.reindex(item.memory_id)
        taken_over = self._first_trusted(change, said, item, event)
        change.revise(item, **{"tags": new_tags, "review": review, **taken_over})
        change.add_evidence(self._piece(change, said, item, event, ends))
        return Admitted(item.memory_id, event, reason)

    @staticmethod
    def _first_trusted(
        change: Change, said: Statement, item: MemoryItem, event: EvidenceEvent
    ) -> dict[str, Any]:
        """What an item takes over from its first trusted voice: a page that spoke before decides nothing."""
        if item.corroboration_count or event is EvidenceEvent.RESOLVED or not said.reliability.is_live:
            return {}
        is_owner_heard = any(piece.tier in OWNER_TIERS for piece in change.pieces_of(item.memory_id))
        owners_tags = [tag for tag in item.tags if tag == SUPPRESSED and is_owner_heard]
        return {
            "tags": tuple(dict.fromkeys([*owners_tags, *_own_tags(said)])),
            "subject": said.claim.subject,
            "subject_scope": said.claim.subject_scope,
            "predicate": said.claim.predicate,
            "slot": said.claim.slot,
            "half_life_days": said.claim.half_life_days,
            "belief_class": said.claim.belief_class,
            "is_many_valued": said.claim.is_many_valued,
            "emotional_weight": said.claim.emotional_weight,
            "valid_from": said.claim.valid_from,
            "observed_at": said.observed_at,
            "channel": said.channel,
            "source_id": said.source_id,
        }

    def _piece(
        self, change: Change, said: Statement, item: MemoryItem, event: EvidenceEvent, ends: datetime | None
    ) -> Evidence:
        claim = said.claim
        return Evidence(
            evidence_id=self._new_id("e"),
            memory_id=item.memory_id,
            belief_key=item.belief_key,
            event=event,
            channel=said.channel,
            tier=said.tier,
            content_confidence=claim.content_confidence,
            family=said.family,
            observed_at=said.observed_at,
            recorded_at=change.now,
            quote=claim.quote,
            taint=said.taint,
            lineage=said.lineage,
            position=said.position,
            source_id=said.source_id,
            turn_id=said.turn_id,
            quote_start=claim.start,
            quote_end=claim.end,
            half_life_days=half_life_of(
                claim.half_life_days, claim.belief_class, item.layer, self._half_lives
            ),
            valid_to=ends,
        )

    def _is_plan_done(self, transaction: Transaction, said: Statement, judged: Compared) -> bool:
        """Whether a plan is told to be carried out: that ends the plan, and is a fact of its own."""
        is_plan = self._keyer.signature(judged.item.content or "").mood is Mood.WISH
        is_resolved = judged.judgement.relation is Relation.RESOLVED
        return is_plan and is_resolved and self._may_resolve(transaction, said, judged.item)

    def _may_resolve(self, transaction: Transaction, said: Statement, target: MemoryItem) -> bool:
        """Ending a fact takes what replacing it would take: a live voice with the authority."""
        weight = said.reliability
        pieces = transaction.evidence_of([target.memory_id])
        held = max((TIERS[p.tier].authority for p in pieces if p.is_observation), default=0)
        return weight.is_live and weight.authority >= held


def _own_tags(said: Statement) -> tuple[str, ...]:
    """The tags that a voice may put: whether a memory is brought up is the owner's alone to say."""
    is_owners = said.tier in OWNER_TIERS and (said.taint is None or said.taint in OWNER_TIERS)
    return tuple(tag for tag in said.tags if is_owners or tag != SUPPRESSED)


def _review_after(change: Change, said: Statement, item: MemoryItem, event: EvidenceEvent) -> Review:
    """What the owner has said of an item once this is said too.

    Who says again what they rejected before takes the rejection back; nobody else does, nor
    what was said before it and is only read now.
    """
    if event is not EvidenceEvent.RESTATED:
        return item.review
    if said.review is not Review.UNREVIEWED:
        return said.review
    is_owners = said.reliability.is_live and said.reliability.authority == OWNER_AUTHORITY
    if item.review is not Review.REJECTED or not is_owners or item.memory_id in said.lineage:
        return item.review
    rejections = [p for p in change.pieces_of(item.memory_id) if p.event is EvidenceEvent.REJECTED]
    is_later = all(piece.observed_at < said.observed_at for piece in rejections)
    return Review.UNREVIEWED if is_later else Review.REJECTED
