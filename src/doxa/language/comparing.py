"""Comparing: two claims, read and set side by side, and whether one says again what the other said."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise

from doxa.belief.keying import GATE
from doxa.belief.numerals import ROLE_STEMS, Value
from doxa.belief.predicates import Mood
from doxa.belief.signature import Signature
from doxa.belief.vocabulary import FIRST_PERSON, SINGLE_VALUED
from doxa.belief.words import stem_of
from doxa.domain.judgement import Stated

ALIKE = 0.6  # the share of words that makes two plans one plan, two wordings one statement
SHORTEST = 4  # words of "launch is the 3rd"
VERY_LIKE = 0.75  # the same where the verbs differ


@dataclass(frozen=True, slots=True)
class Pair:
    """Both claims, read and set side by side."""

    new: Signature
    old: Signature
    said: Stated
    held: Stated
    score: float
    similarity: float | None
    are_neighbours: bool
    gate: float = GATE

    @property
    def is_near(self) -> bool:
        """Whether they are alike enough to be judged by their likeness."""
        return self.score >= self.gate

    @property
    def has_one_key(self) -> bool:
        said, held = self.said, self.held
        return (said.belief_key is not None and said.belief_key == held.belief_key) or (
            said.slot is not None and said.slot == held.slot
        )

    @property
    def is_many_valued(self) -> bool:
        given = (self.said.is_many_valued, self.held.is_many_valued)
        if any(given):
            return True
        if self.has_one_key and False in given:
            return False
        return self.new.is_many_valued or self.old.is_many_valued or self.new.is_additional

    @property
    def denial_differs(self) -> bool:
        return denies(self.new, self.said) != denies(self.old, self.held)

    @property
    def added(self) -> frozenset[str]:
        """Words only the new claim has; whom both are about is none of them."""
        return words_of(self.new) - words_of(self.old) - subject_words(self.old) - subject_words(self.new)

    @property
    def dropped(self) -> frozenset[str]:
        return words_of(self.old) - words_of(self.new) - subject_words(self.old) - subject_words(self.new)

    @property
    def shared(self) -> frozenset[str]:
        return stems_of(self.new) & stems_of(self.old)

    @property
    def overlap(self) -> float:
        union = stems_of(self.new) | stems_of(self.old)
        return len(self.shared) / len(union) if union else 0.0

    @property
    def has_one_attribute(self) -> bool:
        """ "My work phone is ..." and "the work phone is ..."."""
        if self.new.heads != self.old.heads and self.new.heads and self.old.heads:
            return False
        if not (self.new.attribute or self.old.attribute):
            return self.is_of_one_name  # "Launch is the 3rd", "Launch is the 5th"
        return share(self.new.attribute, self.old.attribute) == 1.0

    @property
    def is_of_one_name(self) -> bool:
        """Nothing but what is named stands before an "is", and both name the same."""
        new, old = self.new, self.old
        is_short = max(len(new.frame), len(old.frame)) <= SHORTEST
        return (
            is_short
            and bool(subject_words(new))
            and new.subject == old.subject
            and new.verb == old.verb == "be"
        )

    @property
    def has_one_verb(self) -> bool:
        return bool(self.new.verb) and self.new.verb == self.old.verb

    @property
    def are_states(self) -> bool:
        return self.new.mood is Mood.STATE and self.old.mood is Mood.STATE

    @property
    def are_wishes(self) -> bool:
        return self.new.mood is Mood.WISH and self.old.mood is Mood.WISH

    @property
    def names_differ(self) -> bool:
        """Each names somebody or something that the other does not."""
        return bool(self.new.names - self.old.names) and bool(self.old.names - self.new.names)


def denies(read: Signature, stated: Stated) -> bool:
    return read.is_negated if stated.denies is None else stated.denies or read.is_negated


def words_of(read: Signature) -> frozenset[str]:
    return read.topic | read.names


def subject_words(read: Signature) -> frozenset[str]:
    """ "nora/sister": the name, and what tells her from others of that name."""
    return frozenset((read.subject or "").split("/")) - {"user", ""}


def stems_of(read: Signature) -> frozenset[str]:
    """The words, names among them, as they are compared whatever their case."""
    return read.topic | frozenset(stem_of(name) for name in read.names)


def share(a: frozenset[str], b: frozenset[str]) -> float:
    """How much of the smaller set is in the other."""
    return len(a & b) / min(len(a), len(b)) if a and b else 0.0


# --- statements --------------------------------------------------------------------------
def restated_values(a: Signature, b: Signature) -> frozenset[Value]:
    """Values of ``a`` that ``b`` holds with another wording of the unit."""
    return frozenset(x for x in a.values for y in b.values if x.kind == y.kind and x.text == y.text)


def has_same_values(a: Signature, b: Signature) -> bool:
    """Every value of the one with fewer is a value of the other."""
    few, many = sorted((a, b), key=lambda read: len(read.values))
    return bool(few.values) and few.values <= many.values | restated_values(few, many)


def is_within(a: Signature, b: Signature) -> bool:
    """Everything that ``a`` says, ``b`` says too."""
    if not (a.topic or a.names) or not a.values <= b.values | restated_values(a, b):
        return False
    said = words_of(a) - subject_words(a) - subject_words(b)
    return said <= words_of(b) and a.identifiers <= b.identifiers


def is_part(a: Signature, b: Signature) -> bool:
    """The words of ``a`` stand in ``b`` one after the other, as in "I keep bees and I grow leeks"."""
    start = 0
    while start < len(a.frame) and a.frame[start] in _OPENERS:
        start += 1
    inner, outer = a.frame[start:], b.frame
    if len(inner) < 2 or len(words_of(a)) + len(a.values) < 2 or not is_within(a, b):
        return False
    return any(outer[i : i + len(inner)] == inner for i in range(len(outer) - len(inner) + 1))


_OPENERS = frozenset("i we my our the a an your it".split())


def says_again(pair: Pair) -> bool:
    """One of the two adds little or nothing to the other, in the same mood and of the same verb."""
    new, old = pair.new, pair.old
    if old.mood is Mood.WISH and new.mood in (Mood.EVENT, Mood.PERFECT):
        return False  # "I'm thinking of signing up", then "I signed up"
    if pair.added and _LEADING.intersection(new.frame) - set(old.frame):
        return False  # "I work in Oslo", then "I work in Oslo as a nurse"
    adds = pair.added or _lasting(new) - restated_values(new, old)
    if is_part(new, old) or (is_part(old, new) and not adds):
        return True
    if new.mood is not old.mood or pair.names_differ:
        return False
    if _is_same_content(pair):
        return True
    if not (pair.has_one_verb or pair.has_one_attribute or old.verb in new.topic or new.verb in old.topic):
        return False
    for few, many in ((new, old), (old, new)):
        size = len(words_of(few)) + len(few.values)
        room = size if few is new else size // 2 + 1  # what is new in the new claim would be lost
        extra = len(words_of(many) - words_of(few)) + len(_lasting(many) - _lasting(few))
        if few is old and _clauses(new) > _clauses(old):
            return False  # "I grow leeks", then "I grow leeks and I keep bees"
        if size > 1 and is_within(few, many) and extra <= room:
            return few is new or not _lasting(many) - restated_values(many, few)
    return False


def _clauses(read: Signature) -> int:
    return sum(pair[0] in ("and", "but") and pair[1] in FIRST_PERSON for pair in pairwise(read.frame))


def _is_same_content(pair: Pair) -> bool:
    """The same words and values; of happenings also the same verb: a trip begun is no trip ended."""
    new, old = pair.new, pair.old
    if pair.added or pair.dropped or len(words_of(new)) < 2 or _lasting(new) != _lasting(old):
        return False
    return pair.has_one_verb or new.mood is Mood.STATE


_LEADING = frozenset("as with at for from by because since".split())


def _lasting(read: Signature) -> frozenset[Value]:
    return frozenset(value for value in read.values if value.kind != "when")


def is_paraphrase(pair: Pair) -> bool:
    """Nearly the same words, the same names and values, nothing that differs in one place."""
    new, old = pair.new, pair.old
    if new.mood is not old.mood or new.names != old.names or new.identifiers != old.identifiers:
        return False
    if _lasting(new) - restated_values(new, old) or _lasting(old) - restated_values(old, new):
        return False
    if len(pair.added) > 1 or _clauses(new) > _clauses(old) or is_another_word(pair):
        return False
    is_one = pair.has_one_verb or pair.has_one_attribute
    return (
        len(pair.shared) > 1
        and pair.overlap >= (ALIKE if is_one else VERY_LIKE)
        and (is_one or pair.are_wishes)
    )


def is_vaguer(new: Signature, old: Signature) -> bool:
    """ "In the city" and "in Cork" may be one place."""
    named = [bool(read.names - read.heads) for read in (new, old)]
    vague = [
        bool(_PLACES & read.topic) and not is_named for read, is_named in zip((new, old), named, strict=True)
    ]
    return (vague[0] and named[1]) or (vague[1] and named[0])


_PLACES = frozenset(("city", "country"))


# --- words in one place ------------------------------------------------------------------
def is_another_word(pair: Pair) -> bool:
    """Whether what differs stands where the value of one attribute stands."""
    new, old = pair.new, pair.old
    if not pair.are_states:
        return False
    if pair.has_one_attribute and new.attribute & old.attribute & ROLE_STEMS:
        return True
    if not pair.has_one_verb or not (_is_short(new) and _is_short(old)):
        return False
    if bool(_ASIDE.search(new.text)) != bool(_ASIDE.search(old.text)):
        return False  # "a Skoda", "a Volvo truck for work"
    leads = (_preposition(new), _preposition(old))
    if new.verb in SINGLE_VALUED:
        if new.verb == "work" and "on" in leads:
            return False  # of works in progress there are several
        return leads[0] == leads[1] or "" in leads
    return new.verb == "be" and leads[0] == leads[1] != "" and bool(new.topic & old.topic)


_ASIDE = re.compile(r"\b(?:for work|at work|on weekends|at weekends|sometimes|in (?:summer|winter))\b")


def _is_short(read: Signature) -> bool:
    return len(read.frame) <= 12 and len(words_of(read)) <= 4


def _preposition(read: Signature) -> str:
    """What leads from the verb to its object: "at" of "work at", "as" of "work as"."""
    for word, following in pairwise(read.frame):
        is_verb = word == read.verb or (read.verb == "be" and word in ("is", "are"))
        if is_verb and following in ("at", "as", "in", "for", "on", "with", "near", "to"):
            return _SAME_PREPOSITION.get(following, following)
    return ""


_SAME_PREPOSITION = {"for": "at", "near": "in"}
