"""Calibrating: what counts as an outcome, which figure it is of, and who cannot move any of it."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta

import pytest
from tests.acceptance.builders import instant, said

from doxa.belief import BeliefClass, ProvenanceTier
from doxa.belief.calibration import ENOUGH
from doxa.belief.half_lives import LearnedHalfLife
from doxa.domain.claim import HalfLife
from doxa.domain.item import Layer
from doxa.domain.yardstick import PLAIN, Yardstick
from doxa.faces.wire import to_wire
from doxa.service.answers import Answer
from doxa.service.calibrating import ENOUGH_BELIEFS, half_life, report
from doxa.service.memory_service import MemoryService

START = instant("2026-01-01")
TEA, COFFEE = "I prefer tea.", "I prefer coffee."


def heard(owner, text):
    """The id of a memory out of a conversation, which fades as its class does."""
    captured = owner.capture([said(text)])
    (claim,) = captured.claims
    return claim.memory.id


def stated(owner):
    """Each outcome in the bins: how many, what was stated, what share was true."""
    return [(one.count, one.stated, one.observed) for one in owner.calibration().credence.bins]


def a_table(preference: float) -> Yardstick:
    return Yardstick({**Yardstick().half_lives, BeliefClass.PREFERENCE: preference})


def as_json(view: object) -> str:
    return str(json.dumps(to_wire(view)))


REVIEWS = {
    "confirmed": (lambda owner, i: owner.confirm(i), 1.0),
    "rejected": (lambda owner, i: owner.reject(i), 0.0),
    "corrected": (lambda owner, i: owner.correct(i, COFFEE), 0.0),
    "corrected to the same": (lambda owner, i: owner.correct(i, "i prefer tea"), 1.0),
    "ended before it was said so": (lambda owner, i: owner.resolve(i, at="2026-07-01"), 0.0),
    "ended now": (lambda owner, i: owner.resolve(i), 0.0),
}


@pytest.mark.parametrize(("review", "truth"), REVIEWS.values(), ids=REVIEWS)
def test_what_the_owner_says_of_an_assertion_is_an_outcome(owner, clock, review, truth):
    memory_id = heard(owner, TEA)
    clock.now += timedelta(days=3)
    review(owner, memory_id)

    assert stated(owner) == [(1, pytest.approx(0.98 * 0.5 ** (3 / 180), abs=1e-6), truth)]


def test_an_end_that_is_still_to_come_says_nothing_of_today(owner):
    owner.resolve(heard(owner, TEA), at="2026-12-24")

    assert owner.calibration().outcomes == 0


def test_credence_is_judged_as_it_read_just_before_the_answer_and_probability_as_of_the_evidence(
    owner, clock
):
    memory_id = heard(owner, TEA)
    clock.now += timedelta(days=180)
    read = owner.get(memory_id)
    owner.reject(memory_id)
    clock.now += timedelta(days=400)
    found = owner.calibration()

    (credence,), (probability,) = found.credence.bins, found.probability.bins
    assert credence.stated == pytest.approx(read.credence, abs=1e-6)
    assert credence.stated == pytest.approx(0.49, abs=1e-6)
    assert probability.stated == read.probability == 0.98


def test_class_and_best_tier_of_then_go_with_an_outcome(owner):
    first = owner.remember(TEA, channel="tool_output").memory
    owner.confirm(first.id)
    owner.remember("I live in Oslo.", channel="assistant")
    second = owner.remember("I live in Oslo.", channel="chat").memory
    owner.reject(second.id)
    found = owner.calibration()

    assert {one: part.count for one, part in found.by_class.items()} == {
        BeliefClass.PREFERENCE: 1,
        BeliefClass.STATE: 1,
    }
    assert {one: part.bins[0].observed for one, part in found.by_tier.items()} == {
        ProvenanceTier.TOOL_OUTPUT: 1.0,
        ProvenanceTier.USER_DIRECT: 0.0,
    }


def test_a_review_of_what_was_not_asserted_is_no_outcome(owner):
    unproven = owner.remember("The kitchen is on Elm Road.", channel="web_fetch").memory
    owner.reject(unproven.id)
    old = owner.remember(TEA, key="drink").memory
    new = owner.remember(COFFEE, key="drink").memory
    assert (owner.get(old.id).stance, owner.get(new.id).stance) == ("superseded", "asserted")
    owner.reject(old.id)
    waiting = owner.remember("The garage is on Oak Road.", channel="email").memory
    owner.confirm(waiting.id)

    assert owner.calibration().outcomes == 0


def test_pressing_twice_is_one_answer_and_changing_ones_mind_is_two(owner, clock):
    memory_id = heard(owner, TEA)
    for _ in range(20):
        owner.confirm(memory_id)
    assert owner.calibration().outcomes == 1

    clock.now += timedelta(days=2)
    owner.confirm(memory_id)
    assert owner.calibration().outcomes == 2

    owner.reject(memory_id)
    assert [one[2] for one in stated(owner)] == [pytest.approx(2 / 3)]


def test_what_is_forgotten_stays_an_outcome_without_its_class(owner, clock):
    kept, gone = heard(owner, "I live in Oslo."), heard(owner, TEA)
    clock.now += timedelta(days=90)
    owner.confirm(kept)
    owner.reject(gone)
    before = owner.calibration()
    owner.forget(gone)
    after = owner.calibration()

    assert (after.credence, after.probability, after.by_tier) == (
        before.credence,
        before.probability,
        before.by_tier,
    )
    assert (set(before.by_class), set(after.by_class)) == ({"state", "preference"}, {"state"})


def test_an_outcome_of_a_memory_in_other_words_stays_when_that_is_forgotten(owner):
    """Its evidence is journalled twice before it goes: once when it came, once when the words changed."""
    owner.remember("I have a cat called Pimpernel.", source="gone", at="2026-01-01")
    told = owner.remember("I have a cat.", source="kept", at="2026-02-01").memory
    assert owner.delete_source("gone").reworded == (told.id,)
    owner.confirm(told.id)
    before = owner.calibration()
    owner.forget(told.id)
    assert before.outcomes == 1
    assert owner.calibration().probability == before.probability


def test_forgetting_a_rival_does_not_rewrite_what_had_been_stated(owner):
    old = owner.remember(TEA, key="drink", at="2026-01-01").memory
    new = owner.remember(COFFEE, key="drink", at="2026-06-01").memory
    was = owner.get(new.id).probability
    owner.confirm(new.id)
    before = owner.calibration()
    owner.forget(old.id)

    assert 0.8 < was < 0.98
    assert before.probability.bins[0].stated == was
    after = owner.calibration()
    assert (after.credence, after.probability, after.by_class) == (
        before.credence,
        before.probability,
        before.by_class,
    )


def test_evidence_that_came_later_does_not_rewrite_what_had_been_stated(owner):
    memory_id = owner.remember(TEA, channel="assistant").memory.id
    owner.confirm(memory_id)
    before = owner.calibration().probability
    owner.remember(TEA, channel="chat", at="2026-06-01")  # said before the review, heard after it

    assert before.bins[0].stated == 0.8
    assert owner.calibration().probability == before


def test_another_table_gives_another_credence_and_the_same_probability(memory, owner, clock):
    memory_id = heard(owner, TEA)
    clock.now += timedelta(days=90)
    owner.reject(memory_id)
    plain = owner.calibration()
    parts = replace(memory._service._parts, yardstick=a_table(90.0))
    quicker = MemoryService(parts).calibration("ana")

    assert quicker.credence.bins[0].stated == pytest.approx(0.49, abs=1e-6)
    assert quicker.credence != plain.credence
    assert quicker.probability == plain.probability


def test_every_owner_counts_and_those_who_are_named_alone(memory, owner):
    bob = memory.owner("bob")
    owner.confirm(heard(owner, TEA))
    bob.reject(heard(bob, COFFEE))

    assert (owner.calibration().outcomes, memory.calibration().outcomes) == (1, 2)
    assert as_json(memory.calibration(owners=iter(["bob"]))) == as_json(bob.calibration())
    assert memory.calibration().credence.bins[0].observed == 0.5


def test_nothing_is_proposed_where_nobody_has_said_anything(owner):
    found = owner.calibration()

    assert (found.outcomes, found.credence.brier, found.knots, found.has_proposals) == (0, None, None, False)


# -- how long things hold ---------------------------------------------------------------------


def moved(owner, beliefs: int, days: float, times: int = 4) -> None:
    """So many preferences, each changing every so many days."""
    for number in range(beliefs):
        for turn in range(times):
            at = timedelta(days=days * turn)
            owner.remember(
                (TEA, COFFEE)[turn % 2],
                key=f"drink {number}",
                at=START + at,
                source=f"{number}-{turn}",
            )


def test_a_half_life_is_proposed_where_much_was_heard_and_what_is_configured_is_not_credible(owner):
    moved(owner, ENOUGH_BELIEFS, days=7)
    found = owner.calibration().half_lives[BeliefClass.PREFERENCE]

    assert (found.beliefs, found.changes) == (ENOUGH_BELIEFS, ENOUGH_BELIEFS * 3)
    assert found.high < 180
    assert found.is_proposed
    assert found.low <= found.proposed_days <= found.high


def test_what_was_proposed_is_not_proposed_again_once_it_is_configured(memory, owner):
    moved(owner, ENOUGH_BELIEFS, days=7)
    proposed = owner.calibration().half_lives[BeliefClass.PREFERENCE].proposed_days
    parts = replace(memory._service._parts, yardstick=a_table(proposed))

    assert not MemoryService(parts).calibration("ana").has_proposals


@pytest.mark.parametrize("configured", [1.0, 5_000.0])
def test_little_data_proposes_nothing_however_odd_the_configuration(memory, owner, configured):
    moved(owner, 3, days=7)
    parts = replace(memory._service._parts, yardstick=a_table(configured))

    assert not MemoryService(parts).calibration("ana").has_proposals


def test_that_something_has_ended_is_heard_as_its_end(owner):
    for number in range(ENOUGH_BELIEFS):
        owner.remember(TEA, key=f"drink {number}", at="2026-01-01")
    assert owner.calibration().half_lives[BeliefClass.PREFERENCE].beliefs == 0
    for one in owner.list(limit=100):
        owner.resolve(one.id, at="2026-01-11")
    found = owner.calibration().half_lives[BeliefClass.PREFERENCE]

    assert (found.beliefs, found.changes) == (ENOUGH_BELIEFS, ENOUGH_BELIEFS)
    assert found.learned_days < 100


def learned(days: float | None, low: float, high: float, beliefs: int) -> LearnedHalfLife:
    return LearnedHalfLife(days, 180.0, low, high, beliefs, changes=10, open_spells=10)


@pytest.mark.parametrize(
    ("configured", "found", "proposed"),
    [
        (180.0, learned(31.4159, 20, 40, 20), 31.4),
        (180.0, learned(31.4159, 20, 40, 19), None),  # too few
        (180.0, learned(31.4159, 10, 61, 20), None),  # too vague
        (30.0, learned(31.4159, 20, 40, 20), None),  # credible as it is
        (None, learned(31.4159, 20, 40, 20), 31.4),  # it does fade
        (5.0, LearnedHalfLife(None, None, None, None, 20, 0, 20), None),
    ],
)
def test_a_half_life_is_proposed_for_a_reason(configured, found, proposed):
    assert half_life(configured, found).proposed_days == proposed


def test_the_map_is_fitted_on_what_the_proposed_half_lives_would_have_stated():
    """Else applying both would change the map the next time: each would chase the other."""
    nothing = {
        one: LearnedHalfLife(days, days, days, days, 0, 0, 0) for one, days in PLAIN.half_lives.items()
    }
    heard_of = {**nothing, BeliefClass.PREFERENCE: learned(30.0, 20, 40, 50)}
    said = [
        Answer(
            is_true=number % 10 < 3,
            at=START + timedelta(days=30),
            probability=0.98,
            last_evidenced_at=START + timedelta(days=number % 7),
            valid_to=None,
            half_life_days=HalfLife.UNSET,
            belief_class=BeliefClass.PREFERENCE,
            layer=Layer.SHORT_TERM,
            tier=ProvenanceTier.USER_DIRECT,
        )
        for number in range(ENOUGH)
    ]
    first = report(1, said, heard_of, PLAIN.half_lives)
    then = report(1, said, heard_of, a_table(30.0).half_lives)

    assert (first.half_lives[BeliefClass.PREFERENCE].proposed_days, first.credence == then.credence) == (
        30.0,
        False,
    )
    assert first.knots is not None
    assert (first.knots, then.half_lives[BeliefClass.PREFERENCE].proposed_days) == (then.knots, None)


# -- who cannot move it -----------------------------------------------------------------------


def test_a_thousand_untrusted_claims_leave_the_calibration_bit_for_bit_as_it_was(open_memory):
    owner = open_memory(is_durable=False).owner("ana")
    moved(owner, 3, days=20)
    home = owner.remember("I live in Oslo.", key="home").memory
    owner.confirm(home.id)
    owner.reject(heard(owner, "I work at Acme."))
    before = as_json(owner.calibration())

    for number in range(1_000):
        words = (f"I live in Rome, house {number}.", "I work at Acme.", COFFEE, TEA)[number % 4]
        key = ("home", "drink 1", "drink 2", None)[number % 4]
        if number >= 200:
            words, key = f"Order {number} of tea went to Rome.", None
        owner.remember(words, channel="web_fetch", key=key, source=f"page {number}")
    junk = next(one for one in owner.list(channel="web_fetch", limit=1_000) if "live in Rome" in one.text)
    owner.reject(junk.id)

    assert as_json(owner.calibration()) == before
