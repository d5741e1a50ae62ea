"""Items: how long what they say is fresh."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, replace
from datetime import timedelta

import pytest

from doxa.belief import BeliefClass
from doxa.domain.claim import HalfLife
from doxa.domain.item import Layer, half_life_of
from doxa.testing import an_item
from doxa.testing.fakes import START


@pytest.mark.parametrize(
    ("stored", "belief_class", "layer", "days"),
    [
        (7.0, BeliefClass.IDENTITY, Layer.LONG_TERM, 7.0),  # what was stored wins
        (HalfLife.NONE, BeliefClass.STATE, Layer.SHORT_TERM, None),
        (HalfLife.UNSET, BeliefClass.PREFERENCE, Layer.SHORT_TERM, 180.0),  # then the class
        (HalfLife.UNSET, BeliefClass.IDENTITY, Layer.SHORT_TERM, None),
        (HalfLife.UNSET, None, Layer.SHORT_TERM, 30.0),  # then a short-term row fades as a state
        (HalfLife.UNSET, None, Layer.LONG_TERM, None),
        (HalfLife.UNSET, None, Layer.ARCHIVE, None),
    ],
)
def test_a_half_life_is_what_was_stored_else_the_classes_else_the_layers(stored, belief_class, layer, days):
    assert half_life_of(stored, belief_class, layer) == days


@pytest.mark.parametrize(("days_later", "currency"), [(0, 1.0), (30, 0.5), (60, 0.25), (-5, 1.0)])
def test_it_fades_by_half_in_each_half_life_and_never_counts_as_fresher_than_new(days_later, currency):
    item = an_item(half_life_days=30.0, last_evidenced_at=START)

    assert item.currency(START + timedelta(days=days_later)) == pytest.approx(currency)


def test_without_evidence_nobody_can_say_how_fresh_it_is():
    assert an_item(half_life_days=30.0).currency(START) is None


def test_what_does_not_fade_is_as_fresh_as_on_the_first_day():
    item = an_item(half_life_days=HalfLife.NONE, last_evidenced_at=START)

    assert item.currency(START + timedelta(days=10_000)) == 1.0


def test_an_item_cannot_be_changed_in_place():
    with pytest.raises(FrozenInstanceError):
        an_item().content = "other words"  # type: ignore[misc]
    assert replace(an_item(), content="other words") != an_item()
