"""Small talk: what is said to the listener, or says nothing in particular.

"I'm happy for you" is about the listener's deed, "It has been quite a week" about
nothing that anybody would look up.  Two rules: an attitude towards "you" that tells nothing
else of the speaker, and a statement all of whose words are vague.
"""

from __future__ import annotations

import re

_ADVERBS = (
    r"(?: (?:so|really|very|super|just|also|still|always|totally|truly|definitely|absolutely|such|too|all|"
    r"even|"
    r"incredibly|extremely|deeply|seriously|sincerely|greatly|pretty|quite|kinda|honestly|do|already|can|"
    r"could|will|would|must|100%))*"
)
_MINE = re.compile(r"(?<!thank )(?<!thanks )\b(?:my|mine|our)\b", re.IGNORECASE)
_MY = re.compile(r"\b(?:my|mine)\b", re.IGNORECASE)
_YOU = re.compile(r"\b(?:you|your|yours|yourself|ya|u|you'(?:re|ve|ll|d))(?!\w)", re.IGNORECASE)
_YOU_KNOW = re.compile(r"\b(?:you know|as you know|thank you|like you said|mind you)\b", re.IGNORECASE)
# "I think you'll do great", "I admire your patience": the speaker comes in as an onlooker only.
_ATTITUDE = re.compile(
    rf"(?:(?:i|we)(?:'m|'re| am| are| was| were|'ve been)?|it's|it is|it|that|this){_ADVERBS} "
    r"(?:think|know|knew|believe|bet|guess|hope|see|feel(?= (?:like you|you|for you|your))|love|loved|like|"
    r"liked|"
    r"admire|respect|"
    r"appreciate|"
    r"understand|"
    r"sure|certain|glad|happy|proud|impressed|excited|amazed|inspired|grateful|thankful|sorry|thrilled|"
    r"stoked|"
    r"pumped|"
    r"rooting|cheering|here|curious|keen|eager|confident|wish|remember|recommend|suggest|imagine|agree|trust|"
    r"jealous|"
    r"envious|honored|happy|supporting|support|(?:mean|means|meant) (?:a lot|so much|the world|everything)|"
    r"(?:can't|cannot) wait|in awe|promise|encourage|figured(?= you)|picture|saw your|value|count on|look "
    r"up to|around|great|awesome|amazing|cool|wonderful|inspiring|nice|good|incredible|fantastic|lovely|"
    r"help you|tell|let|keep|"
    r"ask|"
    r"(?:got|have) your|feel)\b",
    re.IGNORECASE,
)
_PROMISE = re.compile(
    rf"(?:i|we)(?:'ll| will|'d| would| can|'m (?:gonna|going to)|'m happy to| want to| wanna|'d love "
    rf"to)?{_ADVERBS} "
    r"(?:(?:let|keep|tell|show|share|help|give|support|be there for|be here for|make sure|remind|hear) .*|"
    r"love to .*)?\b(?:you|your|ya)\b",
    re.IGNORECASE,
)
_TO_YOU = re.compile(r"(?:you|your|you'(?:re|ve|ll|d)|all your|with your|knowing you)(?!\w)", re.IGNORECASE)
_FIRST = re.compile(r"\b(?:I|i|[Ww]e)\b")
_I = re.compile(r"\bI\b")
# What is said so in every conversation, whoever it is with.
_PHRASES = re.compile(
    r"(?:i|we)(?:'ve| have)?(?: got)?(?: some| a few)? (?:\w+ )?(?:news|something)(?: \w+)? (?:to (?:share|"
    r"tell|show)|"
    r"for you)\b.*|"
    r"(?:we|they)(?:'re| are)(?: all)? in (?:this|it) together.*|"
    r"we(?:'ve)? (?:got|can do) (?:this|it)\b.*|we (?:should|need to|must|gotta|have to) (?:catch up|hang "
    r"out|meet "
    r"up|do (?:it|this|that))\b.*|"
    r"(?:i|we)(?: definitely| really|'ll definitely|'ll| will)?(?: have to| need to| gotta| want to|'d "
    r"love to| would love "
    r"to| should|'d like to|'m gonna)?(?: \w+ly)? "
    r"(?:try|give|check|see|watch|do|visit|look)(?: \w+ing)?(?: out| into)? (?:it|that|this|them|those|these)"
    r"(?: (?:a|another) (?:try|shot|go|look|read|watch))?(?: out| some ?time| soon| one day| someday| too| "
    r"for "
    r"sure| myself| next time| then| later)*$|"
    r"(?:(?:i|we) )?(?:can't|cannot|couldn't) wait(?: to \w+)?$|"
    r"(?:yesterday|today|last (?:week|night|weekend|month)|this (?:week|month|year)|my (?:day|week|"
    r"weekend))(?:'s| was| has| is)"
    r"(?: been)?(?: (?:so|really|pretty|super|crazy|just|very|an?|such|kinda|quite|been))* \w+(?: (?:ride|"
    r"one|time))?|"
    r"(?:so |super |really |just )?(?:pumped|stoked|happy|proud|sorry|rooting|cheering|wishing|sending|"
    r"thinking|impressed|jealous|"
    r"inspired|excited)\b(?!.*\b(?:my|our|i|we)\b).*\byour?\b.*|heard of (?:it|that|this|them)\b.*|"
    r"(?:i |we )?(?:can't|cannot|couldn't) wait(?: to (?:see|hear|try|meet|experience|find out|check|share|"
    r"show|catch)\b"
    r"(?!.*\b(?:my|our)\b).*)?$|"
    r"(?:i|we) (?:think|guess|believe) so\b.*|i(?:'ll| will) (?:see|try)(?: if)?\b(?!.*\b(?:my|tomorrow|"
    r"next|on)\b).*|"
    r"(?:so |super |really )?excited (?:for|about|to)\b(?!.*\b(?:my|our|tomorrow|next|on)\b).*|"
    r"(?:i'm |i am )?(?:crossing my fingers|always here|here for you|right by your side|not surprised)\b.*|"
    r"fingers crossed\b.*|"
    r"(?:definitely |still |probably |certainly )?one of (?:my|the) (?:favou?rites?|best)|looking forward "
    r"to (?:it|that|more|hearing|"
    r"seeing (?:it|you|what|how|more|them))\b.*|i(?:'ll| will) (?:be (?:right |always )?(?:by|there|here|"
    r"rooting|cheering)|"
    r"watch (?:it|your)|cheer)\b.*|i (?:100% |completely |fully |so )?agree\b.*|"
    r"(?:i )?just wanted to\b(?!.* i\b).*|i owe you\b.*|time flies\b.*|blessed we\b.*|sounds like what "
    r"i\b.*|(?:really |so )?(?:appreciate|loving|love) (?:you|your)\b.*|i'll (?:definitely )?reach out\b.*|"
    r"i can feel the\b.*|i haven't (?:talked|spoken|chatted|heard|seen)(?: to| with| from)? (?:you|in|"
    r"for)\b.*|never say never|(?:long|it's been) (?:time|ages|a while)\b.*|"
    r"our (?:actions|stories|words|voices|efforts|differences|experiences)\b.*|"
    r"(?:maybe |perhaps )?i (?:can|could) (?:help|assist|lend a hand)\b(?: out| as well| too| with that| "
    r"there)*|"
    r"(?:i|we)(?:'ll| will)? (?:have to|need to|gotta|should) check (?:some|one|it|them) out|you can "
    r"see\b.*|you know(?: what)?|"
    r"(?:best of|good) luck\b.*|i(?:'ll| will) (?:make sure|be sure|try) to have an?\b.*|it's been (?:ages|"
    r"forever)\b.*|been (?:ages|forever|a while)\b.*|i(?:'m| am) (?:so |really )?sorry about\b.*|(?:i'm |i "
    r"am |i )?(?:gonna |going to |will |'ll )?(?:just )?(?:keep(?: on)? (?:going|pushing|fighting|trying|"
    r"believing|it up)(?! to)|never (?:quit|give up|stop)|(?:won't|not gonna) (?:quit|give up|stop|let "
    r"(?:any|you|it)))"
    r"(?!.*\b(?:my|tomorrow|next|on)\b).*|"
    r"here's to\b.*|.*\bmust(?:'ve| have)? (?:be|been|feel|felt)\b(?!.*\b(?:my|i)\b).*|(?:seems|feels|"
    r"been) like forever\b.*|(?:i'm |i am )?(?:so |really )?(?:lucky|grateful|thankful|blessed|glad|happy|"
    r"proud) to (?:have|know|call) you\b.*|sending (?:some|you|good|positive|lots|my|all)\b.*|"
    r"(?:rock|dream|go|carry|hold) on\b.*|cheers\b.*",
    re.IGNORECASE,
)

# "Here's a pic of it": what is shown, and the words are not needed for.
_SHOWS = re.compile(
    r"here(?:'s| is| are) (?:a|an|another|my|the|some|one)(?: \w+)? (?:pics?|photos?|pictures?|snaps?|"
    r"shots?|videos?|look|glimpse|"
    r"peek|link|from|that)\b(?!.*\b(?:i|we)(?:'ve| just| recently)? (?!cherish|love|like|enjoy|want|think|"
    r"am|have)\w+).*",
    re.IGNORECASE,
)
# Somebody else's luck, guessed at; and what is only understood or hoped.
_GUESS = re.compile(
    r"(?:i|we)(?:'m| am)?(?: just| really)? (?:bet|sure|can see|can imagine|can tell|can only imagine|"
    r"understand|guess|hope)"
    r"(?: that| why| how| where| what)? (?!my\b|i\b|i'|we\b|we').*|"
    r"(?:so |really |just )?(?:glad|happy|thankful|grateful|lucky) (?:we|our|that we|i could|i can|my)\b.*|"
    r"(?:i )?could use (?:some|any|a few|a good|a) (?:\w+ )?(?:recommendations?|suggestions?|ideas?|luck)",
    re.IGNORECASE,
)
_GLAD = re.compile(
    r"(?:so |really |just )?(?:glad|happy|thankful|grateful|honou?red) (?:my (?:story|stories|words?|"
    r"journey|photos?|work|experiences?)|"
    r"i (?:could|can)|we(?:'re| are| can| could)|our)\b",
    re.IGNORECASE,
)
# Everybody's "we": "We can all do better if we try".
_MAXIM = re.compile(
    r"(?:(?:sometimes|together|with (?:your|their|our) \w+|overall|in the end|remember|as long as|always|"
    r"so|and|but),? )?"
    r"(?:we (?:all|have the power|are all)\b"
    r"|we (?:can|could|should|must|need to|have to|gotta)(?: all| really| definitely| still| never)? "
    r"(?:make an?\b|make the|achieve|"
    r"push|fight|spread|tackle|handle|overcome|stay|inspire|appreciate|cherish|stand|face|accomplish|do "
    r"(?:anything|great)|"
    r"get (?:amazing|great)|(?:support|help|learn from|lift) (?:each|one)|keep (?:push|go|fight|work|"
    r"spread)ing)"
    r"|it(?:'s| is) (?:so |always |really )*(?:important|good|nice|great|key|crucial|never too late|all "
    r"about)\b"
    r"|[\w ]{2,30} (?:does |do |really )?(?:have|has) a way of\b|we can (?:have|do|be)\b.* if (?:we|you)\b"
    r"|it's (?:in|about|the) (?:these|those|moments?|all)\b.* (?:that|when) (?:we|make)\b"
    r"|(?:life|love|everyone|everybody|people|nothing|you|kids|family|families|friends|nature|books|art|"
    r"music|"
    r"dance|dancing|sports|success|change|hard work|teamwork)(?:'s| is| are| can| has| have| makes?| "
    r"helps?| brings?|"
    r" gives?| takes?)\b(?! (?:been|was|were)\b))"
    r"(?!.*\b(?:i|i'm|i've|i'd|i'll|my|me|mine|myself)\b)",
    re.IGNORECASE | re.DOTALL,
)
# "I love the colours": of what has just been shown.
_REACTION = re.compile(
    r"i(?: really| totally| absolutely| just| also)? (?:love|like|adore|enjoy) (?:all )?(?:the|this|that|"
    r"these|those) (?!(?:ocean|"
    r"sea|beach|outdoors|mountains?|city|country|countryside|rain|snow|sun|summer|winter|cold|heat|night|"
    r"theatre|"
    r"theater|cinema|gym|piano|guitar|violin|internet|water|woods|forest|desert|stars|(?:smell|taste|sound|"
    r"feeling|feel) of)\b)(?!.*\b(?:i|i'm|i've|my|me|we|our|who|where|called|by|from)\b).*",
    re.IGNORECASE,
)

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
    "good great nice cool awesome amazing incredible wonderful fantastic lovely fun best better bad worse "
    "crazy "
    "wild tough hard easy big huge small little new old different similar special super interesting exciting "
    "excited happy glad sad sorry proud grateful thankful lucky fine perfect beautiful true sure right "
    "wrong worth "
    "important real nice chill ready awesome inspiring rewarding challenging challenge challenges "
    "positive busy strong tired blast feeling feelings feel feels felt think thought know knew known mean "
    "means "
    "meant get gets got getting gotten go goes going went gone come comes coming came make makes making made "
    "take takes taking took give gives giving gave keep keeps keeping kept try tries trying tried see sees "
    "seeing saw seen look looks looking looked say says saying said tell tells telling told talk talked "
    "talking "
    "hear heard happen happens happened share shared sharing find finding found want wants wanted need needs "
    "needed love loved loves enjoy like liked hope hoping wish seem seems stay staying stayed doing help "
    "helps "
    "helped helping helpful support supporting remember forget work works working change changes changed "
    "time times day days week weeks month months year years moment moments way ways part stuff deal idea "
    "ideas "
    "plan plans news experience experiences life point reason "
    "step start started starting end lots tons whole full first last next past long while far "
    "catch chat chatted spoke speak seriously wait waiting believe achieve impact difference pay paying off "
    "ok okay alright hopeful optimistic completely content confident believing dream dreams goal goals "
    "chasing reach fulfilling meaningful firsthand stumped pic pics photo photos picture pictures "
    "impressed wonderfully enjoying enjoyable chapter future stuff happening push pushing definitely "
    "accomplish accomplished reality turn turns reaching laugh laughs laughing laughed ended remind "
    "reminds reminded reminding reminder happiness gratitude fills filled hearing hyped empowering lives "
    "hooked surreal magical unforgettable uplifting heartwarming bet path weekend night morning forward "
    "ahead possible possibilities hit miss missed able agree motivated motivating motivation focused "
    "determined positivity vibe vibes atmosphere joy bring brings brought worked effort hectic eventful "
    "rough "
    "yet amazed blown away stoked pumped thrilled progress success successful continue continuing".split()
)
_DAY = re.compile(
    r"\d|\b(?:times|once|twice|every|each) (?:an? |per |other )?(?:day|week|weekend|month|year|morning|"
    r"night)\b|\b(?:tomorrow|tonight)\b",
    re.IGNORECASE,
)
_NAME = re.compile(r"(?<=[a-z,;] )(?!(?:I|OK|Ok)\b)[A-Z][\w'-]+")
_DATED = re.compile(
    r"\b(?:yesterday|tomorrow|tonight|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|"
    r"april|june|"
    r"july|august|september|october|november|december|(?:last|next|this) (?:week|weekend|month|year|night|"
    r"morning)|(?<=in )may|\d+)\b",
    re.IGNORECASE,
)


_VOCATIVE = re.compile(r", (?:[A-Z][a-z]+|man|dude|bro|girl|buddy|pal|friend)$")


_CONJUNCTION = re.compile(r"^(?:and|but|so|plus|also|well),? ", re.IGNORECASE)


def content_words(text: str) -> list[str]:
    """The words of the text that have some matter in them; a name counts as one."""
    words = (word.removesuffix("'s") for word in _WORD.findall(text.lower().replace("’", "'")))
    return [word for word in words if word not in _FUNCTION and word not in _VAGUE]


def addresses(text: str) -> bool:
    """Whether the text speaks to somebody, "you know" and "thank you" aside."""
    return _YOU.search(_YOU_KNOW.sub("", text)) is not None


def is_small_talk(part: str) -> bool:
    """Whether a part tells nothing of its speaker's to remember."""
    bare = _VOCATIVE.sub("", _CONJUNCTION.sub("", part).rstrip(".!?… "))
    if any(kind.fullmatch(bare) for kind in (_PHRASES, _REACTION)):
        return True
    if _GLAD.match(bare) and not is_dated_or_named(bare):
        return True
    if _GUESS.fullmatch(bare) and not (_is_particular(bare) or is_dated_or_named(bare)):
        return True
    if _SHOWS.fullmatch(bare) and len(content_words(bare)) < 3 and not is_dated_or_named(bare):
        return True
    if _MAXIM.match(bare) and not is_dated_or_named(bare):
        return True
    if _TO_YOU.match(bare) and _MY.search(bare) is None:
        return not is_dated_or_named(bare) and _is_attitude(bare)
    return addresses(bare) and not _is_particular(bare) and _is_attitude(bare)


def _is_particular(part: str) -> bool:
    """Whether the speaker comes in with something of their own, or names a day."""
    return bool(_MINE.search(part) or _DATED.search(part)) or len(_I.findall(part)) > 1


def _is_attitude(part: str) -> bool:
    if _TO_YOU.match(part):
        own = _FIRST.search(part)
        return own is None or _ATTITUDE.match(part, own.start()) is not None
    if _ATTITUDE.match(part):
        return True
    return _PROMISE.match(part) is not None and len(content_words(part)) < 2


def is_dated_or_named(part: str) -> bool:
    return bool(_DATED.search(part) or _NAME.search(part))


def is_empty(part: str) -> bool:
    """Whether all words are vague, whatever day it is said of: "On Friday, I got great news"."""
    return not content_words(_DATED.sub(" ", part)) and not _NAME.search(_DATED.sub(" ", part))


def says_little(part: str) -> bool:
    """Whether all words are ones that could be said of anything: no name, no day, no figure, no thing."""
    return not content_words(part) and not (_NAME.search(part) or _DAY.search(part))
