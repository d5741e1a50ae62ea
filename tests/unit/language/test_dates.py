from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from doxa.errors import InvalidInput
from doxa.language.dates import Relation, resolve

SUNDAY = datetime(2024, 3, 10, 12, tzinfo=UTC)


def mentioned(text, observed_at=SUNDAY, zone="UTC", language="en"):
    return [
        (m.relation.value, m.from_at.date().isoformat(), m.to_at.date().isoformat(), m.precision)
        for m in resolve(text, observed_at, zone, language)
    ]


@pytest.mark.parametrize(
    ("text", "relation", "start", "end", "precision"),
    [
        ("I saw it yesterday", "at", "2024-03-09", "2024-03-10", "day"),
        ("last Friday I went", "at", "2024-03-08", "2024-03-09", "day"),
        ("next Tuesday", "at", "2024-03-12", "2024-03-13", "day"),
        ("two days ago", "at", "2024-03-08", "2024-03-09", "day"),
        ("three weeks ago", "at", "2024-02-18", "2024-02-19", "week"),
        ("in two weeks", "at", "2024-03-24", "2024-03-25", "week"),
        ("last week", "at", "2024-02-26", "2024-03-04", "week"),
        ("this weekend", "at", "2024-03-09", "2024-03-11", "weekend"),
        ("next month", "at", "2024-04-01", "2024-05-01", "month"),
        ("last summer", "at", "2023-06-01", "2023-09-01", "season"),
        ("in March 2023", "at", "2023-03-01", "2023-04-01", "month"),
        ("the 5th of May 2022", "at", "2022-05-05", "2022-05-06", "day"),
        ("we met on March 3rd", "at", "2024-03-03", "2024-03-04", "day"),
        ("I caught 7 bass on 7/10", "at", "2023-07-10", "2023-07-11", "day"),
        ("on 31/12/2024", "at", "2024-12-31", "2025-01-01", "day"),
        ("on 2024-06-01", "at", "2024-06-01", "2024-06-02", "day"),
        ("I'm meeting Maria on Thursday", "at", "2024-03-14", "2024-03-15", "day"),
        ("I met Maria on Thursday", "at", "2024-03-07", "2024-03-08", "day"),
        ("since Monday", "since", "2024-03-04", "2024-03-05", "day"),
        ("since 2015", "since", "2015-01-01", "2016-01-01", "year"),
        ("for 3 years now", "since", "2021-03-10", "2024-03-10", "year"),
        ("Until 1 June I'm in Oslo", "until", "2024-06-01", "2024-06-02", "day"),
        ("From March to May I'm away", "between", "2024-03-01", "2024-06-01", "month"),
        ("away from March 20 to April 3", "between", "2024-03-20", "2024-04-04", "day"),
        ("between 2019 and 2021", "between", "2019-01-01", "2022-01-01", "year"),
    ],
)
def test_a_date_is_meant_from_where_it_was_said(text, relation, start, end, precision):
    assert mentioned(text) == [(relation, start, end, precision)]


@pytest.mark.parametrize(
    "text",
    [
        "Lena studied in Graz.",  # C11: what is not said stays unknown
        "I may go",
        "my second march",
        "a 7/10 rating",
        "on Feb 30",
        "I have a class on Fridays",
        "it takes 2-3 days",
        "I take the bus on Monday and Tuesday",
    ],
)
def test_what_names_no_day_has_no_date(text):
    assert mentioned(text) == []


@pytest.mark.parametrize(
    ("text", "language", "relation", "start"),
    [
        ("Seit Montag bin ich in Berlin", "de", "since", "2024-03-04"),
        ("Ich war gestern krank", "de", "at", "2024-03-09"),
        ("bis 1. Juni bin ich in Oslo", "de", "until", "2024-06-01"),
        ("J'étais malade hier", "fr", "at", "2024-03-09"),
        ("jusqu'au 1er juin", "fr", "until", "2024-06-01"),
        ("Hace dos semanas fui a Madrid", "es", "at", "2024-02-25"),
        ("desde marzo", "es", "since", "2024-03-01"),
        ("我昨天去了", "zh", "at", "2024-03-09"),
        ("昨日行った", "ja", "at", "2024-03-09"),
    ],
)
def test_other_languages_are_read_in_their_own_words(text, language, relation, start):
    assert [found[:2] for found in mentioned(text, language=language)] == [(relation, start)]


def test_a_language_without_a_table_has_no_dates():
    assert resolve("eilen kävin siellä", SUNDAY, "UTC", "fi") == ()


def test_tomorrow_is_the_speakers_tomorrow():
    late_in_tokyo = datetime(2024, 3, 10, 14, 30, tzinfo=UTC)  # 23:30 there
    (noon,) = resolve("tomorrow at noon", late_in_tokyo, "Asia/Tokyo")
    assert noon.from_at == datetime(2024, 3, 11, 3, tzinfo=UTC)


def test_a_backfilled_message_is_read_from_its_own_day():
    assert mentioned("I saw it yesterday", datetime(2019, 1, 1, 8, tzinfo=UTC)) == [
        ("at", "2018-12-31", "2019-01-01", "day")
    ]


def test_only_a_wording_that_lasts_has_a_beginning_or_an_end():
    (at,) = resolve("yesterday", SUNDAY)
    (until,) = resolve("until 1 June", SUNDAY)
    assert (at.valid_from, at.valid_to) == (None, None)
    assert (until.relation, until.valid_from, until.valid_to) == (
        Relation.UNTIL, None, datetime(2024, 6, 2, tzinfo=UTC),
    )  # fmt: skip


def test_an_unknown_zone_is_refused_by_name():
    with pytest.raises(InvalidInput, match="'Oslo' is not a time zone"):
        resolve("yesterday", SUNDAY, "Oslo")


@given(
    st.text(max_size=120)
    | st.lists(
        st.sampled_from("since until from to on 31 Feb May 0 9999 next last in 7/10 ago weeks".split())
    ).map(" ".join),
    st.datetimes(min_value=datetime(2, 1, 1), max_value=datetime(9998, 1, 1), timezones=st.just(UTC)),  # noqa: DTZ001
    st.sampled_from(["en", "de", "fr", "es", "zh", "xx"]),
)
def test_no_text_makes_it_fail_and_every_mention_is_a_slice_in_order(text, observed_at, language):
    for mention in resolve(text, observed_at, "Asia/Tokyo", language):
        assert text[mention.start : mention.end].strip()
        assert mention.from_at <= mention.to_at
        assert mention.from_at.utcoffset() is not None
