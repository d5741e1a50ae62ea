"""The `belief` ranking: relevance first, then how sure and how current.

Relevance joins meaning and words; what is asserted and current rises, what is contested,
fading or superseded falls.  Every score is the sum of its terms.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

# A pair of unrelated sentences has about this cosine under the default embedder, and few
# related ones are above the other: between them similarity is read as a share.
SIMILARITY_FLOOR, SIMILARITY_CEILING = 0.20, 0.80
# BM25 at which a keyword match counts for half.
HALF_KEYWORD = 4.0

WEIGHTS: Mapping[str, float] = {"semantic": 0.45, "keyword": 0.35, "credence": 0.20}
# Below it nothing is relevant, and the answer to a question about it is silence.
RELEVANCE_FLOOR = 0.20
# How alike two memories may be before the second only repeats the first.
NEAR_DUPLICATE = 0.97


@dataclass(frozen=True, slots=True)
class Scored:
    """One memory with what ranks it; ``terms`` add up to ``score``."""

    memory_id: str
    score: float
    terms: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Features:
    """What is known of one memory for one query.

    ``similarity`` is a cosine, ``keyword`` a BM25 score, ``credence`` in [0, 1]; a route
    that did not see the memory gives None.
    """

    memory_id: str
    similarity: float | None
    keyword: float | None
    credence: float
    is_unproven: bool = False
    is_history: bool = False


def rank(features: Sequence[Features]) -> list[Scored]:
    """Best first; what only untrusted sources say stands below the rest, ties break by id."""
    scored = [(one, score(one)) for one in features]
    relevant = [(one, s) for one, s in scored if s is not None]
    relevant.sort(
        key=lambda pair: (pair[0].is_unproven, pair[0].is_history, -pair[1].score, pair[1].memory_id)
    )
    return [s for _, s in relevant]


def score(one: Features) -> Scored | None:
    """The score of one memory, or None where it has nothing to do with the query.

    Credence counts in proportion to relevance: being sure of something else is no answer.
    """
    semantic = _share(one.similarity)
    keyword = (one.keyword or 0.0) / ((one.keyword or 0.0) + HALF_KEYWORD)
    joined = WEIGHTS["semantic"] * semantic + WEIGHTS["keyword"] * keyword
    relevance = joined / (WEIGHTS["semantic"] + WEIGHTS["keyword"])
    if relevance < RELEVANCE_FLOOR:
        return None
    terms = {
        "semantic": round(WEIGHTS["semantic"] * semantic, 6),
        "keyword": round(WEIGHTS["keyword"] * keyword, 6),
        "credence": round(WEIGHTS["credence"] * relevance * one.credence, 6),
    }
    return Scored(one.memory_id, round(sum(terms.values()), 6), terms)


def _share(similarity: float | None) -> float:
    if similarity is None:
        return 0.0
    share = (similarity - SIMILARITY_FLOOR) / (SIMILARITY_CEILING - SIMILARITY_FLOOR)
    return min(1.0, max(0.0, share))
