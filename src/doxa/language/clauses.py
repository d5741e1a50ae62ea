"""Clauses: the parts of a sentence that state something, apart from those that ask, bid or greet.

A sentence is cut where its parts are clearly separate ("I've tried three, do you know
others?"), what does not state is left out, and what is left is joined again unless each
part has a subject of its own.  So a plain sentence stays whole and a mixed one keeps its
declarative half.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from .exclusions import BIDDING, QUESTION, Reading, read
from .matter import says_little
from .sentences import Span, strip


@dataclass(frozen=True, slots=True)
class Clause:
    """``text[start:end]`` is the quote; what stands alone begins at ``opens`` (after "By the way, ")."""

    start: int
    opens: int
    end: int
    is_emphatic: bool = False  # "remember that ...": the owner wants it kept


# What a question or a bidding may begin with after a comma.
ASKS_AFTER_COMMA = (
    r"(?:(?:do|does|did|can|could|would|will|have|has|are|is|was|were|should|shall)(?:n't)? "
    r"(?:you|i|we|there|it|they|this|that|he|she|these|those|anyone|anybody|people|the|my)\b"
    r"|(?:what|how|why|where|when|which \w+) (?:do|does|did|can|could|would|are|is|should|about|much|"
    r"many)\b|what's\b"
    r"|any (?:\w+ ){0,2}(?:suggestions?|ideas?|recommendations?|tips|advice|thoughts|chance|specific)\b"
    r"|please\b|let me know\b|tell me\b|help me\b|give me\b|show me\b"
    r"|(?:i )?was (?:just |also )?(?:wondering|hoping you)\b|i(?:'m| am) (?:just |also )?(?:wondering|"
    r"curious (?:if|about|to know))\b"
    r"|i(?:'d| would) (?:love|like) (?:to (?:hear|know|get)|your|some|any)\b|wanted to ask\b|wondering "
    r"(?:if|what|how)\b)"
)
_LINK = r"(?:and |but |so |or |also )?"
_ASIDE = r"(?:by the way|btw|speaking of)\b"
_REASON = (
    r"(?:especially )?(?:considering|given|since|seeing)(?: that)? (?:how )?(?:I|I've|I'm|I'll|my|we|"
    r"we've|we're)\b"
)

# Where a sentence may be cut.  A cut in group "hard" is never joined again: both sides have their subject.
_BORDER = re.compile(
    r",?\s+(?=(?:and|but|so)\s+(?:also\s+)?(?:" + ASKS_AFTER_COMMA + "))"
    r"|(?P<hard>\s+[-–—]+\s+(?=(?:I|I'[a-z]+|my|we|we'[a-z]+) (?:\S+ ){2})"
    r"|,\s+(?:and|but|so|plus)\s+(?=(?:also |now |then |actually )?(?:I|I'[a-z]+|[Mm]y|we|we'[a-z]+|she|he|"
    r"they|(?:she|he)'[a-z]+)\s)"
    r"|(?<=[a-z0-9])\s+and\s+(?=my (?:[\w'-]+ ){1,3}?(?:is|was|has|had|works?|lives?|likes?|loves?|hates?|"
    r"stud(?:y|ies)|plays?|"
    r"moved|got|went|wants?)\s)"
    r"|(?<=[a-z0-9])\s+and\s+(?=I(?:'[a-z]+)?\s+(?!\w+\s+(?:both|together)\b)))"
    r"|\s+[-–—]+\s+|\s*—\s*|;\s+|(?<=\w)[:,]\s+(?=" + _LINK + "(?:" + ASKS_AFTER_COMMA + "))"
    r"|,?\s+(?=" + _LINK + _ASIDE + r")|(?P<reason>,?\s+(?=(?:as I\b|" + _REASON + r")))"
    r"|\s+(?=remember when (?:I|we)\b)"
    r"|,\s+(?=(?:right|huh|you know|isn't it|don't you think)\?)",
    re.IGNORECASE,
)  # fmt: skip

# A question may tell on its way: "like Celeste, which took me 10 hours?", "the Air Fryer I got yesterday?".
_TOLD_ON_THE_WAY = re.compile(
    r"(?:(?:\b(?:my|the|our|an?) (?:(?!to\b|what\b|me\b)[\w'’-]+ ){0,4}?(?!(?:me|us|him|her|them|"
    r"it)\b)[\w'’-]+|\b[A-Z][\w'’:-]*(?: (?:of "
    r"|the |and "
    r")?[A-Z][\w'’:-]*)*),? "
    r"(?:which |that |who |where |when |whose [\w'-]+ )(?:is |was )?(?:(?:took|cost|gave|helped|made|taught|"
    r"got|bought|sent) me\b|(?:I|my|we)\b(?! (?:can|could|should|would|might|will|need|may|have to|want)\b))"
    r"|\b(?:my|the|our|an?) (?:(?!and\b|or\b|what\b)[\w'’-]+ ){0,4}?(?!and\b|or\b|what\b)[\w'’-]+ (?:I|"
    r"we)(?:'ve| have| just| recently| already| "
    r"finally)? (?:got|bought|made|have|had|use|own|visited|attended|took|went|started|tried|saw|mentioned|"
    r"received|finished|read|built|"
    r"volunteered|signed|ordered|picked|planted|purchased|adopted)\b)[^?]*"
)

_WRITE = re.compile(
    r"(?:(?:can|could|would) you |please |help me |i (?:want|need) you to |let's )*(?:write|draft|compose|"
    r"translate|rewrite|rephrase|"
    r"edit|proofread|summari[sz]e|generate|create|make up|invent)\b",
    re.IGNORECASE,
)
# What announces the speaker's own words.
_OF_ONESELF = (
    r"(?:a (?:bit|little|few words) )?about (?:me|myself)(?: and my \w+)?|"
    r"(?:a )?(?:quick |small |little )?(?:reminder|note)(?: (?:for|to) (?:my)?self)|self-?reminder|"
    r"(?:i'll|i will|let me) (?:just )?tell you (?:a bit |a little |something |more )?about (?:me|myself)|"
    r"here(?:'s| is) (?:a (?:bit|little)|something) about (?:me|myself)|(?:small |one )?correction|p\.?s\.?|"
    r"long story short|true story|(?:quick |short )?intro(?:duction)?|(?:here's|here is) the thing"
)
# What may stand before a statement without being part of it.
_OPENER = re.compile(
    r"(?:(?:(?:oh|ah|well|so|and|but|or|plus|also|besides|anyway|anyways|anyhow|actually|honestly|basically|"
    r"hey|hi|hello|"
    r"yeah|yes|yep|yup|nope|no|ok|okay|alright|right|sure|great|cool|wow|hmm|um|haha|woah|whoa|woohoo|yay|"
    r"aww?|omg|oof|yikes|congrats|congratulations|lol|nice|awesome|"
    r"perfect|thanks|"
    r"thank you|definitely|exactly|absolutely|totally|good (?:idea|point)|by the way|btw|speaking of which|"
    r"speaking of [^,.!?]{1,40}|on (?:another|a different|a side) note|"
    r"that said|having said that|you know(?: what)?|i mean|to be honest|for the record|in fact|one more "
    r"thing|"
    r"(?:quick |one more )?question|for context|some (?:context|background)|quick (?:one|update|note)|update|"
    r"as for [^,.!?]{1,30}|fun fact|fyi|just so you know|additionally|similarly|in addition|lately|"
    r"(?:wait|look|listen))(?:,? [A-Z][a-z]+(?=[,!.]))?\s*(?:[,!.:]|\s[-–—])\s*)"
    r"|(?:" + _OF_ONESELF + r")\s*(?::|\s[-–—])\s*|[-*•]\s+(?=\w)"
    r"|(?-i:[A-Z][a-z]+),\s+(?=(?:i|my|we|you|your|that|it)\b)(?<!ly, )(?<!day, )(?<!ow, )(?<!ight, "
    r")(?<!ow, )(?<!times, )(?<!wise, )(?<!then, )"
    r"(?<!year, )(?<!month, )(?<!week, )(?<!first, )(?<!last, )(?<!later, )(?<!ver, )(?<!stead, )(?<!all, "
    r")(?<!wards, )(?<!nce, )(?<!rst, )"
    r"|(?:and|but|so|or|also|plus)\s+(?=" + ASKS_AFTER_COMMA + r")"
    r"|(?:oh|and|but|so|also|plus|anyway|actually|by the way|btw)\s+(?=(?:oh|and|by|btw|also|actually|I\b|"
    r"I'|my\b|we\b|our\b|speaking))"
    r"|(?:also|and|but),?\s+by the way,?\s+"
    r"|(?:(?:like |as )?(?:i (?:already |just )?(?:told you|said|mentioned)|you (?:already |may |might "
    r")?know|you asked [^,.:?!]{3,40})"
    r"|(?:i think )?you should know)(?:,? before| already)?(?: that|,|:)?\s+(?=(?:I|I'[a-z]+|[Mm]y|[Ww]e|"
    r"[Ww]e'[a-z]+)\s))+",
    re.IGNORECASE,
)  # fmt: skip
# These are not part of the statement either, and say that it is to be kept.
_EMPHATIC = re.compile(
    r"(?:please |do |and |so |also |just )*(?:(?:remember|(?:don't|do not|never) forget|keep in mind|bear "
    r"in mind|note|make a note)"
    r"(?: that|:|,)?|(?:save|store|note|write|put|add|record|log|memori[sz]e) (?:this|that|it|the "
    r"following)?(?: ?(?:down|to|in|into)"
    r"(?: (?:your|my|the))?(?: memory| memories| notes| mind)?)?:|(?:for|on) (?:the|your) "
    r"record:?)\s+(?=(?:that\s+)?(?:i\b|i'|my\b|we\b|our\b|"
    r"[A-Z][a-z]+|the\b|he\b|she\b))(?:that\s+)?",
    re.IGNORECASE,
)
# A subordinate whose main clause was a question states what it says all the same.
_CONJUNCTION = re.compile(
    r"(?:especially )?(?:since|because|considering(?: that)?|given(?: that)?|seeing(?: that)?|now that|as|"
    r"while|when|"
    r"remember when|even though|although|though|so|and|but)\s+(?:how )?(?=(?:I|I'[a-z]+|my|we|we'[a-z]+|"
    r"our)\b)",
    re.IGNORECASE,
)
# "Anna and I", "between my sister and I": one subject; but not in "I live in Oslo and I ...".
_PAIRED = re.compile(r"(?:\b[A-Z][\w-]+|between .*|both .*)$")
_WITH_ME = re.compile(r"\b(?:me|him|her|them)$|, (?:my|our) [\w'-]+(?: [\w'-]+)?$")
_OWN_VERB = re.compile(r"(?:I'[a-z]+|[Ww]e'[a-z]+|I|[Ww]e) \w")
_OWN_SUBJECT = re.compile(r"(?:I|I'[a-z]+|we|we'[a-z]+|[Mm]y) (?!and\b)(?:\S+ ){2}")
# The main clause of a subordinate that comes first: "Since we last spoke, I've moved".
_MAIN_CLAUSE = re.compile(
    r", (?:then )?(?:I|I'[a-z]+|my|we|we'[a-z]+|he|she|it|it'[a-z]+|they|there|the|dad|mom|mum|[A-Z][a-z]+)\b"
)


def clauses(text: str, sentence: Span) -> list[Clause]:
    """The stating parts of ``sentence``, in order."""
    start, end = sentence
    parts = _cut(text, start, end)
    is_asked = text[start:end].rstrip("\"'”’) ").endswith(("?", "?!"))
    readings = [
        read(text[a + len(leading(text[a:b])) : b], is_asked and index == len(parts) - 1)
        for index, (a, b, _) in enumerate(parts)
    ]
    if Reading.STATES in readings:
        kept = _joined(parts, readings)
    else:
        kept = []
    for (a, b, _), reading in zip(parts, readings, strict=True):
        if (
            reading is Reading.ASKS
            and not asks_for_a_text(text[a:b])
            and (told := _TOLD_ON_THE_WAY.search(text, a, b))
            and not says_little(told.group())
        ):
            kept.append((told.start(), strip(text, told.start(), told.end())[1]))
    is_cut = kept != [(start, end)]
    return [clause for a, b in sorted(kept) if (clause := _clause(text, a, b, is_cut)) is not None]


def _joined(parts: list[tuple[int, int, bool]], readings: list[Reading]) -> list[Span]:
    """The parts that state, with what is general beside them; parts with subjects of their own stay apart."""
    kept: list[Span] = []
    pending: int | None = None  # where a general part began that waits for one that states
    joinable = False
    for (a, b, is_hard), reading in zip(parts, readings, strict=True):
        if reading is Reading.GENERAL:
            if joinable:
                kept[-1] = (kept[-1][0], b)
            else:
                pending = a
        elif reading is Reading.STATES:
            if joinable and not is_hard:
                kept[-1] = (kept[-1][0], b)
            else:
                kept.append((pending if pending is not None and is_hard else a, b))
            joinable, pending = True, None
        else:
            joinable, pending = False, None
    return kept


def _cut(text: str, start: int, end: int) -> list[tuple[int, int, bool]]:
    """``(start, end, hard)`` of each part; ``hard`` tells of the cut before it."""
    parts: list[tuple[int, int, bool]] = []
    at, is_hard = start, False
    for border in _BORDER.finditer(text, start, end):
        hard = border["hard"] is not None
        left = text[at : border.start()]
        if border["reason"] is not None and not (text[start:end].endswith("?") or _asks(left)):
            continue  # a reason stays with what it is the reason of
        is_statement = border.group().strip() == "and" and _OWN_SUBJECT.match(left, len(leading(left)))
        body = left[len(leading(left)) :]
        is_short = body.count(" ") < 2 and not _OWN_VERB.match(body)
        is_short = is_short or _WITH_ME.search(body) is not None
        if hard and (is_short or (_PAIRED.search(left) and not is_statement)):
            continue  # "my sister and I", "Anna and I": one subject, not two statements
        if left.strip():
            parts.append((*strip(text, at, border.start()), is_hard))
        at, is_hard = border.end(), hard
    if text[at:end].strip():
        parts.append((*strip(text, at, end), is_hard))
    return parts


def _asks(part: str) -> bool:
    body = part[len(leading(part)) :]
    return (QUESTION.match(body) or BIDDING.match(body)) is not None


def asks_for_a_text(part: str) -> bool:
    """What is to be written, translated or summed up is nobody's statement."""
    return _WRITE.match(part, len(leading(part))) is not None


def leading(part: str) -> str:
    """The opener of ``part`` ("By the way, "), or nothing."""
    match = _OPENER.match(part)
    opener = match.group() if match else ""
    return opener if len(opener) < len(part) else ""


def _clause(text: str, start: int, end: int, is_cut: bool) -> Clause | None:
    opens = start + len(leading(text[start:end]))
    emphatic = _EMPHATIC.match(text, opens, end)
    if emphatic:
        opens = emphatic.end()
    if is_cut:
        conjunction = _CONJUNCTION.match(text, opens, end)
        if conjunction and not _MAIN_CLAUSE.search(text, conjunction.end(), end):
            opens = conjunction.end()
    return Clause(start, opens, end, emphatic is not None) if opens < end else None
