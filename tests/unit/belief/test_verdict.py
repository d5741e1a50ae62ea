"""What a caller is told, case by case."""

from __future__ import annotations

import pytest
from tests.laws.strategies import KEY, A, B, C, claim, day, rejection, resolved, verdict

from doxa.belief import Band, BeliefResolver, Stance
from doxa.belief.update import fold
from doxa.belief.verdict import judge

asserted, contested = Stance.ASSERTED, Stance.CONTESTED
superseded, unproven = Stance.SUPERSEDED, Stance.UNPROVEN

AGENTS_INSIST = [claim(B, 1 + i, "agent_own", id=f"agent-{i}") for i in range(4)]


@pytest.mark.parametrize(
    ("history", "fact", "stance", "is_uncertain", "gone", "challengers"),
    [
        ([], None, {}, True, (), ()),
        ([claim(A)], A, {A: asserted}, False, (), ()),
        ([claim(A, tier="email")], None, {A: unproven}, True, (), (A,)),
        ([claim(A), claim(B, 1)], B, {A: superseded, B: asserted}, False, (A,), ()),
        ([claim(A), claim(B, 1), claim(A, 2)], A, {A: asserted, B: superseded}, False, (B,), ()),
        (
            [claim(A), claim(B, 1), claim(C, 2)],
            C,
            {A: superseded, B: superseded, C: asserted},
            False,
            (B, A),
            (),
        ),
        # A scraped page says otherwise: it challenges while it is the newest word, and no longer.
        ([claim(A), claim(B, 1, "web_fetch")], A, {A: asserted, B: unproven}, False, (), (B,)),
        ([claim(A), claim(B, 0, "web_fetch")], A, {A: asserted, B: unproven}, False, (), (B,)),
        ([claim(A, 2), claim(B, 1, "web_fetch")], A, {A: asserted, B: unproven}, False, (), ()),
        (
            [claim(A), claim(B, 1, "web_fetch"), claim(C, 2, "email")],
            A,
            {A: asserted, B: unproven, C: unproven},
            False,
            (),
            (C, B),
        ),
        # The agents are sure and may not: the question goes to the owner.
        ([claim(A), *AGENTS_INSIST], A, {A: asserted, B: contested}, True, (), (B,)),
        ([claim(A), *AGENTS_INSIST, claim(B, 9)], B, {A: superseded, B: asserted}, False, (A,), ()),
        ([claim(A), *AGENTS_INSIST, rejection(A, 9)], B, {A: superseded, B: asserted}, False, (A,), ()),
        # Two at once.
        ([claim(A), claim(B)], None, {A: contested, B: contested}, True, (), (B, A)),
        # A doubtful rival was never asserted, so it is contested and not superseded.
        ([claim(A), claim(B, 1, "document")], A, {A: asserted, B: contested}, False, (), (B,)),
        ([claim(A), rejection(A, 1)], None, {A: superseded}, True, (A,), (A,)),
        # After the owner's no an agent insists: it leads without the authority, so the question is open.
        ([claim(A), rejection(A, 1), claim(A, 2, "agent_own")], None, {A: contested}, True, (), (A,)),
        # An echo claims nothing.
        ([claim(A), claim(B, 1), claim(A, 2, lineage=[A])], B, {A: superseded, B: asserted}, False, (A,), ()),
    ],
)
def test_the_whole_answer(history, fact, stance, is_uncertain, gone, challengers):
    found = verdict(history)
    assert found.fact == fact
    assert found.stance == stance
    assert found.is_uncertain is is_uncertain
    assert found.superseded == gone
    assert found.challengers == challengers
    assert found.is_contested is (contested in stance.values())


@pytest.mark.parametrize(
    ("confidence", "probability", "rival", "is_uncertain"),
    [(0.6, 0.6296, 0.2222, False), (0.75, 0.5152, 0.3636, True)],
)
def test_a_rival_within_two_tenths_is_a_reason_to_ask(confidence, probability, rival, is_uncertain):
    agreed = [claim(A, 0, "agent_own"), claim(A, 1, "agent_own", family="b")]
    found = verdict([*agreed, claim(B, 2, confidence=confidence)])
    assert found.fact == A
    assert found.probability == pytest.approx(probability, abs=1e-4)
    assert found.distribution.masses[B] == pytest.approx(rival, abs=1e-4)
    assert found.is_uncertain is is_uncertain


@pytest.mark.parametrize(
    ("now", "currency", "band"),
    [(None, 1.0, Band.CURRENT), (0, 1.0, Band.CURRENT), (31, 0.5, Band.FADING), (91, 0.125, Band.HISTORY)],
)
def test_credence_is_what_is_left_of_the_probability_today(now, currency, band):
    at = None if now is None else day(now)
    found = resolved([claim(A, 0, "agent_own"), claim(A, 1, "agent_own", family="b")], 30.0).verdict(KEY, at)
    assert found.currency == pytest.approx(currency)
    assert found.credence == pytest.approx(found.probability * currency)
    assert found.band is band
    assert found.last_evidenced_at == day(1)


def test_time_alone_changes_no_probability():
    resolver = resolved([claim(A)], 1.0)
    now, later = resolver.verdict(KEY, day(0)), resolver.verdict(KEY, day(10_000))
    assert (now.probability, now.stance) == (later.probability, later.stance)
    assert later.credence == pytest.approx(0.0)


def test_a_claim_that_names_its_end_is_history_after_it():
    observations = [claim(A)]
    state, _ = fold(observations, 1.0)
    assert judge(KEY, state, observations, now=day(5), valid_to=day(5)).credence == 0.98
    assert judge(KEY, state, observations, now=day(6), valid_to=day(5)).credence == 0.0


def test_the_clock_of_a_fact_is_its_own_last_evidence():
    found = verdict([claim(A, 0), claim(B, 5, "document"), claim(A, 7, "email")])
    assert (found.fact, found.last_evidenced_at) == (A, day(0))


def test_a_key_nobody_spoke_of_is_unknown():
    found = BeliefResolver().verdict("never heard of")
    assert (found.fact, found.probability, found.distribution.unknown) == (None, 0.0, 1.0)
    assert (found.entropy_bits, found.normalised_entropy) == (0.0, 0.0)
    assert (found.stance, found.assertions, found.challengers) == ({}, (), ())
