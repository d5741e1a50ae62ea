"""Whatever is asked of a memory, in whatever order, it stays sound and agrees with a plain dict.

The machine speaks to the public service only.  Its model knows which memories there are and
in whose words, how many commits were made, and which requests carried a key.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

from doxa.belief import Stance
from doxa.bootstrap import build
from doxa.domain.item import Review, Status
from doxa.domain.source import Turn
from doxa.errors import Erased, IdempotencyConflict, MemoryNotFound, SourceNotFound, StaleRevision
from doxa.service.memory_service import MemoryService
from doxa.service.views import Captured, Forgotten, SourceDeleted, Written
from doxa.settings import read_settings
from doxa.testing import FixedClock, SequentialIds

OWNERS = ("Bob", "bob", "b_b")
WORDS = (
    "I live in Oslo.",
    "I live in Rome.",
    "I moved to Lima.",
    "I no longer live in Oslo.",
    "My favourite drink is tea.",
    "My favourite drink is coffee.",
    "I work at Acme.",
    "Ana thinks the order QX-5510 is late.",
    "私は東京に住んでいます。",
)
KEYS = (None, None, "home", "drink")
CHANNELS = ("chat", "manual", "assistant", "tool_output", "document", "web_fetch", "a channel nobody named")
SPEAKERS = ("user", "user", "assistant", "Ana")
MINUTES = st.integers(-90, 60 * 24 * 40).map(lambda minutes: timedelta(minutes=minutes))


@dataclass
class Known:
    """What the model knows of one owner."""

    texts: dict[str, str] = field(default_factory=dict)
    forgotten: set[str] = field(default_factory=set)
    rejected: set[str] = field(default_factory=set)
    commits: int = 0
    erasures: int = 0


@dataclass
class Keyed:
    """A request that was made with a key, and what came of it."""

    owner: str
    ask: Callable[[MemoryService], Any]
    ask_otherwise: Callable[[MemoryService], Any]
    operation_id: str
    memory_ids: tuple[str, ...]
    erasures_then: int


MOMENT = timedelta(microseconds=1)


class Boom(Exception):
    """The power fails in the middle of a write."""


class FailingIds(SequentialIds):
    """Ids that run out after so many more, where that is set."""

    left: int | None = None

    def __call__(self, prefix: str) -> str:
        if self.left is not None:
            self.left -= 1
            if self.left < 0:
                raise Boom
        return super().__call__(prefix)


class MemoryMachine(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(prefix="doxa-machine-"))
        self.clock, self.ids = FixedClock(), FailingIds()
        self.known = {owner: Known() for owner in OWNERS}
        self.keyed: list[Keyed] = []
        self.touched: set[str] = set()
        self.number = 0
        self.open()

    def open(self) -> None:
        # Every invariant but the disk's own sync.
        wanted = read_settings(embedder="hashed", is_durable=False)
        self.service = build(str(self.folder / "memory.db"), wanted, clock=self.clock, new_id=self.ids)

    def teardown(self) -> None:
        self.touched.update(OWNERS)
        self.everything_is_sound()
        self.service.close()
        shutil.rmtree(self.folder)

    # -- what is asked ----------------------------------------------------------------------

    def ask(
        self,
        owner: str,
        is_keyed: bool,
        verb: Callable[[MemoryService, str | None], Any],
        otherwise: Callable[[MemoryService, str | None], Any],
    ) -> Any:
        """Make one change, and tell the model; a third of the changes carry a key of their own."""
        self.number += 1
        self.clock.advance(MOMENT)  # two requests of one microsecond would be one
        key = f"request {self.number}" if is_keyed else None
        answer = verb(self.service, key)
        known = self.known[owner]
        self.touched.add(owner)
        is_retry = getattr(answer, "is_retry", False)
        assert not (is_retry and is_keyed)
        known.commits += not is_retry
        if is_keyed:
            self.keyed.append(
                Keyed(
                    owner,
                    lambda service: verb(service, key),
                    lambda service: otherwise(service, key),
                    answer.operation_id,
                    ids_of(answer),
                    known.erasures,
                )
            )
        return answer

    def took(self, owner: str, *written: Written) -> None:
        known = self.known[owner]
        for one in written:
            if one.memory is not None:
                assert known.texts.setdefault(one.memory.id, one.memory.text) == one.memory.text

    def took_back(self, owner: str, *written: Written) -> None:
        """Whoever may take a rejection back, the owner, may do it by saying the same again."""
        for one in written:
            if one.memory is not None and one.memory.review is not Review.REJECTED:
                self.known[owner].rejected.discard(one.memory.id)

    def one_of(self, owner: str, number: int) -> str:
        ids = sorted(self.known[owner].texts)
        return ids[number % len(ids)]

    @initialize(owner=st.sampled_from(OWNERS), words=st.sampled_from(WORDS))
    def something_is_known(self, owner: str, words: str) -> None:
        self.remember(owner, words, "home", "chat", 0, False, False)

    @rule(
        owner=st.sampled_from(OWNERS),
        words=st.sampled_from(WORDS),
        key=st.sampled_from(KEYS),
        channel=st.sampled_from(CHANNELS),
        days_ago=st.sampled_from([0, 0, 0, 3, 400, -2]),
        is_keyed=st.booleans(),
        is_echo=st.booleans(),
    )
    def remember(
        self,
        owner: str,
        words: str,
        key: str | None,
        channel: str,
        days_ago: int,
        is_keyed: bool,
        is_echo: bool,
    ) -> None:
        at = self.clock.now - timedelta(days=days_ago)
        lineage = sorted(self.known[owner].texts)[:2] if is_echo else []
        said: dict[str, Any] = {"key": key, "channel": channel, "at": at, "lineage": lineage}
        written = self.ask(
            owner,
            is_keyed,
            lambda service, i: service.remember(owner, words, idempotency_key=i, **said),
            lambda service, i: service.remember(owner, f"{words} Really.", idempotency_key=i, **said),
        )
        self.took(owner, written)
        if channel in ("chat", "manual"):
            self.took_back(owner, written)

    @rule(
        owner=st.sampled_from(OWNERS),
        source=st.sampled_from(["talk", "letter"]),
        turns=st.lists(st.tuples(st.sampled_from(SPEAKERS), st.sampled_from(WORDS)), min_size=1, max_size=4),
        is_keyed=st.booleans(),
        is_whole=st.booleans(),
    )
    def capture(
        self, owner: str, source: str, turns: list[tuple[str, str]], is_keyed: bool, is_whole: bool
    ) -> None:
        """A source may be captured again, longer, shorter, edited, or read anew."""
        said = [Turn(speaker, text) for speaker, text in turns]
        at = self.clock.now
        before = {m.id for m in self.all_of(owner)}
        captured: Captured = self.ask(
            owner,
            is_keyed,
            lambda service, i: service.capture(
                owner, said, source=source, at=at, replace=is_whole, idempotency_key=i
            ),
            lambda service, i: service.capture(owner, said, source="other", at=at, idempotency_key=i),
        )
        self.took(owner, *captured.claims)
        self.took_back(owner, *captured.claims)
        # An edited turn takes back what rested on it alone.
        for memory_id in before - {m.id for m in self.all_of(owner)}:
            self.forgot(owner, memory_id)

    @precondition(lambda self: any(known.texts for known in self.known.values()))
    @rule(
        owner=st.sampled_from(OWNERS),
        number=st.integers(0, 50),
        what=st.sampled_from(["confirm", "reject", "resolve"]),
        is_keyed=st.booleans(),
    )
    def review(self, owner: str, number: int, what: str, is_keyed: bool) -> None:
        if not self.known[owner].texts:
            return
        memory_id = self.one_of(owner, number)
        written = self.ask(
            owner,
            is_keyed,
            lambda service, i: getattr(service, what)(owner, memory_id, idempotency_key=i),
            lambda service, i: service.correct(owner, memory_id, "Other words.", idempotency_key=i),
        )
        self.took(owner, written)
        if what == "reject":
            self.known[owner].rejected.add(memory_id)
        elif what == "confirm":
            self.known[owner].rejected.discard(memory_id)

    @precondition(lambda self: any(known.texts for known in self.known.values()))
    @rule(
        owner=st.sampled_from(OWNERS),
        number=st.integers(0, 50),
        words=st.sampled_from(WORDS),
        is_keyed=st.booleans(),
    )
    def correct(self, owner: str, number: int, words: str, is_keyed: bool) -> None:
        if not self.known[owner].texts:
            return
        memory_id = self.one_of(owner, number)
        written = self.ask(
            owner,
            is_keyed,
            lambda service, i: service.correct(owner, memory_id, words, idempotency_key=i),
            lambda service, i: service.correct(owner, memory_id, f"{words} Really.", idempotency_key=i),
        )
        self.took(owner, written)
        self.known[owner].rejected.discard(written.memory.id)

    @precondition(lambda self: any(known.texts for known in self.known.values()))
    @rule(owner=st.sampled_from(OWNERS), number=st.integers(0, 50), is_keyed=st.booleans())
    def forget(self, owner: str, number: int, is_keyed: bool) -> None:
        if not self.known[owner].texts:
            return
        memory_id = self.one_of(owner, number)
        self.ask(
            owner,
            is_keyed,
            lambda service, i: service.forget(owner, memory_id, idempotency_key=i),
            lambda service, i: service.confirm(owner, memory_id, idempotency_key=i),
        )
        self.forgot(owner, memory_id)
        with pytest.raises(MemoryNotFound):
            self.service.forget(owner, memory_id)

    def forgot(self, owner: str, memory_id: str) -> None:
        known = self.known[owner]
        del known.texts[memory_id]
        known.rejected.discard(memory_id)
        known.forgotten.add(memory_id)
        known.erasures += 1

    @rule(
        owner=st.sampled_from(OWNERS),
        source=st.sampled_from(["talk", "letter", "failing 3"]),
        is_keyed=st.booleans(),
    )
    def delete_source(self, owner: str, source: str, is_keyed: bool) -> None:
        try:
            done: SourceDeleted = self.ask(
                owner,
                is_keyed,
                lambda service, i: service.delete_source(owner, source, idempotency_key=i),
                lambda service, i: service.delete_source(owner, f"{source} 2", idempotency_key=i),
            )
        except SourceNotFound:
            return
        known = self.known[owner]
        known.erasures += 1
        for memory_id in done.forgotten:
            self.forgot(owner, memory_id)
        for memory_id in done.reworded:
            known.texts[memory_id] = self.service.get(owner, memory_id).text
        self.clock.advance(MOMENT)
        with pytest.raises(SourceNotFound):
            self.service.delete_source(owner, source)

    # -- what must change nothing -------------------------------------------------------------

    @precondition(lambda self: self.keyed)
    @rule(number=st.integers(0, 100))
    def retry(self, number: int) -> None:
        """The same request with the same key: the first result, or `gone` where that was erased."""
        kept = self.keyed[number % len(self.keyed)]
        known = self.known[kept.owner]
        self.touched.add(kept.owner)
        try:
            answer = kept.ask(self.service)
        except Erased:
            assert known.erasures > kept.erasures_then
            return
        assert answer.operation_id == kept.operation_id
        assert getattr(answer, "is_retry", True)
        gone = set(ids_of(answer)) & known.forgotten
        assert isinstance(answer, (Forgotten, SourceDeleted)) or not gone

    @precondition(lambda self: self.keyed)
    @rule(number=st.integers(0, 100))
    def another_request_with_the_same_key(self, number: int) -> None:
        kept = self.keyed[number % len(self.keyed)]
        self.touched.add(kept.owner)
        with pytest.raises((IdempotencyConflict, Erased)):
            kept.ask_otherwise(self.service)

    @precondition(lambda self: any(known.texts for known in self.known.values()))
    @rule(owner=st.sampled_from(OWNERS), number=st.integers(0, 50))
    def what_was_read_is_stale(self, owner: str, number: int) -> None:
        if not self.known[owner].texts:
            return
        self.touched.add(owner)
        self.clock.advance(MOMENT)
        with pytest.raises(StaleRevision):
            self.service.confirm(owner, self.one_of(owner, number), expected_revision=10_000)

    @rule(owner=st.sampled_from(OWNERS), other=st.sampled_from(OWNERS), number=st.integers(0, 50))
    def another_owners_memory_is_not_there(self, owner: str, other: str, number: int) -> None:
        if owner == other or not self.known[other].texts:
            return
        self.touched.add(owner)
        memory_id = self.one_of(other, number)
        for verb in (self.service.get, self.service.confirm, self.service.forget, self.service.history):
            with pytest.raises(MemoryNotFound):
                verb(owner, memory_id)

    @rule(owner=st.sampled_from(OWNERS), words=st.sampled_from(WORDS), after=st.integers(0, 3))
    def a_write_fails_half_way(self, owner: str, words: str, after: int) -> None:
        self.touched.add(owner)
        self.clock.advance(MOMENT)
        self.ids.left = after
        said = [Turn("user", f"{words} {words} Also number {self.number}.")]
        try:
            captured = self.service.capture(owner, said, source=f"failing {self.number}")
        except Boom:
            return
        finally:
            self.ids.left = None
        self.known[owner].commits += not captured.is_retry
        self.took(owner, *captured.claims)

    @rule(by=MINUTES)
    def time_passes(self, by: timedelta) -> None:
        self.clock.advance(by)

    @rule()
    def the_store_is_opened_again(self) -> None:
        self.service.close()
        self.open()
        self.touched.update(OWNERS)

    # -- what always holds ----------------------------------------------------------------------

    def all_of(self, owner: str) -> list[Any]:
        return [
            *self.service.list(owner, limit=1_000),
            *self.service.list(owner, limit=1_000, review="rejected"),
        ]

    @invariant()
    def everything_is_sound(self) -> None:
        for owner in self.touched:
            self.is_sound(owner)
        self.touched.clear()
        known_owners = {owner for owner, known in self.known.items() if known.commits}
        assert set(self.service.owners()) == known_owners

    def is_sound(self, owner: str) -> None:
        known = self.known[owner]
        memories = {memory.id: memory for memory in self.all_of(owner)}
        for query in ("Where do I live?", "QX-5510", "東京"):
            hits = self.service.recall(owner, query, k=20, include_history=True)
            assert {hit.id for hit in hits} <= known.texts.keys() - known.rejected
            current = self.service.recall(owner, query, k=20)
            assert all(memories[hit.id].status is Status.ACTIVE for hit in current)

        proof = self.service.verify(owner)
        assert proof.problems == ()
        assert (proof.commits, proof.pending) == (known.commits, 0)
        assert proof.items == len(known.texts) + len(known.forgotten)

        assert {memory_id: memory.text for memory_id, memory in memories.items()} == known.texts
        assert {i for i, memory in memories.items() if memory.review is Review.REJECTED} == known.rejected
        for memory_id in known.forgotten:
            with pytest.raises(MemoryNotFound):
                self.service.get(owner, memory_id)

        asserted = [m.belief_key for m in memories.values() if m.stance is Stance.ASSERTED]
        assert len(asserted) == len(set(asserted))
        verdicts = {verdict.key: verdict.id for verdict in self.service.beliefs(owner, limit=1_000)}
        assert {m.belief_key: m.id for m in memories.values() if m.stance is Stance.ASSERTED} == {
            key: found for key, found in verdicts.items() if found is not None
        }
        for memory in memories.values():
            assert (memory.status is Status.SUPERSEDED) == (memory.superseded_by is not None)
            self.ends(memories, memory.id)

    @staticmethod
    def ends(memories: dict[str, Any], memory_id: str) -> None:
        """What superseded it, and what superseded that: a chain with an end, within one belief."""
        seen = [memory_id]
        while (successor := memories[seen[-1]].superseded_by) is not None:
            assert successor not in seen
            assert memories[successor].belief_key == memories[memory_id].belief_key
            seen.append(successor)


def ids_of(answer: Written | Captured | Forgotten | SourceDeleted) -> tuple[str, ...]:
    if isinstance(answer, SourceDeleted):
        return answer.kept
    if isinstance(answer, Forgotten):
        return (answer.id,)
    written = answer.claims if isinstance(answer, Captured) else (answer,)
    return tuple(one.memory.id for one in written if one.memory is not None)


relaxed = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])

# A run in every change: the same histories each time, so that a change is not blamed for chance.
TestMemoryMachine = MemoryMachine.TestCase
TestMemoryMachine.settings = settings(
    relaxed, max_examples=15, stateful_step_count=25, derandomize=True, database=None
)


class LongMachine(MemoryMachine):
    """The same machine, for `make soak`: other histories each time."""


TestMemoryMachineForLong = pytest.mark.slow(LongMachine.TestCase)
TestMemoryMachineForLong.settings = settings(relaxed, max_examples=150, stateful_step_count=40)
