"""Proof: whether what stands is what the journal says, down to the last digit."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from doxa.domain.belief_record import BeliefRecord, BeliefRevision
from doxa.domain.evidence import Evidence, EvidenceState
from doxa.domain.images import belief_revision_of, evidence_image, item_image
from doxa.domain.item import MemoryItem, Review, Status
from doxa.domain.operation import GENESIS, commit_hash, keyed_digest
from doxa.domain.visibility import is_restricted
from doxa.errors import IndexMismatch

from .change import fold_evidence, follow
from .parts import Parts, checked_owner
from .ports import Transaction
from .views import Verification


class Proof:
    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    def verify(self, owner_id: str) -> Verification:
        """Check chain, digests, replay, beliefs, status, quotes and index of one owner."""
        parts = self._parts
        problems: list[str] = list(parts.store.check())
        try:
            parts.index.catch_up(checked_owner(owner_id))
        except IndexMismatch as error:
            problems.append(str(error))
        with parts.store.reading(owner_id) as transaction:
            items = {item.memory_id: item for item in transaction.all_items()}
            evidence = {piece.evidence_id: piece for piece in transaction.all_evidence()}
            beliefs = {record.belief_key: record for record in transaction.beliefs()}
            journal = _Journal(transaction, items, evidence)
            problems.extend(journal.problems())
            problems.extend(_replay_problems(journal, items, evidence))
            problems.extend(_belief_problems(journal, items, evidence, beliefs))
            problems.extend(_quote_problems(transaction, evidence))
        problems.extend(self._index_problems(owner_id, items))
        pending = parts.store.pending(owner_id)
        return Verification(
            owner_id, journal.commits, len(items), len(beliefs), pending, tuple(dict.fromkeys(problems))
        )

    def _index_problems(self, owner_id: str, items: dict[str, MemoryItem]) -> Iterator[str]:
        due = {
            memory_id
            for memory_id, item in items.items()
            if item.status is not Status.TOMBSTONED
            and item.review is not Review.REJECTED
            and not is_restricted(item)
        }
        found = self._parts.index.indexed(owner_id)
        if self._parts.store.pending(owner_id) == 0:
            yield from (f"{memory_id} is not in the index: run `doxa reembed`" for memory_id in due - found)
        yield from (f"{memory_id} must not be in the index: run `doxa reembed`" for memory_id in found - due)


class _Journal:
    """One pass over the journal: checks the chain and folds the rows."""

    def __init__(
        self, transaction: Transaction, items: dict[str, MemoryItem], evidence: dict[str, Evidence]
    ) -> None:
        self._transaction = transaction
        self._salts = {memory_id: item.salt or "" for memory_id, item in items.items()}
        self._items_of = {i: piece.memory_id for i, piece in evidence.items()}
        self.rows: dict[tuple[str, str], dict[str, Any]] = {}
        self.revisions: dict[str, list[BeliefRevision]] = {}
        self.commits = 0

    def problems(self) -> Iterator[str]:
        parent = GENESIS
        operations = {operation.operation_id for operation in self._transaction.operations()}
        for commit, entries in self._transaction.journal():
            self.commits += 1
            if commit.sequence != self.commits:
                yield f"commit {self.commits} is missing from the chain"
                self.commits = commit.sequence
            digests = [entry.digest for entry in entries]
            sealed = commit_hash(parent, commit.sequence, commit.operation_id, digests)
            if commit.parent_hash != parent or commit.commit_hash != sealed:
                yield f"commit {commit.sequence} does not follow from the one before it"
            if commit.operation_id not in operations:
                yield f"commit {commit.sequence} has no operation"
            for entry in entries:
                yield from self._take(
                    commit.sequence, entry.entity, entry.entity_id, entry.change, entry.digest
                )
            parent = commit.commit_hash
        head = self._transaction.head()
        if head is not None and (head.sequence, head.commit_hash) != (self.commits, parent):
            yield f"the head is at {head.sequence} and the chain ends at {self.commits}"

    def _take(self, sequence: int, entity: str, entity_id: str, change: Any, digest: str) -> Iterator[str]:
        if change is None:
            self.rows.pop((entity, entity_id), None)
            return
        salt = self._salts.get(self._items_of.get(entity_id, entity_id), "") if entity != "belief" else ""
        if keyed_digest(change, salt) != digest:
            yield f"what commit {sequence} wrote of {entity} {entity_id} was changed afterwards"
        if entity == "belief":
            self.revisions.setdefault(entity_id, []).append(belief_revision_of(change))
        else:
            self.rows.setdefault((entity, entity_id), {}).update(change)


def _replay_problems(
    journal: _Journal, items: dict[str, MemoryItem], evidence: dict[str, Evidence]
) -> Iterator[str]:
    standing: dict[tuple[str, str], dict[str, Any]] = {
        **{("item", key): dict(item_image(item)) for key, item in items.items()},
        **{("evidence", key): dict(evidence_image(piece)) for key, piece in evidence.items()},
    }
    for key in standing.keys() | journal.rows.keys():
        if standing.get(key) != journal.rows.get(key):
            yield f"{key[0]} {key[1]} is not what replaying the journal gives"


def _belief_problems(
    journal: _Journal,
    items: dict[str, MemoryItem],
    evidence: dict[str, Evidence],
    beliefs: dict[str, BeliefRecord],
) -> Iterator[str]:
    by_key: dict[str, list[Evidence]] = {key: [] for key in beliefs}
    for piece in evidence.values():
        by_key.setdefault(piece.belief_key, []).append(piece)
    for key, pieces in by_key.items():
        state, _ = fold_evidence(piece for piece in pieces if piece.is_observation)
        record, steps = beliefs.get(key), journal.revisions.get(key, [])
        if record is None:
            if any(piece.is_observation for piece in pieces):
                yield f"belief {key} has evidence and no record"
            continue
        if (record.distribution, record.asserted) != (state.distribution, state.asserted):
            yield f"belief {key} is not what its evidence gives"
        if not steps or steps[-1].after != record.distribution or steps[-1].revision != record.revision:
            yield f"belief {key} is not where its revisions end"
        for before, after in pairwise(steps):
            if before.after != after.before or after.revision != before.revision + 1:
                yield f"belief {key}: revision {after.revision} does not follow from the one before it"
    yield from _status_problems(items, by_key)


def _status_problems(items: dict[str, MemoryItem], by_key: dict[str, list[Evidence]]) -> Iterator[str]:
    for memory_id, item in items.items():
        if item.status is Status.TOMBSTONED:
            continue
        pieces = by_key.get(item.belief_key, [])
        state, _ = fold_evidence(piece for piece in pieces if piece.is_observation)
        mine = [piece for piece in pieces if piece.memory_id == memory_id]
        for name, value in follow(item, mine, state).items():
            if getattr(item, name) != value:
                yield f"item {memory_id}: {name} does not follow its belief"
        if not any(piece.state is EvidenceState.ACTIVE for piece in mine):
            yield f"item {memory_id} stands without evidence"


def _quote_problems(transaction: Transaction, evidence: dict[str, Evidence]) -> Iterator[str]:
    turns: dict[str, dict[str, str | None]] = {}
    for piece in evidence.values():
        if piece.source_id is None or piece.turn_id is None or piece.quote is None:
            continue
        if piece.source_id not in turns:
            turns[piece.source_id] = {t.turn_id: t.text for t in transaction.turns(piece.source_id)}
        text = turns[piece.source_id].get(piece.turn_id)
        if text is not None and text[piece.quote_start : piece.quote_end] != piece.quote:
            yield f"evidence {piece.evidence_id}: its quote is not found in its turn"
