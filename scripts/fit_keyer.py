"""Fit the coefficients of ``doxa.belief.keying`` and print them with held-out figures.

    PYTHONPATH=src python scripts/fit_keyer.py [--data ../shared/data]

Positives: LongMemEval's knowledge updates (MIT), full texts, of which the pair of sentences
counts that the current fit likes best; and revised facts made from the templates below.
Negatives: what was said of two different LongMemEval questions that are not knowledge
updates, and near-duplicates from the templates.  Held out: each seventh of the updates, at
the threshold that lets 0.45% of the pairs of two different updates pass.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from doxa.belief.keying import GATE, BeliefKeyer, Coefficients
from doxa.belief.signature import sentences
from doxa.bench.belief_key import similarity_of
from doxa.bench.knowledge_updates import load
from doxa.bench.pairs import Pair, Template, filled, unrelated

Matrix = NDArray[np.float64]
Bag = Matrix
"""The features of every pair of sentences of one pair of texts."""
NAMES = [name for name in Coefficients.__dataclass_fields__ if name != "bias"]
# What the unrelated pairs weigh beside the true ones.  The gate only decides what a judge looks at.
PRIOR = {"WITH_COSINE": 1.0, "LEXICAL": 1.0}
LIMIT = 4_000

CITIES = "Oslo Rome Quito Perth Dakar Hanoi Lima Kyoto".split()
COMPANIES = "Acme Nordwind Brightside Kestrel Bluefin Marlowe".split()
AMOUNTS = "12 18 25 40 75 310 4471 905".split()
TRADES = "nurse teacher welder plumber baker pilot librarian".split()
CODES = "heron osprey magpie willow basil juniper".split()
WEEK = "Monday Tuesday Wednesday Thursday Friday Saturday".split()
CLOCK = ["6 am", "7:30 am", "9 pm", "10:45 am"]
SAME = [
    Template(*three)
    for three in (
        ("I live in {}.", "I moved to {}.", CITIES),
        ("My work phone is {}.", "My work phone is now {}.", AMOUNTS),
        ("I work as a {}.", "I work as a {} now.", TRADES),
        ("I work for {}.", "I now work at {}.", COMPANIES),
        ("The wifi password is {}.", "The wifi password has changed to {}.", CODES),
        ("I use {} grams of coffee per cup.", "I've switched to {} grams of coffee.", AMOUNTS),
        ("My yoga class is on {}.", "Yoga class is on {} these days.", WEEK),
        ("I wake up at {}.", "These days I wake up at {}.", CLOCK),
        ("{name} works at {}.", "{name} now works at {}.", COMPANIES),
        ("My dentist is on {} Road.", "My dentist is now on {} Road.", CITIES),
        ("I prefer {} tea.", "I prefer {} tea these days.", CODES),
        ("The rent of my flat is {} a month.", "My rent went up to {} a month.", AMOUNTS),
    )
]
OTHER = [
    Template(*three)
    for three in (
        ("My {thing} key is number {}.", "My bike key is number {}.", AMOUNTS),
        ("My locker is number {}.", "My parking spot is number {}.", AMOUNTS),
        ("My yoga class is on {}.", "My pottery class is on {}.", WEEK),
        ("I pay {} euros for internet.", "I pay {} euros for insurance.", AMOUNTS),
        ("I bought {} apples.", "I sold {} chairs.", AMOUNTS),
        ("I visited {} in May.", "I ate at a diner in {}.", CITIES),
        ("My weight is {} kilos.", "My height is {} centimetres.", AMOUNTS),
        ("I met a {} on the bus.", "I spoke with a {} about the roof.", TRADES),
        ("The library opens at {}.", "The pool opens at {}.", CLOCK),
        ("I walk the dog at {}.", "I water the garden at {}.", CLOCK),
        ("I lent {} my drill.", "I owe {} a letter.", COMPANIES),
    )
]


def background(data: Path, count: int, seed: int) -> list[Pair]:
    """What was said of two questions, neither of them a knowledge update."""
    records = json.loads((data / "longmemeval/longmemeval_oracle_evidence_500.json").read_text("utf-8"))
    said = [
        (number, "\n".join(turn["content"] for turn in session if turn.get("has_answer"))[:LIMIT])
        for number, record in enumerate(records)
        if record["question_type"] != "knowledge-update"
        for session in record["haystack_sessions"]
    ]
    said = [(number, text) for number, text in said if text]
    chance = random.Random(seed)
    pairs: list[Pair] = []
    while len(pairs) < count:
        (one, a), (other, b) = chance.sample(said, 2)
        if one != other:
            pairs.append((a, b))
    return pairs


def logistic(x: Matrix, y: Matrix, weight: Matrix, ridge: float = 0.3) -> Matrix:
    """Newton's method; the bias is in front and is not shrunk."""
    x = np.column_stack([np.ones(len(x)), x])
    penalty = np.full(x.shape[1], ridge)
    penalty[0] = 1e-6
    beta = np.zeros(x.shape[1])
    for _ in range(40):
        p = 1 / (1 + np.exp(-x @ beta))
        gradient = x.T @ (weight * (p - y)) + penalty * beta
        hessian = (x * (weight * p * (1 - p))[:, None]).T @ x + np.diag(penalty)
        beta -= np.linalg.solve(hessian, gradient)
    return beta


def fit(groups: Sequence[Sequence[Bag]], shares: Sequence[float]) -> Matrix:
    """Fit, pick of each bag the pair of sentences that fits best, fit again.

    The first two groups are positives.  Each weighs as a whole, whatever its size.
    """
    beta = np.ones(groups[0][0].shape[1] + 1)
    for _ in range(6):
        picked = [np.array([bag[np.argmax(bag @ beta[1:])] for bag in group]) for group in groups]
        y = np.concatenate([np.full(len(g), float(i < 2)) for i, g in enumerate(picked)])
        w = np.concatenate([np.full(len(g), 100 * s / len(g)) for g, s in zip(picked, shares, strict=True)])
        beta = logistic(np.vstack(picked), y, w)
    return beta


def odds(bags: Sequence[Bag], beta: Matrix) -> Matrix:
    return np.array([beta[0] + (bag @ beta[1:]).max() for bag in bags])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--data", type=Path, default=Path(__file__).parents[2] / "shared/data")
    data = parser.parse_args().data
    updates = load(data)
    pairs = {
        "true": [(update.stale.text, update.fresh.text) for update in updates],
        "same": filled(SAME, 120, 3),
        "noise": background(data, 6_000, 7),
        "other": filled(OTHER, 110, 4),
        "unseen": unrelated(updates, 4_000, 0),
    }
    similarity, keyer = similarity_of([pair for group in pairs.values() for pair in group]), BeliefKeyer()

    def bags(group: Sequence[Pair]) -> list[Bag]:
        found = [keyer.features(sentences(a), sentences(b), similarity(a, b)) for a, b in group]
        return [np.array([[f[name] for name in NAMES] for f in features]) for features in found if features]

    groups = {name: bags(group) for name, group in pairs.items()}
    fold = np.random.default_rng(1).permutation(len(groups["true"])) % 7
    for title, columns in (("WITH_COSINE", NAMES), ("LEXICAL", NAMES[:-1])):
        at = [NAMES.index(name) for name in columns]
        cut = {name: [bag[:, at] for bag in group] for name, group in groups.items()}
        shares = [1.0, 0.5, PRIOR[title], 0.5 * PRIOR[title]]
        rest = [cut["same"], cut["noise"], cut["other"]]
        held_out = 0
        for part in range(7):
            inside = [bag for bag, f in zip(cut["true"], fold, strict=True) if f != part]
            outside = [bag for bag, f in zip(cut["true"], fold, strict=True) if f == part]
            trained = fit([inside, *rest], shares)
            bar = np.quantile(odds(cut["unseen"], trained), 1 - 0.0045, method="higher")
            held_out += int((odds(outside, trained) > bar).sum())
        beta = fit([cut["true"], *rest], shares)
        names = ["bias", *columns]
        table = ", ".join(f"{n}={c:.2f}" for n, c in zip(names, beta, strict=True))
        print(f"{title} = Coefficients({table}{'' if 'cosine' in columns else ', cosine=0.0'})")
        share = 100 * held_out / len(cut["true"])
        print(f"  held out: {share:.1f}% of true pairs linked at 0.45% of unrelated ones")
        gate = np.log(GATE / (1 - GATE))
        for name, group in pairs.items():
            passed = int((odds(cut[name], beta) >= gate).sum())
            print(f"  {name}: {100 * passed / len(group):.2f}% at the gate")


if __name__ == "__main__":
    main()
