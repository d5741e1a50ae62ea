"""The `belief` ranking: relevance first, then how sure and how current.

Relevance joins meaning and words; what is asserted and current rises, what is contested,
fading or superseded falls.  Every score is the sum of its terms.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum

# A pair of unrelated sentences has about this cosine under the default embedder, and few
# related ones are above the other: between them similarity is read as a share.
SIMILARITY_FLOOR, SIMILARITY_CEILING = 0.20, 0.80

WEIGHTS: Mapping[str, float] = {"semantic": 0.45, "keyword": 0.35, "credence": 0.20}
# Below it nothing is relevant, and the answer to a question about it is silence.
RELEVANCE_FLOOR = 0.20


class Rank(IntEnum):
    """What stands above what, whatever the scores: a page never opens with what nobody vouches for."""

    STANDING = 0
    HISTORY = 1
    UNPROVEN = 2


@dataclass(frozen=True, slots=True)
class Relevance:
    """How much one memory has to do with a query: by meaning and by word, each in [0, 1]."""

    semantic: float
    keyword: float

    @property
    def value(self) -> float:
        """In [0, 1]; also the highest score the memory can reach, since credence counts in proportion."""
        joined = WEIGHTS["semantic"] * self.semantic + WEIGHTS["keyword"] * self.keyword
        return joined / (WEIGHTS["semantic"] + WEIGHTS["keyword"])

    @property
    def is_enough(self) -> bool:
        return self.value >= RELEVANCE_FLOOR


NOT_FOUND = Relevance(0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Scored:
    """One memory with what ranks it; ``terms`` add up to ``score``."""

    memory_id: str
    rank: Rank
    score: float
    terms: Mapping[str, float]


def relevance(similarity: float | None, keyword: float | None) -> Relevance:
    """From a cosine and a share of words; a route that did not see the memory gives None."""
    return Relevance(_share(similarity), keyword or 0.0)


def score(memory_id: str, near: Relevance, credence: float, rank: Rank) -> Scored:
    """Credence counts in proportion to relevance: being sure of something else is no answer."""
    terms = {
        "semantic": round(WEIGHTS["semantic"] * near.semantic, 6),
        "keyword": round(WEIGHTS["keyword"] * near.keyword, 6),
        "credence": round(WEIGHTS["credence"] * near.value * credence, 6),
    }
    return Scored(memory_id, rank, round(sum(terms.values()), 6), terms)


def in_order(scored: Iterable[Scored]) -> list[Scored]:
    """Best first; ties break by id."""
    return sorted(scored, key=lambda one: (one.rank, -one.score, one.memory_id))


def is_settled(ordered: Sequence[Scored], k: int, best_waiting: float) -> bool:
    """Whether nothing that still waits, however sure, can reach the first ``k``."""
    if len(ordered) < k:
        return False
    last = ordered[k - 1]
    return last.rank is Rank.STANDING and last.score > best_waiting


def _share(similarity: float | None) -> float:
    if similarity is None:
        return 0.0
    share = (similarity - SIMILARITY_FLOOR) / (SIMILARITY_CEILING - SIMILARITY_FLOOR)
    return min(1.0, max(0.0, share))
