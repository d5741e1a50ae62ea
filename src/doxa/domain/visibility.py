"""Visibility: which items a reader is shown, in one table for every face.

Source: design, domain.md section 6.  Whatever an index or a cache says, an item passes
here before it is returned.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from doxa.belief import Band, BeliefClass, Stance, band
from doxa.belief.classes import HALF_LIFE_PRIORS

from .item import Layer, MemoryItem, Processing, Review, Status

RESTRICTING_LABELS = frozenset(
    {
        "credential",
        "secret",
        "financial",
        "health",
        "intimate",
        "minor",
        "workplace_confidential",
        "identity_authentication",
    }
)


class View(StrEnum):
    """What is being read: ranked hits, a context for a prompt, or a plain list."""

    RECALL = "recall"
    CONTEXT = "context"
    LIST = "list"


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the reader asked for beyond the default."""

    include_history: bool = False
    include_archive: bool = False
    include_unproven: bool = False
    review: Review | None = None


def is_visible(item: MemoryItem, view: View, wanted: Wanted, now: datetime) -> bool:
    """Whether this view shows the item to a reader who asked for this much."""
    if item.status is Status.TOMBSTONED or item.is_locked or is_restricted(item):
        return False
    if item.processing is not Processing.PROCESSED:
        return False
    if item.review is Review.REJECTED:
        return view is View.LIST and wanted.review is Review.REJECTED
    if item.layer is Layer.ARCHIVE and not wanted.include_archive:
        return False
    if is_history(item, now) and view is not View.LIST and not wanted.include_history:
        return False
    return view is not View.CONTEXT or wanted.include_unproven or item.stance is not Stance.UNPROVEN


def is_restricted(item: MemoryItem) -> bool:
    return not RESTRICTING_LABELS.isdisjoint(item.labels)


def is_indexable(content: str | None, status: str, review: str, labels: Iterable[str]) -> bool:
    """Suppressed rows leave every index: design, domain.md, invariant 10.

    By its columns, since an index is fed from rows that are not read whole.
    """
    return (
        content is not None
        and status != Status.TOMBSTONED
        and review != Review.REJECTED
        and RESTRICTING_LABELS.isdisjoint(labels)
    )


def is_history(item: MemoryItem, now: datetime) -> bool:
    """Superseded, or past the end it named; fading by half-life alone is not history here."""
    return item.status is Status.SUPERSEDED or (item.valid_to is not None and item.valid_to < now)


def band_of(
    item: MemoryItem, now: datetime, half_lives: Mapping[BeliefClass, float | None] = HALF_LIFE_PRIORS
) -> Band | None:
    """What is superseded reads as history, however fresh its evidence."""
    if item.status is Status.SUPERSEDED:
        return Band.HISTORY
    return band(item.currency(now, half_lives))
