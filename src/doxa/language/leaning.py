"""Leaning: statements that cannot be understood without the sentence before them.

"It was so calm" says nothing by itself.  Where a pronoun has one answer it is told by
name (see ``referents``); everywhere else a statement that leans is kept together with the one
it leans on, word for word, so that nothing is guessed.
"""

from __future__ import annotations

import re

from .matter import content_words, is_dated_or_named, says_little
from .smalltalk import addresses

REACH = 360  # characters that a claim and what leans on it may have together
ENOUGH_OF_IT = 4  # telling words, for what begins with "it" and leans on nothing that was kept
ENOUGH = 3  # the same, where "it" comes later

_LEAD = (
    r"(?:(?:and|but|so|plus|also|then|now|because|since|sometimes|honestly|actually|besides|still|yet|maybe|"
    r"even|just|"
    r"overall|afterwards?|that day|at first|in the end|luckily|thankfully|fortunately|unfortunately|"
    r"hopefully|all in all|at least),? )*"
)
_TIME = (
    r"(?:week|weekend|month|year|morning|evening|afternoon|summer|winter|spring|autumn|fall|time|semester|"
    r"season|past|coming|last|next)\b"
)
_VERB_OF_BEING = r"(?:'s|'re|'ll|'ve|'d| is| are| was| were| has| have| had| will| would| can| could)"
_AS_SUBJECT = re.compile(
    rf"{_LEAD}(?:(?:it|they|he|she|both|neither|either|these|those)(?:'s|'re|'ll|'ve|'d)?(?=[ ,])"
    rf"|(?:this|that)(?! {_TIME})(?:'s|'ll|'d)?(?=[ ,])"
    r"|one (?:is|was|of (?:them|these|those))\b|(?:some|many|most|all|each|none) of (?:them|these|those)\b"
    r"|(?:really |just |always |it |also )?(?:reminds|makes|brings|helps|gives|feels|keeps|inspires|means|"
    r"(?:made|brought|helped|gave|felt|kept|reminded|inspired|took) (?:me|us|it|my|our|some|a (?:bit|lot|"
    r"while)|so|like))\b"
    r"|(?:absolutely |really |just |totally )?(?:loved|hated|enjoyed|liked|adored) (?:it|them|that|every)\b"
    r"|(?:its|their|his|her) (?!own\b)[a-z]"
    r"|(?:just |such )?(?:an?|some) (?:good |great |nice |real )?(?:reminder|way|chance|sign|testament|"
    r"feeling|blessing|treat|must)\b(?! i\b)"
    r"|(?:just )?something (?:nice|fun|good|special|new|different)\b|expression of\b"
    r"|such an?\b|another (?:one|is|was)\b"
    rf"|(?:the|everyone|everybody|everything|nobody|no one)(?: (?:whole|other|best|only|main|first))?"
    rf"(?: (?!of\b)[a-z]+)?(?: and [a-z]+)?(?: there)?{_VERB_OF_BEING}|"
    r"everything from\b|the (?:book|movie|show|game|trip|event|party|place) (?:got|made|gave|took|"
    r"brought)\b)",
    re.IGNORECASE,
)
# "It" that stands for what follows: "It's been helpful to have friends", "It took me an hour to ...".
_EXPLETIVE = re.compile(
    rf"{_LEAD}it(?:(?:'s|'ll|'d| is| was| has| had| will| would)(?: been| be)?| feels?| felt| took| takes)"
    r"(?: (?!to\b|that\b|and\b|but\b|like\b|a way\b|reminder\b|story\b)[\w'-]+){1,5}?,? (?:to (?!(?:me|us|"
    r"my|our|the|an?|them|another|this|that|new|places)\b)[a-z]+ (?!it\b|"
    r"them\b)\w+|that (?:i|my|we)\b"
    r"|[a-z]+ing (?:my|our|me|the|an?|with|in|at|for|up)\b|since (?:i|we|my)\b|"
    r"when (?:i|we|my)\b)"
    r"|(?:this|that|these|those) (?!(?:is|was|are|were|has)\b)(?:[\w'-]+ ){1,2}(?:i|we)\b"
    r"|the (?:[\w'-]+ ){1,4}?(?:i|we|in my|of my|at my|on my|with my)\b",
    re.IGNORECASE,
)
_POINTING = (
    r"(?:like|of|for|to|about|with|do|doing|did|at|from|on|in|into|love|enjoy|loved|enjoyed) "
    r"(?:this|that|these|those)(?=[.,!;]|$| (?:and|but|too|for|in|at|when|because|so|as|all)\b)"
)
_AS_OBJECT = re.compile(
    rf"\b(?:(?<!made )(?<!make )it(?:'s|'ll)?(?! (?:is|was) )|(?:them|him|her(?=[.,!;]|$| (?:and|but|to|"
    rf"for|in|at|with|when|so)\b))|(?<!\w )there(?='?s? (?!is|are|was|were))|"
    rf"{_POINTING}|"
    r"(?:this|those|these) (?!(?:i|we|my|is|are|was|were|the|would|will|can|could|has|have|had|it|he|she|"
    r"they|you|"
    r"there|this|is|week|weekend|month|summer|winter|spring|fall|semester|season|morning|evening|afternoon|"
    r"past|coming|last|next|day|time|night|year|way|really|makes?|helps?)\b)[a-z]+|"
    r"(?:the )?same|similar|there(?=[.,!;]|$| (?:and|but|with|for|to|in|after|soon|once|when)\b))(?!\w)",
    re.IGNORECASE,
)
# What these point at was said before, whatever else the sentence names.
_POINTS_BACK = re.compile(
    r"\b(?:in|from|to|at|of|with|by|like|for|that|those) (?:that|those) (?!(?:i|we|my|is|are|was|were|the|"
    r"would|will|can|could|has|"
    r"have|it|he|she|they|you|there|way|time|day|year|who|which)\b)[a-z]+(?! (?:i|we|who|that|which|"
    r"where)\b)|\bthe same (?!time|day|way|as)|"
    r"\b(?:been|go|going|get|getting|went|was|were|trip|out|back|visit|arrive|arrived) there(?=[.,!;]|$| "
    r"(?:and|but|with|for|in|"
    r"after|soon|next|last|this|before|again|too|yet)\b)|\blike (?:this|these|that|those)\b(?! (?:week|one|"
    r"year))|"
    r"\b(?:having|seeing|getting|doing|feeling|hearing) (?:that|this|these|those)\b(?! (?:i|we|the|my|is|"
    r"people)\b)|\bthat little\b|\bone of (?:them|those|these)\b|\b(?:about|of|do|did|doing|in) (?:this|"
    r"that)(?=[.,!]|$| (?:and|but|too|way|for|in)\b)|\b(?:fan|reminders?|lots?|part|all) of (?:it|them)\b|"
    r"(?<!out )(?<!be )(?<!was )\bthere(?=[.!,]|$)|\bthe (?:decision|situation|details|outcome)\b(?! (?:to|"
    r"of|for|that|we|i|about)\b)|"
    r"^(?:since|when|because|after|before|until|as soon as|even though|especially when)\b[^,]*$|"
    r"^[^.!?]{0,20}\btoo[.!]*$|"
    r"\b(?:a few|the ones?|several|any)(?=[.,!]|$)|\b(?:that|those) (?:moment|experience|world|fellow|"
    r"feeling|situation)s?\b",
    re.IGNORECASE,
)
# "I carved this spoon at school": what is shown has a name at least.
_SHOWN = re.compile(r"\b(?:this|these) (?!is\b|was\b|has\b)[a-z]+ ")
# What a pronoun later in the sentence can mean is named before it.
_NAMED_BEFORE = re.compile(
    r"\b(?i:an?|the|my|our|his|some|any|no|two|three|four|five|several|many|few|every|each|this|\d+)"
    r" (?!lot\b|bit\b|while\b|few\b|time\b|day\b|week\b|year\b)\w+"
    r"|(?<=\w )(?!I\b)[A-Z]\w+|\b[a-z]{2,}(?<!thi)(?<!s)(?<!alway)(?<!perhap)(?<!thank)(?<!i)s\b|"
    r"\b\w{3,}ing (?!how\b|what\b|that\b|them\b|this\b)\w{3,}",
)


def leans(statement: str) -> bool:
    """Whether the statement needs the one before it: it begins with "it", or speaks of "them" unnamed."""
    plain = statement.replace("’", "'")
    if _POINTS_BACK.search(plain):
        return True
    if _AS_SUBJECT.match(plain):
        return _EXPLETIVE.match(plain) is None
    found = _AS_OBJECT.search(plain)
    return found is not None and _NAMED_BEFORE.search(plain, 0, found.start()) is None


# Words by which a statement goes on from what was said, though it may be understood without it.
_GOES_ON = re.compile(
    rf"^{_LEAD}the\b|\b(?:we|it|they|them|he|him|she|those|these|too|also|another|others?|ever since|both|"
    r"such|again|instead)\b|\b(?:this|that)(?=[.,!;]|$)|\bthat(?:'s| is| was)\b",
    re.IGNORECASE,
)
# What such a word means may be named in the statement itself: "my sister ... her", "a dog ... it".
_NAMED_ITSELF = re.compile(
    r"\b(?:my|our|an?|some) (?!lot\b|bit\b|while\b|few\b)\w+|(?<=[\w,] )(?!I\b)[A-Z]\w+"
)
# "The name", "that app": of what was mentioned where its noun was said.
_DEFINITE = re.compile(r"\b(?:the|that|those|this|these) (?:\w+ ){0,2}?(\w{3,})", re.IGNORECASE)


def goes_on(statement: str, before: str) -> bool:
    """Whether the statement is better read after ``before``, the one that precedes it in the turn.

    Weaker than ``leans``: alone it may stand as it is.
    """
    plain = statement.replace("’", "'")
    found = _GOES_ON.search(plain)
    if found is not None and _NAMED_ITSELF.search(plain, 0, found.start()) is None:
        return True
    known = set(content_words(before))
    return any(not known.isdisjoint(content_words(each[1])) for each in _DEFINITE.finditer(plain))


def trails(sentence: str) -> bool:
    """Whether a sentence that states nothing by itself may go with the one before: "It was a blast!"."""
    plain = sentence.replace("’", "'")
    return (
        (_AS_SUBJECT.match(plain) is not None or plain.startswith("The ") or says_little(plain))
        and not plain.rstrip("\"') ").endswith("?")
        and not addresses(plain)
    )


def tells_enough(statement: str) -> bool:
    """Whether what leans on nothing that is kept still says something of its own."""
    if is_dated_or_named(statement):
        return True
    plain = statement.replace("’", "'")
    if plain[:4].lower() == "the ":
        enough = ENOUGH - 1
    elif _AS_SUBJECT.match(plain):
        enough = ENOUGH_OF_IT
    else:
        enough = ENOUGH - 1 if _SHOWN.search(plain) else ENOUGH
    return len(content_words(plain)) >= enough
