"""Small talk: what is said to the listener, or says nothing in particular.

"I'm happy for you" is about the listener's deed, "It has been quite a week" about
nothing that anybody would look up.  Two rules: an attitude towards "you" that tells nothing
else of the speaker, and a statement all of whose words are vague.
"""

from __future__ import annotations

import re

from .matter import DATED, content_words, is_dated_or_named

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
_OFFER = re.compile(
    r"(?:i|we)(?:'ll|'d| will| can| could| should| would| might| both| have (?:faith|you|your)|"
    r"'ve got your?)\b",
    re.IGNORECASE,
)
_OF_A_THING = re.compile(r"(?:it|this|that|they|these|those)\b", re.IGNORECASE)
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
_SHOWS = re.compile(r"(?:here(?:'s| is| are)|check out|take a look)\b", re.IGNORECASE)
# Whose main clause is about the listener, whatever day it is said of.
_OF_YOU = re.compile(
    r"(?:i|we)(?: would| also| just| really)* (?:bet|say|figured?|think|know|knew|believe|hope)(?: also|"
    r" that| just)* (?:last \w+ )?(?:you|your|we both)\b(?!.*\b(?:i|my)\b).*"
    r"|knowing (?:i|we)(?:'ve| have)?(?: got| have)? (?:you|people like you|friends like you|your)\b.*"
    r"|knowing you(?:'ve| have)\b.*|(?:i )?(?:really )?appreciate having you\b.*"
    r"|(?:i'm |i am )?(?:so |really |just )*(?:glad|happy|proud|thrilled) "
    r"(?!.*\b(?:i|i'm|i've|we)\b).*\byou\b.*"
    r"|(?:i'm|i am|so|just)?(?: so| really)* ?(?:glad|happy|lucky|grateful) .*\b(?:we both|both of us)\b.*"
    r"|enough about (?:me|us)\b.*",
    re.IGNORECASE,
)
# A maxim's "we": in the present, of no one day, and of everything there is.
_WE_ALL = re.compile(
    r"(?:our \w+(?: \w+)?|(?:[\w']+ ){0,4}?we(?:'re)?(?! (?:both|went|had|did|were|got|saw|made|took|used)"
    r"\b))\b"
    r"(?!.*\b(?:i|i'm|i've|i'd|i'll|my|me|mine|\w+ed)\b)"
    r".*\b(?:any \w+|our own|others|each other|one another|everyone|everybody|anything|in life|what's|who we|"
    r"what we|how much|how we|the world|together|people|life)\b.*",
    re.IGNORECASE | re.DOTALL,
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
    r"(?:(?:sometimes|together|with (?:your|their|our) \w+|by \w+ing (?:\w+ ){0,2}\w+|overall|in the end|"
    r"remember|as long as|always|"
    r"so|and|but),? )?"
    r"(?:we (?:all|have the power|are all)\b"
    r"|we (?:can|could|should|must|need to|have to|gotta)(?: all| really| definitely| still| never)? "
    r"(?:make an?\b|make the|achieve|"
    r"build|create|grow|push|fight|spread|tackle|handle|overcome|stay|inspire|appreciate|cherish|stand|"
    r"face|accomplish|do "
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

_VOCATIVE = re.compile(r", (?:[A-Z][a-z]+|man|dude|bro|girl|buddy|pal|friend)$")


_CONJUNCTION = re.compile(r"^(?:and|but|so|plus|also|well),? ", re.IGNORECASE)


def addresses(text: str) -> bool:
    """Whether the text speaks to somebody, "you know" and "thank you" aside."""
    return _YOU.search(_YOU_KNOW.sub("", text)) is not None


def is_small_talk(part: str) -> bool:
    """Whether a part tells nothing of its speaker's to remember."""
    bare = _VOCATIVE.sub("", _CONJUNCTION.sub("", part).rstrip(".!?… "))
    if any(kind.fullmatch(bare) for kind in (_PHRASES, _REACTION, _OF_YOU)) or _is_everybodys(bare):
        return True
    if _GLAD.match(bare) and not is_dated_or_named(bare):
        return True
    if _GUESS.fullmatch(bare) and not (_is_particular(bare) or is_dated_or_named(bare)):
        return True
    if _SHOWS.match(bare) and len(content_words(bare)) < 3 and not is_dated_or_named(bare):
        return True
    if _MAXIM.match(bare) and not is_dated_or_named(bare):
        return True
    if _TO_YOU.match(bare) and _MY.search(bare) is None:
        return not is_dated_or_named(bare) and _is_attitude(bare)
    return addresses(bare) and not _is_particular(bare) and (_is_attitude(bare) or _is_to_you(bare))


def _is_everybodys(part: str) -> bool:
    return (
        _WE_ALL.fullmatch(part) is not None and not is_dated_or_named(part) and len(content_words(part)) < 4
    )


def _is_particular(part: str) -> bool:
    """Whether the speaker comes in with something of their own, or names a day."""
    return bool(_MINE.search(part) or DATED.search(part)) or len(_I.findall(part)) > 1


def _is_attitude(part: str) -> bool:
    if _TO_YOU.match(part):
        own = _FIRST.search(part)
        return own is None or _ATTITUDE.match(part, own.start()) is not None
    if _ATTITUDE.match(part):
        return True
    return _PROMISE.match(part) is not None and len(content_words(part)) < 2


def _is_to_you(part: str) -> bool:
    """Whether the speaker, wherever they come in, only feels for the listener or offers something."""
    own = [found.start() for found in _FIRST.finditer(part)]
    if not own and _OF_A_THING.match(part):
        return False  # "It's a game where you build settlements"
    return not is_dated_or_named(part) and all(
        _ATTITUDE.match(part, at) or _OFFER.match(part, at) for at in own
    )
