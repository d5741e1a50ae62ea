"""Who is one voice, who is an echo, and who has said so before."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from tests.laws.strategies import KEY, A, B, C, claim, rejection, resolved

from doxa.belief import DEFAULT_TIERS, Effect, FactObservation
from doxa.belief.independence import Hearing, are_rivals, hear
from doxa.belief.update import instants


def heard(*observations: FactObservation) -> Hearing:
    return hear(sorted(observations, key=lambda o: o.order_key), DEFAULT_TIERS)


def effects(*observations: FactObservation) -> list[Effect | None]:
    """What each did once all were there, in order of arrival."""
    return [revision.effect for revision in resolved(observations).revisions(KEY)]


def family_count(*observations: FactObservation) -> int:
    return len({voice.family for voice in heard(*observations).voices})


@pytest.mark.parametrize(
    ("one", "other", "rivals"),
    [
        ((A, False), (B, False), True),
        ((A, False), (A, False), False),
        ((A, False), (A, True), True),
        ((A, True), (A, True), False),
        ((A, True), (B, False), False),  # "not Oslo" does not contradict "Rome"
        ((A, True), (B, True), False),
    ],
)
def test_rivals_are_statements_that_cannot_both_hold(one, other, rivals):
    assert are_rivals(one, other) is rivals
    assert are_rivals(other, one) is rivals


@pytest.mark.parametrize(
    ("observations", "count"),
    [
        ([claim(id="1"), claim(id="2")], 2),  # no family: each is its own
        ([claim(id="1", family="a"), claim(id="2", family="a")], 1),
        ([claim(id="1", family="a"), claim(id="2", family="b")], 2),
        ([claim(id="1", lineage=["page"]), claim(id="2", lineage=["page"])], 1),
        ([claim(id="1", lineage=["p", "q"]), claim(id="2", lineage=["q"]), claim(id="3", lineage=["r"])], 2),
        # Two families that both drew on one page are one, and all that they say is.
        (
            [
                claim(id="1", family="a", lineage=["page"]),
                claim(id="2", family="b", lineage=["page"]),
                claim(id="3", family="b"),
            ],
            1,
        ),
        ([claim(id="1", family="page"), claim(id="2", lineage=["page"])], 2),  # a family is not an ancestor
    ],
)
def test_families_are_joined_by_source_and_by_lineage(observations, count):
    assert family_count(*observations) == count


def test_what_is_gated_joins_no_families():
    bridge = claim(id="3", tier="web_fetch", family="a", lineage=["page"])
    assert family_count(claim(id="1", family="a"), claim(id="2", lineage=["page"]), bridge) == 2


@pytest.mark.parametrize(
    ("observation", "is_echo"),
    [
        (claim(on=5, lineage=["memory"]), True),
        (claim(on=5, lineage=[A]), True),  # the lineage may name the candidate itself
        (claim(on=5, lineage=["elsewhere", "memory"]), True),
        (claim(on=5, lineage=["copy"]), True),  # laundered through a copy
        (claim(on=5, lineage=["copy of copy"]), True),
        (claim(on=5, lineage=["gated copy"]), True),  # or through a channel nobody believes
        (claim(on=5, lineage=["elsewhere"]), False),
        (claim(B, on=5, lineage=["memory"]), False),  # it derives from Oslo and says Rome
        (rejection(A, on=5), False),
        (claim(on=5, lineage=["memory"], denies=True), False),  # an agent doubts what it read
        (claim(on=5), False),
    ],
)
def test_an_echo_has_what_it_supports_among_its_ancestors(observation, is_echo):
    past = [
        claim(id="memory"),
        claim(C, 1, id="copy", lineage=["memory"]),
        claim(C, 2, id="copy of copy", lineage=["copy"]),
        claim(C, 3, "email", id="gated copy", lineage=["memory"]),
    ]
    inert = dict(heard(*past, observation).inert)
    assert (inert.get(observation) is Effect.ECHO) is is_echo


def test_lineages_that_run_in_a_circle_come_to_an_end():
    ring = [claim(B, 1, id="1", lineage=["2"]), claim(C, 2, id="2", lineage=["1"])]
    assert heard(*ring).inert == tuple((link, Effect.ECHO) for link in ring)  # each is its own ancestor


def test_the_gate_comes_before_everything():
    gated_echo = claim(on=1, tier="web_fetch", lineage=[A])
    assert heard(gated_echo).inert == ((gated_echo, Effect.GATED),)


said, echo = Effect.COUNTED, Effect.REPEATED


@pytest.mark.parametrize(
    ("history", "expected"),
    [
        ([claim(A, 0, family="a"), claim(A, 1, family="a")], [said, echo]),
        ([claim(A, 0, family="a"), claim(A, 1, family="b")], [said, said]),
        ([claim(A, 0, family="a"), claim(B, 1, family="a"), claim(A, 2, family="a")], [said, said, said]),
        # A rival by anyone reopens the question, but only above the pivot.
        ([claim(A, 0, family="a"), claim(B, 1, family="b"), claim(A, 2, family="a")], [said, said, said]),
        (
            [claim(A, 0, family="a"), claim(B, 1, "email", family="b"), claim(A, 2, family="a")],
            [said, Effect.GATED, echo],
        ),
        ([claim(A, 0, family="a"), rejection(A, 1), claim(A, 2, family="a")], [said, said, said]),
        ([claim(A, 0, family="a"), rejection(B, 1), claim(A, 2, family="a")], [said, said, echo]),
        # A rejection is repeated like anything else, and counts anew once the fact was claimed again.
        ([rejection(A, 0, family="a"), rejection(A, 1, family="a")], [said, echo]),
        ([rejection(A, 0, family="a"), claim(B, 1), rejection(A, 2, family="a")], [said, said, echo]),
        ([rejection(A, 0, family="a"), claim(A, 1), rejection(A, 2, family="a")], [said, said, said]),
        (
            [
                rejection(A, 0, family="a"),
                *(claim(fact, 1 + i) for i, fact in enumerate([A, B, C])),
                rejection(A, 9, family="a"),
            ],
            [said, said, said, said, said],
        ),
        # At one instant the order is that of the source.
        ([claim(A, 0, family="a", position=0), claim(A, 0, family="a", position=1)], [said, echo]),
        (
            [claim(fact, 0, family="a", position=i) for i, fact in enumerate([A, B, A])],
            [said, said, said],
        ),
    ],
)
def test_a_family_is_counted_once_until_it_is_contradicted(history, expected):
    assert effects(*history) == expected


def test_a_rival_that_arrives_late_turns_the_repeat_into_a_new_observation():
    resolver = resolved(
        [claim(A, 0, family="a", tier="agent_own"), claim(A, 2, family="a", tier="agent_own")]
    )
    before = resolver.verdict(KEY).probability
    resolver.observe(claim(B, 1, "agent_own", family="b"))
    assert before == 0.8
    assert resolver.verdict(KEY).fact == A
    assert resolver.verdict(KEY) == resolved(resolver.observations(KEY)).verdict(KEY)


def conflicts(observations: Sequence[FactObservation]) -> list[bool]:
    return [instant.is_conflict for instant in instants(heard(*observations).voices).instants]


@pytest.mark.parametrize(
    ("history", "expected"),
    [
        ([claim(A, 0, family="a"), claim(B, 0, family="b")], [True]),
        ([claim(A, 0), claim(B, 0)], [True]),
        ([claim(A, 0, family="a"), claim(B, 0, family="a")], [False]),  # one mind, changed
        ([claim(A, 0, family="a"), claim(A, 0, family="b")], [False]),
        ([claim(A, 0, family="a"), claim(B, 0, "email", family="b")], [False]),
        ([claim(A, 0, family="a"), claim(B, 0.00001, family="b")], [False, False]),
        ([claim(A, 0), rejection(A, 0)], [True]),
        ([claim(A, 0), rejection(B, 0)], [False]),
    ],
)
def test_a_conflict_is_two_families_contradicting_each_other_in_one_breath(history, expected):
    assert conflicts(history) == expected
