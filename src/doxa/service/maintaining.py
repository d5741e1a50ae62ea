"""Maintaining: what is due is done, by whoever calls, as often as they like."""

from __future__ import annotations

from contextlib import suppress

from doxa.domain.submission import SubmissionState
from doxa.errors import Conflict, DoxaError, Refused, StoreError

from .parts import Parts, checked_owner
from .submitting import Submitting
from .views import Maintained, OperationView

NO_MODEL = "no model is configured: set DOXA_MODEL, or cancel what waits for one"


class Maintaining:
    def __init__(self, parts: Parts, submitting: Submitting) -> None:
        self._parts, self._submitting = parts, submitting

    def maintain(self, owner_id: str) -> Maintained:
        """Process what is due of one owner, the oldest first, and let the index follow."""
        with self._parts.store.reading(checked_owner(owner_id)) as transaction:
            pending = transaction.submissions(SubmissionState.PENDING)
        notices: tuple[str, ...] = ()
        blocked: set[str] = set()
        if pending and self._parts.model is None:
            pending, notices = [], (NO_MODEL,)
        processed = 0
        now = self._parts.clock()
        for submission in pending:
            source_id = submission.source_id
            if submission.due_at > now or source_id in blocked:
                blocked |= {source_id} if source_id else set()
            elif self._submitting.attempt(owner_id, submission).error is None:
                processed += 1
            else:
                blocked |= {source_id} if source_id else set()
        notices += self._parts.catch_up(owner_id)
        waiting = self._submitting.operations(owner_id)
        failed = sum(one.state == SubmissionState.FAILED for one in waiting)
        return Maintained(1, processed, len(waiting) - failed, failed, notices)

    def maintain_all(self) -> Maintained:
        """The same for everybody, one owner after the other."""
        done, faults = [], []
        for owner_id in self._parts.store.owners():
            try:
                done.append(self.maintain(owner_id))
            except StoreError:
                raise
            except DoxaError as error:  # of one owner, and no reason to leave the others alone
                faults.append(f"{owner_id}: {error}")
        return Maintained(
            owners=len(done) + len(faults),
            processed=sum(one.processed for one in done),
            pending=sum(one.pending for one in done),
            failed=sum(one.failed for one in done),
            notices=tuple(dict.fromkeys([*faults, *(notice for one in done for notice in one.notices)])),
        )

    def retry(self, owner_id: str, operation_id: str) -> OperationView:
        """Try a request again now, from the first attempt on, after what came before it to its source."""
        if self._parts.model is None:
            raise Refused(NO_MODEL)
        submission = self._submitting.renewed(owner_id, operation_id)
        with suppress(Conflict):  # cancelled meanwhile
            self._submitting.run(owner_id, submission, lambda _one, _why: None)
        return self._submitting.operation(owner_id, operation_id)
