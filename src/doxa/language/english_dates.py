"""Dates in English: phrases, and the stretch of local time each one names.

A table of phrases, read in order; where two overlap the earlier row wins.  Weekdays and
months without a year are ambiguous until one knows which way the sentence looks, so
every resolver is told: -1 looks back, +1 looks ahead, 0 could be either.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, datetime, timedelta

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
MONTHS = (
    "january february march april may june july august september october november december".split()
)  # fmt: skip
SEASONS = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}  # first month, northern
NUMBERS = {
    word: number
    for number, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve".split()
    )
} | {"a": 1, "an": 1, "a couple of": 2, "couple of": 2, "a couple": 2}

Interval = tuple[datetime, datetime, str]  # start, end (exclusive), precision
Resolver = Callable[[re.Match[str], datetime, int], Interval | None]

_MONTH = (
    r"(?P<month>January|February|March|April|May|June|July|August|September|October|November|December|"
    r"january|february|april|june|july|august|september|october|november|december|"
    r"Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept|Sep|Oct|Nov|Dec)\b\.?"
)
_WEEKDAY = r"(?P<weekday>" + "|".join(WEEKDAYS) + ")"
_NUMBER = r"(?P<number>\d{1,3}|" + "|".join(sorted(NUMBERS, key=len, reverse=True)) + ")"
_UNIT = r"(?P<unit>minute|hour|day|week|fortnight|month|year)s?"
_YEAR = r"(?P<year>(?:19|20)\d\d)"


def _days(start: date, days: int, precision: str) -> Interval:
    begins = datetime(start.year, start.month, start.day)  # noqa: DTZ001  (local wall time)
    return begins, begins + timedelta(days=days), precision


def month_interval(year: int, month: int, months: int = 1, precision: str = "month") -> Interval:
    index = year * 12 + month - 1
    (y0, m0), (y1, m1) = divmod(index, 12), divmod(index + months, 12)
    return datetime(y0, m0 + 1, 1), datetime(y1, m1 + 1, 1), precision  # noqa: DTZ001


def _month_number(name: str) -> int:
    return 1 + next(i for i, month in enumerate(MONTHS) if month.startswith(name.lower()[:3]))


def _iso(match: re.Match[str], _now: datetime, _looks: int) -> Interval | None:
    return _days(date.fromisoformat(match.group()), 1, "day")


def _numeric(match: re.Match[str], now: datetime, looks: int) -> Interval | None:
    """Month first, as most English writers of slashes mean it, unless that cannot be."""
    month, day = int(match["a"]), int(match["b"])
    if month > 12:
        month, day = day, month
    year = match["y"]
    return _day_in_year(int(year) + (2000 if len(year) == 2 else 0) if year else None, month, day, now, looks)


def _month_day(match: re.Match[str], now: datetime, looks: int) -> Interval | None:
    year = match["year"]
    month = _month_number(match["month"])
    return _day_in_year(int(year) if year else None, month, int(match["day"]), now, looks)


def _day_in_year(year: int | None, month: int, day: int, now: datetime, looks: int) -> Interval | None:
    """Without a year: the last such day when looking back, the next when ahead, else the nearest."""
    years = [year] if year else [now.year + shift for shift in (-1, 0, 1)]
    found = []
    for candidate in years:
        try:
            found.append(date(candidate, month, day))
        except ValueError:  # 29 February of another year, or 31 June of any
            continue
    fitting = [d for d in found if year or (d - now.date()).days * looks >= 0]
    if not fitting:
        return None
    return _days(min(fitting, key=lambda d: abs((d - now.date()).days)), 1, "day")


def _month_year(match: re.Match[str], _now: datetime, _looks: int) -> Interval | None:
    return month_interval(int(match["year"]), _month_number(match["month"]))


def _month_alone(match: re.Match[str], now: datetime, looks: int) -> Interval | None:
    """Looking back the latest that has begun, else the next that has not ended; "last May" is over."""
    month, which = _month_number(match["month"]), (match["which"] or "").lower()
    year = now.year
    if which in ("last", "past") or (looks < 0 and not which):
        year -= month > now.month or (bool(which) and month == now.month)
    else:
        year += month < now.month or (which == "next" and month == now.month)
    return month_interval(year, month)


def _year(match: re.Match[str], _now: datetime, _looks: int) -> Interval | None:
    return month_interval(int(match["year"]), 1, 12, "year")


NAMED_DAYS = {
    "day before yesterday": -2,
    "yesterday": -1,
    "last night": -1,
    "today": 0,
    "tonight": 0,
    "this morning": 0,
    "this afternoon": 0,
    "this evening": 0,
    "tomorrow": 1,
    "day after tomorrow": 2,
}


def _named_day(match: re.Match[str], now: datetime, _looks: int) -> Interval | None:
    return _days(now.date() + timedelta(days=NAMED_DAYS[match["named"].lower()]), 1, "day")


def _shifted(now: datetime, number: int, unit: str, sign: int) -> Interval:
    """Hours are instants, days are days, longer units are as exact as the unit: "two weeks ago" is a week."""
    if unit in ("minute", "hour"):
        at = (now + sign * timedelta(**{unit + "s": number})).replace(second=0, microsecond=0)
        return at, at + timedelta(minutes=1), "minute"
    if unit == "day":
        return _days(now.date() + timedelta(days=sign * number), 1, "day")
    if unit in ("week", "fortnight"):
        days = 7 * number * (2 if unit == "fortnight" else 1)
        return _days(now.date() + timedelta(days=sign * days), 1, "week")
    if unit == "month":
        return month_interval(now.year, now.month + sign * number)
    return month_interval(now.year + sign * number, 1, 12, "year")


def number_of(word: str) -> int:
    return NUMBERS.get(word.lower()) or int(word)


def _distance(match: re.Match[str], now: datetime, _looks: int) -> Interval | None:
    sign = -1 if match["ago"] else 1
    return _shifted(now, number_of(match["number"]), match["unit"].lower(), sign)


def _duration_until_now(match: re.Match[str], now: datetime, _looks: int) -> Interval | None:
    """The stretch that "for six months now" says has gone by."""
    number, unit = number_of(match["number"]), match["unit"].lower()
    start = _shifted(now, number, unit, -1)
    begins = start[0]
    if unit in ("month", "year"):  # as of this day of the month, not its first
        begins = begins.replace(month=now.month) if unit == "year" else begins
        begins = begins.replace(day=min(now.day, 28))
    return begins, now, start[2]


def _which_unit(match: re.Match[str], now: datetime, _looks: int) -> Interval | None:
    shift = {"last": -1, "past": -1, "this": 0, "next": 1, "coming": 1, "the following": 1}[
        match["which"].lower()
    ]
    unit = match["unit"].lower()
    if unit == "year":
        return month_interval(now.year + shift, 1, 12, "year")
    if unit == "month":
        return month_interval(now.year, now.month + shift)
    if unit in SEASONS:
        return _season(unit, now, shift)
    monday = now.date() - timedelta(days=now.weekday()) + timedelta(weeks=shift)
    if unit == "weekend":
        return _days(monday + timedelta(days=5), 2, "weekend")
    return _days(monday, 7, "week")


def _season(name: str, now: datetime, shift: int) -> Interval:
    """The last one that is over, this year's, or the next one that has not begun."""
    intervals = [month_interval(now.year + y, SEASONS[name], 3, "season") for y in (-2, -1, 0, 1)]
    if shift < 0:
        return [i for i in intervals if i[1] <= now][-1]
    return next(i for i in intervals if (i[0] > now if shift > 0 else i[1] > now))


def _which_weekday(match: re.Match[str], now: datetime, looks: int) -> Interval | None:
    """The last one is the latest before today, the next one is in next week, this one the first to come."""
    weekday, which = WEEKDAYS.index(match["weekday"].lower()), (match["which"] or "").lower()
    today = now.date()
    if which in ("last", "past") or (not which and looks < 0):
        return _days(today - timedelta(days=(today.weekday() - weekday - 1) % 7 + 1), 1, "day")
    if which == "next":
        return _days(today + timedelta(days=7 - today.weekday() + weekday), 1, "day")
    if which or looks > 0:
        return _days(today + timedelta(days=(weekday - today.weekday()) % 7), 1, "day")
    return None  # "on Friday" in a sentence without a tense may be every Friday


_WHICH = r"(?P<which>(?i:last|past|this|next|coming|the following))"
_BEFORE_MONTH = (
    r"(?<![\w-])(?:(?i:in|since|until|till|by|from|to|through|during|and|of|between|before|"
    r"around) (?:early |late |mid-?)?)"
)


def _row(pattern: str, flags: int, resolver: Resolver) -> tuple[re.Pattern[str], Resolver]:
    return re.compile(pattern, flags), resolver


PHRASES: tuple[tuple[re.Pattern[str], Resolver], ...] = (
    _row(r"(?<![\d-])(?:19|20)\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?![\d-])", 0, _iso),
    _row(
        r"(?<![\d/])(?:(?<=on )|(?<=since )|(?<=until )|(?<=till )|(?<=by )|(?<=from )|(?<=the )|"
        r"(?<=before )"
        r"|(?<=to )|(?=\d{1,2}/\d{1,2}/\d))(?P<a>\d{1,2})/(?P<b>\d{1,2})(?:/(?P<y>\d{4}|\d\d))?(?![\d/])",
        re.IGNORECASE,
        _numeric,
    ),
    _row(rf"\b{_MONTH} (?:the )?(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\b(?!:)(?:,? {_YEAR}\b)?", 0, _month_day),
    _row(rf"\b(?P<day>\d{{1,2}})(?:st|nd|rd|th)? (?:of )?{_MONTH}(?:,? {_YEAR}\b)?", 0, _month_day),
    _row(
        r"\b(?P<day>\d{1,2})(?:st|nd|rd|th)? (?:of )?(?P<month>may|march)\b(?:,? (?P<year>(?:19|"
        r"20)\d\d)\b)?",
        0,
        _month_day,
    ),
    _row(rf"\b{_MONTH},? (?:of )?{_YEAR}\b", 0, _month_year),
    _row(
        r"\b(?P<named>" + "|".join(sorted(NAMED_DAYS, key=len, reverse=True)) + r")\b",
        re.IGNORECASE,
        _named_day,
    ),
    _row(rf"\b{_NUMBER} {_UNIT} (?P<ago>ago|back\b|earlier)", re.IGNORECASE, _distance),
    _row(rf"\b(?:in|within) {_NUMBER} {_UNIT}(?:'s? time)?\b(?P<ago>)", re.IGNORECASE, _distance),
    _row(rf"\b{_NUMBER} {_UNIT} from (?:now|today)\b(?P<ago>)", re.IGNORECASE, _distance),
    _row(
        rf"\bfor (?:about |around |over |almost |nearly )?{_NUMBER} {_UNIT} now\b",
        re.IGNORECASE,
        _duration_until_now,
    ),
    _row(rf"\bfor the (?:past|last) {_NUMBER} {_UNIT}\b", re.IGNORECASE, _duration_until_now),
    _row(
        rf"\b{_WHICH} (?P<unit>weekend|week|month|year|spring|summer|autumn|fall|winter)\b",
        re.IGNORECASE,
        _which_unit,
    ),
    _row(rf"\b(?:{_WHICH} )(?i:{_WEEKDAY})\b(?!s)", re.IGNORECASE, _which_weekday),
    _row(
        rf"\b(?i:on|since|until|till|by|from|to|through|before|and) (?P<which>)(?i:{_WEEKDAY})\b(?!s| "
        rf"(?:and|or) \w+day)",
        0,
        _which_weekday,
    ),
    _row(rf"\b(?:{_WHICH} ){_MONTH}", 0, _month_alone),
    _row(rf"{_BEFORE_MONTH}(?P<which>){_MONTH}", 0, _month_alone),
    _row(
        rf"\b(?:in|since|until|till|by|from|to|through|during|and|between|before|of) {_YEAR}\b(?![-\d])",
        re.IGNORECASE,
        _year,
    ),
)
