"""belief-world: is what the memory is 80% sure of true in eight of ten cases?

Asked of simulated worlds (`doxa.belief.worlds`), where the truth is known: worlds of
four half-lives, each set of one seed on its own and all of them together.  What is
scored is `credence` at the time of the question against the truth at that time.  Last
write wins asserts flatly, so it states 1.  Learned half-lives come from other worlds
than those they are tried on, and start from priors that are wrong by a factor of three,
too long and too short by turns.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from statistics import median
from typing import Any, NamedTuple

from doxa.belief import BeliefClass, BeliefResolver, FactObservation, Outcome, ProvenanceTier, reliability
from doxa.belief.half_lives import LearnedHalfLife, learn_half_lives
from doxa.belief.independence import Hearing, hear
from doxa.belief.tiers import DEFAULT_TIERS
from doxa.belief.update import fold, fold_instants, in_order, instants
from doxa.belief.verdict import echoes_in, judge
from doxa.belief.worlds import World, simulate
from doxa.errors import InvalidInput

from .progress import watched

# True half-lives in days, and by how much the prior that learning starts from is wrong.
TRUE_DAYS = {
    BeliefClass.STATE: 30.0,
    BeliefClass.PLAN: 90.0,
    BeliefClass.PREFERENCE: 180.0,
    BeliefClass.EPISODIC: 365.0,
}
PRIOR_FACTORS = dict(zip(TRUE_DAYS, (3.0, 1 / 3, 3.0, 1 / 3), strict=True))
ATTACKERS = (0, 10)
SEEDS = 5
# Learned from so many worlds of each half-life, of seeds that are never measured.
LEARNED_FROM, LEARNING_SEEDS_FROM = 200, 1_000_000
SAMPLE = 100_000  # observations over which the rate is measured

HalfLives = Mapping[BeliefClass, float | None]


class Heard(NamedTuple):
    """A world, and what is independent in it: that is the same for every half-life."""

    belief_class: BeliefClass
    world: World
    said: tuple[FactObservation, ...]
    hearing: Hearing


def measure(worlds: int = 10_000, seed: int = 1) -> dict[str, Any]:
    """Every arm over ``worlds`` worlds in all, a fifth of them from each of five seeds."""
    share = worlds // (SEEDS * len(TRUE_DAYS))
    if share < 1:
        raise InvalidInput(
            f"'worlds' must be at least {SEEDS * len(TRUE_DAYS)}, one for each seed and half-life"
        )
    outcomes: dict[str, dict[str, list[list[Outcome]]]] = {}
    learned: list[dict[BeliefClass, LearnedHalfLife]] = []
    for each in watched(range(seed, seed + SEEDS), "worlds"):
        learned.append(_learned(each))
        half_lives = _half_lives(learned[-1])
        for attackers in ATTACKERS:
            heard = _heard(share, each, attackers)
            for arm, days in half_lives.items():
                by_seed = outcomes.setdefault(arm, {}).setdefault(str(attackers), [])
                by_seed.append([_outcome(one, days) for one in heard])
            by_seed = outcomes.setdefault("lww", {}).setdefault(str(attackers), [])
            by_seed.append([_last_write(one) for one in heard])
    arms = {
        arm: {name: _score(by_seed) for name, by_seed in figures.items()} for arm, figures in outcomes.items()
    }
    observations, per_second = rate(seed)
    return {
        "bench": "belief-world",
        "n": share * SEEDS * len(TRUE_DAYS),
        "seed": seed,
        "seeds": SEEDS,
        "arms": {arm: arms[arm] for arm in ("lww", "true", "x3", "div3", "learned")},
        "attackers_change_accuracy": max(
            abs(arm["10"]["accuracy"] - arm["0"]["accuracy"]) for name, arm in arms.items() if name != "lww"
        ),
        "half_lives": {str(c): _learned_summary(c, [each[c] for each in learned]) for c in TRUE_DAYS},
        "observations": observations,
        "observations_per_s": per_second,
        "core": core(),
    }


# -- arms ---------------------------------------------------------------------------------------------------


def _worlds(share: int, seed: int, attackers: int) -> Iterator[tuple[BeliefClass, World]]:
    for number, (belief_class, days) in enumerate(TRUE_DAYS.items()):
        for world in simulate(share, days, seed * len(TRUE_DAYS) + number, attackers):
            yield belief_class, world


def _heard(share: int, seed: int, attackers: int) -> list[Heard]:
    return [
        Heard(belief_class, world, said, hear(in_order(said), DEFAULT_TIERS))
        for belief_class, world in _worlds(share, seed, attackers)
        for said in (world.said,)
    ]


def _learned(seed: int) -> dict[BeliefClass, LearnedHalfLife]:
    """Learned under attack, for what an attacker says can move no half-life."""
    histories: dict[BeliefClass, list[Sequence[FactObservation]]] = {}
    for belief_class, world in _worlds(LEARNED_FROM, LEARNING_SEEDS_FROM + seed, max(ATTACKERS)):
        histories.setdefault(belief_class, []).append(world.said)
    return learn_half_lives(histories, {c: days * PRIOR_FACTORS[c] for c, days in TRUE_DAYS.items()})


def _half_lives(learned: Mapping[BeliefClass, LearnedHalfLife]) -> dict[str, HalfLives]:
    return {
        "true": TRUE_DAYS,
        "x3": {c: days * 3 for c, days in TRUE_DAYS.items()},
        "div3": {c: days / 3 for c, days in TRUE_DAYS.items()},
        "learned": {c: found.days for c, found in learned.items()},
    }


def _outcome(heard: Heard, half_lives: HalfLives) -> Outcome:
    world, hearing = heard.world, heard.hearing
    state = fold_instants(instants(hearing.voices).instants, half_lives[heard.belief_class])
    verdict = judge(world.key, state, heard.said, echoes_in(hearing.inert), world.asked_at)
    return Outcome(verdict.credence or 0.0, verdict.fact == world.truth, heard.belief_class)


def _last_write(heard: Heard) -> Outcome:
    return Outcome(1.0, heard.said[-1].fact == heard.world.truth, heard.belief_class)


def _score(by_seed: Sequence[Sequence[Outcome]]) -> dict[str, Any]:
    """Figures over the outcomes of all seeds; ``ece_by_seed`` shows the spread."""
    outcomes = [outcome for each in by_seed for outcome in each]
    found = reliability(outcomes)
    return {
        "accuracy": sum(outcome.is_true for outcome in outcomes) / len(outcomes),
        "brier": found.brier,
        "ece": found.ece,
        "ece_by_seed": [reliability(each).ece for each in by_seed],
        "bins": [asdict(one) for one in found.bins],
    }


def _learned_summary(belief_class: BeliefClass, learned: Sequence[LearnedHalfLife]) -> dict[str, Any]:
    return {
        "true_days": TRUE_DAYS[belief_class],
        "prior_days": learned[0].prior_days,
        "learned_days": [found.days for found in learned],
        "low_days": [found.low for found in learned],
        "high_days": [found.high for found in learned],
    }


# -- speed --------------------------------------------------------------------------------------------------


def rate(seed: int, sample: int = SAMPLE) -> tuple[int, float]:
    """How many observations were generated and folded into beliefs, and how many a second."""
    count, started = 0, time.perf_counter()
    for world in simulate(sample, 90.0, seed):
        fold(world.observations, 90.0)
        count += len(world.observations)
        if count >= sample:
            break
    return count, count / (time.perf_counter() - started)


def core(runs: int = 7, size: int = 500) -> dict[str, float]:
    """What one step of the resolver costs: the best of ``runs`` runs, in micro- and milliseconds.

    Observing is the mean over ``size`` observations of one belief in order; the verdict
    is the median over the runs, of a belief with 1,000.  Python's own collector of
    cycles is held back: it comes and goes with what else the process holds.
    """
    plain, with_lineage = chatter(size), chatter(size, lineage_every=10)
    large = BeliefResolver(90.0)
    large.observe_all(chatter(1000, lineage_every=10))
    return {
        "observe_us": min(_seconds(runs, lambda: BeliefResolver(90.0).observe_all(plain))) / size * 1e6,
        "observe_with_lineage_us": min(_seconds(runs, lambda: BeliefResolver(90.0).observe_all(with_lineage)))
        / size
        * 1e6,
        "verdict_1000_ms": median(_seconds(runs, lambda: large.verdict("belief"))) * 1e3,
    }


def chatter(size: int, lineage_every: int = 0) -> list[FactObservation]:
    """One belief of eight candidates, in order: conversations of the owner, and an agent that reads them."""
    chance, start = Random(7), datetime(2026, 1, 1, tzinfo=UTC)
    return [
        FactObservation(
            "belief",
            f"value {chance.randrange(8)}",
            start + timedelta(hours=number),
            chance.choice((ProvenanceTier.USER_DIRECT, ProvenanceTier.AGENT_OWN)),
            family=chance.choice((None, f"chat {number // 5}")),
            lineage=(f"{number - 7}",) if lineage_every and number % lineage_every == 9 else (),
            id=f"{number}",
        )
        for number in range(size)
    ]


def _seconds(runs: int, call: Callable[[], object]) -> Iterable[float]:
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        for _ in range(runs):
            started = time.perf_counter()
            call()
            yield time.perf_counter() - started
    finally:
        if was_enabled:
            gc.enable()


# -- reading ------------------------------------------------------------------------------------------------

NAMES = {
    "lww": "last write wins",
    "true": "true half-life",
    "x3": "three times too long",
    "div3": "three times too short",
    "learned": "learned half-life",
}


def render(report: Mapping[str, Any]) -> None:
    """The report as tables on standard output."""
    from rich.console import Console
    from rich.table import Table

    table = Table(title=f"belief-world: {report['n']} simulated worlds, {report['seeds']} seeds", box=None)
    for name in ("arm", "attackers", "accuracy", "Brier", "ECE", "ECE by seed"):
        table.add_column(name, justify="left" if name == "arm" else "right")
    for arm, by_attackers in report["arms"].items():
        for attackers, found in by_attackers.items():
            figures = [f"{found[name]:.4f}" for name in ("accuracy", "brier", "ece")]
            spread = f"{min(found['ece_by_seed']):.3f} to {max(found['ece_by_seed']):.3f}"
            table.add_row(NAMES[arm], attackers, *figures, spread)
    console = Console()
    console.print(table)
    for found in report["half_lives"].values():
        days = ", ".join(f"{days:.0f}" for days in found["learned_days"])
        console.print(
            f"half-life {found['true_days']:.0f} days, prior {found['prior_days']:.0f}: learned {days}"
        )
    speed = report["core"]
    console.print(
        f"attackers change accuracy by {report['attackers_change_accuracy']:.4f}\n"
        f"{report['observations_per_s']:,.0f} observations a second, generated and folded; "
        f"observe {speed['observe_us']:.0f} us, with lineage {speed['observe_with_lineage_us']:.0f} us; "
        f"verdict over 1,000 {speed['verdict_1000_ms']:.2f} ms"
    )


def plot(report: Mapping[str, Any], file: Path) -> None:
    """Reliability diagrams of the arms without attackers, written to ``file``."""
    from doxa.belief.calibration import Bin, Reliability

    from .diagrams import draw_reliability

    shown = {}
    for arm in ("true", "learned", "x3", "div3"):
        found = report["arms"][arm]["0"]
        bins = tuple(Bin(**each) for each in found["bins"])
        shown[NAMES[arm]] = Reliability(report["n"], found["brier"], found["ece"], bins)
    draw_reliability(shown, file)
