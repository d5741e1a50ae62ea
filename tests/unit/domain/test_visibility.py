"""Visibility: the table of the design, line by line."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from doxa.belief import Band, BeliefClass, Stance
from doxa.belief.classes import HALF_LIFE_PRIORS
from doxa.domain.item import Layer, Processing, Review, Status
from doxa.domain.visibility import (
    DEFAULT,
    RESTRICTING_LABELS,
    TABLE,
    View,
    Wanted,
    band_of,
    is_history,
    is_visible,
)
from doxa.testing import an_item
from doxa.testing.fakes import START

EVERYTHING = Wanted(include_history=True, include_archive=True, include_unproven=True)
REJECTED = Wanted(review=Review.REJECTED)
YES, NO = True, False
HIDDEN = (NO,) * 6
ASSERTED: dict[str, Any] = {"stance": Stance.ASSERTED, "last_evidenced_at": START}
STATE: dict[str, Any] = {**ASSERTED, "belief_class": BeliefClass.STATE}  # half of it is gone after 30 days
ENDED = {**ASSERTED, "valid_to": START - timedelta(days=1)}

# By default in recall, context, list, profile, proactive and review; then with all that can be asked for.
# Each case is of exactly the row it is named after.
CASES: dict[str, tuple[dict[str, Any], tuple[bool, ...], tuple[bool, ...]]] = {
    "tombstoned": ({**ASSERTED, "status": Status.TOMBSTONED}, HIDDEN, HIDDEN),
    "restricted": ({**ASSERTED, "labels": ("health",)}, HIDDEN, HIDDEN),
    "locked": ({**ASSERTED, "is_locked": True}, HIDDEN, HIDDEN),
    "pending": ({**ASSERTED, "processing": Processing.PENDING}, HIDDEN, HIDDEN),
    "rejected": ({**ASSERTED, "review": Review.REJECTED}, HIDDEN, HIDDEN),
    "archived": ({**ASSERTED, "layer": Layer.ARCHIVE}, HIDDEN, (YES, YES, YES, NO, NO, NO)),
    "superseded": (
        {**ASSERTED, "status": Status.SUPERSEDED},
        (NO, NO, YES, NO, NO, YES),
        (YES, YES, YES, NO, NO, YES),
    ),
    "ended": (ENDED, (NO, NO, YES, NO, NO, YES), (YES, YES, YES, NO, NO, YES)),
    "faded to history": (
        {**STATE, "last_evidenced_at": START - timedelta(days=61)},
        (YES, YES, YES, NO, NO, YES),
        (YES, YES, YES, NO, NO, YES),
    ),
    "fading": (
        {**STATE, "last_evidenced_at": START - timedelta(days=60)},
        (YES, YES, YES, YES, NO, YES),
        (YES, YES, YES, YES, NO, YES),
    ),
    "undated": (
        {**ASSERTED, "last_evidenced_at": None},
        (YES, YES, YES, NO, NO, YES),
        (YES, YES, YES, NO, NO, YES),
    ),
    "contested": (
        {**ASSERTED, "stance": Stance.CONTESTED},
        (YES, YES, YES, NO, NO, YES),
        (YES, YES, YES, NO, NO, YES),
    ),
    "unproven": (
        {**ASSERTED, "stance": Stance.UNPROVEN},
        (YES, NO, YES, NO, NO, YES),
        (YES, YES, YES, NO, NO, YES),
    ),
    "no longer asserted": (
        {**ASSERTED, "stance": Stance.SUPERSEDED},
        (YES, YES, YES, NO, NO, YES),
        (YES, YES, YES, NO, NO, YES),
    ),
}


def seen(item, wanted=DEFAULT):
    return tuple(is_visible(item, view, wanted, START) for view in View)


def test_every_row_of_the_table_has_its_case():
    assert set(CASES) == set(TABLE)


def test_what_is_asserted_and_current_is_seen_everywhere():
    assert seen(an_item(**STATE)) == (YES,) * 6


@pytest.mark.parametrize("name", CASES)
def test_each_view_shows_what_the_table_says(name):
    values, default, asked = CASES[name]
    assert (seen(an_item(**values)), seen(an_item(**values), EVERYTHING)) == (default, asked)


@pytest.mark.parametrize("name", CASES)
def test_each_row_alone_hides_what_it_hides(name, monkeypatch):
    monkeypatch.delitem(TABLE, name)
    assert seen(an_item(**CASES[name][0])) == (YES,) * 6


def test_blocked_is_no_more_processed_than_pending():
    assert seen(an_item(**ASSERTED, processing=Processing.BLOCKED)) == HIDDEN


def test_the_operators_half_lives_say_what_fades():
    old = an_item(**{**STATE, "last_evidenced_at": START - timedelta(days=61)})
    slow = {**HALF_LIFE_PRIORS, BeliefClass.STATE: 365.0}
    assert not is_visible(old, View.PROACTIVE, DEFAULT, START)
    assert is_visible(old, View.PROACTIVE, DEFAULT, START, slow)


def test_what_names_its_end_does_not_fade_before_it():
    long_ago: dict[str, Any] = {**STATE, "last_evidenced_at": START - timedelta(days=900)}
    assert seen(an_item(**long_ago, valid_to=START + timedelta(days=1))) == (YES,) * 6


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
