"""The resolver as a caller uses it."""

from __future__ import annotations

import doctest

import pytest
from tests.laws.strategies import KEY, A, B, claim, day, resolved

from doxa.belief import DEFAULT_TIERS, BeliefResolver, Effect, ProvenanceTier, TierRule
from doxa.belief import resolver as module
from doxa.errors import InvalidInput


def test_the_example_in_the_docstring_runs():
    assert doctest.testmod(module).failed == 0
    assert doctest.testmod(module).attempted > 0


@pytest.mark.parametrize("half_life", [0, -1.0, float("nan")])
def test_a_half_life_is_above_zero_or_none(half_life):
    with pytest.raises(InvalidInput, match="half_life_days"):
        BeliefResolver(half_life)


def test_observing_gives_the_step_and_observing_again_gives_the_same_step():
    resolver = BeliefResolver()
    first = resolver.observe(claim(A))
    assert resolver.observe(claim(A)) is first
    assert resolver.revisions(KEY) == (first,)
    assert resolver.observations(KEY) == (claim(A),)


def test_observations_are_kept_in_order_of_folding_and_steps_in_order_of_arrival():
    late, early = claim(B, 5), claim(A, 1)
    resolver = resolved([late, early])
    assert resolver.observations(KEY) == (early, late)
    assert [revision.observations for revision in resolver.revisions(KEY)] == [(late,), (early,)]


def test_each_key_is_a_belief_of_its_own():
    resolver = resolved([claim(A, key="ana/city"), claim(B, 1, key="ana/job")])
    assert resolver.keys == ("ana/city", "ana/job")
    assert (resolver.verdict("ana/city").fact, resolver.verdict("ana/job").fact) == (A, B)


def test_asking_is_not_observing():
    resolver = BeliefResolver()
    resolver.verdict(KEY)
    assert (resolver.keys, resolver.observations(KEY), resolver.revisions(KEY)) == ((), (), ())


@pytest.mark.parametrize(
    ("withdrawn", "touched", "left"),
    [
        ("one", ["ana/city"], {"ana/city": B, "ana/job": A}),
        ("two", ["ana/city"], {"ana/city": A, "ana/job": A}),
        ("chat", ["ana/city", "ana/job"], {"ana/city": A, "ana/job": None}),  # a family reaches over keys
        ("unheard of", [], {"ana/city": B, "ana/job": A}),
    ],
)
def test_withdrawing_by_id_or_by_family_touches_what_it_reaches(withdrawn, touched, left):
    resolver = resolved(
        [
            claim(A, 0, id="one"),
            claim(B, 1, id="two", family="chat"),
            claim(A, 2, id="three", family="chat", key="ana/job"),
        ]
    )
    revisions = resolver.retract(withdrawn)
    assert [revision.belief_key for revision in revisions] == touched
    assert {key: resolver.verdict(key).fact for key in left} == left


def test_what_was_withdrawn_may_be_observed_again():
    resolver = resolved([claim(A, id="one")])
    before = resolver.verdict(KEY)
    resolver.retract("one")
    assert resolver.verdict(KEY).fact is None
    again = resolver.observe(claim(A, id="one"))
    assert (again.number, again.effect) == (3, Effect.COUNTED)
    assert resolver.verdict(KEY) == before


def test_replaying_into_another_resolver_gives_every_belief():
    resolver = resolved([claim(A), claim(B, 1, key="ana/job", id="x"), claim(A, 2, key="ana/job")], 30.0)
    resolver.retract("x")
    again = BeliefResolver(30.0)
    for key in resolver.keys:
        again.replay(resolver.revisions(key))
    assert [again.verdict(key, day(9)) for key in again.keys] == [
        resolver.verdict(key, day(9)) for key in resolver.keys
    ]


def test_an_operators_table_is_the_one_that_counts():
    wary = {**DEFAULT_TIERS, ProvenanceTier.AGENT_OWN: TierRule(0.45, 1)}
    careful = BeliefResolver(tiers=wary)
    assert careful.observe(claim(A, tier="agent_own")).effect is Effect.GATED
    assert careful.verdict(KEY).fact is None
    careful.observe_all([claim(A, 1, "document"), claim(B, 2, "agent_own", lineage=["x"])])
    assert careful.verdict(KEY).fact == A


def test_a_claim_in_between_is_folded_where_it_belongs():
    late = resolved([claim(A, 0), claim(B, 2), claim(A, 1, family="other")], 7.0)
    assert late.verdict(KEY) == resolved(
        [claim(A, 0), claim(A, 1, family="other"), claim(B, 2)], 7.0
    ).verdict(KEY)
