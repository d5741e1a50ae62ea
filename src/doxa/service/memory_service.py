"""The one door: every face asks the memory here, and nowhere else."""

from __future__ import annotations

from datetime import date, datetime

from doxa.domain.visibility import is_indexable

from .admission import Admission
from .as_of import AsOf, as_of
from .asking import Asking
from .backfilling import Backfilling
from .calibrating import Calibrating
from .capturing import Capturing
from .comparison import Comparison
from .intake import Intake
from .leaving import Leaving
from .maintaining import Maintaining
from .parts import Parts, checked_owner
from .profile import Profile
from .proof import Proof
from .queue import Queue
from .reading import Reading
from .recall import Recall
from .review import Reviewing
from .submitting import Submitting
from .withdrawing import Withdrawing


class MemoryService:
    """What can be asked, by verb; each is documented where it is done."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        comparison = Comparison(parts.index, parts.judge, parts.keyer, parts.gate)
        admission = Admission(comparison, parts.keyer, parts.new_id, parts.yardstick.half_lives)
        asking, submitting = Asking(parts, comparison), Submitting(parts)
        intake = Intake(parts, admission, asking, submitting)
        capturing = Capturing(parts, admission, asking, submitting)
        maintaining = Maintaining(parts, submitting)
        recall = Recall(parts)
        reviewing, reading = Reviewing(parts, admission), Reading(parts, recall.find)
        self._find = recall.find
        self.remember = intake.remember
        self.capture, self.extract, self.check = capturing.capture, capturing.extract, capturing.check
        self.operation, self.operations = submitting.operation, submitting.operations
        self.retry, self.cancel = maintaining.retry, submitting.cancel
        self.maintain, self.maintain_all = maintaining.maintain, maintaining.maintain_all
        self.recall, self.context = recall.recall, recall.context
        self.get, self.list, self.history = reading.get, reading.list, reading.history
        self.verdict, self.beliefs, self.explain = reading.verdict, reading.beliefs, reading.explain
        self.confirm, self.reject = reviewing.confirm, reviewing.reject
        self.correct, self.resolve = reviewing.correct, reviewing.resolve
        self.review_queue, profile = Queue(parts).review_queue, Profile(parts)
        self.profile, self.proactive = profile.profile, profile.proactive
        self.forget = Leaving(parts).forget
        self.delete_source = Withdrawing(parts).delete_source
        self.backfill = Backfilling(parts).backfill
        self.verify = Proof(parts).verify
        calibrating = Calibrating(parts)
        self.calibration, self.calibration_of = calibrating.calibration, calibrating.calibration_of

    def as_of(self, at: date | datetime | str, axis: str = "record") -> AsOf:
        """The verbs that read, answered of another moment."""
        return as_of(self._parts, self._find, at, axis)

    def owners(self) -> tuple[str, ...]:
        return tuple(self._parts.store.owners())

    def reembed(self, owner_id: str) -> int:
        """Build the owner's index anew with the embedder that is configured; returns how many items."""
        checked_owner(owner_id)

        def words() -> dict[str, str]:
            with self._parts.store.reading(owner_id) as transaction:
                return {
                    item.memory_id: item.content
                    for item in transaction.all_items()
                    if item.content is not None
                    and is_indexable(item.content, item.status, item.review, item.labels)
                }

        return self._parts.index.rebuild(owner_id, words)

    def close(self) -> None:
        if self._parts.model is not None:
            self._parts.model.close()
        self._parts.store.close()
