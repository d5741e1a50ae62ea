"""The store on SQL: one transaction is one owner, and all of a commit or none of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from itertools import groupby
from typing import Any, TypeVar, cast

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Connection,
    Row,
    Select,
    Table,
    Update,
    and_,
    bindparam,
    delete,
    func,
    insert,
    or_,
    select,
    update,
)

from doxa.domain.belief_record import BeliefRecord
from doxa.domain.evidence import Evidence
from doxa.domain.images import Image, evidence_image, evidence_of, item_image, item_of, to_micros
from doxa.domain.item import MemoryItem
from doxa.domain.operation import GENESIS, Commit, Head, JournalEntry, Operation
from doxa.domain.source import CapturedTurn, Source, TurnKey
from doxa.errors import StoreError
from doxa.service.ports import Changes, Erasure

from . import rows
from . import schema as t
from .refusals import translating
from .sqlite import SqliteDatabase
from .upgrade import ensure_schema

T = TypeVar("T")

OWNER: BindParameter[str] = bindparam("owner_id")

# Built once: building a statement costs more than running it.
_HEAD = select(t.owners).where(t.owners.c.owner_id == OWNER)
_OPERATION = select(t.operations).where(
    t.operations.c.owner_id == OWNER, t.operations.c.identity == bindparam("identity")
)
_ITEMS = select(t.items).where(t.items.c.owner_id == OWNER)
_ITEM = _ITEMS.where(t.items.c.memory_id == bindparam("memory_id"))
_ITEMS_BY_ID = _ITEMS.where(t.items.c.memory_id.in_(bindparam("ids", expanding=True)))
_ITEMS_BY_WORDS = _ITEMS.where(t.items.c.words_hash == bindparam("words_hash"))
_ITEMS_BY_BELIEF = _ITEMS.where(t.items.c.belief_key == bindparam("belief_key"))
_ITEMS_BY_SLOT = (
    _ITEMS.where(t.items.c.slot == bindparam("slot"))
    .order_by(t.items.c.updated_at.desc(), t.items.c.memory_id)
    .limit(bindparam("limit"))
)
_EVIDENCE = select(t.evidence).where(t.evidence.c.owner_id == OWNER)
_EVIDENCE_BY_ITEM = _EVIDENCE.where(t.evidence.c.memory_id.in_(bindparam("ids", expanding=True))).order_by(
    t.evidence.c.observed_at, t.evidence.c.evidence_id
)
_EVIDENCE_BY_SOURCE = _EVIDENCE.where(t.evidence.c.source_id == bindparam("source_id"))
_BELIEFS = select(t.beliefs).where(t.beliefs.c.owner_id == OWNER)
_BELIEF = _BELIEFS.where(t.beliefs.c.belief_key == bindparam("belief_key"))
_SOURCE = select(t.sources).where(
    t.sources.c.owner_id == OWNER, t.sources.c.source_id == bindparam("source_id")
)
_TURNS = (
    select(t.turns)
    .where(t.turns.c.owner_id == OWNER, t.turns.c.source_id == bindparam("source_id"))
    .order_by(t.turns.c.position)
)
_OF_COMMIT = and_(t.journal.c.owner_id == t.commits.c.owner_id, t.journal.c.sequence == t.commits.c.sequence)
_JOURNAL = (
    select(t.commits, t.journal.c.entity, t.journal.c.entity_id, t.journal.c.change, t.journal.c.digest)
    .select_from(t.commits.outerjoin(t.journal, _OF_COMMIT))
    .where(t.commits.c.owner_id == OWNER)
    .order_by(t.commits.c.sequence, t.journal.c.position)
)
_JOURNAL_OF = _JOURNAL.where(
    t.journal.c.entity == bindparam("entity"), t.journal.c.entity_id == bindparam("entity_id")
)
_MOVE_HEAD = (
    update(t.owners)
    .where(t.owners.c.owner_id == bindparam("of_owner"), t.owners.c.head_sequence == bindparam("seen"))
    .values(head_sequence=bindparam("sequence"), head_hash=bindparam("hash"))
)
_INSERTS = {table: insert(table) for table in t.metadata.tables.values()}


def _update_by_key(table: Table, key: str) -> Update:
    columns = [c.name for c in table.columns if not c.primary_key]
    return (
        update(table)
        .where(table.c.owner_id == bindparam("of_owner"), table.c[key] == bindparam("of_id"))
        .values({name: bindparam(name) for name in columns})
    )


_UPDATE_ITEM = _update_by_key(t.items, "memory_id")
_UPDATE_EVIDENCE = _update_by_key(t.evidence, "evidence_id")
_UPDATE_BELIEF = _update_by_key(t.beliefs, "belief_key")
_UPDATE_SOURCE = _update_by_key(t.sources, "source_id")


class SqlStore:
    """Every owner's memory in one database."""

    def __init__(self, database: SqliteDatabase) -> None:
        self.database = database
        with translating(database.place), database.writing() as connection:
            ensure_schema(connection, database.place)

    @contextmanager
    def reading(self, owner_id: str) -> Iterator[SqlTransaction]:
        with translating(self.database.place), self.database.reading() as connection:
            yield SqlTransaction(connection, owner_id)

    @contextmanager
    def writing(self, owner_id: str) -> Iterator[SqlTransaction]:
        with translating(self.database.place):
            with self.database.writing() as connection:
                transaction = SqlTransaction(connection, owner_id)
                yield transaction
            if transaction.has_erased:
                self.database.forget_traces()

    def owners(self) -> list[str]:
        with translating(self.database.place), self.database.reading() as connection:
            return list(
                connection.execute(select(t.owners.c.owner_id).order_by(t.owners.c.owner_id)).scalars()
            )

    def pending(self, owner_id: str) -> int:
        """How many outbox events wait to be delivered."""
        count = select(func.count()).where(t.outbox.c.owner_id == OWNER)
        with translating(self.database.place), self.database.reading() as connection:
            return int(connection.execute(count, {"owner_id": owner_id}).scalar_one())

    def check(self) -> list[str]:
        with translating(self.database.place):
            return self.database.check()

    def close(self) -> None:
        self.database.close()


class SqlTransaction:
    """One owner's rows inside one database transaction."""

    def __init__(self, connection: Connection, owner_id: str) -> None:
        self._connection, self._owner_id = connection, owner_id
        self.has_erased = False

    # -- reading --------------------------------------------------------------------------

    def _all(self, statement: Select[Any], **values: object) -> Sequence[Row[Any]]:
        return self._connection.execute(statement, {"owner_id": self._owner_id, **values}).all()

    def _first(self, make: Callable[[Row[Any]], T], statement: Select[Any], **values: object) -> T | None:
        found = self._all(statement, **values)
        return make(found[0]) if found else None

    def _images(self, statement: Select[Any], **values: object) -> list[Image]:
        return [cast("Image", row._mapping) for row in self._all(statement, **values)]

    def _items(self, statement: Select[Any], **values: object) -> list[MemoryItem]:
        return [item_of(image) for image in self._images(statement, **values)]

    def head(self) -> Head | None:
        return self._first(
            lambda row: Head(row.head_sequence, row.head_hash, row.account_generation, row.zone), _HEAD
        )

    def operation(self, identity: str) -> Operation | None:
        return self._first(rows.operation_of, _OPERATION, identity=identity)

    def item(self, memory_id: str) -> MemoryItem | None:
        found = self._items(_ITEM, memory_id=memory_id)
        return found[0] if found else None

    def items(self, memory_ids: Sequence[str]) -> list[MemoryItem]:
        return self._items(_ITEMS_BY_ID, ids=list(memory_ids)) if memory_ids else []

    def items_with_words(self, words_hash: str) -> list[MemoryItem]:
        return self._items(_ITEMS_BY_WORDS, words_hash=words_hash)

    def items_of_belief(self, belief_key: str) -> list[MemoryItem]:
        return self._items(_ITEMS_BY_BELIEF, belief_key=belief_key)

    def items_of_slot(self, slot: str, limit: int) -> list[MemoryItem]:
        return self._items(_ITEMS_BY_SLOT, slot=slot, limit=limit)

    def all_items(self) -> list[MemoryItem]:
        return self._items(_ITEMS)

    def evidence_of(self, memory_ids: Sequence[str]) -> list[Evidence]:
        if not memory_ids:
            return []
        return [evidence_of(image) for image in self._images(_EVIDENCE_BY_ITEM, ids=list(memory_ids))]

    def evidence_of_source(self, source_id: str) -> list[Evidence]:
        found = self._images(_EVIDENCE_BY_SOURCE, source_id=source_id)
        return [evidence_of(image) for image in found]

    def all_evidence(self) -> list[Evidence]:
        return [evidence_of(image) for image in self._images(_EVIDENCE)]

    def belief(self, belief_key: str) -> BeliefRecord | None:
        return self._first(rows.belief_of, _BELIEF, belief_key=belief_key)

    def beliefs(self) -> list[BeliefRecord]:
        return [rows.belief_of(row) for row in self._all(_BELIEFS.order_by(t.beliefs.c.updated_at.desc()))]

    def source(self, source_id: str) -> Source | None:
        return self._first(rows.source_of, _SOURCE, source_id=source_id)

    def turns(self, source_id: str) -> list[CapturedTurn]:
        return [rows.turn_of(row) for row in self._all(_TURNS, source_id=source_id)]

    def journal_of(self, entity: str, entity_id: str) -> list[tuple[Commit, JournalEntry]]:
        found = self._all(_JOURNAL_OF, entity=entity, entity_id=entity_id)
        return [(rows.commit_of(row), rows.journal_entry_of(row)) for row in found]

    def journal(self) -> list[tuple[Commit, list[JournalEntry]]]:
        """Every commit in order, with the rows it wrote; a commit may have written none."""
        return [
            (commit, [rows.journal_entry_of(row) for row in group if row.digest is not None])
            for commit, group in groupby(self._all(_JOURNAL), key=rows.commit_of)
        ]

    def operations(self) -> list[Operation]:
        statement = select(t.operations).where(t.operations.c.owner_id == OWNER)
        return [rows.operation_of(row) for row in self._all(statement)]

    # -- writing --------------------------------------------------------------------------

    def open_account(self, zone: str, now: datetime) -> Head:
        head = Head(0, GENESIS, 1, zone)
        values = {
            "account_generation": head.account_generation,
            "head_sequence": head.sequence,
            "head_hash": head.commit_hash,
            "zone": zone,
            "recorded_at": to_micros(now),
        }
        self._insert(t.owners, [values])
        return head

    def apply(self, changes: Changes) -> None:
        """Write everything one operation changes; the transaction keeps all of it or nothing."""
        commit = changes.commit
        self._move_head(commit)
        self._insert(t.operations, [rows.operation_values(changes.operation)])
        self._insert(t.commits, [rows.commit_values(commit)])
        self._insert(t.sources, map(rows.source_values, changes.new_sources))
        self._update(_UPDATE_SOURCE, "source_id", map(rows.source_values, changes.changed_sources))
        self._delete_turns(changes.gone_turns)
        self._insert(t.turns, map(rows.turn_values, changes.new_turns))
        self._insert(t.items, map(dict, map(item_image, changes.new_items)))
        self._update(_UPDATE_ITEM, "memory_id", map(dict, map(item_image, changes.changed_items)))
        self._insert(t.evidence, map(dict, map(evidence_image, changes.new_evidence)))
        self._update(
            _UPDATE_EVIDENCE, "evidence_id", map(dict, map(evidence_image, changes.changed_evidence))
        )
        self._insert(t.beliefs, map(rows.belief_values, changes.new_beliefs))
        self._update(_UPDATE_BELIEF, "belief_key", map(rows.belief_values, changes.changed_beliefs))
        self._insert(
            t.journal,
            (rows.journal_values(entry, commit.sequence, n) for n, entry in enumerate(changes.journal)),
        )
        if changes.erasure is not None:
            self._scrub(changes.erasure, commit)
            self.has_erased = True
        events = [("projection_sync", i) for i in changes.to_index] + [
            ("delete_sync", i) for i in changes.to_unindex
        ]
        self._insert(
            t.outbox,
            (rows.outbox_values(kind, i, changes.operation, commit, n) for n, (kind, i) in enumerate(events)),
        )

    def _move_head(self, commit: Commit) -> None:
        values = {"seen": commit.sequence - 1, "sequence": commit.sequence, "hash": commit.commit_hash}
        moved = self._connection.execute(_MOVE_HEAD, {"of_owner": self._owner_id, **values})
        if moved.rowcount != 1:
            raise StoreError(f"the journal of {self._owner_id!r} moved under a writer: repeat the call")

    def _insert(self, table: Table, values: Iterable[rows.Values]) -> None:
        batch = [{"owner_id": self._owner_id, **row} for row in values]
        if batch:
            self._connection.execute(_INSERTS[table], batch if len(batch) > 1 else batch[0])

    def _update(self, statement: Update, key: str, values: Iterable[rows.Values]) -> None:
        batch = [{**row, "of_owner": self._owner_id, "of_id": row.pop(key)} for row in values]
        if batch:
            self._connection.execute(statement, batch if len(batch) > 1 else batch[0])

    def _delete_turns(self, keys: Sequence[TurnKey]) -> None:
        for key in keys:
            self._connection.execute(delete(t.turns).where(self._is_turn(key)))

    def _is_turn(self, key: TurnKey) -> ColumnElement[bool]:
        return and_(
            t.turns.c.owner_id == self._owner_id,
            t.turns.c.source_id == key.source_id,
            t.turns.c.turn_id == key.turn_id,
        )

    def _scrub(self, erasure: Erasure, commit: Commit) -> None:
        """Remove every other trace of what this commit erases; ids, times and digests stay."""
        run = self._connection.execute
        of_items = and_(t.journal.c.entity == "item", t.journal.c.entity_id.in_(erasure.memory_ids))
        of_evidence = and_(t.journal.c.entity == "evidence", t.journal.c.entity_id.in_(erasure.evidence_ids))
        earlier = and_(t.journal.c.owner_id == self._owner_id, t.journal.c.sequence < commit.sequence)
        operations = (
            select(t.commits.c.operation_id)
            .join(t.journal, _OF_COMMIT)
            .where(earlier, or_(of_items, of_evidence))
        )
        is_theirs = and_(
            t.operations.c.owner_id == self._owner_id, t.operations.c.operation_id.in_(operations)
        )
        run(update(t.operations).where(is_theirs).values(digest=None))
        run(update(t.operations).where(is_theirs, ~t.operations.c.is_keyed).values(identity=None))
        run(update(t.journal).where(earlier, or_(of_items, of_evidence)).values(change=None))
        for key in erasure.turns:
            run(update(t.turns).where(self._is_turn(key)).values(text=None, turn_hash=None))
        run(
            delete(t.outbox).where(
                t.outbox.c.owner_id == self._owner_id, t.outbox.c.memory_id.in_(erasure.memory_ids)
            )
        )
