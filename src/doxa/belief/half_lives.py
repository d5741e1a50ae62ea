"""Half-lives: how long such things really hold, learned from how long they were said to.

What somebody asserts survives until somebody says otherwise, but not all who say
otherwise are right, and nobody speaks on the day of the change.  Counting ended spells
over days exposed is therefore off by a factor of two either way (in `worlds` it makes
30 days 63 and 365 days 183).  So the half-life is the one under which what was said is
most probable, when truths change as a Poisson process and speakers err as far as their
reliability says: a restatement is evidence of survival, a rival of a change or of an
error, and the last word leaves its spell open, which says only that nothing was heard.

The estimate is shrunk towards the prior of the class, and without data it is the prior.
What is not above the pivot, and what is an echo, is no evidence of anything here either.
Learning proposes; an operator applies.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from math import exp, fsum, log, sqrt
from typing import Final, NamedTuple

from doxa.errors import InvalidInput

from .classes import BeliefClass
from .currency import DAY, decay
from .independence import Statement, hear
from .observation import FactObservation
from .tiers import DEFAULT_TIERS, ProvenanceTier, TierRule
from .update import fold, instants

# How far off a prior may well be: by a factor of three, the error that belief.md section 2 worries about.
# It is the standard deviation of the logarithm of the half-life before anything was heard.
PRIOR_SPREAD: Final = log(3)
# Values that an attribute is taken to have: how rarely two who err, or a change, hit upon the same one.
# Little hangs on it: for a truth of 20, taking 5 makes the estimate 0.9 and taking 200 makes it 1.1 of the
# truth (at 30 days 1.2).
VALUES: Final = 50
# A class that does not decay keeps that until it is this improbable; before anything was heard, as likely
# as all half-lives together.
DOUBT: Final = 0.01
# Half-lives are tried at equal steps of their logarithm, two to a doubling: around a prior up to 256 times
# shorter and longer; without one from a day to ninety years.
STEP: Final = log(2) / 2
AROUND_PRIOR: Final = tuple(number * STEP for number in range(-16, 17))
WITHOUT_PRIOR: Final = tuple(number * STEP for number in range(31))
# Standard deviations on either side of its middle within which nine tenths of a normal distribution lie.
CREDIBLE: Final = 1.6449


@dataclass(frozen=True, slots=True)
class LearnedHalfLife:
    """A proposal, in days; None does not decay.

    The half-life lies between ``low`` and ``high`` with a chance of nine in ten (None
    where ``days`` is).  ``beliefs`` had at least two words above the pivot;
    ``changes`` spells of assertion ended in them and ``open_spells`` had not.
    """

    days: float | None
    prior_days: float | None
    low: float | None
    high: float | None
    beliefs: int
    changes: int
    open_spells: int


def learn_half_lives(
    histories_by_class: Mapping[BeliefClass, Iterable[Sequence[FactObservation]]],
    priors: Mapping[BeliefClass, float | None],
    tiers: Mapping[ProvenanceTier, TierRule] = DEFAULT_TIERS,
) -> dict[BeliefClass, LearnedHalfLife]:
    """A proposal for every class of ``priors``, also for those nothing was heard of."""
    return {
        belief_class: learn_half_life(histories_by_class.get(belief_class, ()), prior_days, tiers)
        for belief_class, prior_days in priors.items()
    }


def learn_half_life(
    histories: Iterable[Sequence[FactObservation]],
    prior_days: float | None,
    tiers: Mapping[ProvenanceTier, TierRule] = DEFAULT_TIERS,
) -> LearnedHalfLife:
    """The half-life of beliefs of one kind.

    Each history holds the observations of one belief; neither order matters.
    """
    if prior_days is not None and not prior_days > 0:
        raise InvalidInput(f"'prior_days' must be above 0 or None, not {prior_days!r}")
    heard = [(history, _sayings(history, tiers)) for history in histories]
    telling = [(history, sayings) for history, sayings in heard if len(sayings) > 1]
    days, low, high = _estimate([sayings for _, sayings in telling], prior_days)
    spells = [spell for history, _ in telling for spell in fold(history, days, tiers)[0].assertions]
    return LearnedHalfLife(
        days=days,
        prior_days=prior_days,
        low=low,
        high=high,
        beliefs=len(telling),
        changes=sum(spell.until is not None for spell in spells),
        open_spells=sum(spell.until is None for spell in spells),
    )


# -- what was said ------------------------------------------------------------------------------------------


class _Saying(NamedTuple):
    """``gap_days`` is the time since the saying before; candidates are numbered as they come up."""

    gap_days: float
    candidate: int
    denies: bool
    reliability: float


def _sayings(
    history: Sequence[FactObservation], tiers: Mapping[ProvenanceTier, TierRule]
) -> tuple[_Saying, ...]:
    """What counts in a history, in order, and of the repeats of each utterance the last.

    A repeat is no new voice, but that somebody still says so is a sign of survival; one
    sign, however often.
    """
    said: list[tuple[datetime, Statement, float]] = []
    repeats: dict[tuple[str, Statement, int], tuple[datetime, Statement, float]] = {}
    number: dict[tuple[str, Statement], int] = {}
    for instant in instants(hear(sorted(set(history), key=lambda o: o.order_key), tiers).voices).instants:
        for utterance in instant.counted:
            voice = utterance.voice
            number[voice.family, voice.statement] = len(said)
            said.append((instant.at, voice.statement, utterance.weight))
        for voice in instant.repeats:
            utterance_number = number[voice.family, voice.statement]
            if said[utterance_number][0] < instant.at:
                key = (voice.family, voice.statement, utterance_number)
                repeats[key] = (instant.at, voice.statement, voice.reliability.value)
    said = sorted([*said, *repeats.values()], key=lambda words: words[0])
    numbers: dict[str, int] = {}
    clocks = [at for at, _, _ in said]
    return tuple(
        _Saying((at - before) / DAY, numbers.setdefault(fact, len(numbers)), denies, reliability)
        for before, (at, (fact, denies), reliability) in zip([*clocks[:1], *clocks], said, strict=False)
    )


# -- how probable that is -----------------------------------------------------------------------------------


def _log_likelihood(sayings: Sequence[_Saying], half_life_days: float | None) -> float:
    """The logarithm of the chance of these words, each given those before it.

    The forward algorithm over the candidates and the values nobody named: with the
    chance ``1 - keep`` the truth is now any other value alike, and who errs says any
    other value alike.  A constant for which values were said is left out.
    """
    others = max(VALUES, 1 + max(saying.candidate for saying in sayings) + 1) - 1
    masses: list[float] = []
    total = 0.0
    for gap_days, candidate, denies, reliability in sayings:
        keep = decay(gap_days, half_life_days)
        if keep < 1.0:
            moved = (1.0 - keep) / others
            masses = [keep * mass + moved * (1.0 - mass) for mass in masses]
        while len(masses) <= candidate:
            masses.append(max(0.0, 1.0 - fsum(masses)) / (others + 1 - len(masses)))
        if denies:
            right, wrong = 1.0 - reliability, reliability
        else:
            right, wrong = reliability, (1.0 - reliability) / others
        named = masses[candidate]
        chance = right * named + wrong * (1.0 - named)
        masses = [wrong * mass / chance for mass in masses]
        masses[candidate] = right * named / chance
        total += log(chance)
    return total


# -- which half-life makes it most probable -----------------------------------------------------------------


def _estimate(
    heard: Sequence[Sequence[_Saying]], prior_days: float | None
) -> tuple[float | None, float | None, float | None]:
    """The most probable half-life in days, and the bounds of what is credible."""
    unit = 1.0 if prior_days is None else prior_days

    def score(x: float) -> float:
        """The log probability of the half-life ``unit * exp(x)``, but for a constant."""
        likelihood = _total(heard, unit * exp(x))
        return likelihood if prior_days is None else likelihood - (x / PRIOR_SPREAD) ** 2 / 2

    grid = AROUND_PRIOR if prior_days is not None else WITHOUT_PRIOR
    scores = [score(x) for x in grid]
    if prior_days is None and not _is_clear(heard, [exp(x) for x in grid]):
        return None, None, None
    # Once more around the top of the first parabola, with steps fine enough for much data.
    centre, _ = _parabola(grid, scores)
    close = [centre - STEP / 8, centre, centre + STEP / 8]
    top, spread = _parabola(close, [score(x) for x in close])
    margin = exp(CREDIBLE * spread)
    days = unit * exp(top)
    return days, days / margin, days * margin


def _total(heard: Iterable[Sequence[_Saying]], half_life_days: float | None) -> float:
    return fsum(_log_likelihood(sayings, half_life_days) for sayings in heard)


def _is_clear(heard: Sequence[Sequence[_Saying]], half_lives: Sequence[float]) -> bool:
    """Whether what was said all but rules out that the class does not decay.

    The belief that speaks loudest for decay is left out: one that was put into the wrong
    class is not to change it for all others.
    """
    forever = [_log_likelihood(sayings, None) for sayings in heard]
    gains = []
    for days in half_lives:
        each = [_log_likelihood(s, days) - f for s, f in zip(heard, forever, strict=True)]
        gains.append(fsum(each) - max(0.0, *each) if each else 0.0)
    top = max(gains)
    # In logarithms: the chances themselves may be too small or too great for a float.
    log_odds_of_decay = log(fsum(exp(gain - top) for gain in gains) / len(gains)) + top
    return log_odds_of_decay > log((1 - DOUBT) / DOUBT)


def _parabola(xs: Sequence[float], ys: Sequence[float]) -> tuple[float, float]:
    """Where the parabola through the highest point and its neighbours has its top, and its spread there.

    ``ys`` are log probabilities, so the spread is the standard deviation of the normal
    distribution that has this top.  Where the highest point is the first or last, it is
    the top itself.
    """
    highest = max(range(len(xs)), key=lambda index: ys[index])
    middle = min(max(highest, 1), len(xs) - 2)
    before, at, after = ys[middle - 1 : middle + 2]
    step, bend = xs[middle] - xs[middle - 1], 2 * at - before - after
    if bend <= 0.0:  # flat as far as floats can tell
        return xs[highest], xs[-1] - xs[0]
    top = xs[middle] + step * (after - before) / (2 * bend)
    return min(max(top, xs[0]), xs[-1]), step / sqrt(bend)
