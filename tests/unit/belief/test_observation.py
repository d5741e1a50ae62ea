"""An observation is a value: what it refuses, what makes two of them one, and where it is folded."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, replace
from datetime import UTC, datetime, timedelta, timezone

import pytest
from tests.laws.strategies import A, B, claim, day

from doxa.belief import FactObservation, ProvenanceTier
from doxa.errors import InvalidInput


@pytest.mark.parametrize(
    ("changes", "named"),
    [
        ({"belief_key": ""}, "belief_key"),
        ({"fact": ""}, "fact"),
        ({"fact": None}, "fact"),
        ({"observed_at": datetime(2026, 1, 1)}, "observed_at"),  # noqa: DTZ001
        ({"observed_at": "2026-01-01"}, "observed_at"),
        ({"content_confidence": 1.01}, "content_confidence"),
        ({"content_confidence": -0.01}, "content_confidence"),
        ({"content_confidence": float("nan")}, "content_confidence"),
        ({"tier": "root"}, "tier"),
        ({"taint": "root"}, "taint"),
        ({"lineage": "memory-1"}, "lineage"),
    ],
)
def test_what_cannot_be_meant_is_refused_by_name(changes, named):
    with pytest.raises(InvalidInput, match=f"'{named}'"):
        replace(claim(), **changes)


def test_tiers_may_be_named_and_lineage_listed():
    named = FactObservation("city", A, day(0), "web_fetch", lineage=["m1", "m2"], taint="email")  # type: ignore[arg-type]
    assert (named.tier, named.taint) == (ProvenanceTier.WEB_FETCH, ProvenanceTier.EMAIL)
    assert named.lineage == ("m1", "m2")
    assert hash(named) == hash(replace(named))


def test_one_instant_is_one_instant_in_every_zone():
    tokyo = timezone(timedelta(hours=9))
    here, there = claim(on=1.5), replace(claim(), observed_at=day(1.5).astimezone(tokyo))
    assert (here, here.order_key) == (there, there.order_key)
    assert there.observed_at.tzinfo is UTC


def test_an_observation_cannot_be_edited():
    with pytest.raises(FrozenInstanceError):
        claim().fact = B  # type: ignore[misc]


@pytest.mark.parametrize(
    ("first", "then"),
    [
        (claim(on=1, family="z", position=9), claim(on=2, family="a", position=0)),
        (claim(family="a", position=9), claim(family="b", position=0)),
        (claim(family=None, position=9), claim(family="a", position=0)),
        (claim(family="a", position=1), claim(family="a", position=2)),
    ],
)
def test_time_then_source_then_position_decide_the_order(first, then):
    assert first.order_key < then.order_key


@pytest.mark.parametrize(
    "changes",
    [
        {"fact": B},
        {"tier": "user_edit"},
        {"content_confidence": 0.9},
        {"lineage": ("m1",)},
        {"taint": "email"},
        {"denies": True},
        {"id": "m1"},
    ],
)
def test_what_differs_has_a_place_of_its_own_at_one_instant(changes):
    one, other = claim(), replace(claim(), **changes)
    assert one != other
    assert one.order_key != other.order_key


def test_the_place_is_the_same_in_every_process():
    assert claim().order_key == (day(0), "", 0, claim().order_key[3])
    assert len(claim().order_key[3]) == 16
    assert claim().order_key[3] == "bd55950f52d1fcfe"
