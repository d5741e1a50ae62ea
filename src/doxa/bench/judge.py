"""judge: what the judge without a model makes of pairs whose relation is known.

SICK's trial pairs and the same-topic pairs of LongMemEval are read from the data folder and
left out where it has none of them; the rest is shipped.  A false contradiction lets one fact
suppress another, so unrelated pairs count most.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from doxa.belief import BeliefKeyer
from doxa.domain.judgement import Relation, Stated
from doxa.language.judging import RuleJudge

from .belief_key import SEED, UNRELATED, similarity_of
from .knowledge_updates import DEVELOPMENT, load
from .pairs import DISTINCT, EVIDENCE, REVISED, Pair, filled, same_topic, unrelated

SICK = "sick/SICK_trial.txt"
MEANT = {
    "ENTAILMENT": Relation.RESTATED,
    "CONTRADICTION": Relation.CONTRADICTED,
    "NEUTRAL": Relation.UNRELATED,
}
FACTS = 200


def measure(folder: Path | None = None) -> dict[str, Any]:
    """Percentages; ``contradicted`` counts what is said to have ended too."""
    root = folder or DEVELOPMENT
    updates = load(folder)
    known = _sick(root / SICK)
    sets: dict[str, Sequence[Pair]] = {
        "updates": [(update.stale.text, update.fresh.text) for update in updates],
        "unrelated": unrelated(updates, UNRELATED, SEED),
        "same_topic": same_topic(root / EVIDENCE),
        "revised": filled(REVISED, FACTS, 1),
        "near_duplicates": filled(DISTINCT, FACTS, 2),
    }
    judged = Judging([pair for pairs in sets.values() for pair in pairs] + [pair for pair, _ in known])
    report: dict[str, Any] = {"bench": "judge", "sick_trial": None}
    if known:
        seen = Counter((meant, judged.relation(*pair)) for pair, meant in known)
        report["sick_trial"] = per_class(seen)
    for name, pairs in sets.items():
        relations = Counter(judged.relation(*pair) for pair in pairs)
        report[name] = {"n": len(pairs)} | {
            str(relation): _percent(relations[relation], len(pairs))
            for relation in (Relation.RESTATED, Relation.CONTRADICTED)
        }
    return report


class Judging:
    """The keyer and the judge as the admission calls them."""

    def __init__(self, pairs: Sequence[Pair]) -> None:
        self._similarity = similarity_of(pairs)
        self._keyer, self._judge = BeliefKeyer(), RuleJudge()

    def relation(self, old: str, new: str) -> Relation:
        cosine = self._similarity(old, new)
        score = self._keyer.score(old, new, cosine)
        found = self._judge.judge(Stated(new), Stated(old), score, cosine).relation
        return Relation.CONTRADICTED if found is Relation.RESOLVED else found


def per_class(seen: Counter[tuple[Relation, Relation]]) -> dict[str, Any]:
    """Precision and recall of each class, and how often an unrelated pair is called contradicted."""
    classes = (Relation.RESTATED, Relation.CONTRADICTED, Relation.UNRELATED)
    report: dict[str, Any] = {}
    for one in classes:
        said, meant = (sum(n for pair, n in seen.items() if pair[side] is one) for side in (1, 0))
        right = seen[one, one]
        report[str(one)] = {"precision": _percent(right, said), "recall": _percent(right, meant), "n": meant}
    wrong = seen[Relation.UNRELATED, Relation.CONTRADICTED]
    return report | {"unrelated_called_contradicted": _percent(wrong, report["unrelated"]["n"])}


def _sick(path: Path) -> list[tuple[Pair, Relation]]:
    if not path.is_file():
        return []
    with path.open(encoding="utf-8") as file:
        rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        return [((row["sentence_A"], row["sentence_B"]), MEANT[row["entailment_judgment"]]) for row in rows]


def _percent(part: int, whole: int) -> float:
    return round(100 * part / whole, 2) if whole else 0.0


def render(report: Mapping[str, Any]) -> None:
    """The report as tables on standard output."""
    from rich.console import Console
    from rich.table import Table

    console = Console()
    table = Table(title="judge: what pairs are taken for", box=None)
    for name in ("pairs", "n", "restated", "contradicted"):
        table.add_column(name, justify="left" if name == "pairs" else "right")
    for name, figures in report.items():
        if isinstance(figures, dict) and "n" in figures and figures["n"]:
            shares = (f"{figures[relation]:.2f}" for relation in ("restated", "contradicted"))
            table.add_row(name.replace("_", " "), str(figures["n"]), *shares)
    console.print(table)
    if (sick := report["sick_trial"]) is None:
        console.print("SICK is not in the data folder: name it with --data")
        return
    table = Table(title="judge: SICK trial", box=None)
    for name in ("class", "n", "precision", "recall"):
        table.add_column(name, justify="left" if name == "class" else "right")
    for name in ("restated", "contradicted", "unrelated"):
        one = sick[name]
        table.add_row(name, str(one["n"]), f"{one['precision']:.1f}", f"{one['recall']:.1f}")
    console.print(table)
    console.print(f"unrelated called contradicted: {sick['unrelated_called_contradicted']:.2f}%")
