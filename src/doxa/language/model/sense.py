"""Sense: a text says of the same person what its quote says, and does not turn it round.

English only: of other languages neither the negation nor the subject is read.
"""

from __future__ import annotations

import re

from doxa.belief.predicates import Mood
from doxa.belief.signature import signature
from doxa.domain.claim import SubjectScope
from doxa.language.clauses import leading
from doxa.language.exclusions import OWNER_WORDS
from doxa.language.generalities import elides
from doxa.language.subjects import OWNER, Subject, subject_of

from .asking import Unusable
from .bearing import Bearing
from .grounding import Said, unsaid

NEARLY = 0.75
MOST = 12  # pieces of one part that are looked at by themselves

_JOINT = re.compile(
    r"[,;:]\s+|\s+[-–—]+\s+|\s+(?:and|but|because|so|although|though|while|whereas|since)\s+|[.!]\s+|\n"
)
_USED_TO = re.compile(r"\b(?:used to|formerly|previously)\b", re.IGNORECASE)
_NO_DENIAL = re.compile(
    r"\b(?:not (?:so |too |that |very )?long ago|not (?:only|just)|(?:can['’]t|cannot) wait|"
    r"no (?:doubt|matter))\b",
    re.IGNORECASE,
)
_WISHES = re.compile(
    r"\b(?:want|wish|hop(?:e|ing)|plan|might|may|could|would|dream|consider|think(?:s|ing)? (?:of|about)|"
    r"intend|going to|gonna|will|aspir|determin|aim|excited|eager|look(?:s|ing) (?:for|in)|"
    r"seek|need|offer|suggest)|"
    r"\w['’](?:d|ll)\b",
    re.IGNORECASE,
)
_I = re.compile(r"\b(?:I|I['’][a-z]+|[Ww]e|[Ww]e['’][a-z]+)(?![\w'’])")
_NOBODY = re.compile(r"(?!he$|she$)[a-z]|You\b|Your\b|\w+ing\b")
_WITH_SUBJECT = re.compile(r"(?:I|we|he|she|they|it|my|our|his|her|their|the)\b", re.IGNORECASE)
_OPINION = re.compile(
    r"\b(?:thinks?|thought|says?|said|claims?|claimed|believes?|believed|wish(?:es|ed)?|wants?|wanted|"
    r"jokes?|joked|dream(?:s|ed|t)?|insists?|insisted|assumes?|assumed|suspects?|suspected)\b"
)


def is_denied(text: str) -> bool:
    """Whether a statement says that something is not, or no longer, so; disliking is not liking."""
    plain = _NO_DENIAL.sub("", text)
    read = signature(plain)
    return read.is_negated or read.polarity < 0 or read.has_ended or _USED_TO.search(plain) is not None


def is_wished(text: str) -> bool:
    return signature(text).mood is Mood.WISH


def check_sense(text: str, bearing: Bearing, subject: str, scope: SubjectScope) -> None:
    if not bearing.is_english:
        return
    found = _sources(text, bearing)
    if all(is_denied(source) != is_denied(text) for source, _ in found):
        raise Unusable("the quote and the text differ in what they deny: keep its not, never or no longer")
    if not (is_wished(text) or _WISHES.search(text)) and all(
        is_wished(source) and _WISHES.search(source) for source, _ in found
    ):
        raise Unusable("the quote tells of a wish, a plan or a guess, and the text of a fact")
    _check_subject(text, *found[0], bearing, subject, scope)


def _sources(text: str, bearing: Bearing) -> list[tuple[str, str]]:
    """The shortest pieces that hold (nearly) most of the text's words, the best first, each with its part.

    Of a long text a piece may lack a quarter of the words that the best one has.
    """
    ranked = []
    for part in bearing.parts or ("",):
        for piece in _pieces(part) or [part]:
            count, missing = unsaid(text, Said((piece,)))
            ranked.append((count - len(missing), piece, part))
    ranked.sort(key=lambda one: (-one[0], len(one[1])))
    kept: list[tuple[int, str, str]] = []
    for hits, piece, part in ranked:
        is_wider = any(hits <= other and shorter in piece for other, shorter, _ in kept)
        if hits >= NEARLY * ranked[0][0] and not is_wider:
            kept.append((hits, piece, part))
    return [(piece if signature(piece).verb or _I.search(piece) else part, part) for _, piece, part in kept]


def _pieces(part: str) -> list[str]:
    ends, starts = [], [0]
    for joint in list(_JOINT.finditer(part))[: MOST - 1]:
        ends.append(joint.start())
        starts.append(joint.end())
    ends.append(len(part))
    return [part[a:b].strip() for i, a in enumerate(starts) for b in ends[i:] if part[a:b].strip()]


def _check_subject(
    text: str, part: str, whole: str, bearing: Bearing, subject: str, scope: SubjectScope
) -> None:
    stated = part if whole.strip().startswith(part) or _WITH_SUBJECT.match(part) else whole
    quoted = _subject(stated)
    if scope is not SubjectScope.PRIMARY_USER:
        names = Said((text, *bearing.parts, bearing.passage.segment.speaker))
        if quoted.name == OWNER and _subject(text).name == OWNER and unsaid(subject, names)[1]:
            raise Unusable("the quote is about whoever says it, and the subject is somebody else")
        return
    if quoted.name == OWNER or (_I.search(stated) and not _OPINION.search(stated)):
        return
    is_related = quoted.scope is SubjectScope.USER_RELATIONSHIP
    is_other = (
        quoted.scope is SubjectScope.THIRD_PARTY and quoted.is_person and not _NOBODY.match(quoted.name)
    )
    turned = _subject(text).name == OWNER
    if is_related or (is_other and (turned or not OWNER_WORDS.search(stated))):
        raise Unusable(f"the quote is about {quoted.name[:80]!r} and not about whoever says it")


def _subject(text: str) -> Subject:
    bare = text.strip().replace("’", "'")
    bare = bare[len(leading(bare)) :].strip()
    if bare[:1].isupper() and elides(bare):
        return Subject(OWNER, SubjectScope.PRIMARY_USER, 0)
    return subject_of(bare)
