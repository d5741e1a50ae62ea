"""Search tables on SQLite: vectors as blobs and terms in FTS5, in the same file.

Everything here is derived from the items and can be dropped and built again.  Its commits
do not wait for the disk: after a power cut the outbox still holds what they had done.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import Connection, bindparam, delete, select, text

from doxa.domain.item import Review, Status
from doxa.domain.visibility import RESTRICTING_LABELS
from doxa.service.ports import IndexEntry, IndexHead, OutboxEvent

from . import schema as t
from .refusals import translating
from .sqlite import SqliteDatabase

TABLES = (
    """CREATE TABLE IF NOT EXISTS index_heads (
        owner_id TEXT PRIMARY KEY, identity TEXT NOT NULL, removals INTEGER NOT NULL, latest INTEGER NOT NULL
    ) WITHOUT ROWID""",
    """CREATE TABLE IF NOT EXISTS index_entries (
        entry_id INTEGER PRIMARY KEY AUTOINCREMENT, owner_id TEXT NOT NULL, memory_id TEXT NOT NULL,
        vector BLOB NOT NULL, UNIQUE (owner_id, memory_id)
    )""",
    "CREATE INDEX IF NOT EXISTS index_entries_of_owner ON index_entries (owner_id)",
    """CREATE VIRTUAL TABLE IF NOT EXISTS index_terms USING fts5 (
        owner, terms, memory_id UNINDEXED, tokenize = 'porter unicode61 remove_diacritics 2', detail = full
    )""",
)
OPTIONS = ("('secure-delete', 1)", "('rank', 'bm25(0.0, 1.0)')")
"""`secure-delete`: what is deleted leaves the postings too, not only the table."""

_EVENTS = (
    select(t.outbox.c.sequence, t.outbox.c.position, t.outbox.c.kind, t.outbox.c.memory_id)
    .add_columns(t.items.c.content, t.items.c.status, t.items.c.review, t.items.c.labels)
    .select_from(
        t.outbox.outerjoin(
            t.items,
            (t.items.c.owner_id == t.outbox.c.owner_id) & (t.items.c.memory_id == t.outbox.c.memory_id),
        )
    )
    .where(t.outbox.c.owner_id == bindparam("owner_id"))
    .order_by(t.outbox.c.sequence, t.outbox.c.position)
    .limit(bindparam("limit"))
)
_HEAD = text("SELECT identity, removals, latest FROM index_heads WHERE owner_id = :owner_id")
_SET_HEAD = text(
    """INSERT INTO index_heads VALUES (:owner_id, :identity, :removed, :latest)
    ON CONFLICT (owner_id) DO UPDATE SET removals = removals + :removed, latest = max(latest, :latest)"""
)
_FIND = text("SELECT entry_id FROM index_entries WHERE owner_id = :owner_id AND memory_id = :memory_id")
_REMOVE = text("DELETE FROM index_entries WHERE entry_id = :entry_id")
_REMOVE_TERMS = text("DELETE FROM index_terms WHERE rowid = :entry_id")
_ADD = text("INSERT INTO index_entries (owner_id, memory_id, vector) VALUES (:owner_id, :memory_id, :vector)")
_ADD_TERMS = text(
    "INSERT INTO index_terms (rowid, owner, terms, memory_id) VALUES (:entry_id, :owner, :terms, :memory_id)"
)
_SINCE = text(
    """SELECT entry_id, memory_id, vector FROM index_entries
    WHERE owner_id = :owner_id AND entry_id > :after ORDER BY entry_id"""
)
_CLEAR = (
    text(
        """DELETE FROM index_terms
        WHERE rowid IN (SELECT entry_id FROM index_entries WHERE owner_id = :owner_id)"""
    ),
    text("DELETE FROM index_entries WHERE owner_id = :owner_id"),
    text("UPDATE index_heads SET identity = :identity, removals = removals + 1 WHERE owner_id = :owner_id"),
)
_INDEXED = text("SELECT memory_id FROM index_entries WHERE owner_id = :owner_id")
_MATCH = text(
    "SELECT memory_id, -rank FROM index_terms WHERE index_terms MATCH :query ORDER BY rank LIMIT :limit"
)


class SearchTables:
    """What the index keeps, per owner."""

    def __init__(self, database: SqliteDatabase) -> None:
        self._database = database
        with translating(database.place), database.writing() as connection:
            is_new = connection.execute(
                text("SELECT count(*) = 0 FROM sqlite_master WHERE name = 'index_terms'")
            ).scalar_one()
            for statement in TABLES if is_new else ():
                connection.execute(text(statement))
            for option in OPTIONS if is_new else ():
                connection.execute(text(f"INSERT INTO index_terms (index_terms, rank) VALUES {option}"))

    def events(self, owner_id: str, limit: int) -> list[OutboxEvent]:
        """What the outbox holds for the index, oldest first; the words come from the authority."""
        with translating(self._database.place), self._database.reading() as connection:
            found = connection.execute(_EVENTS, {"owner_id": owner_id, "limit": limit}).all()
        return [
            OutboxEvent(
                row.sequence, row.position, row.memory_id, row.content if _is_indexable(row) else None
            )
            for row in found
        ]

    def deliver(
        self, owner_id: str, identity: str, entries: Sequence[IndexEntry], events: Sequence[OutboxEvent]
    ) -> None:
        """Index the entries, remove what has no words any more, and settle the events, in one step."""
        with translating(self._database.place), self._database.writing(is_derived=True) as connection:
            removed = sum(
                self._remove(connection, owner_id, memory_id)
                for memory_id in dict.fromkeys(event.memory_id for event in events)
            )
            latest = [self._add(connection, owner_id, entry) for entry in entries]
            values = {"owner_id": owner_id, "identity": identity, "removed": removed}
            connection.execute(_SET_HEAD, {**values, "latest": max(latest, default=0)})
            self._settle(connection, owner_id, events)
        if removed:
            self._database.forget_traces()

    def _settle(self, connection: Connection, owner_id: str, events: Iterable[OutboxEvent]) -> None:
        done = delete(t.outbox).where(
            t.outbox.c.owner_id == bindparam("of_owner"),
            t.outbox.c.sequence == bindparam("of_sequence"),
            t.outbox.c.position == bindparam("of_position"),
        )
        values = [
            {"of_owner": owner_id, "of_sequence": e.sequence, "of_position": e.position} for e in events
        ]
        if values:
            connection.execute(done, values)

    def _remove(self, connection: Connection, owner_id: str, memory_id: str) -> int:
        values = {"owner_id": owner_id, "memory_id": memory_id}
        entry_id = connection.execute(_FIND, values).scalar()
        if entry_id is None:
            return 0
        connection.execute(_REMOVE, {"entry_id": entry_id})
        connection.execute(_REMOVE_TERMS, {"entry_id": entry_id})
        return 1

    def _add(self, connection: Connection, owner_id: str, entry: IndexEntry) -> int:
        values: dict[str, Any] = {"owner_id": owner_id, "memory_id": entry.memory_id}
        entry_id = connection.execute(_ADD, {**values, "vector": entry.vector}).lastrowid
        terms = {"entry_id": entry_id, "owner": owner_token(owner_id), "terms": " ".join(entry.terms)}
        connection.execute(_ADD_TERMS, {**terms, "memory_id": entry.memory_id})
        return int(entry_id)

    def head(self, owner_id: str) -> IndexHead | None:
        with translating(self._database.place), self._database.reading() as connection:
            row = connection.execute(_HEAD, {"owner_id": owner_id}).first()
        return None if row is None else IndexHead(row.identity, row.removals, row.latest)

    def entries_since(self, owner_id: str, entry_id: int) -> list[tuple[int, str, bytes]]:
        with translating(self._database.place), self._database.reading() as connection:
            found = connection.execute(_SINCE, {"owner_id": owner_id, "after": entry_id}).all()
        return [(row.entry_id, row.memory_id, row.vector) for row in found]

    def match(self, owner_id: str, terms: Sequence[str], limit: int) -> list[tuple[str, float]]:
        """The items with the best BM25 over any of the terms; the owner is part of the match itself."""
        query = f"owner:{owner_token(owner_id)} AND terms:({' OR '.join(map(quoted, terms))})"
        with translating(self._database.place), self._database.reading() as connection:
            found = connection.execute(_MATCH, {"query": query, "limit": limit}).all()
        return [(row[0], row[1]) for row in found]

    def indexed(self, owner_id: str) -> frozenset[str]:
        with translating(self._database.place), self._database.reading() as connection:
            return frozenset(connection.execute(_INDEXED, {"owner_id": owner_id}).scalars())

    def clear(self, owner_id: str, identity: str) -> None:
        """Drop all that was indexed for the owner; the index is this embedder's from now on.

        Counted as a removal, so that no process goes on with the vectors it holds.
        """
        of_owner = {"owner_id": owner_id, "identity": identity}
        with translating(self._database.place), self._database.writing() as connection:
            for statement in _CLEAR:
                connection.execute(statement, of_owner)


def owner_token(owner_id: str) -> str:
    """The owner as one token of the index: exact, whatever characters the name has."""
    return "o" + hashlib.blake2b(owner_id.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def quoted(term: str) -> str:
    return '"' + term.replace('"', '""') + '"'


def _is_indexable(row: Any) -> bool:
    """Suppressed rows leave the index: domain.md, invariant 10."""
    return (
        row.content is not None
        and row.status != Status.TOMBSTONED
        and row.review != Review.REJECTED
        and not any(label in row.labels for label in RESTRICTING_LABELS)
    )
