"""Withdrawing: a source is taken back, with all that it alone had said.

What becomes of each memory is in ``remainder``; what the source had displaced returns, and
nothing else moves.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from doxa.domain.belief_record import Withdrawal
from doxa.domain.evidence import Evidence, EvidenceState
from doxa.domain.images import to_micros
from doxa.domain.operation import OperationKind
from doxa.domain.submission import Submission
from doxa.errors import SourceNotFound

from .change import Change
from .parts import Parts, checked_name, checked_owner
from .ports import Transaction
from .remainder import Fate, Remainder
from .requests import earlier, request
from .submissions import WAITING, cancelled
from .views import SourceDeleted


class Withdrawing:
    def __init__(self, parts: Parts) -> None:
        self._parts, self._remainder = parts, Remainder(parts)

    def delete_source(
        self,
        owner_id: str,
        source: str,
        *,
        dry_run: bool = False,
        idempotency_key: str | None = None,
        actor: str = "python",
    ) -> SourceDeleted:
        """Withdraw a source: what rested on it alone is forgotten, what it had displaced returns.

        With ``dry_run`` nothing is written, and the answer says what would be.
        """
        parts, now = self._parts, self._parts.clock()
        checked_owner(owner_id)
        checked_name(source, "the source")
        payload = {"source": source, "at": None if idempotency_key else to_micros(now)}
        wanted = request(
            OperationKind.DELETE_SOURCE, payload, actor=actor, idempotency_key=idempotency_key, target=source
        )
        if dry_run:
            with parts.store.reading(owner_id) as transaction:
                return _answer(source, None, self._withdrawn(transaction, source, now)[1], is_dry_run=True)
        with parts.store.writing(owner_id) as transaction:
            operation = earlier(transaction, wanted, idempotency_key)
            is_retry = operation is not None
            if operation is None:
                change, result = self._withdrawn(transaction, source, now)
                operation = change.commit(wanted, parts.new_id("o"), result)
        notices = parts.catch_up(owner_id)
        return _answer(source, operation.operation_id, operation.result, is_retry=is_retry, notices=notices)

    def _withdrawn(
        self, transaction: Transaction, source: str, now: datetime
    ) -> tuple[Change, dict[str, Any]]:
        """The change that takes the source back, settled and not written, and what it comes to."""
        pieces = [
            piece
            for piece in transaction.evidence_of_source(source)
            if piece.state is not EvidenceState.TOMBSTONED
        ]
        turns = [turn for turn in transaction.turns(source) if turn.text is not None]
        head = transaction.head()
        if head is None or not (pieces or turns or _waiting(transaction, source)):
            raise SourceNotFound(source)
        change, done = Change(transaction, head, now), _Done()
        going: dict[str, list[Evidence]] = defaultdict(list)
        for piece in pieces:
            going[piece.memory_id].append(piece)
        for item in transaction.items(list(going)):
            all_pieces = transaction.evidence_of([item.memory_id])
            why = Withdrawal.SOURCE_DELETED
            fate = self._remainder.take_back(change, item, going[item.memory_id], all_pieces, why)
            done.add(item.memory_id, fate)
        for turn in turns:
            change.erase_turn(turn.key)
        for waiting in _waiting(transaction, source):
            change.cancel_submission(cancelled(waiting, self._parts))
        if (kept := transaction.source(source)) is not None:
            raised = replace(kept, generation=kept.generation + 1, updated_at=now)
            change.add_source(raised, is_new=False)
        change.settle()
        return change, done.result(len(pieces), len(turns), change)


def _waiting(transaction: Transaction, source: str) -> list[Submission]:
    """What was accepted from it and is not done: that must not bring it back."""
    return [one for state in WAITING for one in transaction.submissions(state) if one.source_id == source]


@dataclass(slots=True)
class _Done:
    """What became of each memory the source had spoken of."""

    forgotten: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)
    reworded: list[str] = field(default_factory=list)

    def add(self, memory_id: str, fate: Fate) -> None:
        (self.forgotten if fate is Fate.FORGOTTEN else self.kept).append(memory_id)
        if fate is Fate.REWORDED:
            self.reworded.append(memory_id)

    def result(self, evidence: int, turns: int, change: Change) -> dict[str, Any]:
        asserted = [
            after.asserted
            for before, after in change.moved
            if after.asserted is not None and (before is None or before.asserted != after.asserted)
        ]
        return {
            "evidence": evidence,
            "turns": turns,
            "forgotten": self.forgotten,
            "kept": self.kept,
            "reworded": self.reworded,
            "asserted": asserted,
        }


def _answer(
    source: str,
    operation_id: str | None,
    result: Mapping[str, Any],
    *,
    is_dry_run: bool = False,
    is_retry: bool = False,
    notices: tuple[str, ...] = (),
) -> SourceDeleted:
    return SourceDeleted(
        operation_id=operation_id,
        source=source,
        evidence=result["evidence"],
        turns=result["turns"],
        forgotten=tuple(result["forgotten"]),
        kept=tuple(result["kept"]),
        reworded=tuple(result["reworded"]),
        asserted=tuple(result["asserted"]),
        is_dry_run=is_dry_run,
        is_retry=is_retry,
        notices=notices,
    )
