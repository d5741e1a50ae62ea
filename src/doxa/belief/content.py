"""Content confidence: how firmly a text puts what it says, in words a reader can check.

Three answers and no more.  A plain statement is firm.  Softening one's own
preference, plan, decision, priority or feeling ("I guess I prefer tea") is
politeness: nobody else could know it better.  Softening a fact ("I think the
meeting is at 3") is doubt, and the speaker says so.  Loudness ("CONFIRMED!!!")
is not in any table, so it adds nothing; nor does it take away that a quantity is
approximate ("about two hours"), which says how exact the figure is, not how sure.

A hedge counts where it scopes over the claim: not in quotation marks, not in a
name ("the show Maybe Tomorrow"), not in a side clause ("a tent, which might help").
A text of several statements is as firm as the larger part of its words.
"""

from __future__ import annotations

import re

PLAIN = 1.0
SOFTENED = 0.90  # after one plain claim at 0.98 a correction below 0.85 would not lead
HEDGED = 0.50  # at the pivot: recorded and findable, moves nothing

# Phrases that say "this may not be so", whatever they stand before.
DOUBT = (
    # adverbs of likelihood
    r"maybe|perhaps|probably|possibly|presumably|conceivably|(?:most |very )?likely|doubtful",
    # hearsay
    r"supposedly|allegedly|apparently|reportedly|seemingly|rumou?r has it|word is that|they say|people say",
    r"(?:i|i've|we) heard(?: (?:that|from))?|someone (?:said|told me)|it is said|it's said",
    # memory and knowledge that may fail
    r"as far as i (?:know|remember|recall|can tell|am aware|understand)|afaik|iirc|from memory",
    (
        r"if (?:i|my memory) (?:remember|recall|serves)(?: me)?(?: (?:correctly|right|well))?|if i'm not "
        r"mistaken"
    ),
    r"(?:can't|cannot|don't|do not) (?:quite |really |exactly )?(?:remember|recall)(?: exactly)?",
    r"(?:don't|do not) know (?:if|whether)|no idea (?:if|whether)|i doubt|i forget (?:if|whether)",
    # degrees of certainty short of it
    r"(?:not|isn't|aren't|wasn't) (?:\w+ |100% |100 percent )?(?:sure|certain)|unsure|uncertain",
    r"(?:pretty|fairly|quite|almost|nearly|reasonably) (?:sure|certain)|my (?:best )?guess|or something",
    # modal verbs; "may" is guarded against the month below
    r"might|may|could (?:be|have been|well be)|could've been|(?:it|that|he|she|they|there) must (?:be|have)",
    r"(?:it|that|he|she|they|there) (?:seems?|appears?)|seems? to|appears? to",
)

# Verbs of thinking: "I think X" is as firm as X is the speaker's own business.
FRAME = (
    (
        r"i(?:'d| would)? (?:do |really |still |also |just |honestly |kind of |kinda )?"
        r"(?:think|believe|guess|suppose|reckon|assume|suspect|imagine|figure|say|bet|expect)"
    ),
    r"i (?:don't|do not) (?:think|believe|suppose)",
    r"i (?:thought|believed|assumed|figured|guessed|supposed)",
    r"i feel (?:like|that|as if|as though)",
)

# One's own mind: what may be softened without becoming doubtful.
_INTENDING = (
    r"(?:'ll|'d|'m| will| would| wanna| gonna| am| was| should| shall| need| have to| want| might| may|"
    r" could| can| prefer| like| love| hate| enjoy| dislike| plan| intend| hope| choose| opt| stick| go with|"
    r" feel| care| trust| agree)\b"
)
_ADVERB = (
    r"(?: (?:just|also|really|still|definitely|probably|rather|actually|even|now|maybe|do|don't|won't|"
    r"wouldn't))*"
)
# "I'm" and "I was" alone state facts ("I think I'm close to 1300"); these make them plans or feelings.
_MIND_AFTER_BE = (
    r"(?:going to|gonna|ready|happy|glad|sad|excited|tired|done|set|good|fine|leaning|planning|thinking|"
    r"hoping|looking|interested|open|into|more into|inclined|tempted|better off|over it|in love|ok|okay|"
    r"more of an?|too \w+|starting to \w+|getting \w+|feeling|ready|considering|curious|worried|nervous|"
    r"proud)\b"
)
OWN_MIND = (
    rf"(?:i|we)(?='m| am| was|'re| are){_ADVERB}(?:'m| am| was|'re| are){_ADVERB} {_MIND_AFTER_BE}",
    rf"(?:i|we)(?!'m\b| am\b| was\b){_ADVERB}{_INTENDING}(?! (?:have|'ve|be)\b)",
    r"(?:i|we) (?:don't|do not|won't|wouldn't|can't|shouldn't) (?:want|like|need|care|enjoy|mind|go|do|feel)",
    r"my (?:\w+ )?(?:preference|favou?rite|priority|plan|choice|goal|focus|style|vote|pick|decision)",
    r"(?:the|a|our|top|first|main|biggest|higher|lower) (?:\w+ )?(?:priority|favou?rite)",
    r"for me\b|suits? me|works? for me|to me\b|i'd rather|i would rather|let's",
    # a judgement of taste, which only its speaker can make
    (
        r"(?:is|are|'s|'re|was|were|be|look|looks|sounds?|feels?) (?:\w+ly |so |a bit |a little |the |a |an |"
        r"really |just |pretty |too |more |most |very |quite |also )*(?:best|better|great|good|nice|cool|fun|"
        r"perfect|"
        r"awesome|amazing|beautiful|lovely|important|interesting|helpful|useful|worth|wonderful|fantastic|"
        r"boring|annoying|overrated|underrated|ugly|delicious|tasty|fine|enough|ideal|structured|easier|"
        r"harder|"
        r"healthier|worse|worst|bad|terrible|fascinating|exciting|inspiring|essential|right (?:choice|move|"
        r"call))\b"
    ),
    r"too (?:\w+) for me",
)

# Wordings that are softened by themselves: a plan still open, an indecision, an opinion marked as one.
SOFT = (
    (
        r"(?:i'm|i am|i was|i've been|we're|we are) (?:also |still |now |actually |just )?"
        r"(?:thinking (?:of|about) (?:\w+ )?\w+ing|considering (?:\w+ )?\w+ing|leaning toward)"
    ),
    (
        r"(?:not|isn't) (?:\w+ )?(?:sure|certain) (?:(?:about|of) )?(?:what|how|where|which|who|when|whether|"
        r"if)\b"
        r"(?:(?! (?:is|are|was|were|has|lives|works)\b).)*?\b(?:to|i should|i want|i'll|i will|we should)\b"
    ),
    r"in my (?:opinion|view)|imo|imho|if you ask me",
    r"i (?:kind of|kinda|sort of|sorta) (?:like|love|hate|want|prefer|enjoy|need|feel)",
)

# The same three kinds in other languages: (doubt, frame, what follows a frame when it is one's own mind).
OTHER_LANGUAGES: dict[str, tuple[str, str, str]] = {
    "de": (
        (
            r"vielleicht|wahrscheinlich|vermutlich|möglicherweise|eventuell|angeblich|anscheinend|womöglich|"
            r"nicht (?:ganz )?sicher|soweit ich weiß|soviel ich weiß|könnte sein|wenn ich mich recht erinnere"
        ),
        r"ich (?:glaube|denke|meine|schätze|vermute|nehme an)",
        (
            r"ich (?:werde|würde|möchte|will|nehme|mag|bevorzuge|sollte|brauche|gehe|liebe|hätte)\b|mir "
            r"(?:gefällt|lieber)"
        ),
    ),
    "fr": (
        (
            r"peut-être|probablement|sans doute|apparemment|il paraît|il me semble|autant que je sache|"
            r"pas (?:tout à fait )?sûre?|si je me souviens bien|soi-disant"
        ),
        r"je (?:crois|pense|suppose|dirais)",
        (
            r"je (?:vais|préfère|voudrais|veux|prendrai|aime|devrais|choisis|ferai)\b|j'(?:aime|irai|"
            r"aimerais)|"
            r"^ ?\w+er\b"
        ),
    ),
    "es": (
        (
            r"quizás?|tal vez|probablemente|a lo mejor|posiblemente|supuestamente|al parecer|puede que|"
            r"no estoy segur[oa]|que yo sepa|si mal no recuerdo|me parece que"
        ),
        r"(?:creo|pienso|supongo|diría|imagino) que",
        r"(?:voy a|prefiero|quiero|me gusta|iré|me quedo|necesito|debería|elegiré|haré)\b",
    ),
}

_QUOTED = re.compile(r"\"[^\"]*\"|“[^”]*”|«[^»]*»|„[^“]*“|(?<!\w)'[^']+'(?!\w)|\*[^*]+\*")
_BORDER = re.compile(r"(?<=[.!?…。！？])\s+|\n+|\s[-–—]\s|\s*—\s*|;\s|(?<=[。！？])")
_SIDE_CLAUSE = re.compile(
    r",? (?:because|so that|in case|even though|although|if)\b.*|, (?:which|who)\b.*", re.DOTALL
)
_IF_IS_A_HEDGE = re.compile(
    r"\bif (?:i remember|i recall|my memory|i'm not mistaken|you ask)|(?:know|idea|sure|certain|forget) if\b"
)
_WORD = re.compile(r"[^\W\d_]+(?:['-][^\W\d_]+)*")
_MONTH = re.compile(
    r"(?:\d(?:st|nd|rd|th)?|in|since|until|till|of|last|next|this|by|from|to|on|early|late|mid|and) may\b|"
    r"\bmay (?:\d|and\b|$)|\bmay[.,!]"
)


def _anywhere(*phrases: str) -> re.Pattern[str]:
    return re.compile(r"(?<![\w'])(?:" + "|".join(phrases) + r")(?!\w)")


_DOUBT, _FRAME, _OWN_MIND, _SOFT = (_anywhere(*table) for table in (DOUBT, FRAME, OWN_MIND, SOFT))
_FOREIGN = [tuple(_anywhere(phrases) for phrases in table) for table in OTHER_LANGUAGES.values()]

# Every phrase above holds one of these words: a text without any of them is plain, and is read no further.
_CUES = frozenset(
    "maybe perhaps probably possibly presumably conceivably likely doubtful supposedly allegedly "
    "apparently reportedly seemingly rumor rumour word say heard someone said it's far afaik iirc "
    "memory mistaken remember recall know idea doubt forget sure certain unsure uncertain guess "
    "something might may could could've might've must seem seems appear appears think believe suppose "
    "reckon assume suspect imagine figure bet expect thought believed assumed figured guessed supposed "
    "feel thinking considering leaning opinion view imo imho ask kind kinda sort sorta serves".split()
)
_FOREIGN_CUES = frozenset(
    "vielleicht wahrscheinlich vermutlich möglicherweise eventuell angeblich anscheinend womöglich "
    "sicher soweit soviel könnte recht glaube denke meine schätze vermute nehme peut-être probablement "
    "doute apparemment paraît semble sache sûr sûre souviens soi-disant crois pense dirais quizá quizás "
    "vez probablemente mejor posiblemente supuestamente parecer puede segura seguro sepa recuerdo "
    "parece creo pienso supongo diría imagino".split()
)


def content_confidence(text: str) -> float:
    """How firmly ``text`` is put, in (0, 1]; it may lower trust and never raises it.

    >>> content_confidence("I'd say the campaign is the priority.")
    0.9
    >>> content_confidence("I think the meeting is at 3.")
    0.5
    """
    lowered = text.replace("’", "'").lower()
    words = _WORD.findall(lowered)
    if _CUES.isdisjoint(words) and _FOREIGN_CUES.isdisjoint(words):
        return PLAIN
    shares: dict[float, int] = {}
    for statement in _statements(text.replace("’", "'")):
        firmness = _firmness(statement)
        shares[firmness] = shares.get(firmness, 0) + len(_WORD.findall(statement))
    # The larger part decides; in a tie the more careful one.
    return max(shares, key=lambda firmness: (shares[firmness], -firmness), default=PLAIN)


def _statements(text: str) -> list[str]:
    """The statements of a text, without quotations; its questions only where there is nothing else."""
    parts = [part for part in _BORDER.split(_QUOTED.sub(" ", text)) if part and not part.isspace()]
    return [part for part in parts if not part.rstrip().endswith(("?", "？"))] or parts


def _firmness(statement: str) -> float:
    plain = _without_names(statement.strip())
    if not _IF_IS_A_HEDGE.search(plain):
        plain = _SIDE_CLAUSE.sub("", plain)
    if _SOFT.search(plain):
        return SOFTENED
    return min(_framed(plain), _doubted(plain), _foreign(plain))


def _without_names(statement: str) -> str:
    """Lower case, except that a capital in mid-sentence marks a name, which is dropped."""
    if statement.isupper():
        return statement.lower()
    head, space, rest = statement.partition(" ")
    return head.lower() + space + re.sub(r"\b(?!I\b)[A-Z]\w+", "Name", rest).replace("I", "i")


def _framed(statement: str) -> float:
    frame = _FRAME.search(statement)
    if frame is None or re.match(r" (?:of|about|in|so\b[.!]?$)\b", statement[frame.end() :]):
        return PLAIN
    rest = statement[frame.end() :]
    return SOFTENED if _OWN_MIND.search(rest) else HEDGED


def _doubted(statement: str) -> float:
    if "may" in statement:
        statement = _MONTH.sub(" ", statement)
    doubt = _DOUBT.search(statement)
    if doubt is None:
        return PLAIN
    if doubt.group() in ("might", "may"):  # "I might go" is a plan, "I might have left it" is a doubt
        own = re.search(r"(?<!\w)(?:i|we) (?:might|may)(?!'ve\b| be\b| (?:\w+ )?have\b)", statement)
        return SOFTENED if own else HEDGED
    rest = statement[: doubt.start()].rstrip(" ,") + " " + statement[doubt.end() :].lstrip(" ,")
    return SOFTENED if _intends(rest) else HEDGED


def _intends(statement: str) -> bool:
    """Whether what is left without its hedge still speaks of the speaker's own mind.

    Judgements of taste are not enough here: "probably the best" is as unsure as it says.
    """
    return any(pattern.search(statement) for pattern in _INTENTS)


_INTENTS = [_anywhere(phrase) for phrase in OWN_MIND[:5]]


def _foreign(statement: str) -> float:
    if _FOREIGN_CUES.isdisjoint(_WORD.findall(statement)):
        return PLAIN
    for doubt, frame, own_mind in _FOREIGN:
        found = frame.search(statement)
        if found:
            return SOFTENED if own_mind.search(statement[found.end() :]) else HEDGED
        if doubt.search(statement):
            return SOFTENED if own_mind.search(statement) else HEDGED
    return PLAIN
