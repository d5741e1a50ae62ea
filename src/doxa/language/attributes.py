"""Attributes: the common things people say of themselves and others, and the slot each one fills.

Two claims of one subject in one slot are rivals, unless the slot holds several values at
once.  A slot is given only where the wording leaves no doubt: a false link lets one fact
suppress another, a missed one only leaves two unarbitrated.  Half-lives here are of things
that change over years, not weeks, where the class alone would fade too soon.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import replace

from doxa.belief.classes import BeliefClass
from doxa.domain.claim import HalfLife

from .lexicon import DIETS, OCCUPATIONS, PETS, VALUE_NOUNS
from .slots import (
    SLOW,
    YEARLY,
    Attribute,
    Builder,
    favourite,
    fixed,
    home,
    language,
    preferred,
    taste,
    value_noun,
)
from .subjects import Subject

_AUX = r"(?:'m|'re|'s|'ve|'d| am| are| is| have| has| was| were)?"
_ADV = (
    r"(?: (?:now|currently|just|actually|recently|also|still|both|really|been|finally|only|all|"
    r"absolutely|totally|always|do|does|already|basically|officially))*"
)
_NOT = (
    r"(?P<not>(?: no longer| not| never| don't| doesn't| do not| does not| didn't|n't| isn't| aren't)(?: "
    r"really| even)?)?"
)
_PRE = rf"{_AUX}{_ADV}{_NOT}{_ADV}"
_PLACE = r"(?P<value>[A-Z][\w'’.-]+(?: [A-Z][\w'’-]+){0,3}|the (?:suburbs|countryside|country|city)\b)"
_NAMED = r"(?P<value>[A-Z][\w&'’.-]*(?: (?:(?:of|and|the|for) )?[A-Z][\w&'’.-]*){0,4})"

_MAKE = r"[A-Z][\w-]*(?: [A-Z\d][\w-]*){0,2}"
# A make and no vehicle of a trade; what is driven for work or now and then is another one.
_CAR = (
    rf"(?P<value>(?:[a-z\d][\w-]* )*?{_MAKE})\b(?! (?:bus|truck|van|lorry|taxi|tractor|forklift"
    rf"|tram|train)\b)"
    r"(?!.*\b(?:for work|at work|on weekends|at weekends|sometimes|rental)\b)"
)


_I, _R, _P, _S = BeliefClass.IDENTITY, BeliefClass.RELATIONSHIP, BeliefClass.PREFERENCE, BeliefClass.STATE

_Row = tuple[frozenset[str], re.Pattern[str], Builder]


def _row(cues: str, pattern: str, build: Builder) -> _Row:
    return frozenset(cues.split()), re.compile(pattern, re.DOTALL), build


# What follows the subject: words of which one must be there, the wording, the attribute; the first that fits.
VERBS: tuple[_Row, ...] = (
    _row(
        "live lives living reside resides based moved relocated",
        rf"{_PRE} (?:live|lives|living|reside|"
        rf"resides|based|(?:moved|relocated)(?: back)?(?: to"
        rf"|(?= in\b))(?: an? (?:\w+ )?(?:apartment|flat|house|place|condo|"
        rf"studio|home)(?= in\b))?)(?: (?:in|near))?(?: downtown)? "
        rf"{_PLACE}",
        home,
    ),
    _row("live lives", rf"{_PRE} (?:live|lives) at (?P<value>\d.*)", fixed("address", "address", _S, YEARLY)),
    _row(
        "work works working",
        rf"{_PRE} (?:work|works|working)(?: (?:full|part)[- ]time)? (?:at|for) (?:the "
        rf")?{_NAMED}",
        fixed("works_at", "employer", _S, YEARLY),
    ),
    _row(
        "job",
        rf"{_PRE} (?:got|started|accepted|landed|have|has)(?: a| the| my)?(?: new)? job (?:at|with) "
        rf"{_NAMED}",
        fixed("works_at", "employer", _S, YEARLY),
    ),
    _row(
        "work works working",
        rf"{_PRE} (?:work|works|working) as (?:an?|the) (?P<value>[\w -]+)",
        fixed("works_as", "job_title", _S, YEARLY),
    ),
    _row(
        "promoted",
        rf"{_AUX}{_ADV}(?: got| been| was| were)? promoted to (?P<value>[\w -]+)",
        fixed("works_as", "job_title", _S, YEARLY),
    ),
    _row(
        "am is i'm he's she's",
        rf"(?:'m| am|'s| is){_ADV}{_NOT} an? (?:\w+ )?(?P<value>{OCCUPATIONS})(?= "
        rf"(?:at|for|in|by|and|now|with)\b|[.,!;]|$)",
        fixed("works_as", "job_title", _S, YEARLY),
    ),
    _row("born", r"(?: was| were|'s) born on (?P<value>.*\d.*)", fixed("born_on", "birthday", _I)),
    _row("born", r"(?: was| were)? born in (?P<value>(?:19|20)\d\d)\b", fixed("born_in", "birth_year", _I)),
    _row("born", rf"(?: was| were) born(?: and raised)? in {_PLACE}", fixed("born_in", "birth_place", _I)),
    _row(
        "old turned",
        rf"(?:{_AUX}{_ADV} (?P<value>\d{{1,3}})[ -]years?[ -]old|{_ADV} turned "
        rf"(?P<turned>\d{{1,3}})\b)",
        fixed("age", "age", _S, YEARLY),
    ),
    _row(
        "married",
        rf"{_PRE} married(?: to (?P<value>[A-Z]\w+)|(?= [A-Z]\w+))",
        fixed("married_to", "spouse", _R),
    ),
    _row(
        "single divorced engaged widowed married",
        r"(?:'m| am|'s| is)(?: now| currently)?(?P<not> no longer| "
        r"not)? (?P<value>single|divorced|engaged|widowed|"
        r"married)\b",
        fixed("relationship_status", "relationship_status", _S, YEARLY),
    ),
    _row(
        DIETS.replace("|", " "),
        rf"(?:'m| am|'s| is| have been|'ve been| has been| became| went| "
        rf"turned){_ADV}{_NOT} (?:an? )?(?:strict |lifelong )?(?P<value>{DIETS})\b",
        fixed("diet", "diet", _P, YEARLY),
    ),
    _row(
        "allergic",
        rf"{_PRE}(?: \w+ly)? allergic to (?P<value>.+)",
        fixed("allergic_to", "allergy", _I, HalfLife.NONE, is_many_valued=True),
    ),
    _row(
        "allergy",
        rf"{_PRE} (?:have|has|got) an? (?:\w+ )?(?P<value>[\w -]+) allergy\b",
        fixed("allergic_to", "allergy", _I, HalfLife.NONE, is_many_valued=True),
    ),
    _row(
        "speak speaks",
        rf"{_PRE} (?:speak|speaks)(?: (?:fluent|some|a little|a bit of|fluently|native|good))? "
        rf"(?P<value>[A-Z]\w+)",
        language,
    ),
    _row(
        "birthday",
        r"(?:'ve| have)?(?: got| have)? my birthday on (?P<value>.*\d.*)",
        fixed("birthday", "birthday", _I),
    ),
    _row("fluent", rf"{_PRE} fluent in (?P<value>[A-Z]\w+)", language),
    _row(
        "have has got adopted own owns",
        rf"{_PRE} (?:have|has|got|own|owns|adopted|bought)(?: gotten)?(?: an?|"
        rf" two| three| one| any)? (?:\w+ )?(?P<value>{PETS})s?(?= (?:named|"
        rf"called|and|at|who)\b|[.,!;]|$| any)",
        fixed("has_pet", "pet", _S, SLOW, is_many_valued=True),
    ),
    _row(
        "called named", r"(?:'m| am|'s| is) (?:called|named) (?P<value>[A-Z]\w+)", fixed("name", "name", _I)
    ),
    _row(
        "prefer prefers",
        rf"{_PRE} prefers? (?P<value>[\w -]+?) (?:to|over|rather than|instead of) "
        rf"(?P<other>[\w -]+)",
        preferred,
    ),
    _row(
        "like likes love loves enjoy enjoys adore hate hates dislike dislikes detest stand",
        rf"(?:{_ADV}{_NOT}{_ADV}) (?:likes?|loves?|enjoys?|adores?|(?P<bad>hates?|dislikes?|detests?|"
        rf"(?:can't|cannot) stand)) (?P<value>[\w' -]+.?)",
        taste,
    ),
    _row(
        "drive drives driving",
        rf"{_PRE} (?:drive|drives|driving) an? {_CAR}",
        fixed("drives", "car", _S, YEARLY),
    ),
    _row(
        "traded swapped",
        rf"{_AUX}{_ADV} (?:traded|swapped)(?: in)? (?:my|our|his|her|their) (?:old )?(?:car"
        rf"|{_MAKE})(?: in)? for an? "
        rf"{_CAR}",
        fixed("drives", "car", _S, YEARLY),
    ),
    _row(
        "fan",
        rf"{_AUX}{_ADV}{_NOT} (?:an? )?(?:big |huge |great )?fan of (?P<value>[\w' -]+.?)(?P<bad>(?!))?",
        taste,
    ),
)

# What follows "my" or "my sister's".
NOUNS: tuple[_Row, ...] = (
    _row("name name's", r"(?:(?:name|nickname) is|name's) (?P<value>[A-Z]\w+)", fixed("name", "name", _I)),
    _row(
        "favourite favorite",
        r"(?:all[- ]time |absolute |new |current )?favou?rite (?P<noun>[a-z-]+(?: "
        r"[a-z-]+){0,3}?) (?:is|are|was|has to be|would be|must be) ",
        favourite,
    ),
    _row(
        "job",
        r"(?:new |current )?job (?:title )?is (?P<value>.+)",
        fixed("works_as", "job_title", _S, YEARLY),
    ),
    _row("car", rf"(?:new |current )?car is (?:now )?an? {_CAR}", fixed("drives", "car", _S, YEARLY)),
    _row("home", rf"(?:new |current )?home (?P<not>(?!))?is (?:now )?(?:in|near) {_PLACE}", home),
    _row(
        "is are was has",
        rf"(?:new |current |own )?(?P<noun>(?:(?!is\b|are\b|was\b|favou?rite\b)[a-z-]+ "
        rf"){{0,2}}(?:{VALUE_NOUNS})) (?:is|are|has changed to|changed to) (?:now "
        rf")?(?!not\b)",
        value_noun,
    ),
)

# Of the owner, whatever the grammatical subject.
OF_OWNER: tuple[_Row, ...] = (
    _row(
        "call",
        r".*?\b(?:call me|address me as|everyone calls me|people call me) (?P<value>[A-Z]\w+)(?![ "
        r"](?:at|on|back)\b)",
        fixed("called", "nickname", _I, HalfLife.NONE),
    ),
    _row(
        "drive",
        rf"(?:the|The) car (?:that )?I drive is (?:now )?an? {_CAR}",
        fixed("drives", "car", _S, YEARLY),
    ),
    _row(
        "favourite favorite",
        r".*\b(?:is|are) (?:now )?my (?:all[- ]time |absolute |new |current )?favou?rite "
        r"(?P<noun>[a-z-]+(?: [a-z-]+){0,2})(?=[.!,]|$)",
        favourite,
    ),
)

_CUES = frozenset().union(*(row[0] for row in (*VERBS, *NOUNS, *OF_OWNER)))


def attribute_of(text: str, subject: Subject, words: Collection[str]) -> Attribute | None:
    """The attribute that ``text`` gives to ``subject``; ``words`` are those of ``text`` in lower case."""
    if _CUES.isdisjoint(words):
        return None
    if subject.is_named:
        if subject.noun_at >= 0 and (found := _first(NOUNS, text, subject.noun_at, words)):
            return found
        if found := _first(VERBS, text, subject.rest_at, words):
            return found
    found = _first(OF_OWNER, text, 0, words)
    return replace(found, is_of_owner=True) if found else None


def _first(table: tuple[_Row, ...], text: str, at: int, words: Collection[str]) -> Attribute | None:
    for cues, pattern, build in table:
        if not cues.isdisjoint(words):
            match = pattern.match(text, at)
            if match and (attribute := build(match)) is not None:
                return attribute
    return None
