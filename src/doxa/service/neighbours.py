"""Neighbours: what is held that a new claim may be about, found without passing over all of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from doxa.belief import BeliefKeyer
from doxa.belief.keying import is_one_subject
from doxa.domain.claim import Claim, SubjectScope
from doxa.domain.item import MemoryItem, Status
from doxa.errors import IndexMismatch

from .change import Change
from .ports import Candidate, Index, Transaction
from .statement import Statement

OWNED = frozenset({SubjectScope.PRIMARY_USER, SubjectScope.USER_OWNED_PROJECT})
NEAR = OWNED | {SubjectScope.USER_RELATIONSHIP}
SLOT_LIMIT = 8
NEAREST = 8
MATCHING = 16


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A held item that may be about the same as a claim, and whether it must be judged."""

    item: MemoryItem
    is_due: bool
    similarity: float | None
    is_just_before: bool


class Neighbours:
    def __init__(self, index: Index, keyer: BeliefKeyer) -> None:
        self._index, self._keyer = index, keyer

    def of(self, transaction: Transaction, owner_id: str, change: Change, said: Statement) -> list[Neighbour]:
        """Each item that may be about the same, with whether it must be judged."""
        claim = said.claim
        due: dict[str, MemoryItem] = {}
        others: dict[str, MemoryItem] = {}
        similarity: dict[str, float | None] = {}
        before: MemoryItem | None = None
        if said.belief_key is not None:
            due.update(_by_id(change.belief_items(said.belief_key, is_fresh=False).values()))
        else:
            due.update(_by_id(transaction.items_with_words(said.words_hash)))
            if claim.slot is not None:
                due.update(_by_id(transaction.items_of_slot(claim.slot, SLOT_LIMIT)))
            if (before := self._just_before(transaction, change, said)) is not None:
                due[before.memory_id] = before
            near = self._near(owner_id, said)
            similarity = {c.memory_id: c.similarity for c in near}
            others.update(_by_id(transaction.items([i for i in similarity if i not in due])))
            for item in change.new_items_alike(self.topic(said), NEAREST):
                (due if _is_due(item, said) else others)[item.memory_id] = item
        return [
            Neighbour(item, i in due, similarity.get(i), is_just_before=item is before)
            for i, item in ((i, change.overlay(item)) for i, item in {**others, **due}.items())
            if item.status is not Status.TOMBSTONED
            and (said.belief_key is not None or item is before or self._may_be_one(item, claim))
        ]

    def _just_before(self, transaction: Transaction, change: Change, said: Statement) -> MemoryItem | None:
        """What a claim that begins with a pronoun may speak of: the last thing said where it was said."""
        if self._keyer.signature(said.claim.text).subject is not None:
            return None
        latest = change.latest or transaction.latest_item(said.channel, said.source_id)
        return None if latest is None else change.overlay(latest)

    def _may_be_one(self, item: MemoryItem, claim: Claim) -> bool:
        """One subject; or a thing nobody owns by name, which the keyer can tell apart by its words.

        So are "My dog is called Rex" and "I have a dog called Rex", which share a name.
        """
        if item.subject == claim.subject:
            return True
        held, new = self._keyer.signature(item.content or ""), self._keyer.signature(claim.text)
        sides = ((held, item.subject_scope), (new, claim.subject_scope))
        if any(scope not in OWNED and read.subject in ("user", None) for read, scope in sides):
            return False  # somebody else's "I"
        is_thing = "" in (held.subject, new.subject)
        known = NEAR if held.names & new.names else OWNED
        return (is_thing or all(scope in known for _, scope in sides)) and is_one_subject(held, new)

    def topic(self, said: Statement) -> set[str]:
        """What two claims must share to be compared within one change: a word, a name, a slot, or all."""
        read = self._keyer.signature(said.claim.text)
        marks = {f"words:{said.words_hash}", f"slot:{said.claim.slot}" if said.claim.slot else ""}
        return {*read.topic, *read.names, *marks} - {""}

    def _near(self, owner_id: str, said: Statement) -> list[Candidate]:
        """Those that share telling words, the nearest in meaning first.

        Found by their words alone, so that a write never passes over all of the memory; where
        the index is another embedder's, the words alone put them in order too.  What nobody
        trusted has said has places of its own, so that it crowds out nothing.
        """
        text = said.claim.text
        try:
            found = self._index.candidates(owner_id, text, said.vector, 0, MATCHING)
        except IndexMismatch:
            found = self._index.matching(owner_id, text, MATCHING)
        found.sort(key=lambda c: -(c.similarity or c.keyword or 0.0))
        believed, others = ([c for c in found if c.is_believed is so] for so in (True, False))
        return [*believed[:NEAREST], *others[: NEAREST // 2]]


def _by_id(items: Iterable[MemoryItem]) -> dict[str, MemoryItem]:
    return {item.memory_id: item for item in items}


def _is_due(item: MemoryItem, said: Statement) -> bool:
    """Whether an item of the same change has to be judged, whatever its score."""
    slot = said.claim.slot
    return (slot is not None and item.slot == slot) or item.words_hash == said.words_hash
