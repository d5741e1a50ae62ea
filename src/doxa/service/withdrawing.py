"""Withdrawing: a source is taken back, with all that it alone had said.

What rested on it alone goes as if forgotten; what has other evidence keeps that, and the
words of it; what the source had displaced returns; nothing else moves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from doxa.domain.belief_record import Withdrawal
from doxa.domain.claim import Claim, HalfLife, Segment
from doxa.domain.evidence import Evidence, EvidenceEvent, EvidenceState
from doxa.domain.images import to_micros
from doxa.domain.item import MemoryItem, half_life_of
from doxa.domain.operation import OperationKind, keyed_digest
from doxa.errors import SourceNotFound

from .admission import words_hash
from .change import Change
from .leaving import tombstone
from .parts import Parts, checked_name, checked_owner
from .ports import Transaction
from .requests import earlier, request
from .views import SourceDeleted

FOUNDING = frozenset({EvidenceEvent.ASSERTED, EvidenceEvent.CONTRADICTED})
SUPPORTING = FOUNDING | {EvidenceEvent.RESTATED}


class Withdrawing:
    def __init__(self, parts: Parts) -> None:
        self._parts = parts

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
        if head is None or not (pieces or turns):
            raise SourceNotFound(source)
        change, done = Change(transaction, head, now), _Done()
        for item in transaction.items(list(dict.fromkeys(piece.memory_id for piece in pieces))):
            going = [piece for piece in pieces if piece.memory_id == item.memory_id]
            self._take_back(change, item, going, transaction.evidence_of([item.memory_id]), done)
        for turn in turns:
            change.erase_turn(turn.key)
        if (kept := transaction.source(source)) is not None:
            raised = replace(kept, generation=kept.generation + 1, updated_at=now)
            change.add_source(raised, is_new=False)
        change.settle()
        return change, done.result(len(pieces), len(turns), change)

    def _take_back(
        self,
        change: Change,
        item: MemoryItem,
        going: Sequence[Evidence],
        all_pieces: Sequence[Evidence],
        done: _Done,
    ) -> None:
        staying = [piece for piece in all_pieces if piece not in going]
        support = [p for p in staying if p.state is EvidenceState.ACTIVE and p.event in SUPPORTING]
        if not support:
            tombstone(change, item, all_pieces, Withdrawal.SOURCE_DELETED)
            done.forgotten.append(item.memory_id)
            return
        for piece in going:
            change.withdraw(piece, EvidenceState.TOMBSTONED, Withdrawal.SOURCE_DELETED)
        change.erase_evidence(going)
        done.kept.append(item.memory_id)
        support.sort(key=lambda p: (p.recorded_at, p.position, p.evidence_id))
        vouching = [piece for piece in support if self._has_words_of(piece, item)]
        if not vouching:
            claim = self._claim(support[0])
            change.rewrite(item, staying, **self._words(claim), **_origin(support[0], item, claim))
            done.reworded.append(item.memory_id)
        elif item.source_id == going[0].source_id:
            founder = vouching[0]
            claim_again = self._claim(founder) if founder.quote is not None else None
            change.revise(item, **_origin(founder, item, claim_again))

    def _has_words_of(self, piece: Evidence, item: MemoryItem) -> bool:
        """Whether the item's words are this piece's too, or the owner's by a word of confirmation."""
        if piece.event in FOUNDING or piece.quote is None:
            return True
        return item.words_hash in (words_hash(piece.quote), words_hash(self._claim(piece).text))

    def _claim(self, piece: Evidence) -> Claim:
        segment = Segment(piece.quote or "", piece.observed_at, zone=self._parts.zone)
        return self._parts.extractor.claim_of(segment)

    def _words(self, claim: Claim) -> dict[str, Any]:
        """The words of an item and what covers them, under a new salt."""
        salt = self._parts.new_id("salt")
        return {
            "content": claim.text,
            "salt": salt,
            "content_hash": keyed_digest(claim.text, salt),
            "words_hash": words_hash(claim.text),
            "predicate": claim.predicate,
            "belief_class": claim.belief_class,
            "is_many_valued": claim.is_many_valued,
        }


def _origin(founder: Evidence, item: MemoryItem, claim: Claim | None) -> dict[str, Any]:
    """Where and when an item came from, as its first evidence has it now."""
    columns = {
        "channel": founder.channel,
        "source_id": founder.source_id,
        "observed_at": founder.observed_at,
        "recorded_at": founder.recorded_at,
    }
    if claim is None:
        return columns
    days = founder.half_life_days
    by_class = half_life_of(HalfLife.UNSET, claim.belief_class, item.layer)
    return columns | {
        "half_life_days": HalfLife.UNSET if days == by_class else HalfLife.NONE if days is None else days,
        "emotional_weight": claim.emotional_weight,
        "valid_from": claim.valid_from,
    }


@dataclass(slots=True)
class _Done:
    """What became of each memory the source had spoken of."""

    forgotten: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)
    reworded: list[str] = field(default_factory=list)

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
