"""Phrases: wordings that hold one value by themselves, whatever sentence they stand in.

A rank ("Premier Silver status"), the latest of a kind ("my last trip to Oslo") and a rhythm
("every other week") are read off the words, with the clause that leads up to them: what is
wished, denied or long past there is no value.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from doxa.belief.vocabulary import NUMBERS, WEEKDAYS
from doxa.belief.words import stem_of

_COUNT = {word: float(number) for word, number in NUMBERS.items() if word != "half"}
_NUMBER = r"(?:\d+|" + "|".join(_COUNT) + ")"
_UNREAL = re.compile(
    r"\b(?:want|wants|wanted|hop(?:e|ing)|plan(?:ning)?|need|aim(?:ing)?|would|could|should|might|if|wish|"
    r"trying|consider(?:ing)?|thinking|going to|about to|how|not|never|n't|don't|didn't|used to|"
    r"back (?:in|when)|when I was|away from|goal|working (?:towards?|on)|\w+'ll|will|until|before|went|"
    r"as a (?:child|kid|student))\b",
    re.IGNORECASE,
)
_CLAUSE_END = re.compile(
    r"[,;.!?:]\s|\s[-–—]+\s|\b(?:but|because|since|so|which|who|and (?=I\b|we\b|now\b))\b"
)


def leads(text: str, at: int) -> str:
    """The words of the clause up to ``at``."""
    start = 0
    for border in _CLAUSE_END.finditer(text, 0, at):
        start = border.end()
    return text[start:at]


def is_unreal(words: str) -> bool:
    """Whether a clause wishes, plans or denies, or tells of long ago."""
    return _UNREAL.search(words.replace("’", "'")) is not None


# --- ranks -------------------------------------------------------------------------------
RANKS = frozenset(
    """silver gold golden bronze platinum diamond ruby basic standard premium pro plus free family student
    starter beginner intermediate advanced junior senior novice expert associate principal white yellow orange
    green
    blue purple brown red black first second third top entry""".split()
)
_RANK = re.compile(
    r"(?P<name>(?:[A-Za-z][\w+-]* ){1,3})(?P<noun>status|level|tier|rank|membership|belt|division|league|"
    r"subscription|plan|clearance|certification)\b"
)
_HELD = re.compile(
    r"\b(?:reached|hit|got|gotten|earned|achieved|made|upgraded|promoted|downgraded|moved|dropped|switched|"
    r"bumped|am|is|are|i'm|have|has|had|i've|hold|qualif\w+|became|eligible|on|at|now|attained|awarded|"
    r"received|passed)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Rank:
    """ "Premier Silver status": noun ``status``, names ``premier`` and ``silver``."""

    noun: str
    names: frozenset[str]


@lru_cache(maxsize=1 << 12)
def rank_of(text: str) -> Rank | None:
    """The rank that the text says is held or reached."""
    for found in _RANK.finditer(text):
        words = found["name"].split()
        names = []
        while words and (
            words[-1].lower() in RANKS or (words[-1][0].isupper() and words[-1] not in _NO_RANK)
        ):
            names.append(words.pop().lower())
        if not names:
            continue
        said = leads(text, found.start()) + " " + " ".join(words)
        if _HELD.search(said) and not is_unreal(said):
            return Rank(found["noun"], frozenset(names))
    return None


_NO_RANK = frozenset("I My The A An This That Our His Her Their".split())


# --- the latest of its kind --------------------------------------------------------------
_LATEST = re.compile(
    r"\b(?:[Mm]y|[Oo]ur) (?P<which>most recent|latest|recent|newest|last|current) "
    r"(?P<noun>(?:[a-z-]+ ){0,2}[a-z-]+) "
    r"(?P<link>to|in|at|with) (?:the )?(?P<name>[A-Z][\w'’-]*(?: [A-Z][\w'’-]*)*)"
)


_LATEST_IS = re.compile(
    r"\b(?:[Mm]y|[Oo]ur) (?:most recent|latest|newest|current) (?P<noun>(?!(?:favou?rite"
    r"|best)\b)(?:[a-z-]+ ){0,2}?"
    r"[a-z-]+) (?P<link>is|was) (?P<name>(?:(?:an?|the) |(?=[A-Z]))[\w'’ -]+)"
)


@dataclass(frozen=True, slots=True)
class Latest:
    kind: str
    name: str


@lru_cache(maxsize=1 << 12)
def latest_of(text: str) -> Latest | None:
    """ "My recent family trip to Oslo": of family trips to somewhere, the one to Oslo; no plural is one.

    Or "my current project is a model of the Titanic".
    """
    found = _LATEST_IS.search(text)
    if found is not None:
        return Latest(f"{found['noun']} is", found["name"])
    found = _LATEST.search(text)
    if found and found["which"] == "last" and re.search(r"\b(?:19|20)\d\d\b", text):
        return None  # the last one there, and not the last of all
    if found is None or (found["noun"].endswith("s") and not found["noun"].endswith(("ss", "us"))):
        return None
    return Latest(f"{found['noun']} {found['link']}", found["name"])


# --- rhythms -----------------------------------------------------------------------------
_DAY = "(?:" + "|".join(sorted(WEEKDAYS)) + ")"
_PER_WEEK = {"day": 7.0, "week": 1.0, "month": 12 / 52, "year": 1 / 52}
_RHYTHMS = re.compile(
    rf"\b(?:(?P<times>once|twice|{_NUMBER}(?: to {_NUMBER}|-\d+)? times) (?:a|per|each|every) "
    rf"(?P<per>week|month|day|year)"
    rf"|(?P<days>{_DAY}s(?:(?:,? and |, |/){_DAY}s)+)"
    rf"|every (?P<other>other|second|two|2) (?P<span>week|day|month)s?"
    rf"|every (?P<each>day|week|month)\b"
    rf"|(?P<adverb>daily|weekly|biweekly|fortnightly|monthly))\b",
    re.IGNORECASE,
)
_ADVERBS = {"daily": 7.0, "weekly": 1.0, "biweekly": 0.5, "fortnightly": 0.5, "monthly": 12 / 52}


@dataclass(frozen=True, slots=True)
class Rhythm:
    per_week: float
    is_days: bool  # told by naming the days
    said: str


@lru_cache(maxsize=1 << 12)
def rhythm_of(text: str) -> Rhythm | None:
    """How often a week something is done as a rule; nothing where two are told, or none holds."""
    found = list(_RHYTHMS.finditer(text))
    if len(found) != 1 or is_unreal(leads(text, found[0].start())):
        return None
    one = found[0]
    return Rhythm(_per_week(one), one["days"] is not None, one.group())


def _per_week(found: re.Match[str]) -> float:
    if times := found["times"]:
        first = re.match(r"\w+", times.lower())
        word = first.group() if first else "one"
        return _PER_WEEK[found["per"].lower()] * (float(word) if word.isdigit() else _COUNT[word])
    if days := found["days"]:
        return float(len({day.lower() for day in re.findall(_DAY, days, re.IGNORECASE)}))
    if span := found["span"]:
        return _PER_WEEK[span.lower()] / 2
    if span := found["each"]:
        return _PER_WEEK[span.lower()]
    return _ADVERBS[found["adverb"].lower()]


# Words that speak of a habit and not of which one.
HABIT_STEMS = frozenset(
    stem_of(word)
    for word in """routine schedule habit session sessions class classes practice consistent consistently
    workout regular regularly times sticking stick attend attending""".split()
)


# --- who holds a role --------------------------------------------------------------------
_HOLDER = re.compile(
    r"[Mm]y (?:new |current )?(?P<role>dentist|doctor|therapist|boss|manager|supervisor|landlord"
    r"|landlady|coach|"
    r"trainer|vet|lawyer|accountant|wife|husband|partner|boyfriend|girlfriend|hairdresser|barber|mechanic)"
    r"(?:'s name)? is(?: now| called| named)* (?:(?:Dr|Mr|Ms|Mrs|Prof)\.? )?(?P<name>[A-Z][\w'-]+)"
)


@lru_cache(maxsize=1 << 12)
def holder_of(text: str) -> tuple[str, str] | None:
    """ "My new dentist is Dr. Gomez": role and name, of roles that one person holds at a time."""
    found = _HOLDER.match(text)
    return (found["role"], found["name"]) if found else None


# --- where a thing is kept ---------------------------------------------------------------
_PREPOSITION = (
    r"(?:in|on|under|above|at|beside|behind|inside|near|by|below|next to|on top of|in front of|over|"
    r"underneath|against|outside)"
)
_MOVED = re.compile(
    r"\b(?:moved|relocated|shifted|transferred) (?P<thing>(?:my|our|the|all my) (?:(?!to\b"
    r"|from\b)[\w\"'“”-]+ ){1,5}?)"
    rf"(?:from [^,.]+? )?(?:to|into|onto|{_PREPOSITION}) (?:my|our|the|a|an) "
)
_KEPT = re.compile(rf"\b{_PREPOSITION} (?:my|our|the|a|an) ")


@lru_cache(maxsize=1 << 12)
def moved_thing(text: str) -> str | None:
    """ "I moved the ficus to the balcony": the ficus, where it is said where to."""
    found = _MOVED.search(text)
    if found is None or is_unreal(leads(text, found.start())):
        return None
    return found["thing"].strip()


def is_kept_somewhere(text: str) -> bool:
    return _KEPT.search(text) is not None


# --- from one to another -----------------------------------------------------------------
_SWITCHED = re.compile(
    r"\b(?:switched|changed|swapped|transitioned|upgraded|downgraded|migrated)(?: over)? from "
    r"(?P<left>(?:(?!to\b)[\w'’-]+ ){1,4})to (?P<taken>[\w'’ -]+)"
)


@lru_cache(maxsize=1 << 12)
def switched_from(text: str) -> str | None:
    """ "I switched from Notion to Obsidian": what was left."""
    found = _SWITCHED.search(text)
    return found["left"].strip() if found and not is_unreal(leads(text, found.start())) else None
