"""Instants: the one reading of what a caller writes for a time."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, time, timedelta, timezone, tzinfo
from functools import lru_cache
from zoneinfo import ZoneInfo

from doxa.errors import InvalidInput

At = datetime | date | str | None
"""How a caller writes a time, where one may be left out."""

_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
_CLOCK_TIME = re.compile(
    r"(\d{4}-\d{2}-\d{2})[Tt ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(Z|z|[+-]\d{2}:?\d{2})?"
)
_HOW = "write 2026-03-02T09:00Z, 2026-03-02T09:00+02:00, or a day such as 2026-03-02"


def parse_instant(value: str | date | datetime, zone: str, name: str = "at") -> datetime:
    """The instant, in UTC, that a caller means by ``value``; a bare day is its first moment in ``zone``.

    >>> parse_instant("2026-03-02", "Europe/Oslo").isoformat()
    '2026-03-01T23:00:00+00:00'
    """
    try:
        if isinstance(value, datetime):
            return _aware(value, name)
        if isinstance(value, date):
            return _start_of_day(value, zone)
        if not isinstance(value, str):
            raise InvalidInput(
                f"{name!r} must be a date, a datetime or text, not {type(value).__name__}: {_HOW}"
            )
        text = value.strip()
        if _DAY.fullmatch(text):
            return _start_of_day(date.fromisoformat(text), zone)
        if not _CLOCK_TIME.fullmatch(text):
            raise InvalidInput(f"{name!r} is not a date ({value[:40]!r}): {_HOW}")
        return _aware(datetime.fromisoformat(text.upper().replace(",", ".")), name)
    except OverflowError:
        raise InvalidInput(f"{name!r} is outside the years 1 to 9999 ({value!s:.40})") from None
    except ValueError as error:
        if isinstance(error, InvalidInput):
            raise
        raise InvalidInput(f"{name!r} names a time that does not exist ({value!s:.40}): {error}") from None


def parse_moment(value: str | date | datetime, zone: str, name: str = "at") -> datetime:
    """The instant a question is about; a bare day is its *last* moment, so that all of that day is in.

    >>> parse_moment("2026-03-02", "Europe/Oslo").isoformat()
    '2026-03-02T22:59:59.999999+00:00'
    """
    is_day = isinstance(value, date) and not isinstance(value, datetime)
    if is_day or (isinstance(value, str) and _DAY.fullmatch(value.strip())):
        parse_instant(value, zone, name)  # says what is wrong with a day that there is not
        day = date.fromisoformat(value.strip()) if isinstance(value, str) else value
        if day == date.max:
            raise InvalidInput(f"{name!r} is outside the years 1 to 9999 ({value!s:.40})")
        return parse_instant(day + timedelta(days=1), zone, name) - timedelta(microseconds=1)
    return parse_instant(value, zone, name)


def _aware(value: datetime, name: str) -> datetime:
    if value.utcoffset() is None:
        iso = value.isoformat(timespec="minutes")
        raise InvalidInput(f"{name!r} needs a zone: write {iso}Z or {iso}+02:00")
    return value.astimezone(UTC)


def _start_of_day(day: date, zone: str) -> datetime:
    return datetime.combine(day, time(), zone_of(zone)).astimezone(UTC)


_OFFSET = re.compile(r"([+-])(\d{2}):(\d{2})")


@lru_cache(maxsize=256)
def zone_of(zone: str) -> tzinfo:
    """The zone of an IANA name, or of a fixed offset such as `+05:30`."""
    if offset := _OFFSET.fullmatch(zone):
        hours, minutes = int(offset[2]), int(offset[3])
        if hours < 24 and minutes < 60:
            return timezone((-1 if offset[1] == "-" else 1) * timedelta(hours=hours, minutes=minutes))
    try:
        return ZoneInfo(zone)
    except (ValueError, OSError, KeyError):  # not a name, not a file, no such zone
        raise InvalidInput(f"{zone!r} is not a time zone: name one such as Europe/Oslo or UTC") from None


def zone_said(value: At, zone: str) -> str:
    """The zone in which something was said: its own offset where ``value`` names one that is not UTC's.

    ``zone`` is the speaker's otherwise, and where it has that same offset at that moment.

    >>> zone_said("2026-03-02T23:30+09:00", "Europe/Oslo"), zone_said("2026-03-02T23:30Z", "Europe/Oslo")
    ('+09:00', 'Europe/Oslo')
    """
    if isinstance(value, str):
        found = _CLOCK_TIME.fullmatch(value.strip())
        value = datetime.fromisoformat(value.strip().upper().replace(",", ".")) if found else None
    offset = value.utcoffset() if isinstance(value, datetime) else None
    if not offset or offset % timedelta(minutes=1):
        return zone
    assert isinstance(value, datetime)
    if value.astimezone(zone_of(zone)).utcoffset() == offset:
        return zone
    return value.strftime("%z")[:3] + ":" + value.strftime("%z")[3:5]
