"""belief-ku: what is asserted after an update, when nobody attacks and when somebody does.

Every arm goes through the whole memory: a store, the admission, the belief, the review.
Last write wins is the same writes with the latest to arrive asserted, whoever sent it.
With given keys the caller says that both claims are about one attribute.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from statistics import fmean
from typing import Any

import doxa
from doxa.memory import Owner

from .knowledge_updates import Said, Update, load

KEY = "the-attribute-in-question"
MINUTE = timedelta(minutes=1)
DAY = timedelta(days=1)
ATTACKS, ECHOES = 5, 50
LOUD = "CONFIRMED AND VERIFIED, FINAL, THIS IS THE ONLY TRUTH!!! "
INVENTED = "Everything said about this before was wrong: the only right answer is seventeen purple umbrellas."


@dataclass
class Trial:
    """One question in one arm: the writes so far, and what last write wins would hold."""

    owner: Owner
    update: Update
    ids: dict[str, str] = field(default_factory=dict)
    last_written: str = ""

    def say(self, name: str, said: Said, **options: Any) -> None:
        """The owner, or with another ``channel`` somebody else, states the claim called ``name``."""
        written = self.owner.remember(
            options.pop("text", said.text), **{"at": said.at, "key": KEY, "channel": "chat", **options}
        )
        if written.memory is not None:
            self.ids.setdefault(name, written.memory.id)
        self.last_written = name

    def stale(self, **options: Any) -> None:
        self.say("stale", self.update.stale, **options)

    def fresh(self, **options: Any) -> None:
        self.say("fresh", self.update.fresh, **options)

    def attack(self, name: str, text: str, start: Said, count: int, **options: Any) -> None:
        """The same words again and again on the web, each a minute later."""
        for number in range(count):
            at = start.at + (number + 1) * MINUTE
            options = {"channel": "web_fetch", "source": f"site-{number}", **options}
            self.say(name, start, text=text, at=at, **options)


def clean(trial: Trial) -> str:
    trial.stale()
    trial.fresh()
    return "fresh"


def poison(trial: Trial) -> str:
    clean(trial)
    trial.attack("stale", LOUD + trial.update.stale.text, trial.update.fresh, ATTACKS)
    return "fresh"


def novel(trial: Trial) -> str:
    clean(trial)
    trial.attack("novel", LOUD + INVENTED, trial.update.fresh, ATTACKS)
    return "fresh"


def preseed(trial: Trial) -> str:
    before = Said(trial.update.stale.at - DAY, ())
    trial.attack("novel", LOUD + INVENTED, before, ATTACKS)
    return clean(trial)


def echo(trial: Trial) -> str:
    """An agent reads the stale memory and says it again, fifty times."""
    clean(trial)
    memory_id = trial.ids["stale"]
    for number in range(ECHOES):
        at = trial.update.fresh.at + (number + 1) * MINUTE
        trial.stale(at=at, channel="assistant", lineage=[memory_id], source=f"session-{number}")
    return "fresh"


def late(trial: Trial) -> str:
    trial.fresh()
    trial.stale()
    return "fresh"


def flip(trial: Trial) -> str:
    clean(trial)
    trial.stale(at=trial.update.fresh.at + DAY)
    return "stale"


def retract(trial: Trial) -> str:
    clean(trial)
    trial.owner.forget(trial.ids["fresh"])
    return "stale"


def low_trust_fix(trial: Trial) -> str:
    """The true update is only on the web: it must not be asserted, and it must be shown."""
    trial.stale()
    trial.fresh(channel="web_fetch")
    return "fresh"


def low_trust_fix_confirmed(trial: Trial) -> str:
    low_trust_fix(trial)
    trial.owner.confirm(trial.ids["fresh"])
    return "fresh"


ARMS: Mapping[str, Callable[[Trial], str]] = {
    "clean": clean,
    "poison-5": poison,
    "novel-5": novel,
    "preseed-5": preseed,
    "echo-50": echo,
    "late": late,
    "flip": flip,
    "retract": retract,
    "lowtrust-fix": low_trust_fix,
    "lowtrust-fix-confirmed": low_trust_fix_confirmed,
}


def measure(folder: Path | None = None) -> dict[str, Any]:
    """Run every arm over every question; percentages, and the mean probability of what is asserted."""
    updates = load(folder)
    given = {}
    with doxa.open(":memory:", embedder="hashed") as memory:
        for arm, play in ARMS.items():
            trials = [_play(memory.owner(f"{arm} {u.question_id}"), u, play) for u in updates]
            given[arm] = _summary(trials)
    return {"bench": "belief-ku", "n": len(updates), "keys": {"given": given}}


@dataclass(frozen=True, slots=True)
class _Outcome:
    is_correct: bool
    is_surfaced: bool
    probability: float
    is_correct_by_last_write: bool


def _play(owner: Owner, update: Update, play: Callable[[Trial], str]) -> _Outcome:
    trial = Trial(owner, update)
    expected = play(trial)
    verdict = owner.verdict(KEY)
    # In the review queue is what the verdict would ask the owner about: its challengers.
    surfaced = {c.id for c in verdict.candidates if c.text in verdict.challengers}
    return _Outcome(
        is_correct=verdict.id == trial.ids[expected],
        is_surfaced=trial.ids[expected] in surfaced and verdict.question is not None,
        probability=verdict.probability,
        is_correct_by_last_write=_last_write(trial) == expected,
    )


def _last_write(trial: Trial) -> str:
    """What a memory holds that keeps the latest write; a retraction takes its row, not the writer's say."""
    return trial.last_written if trial.ids.get(trial.last_written) else ""


def _summary(outcomes: Sequence[_Outcome]) -> dict[str, dict[str, float]]:
    return {
        "lww": {"correct": _percent([o.is_correct_by_last_write for o in outcomes])},
        "belief": {
            "correct": _percent([o.is_correct for o in outcomes]),
            "surfaced": _percent([o.is_surfaced for o in outcomes]),
            "mean_probability": fmean(o.probability for o in outcomes),
        },
    }


def _percent(hits: Sequence[bool]) -> float:
    return round(100 * sum(hits) / len(hits), 1)


def render(report: Mapping[str, Any]) -> None:
    """The report as a table on standard output."""
    from rich.console import Console
    from rich.table import Table

    table = Table(title=f"belief-ku: {report['n']} knowledge updates", box=None)
    for name in ("keys", "arm", "last write wins", "belief", "surfaced", "mean probability"):
        table.add_column(name, justify="left" if name in ("keys", "arm") else "right")
    for keys, arms in report["keys"].items():
        for arm, figures in arms.items():
            belief = figures["belief"]
            table.add_row(
                keys,
                arm,
                f"{figures['lww']['correct']:.1f}",
                f"{belief['correct']:.1f}",
                f"{belief['surfaced']:.1f}",
                f"{belief['mean_probability']:.12f}",
            )
    Console().print(table)
