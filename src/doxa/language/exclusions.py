"""Exclusions: what a person says that is no memory of them.

Questions, biddings, thanks, talk about the memory itself, what is only imagined, what
others are quoted as saying, and general remarks.  Each kind is one table; a part is read
after its opener ("By the way, ") has been taken off.
"""

from __future__ import annotations

import re
from enum import Enum

from .generalities import DETAIL, FIGURE, begins, is_general
from .matter import is_thin, says_little
from .smalltalk import is_small_talk

QUESTION = begins(
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
BIDDING = begins(
    r"(?:please|kindly|pls)(?! (?:always|never|call me|remember|note|don't ever|from now on))",
    r"(?:in the meantime|for now|until then|someday|one day),? let's|help|give|tell|show|recommend|suggest|"
    r"write|explain|describe|list|summari[sz]e|translate|create|"
    r"generate|make (?:me|a|it|sure)",
    r"find|compare|provide|draft|let's|let me|lemme|look (?:up|at|into)|search|continue|rewrite|edit|convert|"
    r"calculate|check (?:out|it|this|that|your|my|our)",
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
THANKS = begins(
    r"thanks?|thank you|for \w+ing (?:me|us)|thx|cheers|many thanks|much appreciated|"
    r"you(?:'re| are) welcome|no (?:problem|worries)|my pleasure",
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
    r"(?:it's |it is |nice |good )?(?:moments?|events?|experiences?|stuff|things|times) like (?:this|these|"
    r"that)|your (?!.*\b(?:i|my)\b).*",
    r"appreciate|same (?:with|for|to|here)|lots has|back to|i(?:'d| would) love to (?:try|see|hear|check "
    r"out|do) (?:it|that|this|them)$",
    r"i(?:'m| am) looking for (?:some |a few )?(?:recommendations|suggestions|ideas|tips|advice)$|i(?:'m| "
    r"am) all set|i(?:'m| am) (?:here|ready) (?:for you|when)|i didn't know that|got it|makes sense|"
    r"of course|absolutely$|exactly$|totally$",
)
# Applause for what was just said.
_EVALUATES = begins(
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
# Talk to the memory about its contents.  "Remember that I like tea" is not: it says something.
MEMORY_TALK = begins(
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
IMAGINED = begins(
    r"if(?! (?:i (?:remember|recall)|memory serves|i'm not mistaken|you ask me))|imagine|suppose|supposing|"
    r"pretend|let's (?:say|pretend|imagine|assume|role)",
    r"what if|hypothetically|in (?:this|our) (?:story|scenario|role-?play|game)|say (?:i|that i)|assum(?:e|"
    r"ing) (?:i|that|we)|picture this|once upon a time",
    r"i wish|as if|you are (?:a|an|the|now)|(?:i'm|i am) (?:playing|roleplaying|pretending)|i would have|i "
    r"could have|i'd have|were i",
    r"(?:i|we)(?:'d| would)(?! (?:like|love|prefer|rather|say|appreciate)\b).* if (?:i|we|it|there)\b",
    r"unless|in case|even (?:if|where)|whether",
)
# What is said to be untrue, or to be said by others, is no statement of the speaker's.
DISOWNED = begins(
    r"(?:it is|it's|it was) (?:false|a lie|a myth|a rumou?r|wrong|incorrect|untrue|nonsense) (?:that|to "
    r"say)|it (?:is|'s) not the case",
    r"(?:some |many |most |the )?(?:people|they|folks|someone|somebody|everyone|he|she|rumou?r has it|word "
    r"is)(?: keeps?)? ?(?:say|says|said|claim|claims|claimed|think|thinks|assume|believe)?s? (?:that )?(?:i|"
    r"i'm|i've|my|we)",
    r"i (?:never|didn't) (?:said|say|claim|claimed|tell|told)|don't believe|rumou?r has it (?:that )?i",
    r"(?:some ?one|some ?body|some people|people|they|rumou?r has it|word is|a little bird)"
    r"(?: has| have)?(?: (?:told|tell|tells|said|say|says|mentioned|claim\w*|whisper\w*))?\b(?<=told|tell|"
    r"says|said)",
    r"(?:the|an?|this|that|one|my) (?:\w+ )?(?:article|book|web ?site|site|page|report|paper|post|news|"
    r"blog|study|label|sign|"
    r"e-?mail|letter|message|horoscope|wiki|manual|ad|advert|poster|tweet|headline|document|review)s? "
    r"(?:says?|said|claims?|"
    r"claimed|reads?|states?|stated|tells?|told)",
    r"according to(?! my (?:doctor|dentist|therapist|vet|boss|lawyer|accountant|teacher|wife|husband|"
    r"mother|father|mom|dad)\b)",
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
_TO_THE_LISTENER = (
    r"(?:answer|reply|respond|use|call|write|speak|talk|address|give(?! up)|show|include|format|tell|ask|"
    r"send|mention|"
    r"suggest|recommend|start|end|sign|translate|remind|assume|make|check|put|add|explain|refer|offer|"
    r"schedule|"
    r"book|order|cite|convert|share|list|summari[sz]e|quote|draft|keep(?! going| it up| pushing| trying)|"
    r"be (?:brief|concise|short|polite|formal|honest|direct|blunt|precise)|do|delete|book|buy|spell|begin|"
    r"open|save)\b"
)
_STANDING = begins(
    rf"(?:please |and )*(?:(?:always|never|don't ever|do not ever) {_TO_THE_LISTENER}|from now on|"
    r"whenever (?:i (?:ask|say|mention|want)|you)|call me|address me|refer "
    r"to me|(?:answer|reply|respond|speak|talk|write) (?:to me )?(?:in|only))"
)


def is_standing(part: str) -> bool:
    """An instruction for good: "from now on, answer in French"."""
    return _STANDING.match(part) is not None


def is_courtesy(part: str) -> bool:
    """Thanks, greetings, biddings, applause, and all that is not meant as so."""
    tables = (THANKS, _EVALUATES, BIDDING, QUESTION, MEMORY_TALK, IMAGINED, DISOWNED, _NOT_PROSE)
    return any(table.match(part.strip()) for table in tables)


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
    if THANKS.match(bare) and not (speaks and (words > 12 or _tells_after(bare))):
        return Reading.OUT
    if is_small_talk(part):
        return Reading.OUT
    if says_little(part):
        return Reading.GENERAL
    if speaks and words > 1 and not (_EVERYBODYS.match(part) and not DETAIL.search(part)):
        return Reading.STATES
    if _EVALUATES.match(bare) and not (words > 3 and FIGURE.search(part)):
        return Reading.OUT
    return Reading.GENERAL if is_general(bare, words) else Reading.STATES


def _tells_after(part: str) -> bool:
    """Whether a statement follows the courtesy: "I appreciate your help, I'm a beginner"."""
    _, comma, rest = part.partition(", ")
    found = comma and re.match(r"(?:i'm|i've|i'll|i|my|we|we're|we've)\b", rest, re.IGNORECASE)
    return bool(found) and not (THANKS.match(rest) or is_small_talk(rest) or is_thin(rest))


def _presupposes(part: str) -> bool:
    """A question that tells first: "You know, the one where I finished in 26 minutes?"."""
    return re.match(
        r"(?:i|i'm|i've|i'd|i'll|my|we|we've|our|remember when (?:i|we)|since (?:i|my)|considering|given|"
        r"the one (?:where|that) i|"
        r"because|as i|(?:like|just like) (?:i|we))\b", part, re.IGNORECASE,
    ) is not None and part.count(" ") > 2  # fmt: skip
