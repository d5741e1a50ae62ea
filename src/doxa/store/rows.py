"""Rows: the values of the domain as the tables keep them, where an image is not the row itself."""

from __future__ import annotations

import json
from dataclasses import fields
from typing import Any

from sqlalchemy import Row

from doxa.domain.belief_record import BeliefRecord
from doxa.domain.images import (
    distribution_image,
    distribution_of,
    from_micros,
    instant,
    to_json,
    to_micros,
)
from doxa.domain.operation import Commit, JournalEntry, Operation, OperationKind
from doxa.domain.source import CapturedTurn, Source

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


def belief_of(row: Row[Any]) -> BeliefRecord:
    return BeliefRecord(
        belief_key=row.belief_key,
        revision=row.revision,
        distribution=distribution_of(json.loads(row.distribution)),
        asserted=row.asserted,
        is_contested=bool(row.is_contested),
        half_life_days=row.half_life_days,
        clock=from_micros(row.clock),
        updated_at=instant(row.updated_at),
    )


def operation_values(operation: Operation) -> Values:
    return {
        "operation_id": operation.operation_id,
        "kind": operation.kind.value,
        "identity": operation.identity,
        "is_keyed": operation.is_keyed,
        "digest": operation.digest,
        "actor": operation.actor,
        "created_at": to_micros(operation.created_at),
        "account_generation": operation.account_generation,
        "head_seen": operation.head_seen,
        "result": to_json(operation.result),
    }


def operation_of(row: Row[Any]) -> Operation:
    return Operation(
        operation_id=row.operation_id,
        kind=OperationKind(row.kind),
        identity=row.identity,
        is_keyed=bool(row.is_keyed),
        digest=row.digest,
        actor=row.actor,
        created_at=instant(row.created_at),
        account_generation=row.account_generation,
        head_seen=row.head_seen,
        result=json.loads(row.result),
    )


def commit_values(commit: Commit) -> Values:
    return {
        "sequence": commit.sequence,
        "operation_id": commit.operation_id,
        "parent_hash": commit.parent_hash,
        "commit_hash": commit.commit_hash,
        "recorded_at": to_micros(commit.recorded_at),
    }


def commit_of(row: Row[Any]) -> Commit:
    return Commit(
        sequence=row.sequence,
        operation_id=row.operation_id,
        parent_hash=row.parent_hash,
        commit_hash=row.commit_hash,
        recorded_at=instant(row.recorded_at),
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


def journal_entry_of(row: Row[Any]) -> JournalEntry:
    change = None if row.change is None else json.loads(row.change)
    return JournalEntry(row.entity, row.entity_id, change, row.digest)


def source_values(source: Source) -> Values:
    return {
        "source_id": source.source_id,
        "generation": source.generation,
        "channel": source.channel,
        "recorded_at": to_micros(source.recorded_at),
        "updated_at": to_micros(source.updated_at),
    }


def source_of(row: Row[Any]) -> Source:
    return Source(
        row.source_id, row.generation, row.channel, instant(row.recorded_at), instant(row.updated_at)
    )


def turn_values(turn: CapturedTurn) -> Values:
    values: Values = {field.name: getattr(turn, field.name) for field in fields(CapturedTurn)}
    values["observed_at"], values["recorded_at"] = to_micros(turn.observed_at), to_micros(turn.recorded_at)
    return values


def turn_of(row: Row[Any]) -> CapturedTurn:
    return CapturedTurn(
        source_id=row.source_id,
        turn_id=row.turn_id,
        position=row.position,
        generation=row.generation,
        speaker=row.speaker,
        role=row.role,
        text=row.text,
        turn_hash=row.turn_hash,
        observed_at=instant(row.observed_at),
        recorded_at=instant(row.recorded_at),
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
