"""Keywords: how much of a query's words a memory has, counting rare words for more.

BM25 (Robertson and others) over the owner's own counts, as a share of the most that the
query could get: in [0, 1], and comparable between a memory of three items and one of a
million.  A word that no memory has still counts in the query, so asking about somebody
never mentioned finds little.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import log

SATURATION = 1.2
LENGTH_WEIGHT = 0.4  # claims are short and of one kind: their length says little
USUAL_LENGTH = 12.0


def rarity(documents: int, size: int) -> float:
    """The weight of a word that stands in ``documents`` of ``size`` memories; always above 0."""
    return log(1.0 + (size - documents + 0.5) / (documents + 0.5)) if documents <= size else 0.0


def share(query: Sequence[str], terms: Sequence[str], frequencies: Mapping[str, int], size: int) -> float:
    """The share of the query's weight that a memory with these terms has."""
    weights = {term: rarity(frequencies.get(term, 0), size) for term in query}
    counts = Counter(terms)
    stretch = 1.0 - LENGTH_WEIGHT + LENGTH_WEIGHT * len(terms) / USUAL_LENGTH
    found = sum(
        weight * counts[term] * (SATURATION + 1.0) / (counts[term] + SATURATION * stretch)
        for term, weight in weights.items()
        if term in counts
    )
    return min(1.0, found / (sum(weights.values()) or 1.0))
