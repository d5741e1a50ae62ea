from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from doxa.domain.instants import parse_instant, parse_moment
from doxa.errors import InvalidInput


@pytest.mark.parametrize(
    ("value", "instant"),
    [
        ("2026-03-02T09:00Z", datetime(2026, 3, 2, 9, tzinfo=UTC)),
        ("2026-03-02T09:00+02:00", datetime(2026, 3, 2, 7, tzinfo=UTC)),
        ("2026-03-02 09:00:30.5Z", datetime(2026, 3, 2, 9, 0, 30, 500_000, tzinfo=UTC)),
        ("2026-03-02", datetime(2026, 3, 1, 15, tzinfo=UTC)),  # a day begins where its owner is
        (date(2026, 3, 2), datetime(2026, 3, 1, 15, tzinfo=UTC)),
        (datetime(2026, 3, 2, 9, tzinfo=timezone(timedelta(hours=2))), datetime(2026, 3, 2, 7, tzinfo=UTC)),
    ],
)
def test_an_instant_is_read_in_its_zone_or_the_owners(value, instant):
    assert parse_instant(value, "Asia/Tokyo") == instant


@pytest.mark.parametrize(
    ("value", "fault"),
    [
        ("2026-03-02T09:00", "'at' needs a zone: write 2026-03-02T09:00Z or 2026-03-02T09:00+02:00"),
        (datetime(2026, 3, 2, 9), "'at' needs a zone"),  # noqa: DTZ001
        ("2026-02-30", "does not exist"),
        ("2026-02-30T10:00Z", "does not exist"),
        ("2026-03-02T25:00Z", "does not exist"),
        ("0000-01-01", "does not exist"),
        ("0001-01-01", "outside the years 1 to 9999"),
        ("9999-12-31T23:00-05:00", "outside the years 1 to 9999"),
        ("hello", "is not a date"),
        ("2026-W10-1", "is not a date"),
        ("", "is not a date"),
        (5, "not int"),
        (None, "not NoneType"),
    ],
)
def test_what_is_no_instant_is_refused_with_what_to_do(value, fault):
    with pytest.raises(InvalidInput) as refusal:
        parse_instant(value, "Asia/Tokyo")
    assert fault in str(refusal.value)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(
    ("day", "zone", "last"),
    [
        ("2026-03-02", "UTC", "2026-03-02T23:59:59.999999+00:00"),
        (date(2026, 3, 2), "Europe/Oslo", "2026-03-02T22:59:59.999999+00:00"),
        (" 2026-03-28 ", "Europe/Oslo", "2026-03-28T22:59:59.999999+00:00"),
        ("2026-03-29", "Europe/Oslo", "2026-03-29T21:59:59.999999+00:00"),  # a day of 23 hours
        ("2026-03-02T09:00Z", "Europe/Oslo", "2026-03-02T09:00:00+00:00"),
    ],
)
def test_a_question_about_a_bare_day_is_about_its_end(day, zone, last):
    assert parse_moment(day, zone).isoformat() == last


@pytest.mark.parametrize("value", ["2026-02-30", "9999-12-31", date.max, "hello", datetime(2026, 3, 2)])  # noqa: DTZ001
def test_a_question_about_no_moment_is_refused(value):
    with pytest.raises(InvalidInput, match="as_of"):
        parse_moment(value, "UTC", "as_of")


@given(st.datetimes(min_value=datetime(2, 1, 1), max_value=datetime(9998, 1, 1), timezones=st.just(UTC)))  # noqa: DTZ001
def test_an_instant_written_out_is_read_back(instant):
    assert parse_instant(instant.isoformat(), "UTC") == instant
    assert parse_instant(instant, "UTC") == instant
