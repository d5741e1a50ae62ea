"""Simulated worlds, where the truth is known: is what the rule says right as often as it says so?

A world is one attribute.  Its true value changes as a Poisson process: after one
half-life it still is what it was with a chance of one half, and what it changes to is
any other value alike.  The owner states it a few times, the agent infers it a few
times, each right with the chance that is its reliability; what is wrong is any other
value alike.  Later comes the question.  Attackers say one untrue value over and over on
a channel that anyone can write to; they draw from a source of chance of their own, so
the same seed gives the same truth and the same trusted observations without them.

Source of the figures: design, belief.md section 2.  Everything is decided by the seed.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from math import log
from random import Random
from typing import Final

from doxa.errors import InvalidInput

from .observation import FactObservation
from .tiers import ProvenanceTier

START: Final = datetime(2024, 1, 1, tzinfo=UTC)
VALUES: Final = tuple(f"value {number}" for number in range(20))
# Days over which the trusted observations are spread, and by when the question is asked at the latest.
OBSERVED_DAYS: Final = 365.0
ASKED_BY_DAY: Final = 1.2 * OBSERVED_DAYS


@dataclass(frozen=True, slots=True)
class Speaker:
    """Who speaks on ``tier``, right with the chance ``reliability``, at least and at most so many times."""

    tier: ProvenanceTier
    reliability: float
    least: int
    most: int


SPEAKERS: Final = (
    Speaker(ProvenanceTier.USER_DIRECT, 0.95, 2, 8),
    Speaker(ProvenanceTier.AGENT_OWN, 0.65, 0, 5),
)


@dataclass(frozen=True, slots=True)
class World:
    """One attribute: what was true from when on, what was said of it, and when it is asked about.

    ``changed_at`` begins at START and has one instant for each of ``values``.  The
    trusted ``observations`` and the ``attacks`` are each in order of time.
    """

    key: str
    half_life_days: float
    changed_at: tuple[datetime, ...]
    values: tuple[str, ...]
    observations: tuple[FactObservation, ...]
    attacks: tuple[FactObservation, ...]
    asked_at: datetime

    def truth_at(self, at: datetime) -> str:
        """The value that is true at ``at``; before START it is the first."""
        return self.values[max(0, bisect_right(self.changed_at, at) - 1)]

    @property
    def truth(self) -> str:
        """What is true when the question is asked."""
        return self.truth_at(self.asked_at)

    @property
    def said(self) -> tuple[FactObservation, ...]:
        """All that was said, by whomever, in order of time."""
        if not self.attacks:
            return self.observations
        return tuple(sorted((*self.observations, *self.attacks), key=lambda o: o.observed_at))


def simulate(count: int, half_life_days: float, seed: int, attackers: int = 0) -> Iterator[World]:
    """``count`` worlds whose truth has this half-life, each with ``attackers`` repeats by attackers.

    >>> [world.key for world in simulate(2, half_life_days=90.0, seed=7)]
    ['world 0', 'world 1']
    """
    if not half_life_days > 0:
        raise InvalidInput(f"'half_life_days' must be above 0, not {half_life_days!r}")
    if count < 0 or attackers < 0:
        raise InvalidInput(f"'count' and 'attackers' must be 0 or more, not {count!r} and {attackers!r}")
    chance, malice = Random(f"{seed} truth"), Random(f"{seed} attackers")
    return (_world(f"world {n}", half_life_days, chance, malice, attackers) for n in range(count))


def _world(key: str, half_life_days: float, chance: Random, malice: Random, attackers: int) -> World:
    changed_on, values = _history(half_life_days, chance)
    observations, last_day = _observations(key, changed_on, values, chance)
    asked_on = chance.uniform(last_day, ASKED_BY_DAY)
    truth = values[bisect_right(changed_on, asked_on) - 1]
    return World(
        key=key,
        half_life_days=half_life_days,
        changed_at=tuple(map(_instant, changed_on)),
        values=tuple(VALUES[value] for value in values),
        observations=observations,
        attacks=_attacks(key, truth, asked_on, malice, attackers) if attackers else (),
        asked_at=_instant(asked_on),
    )


def _history(half_life_days: float, chance: Random) -> tuple[list[float], list[int]]:
    """On which days the truth changed, from day 0 on, and to which values."""
    days, values = [0.0], [chance.randrange(len(VALUES))]
    while (day := days[-1] + chance.expovariate(log(2) / half_life_days)) <= ASKED_BY_DAY:
        days.append(day)
        values.append(_other_than(values[-1], chance))
    return days, values


def _observations(
    key: str, changed_on: list[float], values: list[int], chance: Random
) -> tuple[tuple[FactObservation, ...], float]:
    """What the speakers said, in order, and the day of the last word."""
    said = []
    for speaker in SPEAKERS:
        for _ in range(chance.randint(speaker.least, speaker.most)):
            day = chance.uniform(0.0, OBSERVED_DAYS)
            value = values[bisect_right(changed_on, day) - 1]
            if chance.random() > speaker.reliability:
                value = _other_than(value, chance)
            said.append((day, value, speaker))
    said.sort(key=lambda words: words[0])
    observations = tuple(
        FactObservation(key, VALUES[value], _instant(day), speaker.tier, speaker.reliability)
        for day, value, speaker in said
    )
    return observations, said[-1][0]


def _attacks(
    key: str, truth: int, asked_on: float, malice: Random, attackers: int
) -> tuple[FactObservation, ...]:
    """One untrue value, each time from another source, as firmly put as can be."""
    lie = VALUES[_other_than(truth, malice)]
    days = sorted(malice.uniform(0.0, asked_on) for _ in range(attackers))
    return tuple(
        FactObservation(key, lie, _instant(day), ProvenanceTier.WEB_FETCH, family=f"site {number}")
        for number, day in enumerate(days)
    )


def _other_than(value: int, chance: Random) -> int:
    other = chance.randrange(len(VALUES) - 1)
    return other + (other >= value)


def _instant(day: float) -> datetime:
    return START + timedelta(days=day)
