"""How fresh: the table of section 5, and its edges."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from tests.laws.strategies import day

from doxa.belief import Band, band, currency
from doxa.belief.currency import decay


@pytest.mark.parametrize(
    ("evidenced", "half_life", "now", "valid_to", "expected"),
    [
        (0, 30.0, 0, None, 1.0),
        (0, 30.0, 30, None, 0.5),
        (0, 30.0, 60, None, 0.25),
        (0, 180.0, 90, None, 0.5**0.5),
        (0, None, 100_000, None, 1.0),  # identity does not fade
        (10, 30.0, 0, None, 1.0),  # dated in the future: counts as now
        (None, 30.0, 0, None, None),  # no evidence, no currency
        (None, None, 0, 5, None),
        (0, 1.0, 5, 10, 1.0),  # it names its end, and does not decay until then
        (0, 1.0, 10, 10, 1.0),
        (0, 1.0, 10.001, 10, 0.0),
        (0, None, 11, 10, 0.0),  # also where it would not have decayed at all
    ],
)
def test_how_fresh(evidenced, half_life, now, valid_to, expected):
    found = currency(
        None if evidenced is None else day(evidenced),
        half_life,
        day(now),
        None if valid_to is None else day(valid_to),
    )
    assert found == pytest.approx(expected)


def test_the_zone_of_the_clock_does_not_matter():
    now = datetime(2026, 1, 31, 9, tzinfo=timezone(timedelta(hours=9)))
    assert currency(datetime(2026, 1, 1, tzinfo=UTC), 30.0, now) == 0.5


@pytest.mark.parametrize(
    ("share", "expected"),
    [
        (1.0, Band.CURRENT),
        (0.500001, Band.CURRENT),
        (0.5, Band.FADING),
        (0.3, Band.FADING),
        (0.25, Band.FADING),
        (0.249999, Band.HISTORY),
        (0.0, Band.HISTORY),
        (None, None),
    ],
)
def test_bands_include_both_ends_of_fading(share, expected):
    assert band(share) is expected


@pytest.mark.parametrize(
    ("days", "half_life", "left"),
    [(1, 1.0, 0.5), (0, 1.0, 1.0), (-5, 1.0, 1.0), (5, None, 1.0), (1e9, 0.01, 0.0)],
)
def test_what_is_left(days, half_life, left):
    assert decay(days, half_life) == left
