"""Judging by rule: what a new claim does to one already held.

Rules run in order and the first with an opinion decides; a rule without one returns
``None``.  If none speaks the claims are unrelated: a missed contradiction leaves two
facts side by side, a false one lets a fact suppress another.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from doxa.belief.keying import GATE, SINGLE_VALUED, Signature, Value, is_one_subject, likeness, signature
from doxa.domain.judgement import Judgement, Relation, Stated

__all__ = ["Judgement", "Relation", "RuleJudge", "Stated"]

PLENTY = 0.6  # the share of words that makes two propositions one, when one of them denies
ALIKE = 0.5  # the share of the frame that makes the differing words each other's replacement
SAME_SENSE = 0.86  # cosine from which two wordings under one given key are one statement


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
        return _denies(self.new, self.said) != _denies(self.old, self.held)


Rule = Callable[[Pair], Judgement | None]


def _denies(read: Signature, stated: Stated) -> bool:
    return read.is_negated if stated.denies is None else stated.denies or read.is_negated


def _words(read: Signature) -> frozenset[str]:
    return read.topic | read.names


def _share(a: frozenset[str], b: frozenset[str]) -> float:
    """How much of the smaller set is in the other."""
    return len(a & b) / min(len(a), len(b)) if a and b else 0.0


def clash(a: Signature, b: Signature) -> tuple[Value, Value] | None:
    """A value of each that fills the same place: 6 ounces and 5 ounces, Monday and Tuesday."""
    for x in a.values - b.values:
        for y in b.values - a.values:
            if x.kind == y.kind and x.kind != "when" and x.text != y.text and _fits(x, y):
                return x, y
    return None


def _fits(x: Value, y: Value) -> bool:
    return x.kind != "number" or bool(x.unit & y.unit) or not (x.unit and y.unit)


def _is_within(a: Signature, b: Signature) -> bool:
    """Everything that ``a`` says, ``b`` says too."""
    if not (a.topic or a.names) or not a.values <= b.values | _restated_values(a, b):
        return False
    return _words(a) <= _words(b) and a.identifiers <= b.identifiers


def _restated_values(a: Signature, b: Signature) -> frozenset[Value]:
    """Values of ``a`` that ``b`` holds with another wording of the unit."""
    return frozenset(x for x in a.values for y in b.values if x.kind == y.kind and x.text == y.text)


def _has_same_values(a: Signature, b: Signature) -> bool:
    """Every value of the one with fewer is a value of the other."""
    few, many = sorted((a, b), key=lambda read: len(read.values))
    return bool(few.values) and few.values <= many.values | _restated_values(few, many)


# --- rules -------------------------------------------------------------------------------
def other_subject(pair: Pair) -> Judgement | None:
    """Two people, or two numbered things, have nothing to settle."""
    new, old = pair.new, pair.old
    given = (pair.said.subject, pair.held.subject)
    if pair.has_one_key and (None in given or given[0] == given[1]):
        return None
    if not is_one_subject(new, old):
        return Judgement(Relation.UNRELATED, 1.0, "about different people or things")
    if new.identifiers and old.identifiers and new.identifiers != old.identifiers:
        return Judgement(Relation.UNRELATED, 1.0, "identifiers differ")
    return None


def same_words(pair: Pair) -> Judgement | None:
    new, old = pair.new, pair.old
    is_same = new.text == old.text or (
        new.frame == old.frame and new.values == old.values and _words(new) == _words(old)
        and new.identifiers == old.identifiers and new.polarity == old.polarity
    )  # fmt: skip
    if is_same and not pair.denial_differs:
        return Judgement(Relation.RESTATED, 1.0, "the same words")
    return None


def liking(pair: Pair) -> Judgement | None:
    """Tastes are many, but one thing is liked or disliked, not both."""
    new, old = pair.new, pair.old
    if not (new.polarity and old.polarity):
        return None
    if _words(new) == _words(old) or _is_within(new, old) or _is_within(old, new):
        if new.polarity == old.polarity:
            return Judgement(Relation.RESTATED, pair.score, "the same taste of the same thing")
        return _contradicted(pair, "liked before, disliked now, or the reverse")
    if pair.has_one_key and not pair.is_many_valued:
        return None
    return Judgement(Relation.UNRELATED, 1.0 - pair.score, "tastes of different things")


def denial(pair: Pair) -> Judgement | None:
    """One of the two denies what the other says."""
    if not pair.denial_differs:
        return None
    new, old = pair.new, pair.old
    if _share(_words(new), _words(old)) < PLENTY or clash(new, old):
        return None
    denied, affirmed = (new, old) if _denies(new, pair.said) else (old, new)
    extra = _words(denied) - _words(affirmed)
    if (new.is_indefinite or old.is_indefinite) and (extra or pair.score < GATE):
        return None
    if (len(extra) > 1 and not pair.has_one_key) or denied.names - affirmed.names:
        return None
    if len(_words(affirmed) - _words(denied)) > max(2, len(_words(denied))) and not pair.has_one_key:
        return None
    if new.has_ended:
        return Judgement(Relation.RESOLVED, max(pair.score, GATE), "it is said to be so no longer")
    return _contradicted(pair, "one proposition, denied by one of them")


def ending(pair: Pair) -> Judgement | None:
    """ "Stopped", "no longer", "is over": history, unless something is put in its place."""
    new, old = pair.new, pair.old
    shared = _words(new) & _words(old)
    if not new.has_ended or old.has_ended or not shared:
        return None
    if pair.score < GATE and _share(_words(new), _words(old)) < PLENTY and not pair.has_one_key:
        return None
    fresh = (_words(new) - _words(old)) or (new.values - old.values)
    if clash(new, old) or (fresh and new.marks_change and (old.values or old.names or len(new.frame) > 6)):
        return _contradicted(pair, "ended, and something took its place")
    return Judgement(Relation.RESOLVED, max(pair.score, GATE), "it is said to be so no longer")


def many_values(pair: Pair) -> Judgement | None:
    """Languages, allergies, pets: a second one leaves the first standing."""
    if not pair.is_many_valued:
        return None
    new, old = pair.new, pair.old
    if _is_within(new, old) or _is_within(old, new):
        return Judgement(Relation.RESTATED, max(pair.score, GATE), "one of several values, said again")
    if (found := clash(new, old)) and not new.is_additional and pair.score >= GATE:
        return _replaced(pair, found)
    return Judgement(Relation.UNRELATED, 1.0 - pair.score, "an attribute that holds several values")


def separate_events(pair: Pair) -> Judgement | None:
    """What happened on one day does not unmake what happened on another."""
    new, old = pair.new, pair.old
    if not (new.is_event and old.is_event) or pair.has_one_key:
        return None
    if any(new_value.unit & old_value.unit for new_value in new.values for old_value in old.values):
        return None
    if new.values == old.values and (_is_within(new, old) or _is_within(old, new)):
        return None
    return Judgement(Relation.UNRELATED, 1.0 - pair.score, "separate events")


def one_key(pair: Pair) -> Judgement | None:
    """A shared key or slot says that the attribute is one: only the value is compared."""
    if not pair.has_one_key:
        return None
    new, old = pair.new, pair.old
    score = max(pair.score, GATE)
    if found := clash(new, old):
        return _replaced(pair, found)
    if _is_within(new, old) or _is_within(old, new):
        return Judgement(Relation.RESTATED, score, "one key, the same value")
    if new.names - old.names and old.names - new.names:
        return Judgement(Relation.CONTRADICTED, score, "one key, another name")
    is_valued_alike = new.values == old.values or _has_same_values(new, old)
    if is_valued_alike and (new.names & old.names or _restated_values(new, old)):
        return Judgement(Relation.RESTATED, score, "one key, the same value in other words")
    if pair.similarity is not None and pair.similarity >= SAME_SENSE:
        return Judgement(Relation.RESTATED, score, "one key, nearly the same sense")
    return Judgement(Relation.CONTRADICTED, score, "one key, another value")


def it_is_now(pair: Pair) -> Judgement | None:
    """ "It's now osprey", said right after "The password is heron"."""
    new, old = pair.new, pair.old
    if not (pair.are_neighbours and new.subject is None and new.marks_change and old.attribute):
        return None
    if len(_words(new)) > 2 or not (_words(new) | {v.text for v in new.values}):
        return None
    if _words(new) <= _words(old) and not clash(new, old):
        return None
    return _contradicted(pair, "a pronoun, a change, the topic just before")


def below_the_gate(pair: Pair) -> Judgement | None:
    if pair.score >= GATE:
        return None
    return Judgement(Relation.UNRELATED, 1.0 - pair.score, "different attributes")


def nobody_in_particular(pair: Pair) -> Judgement | None:
    """ "A man is running" and "a man is asleep" may well be two men."""
    new, old = pair.new, pair.old
    if not (new.is_indefinite or old.is_indefinite):
        return None
    if _is_within(old, new) or _words(new) == _words(old):
        return Judgement(Relation.RESTATED, pair.score, "the same proposition")
    return Judgement(Relation.UNRELATED, 1.0 - pair.score, "about nobody in particular")


def value_replaced(pair: Pair) -> Judgement | None:
    found = clash(pair.new, pair.old)
    return _replaced(pair, found) if found else None


def same_claim(pair: Pair) -> Judgement | None:
    """All that one says the other says; or one value, in other words."""
    new, old = pair.new, pair.old
    if _is_within(new, old) or _is_within(old, new):
        return Judgement(Relation.RESTATED, pair.score, "the same topic and the same values")
    if not _has_same_values(new, old) or (new.names - old.names and old.names - new.names):
        return None
    if not (new.topic - old.topic and old.topic - new.topic) or likeness(new.frame, old.frame) >= ALIKE:
        return Judgement(Relation.RESTATED, pair.score, "the same values of the same topic")
    return None


def name_replaced(pair: Pair) -> Judgement | None:
    new, old = pair.new, pair.old
    ours, theirs = new.names - old.names, old.names - new.names
    if not (ours and theirs) or new.polarity:
        return None
    if _is_one_place(pair) or new.marks_change:
        said = f"{min(theirs)} before, {min(ours)} now"
        return Judgement(Relation.CONTRADICTED, pair.score, f"one topic, another name: {said}")
    return None


def word_replaced(pair: Pair) -> Judgement | None:
    new, old = pair.new, pair.old
    ours, theirs = new.topic - old.topic, old.topic - new.topic
    if not (ours or new.names - old.names) or not (theirs or old.names - new.names) or new.polarity:
        return None
    if _is_one_place(pair):
        return Judgement(Relation.CONTRADICTED, pair.score, "one topic, another word in the same place")
    if new.marks_change and len(_words(new) & _words(old)) >= 2:
        return Judgement(Relation.CONTRADICTED, pair.score, "one topic, and the newer speaks of a change")
    return None


def _is_one_place(pair: Pair) -> bool:
    """Whether what differs stands where the value of one attribute stands."""
    new, old = pair.new, pair.old
    if new.attribute and old.attribute and _share(new.attribute, old.attribute) == 1.0:
        return True
    shared = _words(new) & _words(old)
    if shared & SINGLE_VALUED and len(new.frame) <= 12:
        return True
    if new.topic and old.topic and (new.topic <= old.topic or old.topic <= new.topic):
        return True
    return likeness(new.frame, old.frame) >= ALIKE and len(shared) >= 2


def _contradicted(pair: Pair, reason: str) -> Judgement:
    return Judgement(Relation.CONTRADICTED, max(pair.score, GATE), reason)


def _replaced(pair: Pair, found: tuple[Value, Value]) -> Judgement:
    now, before = found
    unit = " ".join(sorted(now.unit & before.unit))
    reason = f"one {now.kind} replaced: {before.text} before, {now.text} now{f' ({unit})' if unit else ''}"
    return Judgement(Relation.CONTRADICTED, max(pair.score, GATE), reason)


RULES: Sequence[Rule] = (
    other_subject,
    same_words,
    liking,
    denial,
    ending,
    many_values,
    separate_events,
    one_key,
    it_is_now,
    below_the_gate,
    nobody_in_particular,
    value_replaced,
    same_claim,
    name_replaced,
    word_replaced,
)


class RuleJudge:
    """The judge that needs no model.  ``rules`` may be replaced; their order is their precedence."""

    def __init__(self, rules: Sequence[Rule] = RULES) -> None:
        self._rules = rules

    def judge(
        self,
        new: Stated,
        old: Stated,
        score: float,
        similarity: float | None = None,
        *,
        are_neighbours: bool = False,
    ) -> Judgement:
        """``are_neighbours``: ``old`` is what one conversation spoke of just before ``new``."""
        pair = Pair(
            signature(new.text, new.subject), signature(old.text, old.subject),
            new, old, score, similarity, are_neighbours,
        )  # fmt: skip
        for rule in self._rules:
            if (judgement := rule(pair)) is not None:
                return judgement
        return Judgement(Relation.UNRELATED, 1.0 - score, "no rule sees a conflict")
