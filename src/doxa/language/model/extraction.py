"""Extraction by model: its claims, each verified against the turn it names before any is taken.

What the model says of a claim is taken only where it can be checked or cannot do harm.  How
firmly a claim is put is computed from the words, and dates stay only where the quote names one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, datetime, time, timedelta

from doxa.belief.content import content_confidence
from doxa.domain.claim import Claim, SubjectScope
from doxa.domain.credentials import looks_like_credential
from doxa.domain.instants import zone_of
from doxa.language import horizons, tongues
from doxa.language.clauses import clauses
from doxa.language.dates import DateMentions, resolve
from doxa.language.sentences import sentence_spans
from doxa.language.speakers import as_said_by
from doxa.language.subjects import OWNER

from .answers import Claims, SaidClaim
from .asking import Unusable
from .bearing import SHOWN, bearing_of, check_grounds
from .filling import filling_of
from .passages import Chunk, Passage
from .rendering import block, clipped, line, one_line
from .sense import check_sense

TEXT_LIMIT = 4_000
NAME_LIMIT = 256
AVOIDED = 8  # rejections, of which each is shown by its beginning
AVOIDED_LIMIT = 300
AGAIN = "Answer again with every claim, these put right or left out."

Found = list[tuple[int, Claim]]
"""Claims, each with the index of its segment."""


def avoiding(avoid: Sequence[str]) -> str:
    """What the owner has rejected, as data; empty where there is nothing."""
    if not avoid:
        return ""
    return block("rejected", (line(clipped(text, AVOIDED_LIMIT)) for text in avoid[:AVOIDED]))


def verified(answer: Claims, chunk: Chunk) -> Found:
    """The claims that are left of an answer; ``Unusable`` says everything that is wrong with it.

    What the owner has rejected is not looked for: of whom and when it was said is known to who admits.
    """
    found: Found = []
    wrong: list[str] = []
    for number, said in enumerate(answer.claims, 1):
        if not _is_keepable(said.text):
            continue
        try:
            passage = _passage_of(said, chunk)
            claim = _claim(said, passage, chunk)
        except Unusable as error:
            wrong.append(f"claim {number}: {error}")
            continue
        if claim is not None:
            found.append((passage.index, claim))
    if wrong:
        raise Unusable("\n".join((*wrong[:20], AGAIN)))
    return list(dict.fromkeys(found))


def _is_keepable(text: str) -> bool:
    if not text.strip() or len(text) > TEXT_LIMIT or "\x00" in text:
        return False
    return not looks_like_credential(text)


def _passage_of(said: SaidClaim, chunk: Chunk) -> Passage:
    passage = chunk.by_number.get(said.turn)
    if passage is None:
        raise Unusable(f"there is no turn {said.turn} in this conversation")
    if not passage.is_quotable:
        raise Unusable(f"turn {said.turn} may not be quoted: it is not a person's")
    if not said.quote.strip() or said.quote not in passage.text:
        shown = clipped(said.quote, SHOWN)
        raise Unusable(f"the quote {shown!r} is not in turn {said.turn}: copy it character by character")
    return passage


def _claim(said: SaidClaim, passage: Passage, chunk: Chunk) -> Claim | None:
    """None where another speaker tells the owner about the owner: that is nobody's first person."""
    segment = passage.segment
    bearing = bearing_of(said.quote, passage)
    subject, scope = _subject(said)
    if not segment.is_owner and scope is SubjectScope.PRIMARY_USER and _addresses(said.quote):
        return None
    check_grounds(said, "" if scope is SubjectScope.PRIMARY_USER else subject, bearing, chunk)
    check_sense(said.text, bearing, subject, scope)
    filling = filling_of(said, bearing)
    start = passage.start + bearing.start
    end = start + len(said.quote)
    valid_from, valid_to = _validity(said, passage)
    claim = Claim(
        text=said.text.strip(),
        quote=said.quote,
        start=start,
        end=end,
        subject=subject,
        subject_scope=scope,
        predicate=filling.predicate,
        slot=filling.slot,
        belief_class=filling.belief_class,
        half_life_days=filling.half_life_days,
        valid_from=valid_from,
        valid_to=valid_to,
        content_confidence=_confidence(said, passage, start, end),
        emotional_weight=said.emotional_weight,
        denies=filling.denies,
        is_many_valued=filling.is_many_valued,
    )
    return claim if segment.is_owner else as_said_by(one_line(segment.speaker, NAME_LIMIT), claim)


# What a model may write for the owner, whatever scope it gives.
_OWNER_WORDS = frozenset(("user", "the user", "owner", "the owner", "i", "me", "myself", "speaker"))


def _subject(said: SaidClaim) -> tuple[str, SubjectScope]:
    subject = one_line(said.subject, NAME_LIMIT)
    if said.subject_scope is SubjectScope.PRIMARY_USER or subject.casefold() in _OWNER_WORDS:
        return OWNER, SubjectScope.PRIMARY_USER
    if not subject:
        raise Unusable("the subject is empty: name whom or what it is about")
    return subject, said.subject_scope


_YOU = re.compile(r"\b(?:you|your|yours|you're|you've|you'll|you'd)\b", re.IGNORECASE)
_ME = re.compile(r"\b(?:I|I'\w+|[Mm]y|[Mm]e|[Mm]ine|[Ww]e|[Oo]ur|[Uu]s)\b")


def _addresses(quote: str) -> bool:
    """ "You live in Oslo", said to the owner by somebody else."""
    straight = quote.replace("’", "'")
    return _YOU.search(straight) is not None and _ME.search(straight) is None


def _confidence(said: SaidClaim, passage: Passage, start: int, end: int) -> float:
    """The lowest of the text, the quote and the clauses around it: to leave "I think" out does not help."""
    begin, stop = _clauses_around(passage, start, end)
    around = passage.segment.text[begin:stop]
    return min(content_confidence(words) for words in (said.text, said.quote, around))


def _clauses_around(passage: Passage, start: int, end: int) -> tuple[int, int]:
    """The quote, widened to the borders of the clauses at its ends; of another language, of the sentences."""
    text, offset = passage.text, passage.start
    start, end = start - offset, end - offset
    language = tongues.language_of(text, passage.segment.language)
    spans = [span for span in sentence_spans(text, language) if span[0] < end and start < span[1]]
    if language == "en":
        parts = [(clause.start, clause.end) for span in spans for clause in clauses(text, span)]
        spans = [part for part in parts if part[0] < end and start < part[1]] or spans
    begin = min((span[0] for span in spans), default=start)
    stop = max((span[1] for span in spans), default=end)
    return offset + min(begin, start), offset + max(stop, end)


def _validity(said: SaidClaim, passage: Passage) -> tuple[datetime | None, datetime | None]:
    """By the rules, from the quote; the model's own day only where it is one that the quote names."""
    segment = passage.segment
    language = tongues.language_of(passage.text, segment.language)
    dates = resolve(said.quote, segment.observed_at, segment.zone, language)
    if not dates:
        return None, None
    valid_from, valid_to = horizons.validity(dates, said.belief_class, segment.observed_at, segment.zone)
    if valid_from is None and valid_to is None:
        first = _midnight(said.valid_from, segment.zone, dates)
        last = _midnight(said.valid_to, segment.zone, dates, days=1)
        return (first, last) if first is None or last is None or first < last else (None, None)
    return valid_from, valid_to


def _midnight(day: date | None, zone: str, dates: DateMentions, days: int = 0) -> datetime | None:
    """The moment at which the day begins, or after so many days; None where no mention holds the day."""
    if day is None or day == date.max:
        return None
    begins = datetime.combine(day, time(), zone_of(zone))
    ends = begins + timedelta(days=1)
    if not any(mention.from_at < ends and begins < mention.to_at for mention in dates):
        return None
    return begins + timedelta(days=days)


def by_segment(found: Found, count: int) -> tuple[tuple[Claim, ...], ...]:
    """The claims of each segment, in the order in which they stand in it."""
    parts: list[list[Claim]] = [[] for _ in range(count)]
    for index, claim in found:
        parts[index].append(claim)
    return tuple(tuple(sorted(part, key=lambda claim: (claim.start, claim.end))) for part in parts)
