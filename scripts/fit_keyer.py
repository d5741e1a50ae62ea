"""Fit the coefficients of ``doxa.belief.keying`` and print them with held-out figures.

    PYTHONPATH=src python scripts/fit_keyer.py [--data ../shared/data]

Positives: LongMemEval knowledge updates (MIT), one pair of sentences a question, the
one the current fit likes best; and revised facts made from the templates below.
Negatives: sentences of different LongMemEval questions that are not knowledge
updates, and near-duplicates from the templates.  Held out: each seventh of the
questions against a threshold that lets 0.3% of the negatives pass.
"""

from __future__ import annotations

import argparse
import json
import random
from pathlib import Path

import numpy as np
from measure_keying import Pair, embedder, knowledge_updates, near_duplicates, sentences
from numpy.typing import NDArray

from doxa.belief.keying import BeliefKeyer, Coefficients
from doxa.belief.signature import signature

Matrix = NDArray[np.float64]
NAMES = [name for name in Coefficients.__dataclass_fields__ if name != "bias"]
# Negatives weigh this many times the positives: chosen so that about 0.3% of the noise passes the gate.
PRIOR = {"WITH_COSINE": 0.5, "LEXICAL": 1.2}

CITIES = "Oslo Rome Quito Perth Dakar Hanoi Lima Kyoto".split()
COMPANIES = "Acme Nordwind Brightside Kestrel Bluefin Marlowe".split()
AMOUNTS = "12 18 25 40 75 310 4471 905".split()
TRADES = "nurse teacher welder plumber baker pilot librarian".split()
CODES = "heron osprey magpie willow basil juniper".split()
WEEK = "Monday Tuesday Wednesday Thursday Friday Saturday".split()
CLOCK = ["6 am", "7:30 am", "9 pm", "10:45 am"]
SAME = [
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
]
OTHER = [
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
]


def background_pairs(data: Path, count: int, seed: int) -> list[Pair]:
    """Sentences of different questions that are no knowledge updates."""
    records = json.loads((data / "longmemeval/longmemeval_oracle_evidence_500.json").read_text("utf-8"))
    said = [
        sentences(t["content"] for s in r["haystack_sessions"] for t in s if t.get("has_answer"))
        for r in records
        if r["question_type"] != "knowledge-update"
    ]
    said = [s for s in said if s]
    chance = random.Random(seed)
    pairs: list[Pair] = []
    while len(pairs) < count:
        a, b = chance.sample(said, 2)
        if not set(a) & set(b):
            pairs.append((chance.choice(a), chance.choice(b)))
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


def fit(bags: list[Matrix], same: Matrix, other: Matrix, noise: Matrix, prior: float) -> Matrix:
    """Positives come in bags of which one pair is the true one: pick, fit, pick again.

    Each of the four groups weighs as a whole, whatever its size.
    """
    picked = [bag[np.argmax(bag[:, 0] + bag[:, 1])] for bag in bags]
    beta = np.zeros(same.shape[1] + 1)
    for _ in range(8):
        groups = [np.array(picked), same, noise, other]
        shares = [1.0, 0.5, prior, 0.5 * prior]
        x = np.vstack(groups)
        y = np.concatenate([np.full(len(g), float(i < 2)) for i, g in enumerate(groups)])
        w = np.concatenate([np.full(len(g), 100 * s / len(g)) for g, s in zip(groups, shares, strict=True)])
        beta = logistic(x, y, w)
        picked = [bag[np.argmax(bag @ beta[1:])] for bag in bags]
    return beta


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--data", type=Path, default=Path(__file__).parents[2] / "shared/data")
    data = parser.parse_args().data
    updates = knowledge_updates(data)
    noise_pairs = background_pairs(data, 20_000, 7)
    same_pairs, other_pairs = near_duplicates(SAME, 120, 3), near_duplicates(OTHER, 110, 4)
    texts = [s for _, a, b in updates for s in a + b]
    texts += [s for pair in noise_pairs + same_pairs + other_pairs for s in pair]
    similarity, keyer = embedder(texts), BeliefKeyer()

    def rows(pairs: list[Pair]) -> Matrix:
        found = [keyer.features(signature(a), signature(b), similarity(a, b)) for a, b in pairs]
        return np.array([[f[name] for name in NAMES] for f in found if f is not None])

    same, other, noise = rows(same_pairs), rows(other_pairs), rows(noise_pairs)
    bags = [rows([(a, b) for a in stale for b in fresh]) for _, stale, fresh in updates]
    fold = np.random.default_rng(1).permutation(len(bags)) % 7
    print({label: len(g) for label, g in (("same", same), ("other", other), ("noise", noise))})
    for title, columns in (("WITH_COSINE", NAMES), ("LEXICAL", NAMES[:-1])):
        at = [NAMES.index(c) for c in columns]
        cut = [bag[:, at] for bag in bags]
        beta = fit(cut, same[:, at], other[:, at], noise[:, at], PRIOR[title])
        held_out = 0
        for part in range(7):
            trained = fit(
                [b for b, f in zip(cut, fold, strict=True) if f != part],
                same[:, at],
                other[:, at],
                noise[:, at],
                PRIOR[title],
            )
            bar = np.sort(noise[:, at] @ trained[1:])[-int(0.003 * len(noise_pairs))]
            held_out += sum(
                bool((b @ trained[1:]).max() > bar) for b, f in zip(cut, fold, strict=True) if f == part
            )
        names = ["bias", *columns]
        table = ", ".join(f"{n}={c:.2f}" for n, c in zip(names, beta, strict=True))
        table += "" if "cosine" in columns else ", cosine=0.0"
        gate = np.log(3)
        print(f"{title} = Coefficients({table})")
        print(f"  held out: {100 * held_out / len(bags):.1f}% of true pairs linked at 0.3% of noise")
        for label, group in (("same", same), ("other", other), ("noise", noise)):
            odds = beta[0] + group[:, at] @ beta[1:]
            print(f"  {label}: {100 * np.mean(odds >= gate):.2f}% at the gate (of those no rule decides)")


if __name__ == "__main__":
    main()
