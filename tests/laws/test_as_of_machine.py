"""What was answered stays the answer of its moment, whatever is written later.

The machine of `test_memory_machine` keeps what it was told after every step, and asks for it
again at the end.  What has been erased since is not there any more; the rest is as it was.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import invariant, rule
from tests.laws.test_memory_machine import MOMENT, MemoryMachine, relaxed

from doxa.faces.wire import to_wire

FORWARD = st.integers(0, 60 * 24 * 40).map(lambda minutes: timedelta(minutes=minutes))


class AsOfMachine(MemoryMachine):
    def __init__(self) -> None:
        self.told: list[tuple[str, datetime, list[Any], list[Any]]] = []
        super().__init__()

    @rule(by=FORWARD)
    def time_passes(self, by: timedelta) -> None:
        """Forward only: of a moment that came twice, the second is the one that is told."""
        self.clock.advance(by)

    @invariant()
    def what_was_told_is_kept(self) -> None:
        for owner, known in self.known.items():
            if known.commits:
                memories = [to_wire(memory) for memory in self.all_of(owner)]
                beliefs = to_wire(self.service.beliefs(owner, limit=1_000))
                self.told.append((owner, self.clock.now, memories, beliefs))
        self.clock.advance(MOMENT)

    def teardown(self) -> None:
        for owner, at, memories, beliefs in self.told[::3] + self.told[-3:]:
            self.is_told_again(owner, at, memories, beliefs)
        super().teardown()

    def is_told_again(self, owner: str, at: datetime, memories: list[Any], beliefs: list[Any]) -> None:
        gone = self.known[owner].forgotten
        then = self.service.as_of(at)
        listed = [*then.list(owner, limit=1_000), *then.list(owner, limit=1_000, review="rejected")]
        assert to_wire(listed) == [one for one in memories if one["id"] not in gone]
        assert all(to_wire(then.get(owner, one.id)) == to_wire(one) for one in listed[:2])

        told = {one["key"]: one for one in beliefs}
        again = {one["key"]: one for one in to_wire(then.beliefs(owner, limit=1_000))}
        for key, before in told.items():
            left = [one for one in before["candidates"] if one["id"] not in gone]
            if not left:
                assert key not in again
                continue
            after = again[key]
            if after["notices"]:  # something of it was erased: the figures are those of then
                assert after["candidates"] == left
                assert (after["unknown"], after["entropy_bits"]) == (
                    before["unknown"],
                    before["entropy_bits"],
                )
                assert (after["id"], after["fact"]) in ((before["id"], before["fact"]), (None, None))
            else:
                assert after == before
        assert again.keys() <= told.keys()


AsOfMachine.TestCase.settings = settings(
    relaxed, max_examples=8, stateful_step_count=20, derandomize=True, database=None
)
TestAsOfMachine = AsOfMachine.TestCase
