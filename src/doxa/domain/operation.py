"""Operations and commits: what was intended, what was applied, and the chain that proves it.

Every digest of something with words in it is keyed with a salt that goes when the words
go, so the chain still verifies after an erasure and the words cannot be guessed from it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

GENESIS = "0" * 32


class OperationKind(StrEnum):
    REMEMBER = "remember"
    CAPTURE = "capture"
    CONFIRM = "confirm"
    REJECT = "reject"
    CORRECT = "correct"
    RESOLVE = "resolve"
    FORGET = "forget"
    DELETE_SOURCE = "delete_source"
    BACKFILL = "backfill"


@dataclass(frozen=True, slots=True)
class Head:
    """The owner's latest commit and account generation; ``sequence`` 0 is before the first."""

    sequence: int
    commit_hash: str
    account_generation: int
    zone: str


@dataclass(frozen=True, slots=True)
class Operation:
    """One intended change.  ``target`` is the source or the memory it is about, where that is known
    beforehand; ``identity`` finds it again on a retry.

    An erasure clears the ``digest``, and the identity too unless the caller gave the key.

    ``result`` holds ids and categories only, never words.
    """

    operation_id: str
    kind: OperationKind
    target: str | None
    identity: str | None
    is_keyed: bool
    digest: str | None
    actor: str
    created_at: datetime
    account_generation: int
    head_seen: int
    result: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class JournalEntry:
    """What one row looked like after a commit: only the columns that changed; None once erased."""

    entity: str
    entity_id: str
    change: Mapping[str, Any] | None
    digest: str


@dataclass(frozen=True, slots=True)
class Commit:
    """One applied operation; ``sequence`` has no holes and the hash covers the parent's."""

    sequence: int
    operation_id: str
    parent_hash: str
    commit_hash: str
    recorded_at: datetime


def canonical(value: object) -> bytes:
    """One spelling for one value, so that equal values have equal digests."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode(
        "utf-8", "surrogatepass"
    )


def keyed_digest(value: object, salt: str = "") -> str:
    """32 hexadecimal digits over the value; not to be guessed without the salt."""
    return hashlib.blake2b(canonical(value), digest_size=16, key=bytes.fromhex(salt)).hexdigest()


def commit_hash(
    parent_hash: str, sequence: int, operation: Operation, recorded_at: datetime, digests: Iterable[str]
) -> str:
    """The hash of a commit: it covers its parent, its place, its operation and every row's digest.

    Not the operation's identity and digest: these cover words, and go with them.
    """
    intended = [
        operation.operation_id,
        operation.kind,
        operation.target,
        operation.is_keyed,
        operation.actor,
        operation.created_at.isoformat(),
        operation.account_generation,
        operation.head_seen,
        operation.result,
    ]
    return keyed_digest([parent_hash, sequence, recorded_at.isoformat(), intended, *digests])
