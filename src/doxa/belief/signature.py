"""Signature: one claim, read into its topic and, held apart, what fills that topic.

Reading is one pass over the words.  What a word is depends on where it stands: a number
before the verb names the thing ("room 101 is cold"), one after it fills it.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass, replace
from functools import lru_cache

from .numerals import Value, counts, numeral, role_of
from .predicates import Mood, predicate_at, predicate_of
from .subjects import find_subject, is_indefinite
from .vocabulary import (
    ADDS,
    AFFIRMS,
    BE_USED,
    CHANGES,
    COPULAS,
    DISLIKES,
    ENDS,
    FALSIFIES,
    FAVOURS,
    FIRST_PERSON,
    HOLDS_MANY,
    IS_NOW,
    LIKES,
    MOVES,
    NEGATES,
    NEGATING,
    PAIRED_MARKS,
    QUALIFIERS,
    RELATIONS,
    SPANS,
    SUBORDINATE,
)
from .words import TOKEN, Word, stem_of, word_of

NEAR = 7  # "also" and "languages" colour the main clause, not the tail of a long sentence
TEXT_LIMIT = 4_000
MOVE_STEMS = frozenset(stem_of(word) for word in MOVES)
STOPS = frozenset(".!?")
OWNER_NAMES = frozenset(("user", "primary_user", "owner", "me", "i"))


@dataclass(frozen=True, slots=True, eq=False)
class Signature:
    """One claim, read.  ``eq`` is identity: signatures are cached, texts are what is compared.

    ``topic`` holds stems; ``names`` are capitalised words, topic where both claims bear
    them and value where they differ.  ``attribute`` is what stands before the copula of
    "my work phone is 5551", ``heads`` the names there.  ``frame`` is every word in order with values blanked.
    ``marks_change`` is a word for replacing ("switched"), ``is_now`` also one that only
    dates ("now").  ``mood`` and ``verb`` are those of the main predicate.
    """

    text: str
    subject: str | None
    topic: frozenset[str]
    names: frozenset[str]
    values: frozenset[Value]
    identifiers: frozenset[str]
    attribute: frozenset[str]
    heads: frozenset[str]
    qualifiers: frozenset[str]
    people: frozenset[str]
    frame: tuple[str, ...]
    words: tuple[str, ...]
    is_negated: bool
    polarity: int
    has_ended: bool
    marks_change: bool
    is_now: bool
    is_additional: bool
    is_many_valued: bool
    has_favourite: bool
    is_indefinite: bool
    verb: str
    mood: Mood


@lru_cache(maxsize=1 << 15)
def signature(text: str, subject: str | None = None) -> Signature:
    """Read one claim.  ``subject`` is who it is about where the caller knows; "user" is the owner."""
    words = [word_of(raw) for raw in TOKEN.findall(text[:TEXT_LIMIT])]
    begin, found = find_subject(words)
    if subject and subject.lower() not in OWNER_NAMES:
        found = subject.lower()
    elif subject and found is None:
        found = "user"
    return _Reader(words, begin).read(text, found)


class _Reader:
    """One pass over the words of a claim."""

    def __init__(self, words: list[Word], begin: int) -> None:
        self._words, self._begin = words, begin
        self._topic: set[str] = set()
        self._names: set[str] = set()
        self._values: set[Value] = set()
        self._identifiers: set[str] = set()
        self._attribute: set[str] = set()
        self._heads: set[str] = set()
        self._qualifiers: set[str] = set()
        self._people: set[str] = set()
        self._frame: list[str] = []
        self._order: list[str] = []
        self._marks = 0
        self._negations = 0
        self._in_main_clause = True
        # "I ..." names no thing before its verb; "my desk lamp is ..." does.
        self._is_before_verb = not (begin < len(words) and words[begin].base in FIRST_PERSON)
        self._has_copula = False

    def read(self, text: str, subject: str | None) -> Signature:
        previous = ""
        for i, word in enumerate(self._words):
            self._take_marks(i, word, previous)
            if word.kind == "mark":
                if self._topic and i > self._begin:
                    self._in_main_clause = False
                previous = ""
                continue
            if word.base in SUBORDINATE and len(self._topic) > 1:
                self._in_main_clause = False
            self._take(i, word)
            if word.is_possessive and word.base in _CONTRACTED and i >= self._begin:
                self._has_copula, self._is_before_verb = True, False
            previous = word.base
        return self._signature(text, subject)

    def _signature(self, text: str, subject: str | None) -> Signature:
        marks = self._marks
        polarity = (1 if marks & LIKES else 0) - (1 if marks & DISLIKES else 0)
        negations = self._negations + bool(marks & FALSIFIES)
        is_negated = negations > 0 and negations % 2 == 1
        if polarity and is_negated:
            polarity, is_negated = -polarity, False
        head = subject.partition("/")[0] if subject else ""
        predicate = predicate_of(self._words, self._begin)
        verb = "live" if predicate.verb in MOVE_STEMS and "live" in self._topic else predicate.verb
        return Signature(
            text=text,
            subject=subject,
            topic=frozenset(self._topic),
            names=frozenset(self._names - {head}),
            values=frozenset(self._values),
            identifiers=frozenset(self._identifiers),
            attribute=frozenset(self._attribute - {head}) if self._has_copula else frozenset(),
            heads=frozenset(self._heads - {head}),
            qualifiers=frozenset(self._qualifiers),
            people=frozenset(self._people | self._names),
            frame=tuple(self._frame),
            words=tuple(self._order),
            is_negated=is_negated,
            polarity=polarity,
            has_ended=bool(marks & ENDS),
            marks_change=bool(marks & CHANGES),
            is_now=bool(marks & (IS_NOW | CHANGES)),
            is_additional=bool(marks & ADDS),
            is_many_valued=bool(marks & HOLDS_MANY),
            has_favourite=bool(marks & FAVOURS),
            is_indefinite=is_indefinite(self._words, self._begin, subject),
            verb=verb,
            mood=predicate.mood,
        )

    # -- one word -------------------------------------------------------------------------

    def _take_marks(self, i: int, word: Word, previous: str) -> None:
        paired = PAIRED_MARKS.get((previous, word.base), 0)
        if not (word.marks or paired):
            return
        marks = self._ends_nothing(i, word, previous, word.marks | paired)
        if not marks:
            return
        if self._in_main_clause and i >= self._begin:
            if paired & (AFFIRMS | ENDS):
                self._negations -= (previous in NEGATING) + (word.base in NEGATING)
            if word.marks & NEGATES:
                self._negations += 1
        if marks & FAVOURS and [w.base for w in self._words[max(0, i - 3) : i]][:2] == ["one", "of"]:
            marks &= ~FAVOURS
        is_near = self._begin <= i <= self._begin + NEAR
        if not is_near:
            marks &= ~(ADDS | HOLDS_MANY) if self._in_main_clause else ~(ADDS | HOLDS_MANY | ENDS)
        self._marks |= marks

    def _ends_nothing(self, i: int, word: Word, previous: str, marks: int) -> int:
        """The marks without the end that "used to it", "off to bed", "ended up" and "never quit" are not."""
        following = self._words[i + 1].base if i + 1 < len(self._words) else ""
        is_used = word.base == "to" and i > 1 and self._words[i - 2].base in BE_USED
        is_off = word.base == "off" and following in ("to", "on", "for")
        is_other = (word.base == "ended" and following == "up") or (
            word.base == "sold" and following not in ("my", "our", "the", "it")
        )
        if marks & ENDS and (is_used or is_off or is_other or previous in NEGATING):
            return marks & ~ENDS if word.base not in ("longer", "more") else marks
        return marks

    def _take(self, i: int, word: Word) -> None:
        match word.kind:
            case "topic" | "code" | "dull":
                self._take_content(i, word)
            case "number":
                self._take_number(i, word)
            case "cjk":
                self._topic.update("".join(pair) for pair in itertools.pairwise(word.base))
                self._order.extend(word.base)
                self._frame.extend(word.base)
            case "function":
                self._take_function(i, word)
            case "colour" | "day" | "often" if self._names_a_thing(i):
                self._topic.add(word.base)  # "the red bin", "my Monday class"
                self._attribute.add(word.base)
                self._order.append(word.base)
                self._frame.append(word.base)
            case "often":
                self._fill(i, Value("number", "1", frozenset((word.stem,)), word.stem))
            case kind:
                self._fill(i, Value(kind, word.stem))

    def _fill(self, i: int, value: Value) -> None:
        self._add_value(i, value)
        self._frame.append("#")

    def _add_value(self, i: int, value: Value) -> None:
        predicate = predicate_at(self._words, self._begin, i)
        role = role_of(self._words, i)
        self._values.add(replace(value, near=self._clause_at(i), predicate=predicate, role=role))

    def _clause_at(self, i: int) -> frozenset[str]:
        """The topic and names between the marks and conjunctions around position ``i``."""
        start, end = i, i + 1
        while start > self._begin and not self._bounds(start - 1):
            start -= 1
        while end < len(self._words) and not self._bounds(end):
            end += 1
        around = self._words[start:end]
        return frozenset(word.stem for word in around if word.kind == "topic")

    def _bounds(self, i: int) -> bool:
        """ "The gym, which is at 6" is one clause."""
        word = self._words[i]
        following = self._words[i + 1].base if i + 1 < len(self._words) else ""
        if word.kind == "mark":
            return word.stem not in "()-–—" and following != "which"
        return word.base in SUBORDINATE and word.base != "which"

    def _is_thing(self, i: int) -> bool:
        """Whether position ``i`` belongs to what the claim is about rather than to what it says."""
        return self._is_before_verb and i >= self._begin

    def _names_a_thing(self, i: int) -> bool:
        """ "The back gate" tells gates apart; "moved back to" tells nothing."""
        following = self._words[i + 1] if i + 1 < len(self._words) else None
        return self._is_thing(i) and following is not None and following.kind == "topic"

    def _take_content(self, i: int, word: Word) -> None:
        stem = word.stem
        if word.base in RELATIONS:
            self._people.add(stem)
        if word.kind == "code" and (self._is_before_verb or not stem[:1].isdigit()):
            if self._is_thing(i):
                self._identifiers.add(stem)
            else:
                self._add_value(i, Value("code", stem))
            self._frame.append(stem if self._is_before_verb else "#")
        elif word.is_capital and i > self._begin and self._words[i - 1].stem not in STOPS:
            self._names.add(word.base)
            if self._is_thing(i):
                self._heads.add(word.base)
            self._order.append(word.base)
            self._frame.append(word.base if self._is_before_verb else "@")
        elif word.kind == "dull" or word.marks & (LIKES | DISLIKES):
            if word.base in MOVES and self._leads_to_name(i + 1):
                self._topic.add("live")
            self._frame.append(stem)
        else:
            self._topic.add(stem)
            self._order.append(stem)
            self._frame.append(stem)
            if self._is_thing(i):
                self._attribute.add(stem)
        if word.base in QUALIFIERS and self._names_a_thing(i):
            self._qualifiers.add(word.base)

    def _leads_to_name(self, i: int) -> bool:
        """ "to Rome", "back to Rome", "in Rome"."""
        for word in self._words[i : i + 4]:
            if word.is_capital:
                return True
            if word.base not in ("to", "back", "in", "from", "the", "over"):
                return False
        return False

    def _take_number(self, i: int, word: Word) -> None:
        if word.base == "one" and not counts(self._words, i):
            self._frame.append(word.base)
        else:
            match numeral(self._words, i, self._is_thing(i)):
                case Value() as value:
                    self._add_value(i, value)
                case "identifier", name:
                    self._identifiers.add(name)
                case "name", name:
                    self._topic.add(name)
            self._frame.append("#")
        if word.base in QUALIFIERS and self._names_a_thing(i):
            self._qualifiers.add(word.base)

    def _take_function(self, i: int, word: Word) -> None:
        following = self._words[i + 1 : i + 3]
        if word.base in COPULAS and self._is_before_verb and i > self._begin:
            self._has_copula, self._is_before_verb = True, False
        elif word.base in ("every", "each", "a", "an") and following:
            if word.base in ("every", "each") and following[0].stem in SPANS:
                self._often(i, "1", following[0].stem)
            elif word.base in ("a", "an") and self._lasts(i):
                self._often(i, "1", following[0].stem)
            elif word.base == "every" and following[0].base == "other" and len(following) > 1:
                self._often(i, "2", following[1].stem)
        self._frame.append(word.base)

    def _lasts(self, i: int) -> bool:
        """ "About an hour", but not "twice a week" or "a month ago"."""
        before, after = self._words[i - 1 : i], self._words[i + 1 : i + 3]
        if after[0].stem not in SPANS or [word.base for word in after[1:]] == ["ago"]:
            return False
        return (
            bool(before)
            and before[0].kind in ("function", "dull")
            and before[0].base not in ("times", "time")
        )

    def _often(self, i: int, number: str, span: str) -> None:
        self._add_value(i, Value("number", number, frozenset((span,)), span))


_CONTRACTED = frozenset("it that he she there what".split())  # "it's" holds a verb, "Ana's" does not
