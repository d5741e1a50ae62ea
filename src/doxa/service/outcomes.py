"""Outcomes: what an operation keeps of each claim, and how a writer is told."""

from __future__ import annotations

from datetime import datetime

from doxa.domain.operation import Operation
from doxa.domain.yardstick import Yardstick

from .admission import Admitted
from .change import Change
from .ports import Transaction
from .reading import view
from .views import Written


def outcome(change: Change, admitted: Admitted) -> dict[str, str | None]:
    """What an operation keeps of one claim: ids and categories."""
    before, after = change.assertion_of(admitted.memory_id)
    return {
        "event": admitted.event,
        "memory_id": admitted.memory_id,
        "asserted": after,
        "displaced": before if before != after else None,
    }


def written_of(
    transaction: Transaction,
    operation: Operation,
    number: int,
    now: datetime,
    yardstick: Yardstick,
    change: Change | None = None,
) -> Written:
    """What one claim of an operation did; from the change itself where it has just been made."""
    kept = operation.result["outcomes"][number]
    item = (change or transaction).item(kept["memory_id"])
    return Written(
        operation_id=operation.operation_id,
        event=kept["event"],
        memory=None if item is None or item.content is None else view(item, now, yardstick),
        reason="the same request as before",
        asserted=kept["asserted"],
        displaced=kept["displaced"],
    )
