"""Learned half-lives: nothing without data, the truth with enough, and never on an untrusted word."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import log

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.laws.strategies import A, B, C, claim, facts, histories, junk, law, rejection

from doxa.belief import BeliefClass, FactObservation
from doxa.belief.half_lives import LearnedHalfLife, learn_half_life, learn_half_lives
from doxa.belief.worlds import simulate
from doxa.errors import InvalidInput

priors = st.sampled_from([1.0, 7.0, 30.0, 180.0, 0.37])
any_prior = st.one_of(st.none(), priors)
many_histories = st.lists(histories(max_size=6), max_size=5)


def lived(
    count: int, half_life_days: float, seed: int = 1, attackers: int = 0
) -> list[list[FactObservation]]:
    return [list(world.said) for world in simulate(count, half_life_days, seed, attackers)]


def every(
    days: float, *said: str, tier: str = "user_direct", family: str | None = None
) -> list[FactObservation]:
    """One value after another, ``days`` apart."""
    return [
        claim(fact, number * days, tier, family=family, id=f"id-{number}") for number, fact in enumerate(said)
    ]


@law
@given(priors)
def test_without_data_the_answer_is_the_prior_itself(prior):
    histories: list[list[list[FactObservation]]] = [[], [[]], [[claim(A)]], [[claim(A)], [claim(B, 5)]]]
    for nothing in histories:
        found = learn_half_life(nothing, prior)
        assert (found.days, found.prior_days, found.beliefs) == (prior, prior, 0)
        assert found.low is not None
        assert found.high is not None
        # A factor of three either way is one standard deviation, and nine in ten are within 1.64 of them.
        assert log(found.high / prior) == pytest.approx(1.6449 * log(3))
        assert log(prior / found.low) == pytest.approx(1.6449 * log(3))


@pytest.mark.parametrize("truth", [30.0, 90.0, 365.0])
@pytest.mark.parametrize("factor", [3.0, 1 / 3])
def test_many_histories_take_a_wrong_prior_to_the_truth(truth, factor):
    found = learn_half_life(lived(300, truth), truth * factor)
    assert found.days == pytest.approx(truth, rel=0.2)


@pytest.mark.parametrize("truth", [30.0, 180.0])
@pytest.mark.parametrize("factor", [3.0, 1 / 3])
def test_more_data_moves_further_from_a_wrong_prior_and_is_surer(truth, factor):
    found = [learn_half_life(lived(count, truth, seed=3), truth * factor) for count in (0, 2, 20, 200)]
    errors = [abs(log(one.days / truth)) for one in found if one.days is not None]
    widths = [one.high / one.low for one in found if one.low is not None and one.high is not None]
    assert errors[0] == pytest.approx(log(3))
    assert max(errors[2:]) < 0.3 < errors[0]
    assert widths == sorted(widths, reverse=True)


def test_the_truth_is_within_the_bounds_about_as_often_as_they_say():
    """Nine in ten; the values are taken to be more than these worlds have, which costs some."""
    hits = 0
    for seed in range(40):
        found = learn_half_life(lived(25, 90.0, seed), 180.0)
        assert found.low is not None
        assert found.high is not None
        hits += found.low <= 90.0 <= found.high
    assert 30 <= hits <= 40


def test_what_is_said_again_lengthens_and_what_is_replaced_shortens():
    lasting = learn_half_life([every(60, A, A, A, A)], 60.0).days
    changing = learn_half_life([every(60, A, B, C, A)], 60.0).days
    assert lasting is not None
    assert changing is not None
    assert changing < 50 < 70 < lasting


def test_counting_spells_as_they_end_would_be_far_off():
    """Why it is not done: the errors of speakers end spells, and nobody speaks on the day of the change."""
    worlds = list(simulate(200, 365.0, 1))
    learned = learn_half_life([world.said for world in worlds], 365.0)
    exposed = sum(
        (world.observations[-1].observed_at - world.observations[0].observed_at).days for world in worlds
    )
    plain = log(2) * exposed / learned.changes
    assert plain < 0.75 * 365
    assert learned.days == pytest.approx(365, rel=0.2)


@law
@given(many_histories, st.lists(junk(), min_size=1, max_size=6), any_prior, st.data())
def test_what_is_not_above_the_pivot_moves_no_half_life_at_all(made, noise, prior, data):
    """Bit for bit, wherever it is thrown in, and also as a belief of its own."""
    alone = learn_half_life(made, prior)
    where = [data.draw(st.integers(0, len(made))) for _ in noise]
    attacked = [
        [*history, *(n for n, w in zip(noise, where, strict=True) if w == i)]
        for i, history in enumerate([*made, []])
    ]
    assert learn_half_life(attacked, prior) == alone


def test_ten_attackers_on_every_attribute_move_no_half_life_at_all():
    for prior in (30.0, None):
        assert learn_half_life(lived(50, 90.0, 1, attackers=10), prior) == learn_half_life(
            lived(50, 90.0), prior
        )


@law
@given(many_histories, any_prior, st.randoms(use_true_random=False))
def test_no_order_matters_neither_of_beliefs_nor_of_observations_nor_does_saying_one_twice(
    made, prior, random
):
    shuffled = [[*history, *history[:1]] for history in made]
    for history in shuffled:
        random.shuffle(history)
    random.shuffle(shuffled)
    assert learn_half_life(shuffled, prior) == learn_half_life(made, prior)


@law
@given(many_histories, priors)
def test_whatever_was_said_a_half_life_is_a_positive_number_within_its_bounds(made, prior):
    found = learn_half_life(made, prior)
    assert found.days is not None
    assert found.low is not None
    assert found.high is not None
    assert 0 < found.low <= found.days <= found.high < float("inf")


@law
@given(st.lists(facts, min_size=1, max_size=6), priors)
def test_an_echo_is_no_sign_of_survival(said, prior):
    history = every(20, *said)
    echoes = [
        replace(o, observed_at=o.observed_at.replace(year=2027), lineage=(o.fact,), id=f"echo {i}")
        for i, o in enumerate(history)
    ]
    assert learn_half_life([[*history, *echoes]], prior) == learn_half_life([history], prior)


def test_a_family_that_repeats_itself_a_hundred_times_is_one_sign_of_survival():
    hundred = every(1, *[A] * 101, family="chat")
    twice = [hundred[0], hundred[-1]]
    assert learn_half_life([hundred], 30.0) == learn_half_life([twice], 30.0)
    longer = learn_half_life([twice], 30.0).days
    assert longer is not None
    assert longer > 30.0


def test_a_rejection_by_the_owner_is_a_sign_of_change():
    rejected = learn_half_life([[claim(A), rejection(A, 60)]], 60.0).days
    assert rejected is not None
    assert rejected < 60.0


def test_spells_are_counted_as_ended_or_open():
    found = learn_half_life([every(60, A, B, C), every(60, A, A), every(60, A)], 60.0)
    assert (found.beliefs, found.changes, found.open_spells) == (2, 2, 2)


@pytest.mark.parametrize("truth", [30.0, 365.0])
def test_a_class_that_does_not_decay_learns_otherwise_only_on_clear_evidence(truth):
    assert learn_half_life(lived(200, truth), None).days == pytest.approx(truth, rel=0.2)
    assert [learn_half_life(lived(1, truth, seed), None).days for seed in range(20)] == [None] * 20


def test_one_belief_in_the_wrong_class_does_not_make_the_class_decay():
    restless = every(2, *[A, B, C] * 10)
    steady = [every(60, A, A, A) for _ in range(5)]
    assert learn_half_life([restless, *steady], None).days is None
    assert learn_half_life([restless] * 2, None).days is not None


def test_errors_of_speakers_do_not_make_what_never_changes_decay():
    steady = learn_half_life(lived(300, 1e9), None)
    assert (steady.days, steady.low, steady.high, steady.beliefs) == (None, None, None, 300)
    assert steady.changes > 50


def test_nothing_heard_of_a_class_that_does_not_decay():
    assert learn_half_life([], None) == LearnedHalfLife(None, None, None, None, 0, 0, 0)


def test_every_class_that_has_a_prior_gets_an_answer():
    heard = {BeliefClass.STATE: [every(60, A, A, A)], BeliefClass.EPISODIC: [every(60, A, B)]}
    found = learn_half_lives(heard, {BeliefClass.STATE: 30.0, BeliefClass.IDENTITY: None})
    assert set(found) == {BeliefClass.STATE, BeliefClass.IDENTITY}
    assert found[BeliefClass.STATE] == learn_half_life(heard[BeliefClass.STATE], 30.0)
    assert found[BeliefClass.IDENTITY].days is None


@pytest.mark.parametrize("prior", [0.0, -1.0, float("nan")])
def test_a_prior_is_above_zero_or_none(prior):
    with pytest.raises(InvalidInput, match="prior_days"):
        learn_half_life([], prior)


@pytest.mark.parametrize("history", [[claim(f"value {n}", n) for n in range(120)]])
def test_more_values_than_were_thought_of_are_learned_from_too(history: Sequence[FactObservation]):
    found = learn_half_life([history], 30.0).days
    assert found is not None
    assert found < 10
