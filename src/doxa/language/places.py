"""Places: whether a value of one claim and a value of the other fill the same place.

The same thing is counted, and the clauses around the two figures speak of the same.  What
holds may be replaced; what has been done up to now is a count that only grows; what happened
once, for 200 dollars or in two hours, is not undone by what happened another time.
"""

from __future__ import annotations

import re
from itertools import pairwise

from doxa.belief.keying import COMMON_STEMS
from doxa.belief.numerals import RATE, ROLE_STEMS, Value
from doxa.belief.predicates import Mood
from doxa.belief.vocabulary import COUNTS, EFFORT, SPANS, TALLIED
from doxa.belief.words import stem_of

from .comparing import ALIKE, Pair, stems_of, words_of
from .measures import are_lengths, is_resized

MONEY = frozenset("$€£")
NEVER = frozenset(("when",))  # when it was: nothing that replaces
DATED = frozenset(("day", "date", "month", "time"))
RETOLD = 0.4  # the share of words that makes two tellings one happening


def clash(pair: Pair) -> tuple[Value, Value] | None:
    """A value of each that fills the same place: 6 ounces and 5 ounces, Monday and Tuesday."""
    for x in sorted(pair.new.values - pair.old.values, key=_by_text):
        for y in sorted(pair.old.values - pair.new.values, key=_by_text):
            if x.kind != y.kind or x.text == y.text or x.kind in NEVER:
                continue
            if x.kind == "size" and not is_resized(pair, x, y):
                continue
            if _is_one_place(pair, x, y):
                return x, y
    return None


def is_plain(pair: Pair, x: Value, y: Value) -> bool:
    """Whether the two figures alone show that one took the place of the other.

    Both clauses speak of a telling word besides what is counted; or what is counted tells
    by itself, as species and postcards do and hours and dollars do not.
    """
    if pair.new.marks_change and (_near(x, y) or words_of(pair.new) - {pair.new.verb} <= x.unit):
        return True
    if _are_records(pair, x, y):
        return True
    verbs = {pair.new.verb, pair.old.verb, x.predicate.verb, y.predicate.verb}
    telling = (x.near & y.near) - verbs - COMMON_STEMS - _SPAN_STEMS
    if x.kind != "number" and (x.near - y.near) - verbs and (y.near - x.near) - verbs:
        return False  # "a green belt in karate", "a brown belt in judo"
    if telling - x.unit - y.unit:
        return True
    if x.is_span or MONEY & (x.unit | y.unit) or RATE in x.unit | y.unit or x.kind != "number":
        return False
    return bool(telling) or x.is_ordinal


def _are_records(pair: Pair, x: Value, y: Value) -> bool:
    """ "We're 4-1", "now we're 6-2"."""
    is_score = all("-" in value.text and not value.unit for value in (x, y))
    return is_score and pair.new.is_now and bool(pair.shared)


_SPAN_STEMS = frozenset(stem_of(word) for word in (*SPANS, "morning", "evening"))


def _by_text(value: Value) -> tuple[str, str]:
    return value.kind, value.text


def _is_one_place(pair: Pair, x: Value, y: Value) -> bool:
    if pair.has_one_key:
        return x.kind != "number" or bool(x.unit & y.unit) or not (x.unit and y.unit)
    if _is_one_role(pair, x, y):
        return True
    if x.kind == "number":
        return _counts_one_thing(x, y) and _is_one_measure(pair, x, y)
    return _is_one_point(pair, x, y)


def _is_one_role(pair: Pair, x: Value, y: Value) -> bool:
    """ "A best time of 27:12" and "my best time of 25:50", whatever else is said around them."""
    role = x.role or x.counted
    if role not in ROLE_STEMS or role != (y.role or y.counted) or pair.names_differ:
        return False
    if Mood.EVENT in _moods(x, y) and not (x.role and y.role):
        return False  # "bought 45 records" twice
    if x.role and y.role and bool(x.unit) != bool(y.unit):
        return False
    return bool(_near(x, y) - {role})


# --- days, times, colours, codes ---------------------------------------------------------
def _is_one_point(pair: Pair, x: Value, y: Value) -> bool:
    near, moods = x.near & y.near, _moods(x, y)
    if x.kind == "time" and _is_new_time(pair, x, y):
        return True
    if x.kind in DATED and _is_other_compound(pair, near):
        return False
    if pair.are_wishes and x.kind in DATED and pair.has_one_verb and pair.overlap >= ALIKE:
        return True
    if x.kind == "code" and pair.new.marks_change and near:
        return True
    if moods != {Mood.STATE} or (pair.names_differ and not pair.has_one_attribute):
        return False
    if pair.has_one_attribute and pair.are_states:
        return True
    verbs = {x.predicate.verb, y.predicate.verb}
    is_one_verb = len(verbs - {""}) == 1 or (x.kind == "time" and "be" in verbs)
    has_common_value = bool(pair.new.values & pair.old.values)
    return bool(near) and (is_one_verb or pair.new.marks_change or has_common_value or len(near) > 1)


def _is_new_time(pair: Pair, x: Value, y: Value) -> bool:
    """ "My fastest mile is 7:45", then "I ran my fastest mile, 7:12"."""
    held = pair.old.attribute
    is_length = not (x.unit or y.unit)
    return is_length and bool(held & _BEST) and held <= words_of(pair.new) and not pair.names_differ


_BEST = frozenset(stem_of(word) for word in "fastest best quickest longest record personal pr pb".split())


def _is_other_compound(pair: Pair, near: frozenset[str]) -> bool:
    """ "My flight", then "my return flight": a word before the noun that tells it from the first."""
    before = {b: a for a, b in pairwise(pair.new.frame)}
    told = {before.get(noun, "") for noun in near - {pair.new.verb}}
    return bool(told & (pair.new.topic - stems_of(pair.old) - {pair.new.verb}))


# --- numbers -----------------------------------------------------------------------------
def _counts_one_thing(x: Value, y: Value) -> bool:
    """Six ounces and five ounces of water; rare coins and rare figurines are two things."""
    if x.unit and y.unit:
        return x.counted in y.unit or y.counted in x.unit or are_lengths(x, y)
    return not (x.is_span or y.is_span or MONEY & (x.unit | y.unit))


def _is_one_measure(pair: Pair, x: Value, y: Value) -> bool:
    moods = _moods(x, y)
    if pair.is_of_one_name and not pair.new.attribute | pair.old.attribute and x.is_ordinal != y.is_ordinal:
        return False
    if pair.has_one_attribute or _is_new_record(pair, x, y):
        return True
    if _are_of_two_days(pair):
        return False
    if pair.names_differ and not pair.new.marks_change:
        return False
    if Mood.EVENT in moods:
        return _is_one_happening(pair, x, y) or _is_next_in_order(x, y)
    if Mood.WISH in moods:
        return pair.new.marks_change and bool(_near(x, y))
    if pair.new.marks_change:
        return (
            bool(_shared(pair, x, y)) or _is_one_verb(x, y) or words_of(pair.new) - {pair.new.verb} <= x.unit
        )
    if Mood.PERFECT in moods and not pair.new.is_now and not _grows(y, x):
        return False
    if x.is_ordinal != y.is_ordinal and moods == {Mood.STATE}:
        return False  # page 250, of 440 pages
    if x.is_span or MONEY & (x.unit | y.unit):
        return _is_one_amount(pair, x, y)
    if not (x.unit and y.unit):
        return _is_one_figure(pair, x, y)
    return _is_one_count(pair, x, y)


def _are_of_two_days(pair: Pair) -> bool:
    """ "Two meetings tomorrow", "four meetings on Friday"."""
    new, old = (
        {(v.kind, v.text) for v in read.values if v.kind in ("day", "when") and not v.text.isdigit()}
        for read in (pair.new, pair.old)
    )
    return bool(new and old) and not new & old and not pair.new.is_now


def _is_one_amount(pair: Pair, x: Value, y: Value) -> bool:
    """Of time or money: there is much of both, so more than the unit must be the same."""
    verbs = {x.predicate.verb, y.predicate.verb}
    if _moods(x, y) == {Mood.PERFECT} and _is_running_total(pair, x, y):
        return True
    if _moods(x, y) == {Mood.PERFECT}:  # "I've spent 5 hours on it", "I've put in 10"
        return verbs <= EFFORT and x.near | y.near <= x.unit | y.unit | EFFORT
    shared = _shared(pair, x, y)
    if pair.added and pair.dropped and not shared - verbs:
        return False  # "working on a scarf for 3 hours", "on a hat for 5"
    return _moods(x, y) == {Mood.STATE} and len(shared) > (0 if _is_one_verb(x, y) else 1)


def _is_running_total(pair: Pair, x: Value, y: Value) -> bool:
    """ "I've saved 300 for the boat so far": told as a sum, of one thing, and the sum has grown."""
    verbs = {x.predicate.verb, y.predicate.verb}
    is_sum = verbs <= EFFORT or (_is_one_verb(x, y) and verbs <= _SUMMED)
    return (
        is_sum
        and _RUNNING.search(pair.new.text) is not None
        and _grows(y, x)
        and bool(_near(x, y) - COMMON_STEMS - EFFORT - verbs)
    )


_SUMMED = frozenset(stem_of(word) for word in "saved raised earned collected donated logged".split())
_RUNNING = re.compile(
    r"\b(?:so far|already|in total|a total of|to date|up to now|by now|now)\b", re.IGNORECASE
)


def _is_one_figure(pair: Pair, x: Value, y: Value) -> bool:
    """One of the two leaves out what it counts."""
    counted = x.counted or y.counted
    if counted and counted in x.near & y.near and COUNTS & (x.near | y.near):
        return True  # "27 different species", "my total species count is 32"
    if "-" in x.text and "-" in y.text:
        return _moods(x, y) == {Mood.STATE} and bool(pair.shared)  # "we're 3-2", "a 5-2 record"
    return (_is_one_verb(x, y) and len(pair.shared) > 1) or len(x.near & y.near) > 2


def _is_one_count(pair: Pair, x: Value, y: Value) -> bool:
    if RATE in x.unit | y.unit:
        return bool(_shared(pair, x, y))
    verbs = {x.predicate.verb, y.predicate.verb}
    if _is_one_verb(x, y) or verbs <= TALLIED | {"be", "have"} or _near(x, y):
        return True
    # "My other two bikes", "I have four bikes".
    return _moods(x, y) == {Mood.STATE} and "have" in verbs and (x.near == x.unit or y.near == y.unit)


def _is_one_happening(pair: Pair, x: Value, y: Value) -> bool:
    """Told twice with two figures: the same verb, the same names, and nothing else that differs."""
    if not _is_one_verb(x, y) or any(v.kind in DATED for v in pair.new.values ^ pair.old.values):
        return False
    is_one_clause = len(_near(x, y)) > 1 and (x.near <= y.near or y.near <= x.near)
    if is_one_clause and pair.new.names & pair.old.names:
        return True
    return not MONEY & x.unit and len(pair.shared) > 3 and pair.overlap >= RETOLD


def _is_next_in_order(x: Value, y: Value) -> bool:
    """ "I'm on episode 10", "I finished 50 episodes"; "my third issue", "my fifth issue".

    And "I've been to 12 parks", "I just saw my 15th park": the count went on.
    """
    if not (x.is_ordinal or y.is_ordinal) or not _grows(y, x) or not x.unit & y.unit:
        return False
    verb, before = x.predicate.verb, y.predicate
    if before.mood is Mood.EVENT:
        return verb == before.verb == "finish" and x.is_ordinal and y.is_ordinal
    if x.is_ordinal and not y.is_ordinal:
        return verb == before.verb or {verb, before.verb} <= {"visit", "see", "be", "have"} | TALLIED
    return verb in _STEPS and bool(_near(x, y))


_STEPS = frozenset("finish start begin began reach hit".split())


def _is_new_record(pair: Pair, x: Value, y: Value) -> bool:
    """ "My best score is 124 points", then "I got my best score, 132 points"."""
    held = pair.old.attribute
    is_unit = bool((x.unit & y.unit) - MONEY)
    return bool(held) and held <= words_of(pair.new) and is_unit and not pair.names_differ


def _moods(x: Value, y: Value) -> set[Mood]:
    return {x.predicate.mood, y.predicate.mood}


def _is_one_verb(x: Value, y: Value) -> bool:
    return x.predicate.verb == y.predicate.verb


def _near(x: Value, y: Value) -> frozenset[str]:
    """What both clauses speak of, besides what is counted."""
    return (x.near & y.near) - x.unit - y.unit


def _shared(pair: Pair, x: Value, y: Value) -> frozenset[str]:
    return pair.shared - x.unit - y.unit


def _grows(before: Value, after: Value) -> bool:
    try:
        return float(after.text) > float(before.text)
    except ValueError:
        return True
