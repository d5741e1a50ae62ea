"""Fakes: a clock that stands still, and ids that count up."""

from __future__ import annotations

import hashlib
import threading
from collections import Counter
from datetime import UTC, datetime, timedelta

START = datetime(2026, 1, 1, 9, tzinfo=UTC)


class FixedClock:
    """Shows the same instant until it is moved."""

    def __init__(self, now: datetime = START) -> None:
        self.now = now

    def __call__(self) -> datetime:
        return self.now

    def advance(self, by: timedelta = timedelta(minutes=1)) -> datetime:
        """Move the clock, back too, and return what it then shows."""
        self.now += by
        return self.now


class SequentialIds:
    """`m_000001`, `m_000002`, ...; each prefix counts for itself.  Thread-safe.

    A salt must be 32 hexadecimal digits, so it is made of its number.  ``start`` sets a
    second maker apart from the first.
    """

    def __init__(self, start: int = 1) -> None:
        self._start = start
        self._given: Counter[str] = Counter()
        self._lock = threading.Lock()

    def __call__(self, prefix: str) -> str:
        with self._lock:
            number = self._start + self._given[prefix]
            self._given[prefix] += 1
        if prefix == "salt":
            return hashlib.blake2b(str(number).encode(), digest_size=16).hexdigest()
        return f"{prefix}_{number:06d}"
