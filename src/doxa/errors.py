"""What can go wrong, shaped for ``except``.

Every error is one line that says what happened, to what, and what to do.  The
class says which kind of refusal it is; ``doxa.faces.refusals`` turns the kind
into an exit code or an HTTP status, in one table.
"""

from __future__ import annotations


class DoxaError(Exception):
    """The base of every error this library raises on purpose."""


class InvalidInput(DoxaError, ValueError):
    """A value the caller gave cannot be taken; nothing was written."""


class NotFound(DoxaError, LookupError):
    """There is no such thing for this owner."""


class MemoryNotFound(NotFound):
    def __init__(self, memory_id: str) -> None:
        super().__init__(f"no memory with id {memory_id!r}: `doxa list` shows the ids this owner has")
        self.memory_id = memory_id


class BeliefNotFound(NotFound):
    def __init__(self, what: str) -> None:
        super().__init__(f"no belief for {what!r}: `doxa beliefs` shows the keys this owner has")
        self.what = what


class SourceNotFound(NotFound):
    def __init__(self, source: str) -> None:
        super().__init__(
            f"nothing is remembered from the source {source!r}: `doxa list --json` shows where each is from"
        )
        self.source = source


class OperationNotFound(NotFound):
    def __init__(self, operation_id: str) -> None:
        super().__init__(f"no operation with id {operation_id!r}: a write answers with the id of its own")
        self.operation_id = operation_id


class Erased(NotFound):
    """The thing was deleted for good; its trace says so and nothing more."""


class Conflict(DoxaError):
    """The request no longer fits what stands; read again and decide anew."""


class IdempotencyConflict(Conflict):
    def __init__(self, idempotency_key: str) -> None:
        super().__init__(
            f"idempotency key {idempotency_key!r} was already used for another request: send a new key"
        )
        self.idempotency_key = idempotency_key


class StaleRevision(Conflict):
    def __init__(self, memory_id: str, expected: int, actual: int) -> None:
        super().__init__(
            f"memory {memory_id!r} is at revision {actual}, not {expected}: read it again and retry"
        )
        self.memory_id, self.expected, self.actual = memory_id, expected, actual


class Refused(DoxaError):
    """The memory will not do this, whoever asks."""


class StoreError(DoxaError):
    """The database could not serve; whatever was under way left nothing behind."""


class StoreBusy(StoreError):
    """Another process holds the database; the same call may go through later."""


class StoreFull(StoreError):
    """The disk is full."""


class StoreReadOnly(StoreError):
    """The file or its folder cannot be written."""


class StoreDamaged(StoreError):
    """The file is not a database, or a page of it cannot be read."""


class SchemaTooNew(StoreError):
    def __init__(self, found: str) -> None:
        super().__init__(
            f"the database was written by a newer doxa (schema {found}): upgrade doxa, or open another file"
        )
        self.found = found


class IndexMismatch(StoreError):
    """The index was built by another embedder than the one now configured."""


class ModelFailed(DoxaError):
    """The language model gave no usable answer; nothing was written because of it.

    ``reason`` is a category without words of anybody's: `timeout`, `unreachable`, `refused` or
    `invalid_output`.
    """

    def __init__(self, reason: str, advice: str) -> None:
        super().__init__(f"the model gave no usable answer ({reason}): {advice}")
        self.reason = reason
