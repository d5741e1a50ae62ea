"""Rows: the values of the domain as the tables keep them, where an image is not the row itself."""

from __future__ import annotations

import json
from dataclasses import fields
from typing import Any

from doxa.domain.belief_record import BeliefRecord
from doxa.domain.images import (
    Image,
    distribution_image,
    distribution_of,
    from_micros,
    instant,
    to_json,
    to_micros,
)
from doxa.domain.operation import Commit, Head, JournalEntry, Operation, OperationKind
from doxa.domain.receipt import Receipt, ReceiptKind
from doxa.domain.source import CapturedTurn, Source
from doxa.domain.submission import Submission, SubmissionState
from doxa.service.ports import Raised

Values = dict[str, Any]


def belief_values(belief: BeliefRecord) -> Values:
    return {
        "belief_key": belief.belief_key,
        "revision": belief.revision,
        "distribution": to_json(distribution_image(belief.distribution)),
        "asserted": belief.asserted,
        "is_contested": belief.is_contested,
        "half_life_days": belief.half_life_days,
        "clock": to_micros(belief.clock),
        "updated_at": to_micros(belief.updated_at),
    }


def raised_of(r: Image) -> Raised:
    return Raised(r["belief_key"], r["channel"], r["source_id"], instant(r["newest"]), r["total"])


def belief_of(r: Image) -> BeliefRecord:
    return BeliefRecord(
        belief_key=r["belief_key"],
        revision=r["revision"],
        distribution=distribution_of(json.loads(r["distribution"])),
        asserted=r["asserted"],
        is_contested=bool(r["is_contested"]),
        half_life_days=r["half_life_days"],
        clock=from_micros(r["clock"]),
        updated_at=instant(r["updated_at"]),
    )


def operation_values(operation: Operation) -> Values:
    return {
        "operation_id": operation.operation_id,
        "kind": operation.kind.value,
        "target": operation.target,
        "identity": operation.identity,
        "is_keyed": operation.is_keyed,
        "digest": operation.digest,
        "actor": operation.actor,
        "created_at": to_micros(operation.created_at),
        "account_generation": operation.account_generation,
        "head_seen": operation.head_seen,
        "result": to_json(operation.result),
    }


def operation_of(r: Image) -> Operation:
    return Operation(
        operation_id=r["operation_id"],
        kind=OperationKind(r["kind"]),
        target=r["target"],
        identity=r["identity"],
        is_keyed=bool(r["is_keyed"]),
        digest=r["digest"],
        actor=r["actor"],
        created_at=instant(r["created_at"]),
        account_generation=r["account_generation"],
        head_seen=r["head_seen"],
        result=json.loads(r["result"]),
    )


def head_of(r: Image) -> Head:
    return Head(r["head_sequence"], r["head_hash"], r["account_generation"], r["zone"])


def commit_values(commit: Commit) -> Values:
    return {
        "sequence": commit.sequence,
        "operation_id": commit.operation_id,
        "parent_hash": commit.parent_hash,
        "commit_hash": commit.commit_hash,
        "recorded_at": to_micros(commit.recorded_at),
    }


def commit_of(r: Image) -> Commit:
    return Commit(
        sequence=r["sequence"],
        operation_id=r["operation_id"],
        parent_hash=r["parent_hash"],
        commit_hash=r["commit_hash"],
        recorded_at=instant(r["recorded_at"]),
    )


def journal_values(entry: JournalEntry, sequence: int, position: int) -> Values:
    return {
        "sequence": sequence,
        "position": position,
        "entity": entry.entity,
        "entity_id": entry.entity_id,
        "change": None if entry.change is None else to_json(entry.change),
        "digest": entry.digest,
    }


def journal_entry_of(r: Image) -> JournalEntry:
    change = None if r["change"] is None else json.loads(r["change"])
    return JournalEntry(r["entity"], r["entity_id"], change, r["digest"])


def source_of(r: Image) -> Source:
    return Source(
        r["source_id"], r["generation"], r["channel"], instant(r["recorded_at"]), instant(r["updated_at"])
    )


def turn_values(turn: CapturedTurn) -> Values:
    values: Values = {field.name: getattr(turn, field.name) for field in fields(CapturedTurn)}
    values["observed_at"], values["recorded_at"] = to_micros(turn.observed_at), to_micros(turn.recorded_at)
    return values


def turn_of(r: Image) -> CapturedTurn:
    return CapturedTurn(
        source_id=r["source_id"],
        turn_id=r["turn_id"],
        position=r["position"],
        generation=r["generation"],
        speaker=r["speaker"],
        role=r["role"],
        text=r["text"],
        turn_hash=r["turn_hash"],
        observed_at=instant(r["observed_at"]),
        recorded_at=instant(r["recorded_at"]),
    )


def outbox_values(kind: str, memory_id: str, operation: Operation, commit: Commit, position: int) -> Values:
    return {
        "sequence": commit.sequence,
        "position": position,
        "kind": kind,
        "memory_id": memory_id,
        "account_generation": operation.account_generation,
        "attempts": 0,
        "last_error": None,
    }


def submission_values(submission: Submission) -> Values:
    values: Values = {field.name: getattr(submission, field.name) for field in fields(Submission)}
    arguments = submission.arguments
    return values | {
        "kind": submission.kind.value,
        "state": submission.state.value,
        "arguments": None if arguments is None else to_json(arguments),
        "recorded_at": to_micros(submission.recorded_at),
        "updated_at": to_micros(submission.updated_at),
    }


def submission_of(r: Image) -> Submission:
    return Submission(
        submission_id=r["submission_id"],
        kind=OperationKind(r["kind"]),
        source_id=r["source_id"],
        identity=r["identity"],
        is_keyed=bool(r["is_keyed"]),
        digest=r["digest"],
        actor=r["actor"],
        state=SubmissionState(r["state"]),
        attempts=r["attempts"],
        error=r["error"],
        arguments=None if r["arguments"] is None else json.loads(r["arguments"]),
        position=r["position"],
        recorded_at=instant(r["recorded_at"]),
        updated_at=instant(r["updated_at"]),
    )


def receipt_values(receipt: Receipt) -> Values:
    return {
        "receipt_id": receipt.receipt_id,
        "kind": receipt.kind.value,
        "subject_id": receipt.subject_id,
        "bound_to": to_json({"operation_id": receipt.operation_id, "generation": receipt.generation}),
        "recorded_at": to_micros(receipt.recorded_at),
    }


def receipt_of(r: Image) -> Receipt:
    bound = json.loads(r["bound_to"])
    return Receipt(
        receipt_id=r["receipt_id"],
        kind=ReceiptKind(r["kind"]),
        subject_id=r["subject_id"],
        operation_id=bound["operation_id"],
        generation=bound["generation"],
        recorded_at=instant(r["recorded_at"]),
    )
