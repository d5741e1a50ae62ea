"""What held at a moment, by all that is known today: the intervals of the assertions over time."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.laws.strategies import START, claim
from tests.laws.test_store_laws import LIMA, LIVE, NOW, OSLO, ROME, Said, histories, law, somebody, tell

from doxa.belief import BeliefResolver
from doxa.bootstrap import build
from doxa.faces.wire import to_wire
from doxa.memory import Memory
from doxa.settings import read_settings
from doxa.testing import FixedClock, SequentialIds


@pytest.fixture(scope="module")
def clock() -> FixedClock:
    return FixedClock(NOW)


@pytest.fixture(scope="module")
def memory(clock) -> Iterator[Memory]:
    with Memory(
        build(":memory:", read_settings(embedder="hashed"), clock=clock, new_id=SequentialIds())
    ) as made:
        yield made


@law
@given(histories(min_size=1), st.lists(st.sampled_from(["reject", "confirm", "resolve"]), max_size=2))
def test_what_holds_today_is_what_the_memory_answers_today(memory, clock, history, acts):
    clock.now = NOW
    owner = tell(somebody(memory), history)
    for act in acts:
        getattr(owner, act)(owner.list(review="rejected")[0].id if not owner.list() else owner.list()[0].id)
    clock.now = NOW + timedelta(seconds=1)
    then = owner.as_of(clock.now, axis="valid")
    assert to_wire(then.beliefs()) == to_wire(owner.beliefs())
    assert to_wire(then.list()) == to_wire(owner.list())


@law
@given(
    histories(("chat", "manual", "assistant"), min_size=1),
    st.lists(st.integers(-10, 320), min_size=1, max_size=5),
    st.randoms(use_true_random=False),
)
def test_what_held_is_read_off_the_assertions_over_time_whatever_arrived_when(
    memory, clock, history, days, random
):
    """The pure core's own intervals, against the answers of a store told in any order."""
    clock.now = NOW
    resolver = BeliefResolver(history[0].half_life_days)
    resolver.observe_all(
        claim(said.text, said.day, said.tier, family=said.source and f"source:{said.source}")
        for said in history
    )
    random.shuffle(history)
    owner = tell(somebody(memory), history)
    for day in days:
        at = START + timedelta(days=day)
        held = [
            one.fact
            for one in resolver.verdict("ana/city").assertions
            if one.since <= at and (one.until is None or at < one.until)
        ]
        then = owner.as_of(at, axis="valid")
        assert [one.fact for one in then.beliefs() if one.fact is not None] == held
        assert [one.text for one in then.list() if one.stance == "asserted"] == held
        said_by_then = {said.text for said in history if said.at <= at}
        assert {one.text for one in then.list()} == said_by_then


@law
@given(histories(LIVE, min_size=1))
def test_where_all_is_told_as_it_happens_both_times_give_one_answer(memory, clock, history):
    history = [Said(s.text, s.day, s.channel, None) for s in sorted(history, key=lambda s: s.day)]
    owner = somebody(memory)
    for said in history:
        clock.now = said.at
        tell(owner, [said])
    clock.now = NOW
    for said in history:
        at = said.at + timedelta(hours=1)
        known, held = (owner.as_of(at, axis=axis).beliefs() for axis in ("record", "valid"))
        assert to_wire(known) == to_wire(held)


def test_a_claim_that_arrives_late_has_held_its_interval(memory, clock):
    clock.now = NOW
    owner = tell(somebody(memory), [Said(ROME, 200), Said(OSLO, 100), Said(LIMA, 0)])
    held = {
        day: owner.as_of(START + timedelta(days=day), axis="valid").verdict("home").fact
        for day in (-1, 0, 99, 100, 199, 200, 300)
    }
    assert held == {-1: None, 0: LIMA, 99: LIMA, 100: OSLO, 199: OSLO, 200: ROME, 300: ROME}
    record = owner.as_of(NOW - timedelta(days=1))
    assert record.beliefs() == ()
