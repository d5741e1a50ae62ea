from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from doxa.domain.instants import parse_instant
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


@given(st.datetimes(min_value=datetime(2, 1, 1), max_value=datetime(9998, 1, 1), timezones=st.just(UTC)))  # noqa: DTZ001
def test_an_instant_written_out_is_read_back(instant):
    assert parse_instant(instant.isoformat(), "UTC") == instant
    assert parse_instant(instant, "UTC") == instant
