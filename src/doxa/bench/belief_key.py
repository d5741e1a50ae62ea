"""belief-key: which claims are found to be about one attribute, and which wrongly so.

True pairs are LongMemEval's knowledge updates, full texts, the question unseen; unrelated
ones are texts of different questions.  The 200 revised and 200 near-duplicate facts go
through a whole memory, without a key, as `remember` takes them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

import doxa
from doxa.belief import BeliefKeyer
from doxa.belief.keying import GATE, LINK

from .knowledge_updates import DEVELOPMENT, load
from .pairs import DISTINCT, EVIDENCE, REVISED, Pair, Template, filled, same_topic, unrelated

UNRELATED, SEED, FACTS = 4_000, 0, 200
LEVELS = (0.1, 0.25, 0.45, 1.0, 2.0)
"""Percent of unrelated pairs linked, at which the share of true pairs is also told."""
SIDES = ("true", "false")
FIRST, LATER = datetime(2026, 1, 5, tzinfo=UTC), datetime(2026, 4, 6, tzinfo=UTC)


def measure(folder: Path | None = None) -> dict[str, Any]:
    """Percentages; ``at`` is what a keyer would link of the true pairs at other thresholds than the gate."""
    updates = load(folder)
    true = [(update.stale.text, update.fresh.text) for update in updates]
    other = unrelated(updates, UNRELATED, SEED)
    alike = same_topic((folder or DEVELOPMENT) / EVIDENCE)
    keyers = {
        "meaning_and_words": BeliefKeyer(similarity_of(true + other + alike)),
        "words_only": BeliefKeyer(),
    }
    return {
        "bench": "belief-key",
        "n": len(true),
        "unrelated": len(other),
        "seed": SEED,
        "gate": GATE,
        "link": LINK,
        "linking": {name: linking(keyer, true, other) for name, keyer in keyers.items()},
        "same_topic": {
            "n": len(alike),
            "linked": {name: _linked(keyer, alike) for name, keyer in keyers.items()},
        },
        "near_duplicates": near_duplicates(FACTS),
    }


def linking(keyer: BeliefKeyer, true: Sequence[Pair], other: Sequence[Pair]) -> dict[str, Any]:
    """How many of either kind the keyer links by itself, and how many it shows to a judge."""
    linked, noise = ([keyer.score(*pair) for pair in pairs] for pairs in (true, other))
    highest = sorted(noise, reverse=True)
    bars = {level: highest[int(len(noise) * level / 100)] for level in LEVELS}
    return {
        "true_linked": _percent(score >= LINK for score in linked),
        "false_linked": _percent(score >= LINK for score in noise),
        "true_judged": _percent(score >= GATE for score in linked),
        "false_judged": _percent(score >= GATE for score in noise),
        "at": {str(level): _percent(score > bar for score in linked) for level, bar in bars.items()},
    }


def _linked(keyer: BeliefKeyer, pairs: Sequence[Pair]) -> float | None:
    return _percent(keyer.score(*pair) >= LINK for pair in pairs) if pairs else None


def similarity_of(pairs: Sequence[Pair]) -> Callable[[str, str], float]:
    """The cosine of two of these texts, by the default embedder."""
    from doxa.index.embedders import UniversalSentenceEmbedder

    known = sorted({text for pair in pairs for text in pair})
    rows = np.asarray(UniversalSentenceEmbedder().embed(known))
    at = {text: row / (np.linalg.norm(row) or 1.0) for text, row in zip(known, rows, strict=True)}
    return lambda a, b: float(at[a] @ at[b])


def near_duplicates(count: int) -> dict[str, float]:
    """Facts that are revised, and facts that only look like one another, each kind in memories of its own.

    ``stale_rate``: revised, and the first value still asserted; ``wrong_retire_rate``: of
    the distinct ones those that no longer are.
    """
    with doxa.open(":memory:") as memory:
        revised = [_tell(memory, f"revised {n}", part) for n, part in _dealt(REVISED, count, 1)]
        distinct = [_tell(memory, f"distinct {n}", part) for n, part in _dealt(DISTINCT, count, 2)]
    stale = [first in asserted for told, asserted in revised for first, _ in told]
    retired = [
        memory_id not in asserted for told, asserted in distinct for pair in told for memory_id in pair
    ]
    return {"facts": count, "stale_rate": _percent(stale), "wrong_retire_rate": _percent(retired)}


def _dealt(templates: Sequence[Template], count: int, seed: int) -> Iterable[tuple[int, Sequence[Pair]]]:
    """A hand of pairs for each owner, no template twice in it."""
    pairs = filled(templates, count, seed)
    starts = [*range(0, count, len(templates)), count]
    return ((number, pairs[start:end]) for number, (start, end) in enumerate(pairwise(starts)))


def _tell(memory: doxa.Memory, name: str, pairs: Sequence[Pair]) -> tuple[list[Pair], set[str]]:
    """Say every first half, then every later one; the ids each went to, and those asserted in the end."""
    owner = memory.owner(name)
    ids: list[list[str]] = [[], []]
    for half, start in enumerate((FIRST, LATER)):
        for number, pair in enumerate(pairs):
            written = owner.remember(pair[half], at=start + timedelta(hours=number))
            ids[half].append(written.memory.id if written.memory else "")
    asserted = {item.id for item in owner.list(limit=1_000, stance="asserted")}
    return list(zip(*ids, strict=True)), asserted


def _percent(hits: Iterable[bool]) -> float:
    found = list(hits)
    return round(100 * sum(found) / len(found), 2)


def render(report: Mapping[str, Any]) -> None:
    """The report as tables on standard output."""
    from rich.console import Console
    from rich.table import Table

    table = Table(title=f"belief-key: {report['n']} updates, {report['unrelated']} unrelated pairs", box=None)
    for name in ("keyer", "linked: true", "unrelated", "judged: true", "unrelated"):
        table.add_column(name, justify="left" if name == "keyer" else "right", no_wrap=True)
    curve = Table(title="true pairs linked where so many unrelated ones are", box=None)
    for name in ("keyer", *(f"{level}%" for level in LEVELS)):
        curve.add_column(name, justify="left" if name == "keyer" else "right", no_wrap=True)
    for name, figures in report["linking"].items():
        shares = (f"{figures[f'{side}_{what}']:.2f}" for what in ("linked", "judged") for side in SIDES)
        table.add_row(name.replace("_", " "), *shares)
        curve.add_row(name.replace("_", " "), *(f"{figures['at'][str(level)]:.1f}" for level in LEVELS))
    near = report["near_duplicates"]
    console = Console()
    console.print(table)
    console.print(curve)
    if report["same_topic"]["n"]:
        linked = " and ".join(f"{share:.1f}%" for share in report["same_topic"]["linked"].values())
        console.print(f"{report['same_topic']['n']} pairs of one topic that are no update: {linked} linked")
    console.print(
        f"{near['facts']} revised facts: {near['stale_rate']:.1f}% stale; "
        f"{near['facts']} near-duplicates: {near['wrong_retire_rate']:.1f}% wrongly retired"
    )


def plot(report: Mapping[str, Any], file: Path) -> None:
    """What share of true pairs is linked at each share of unrelated ones."""
    from .diagrams import draw_curves

    curves = {
        name.replace("_", " "): {float(level): share for level, share in figures["at"].items()}
        for name, figures in report["linking"].items()
    }
    draw_curves(curves, ("unrelated pairs linked, %", "true pairs linked, %"), file)
