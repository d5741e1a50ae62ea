"""Referents: what a claim leaves to the sentences before it, put into its own words.

"Have you tried the Peruvian bakeries? I've tried three different ones" counts bakeries, and a
memory of the second sentence alone would not know it.  Filled in only where the words before
leave one answer: the object of the same verb, the title just named, the thing's own full name.
"""

from __future__ import annotations

import re

from doxa.belief.vocabulary import NUMBERS
from doxa.belief.words import stem_of

REACH = 400  # characters before a claim in which what it refers to is looked for
_COUNT = r"(?:\d+|" + "|".join(word for word in NUMBERS if word not in ("once", "single", "half")) + r")"
# "three different ones": the noun is what the same verb had for its object before.
_ONES = re.compile(
    rf"\b(?P<verb>[a-z]+) (?P<count>{_COUNT}) (?:different |new |other |more |great |good )?(?P<ones>ones)\b"
)
# "I've written four so far": no noun at all.
_BARE = re.compile(
    rf"\b(?P<verb>[a-z]+) (?P<count>{_COUNT})(?P<ones>)(?= (?:so far|already|since|this|in the (?:last|past)|"
    r"now)\b|[.,!]|$)"
)
_JUDGING = (
    r"(?:(?:any|some|a few|many|more|other|good|great|nice|new|the|these|my|of|best|different|several) )*"
)
_PLURAL = (
    r"(?P<noun>(?:[\w'-]+ ){0,2}?(?!this\b|always\b|perhaps\b|has\b|was\b|is\b)[a-z-]{3,}s)(?= |[.,!?;]|$)"
)
# What may stand between a verb and its object is part of neither.
_NOT_NOUN = frozenset("in at on to for with from by and or but that this me us you it so as".split())

# "37 coins in that collection"
_THAT = re.compile(
    rf"\b(?P<count>{_COUNT}) (?P<noun>[a-z-]+s)(?= (?:in|on|of) (?:that|this|the same) [a-z]+)"
)
# "I'm now on page 220": of what was just named.
_POSITION = re.compile(
    r"\b(?:on|at|to|finished|reached) (?:page|chapter|episode|season|volume|level|lesson|part) "
    rf"(?:\d+|{_COUNT})(?= ?[.,!;]| now\b| and\b|$)"
)
_QUOTED = re.compile('["“](?P<title>[A-Z][^"”]{2,60})["”]')
_TITLED = re.compile(
    r"\b(?:reading|read|watching|watched|playing|listening to|book|novel|series|show|game|podcast)[,:]? "
    r"(?P<title>[A-Z][\w'’-]*(?: (?:(?:of|the|in|to|a) )*[A-Z][\w'’-]*)*)(?! and [A-Z])"
)
# "my camera", called "my Canon EOS 80D camera" before.
_MINE = re.compile(
    r"\b[Mm]y (?P<noun>[a-z]{3,})(?= (?:on|in|at|to|for|with|is|was|has|and|but|as|since|again"
    r"|now)\b|[.,;!]|$)"
)
_OWN_NAME = r"\b[Mm]y (?P<name>(?:[A-Z][\w-]*|\d[\w-]*)(?: (?:[A-Z][\w-]*|\d[\w-]*)){{0,3}}) {noun}\b"

# "I've already put in 10 hours", "spent 5 hours on it": on what the same sentence speaks of.
_EFFORT = re.compile(
    rf"\b(?:spent|put in|invested|logged|put) (?:about |around |roughly |over |nearly |almost )?"
    rf"(?:\d+(?:-\d+)?|{_COUNT}) (?:hours?|minutes|days|weeks|months|dollars|euros|pounds)"
    r"(?P<on> (?:on|into) it\b| in it\b)?(?= so far| already|[.,!]|$)"
)
_WORD_OF_NOUN = (
    r"(?!(?:at|in|on|for|and|but|lately|recently|with|to|from|since|that|which|so|of|this|as)\b)"
    r"[A-Za-z][\w'’-]*"
)
_WORKED_ON = re.compile(rf"\bon (?P<thing>(?:an?|the|my|our) {_WORD_OF_NOUN}(?: {_WORD_OF_NOUN}){{0,3}})")


def filled(text: str, before: str) -> str:
    """``text`` with what it refers to; ``before`` is what the same person said up to there."""
    before = before[-REACH:]
    if not before.strip():
        return text
    for fill in (_with_noun, _with_kind, _with_title, _with_full_name, _with_work):
        text = fill(text, before)
    return text


def _with_noun(text: str, before: str) -> str:
    for found in (_ONES.search(text), _BARE.search(text)):
        if found is None or found["verb"] in _NOT_NOUN:
            continue
        noun = _object_of(found["verb"], before)
        if noun is None:
            continue
        if found["ones"]:
            return text[: found.start("ones")] + noun + text[found.end("ones") :]
        return f"{text[: found.end()]} {noun}{text[found.end() :]}"
    return text


def _object_of(verb: str, before: str) -> str | None:
    """The plural that the same verb had for its object, the last one; "number of novels" counts as well."""
    nouns = []
    for word in re.finditer(r"\b[a-z]+\b", before):
        is_count = word.group() == "number" and before[word.end() :].startswith(" of ")
        if stem_of(word.group()) == stem_of(verb) or is_count:
            after = re.compile(rf" {_JUDGING}{_PLURAL}").match(before, word.end())
            if after and _NOT_NOUN.isdisjoint(after["noun"].split()):
                nouns.append(after["noun"])
    return nouns[-1] if nouns else None


def _with_kind(text: str, before: str) -> str:
    """ "37 coins in that collection" with what was said of the coins: "37 pre-1920 American coins"."""
    found = _THAT.search(text)
    if found is None:
        return text
    named = re.compile(rf"\b(?:my|our) (?P<kind>(?:[\w-]+ ){{1,3}}){re.escape(found['noun'])}\b")
    kinds = [match["kind"] for match in named.finditer(before)]
    if not kinds or not _NOT_NOUN.isdisjoint(kinds[-1].split()):
        return text
    at = found.start("noun")
    return text[:at] + kinds[-1] + text[at:]


def _with_title(text: str, before: str) -> str:
    found = _POSITION.search(text)
    if found is None or _QUOTED.search(text) or _TITLED.search(text):
        return text
    titles = [match["title"] for match in _QUOTED.finditer(before)] or [
        match["title"] for match in _TITLED.finditer(before)
    ]
    if len(set(titles)) != 1:
        return text
    return f"{text[: found.end()]} of {titles[0]}{text[found.end() :]}"


def _with_full_name(text: str, before: str) -> str:
    for found in _MINE.finditer(text):
        full = {m["name"] for m in re.finditer(_OWN_NAME.format(noun=re.escape(found["noun"])), before)}
        if len(full) == 1:
            at = found.start("noun")
            return f"{text[:at]}{full.pop()} {text[at:]}"
    return text


def _with_work(text: str, before: str) -> str:
    """Only within one sentence: what was worked on in the sentence before may be another thing."""
    found = _EFFORT.search(text)
    things = [m["thing"] for m in _WORKED_ON.finditer(re.split(r"[.!?]\s", before)[-1])]
    if found is None or not things:
        return text
    thing = re.sub(r"^an? ", "my ", things[-1])
    return (
        f"{text[: found.start('on')] if found['on'] else text[: found.end()]} on {thing}{text[found.end() :]}"
    )
