"""Slots: the attribute that a wording gives, once a table has matched it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from doxa.belief.classes import BeliefClass
from doxa.domain.claim import HalfLife

from .lexicon import COUNTRIES, LANGUAGES, SYNONYMS
from .things import slug, thing_of

YEARLY = 365.0  # residence, work, contact details: people change them every few years
SLOW = 730.0


@dataclass(frozen=True, slots=True)
class Attribute:
    predicate: str
    slot: str | None
    belief_class: BeliefClass
    half_life_days: float | HalfLife = HalfLife.UNSET
    is_many_valued: bool = False
    denies: bool = False
    is_of_owner: bool = False  # the wording itself is about the owner: "X is my favourite book"


Builder = Callable[["re.Match[str]"], "Attribute | None"]


def home(match: re.Match[str]) -> Attribute | None:
    value = match["value"].rstrip(".")
    value = value if value in COUNTRIES else value.split(" ")[0]
    slot = "home_country" if value in COUNTRIES or match["value"].startswith("United ") else "home_city"
    return Attribute("lives_in", slot, BeliefClass.STATE, YEARLY, denies=bool(match["not"]))


def fixed(
    predicate: str,
    slot: str,
    belief_class: BeliefClass,
    half_life_days: float | HalfLife = HalfLife.UNSET,
    *,
    is_many_valued: bool = False,
) -> Builder:
    def build(match: re.Match[str]) -> Attribute:
        denies = bool(match.groupdict().get("not"))
        return Attribute(predicate, slot, belief_class, half_life_days, is_many_valued, denies)

    return build


def language(match: re.Match[str]) -> Attribute | None:
    if match["value"] not in LANGUAGES:
        return None
    return Attribute(
        "speaks", "language", BeliefClass.IDENTITY, is_many_valued=True, denies=bool(match["not"])
    )


_DEFINITE = re.compile(r"(?:the|this|that|these|those|all the)\b", re.IGNORECASE)


def taste(match: re.Match[str]) -> Attribute | None:
    """Liking and disliking one thing share a slot: one is the rival of the other, and no denial of it."""
    thing = thing_of(match["value"])
    if thing is None or _DEFINITE.match(match["value"]):  # "I love the colours" is of these, now
        return None
    negative = bool(match["bad"]) != bool(match["not"])
    return Attribute("dislikes" if negative else "likes", f"likes:{thing}", BeliefClass.PREFERENCE)


def preferred(match: re.Match[str]) -> Attribute | None:
    """One question is answered by "tea to coffee" and by "coffee over tea"."""
    pair = (thing_of(match["value"]), thing_of(match["other"]))
    if None in pair or match["not"]:
        return None
    return Attribute(
        "prefers", "prefers:" + "|".join(sorted(str(thing) for thing in pair)), BeliefClass.PREFERENCE
    )


# "My favourite thing is" names no kind of thing.
_NO_NOUN = frozenset("thing things part parts one ones of_all moment moments memory memories".split())


def favourite(match: re.Match[str]) -> Attribute | None:
    noun = slug(match["noun"])
    if noun.startswith("one_") or noun in _NO_NOUN:
        return None
    return Attribute(f"favourite_{noun}", f"favourite_{noun}", BeliefClass.PREFERENCE)


_IDENTITY_SLOTS = frozenset(
    "birthday blood_type hometown nationality first_name last_name middle_name maiden_name full_name "
    "native_language star_sign".split()
)


def value_noun(match: re.Match[str]) -> Attribute | None:
    slot = slug(match["noun"])
    slot = SYNONYMS.get(slot, slot)
    if slot in _IDENTITY_SLOTS:
        return Attribute(slot, slot, BeliefClass.IDENTITY)
    return Attribute(slot, slot, BeliefClass.STATE, YEARLY)
