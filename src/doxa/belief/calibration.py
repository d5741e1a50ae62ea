"""Calibration: of what was stated with 0.8, was eight in ten true?

An outcome is what the owner later said of an assertion: confirmed, or rejected or
corrected.  Reports over outcomes compare what was stated with what was observed, and
an isotonic map says what a stated probability turned out to be worth.  The map is
shown beside the raw figure, never instead of it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import fsum
from typing import Final, TypeVar

from doxa.errors import InvalidInput

from .classes import BeliefClass
from .tiers import ProvenanceTier

# Outcomes that a map needs.  By simulation, 60 sets each of 50 to 800 outcomes: where the stated probability
# was 0.1 too high a map fitted on 50, 100, 200, 400 outcomes lowered the true Brier score in 17, 55, 88 and
# 98 sets of a hundred; where it was 0.15 too low, in 72, 92, 100 and 100.  Where nothing was wrong every map
# harms, by 0.006 at 200; that the map must also help outcomes it has not seen brings that down to 0.001.
ENOUGH: Final = 200
# Each outcome is mapped by a map fitted without its fold.
FOLDS: Final = 5


@dataclass(frozen=True, slots=True)
class Outcome:
    """What was stated of one assertion, in [0, 1], and whether its owner then said it was true."""

    probability: float
    is_true: bool
    belief_class: BeliefClass | None = None
    tier: ProvenanceTier | None = None

    def __post_init__(self) -> None:
        if not 0.0 <= self.probability <= 1.0:
            raise InvalidInput(f"'probability' must be between 0 and 1, not {self.probability!r}")


@dataclass(frozen=True, slots=True)
class Bin:
    """Outcomes stated within [low, high): their mean stated probability and the share that was true.

    The last bin includes its upper end.
    """

    low: float
    high: float
    count: int
    stated: float
    observed: float


@dataclass(frozen=True, slots=True)
class Reliability:
    """``brier`` is the mean squared error, ``ece`` the mean of |stated - observed| by count of each bin.

    Both are in [0, 1], 0 is best, and None where there are no outcomes.  ``bins`` holds
    only bins with outcomes.  Sources: Brier, *Verification of forecasts expressed in
    terms of probability*, 1950; Naeini et al., *Obtaining well calibrated probabilities
    using Bayesian binning*, AAAI 2015 (expected calibration error, equal widths).
    """

    count: int
    brier: float | None
    ece: float | None
    bins: tuple[Bin, ...]


def reliability(outcomes: Iterable[Outcome], bins: int = 10) -> Reliability:
    """Compare stated with observed in ``bins`` bins of equal width; the order does not matter."""
    if bins < 1:
        raise InvalidInput(f"'bins' must be 1 or more, not {bins!r}")
    outcomes = list(outcomes)
    if not outcomes:
        return Reliability(0, None, None, ())
    grouped: dict[int, list[Outcome]] = defaultdict(list)
    for outcome in outcomes:
        grouped[min(bins - 1, int(outcome.probability * bins))].append(outcome)
    filled = tuple(_bin(number, bins, grouped[number]) for number in sorted(grouped))
    return Reliability(
        count=len(outcomes),
        brier=fsum((o.probability - o.is_true) ** 2 for o in outcomes) / len(outcomes),
        ece=fsum(b.count * abs(b.stated - b.observed) for b in filled) / len(outcomes),
        bins=filled,
    )


def _bin(number: int, bins: int, outcomes: Sequence[Outcome]) -> Bin:
    count = len(outcomes)
    stated = fsum(o.probability for o in outcomes) / count
    return Bin(number / bins, (number + 1) / bins, count, stated, sum(o.is_true for o in outcomes) / count)


@dataclass(frozen=True, slots=True)
class IsotonicMap:
    """What a stated probability turned out to be worth; never falls as the stated one rises.

    ``knots`` are pairs (stated, worth), both in [0, 1].  Straight lines join them; before
    the first and after the last the map is flat.
    """

    knots: tuple[tuple[float, float], ...]

    def __post_init__(self) -> None:
        if not self.knots:
            raise InvalidInput("'knots' must hold at least one pair (stated, worth)")
        for stated, worth in self.knots:
            if not (0.0 <= stated <= 1.0 and 0.0 <= worth <= 1.0):
                raise InvalidInput(f"a knot's two values lie between 0 and 1, not {(stated, worth)!r}")
        for (stated, worth), (later, more) in zip(self.knots, self.knots[1:], strict=False):
            if not (stated < later and worth <= more):
                raise InvalidInput(
                    f"knots go up: {(later, more)!r} may not follow {(stated, worth)!r}; sort and pool them"
                )

    def __call__(self, probability: float) -> float:
        if not 0.0 <= probability <= 1.0:
            raise InvalidInput(f"'probability' must be between 0 and 1, not {probability!r}")
        index = bisect_left(self.knots, probability, key=lambda knot: knot[0])
        if index == len(self.knots):
            return self.knots[-1][1]
        right, above = self.knots[index]
        if index == 0 or probability == right:
            return above
        left, below = self.knots[index - 1]
        worth = below + (above - below) * ((probability - left) / (right - left))
        return min(max(worth, below), above)  # rounding may not leave the interval


def fit_isotonic(outcomes: Iterable[Outcome]) -> IsotonicMap:
    """The rising map with the least Brier score over these outcomes, by pooling adjacent violators.

    A pool keeps a knot at either end, so every outcome is mapped to its pool's share of
    truth exactly and the score is never worse than the raw one.  Source: Ayer et al.,
    *An empirical distribution function for sampling with incomplete information*, 1955.
    """
    truths: dict[float, list[bool]] = defaultdict(list)
    for outcome in outcomes:
        truths[outcome.probability].append(outcome.is_true)
    if not truths:
        raise InvalidInput("a map needs outcomes: there are none")
    pools: list[_Pool] = []
    for stated in sorted(truths):
        pools.append(_Pool(stated, stated, sum(truths[stated]), len(truths[stated])))
        while len(pools) > 1 and pools[-2].worth >= pools[-1].worth:
            last = pools.pop()
            pools.append(pools.pop().with_next(last))
    knots = [(stated, pool.worth) for pool in pools for stated in dict.fromkeys((pool.low, pool.high))]
    return IsotonicMap(tuple(knots))


@dataclass(frozen=True, slots=True)
class _Pool:
    low: float
    high: float
    true: int
    count: int

    @property
    def worth(self) -> float:
        return self.true / self.count

    def with_next(self, other: _Pool) -> _Pool:
        return _Pool(self.low, other.high, self.true + other.true, self.count + other.count)


@dataclass(frozen=True, slots=True)
class HeldOut:
    """What a map does to outcomes that it was not fitted on; both have the same outcomes."""

    raw: Reliability
    mapped: Reliability

    @property
    def is_better(self) -> bool:
        """Whether the map lowers the Brier score of outcomes it has not seen."""
        if self.raw.brier is None or self.mapped.brier is None:
            return False
        return self.mapped.brier < self.raw.brier


def hold_out(outcomes: Iterable[Outcome], folds: int = FOLDS) -> HeldOut:
    """Map every outcome by a map fitted on the other folds.

    Every fold takes each ``folds``-th outcome by stated probability, so all folds cover
    the whole range and the answer does not depend on the order of the outcomes.
    """
    ordered = sorted(outcomes, key=lambda o: (o.probability, o.is_true))
    if folds < 2 or len(ordered) < folds:
        raise InvalidInput(f"{folds!r} folds need at least two folds and as many outcomes: {len(ordered)}")
    mapped: list[Outcome] = []
    for fold in range(folds):
        fitted = fit_isotonic(o for index, o in enumerate(ordered) if index % folds != fold)
        mapped += [Outcome(fitted(o.probability), o.is_true) for o in ordered[fold::folds]]
    return HeldOut(reliability(ordered), reliability(mapped))


@dataclass(frozen=True, slots=True)
class Calibration:
    """``needed`` is how many outcomes a map needs; with fewer there is none, and nothing held out.

    ``isotonic`` is also None where it would not help: see ``held_out``.
    """

    overall: Reliability
    by_class: Mapping[BeliefClass, Reliability]
    by_tier: Mapping[ProvenanceTier, Reliability]
    isotonic: IsotonicMap | None
    needed: int
    held_out: HeldOut | None = None


def calibrate(outcomes: Iterable[Outcome]) -> Calibration:
    """Report over all outcomes, by class and by tier, and propose a map where there is enough for one."""
    outcomes = list(outcomes)
    held_out = hold_out(outcomes) if len(outcomes) >= ENOUGH else None
    return Calibration(
        overall=reliability(outcomes),
        by_class=_parted((o.belief_class, o) for o in outcomes),
        by_tier=_parted((o.tier, o) for o in outcomes),
        isotonic=fit_isotonic(outcomes) if held_out is not None and held_out.is_better else None,
        needed=ENOUGH,
        held_out=held_out,
    )


_Part = TypeVar("_Part", BeliefClass, ProvenanceTier)


def _parted(outcomes: Iterable[tuple[_Part | None, Outcome]]) -> dict[_Part, Reliability]:
    """A report for each part in order of its name; outcomes of no part are in none."""
    parts: dict[_Part, list[Outcome]] = defaultdict(list)
    for part, outcome in outcomes:
        if part is not None:
            parts[part].append(outcome)
    return {part: reliability(parts[part]) for part in sorted(parts)}
