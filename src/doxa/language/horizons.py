"""Horizons: what kind of thing a statement is, how long such things hold, how much it moved the speaker."""

from __future__ import annotations

import re
from collections.abc import Collection
from datetime import datetime

from doxa.belief.classes import BeliefClass
from doxa.domain.claim import HalfLife

from .dates import DateMentions, Relation, end_of_day


class _Wording:
    """Phrases of one kind, in lower case, and the words of which one must be there for any of them to fit."""

    def __init__(self, cues: str, *phrases: str) -> None:
        self._cues = frozenset(cues.split())
        self._pattern = re.compile(r"(?<!\w)(?:" + "|".join(phrases) + r")(?!\w)")

    def fits(self, lowered: str, words: frozenset[str]) -> bool:
        return not self._cues.isdisjoint(words) and self._pattern.search(lowered) is not None


_AFTER_I = r"(?:'m|'re|'s| am| is| are| was|'ve been| have been| has been)"
_ADVERBS = (
    r"(?: (?:also|still|now|just|actually|really|already|definitely|probably|currently|seriously|even))*"
)

# One row a class, in the order in which they are asked; the word cues only save time.
PLAN = _Wording(
    "will i'll we'll he'll she'll they'll it'll there'll that'll gonna wanna going plan plans planning "
    "hope hopes hoping intend intends intending looking aim aims aiming want wants wanted need needs "
    "have has got due my thinking considering i'd we'd would might appointment deadline scheduled "
    "upcoming coming can't training saving preparing getting think",
    r"will(?! power)|\w+'ll|gonna|wanna|(?:going|plan(?:s|ning)?|hop(?:e|es|ing)|intend(?:s|ing)?|looking|"
    r"aim(?:s|ing)?|want(?:s|ed)?|need(?:s)?|have|has|got|due) to(?! (?:my|the|a|an) )",
    r"planning (?:on|a|an|my|our|for)|plan on|my plan|thinking (?:of|about) \w+ing|considering|(?:\w+'d|"
    r"would) (?:really )?(?:like|love) to|might (?!be|have)\w+",
    r"appointment|deadline|scheduled|upcoming|coming up|looking forward|can't wait|training for|saving "
    r"(?:up )?for|preparing for|getting ready|i'd like to|i think i'll",
)
PREFERENCE = _Wording(
    "like likes liked love loves loved enjoy enjoys prefer prefers preferred hate hates dislike "
    "dislikes adore adores detest favor favourite favorite fan can't rather into interested fond keen "
    "passionate obsessed partial tired drawn loving enjoying allergic vegan vegetarian mean means "
    "priority preference passion comfort go-to",
    r"(?:i|we|he|she|they|\w+)(?:'ve)? (?:really |always |also |absolutely |just |don't |do not |doesn't |"
    r"still |totally |rather |never )*"
    r"(?:like|likes|liked|love|loves|loved|enjoy|enjoys|prefer|prefers|preferred|hate|hates|dislike|"
    r"dislikes|adore|adores|detest|favor)",
    r"favou?rite|fan of|can't stand|(?:\w+'d|would) rather|(?:\w+'[ms]|am|is|are|been) (?:really |very |so |"
    r"always )?(?:into|interested in|fond of|keen on|passionate about|obsessed with|partial to|tired of|"
    r"drawn to)",
    r"(?:\w+'ve|have|has|i'm|am) (?:been )?(?:really )?(?:loving|enjoying)|allergic|vegan|vegetarian|means? "
    r"(?:a lot|so much|the world)|my (?:priority|preference|passion)|is the priority|comfort food|go-to",
)
RELATIONSHIP = _Wording(
    "mother mom mum dad father brother sister son daughter wife husband partner boyfriend girlfriend "
    "cousin aunt uncle friend boss manager mentor neighbor neighbour roommate colleague brothers "
    "sisters sibling siblings kid kids children sons daughters niece nieces nephew nephews cousins "
    "married engaged dating in-laws",
    r"(?:is|was|\w+'s) my (?:\w+ )?(?:mother|mom|mum|dad|father|brother|sister|son|daughter|wife|husband|"
    r"partner|boyfriend|girlfriend|fiancée?|cousin|aunt|uncle|friend|boss|manager|mentor|neighbou?r|"
    r"roommate|colleague)",
    r"(?:i|we)(?:'ve| have| got|'ve got) (?:\w+ ){1,2}(?:brothers?|sisters?|siblings?|kids?|children|sons?|"
    r"daughters?|nieces?|nephews?|cousins?)|married (?:to|for)|engaged to|dating|in-laws",
)
IDENTITY = _Wording(
    "name name's born from grew child man woman trans transgender gay lesbian bisexual jewish muslim "
    "christian buddhist hindu atheist birthday nationality heritage roots",
    r"my name(?:'s| is)|(?:was|were) born|born and raised|(?:i'm|i am|originally) from|grew up in|i(?:'m| "
    r"am) (?:an? )?(?:only child|man|woman|trans\w*|gay|lesbian|bisexual|jewish|muslim|christian|buddhist|"
    r"hindu|atheist)|my (?:birthday|nationality|heritage|roots)",
)
RESIDUE = _Wording(
    "tips advice recommendation recommendations suggestion suggestions idea ideas information info "
    "inspiration help resources guidance options question sure trouble stuck confused",
    r"(?:i'm|i am|i was|we're)(?: \w+)? (?:looking|hoping|trying) (?:for|to (?:get|find|figure out|learn "
    r"more|decide|plan|come up with))(?: (?:a|an|some|more|any|the|out|on))* "
    r"(?:\w+ ){0,3}(?:tips|advice|recommendations?|suggestions?|ideas|information|info|inspiration|help|"
    r"resources|guidance|options)",
    r"i need (?:some )?(?:help|advice|tips|suggestions|recommendations)|i have a question|i(?:'m| am) "
    r"(?:not sure|having trouble|stuck|confused)",
)
EPISODIC = re.compile(
    r"(?: (?:just|also|recently|finally|actually|even|once|already|both|never|first|really|then|had to|got "
    r"to))*"
    r" (?:(?:was|were)(?! (?:just )?(?:thinking (?:of|about) \w+ing|planning|hoping|going to|considering))|"
    r"had|did|went|saw|met|got|came|took|made|ate|bought|left|began|started|ran|won|lost|found|"
    r"gave|told|said|heard|felt|flew|"
    r"drove|wrote|read|held|spent|became|broke|caught|made|sent|thought|drank|swam|sang|sold|taught|threw|"
    r"woke|wore|built|brought|chose|"
    r"fell|forgot|grew|hit|hurt|kept|knew|led|put|rode|set|slept|spoke|stood|hung|sat|paid|cut|beat|"
    r"(?!need|feed|speed|embed|exceed|proceed)\w{2,}ed)\b(?!')"
)  # fmt: skip
STATE = re.compile(
    r"(?:'m|'re|'s|'ve| am| are| is| have| has| use| uses| own| owns| live| lives| work| works| drive| "
    r"drives| go| goes| play| plays| do| does| keep| keeps|"
    r" run| runs| study| studies| attend| attends| take| takes| drink| drinks| eat| eats| wake| wakes| lead|"
    r" leads| teach| teaches| wear| wears| speak| speaks| don't| doesn't| can| can't| cannot|"
    r" know| knows| need| needs| want| wants| feel| feels| usually| often| no longer| always| never| "
    r"typically| "
    r"currently| only)\b"
)
_NOW = frozenset(("now", "nowadays", "currently"))
_FIRST = (
    (RESIDUE, BeliefClass.META_RESIDUE),
    (IDENTITY, BeliefClass.IDENTITY),
    (RELATIONSHIP, BeliefClass.RELATIONSHIP),
)
# What was agreed on is still to come: "I promised Anna to help on Saturday".
_COMMITTED = re.compile(
    r"\b(?:promised|agreed|committed|volunteered|offered|arranged|signed up|decided|booked|scheduled|"
    r"registered)\b.*\b(?:to|for)\b"
)
_GOING = re.compile(rf"{_AFTER_I}{_ADVERBS} (?!being|been)\w+ing\b")
PASSING = re.compile(
    r"\b(?:currently|right now|at (?:the moment|present)|for (?:now|the time being)|temporarily|these days|"
    r"nowadays|today|tonight|tomorrow|this (?:morning|afternoon|evening|week|weekend|month))\b",
    re.IGNORECASE,
)
KEEP = _Wording(
    "always forget forever remember good matter record now",
    r"always|never forget|remember (?:this|that)|don't (?:ever )?forget|for good|forever|from now on|no "
    r"matter what|for the record",
)

# How much a thing moves people, by the words they use for it; the strongest counts.
EMOTIONS: dict[float, str] = {
    0.9: "devastated heartbroken died death funeral suicide miscarriage traumatic trauma grieving mourning "
    "abused divorce",
    0.8: "grief cancer lost terrified desperate miserable heartbreaking betrayed hospital diagnosed "
    "pregnant wedding married engaged",
    0.7: "lonely crying cried scared panic depressed depression furious ashamed overjoyed ecstatic hopeless "
    "accident",
    0.6: "anxious anxiety angry upset hurt afraid sad thrilled proud stressed overwhelmed frustrated "
    "jealous guilty emotional struggling",
    0.5: "hate excited worried nervous disappointed grateful thankful joy amazing terrible awful worst best "
    "delighted inspired touched",
    0.4: "love happy stoked annoyed tired glad loved fun enjoyed wonderful fantastic awesome exhausted",
}
_WEIGHTS = {word: weight for weight, words in EMOTIONS.items() for word in words.split()}
_EMOTIONAL = frozenset(_WEIGHTS)


def class_of(
    text: str, rest_at: int, words: frozenset[str], dates: DateMentions, observed_at: datetime
) -> BeliefClass | None:
    """The class by the wording of an English statement; None where no row speaks."""
    lowered = text.replace("’", "'").lower()
    rest = lowered[rest_at:]
    for wording, belief_class in _FIRST:
        if wording.fits(lowered, words):
            return belief_class
    if _COMMITTED.search(lowered) and _ahead(dates, observed_at):
        return BeliefClass.PLAN
    happened = EPISODIC.match(rest)
    if not happened and (PLAN.fits(lowered, words) or (_GOING.match(rest) and _ahead(dates, observed_at))):
        return BeliefClass.PLAN
    if PREFERENCE.fits(lowered, words):
        return BeliefClass.PREFERENCE
    if happened:
        return BeliefClass.STATE if not _NOW.isdisjoint(words) else BeliefClass.EPISODIC
    if _ahead(dates, observed_at):
        return BeliefClass.PLAN
    return BeliefClass.STATE if STATE.match(rest) else None


def _ahead(dates: DateMentions, observed_at: datetime) -> bool:
    return any(mention.relation is Relation.AT and mention.to_at > observed_at for mention in dates)


def half_life_of(text: str, words: frozenset[str], is_emphatic: bool) -> HalfLife:
    """None at all for what is said to be for good; else as the class has it."""
    if is_emphatic or KEEP.fits(text.lower(), words):
        return HalfLife.NONE
    return HalfLife.UNSET


def emotional_weight(words: Collection[str]) -> float | None:
    found = _EMOTIONAL.intersection(words)
    return max(_WEIGHTS[word] for word in found) if found else None


def validity(
    dates: DateMentions, belief_class: BeliefClass | None, observed_at: datetime, zone: str
) -> tuple[datetime | None, datetime | None]:
    """``(valid_from, valid_to)`` as the wording has it; what it does not say is None.

    A plan with a named day ends with that day.  What happened on a day is true from
    then on, so it has a beginning and no end.
    """
    valid_from = next((mention.valid_from for mention in dates if mention.valid_from), None)
    valid_to = next((mention.valid_to for mention in dates if mention.valid_to), None)
    if valid_from or valid_to or belief_class in (BeliefClass.IDENTITY, BeliefClass.META_RESIDUE):
        return valid_from, valid_to
    named = [mention for mention in dates if mention.relation is Relation.AT]
    if belief_class is BeliefClass.PLAN:
        ends = [mention for mention in named if mention.to_at > observed_at]
        if ends:
            last = max(ends, key=lambda mention: mention.to_at)
            return None, end_of_day(last.from_at, zone) if last.precision == "minute" else last.to_at
        return None, None
    return next((mention.from_at for mention in named if mention.from_at <= observed_at), None), None
