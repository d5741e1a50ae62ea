"""Exclusions: what a person says that is no memory of them.

Questions, biddings, thanks, talk about the memory itself, what is only imagined, what
others are quoted as saying, and general remarks.  Each kind is one table; a part is read
after its opener ("By the way, ") has been taken off.
"""

from __future__ import annotations

import re
from enum import Enum


def _begins(*phrases: str, flags: int = re.IGNORECASE) -> re.Pattern[str]:
    return re.compile(r"(?:" + "|".join(phrases) + r")(?!\w)", flags)


QUESTION = _begins(
    r"(?:do|does|did|can|could|would|will|have|has|are|is|was|were|should|shall|may|might|am)(?:n't)? "
    r"(?:you|i|we|there|it|they|this|that|he|she|these|those|anyone|anybody|people|the|my|your|any|someone|"
    r"a|an)",
    r"(?:what|who|whose|how|why|where|which)(?:'s|'re|'d)? (?:do|does|did|can|could|would|will|are|is|was|"
    r"were|should|about|"
    r"much|many|else|if|come|\w+ (?:do|does|did|can|could|would|are|is|was|were|should|have|has))",
    r"when (?:do|does|did|can|could|will|would|should|is|are|was|were) (?:i|you|we|the|it|they|he|she|my)",
    r"what's|how's|who's|where's|what've|how've|any (?:\w+ ){0,3}(?:suggestions?|ideas?|recommendations?|"
    r"tips|advice|thoughts|luck|plans)",
)
# Biddings to whoever listens; standing instructions ("always answer in French") are not among them.
BIDDING = _begins(
    r"(?:please|kindly|pls)(?! (?:always|never|call me|remember|note|don't ever|from now on))",
    r"help|give|tell|show|recommend|suggest|write|explain|describe|list|summari[sz]e|translate|create|"
    r"generate|make (?:me|a|it|sure)",
    r"find|compare|provide|draft|let's|let me|look (?:up|at|into)|search|continue|rewrite|edit|convert|"
    r"calculate|check (?:out|it|this|that|your)",
    r"act (?:as|like)|ignore|skip|avoid|include|gather|consider|do (?:your|the|not|some)|be (?:sure|careful|"
    r"kind|patient)|try to|focus on|think (?:of|about)|come (?:to|over|see)|join|pick|choose|take|count on|"
    r"bring|share|believe|trust|stay|stop|hold|chase|follow|spread|wish|guess (?:what|"
    r"who)|feel free|take (?:a look|care|your time)|keep (?:it up|me|up|going|at)|go (?:on|ahead)|don't "
    r"(?:worry|hesitate|be)",
    r"have (?:fun|a (?:great|nice|good|lovely|safe))|enjoy (?:your|the|it|yourself)|stay (?:safe|strong|"
    r"tuned)|hang in|walk me|teach me|remind me|send me",
    r"i(?:'d| would) (?:really )?(?:appreciate|love (?:to (?:hear|know|see|get)|your|any|some (?:tips|"
    r"advice|help|suggestions|recommendations))|like (?:you to|to (?:know (?:more|if|what|how)|hear|ask "
    r"(?:you|if|about|for))|some (?:tips|advice|help|suggestions|recommendations|more)))",
    r"i (?:want|need) you to(?! (?:always|never|call))|i (?:was|am|'m) (?:just |also |actually "
    r")?(?:wondering|curious (?:if|whether|what|how|to know))",
    r"i(?:'m|'m just| am) (?:just |also |actually )?(?:wondering|curious (?:if|whether|what|how|to know))|i "
    r"wonder|was wondering|wondering if|i(?:'d| would) be grateful",
    r"i have (?:a|one|another) question|i(?:'m| am) asking|i(?:'d| would) like to ask|could use (?:some|"
    r"your) (?:help|advice|tips)|let us know|just let me",
)
THANKS = _begins(
    r"thanks?|thank you|thx|cheers|many thanks|much appreciated|you(?:'re| are) welcome|no (?:problem|"
    r"worries)|my pleasure",
    r"hi|hey|hello|bye|goodbye|see (?:you|ya)|talk (?:to you )?(?:soon|later)|good (?:morning|night|evening|"
    r"luck|job|point|idea|call|to (?:see|hear|know))",
    r"congrat\w*|well done|way to go|happy (?:birthday|to (?:help|hear))|welcome back|nice (?:to|job|one)|"
    r"hope (?:you|all|it|that|this|your|things)",
    r"glad (?:you|to (?:hear|know|help)|that you|it)|so (?:glad|happy) (?:for you|you|to hear)|sorry (?:to "
    r"hear|about|for)|same here|me too|you too",
    r"(?:can't|cannot) wait (?:to (?:hear|(?:see|try|meet|read) (?:it|them|you|what|how|your))|for (?:you|"
    r"it))|i(?:'ll| will) (?:\w+ly )?(?:let you know|keep (?:you|ya) (?:posted|updated)|be in touch|talk to "
    r"you)",
    r"i (?:really |totally |completely |definitely )?(?:appreciate (?:it|that|this|you|the|all)|agree|"
    r"see(?=[,.!]|$| (?:what|that|how|why|you))|understand(?=[,.!]|$| (?:what|that|how|why|you))|get (?:it|"
    r"that)|hear you|feel you)",
    r"i(?:'m| am) (?:so |really |very )?(?:glad|happy|thrilled|sorry|excited|proud) (?:(?:that )?you|to "
    r"hear|for you|of you|it (?:helped|worked|was)|we (?:could|talked))",
    r"i apologi[sz]e|i (?:really |so |truly )?appreciate (?:your|how)|i(?:'m| am) (?:always )?(?:here to|"
    r"here if|curious$)|i just "
    r"wanted to (?:check in|say|see how)|i(?:'d| would) love to (?:help|support)|i can't imagine",
    r"i(?:'ll| will) (?:\w+ ){0,2}(?:be (?:there|here|by your side)|support you|remember|do my best|never "
    r"forget|cheer)|i (?:won't|will not|(?:'m|am) not (?:gonna|going to)) (?:quit|give up|stop|let|forget)|"
    r"i(?:'m| am) not (?:gonna|going to) (?:quit|give up|forget)|i (?:know|knew) (?:right|what you mean|how "
    r"you|you)|i (?:hope|bet|believe in|can see|can tell|can imagine) (?:you|that (?:helps|makes)|your|it|"
    r"so)\b",
    r"i(?:'ll| will| can| think i'll|'m going to| am going to) (?:\w+ ){0,2}(?:check|look into|try|give|"
    r"keep|consider|look|do|take|follow|go through|remember|use|start|read|explore|add) "
    r"(?:into |out |at |with |on )?(?:it|them|that|those|these|this|all|both|your|some of|a few of|one "
    r"of)(?: [a-z]+){0,3}$",
    r"i (?:really |just |totally |absolutely )?(?:love|like) (?:it|that|this|your|those|these|how you|the "
    r"(?:idea|sound|way you))(?: [\w']+){0,4}$",
    r"(?:i|we) (?:did|do|have|am|was|will|would|can|could|know|guess so|think so|hope so)(?: too| not| "
    r"it)?$|sorry i|your \w+(?: \w+)? (?:means?|motivates?|inspires?|helps?)",
    r"i(?:'m| am) (?:so |really |very |super )?(?:excited|grateful|thankful|happy|glad|thrilled|pumped|"
    r"stoked)$",
    r"(?:it's |it is )?(?:moments?|events?|experiences?|stuff|things|times) like (?:this|these|that)|your "
    r"(?!.*\b(?:i|my)\b).*",
    r"appreciate|same (?:with|for|to|here)|lots has|back to|i(?:'d| would) love to (?:try|see|hear|check "
    r"out|do) (?:it|that|this|them)$",
    r"i(?:'m| am) looking for (?:some |a few )?(?:recommendations|suggestions|ideas|tips|advice)$|i(?:'m| "
    r"am) all set|i(?:'m| am) (?:here|ready) (?:for you|when)|i didn't know that|got it|makes sense|"
    r"of course|absolutely$|exactly$|totally$",
)
# Applause for what was just said.
_EVALUATES = _begins(
    r"(?:that|this|these|those|everything|all of (?:that|this|these|those))(?: \w+ly)?(?:'s|'re| is| are| "
    r"was| were|'d "
    r"be| would be| sounds?| looks?| seems?| makes?| helps?| must| has| does)",
    r"sounds|looks|seems|great|good|nice|cool|awesome|amazing|wow|perfect|excellent|wonderful|fantastic|"
    r"interesting|lovely|beautiful|gorgeous|impressive",
    r"yay|yeah|yes|yep|sure|okay|ok|oh|ah|aw+|no way|lol|haha|definitely|totally|absolutely|exactly|true|"
    r"agreed|right|indeed|love (?:it|that|this|your)|so (?:cool|sweet|true|nice|great|awesome)",
    r"you(?:'re|'ve|'ll|'d|r)?|so much|here(?:'s| is| are)|what an?|how (?:cool|sweet|nice|wonderful|"
    r"exciting|awesome|amazing|thoughtful|lovely)|such an?|both|either|not (?:bad|yet|really)",
)
# A statement about something named earlier, or a general one.
REMARK = _begins(
    r"(?:it|they|there|the \w+)(?:'s|'re|'ll| is| are| was| were|'d be| would be| sounds?| looks?| seems?| "
    r"makes?| helps?| must| has| does)",
)
_PARTICULAR = _begins(
    r"(?:it|they|there)(?:'s| is| was|'re| are| were)(?: \w+){0,3} [A-Z]\w+",
    r"(?:[Ii]t|[Tt]hey|[Tt]he \w+) (?:was|were)(?: [\w'-]+){6,}",
    flags=0,
)
_FIGURE = re.compile(r"\d")
# Talk to the memory about its contents.  "Remember that I like tea" is not: it says something.
MEMORY_TALK = _begins(
    r"(?:please |can you |could you |you can |just )*(?:forget|erase|delete|remove|wipe|clear|unlearn)(?! "
    r"to)(?! about it)",
    r"(?:search|list|show|check|update|clean up|look in) (?:me )?(?:my|your|the|all|what|"
    r"everything).{0,20}(?:memor|remember|know about me|notes)",
    r"what (?:do|did|can) you (?:remember|know|recall)|do you (?:remember|recall|know) (?:what|my|me|where|"
    r"how|when|that)",
    r"(?:please )?(?:remember|save|store|memori[sz]e|note|keep) (?:this|that|it|these)(?: (?:for|down|"
    r"in).*)?[.!]?$",
    r"(?:don't|do not|stop) (?:remember|sav|stor|track|record)\w*",
)
# Said, and not meant as so.
IMAGINED = _begins(
    r"if(?! (?:i (?:remember|recall)|memory serves|i'm not mistaken|you ask me))|imagine|suppose|supposing|"
    r"pretend|let's (?:say|pretend|imagine|assume|role)",
    r"what if|hypothetically|in (?:this|our) (?:story|scenario|role-?play|game)|say (?:i|that i)|assum(?:e|"
    r"ing) (?:i|that|we)|picture this|once upon a time",
    r"i wish|as if|you are (?:a|an|the|now)|(?:i'm|i am) (?:playing|roleplaying|pretending)|i would have|i "
    r"could have|i'd have|were i",
    r"unless|in case|even (?:if|where)|whether",
)
# What is said to be untrue, or to be said by others, is no statement of the speaker's.
DISOWNED = _begins(
    r"(?:it is|it's|it was) (?:false|a lie|a myth|a rumou?r|wrong|incorrect|untrue|nonsense) (?:that|to "
    r"say)|it (?:is|'s) not the case",
    r"(?:some |many |most |the )?(?:people|they|folks|someone|somebody|everyone|he|she|rumou?r has it|word "
    r"is)(?: keeps?)? ?(?:say|says|said|claim|claims|claimed|think|thinks|assume|believe)?s? (?:that )?(?:i|"
    r"i'm|i've|my|we)",
    r"i (?:never|didn't) (?:said|say|claim|claimed|tell|told)|don't believe|rumou?r has it (?:that )?i",
    r"he (?:told|said)|(?:quote|quoting)",
)
_TRAILING_THANKS = re.compile(r",? (?:so )?(?:thanks?|thank you)\b[^,]*$", re.IGNORECASE)
_QUOTATION_ONLY = re.compile(
    r"[\"“«„].*[\"”»“][.,!?]?(?:\s*,?\s*(?:\w+ ){0,3}(?:said|says|told|asked|wrote|replied|shouted)\b.*|"
    r"\s*,?\s*(?:said|says|wrote)\b.*)?",
    re.DOTALL,
)
_NOT_PROSE = re.compile(r"\s*(?:>|```|https?://\S+\s*$|[#|=*_-]{3,})")

OWNER_WORDS = re.compile(
    r"\b(?:i|i'm|i've|i'd|i'll|im|ive|my|mine|me|myself|we|we're|we've|we'd|we'll|our|ours)\b", re.IGNORECASE
)
# "It's about what we learn", "Chasing our dreams": everybody's "we", where nobody says "I".
_EVERYBODYS = re.compile(
    r"(?:it|it's|that|that's|this|they|they're|life|\w+ing)\b"
    r"(?!.*\b(?:i|i'm|i've|i'd|i'll|my|me|mine)\b)",
    re.IGNORECASE | re.DOTALL,
)
# A first word that elides its "I": "Gonna continue my studies", "Just got back from Rome".
ELIDED = _begins(
    r"gonna|just (?:got|came|finished|started|back|moved|bought|went|had|been|a|wanted|signed)|been|went|"
    r"got|had|bought|saw|met|moved|started|"
    r"finished|took|made|signed up|trying|thinking|hoping|planning|working|looking|excited|heading|learning|"
    r"reading|watching|visited|"
    r"born (?:in|on)|can't wait|couldn't|not (?:much|sure)|still|never|always been|last \w+|next \w+|"
    r"yesterday|today|tomorrow|this (?:week|month|weekend|year|morning)"
)
_DETAIL = re.compile(
    r"\d|(?<=[a-z;] )[A-Z][a-z]+|\b(?:weekend|week|month|months|weeks|years?|night|morning|(?:mon|tues|"
    r"wednes|thurs|fri|satur|sun)day|two|three|four|five|six|seven|eight|nine|ten|once|twice|yesterday|"
    r"tomorrow|last|next|ago)\b"
)
_STANDING = _begins(
    r"(?:please |and )*(?:always|never|from now on|whenever|don't ever|do not ever|call me|address me|refer "
    r"to me|(?:answer|reply|respond|speak|talk|write) (?:to me )?(?:in|only))"
)


def is_standing(part: str) -> bool:
    """An instruction for good: "from now on, answer in French"."""
    return _STANDING.match(part) is not None


_MAIN_VERB = re.compile(
    r" (?:is|are|was|were|has|have|had|makes?|made|helps?|helped|can|will|would|brings?|gives?|keeps?|isn't|"
    r"wasn't|feels?|takes?)\b"
)


def elides(part: str) -> bool:
    """Whether the speaker left out the "I"; "Learning Italian is fun" has a subject of its own."""
    first = ELIDED.match(part)
    return first is not None and not (first.group().lower().endswith("ing") and _MAIN_VERB.search(part))


class Reading(Enum):
    """What a part of a sentence is, as far as remembering goes."""

    STATES = "states"
    GENERAL = "general"  # states something, of nobody in particular: kept beside a part that states
    ASKS = "asks"  # a question or a bidding, which may still tell something on the way
    OUT = "out"


def read(part: str, ends_asking: bool) -> Reading:
    """What ``part`` is; ``ends_asking`` says that a question mark ends it."""
    part = part.strip().replace("’", "'")
    words = part.count(" ") + 1
    if _NOT_PROSE.match(part):
        return Reading.OUT
    if is_standing(part):
        return Reading.ASKS if ends_asking else Reading.STATES
    if MEMORY_TALK.match(part) or IMAGINED.match(part) or DISOWNED.match(part):
        return Reading.OUT
    if part[:1] in '"“«„' and _QUOTATION_ONLY.fullmatch(part):
        return Reading.OUT
    if QUESTION.match(part) or BIDDING.match(part) or (ends_asking and not _presupposes(part)):
        return Reading.ASKS
    speaks = OWNER_WORDS.search(part)
    bare = _TRAILING_THANKS.sub("", part.rstrip(".!?… "))
    if THANKS.match(bare) and not (speaks and words > 12):
        return Reading.OUT
    if speaks and words > 1 and not (_EVERYBODYS.match(part) and not _DETAIL.search(part)):
        return Reading.STATES
    if _EVALUATES.match(bare) and not (words > 3 and _FIGURE.search(part)):
        return Reading.OUT
    return Reading.GENERAL if _is_general(bare, words) else Reading.STATES


def _presupposes(part: str) -> bool:
    """A question that tells first: "You know, the one where I finished in 26 minutes?"."""
    return re.match(
        r"(?:i|i'm|i've|i'd|i'll|my|we|we've|our|remember when (?:i|we)|since (?:i|my)|considering|given|"
        r"the one (?:where|that) i|"
        r"because|as i|(?:like|just like) (?:i|we))\b", part, re.IGNORECASE,
    ) is not None and part.count(" ") > 2  # fmt: skip


# A name and what it did or is; a gerund with a capital is no name.
_TELLS_OF_SOMEONE = re.compile(
    r"(?!\w+ing\b)[A-Z][a-z]+(?:'s \w+)? (?:(?:(?:from|in|at|of) \w+ )?(?:was|had|has|is|went|got|left|"
    r"\w{2,}ed|lives|works|"
    r"likes|loves|hates|prefers|wants|plays|studies|speaks|drives|owns|met|saw|took|made|gave|bought|wrote|"
    r"won|lost|found|ran|began|broke|came|said|knows|thinks))\b(?! (?:so|always|the power)\b)"
)
# How products and companies are praised: true of everybody's, so nobody's memory.
_ADVERTISES = re.compile(
    r"\b(?:is|are) (?:an? |the |one of the )?(?:\w+ly )?(?:great|good|best|popular|excellent|leading|"
    r"perfect|known|well-known|designed|available|"
    r"ideal|amazing|useful|important|essential|key|versatile|powerful|so \w+)\b|\b(?:offers?|provides?|"
    r"features|"
    r"comes? with|allows? you|helps? you)\b"
)


def _is_general(part: str, words: int) -> bool:
    """A sentence in which the speaker does not come in is kept for its particulars or its people."""
    if words < 3:
        return True
    if _PARTICULAR.match(part[:1].lower() + part[1:]):
        return False
    if _ADVERTISES.search(part):
        return True
    if REMARK.match(part):
        return not (_FIGURE.search(part) and words > 3)
    if elides(part):
        return words < 4
    return (words < 4 or _DETAIL.search(part) is None) and not _TELLS_OF_SOMEONE.match(part)
