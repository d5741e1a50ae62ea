"""Stated against observed, and the map from the one to the other."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.laws.strategies import law

from doxa.belief import BeliefClass, ProvenanceTier
from doxa.belief.calibration import (
    ENOUGH,
    IsotonicMap,
    Outcome,
    Reliability,
    calibrate,
    fit_isotonic,
    hold_out,
    reliability,
)
from doxa.errors import InvalidInput

shares = st.floats(0.0, 1.0)
outcomes = st.builds(
    Outcome,
    # Few values, so that ties are common, and any value.
    st.one_of(st.sampled_from([0.0, 0.1, 0.5, 0.9, 1.0]), shares),
    st.booleans(),
)


def said(probability: float, *truths: bool) -> list[Outcome]:
    return [Outcome(probability, is_true) for is_true in truths]


def drawn(count: int, worth: float, seed: int = 1, stated: float | None = None) -> list[Outcome]:
    """Outcomes whose chance of being true is the stated one to the power ``worth``; 1 is well calibrated."""
    chance, made = Random(seed), []
    for _ in range(count):
        probability = chance.random() if stated is None else stated
        made.append(Outcome(probability, chance.random() < probability**worth))
    return made


@pytest.mark.parametrize("probability", [-0.1, 1.1, float("nan")])
def test_a_stated_probability_is_a_share(probability):
    with pytest.raises(InvalidInput, match="probability"):
        Outcome(probability, True)


def test_eight_in_ten_true_of_what_was_said_with_eight_tenths_is_no_error():
    found = reliability(said(0.8, *[True] * 8, *[False] * 2))
    assert found.ece == pytest.approx(0.0)
    assert found.brier == pytest.approx(0.16)
    (filled,) = found.bins
    assert (filled.low, filled.high, filled.count, filled.observed) == (0.8, 0.9, 10, 0.8)
    assert filled.stated == pytest.approx(0.8)


def test_the_error_is_weighed_by_how_many_outcomes_a_bin_has():
    found = reliability([*said(0.95, True, False, False, False), *said(0.15, False)])
    assert found.ece == pytest.approx((4 * 0.7 + 1 * 0.15) / 5)
    assert [(one.count, one.observed) for one in found.bins] == [(1, 0.0), (4, 0.25)]


def test_the_last_bin_holds_what_was_said_to_be_certain():
    assert [(one.low, one.high, one.count) for one in reliability(said(1.0, True)).bins] == [(0.9, 1.0, 1)]


def test_nothing_said_is_neither_right_nor_wrong():
    assert reliability([]) == Reliability(0, None, None, ())


def test_there_is_at_least_one_bin():
    with pytest.raises(InvalidInput, match="bins"):
        reliability([], bins=0)


@law
@given(st.lists(outcomes, min_size=1), st.integers(1, 20), st.randoms(use_true_random=False))
def test_a_report_is_in_bounds_and_does_not_depend_on_order(made, bins, random):
    found = reliability(made, bins)
    shuffled = list(made)
    random.shuffle(shuffled)
    assert reliability(shuffled, bins) == found
    assert found.ece is not None
    assert found.brier is not None
    assert 0.0 <= found.ece <= 1.0
    # By the inequality between means no bin is further off than the root of its squared error.
    assert found.ece**2 <= found.brier + 1e-12 <= 1.0 + 1e-12
    assert sum(one.count for one in found.bins) == found.count == len(made)


@pytest.mark.parametrize(
    ("knots", "why"),
    [
        ((), "at least one"),
        (((0.5, 1.5),), "between 0 and 1"),
        (((-0.5, 0.5),), "between 0 and 1"),
        (((0.5, float("nan")),), "between 0 and 1"),
        (((0.5, 0.4), (0.5, 0.6)), "go up"),
        (((0.5, 0.6), (0.7, 0.5)), "go up"),
    ],
)
def test_a_map_that_could_fall_is_refused(knots, why):
    with pytest.raises(InvalidInput, match=why):
        IsotonicMap(knots)


@pytest.mark.parametrize(
    ("stated", "worth"),
    [(0.0, 0.1), (0.2, 0.1), (0.3, 0.2), (0.4, 0.3), (0.5, 0.3), (0.6, 0.3), (0.8, 0.6), (1.0, 0.9)],
)
def test_between_knots_a_map_is_straight_and_outside_flat(stated, worth):
    knots = ((0.2, 0.1), (0.4, 0.3), (0.6, 0.3), (1.0, 0.9))
    assert IsotonicMap(knots)(stated) == pytest.approx(worth)


def test_a_map_refuses_what_is_no_probability():
    with pytest.raises(InvalidInput, match="probability"):
        IsotonicMap(((0.5, 0.5),))(1.5)


def test_neighbours_in_the_wrong_order_are_pooled():
    fitted = fit_isotonic([*said(0.2, False), *said(0.4, True), *said(0.6, False), *said(0.8, True)])
    assert fitted.knots == ((0.2, 0.0), (0.4, 0.5), (0.6, 0.5), (0.8, 1.0))


def test_a_map_of_nothing_is_refused():
    with pytest.raises(InvalidInput, match="outcomes"):
        fit_isotonic([])


@law
@given(st.lists(outcomes, min_size=1), shares, shares)
def test_a_fitted_map_never_falls(made, one, other):
    fitted = fit_isotonic(made)
    low, high = sorted((one, other))
    assert 0.0 <= fitted(low) <= fitted(high) <= 1.0


@law
@given(st.lists(outcomes, min_size=1), st.lists(shares, min_size=2, max_size=6))
def test_no_rising_map_has_a_lower_brier_score_on_the_outcomes_it_was_fitted_on(made, others):
    """No map at all is one of them."""

    def brier(mapped: object) -> float:
        assert callable(mapped)
        found = reliability(Outcome(mapped(o.probability), o.is_true) for o in made).brier
        assert found is not None
        return found

    best = brier(fit_isotonic(made))
    assert best <= brier(lambda p: p) + 1e-12
    rising = sorted(others)
    knots = tuple((index / (len(rising) - 1), worth) for index, worth in enumerate(rising))
    assert best <= brier(IsotonicMap(knots)) + 1e-12


@law
@given(st.lists(outcomes, min_size=5, max_size=40), st.randoms(use_true_random=False))
def test_what_is_held_out_does_not_depend_on_order_and_keeps_every_outcome(made, random):
    held_out = hold_out(made)
    shuffled = list(made)
    random.shuffle(shuffled)
    assert hold_out(shuffled) == held_out
    assert held_out.raw == reliability(made)
    assert held_out.mapped.count == len(made)


def test_an_outcome_is_never_mapped_by_a_map_that_has_seen_it():
    """With distinct probabilities a map that saw its outcomes would answer each alternation with its pool."""
    made = [Outcome(index / 10, index >= 5) for index in range(10)]
    assert reliability(Outcome(fit_isotonic(made)(o.probability), o.is_true) for o in made).brier == 0.0
    assert hold_out(made).mapped.brier > 0.0  # type: ignore[operator] # there are outcomes


@pytest.mark.parametrize(("made", "folds"), [(said(0.5, True), 2), (said(0.5, True, False), 1)])
def test_holding_out_needs_outcomes_and_folds(made, folds):
    with pytest.raises(InvalidInput, match="folds"):
        hold_out(made, folds)


def test_one_outcome_short_of_enough_there_is_no_map():
    short, enough = (calibrate(drawn(count, worth=3.0)) for count in (ENOUGH - 1, ENOUGH))
    assert (short.isotonic, short.held_out, short.needed) == (None, None, ENOUGH)
    assert enough.isotonic == fit_isotonic(drawn(ENOUGH, worth=3.0))


@law
@given(st.integers(0, 10_000))
def test_a_map_is_proposed_exactly_where_it_helps_outcomes_it_has_not_seen(seed):
    found = calibrate(drawn(ENOUGH, 1.2, seed))
    assert found.held_out is not None
    assert (found.isotonic is not None) is found.held_out.is_better


def test_a_memory_that_is_always_too_sure_is_mapped_down_and_a_right_one_is_mostly_left_alone():
    too_sure = [calibrate(drawn(ENOUGH, 3.0, seed)).isotonic for seed in range(20)]
    assert all(fitted is not None and fitted(0.6) < 0.45 for fitted in too_sure)
    right = [calibrate(drawn(ENOUGH, 1.0, seed)).isotonic for seed in range(20)]
    assert sum(fitted is not None for fitted in right) <= 6


def test_a_report_is_parted_by_class_and_by_tier():
    state = Outcome(0.9, True, BeliefClass.STATE, ProvenanceTier.USER_DIRECT)
    plan = Outcome(0.7, False, BeliefClass.PLAN, ProvenanceTier.AGENT_OWN)
    unclassed = Outcome(0.5, True, None, ProvenanceTier.AGENT_OWN)
    found = calibrate([state, plan, unclassed])
    assert found.overall == reliability([state, plan, unclassed])
    assert found.by_class == {BeliefClass.PLAN: reliability([plan]), BeliefClass.STATE: reliability([state])}
    assert found.by_tier == {
        ProvenanceTier.AGENT_OWN: reliability([plan, unclassed]),
        ProvenanceTier.USER_DIRECT: reliability([state]),
    }


@law
@given(st.lists(outcomes, min_size=1, max_size=30))
def test_a_map_keeps_the_mean_truth(made):
    """Pooling moves no truth about: the mean of what is mapped is the share that was true."""
    fitted = fit_isotonic(made)
    mapped = sum(fitted(o.probability) for o in made) / len(made)
    assert mapped == pytest.approx(sum(o.is_true for o in made) / len(made))
