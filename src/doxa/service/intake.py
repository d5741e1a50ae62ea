"""Intake: how one text becomes memory."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from doxa.belief import ProvenanceTier
from doxa.domain.channels import OWNER_TIERS, SCREENS
from doxa.domain.claim import Claim, HalfLife, Segment, SubjectScope
from doxa.domain.images import instant, to_micros
from doxa.domain.instants import At, parse_instant, zone_said
from doxa.domain.item import Status
from doxa.domain.operation import Operation, OperationKind
from doxa.domain.submission import Submission
from doxa.errors import InvalidInput

from .admission import Admission
from .asking import Asking
from .change import Change, Request
from .outcomes import outcome, written_of
from .parts import (
    Parts,
    checked_flag,
    checked_name,
    checked_names,
    checked_owner,
    checked_words,
    checked_zone,
)
from .ports import Judge, Transaction
from .reading import view
from .requests import earlier, request
from .statement import Statement, on_screen, unfading
from .submissions import arguments_of, request_of, settle, settle_same, why
from .submitting import Submitting
from .views import Written
from .waiting import waiting_item

ANCESTRY_LIMIT = 1_000


class Intake:
    def __init__(self, parts: Parts, admission: Admission, asking: Asking, submitting: Submitting) -> None:
        self._parts, self._admission = parts, admission
        self._asking, self._submitting = asking, submitting
        submitting.handle(OperationKind.REMEMBER, self.process)

    def remember(
        self,
        owner_id: str,
        text: str,
        *,
        channel: str = "chat",
        at: At = None,
        zone: str | None = None,
        key: str | None = None,
        source: str | None = None,
        subject: str | None = None,
        slot: str | None = None,
        tags: Sequence[str] = (),
        lineage: Sequence[str] = (),
        taint: str | None = None,
        half_life_days: float | HalfLife | None = HalfLife.UNSET,
        valid_to: At = None,
        wait: bool = False,
        idempotency_key: str | None = None,
        actor: str = "python",
    ) -> Written:
        """Remember one text.  Restating adds evidence to what is there; contradicting makes a rival.

        ``zone`` is the zone that its dates are meant in.  Where a model judges, the answer is a
        receipt and the judging is `maintain`'s; ``wait`` has it done within the call.
        """
        parts, now = self._parts, self._parts.clock()
        checked_owner(owner_id)
        checked_words(text)
        checked_name(channel, "the channel")
        home = zone or parts.zone
        checked_zone(home)
        checked_flag(wait, "wait")
        observed_at = now if at is None else parse_instant(at, home, "at")
        for value, what in (
            (key, "the key"),
            (source, "the source"),
            (slot, "the slot"),
            (subject, "the subject"),
            (taint, "the taint"),
        ):
            if value is not None:
                checked_name(value, what)
        arguments = {
            "text": text,
            "channel": channel,
            "at": to_micros(observed_at),
            "zone": zone_said(at, home),
            "key": key,
            "source": source,
            "subject": subject,
            "slot": slot,
            "tags": list(checked_names(tags, "the tags")),
            "lineage": list(checked_names(lineage, "the lineage")),
            "taint": taint,
            "half_life_days": _checked_half_life(half_life_days),
            "valid_to": None if valid_to is None else to_micros(parse_instant(valid_to, home, "valid_to")),
        }
        claim = self._claim(arguments)
        payload = arguments | {
            "subject": claim.subject,
            "half_life_days": claim.half_life_days,
            "valid_to": to_micros(claim.valid_to),
        }
        if idempotency_key is not None and at is None:
            # A retry comes later than the first try; without a time of its own it is still the same.
            payload["at"] = None
        wanted = request(OperationKind.REMEMBER, payload, actor=actor, idempotency_key=idempotency_key)
        if parts.model is None:
            return self._written(owner_id, arguments, claim, wanted, parts.new_id("o"), key=idempotency_key)
        submission = self._submitting.accept(owner_id, wanted, source, arguments, idempotency_key)
        if isinstance(submission, Operation):
            with parts.store.reading(owner_id) as transaction:
                before = written_of(transaction, submission, 0, now, parts.yardstick)
            return replace(before, is_retry=True, notices=parts.channel_notices(channel))
        if wait:
            written = self._submitting.run(owner_id, submission, self._waiting)
            return written or self._waiting(submission, why(submission))
        return self._waiting(submission, why(submission))

    def process(self, owner_id: str, submission: Submission) -> Written:
        """Do what was accepted before; ``ModelFailed`` leaves it as it was."""
        arguments, operation_id = arguments_of(submission), submission.submission_id
        claim, wanted = self._claim(arguments), request_of(submission)
        return self._written(owner_id, arguments, claim, wanted, operation_id, is_waiting=True)

    def _waiting(self, submission: Submission, reason: str) -> Written:
        """The answer where a model has still to judge what was accepted."""
        item = waiting_item(submission)
        return Written(
            operation_id=submission.submission_id,
            event=submission.state,
            memory=None if item is None else view(item, self._parts.clock(), self._parts.yardstick),
            reason=reason,
            asserted=None,
            displaced=None,
            state=submission.state,
            notices=(*self._parts.channel_notices(arguments_of(submission)["channel"]), reason),
        )

    def _claim(self, arguments: Mapping[str, Any]) -> Claim:
        segment = Segment(arguments["text"], instant(arguments["at"]), zone=arguments["zone"])
        claim = unfading(self._parts.extractor.claim_of(segment))
        subject, half_life_days = arguments["subject"], arguments["half_life_days"]
        if subject is not None:
            is_owner = subject.casefold() in ("user", "me", "owner")
            scope = SubjectScope.PRIMARY_USER if is_owner else SubjectScope.THIRD_PARTY
            claim = replace(claim, subject="user" if is_owner else subject, subject_scope=scope)
        elif arguments["channel"] in SCREENS:
            claim = on_screen(claim)
        if arguments["slot"] is not None:
            claim = replace(claim, slot=arguments["slot"])
        if arguments["valid_to"] is not None:
            claim = replace(claim, valid_to=instant(arguments["valid_to"]))
        if half_life_days != HalfLife.UNSET.value:
            days = HalfLife.NONE if half_life_days == HalfLife.NONE.value else float(half_life_days)
            claim = replace(claim, half_life_days=days)
        return claim

    def _statement(self, arguments: Mapping[str, Any], claim: Claim, operation_id: str) -> Statement:
        channels = self._parts.channels
        channel, taint = arguments["channel"], arguments["taint"]
        tier = channels.tier_of(channel)
        return Statement(
            claim=claim,
            channel=channel,
            tier=tier,
            family=family_of(tier, channel, arguments["source"], operation_id),
            observed_at=instant(arguments["at"]),
            vector=self._parts.embedder.embed([claim.text])[0],
            belief_key=arguments["key"],
            lineage=tuple(arguments["lineage"]),
            taint=None if taint is None else channels.tier_of(taint),
            source_id=arguments["source"],
            tags=tuple(arguments["tags"]),
        )

    def _written(
        self,
        owner_id: str,
        arguments: Mapping[str, Any],
        claim: Claim,
        wanted: Request,
        operation_id: str,
        *,
        key: str | None = None,
        is_waiting: bool = False,
    ) -> Written:
        said = self._statement(arguments, claim, operation_id)

        def attempt() -> Written:
            judge = self._asking.judge(owner_id, [said])
            with self._parts.store.writing(owner_id) as transaction:
                return self._write(transaction, owner_id, said, judge, wanted, operation_id, key, is_waiting)

        written = self._asking.until_it_stands(attempt)
        notices = (*self._parts.channel_notices(said.channel), *self._parts.catch_up(owner_id))
        return replace(written, notices=notices)

    def _write(
        self,
        transaction: Transaction,
        owner_id: str,
        said: Statement,
        judge: Judge | None,
        wanted: Request,
        operation_id: str,
        key: str | None,
        is_waiting: bool,
    ) -> Written:
        parts, now = self._parts, self._parts.clock()
        head = parts.head(transaction, now)
        done = transaction.operation_with_id(operation_id) if is_waiting else None
        if done := done or earlier(transaction, wanted, key):
            if is_waiting:
                transaction.drop_submission(operation_id)
            return replace(written_of(transaction, done, 0, now, parts.yardstick), is_retry=True)
        change = Change(transaction, head, now)
        if is_waiting:
            settle(transaction, change, operation_id)
        else:
            settle_same(transaction, change, wanted, key)
        said = replace(said, lineage=ancestry(transaction, said.lineage))
        if is_of_the_deleted(transaction, said.lineage):
            said = replace(said, taint=ProvenanceTier.UNTRUSTED)
        admitted = self._admission.admit(transaction, owner_id, change, said, judge)
        change.settle()
        operation = change.commit(wanted, operation_id, {"outcomes": [outcome(change, admitted)]})
        written = written_of(transaction, operation, 0, now, parts.yardstick, change)
        return replace(written, reason=admitted.reason)


def _checked_half_life(days: float | HalfLife | None) -> float | str:
    """As it is kept: `unset`, `none` (does not fade), or days."""
    if days is None:
        return HalfLife.NONE.value
    if isinstance(days, HalfLife):
        return days.value
    if isinstance(days, bool) or not isinstance(days, (int, float)) or not 0 < days < math.inf:
        raise InvalidInput(f"'half_life_days' must be a number above 0, not {days!r}")
    return float(days)


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
