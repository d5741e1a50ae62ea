"""Plans: what was meant to be done and is done now; a goal that was moved.

A wish is no fact that another could replace, but doing what was planned ends the plan, and
a new figure for one goal takes the place of the old one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from doxa.belief.keying import COMMON_STEMS
from doxa.belief.predicates import Mood
from doxa.belief.signature import Signature, signature
from doxa.belief.words import stem_of

_PLAN = re.compile(
    r"\b(?:plan(?:ning)?|meaning|hop(?:e|ing)|want|wanting|need|going|intend(?:ing)?|about|aim(?:ing)?|"
    r"looking forward|supposed|decided|ready|have yet|have|excited) to (?P<rest>[^,;.!?—]+)"
)
_THOUGHT = re.compile(
    r"(?<!was )\b(?:thinking (?:of|about)|considering|planning on|looking into) "
    r"(?P<rest>[a-z]+ing [^,;.!?—]+)"
)
_TAIL = re.compile(r"\b(?:because|but|so|which|when|while|if|since|unless|although)\b.*")
_REPEATED = re.compile(
    r"\b(?:again|more|another|every|each|daily|weekly|always|regularly|often|keep|other|instead|next time)\b"
)
_LONG_AGO = re.compile(
    r"\b(?:ago|last (?:year|summer|winter|month|time)|years?|(?:19|20)\d\d|used to|when I was|before"
    r"|once|back in)\b"
)
_LIGHT = frozenset("back go get start try pick up out finish".split())
_LIGHT_STEMS = frozenset(stem_of(word) for word in "get have do take make give go".split())
_RETURNING = frozenset("get go read start continu finish watch play resum pick return tri complet".split())
_ENDED = frozenset("finish complet read watch".split())
_BASE = {
    past: base
    for base, pasts in {
        "go": "went gone", "make": "made", "get": "got gotten", "see": "saw seen", "take": "took taken",
        "build": "built", "send": "sent", "pay": "paid", "sell": "sold", "give": "gave given",
        "tell": "told", "find": "found", "begin": "began begun", "grow": "grew grown", "throw": "threw",
        "choose": "chose chosen", "break": "broke broken", "win": "won", "ride": "rode ridden",
        "fly": "flew flown", "do": "did done", "have": "had", "sew": "sewed sewn", "swim": "swam",
        "hang": "hung", "keep": "kept", "come": "came", "bring": "brought", "become": "became",
    }.items()
    for past in pasts.split()
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be done: the stem of the verb, and names and telling words of what it is done to."""

    verb: str
    names: frozenset[str]
    topic: frozenset[str]


def base_of(verb: str) -> str:
    """One stem for a verb and its past."""
    stem = stem_of(_BASE.get(verb, verb))
    return f"{stem[:-1]}i" if stem.endswith("y") else stem  # "try", "tried"


@lru_cache(maxsize=1 << 12)
def plan_of(text: str) -> Plan | None:
    """The plan of a text whose first wish says what is to be done; none where it is to be done often."""
    found = _PLAN.search(text) or _THOUGHT.search(text)
    if found is None or text.rstrip().endswith("?"):
        return None
    rest = _TAIL.sub("", found["rest"]).strip()
    verb, _, thing = rest.partition(" ")
    if not thing or _REPEATED.search(rest):
        return None
    read = signature(f"I {thing}")
    topic = read.topic - {stem_of(word) for word in _LIGHT}
    plan = Plan(base_of(verb.lower()), read.names, topic)
    is_vague = plan.verb in _LIGHT_STEMS and len(topic) < 2  # "getting her a spa day"
    return plan if read.names or (topic - COMMON_STEMS and not is_vague) else None


def is_done(plan: Plan, new: Signature) -> bool:
    """Whether ``new`` tells that it was done: the same thing, and the same verb or that it is finished."""
    if new.is_negated or not _is_told(new) or _LONG_AGO.search(new.text):
        return False
    verb = base_of(new.verb)
    is_whole = len(plan.names | plan.topic) > 1  # "the Cork marathon", of which one tells that it is finished
    is_verb = verb == plan.verb or (verb in _ENDED and (is_whole or plan.verb in _RETURNING))
    if not is_verb and not (new.verb == "live" and plan.verb in ("mov", "relocat")):
        return False
    names, words = plan.names - {"The", "A"}, new.topic | {verb}
    return names <= new.names and plan.topic - {"live"} <= words


def _is_told(new: Signature) -> bool:
    if new.verb == "live":
        return new.marks_change
    return new.mood in (Mood.EVENT, Mood.PERFECT)


# --- goals -------------------------------------------------------------------------------
_GOAL = re.compile(
    r"\b(?<!not )(?:determined|aiming|aim|want|hoping|hope|planning|plan|goal(?: is)?"
    r"|target(?: is)?|trying|intend)"
    r"(?: now)? (?:to|for) (?P<verb>reach|hit|get to|make it to|save|raise|run|read|lose|earn|write"
    r"|learn|bike|"
    r"swim|walk)\b"
)
_ONE_VERB = {"hit": "reach", "get to": "reach", "make it to": "reach"}


@lru_cache(maxsize=1 << 12)
def goal_of(text: str) -> str | None:
    """The verb of a goal that a figure is set for."""
    found = _GOAL.search(text)
    return _ONE_VERB.get(found["verb"], found["verb"]) if found else None
