"""The yardstick: what a table and a map make of a memory when it is read."""

from __future__ import annotations

from datetime import timedelta

import pytest

from doxa.belief import Band, BeliefClass, Stance
from doxa.belief.calibration import IsotonicMap
from doxa.domain.claim import HalfLife
from doxa.domain.item import Layer, half_life_of
from doxa.domain.yardstick import PLAIN, Yardstick
from doxa.testing.builders import an_item
from doxa.testing.fakes import START

MAP = IsotonicMap(((0.5, 0.2), (0.9, 0.6)))
QUICK = {**PLAIN.half_lives, BeliefClass.PREFERENCE: 10.0, BeliefClass.STATE: 5.0}
LATER = START + timedelta(days=10)


@pytest.mark.parametrize(
    ("stored", "belief_class", "layer", "days"),
    [
        (HalfLife.UNSET, BeliefClass.PREFERENCE, Layer.LONG_TERM, 10.0),
        (HalfLife.UNSET, None, Layer.SHORT_TERM, 5.0),
        (HalfLife.UNSET, None, Layer.LONG_TERM, None),
        (HalfLife.NONE, BeliefClass.PREFERENCE, Layer.LONG_TERM, None),
        (3.0, BeliefClass.PREFERENCE, Layer.LONG_TERM, 3.0),
    ],
)
def test_the_table_decides_only_where_a_row_leaves_it_to_its_class(stored, belief_class, layer, days):
    assert half_life_of(stored, belief_class, layer, QUICK) == days


def test_credence_and_band_follow_the_table():
    item = an_item(belief_class=BeliefClass.PREFERENCE, probability=0.9, last_evidenced_at=START)

    assert Yardstick(QUICK).credence(item, LATER) == pytest.approx(0.45)
    assert (Yardstick(QUICK).band(item, LATER), PLAIN.band(item, LATER)) == (Band.FADING, Band.CURRENT)


def test_without_evidence_there_is_no_credence():
    assert PLAIN.credence(an_item(probability=0.9), LATER) is None


@pytest.mark.parametrize(
    ("stance", "credence", "calibrated"),
    [
        (Stance.ASSERTED, 0.7, 0.4),
        (Stance.ASSERTED, 0.5, 0.2),
        (Stance.ASSERTED, 0.94, 0.6),
        (Stance.ASSERTED, 0.46, 0.2),
        (Stance.ASSERTED, 0.96, None),  # no outcome was near that
        (Stance.ASSERTED, 0.44, None),
        (Stance.ASSERTED, None, None),
        (Stance.CONTESTED, 0.7, None),
        (Stance.UNPROVEN, 0.7, None),
        (None, 0.7, None),
    ],
)
def test_the_map_speaks_of_assertions_where_there_were_outcomes(stance, credence, calibrated):
    assert Yardstick(isotonic=MAP).calibrated(stance, credence) == pytest.approx(calibrated)


def test_without_a_map_nothing_is_calibrated():
    assert PLAIN.calibrated(Stance.ASSERTED, 0.9) is None
