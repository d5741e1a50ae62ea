"""Sight: an owner's memory as a reader sees it: as it stands, or as it stood after some commit.

Whatever is asked is answered from a sight, by the same code for the present and for the past.
The third, of valid time, is in ``holding``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Protocol

from doxa.belief.independence import Hearing
from doxa.belief.revision import Event
from doxa.belief.update import Fold
from doxa.domain.belief_record import BeliefRevision
from doxa.domain.evidence import Evidence
from doxa.domain.images import belief_revision_of, evidence_of, item_of
from doxa.domain.item import MemoryItem, Status
from doxa.domain.operation import Commit, JournalEntry
from doxa.domain.visibility import is_restricted

from .ports import Transaction
from .standing import fold_evidence


@dataclass(frozen=True, slots=True)
class Seen:
    """One belief: its items that may be shown, their evidence, and what that makes of it.

    ``recorded`` is its revision of then where evidence of then was erased since: what is left
    can no longer give what was believed.
    """

    key: str
    items: Mapping[str, MemoryItem]
    evidence: Sequence[Evidence]
    state: Fold
    hearing: Hearing
    recorded: BeliefRevision | None = None

    @property
    def observations(self) -> list[Evidence]:
        return [piece for piece in self.evidence if piece.is_observation]


class Sight(Protocol):
    """What a reader can see of one owner; ``now`` is the moment the answers are of."""

    @property
    def now(self) -> datetime: ...
    def item(self, memory_id: str) -> MemoryItem | None: ...
    def items(self) -> list[MemoryItem]: ...
    def belief(self, key: str) -> Seen: ...
    def keys(self) -> list[str]:
        """The keys of all beliefs, the one that moved last first."""
        ...

    def has_belief(self, key: str) -> bool: ...
    def journal_of(self, entity: str, entity_id: str) -> list[tuple[Commit, JournalEntry]]: ...


class Present:
    """The rows that stand."""

    def __init__(self, transaction: Transaction, now: datetime) -> None:
        self._tx, self.now = transaction, now

    def item(self, memory_id: str) -> MemoryItem | None:
        return self._tx.item(memory_id)

    def items(self) -> list[MemoryItem]:
        return self._tx.all_items()

    def belief(self, key: str) -> Seen:
        items = {item.memory_id: item for item in shown(self._tx.items_of_belief(key))}
        evidence = self._tx.evidence_of(list(items))
        return Seen(key, items, evidence, *fold_evidence(p for p in evidence if p.is_observation))

    def keys(self) -> list[str]:
        return [record.belief_key for record in self._tx.beliefs()]

    def has_belief(self, key: str) -> bool:
        return self._tx.belief(key) is not None

    def journal_of(self, entity: str, entity_id: str) -> list[tuple[Commit, JournalEntry]]:
        return self._tx.journal_of(entity, entity_id)


class Past:
    """The rows as a commit left them, each folded from its journal up to there.

    What was erased since has left the journal too, and is not there.
    """

    def __init__(self, transaction: Transaction, now: datetime) -> None:
        self._tx, self.now = transaction, now
        self._sequence = transaction.sequence_at(now)

    def item(self, memory_id: str) -> MemoryItem | None:
        present = self._tx.item(memory_id)
        return None if present is None else self._then(present)

    def items(self) -> list[MemoryItem]:
        return [past for item in self._tx.all_items() if (past := self._then(item)) is not None]

    def belief(self, key: str) -> Seen:
        present = self._tx.items_of_belief(key)
        items = {past.memory_id: past for item in present if (past := self._then(item)) is not None}
        ids = [piece.evidence_id for piece in self._tx.evidence_of([item.memory_id for item in present])]
        rows = [row for i in ids if (row := self._row("evidence", i))]
        evidence = [piece for piece in map(evidence_of, rows) if piece.memory_id in items]
        visible = {item.memory_id: item for item in shown(items.values())}
        seen = [piece for piece in evidence if piece.memory_id in visible]
        state, hearing = fold_evidence(piece for piece in seen if piece.is_observation)
        return Seen(key, visible, seen, state, hearing, self._recorded(key, evidence))

    def keys(self) -> list[str]:
        latest = {record.belief_key: self._revisions(record.belief_key) for record in self._tx.beliefs()}
        moved = {key: revisions[-1].recorded_at for key, revisions in latest.items() if revisions}
        return sorted(sorted(moved), key=moved.__getitem__, reverse=True)

    def has_belief(self, key: str) -> bool:
        return bool(self._revisions(key))

    def journal_of(self, entity: str, entity_id: str) -> list[tuple[Commit, JournalEntry]]:
        return [one for one in self._tx.journal_of(entity, entity_id) if one[0].sequence <= self._sequence]

    def _then(self, present: MemoryItem) -> MemoryItem | None:
        row = self._row("item", present.memory_id)
        # What must not be shown today was not to be shown then either.
        return replace(item_of(row), labels=present.labels, is_locked=present.is_locked) if row else None

    def _row(self, entity: str, entity_id: str) -> dict[str, Any]:
        row: dict[str, Any] = {}
        for _, entry in self.journal_of(entity, entity_id):
            row.update(entry.change or {})
        return row

    def _revisions(self, key: str) -> list[BeliefRevision]:
        changes = [entry.change for _, entry in self.journal_of("belief", key)]
        return [belief_revision_of(change) for change in changes if change is not None]

    def _recorded(self, key: str, evidence: Iterable[Evidence]) -> BeliefRevision | None:
        """The revision of then, if it rests on evidence that is no longer there."""
        counted: set[str] = set()
        revisions = self._revisions(key)
        for revision in revisions:
            if revision.event is Event.OBSERVED:
                counted.update(revision.evidence_ids)
            else:
                counted.difference_update(revision.evidence_ids)
        is_whole = counted <= {piece.evidence_id for piece in evidence}
        return None if is_whole else revisions[-1]


def shown(items: Iterable[MemoryItem]) -> list[MemoryItem]:
    """Those of which anything may be shown."""
    return [
        item
        for item in items
        if item.status is not Status.TOMBSTONED and not is_restricted(item) and not item.is_locked
    ]
