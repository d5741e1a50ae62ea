"""Places: whether a value of one claim and a value of the other fill the same place.

The same thing is counted, and the clauses around the two figures speak of the same.  What
holds may be replaced; what has been done up to now is a count that only grows; what happened
once, for 200 dollars or in two hours, is not undone by what happened another time.
"""

from __future__ import annotations

from doxa.belief.numerals import RATE, ROLE_STEMS, Value
from doxa.belief.predicates import Mood
from doxa.belief.vocabulary import COUNTS, EFFORT, TALLIED

from .comparing import ALIKE, Pair, words_of

MONEY = frozenset("$€£")
NEVER = frozenset(("when", "size"))  # when it was, which one it is: nothing that replaces
DATED = frozenset(("day", "date", "month", "time"))
RETOLD = 0.4  # the share of words that makes two tellings one happening


def clash(pair: Pair) -> tuple[Value, Value] | None:
    """A value of each that fills the same place: 6 ounces and 5 ounces, Monday and Tuesday."""
    for x in sorted(pair.new.values - pair.old.values, key=_by_text):
        for y in sorted(pair.old.values - pair.new.values, key=_by_text):
            if x.kind == y.kind and x.kind not in NEVER and x.text != y.text and _is_one_place(pair, x, y):
                return x, y
    return None


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
    if x.role and y.role and bool(x.unit) != bool(y.unit):
        return False
    return bool(_near(x, y) - {role})


# --- days, times, colours, codes ---------------------------------------------------------
def _is_one_point(pair: Pair, x: Value, y: Value) -> bool:
    near, moods = x.near & y.near, _moods(x, y)
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


# --- numbers -----------------------------------------------------------------------------
def _counts_one_thing(x: Value, y: Value) -> bool:
    """Six ounces and five ounces of water; rare coins and rare figurines are two things."""
    if x.unit and y.unit:
        return x.counted in y.unit or y.counted in x.unit
    return not (x.is_span or y.is_span or MONEY & (x.unit | y.unit))


def _is_one_measure(pair: Pair, x: Value, y: Value) -> bool:
    moods = _moods(x, y)
    if pair.is_of_one_name and not pair.new.attribute | pair.old.attribute and x.is_ordinal != y.is_ordinal:
        return False
    if pair.has_one_attribute or _is_new_record(pair, x, y):
        return True
    if pair.names_differ and not pair.new.marks_change:
        return False
    if Mood.EVENT in moods:
        return _is_one_happening(pair, x, y) or _is_next_in_order(x, y)
    if Mood.WISH in moods:
        return pair.new.marks_change and bool(_near(x, y))
    if pair.new.marks_change:
        return bool(_shared(pair, x, y)) or _is_one_verb(x, y) or words_of(pair.new) <= x.unit
    if Mood.PERFECT in moods and not pair.new.is_now and not _grows(y, x):
        return False
    if x.is_ordinal != y.is_ordinal and moods == {Mood.STATE}:
        return False  # page 250, of 440 pages
    if x.is_span or MONEY & (x.unit | y.unit):
        return _is_one_amount(pair, x, y)
    if not (x.unit and y.unit):
        return _is_one_figure(pair, x, y)
    return _is_one_count(pair, x, y)


def _is_one_amount(pair: Pair, x: Value, y: Value) -> bool:
    """Of time or money: there is much of both, so more than the unit must be the same."""
    if _moods(x, y) == {Mood.PERFECT}:  # "I've spent 5 hours on it", "I've put in 10"
        verbs = {x.predicate.verb, y.predicate.verb}
        return verbs <= EFFORT and x.near | y.near <= x.unit | y.unit | EFFORT
    shared = _shared(pair, x, y)
    return _moods(x, y) == {Mood.STATE} and len(shared) > (0 if _is_one_verb(x, y) else 1)


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
    """ "I'm on episode 10", "I finished 50 episodes"; "my third issue", "my fifth issue"."""
    if not (x.is_ordinal or y.is_ordinal) or not _grows(y, x) or not x.unit & y.unit:
        return False
    if x.predicate.verb != "finish":
        return False
    if y.predicate.verb == "finish":
        return x.is_ordinal and y.is_ordinal
    return y.predicate.mood is not Mood.EVENT and bool(x.near & y.near)


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
