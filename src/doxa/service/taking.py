"""Taking: how what the turns of a conversation say comes into one change, and what it replaces goes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from doxa.domain.belief_record import Withdrawal
from doxa.domain.channels import SCREENS
from doxa.domain.claim import Claim
from doxa.domain.evidence import Evidence, EvidenceState
from doxa.domain.item import MemoryItem, half_life_of
from doxa.domain.source import OTHER, CapturedTurn, Source, TurnKey

from .admission import Admission, Admitted
from .change import Change
from .comparison import Moved
from .hearing import Conversation, Heard
from .parts import Parts
from .ports import Judge, Transaction, Vector
from .remainder import FOUNDING, Remainder
from .statement import Statement, on_screen

THIRD_PARTY_CHANNEL = "agent_third_party"


@dataclass(frozen=True)
class Found:
    """What was found in a conversation before its transaction: the claims of each turn, in order.

    None for a turn that was there already when it was read.
    """

    claims: Sequence[Sequence[Claim] | None]
    vectors: Mapping[str, Vector]


@dataclass(frozen=True)
class Taken:
    admitted: Sequence[Admitted]
    turns: Sequence[Heard]
    withdrawn: int

    @property
    def new(self) -> int:
        return sum(not turn.is_taken for turn in self.turns)

    @property
    def blocked(self) -> int:
        return sum(turn.is_blocked for turn in self.turns)


class Taking:
    def __init__(self, parts: Parts, admission: Admission) -> None:
        self._parts, self._admission, self._remainder = parts, admission, Remainder(parts)

    def take(
        self,
        transaction: Transaction,
        owner_id: str,
        change: Change,
        conversation: Conversation,
        found: Found,
        judge: Judge | None = None,
    ) -> Taken:
        """Bring the turns that are new into the change, in order.

        ``Moved`` where a turn is new that was there when the conversation was read.
        """
        source_id = conversation.source_id
        stored = transaction.turns(source_id)
        turns = conversation.turns(stored)
        generation = self._source(transaction, change, conversation)
        said = self.statements(conversation, turns, found)
        new = {turn.turn_id: turn for turn in turns if not turn.is_taken}
        going = self._going(conversation, stored, turns)
        pieces = [
            piece
            for piece in (transaction.evidence_of_source(source_id) if going else ())
            if piece.turn_id in going and piece.state is EvidenceState.ACTIVE
        ]
        again = self._said_again(transaction, pieces, said) if conversation.is_replacement else {}
        why = Withdrawal.SOURCE_REPLACED if conversation.is_replacement else Withdrawal.TURN_EDITED
        old = [piece for piece in pieces if piece.evidence_id not in again.values()]
        settled = self._settled(transaction, change, old)
        self._withdraw(transaction, change, old, why)
        for turn_id in going - new.keys():
            change.drop_turn(TurnKey(source_id, turn_id))
        for turn in new.values():
            change.add_turn(turn.captured(source_id, generation, change.now), replaces=turn.is_edit)
        admitted = []
        for one in said:
            if (one.turn_id, one.position) in again:
                continue
            if (item := _meant(one, settled)) is not None:
                admitted.append(self._admission.restate(change, one, item, "the words the owner answered"))
            else:
                admitted.append(self._admission.admit(transaction, owner_id, change, one, judge))
        return Taken(admitted, turns, len(old))

    def _source(self, transaction: Transaction, change: Change, conversation: Conversation) -> int:
        """Note the source in the change; a replacement raises its generation, which is returned."""
        known = transaction.source(conversation.source_id)
        generation = 1 if known is None else known.generation + conversation.is_replacement
        recorded_at = known.recorded_at if known else change.now
        source = Source(conversation.source_id, generation, conversation.channel, recorded_at, change.now)
        change.add_source(source, is_new=known is None)
        return generation

    def statements(self, conversation: Conversation, turns: Sequence[Heard], found: Found) -> list[Statement]:
        """The claims of the turns that are new, as they come in."""
        said = []
        for turn, claims in zip(turns, found.claims, strict=True):
            if turn.is_taken:
                continue
            if claims is None:
                raise Moved
            said += [self._statement(conversation, turn, n, one, found) for n, one in enumerate(claims)]
        return said

    def _statement(
        self, conversation: Conversation, turn: Heard, number: int, claim: Claim, found: Found
    ) -> Statement:
        is_other = turn.segment.role == OTHER
        is_screen = conversation.channel in SCREENS
        channel = THIRD_PARTY_CHANNEL if is_other and not is_screen else conversation.channel
        return Statement(
            claim=on_screen(claim) if is_screen else claim,
            channel=channel,
            tier=self._parts.channels.tier_of(channel),
            family=f"source:{conversation.source_id}",
            observed_at=turn.segment.observed_at,
            vector=found.vectors[claim.text],
            source_id=conversation.source_id,
            turn_id=turn.turn_id,
            position=turn.segment.position * 1_000 + number,
        )

    @staticmethod
    def _going(
        conversation: Conversation, stored: Iterable[CapturedTurn], turns: Sequence[Heard]
    ) -> set[str]:
        """The turns whose words are no longer what the source says; those deleted for good stay deleted."""
        if conversation.is_replacement:
            return {turn.turn_id for turn in stored if turn.turn_hash is not None}
        return {turn.turn_id for turn in turns if turn.is_edit and not turn.is_taken}

    def _said_again(
        self, transaction: Transaction, pieces: Sequence[Evidence], said: Sequence[Statement]
    ) -> dict[tuple[str | None, int], str]:
        """The evidence that reading it again would write just the same, by turn and position."""
        items = {item.memory_id: item for item in transaction.items([p.memory_id for p in pieces])}
        there = {(piece.turn_id, piece.position): piece for piece in pieces}
        again = {}
        for one in said:
            piece = there.get((one.turn_id, one.position))
            if piece is None or (item := items.get(piece.memory_id)) is None:
                continue
            claim = one.claim
            days = half_life_of(
                claim.half_life_days, claim.belief_class, item.layer, self._parts.yardstick.half_lives
            )
            told = (claim.quote, claim.start, one.channel, one.observed_at, claim.content_confidence, days)
            held = (
                piece.quote,
                piece.quote_start,
                piece.channel,
                piece.observed_at,
                piece.content_confidence,
                piece.half_life_days,
            )
            words = (one.words_hash, claim.slot, claim.subject, claim.belief_class or item.belief_class)
            founded = (item.words_hash, item.slot, item.subject, item.belief_class)
            if told == held and (piece.event not in FOUNDING or words == founded):
                again[one.turn_id, one.position] = piece.evidence_id
        return again

    def _settled(
        self, transaction: Transaction, change: Change, pieces: Sequence[Evidence]
    ) -> list[tuple[Evidence, MemoryItem]]:
        """Those pieces of whose memories the owner has said how it is; another wording does not undo that."""
        gone = {piece.evidence_id for piece in pieces}
        found = []
        for piece in pieces:
            item = change.item(piece.memory_id)
            if item is None or piece.quote is None:
                continue
            staying = [p for p in transaction.evidence_of([item.memory_id]) if p.evidence_id not in gone]
            if self._remainder.is_settled(change, item, staying):
                found.append((piece, item))
        return found

    def _withdraw(
        self, transaction: Transaction, change: Change, pieces: Sequence[Evidence], why: Withdrawal
    ) -> None:
        """Take back what is no longer said; what rested on it alone goes."""
        for memory_id in dict.fromkeys(piece.memory_id for piece in pieces):
            if (item := change.item(memory_id)) is not None:
                going = [piece for piece in pieces if piece.memory_id == memory_id]
                all_pieces = transaction.evidence_of([memory_id])
                self._remainder.take_back(change, item, going, all_pieces, why)


def _meant(said: Statement, settled: Sequence[tuple[Evidence, MemoryItem]]) -> MemoryItem | None:
    """The memory that was read off these very words before, in whatever wording."""
    for piece, item in settled:
        if piece.turn_id == said.turn_id and said.claim.quote in (piece.quote or ""):
            return item
    return None
