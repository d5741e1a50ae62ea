"""Generalities: sentences in which the speaker does not come in, and what makes some of them worth keeping.

Remarks on what was named before, praise of products, maxims; kept where they tell of somebody
by name, of a day or a figure, or of what went on for a speaker who leaves out the "I".
"""

from __future__ import annotations

import re

from .matter import content_words


def begins(*phrases: str, flags: int = re.IGNORECASE) -> re.Pattern[str]:
    return re.compile(r"(?:" + "|".join(phrases) + r")(?!\w)", flags)


# A statement about something named earlier, or a general one.
REMARK = begins(
    r"(?:it|they|there|the \w+)(?:'s|'re|'ll| is| are| was| were|'d be| would be| sounds?| looks?| seems?| "
    r"makes?| helps?| must| has| does)",
)
_PARTICULAR = begins(
    r"(?:it|they|there)(?:'s| is| was|'re| are| were)(?: \w+){0,3} [A-Z]\w+",
    r"(?:[Ii]t|[Tt]hey|[Tt]he \w+) (?:was|were)(?: [\w'-]+){6,}",
    flags=0,
)
FIGURE = re.compile(r"\d")
# A first word that elides its "I": "Gonna continue my studies", "Just got back from Rome".
ELIDED = begins(
    r"gonna|just (?:got|came|finished|started|back|moved|bought|went|had|been|a|wanted|signed)|been|went|"
    r"got|had|bought|saw|met|moved|started|"
    r"finished|took|made|signed up|trying|thinking|hoping|planning|working|looking|excited|heading|learning|"
    r"reading|watching|visited|"
    r"born (?:in|on)|can't wait|couldn't|not (?:much|sure)|still|never|always been|last \w+|next \w+|"
    r"yesterday|today|tomorrow|this (?:week|month|weekend|year|morning)"
)
DETAIL = re.compile(
    r"\d|(?<=[a-z;] )[A-Z][a-z]+|(?<=, )[A-Z][a-z]+(?=, [a-z])|\b(?:weekend|week|month|months|weeks|years?|"
    r"night|morning|(?:mon|tues|"
    r"wednes|thurs|fri|satur|sun)day|two|three|four|five|six|seven|eight|nine|ten|once|twice|yesterday|"
    r"tomorrow|last|next|ago)\b"
)
_MAIN_VERB = re.compile(
    r" (?:is|are|was|were|has|have|had|makes?|made|helps?|helped|can|will|would|brings?|gives?|keeps?|isn't|"
    r"wasn't|feels?|takes?|looks?|sounds?|seems?|shows?|means?|boosts?|opens?|lets?|allows?|brought|gave|"
    r"took|went|turned|became|"
    r"really|always)\b"
)


_GERUND = re.compile(
    r"(?!nothing|everything|something|anything|morning|evening|being|going)[A-Z][a-z]+ing [a-z' "
    r"]+(?=\s[-–—]\s|$)"
)


def elides(part: str) -> bool:
    """Whether the speaker left out the "I"; "Learning Italian is fun" has a subject of its own."""
    if (doing := _GERUND.match(part)) and not _MAIN_VERB.search(doing.group()):
        return True  # "Restoring clocks - it was grandpa's trade"
    first = ELIDED.match(part)
    return first is not None and not (first.group().lower().endswith("ing") and _MAIN_VERB.search(part))


# A name and what it did or is; a gerund with a capital is no name.
_TELLS_OF_SOMEONE = re.compile(
    r"(?!\w+ing\b)[A-Z][a-z]+(?:'s \w+)? (?:(?:(?:from|in|at|of) \w+ )?(?:was|had|has|is|went|got|left|"
    r"\w{2,}ed|lives|works|"
    r"likes|loves|hates|prefers|wants|plays|studies|speaks|drives|owns|met|saw|took|made|gave|bought|wrote|"
    r"won|lost|found|ran|began|broke|came|said|knows|thinks))\b(?! (?:so|always|the power)\b)"
)
# How products and companies are praised: true of everybody's, so nobody's memory.
_ADVERTISES = re.compile(
    r"^[^,]* (?:sounds?|looks?) (?:\w+ly |so |like |pretty )?(?:an? )?\w+$|\b(?:is|are) (?:an? |the |one "
    r"of the )?(?:\w+ly )?(?:great|good|best|popular|excellent|leading|"
    r"perfect|known|well-known|designed|available|"
    r"ideal|amazing|useful|important|essential|key|versatile|powerful|so \w+)\b|\b(?:offers?|provides?|"
    r"features|"
    r"comes? with|allows? you|helps? you)\b"
    r"|^[Tt]he (?:[a-z]+ )?(?:[a-z]+[A-Z]\w*|[A-Z][\w-]*(?= (?:[\w-]+ )*[\w-]*\d))(?: [\w-]+)*? "
    r"(?:has|have|had|is|are|was|comes|costs|weighs|runs|can|will|uses|supports)\b"
    r"|\b(?:was|were) founded\b|\b(?:is|are) (?:headquartered|manufactured|sold|available|priced)\b|"
    r"^[A-Z]\w+ (?:announced|features|supports|includes|employs|acquired|costs|weighs)\b|\b[\d,]+ employees\b"
)


# What went on for somebody who leaves out the "for me": "It's been awesome coaching the young ones".
_EXPERIENCE = re.compile(
    r"it(?:'s been| has been| was)(?: so| really| very| super| such| an?| quite)* \w+ (?:to (?!me\b)\w+|"
    r"(?!being)\w+ing)\b"
    r"|(?!nothing|everything|something|anything|morning|evening)[a-z]+ing \w+(?: \S+)*? (?:was|were|went|"
    r"took|has been|"
    r"gave|made)\b",
    re.IGNORECASE,
)


def is_general(part: str, words: int) -> bool:
    """A sentence in which the speaker does not come in is kept for its particulars or its people."""
    if words < 3:
        return True
    if _PARTICULAR.match(part[:1].lower() + part[1:]):
        return False
    if _ADVERTISES.search(part) and not _EXPERIENCE.match(part):
        return True
    if _EXPERIENCE.match(part) and len(content_words(part)) > 2:
        return False
    if REMARK.match(part):
        return not (FIGURE.search(part) and words > 3)
    if elides(part):
        return words < 4
    return (words < 4 or DETAIL.search(part) is None) and not _TELLS_OF_SOMEONE.match(part)
