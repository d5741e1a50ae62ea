"""Keys: do two claims name one attribute of one subject?

`BeliefKeyer` compares two texts into a calibrated score.  Different people and
different identifiers score 0 whatever the likeness; the rest is a logistic of a few
named features, fitted by ``scripts/fit_keyer.py``.  A missed link leaves two facts
unarbitrated, a false one lets a fact suppress another: the table is set for precision.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import exp, fsum, log

from .numerals import Value
from .predicates import Mood
from .signature import Signature, sentences, signature
from .vocabulary import CHOICES, COMMON, SINGLE_VALUED
from .words import TOKEN, stem_of, word_of

GATE = 0.75  # the admission gate: worth a judge's look; belief.md section 7
LINK = 0.9  # one attribute even where no judge looks: about 0.4% of unrelated texts
NEAR_SENSE = 0.6  # cosine from which two short choices are of one kind
RARE = 0.02  # the share of all memories in which a word of rarity 1 is taken to stand
STRANGERS = 50  # memories' worth of belief in the default
LEAST = 0.1
LIKELY = 0.5  # from which filling one place settles it
PLAIN = 0.8  # where the form of two claims says that they answer one question


# Log-odds that two claims name one attribute.  Fitted by scripts/fit_keyer.py.
@dataclass(frozen=True, slots=True)
class Coefficients:
    """The weight of each feature; ``shared`` to ``predicate`` are of two sentences, the rest of all."""

    bias: float
    shared: float
    overlap: float
    contrast: float
    predicate: float
    total: float
    cosine: float

    def odds(self, features: Mapping[str, float]) -> float:
        return self.bias + fsum(getattr(self, name) * value for name, value in features.items())


WITH_COSINE = Coefficients(
    bias=-4.65, shared=0.92, overlap=2.72, contrast=-4.25, predicate=3.06, total=0.88, cosine=5.29
)
LEXICAL = Coefficients(
    bias=-3.16, shared=1.22, overlap=3.51, contrast=-3.97, predicate=3.91, total=1.18, cosine=0.0
)


def rarity_by_default(word: str) -> float:
    """What a shared word is worth where nothing is known of its owner: in (0, 1]."""
    return 0.35 if word in COMMON_STEMS else 1.0


def rarity_of_owner(documents: Mapping[str, int], size: int) -> Callable[[str], float]:
    """What a shared word is worth to an owner in ``documents[word]`` of whose ``size`` memories it stands.

    The inverse document frequency, with as many memories of nobody in particular added as
    ``STRANGERS``; never above what the word is worth by default, which it is for a new owner.
    """

    def rarity(word: str) -> float:
        usual = rarity_by_default(word)
        share = (documents.get(word, 0) + STRANGERS * RARE**usual) / (size + STRANGERS)
        return max(LEAST, min(usual, log(share) / log(RARE)))

    return rarity


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

    def with_rarity(self, rarity: Callable[[str], float]) -> BeliefKeyer:
        """The same keyer for an owner to whom words are worth this much."""
        return BeliefKeyer(self._similarity, rarity)

    def link(self, text: str, held: Mapping[str, str]) -> str | None:
        """The key of the likeliest held text that names the same attribute; ``None`` where none surely does.

        ``held`` has a text for each key.  For a memory whose every line is the value of one
        attribute; where several facts share a topic let a judge decide, as `remember` does.
        """
        scores = {key: self.score(text, other) for key, other in held.items()}
        best = max(scores, key=lambda key: (scores[key], key), default=None)
        return best if best is not None and scores[best] >= LINK else None

    def signature(self, text: str) -> Signature:
        return signature(text)

    def words(self, text: str) -> set[str]:
        """The stems that a text can share with another: its topic, its names and whom it is about."""
        return _words_of_all(sentences(text))

    def topic(self, text: str) -> str:
        """The text without the words that carry its value; for an embedding of the topic."""
        if not signature(text).topic:
            return ""
        words = [word_of(raw) for raw in TOKEN.findall(text)]
        return " ".join(word.base for word in words if word.kind in ("function", "dull", "topic", "cjk"))

    def score(self, a: str | Signature, b: str | Signature, similarity: float | None = None) -> float:
        """How likely both name one attribute of one subject, in [0, 1]; 0.75 is the gate.

        Of texts of several sentences the two that fit best are compared, and what all of
        either text speaks of tells whether they are about the same.
        """
        one = sentences(a) if isinstance(a, str) else (a,)
        two = sentences(b) if isinstance(b, str) else (b,)
        if similarity is None and self._similarity is not None:
            similarity = self._similarity(*(x if isinstance(x, str) else x.text for x in (a, b)))
        found = self.features(one, two, similarity)
        if not found:
            return 0.0
        is_plain = len(one) == len(two) == 1 and is_bare_choice(one[0], two[0], similarity)
        table = LEXICAL if similarity is None else WITH_COSINE
        score = 1.0 / (1.0 + exp(-max(table.odds(features) for features in found)))
        if LIKELY <= score < LINK and any(fills_one_place(x, y) for x in one for y in two):
            return LINK
        return max(score, PLAIN if is_plain else 0.0)

    def features(
        self, one: Sequence[Signature], two: Sequence[Signature], similarity: float | None
    ) -> list[dict[str, float]]:
        """The named features of each pair of sentences that no rule tells apart."""
        whole = self._whole(one, two) | {"cosine": similarity or 0.0}
        return [pair | whole for a in one for b in two if (pair := self._pair(a, b)) is not None]

    def _whole(self, one: Sequence[Signature], two: Sequence[Signature]) -> dict[str, float]:
        """How much all of one text has in common with all of the other, whom they are about included."""
        return {"total": min(self._mass(_words_of_all(one) & _words_of_all(two)), 6.0)}

    def _pair(self, a: Signature, b: Signature) -> dict[str, float] | None:
        """The features of two sentences; ``None`` where a rule already says they differ."""
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


def _words_of_all(text: Sequence[Signature]) -> set[str]:
    words = {word for read in text for word in (*read.topic, *map(stem_of, read.names))}
    return words | {read.subject.partition("/")[0] for read in text if read.subject} - {"user"}


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


def fills_one_place(a: Signature, b: Signature) -> bool:
    """ "The gym at 6 pm", "at the gym by 7 pm": one topic, and a value each of one kind and unit.

    Where one speaks of a change, "I've switched to 5 ounces", the unit alone is topic enough.
    """
    shared = (a.topic & b.topic) | (a.names & b.names)
    if not shared or not is_one_subject(a, b):
        return False
    is_change = a.marks_change or b.marks_change
    return any(
        (is_change or bool(shared - x.unit - y.unit)) and _are_one_measure(x, y)
        for x in a.values
        for y in b.values
        if x.kind == y.kind and x.text != y.text and x.kind not in DATING
    )


def _are_one_measure(x: Value, y: Value) -> bool:
    if x.unit & y.unit or (x.role and x.role == y.role):
        return True
    return x.kind != "number" and x.unit == y.unit


DATING = frozenset(("when", "date", "month", "size"))  # when it was, which one it is


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
