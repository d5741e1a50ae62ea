"""Submissions: what was accepted and waits for a model; the raw input, until it is settled."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from .operation import OperationKind

ATTEMPTS = 3
"""How often a submission is tried before it waits for a person."""
FIRST_PAUSE = timedelta(seconds=30)
PAUSE_FACTOR = 4.0


class SubmissionState(StrEnum):
    """What is processed has become an operation of the same id, and is no submission any more."""

    PENDING = "pending"
    FAILED = "failed"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class Submission:
    """One accepted request.  ``arguments`` is all it takes to do it; None once it is cancelled.

    Its id is that of the operation it becomes, ``position`` its place in the owner's line, whatever a
    clock says.  ``error`` is a category, never words of anybody's.
    """

    submission_id: str
    kind: OperationKind
    source_id: str | None
    identity: str | None
    is_keyed: bool
    digest: str | None
    actor: str
    state: SubmissionState
    attempts: int
    error: str | None
    arguments: Mapping[str, Any] | None
    position: int
    recorded_at: datetime
    updated_at: datetime

    @property
    def due_at(self) -> datetime:
        """When it is to be tried again: at once, then after pauses that grow."""
        if not self.attempts:
            return self.recorded_at
        return self.updated_at + FIRST_PAUSE * PAUSE_FACTOR ** (self.attempts - 1)
