"""Turns: rules for what takes the place of something by the form of its words alone.

They run before the gate: the phrases they compare name their attribute themselves, however
little else the two sentences share.
"""

from __future__ import annotations

import re

from doxa.belief.keying import COMMON_STEMS, GATE
from doxa.belief.numerals import RATE, Value
from doxa.belief.predicates import Mood
from doxa.belief.signature import Signature, signature
from doxa.belief.vocabulary import NUMBERED, SPANS
from doxa.belief.words import stem_of
from doxa.domain.judgement import Judgement, Relation

from .comparing import Pair, stems_of
from .phrases import (
    HABIT_STEMS,
    Rhythm,
    holder_of,
    is_kept_somewhere,
    latest_of,
    moved_thing,
    rank_of,
    rhythm_of,
    switched_from,
)
from .plans import goal_of, is_done, plan_of

_NUMBERED_STEMS = frozenset(stem_of(word) for word in NUMBERED)
SPAN_STEMS = frozenset(SPANS) | {stem_of(span) for span in SPANS}
SHORT = 4  # words of "I use Notion"
DATES = frozenset(("date", "month"))


def rank_changed(pair: Pair) -> Judgement | None:
    """ "Premier Silver status", then "Premier Gold status", of one scheme."""
    new, old = rank_of(pair.new.text), rank_of(pair.old.text)
    if new is None or old is None or new.noun != old.noun or new.names == old.names:
        return None
    if not (new.names - old.names and old.names - new.names) or pair.denial_differs:
        return None
    if _others(pair.new, new.names, pair.old) and _others(pair.old, old.names, pair.new):
        return None  # one of an airline, the other of a hotel
    shared = pair.shared - COMMON_STEMS - {stem_of(new.noun), pair.new.verb, pair.old.verb}
    if not (new.names & old.names or shared):
        return None
    return _replaced(f"one {new.noun} before, another now: {' '.join(sorted(new.names))}")


def _others(read: Signature, names: frozenset[str], other: Signature) -> frozenset[str]:
    return frozenset(name for name in read.names - other.names if name not in names)


def latest_changed(pair: Pair) -> Judgement | None:
    """There is one latest of its kind: "my recent trip to Rome", "my recent trip to Cork"."""
    new, old = latest_of(pair.new.text), latest_of(pair.old.text)
    if new is None or old is None or new.kind != old.kind or _are_one(new.name, old.name):
        return None
    return _replaced(f"the latest {new.kind}: {old.name} before, {new.name} now")


def _are_one(name: str, other: str) -> bool:
    """Whether two names, or two descriptions, may be of one thing: "a model", "a model of the Titanic"."""
    one, two = signature(f"I see {name}"), signature(f"I see {other}")
    if one.names and two.names:
        return bool(one.names & two.names)
    return bool(stems_of(one) & stems_of(two) - {"see"}) or not (stems_of(one) and stems_of(two))


def rhythm_changed(pair: Pair) -> Judgement | None:
    """ "On Mondays and Fridays", then "four times a week", of the very same habit."""
    new, old = rhythm_of(pair.new.text), rhythm_of(pair.old.text)
    if new is None or old is None or (new.is_days and old.is_days):
        return None
    if abs(new.per_week - old.per_week) < 0.01 or pair.new.is_negated or pair.old.is_negated:
        return None
    activity = _habit(pair.new, new)
    if not activity - COMMON_STEMS or activity != _habit(pair.old, old):
        return None
    return _replaced(f"one rhythm before, another now: {old.said}, {new.said}")


def _habit(read: Signature, rhythm: Rhythm) -> frozenset[str]:
    """What is done as a rule: the words around the figure or the days, habit and spans aside."""
    around = [value.near for value in read.values if _is_of(rhythm, value)]
    return frozenset().union(*around) - HABIT_STEMS - SPAN_STEMS - {RATE}


def _is_of(rhythm: Rhythm, value: Value) -> bool:
    if rhythm.is_days or value.kind == "day":
        return rhythm.is_days and value.kind == "day"
    return value.kind == "number" and bool(value.unit & SPAN_STEMS)


def holder_changed(pair: Pair) -> Judgement | None:
    """One dentist, one landlord, one wife at a time."""
    new, old = holder_of(pair.new.text), holder_of(pair.old.text)
    if new is None or old is None or new[0] != old[0] or new[1] == old[1]:
        return None
    return _replaced(f"one {new[0]}: {old[1]} before, {new[1]} now")


def switched(pair: Pair) -> Judgement | None:
    """ "I use Notion for my notes", then "I switched from Notion to Obsidian for my notes"."""
    left = switched_from(pair.new.text)
    if left is None or pair.old.mood is not Mood.STATE or pair.old.polarity or pair.old.is_negated:
        return None
    said = set(left.lower().split()) - {"my", "the", "a", "an", "our"}
    if not said or not said <= set(re.findall(r"[\w'-]+", pair.old.text.lower())):
        return None
    is_named = any(word[:1].isupper() for word in left.split())
    told = pair.shared - COMMON_STEMS - {stem_of(word) for word in said}
    if not (told or is_named or len(pair.old.frame) <= SHORT):
        return None
    return _replaced(f"switched from {left} to something else")


def place_changed(pair: Pair) -> Judgement | None:
    """ "I keep the ladder in the shed", then "I moved the ladder to the cellar"."""
    thing = moved_thing(pair.new.text)
    if thing is None or pair.old.mood is not Mood.STATE or not is_kept_somewhere(pair.old.text):
        return None
    said = stems_of(signature(f"I have {thing}")) - {"have"}
    told = said - COMMON_STEMS
    if not told or not said <= stems_of(pair.old) or pair.old.is_negated:
        return None
    return _replaced("kept in one place before, moved to another")


def plan_done(pair: Pair) -> Judgement | None:
    """ "I've been meaning to read Emma", then "I finished Emma": the plan is over."""
    plan = plan_of(pair.old.text) if pair.old.mood is Mood.WISH or "mean" in pair.old.frame else None
    if plan is None or not is_done(plan, pair.new):
        return None
    return Judgement(Relation.RESOLVED, max(pair.score, GATE), "what was planned is done")


def goal_moved(pair: Pair) -> Judgement | None:
    """ "Determined to reach level 100", "aiming to hit level 150"."""
    verb = goal_of(pair.new.text)
    if verb is None or verb != goal_of(pair.old.text) or pair.names_differ:
        return None
    by_date = {v for v in pair.new.values & pair.old.values if v.kind in DATES}
    for x in pair.new.values:
        for y in pair.old.values:
            if x.kind == y.kind == "number" and x.counted == y.counted and x.text != y.text:
                told = pair.shared - COMMON_STEMS - x.unit - {stem_of(verb), pair.new.verb, pair.old.verb}
                if x.counted in _NUMBERED_STEMS or told or by_date:
                    return _replaced(f"one goal moved: {y.text} before, {x.text} now")
    return None


def _replaced(reason: str) -> Judgement:
    return Judgement(Relation.CONTRADICTED, GATE, reason)
