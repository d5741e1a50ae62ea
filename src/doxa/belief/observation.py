"""An observation: somebody said, at some time, that a belief has a certain value."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

from doxa.errors import InvalidInput

from .tiers import ProvenanceTier

OrderKey = tuple[datetime, str, int, str]


@dataclass(frozen=True, slots=True)
class FactObservation:
    """One claim about one belief; equal values are the same observation and count once.

    ``belief_key`` names the attribute, ``fact`` the candidate value.  ``observed_at``
    is when it was said (aware).  ``content_confidence`` in [0, 1] is how firmly the
    words put it.  ``family`` groups observations that are not independent of each
    other; without one the observation is a family of its own.  ``lineage`` names the
    observations or facts this one was derived from.  ``taint`` is a less trusted tier
    whose text it may carry.  ``denies`` turns it into "not this fact".  ``position``
    is its place within its source.
    """

    belief_key: str
    fact: str
    observed_at: datetime
    tier: ProvenanceTier
    content_confidence: float = 1.0
    family: str | None = None
    lineage: tuple[str, ...] = ()
    taint: ProvenanceTier | None = None
    denies: bool = False
    id: str | None = None
    position: int = 0

    def __post_init__(self) -> None:
        for name, value in (("belief_key", self.belief_key), ("fact", self.fact)):
            if not isinstance(value, str) or not value:
                raise InvalidInput(f"{name!r} must be a text that is not empty, not {value!r}")
        if not isinstance(self.observed_at, datetime) or self.observed_at.tzinfo is None:
            raise InvalidInput(f"'observed_at' must be a datetime with a zone, not {self.observed_at!r}")
        if not 0.0 <= self.content_confidence <= 1.0:
            raise InvalidInput(
                f"'content_confidence' must be between 0 and 1, not {self.content_confidence!r}"
            )
        if type(self.content_confidence) is not float:
            object.__setattr__(self, "content_confidence", float(self.content_confidence))
        if self.observed_at.tzinfo is not UTC:
            object.__setattr__(self, "observed_at", self.observed_at.astimezone(UTC))
        if type(self.tier) is not ProvenanceTier:
            object.__setattr__(self, "tier", _tier("tier", self.tier))
        if self.taint is not None and type(self.taint) is not ProvenanceTier:
            object.__setattr__(self, "taint", _tier("taint", self.taint))
        if type(self.lineage) is not tuple:
            object.__setattr__(self, "lineage", _lineage(self.lineage))

    @property
    def order_key(self) -> OrderKey:
        """The order of folding: it depends on what was said and when, never on when it arrived."""
        return (self.observed_at, self.family or "", self.position, self._content_hash())

    def _content_hash(self) -> str:
        content = (
            self.fact,
            self.tier,
            self.content_confidence,
            self.lineage,
            self.taint,
            self.denies,
            self.id,
        )
        return hashlib.blake2b(repr(content).encode(), digest_size=8).hexdigest()


def _tier(name: str, value: object) -> ProvenanceTier:
    try:
        return ProvenanceTier(str(value))
    except ValueError:
        known = ", ".join(ProvenanceTier)
        raise InvalidInput(f"{name!r} must be one of {known}, not {value!r}") from None


def _lineage(value: Iterable[str]) -> tuple[str, ...]:
    if isinstance(value, str):
        raise InvalidInput(f"'lineage' must be a sequence of ids, not the one text {value!r}")
    return tuple(value)
