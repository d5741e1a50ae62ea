"""Search tables on SQLite: vectors as blobs and terms in FTS5, in the same file.

Everything here is derived from the items and can be dropped and built again.  Its commits
do not wait for the disk: after a power cut the outbox still holds what they had done.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import bindparam, delete, select

from doxa.domain.images import Image, texts_of
from doxa.domain.visibility import is_indexable
from doxa.service.ports import IndexEntry, IndexHead, OutboxEvent

from . import schema as t
from .prepared import Prepared, Session
from .refusals import translating
from .sqlite import SqliteDatabase

TABLES = (
    """CREATE TABLE IF NOT EXISTS index_heads (
        owner_id TEXT PRIMARY KEY, identity TEXT NOT NULL, removals INTEGER NOT NULL, latest INTEGER NOT NULL,
        documents INTEGER NOT NULL
    ) WITHOUT ROWID""",
    """CREATE TABLE IF NOT EXISTS index_entries (
        entry_id INTEGER PRIMARY KEY AUTOINCREMENT, owner_id TEXT NOT NULL, memory_id TEXT NOT NULL,
        vector BLOB NOT NULL, UNIQUE (owner_id, memory_id)
    )""",
    "CREATE INDEX IF NOT EXISTS index_entries_of_owner ON index_entries (owner_id)",
    """CREATE TABLE IF NOT EXISTS index_frequencies (
        owner_id TEXT NOT NULL, term TEXT NOT NULL, documents INTEGER NOT NULL, PRIMARY KEY (owner_id, term)
    ) WITHOUT ROWID""",
    """CREATE TABLE IF NOT EXISTS index_rarities (
        owner_id TEXT NOT NULL, term TEXT NOT NULL, documents INTEGER NOT NULL, PRIMARY KEY (owner_id, term)
    ) WITHOUT ROWID""",
    """CREATE VIRTUAL TABLE IF NOT EXISTS index_terms USING fts5 (
        terms, memory_id UNINDEXED, tokenize = 'unicode61 remove_diacritics 0'
    )""",
)
ALL = ""
"""The term under which `index_rarities` counts every believed memory.

Rarities are learned from what somebody trusted has said: else a flood of pages could make any
word worthless, and with it every link that rests on the word.
"""
OPTIONS = ("('secure-delete', 1)", "('automerge', 2)")
"""`secure-delete`: what is deleted leaves the postings too, not only the table; `automerge`: a
search opens every segment, so few of them."""

_EVENTS = Prepared(
    select(t.outbox.c.sequence, t.outbox.c.position, t.outbox.c.memory_id)
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
_ITEM = Prepared(
    select(t.items.c.content, t.items.c.status, t.items.c.review, t.items.c.labels)
    .add_columns(t.items.c.corroboration_count)
    .where(t.items.c.owner_id == bindparam("owner_id"), t.items.c.memory_id == bindparam("id"))
)
_SETTLE = Prepared(
    delete(t.outbox).where(
        t.outbox.c.owner_id == bindparam("owner_id"),
        t.outbox.c.sequence == bindparam("sequence"),
        t.outbox.c.position == bindparam("position"),
    )
)
_EXISTS = "SELECT 1 FROM sqlite_master WHERE name = 'index_rarities'"
_HEAD = "SELECT identity, removals, latest, documents FROM index_heads WHERE owner_id = :owner_id"
_SET_HEAD = """INSERT INTO index_heads VALUES (:owner_id, :identity, :removed, :latest, :added)
    ON CONFLICT (owner_id) DO UPDATE SET removals = removals + :removed, latest = max(latest, :latest),
    documents = documents + :added - :removed"""
_SHRINK = """UPDATE index_heads SET removals = removals + :removed, documents = documents - :removed
    WHERE owner_id = :owner_id"""
_REMOVE = "DELETE FROM index_entries WHERE owner_id = :owner_id AND memory_id = :memory_id RETURNING entry_id"
_REMOVE_TERMS = "DELETE FROM index_terms WHERE rowid = :entry_id"
_TERMS_OF = "SELECT terms FROM index_terms WHERE rowid = :entry_id"
_ADD = "INSERT INTO index_entries (owner_id, memory_id, vector) VALUES (:owner_id, :memory_id, :vector)"
_ADD_TERMS = "INSERT INTO index_terms (rowid, terms, memory_id) VALUES (:entry_id, :terms, :memory_id)"
_SINCE = """SELECT entry_id, memory_id, vector FROM index_entries
    WHERE owner_id = :owner_id AND entry_id > :after ORDER BY entry_id"""
_CLEAR = (
    """DELETE FROM index_terms
    WHERE rowid IN (SELECT entry_id FROM index_entries WHERE owner_id = :owner_id)""",
    "DELETE FROM index_entries WHERE owner_id = :owner_id",
    "DELETE FROM index_frequencies WHERE owner_id = :owner_id",
    "DELETE FROM index_rarities WHERE owner_id = :owner_id",
    """UPDATE index_heads SET identity = :identity, removals = removals + 1, documents = 0
    WHERE owner_id = :owner_id""",
)
_INDEXED = "SELECT memory_id FROM index_entries WHERE owner_id = :owner_id"
_WORDLESS = """SELECT memory_id FROM index_entries
    WHERE owner_id = :owner_id AND entry_id NOT IN (SELECT rowid FROM index_terms)"""
_MATCH = "SELECT memory_id, terms FROM index_terms WHERE index_terms MATCH :query ORDER BY rank LIMIT :limit"


class TermCounts:
    """In how many memories of an owner each term stands, in a table (owner_id, term, documents)."""

    def __init__(self, table: str) -> None:
        self._add = f"""INSERT INTO {table} VALUES (:owner_id, :term, 1)
            ON CONFLICT (owner_id, term) DO UPDATE SET documents = documents + 1"""
        self._subtract = f"""UPDATE {table} SET documents = documents - 1
            WHERE owner_id = :owner_id AND term = :term"""
        self._drop = f"DELETE FROM {table} WHERE owner_id = :owner_id AND documents <= 0"
        self._of = f"SELECT term, documents FROM {table} WHERE owner_id = ? AND term IN"

    def add(self, session: Session, owner_id: str, terms: Iterable[str]) -> None:
        session.run_many(self._add, [{"owner_id": owner_id, "term": term} for term in terms])

    def subtract(self, session: Session, owner_id: str, terms: Iterable[str]) -> None:
        session.run_many(self._subtract, [{"owner_id": owner_id, "term": term} for term in terms])

    def drop_unused(self, session: Session, owner_id: str) -> None:
        session.run(self._drop, {"owner_id": owner_id})

    def of(self, session: Session, owner_id: str, terms: Sequence[str]) -> dict[str, int]:
        places = ", ".join("?" * len(terms))
        return dict(session.driver.execute(f"{self._of} ({places})", (owner_id, *terms)).fetchall())


FREQUENCIES, RARITIES = TermCounts("index_frequencies"), TermCounts("index_rarities")


class SearchTables:
    """What the index keeps, per owner."""

    def __init__(self, database: SqliteDatabase) -> None:
        self._database = database
        with translating(database.place):
            with database.reading() as session:
                is_there = session.rows(_EXISTS, {})
            if not is_there:
                self._create()

    def _create(self) -> None:
        with self._database.writing() as session:
            if session.rows(_EXISTS, {}):
                return  # another process was faster
            for statement in TABLES:
                session.run(statement)
            for option in OPTIONS:
                session.run(f"INSERT INTO index_terms (index_terms, rank) VALUES {option}")

    def events(self, owner_id: str, limit: int) -> list[OutboxEvent]:
        """What the outbox holds for the index, oldest first; the words come from the authority."""
        with translating(self._database.place), self._database.reading() as session:
            found = _EVENTS.images(session, {"owner_id": owner_id, "limit": limit})
        return [
            OutboxEvent(
                image["sequence"],
                image["position"],
                image["memory_id"],
                image["content"] if _is_indexable(image) else None,
            )
            for image in found
        ]

    def deliver(
        self,
        owner_id: str,
        identity: str | None,
        entries: Sequence[IndexEntry],
        events: Sequence[OutboxEvent],
    ) -> None:
        """Index the entries, remove what has no words any more, and settle the events, in one step.

        Without an identity there is nothing to add: a removal needs no vectors of anyone.
        """
        with translating(self._database.place), self._database.writing(is_derived=True) as session:
            # Looked at again: whoever forgot, reworded or brought back an item while its words were
            # embedded has left an event of their own, and what is told here is out of date.
            told = {event.memory_id: event.words for event in events}
            items = {memory_id: self._due(session, owner_id, memory_id) for memory_id in told}
            current = [i for i, item in items.items() if (item["content"] if item else None) == told[i]]
            removed = sum(self._remove(session, owner_id, memory_id) for memory_id in current)
            latest = [
                self._add(session, owner_id, entry, is_believed=item["corroboration_count"] > 0)
                for entry in entries
                if entry.memory_id in current and (item := items[entry.memory_id]) is not None
            ]
            for counts in (FREQUENCIES, RARITIES) if removed else ():
                counts.drop_unused(session, owner_id)
            values = {"owner_id": owner_id, "identity": identity, "removed": removed, "added": len(latest)}
            session.run(_SET_HEAD if identity else _SHRINK, {**values, "latest": max(latest, default=0)})
            done = [{"owner_id": owner_id, "sequence": e.sequence, "position": e.position} for e in events]
            _SETTLE.run_many(session, done)
        if removed:
            self._database.forget_traces()

    @staticmethod
    def _due(session: Session, owner_id: str, memory_id: str) -> Image | None:
        found = _ITEM.images(session, {"owner_id": owner_id, "id": memory_id})
        return next(filter(_is_indexable, found), None)

    def _remove(self, session: Session, owner_id: str, memory_id: str) -> int:
        gone = session.rows(_REMOVE, {"owner_id": owner_id, "memory_id": memory_id})
        for (entry_id,) in gone:
            ((terms,),) = session.rows(_TERMS_OF, {"entry_id": entry_id})
            words = set(_bare(owner_id, terms))
            FREQUENCIES.subtract(session, owner_id, words)
            if terms.endswith(_mark(owner_id)):
                RARITIES.subtract(session, owner_id, (ALL, *words))
            session.run(_REMOVE_TERMS, {"entry_id": entry_id})
        return len(gone)

    def _add(self, session: Session, owner_id: str, entry: IndexEntry, *, is_believed: bool) -> int:
        values: dict[str, Any] = {"owner_id": owner_id, "memory_id": entry.memory_id}
        entry_id = session.run(_ADD, {**values, "vector": entry.vector}).lastrowid
        terms = [*owned(owner_id, entry.terms), *([_mark(owner_id)] if is_believed else [])]
        row = {"entry_id": entry_id, "terms": " ".join(terms), "memory_id": entry.memory_id}
        session.run(_ADD_TERMS, row)
        words = set(entry.terms)
        FREQUENCIES.add(session, owner_id, words)
        if is_believed:
            RARITIES.add(session, owner_id, (ALL, *words))
        return int(entry_id)

    def head(self, owner_id: str) -> IndexHead | None:
        with translating(self._database.place), self._database.reading() as session:
            rows = session.rows(_HEAD, {"owner_id": owner_id})
        return IndexHead(*rows[0]) if rows else None

    def entries_since(self, owner_id: str, entry_id: int) -> list[tuple[int, str, bytes]]:
        with translating(self._database.place), self._database.reading() as session:
            return session.rows(_SINCE, {"owner_id": owner_id, "after": entry_id})

    def frequencies(self, owner_id: str, terms: Sequence[str]) -> dict[str, int]:
        """In how many of the owner's memories each term stands; those that stand in none are left out."""
        with translating(self._database.place), self._database.reading() as session:
            return FREQUENCIES.of(session, owner_id, terms)

    def believed(self, owner_id: str, terms: Sequence[str]) -> tuple[dict[str, int], int]:
        """In how many of the owner's believed memories each term stands, and how many those are."""
        with translating(self._database.place), self._database.reading() as session:
            found = RARITIES.of(session, owner_id, (ALL, *terms))
        return found, found.pop(ALL, 0)

    def match(
        self, owner_id: str, terms: Sequence[str], limit: int, *, is_believed: bool = False
    ) -> list[tuple[str, list[str], bool]]:
        """The items with the best BM25 over any of the terms, with all of their own, and whether believed.

        ``is_believed`` looks among believed items only.
        """
        query = " OR ".join(map(quoted, owned(owner_id, terms)))
        if is_believed:
            query = f"({query}) AND {quoted(_mark(owner_id))}"
        with translating(self._database.place), self._database.reading() as session:
            found = session.rows(_MATCH, {"query": query, "limit": limit})
        mark = _mark(owner_id)
        return [(memory_id, _bare(owner_id, terms), terms.endswith(mark)) for memory_id, terms in found]

    def indexed(self, owner_id: str) -> frozenset[str]:
        with translating(self._database.place), self._database.reading() as session:
            return frozenset(row[0] for row in session.rows(_INDEXED, {"owner_id": owner_id}))

    def wordless(self, owner_id: str) -> frozenset[str]:
        """Entries that have lost their terms."""
        with translating(self._database.place), self._database.reading() as session:
            return frozenset(row[0] for row in session.rows(_WORDLESS, {"owner_id": owner_id}))

    def clear(self, owner_id: str, identity: str) -> None:
        """Drop all that was indexed for the owner; the index is this embedder's from now on.

        Counted as a removal, so that no process goes on with the vectors it holds.
        """
        of_owner = {"owner_id": owner_id, "identity": identity}
        with translating(self._database.place), self._database.writing() as session:
            for statement in _CLEAR:
                session.run(statement, of_owner)


ALPHABET = "0123456789abcdefghijklmnopqrstuvwxyz"
PREFIX = 12


def owned(owner_id: str, terms: Sequence[str]) -> list[str]:
    """Every term with its owner in front: no owner's search ever reads a posting of another's.

    The prefix is a hash of the exact name, in letters and digits, so that it stays one token.
    """
    number = int.from_bytes(hashlib.blake2b(owner_id.encode("utf-8", "surrogatepass")).digest()[:8], "big")
    prefix = "".join(ALPHABET[number // 36**place % 36] for place in range(PREFIX))
    return [prefix + term for term in terms]


def _mark(owner_id: str) -> str:
    """The token that every believed memory of the owner has beside its terms; no term can be it."""
    return owned(f"{owner_id}\x00believed", [""])[0]


def _bare(owner_id: str, terms: str) -> list[str]:
    """The terms of a row without their owner, and without the mark."""
    return [term[PREFIX:] for term in terms.removesuffix(_mark(owner_id)).split()]


def quoted(term: str) -> str:
    return '"' + term.replace('"', '""') + '"'


def _is_indexable(image: Image) -> bool:
    """As the policy says; an item that is gone has no columns to ask it about."""
    if image["content"] is None:
        return False
    return is_indexable(image["content"], image["status"], image["review"], texts_of(image["labels"]))
