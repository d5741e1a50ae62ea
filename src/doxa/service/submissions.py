"""Submissions: what a request that waits is asked for, how it ends, and how it is told of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from doxa.domain.evidence import Evidence
from doxa.domain.item import MemoryItem
from doxa.domain.operation import OperationKind
from doxa.domain.source import WITHHELD
from doxa.domain.submission import Submission, SubmissionState
from doxa.errors import Conflict, IdempotencyConflict

from .change import Change, Request
from .parts import Parts
from .ports import Transaction
from .statement import words_hash
from .views import OperationView

WAITING = (SubmissionState.PENDING, SubmissionState.FAILED)
TRIED_AGAIN = "the model gave no usable answer ({}): it is kept, and `doxa maintain` tries it again"
GIVEN_UP = (
    "the model gave no usable answer ({}) {} times: it is kept; `doxa operation {} --retry` tries again"
)
ACCEPTED = "it is accepted, and processed by `doxa maintain`"


def gone(operation_id: str) -> Conflict:
    return Conflict(f"the operation {operation_id!r} was cancelled: send the request again")


def settle_same(
    transaction: Transaction, change: Change, wanted: Request, idempotency_key: str | None
) -> None:
    """What waits for a model under this very identity, and is done now by rule, waits no more."""
    known = transaction.submission_of_identity(wanted.identity)
    if known is None:
        return
    if known.digest != wanted.digest:
        raise IdempotencyConflict(str(idempotency_key))
    change.settle_submission(known.submission_id)


def settle(transaction: Transaction, change: Change, submission_id: str) -> None:
    """Have the submission end with this change; refused where it was cancelled meanwhile."""
    known = transaction.submission(submission_id)
    if known is None or known.state is SubmissionState.CANCELLED:
        raise gone(submission_id)
    change.settle_submission(submission_id)


def cancelled(submission: Submission, parts: Parts) -> Submission:
    """Without its words, and without whatever was made of them."""
    return replace(
        submission,
        state=SubmissionState.CANCELLED,
        identity=None,
        digest=None,
        arguments=None,
        updated_at=parts.clock(),
    )


def arguments_of(submission: Submission) -> Mapping[str, Any]:
    if submission.arguments is None:
        raise gone(submission.submission_id)
    return submission.arguments


def request_of(submission: Submission) -> Request:
    target = submission.source_id if submission.kind is OperationKind.CAPTURE else None
    return Request(
        kind=submission.kind,
        target=target,
        actor=submission.actor,
        identity=submission.identity or "",
        is_keyed=submission.is_keyed,
        digest=submission.digest or "",
    )


def why(submission: Submission) -> str:
    """What became of it so far, in words."""
    if submission.state is SubmissionState.FAILED:
        return GIVEN_UP.format(submission.error, submission.attempts, submission.submission_id)
    return TRIED_AGAIN.format(submission.error) if submission.attempts else ACCEPTED


def view_of(submission: Submission) -> OperationView:
    is_pending = submission.state is SubmissionState.PENDING
    return OperationView(
        id=submission.submission_id,
        kind=submission.kind,
        state=submission.state,
        attempts=submission.attempts,
        error=submission.error,
        source=submission.source_id,
        accepted_at=submission.recorded_at,
        due_at=submission.due_at if is_pending else None,
        notices=(why(submission),) if submission.state in WAITING else (),
    )


def without_words_of(
    transaction: Transaction, item: MemoryItem, pieces: Sequence[Evidence], parts: Parts
) -> list[Submission]:
    """What waits and would bring a deleted memory back: cancelled, or without the turns that say it."""
    quotes = [piece.quote for piece in pieces if piece.quote]
    sources = {piece.source_id for piece in pieces}
    changed = []
    for submission in (one for state in WAITING for one in transaction.submissions(state)):
        arguments = submission.arguments or {}
        if submission.kind is OperationKind.REMEMBER:
            if words_hash(arguments["text"]) == item.words_hash:
                changed.append(cancelled(submission, parts))
        elif submission.source_id in sources:
            turns = [_withheld(turn, quotes) for turn in arguments["turns"]]
            if turns != arguments["turns"]:
                changed.append(
                    replace(
                        submission,
                        arguments={**arguments, "turns": turns},
                        identity=f"auto:{parts.new_id('salt')}",
                        is_keyed=False,
                        digest=parts.new_id("salt"),
                        updated_at=parts.clock(),
                    )
                )
    return changed


def _withheld(turn: Mapping[str, Any], quotes: Sequence[str]) -> Mapping[str, Any]:
    return {**turn, "text": WITHHELD} if any(quote in turn["text"] for quote in quotes) else turn
