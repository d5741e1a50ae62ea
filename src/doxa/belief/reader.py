"""Reader: one pass over the words of a claim, sorting them into topic and value.

What a word is depends on where it stands: a number before the verb names the thing ("room
101 is cold"), one after it fills it.
"""

from __future__ import annotations

import itertools
from dataclasses import replace

from .numerals import Value, counts, numeral, role_of
from .predicates import Mood, Predicate, leads_to_figure, predicate_at
from .vocabulary import (
    ADDS,
    AFFIRMS,
    BE_USED,
    CHANGES,
    CHOICES,
    COPULAS,
    DISLIKES,
    ENDS,
    FAVOURS,
    FIRST_PERSON,
    HOLDS_MANY,
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
from .words import Word

NEAR = 7  # "also" and "languages" colour the main clause, not the tail of a long sentence
STOPS = frozenset(".!?")


class Reader:
    """One pass over the words of a claim."""

    def __init__(self, words: list[Word], begin: int) -> None:
        self._words, self._begin = words, begin
        self.topic: set[str] = set()
        self.names: set[str] = set()
        self.values: set[Value] = set()
        self.identifiers: set[str] = set()
        self.attribute: set[str] = set()
        self.heads: set[str] = set()
        self.qualifiers: set[str] = set()
        self.people: set[str] = set()
        self.frame: list[str] = []
        self.order: list[str] = []
        self.marks = 0
        self.negations = 0
        self._in_main_clause = True
        # "I ..." names no thing before its verb; "my desk lamp is ..." does.
        self._is_before_verb = not (begin < len(words) and words[begin].base in FIRST_PERSON)
        self.has_copula = False

    def read(self) -> Reader:
        previous = ""
        for i, word in enumerate(self._words):
            self._take_marks(i, word, previous)
            if word.kind == "mark":
                if self.topic and i > self._begin:
                    self._in_main_clause = False
                previous = ""
                continue
            if word.base in SUBORDINATE and len(self.topic) > 1:
                self._in_main_clause = False
            self._take(i, word)
            if word.is_possessive and word.base in _CONTRACTED and i >= self._begin:
                self.has_copula, self._is_before_verb = True, False
            previous = word.base
        return self

    # -- one word -------------------------------------------------------------------------

    def _take_marks(self, i: int, word: Word, previous: str) -> None:
        paired = PAIRED_MARKS.get((previous, word.base), 0)
        if not (word.marks or paired):
            return
        marks = self._meant(i, word, previous, word.marks | paired)
        if not marks:
            return
        if self._in_main_clause and i >= self._begin:
            if paired & (AFFIRMS | ENDS):
                self.negations -= (previous in NEGATING) + (word.base in NEGATING)
            if word.marks & NEGATES:
                self.negations += 1
        if marks & FAVOURS and [w.base for w in self._words[max(0, i - 3) : i]][:2] == ["one", "of"]:
            marks &= ~FAVOURS
        is_near = self._begin <= i <= self._begin + NEAR
        if not is_near:
            marks &= ~(ADDS | HOLDS_MANY) if self._in_main_clause else ~(ADDS | HOLDS_MANY | ENDS)
        self.marks |= marks

    def _meant(self, i: int, word: Word, previous: str, marks: int) -> int:
        """The marks without the end that "used to it", "off to bed", "ended up" and "never quit" are not.

        "My rent went up to 900" is a change, "we went up to the castle" is not.
        """
        if previous == "went" and not any(w.kind == "number" for w in self._words[i + 1 : i + 5]):
            marks &= ~CHANGES
        if word.base == "to" and previous in ("up", "down") and not self._is_at_level(i):
            marks &= ~CHANGES
        if not leads_to_figure(self._words, i) and (previous, word.base) not in PAIRED_MARKS:
            marks &= ~CHANGES
        following = self._words[i + 1].base if i + 1 < len(self._words) else ""
        is_used = word.base == "to" and i > 1 and self._words[i - 2].base in BE_USED
        is_off = word.base == "off" and following in ("to", "on", "for")
        is_other = (word.base == "ended" and following == "up") or (
            word.base == "sold" and following not in ("my", "our", "the", "it")
        )
        if marks & ENDS and (is_used or is_off or is_other or previous in NEGATING):
            return marks & ~ENDS if word.base not in ("longer", "more") else marks
        return marks

    def _is_at_level(self, i: int) -> bool:
        """ "I'm down to 70 kilos", but not "it holds up to 5 people" or "went down to the lake"."""
        before = self._words[i - 2] if i > 1 else None
        is_be = before is not None and (before.clitic in ("m", "re", "s") or before.base in (*BE_USED, "now"))
        return is_be and any(word.kind == "number" for word in self._words[i + 1 : i + 3])

    def _take(self, i: int, word: Word) -> None:
        match word.kind:
            case "topic" | "code" | "dull":
                self._take_content(i, word)
            case "number":
                self._take_number(i, word)
            case "cjk":
                self.topic.update("".join(pair) for pair in itertools.pairwise(word.base))
                self.order.extend(word.base)
                self.frame.extend(word.base)
            case "function":
                self._take_function(i, word)
            case "colour" | "day" | "often" if self._names_a_thing(i):
                self.topic.add(word.base)  # "the red bin", "my Monday class"
                self.attribute.add(word.base)
                self.order.append(word.base)
                self.frame.append(word.base)
            case "often":
                self._often(i, "1", word.stem, is_habit=True)
                self.frame.append("#")
            case kind:
                self._fill(i, Value(kind, word.stem))

    def _fill(self, i: int, value: Value) -> None:
        self._add_value(i, value)
        self.frame.append("#")

    def _add_value(self, i: int, value: Value, predicate: Predicate | None = None) -> None:
        predicate = predicate or predicate_at(self._words, self._begin, i)
        role = role_of(self._words, i)
        self.values.add(replace(value, near=self._clause_at(i), predicate=predicate, role=role))

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
            self.people.add(stem)
        if word.kind == "code" and (self._is_before_verb or not stem[:1].isdigit()):
            if self._is_thing(i):
                self.identifiers.add(stem)
            else:
                self._add_value(i, Value("code", stem))
            self.frame.append(stem if self._is_before_verb else "#")
        elif word.is_capital and i > self._begin and self._words[i - 1].stem not in STOPS:
            self.names.add(word.base)
            if self._is_thing(i):
                self.heads.add(word.base)
            self.order.append(word.base)
            self.frame.append(word.base if self._is_before_verb else "@")
        elif self._is_chosen(i):
            self._add_topic(i, word.base)  # "I prefer go"
        elif word.kind == "dull" or word.marks & (LIKES | DISLIKES):
            if word.base in MOVES and self._leads_to_name(i + 1):
                self.topic.add("live")
            self.frame.append(stem)
        else:
            self._add_topic(i, stem)
        if word.base in QUALIFIERS and self._names_a_thing(i):
            self.qualifiers.add(word.base)

    def _add_topic(self, i: int, stem: str) -> None:
        self.topic.add(stem)
        self.order.append(stem)
        self.frame.append(stem)
        if self._is_thing(i):
            self.attribute.add(stem)

    def _is_chosen(self, i: int) -> bool:
        """A word that says little is a value where it is all that a verb of choice is followed by."""
        is_last = i + 1 == len(self._words) or self._words[i + 1].kind == "mark"
        return is_last and i > 0 and self._words[i].kind == "dull" and self._words[i - 1].stem in CHOICES

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
            self.frame.append(word.base)
        else:
            match numeral(self._words, i, self._is_thing(i)):
                case Value() as value:
                    self._add_value(i, value)
                case "identifier", name:
                    self.identifiers.add(name)
                case "name", name:
                    self.topic.add(name)
                    if self._is_thing(i):
                        self.attribute.add(name)
            self.frame.append("#")
        if word.base in QUALIFIERS and self._names_a_thing(i):
            self.qualifiers.add(word.base)

    def _take_function(self, i: int, word: Word) -> None:
        following = self._words[i + 1 : i + 3]
        if word.base in COPULAS and self._is_before_verb and i > self._begin:
            self.has_copula, self._is_before_verb = True, False
        elif word.base in ("every", "each", "a", "an") and following:
            is_each = word.base in ("every", "each") and following[0].stem in SPANS
            if is_each or (word.base in ("a", "an") and self._lasts(i)):
                self._often(i, "1", following[0].stem, is_habit=is_each)
            elif word.base == "every" and following[0].base == "other" and len(following) > 1:
                self._often(i, "2", following[1].stem, is_habit=True)
        self.frame.append(word.base)

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

    def _often(self, i: int, number: str, span: str, *, is_habit: bool) -> None:
        """ "Every week" is a habit whatever the sentence tells; "an hour" is what its verb says."""
        predicate = predicate_at(self._words, self._begin, i)
        if is_habit:
            predicate = Predicate(predicate.verb, Mood.STATE)
        self._add_value(i, Value("number", number, frozenset((span,)), span), predicate)


_CONTRACTED = frozenset("it that he she there what".split())  # "it's" holds a verb, "Ana's" does not
