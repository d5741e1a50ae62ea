"""Kinship found one by one is that of the whole, and a newcomer says when it is not only its own affair."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.laws.strategies import KEY, A, B, C, claim, day, half_lives, histories, law, resolved, thorough_law

from doxa.belief import BeliefResolver, Effect, FactObservation
from doxa.belief.kinship import Families, Lineages
from doxa.belief.resolver import MARK_EVERY, MARKS
from doxa.belief.update import fold
from doxa.belief.verdict import echoes_in, judge


@pytest.mark.parametrize(
    ("earlier", "newcomer", "would_merge"),
    [
        ([claim(family="a"), claim(B, 1, family="b")], claim(C, 2, family="a"), False),
        ([claim(family="a"), claim(B, 1, family="b")], claim(C, 2), False),
        ([claim(family="a"), claim(B, 1, lineage=["p"])], claim(C, 2, family="a", lineage=["p"]), True),
        ([claim(lineage=["p"]), claim(B, 1, lineage=["q"])], claim(C, 2, lineage=["q", "p"]), True),
        ([claim(lineage=["p"]), claim(B, 1, lineage=["q"])], claim(C, 2, lineage=["q", "new"]), False),
        ([claim(lineage=["p", "q"])], claim(C, 2, lineage=["q", "p"]), False),
        ([claim(family="a", lineage=["p"])], claim(C, 2, family="a", lineage=["p"]), False),
    ],
)
def test_a_newcomer_merges_families_only_where_it_ties_two_that_were_apart(earlier, newcomer, would_merge):
    families = Families()
    for observation in earlier:
        families.join(observation)
    assert families.would_merge(newcomer) is would_merge


@law
@given(histories(max_size=12))
def test_a_family_keeps_its_name_as_long_as_nobody_merges_it(history):
    families, named = Families(), dict[FactObservation, str]()
    for observation in history:
        if families.would_merge(observation):
            break
        named[observation] = families.join(observation)
        assert all(families.name_of(name) == name for name in named.values())


def test_an_id_that_some_lineage_leads_through_is_not_the_newcomers_own_affair():
    lineages = Lineages()
    lineages.trace(claim(A, lineage=["memory"], id="copy"))
    assert lineages.is_named(claim(A, 1, id="memory"))
    assert not lineages.is_named(claim(A, 1, id="copy"))
    assert not lineages.is_named(claim(A, 1))


@thorough_law
@given(histories(max_size=12), half_lives)
def test_each_step_in_order_leaves_what_folding_the_whole_does(history, half_life):
    """Bit for bit, verdict and effect: observations that derive, merge, echo and tie among them."""
    ordered = sorted(set(history), key=lambda o: o.order_key)
    resolver = BeliefResolver(half_life)
    for count, observation in enumerate(ordered, 1):
        revision = resolver.observe(observation)
        state, hearing = fold(ordered[:count], half_life)
        inert = dict(hearing.inert)
        expected = Effect.REPEATED if observation in state.repeated else Effect.COUNTED
        assert revision.effect == inert.get(observation, expected)
        assert resolver.verdict(KEY) == judge(KEY, state, ordered[:count], echoes_in(hearing.inert))


def test_a_newcomer_that_joins_two_families_makes_a_repeat_of_what_both_had_said():
    history = [
        claim(A, 0, "agent_own", family="agent"),
        claim(A, 1, "agent_own", lineage=["page"]),
        claim(B, 2, "document", family="agent", lineage=["page"]),
    ]
    before = resolved(history[:2]).verdict(KEY).probability
    found = resolved(history).verdict(KEY)
    assert before == pytest.approx(0.8 / 0.84)  # two voices: 0.8 against 0.2 x 0.2
    assert found.distribution == resolved([history[0], history[2]]).verdict(KEY).distribution


def talk(seed: int, length: int) -> list[FactObservation]:
    """A long history of few families: raised repeats near and far, lineages, merges, denials, echoes."""
    chance, on, said = Random(seed), 0.0, []
    drawn_on = ["page", "another page", *(f"id-{chance.randrange(length)}" for _ in range(3))]

    def lineage() -> list[str]:
        return [chance.choice(drawn_on)] if chance.random() < 0.03 else []

    steady = chance.random() < 0.5  # nobody contradicts for long, so that a repeat reaches far back
    for number in range(length):
        on += chance.choice((0.0, 0.1, 1.0, 9.0)) if chance.random() < 0.05 else 1.0
        said.append(
            claim(
                A if steady and chance.random() < 0.99 else chance.choice((A, B, C)),
                on,
                chance.choice(("user_direct", "agent_own", "document", "email")),
                chance.choice((1.0, 0.9, 0.7)),
                family=chance.choice((None, "a", "b", "c")),
                lineage=lineage(),
                denies=chance.random() < 0.02,
                id=f"id-{number}",
            )
        )
    return said


@law
@given(st.integers(0, 10_000), st.sampled_from([MARK_EVERY - 1, MARK_EVERY * 3, MARK_EVERY * (MARKS + 2)]))
def test_a_long_talk_in_order_ends_where_folding_it_at_once_does(seed, length):
    """Long enough for the states that are kept on the way, and for the oldest of them to be gone."""
    history = talk(seed, length)
    state, hearing = fold(history, 30.0)
    ordered = sorted(history, key=lambda o: o.order_key)
    assert resolved(history, 30.0).verdict(KEY) == judge(KEY, state, ordered, echoes_in(hearing.inert))


@pytest.mark.parametrize("between", [0, 5, MARK_EVERY * 2, MARK_EVERY * (MARKS + 2)])
def test_a_repeat_raises_what_was_said_however_long_ago(between):
    first = claim(A, 0, "agent_own", family="chat")
    others = [claim(A, 1 + number, "document", id=f"id-{number}") for number in range(between)]
    again = claim(A, 9999, "user_direct", family="chat")
    as_if = claim(A, 0, "user_direct", family="chat")
    found = resolved([first, *others, again]).verdict(KEY)
    assert found.distribution == resolved([as_if, *others]).verdict(KEY).distribution
    assert found.last_evidenced_at == day(9999)
