"""Capturing: how a conversation becomes memory, all of its new turns or none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from doxa.belief import ProvenanceTier
from doxa.domain.belief_record import Withdrawal
from doxa.domain.claim import Claim, Segment
from doxa.domain.credentials import looks_like_credential
from doxa.domain.delimiters import recalled_spans
from doxa.domain.evidence import EvidenceState
from doxa.domain.images import to_micros
from doxa.domain.instants import At, parse_instant
from doxa.domain.operation import OperationKind
from doxa.domain.source import OTHER, Source, Turn, turn_hash
from doxa.errors import InvalidInput

from .admission import Admission, Admitted
from .change import Change
from .hearing import Heard, placed
from .outcomes import outcome, written_of
from .parts import TURN_LIMIT, Parts, checked_name, checked_owner, checked_text
from .ports import Transaction, Vector
from .remainder import Remainder
from .requests import earlier, request
from .statement import Statement
from .views import Captured

THIRD_PARTY_CHANNEL = "agent_third_party"
BLOCKED = (
    "{} turn(s) stand where the words of a turn were deleted, and were not taken: "
    "if they are new, send them with ids of their own or as another source"
)


class Capturing:
    def __init__(self, parts: Parts, admission: Admission) -> None:
        self._parts, self._admission, self._remainder = parts, admission, Remainder(parts)

    def capture(
        self,
        owner_id: str,
        turns: Sequence[Turn],
        *,
        source: str | None = None,
        channel: str = "chat",
        me: str | None = None,
        at: At = None,
        language: str = "en",
        idempotency_key: str | None = None,
        actor: str = "python",
    ) -> Captured:
        """Take the new turns of a conversation: all of them or none.

        Turns already taken are not taken again, and an edited turn replaces only what it had
        produced.  ``me`` is the name the owner speaks under where it is not `user`.
        """
        parts, now = self._parts, self._parts.clock()
        checked_owner(owner_id)
        tier = parts.channels.tier_of(checked_name(channel, "the channel"))
        given_at = None if at is None else parse_instant(at, parts.zone, "at")
        default_at = given_at or now
        heard = self._hear(turns, me, default_at, language)
        if source is not None:
            checked_name(source, "the source")
        payload = {
            "source": source,
            "channel": channel,
            "me": me,
            # Without a time of its own a turn is the same whenever it is sent again.
            "turns": [
                [turn.given_id, turn.turn_hash, turn.given_at or to_micros(given_at)] for turn in heard
            ],
        }
        source_id = source or parts.new_id("conversation")
        wanted = request(
            OperationKind.CAPTURE, payload, actor=actor, idempotency_key=idempotency_key, target=source_id
        )
        with parts.store.reading(owner_id) as transaction:
            taken = transaction.turns(source_id)
        claims = {turn: self._claims(turn) for turn in placed(heard, taken) if not turn.is_taken}
        texts = [claim.text for found in claims.values() for claim in found]
        vectors = dict(zip(texts, parts.embedder.embed(texts), strict=True)) if texts else {}
        with parts.store.writing(owner_id) as transaction:
            head = parts.head(transaction, now)
            operation = earlier(transaction, wanted, idempotency_key)
            is_retry, change = operation is not None, None
            reasons: list[str] = []
            blocked = 0
            if operation is None:
                change = Change(transaction, head, now)
                turns_now = placed(heard, transaction.turns(source_id))
                admitted = self._take(
                    transaction, owner_id, change, source_id, channel, tier, turns_now, claims, vectors
                )
                reasons = [one.reason for one in admitted]
                change.settle()
                outcomes = [outcome(change, one) for one in admitted]
                new = sum(not turn.is_taken for turn in turns_now)
                blocked = sum(turn.is_blocked for turn in turns_now)
                result = {"source": source_id, "turns": len(heard), "new_turns": new, "outcomes": outcomes}
                operation = change.commit(wanted, parts.new_id("o"), result)
            written = [
                written_of(transaction, operation, n, now, parts.yardstick, change)
                for n in range(len(operation.result["outcomes"]))
            ]
        if reasons:
            written = [replace(w, reason=reason) for w, reason in zip(written, reasons, strict=True)]
        withheld = sum(turn.is_withheld for turn in heard)
        notices = parts.channel_notices(channel)
        if withheld:
            notices += (f"{withheld} turn(s) look like they hold a credential: nothing of them was kept",)
        if blocked:
            notices += (BLOCKED.format(blocked),)
        return Captured(
            operation_id=operation.operation_id,
            source=operation.result["source"],
            turns=operation.result["turns"],
            new_turns=operation.result["new_turns"],
            claims=tuple(written),
            is_retry=is_retry,
            notices=(*notices, *parts.catch_up(owner_id)),
        )

    def extract(self, turns: Sequence[Turn], *, me: str | None = None, at: At = None) -> tuple[Claim, ...]:
        """What a capture of these turns would find; writes nothing."""
        default_at = self._parts.clock() if at is None else parse_instant(at, self._parts.zone, "at")
        return tuple(
            claim for turn in self._hear(turns, me, default_at, "en") for claim in self._claims(turn)
        )

    def _hear(
        self, turns: Sequence[Turn], me: str | None, default_at: datetime, language: str
    ) -> list[Heard]:
        """Every turn checked, before anything is taken."""
        if isinstance(turns, str) or not isinstance(turns, Sequence):
            raise InvalidInput(f"the turns must be a list of doxa.Turn, not {type(turns).__name__}")
        if not turns:
            raise InvalidInput("the conversation has no turns: give at least one")
        heard = [self._heard(turn, n, me, default_at, language) for n, turn in enumerate(turns, start=1)]
        given = [turn.given_id for turn in heard if turn.given_id is not None]
        for double in (one for one, count in Counter(given).items() if count > 1):
            raise InvalidInput(f"two turns have the id {double!r}: ids of one conversation must differ")
        return heard

    def _heard(self, turn: Turn, number: int, me: str | None, default_at: datetime, language: str) -> Heard:
        if not isinstance(turn, Turn):
            raise InvalidInput(f"turn {number} is not a doxa.Turn but {type(turn).__name__}")
        text = checked_text(turn.text, f"turn {number}", TURN_LIMIT)
        speaker = checked_name(turn.speaker, f"the speaker of turn {number}")
        is_me = me is not None and speaker.casefold() == me.casefold()
        role = "user" if is_me else turn.known_role
        at = None if turn.at is None else parse_instant(turn.at, self._parts.zone, f"at of turn {number}")
        segment = Segment(
            text=text,
            observed_at=at or default_at,
            speaker=speaker,
            role=role,
            is_owner=role == "user",
            position=number,
            zone=self._parts.zone,
            language=language,
        )
        return Heard(
            turn_id=str(number),
            given_id=None if turn.id is None else checked_name(turn.id, f"the id of turn {number}"),
            given_at=to_micros(at),
            segment=segment,
            turn_hash=turn_hash(speaker, role, text),
            is_withheld=looks_like_credential(text),
        )

    def _claims(self, turn: Heard) -> tuple[Claim, ...]:
        """What the turn says; not what it pastes of our own answers, and nothing of a credential."""
        if turn.is_withheld:
            return ()
        segment = turn.segment
        claims = self._parts.extractor.extract(segment)
        for claim in claims:
            if segment.text[claim.start : claim.end] != claim.quote:
                raise InvalidInput(f"turn {segment.position}: a quote was not found in it, nothing was taken")
        recalled = recalled_spans(segment.text)
        return tuple(
            claim
            for claim in claims
            if not any(claim.start < end and start < claim.end for start, end in recalled)
        )

    def _take(
        self,
        transaction: Transaction,
        owner_id: str,
        change: Change,
        source_id: str,
        channel: str,
        tier: ProvenanceTier,
        turns: Sequence[Heard],
        claims: dict[Heard, tuple[Claim, ...]],
        vectors: dict[str, Vector],
    ) -> list[Admitted]:
        """Bring the turns that are new into the change, in order."""
        source = transaction.source(source_id)
        generation = source.generation if source else 1
        recorded_at = source.recorded_at if source else change.now
        change.add_source(
            Source(source_id, generation, channel, recorded_at, change.now), is_new=source is None
        )
        new = [turn for turn in turns if not turn.is_taken]
        self._withdraw_turns(transaction, change, source_id, {t.turn_id for t in new if t.is_edit})
        admitted = []
        for turn in new:
            change.add_turn(turn.captured(source_id, generation, change.now), replaces=turn.is_edit)
            found = claims[turn] if turn in claims else self._claims(turn)
            for number, claim in enumerate(found):
                said = self._statement(claim, turn, number, source_id, channel, tier, vectors)
                admitted.append(self._admission.admit(transaction, owner_id, change, said))
        return admitted

    def _statement(
        self,
        claim: Claim,
        turn: Heard,
        number: int,
        source_id: str,
        channel: str,
        tier: ProvenanceTier,
        vectors: dict[str, Vector],
    ) -> Statement:
        is_other = turn.segment.role == OTHER
        channel = THIRD_PARTY_CHANNEL if is_other else channel
        vector = vectors.get(claim.text)
        return Statement(
            claim=claim,
            channel=channel,
            tier=self._parts.channels.tier_of(channel) if is_other else tier,
            family=f"source:{source_id}",
            observed_at=turn.segment.observed_at,
            vector=self._parts.embedder.embed([claim.text])[0] if vector is None else vector,
            source_id=source_id,
            turn_id=turn.turn_id,
            position=turn.segment.position * 1_000 + number,
        )

    def _withdraw_turns(
        self, transaction: Transaction, change: Change, source_id: str, edited: set[str]
    ) -> None:
        """Edited turns take back what they had said; what rested on them alone goes."""
        if not edited:
            return
        pieces = [
            piece
            for piece in transaction.evidence_of_source(source_id)
            if piece.turn_id in edited and piece.state is EvidenceState.ACTIVE
        ]
        for memory_id in dict.fromkeys(piece.memory_id for piece in pieces):
            if (item := change.item(memory_id)) is not None:
                going = [piece for piece in pieces if piece.memory_id == memory_id]
                all_pieces = transaction.evidence_of([memory_id])
                self._remainder.take_back(change, item, going, all_pieces, Withdrawal.TURN_EDITED)
