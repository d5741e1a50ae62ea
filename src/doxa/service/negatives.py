"""Negatives: what the owner has rejected of late, so that a model does not bring it up again."""

from __future__ import annotations

import threading
from datetime import datetime, timedelta

from doxa.domain.evidence import EvidenceEvent, EvidenceState
from doxa.domain.item import Review, Status
from doxa.domain.visibility import is_restricted

from .parts import Parts
from .ports import Transaction

MOST = 8
SINCE = timedelta(days=30)
KEPT = timedelta(minutes=5)
OWNERS = 1_000


class Negatives:
    """Up to eight newest rejections of the last 30 days; design, lifecycle.md."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._kept: dict[str, tuple[str, datetime, tuple[str, ...]]] = {}
        self._lock = threading.Lock()

    def of(self, transaction: Transaction, owner_id: str) -> tuple[str, ...]:
        """Their texts, the newest first.  Kept until the owner's head moves, by whichever process."""
        head, now = transaction.head(), self._parts.clock()
        if head is None:
            return ()
        with self._lock:
            known = self._kept.get(owner_id)
        if known and known[0] == head.commit_hash and timedelta() <= now - known[1] < KEPT:
            return known[2]
        found = self._read(transaction, now)
        with self._lock:
            if len(self._kept) >= OWNERS:
                self._kept.clear()
            self._kept[owner_id] = (head.commit_hash, now, found)
        return found

    @staticmethod
    def _read(transaction: Transaction, now: datetime) -> tuple[str, ...]:
        items = {
            item.memory_id: item
            for item in transaction.items_of_review(Review.REJECTED)
            if item.status is not Status.TOMBSTONED and not is_restricted(item) and not item.is_locked
        }
        pieces = transaction.evidence_of(list(items))
        rejected = {
            piece.memory_id: piece.recorded_at
            for piece in sorted(pieces, key=lambda p: p.recorded_at)
            if piece.event is EvidenceEvent.REJECTED and piece.state is EvidenceState.ACTIVE
        }
        recent = [i for i, at in rejected.items() if now - at <= SINCE]
        recent.sort(key=lambda i: (rejected[i], i), reverse=True)
        return tuple(items[i].content or "" for i in recent[:MOST])
