"""Matter: how much a text tells, by the words in it that could not be said of anything."""

from __future__ import annotations

import re

_WORD = re.compile(r"[a-z]+(?:['-][a-z]+)*|\d[\d.,:%]*")
# Words that carry no matter, whatever is said with them.
_FUNCTION = frozenset(
    "i i'm i've i'd i'll im ive me my mine myself we we're we've we'd we'll us our ours you you're you've "
    "you'll your it it's its they they're they've them their theirs this that that's these those there "
    "there's "
    "here here's lot's haven't hasn't hadn't ain't he she his her him who which what when where why how if "
    "whether because since so as than then and or "
    "but not no nor for of to in on at by with from into about over after before up down out off through "
    "during until while like just also too very really even still always never ever only again already yet "
    "am is are was were be been being have has had having do does did doing done don't doesn't didn't isn't "
    "aren't wasn't weren't won't can't couldn't wouldn't shouldn't can could will would shall should may "
    "might "
    "must a an the some any all both each every few many much more most less least lot lots bit kind sort "
    "own "
    "one ones thing things something anything everything nothing someone anyone everyone everybody people "
    "now today lately recently soon later ago back well oh wow yeah yes okay thanks maybe perhaps "
    "definitely totally actually truly absolutely pretty quite kinda gonna wanna gotta let's "
    "other another such same what's another's together else though although rather".split()
)
# And words that could be said of anything.
_VAGUE = frozenset(
    "good great nice cool awesome amazing incredible wonderful fun best better bad crazy wild tough "
    "hard easy big huge small little new old different similar special super interesting exciting "
    "excited happy glad sad sorry proud grateful thankful lucky perfect beautiful true sure right worth "
    "important real chill ready inspiring rewarding challenging challenge challenges positive busy "
    "strong blast feeling feelings feel feels felt think thought know mean means get gets got getting "
    "go goes going went gone come comes coming make makes making made take takes taking took give gives "
    "giving gave keep keeps keeping kept try trying tried see seeing saw seen look looks looking say "
    "said tell talk talked talking hear heard happen happens happened share shared sharing find finding "
    "found want wanted need needs needed love loved enjoy like liked hope hoping wish seems stay "
    "staying doing help helps helped helping helpful support supporting remember forget work working "
    "change changes changed time times day days week month year years moment moments way ways part "
    "stuff deal idea ideas plan plans news experience experiences life step start started starting end "
    "lots tons whole full first last next past long while far catch chat chatted spoke wait believe "
    "impact difference pay paying off ok okay alright hopeful optimistic content believing dream dreams "
    "goal goals chasing reach fulfilling meaningful pic photo photos picture pictures impressed "
    "enjoying enjoyable future happening push pushing definitely reality turn turns reaching ended "
    "remind reminds reminded reminding reminder happiness gratitude hearing empowering lives magical "
    "uplifting heartwarming bet path weekend night forward hit able agree motivated motivating "
    "motivation focused determined positivity vibes atmosphere joy bring brings brought worked effort "
    "rough yet away stoked pumped thrilled progress success successful continue knew known meant "
    "loves months morning pics says saying seem sees tells told telling tries wants waiting "
    "fantastic fine".split()
)
_DAY = re.compile(
    r"\d|\b(?:times|once|twice|every|each) (?:an? |per |other )?(?:day|week|weekend|month|year|morning|"
    r"night)\b|\b(?:tomorrow|tonight)\b",
    re.IGNORECASE,
)
_NAME = re.compile(r"(?<=[a-z,;] )(?!(?:I|OK|Ok)\b)[A-Z][\w'-]+")
DATED = re.compile(
    r"\b(?:yesterday|tomorrow|tonight|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|"
    r"april|june|"
    r"july|august|september|october|november|december|(?:last|next|this) (?:week|weekend|month|year|night|"
    r"morning)|(?<=in )may|\d+)\b",
    re.IGNORECASE,
)


_MOOD = re.compile(
    r"(?:i'm|i am|i'll|i will|i was|we're|we are|we'll|we were|it's|it is|it was|glad|happy|excited|"
    r"can't wait)\b",
    re.IGNORECASE,
)


def content_words(text: str) -> list[str]:
    """The words of the text that have some matter in them; a name counts as one."""
    words = (word.removesuffix("'s") for word in _WORD.findall(text.lower().replace("’", "'")))
    return [word for word in words if word not in _FUNCTION and word not in _VAGUE]


def is_dated_or_named(part: str) -> bool:
    return bool(DATED.search(part) or _NAME.search(part))


def is_empty(part: str) -> bool:
    """Whether all words are vague, whatever day it is said of: "On Friday, I got great news"."""
    return not content_words(DATED.sub(" ", part)) and not _NAME.search(DATED.sub(" ", part))


def says_little(part: str) -> bool:
    """Whether all words are ones that could be said of anything: no name, no day, no figure, no thing."""
    return not content_words(part) and not (_NAME.search(part) or _DAY.search(part))


def is_thin(part: str) -> bool:
    """Whether many words tell hardly anything; "I smoke" is short and tells something."""
    telling = len(content_words(part))
    return telling < 2 and (telling == 0 or part.count(" ") > 3) and not is_dated_or_named(part)


def is_mere_mood(part: str) -> bool:
    """A feeling or an intention without its matter: "I'm definitely in for the show"."""
    return _MOOD.match(part) is not None and is_thin(part)
