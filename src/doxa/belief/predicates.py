"""Predicates: the main verb of a claim, and whether it says that something holds, happened or is wished.

Only what holds can be replaced.  What happened on one day does not unmake what happened on
another, and two wishes can stand side by side; whoever judges needs to tell them apart.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from enum import StrEnum

from .vocabulary import (
    ADVERBS,
    CHANGES,
    CLAUSE_SUBJECTS,
    CLITICS,
    COPULAS,
    DETERMINERS,
    FIRST_PERSON,
    GOING_TO,
    HELPERS,
    LEVELS,
    NOT_PAST,
    PAIRED_MARKS,
    PAST,
    RAISES,
    RELATIONS,
    REMARKS,
    SINGLE_VALUED,
    STILL_TRUE,
    WISHES,
    WISHING,
)
from .words import Word


class Mood(StrEnum):
    """How a claim is put.

    ``PERFECT`` is what has been done up to now ("I've read four"), ``WISH`` a wish, a plan,
    a question or a remark.
    """

    STATE = "state"
    EVENT = "event"
    PERFECT = "perfect"
    WISH = "wish"


@dataclass(frozen=True, slots=True)
class Predicate:
    """``verb`` is a stem, "be" for a copula, "" where none was found."""

    verb: str
    mood: Mood


def predicate_of(words: list[Word], begin: int) -> Predicate:
    """The main predicate of the claim that begins at ``begin``."""
    is_own = _is_own(words, begin)
    found = _read(words, _verb_at(words, begin, is_own), is_own)
    if found.mood in (Mood.EVENT, Mood.PERFECT) and _speaks_of_change(words[begin : begin + 12]):
        return Predicate(found.verb, Mood.STATE)  # "I moved to Rome" says where I live now
    return found


def _speaks_of_change(words: list[Word]) -> bool:
    pairs = itertools.pairwise(word.base for word in words)
    return any(word.marks & CHANGES and leads_to_figure(words, i) for i, word in enumerate(words)) or any(
        PAIRED_MARKS.get(p, 0) & CHANGES for p in pairs
    )


def leads_to_figure(words: list[Word], i: int) -> bool:
    """ "Raised my goal to 40" is a change, "raised 40 dollars" is none; other words need no figure."""
    if words[i].base not in RAISES:
        return True
    ahead = words[i + 1 : i + 9]
    return any(
        word.base in ("to", "from") and any(after.kind == "number" for after in ahead[at + 1 : at + 3])
        for at, word in enumerate(ahead)
    )


def _is_own(words: list[Word], begin: int) -> bool:
    """Whether the speaker is the subject: "I ...", or "Just got back", where it was left out."""
    if begin >= len(words):
        return False
    first = words[begin]
    if first.base in FIRST_PERSON or first.base in REMARKS or first.base in ADVERBS:
        return True
    if first.stem in SINGLE_VALUED and not (begin + 1 < len(words) and words[begin + 1].base in HELPERS):
        return True  # "Prefers tea", as a profile has it
    return first.base in HELPERS or first.base in WISHES or first.base in WISHING or first.base in PAST


def _verb_at(words: list[Word], begin: int, is_own: bool) -> int:
    """Where the predicate begins: after the pronoun, or after the noun phrase."""
    if is_own or begin >= len(words) or words[begin].clitic:
        return begin
    if words[begin].base in CLAUSE_SUBJECTS:
        return begin + 1
    for at in range(begin + 1, min(begin + 10, len(words))):
        word = words[at]
        if word.kind == "mark" and word.stem != ",":
            break
        if word.base in COPULAS or word.base in HELPERS or is_past(word) or _is_third_person(words, at):
            return at
    return len(words)


def is_past(word: Word) -> bool:
    if word.base in PAST:
        return True
    return len(word.base) > 4 and word.base.endswith("ed") and word.base not in NOT_PAST


def _is_third_person(words: list[Word], at: int) -> bool:
    """ "The site closes", "my sister lives": an s after the noun, and no noun after it."""
    word, before = words[at], words[at - 1]
    is_verb = word.base.endswith("s") and not word.base.endswith("ss") and word.kind in ("topic", "dull")
    if not is_verb or word.is_possessive or before.base in DETERMINERS:
        return False
    is_person = before.base in RELATIONS or (before.is_capital and not before.is_possessive)
    return is_person or at + 1 == len(words) or words[at + 1].kind not in ("topic", "number")


def _read(words: list[Word], at: int, is_own: bool) -> Predicate:
    helpers: list[str] = []
    for i in range(at, len(words)):
        word = words[i]
        if word.clitic:
            helpers.append(CLITICS[word.clitic])
        elif word.base == "can" and [w.base for w in words[i + 1 : i + 2]] in (["now"], ["already"]):
            continue  # "I can now play eight songs" is so
        elif word.base in HELPERS:
            helpers.append(HELPERS[word.base])
        elif not (word.kind == "mark" or word.base in ADVERBS or word.base in FIRST_PERSON):
            return _conjugated(words, i, helpers, is_own)
    return Predicate("be" if helpers else "", Mood.STATE)


def _conjugated(words: list[Word], i: int, helpers: list[str], is_own: bool) -> Predicate:
    """The first word that is neither helper nor adverb, with what stood before it."""
    word, last = words[i], helpers[-1] if helpers else ""
    after = words[i + 1 : i + 3]
    led_to = after[1].stem if len(after) == 2 and after[0].base == "to" else ""
    if led_to and word.base in ("managed", "started", "began"):
        return Predicate(led_to, Mood.PERFECT if last == "have" else Mood.EVENT)
    if led_to and word.base in ("like", "love", "prefer"):
        return Predicate(led_to, Mood.STATE)  # "I like to wake up at 7"
    stem = word.stem if word.kind in ("topic", "dull") else ""
    if is_own and word.base in ("remember", "recall") and after and after[0].base.endswith("ing"):
        return Predicate(after[0].stem, Mood.EVENT)  # "I remember attending"
    if is_own and _is_wish(words, i, helpers):
        return Predicate(stem, Mood.WISH)
    if last == "will" and helpers == ["will"] and word.base in ("have", "be"):
        return Predicate(stem, Mood.STATE)
    if last in ("be", "was"):
        if word.base.endswith("ing"):
            return Predicate(stem, Mood.EVENT if last == "was" else Mood.STATE)
        if "have" in helpers and word.base == "to":
            return Predicate("visit", Mood.PERFECT)  # "I've been to Rome"
        return Predicate("be", Mood.EVENT if is_own and last == "was" and is_past(word) else Mood.STATE)
    if last == "have":
        if word.base in STILL_TRUE:
            return Predicate(STILL_TRUE[word.base], Mood.STATE)
        return Predicate(stem, Mood.PERFECT) if is_past(word) else Predicate("have", Mood.STATE)
    if last == "had":
        is_held = "have" in helpers  # "I've had Luna for a year"
        return Predicate(
            "have" if is_held or not is_past(word) else stem, Mood.STATE if is_held else Mood.EVENT
        )
    if last == "did" or is_past(word):
        return Predicate(stem, Mood.EVENT)
    return Predicate(stem, Mood.STATE)


def _leads_to_place(words: list[Word], i: int) -> bool:
    """ "To the gym", "to bed": where one goes, and nothing that one will do."""
    return i < len(words) and (words[i].base in DETERMINERS or words[i].base in GOING_TO)


def _is_wish(words: list[Word], i: int, helpers: list[str]) -> bool:
    base = words[i].base
    if "will" in helpers:
        return "have" not in helpers and "be" not in helpers
    if base in REMARKS:
        return not (base == "know" and any(word.kind == "number" for word in words[i + 1 : i + 4]))
    following = words[i + 1].base if i + 1 < len(words) else ""
    if base == "going" and ("have" in helpers or _leads_to_place(words, i + 2)):
        return False  # "I've been going to bed at ten"
    if base in WISHING:
        return not WISHING[base] or following in WISHING[base]
    # "I need 300 points" is a figure, "I need some help" is a wish.
    is_figure = base in ("need", "needs") and any(word.kind == "number" for word in words[i + 1 : i + 6])
    return base in WISHES and not is_figure


def predicate_at(words: list[Word], begin: int, i: int) -> Predicate:
    """The predicate of the clause that position ``i`` stands in."""
    subjects = (j for j in range(i, begin, -1) if words[j].base in CLAUSE_SUBJECTS or words[j].clitic)
    start = next(subjects, begin)
    joined = (j for j in range(i, start, -1) if words[j - 1].base in ("and", "but") and is_past(words[j]))
    if (verb := next(joined, 0)) and words[start].base in FIRST_PERSON:
        return Predicate(words[verb].stem, Mood.EVENT)  # "I've been busy and missed the run on Friday"
    found = predicate_of(words, start)
    if found.mood is not Mood.EVENT:
        return found
    clause = {word.base for word in words[start : i + 8]}
    is_running = "already" in clause or "total" in clause or {"so", "far"} <= clause
    return Predicate(found.verb, Mood.PERFECT) if is_running or found.verb in LEVELS else found
