"""Visibility: the table of the design, line by line."""

from __future__ import annotations

from datetime import timedelta

import pytest

from doxa.belief import Band, Stance
from doxa.domain.item import Layer, Processing, Review, Status
from doxa.domain.visibility import RESTRICTING_LABELS, View, Wanted, band_of, is_history, is_visible
from doxa.testing import an_item
from doxa.testing.fakes import START

EVERYTHING = Wanted(include_history=True, include_archive=True, include_unproven=True)
REJECTED = Wanted(review=Review.REJECTED)
YES, NO = True, False
ENDED = {"valid_to": START - timedelta(days=1)}

# What is read by default in recall, context and a list; then with everything that can be asked for.
TABLE = [
    ("asserted", {"stance": Stance.ASSERTED}, (YES, YES, YES), (YES, YES, YES)),
    ("contested", {"stance": Stance.CONTESTED}, (YES, YES, YES), (YES, YES, YES)),
    ("unproven", {"stance": Stance.UNPROVEN}, (YES, NO, YES), (YES, YES, YES)),
    (
        "superseded",
        {"status": Status.SUPERSEDED, "stance": Stance.SUPERSEDED},
        (NO, NO, YES),
        (YES, YES, YES),
    ),
    ("past its end", {"stance": Stance.ASSERTED, **ENDED}, (NO, NO, YES), (YES, YES, YES)),
    ("archived", {"stance": Stance.ASSERTED, "layer": Layer.ARCHIVE}, (NO, NO, NO), (YES, YES, YES)),
    ("pending", {"processing": Processing.PENDING}, (NO, NO, NO), (NO, NO, NO)),
    ("blocked", {"processing": Processing.BLOCKED}, (NO, NO, NO), (NO, NO, NO)),
    ("rejected", {"review": Review.REJECTED}, (NO, NO, NO), (NO, NO, NO)),
    ("locked", {"stance": Stance.ASSERTED, "is_locked": True}, (NO, NO, NO), (NO, NO, NO)),
    ("tombstoned", {"status": Status.TOMBSTONED}, (NO, NO, NO), (NO, NO, NO)),
]


@pytest.mark.parametrize(("name", "values", "default", "asked"), TABLE, ids=[row[0] for row in TABLE])
def test_each_view_shows_what_the_table_says(name, values, default, asked):
    item = an_item(**values)

    assert tuple(is_visible(item, view, Wanted(), START) for view in View) == default
    assert tuple(is_visible(item, view, EVERYTHING, START) for view in View) == asked


@pytest.mark.parametrize("label", sorted(RESTRICTING_LABELS))
@pytest.mark.parametrize("view", View)
def test_what_is_restricted_is_shown_nowhere(label, view):
    assert not is_visible(an_item(labels=("work", label)), view, EVERYTHING, START)


def test_a_harmless_label_hides_nothing():
    assert is_visible(an_item(labels=("healthy", "minority")), View.LIST, Wanted(), START)


def test_what_the_owner_rejected_is_listed_only_for_those_who_ask():
    item = an_item(review=Review.REJECTED)

    assert is_visible(item, View.LIST, REJECTED, START)
    assert not is_visible(item, View.RECALL, REJECTED, START)


@pytest.mark.parametrize("wanted", [Wanted(), EVERYTHING, REJECTED])
@pytest.mark.parametrize("view", View)
def test_a_tombstone_beats_everything(view, wanted):
    item = an_item(status=Status.TOMBSTONED, review=Review.REJECTED, stance=Stance.ASSERTED)

    assert not is_visible(item, view, wanted, START)


def test_an_end_counts_from_its_moment_on():
    item = an_item(valid_to=START)

    assert not is_history(item, START)
    assert is_history(item, START + timedelta(microseconds=1))


def test_what_is_superseded_reads_as_history_however_fresh_its_evidence():
    fresh = an_item(last_evidenced_at=START)

    assert band_of(fresh, START) is Band.CURRENT
    assert band_of(an_item(last_evidenced_at=START, status=Status.SUPERSEDED), START) is Band.HISTORY
