"""Capturing: how a conversation becomes memory, all of its new turns or none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from doxa.domain.claim import Claim
from doxa.domain.delimiters import recalled_spans
from doxa.domain.images import instant, to_micros
from doxa.domain.instants import At, parse_instant, zone_of
from doxa.domain.operation import Operation, OperationKind
from doxa.domain.receipt import Receipt, ReceiptKind
from doxa.domain.source import Turn, turn_image
from doxa.domain.submission import Submission
from doxa.errors import InvalidInput

from .admission import Admission
from .asking import Asking
from .change import Change, Request
from .hearing import Conversation, Heard, hear
from .negatives import Negatives
from .outcomes import outcome, written_of
from .parts import Parts, checked_flag, checked_language, checked_name, checked_owner, checked_zone
from .ports import Judge, Transaction
from .requests import earlier, request
from .submissions import arguments_of, request_of, settle, settle_same, why
from .submitting import Submitting
from .taking import Found, Taking
from .views import Captured

BLOCKED = (
    "{} turn(s) stand where the words of a turn were deleted, and were not taken: "
    "if they are new, send them with ids of their own or as another source"
)
RULES = "rules"
"""By what a conversation was read, where no model is configured."""


class Capturing:
    def __init__(self, parts: Parts, admission: Admission, asking: Asking, submitting: Submitting) -> None:
        self._parts, self._taking, self._asking = parts, Taking(parts, admission), asking
        self._submitting, self._negatives = submitting, Negatives(parts)
        submitting.handle(OperationKind.CAPTURE, self.process)

    def capture(
        self,
        owner_id: str,
        turns: Sequence[Turn],
        *,
        source: str | None = None,
        channel: str = "chat",
        me: str | None = None,
        at: At = None,
        zone: str | None = None,
        language: str = "en",
        replace: bool = False,
        idempotency_key: str | None = None,
        actor: str = "python",
    ) -> Captured:
        """Take the new turns of a conversation: all of them or none.

        Turns already taken are not taken again, and an edited turn replaces only what it had
        produced.  With ``replace`` the turns are the whole of the source, which is read anew: what
        it no longer says is taken back, and what the owner said of its memories stays said.
        ``me`` is the name the owner speaks under where it is not `user`, ``zone`` the zone that
        relative dates are meant in.  A model that is configured reads it now; where that fails,
        the turns are kept and tried again.
        """
        parts, now = self._parts, self._parts.clock()
        checked_owner(owner_id)
        checked_name(channel, "the channel")
        checked_zone(zone or parts.zone)
        checked_language(language)
        checked_flag(replace, "replace")
        if source is not None:
            checked_name(source, "the source")
        elif replace:
            raise InvalidInput("what is to be replaced has no name: give the source as it was captured under")
        given_at = None if at is None else parse_instant(at, zone or parts.zone, "at")
        arguments: dict[str, Any] = {
            "source": source or parts.new_id("conversation"),
            "channel": channel,
            "me": me,
            "zone": zone,
            "language": language,
            "replace": replace,
            "default_at": to_micros(given_at or now),
            "is_dated": given_at is not None,
        }
        conversation = self._conversation(turns, arguments)
        payload = {
            "source": source,
            "channel": channel,
            "me": me,
            "zone": zone,
            # Without a time of its own a turn is the same whenever it is sent again.
            "turns": [
                [turn.given_id, turn.turn_hash, turn.given_at or to_micros(given_at)]
                for turn in conversation.heard
            ],
        }
        if source is None and given_at is None and all(turn.given_at is None for turn in conversation.heard):
            # Without a name and a time it is the same if it is sent again the same day.
            payload["day"] = now.astimezone(zone_of(zone or parts.zone)).date().isoformat()
        if replace:
            payload["read_by"] = parts.model.identity if parts.model else RULES
        wanted = request(
            OperationKind.CAPTURE,
            payload,
            actor=actor,
            idempotency_key=idempotency_key,
            target=conversation.source_id,
        )
        if parts.model is None:
            if source is not None:
                self._submitting.do_first(owner_id, source)
            return self._captured(owner_id, conversation, wanted, idempotency_key=idempotency_key)
        with parts.store.reading(owner_id) as transaction:
            if done := self._done(transaction, conversation, wanted, idempotency_key):
                return self._answer(transaction, conversation, done, now, is_retry=True)
        both = zip(turns, conversation.heard, strict=True)
        arguments |= {"turns": [turn_image(turn, is_withheld=heard.is_withheld) for turn, heard in both]}
        submission = self._submitting.accept(
            owner_id, wanted, conversation.source_id, arguments, idempotency_key
        )
        if isinstance(submission, Operation):  # somebody else has done it a moment ago
            with parts.store.reading(owner_id) as transaction:
                return self._answer(transaction, conversation, submission, now, is_retry=True)
        captured = self._submitting.run(owner_id, submission, self._waiting)
        return captured or self._waiting(submission, why(submission))

    def process(self, owner_id: str, submission: Submission) -> Captured:
        """Do what was accepted before; ``ModelFailed`` leaves it as it was."""
        arguments = arguments_of(submission)
        turns = [Turn(**image) for image in arguments["turns"]]
        conversation = self._conversation(turns, arguments)
        return self._captured(owner_id, conversation, request_of(submission), submission.submission_id)

    def _waiting(self, submission: Submission, why: str) -> Captured:
        """The answer where a model has still to read what was accepted."""
        turns = len(arguments_of(submission)["turns"])
        return Captured(
            operation_id=submission.submission_id,
            source=submission.source_id or "",
            turns=turns,
            new_turns=0,
            claims=(),
            state=submission.state,
            notices=(*self._parts.channel_notices(arguments_of(submission)["channel"]), why),
        )

    def check(
        self, turns: Sequence[Turn], *, me: str | None = None, at: At = None, zone: str | None = None
    ) -> None:
        """Refuse what a capture of these turns would refuse; reads and writes nothing."""
        self._heard(turns, me, at, zone)

    def extract(
        self, turns: Sequence[Turn], *, me: str | None = None, at: At = None, zone: str | None = None
    ) -> tuple[Claim, ...]:
        """What a capture of these turns would find; writes nothing."""
        found = self._claims(self._heard(turns, me, at, zone), ())
        return tuple(claim for claims in found for claim in claims or ())

    # -- reading ------------------------------------------------------------------------------

    def _heard(self, turns: Sequence[Turn], me: str | None, at: At, zone: str | None) -> tuple[Heard, ...]:
        zone = zone or self._parts.zone
        checked_zone(zone)
        default_at = self._parts.clock() if at is None else parse_instant(at, zone, "at")
        return hear(turns, me, default_at, zone)

    def _conversation(self, turns: Sequence[Turn], arguments: Mapping[str, Any]) -> Conversation:
        channel = arguments["channel"]
        return Conversation(
            source_id=arguments["source"],
            channel=channel,
            tier=self._parts.channels.tier_of(channel),
            heard=hear(
                turns,
                arguments["me"],
                instant(arguments["default_at"]),
                arguments["zone"] or self._parts.zone,
                arguments["language"],
                is_dated=arguments["is_dated"],
            ),
            is_replacement=arguments["replace"],
        )

    def _found(self, owner_id: str, conversation: Conversation) -> tuple[list[Heard], Found]:
        """What the turns that are new now say, read before any transaction writes."""
        parts = self._parts
        with parts.store.reading(owner_id) as transaction:
            turns = conversation.turns(transaction.turns(conversation.source_id))
            avoid = self._negatives.of(transaction, owner_id) if parts.model else ()
        claims = self._claims(turns, avoid)
        texts = [claim.text for found in claims for claim in found or ()]
        vectors = dict(zip(texts, parts.embedder.embed(texts), strict=True)) if texts else {}
        return turns, Found(claims, vectors)

    def _claims(self, turns: Sequence[Heard], avoid: Sequence[str]) -> list[tuple[Claim, ...] | None]:
        """The claims of each turn; none of a credential, nor of what it pastes of our own answers."""
        due = [n for n, turn in enumerate(turns) if not turn.is_taken and not turn.is_withheld]
        segments = [turns[n].segment for n in due]
        model, extractor = self._parts.model, self._parts.extractor
        if model is not None:
            read = model.extract(segments, avoid) if segments else ()
        else:
            read = [extractor.extract(segment) for segment in segments]
        by_number = dict(zip(due, read, strict=True))
        return [None if turn.is_taken else _own(turn, by_number.get(n, ())) for n, turn in enumerate(turns)]

    # -- writing ------------------------------------------------------------------------------

    def _captured(
        self,
        owner_id: str,
        conversation: Conversation,
        wanted: Request,
        submission_id: str | None = None,
        *,
        idempotency_key: str | None = None,
    ) -> Captured:
        def attempt() -> Captured:
            turns, found = self._found(owner_id, conversation)
            judge = None
            if self._parts.model is not None:
                judge = self._asking.judge(owner_id, self._taking.statements(conversation, turns, found))
            with self._parts.store.writing(owner_id) as transaction:
                return self._write(
                    transaction, owner_id, conversation, found, judge, wanted, submission_id, idempotency_key
                )

        done = self._asking.until_it_stands(attempt)
        return replace(done, notices=(*done.notices, *self._parts.catch_up(owner_id)))

    def _write(
        self,
        transaction: Transaction,
        owner_id: str,
        conversation: Conversation,
        found: Found,
        judge: Judge | None,
        wanted: Request,
        submission_id: str | None,
        idempotency_key: str | None,
    ) -> Captured:
        parts, now = self._parts, self._parts.clock()
        head = parts.head(transaction, now)
        done = transaction.operation_with_id(submission_id) if submission_id else None
        if done := done or self._done(transaction, conversation, wanted, idempotency_key):
            if submission_id is not None:
                transaction.drop_submission(submission_id)
            return self._answer(transaction, conversation, done, now, is_retry=True)
        change, operation_id = Change(transaction, head, now), submission_id or parts.new_id("o")
        if submission_id is not None:
            settle(transaction, change, submission_id)
        else:
            settle_same(transaction, change, wanted, idempotency_key)
        taken = self._taking.take(transaction, owner_id, change, conversation, found, judge)
        change.settle()
        source_id = conversation.source_id
        result = {
            "source": source_id,
            "turns": len(conversation.heard),
            "new_turns": taken.new,
            "withdrawn": taken.withdrawn,
            "outcomes": [outcome(change, one) for one in taken.admitted],
        }
        if conversation.is_replacement:
            known = transaction.source(source_id)
            generation = known.generation + 1 if known else 1
            change.add_receipt(
                Receipt(
                    receipt_id=parts.new_id("r"),
                    kind=ReceiptKind.SOURCE_REPLACEMENT,
                    subject_id=source_id,
                    operation_id=operation_id,
                    generation=generation,
                    recorded_at=now,
                )
            )
            if not wanted.is_keyed:  # the same words may be sent again after others have come between
                wanted = replace(wanted, identity=f"{wanted.identity}:{generation}")
        operation = change.commit(wanted, operation_id, result)
        answer = self._answer(transaction, conversation, operation, now, change=change)
        reasons = zip(answer.claims, taken.admitted, strict=True)
        claims = tuple(replace(written, reason=one.reason) for written, one in reasons)
        blocked = (BLOCKED.format(taken.blocked),) if taken.blocked else ()
        return replace(answer, claims=claims, notices=(*answer.notices, *blocked))

    def _done(
        self, transaction: Transaction, conversation: Conversation, wanted: Request, key: str | None
    ) -> Operation | None:
        """The operation that this request already was."""
        if wanted.is_keyed or not conversation.is_replacement:
            return earlier(transaction, wanted, key)
        # A replacement was done if it was the last, and nothing has come to the source since.
        receipts = transaction.receipts(ReceiptKind.SOURCE_REPLACEMENT, conversation.source_id)
        source = transaction.source(conversation.source_id)
        if not receipts or source is None:
            return None
        receipt = max(receipts, key=lambda one: one.generation)
        operation = transaction.operation_with_id(receipt.operation_id)
        is_latest = (source.generation, source.updated_at) == (receipt.generation, receipt.recorded_at)
        if operation is None or not is_latest or operation.digest != wanted.digest:
            return None
        return operation

    def _answer(
        self,
        transaction: Transaction,
        conversation: Conversation,
        operation: Operation,
        now: datetime,
        *,
        is_retry: bool = False,
        change: Change | None = None,
    ) -> Captured:
        parts, result = self._parts, operation.result
        withheld = sum(turn.is_withheld for turn in conversation.heard)
        notices = parts.channel_notices(conversation.channel)
        if withheld:
            notices += (f"{withheld} turn(s) look like they hold a credential: nothing of them was kept",)
        return Captured(
            operation_id=operation.operation_id,
            source=result["source"],
            turns=result["turns"],
            new_turns=result["new_turns"],
            claims=tuple(
                written_of(transaction, operation, n, now, parts.yardstick, change)
                for n in range(len(result["outcomes"]))
            ),
            withdrawn=result.get("withdrawn", 0),
            is_retry=is_retry,
            notices=notices,
        )


def _own(turn: Heard, claims: Sequence[Claim]) -> tuple[Claim, ...]:
    """The claims that are the turn's own: quoted from it, and not from an answer of ours pasted into it."""
    text = turn.segment.text
    for claim in claims:
        if text[claim.start : claim.end] != claim.quote:
            place = turn.segment.position
            raise InvalidInput(f"turn {place}: a quote was not found in it, nothing was taken")
    recalled = recalled_spans(text)
    return tuple(
        claim
        for claim in claims
        if not any(claim.start < end and start < claim.end for start, end in recalled)
    )
