"""Filling: which attribute a claim fills, how many values that holds, and for how long.

A wrong slot lets one fact take the place of another, so the model's is kept only where the rules read
the same, or read none and the words at the quote speak of that attribute and name its value.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, replace

from doxa.belief.classes import BeliefClass
from doxa.domain.claim import Claim, HalfLife
from doxa.language import horizons
from doxa.language.extraction import claim_of

from .answers import SaidClaim
from .asking import Unusable
from .bearing import Bearing
from .grounding import Said, invented, unsaid
from .sense import is_denied, is_wished

LONGEST_HALF_LIFE_DAYS = 36_500
MANY_VALUED = frozenset(("allergy", "pet", "language"))
_LIKING = (
    "like likes love loves enjoy enjoys adore adores hate hates dislike dislikes fan fond keen into prefer"
)
# The words of which one must stand at the quote, beside the words of the slot's own name.
CUES = {
    slot: frozenset(words.split())
    for slot, words in {
        "home_city": "live lives living reside resides residing based moved relocated settled home",
        "home_country": "live lives living reside resides residing based moved relocated settled home",
        "address": "live lives living moved street road avenue",
        "employer": "work works working job employed hired joined company",
        "job_title": "work works working job promoted am is i'm he's she's profession occupation",
        "birthday": "born",
        "birth_year": "born",
        "birth_place": "born",
        "age": "old turned turn am i'm",
        "spouse": "married wife husband wedded",
        "relationship_status": "single divorced engaged widowed married dating separated relationship",
        "diet": "vegetarian vegan pescatarian pescetarian flexitarian carnivore omnivore eat eats",
        "allergy": "allergic allergies",
        "pet": "dog dogs cat cats puppy kitten hamster rabbit parrot horse fish turtle pets adopted",
        "name": "called named i'm am",
        "nickname": "call calls called",
        "car": "drive drives driving bought",
        "language": "speak speaks fluent languages",
        "phone": "number mobile cell telephone",
        "email": "mail e-mail",
    }.items()
}
_WORD = re.compile(r"[^\W_]+(?:['-][^\W_]+)*")


@dataclass(frozen=True, slots=True)
class Filling:
    predicate: str | None
    slot: str | None
    belief_class: BeliefClass | None
    half_life_days: float | HalfLife
    is_many_valued: bool
    denies: bool


def filling_of(said: SaidClaim, bearing: Bearing) -> Filling:
    """What is left of the model's word for it."""
    rules = _by_rule(said.text.strip(), bearing)
    slot, predicate = _name(said.slot), _name(said.predicate)
    if slot is not None and slot != rules.slot:
        if rules.slot is not None:
            slot, predicate = rules.slot, rules.predicate
        elif not _is_borne_out(slot, said.text, bearing):
            slot = None
    is_rules = slot is not None and slot == rules.slot
    belief_class = said.belief_class
    if slot is not None and belief_class is BeliefClass.META_RESIDUE:
        belief_class = rules.belief_class if rules.belief_class is not belief_class else None
    return Filling(
        predicate=predicate,
        slot=slot,
        belief_class=belief_class,
        half_life_days=_half_life(said.half_life, rules, bearing),
        is_many_valued=rules.is_many_valued if is_rules or slot is None else slot in MANY_VALUED,
        denies=_denies(said, rules, bearing),
    )


def _by_rule(text: str, bearing: Bearing) -> Claim:
    return claim_of(replace(bearing.passage.segment, text=text))


def _denies(said: SaidClaim, rules: Claim, bearing: Bearing) -> bool:
    """The rules' reading: of the slot where there is one, else of the words."""
    if not bearing.is_english:
        return said.denies
    return rules.denies or (said.denies and rules.slot is None and is_denied(said.text))


def _is_borne_out(slot: str, text: str, bearing: Bearing) -> bool:
    """Whether the words at the quote speak of the attribute and hold all that the text says of it."""
    kind, _, thing = slot.partition(":")
    is_open = kind in ("likes", "prefers") or kind.startswith(("favourite_", "favorite_"))
    if not (is_open or (slot in CUES)):
        return False
    near = Said((bearing.words, bearing.passage.segment.speaker))
    if invented(text, near) or unsaid(text, near)[1]:
        return False
    if not bearing.is_english:
        return True
    if is_wished(text) or is_denied(text):
        return False
    words = set(_WORD.findall(bearing.words.casefold().replace("’", "'")))
    if kind == "likes":
        return not words.isdisjoint(_LIKING.split()) and _names(thing, near)
    if kind == "prefers":
        return not words.isdisjoint(("prefer", "prefers", "rather")) and _names(thing, near)
    if is_open:
        cues = ("favourite", "favorite", "best")
        return not words.isdisjoint(cues) and _names(kind.partition("_")[2], near)
    return not words.isdisjoint(CUES[slot] | set(slot.split("_")))


def _names(thing: str, near: Said) -> bool:
    return bool(thing) and not unsaid(re.sub(r"[_|]", " ", thing), near)[1]


def _half_life(given: str | float, rules: Claim, bearing: Bearing) -> float | HalfLife:
    """What the rules find in the words, where the model says that there is something."""
    if not isinstance(given, str) and not (math.isfinite(given) and 0 < given <= LONGEST_HALF_LIFE_DAYS):
        raise Unusable(f"a half-life is a number of days above 0 and at most {LONGEST_HALF_LIFE_DAYS}")
    if given == HalfLife.UNSET:
        return HalfLife.UNSET
    words = bearing.words
    wording = horizons.half_life_of(words, frozenset(re.findall(r"[a-z']+", words.lower())), False)
    if given == HalfLife.NONE:
        return wording
    return HalfLife.UNSET if isinstance(rules.half_life_days, HalfLife) else rules.half_life_days


_NAME = re.compile(r"[^\W\d_]\w*(?:[:|]\w+)*")


def _name(given: str | None) -> str | None:
    """A predicate or a slot in the spelling of the rules; what has no such spelling names nothing."""
    spelt = re.sub(r"[\s-]+", "_", (given or "").strip().lower())
    return spelt if len(spelt) <= 64 and _NAME.fullmatch(spelt) else None
