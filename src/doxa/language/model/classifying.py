"""Classifying by model: one class for every text, or no answer at all."""

from __future__ import annotations

from collections.abc import Sequence

from doxa.belief.classes import BeliefClass

from .answers import Classes
from .asking import Unusable
from .rendering import block, clipped, line

BATCH = 50
TEXT_LIMIT = 500


def rendered(texts: Sequence[str]) -> str:
    return block(
        "memories",
        (line({"number": number, "text": clipped(text, TEXT_LIMIT)}) for number, text in enumerate(texts, 1)),
    )


def verified(answer: Classes, count: int) -> tuple[BeliefClass | None, ...]:
    """The classes in the order of the texts; every number once and no other."""
    numbers = sorted(entry.number for entry in answer.classes)
    if numbers != list(range(1, count + 1)):
        raise Unusable(f"give exactly one entry for every number from 1 to {count}, and no other")
    found = {entry.number: entry.belief_class for entry in answer.classes}
    return tuple(found[number] for number in range(1, count + 1))
