"""Holding: what was so at a moment, by all that is known today (valid time).

A claim holds from when it was said to when what replaced it was said, however late either
arrived.  So the belief of a moment is the fold of its evidence up to there.  A claim that
names its own beginning holds from then on, as far as nothing else was asserted meanwhile.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

from doxa.belief.independence import Hearing
from doxa.belief.update import Fold
from doxa.domain.evidence import EvidenceEvent
from doxa.domain.item import MemoryItem
from doxa.domain.operation import Commit, JournalEntry

from .ports import Transaction
from .sight import Present, Seen
from .standing import fold_evidence, follow


class Held:
    """The memory of today, each belief as of the moment ``now``."""

    def __init__(self, transaction: Transaction, now: datetime) -> None:
        self._tx, self.now = transaction, now
        self._present = Present(transaction, now)

    def item(self, memory_id: str) -> MemoryItem | None:
        present = self._tx.item(memory_id)
        return None if present is None else self.belief(present.belief_key).items.get(memory_id)

    def items(self) -> list[MemoryItem]:
        return [item for key in self.keys() for item in self.belief(key).items.values()]

    def belief(self, key: str) -> Seen:
        known = self._present.belief(key)
        until = moment_of(self.now, known.state, known.items)
        evidence = [piece for piece in known.evidence if piece.observed_at <= until]
        state, whole = fold_evidence(known.observations, until)
        hearing = Hearing(
            tuple(voice for voice in whole.voices if voice.observation.observed_at <= until),
            tuple(one for one in whole.inert if one[0].observed_at <= until),
        )
        items = {}
        for memory_id, item in known.items.items():
            pieces = [piece for piece in evidence if piece.memory_id == memory_id]
            if any(p.is_observation and p.event is not EvidenceEvent.REJECTED for p in pieces):
                # When it ended is known today, whenever that was said.
                columns = {**follow(item, pieces, state, hearing), "valid_to": item.valid_to}
                items[memory_id] = replace(item, **columns)
        return Seen(key, items, [p for p in evidence if p.memory_id in items], state, hearing)

    def keys(self) -> list[str]:
        return self._present.keys()

    def has_belief(self, key: str) -> bool:
        return self._present.has_belief(key)

    def journal_of(self, entity: str, entity_id: str) -> list[tuple[Commit, JournalEntry]]:
        return self._present.journal_of(entity, entity_id)


def moment_of(at: datetime, state: Fold, items: Mapping[str, MemoryItem]) -> datetime:
    """Up to when a belief is folded to know what held at ``at``: to there, mostly.

    Where nothing was asserted yet, and what was asserted next says that it had begun before,
    to where that was said.
    """
    is_known = any(a.since <= at and (a.until is None or at < a.until) for a in state.assertions)
    later = next((a for a in state.assertions if a.since > at), None)
    if is_known or later is None or later.fact not in items:
        return at
    is_return = any(a.fact == later.fact and a.since < later.since for a in state.assertions)
    began = items[later.fact].valid_from
    return later.since if began is not None and began <= at and not is_return else at
