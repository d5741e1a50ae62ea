"""The store on SQL: one transaction is one owner, and all of a commit or none of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from itertools import groupby
from typing import Any, TypeVar

from sqlalchemy import (
    BindParameter,
    Column,
    ColumnElement,
    Table,
    and_,
    bindparam,
    delete,
    func,
    insert,
    not_,
    null,
    select,
    update,
)

from doxa.domain.belief_record import BeliefRecord
from doxa.domain.evidence import Evidence
from doxa.domain.images import (
    Image,
    evidence_image,
    evidence_of,
    item_image,
    item_of,
    source_image,
    to_micros,
)
from doxa.domain.item import MemoryItem, Review, Status
from doxa.domain.operation import GENESIS, Commit, Head, JournalEntry, Operation, OperationKind
from doxa.domain.receipt import Receipt, ReceiptKind
from doxa.domain.source import CapturedTurn, Source, TurnKey
from doxa.domain.submission import Submission, SubmissionState
from doxa.errors import StoreError
from doxa.service.ports import Changes, Erasure, Raised, Raising

from . import review_queries, rows
from . import schema as t
from .migrations import HEAD as HEAD_REVISION
from .prepared import Prepared, PreparedList, Session
from .refusals import DRIVER_ERRORS, translating
from .sqlite import SqliteDatabase
from .upgrade import VERSION_TABLE, ensure_schema

T = TypeVar("T")

OWNER: BindParameter[str] = bindparam("owner_id")

_items = select(t.items).where(t.items.c.owner_id == OWNER)
_evidence = select(t.evidence).where(t.evidence.c.owner_id == OWNER)
_beliefs = select(t.beliefs).where(t.beliefs.c.owner_id == OWNER)
_IS_OF_COMMIT = and_(
    t.journal.c.owner_id == t.commits.c.owner_id, t.journal.c.sequence == t.commits.c.sequence
)
_journal = (
    select(t.commits, t.journal.c.entity, t.journal.c.entity_id, t.journal.c.change, t.journal.c.digest)
    .select_from(t.commits.outerjoin(t.journal, _IS_OF_COMMIT))
    .where(t.commits.c.owner_id == OWNER)
    .order_by(t.commits.c.sequence, t.journal.c.position)
)


def _is(column: Column[Any]) -> ColumnElement[bool]:
    """The column equals the value of its own name."""
    return column == bindparam(column.name)


HEAD = Prepared(select(t.owners).where(t.owners.c.owner_id == OWNER))
OPERATION = Prepared(select(t.operations).where(_is(t.operations.c.owner_id), _is(t.operations.c.identity)))
OPERATION_BY_ID = Prepared(
    select(t.operations).where(_is(t.operations.c.owner_id), _is(t.operations.c.operation_id))
)
OPERATIONS = Prepared(select(t.operations).where(_is(t.operations.c.owner_id)))
OPERATIONS_OF_KIND = PreparedList(
    select(t.operations).where(t.operations.c.owner_id == OWNER),
    t.operations.c.kind,
    t.operations.c.head_seen,
)
ITEMS = Prepared(_items)
ITEM = Prepared(_items.where(_is(t.items.c.memory_id)))
ITEMS_BY_ID = PreparedList(_items, t.items.c.memory_id, t.items.c.memory_id)
ITEMS_BY_WORDS = Prepared(_items.where(_is(t.items.c.words_hash)))
ITEMS_BY_BELIEF = Prepared(_items.where(_is(t.items.c.belief_key)))
ITEMS_BY_SLOT = Prepared(
    _items.where(_is(t.items.c.slot))
    .order_by(t.items.c.updated_at.desc(), t.items.c.memory_id)
    .limit(bindparam("limit"))
)
ITEMS_BY_REVIEW = Prepared(_items.where(_is(t.items.c.review)).order_by(t.items.c.memory_id))
_is_classless = and_(t.items.c.belief_class.is_(None), t.items.c.status != Status.TOMBSTONED.value)
CLASSLESS_ITEMS = Prepared(
    _items.where(_is_classless, t.items.c.memory_id > bindparam("after"))
    .order_by(t.items.c.memory_id)
    .limit(bindparam("limit"))
)
CLASSLESS_COUNT = Prepared(
    select(func.count().label("classless")).where(t.items.c.owner_id == OWNER, _is_classless)
)
LATEST_ITEM = Prepared(
    _items.where(_is(t.items.c.channel), t.items.c.source_id.is_not_distinct_from(bindparam("source_id")))
    .order_by(t.items.c.recorded_at.desc(), t.items.c.memory_id)
    .limit(1)
)
EVIDENCE = Prepared(_evidence)
EVIDENCE_BY_ITEM = PreparedList(
    _evidence, t.evidence.c.memory_id, t.evidence.c.observed_at, t.evidence.c.evidence_id
)
HEARD_TWICE = Prepared(
    select(t.evidence.c.belief_key)
    .where(t.evidence.c.owner_id == OWNER)
    .group_by(t.evidence.c.belief_key)
    .having(func.count() > 1)
)
EVIDENCE_BY_SOURCE = Prepared(_evidence.where(_is(t.evidence.c.source_id)))
BELIEFS = Prepared(_beliefs.order_by(t.beliefs.c.updated_at.desc(), t.beliefs.c.belief_key))
BELIEF = Prepared(_beliefs.where(_is(t.beliefs.c.belief_key)))
SOURCE = Prepared(select(t.sources).where(_is(t.sources.c.owner_id), _is(t.sources.c.source_id)))
TURNS = Prepared(
    select(t.turns).where(_is(t.turns.c.owner_id), _is(t.turns.c.source_id)).order_by(t.turns.c.position)
)
_submissions = select(t.submissions).where(t.submissions.c.owner_id == OWNER)
SUBMISSIONS = Prepared(
    _submissions.where(_is(t.submissions.c.state)).order_by(
        t.submissions.c.position, t.submissions.c.submission_id
    )
)
LAST_POSITION = Prepared(
    select(func.max(t.submissions.c.position).label("last")).where(_is(t.submissions.c.owner_id))
)
SUBMISSION = Prepared(_submissions.where(_is(t.submissions.c.submission_id)))
SUBMISSION_BY_IDENTITY = Prepared(_submissions.where(_is(t.submissions.c.identity)))
RECEIPTS = Prepared(
    select(t.receipts)
    .where(_is(t.receipts.c.owner_id), _is(t.receipts.c.subject_id), _is(t.receipts.c.kind))
    .order_by(t.receipts.c.recorded_at, t.receipts.c.receipt_id)
)
SEQUENCE_AT = Prepared(
    select(func.max(t.commits.c.sequence).label("sequence")).where(
        _is(t.commits.c.owner_id), t.commits.c.recorded_at <= bindparam("at")
    )
)
JOURNAL = Prepared(_journal)
JOURNAL_OF = Prepared(_journal.where(_is(t.journal.c.entity), _is(t.journal.c.entity_id)))
OWNERS = Prepared(select(t.owners.c.owner_id).order_by(t.owners.c.owner_id))
PENDING = Prepared(select(func.count().label("pending")).where(_is(t.outbox.c.owner_id)))

MOVE_HEAD = Prepared(
    update(t.owners)
    .where(t.owners.c.owner_id == bindparam("of_owner"), t.owners.c.head_sequence == bindparam("seen"))
    .values(head_sequence=bindparam("sequence"), head_hash=bindparam("hash"))
)
INSERT = {
    table: Prepared(insert(table).values({c.name: bindparam(c.name) for c in table.columns}))
    for table in t.metadata.tables.values()
}


def _update_by_key(table: Table, key: str) -> Prepared:
    columns = [c.name for c in table.columns if not c.primary_key]
    is_row = and_(table.c.owner_id == bindparam("of_owner"), table.c[key] == bindparam("of_id"))
    return Prepared(update(table).where(is_row).values({name: bindparam(name) for name in columns}))


UPDATE_ITEM = _update_by_key(t.items, "memory_id")
UPDATE_EVIDENCE = _update_by_key(t.evidence, "evidence_id")
UPDATE_BELIEF = _update_by_key(t.beliefs, "belief_key")
UPDATE_SOURCE = _update_by_key(t.sources, "source_id")
UPDATE_SUBMISSION = _update_by_key(t.submissions, "submission_id")
DELETE_SUBMISSION = Prepared(
    delete(t.submissions).where(
        t.submissions.c.owner_id == bindparam("of_owner"), t.submissions.c.submission_id == bindparam("of_id")
    )
)

# An erasure: each of these removes one kind of trace of one item or one of its pieces.
# The sum keeps a planner from reading the owner's whole journal by its number, once for every row erased.
_earlier = and_(t.journal.c.owner_id == bindparam("of_owner"), t.journal.c.sequence + 0 < bindparam("before"))
_of_entity = and_(t.journal.c.entity == bindparam("of_entity"), t.journal.c.entity_id == bindparam("of_id"))
# What said the words: the operations that wrote evidence of the item, and every capture of a
# source they stood in, since its digest covers all of its turns.
_their_operations = (
    select(t.commits.c.operation_id).join(t.journal, _IS_OF_COMMIT).where(_earlier, _of_entity)
)
_is_theirs = and_(
    t.operations.c.owner_id == bindparam("of_owner"), t.operations.c.operation_id.in_(_their_operations)
)
_is_of_source = and_(
    t.operations.c.owner_id == bindparam("of_owner"),
    t.operations.c.target == bindparam("of_source"),
    t.operations.c.kind != OperationKind.DELETE_SOURCE.value,
    t.operations.c.head_seen < bindparam("head_before"),
)
FORGET_DIGESTS = Prepared(update(t.operations).where(_is_theirs).values(digest=null()))
FORGET_IDENTITIES = Prepared(
    update(t.operations).where(_is_theirs, not_(t.operations.c.is_keyed)).values(identity=null())
)
FORGET_CAPTURE_DIGESTS = Prepared(update(t.operations).where(_is_of_source).values(digest=null()))
FORGET_CAPTURE_IDENTITIES = Prepared(
    update(t.operations).where(_is_of_source, not_(t.operations.c.is_keyed)).values(identity=null())
)
FORGET_JOURNAL = Prepared(update(t.journal).where(_earlier, _of_entity).values(change=null()))
_is_turn = and_(
    t.turns.c.owner_id == bindparam("of_owner"),
    t.turns.c.source_id == bindparam("of_source"),
    t.turns.c.turn_id == bindparam("of_turn"),
)
FORGET_TURN = Prepared(update(t.turns).where(_is_turn).values(text=null(), turn_hash=null()))
DELETE_TURN = Prepared(delete(t.turns).where(_is_turn))
DELETE_EVENTS = Prepared(
    delete(t.outbox).where(
        t.outbox.c.owner_id == bindparam("of_owner"), t.outbox.c.memory_id == bindparam("of_id")
    )
)

RAISED = {
    Raising.CONTESTED: review_queries.CONTESTED,
    Raising.CORRECTION: review_queries.CORRECTIONS,
    Raising.UNASSERTED: review_queries.UNASSERTED,
}


class SqlStore:
    """Every owner's memory in one database."""

    def __init__(self, database: SqliteDatabase) -> None:
        self.database = database
        with translating(database.place):
            # Whoever only reads must not wait for a writer, so the lock is taken where there is work.
            with database.reading() as session:
                found = _schema_version(session)
            if found != HEAD_REVISION:
                with database.connected() as connection:
                    ensure_schema(connection, database.place)
            database.use_log()

    @contextmanager
    def reading(self, owner_id: str) -> Iterator[SqlTransaction]:
        with translating(self.database.place), self.database.reading() as session:
            yield SqlTransaction(session, owner_id)

    @contextmanager
    def writing(self, owner_id: str) -> Iterator[SqlTransaction]:
        with translating(self.database.place):
            with self.database.writing() as session:
                transaction = SqlTransaction(session, owner_id)
                yield transaction
            if transaction.has_erased or self.database.has_traces:
                self.database.forget_traces()

    def owners(self) -> list[str]:
        with translating(self.database.place), self.database.reading() as session:
            return [image["owner_id"] for image in OWNERS.images(session, {})]

    def pending(self, owner_id: str) -> int:
        """How many outbox events wait to be delivered."""
        with translating(self.database.place), self.database.reading() as session:
            return int(PENDING.images(session, {"owner_id": owner_id})[0]["pending"])

    def has_traces(self) -> bool:
        """Whether words that were erased are still in the log, for an older reader's sake."""
        return self.database.has_traces

    def check(self) -> list[str]:
        with translating(self.database.place):
            return self.database.check()

    def close(self) -> None:
        self.database.close()


class SqlTransaction:
    """One owner's rows inside one database transaction."""

    def __init__(self, session: Session, owner_id: str) -> None:
        self._session, self._owner_id = session, owner_id
        self.has_erased = False

    # -- reading --------------------------------------------------------------------------

    def _images(self, prepared: Prepared, **values: object) -> list[dict[str, Any]]:
        return prepared.images(self._session, {"owner_id": self._owner_id, **values})

    def _first(self, make: Callable[[Image], T], prepared: Prepared, **values: object) -> T | None:
        found = self._images(prepared, **values)
        return make(found[0]) if found else None

    def _items(self, prepared: Prepared, **values: object) -> list[MemoryItem]:
        return [item_of(image) for image in self._images(prepared, **values)]

    def head(self) -> Head | None:
        return self._first(rows.head_of, HEAD)

    def operation(self, identity: str) -> Operation | None:
        return self._first(rows.operation_of, OPERATION, identity=identity)

    def operation_with_id(self, operation_id: str) -> Operation | None:
        return self._first(rows.operation_of, OPERATION_BY_ID, operation_id=operation_id)

    def item(self, memory_id: str) -> MemoryItem | None:
        return self._first(item_of, ITEM, memory_id=memory_id)

    def items(self, memory_ids: Sequence[str]) -> list[MemoryItem]:
        found = ITEMS_BY_ID.images(self._session, {"owner_id": self._owner_id}, memory_ids)
        return [item_of(image) for image in found]

    def items_with_words(self, words_hash: str) -> list[MemoryItem]:
        return self._items(ITEMS_BY_WORDS, words_hash=words_hash)

    def items_of_belief(self, belief_key: str) -> list[MemoryItem]:
        return self._items(ITEMS_BY_BELIEF, belief_key=belief_key)

    def items_of_slot(self, slot: str, limit: int) -> list[MemoryItem]:
        return self._items(ITEMS_BY_SLOT, slot=slot, limit=limit)

    def items_of_review(self, review: Review) -> list[MemoryItem]:
        return self._items(ITEMS_BY_REVIEW, review=review.value)

    def slotted_items(self, limit: int) -> list[MemoryItem]:
        return self._items(review_queries.SLOTTED, limit=limit)

    def ending_items(self, since: datetime, limit: int) -> list[MemoryItem]:
        return self._items(review_queries.ENDING, limit=limit, **{"from": to_micros(since)})

    def latest_items(self, limit: int) -> list[MemoryItem]:
        return self._items(review_queries.LATEST, limit=limit)

    def raised(self, how: Raising, per_source: int, limit: int) -> list[Raised]:
        found = self._images(RAISED[how], per_source=per_source, limit=limit)
        return [rows.raised_of(image) for image in found]

    def latest_item(self, channel: str, source_id: str | None) -> MemoryItem | None:
        return self._first(item_of, LATEST_ITEM, channel=channel, source_id=source_id)

    def all_items(self) -> list[MemoryItem]:
        return self._items(ITEMS)

    def classless_items(self, after: str, limit: int) -> list[MemoryItem]:
        return self._items(CLASSLESS_ITEMS, after=after, limit=limit)

    def classless_count(self) -> int:
        return int(self._images(CLASSLESS_COUNT)[0]["classless"])

    def evidence_of(self, memory_ids: Sequence[str]) -> list[Evidence]:
        found = EVIDENCE_BY_ITEM.images(self._session, {"owner_id": self._owner_id}, memory_ids)
        return [evidence_of(image) for image in found]

    def evidence_of_source(self, source_id: str) -> list[Evidence]:
        return [evidence_of(image) for image in self._images(EVIDENCE_BY_SOURCE, source_id=source_id)]

    def all_evidence(self) -> list[Evidence]:
        return [evidence_of(image) for image in self._images(EVIDENCE)]

    def keys_heard_twice(self) -> list[str]:
        """The keys under which there are at least two pieces of evidence, of whatever state."""
        return [image["belief_key"] for image in self._images(HEARD_TWICE)]

    def belief(self, belief_key: str) -> BeliefRecord | None:
        return self._first(rows.belief_of, BELIEF, belief_key=belief_key)

    def beliefs(self) -> list[BeliefRecord]:
        return [rows.belief_of(image) for image in self._images(BELIEFS)]

    def source(self, source_id: str) -> Source | None:
        return self._first(rows.source_of, SOURCE, source_id=source_id)

    def turns(self, source_id: str) -> list[CapturedTurn]:
        return [rows.turn_of(image) for image in self._images(TURNS, source_id=source_id)]

    def receipts(self, kind: ReceiptKind, subject_id: str) -> list[Receipt]:
        """Of one subject, the oldest first."""
        found = self._images(RECEIPTS, kind=kind.value, subject_id=subject_id)
        return [rows.receipt_of(image) for image in found]

    def submission(self, submission_id: str) -> Submission | None:
        return self._first(rows.submission_of, SUBMISSION, submission_id=submission_id)

    def submission_of_identity(self, identity: str) -> Submission | None:
        return self._first(rows.submission_of, SUBMISSION_BY_IDENTITY, identity=identity)

    def next_position(self) -> int:
        """The place behind all that wait, or have been cancelled."""
        return (self._images(LAST_POSITION)[0]["last"] or 0) + 1

    def submissions(self, state: SubmissionState) -> list[Submission]:
        """Those in a state, in the order of their places."""
        return [rows.submission_of(image) for image in self._images(SUBMISSIONS, state=state.value)]

    def sequence_at(self, at: datetime) -> int:
        return self._images(SEQUENCE_AT, at=to_micros(at))[0]["sequence"] or 0

    def journal_of(self, entity: str, entity_id: str) -> list[tuple[Commit, JournalEntry]]:
        found = self._images(JOURNAL_OF, entity=entity, entity_id=entity_id)
        return [(rows.commit_of(image), rows.journal_entry_of(image)) for image in found]

    def journal(self) -> list[tuple[Commit, list[JournalEntry]]]:
        """Every commit in order, with the rows it wrote; a commit may have written none."""
        return [
            (commit, [rows.journal_entry_of(image) for image in group if image["digest"] is not None])
            for commit, group in groupby(self._images(JOURNAL), key=rows.commit_of)
        ]

    def operations(self) -> list[Operation]:
        return [rows.operation_of(image) for image in self._images(OPERATIONS)]

    def operations_of(self, kinds: Sequence[OperationKind]) -> list[Operation]:
        """Those of these kinds, in the order of their commits."""
        named = [kind.value for kind in kinds]
        found = OPERATIONS_OF_KIND.images(self._session, {"owner_id": self._owner_id}, named)
        return [rows.operation_of(image) for image in found]

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

    def accept(self, submission: Submission) -> None:
        """Keep a request that will be done later; it is no commit, and changes nothing that is believed."""
        self._insert(t.submissions, [rows.submission_values(submission)])

    def drop_submission(self, submission_id: str) -> None:
        """What has been done waits no more."""
        DELETE_SUBMISSION.run(self._session, {"of_owner": self._owner_id, "of_id": submission_id})

    def update_submission(self, submission: Submission) -> None:
        self._update(UPDATE_SUBMISSION, "submission_id", [rows.submission_values(submission)])
        self.has_erased = True  # words that are dropped from it must not be left in the log

    def apply(self, changes: Changes) -> None:
        """Write everything one operation changes; the transaction keeps all of it or nothing."""
        commit = changes.commit
        self._move_head(commit)
        self._insert(t.operations, [rows.operation_values(changes.operation)])
        self._insert(t.commits, [rows.commit_values(commit)])
        self._insert(t.sources, map(source_image, changes.new_sources))
        self._update(UPDATE_SOURCE, "source_id", map(source_image, changes.changed_sources))
        self._delete_turns(changes.gone_turns)
        self._insert(t.turns, map(rows.turn_values, changes.new_turns))
        self._insert(t.items, map(item_image, changes.new_items))
        self._update(UPDATE_ITEM, "memory_id", map(item_image, changes.changed_items))
        self._insert(t.evidence, map(evidence_image, changes.new_evidence))
        self._update(UPDATE_EVIDENCE, "evidence_id", map(evidence_image, changes.changed_evidence))
        self._insert(t.beliefs, map(rows.belief_values, changes.new_beliefs))
        self._update(UPDATE_BELIEF, "belief_key", map(rows.belief_values, changes.changed_beliefs))
        self._insert(t.receipts, map(rows.receipt_values, changes.new_receipts))
        for submission in changes.changed_submissions:
            self.update_submission(submission)
        for submission_id in changes.settled_submissions:
            self.drop_submission(submission_id)
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
        moved = MOVE_HEAD.run(self._session, {"of_owner": self._owner_id, **values})
        if moved.rowcount != 1:
            raise StoreError(f"the journal of {self._owner_id!r} moved under a writer: repeat the call")

    def _insert(self, table: Table, values: Iterable[Image]) -> None:
        batch = [{**row, "owner_id": self._owner_id} for row in values]
        if batch:
            INSERT[table].run_many(self._session, batch)

    def _update(self, prepared: Prepared, key: str, values: Iterable[Image]) -> None:
        for row in values:
            prepared.run(self._session, {**row, "of_owner": self._owner_id, "of_id": row[key]})

    def _delete_turns(self, keys: Sequence[TurnKey]) -> None:
        for key in keys:
            DELETE_TURN.run(self._session, self._of_turn(key))

    def _of_turn(self, key: TurnKey) -> rows.Values:
        return {"of_owner": self._owner_id, "of_source": key.source_id, "of_turn": key.turn_id}

    def _scrub(self, erasure: Erasure, commit: Commit) -> None:
        """Remove every other trace of what this commit erases; ids, times and digests stay."""
        entities = [("item", i) for i in erasure.memory_ids] + [("evidence", i) for i in erasure.evidence_ids]
        values = {"of_owner": self._owner_id, "before": commit.sequence}
        for entity, entity_id in entities:
            # Having moved the item's status is not having said its words.
            said = (FORGET_DIGESTS, FORGET_IDENTITIES) if entity == "evidence" else ()
            for prepared in (*said, FORGET_JOURNAL):
                prepared.run(self._session, {**values, "of_entity": entity, "of_id": entity_id})
        for evidence_id in erasure.rewritten:
            FORGET_JOURNAL.run(self._session, {**values, "of_entity": "evidence", "of_id": evidence_id})
        of_source = {"of_owner": self._owner_id, "head_before": commit.sequence - 1}
        for source_id in {key.source_id for key in erasure.turns}:
            for prepared in (FORGET_CAPTURE_DIGESTS, FORGET_CAPTURE_IDENTITIES):
                prepared.run(self._session, {**of_source, "of_source": source_id})
        for key in erasure.turns:
            FORGET_TURN.run(self._session, self._of_turn(key))
        for memory_id in erasure.memory_ids:
            DELETE_EVENTS.run(self._session, {"of_owner": self._owner_id, "of_id": memory_id})


def _schema_version(session: Session) -> str | None:
    """The revision of a database that is ours; None for any other, which `ensure_schema` looks into."""
    try:
        found = session.rows(f"SELECT version_num FROM {VERSION_TABLE}, (SELECT count(*) FROM owners)", {})
    except DRIVER_ERRORS:
        return None
    return str(found[0][0]) if found else None
