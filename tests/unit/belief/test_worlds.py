"""Worlds: what the seed decides, what attackers cannot touch, and that they are what they say they are."""

from __future__ import annotations

import doctest
from collections import Counter
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.laws.strategies import law

from doxa.belief import BeliefResolver, ProvenanceTier
from doxa.belief import worlds as module
from doxa.belief.update import fold, fold_instants, in_order, instants
from doxa.belief.worlds import ASKED_BY_DAY, START, VALUES, World, simulate
from doxa.errors import InvalidInput

seeds = st.integers(0, 10_000)
lengths = st.sampled_from([5.0, 30.0, 365.0, 10_000.0])


def some(count: int, half_life_days: float = 90.0, seed: int = 1, attackers: int = 0) -> list[World]:
    return list(simulate(count, half_life_days, seed, attackers))


def test_the_example_in_the_docstring_runs():
    assert doctest.testmod(module).failed == 0
    assert doctest.testmod(module).attempted > 0


@law
@given(seeds, lengths, st.integers(0, 12))
def test_the_same_seed_gives_the_same_worlds(seed, half_life, attackers):
    assert some(4, half_life, seed, attackers) == some(4, half_life, seed, attackers)
    assert some(4, half_life, seed, attackers) != some(4, half_life, seed + 1, attackers)


@law
@given(seeds, lengths, st.integers(1, 12))
def test_attackers_leave_the_truth_and_what_is_trusted_alone(seed, half_life, attackers):
    for alone, attacked in zip(some(4, half_life, seed), some(4, half_life, seed, attackers), strict=True):
        assert (alone.observations, alone.asked_at) == (attacked.observations, attacked.asked_at)
        assert (alone.changed_at, alone.values) == (attacked.changed_at, attacked.values)
        assert len(attacked.attacks) == attackers
        assert {attack.fact for attack in attacked.attacks}.isdisjoint({attacked.truth})
        assert {attack.tier for attack in attacked.attacks} == {ProvenanceTier.WEB_FETCH}
        assert max(attack.observed_at for attack in attacked.attacks) <= attacked.asked_at
        assert Counter(attacked.said) == Counter((*attacked.observations, *attacked.attacks))


@law
@given(seeds, lengths)
def test_everything_has_its_order(seed, half_life):
    for world in some(5, half_life, seed, attackers=3):
        assert world.changed_at[0] == START
        assert list(world.changed_at) == sorted(set(world.changed_at))
        assert all(before != after for before, after in zip(world.values, world.values[1:], strict=False))
        said = [observation.observed_at for observation in world.said]
        assert said == sorted(said)
        assert said[-1] <= world.asked_at <= START + timedelta(days=ASKED_BY_DAY)


def test_the_truth_is_that_of_the_last_change():
    (world,) = some(1)
    changed = World("k", 30.0, (START, START + timedelta(days=2)), ("a", "b"), (), (), world.asked_at)
    days = [-1.0, 0.0, 1.9, 2.0, 400.0]
    assert [changed.truth_at(START + timedelta(days=day)) for day in days] == ["a", "a", "a", "b", "b"]
    assert changed.truth == "b"


def test_after_one_half_life_half_of_the_truths_have_not_changed():
    made = some(2_000, half_life_days=90.0)
    unchanged = sum(len(w.changed_at) == 1 or w.changed_at[1] > START + timedelta(days=90) for w in made)
    assert unchanged / len(made) == pytest.approx(0.5, abs=0.04)


@pytest.mark.parametrize(
    ("tier", "reliability", "least", "most"), [("user_direct", 0.95, 2, 8), ("agent_own", 0.65, 0, 5)]
)
def test_speakers_are_as_many_and_as_right_as_the_design_says(tier, reliability, least, most):
    rights, counts = [], []
    for world in some(2_000):
        said = [o for o in world.observations if o.tier == tier]
        counts.append(len(said))
        rights += [o.fact == world.truth_at(o.observed_at) for o in said]
        assert {o.content_confidence for o in said} <= {reliability}
    assert sum(rights) / len(rights) == pytest.approx(reliability, abs=0.02)
    assert set(counts) == set(range(least, most + 1))


def test_a_lie_is_any_other_value_alike():
    lies = Counter(
        o.fact for w in some(2_000, half_life_days=1e6) for o in w.observations if o.fact != w.truth
    )
    assert set(lies) == set(VALUES)
    assert max(lies.values()) < 1.6 * min(lies.values())


@pytest.mark.parametrize(
    ("count", "half_life", "attackers"), [(-1, 30.0, 0), (1, 0.0, 0), (1, float("nan"), 0), (1, 30.0, -1)]
)
def test_an_impossible_world_is_refused_at_once(count, half_life, attackers):
    with pytest.raises(InvalidInput, match="must be"):
        simulate(count, half_life, 1, attackers)


@law
@given(seeds, lengths, st.sampled_from([None, 10.0, 90.0]))
def test_attackers_change_no_verdict_and_folding_at_once_gives_the_resolvers_to_the_last_bit(
    seed, half_life, believed
):
    for alone, attacked in zip(some(3, half_life, seed), some(3, half_life, seed, 10), strict=True):
        resolver, under_attack = BeliefResolver(believed), BeliefResolver(believed)
        resolver.observe_all(alone.said)
        under_attack.observe_all(attacked.said)
        found = resolver.verdict(alone.key, alone.asked_at)
        pressed = under_attack.verdict(alone.key, alone.asked_at)
        assert (found.fact, found.credence) == (pressed.fact, pressed.credence)
        state, hearing = fold(attacked.said, believed)
        again = fold_instants(instants(hearing.voices).instants, believed)
        for folded in (state, again):
            assert (folded.asserted, folded.distribution) == (found.fact, found.distribution)
            assert tuple(folded.assertions) == found.assertions


@law
@given(seeds, st.randoms(use_true_random=False))
def test_what_is_in_order_by_its_dates_stays_as_it_is(seed, random):
    (world,) = some(1, seed=seed)
    shuffled = list(world.observations)
    random.shuffle(shuffled)
    assert in_order(world.observations) == world.observations
    assert tuple(in_order([*shuffled, *world.observations])) == world.observations
