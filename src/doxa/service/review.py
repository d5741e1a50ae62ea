"""Review: the owner's own word on a memory: confirm, reject, correct, resolve."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta

from doxa.domain.channels import OWNER_TIERS
from doxa.domain.claim import Segment
from doxa.domain.evidence import Evidence, EvidenceEvent, EvidenceState
from doxa.domain.images import to_micros
from doxa.domain.instants import At, parse_instant
from doxa.domain.item import MemoryItem, Review, half_life_of
from doxa.domain.operation import OperationKind
from doxa.errors import Refused, StaleRevision

from .admission import Admission, Admitted
from .answers import ENDS
from .change import Change
from .outcomes import outcome, written_of
from .parts import Parts, checked_name, checked_owner, checked_words
from .ports import Transaction
from .reading import readable
from .requests import earlier, request
from .standing import weight_of
from .statement import Statement, unfading
from .views import Written

Act = Callable[[Change, MemoryItem, datetime, str], Admitted]
MOMENT = timedelta(microseconds=1)


class Reviewing:
    def __init__(self, parts: Parts, admission: Admission) -> None:
        self._parts, self._admission = parts, admission

    def confirm(
        self,
        owner_id: str,
        memory_id: str,
        *,
        channel: str = "manual",
        expected_revision: int | None = None,
        idempotency_key: str | None = None,
        actor: str = "python",
    ) -> Written:
        """The owner says that it is so: evidence with the owner's authority."""

        def act(change: Change, item: MemoryItem, at: datetime, family: str) -> Admitted:
            change.revise(item, review=Review.CONFIRMED)
            change.reindex(item.memory_id)
            piece = self._piece(change, item, EvidenceEvent.RESTATED, channel, at, family)
            change.add_evidence(replace(piece, valid_to=_end_still(item, change, at)))
            return Admitted(item.memory_id, EvidenceEvent.RESTATED, "confirmed by the owner")

        return self._run(
            OperationKind.CONFIRM,
            owner_id,
            memory_id,
            channel,
            expected_revision,
            {},
            idempotency_key,
            actor,
            act,
        )

    def reject(
        self,
        owner_id: str,
        memory_id: str,
        *,
        channel: str = "manual",
        expected_revision: int | None = None,
        idempotency_key: str | None = None,
        actor: str = "python",
    ) -> Written:
        """The owner says that it is not so.  One rejection un-asserts it, whatever confirmed it before."""

        def act(change: Change, item: MemoryItem, at: datetime, family: str) -> Admitted:
            change.revise(item, review=Review.REJECTED)
            change.unindex(item.memory_id)
            change.add_evidence(self._piece(change, item, EvidenceEvent.REJECTED, channel, at, family))
            return Admitted(item.memory_id, EvidenceEvent.REJECTED, "rejected by the owner")

        return self._run(
            OperationKind.REJECT,
            owner_id,
            memory_id,
            channel,
            expected_revision,
            {},
            idempotency_key,
            actor,
            act,
        )

    def resolve(
        self,
        owner_id: str,
        memory_id: str,
        *,
        at: At = None,
        channel: str = "manual",
        expected_revision: int | None = None,
        idempotency_key: str | None = None,
        actor: str = "python",
    ) -> Written:
        """The owner says that it is no longer so, from a date (now by default): it reads as history."""
        ends = None if at is None else parse_instant(at, self._parts.zone, "at")

        def act(change: Change, item: MemoryItem, now: datetime, family: str) -> Admitted:
            piece = self._piece(change, item, EvidenceEvent.RESOLVED, channel, now, family)
            change.add_evidence(replace(piece, valid_to=ends or now))
            return Admitted(item.memory_id, EvidenceEvent.RESOLVED, "no longer so, says the owner")

        return self._run(
            OperationKind.RESOLVE,
            owner_id,
            memory_id,
            channel,
            expected_revision,
            {"ends": to_micros(ends)},
            idempotency_key,
            actor,
            act,
        )

    def correct(
        self,
        owner_id: str,
        memory_id: str,
        text: str,
        *,
        channel: str = "manual",
        expected_revision: int | None = None,
        idempotency_key: str | None = None,
        actor: str = "python",
    ) -> Written:
        """The owner gives the right words: a new memory supersedes the old one in the same commit."""
        parts = self._parts
        checked_words(text)
        vector = parts.embedder.embed([text])[0]

        def act(change: Change, item: MemoryItem, at: datetime, family: str) -> Admitted:
            claim = unfading(parts.extractor.claim_of(Segment(text, at, zone=parts.zone)))
            claim = replace(
                claim,
                subject=item.subject or claim.subject,
                subject_scope=item.subject_scope,
                slot=item.slot,
                content_confidence=1.0,
            )
            said = Statement(
                claim=claim,
                channel=channel,
                tier=parts.channels.tier_of(channel),
                family=family,
                observed_at=at,
                vector=vector,
                tags=item.tags,
                review=Review.CONFIRMED,
            )
            return self._admission.replace(change, said, item)

        return self._run(
            OperationKind.CORRECT,
            owner_id,
            memory_id,
            channel,
            expected_revision,
            {"text": text},
            idempotency_key,
            actor,
            act,
        )

    def _run(
        self,
        kind: OperationKind,
        owner_id: str,
        memory_id: str,
        channel: str,
        expected_revision: int | None,
        extra: dict[str, object],
        idempotency_key: str | None,
        actor: str,
        act: Act,
    ) -> Written:
        parts, now = self._parts, self._parts.clock()
        if parts.channels.tier_of(checked_name(channel, "the channel")) not in OWNER_TIERS:
            raise Refused(f"only the owner can {kind}, and {channel!r} is not the owner's channel")
        moment = None if idempotency_key else to_micros(now)
        payload = {
            "memory_id": memory_id,
            "channel": channel,
            "at": moment,
            "expected_revision": expected_revision,
            **extra,
        }
        wanted = request(kind, payload, actor=actor, idempotency_key=idempotency_key, target=memory_id)
        with parts.store.writing(checked_owner(owner_id)) as transaction:
            operation = earlier(transaction, wanted, idempotency_key)
            is_retry, change = operation is not None, None
            if operation is None:
                item = readable(transaction, memory_id)
                if expected_revision not in (None, item.revision):
                    raise StaleRevision(memory_id, expected_revision or 0, item.revision)
                change = Change(transaction, parts.head(transaction, now), now)
                operation_id = parts.new_id("o")
                at = self._after_all_it_judges(transaction, item, now)
                admitted = act(change, item, at, f"call:{operation_id}")
                change.settle()
                operation = change.commit(wanted, operation_id, {"outcomes": [outcome(change, admitted)]})
            written = written_of(transaction, operation, 0, now, parts.yardstick, change)
        if not is_retry:
            written = replace(written, reason=admitted.reason)
        return replace(written, is_retry=is_retry, notices=parts.catch_up(owner_id))

    @staticmethod
    def _after_all_it_judges(transaction: Transaction, item: MemoryItem, now: datetime) -> datetime:
        """A review is said after what it reviews, also where that is dated ahead or the clock went back."""
        belief = transaction.belief(item.belief_key)
        if belief is None or belief.clock is None:
            return now
        return max(now, belief.clock + MOMENT)

    def _piece(
        self, change: Change, item: MemoryItem, event: EvidenceEvent, channel: str, at: datetime, family: str
    ) -> Evidence:
        return Evidence(
            evidence_id=self._parts.new_id("e"),
            memory_id=item.memory_id,
            belief_key=item.belief_key,
            event=event,
            channel=channel,
            tier=self._parts.channels.tier_of(channel),
            content_confidence=1.0,
            family=family,
            observed_at=at,
            recorded_at=change.now,
            quote=None,
            half_life_days=half_life_of(
                item.half_life_days, item.belief_class, item.layer, self._parts.yardstick.half_lives
            ),
            valid_to=None,
        )


def _end_still(item: MemoryItem, change: Change, at: datetime) -> datetime | None:
    """Until when a memory holds that is confirmed: an end to come stays, one that has come only in words.

    Saying that it is so takes back having said that it no longer is.
    """
    if item.valid_to is not None and item.valid_to > at:
        return item.valid_to
    pieces = [p for p in change.pieces_of(item.memory_id) if p.state is EvidenceState.ACTIVE]
    said = [piece for piece in pieces if piece.event not in ENDS and piece.quote is not None]
    live = [piece for piece in said if weight_of(piece).is_live] or said
    return max(live, key=lambda p: (p.observed_at, p.recorded_at, p.evidence_id)).valid_to if live else None
