"""Comparing: two claims, read and set side by side, and what can be said of the pair.

A value clashes with another only where both fill the same place: the same thing is counted,
and the clauses around them speak of the same.
"""

from __future__ import annotations

from dataclasses import dataclass

from doxa.belief.numerals import RATE, ROLE_STEMS, Value
from doxa.belief.predicates import Mood
from doxa.belief.signature import Signature
from doxa.belief.vocabulary import COUNTS, EFFORT, SINGLE_VALUED, TALLIED
from doxa.belief.words import stem_of
from doxa.domain.judgement import Stated

MONEY = frozenset("$€£")
NEVER = frozenset(("when", "size"))
DATED = frozenset(("day", "date", "month", "time"))
ALIKE = 0.6  # the share of words that makes two plans one plan, two wordings one statement


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
        return share(self.new.attribute, self.old.attribute) == 1.0

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


def stems_of(read: Signature) -> frozenset[str]:
    """The words, names among them, as they are compared whatever their case."""
    return read.topic | frozenset(stem_of(name) for name in read.names)


def share(a: frozenset[str], b: frozenset[str]) -> float:
    """How much of the smaller set is in the other."""
    return len(a & b) / min(len(a), len(b)) if a and b else 0.0


# --- values ------------------------------------------------------------------------------
def clash(pair: Pair) -> tuple[Value, Value] | None:
    """A value of each that fills the same place: 6 ounces and 5 ounces, Monday and Tuesday."""
    for x in sorted(pair.new.values - pair.old.values, key=_by_text):
        for y in sorted(pair.old.values - pair.new.values, key=_by_text):
            if x.kind == y.kind and x.kind not in NEVER and x.text != y.text and _is_one_place(pair, x, y):
                return x, y
    return None


def _by_text(value: Value) -> tuple[str, str]:
    return value.kind, value.text


def _is_one_place(pair: Pair, x: Value, y: Value) -> bool:
    if pair.has_one_key:
        return x.kind != "number" or bool(x.unit & y.unit) or not (x.unit and y.unit)
    if _is_one_role(pair, x, y):
        return True
    if x.kind == "number":
        return _counts_one_thing(x, y) and _is_one_measure(pair, x, y)
    if pair.are_wishes and x.kind in DATED and pair.has_one_verb and pair.overlap >= ALIKE:
        return True
    near = x.near & y.near
    if x.kind == "code" and pair.new.marks_change and near:
        return True
    if {x.predicate.mood, y.predicate.mood} != {Mood.STATE}:
        return False
    if pair.has_one_attribute and pair.are_states:
        return True
    if pair.names_differ:
        return False
    verbs = {x.predicate.verb, y.predicate.verb}
    is_one_verb = len(verbs - {""}) == 1 or (x.kind == "time" and "be" in verbs)
    has_common_value = bool(pair.new.values & pair.old.values)
    return bool(near) and (is_one_verb or pair.new.marks_change or has_common_value or len(near) > 1)


def _is_one_role(pair: Pair, x: Value, y: Value) -> bool:
    """ "A best time of 27:12" and "my best time of 25:50", whatever else is said around them."""
    role = x.role or x.counted
    if role not in ROLE_STEMS or role != (y.role or y.counted) or pair.names_differ:
        return False
    if x.role and y.role and bool(x.unit) != bool(y.unit):
        return False
    return len(x.near & y.near - x.unit - y.unit - {role}) > 0


def _counts_one_thing(x: Value, y: Value) -> bool:
    """Six ounces and five ounces of water; rare coins and rare figurines are two things."""
    if x.unit and y.unit:
        return x.counted in y.unit or y.counted in x.unit
    return not (x.is_span or y.is_span or MONEY & (x.unit | y.unit))


def _is_one_measure(pair: Pair, x: Value, y: Value) -> bool:
    """How much there is of one thing; or a count of what has been done, which only grows.

    What happened once, for 200 dollars or in two hours, is not undone by what happened
    another time.
    """
    moods = {x.predicate.mood, y.predicate.mood}
    is_one_verb = x.predicate.verb == y.predicate.verb
    if (
        pair.has_one_attribute
        or _is_new_record(pair, x, y)
        or (not words_of(pair.new) - x.unit and pair.new.marks_change)
    ):
        return True
    if pair.names_differ and not pair.new.marks_change:
        return False
    if Mood.EVENT in moods:
        return _is_one_happening(pair, x, y) or _is_next_in_order(x, y)
    units = x.unit | y.unit if x.unit and y.unit else frozenset()
    near, shared = (x.near & y.near) - units, pair.shared - units
    if Mood.WISH in moods:
        return pair.new.marks_change and bool(near)
    if pair.new.marks_change:
        return bool(shared) or is_one_verb
    if Mood.PERFECT in moods and not _grows(y, x):
        return False
    if x.is_ordinal != y.is_ordinal and moods == {Mood.STATE}:
        return False  # page 250, of 440 pages
    if x.is_span or MONEY & (x.unit | y.unit):
        if moods == {Mood.PERFECT}:  # "I've spent 5 hours on it", "I've put in 10"
            return {x.predicate.verb, y.predicate.verb} <= EFFORT and x.near | y.near <= units | EFFORT
        return moods == {Mood.STATE} and ((is_one_verb and bool(shared)) or len(shared) > 1)
    if not units:
        counted = x.counted or y.counted
        if counted and counted in x.near & y.near and COUNTS & (x.near | y.near):
            return True
        if "-" in x.text and "-" in y.text:
            return moods == {Mood.STATE} and bool(shared)  # "we're 3-2", "a 5-2 record"
        return (is_one_verb and len(shared) > 1) or len(near) > 2
    if RATE in units:
        return bool(shared)
    is_counted = {x.predicate.verb, y.predicate.verb} <= TALLIED | {"be", "have"}
    if is_one_verb or is_counted or near:
        return True
    has_it = "have" in (x.predicate.verb, y.predicate.verb)
    return moods == {Mood.STATE} and has_it and (x.near == x.unit or y.near == y.unit)


def _is_one_happening(pair: Pair, x: Value, y: Value) -> bool:
    """Told twice with two figures: the same verb, the same names, and nothing else that differs."""
    if x.predicate.verb != y.predicate.verb or any(
        v.kind in DATED for v in pair.new.values ^ pair.old.values
    ):
        return False
    near = (x.near & y.near) - x.unit - y.unit
    if pair.new.names & pair.old.names and len(near) > 1 and (x.near <= y.near or y.near <= x.near):
        return True
    return not MONEY & x.unit and len(pair.shared) > 3 and pair.overlap >= 0.5


def _is_next_in_order(x: Value, y: Value) -> bool:
    """ "I'm on episode 10", "I finished 50 episodes"; "my third issue", "my fifth issue"."""
    if not (x.is_ordinal or y.is_ordinal) or not _grows(y, x) or not x.unit & y.unit:
        return False
    return x.predicate.verb == "finish" and (
        (y.predicate.verb == "finish" and x.is_ordinal and y.is_ordinal)
        or (y.predicate.mood is not Mood.EVENT and bool(x.near & y.near))
    )


def _is_new_record(pair: Pair, x: Value, y: Value) -> bool:
    """ "My best score is 124 points", then "I got my best score, 132 points"."""
    held = pair.old.attribute
    return bool(held) and held <= words_of(pair.new) and bool(x.unit & y.unit) and not pair.names_differ


def _grows(before: Value, after: Value) -> bool:
    try:
        return float(after.text) > float(before.text)
    except ValueError:
        return True


def restated_values(a: Signature, b: Signature) -> frozenset[Value]:
    """Values of ``a`` that ``b`` holds with another wording of the unit."""
    return frozenset(x for x in a.values for y in b.values if x.kind == y.kind and x.text == y.text)


def has_same_values(a: Signature, b: Signature) -> bool:
    """Every value of the one with fewer is a value of the other."""
    few, many = sorted((a, b), key=lambda read: len(read.values))
    return bool(few.values) and few.values <= many.values | restated_values(few, many)


# --- statements --------------------------------------------------------------------------
def is_within(a: Signature, b: Signature) -> bool:
    """Everything that ``a`` says, ``b`` says too."""
    if not (a.topic or a.names) or not a.values <= b.values | restated_values(a, b):
        return False
    return words_of(a) <= words_of(b) and a.identifiers <= b.identifiers


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
    if is_part(new, old):
        return True
    if new.mood is not old.mood or pair.names_differ:
        return False
    if not (pair.has_one_verb or pair.has_one_attribute or old.verb in new.topic or new.verb in old.topic):
        return False
    for few, many in ((new, old), (old, new)):
        size = len(words_of(few)) + len(few.values)
        room = size if few is new else size // 2 + 1  # what is new in the new claim would be lost
        extra = len(words_of(many) - words_of(few)) + len(_lasting(many) - _lasting(few))
        if size > 1 and is_within(few, many) and extra <= room:
            return few is new or not _lasting(many) - restated_values(many, few)
    return False


def _lasting(read: Signature) -> frozenset[Value]:
    return frozenset(value for value in read.values if value.kind != "when")


def is_paraphrase(pair: Pair) -> bool:
    """Nearly the same words, the same names and values, nothing that differs in one place."""
    new, old = pair.new, pair.old
    if new.mood is not old.mood or new.names != old.names or new.identifiers != old.identifiers:
        return False
    if _lasting(new) - restated_values(new, old) or _lasting(old) - restated_values(old, new):
        return False
    return len(pair.shared) > 1 and pair.overlap >= ALIKE and not is_another_word(pair)


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
    leads = (_preposition(new), _preposition(old))
    if new.verb in SINGLE_VALUED:
        return leads[0] == leads[1] or "" in leads
    return new.verb == "be" and leads[0] == leads[1] != "" and bool(new.topic & old.topic)


def _is_short(read: Signature) -> bool:
    return len(read.frame) <= 12 and len(words_of(read)) <= 4


def _preposition(read: Signature) -> str:
    """What leads from the verb to its object: "at" of "work at", "as" of "work as"."""
    for word, following in zip(read.frame, read.frame[1:], strict=False):
        is_verb = word == read.verb or (read.verb == "be" and word in ("is", "are"))
        if is_verb and following in ("at", "as", "in", "for", "on", "with", "near", "to"):
            return _SAME_PREPOSITION.get(following, following)
    return ""


_SAME_PREPOSITION = {"for": "at", "near": "in"}
