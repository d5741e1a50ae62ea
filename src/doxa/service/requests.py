"""Requests: what makes two calls the same operation, and what a retry gets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from doxa.domain.operation import Operation, OperationKind, keyed_digest
from doxa.errors import Erased, IdempotencyConflict

from .change import Request
from .parts import checked_name
from .ports import Transaction


def request(
    kind: OperationKind,
    payload: Mapping[str, Any],
    *,
    actor: str,
    idempotency_key: str | None,
    target: str | None = None,
) -> Request:
    """An operation is its caller's key where one is given, else all that it says.

    The commit's hash covers the ``actor``, so it must come back from the store as it was given.
    """
    checked_name(actor, "the actor")
    digest = keyed_digest([kind, payload])
    if idempotency_key is None:
        return Request(kind, target, actor, f"auto:{digest}", False, digest)
    key = checked_name(idempotency_key, "the idempotency key")
    return Request(kind, target, actor, f"key:{keyed_digest(key)}", True, digest)


def earlier(transaction: Transaction, wanted: Request, idempotency_key: str | None) -> Operation | None:
    """The operation this request already was, if any; the same key for another request is refused."""
    found = transaction.operation(wanted.identity)
    if found is None:
        return None
    if found.digest is None:
        raise Erased("what this request wrote has been deleted for good: send a new key to write it again")
    if found.digest != wanted.digest:
        raise IdempotencyConflict(str(idempotency_key))
    return found
