"""Images: every value of the domain as plain columns, and back, byte for byte."""

from __future__ import annotations

import json
from dataclasses import fields, replace
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from doxa.belief import BeliefClass, Distribution, Effect
from doxa.belief.revision import Event
from doxa.domain.belief_record import BeliefRevision
from doxa.domain.claim import HalfLife
from doxa.domain.evidence import Evidence
from doxa.domain.images import (
    belief_revision_image,
    belief_revision_of,
    changed,
    distribution_image,
    distribution_of,
    evidence_image,
    evidence_of,
    from_micros,
    instant,
    item_image,
    item_of,
    to_json,
    to_micros,
)
from doxa.domain.item import MemoryItem
from doxa.testing import a_piece, an_item, strategies

PLAIN = (str, int, float, bool, type(None))

revisions = st.builds(
    BeliefRevision,
    belief_key=strategies.names,
    revision=strategies.counts,
    event=st.sampled_from(Event),
    evidence_ids=strategies.tags,
    effect=st.none() | st.sampled_from(Effect),
    reliability=st.none() | strategies.probabilities,
    bound_by=st.none() | st.sampled_from(["ceiling", "content", "taint"]),
    before=strategies.distributions,
    after=strategies.distributions,
    asserted_before=st.none() | strategies.names,
    asserted_after=st.none() | strategies.names,
    recorded_at=strategies.instants,
)


@given(item=strategies.items())
def test_an_item_comes_back(item):
    assert item_of(item_image(item)) == item


@given(piece=strategies.evidence())
def test_a_piece_of_evidence_comes_back(piece):
    assert evidence_of(evidence_image(piece)) == piece


@given(revision=revisions)
def test_a_belief_revision_comes_back_through_json(revision):
    assert belief_revision_of(json.loads(to_json(belief_revision_image(revision)))) == revision


@given(distribution=strategies.distributions)
def test_a_distribution_comes_back_through_json_to_the_last_digit(distribution):
    assert distribution_of(json.loads(to_json(distribution_image(distribution)))) == distribution


@given(item=strategies.items(), piece=strategies.evidence())
def test_an_image_holds_plain_values_that_json_gives_back(item, piece):
    for image in (item_image(item), evidence_image(piece)):
        assert all(isinstance(value, PLAIN) for value in image.values())
        assert json.loads(to_json(dict(image))) == image


def test_every_field_has_its_column():
    assert item_image(an_item()).keys() == {field.name for field in fields(MemoryItem)} | {"half_life_mode"}
    assert evidence_image(a_piece()).keys() == {field.name for field in fields(Evidence)}


@pytest.mark.parametrize(
    ("half_life", "mode", "days"),
    [(HalfLife.UNSET, "unset", None), (HalfLife.NONE, "none", None), (30.0, "days", 30.0)],
)
def test_no_half_life_and_an_unset_one_are_different_things(half_life, mode, days):
    image = item_image(an_item(half_life_days=half_life))

    assert (image["half_life_mode"], image["half_life_days"]) == (mode, days)


@given(old=strategies.items("m_1"), new=strategies.items("m_1"))
def test_what_changed_laid_over_the_old_is_the_new(old, new):
    change = changed(item_image(old), item_image(new))

    assert {**item_image(old), **change} == item_image(new)
    assert change.keys() == {n for n, value in item_image(new).items() if item_image(old)[n] != value}


def test_nothing_changed_is_an_empty_change():
    assert changed(item_image(an_item()), item_image(replace(an_item()))) == {}


@given(at=strategies.instants)
def test_an_instant_is_whole_microseconds(at):
    micros = to_micros(at)

    assert isinstance(micros, int)
    assert instant(micros) == from_micros(micros) == at


def test_an_instant_is_the_same_in_every_zone():
    oslo = datetime(2026, 3, 2, 10, tzinfo=timezone(timedelta(hours=1)))

    assert to_micros(oslo) == to_micros(datetime(2026, 3, 2, 9, tzinfo=UTC)) == 1_772_442_000_000_000
    assert (to_micros(None), from_micros(None)) == (None, None)


def test_a_class_is_kept_by_its_name():
    assert item_image(an_item(belief_class=BeliefClass.PLAN))["belief_class"] == "plan"
    assert distribution_image(Distribution({"m_1": 0.5}, 0.5)) == {"masses": {"m_1": 0.5}, "unknown": 0.5}
