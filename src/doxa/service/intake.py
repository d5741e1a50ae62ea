"""Intake: how one text becomes memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from doxa.belief import ProvenanceTier
from doxa.domain.channels import OWNER_TIERS
from doxa.domain.claim import Claim, HalfLife, Segment, SubjectScope
from doxa.domain.images import to_micros
from doxa.domain.instants import At, parse_instant
from doxa.domain.item import Status
from doxa.domain.operation import OperationKind
from doxa.errors import InvalidInput

from .admission import Admission
from .change import Change, Request
from .outcomes import outcome, written_of
from .parts import Parts, checked_name, checked_names, checked_owner, checked_words
from .ports import Transaction
from .requests import earlier, request
from .statement import Statement, unfading
from .views import Written

ANCESTRY_LIMIT = 1_000


class Intake:
    def __init__(self, parts: Parts, admission: Admission) -> None:
        self._parts, self._admission = parts, admission

    def remember(
        self,
        owner_id: str,
        text: str,
        *,
        channel: str = "chat",
        at: At = None,
        key: str | None = None,
        source: str | None = None,
        subject: str | None = None,
        slot: str | None = None,
        tags: Sequence[str] = (),
        lineage: Sequence[str] = (),
        taint: str | None = None,
        half_life_days: float | HalfLife | None = HalfLife.UNSET,
        valid_to: At = None,
        idempotency_key: str | None = None,
        actor: str = "python",
    ) -> Written:
        """Remember one text.  Restating adds evidence to what is there; contradicting makes a rival."""
        parts, now = self._parts, self._parts.clock()
        checked_owner(owner_id)
        checked_words(text)
        tier = parts.channels.tier_of(checked_name(channel, "the channel"))
        observed_at = now if at is None else parse_instant(at, parts.zone, "at")
        for value, what in (
            (key, "the key"),
            (source, "the source"),
            (slot, "the slot"),
            (subject, "the subject"),
        ):
            if value is not None:
                checked_name(value, what)
        tags, lineage = checked_names(tags, "the tags"), checked_names(lineage, "the lineage")
        claim = self._claim(text, observed_at, subject, slot, half_life_days)
        if valid_to is not None:
            claim = replace(claim, valid_to=parse_instant(valid_to, parts.zone, "valid_to"))
        payload = {
            "text": text,
            "channel": channel,
            "at": to_micros(observed_at),
            "key": key,
            "source": source,
            "subject": claim.subject,
            "slot": claim.slot,
            "tags": list(tags),
            "lineage": list(lineage),
            "taint": taint,
            "half_life_days": claim.half_life_days,
            "valid_to": to_micros(claim.valid_to),
        }
        if idempotency_key is not None and at is None:
            # A retry comes later than the first try; without a time of its own it is still the same.
            payload["at"] = None
        wanted = request(OperationKind.REMEMBER, payload, actor=actor, idempotency_key=idempotency_key)
        operation_id = parts.new_id("o")
        said = Statement(
            claim=claim,
            channel=channel,
            tier=tier,
            family=family_of(tier, channel, source, operation_id),
            observed_at=observed_at,
            vector=parts.embedder.embed([claim.text])[0],
            belief_key=key,
            lineage=lineage,
            taint=None if taint is None else parts.channels.tier_of(taint),
            source_id=source,
            tags=tags,
        )
        return self._write_one(owner_id, said, wanted, operation_id, idempotency_key, now)

    def _claim(
        self,
        text: str,
        observed_at: datetime,
        subject: str | None,
        slot: str | None,
        half_life_days: float | HalfLife | None,
    ) -> Claim:
        segment = Segment(text, observed_at, zone=self._parts.zone)
        claim = unfading(self._parts.extractor.claim_of(segment))
        if subject is not None:
            is_owner = subject.casefold() in ("user", "me", "owner")
            scope = SubjectScope.PRIMARY_USER if is_owner else SubjectScope.THIRD_PARTY
            claim = replace(claim, subject="user" if is_owner else subject, subject_scope=scope)
        if slot is not None:
            claim = replace(claim, slot=slot)
        if half_life_days is None:
            claim = replace(claim, half_life_days=HalfLife.NONE)
        elif not isinstance(half_life_days, HalfLife):
            if not isinstance(half_life_days, (int, float)) or not half_life_days > 0:
                raise InvalidInput(f"'half_life_days' must be a number above 0, not {half_life_days!r}")
            claim = replace(claim, half_life_days=float(half_life_days))
        return claim

    def _write_one(
        self,
        owner_id: str,
        said: Statement,
        wanted: Request,
        operation_id: str,
        idempotency_key: str | None,
        now: datetime,
    ) -> Written:
        parts = self._parts
        with parts.store.writing(owner_id) as transaction:
            head = parts.head(transaction, now)
            operation = earlier(transaction, wanted, idempotency_key)
            is_retry, change = operation is not None, None
            if operation is None:
                change = Change(transaction, head, now)
                said = replace(said, lineage=ancestry(transaction, said.lineage))
                if is_of_the_deleted(transaction, said.lineage):
                    said = replace(said, taint=ProvenanceTier.UNTRUSTED)
                admitted = self._admission.admit(transaction, owner_id, change, said)
                change.settle()
                result = {"outcomes": [outcome(change, admitted)]}
                operation = change.commit(wanted, operation_id, result)
            written = written_of(transaction, operation, 0, now, parts.yardstick, change)
        if not is_retry:
            written = replace(written, reason=admitted.reason)
        notices = (*parts.channel_notices(said.channel), *parts.catch_up(owner_id))
        return replace(written, is_retry=is_retry, notices=notices)


def ancestry(transaction: Transaction, lineage: Sequence[str]) -> tuple[str, ...]:
    """Every memory that these go back to, so that an echo through another belief is still one."""
    known = dict.fromkeys(lineage)
    pending = list(known)
    while pending and len(known) < ANCESTRY_LIMIT:
        pieces = transaction.evidence_of(pending)
        pending = [one for piece in pieces for one in piece.lineage if one not in known]
        known.update(dict.fromkeys(pending))
    return tuple(known)


def is_of_the_deleted(transaction: Transaction, lineage: Sequence[str]) -> bool:
    """Whether any of it has been deleted: an agent that remembers it still must not bring it back."""
    items = transaction.items(lineage) if lineage else []
    return any(item.status is Status.TOMBSTONED for item in items)


def family_of(tier: ProvenanceTier, channel: str, source: str | None, operation_id: str) -> str:
    """Whose voice it is.  Only the owner speaks anew each time without a source to tell by."""
    if source is not None:
        return f"source:{source}"
    if tier in OWNER_TIERS:
        return f"call:{operation_id}"
    return f"channel:{channel}"
