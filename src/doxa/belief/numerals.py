"""Numerals: what a number in a claim stands for: an amount, a date, a time, or the name of a thing."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Literal

from .predicates import Mood, Predicate
from .vocabulary import COPULAS, NUMBERED, ORDINALS, ROLES, SPANS
from .words import AMOUNT, Word, stem_of, word_of

RATE = "tim"  # the stem of "times": twice, three times a week
ROLE_STEMS = frozenset(stem_of(word) for word in ROLES)
UNREAD = Predicate("", Mood.STATE)
_OF_ALL = frozenset("the my our those these all".split())
_ADVERBIAL = ("ally", "ously", "ently", "antly", "ately", "ively")
_ADJECTIVES = frozenset("new different more great good nice whole full specific separate main".split())


@dataclass(frozen=True, slots=True)
class Value:
    """What a claim fills its attribute with: "6 ounces" is ``number 6`` of ``{"ounce"}``."""

    kind: str
    text: str
    unit: frozenset[str] = frozenset()
    # Where it stands: no part of what it is.
    counted: str = field(
        default="", compare=False
    )  # the noun that is counted: "baseball" of 15 signed baseballs
    near: frozenset[str] = field(default=frozenset(), compare=False)  # the topic of its clause
    is_ordinal: bool = field(default=False, compare=False)
    role: str = field(default="", compare=False)  # "time" of "a best time of 25:50"
    predicate: Predicate = field(default=UNREAD, compare=False)

    @property
    def is_span(self) -> bool:
        return self.counted in SPANS


def counts(words: list[Word], i: int) -> bool:
    """ "one cup" counts; "the one where", "which one" do not."""
    if i and words[i - 1].base in ("the", "this", "that", "which", "new", "another", "each", "every"):
        return False
    return i + 1 < len(words) and words[i + 1].kind in ("topic", "dull", "number")


def numeral(
    words: list[Word], i: int, names_subject: bool
) -> Value | tuple[Literal["identifier", "name"], str]:
    """The value at ``i``, or the identifier or name that the number belongs to."""
    raw = words[i].stem
    match = AMOUNT.match(raw)
    sign, digits, suffix = match.groups() if match else ("", raw, "")
    amount = digits.replace(",", "")
    before = words[i - 1] if i else None
    if before is not None and before.base in NUMBERED and raw[0].isdigit() and names_subject:
        is_place = i > 1 and words[i - 2].base in ("on", "in", "at", "to", "from")
        if is_place and not any(word.base in COPULAS for word in words[i:]):
            return Value("number", amount, frozenset((before.stem,)), before.stem)  # "on port 918"
        return "identifier", f"{before.stem} {amount}"
    if before is not None and before.kind == "topic" and before.is_capital and raw.isdigit() and i > 1:
        return "name", f"{before.stem}{amount}"  # "Fitbit Charge 3"
    if names_subject and suffix and words[i + 1 : i + 2] and words[i + 1].base in COPULAS:
        return "name", raw  # "my fastest 5K is"
    if any(word.kind == "month" for word in (*words[max(0, i - 1) : i], *words[i + 1 : i + 2])):
        return Value("date", amount)
    if "/" in amount or amount.count("-") == 2:
        return Value("date", amount)
    if _is_year(words, i, raw):
        return Value("date", amount)
    if _is_distance_in_time(words, i):
        return Value("when", amount)
    if (streak := _streak(words, i, raw)) is not None:
        return streak
    if suffix not in ("", "k", "st", "nd", "rd", "th", "am", "pm", "%") and _is_noun_next(words, i):
        return Value("size", f"{amount}{suffix}")  # "a 5-gallon tank", "a 50mm lens": which one
    if suffix == "k" and not sign and words[i + 1 : i + 2] and words[i + 1].base in ("run", "race", "walk"):
        return Value("size", raw)
    if suffix == "k":
        amount += "k"
    unit = _unit(words, i, suffix)
    counted = unit[0] if unit[:1] == [RATE] else unit[-1] if unit else ""
    is_ordinal = words[i].base in ORDINALS or suffix in ("st", "nd", "rd", "th")
    is_of = [word.base for word in words[i + 1 : i + 2]] == ["of"]  # "page 200 of Dune"
    if (not unit or (is_of and raw[0].isdigit())) and before is not None and before.base in NUMBERED:
        unit, counted, is_ordinal = [before.stem], before.stem, True  # "page 200"
    unit += [sign] if sign else []
    if ":" in amount or unit[:1] in (["am"], ["pm"]):
        return Value("time", amount.removesuffix(":00"), frozenset(unit))
    return Value("number", amount, frozenset(unit), counted or sign, is_ordinal=is_ordinal)


def _streak(words: list[Word], i: int, raw: str) -> Value | None:
    """ "A 15-day streak" is fifteen days, where "a 5-gallon tank" is one tank."""
    found = re.fullmatch(r"(\d+)-(day|week|month|year)", raw)
    if found is None or words[i + 1 : i + 2] != [word_of("streak")]:
        return None
    return Value("number", found[1], frozenset((found[2], "streak")), "streak")


def _is_noun_next(words: list[Word], i: int) -> bool:
    return i + 1 < len(words) and words[i + 1].kind == "topic"


def _is_year(words: list[Word], i: int, raw: str) -> bool:
    """ "in 2014", "since 1998"."""
    is_four = len(raw) == 4 and raw.isdigit() and raw[:2] in ("19", "20")
    return (
        is_four
        and i > 0
        and words[i - 1].base in ("in", "since", "from", "until")
        and not _is_noun_next(words, i)
    )


def role_of(words: list[Word], i: int) -> str:
    """The noun that a value is said to be of: "my limit is 2 cups", "a best time of 25:50"."""
    at = i - 1
    while at > 0 and words[at].base in ("of", "is", "was", "to", "at", "around", "about", "now"):
        at -= 1
    return words[at].stem if 0 <= at < i - 1 and words[at].stem in ROLE_STEMS else ""


def _is_distance_in_time(words: list[Word], i: int) -> bool:
    """ "two weeks ago", "in the last three months": when, and not how much."""
    if i and words[i - 1].base in ("last", "past", "next", "within", "after", "before"):
        is_lasting = words[i - 1].base in ("last", "past") and any(
            w.base == "for" for w in words[i - 3 : i - 1]
        )
        return not is_lasting  # "for the past six months" is how long
    ahead = words[i + 1 : i + 4]
    if not ahead or ahead[0].stem not in SPANS:
        return False
    return any(word.base in ("ago", "later", "earlier", "advance", "before") for word in ahead[1:])


def _unit(words: list[Word], i: int, suffix: str) -> list[str]:
    """What is counted: the words that follow, up to three of them; "times a week" as a whole."""
    unit: list[str] = [suffix] if suffix not in ("", "st", "nd", "rd", "th", "k") else []
    is_rate = words[i].base in ("once", "twice", "thrice") or words[i + 1 : i + 2] == [word_of("times")]
    if is_rate:
        spans = [word.stem for word in words[i + 1 : i + 5] if word.stem in SPANS]
        return [RATE, *spans[:1]]
    is_part = [word.base for word in words[i + 1 : i + 2]] == ["of"]
    for word in words[i + 1 : i + (7 if is_part else 5)]:
        if word.base in ("am", "pm", "o", "oclock"):
            return [word.base]
        if word.base in _ADJECTIVES and not unit:
            continue
        if (word.kind == "dull" and word.stem not in SPANS) or (unit and word.base.endswith(("ing", "ed"))):
            break
        if word.base.endswith(_ADVERBIAL) and len(word.base) > 5:
            break  # "level 150 eventually"
        if word.is_possessive and word.is_capital:
            continue  # "3 of Emma's recipes"
        if word.kind not in ("topic", "dull") or len(unit) > 2:
            if word.base in ("of", "other") or (not unit and is_part and word.base in _OF_ALL):
                continue
            if not unit and is_part and word.kind == "number":
                continue  # "3 of the 12 workouts"
            break
        unit.append(word.stem)
        if word.stem in SPANS and not word.is_possessive:
            break
    return unit
