"""The rule in figures one can check with a pencil."""

from __future__ import annotations

import pytest
from tests.laws.strategies import A, B, C, claim, day, rejection

from doxa.belief import DEFAULT_TIERS, Assertion, Distribution
from doxa.belief.independence import hear
from doxa.belief.update import CLEAR_LEAD, RIVAL_DRIFT, Fold, fold, instants


def test_the_constants_are_those_of_the_design():
    assert (RIVAL_DRIFT, CLEAR_LEAD) == (0.15, 0.2)


@pytest.mark.parametrize(
    ("history", "half_life", "masses", "unknown"),
    [
        ([], None, {}, 1.0),
        ([claim(A)], None, {A: 0.98}, 0.02),
        ([claim(A, tier="document")], None, {A: 0.55}, 0.45),
        ([claim(A, tier="email")], None, {}, 1.0),
        # A second source agrees: 0.8 (0.8 + 0.2) against 0.2 x 0.2.
        (
            [claim(A, 0, "agent_own"), claim(A, 1, "agent_own")],
            None,
            {A: 0.8 / 0.84},
            0.04 / 0.84,
        ),
        # After one half-life half of it is unknown again: 0.8 (0.4 + 0.6) against 0.2 x 0.6.
        (
            [claim(A, 0, "agent_own"), claim(A, 30, "agent_own")],
            30.0,
            {A: 0.8 / 0.92},
            0.12 / 0.92,
        ),
        # A rival: 0.85 of 0.8 is kept; then 0.8 x 0.32 against 0.2 x 0.68 and 0.2 x 0.32.
        (
            [claim(A, 0, "agent_own"), claim(B, 1, "agent_own")],
            None,
            {A: 0.136 / 0.456, B: 0.256 / 0.456},
            0.064 / 0.456,
        ),
        # More time has passed than the rival's own sign of change: the half-life decides, not both.
        (
            [claim(A, 0, "agent_own"), claim(B, 30, "agent_own")],
            30.0,
            {A: 0.08 / 0.68, B: 0.48 / 0.68},
            0.12 / 0.68,
        ),
        # A rival of the same instant is a conflict: no drift.  0.8 x 0.2 against 0.2 x 0.8 and 0.2 x 0.2.
        (
            [claim(A, 0, "agent_own"), claim(B, 0, "agent_own")],
            None,
            {A: 0.16 / 0.36, B: 0.16 / 0.36},
            0.04 / 0.36,
        ),
        # A rejection: 0.85 of 0.8 is kept; then 0.02 x 0.68 against 0.98 x 0.32.
        (
            [claim(A, 0, "agent_own"), rejection(A, 1)],
            None,
            {A: 0.0136 / 0.3272},
            0.3136 / 0.3272,
        ),
        # Rejecting what nobody has claimed moves nothing.
        ([rejection(A)], None, {}, 1.0),
    ],
)
def test_the_arithmetic(history, half_life, masses, unknown):
    found = fold(history, half_life)[0].distribution
    assert found.masses == pytest.approx(masses)
    assert found.unknown == pytest.approx(unknown)


@pytest.mark.parametrize(
    ("history", "assertions"),
    [
        ([claim(A, 0)], [(A, 0, None)]),
        ([claim(A, 0), claim(B, 1)], [(A, 0, 1), (B, 1, None)]),
        ([claim(A, 0), claim(B, 1), claim(A, 2)], [(A, 0, 1), (B, 1, 2), (A, 2, None)]),
        ([claim(A, 0), rejection(A, 1)], [(A, 0, 1)]),
        ([claim(A, 0), rejection(A, 1), claim(A, 2)], [(A, 0, 1), (A, 2, None)]),
        ([claim(A, 0), claim(B, 1, "agent_own")], [(A, 0, None)]),  # less authority, less mass
        ([claim(A, 0, "agent_own"), claim(B, 1)], [(A, 0, 1), (B, 1, None)]),
        ([claim(A, 0), claim(B, 1, "email")], [(A, 0, None)]),
        ([claim(A, 0), claim(B, 0)], []),  # a conflict
        ([claim(A, 0), claim(B, 0), claim(B, 1)], [(B, 1, None)]),
        ([claim(A, 0), claim(B, 1), claim(C, 1)], [(A, 0, 1)]),  # a conflict among successors
        # Below the owner a conflict cannot unseat what the owner said.
        ([claim(A, 0), claim(B, 1, "agent_own"), claim(C, 1, "agent_own")], [(A, 0, None)]),
        # One of two is clearly ahead: 0.98 against 0.55.
        ([claim(A, 0), claim(B, 0, "document")], [(A, 0, None)]),
        # A conflict stays open when somebody denies, or mentions, a third.
        ([claim(A, 0), claim(B, 0), rejection(C, 1)], []),
        ([claim(A, 0), claim(B, 0), claim(C, 1, "document")], []),
        ([claim(A, 0), rejection(A, 0)], []),
        # Others were surer of Rome than anyone is now of Oslo; the owner's no lets them in.
        (
            [claim(A, 0), *(claim(B, 1 + i, "agent_own", id=str(i)) for i in range(4)), rejection(A, 9)],
            [(A, 0, 9), (B, 9, None)],
        ),
        # Nobody but the owner can take back what the owner said.
        ([claim(A, 0), *(rejection(A, 1 + i, "agent_own", id=str(i)) for i in range(9))], [(A, 0, None)]),
        # What the owner rejected beforehand needs the owner.
        ([rejection(A, 0), claim(A, 1, "agent_own")], []),
        ([rejection(A, 0), claim(A, 1, "agent_own"), claim(A, 2)], [(A, 2, None)]),
        ([rejection(A, 0, "agent_own"), claim(A, 1, "agent_own")], [(A, 1, None)]),
    ],
)
def test_who_is_asserted_when(history, assertions):
    state, _ = fold(history)
    assert state.assertions == [
        Assertion(fact, day(since), None if until is None else day(until))
        for fact, since, until in assertions
    ]


@pytest.mark.parametrize("holder", [A, B])
def test_in_a_tie_the_earlier_assertion_stays(holder):
    state = Fold()
    state.masses, state.unknown = {A: 0.4, B: 0.4}, 0.2
    state.authority = {A: 4, B: 4}
    state.asserted, state.assertions = holder, [Assertion(holder, day(0))]
    (aside,) = instants(hear([rejection(C, 1)], DEFAULT_TIERS).voices).instants
    state.take(aside)
    assert state.masses[A] == state.masses[B] > state.unknown
    assert (state.asserted, state.assertions) == (holder, [Assertion(holder, day(0))])


@pytest.mark.parametrize(
    ("one", "other", "moved"),
    [
        (Distribution(), Distribution(), 0.0),
        (Distribution(), Distribution({A: 0.8}, 0.2), 0.8),
        (Distribution({A: 1.0}, 0.0), Distribution({B: 1.0}, 0.0), 1.0),
        (Distribution({A: 0.5, B: 0.5}, 0.0), Distribution({A: 0.25, B: 0.5}, 0.25), 0.25),
    ],
)
def test_movement_is_half_of_all_that_changed(one, other, moved):
    assert one.movement_to(other) == pytest.approx(moved)
    assert other.movement_to(one) == pytest.approx(moved)


@pytest.mark.parametrize(
    ("masses", "unknown", "bits", "normalised"),
    [
        ({}, 1.0, 0.0, 0.0),
        ({A: 1.0}, 0.0, 0.0, 0.0),
        ({A: 0.5}, 0.5, 1.0, 1.0),
        ({A: 0.25, B: 0.25, C: 0.25}, 0.25, 2.0, 1.0),
        ({A: 0.5, B: 0.0}, 0.5, 1.0, 1.0),  # a candidate without mass is no outcome
    ],
)
def test_entropy_in_bits_and_as_a_share(masses, unknown, bits, normalised):
    found = Distribution(masses, unknown)
    assert (found.entropy_bits, found.normalised_entropy) == (bits, normalised)
