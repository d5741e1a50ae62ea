"""Proof: whether what stands is what the journal says, down to the last digit."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from doxa.belief import Distribution
from doxa.belief.independence import Hearing
from doxa.belief.update import Fold
from doxa.domain.belief_record import BeliefRecord, BeliefRevision
from doxa.domain.evidence import Evidence, EvidenceState
from doxa.domain.images import belief_revision_of, evidence_image, item_image, source_image
from doxa.domain.item import MemoryItem, Status
from doxa.domain.operation import GENESIS, commit_hash, keyed_digest
from doxa.domain.source import turn_hash
from doxa.domain.visibility import is_indexable
from doxa.errors import IndexMismatch

from .parts import Parts, checked_owner
from .ports import Transaction
from .standing import fold_evidence, follow, is_contested
from .views import Verification

# What reading a row raises when somebody else has written into it.
UNREADABLE = (ValueError, TypeError, KeyError, AttributeError, OverflowError)


class Proof:
    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    def verify(self, owner_id: str) -> Verification:
        """Check chain, digests, replay, beliefs, status, quotes and index of one owner."""
        parts = self._parts
        problems: list[str] = list(parts.store.check())
        try:
            parts.index.catch_up(checked_owner(owner_id))
            return self._report(owner_id, problems)
        except IndexMismatch as error:
            return self._report(owner_id, [*problems, str(error)])
        except UNREADABLE as error:
            problems.append(f"a row holds a value that doxa never writes ({type(error).__name__}: {error})")
            return Verification(owner_id, 0, 0, 0, parts.store.pending(owner_id), tuple(problems))

    def _report(self, owner_id: str, problems: list[str]) -> Verification:
        parts = self._parts
        with parts.store.reading(owner_id) as transaction:
            items = {item.memory_id: item for item in transaction.all_items()}
            evidence = {piece.evidence_id: piece for piece in transaction.all_evidence()}
            beliefs = {record.belief_key: record for record in transaction.beliefs()}
            journal = _Journal(transaction, items, evidence)
            problems.extend(journal.problems())
            problems.extend(_replay_problems(journal, items, evidence))
            problems.extend(_belief_problems(journal, items, evidence, beliefs))
            problems.extend(_turn_problems(transaction, journal, evidence))
        problems.extend(self._index_problems(owner_id, items))
        pending = parts.store.pending(owner_id)
        return Verification(
            owner_id, journal.commits, len(items), len(beliefs), pending, tuple(dict.fromkeys(problems))
        )

    def _index_problems(self, owner_id: str, items: dict[str, MemoryItem]) -> Iterator[str]:
        due = {
            memory_id
            for memory_id, item in items.items()
            if is_indexable(item.content, item.status, item.review, item.labels)
        }
        found = self._parts.index.indexed(owner_id)
        for memory_id in self._parts.index.wordless(owner_id):
            yield f"{memory_id} cannot be found by its words: run `doxa reembed`"
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
        parent, generation = GENESIS, None
        operations = {operation.operation_id: operation for operation in self._transaction.operations()}
        for commit, entries in self._transaction.journal():
            self.commits += 1
            if commit.sequence != self.commits:
                yield f"commit {self.commits} is missing from the chain"
                self.commits = commit.sequence
            digests = [entry.digest for entry in entries]
            operation = operations.pop(commit.operation_id, None)
            if operation is None:
                yield f"commit {commit.sequence} has no operation"
                continue
            sealed = commit_hash(parent, commit.sequence, operation, commit.recorded_at, digests)
            if commit.parent_hash != parent or commit.commit_hash != sealed:
                yield f"commit {commit.sequence} does not follow from the one before it"
            generation = operation.account_generation
            for entry in entries:
                yield from self._take(
                    commit.sequence, entry.entity, entry.entity_id, entry.change, entry.digest
                )
            parent = commit.commit_hash
        yield from (f"operation {operation_id} was never committed" for operation_id in operations)
        head = self._transaction.head()
        if head is None and self.commits:
            yield "the owner's own row is gone"
        elif head is not None and (head.sequence, head.commit_hash) != (self.commits, parent):
            yield f"the head is at {head.sequence} and the chain ends at {self.commits}"
        elif head is not None and generation not in (None, head.account_generation):
            yield "the account's generation is not that of its latest operation"

    def _take(self, sequence: int, entity: str, entity_id: str, change: Any, digest: str) -> Iterator[str]:
        if change is None:
            self.rows.pop((entity, entity_id), None)
            if entity not in ("item", "evidence"):
                yield f"what commit {sequence} wrote of {entity} {entity_id} is gone"
            return
        has_words = entity in ("item", "evidence")
        salt = self._salts.get(self._items_of.get(entity_id, entity_id), "") if has_words else ""
        if keyed_digest(change, salt) != digest:
            yield f"what commit {sequence} wrote of {entity} {entity_id} was changed afterwards"
        if entity == "belief":
            revision = belief_revision_of(change)
            self.revisions.setdefault(revision.belief_key, []).append(revision)
            if revision.belief_key != entity_id:
                yield f"what commit {sequence} wrote of belief {revision.belief_key} is filed as {entity_id}"
        else:
            self.rows.setdefault((entity, entity_id), {}).update(change)


def _replay_problems(
    journal: _Journal, items: dict[str, MemoryItem], evidence: dict[str, Evidence]
) -> Iterator[str]:
    standing: dict[tuple[str, str], dict[str, Any]] = {
        **{("item", key): dict(item_image(item)) for key, item in items.items()},
        **{("evidence", key): dict(evidence_image(piece)) for key, piece in evidence.items()},
    }
    rows = {key: row for key, row in journal.rows.items() if key[0] != "source"}
    for key in standing.keys() | rows.keys():
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
        if _record_of(state, record, [i for i in items.values() if i.belief_key == key]) != record:
            yield f"belief {key} is not what its evidence gives"
        if not steps or (steps[-1].after, steps[-1].revision, steps[-1].recorded_at) != (
            record.distribution,
            record.revision,
            record.updated_at,
        ):
            yield f"belief {key} is not where its revisions end"
        elif steps[0].revision != 1 or steps[0].before != Distribution():
            yield f"belief {key}: its first revision is gone"
        for before, after in pairwise(steps):
            if before.after != after.before or after.revision != before.revision + 1:
                yield f"belief {key}: revision {after.revision} does not follow from the one before it"
    yield from (f"belief {key} is gone" for key in journal.revisions.keys() - beliefs.keys())
    yield from _status_problems(items, by_key)


def _status_problems(items: dict[str, MemoryItem], by_key: dict[str, list[Evidence]]) -> Iterator[str]:
    folded: dict[str, tuple[Fold, Hearing]] = {}
    mine_of: dict[str, list[Evidence]] = defaultdict(list)
    for piece in (piece for pieces in by_key.values() for piece in pieces):
        mine_of[piece.memory_id].append(piece)
    for memory_id, item in items.items():
        if item.status is Status.TOMBSTONED:
            continue
        key, mine = item.belief_key, mine_of[memory_id]
        if key not in folded:
            folded[key] = fold_evidence(piece for piece in by_key.get(key, ()) if piece.is_observation)
        state, hearing = folded[key]
        for name, value in follow(item, mine, state, hearing).items():
            if getattr(item, name) != value:
                yield f"item {memory_id}: {name} does not follow its belief"
        if not any(piece.state is EvidenceState.ACTIVE for piece in mine):
            yield f"item {memory_id} stands without evidence"


def _record_of(state: Fold, record: BeliefRecord, items: Sequence[MemoryItem]) -> BeliefRecord:
    """The record that the evidence gives; its revision and time are the journal's to check."""
    return replace(
        record,
        distribution=state.distribution,
        asserted=state.asserted,
        is_contested=is_contested((item.memory_id for item in items), state),
        half_life_days=state.half_life_days,
        clock=state.clock,
    )


def _turn_problems(
    transaction: Transaction, journal: _Journal, evidence: dict[str, Evidence]
) -> Iterator[str]:
    """Sources as the journal has them, turns as their hashes say, quotes where they were found."""
    sources = {entity_id: row for (entity, entity_id), row in journal.rows.items() if entity == "source"}
    texts: dict[tuple[str, str], str | None] = {}
    for source_id, row in sources.items():
        source = transaction.source(source_id)
        if source is None or dict(source_image(source)) != row:
            yield f"source {source_id} is not what replaying the journal gives"
        for turn in transaction.turns(source_id):
            texts[source_id, turn.turn_id] = turn.text
            if turn.text is not None and turn.turn_hash != turn_hash(turn.speaker, turn.role, turn.text):
                yield f"turn {turn.turn_id} of {source_id} was changed afterwards"
    for piece in evidence.values():
        if piece.source_id is None or piece.turn_id is None or piece.quote is None:
            continue
        if (piece.source_id, piece.turn_id) not in texts:
            yield f"evidence {piece.evidence_id}: its turn is gone"
            continue
        text = texts[piece.source_id, piece.turn_id]
        if text is not None and text[piece.quote_start : piece.quote_end] != piece.quote:
            yield f"evidence {piece.evidence_id}: its quote is not found in its turn"
