"""Dates: what a text says about when, relative to when and where it was said.

"Yesterday" in a message of last March is a day of last March, in the zone of whoever
wrote it.  Nothing here knows what time it is now.  What is not said stays unknown:
a text without a date has no mentions.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, time, timedelta
from enum import StrEnum

from doxa.domain.instants import zone_of

from . import english_dates, other_dates
from .english_dates import Interval


class Relation(StrEnum):
    """How the text ties itself to the date."""

    AT = "at"
    SINCE = "since"
    UNTIL = "until"
    BETWEEN = "between"


@dataclass(frozen=True, slots=True)
class DateMention:
    """``text[start:end]`` names the time from ``from_at`` to before ``to_at``; both are in UTC."""

    start: int
    end: int
    relation: Relation
    from_at: datetime
    to_at: datetime
    precision: str

    @property
    def valid_from(self) -> datetime | None:
        """When what is said began, where the wording says that it goes on from then."""
        return self.from_at if self.relation in (Relation.SINCE, Relation.BETWEEN) else None

    @property
    def valid_to(self) -> datetime | None:
        """When what is said ends; "until 1 June" includes that day."""
        return self.to_at if self.relation in (Relation.UNTIL, Relation.BETWEEN) else None


DateMentions = tuple[DateMention, ...]

# A text with none of these words and no such figures names no date: most texts, so this is all they cost.
DATE_WORDS = frozenset(
    (
        *english_dates.WEEKDAYS,
        *english_dates.MONTHS,
        *english_dates.SEASONS,
        *"jan feb mar apr jun jul aug sept sep oct nov dec today tonight yesterday tomorrow".split(),
        *"ago morning afternoon evening night weekend earlier back".split(),
        *(f"{unit}{s}" for unit in "minute hour day week fortnight month year".split() for s in ("", "s")),
    )
)
_FIGURES = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)|\d/\d|\d\d?\.\d\d?\.")
_WORD = re.compile(r"[^\W\d_]+")

_AHEAD = re.compile(
    r"\b(?:will|'ll|gonna|going to|plan|planning|want|hope|hoping|need|must|should|would|might|may|can|let's|"
    r"looking forward|due|deadline|appointment|interview|exam|flight|wedding|party|(?:a|the) meeting|"
    r"scheduled|upcoming|coming up|soon)\b|"
    r"'ll\b|\b(?:am|are|is|'m|'re|'s) (?:\w+ly |also |still |just )?\w+ing\b|(?:'m|'re) (?:\w+ly |also "
    r")?\w+ing\b",
    re.IGNORECASE,
)
# Said in the past tense, of what is still to come.
_COMMITTED = re.compile(
    r"\b(?:promised|agreed|committed|volunteered|offered|arranged|signed up|booked|scheduled|"
    r"registered)\b.*\b(?:to|for)\b",
    re.IGNORECASE,
)
_BACK = re.compile(
    r"\b(?:was|were|had|did|went|saw|met|got|came|took|made|ate|bought|left|began|started|ran|won|lost|found|"
    r"gave|told|said|heard|felt|flew|drove|wrote|read|held|spent|became|broke|caught|ago|last|yesterday|"
    r"\w{2,}ed)\b",
    re.IGNORECASE,
)
_SIGNS = {"since": Relation.SINCE, "starting": Relation.SINCE, "as of": Relation.SINCE, "for": Relation.SINCE}
_SIGNS |= {
    "until": Relation.UNTIL,
    "till": Relation.UNTIL,
    "through": Relation.UNTIL,
    "up to": Relation.UNTIL,
}
_SIGN = re.compile(
    r"\b(since|starting(?: on| in| from)?|as of|until|till|through|up to)\s+(?:the |early |late |around )?$",
    re.IGNORECASE,
)
_RANGE = re.compile(r"\s*(?:to|until|till|through|and|-|–)\s*(?:the )?", re.IGNORECASE)
_RANGE_OPENS = re.compile(r"\b(?:from|between)(?:\s+the)?\s*$", re.IGNORECASE)
_CLOCK = re.compile(
    r"(?:,? (?:at|from|around|by))? (?:(?P<name>noon|midnight)|(?P<hour>[01]?\d|"
    r"2[0-3])(?::(?P<minute>[0-5]\d))?"
    r"(?: ?(?P<half>[ap])\.?m\b\.?)?)(?![\d/.-])",
    re.IGNORECASE,
)


def resolve(text: str, observed_at: datetime, zone: str = "UTC", language: str = "en") -> DateMentions:
    """Every date that ``text`` mentions, as said at ``observed_at`` by someone in ``zone``.

    Tokyo, half past eleven at night: tomorrow is Tokyo's, although Greenwich is still hours behind.

    >>> at = datetime(2024, 3, 10, 14, 30, tzinfo=UTC)
    >>> resolve("let's meet tomorrow at noon", at, "Asia/Tokyo")[0].from_at.isoformat()
    '2024-03-11T03:00:00+00:00'
    """
    tz = zone_of(zone)
    now = observed_at.astimezone(tz).replace(tzinfo=None)
    phrases = _english(text, now) if language == "en" else other_dates.resolve_phrases(text, now, language)
    mentions = []
    for start, end, interval, sign in phrases:
        try:
            from_at, to_at = (at.replace(tzinfo=tz).astimezone(UTC) for at in interval[:2])
        except OverflowError:  # the first and last days of the calendar have no UTC in some zones
            continue
        mentions.append(DateMention(start, end, sign, from_at, to_at, interval[2]))
    return tuple(_joined(text, mentions))


def may_mention_date(text: str, words: Iterable[str] | None = None) -> bool:
    """Whether it is worth calling ``resolve`` on an English text; ``words`` are its words in lower case."""
    found = _WORD.findall(text.lower()) if words is None else words
    return not DATE_WORDS.isdisjoint(found) or _FIGURES.search(text) is not None


def end_of_day(at: datetime, zone: str) -> datetime:
    """The midnight, in UTC, that ends the day on which ``at`` falls in ``zone``."""
    tz = zone_of(zone)
    day = at.astimezone(tz).date()
    return datetime.combine(day + timedelta(days=1), time(), tz).astimezone(UTC)


_Phrase = tuple[int, int, Interval, Relation]


def _english(text: str, now: datetime) -> list[_Phrase]:
    if not may_mention_date(text):
        return []
    taken: list[_Phrase] = []
    tense = _tense(text)
    for pattern, resolver in english_dates.PHRASES:
        for match in pattern.finditer(text):
            start, end = match.span()
            if any(start < other[1] and other[0] < end for other in taken):
                continue
            sign = _relation(text, match)
            looks = {Relation.SINCE: -1, Relation.UNTIL: 1}.get(sign, tense)
            if match.group().lower().startswith("by "):
                looks = 1
            try:
                interval = resolver(match, now, looks)
            except (ValueError, OverflowError):  # no such day, or a year outside the calendar
                continue
            if interval is not None:
                end, interval = _with_clock(text, end, interval)
                taken.append((start, end, interval, sign))
    return sorted(taken)


def _tense(text: str) -> int:
    """-1 for a sentence about the past, +1 for one about the future, 0 where both or neither show."""
    if _COMMITTED.search(text):
        return 1
    ahead, back = _AHEAD.search(text) is not None, _BACK.search(text) is not None
    return ahead - back


def _relation(text: str, match: re.Match[str]) -> Relation:
    first = match.group().split(None, 1)[0].lower()
    if first in _SIGNS:
        return _SIGNS[first]
    before = _SIGN.search(text, max(0, match.start() - 30), match.start())
    return _SIGNS[re.sub(" (?:on|in|from)$", "", before[1].lower())] if before else Relation.AT


def _with_clock(text: str, end: int, interval: Interval) -> tuple[int, Interval]:
    """An instant of the day for "tomorrow at noon"; a bare figure is a clock after "at" or with am, pm."""
    clock = _CLOCK.match(text, end) if interval[2] == "day" else None
    if clock is None or not (clock["name"] or clock["half"] or clock["minute"] or " at " in clock.group()):
        return end, interval
    if clock["name"]:
        hour, minute = (12 if clock["name"].lower() == "noon" else 0), 0
    else:
        hour, minute = int(clock["hour"]), int(clock["minute"] or 0)
        if clock["half"]:
            hour = hour % 12 + (12 if clock["half"].lower() == "p" else 0)
    at = interval[0] + timedelta(hours=hour, minutes=minute)
    return clock.end(), (at, at + timedelta(minutes=1), "minute")


def _joined(text: str, mentions: list[DateMention]) -> list[DateMention]:
    """One stretch, not two dates, for "from March to May"."""
    joined: list[DateMention] = []
    for mention in mentions:
        first = joined[-1] if joined else None
        if first and first.from_at <= mention.from_at and _is_range(text, first, mention):
            joined[-1] = replace(first, end=mention.end, to_at=mention.to_at, relation=Relation.BETWEEN)
        else:
            joined.append(mention)
    return joined


def _is_range(text: str, first: DateMention, second: DateMention) -> bool:
    opens = _RANGE_OPENS.search(text[: first.start]) or re.match(
        r"(?:from|between)\b", text[first.start :], re.IGNORECASE
    )
    # A phrase may hold its own preposition ("to May"), so the gap is read from where the first one ends.
    gap = _RANGE.match(text, first.end)
    return bool(opens and gap and gap.end() > first.end and gap.start() <= second.start <= gap.end())
