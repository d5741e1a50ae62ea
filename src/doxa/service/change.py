"""A change: everything one operation does to one owner, gathered before any of it is written.

Items and evidence are added or revised here; the beliefs they touch are then computed
again, and the status of every rival follows its belief in the same commit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from doxa.belief import Distribution, Effect
from doxa.belief.independence import Hearing
from doxa.belief.revision import Event
from doxa.belief.update import Fold
from doxa.domain.belief_record import BeliefRecord, BeliefRevision, Withdrawal
from doxa.domain.evidence import Evidence, EvidenceState
from doxa.domain.images import Image, belief_revision_image, changed, evidence_image, item_image, source_image
from doxa.domain.item import MemoryItem, Status
from doxa.domain.operation import (
    Commit,
    Head,
    JournalEntry,
    Operation,
    OperationKind,
    commit_hash,
    keyed_digest,
)
from doxa.domain.receipt import Receipt
from doxa.domain.source import CapturedTurn, Source, TurnKey
from doxa.domain.submission import Submission

from .ports import Changes, Erasure, Transaction
from .standing import NOBODY, effect_of, fold_evidence, follow, is_contested, weight_of

COMMON = 50
"""How many of the new items that share one word are looked at, the latest first."""


@dataclass(frozen=True, slots=True)
class Request:
    """What is asked for: its kind, who asks, and what makes it the same request when repeated."""

    kind: OperationKind
    target: str | None
    actor: str
    identity: str
    is_keyed: bool
    digest: str


class Change:
    def __init__(self, transaction: Transaction, head: Head, now: datetime) -> None:
        self._tx, self._head, self.now = transaction, head, now
        self._items: dict[str, MemoryItem] = {}
        self._by_key: dict[str, list[str]] = {}  # belief key -> ids of the items in this change
        self._by_topic: dict[str, list[str]] = {}  # a word of the topic -> ids of the new items
        self._pieces_of: dict[str, list[str]] = {}  # memory id -> ids of its evidence in this change
        self._stored_items: dict[str, MemoryItem] = {}
        self._evidence: dict[str, Evidence] = {}
        self._stored_evidence: dict[str, Evidence] = {}
        self._why_withdrawn: dict[str, Withdrawal] = {}
        self._touched: dict[str, list[str]] = {}  # belief key -> evidence ids, in order of change
        self._fresh_keys: set[str] = set()
        self._records: dict[str, tuple[BeliefRecord | None, BeliefRecord]] = {}
        self._revisions: list[BeliefRevision] = []
        self._new_sources: list[Source] = []
        self._changed_sources: list[Source] = []
        self._new_turns: list[CapturedTurn] = []
        self._gone_turns: list[TurnKey] = []
        self._receipts: list[Receipt] = []
        self._settled: list[str] = []
        self._cancelled: list[Submission] = []
        self._to_index: dict[str, None] = {}
        self._to_unindex: dict[str, None] = {}
        self._erased: list[str] = []
        self._erased_evidence: list[str] = []
        self._erased_turns: dict[TurnKey, None] = {}
        self._rewritten: dict[str, None] = {}

    # -- gathering ------------------------------------------------------------------------

    @property
    def new_items(self) -> list[MemoryItem]:
        return [item for key, item in self._items.items() if key not in self._stored_items]

    def item(self, memory_id: str) -> MemoryItem | None:
        """The item as this change leaves it."""
        return self._items.get(memory_id) or self._tx.item(memory_id)

    @property
    def latest(self) -> MemoryItem | None:
        """The item this change spoke of last."""
        touched = next(reversed(self._evidence.values()), None)
        return None if touched is None else self._items.get(touched.memory_id)

    def is_new(self, memory_id: str) -> bool:
        """Whether the item is of this change alone: nobody outside has seen it."""
        return memory_id in self._items and memory_id not in self._stored_items

    def overlay(self, item: MemoryItem) -> MemoryItem:
        """A stored item as this change leaves it, without asking the store again."""
        return self._items.get(item.memory_id, item)

    def new_items_alike(self, topic: Iterable[str], limit: int) -> list[MemoryItem]:
        """New items of this change that share words of the topic, most shared first.

        The index does not know them yet, and a long conversation has too many to try each.
        """
        shared = Counter(i for word in topic for i in self._by_topic.get(word, ())[-COMMON:])
        return [self._items[i] for i, _ in shared.most_common(limit)]

    def add_item(self, item: MemoryItem, topic: Iterable[str], *, opens_belief: bool) -> None:
        self._put(item)
        for word in topic:
            self._by_topic.setdefault(word, []).append(item.memory_id)
        self._to_index[item.memory_id] = None
        if opens_belief:
            self._fresh_keys.add(item.belief_key)

    def revise(self, item: MemoryItem, **values: Any) -> MemoryItem:
        """Change an item's columns; its revision rises once per commit, and only if something differs."""
        current = self._items.get(item.memory_id, item)
        revised = replace(current, **values)
        if revised == current:
            return current
        if item.memory_id not in self._items:
            self._stored_items[item.memory_id] = item
        stored = self._stored_items.get(item.memory_id)
        if stored is not None:
            revised = replace(revised, revision=stored.revision + 1, updated_at=self.now)
        self._put(revised)
        return revised

    def _put(self, item: MemoryItem) -> None:
        if item.memory_id not in self._items:
            self._by_key.setdefault(item.belief_key, []).append(item.memory_id)
        self._items[item.memory_id] = item

    def _put_piece(self, piece: Evidence) -> None:
        if piece.evidence_id not in self._evidence:
            self._pieces_of.setdefault(piece.memory_id, []).append(piece.evidence_id)
        self._evidence[piece.evidence_id] = piece

    def add_evidence(self, piece: Evidence) -> None:
        self._put_piece(piece)
        self._touched.setdefault(piece.belief_key, []).append(piece.evidence_id)

    def withdraw(self, piece: Evidence, state: EvidenceState, why: Withdrawal) -> None:
        """Take a piece out of its belief, for good, and its words with it."""
        self._stored_evidence[piece.evidence_id] = piece
        self._why_withdrawn[piece.evidence_id] = why
        self._put_piece(replace(piece, state=state, quote=None, quote_start=None, quote_end=None))
        self._touched.setdefault(piece.belief_key, []).append(piece.evidence_id)

    def reindex(self, memory_id: str) -> None:
        self._to_index[memory_id] = None

    def recount(self, memory_id: str) -> None:
        """Index an item again that is believed now and was not, or the reverse: words are weighed by that."""
        if memory_id not in self._to_unindex:
            self.reindex(memory_id)

    def unindex(self, memory_id: str) -> None:
        self._to_unindex[memory_id] = None

    def erase(self, memory_id: str, pieces: Sequence[Evidence]) -> None:
        """Have every other trace of the item's words removed too: journal, operations, raw turns."""
        self._erased.append(memory_id)
        self.erase_evidence(pieces)

    def erase_evidence(self, pieces: Sequence[Evidence]) -> None:
        """The same for some evidence of an item that stays."""
        self._erased_evidence.extend(piece.evidence_id for piece in pieces)
        for piece in pieces:
            if piece.source_id is not None and piece.turn_id is not None:
                self._erased_turns[TurnKey(piece.source_id, piece.turn_id)] = None

    def rewrite(self, item: MemoryItem, pieces: Sequence[Evidence], **values: Any) -> None:
        """Give an item other words and another salt, and forget all that was sealed with the old one.

        ``pieces`` is all of its evidence that is not withdrawn here: it is journalled anew.
        """
        self.revise(item, **values)
        self._erased.append(item.memory_id)
        self.reindex(item.memory_id)
        for piece in pieces:
            self._stored_evidence[piece.evidence_id] = piece
            self._put_piece(piece)
            self._rewritten[piece.evidence_id] = None

    def erase_turn(self, key: TurnKey) -> None:
        self._erased_turns[key] = None

    @property
    def moved(self) -> list[tuple[BeliefRecord | None, BeliefRecord]]:
        """Every belief that this change has settled: before it, and after."""
        return list(self._records.values())

    def assertion_of(self, memory_id: str) -> tuple[str | None, str | None]:
        """What the item's belief asserted before this change and asserts after it."""
        item = self._items.get(memory_id)
        stored, record = self._records.get(item.belief_key, (None, None)) if item else (None, None)
        if record is None:
            belief = self._tx.belief(item.belief_key) if item else None
            return (belief.asserted, belief.asserted) if belief else (None, None)
        return (stored.asserted if stored else None), record.asserted

    def add_source(self, source: Source, *, is_new: bool) -> None:
        (self._new_sources if is_new else self._changed_sources).append(source)

    def add_turn(self, turn: CapturedTurn, *, replaces: bool) -> None:
        if replaces:
            self._gone_turns.append(turn.key)
        self._new_turns.append(turn)

    def drop_turn(self, key: TurnKey) -> None:
        self._gone_turns.append(key)

    def add_receipt(self, receipt: Receipt) -> None:
        self._receipts.append(receipt)

    def settle_submission(self, submission_id: str) -> None:
        """What was accepted under this id is done in this commit, which takes its raw input away."""
        self._settled.append(submission_id)

    def cancel_submission(self, submission: Submission) -> None:
        self._cancelled.append(submission)

    # -- beliefs --------------------------------------------------------------------------

    def settle(self) -> None:
        """Compute every touched belief again and let items follow."""
        for key, evidence_ids in self._touched.items():
            _BeliefChange(self, key, is_fresh=key in self._fresh_keys).run(evidence_ids)
        self._touched.clear()

    def belief_items(self, key: str, *, is_fresh: bool) -> dict[str, MemoryItem]:
        stored = [] if is_fresh else self._tx.items_of_belief(key)
        found = {item.memory_id: self._items.get(item.memory_id, item) for item in stored}
        found.update((i, self._items[i]) for i in self._by_key.get(key, ()))
        return found

    def belief_evidence(self, memory_ids: Iterable[str], *, is_fresh: bool) -> tuple[list[Evidence], ...]:
        """The pieces on these items: as stored before this change, and as it leaves them."""
        ids = list(memory_ids)
        stored = [] if is_fresh else self._tx.evidence_of(ids)
        before = {piece.evidence_id: piece for piece in stored}
        after = {i: self._evidence.get(i, piece) for i, piece in before.items()}
        after.update((i, self._evidence[i]) for of in ids for i in self._pieces_of.get(of, ()))
        return list(before.values()), list(after.values())

    def pieces_of(self, memory_id: str) -> list[Evidence]:
        """The pieces on one item, as this change leaves them."""
        return self.belief_evidence([memory_id], is_fresh=False)[1]

    def stored_belief(self, key: str, *, is_fresh: bool) -> BeliefRecord | None:
        return None if is_fresh else self._tx.belief(key)

    def piece(self, evidence_id: str) -> Evidence:
        return self._evidence[evidence_id]

    def why_withdrawn(self, evidence_id: str) -> Withdrawal | None:
        return self._why_withdrawn.get(evidence_id)

    def keep_belief(
        self, stored: BeliefRecord | None, record: BeliefRecord, revisions: Sequence[BeliefRevision]
    ) -> None:
        self._records[record.belief_key] = (stored, record)
        self._revisions.extend(revisions)

    # -- committing -----------------------------------------------------------------------

    def commit(self, request: Request, operation_id: str, result: Mapping[str, Any]) -> Operation:
        """Write all of it as one commit on the owner's chain."""
        self.settle()
        operation = Operation(
            operation_id=operation_id,
            kind=request.kind,
            target=request.target,
            identity=request.identity,
            is_keyed=request.is_keyed,
            digest=request.digest,
            actor=request.actor,
            created_at=self.now,
            account_generation=self._head.account_generation,
            head_seen=self._head.sequence,
            result=result,
        )
        journal = self._journal()
        sequence = self._head.sequence + 1
        parent = self._head.commit_hash
        digests = [entry.digest for entry in journal]
        sealed = commit_hash(parent, sequence, operation, self.now, digests)
        self._tx.apply(
            Changes(
                operation=operation,
                commit=Commit(sequence, operation_id, parent, sealed, self.now),
                journal=journal,
                new_items=self.new_items,
                changed_items=[self._items[i] for i in self._stored_items],
                new_evidence=[p for i, p in self._evidence.items() if i not in self._stored_evidence],
                changed_evidence=[self._evidence[i] for i in self._stored_evidence],
                new_beliefs=[new for old, new in self._records.values() if old is None],
                changed_beliefs=[new for old, new in self._records.values() if old is not None],
                new_sources=self._new_sources,
                changed_sources=self._changed_sources,
                new_turns=self._new_turns,
                gone_turns=self._gone_turns,
                new_receipts=self._receipts,
                settled_submissions=self._settled,
                changed_submissions=self._cancelled,
                to_index=list(self._to_index),
                to_unindex=list(self._to_unindex),
                erasure=self._erasure(),
            )
        )
        return operation

    def _erasure(self) -> Erasure | None:
        if not (self._erased or self._erased_evidence or self._erased_turns):
            return None
        gone = [key for key in self._erased_turns if key not in self._gone_turns]
        return Erasure(self._erased, self._erased_evidence, gone, list(self._rewritten))

    def _journal(self) -> list[JournalEntry]:
        salts = {item.memory_id: item.salt or "" for item in self._items.values()}
        erased = {*self._erased, *self._erased_evidence, *self._rewritten}
        entries = []
        for memory_id, item in self._items.items():
            image: Image = item_image(item)
            stored = self._stored_items.get(memory_id)
            # After an erasure a row is written whole: what came before it can no longer be read.
            if stored is not None and memory_id not in erased:
                image = changed(item_image(stored), image)
            entries.append(_entry("item", memory_id, image, salts[memory_id]))
        for evidence_id, piece in self._evidence.items():
            old = self._stored_evidence.get(evidence_id)
            image = evidence_image(piece)
            if old is not None and evidence_id not in erased:
                image = changed(evidence_image(old), image)
            salt = salts.get(piece.memory_id)
            if salt is None:
                owner = self.item(piece.memory_id)
                salt = salts[piece.memory_id] = (owner.salt if owner else None) or ""
            entries.append(_entry("evidence", evidence_id, image, salt))
        sources = [*self._new_sources, *self._changed_sources]
        entries += [_entry("source", source.source_id, source_image(source), "") for source in sources]
        entries += [_entry("belief", r.belief_key, belief_revision_image(r), "") for r in self._revisions]
        return entries


def _entry(entity: str, entity_id: str, image: Image, salt: str) -> JournalEntry:
    return JournalEntry(entity, entity_id, image, keyed_digest(image, salt))


class _BeliefChange:
    """One belief within a change: its steps, its record, and what its items become."""

    def __init__(self, change: Change, key: str, *, is_fresh: bool) -> None:
        self._change, self._key = change, key
        self._items = change.belief_items(key, is_fresh=is_fresh)
        before, self._after = change.belief_evidence(self._items, is_fresh=is_fresh)
        self._observed = {p.evidence_id: p for p in before if p.is_observation}
        self._stored = change.stored_belief(key, is_fresh=is_fresh)
        self._number = self._stored.revision if self._stored else 0

    def run(self, evidence_ids: Sequence[str]) -> None:
        state, hearing = fold_evidence(self._observed.values()) if self._observed else (Fold(), NOBODY)
        revisions = []
        for group in self._steps(evidence_ids):
            before, asserted = state.distribution, state.asserted
            effect = None
            for piece in group:
                if piece.is_observation:
                    self._observed[piece.evidence_id] = piece
                else:
                    self._observed.pop(piece.evidence_id, None)
            state, hearing = fold_evidence(self._observed.values())
            is_addition = group[0].is_observation
            if is_addition:
                effect = effect_of(group[0], state, hearing)
            revisions.append(self._revision(group, effect, before, state, asserted))
        record = BeliefRecord(
            belief_key=self._key,
            revision=self._number,
            distribution=state.distribution,
            asserted=state.asserted,
            is_contested=is_contested(self._items, state),
            half_life_days=state.half_life_days,
            clock=state.clock,
            updated_at=self._change.now,
        )
        if revisions:
            self._change.keep_belief(self._stored, record, revisions)
        self._follow(state, hearing)

    def _steps(self, evidence_ids: Sequence[str]) -> list[list[Evidence]]:
        """One step for each piece that came, and one for all that went."""
        pieces = [self._change.piece(i) for i in evidence_ids]
        came = [[piece] for piece in pieces if piece.is_observation]
        went = [p for p in pieces if not p.is_observation and p.evidence_id in self._observed]
        return [*([went] if went else []), *came]

    def _revision(
        self,
        group: Sequence[Evidence],
        effect: Effect | None,
        before: Distribution,
        state: Fold,
        asserted: str | None,
    ) -> BeliefRevision:
        self._number += 1
        is_addition = group[0].is_observation
        weight = weight_of(group[0]) if is_addition else None
        return BeliefRevision(
            belief_key=self._key,
            revision=self._number,
            event=Event.OBSERVED if is_addition else Event.RETRACTED,
            evidence_ids=tuple(piece.evidence_id for piece in group),
            effect=effect,
            reliability=weight.value if weight else None,
            bound_by=weight.bound_by if weight else None,
            before=before,
            after=state.distribution,
            asserted_before=asserted,
            asserted_after=state.asserted,
            recorded_at=self._change.now,
            reason=self._change.why_withdrawn(group[0].evidence_id),
        )

    def _follow(self, state: Fold, hearing: Hearing) -> None:
        """Status follows belief: domain.md, invariant 12."""
        for memory_id, item in self._items.items():
            if item.status is Status.TOMBSTONED:
                continue
            pieces = [p for p in self._after if p.memory_id == memory_id]
            revised = self._change.revise(item, **follow(item, pieces, state, hearing))
            if bool(revised.corroboration_count) != bool(item.corroboration_count):
                self._change.recount(memory_id)
