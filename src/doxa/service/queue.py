"""The review queue: what waits for the owner's word, one entry a belief.

A flood of claims can neither lengthen an entry nor push out what weighs more: contested
beliefs come first, then what somebody would correct, then what could not be read, then what
stands alone on untrusted voices.  Of all but the contested, which no untrusted voice can make,
one channel and source fills no more than its share of the places, one channel no more than
half of them, and what could not be read no more than a quarter.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from doxa.belief import PIVOT, ProvenanceTier, Stance
from doxa.belief.verdict import is_in_doubt
from doxa.domain.belief_record import BeliefRecord
from doxa.domain.channels import OWNER_TIERS
from doxa.domain.evidence import Evidence, EvidenceEvent, EvidenceState
from doxa.domain.item import MemoryItem, Review
from doxa.domain.operation import OperationKind
from doxa.domain.question import ReviewKind
from doxa.domain.submission import Submission, SubmissionState
from doxa.domain.visibility import DEFAULT, View, is_history, is_visible
from doxa.domain.yardstick import Yardstick

from .parts import Parts, checked_count, checked_owner
from .ports import Raised, Raising, Transaction
from .recall import quoted
from .standing import TIERS
from .views import ReviewCandidate, ReviewEntry, ReviewMore, ReviewQueue

LIMIT = 1_000
SHARE = 4
"""One channel and source fills at most one in so many places, and two in a short queue."""
CHANNEL_SHARE = 2
"""One channel, from however many sources, fills at most one in so many of what is not contested."""
FAILED_SHARE = 4
LEAST_SHARE = 2
SPARE = 4
"""How many times the beliefs that could be shown are looked at: some turn out to be answered."""
SHOWN_CANDIDATES = 5
SHOWN_SOURCES = 10
SIDES = 3
LONGEST_QUOTE = 240
"""Characters of a text within a question; the candidate has all of it."""
ENDS = (EvidenceEvent.REJECTED, EvidenceEvent.RESOLVED)
VERBS = ("confirm", "reject", "correct", "resolve", "forget")
RETRYING = ("retry", "cancel")

# How the owner is told who says something; the channel's name stands behind it.
VOICES = {
    ProvenanceTier.USER_EDIT: "You said",
    ProvenanceTier.USER_DIRECT: "You said",
    ProvenanceTier.AGENT_OWN: "Your assistant ({}) says",
    ProvenanceTier.TOOL_OUTPUT: "A tool ({}) says",
    ProvenanceTier.DOCUMENT: "A document ({}) says",
    ProvenanceTier.EMAIL: "An e-mail ({}) says",
    ProvenanceTier.AGENT_THIRD_PARTY: "Somebody else ({}) says",
    ProvenanceTier.WEB_FETCH: "A web page ({}) says",
    ProvenanceTier.UNTRUSTED: "Somebody unknown ({}) says",
}
KINDS = {
    Raising.CONTESTED: ReviewKind.CONTESTED,
    Raising.CORRECTION: ReviewKind.CORRECTION,
    Raising.UNASSERTED: ReviewKind.QUARANTINED,
}
Source = tuple[str, str | None]


class Queue:
    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    def review_queue(self, owner_id: str, *, limit: int = 20) -> ReviewQueue:
        """What waits for the owner's word, with a question for each: one entry a belief.

        Contested beliefs come first, then low-trust corrections, then what a model could not
        read, then what only untrusted voices say; the newest first in each.  `confirm` and
        `correct` answer all that had been said in the belief, `reject`, `resolve` and `forget`
        the one candidate.
        """
        checked_count(limit, "limit", LIMIT)
        now, yardstick = self._parts.clock(), self._parts.yardstick
        with self._parts.store.reading(checked_owner(owner_id)) as transaction:
            filling = _Filling(limit)

            def entry_of(key: str) -> ReviewEntry | None:
                return _entry(_Disputed(transaction, key, now, yardstick))

            for raising in (Raising.CONTESTED, Raising.CORRECTION):
                filling.take(KINDS[raising], _raised(transaction, raising, limit), entry_of)
            filling.take_failed(transaction.submissions(SubmissionState.FAILED))
            filling.take(ReviewKind.QUARANTINED, _raised(transaction, Raising.UNASSERTED, limit), entry_of)
        return filling.queue()


def _share(limit: int, of: int = SHARE) -> int:
    return max(LEAST_SHARE, limit // of)


def _raised(transaction: Transaction, raising: Raising, limit: int) -> list[Raised]:
    """Of contested beliefs no source is kept short: no untrusted voice can contest anything."""
    most = SPARE * max(limit, LIMIT // SHARE)
    per_source = most if raising is Raising.CONTESTED else SPARE * max(_share(limit), LIMIT // SHARE**2)
    return transaction.raised(raising, per_source, most)


class _Filling:
    """The places of one queue as they are given away."""

    def __init__(self, limit: int) -> None:
        self._limit, self._share = limit, _share(limit)
        self._entries: list[ReviewEntry] = []
        self._known: dict[str, ReviewEntry | None] = {}
        self._places: Counter[Source] = Counter()
        self._channels: Counter[str] = Counter()
        """Places of a channel that are neither contested nor failed."""
        self._failed = 0
        self._more: Counter[Source] = Counter()

    @property
    def is_full(self) -> bool:
        return len(self._entries) >= self._limit

    def take(
        self, kind: ReviewKind, found: Sequence[Raised], entry_of: Callable[[str], ReviewEntry | None]
    ) -> None:
        self._more.update({(row.channel, row.source_id): row.total for row in found})
        for row in found:
            source = (row.channel, row.source_id)
            is_short = kind is not ReviewKind.CONTESTED and self._has_its_share(source)
            if row.belief_key not in self._known and (self.is_full or is_short):
                continue
            if row.belief_key not in self._known:
                entry = self._known[row.belief_key] = entry_of(row.belief_key)
                if entry is not None and entry.kind is kind:
                    self._places[source] += 1
                    self._channels[row.channel] += kind is not ReviewKind.CONTESTED
                    self._entries.append(entry)
                elif entry is not None:
                    del self._known[row.belief_key]  # its turn comes with its own kind
            self._more[source] -= 1

    def _has_its_share(self, source: Source) -> bool:
        of_channel = _share(self._limit, CHANNEL_SHARE)
        return self._places[source] >= self._share or self._channels[source[0]] >= of_channel

    def take_failed(self, found: Sequence[Submission]) -> None:
        for submission in sorted(found, key=lambda s: (s.updated_at, s.submission_id), reverse=True):
            source = (str((submission.arguments or {}).get("channel", "")), submission.source_id)
            has_share = self._failed >= _share(self._limit, FAILED_SHARE)
            if self.is_full or has_share or self._places[source] >= self._share:
                self._more[source] += 1
            else:
                self._failed += 1
                self._places[source] += 1
                self._entries.append(_failed(submission))

    def queue(self) -> ReviewQueue:
        more = sorted(
            ((source, count) for source, count in self._more.items() if count > 0),
            key=lambda one: (-one[1], one[0][0], one[0][1] or ""),
        )
        by_source = tuple(ReviewMore(channel, source, count) for (channel, source), count in more)
        return ReviewQueue(tuple(self._entries), sum(count for _, count in more), by_source[:SHOWN_SOURCES])


# -- what waits in a belief -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Open:
    """A candidate with the claims that stand for it, the newest last."""

    item: MemoryItem
    claims: Sequence[Evidence]

    @property
    def newest(self) -> Evidence:
        return self.claims[-1]


class _Disputed:
    """One belief as the queue looks at it, without what must not be shown."""

    def __init__(self, transaction: Transaction, key: str, now: datetime, yardstick: Yardstick) -> None:
        self.key = key
        found = {item.memory_id: item for item in transaction.items_of_belief(key)}
        self.record: BeliefRecord | None = transaction.belief(key)
        self.holder = found.get(self.record.asserted or "") if self.record else None
        pieces = [p for p in transaction.evidence_of(list(found)) if p.state is EvidenceState.ACTIVE]
        claims: dict[str, list[Evidence]] = {}
        for piece in pieces:
            if piece.event not in ENDS:
                claims.setdefault(piece.memory_id, []).append(piece)
        self._answered_at = _answered_at(found, pieces)
        self._ended_at = {p.memory_id: p.recorded_at for p in pieces if p.event is EvidenceEvent.RESOLVED}
        candidates = [
            _Open(found[i], said)
            for i, said in claims.items()
            if is_visible(found[i], View.REVIEW, DEFAULT, now, yardstick.half_lives)
        ]
        standing = [one for one in candidates if self._is_holder(one) and not is_history(one.item, now)]
        self.asserted = standing[0] if standing else None
        self.waiting = [one for one in candidates if not self._is_holder(one) and self._waits(one)]

    def _is_holder(self, one: _Open) -> bool:
        return self.holder is not None and one.item.memory_id == self.holder.memory_id

    def _waits(self, one: _Open) -> bool:
        return self._is_open(one) and not self._is_answered(one)

    def _is_open(self, one: _Open) -> bool:
        """Whether it speaks against what is asserted, or for what nobody else says.

        What was said before the assertion was last heard corrects nothing; unless it has mass
        enough to keep the belief in doubt.
        """
        stance = one.item.stance
        if self.holder is None or self.record is None:
            return stance is Stance.CONTESTED or (stance is Stance.UNPROVEN and _is_untrusted(one.claims))
        heard_at = self.holder.last_evidenced_at
        if heard_at is not None and one.newest.observed_at >= heard_at:
            return True
        return stance is Stance.CONTESTED and is_in_doubt(self.record.asserted, self.record.distribution)

    def _is_answered(self, one: _Open) -> bool:
        """The owner has decided since it was made; a voice that repeats itself then asks nothing new."""
        answers = [at for at in (self._answered_at, self._ended_at.get(one.item.memory_id)) if at is not None]
        if not answers:
            return False
        before = {p.family for p in one.claims if p.recorded_at <= max(answers)}
        return all(p.family in before for p in one.claims)


def _answered_at(items: dict[str, MemoryItem], pieces: Iterable[Evidence]) -> datetime | None:
    """When the owner last spoke for what is confirmed: in a confirmation, or a correction's own words."""
    return max(
        (
            piece.recorded_at
            for piece in pieces
            if piece.tier in OWNER_TIERS
            and piece.event not in ENDS
            and items[piece.memory_id].review is Review.CONFIRMED
        ),
        default=None,
    )


def _is_untrusted(claims: Iterable[Evidence]) -> bool:
    """Whether nobody speaks here whose word could move a belief; who only hedged is not of these."""
    return all(
        min(TIERS[piece.tier].ceiling, TIERS[piece.taint or piece.tier].ceiling) <= PIVOT for piece in claims
    )


# -- the entry --------------------------------------------------------------------------------


def _entry(belief: _Disputed) -> ReviewEntry | None:
    if not belief.waiting:
        return None
    waiting = sorted(belief.waiting, key=_urgency)
    sides = [*([belief.asserted] if belief.asserted else []), *waiting]
    return ReviewEntry(
        key=belief.key,
        kind=_kind(belief),
        question=_question(waiting, belief.asserted),
        candidates=tuple(_candidate(side) for side in sides[:SHOWN_CANDIDATES]),
        candidate_count=len(sides),
        evidence_count=sum(len(side.claims) for side in sides),
        verbs=VERBS,
        raised_at=max(piece.recorded_at for one in waiting for piece in one.claims),
    )


def _kind(belief: _Disputed) -> ReviewKind:
    if any(one.item.stance is Stance.CONTESTED for one in belief.waiting):
        return ReviewKind.CONTESTED
    return ReviewKind.QUARANTINED if belief.holder is None else ReviewKind.CORRECTION


def _urgency(one: _Open) -> tuple[bool, float, float, str]:
    """What has mass first, then what was said last."""
    is_inert = one.item.stance is not Stance.CONTESTED
    return is_inert, -one.item.probability, -one.newest.observed_at.timestamp(), one.item.memory_id


def _candidate(side: _Open) -> ReviewCandidate:
    item = side.item
    channels = dict.fromkeys(piece.channel for piece in reversed(side.claims))
    return ReviewCandidate(
        id=item.memory_id,
        text=_line(item.content or ""),
        stance=item.stance,
        probability=item.probability,
        channels=tuple(channels)[:SHOWN_CANDIDATES],
        source=side.newest.source_id,
        observed_at=side.newest.observed_at,
        evidence=len(side.claims),
    )


def _question(waiting: Sequence[_Open], asserted: _Open | None) -> str:
    """What one word of the owner would settle, naming who says what."""
    sides = [*waiting[: SIDES - 1], *([asserted] if asserted else waiting[SIDES - 1 : SIDES])]
    hidden = len(waiting) + bool(asserted) - len(sides)
    said = [*map(_said, sides), *([f"There are {hidden} more."] if hidden else [])]
    return " ".join([*said, "Which holds?" if len(sides) > 1 else "Is that so?"])


def _said(side: _Open) -> str:
    voice, text = _speaker(side.claims), side.item.content or ""
    if len(text) > LONGEST_QUOTE:
        text = f"{text[: LONGEST_QUOTE - 1].rstrip()}…"
    stop = "" if text.rstrip().endswith((".", "!", "?", "…")) else "."
    return f"{VOICES[voice.tier].format(_line(voice.channel))} {quoted(text)}{stop}"


def _speaker(claims: Sequence[Evidence]) -> Evidence:
    """Who is best believed of those who say it, and the latest of these."""
    return max(enumerate(claims), key=lambda one: (TIERS[one[1].tier].ceiling, one[0]))[1]


def _line(text: str) -> str:
    """As it is quoted, without the quotes: one line that closes nothing."""
    return quoted(text)[1:-1]


def _failed(submission: Submission) -> ReviewEntry:
    is_capture = submission.kind is OperationKind.CAPTURE
    what = quoted(submission.source_id) if submission.source_id else "what was sent"
    done = "be read" if is_capture else "be taken in"
    return ReviewEntry(
        key=None,
        kind=ReviewKind.FAILED,
        question=(
            f"In {submission.attempts} tries {what} could not {done} ({submission.error}). "
            "Shall it be tried again, or given up?"
        ),
        candidates=(),
        candidate_count=0,
        evidence_count=0,
        verbs=RETRYING,
        raised_at=submission.updated_at,
        operation=submission.submission_id,
    )
