"""Visibility: which items a reader is shown, in one table for every face.

Source: design, domain.md section 6.  Whatever an index or a cache says, an item passes
here before it is returned.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
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
    """What is being read.

    Ranked hits, a context for a prompt, a plain list, the profile of the owner, what an agent may
    bring up unasked, and what waits for the owner's word.
    """

    RECALL = "recall"
    CONTEXT = "context"
    LIST = "list"
    PROFILE = "profile"
    PROACTIVE = "proactive"
    REVIEW = "review"


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the reader asked for beyond the default."""

    include_history: bool = False
    include_archive: bool = False
    include_unproven: bool = False
    review: Review | None = None


DEFAULT = Wanted()
HalfLives = Mapping[BeliefClass, float | None]
Cell = Callable[[Wanted], bool]
"""Whether a view shows an item of this row to a reader who asked for so much."""


def yes(wanted: Wanted) -> bool:  # noqa: ARG001
    return True


def no(wanted: Wanted) -> bool:  # noqa: ARG001
    return False


def if_history(wanted: Wanted) -> bool:
    return wanted.include_history


def if_archive(wanted: Wanted) -> bool:
    return wanted.include_archive


def if_unproven(wanted: Wanted) -> bool:
    return wanted.include_unproven


def if_rejected(wanted: Wanted) -> bool:
    return wanted.review is Review.REJECTED


@dataclass(frozen=True, slots=True)
class Row:
    """Items of one kind, and who is shown them; ``cells`` are in the order of ``View``."""

    is_of: Callable[[MemoryItem, datetime, HalfLives], bool]
    cells: tuple[Cell, Cell, Cell, Cell, Cell, Cell]


# Source: design, domain.md section 6.  An item may be of several rows, and every one of them must say yes.
TABLE: dict[str, Row] = {
    # ------------------- recall, context, list, profile, proactive, review
    "tombstoned": Row(lambda i, *_: i.status is Status.TOMBSTONED, (no, no, no, no, no, no)),
    "restricted": Row(lambda i, *_: is_restricted(i), (no, no, no, no, no, no)),
    "locked": Row(lambda i, *_: i.is_locked, (no, no, no, no, no, no)),
    "pending": Row(lambda i, *_: i.processing is not Processing.PROCESSED, (no, no, no, no, no, no)),
    "rejected": Row(lambda i, *_: i.review is Review.REJECTED, (no, no, if_rejected, no, no, no)),
    "archived": Row(lambda i, *_: i.layer is Layer.ARCHIVE, (if_archive, if_archive, if_archive, no, no, no)),
    # A superseded claim waits for review only where somebody has made it again since.
    "superseded": Row(
        lambda i, *_: i.status is Status.SUPERSEDED, (if_history, if_history, yes, no, no, yes)
    ),
    "ended": Row(lambda i, now, _: _has_ended(i, now), (if_history, if_history, yes, no, no, yes)),
    "faded to history": Row(
        lambda i, *at: _band_by_half_life(i, *at) is Band.HISTORY, (yes, yes, yes, no, no, yes)
    ),
    "fading": Row(lambda i, *at: _band_by_half_life(i, *at) is Band.FADING, (yes, yes, yes, yes, no, yes)),
    "undated": Row(lambda i, *_: i.last_evidenced_at is None, (yes, yes, yes, no, no, yes)),
    "contested": Row(lambda i, *_: i.stance is Stance.CONTESTED, (yes, yes, yes, no, no, yes)),
    "unproven": Row(lambda i, *_: i.stance is Stance.UNPROVEN, (yes, if_unproven, yes, no, no, yes)),
    # It was asserted once, and what ended that put nothing in its place.
    "no longer asserted": Row(lambda i, *_: i.stance is Stance.SUPERSEDED, (yes, yes, yes, no, no, yes)),
}
_COLUMNS = {view: number for number, view in enumerate(View)}


def is_visible(
    item: MemoryItem, view: View, wanted: Wanted, now: datetime, half_lives: HalfLives = HALF_LIFE_PRIORS
) -> bool:
    """Whether this view shows the item to a reader who asked for this much."""
    column = _COLUMNS[view]
    return not any(
        cell is not yes and not cell(wanted) and row.is_of(item, now, half_lives)
        for row in TABLE.values()
        for cell in (row.cells[column],)
    )


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
    return item.status is Status.SUPERSEDED or _has_ended(item, now)


def band_of(item: MemoryItem, now: datetime, half_lives: HalfLives = HALF_LIFE_PRIORS) -> Band | None:
    """What is superseded reads as history, however fresh its evidence."""
    if item.status is Status.SUPERSEDED:
        return Band.HISTORY
    return band(item.currency(now, half_lives))


def _has_ended(item: MemoryItem, now: datetime) -> bool:
    return item.valid_to is not None and item.valid_to < now


def _band_by_half_life(item: MemoryItem, now: datetime, half_lives: HalfLives) -> Band | None:
    """The band of an item that names no end; one that does holds until then and not after."""
    return None if item.valid_to is not None else band(item.currency(now, half_lives))
