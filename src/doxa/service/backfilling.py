"""Backfilling: giving a class to memories that came without one, and changing nothing else of them.

A memory without a class fades as its layer says; with one, as its class does, unless a
half-life is stored with it.  Each batch is a commit of its own and what has a class is not
looked at again, so a run that was stopped goes on where it stopped.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from doxa.belief import BeliefClass
from doxa.domain.claim import Segment
from doxa.domain.item import MemoryItem
from doxa.domain.operation import OperationKind
from doxa.domain.visibility import is_restricted
from doxa.errors import ModelFailed

from .change import Change
from .parts import Parts, checked_count, checked_flag, checked_owner
from .ports import Model, Transaction
from .requests import request
from .views import Backfilled

BATCH = 100
"""Memories that one commit classifies."""
MOST = 1_000_000_000
Progress = Callable[[int, int], None]
Classes = Mapping[str, BeliefClass]
GAVE_UP = "{}; what it was asked for stays without a class: run it again"


class Backfilling:
    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    def backfill(
        self,
        owner_id: str,
        *,
        apply: bool = False,
        limit: int | None = None,
        progress: Progress | None = None,
        actor: str = "python",
    ) -> Backfilled:
        """Classify the memories that have no class: a dry run unless it is to ``apply``.

        At most ``limit`` get one.  The rules say which, and a model that is configured where
        they do not; a dry run asks no model, and says how many it would be asked about.
        ``progress`` is called after each batch, with how many were looked at, and of how many.
        Safe to repeat, and to stop at any moment.
        """
        parts = self._parts
        checked_owner(owner_id)
        checked_flag(apply, "apply")
        most = MOST if limit is None else checked_count(limit, "limit", MOST)
        with parts.store.reading(owner_id) as transaction:
            total = transaction.classless_count()
        done, run, after, seen = Counter[BeliefClass](), _Run(parts, apply), "", 0
        while done.total() < most:
            with parts.store.reading(owner_id) as transaction:
                batch = transaction.classless_items(after, BATCH)
            if not batch:
                break
            found = run.classes(batch, most - done.total())
            if apply and found:
                found = self._write(owner_id, batch, found, actor)
            done.update(found.values())
            after, seen = batch[-1].memory_id, seen + len(batch)
            if progress is not None:
                progress(min(seen, total), max(total, 1))
        return self._report(owner_id, total, done, run)

    def _report(self, owner_id: str, total: int, done: Counter[BeliefClass], run: _Run) -> Backfilled:
        left = total - done.total()
        if run.may_ask:
            with self._parts.store.reading(owner_id) as transaction:
                left = transaction.classless_count()
        return Backfilled(
            owner=owner_id,
            found=total,
            classes={one: done[one] for one in BeliefClass if done[one]},
            left=left,
            for_model=run.for_model,
            is_dry_run=not run.may_ask,
            notices=() if run.failure is None else (GAVE_UP.format(run.failure),),
        )

    def _write(self, owner_id: str, batch: Sequence[MemoryItem], found: Classes, actor: str) -> Classes:
        """Write the classes of those that are still as they were when they were read."""
        parts, now = self._parts, self._parts.clock()
        with parts.store.writing(owner_id) as transaction:
            due = _unchanged(transaction, [item for item in batch if item.memory_id in found])
            if not due:
                return {}
            change = Change(transaction, parts.head(transaction, now), now)
            for item in due:
                change.revise(item, belief_class=found[item.memory_id])
            # By revision, which rises: the same item at the same revision is classified once.
            payload = {"items": [[item.memory_id, item.revision] for item in due]}
            wanted = request(OperationKind.BACKFILL, payload, actor=actor, idempotency_key=None)
            classes = {item.memory_id: found[item.memory_id] for item in due}
            change.commit(wanted, parts.new_id("o"), {"classes": Counter(classes.values())})
        return classes


@dataclass(slots=True)
class _Run:
    """One run's way to a class: by rule, then by the model until that fails."""

    parts: Parts
    may_ask: bool
    for_model: int = 0
    failure: ModelFailed | None = None

    def classes(self, batch: Sequence[MemoryItem], most: int) -> Classes:
        """The class of each that has one, of ``most`` at the most; asked outside of any transaction."""
        found = {item.memory_id: one for item in batch if (one := self._by_rule(item)) is not None}
        model = self.parts.model
        if model is not None and len(found) < most:
            rest = [item for item in batch if item.memory_id not in found and _may_be_sent(item)]
            found |= self._by_model(model, rest[: most - len(found)])
        return dict(list(found.items())[:most])

    def _by_rule(self, item: MemoryItem) -> BeliefClass | None:
        segment = Segment(item.content or "", item.observed_at, zone=self.parts.zone)
        return self.parts.extractor.claim_of(segment).belief_class if item.content else None

    def _by_model(self, model: Model, rest: Sequence[MemoryItem]) -> Classes:
        self.for_model += len(rest)
        if not (self.may_ask and rest) or self.failure is not None:
            return {}
        try:
            said = model.classify([item.content or "" for item in rest])
        except ModelFailed as error:
            self.failure = error
            return {}
        return {item.memory_id: one for item, one in zip(rest, said, strict=True) if one is not None}


def _may_be_sent(item: MemoryItem) -> bool:
    """What is restricted or locked leaves the machine for nobody."""
    return item.content is not None and not item.is_locked and not is_restricted(item)


def _unchanged(transaction: Transaction, read: Sequence[MemoryItem]) -> list[MemoryItem]:
    """Those of them, as they stand, that still have no class and the same words: a tombstone has none."""
    standing = {item.memory_id: item for item in transaction.items([item.memory_id for item in read])}
    found = [(item, standing.get(item.memory_id)) for item in read]
    return [
        now
        for then, now in found
        if now is not None and now.belief_class is None and now.content == then.content
    ]
