"""Recall: gather candidates, let the authority and the policy decide, rank, and explain the rank."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import datetime

from doxa.belief import Band, Stance
from doxa.domain.claim import SubjectScope
from doxa.domain.delimiters import CLOSING, OPENING
from doxa.domain.item import MemoryItem, Status
from doxa.domain.visibility import DEFAULT, View, Wanted, is_history, is_visible
from doxa.domain.yardstick import Yardstick
from doxa.salience.ranking import NOT_FOUND, Rank, Relevance, Scored, in_order, is_settled, relevance, score

from .clockwork import hidden_by_clock
from .parts import Parts, checked_count, checked_flag, checked_owner, checked_text
from .ports import Transaction, Vector
from .reading import view_values
from .views import Context, Hit
from .waiting import waiting_items

CANDIDATES = 40
BATCH = 8
SLOT_LIMIT = 8
CLOSE = 0.6
"""An assertion above it has no rival within 0.2, so nothing has to be shown beside it."""
HIT_LIMIT = 100
QUERY_LIMIT = 1_000
TOKEN_LIMIT = 1_000_000
ANGLES = str.maketrans({"<": "\\u003c", ">": "\\u003e"})
INVISIBLE = (
    "\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
"""What a terminal obeys, what turns the line around, and what a model reads and nobody sees.

Source: Default_Ignorable_Code_Point of Unicode 15, with the controls and interlinear marks.
"""
EMOJI = "\xa9\xae\u203c\u2049\u2100-\u2bff\u3030\u303d\u3297\u3299\U0001f000-\U0001faff"
UNSEEN = re.compile(
    f"(?P<kept>[{EMOJI}]\ufe0f(?:\u200d(?=[{EMOJI}]))?|[0-9#*]\ufe0f(?=\u20e3)"
    f"|[^\\x00-\\x7f{INVISIBLE}][\u200c-\u200f])|[{INVISIBLE}]"
)
"""Kept is what scripts and emoji need: one joiner or direction mark behind a character beyond ASCII,
and one U+FE0F behind an emoji.  A row of them, or one within plain letters, is spelled out."""


Line = Callable[[Hit], str]


class Recall:
    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    def recall(
        self,
        owner_id: str,
        query: str,
        *,
        k: int = 5,
        include_history: bool = False,
        include_archive: bool = False,
    ) -> tuple[Hit, ...]:
        """The memories that answer a question, best first; none where nothing was ever said of it."""
        checked_flag(include_history, "include_history")
        checked_flag(include_archive, "include_archive")
        wanted = Wanted(include_history, include_archive, include_unproven=True)
        return self._hits(owner_id, query, k, View.RECALL, wanted)

    def context(
        self,
        owner_id: str,
        query: str,
        *,
        max_tokens: int = 300,
        k: int = 20,
        include_history: bool = False,
        include_unproven: bool = False,
    ) -> Context:
        """The chosen memories oldest first, one line each, never above the budget of tokens."""
        checked_count(max_tokens, "max_tokens", TOKEN_LIMIT)
        checked_flag(include_history, "include_history")
        checked_flag(include_unproven, "include_unproven")
        wanted = Wanted(include_history, include_unproven=include_unproven)
        hits = self._hits(owner_id, query, k, View.CONTEXT, wanted)
        as_line = line if self._parts.is_belief_model_enabled() else plain_line
        chosen = oldest_first(fitting(hits, max_tokens, as_line))
        text = framed(chosen, as_line)
        return Context(text, tuple(chosen), estimated_tokens(text))

    def find(self, owner_id: str, words: str) -> str | None:
        """The id of the memory that the words mean most, if any is near enough."""
        hits = self.recall(owner_id, words, k=1)
        return hits[0].id if hits else None

    def _hits(self, owner_id: str, query: str, k: int, what: View, wanted: Wanted) -> tuple[Hit, ...]:
        checked_owner(owner_id)
        checked_text(query, "the query", QUERY_LIMIT, advice="ask in some words, fewer than that")
        checked_count(k, "k", HIT_LIMIT)
        parts, now, yardstick = self._parts, self._parts.clock(), self._parts.yardstick
        hides = hidden_by_clock(parts)
        parts.index.catch_up(owner_id)
        vector = parts.embedder.embed([query])[0]
        found = parts.index.candidates(owner_id, query, vector, CANDIDATES, CANDIDATES)
        near = {c.memory_id: relevance(c.similarity, c.keyword) for c in found}
        with parts.store.reading(owner_id) as transaction:
            for item in self._asked_for(transaction, query):
                # It answers what was asked, whatever its words.
                near[item.memory_id] = replace(near.get(item.memory_id, NOT_FOUND), keyword=1.0)
            unread = self._unread(transaction, query, vector, near) if what is View.RECALL else {}
            waiting = sorted((i for i, r in near.items() if r.is_enough), key=lambda i: (-near[i].value, i))
            items: dict[str, MemoryItem] = {i: item for i, item in unread.items() if near[i].is_enough}
            ranked: list[Scored] = []
            # Only as many are read as can still reach the page; most candidates never do.
            while waiting and not is_settled(ranked, k, near[waiting[0]].value):
                batch, waiting = waiting[: k + BATCH], waiting[k + BATCH :]
                read = transaction.items([i for i in batch if i not in unread])
                shown = [item for item in read if is_visible(item, what, wanted, now)]
                items |= {item.memory_id: item for item in shown if not hides(item, now)}
                # What replaced a memory is found by what found that, whatever its own words.
                for item in read:
                    heir = item.superseded_by
                    if heir is not None and near.get(heir, NOT_FOUND).value < near[item.memory_id].value:
                        near[heir] = near[item.memory_id]
                        waiting = [heir, *waiting] if heir not in items else waiting
                ranked = in_order(_scored(item, near[i], now, yardstick) for i, item in items.items())
            return tuple(self._hit(transaction, items[s.memory_id], s, now) for s in ranked[:k])

    def _unread(
        self, transaction: Transaction, query: str, vector: Vector, near: dict[str, Relevance]
    ) -> dict[str, MemoryItem]:
        """What was accepted and a model must still process: who wrote it finds it at once."""
        items = {item.memory_id: item for item in waiting_items(transaction, self._parts.channels)}
        texts = {i: item.content or "" for i, item in items.items()}
        for one in self._parts.index.compare(query, vector, texts):
            near[one.memory_id] = relevance(one.similarity, one.keyword)
        return items

    def _asked_for(self, transaction: Transaction, query: str) -> list[MemoryItem]:
        """The memories in the slots that the question asks about, of the subject it asks about."""
        language = self._parts.extractor
        found = [
            i for slot in language.slots_asked(query) for i in transaction.items_of_slot(slot, SLOT_LIMIT)
        ]
        return [item for item in found if item.subject and language.is_asked_of(query, item.subject)]

    def _hit(self, transaction: Transaction, item: MemoryItem, scored: Scored, now: datetime) -> Hit:
        rivals: tuple[str, ...] = ()
        is_close = item.stance is Stance.ASSERTED and item.probability <= CLOSE
        if item.stance is Stance.CONTESTED or is_close:
            rivals = tuple(
                rival.content or ""
                for rival in transaction.items_of_belief(item.belief_key)
                if rival.memory_id != item.memory_id
                and rival.stance in (Stance.CONTESTED, Stance.ASSERTED)
                and is_visible(rival, View.RECALL, DEFAULT, now)
            )
        values = view_values(item, now, self._parts.yardstick)
        return Hit(**values, score=scored.score, terms=scored.terms, rivals=rivals)


def _scored(item: MemoryItem, near: Relevance, now: datetime, yardstick: Yardstick) -> Scored:
    currency = yardstick.currency(item, now)
    credence = item.probability * (1.0 if currency is None else currency)
    if item.stance is Stance.UNPROVEN:
        rank = Rank.UNPROVEN
    else:
        rank = Rank.HISTORY if is_history(item, now) else Rank.STANDING
    return score(item.memory_id, near, credence, rank)


# -- the text a model gets --------------------------------------------------------------------


def framed(hits: Sequence[Hit], as_line: Line) -> str:
    """One line a memory, inside a delimiter that no memory can close; nothing where there is none."""
    return "\n".join([OPENING, *map(as_line, hits), CLOSING]) if hits else ""


def fitting(hits: Iterable[Hit], max_tokens: int, as_line: Line) -> list[Hit]:
    """As many as fit, tried in their order, none of them cut; whatever order they are then written in."""
    chosen: list[Hit] = []
    size = len(f"{OPENING}\n{CLOSING}".encode())
    for hit in hits:
        longer = size + len(f"{as_line(hit)}\n".encode())
        if tokens_of(longer) <= max_tokens:
            chosen.append(hit)
            size = longer
    return chosen


def oldest_first(hits: Sequence[Hit]) -> list[Hit]:
    return sorted(hits, key=lambda hit: (hit.as_of or hit.observed_at, hit.id))


def _begins_with(subject: str, text: str) -> bool:
    return re.match(rf"(?:the |my )?{re.escape(subject)}\b", text) is not None


def _has_word(subject: str, text: str) -> bool:
    return re.search(rf"\b{re.escape(subject)}\b", text) is not None


NAMED_BY: dict[SubjectScope, Callable[[str, str], bool]] = {
    # Who speaks of themselves may well name themselves later: "I live in Bob's house".
    SubjectScope.THIRD_PARTY: _begins_with,
    SubjectScope.USER_RELATIONSHIP: _has_word,
    SubjectScope.MEDIA_SCREEN: lambda _subject, _text: False,
}
"""When the words themselves say whom they are about; what is the owner's own is not in it."""


def line(hit: Hit) -> str:
    """What is remembered, quoted as data, with how far to trust it."""
    notes = [*_about(hit), f"{hit.probability:.0%} sure" if hit.stance is not Stance.UNPROVEN else "unproven"]
    if hit.stance is Stance.UNPROVEN:
        notes.append(f"only {quoted(hit.channel or 'unknown')} says so")
    if hit.band in (Band.FADING, Band.HISTORY) and hit.as_of is not None:
        notes.append(f"as of {hit.as_of:%B %Y}")
    if hit.band is Band.HISTORY:
        notes.append("may no longer hold")
    if hit.valid_to is not None and hit.band is Band.CURRENT:
        notes.append(f"until {hit.valid_to:%d %B %Y}")
    if is_contested(hit):
        rivals = ", ".join(map(quoted, hit.rivals)) or "another claim"
        notes.append(f"contested by {rivals}")
    return f"- {quoted(hit.text)} ({'; '.join(notes)})"


def plain_line(hit: Hit) -> str:
    """What is remembered without how sure it is.

    Who alone says so, that something says otherwise and when it ends is no belief: without these a
    page, or either side of a contradiction, would read as a fact.
    """
    notes = _about(hit)
    if hit.stance is Stance.UNPROVEN:
        notes.append(f"only {quoted(hit.channel or 'unknown')} says so")
    if hit.band is Band.HISTORY and (hit.status is Status.SUPERSEDED or hit.valid_to is not None):
        notes.append("may no longer hold")
    elif hit.valid_to is not None:
        notes.append(f"until {hit.valid_to:%d %B %Y}")
    if is_contested(hit):
        notes.append("contested")
    return f"- {quoted(hit.text)}" + (f" ({'; '.join(notes)})" if notes else "")


def _about(hit: Hit) -> list[str]:
    """Whom it is about, where its words would read as the owner's own."""
    says = NAMED_BY.get(hit.subject_scope)
    if says is None or not hit.subject or says(hit.subject.casefold(), hit.text.casefold()):
        return []
    return [f"about {quoted(hit.subject)}"]


def is_contested(hit: Hit) -> bool:
    return hit.stance is Stance.CONTESTED or bool(hit.rivals)


def quoted(text: str) -> str:
    """A text as one JSON string, with nothing left that could open or close a tag or a line."""
    escaped = json.dumps(" ".join(text.split()), ensure_ascii=False)
    return UNSEEN.sub(_spelled, escaped).translate(ANGLES)


def _spelled(found: re.Match[str]) -> str:
    return found[0] if found["kept"] else json.dumps(found[0])[1:-1]


def estimated_tokens(text: str) -> int:
    """An upper estimate for common tokenizers: three bytes a token, in any script."""
    return tokens_of(len(text.encode()))


def tokens_of(size: int) -> int:
    return math.ceil(size / 3)
