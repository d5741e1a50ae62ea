"""Answers: what the owner said of a memory, beside what was stated of it just before.

Only an answer to an *assertion* is an outcome: of what is contested or unproven nothing
was stated.  So text that cannot be asserted cannot be an outcome, however often it is
reviewed.  The memory is put together again as it stood from the evidence that was active
and above the pivot then.  That needs ids, times and categories only, which is what an
erasure leaves.  Source: design, belief.md section 6, and docs/decisions/0013.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from doxa.belief import BeliefClass, ProvenanceTier, Stance, currency
from doxa.belief.calibration import Outcome
from doxa.belief.revision import Event
from doxa.domain.claim import HalfLife
from doxa.domain.evidence import Evidence, EvidenceEvent, EvidenceState
from doxa.domain.images import belief_revision_of
from doxa.domain.item import Layer, MemoryItem, Status, half_life_of
from doxa.domain.operation import Operation, OperationKind
from doxa.domain.yardstick import HalfLives

from .ports import Transaction
from .standing import fold_evidence, follow, weight_of

REVIEWS = (OperationKind.CONFIRM, OperationKind.REJECT, OperationKind.CORRECT, OperationKind.RESOLVE)
ENDS = (EvidenceEvent.REJECTED, EvidenceEvent.RESOLVED)
# Somebody who presses a button twice has answered once.
SAME_ANSWER = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Answer:
    """One outcome before a half-life table is chosen: numbers and categories, no words."""

    is_true: bool
    at: datetime
    probability: float
    last_evidenced_at: datetime
    valid_to: datetime | None
    half_life_days: float | HalfLife
    belief_class: BeliefClass | None
    layer: Layer
    tier: ProvenanceTier

    def of_credence(self, half_lives: HalfLives) -> Outcome:
        """What was stated of the moment of the answer, as this table has it."""
        days = half_life_of(self.half_life_days, self.belief_class, self.layer, half_lives)
        freshness = currency(self.last_evidenced_at, days, self.at, self.valid_to)
        return self._outcome(self.probability * (1.0 if freshness is None else freshness))

    def of_probability(self) -> Outcome:
        """What was stated as of the last evidence, however long before the answer that was."""
        return self._outcome(self.probability)

    def _outcome(self, stated: float) -> Outcome:
        return Outcome(stated, self.is_true, self.belief_class, self.tier)


def answers(transaction: Transaction) -> Iterator[Answer]:
    """Every outcome of one owner, oldest first."""
    beliefs: dict[str, _Pieces] = {}
    last: dict[str, Answer] = {}
    for operation in transaction.operations_of(REVIEWS):
        item = transaction.item(operation.target or "")
        if item is None:
            continue
        if item.belief_key not in beliefs:
            beliefs[item.belief_key] = _Pieces(transaction, item.belief_key)
        answer = _answer(operation, item, beliefs[item.belief_key])
        if answer is None:
            continue
        before = last.get(item.memory_id)
        if before and before.is_true == answer.is_true and abs(answer.at - before.at) < SAME_ANSWER:
            continue
        last[item.memory_id] = answer
        yield answer


class _Pieces:
    """The evidence of one belief that counts, each with the commits by which it came and went."""

    def __init__(self, transaction: Transaction, belief_key: str) -> None:
        came, went = dict[str, int](), dict[str, int]()
        for commit, entry in transaction.journal_of("belief", belief_key):
            if entry.change is not None:
                revision = belief_revision_of(entry.change)
                moved = came if revision.event is Event.OBSERVED else went
                moved.update(dict.fromkeys(revision.evidence_ids, commit.sequence))
        self._lives: list[tuple[int, int | None, Evidence]] = []
        ids = [item.memory_id for item in transaction.items_of_belief(belief_key)]
        for piece in transaction.evidence_of(ids):
            if not weight_of(piece).is_live:
                continue
            evidence_id = piece.evidence_id
            if evidence_id in came:
                self._lives.append((came[evidence_id], went.get(evidence_id), piece))
            else:  # an end takes no part in the belief: only its own journal says when it came
                written = [c.sequence for c, _ in transaction.journal_of("evidence", evidence_id)]
                is_gone = piece.state is not EvidenceState.ACTIVE and len(written) > 1
                self._lives.append((written[0], written[1] if is_gone else None, piece))

    def before(self, sequence: int) -> list[Evidence]:
        """What was active when this commit was made."""
        return [
            replace(piece, state=EvidenceState.ACTIVE)
            for came, went, piece in self._lives
            if came < sequence and (went is None or went >= sequence)
        ]

    def of(self, sequence: int) -> list[Evidence]:
        """What this commit added."""
        return [piece for came, _, piece in self._lives if came == sequence]


def _answer(operation: Operation, item: MemoryItem, pieces: _Pieces) -> Answer | None:
    sequence = operation.head_seen + 1
    is_true = _is_true(operation, pieces.of(sequence))
    held = pieces.before(sequence)
    own = [piece for piece in held if piece.memory_id == item.memory_id]
    said = [p for p in own if p.event not in ENDS]
    if is_true is None or not said:
        return None
    state, hearing = fold_evidence(piece for piece in held if piece.is_observation)
    then = replace(item, **follow(item, own, state, hearing))
    if then.stance is not Stance.ASSERTED or then.last_evidenced_at is None:
        return None
    return Answer(
        is_true=is_true,
        at=operation.created_at,
        probability=then.probability,
        last_evidenced_at=then.last_evidenced_at,
        valid_to=then.valid_to,
        half_life_days=_half_life(item, said),
        belief_class=item.belief_class,
        layer=item.layer,
        tier=max(said, key=_rank).tier,
    )


def _is_true(operation: Operation, written: Sequence[Evidence]) -> bool | None:
    """What the answer says of the memory at that moment; None where it says nothing of it."""
    if operation.kind is OperationKind.CORRECT:
        # The same words again, but for case and a full stop, correct nothing.
        return bool(operation.result["outcomes"][0]["memory_id"] == operation.target)
    if operation.kind is OperationKind.RESOLVE:
        ends = [p.valid_to for p in written if p.event is EvidenceEvent.RESOLVED and p.valid_to is not None]
        return False if ends and min(ends) <= operation.created_at else None
    return operation.kind is OperationKind.CONFIRM


def _half_life(item: MemoryItem, said: Sequence[Evidence]) -> float | HalfLife:
    """An erased memory has lost its class; what its evidence was weighed with stays."""
    if item.status is not Status.TOMBSTONED:
        return item.half_life_days
    days = max(said, key=lambda p: (p.observed_at, p.evidence_id)).half_life_days
    return HalfLife.NONE if days is None else days


def _rank(piece: Evidence) -> tuple[int, float, str]:
    weight = weight_of(piece)
    return weight.authority, weight.value, piece.evidence_id
