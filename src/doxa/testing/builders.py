"""Builders: values with a default for everything, so that a test names only what matters."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from doxa.belief import Distribution, ProvenanceTier
from doxa.domain.belief_record import BeliefRecord
from doxa.domain.claim import SubjectScope
from doxa.domain.evidence import Evidence, EvidenceEvent
from doxa.domain.images import evidence_image, item_image
from doxa.domain.item import MemoryItem
from doxa.domain.operation import (
    Commit,
    Head,
    JournalEntry,
    Operation,
    OperationKind,
    commit_hash,
    keyed_digest,
)
from doxa.domain.receipt import Receipt, ReceiptKind
from doxa.domain.source import CapturedTurn, Source
from doxa.domain.submission import Submission, SubmissionState
from doxa.service.ports import Changes, Store, Transaction

from .fakes import START

SALT = "5a" * 16
_numbers = itertools.count(1)


def an_item(memory_id: str = "m_1", **values: Any) -> MemoryItem:
    """An item of the owner's, with words of its own unless they are given."""
    content = values.pop("content", f"the words of {memory_id}")
    salt = values.pop("salt", SALT)
    item = MemoryItem(
        memory_id=memory_id,
        revision=1,
        content=content,
        content_hash=None if content is None else keyed_digest(content, salt or ""),
        salt=salt,
        words_hash=None if content is None else keyed_digest(content),
        belief_key=f"~{memory_id}",
        subject="user",
        subject_scope=SubjectScope.PRIMARY_USER,
        observed_at=START,
        recorded_at=START,
        updated_at=START,
        channel="chat",
    )
    return replace(item, **values)


def a_piece(evidence_id: str = "e_1", memory_id: str = "m_1", **values: Any) -> Evidence:
    """What the owner said in so many words."""
    piece = Evidence(
        evidence_id=evidence_id,
        memory_id=memory_id,
        belief_key=f"~{memory_id}",
        event=EvidenceEvent.ASSERTED,
        channel="chat",
        tier=ProvenanceTier.USER_DIRECT,
        content_confidence=1.0,
        family=f"call:{evidence_id}",
        observed_at=START,
        recorded_at=START,
        quote=f"the words of {memory_id}",
    )
    return replace(piece, **values)


def a_belief(belief_key: str = "~m_1", **values: Any) -> BeliefRecord:
    record = BeliefRecord(
        belief_key=belief_key,
        revision=1,
        distribution=Distribution({belief_key.lstrip("~"): 0.98}, 0.02),
        asserted=belief_key.lstrip("~"),
        is_contested=False,
        half_life_days=None,
        clock=START,
        updated_at=START,
    )
    return replace(record, **values)


def a_source(source_id: str = "s_1", **values: Any) -> Source:
    return replace(Source(source_id, 1, "chat", START, START), **values)


def a_turn(source_id: str = "s_1", turn_id: str = "1", **values: Any) -> CapturedTurn:
    turn = CapturedTurn(
        source_id=source_id,
        turn_id=turn_id,
        position=1,
        generation=1,
        speaker="user",
        role="user",
        text=f"what was said in turn {turn_id}",
        turn_hash=keyed_digest(["user", "user", turn_id]),
        observed_at=START,
        recorded_at=START,
    )
    return replace(turn, **values)


def a_submission(submission_id: str = "o_1", **values: Any) -> Submission:
    given: dict[str, Any] = {
        "kind": OperationKind.REMEMBER,
        "source_id": None,
        "identity": f"auto:{submission_id}",
        "is_keyed": False,
        "digest": "d",
        "actor": "test",
        "state": SubmissionState.PENDING,
        "attempts": 0,
        "error": None,
        "arguments": {"text": "the words"},
        "position": 1,
        "recorded_at": START,
        "updated_at": START,
        **values,
    }
    return Submission(submission_id, **given)


def a_receipt(receipt_id: str = "r_1", **values: Any) -> Receipt:
    given: dict[str, Any] = {
        "kind": ReceiptKind.SOURCE_REPLACEMENT,
        "subject_id": "s_1",
        "operation_id": "o_1",
        "generation": 2,
        "recorded_at": START,
        **values,
    }
    return Receipt(receipt_id, **given)


def an_operation(head: Head, now: datetime = START, **values: Any) -> Operation:
    """An operation with an id and an identity that no other has."""
    number = next(_numbers)
    operation = Operation(
        operation_id=f"o_{number}",
        kind=OperationKind.REMEMBER,
        target=None,
        identity=f"auto:{number}",
        is_keyed=False,
        digest=keyed_digest(number),
        actor="test",
        created_at=now,
        account_generation=head.account_generation,
        head_seen=head.sequence,
        result={"outcomes": []},
    )
    return replace(operation, **values)


def a_commit(
    head: Head, operation: Operation, journal: Iterable[JournalEntry] = (), now: datetime = START
) -> Commit:
    """The commit that follows from the head."""
    sequence = head.sequence + 1
    digests = [entry.digest for entry in journal]
    sealed = commit_hash(head.commit_hash, sequence, operation, now, digests)
    return Commit(sequence, operation.operation_id, head.commit_hash, sealed, now)


def journal_of(items: Iterable[MemoryItem], pieces: Iterable[Evidence]) -> list[JournalEntry]:
    """Each row as a whole; its digest is keyed with the salt of its item."""
    items = list(items)
    salts = {item.memory_id: item.salt or "" for item in items}
    return [
        *(_entry("item", item.memory_id, item_image(item), item.salt or "") for item in items),
        *(_entry("evidence", p.evidence_id, evidence_image(p), salts.get(p.memory_id, SALT)) for p in pieces),
    ]


def _entry(entity: str, entity_id: str, change: Mapping[str, Any], salt: str) -> JournalEntry:
    return JournalEntry(entity, entity_id, change, keyed_digest(change, salt))


def changes(
    transaction: Transaction,
    *,
    now: datetime = START,
    operation: Mapping[str, Any] | None = None,
    **rows: Any,
) -> Changes:
    """All that one operation writes, ready to be applied: it follows from the owner's head."""
    head = transaction.head() or transaction.open_account("UTC", now)
    asked = an_operation(head, now, **(operation or {}))
    journal = rows.pop("journal", None)
    if journal is None:
        journal = journal_of(
            [*rows.get("new_items", ()), *rows.get("changed_items", ())],
            [*rows.get("new_evidence", ()), *rows.get("changed_evidence", ())],
        )
    return Changes(asked, a_commit(head, asked, journal, now), journal, **rows)


def apply(store: Store, owner_id: str, **rows: Any) -> Changes:
    """Write one operation in a transaction of its own."""
    with store.writing(owner_id) as transaction:
        written = changes(transaction, **rows)
        transaction.apply(written)
    return written
