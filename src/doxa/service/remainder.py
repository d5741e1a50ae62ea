"""Remainder: what a memory is once some of its evidence is taken back.

What rested on that alone goes; what has other evidence keeps it.  A memory is told in words
that somebody left has said: of those who count, or where nobody does of whoever is left.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from enum import Enum, auto
from typing import Any

from doxa.belief import Stance
from doxa.belief.classes import HALF_LIFE_PRIORS
from doxa.domain.belief_record import Withdrawal
from doxa.domain.claim import Claim, HalfLife, Segment
from doxa.domain.evidence import Evidence, EvidenceEvent, EvidenceState
from doxa.domain.item import MemoryItem, Review, half_life_of
from doxa.domain.operation import keyed_digest

from .change import Change
from .leaving import tombstone
from .parts import Parts
from .standing import weight_of
from .statement import words_hash

FOUNDING = frozenset({EvidenceEvent.ASSERTED, EvidenceEvent.CONTRADICTED})
ANSWERS = frozenset({EvidenceEvent.REJECTED, EvidenceEvent.RESOLVED})
SUPPORTING = FOUNDING | {EvidenceEvent.RESTATED}


class Fate(Enum):
    """What becomes of a memory: gone, left as it is, or left in other words."""

    FORGOTTEN = auto()
    KEPT = auto()
    REWORDED = auto()


class Remainder:
    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    def take_back(
        self,
        change: Change,
        item: MemoryItem,
        going: Sequence[Evidence],
        all_pieces: Sequence[Evidence],
        why: Withdrawal,
    ) -> Fate:
        """Withdraw some of an item's pieces.  A deletion takes their words out of the journal too."""
        gone = {piece.evidence_id for piece in going}
        staying = [piece for piece in all_pieces if piece.evidence_id not in gone]
        telling = _telling(staying, item)
        is_deletion = why is Withdrawal.SOURCE_DELETED
        is_answered = not is_deletion and _is_answered(staying)
        is_corrected = not is_deletion and _is_corrected(change, item)
        if not (telling or is_answered or is_corrected):
            tombstone(change, item, all_pieces, why)
            return Fate.FORGOTTEN
        state = EvidenceState.TOMBSTONED if is_deletion else EvidenceState.REDACTED
        for piece in going:
            change.withdraw(piece, state, why)
        if not telling:
            if not is_answered:
                change.add_evidence(self._detached(going[0], change))
            return Fate.KEPT
        vouching = [piece for piece in telling if self._has_words_of(piece, item)]
        if is_deletion or not vouching:
            change.erase_evidence(going)
        if not vouching:
            claim = self._claim(telling[0])
            change.rewrite(item, staying, **self._words(claim), **self._origin(telling[0], item, claim))
            return Fate.REWORDED
        if item.source_id == going[0].source_id:
            founder = vouching[0]
            claim_again = self._claim(founder) if founder.quote is not None else None
            change.revise(item, **self._origin(founder, item, claim_again))
        return Fate.KEPT

    def is_settled(self, change: Change, item: MemoryItem, staying: Sequence[Evidence]) -> bool:
        """Whether the owner has rejected, ended or corrected it: that outlasts the reading of a source."""
        return _is_answered(staying) or _is_corrected(change, item)

    def _detached(self, piece: Evidence, change: Change) -> Evidence:
        """That it was said once, without the words: so that what was corrected stands and stays corrected."""
        return replace(
            piece,
            evidence_id=self._parts.new_id("e"),
            recorded_at=change.now,
            turn_id=None,
            quote=None,
            quote_start=None,
            quote_end=None,
        )

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

    def _origin(self, founder: Evidence, item: MemoryItem, claim: Claim | None) -> dict[str, Any]:
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
        # Evidence keeps what its class had when it was written: by the table of today, or of the design.
        tables = (self._parts.yardstick.half_lives, HALF_LIFE_PRIORS)
        by_class = [half_life_of(HalfLife.UNSET, claim.belief_class, item.layer, table) for table in tables]
        return columns | {
            "half_life_days": HalfLife.UNSET if days in by_class else HalfLife.NONE if days is None else days,
            "emotional_weight": claim.emotional_weight,
            "valid_from": claim.valid_from,
        }


def _is_answered(staying: Sequence[Evidence]) -> bool:
    """Whether the owner has rejected or ended it.

    Such a word outlasts the reading of a source: what it was said of stays to bear it, and when
    the source says the same again, it meets that word.
    """
    return any(
        piece.state is EvidenceState.ACTIVE and piece.quote is None and piece.event in ANSWERS
        for piece in staying
    )


def _is_corrected(change: Change, item: MemoryItem) -> bool:
    """Whether the owner has put other words in its place."""
    rivals = change.belief_items(item.belief_key, is_fresh=False).values()
    return item.stance is not Stance.ASSERTED and any(
        one.review is Review.CONFIRMED and one.stance is Stance.ASSERTED for one in rivals
    )


def _telling(pieces: Sequence[Evidence], item: MemoryItem) -> list[Evidence]:
    """Those that can tell the memory, the oldest first.

    Somebody untrusted does not where somebody trusted can, and nobody who only had it from the
    memory itself.
    """
    support = [
        piece
        for piece in pieces
        if piece.state is EvidenceState.ACTIVE
        and piece.event in SUPPORTING
        and item.memory_id not in piece.lineage
    ]
    counting = [piece for piece in support if weight_of(piece).is_live]
    return sorted(counting or support, key=lambda p: (p.recorded_at, p.position, p.evidence_id))
