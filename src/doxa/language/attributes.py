"""Attributes: the common things people say of themselves and others, and the slot each one fills.

Two claims of one subject in one slot are rivals, unless the slot holds several values at
once.  A slot is given only where the wording leaves no doubt: a false link lets one fact
suppress another, a missed one only leaves two unarbitrated.  Half-lives here are of things
that change over years, not weeks, where the class alone would fade too soon.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace

from doxa.belief.classes import BeliefClass
from doxa.domain.claim import HalfLife

from .lexicon import COUNTRIES, DIETS, LANGUAGES, OCCUPATIONS, PETS, SYNONYMS, VALUE_NOUNS
from .subjects import Subject
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


def _home(match: re.Match[str]) -> Attribute | None:
    value = match["value"].split(" ")[0] if match["value"] not in COUNTRIES else match["value"]
    slot = "home_country" if value in COUNTRIES or match["value"].startswith("United ") else "home_city"
    return Attribute("lives_in", slot, BeliefClass.STATE, YEARLY, denies=bool(match["not"]))


def _fixed(
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


def _language(match: re.Match[str]) -> Attribute | None:
    if match["value"] not in LANGUAGES:
        return None
    return Attribute(
        "speaks", "language", BeliefClass.IDENTITY, is_many_valued=True, denies=bool(match["not"])
    )


_DEFINITE = re.compile(r"(?:the|this|that|these|those|all the)\b", re.IGNORECASE)


def _taste(match: re.Match[str]) -> Attribute | None:
    """Liking and disliking one thing share a slot: one is the rival of the other, and no denial of it."""
    thing = thing_of(match["value"])
    if thing is None or _DEFINITE.match(match["value"]):  # "I love the colours" is of these, now
        return None
    negative = bool(match["bad"]) != bool(match["not"])
    return Attribute("dislikes" if negative else "likes", f"likes:{thing}", BeliefClass.PREFERENCE)


def _preferred(match: re.Match[str]) -> Attribute | None:
    """One question is answered by "tea to coffee" and by "coffee over tea"."""
    pair = (thing_of(match["value"]), thing_of(match["other"]))
    if None in pair or match["not"]:
        return None
    return Attribute(
        "prefers", "prefers:" + "|".join(sorted(str(thing) for thing in pair)), BeliefClass.PREFERENCE
    )


# "My favourite thing is" names no kind of thing.
_NO_NOUN = frozenset("thing things part parts one ones of_all moment moments memory memories".split())


def _favourite(match: re.Match[str]) -> Attribute | None:
    noun = slug(match["noun"])
    if noun.startswith("one_") or noun in _NO_NOUN:
        return None
    return Attribute(f"favourite_{noun}", f"favourite_{noun}", BeliefClass.PREFERENCE)


_IDENTITY_SLOTS = frozenset(
    "birthday blood_type hometown nationality first_name last_name middle_name maiden_name full_name "
    "native_language star_sign".split()
)


def _value_noun(match: re.Match[str]) -> Attribute | None:
    slot = slug(match["noun"])
    slot = SYNONYMS.get(slot, slot)
    if slot in _IDENTITY_SLOTS:
        return Attribute(slot, slot, BeliefClass.IDENTITY)
    return Attribute(slot, slot, BeliefClass.STATE, YEARLY)


_I, _R, _P, _S = BeliefClass.IDENTITY, BeliefClass.RELATIONSHIP, BeliefClass.PREFERENCE, BeliefClass.STATE

_Row = tuple[frozenset[str], re.Pattern[str], Builder]


def _row(cues: str, pattern: str, build: Builder) -> _Row:
    return frozenset(cues.split()), re.compile(pattern, re.DOTALL), build


# What follows the subject: words of which one must be there, the wording, the attribute; the first that fits.
VERBS: tuple[_Row, ...] = (
    _row(
        "live lives living reside resides based moved relocated",
        rf"{_PRE} (?:live|lives|living|reside|"
        rf"resides|based|(?:moved|relocated)(?: back)?(?: to|(?= in\b)))(?: (?:in|near))?(?: downtown)? "
        rf"{_PLACE}",
        _home,
    ),
    _row(
        "live lives", rf"{_PRE} (?:live|lives) at (?P<value>\d.*)", _fixed("address", "address", _S, YEARLY)
    ),
    _row(
        "work works working",
        rf"{_PRE} (?:work|works|working)(?: (?:full|part)[- ]time)? (?:at|for) (?:the "
        rf")?{_NAMED}",
        _fixed("works_at", "employer", _S, YEARLY),
    ),
    _row(
        "job",
        rf"{_PRE} (?:got|started|accepted|landed|have|has)(?: a| the| my)?(?: new)? job (?:at|with) "
        rf"{_NAMED}",
        _fixed("works_at", "employer", _S, YEARLY),
    ),
    _row(
        "work works working",
        rf"{_PRE} (?:work|works|working) as (?:an?|the) (?P<value>[\w -]+)",
        _fixed("works_as", "job_title", _S, YEARLY),
    ),
    _row(
        "am is i'm he's she's",
        rf"(?:'m| am|'s| is){_ADV}{_NOT} an? (?:\w+ )?(?P<value>{OCCUPATIONS})(?= "
        rf"(?:at|for|in|by|and|now|with)\b|[.,!;]|$)",
        _fixed("works_as", "job_title", _S, YEARLY),
    ),
    _row("born", r"(?: was| were|'s) born on (?P<value>.*\d.*)", _fixed("born_on", "birthday", _I)),
    _row("born", r"(?: was| were)? born in (?P<value>(?:19|20)\d\d)\b", _fixed("born_in", "birth_year", _I)),
    _row("born", rf"(?: was| were) born(?: and raised)? in {_PLACE}", _fixed("born_in", "birth_place", _I)),
    _row(
        "old turned",
        rf"(?:{_AUX}{_ADV} (?P<value>\d{{1,3}})[ -]years?[ -]old|{_ADV} turned "
        rf"(?P<turned>\d{{1,3}})\b)",
        _fixed("age", "age", _S, YEARLY),
    ),
    _row(
        "married",
        rf"{_PRE} married(?: to (?P<value>[A-Z]\w+)|(?= [A-Z]\w+))",
        _fixed("married_to", "spouse", _R),
    ),
    _row(
        "single divorced engaged widowed married",
        r"(?:'m| am|'s| is)(?: now| currently)?(?P<not> no longer| "
        r"not)? (?P<value>single|divorced|engaged|widowed|"
        r"married)\b",
        _fixed("relationship_status", "relationship_status", _S, YEARLY),
    ),
    _row(
        DIETS.replace("|", " "),
        rf"(?:'m| am|'s| is| have been|'ve been| has been| became| went| "
        rf"turned){_ADV}{_NOT} (?:an? )?(?:strict |lifelong )?(?P<value>{DIETS})\b",
        _fixed("diet", "diet", _P, YEARLY),
    ),
    _row(
        "allergic",
        rf"{_PRE}(?: \w+ly)? allergic to (?P<value>.+)",
        _fixed("allergic_to", "allergy", _I, HalfLife.NONE, is_many_valued=True),
    ),
    _row(
        "allergy",
        rf"{_PRE} (?:have|has|got) an? (?:\w+ )?(?P<value>[\w -]+) allergy\b",
        _fixed("allergic_to", "allergy", _I, HalfLife.NONE, is_many_valued=True),
    ),
    _row(
        "speak speaks",
        rf"{_PRE} (?:speak|speaks)(?: (?:fluent|some|a little|a bit of|fluently|native|good))? "
        rf"(?P<value>[A-Z]\w+)",
        _language,
    ),
    _row("fluent", rf"{_PRE} fluent in (?P<value>[A-Z]\w+)", _language),
    _row(
        "have has got adopted own owns",
        rf"{_PRE} (?:have|has|got|own|owns|adopted|bought)(?: gotten)?(?: an?|"
        rf" two| three| one| any)? (?:\w+ )?(?P<value>{PETS})s?(?= (?:named|"
        rf"called|and|at|who)\b|[.,!;]|$| any)",
        _fixed("has_pet", "pet", _S, SLOW, is_many_valued=True),
    ),
    _row(
        "called named", r"(?:'m| am|'s| is) (?:called|named) (?P<value>[A-Z]\w+)", _fixed("name", "name", _I)
    ),
    _row(
        "prefer prefers",
        rf"{_PRE} prefers? (?P<value>[\w -]+?) (?:to|over|rather than|instead of) "
        rf"(?P<other>[\w -]+)",
        _preferred,
    ),
    _row(
        "like likes love loves enjoy enjoys adore hate hates dislike dislikes detest stand",
        rf"(?:{_ADV}{_NOT}{_ADV}) (?:likes?|loves?|enjoys?|adores?|(?P<bad>hates?|dislikes?|detests?|"
        rf"(?:can't|cannot) stand)) (?P<value>[\w' -]+.?)",
        _taste,
    ),
    _row(
        "fan",
        rf"{_AUX}{_ADV}{_NOT} (?:an? )?(?:big |huge |great )?fan of (?P<value>[\w' -]+.?)(?P<bad>(?!))?",
        _taste,
    ),
)

# What follows "my" or "my sister's".
NOUNS: tuple[_Row, ...] = (
    _row("name name's", r"(?:(?:name|nickname) is|name's) (?P<value>[A-Z]\w+)", _fixed("name", "name", _I)),
    _row(
        "favourite favorite",
        r"(?:all[- ]time |absolute |new |current )?favou?rite (?P<noun>[a-z-]+(?: "
        r"[a-z-]+){0,3}?) (?:is|are|was|has to be|would be|must be) ",
        _favourite,
    ),
    _row(
        "job",
        r"(?:new |current )?job (?:title )?is (?P<value>.+)",
        _fixed("works_as", "job_title", _S, YEARLY),
    ),
    _row(
        "is are was has",
        rf"(?:new |current |own )?(?P<noun>(?:(?!is\b|are\b|was\b|favou?rite\b)[a-z-]+ "
        rf"){{0,2}}(?:{VALUE_NOUNS})) (?:is|are|has changed to|changed to) (?:now "
        rf")?(?!not\b)",
        _value_noun,
    ),
)

# Of the owner, whatever the grammatical subject.
OF_OWNER: tuple[_Row, ...] = (
    _row(
        "call",
        r".*?\b(?:call me|address me as|everyone calls me|people call me) (?P<value>[A-Z]\w+)(?![ "
        r"](?:at|on|back)\b)",
        _fixed("called", "nickname", _I, HalfLife.NONE),
    ),
    _row(
        "favourite favorite",
        r".*\b(?:is|are) (?:now )?my (?:all[- ]time |absolute |new |current )?favou?rite "
        r"(?P<noun>[a-z-]+(?: [a-z-]+){0,2})(?=[.!,]|$)",
        _favourite,
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
