"""Whatever the operator sets to read by, what is believed and how it got there stays as it is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.acceptance.builders import Clock, Ids, said

from doxa.belief import BeliefClass
from doxa.belief.calibration import IsotonicMap
from doxa.bootstrap import build
from doxa.domain.yardstick import Yardstick
from doxa.service.memory_service import MemoryService
from doxa.settings import read_settings

READ_BY_THE_YARDSTICK = {"currency", "credence", "calibrated", "band"}

half_lives = st.fixed_dictionaries(
    {one: st.none() | st.floats(min_value=1e-3, max_value=1e5) for one in BeliefClass}
)
shares = st.floats(min_value=0.0, max_value=1.0)
maps = st.lists(st.tuples(shares, shares), min_size=1, max_size=6, unique_by=lambda knot: knot[0]).map(
    lambda knots: IsotonicMap(
        tuple(zip(*(sorted(column) for column in zip(*knots, strict=True)), strict=True))
    )
)


class Story:
    """A memory in which something of everything has happened, and each write was made under another table."""

    def __init__(self) -> None:
        self.clock = Clock("2026-03-01")
        plain = read_settings(embedder="hashed")
        self.service = build(":memory:", plain, clock=self.clock, new_id=Ids())
        self.write()

    def by(self, yardstick: Yardstick) -> MemoryService:
        """The same memory, read and written by another yardstick."""
        return MemoryService(replace(self.service._parts, yardstick=yardstick))

    def write(self) -> None:
        service = self.service
        service.capture("ana", [said("I prefer tea. I live in Oslo.", "2026-01-01")], source="one")
        quick = self.by(Yardstick(dict.fromkeys(BeliefClass, 2.0)))
        quick.capture("ana", [said("I now prefer coffee.", "2026-02-01")], source="two")
        slow = self.by(Yardstick(dict.fromkeys(BeliefClass, None)))
        slow.capture("ana", [said("My favourite city is Rome.", "2026-02-10")], source="three")
        service.remember("ana", "I work at Acme.", key="work", channel="assistant")
        service.remember("ana", "I work at Initech.", key="work", channel="web_fetch")
        self.clock.now += timedelta(days=20)
        found = {view.text: view.id for view in service.list("ana")}
        quick.confirm("ana", found["I now prefer coffee."])
        service.correct("ana", found["I work at Acme."], "I work at Globex.")


@pytest.fixture(scope="module")
def story() -> Iterator[Story]:
    told = Story()
    yield told
    told.service.close()


def without_what_is_read_by_it(view: Any) -> dict[str, Any]:
    names = view.__dataclass_fields__
    return {name: getattr(view, name) for name in names if name not in READ_BY_THE_YARDSTICK}


@settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(half_lives=half_lives, isotonic=st.none() | maps, days=st.integers(0, 3_000))
def test_no_yardstick_moves_a_probability_an_assertion_or_a_stance(story, half_lives, isotonic, days):
    plain, other = story.service, story.by(Yardstick(half_lives, isotonic))
    story.clock.now += timedelta(days=days)
    for verb in ("list", "beliefs"):
        before, after = getattr(plain, verb)("ana"), getattr(other, verb)("ana")
        assert len(before) > 2
        assert [*map(without_what_is_read_by_it, before)] == [*map(without_what_is_read_by_it, after)]
        for view in after:
            assert view.calibrated is None or isotonic is not None
    story.clock.now -= timedelta(days=days)
    assert other.verify("ana").problems == ()


def test_what_was_written_under_another_table_replays_bit_for_bit(story):
    """Fails when a piece of evidence asks for the table of today instead of keeping its own half-life."""
    pieces = [p for view in story.service.list("ana") for p in story.service.explain("ana", view.id).evidence]
    with story.service._parts.store.reading("ana") as transaction:
        days = {(piece.tier.value, piece.half_life_days) for piece in transaction.all_evidence()}

    assert pieces
    assert {("user_direct", 180.0), ("user_direct", 2.0), ("user_direct", None), ("user_edit", 2.0)} <= days
    assert story.service.verify("ana").is_sound
