"""Questions: why something waits for the owner's word."""

from __future__ import annotations

from enum import StrEnum


class ReviewKind(StrEnum):
    """In the order in which they are asked."""

    CONTESTED = "contested"
    CORRECTION = "correction"
    FAILED = "failed"
    QUARANTINED = "quarantined"
