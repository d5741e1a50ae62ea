"""Comparison: what a new claim is to each of the held ones it may be about, by whoever judges."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from doxa.belief import BeliefKeyer, Stance
from doxa.belief.signature import Signature
from doxa.domain.evidence import Evidence, EvidenceEvent
from doxa.domain.item import MemoryItem
from doxa.domain.judgement import Judgement, Relation, Stated

from .change import Change
from .neighbours import Neighbour, Neighbours
from .ports import Index, Judge, Transaction
from .standing import weight_of
from .statement import Statement, stated, stated_item

OTHERS = 5
"""How many neighbours without the same key or slot a model is asked about: design, lifecycle.md."""
DUE = 8


class Moved(Exception):
    """What was asked beforehand does not cover what stands now: ask again."""


@dataclass(frozen=True, slots=True)
class _Scored:
    """A neighbour with the keyer's score, which is the same for every judge."""

    near: Neighbour
    score: float


@dataclass(frozen=True, slots=True)
class Compared:
    item: MemoryItem
    judgement: Judgement


class Comparison:
    """``judge`` judges where nobody else was asked."""

    def __init__(self, index: Index, judge: Judge, keyer: BeliefKeyer, gate: float) -> None:
        self._index, self._judge, self._keyer, self._gate = index, judge, keyer, gate
        self._neighbours = Neighbours(index, keyer)

    def topic(self, said: Statement) -> set[str]:
        return self._neighbours.topic(said)

    def held(
        self, transaction: Transaction, owner_id: str, change: Change, said: Statement
    ) -> tuple[Stated, ...]:
        """What a model has to judge the claim against: few and near, however much is held."""
        near = self._scored(transaction, owner_id, change, said)
        return tuple(stated_item(one.near.item, said.belief_key) for one in self._chosen(near, said))

    def _chosen(self, scored: Sequence[_Scored], said: Statement) -> list[_Scored]:
        """Those of the same key or slot, and the nearest others from the gate on."""
        scored = [one for one in scored if one.near.item.words_hash != said.words_hash]
        due = [one for one in scored if one.near.is_due]
        due.sort(key=lambda one: (one.near.item.stance is not Stance.ASSERTED, one.near.item.memory_id))
        others = [one for one in scored if not one.near.is_due and one.score >= self._gate]
        others.sort(key=lambda one: (-one.score, one.near.item.memory_id))
        return [*due[:DUE], *others[:OTHERS]]

    def _scored(
        self, transaction: Transaction, owner_id: str, change: Change, said: Statement
    ) -> list[_Scored]:
        neighbours = self._neighbours.of(transaction, owner_id, change, said)
        if not neighbours:
            return []
        keyer, text = self._keyer_of(owner_id, said), said.claim.text
        return [
            _Scored(near, keyer.score(text, near.item.content or "", near.similarity)) for near in neighbours
        ]

    def compared(
        self,
        transaction: Transaction,
        owner_id: str,
        change: Change,
        said: Statement,
        judge: Judge | None = None,
    ) -> list[Compared]:
        """Each neighbour that is near enough, with what the claim is to it."""
        found: list[Compared] = []
        new, scored = stated(said), self._scored(transaction, owner_id, change, said)
        outside = [one for one in scored if not change.is_new(one.near.item.memory_id)]
        judge = judge or self._judge
        near_enough = outside if judge.looks_below_the_gate else self._chosen(outside, said)
        chosen = {one.near.item.memory_id for one in near_enough}
        for one in scored:
            near, item = one.near, one.near.item
            if item.words_hash == said.words_hash:
                found.append(Compared(item, Judgement(Relation.RESTATED, 1.0, "the same words")))
                continue
            # What the same conversation said a moment ago no model has seen: the rules judge that.
            is_new = change.is_new(item.memory_id)
            by = self._judge if is_new else judge
            if not is_new and item.memory_id not in chosen:
                continue
            if not (near.is_due or one.score >= self._gate or by.looks_below_the_gate):
                continue
            old = stated_item(item, said.belief_key)
            judgement = by.judge(new, old, one.score, near.similarity, are_neighbours=near.is_just_before)
            if judgement.relation is Relation.RESTATED and (
                reason := self._why_no_restatement(change, said, item)
            ):
                judgement = Judgement(Relation.UNRELATED, judgement.score, reason)
            found.append(Compared(item, judgement))
        return found

    def _keyer_of(self, owner_id: str, said: Statement) -> BeliefKeyer:
        """The keyer for what the claim's words are worth to this owner."""
        words = self._keyer.words(said.claim.text)
        return self._keyer.with_rarity(self._index.rarity(owner_id, sorted(words)))

    def _why_no_restatement(self, change: Change, said: Statement, item: MemoryItem) -> str | None:
        """Why a claim that a judge takes for the same is none; None where it is.

        As mere evidence, what it says beyond the item would be lost.  And it stands behind the
        item's words from then on: so it has to have said them, where nobody as trusted has.
        """
        new, old = self._keyer.signature(said.claim.text), self._keyer.signature(item.content or "")
        if _says_more(new, old):
            return "it says more than is held"
        if not said.reliability.is_live:
            return None
        authority = _authority_behind(change.pieces_of(item.memory_id), item.memory_id)
        if authority is None:
            return "nobody trusted has said all that is held"
        if said.reliability.authority > authority and _says_more(old, new):
            return "it says less than is held, on a lesser word"
        return None


def best(found: Sequence[Compared]) -> Compared | None:
    """The same thing said before comes first, then the surest contradiction or end."""
    return max(
        found,
        key=lambda judged: (
            judged.judgement.relation is not Relation.UNRELATED,
            judged.judgement.relation is Relation.RESTATED,
            judged.judgement.score,
            judged.item.stance is Stance.ASSERTED,
            judged.item.memory_id,
        ),
        default=None,
    )


def _says_more(one: Signature, other: Signature) -> bool:
    """Whether the one names something that the other does not."""
    known = {value.text for value in other.values} | other.names | other.topic | other.identifiers
    return not ({value.text for value in one.values} | one.names | one.identifiers) <= known


def _authority_behind(pieces: Iterable[Evidence], memory_id: str) -> int | None:
    """The greatest authority that counts for an item; None where all of it is untrusted, or its echo."""
    weights = [
        weight_of(piece)
        for piece in pieces
        if piece.is_observation
        and piece.event is not EvidenceEvent.REJECTED
        and memory_id not in piece.lineage
    ]
    return max((weight.authority for weight in weights if weight.is_live), default=None)
