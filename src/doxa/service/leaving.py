"""Leaving: what the owner deletes is really gone, and what it had displaced returns."""

from __future__ import annotations

from collections.abc import Sequence

from doxa.belief import Stance
from doxa.domain.belief_record import Withdrawal
from doxa.domain.evidence import Evidence, EvidenceState
from doxa.domain.item import MemoryItem, Review, Status
from doxa.domain.operation import OperationKind

from .change import Change
from .parts import Parts, checked_owner
from .reading import readable
from .requests import earlier, request
from .submissions import without_words_of
from .views import Forgotten


def tombstone(change: Change, item: MemoryItem, pieces: Sequence[Evidence], why: Withdrawal) -> None:
    """Take an item and all of its evidence out of the memory; only ids, times and categories stay."""
    for piece in pieces:
        change.withdraw(piece, EvidenceState.TOMBSTONED, why)
    change.revise(
        item,
        status=Status.TOMBSTONED,
        content=None,
        content_hash=None,
        salt=None,
        words_hash=None,
        subject=None,
        predicate=None,
        slot=None,
        belief_class=None,
        tags=(),
        labels=(),
        emotional_weight=None,
        device=None,
        valid_from=None,
        valid_to=None,
        last_evidenced_at=None,
        corroboration_count=0,
        superseded_by=None,
        stance=Stance.UNPROVEN,
        probability=0.0,
        review=Review.UNREVIEWED,
        source_id=None,
    )
    change.unindex(item.memory_id)
    change.erase(item.memory_id, pieces)


class Leaving:
    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    def forget(
        self, owner_id: str, memory_id: str, *, idempotency_key: str | None = None, actor: str = "python"
    ) -> Forgotten:
        """Delete one memory for good.  Forgetting what is asserted lets the displaced value return."""
        parts, now = self._parts, self._parts.clock()
        payload = {"memory_id": memory_id}
        wanted = request(
            OperationKind.FORGET, payload, actor=actor, idempotency_key=idempotency_key, target=memory_id
        )
        with parts.store.writing(checked_owner(owner_id)) as transaction:
            operation = earlier(transaction, wanted, idempotency_key) if idempotency_key else None
            if operation is None:
                item = readable(transaction, memory_id)
                change = Change(transaction, parts.head(transaction, now), now)
                pieces = transaction.evidence_of([memory_id])
                tombstone(change, item, pieces, Withdrawal.FORGOTTEN)
                for waiting in without_words_of(transaction, item, pieces, parts):
                    change.cancel_submission(waiting)
                change.settle()
                before, after = change.assertion_of(memory_id)
                result = {"evidence": len(pieces), "asserted": after if before != after else None}
                operation = change.commit(wanted, parts.new_id("o"), result)
        notices = parts.catch_up(owner_id)
        kept = operation.result
        return Forgotten(operation.operation_id, memory_id, kept["evidence"], kept["asserted"], notices)
