"""Keys: do two claims name one attribute of one subject?

`BeliefKeyer` compares two signatures into a calibrated score.  Different people and
different identifiers score 0 whatever the likeness; the rest is a logistic of a few
named features, fitted by ``scripts/fit_keyer.py``.  A missed link leaves two facts
unarbitrated, a false one lets a fact suppress another: the table is set for precision.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import exp

from .predicates import Mood
from .signature import Signature, signature
from .vocabulary import CHOICES, COMMON, SINGLE_VALUED
from .words import TOKEN, stem_of, word_of

GATE = 0.75  # the admission gate; belief.md section 7
NEAR_SENSE = 0.6  # cosine from which two short choices are of one kind
PLAIN = 0.8  # where the form of two claims says that they answer one question


# Log-odds that two claims name one attribute.  Fitted by scripts/fit_keyer.py.
@dataclass(frozen=True, slots=True)
class Coefficients:
    bias: float
    shared: float
    overlap: float
    contrast: float
    predicate: float
    cosine: float


WITH_COSINE = Coefficients(bias=-3.08, shared=2.91, overlap=1.89, contrast=-4.68, predicate=2.53, cosine=2.97)
LEXICAL = Coefficients(bias=-3.26, shared=3.86, overlap=2.49, contrast=-5.59, predicate=3.64, cosine=0.0)


def rarity_by_default(word: str) -> float:
    return 0.35 if word in COMMON_STEMS else 1.0


COMMON_STEMS = frozenset(stem_of(word) for word in COMMON) - {"live", "phone", "open", "clos"}


def is_one_subject(a: Signature, b: Signature) -> bool:
    """False only where the two are plainly about different people or things."""
    x, y = a.subject, b.subject
    if x is None or y is None or x == y:
        return True
    if x > y:
        x, y, a, b = y, x, b, a
    if x == "":
        head = y.partition("/")[0]
        return y == "user" or head in a.people or head in a.topic or stem_of(head) in a.topic
    if "user" in (x, y):
        other, speaker = (x, b) if y == "user" else (y, a)
        known = speaker.people | speaker.topic
        return any(part in known or stem_of(part) in known for part in other.split("/"))
    (first, _, which), (second, _, other_which) = x.partition("/"), y.partition("/")
    if first == second:
        return not which or not other_which or which == other_which
    return (first == other_which and not which) or (second == which and not other_which)


class BeliefKeyer:
    """Compares claims.  Without ``similarity`` it works on words alone."""

    def __init__(
        self,
        similarity: Callable[[str, str], float] | None = None,
        rarity: Callable[[str], float] | None = None,
    ) -> None:
        self._similarity = similarity
        self._rarity = rarity or rarity_by_default

    def signature(self, text: str) -> Signature:
        return signature(text)

    def topic(self, text: str) -> str:
        """The text without the words that carry its value; for an embedding of the topic."""
        if not signature(text).topic:
            return ""
        words = [word_of(raw) for raw in TOKEN.findall(text)]
        return " ".join(word.base for word in words if word.kind in ("function", "dull", "topic", "cjk"))

    def score(self, a: str | Signature, b: str | Signature, similarity: float | None = None) -> float:
        """How likely both claims name one attribute of one subject, in [0, 1]; 0.75 is the gate."""
        one = signature(a) if isinstance(a, str) else a
        two = signature(b) if isinstance(b, str) else b
        if similarity is None and self._similarity is not None:
            similarity = self._similarity(one.text, two.text)
        features = self.features(one, two, similarity)
        if features is None:
            return 0.0
        is_plain = is_bare_choice(one, two, similarity)
        table = LEXICAL if similarity is None else WITH_COSINE
        odds = table.bias + sum(getattr(table, name) * value for name, value in features.items())
        return max(1.0 / (1.0 + exp(-odds)), PLAIN if is_plain else 0.0)

    def features(self, a: Signature, b: Signature, similarity: float | None) -> dict[str, float] | None:
        """The named features of a pair; ``None`` where a rule already says they differ."""
        if not is_one_subject(a, b) or (a.qualifiers != b.qualifiers and (a.attribute or b.attribute)):
            return None
        if a.identifiers != b.identifiers and (a.identifiers and b.identifiers):
            return None
        left, right = a.attribute - b.topic, b.attribute - a.topic
        if a.attribute and b.attribute and (left and right):
            return None
        mine, yours = a.topic | a.names, b.topic | b.names
        shared = self._mass(mine & yours)
        union = self._mass(a.topic | b.topic | (a.names & b.names))
        alike = likeness(a.frame, b.frame)
        return {
            "shared": min(shared, 4.0),
            "overlap": shared / union if union else 0.0,
            "contrast": self._contrast(a, b, alike),
            "predicate": alike if SINGLE_VALUED.intersection(a.words[:1], b.words[:1]) else 0.0,
            "cosine": similarity or 0.0,
        }

    def _contrast(self, a: Signature, b: Signature, alike: float) -> float:
        """One frame, a value on each side, and yet another topic word: "for internet", "for insurance"."""
        mine, yours = a.topic - b.topic, b.topic - a.topic
        if a.values and b.values:
            mine, yours = mine | (a.names - b.names), yours | (b.names - a.names)
        elif not (a.names and b.names):
            return 0.0
        return alike * min(1.0, self._mass(mine), self._mass(yours))

    def _mass(self, words: Iterable[str]) -> float:
        rarity = self._rarity
        return sum(rarity(word) for word in words)


def likeness(a: tuple[str, ...], b: tuple[str, ...]) -> float:
    """The share of the longer frame that stands at the same end of both."""
    short, long = min(len(a), len(b)), max(len(a), len(b))
    if not short:
        return 0.0
    front = 0
    while front < short and a[front] == b[front]:
        front += 1
    back = 0
    while back < short - front and a[-1 - back] == b[-1 - back]:
        back += 1
    return (front + back) / long


def is_bare_choice(a: Signature, b: Signature, similarity: float | None) -> bool:
    """ "I prefer tea", "I prefer coffee": one verb of single choice, and one word of choice each.

    Between choices of two words, "aisle seats" and "night trains", the meaning must be near.
    """
    if a.verb != b.verb or a.verb not in CHOICES or not (a.mood is b.mood is Mood.STATE):
        return False
    said, held = ((read.topic | read.names) - {read.verb, read.subject} for read in (a, b))
    size = max(len(said - held), len(held - said))
    return size <= 1 or (
        size == 2 and len(said | held) <= 4 and similarity is not None and similarity >= NEAR_SENSE
    )
