"""Submitting: what is accepted before a model is asked, so that a failing model loses nothing.

A submission is kept, with its raw input, before anything is asked.  It becomes an operation
of the same id in the transaction that does it; where the model fails it is tried again, a few
times, and then waits for a person.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from doxa.domain.operation import Operation, OperationKind
from doxa.domain.submission import ATTEMPTS, Submission, SubmissionState
from doxa.errors import (
    Conflict,
    DoxaError,
    Erased,
    IdempotencyConflict,
    InvalidInput,
    ModelFailed,
    OperationNotFound,
    Refused,
    StoreBusy,
)

from .change import Request
from .parts import Parts, checked_name, checked_owner
from .ports import Transaction
from .requests import earlier
from .submissions import WAITING, cancelled, gone, view_of, why
from .views import OperationView

T = TypeVar("T")
Process = Callable[[str, Submission], Any]
BEHIND = "an earlier part of the same source has to be processed first; `doxa maintain` does both"


@dataclass(frozen=True, slots=True)
class Attempt:
    """What came of one try: the answer, or why there is none and where the request stands."""

    submission: Submission
    done: Any = None
    error: DoxaError | None = None


class Submitting:
    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._processes: dict[OperationKind, Process] = {}

    def accept(
        self,
        owner_id: str,
        wanted: Request,
        source_id: str | None,
        arguments: Mapping[str, Any],
        idempotency_key: str | None,
    ) -> Submission | Operation:
        """Keep what is asked for, durably; the same again is the same submission, or its operation."""
        parts, now = self._parts, self._parts.clock()
        with parts.store.writing(owner_id) as transaction:
            parts.head(transaction, now)
            if done := earlier(transaction, wanted, idempotency_key):
                return done
            known = transaction.submission_of_identity(wanted.identity)
            if known is None:
                submission = Submission(
                    submission_id=parts.new_id("o"),
                    kind=wanted.kind,
                    source_id=source_id,
                    identity=wanted.identity,
                    is_keyed=wanted.is_keyed,
                    digest=wanted.digest,
                    actor=wanted.actor,
                    state=SubmissionState.PENDING,
                    attempts=0,
                    error=None,
                    arguments=arguments,
                    position=transaction.next_position(),
                    recorded_at=now,
                    updated_at=now,
                )
                transaction.accept(submission)
                return submission
            if known.digest != wanted.digest:
                raise IdempotencyConflict(str(idempotency_key))
            if arguments.get("replace"):  # the last to say how a source is has the last word
                known = replace(known, position=transaction.next_position())
                transaction.update_submission(known)
            return self._again(transaction, known)

    def handle(self, kind: OperationKind, process: Process) -> None:
        """By what requests of a kind are done."""
        self._processes[kind] = process

    def run(self, owner_id: str, submission: Submission, waiting: Callable[[Submission, str], T]) -> T | None:
        """Do it, after what came before it to the same source; ``waiting`` answers where that fails.

        What can never be done is refused, and kept no longer.
        """
        done: T | None = None
        for one in self._up_to(owner_id, submission):
            is_own = one.submission_id == submission.submission_id
            attempt = self.attempt(owner_id, one)
            done, error = attempt.done, attempt.error
            if error is None or (isinstance(error, Conflict) and not is_own):
                continue
            if not is_own:
                return waiting(submission, BEHIND)
            if isinstance(error, (InvalidInput, Refused)):
                self.cancel(owner_id, submission.submission_id)
            if isinstance(error, (InvalidInput, Refused, Conflict)):
                raise error
            return waiting(attempt.submission, why(attempt.submission))
        return done

    def do_first(self, owner_id: str, source_id: str) -> None:
        """Do what waits for a source before more comes to it by rule: by rule as well, in its order."""
        with self._parts.store.reading(owner_id) as transaction:
            pending = transaction.submissions(SubmissionState.PENDING)
        for one in pending:
            if one.source_id == source_id:
                self.attempt(owner_id, one)

    def attempt(self, owner_id: str, submission: Submission) -> Attempt:
        """Try it once.  A fault is noted, and must not stop what does not depend on it."""
        try:
            return Attempt(submission, done=self._processes[submission.kind](owner_id, submission))
        except Erased:  # it was done by another door, and what it wrote has been deleted since
            with self._parts.store.writing(owner_id) as transaction:
                transaction.update_submission(cancelled(submission, self._parts))
            return Attempt(submission, error=gone(submission.submission_id))
        except (ModelFailed, StoreBusy, InvalidInput, Refused, IdempotencyConflict) as error:
            return Attempt(self._note_failure(owner_id, submission, error), error=error)
        except Conflict as error:  # cancelled meanwhile
            return Attempt(submission, error=error)

    def _up_to(self, owner_id: str, submission: Submission) -> list[Submission]:
        if submission.source_id is None:
            return [submission]
        with self._parts.store.reading(owner_id) as transaction:
            pending = transaction.submissions(SubmissionState.PENDING)
        of_source = [one for one in pending if one.source_id == submission.source_id]
        ids = [one.submission_id for one in of_source]
        if submission.submission_id not in ids:
            return [submission]  # somebody else has just done it, and says what came of it
        return of_source[: ids.index(submission.submission_id) + 1]

    def _note_failure(self, owner_id: str, submission: Submission, error: DoxaError) -> Submission:
        """Count the attempt; after the last one it is tried no more by itself."""
        now = self._parts.clock()
        reason = error.reason if isinstance(error, ModelFailed) else refusal_of(error)
        with self._parts.store.writing(owner_id) as transaction:
            known = transaction.submission(submission.submission_id)
            if known is None or known.state is not SubmissionState.PENDING:
                return known or submission
            attempts = known.attempts + 1
            state = SubmissionState.FAILED if attempts >= ATTEMPTS else SubmissionState.PENDING
            failed = replace(known, attempts=attempts, state=state, error=reason, updated_at=now)
            transaction.update_submission(failed)
        return failed

    def operation(self, owner_id: str, operation_id: str) -> OperationView:
        """How far a request has come."""
        checked_name(operation_id, "the operation's id")
        with self._parts.store.reading(checked_owner(owner_id)) as transaction:
            if submission := transaction.submission(operation_id):
                return view_of(submission)
            operation = transaction.operation_with_id(operation_id)
        if operation is None:
            raise OperationNotFound(operation_id)
        outcomes = operation.result.get("outcomes", ())
        return OperationView(
            id=operation_id,
            kind=operation.kind,
            state="processed",
            attempts=1,
            error=None,
            source=operation.target if operation.kind is OperationKind.CAPTURE else None,
            accepted_at=operation.created_at,
            due_at=None,
            memories=tuple(dict.fromkeys(one["memory_id"] for one in outcomes)),
        )

    def operations(self, owner_id: str) -> tuple[OperationView, ...]:
        """The requests that wait for a model or for a person, the oldest first."""
        with self._parts.store.reading(checked_owner(owner_id)) as transaction:
            found = [one for state in WAITING for one in transaction.submissions(state)]
        return tuple(view_of(one) for one in sorted(found, key=lambda s: (s.recorded_at, s.submission_id)))

    def renewed(self, owner_id: str, operation_id: str) -> Submission:
        """A submission that is to be tried again, from the first attempt on."""
        with self._parts.store.writing(checked_owner(owner_id)) as transaction:
            return self._again(transaction, self._waiting(transaction, operation_id))

    def cancel(self, owner_id: str, operation_id: str) -> OperationView:
        """Give up a request that has not been done: its raw input is deleted for good."""
        with self._parts.store.writing(checked_owner(owner_id)) as transaction:
            gone = cancelled(self._waiting(transaction, operation_id), self._parts)
            transaction.update_submission(gone)
        return view_of(gone)

    def _again(self, transaction: Transaction, known: Submission) -> Submission:
        if known.state is not SubmissionState.FAILED:
            return known
        again = replace(
            known, state=SubmissionState.PENDING, attempts=0, error=None, updated_at=self._parts.clock()
        )
        transaction.update_submission(again)
        return again

    @staticmethod
    def _waiting(transaction: Transaction, operation_id: str) -> Submission:
        known = transaction.submission(checked_name(operation_id, "the operation's id"))
        if known is None and transaction.operation_with_id(operation_id) is not None:
            raise Conflict(f"the operation {operation_id!r} is done: correct or forget what it wrote instead")
        if known is None:
            raise OperationNotFound(operation_id)
        if known.state is SubmissionState.CANCELLED:
            raise gone(operation_id)
        return known


def refusal_of(error: DoxaError) -> str:
    return "overtaken" if isinstance(error, StoreBusy) else "refused"
