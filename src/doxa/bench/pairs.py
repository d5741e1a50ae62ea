"""Pairs of claims to measure keying and judging with: made from templates, and of LongMemEval.

The fit of the keyer (``scripts/fit_keyer.py``) shares no template and no filler with these.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

from .knowledge_updates import Update

Pair = tuple[str, str]
EVIDENCE = "longmemeval/longmemeval_oracle_evidence_500.json"


@dataclass(frozen=True, slots=True)
class Template:
    """What is said first and what is said later; ``{}`` is filled with one of ``fillers`` each."""

    first: str
    later: str
    fillers: Sequence[str]


def _templates(fillers: Sequence[str], *pairs: str) -> list[Template]:
    halves = (pair.split(" | ") for pair in pairs)
    return [Template(first, later, fillers) for first, later in halves]


PLACES = "Bergen Utrecht Leeds Porto Gdansk Lyon Turin Malmo Ghent Cork Graz Basel".split()
FIRMS = "Initech Globex Hooli Umbrella Vandelay Wonka Stark Cyberdyne Tyrell Monsanto".split()
PEOPLE = [("Mara", "Lara"), ("Jonas", "Thomas"), ("Elin", "Ellen"), ("Petra", "Greta"), ("Ivan", "Evan")]
WORDS = "falcon cedar marble lantern comet walnut harbour saffron pebble thistle".split()
THINGS = ["garage", "allotment", "boathouse", "cellar", "attic", "studio", "cabin", "greenhouse"]
FIGURES = ["4417", "8203", "1965", "7730", "2296", "5158"]
HOURS = ["6:15 am", "7 am", "8:30 pm", "9:45 am", "5 pm"]
DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"]

REVISED = [
    *_templates(
        PLACES,
        "I live in {}. | I moved to {} in March.",
        "{name} lives in {}. | {name} has moved to {}.",
        "My favourite pastry shop is in {}. | My favourite pastry shop is the one in {}.",
    ),
    *_templates(
        FIRMS,
        "I work at {}. | I work at {} now.",
        "{name}'s employer is {}. | {name}'s employer is now {}.",
        "My bank is {}. | I switched my bank to {}.",
    ),
    *_templates(
        FIGURES,
        "The alarm code of the {thing} is {}. | The {thing} alarm code has changed to {}.",
        "I pay {} euros a month for the {thing}. | My {thing} costs me {} euros a month now.",
        "My resting pulse is {} beats. | My resting pulse went down to {} beats.",
        "I have read {} pages of the atlas. | I've now read {} pages of the atlas.",
    ),
    *_templates(WORDS, "My passphrase for the {thing} is {}. | My {thing} passphrase is {} now."),
    *_templates(
        HOURS, "My physiotherapy session starts at {}. | The physiotherapy session now starts at {}."
    ),
    *_templates(
        DAYS,
        "We collect the vegetable box on {}s. | The vegetable box is collected on {}s from now on.",
        "Our choir rehearses on {}. | Our choir rehearses on {} these days.",
    ),
]
DISTINCT = [
    *_templates(
        FIGURES,
        "My upstairs thermostat is set to {}. | My downstairs thermostat is set to {}.",
        "The front gate code of the {thing} is {}. | The back gate code of the {thing} is {}.",
        "My {thing} costs {} euros. | My sister's {thing} costs {} euros.",
        "Locker 41 opens with {}. | Locker 47 opens with {}.",
        "Invoice KL-2041 is worth {} euros. | Invoice KL-2042 is worth {} euros.",
        "My shoe size is {}. | My shirt size is {}.",
    ),
    *_templates(
        PLACES,
        "I live in {}. | My cousin lives in {}.",
        "{name} from sales sits in {}. | {name} from finance sits in {}.",
        "Bus 12 leaves from {}. | Bus 21 leaves from {}.",
    ),
    *_templates(FIRMS, "{name} works at {}. | {other} works at {}."),
    *_templates(
        DAYS,
        "{name}'s surgery is on {}. | {other}'s surgery is on {}.",
        "My dentist appointment is on {}. | My optician appointment is on {}.",
    ),
    *_templates(
        HOURS,
        "The {thing} opens at {}. | The {thing} closes at {}.",
        "My train leaves at {}. | My brother's train leaves at {}.",
    ),
    *_templates(
        WORDS,
        "I am allergic to {}. | I'm also allergic to {}.",
        "My email password is {}. | My bank password is {}.",
    ),
]


def filled(templates: Sequence[Template], count: int, seed: int) -> list[Pair]:
    """``count`` pairs, the templates in turn: of two values that differ."""
    chance = random.Random(seed)
    pairs = []
    for number in range(count):
        template = templates[number % len(templates)]
        name, other = chance.choice(PEOPLE)
        known = {"thing": chance.choice(THINGS), "name": name, "other": other}
        before, after = chance.sample(list(template.fillers), 2)
        pairs.append((template.first.format(before, **known), template.later.format(after, **known)))
    return pairs


def unrelated(updates: Sequence[Update], count: int, seed: int) -> list[Pair]:
    """What was said first of one question and later of another; questions that share a turn are not two."""
    chance = random.Random(seed)
    pairs: list[Pair] = []
    while len(pairs) < count:
        one, other = chance.sample(updates, 2)
        if not _turns(one) & _turns(other):
            pairs.append((one.stale.text, other.fresh.text))
    return pairs


def _turns(update: Update) -> set[str]:
    return {*update.stale.turns, *update.fresh.turns}


def same_topic(path: Path) -> list[Pair]:
    """What one person said in two sessions about one question that is no knowledge update."""
    if not path.is_file():
        return []
    return [
        pair
        for record in json.loads(path.read_text(encoding="utf-8"))
        if record["question_type"] != "knowledge-update"
        for pair in combinations(_said(record["haystack_sessions"]), 2)
    ]


def _said(sessions: Iterable[Sequence[Mapping[str, Any]]]) -> list[str]:
    texts = (
        "\n".join(t["content"] for t in session if t.get("has_answer") and t["role"] == "user")
        for session in sessions
    )
    return [text for text in texts if text]
