"""Extraction by rule: from what people said to claims with their exact words.

No model and no network.  The owner's statements become claims about whomever they are
about; other people's become claims about third parties; what assistants, systems and
tools say is never evidence of the owner, and gives nothing; nor does what was pasted into
a turn.  Every quote is a slice of the segment.  What is not clearly a statement stays
out, and what is unclear stays unset.
"""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime

from doxa.belief.classes import BeliefClass
from doxa.belief.content import content_confidence
from doxa.domain.claim import Claim, HalfLife, Segment, SubjectScope

from . import exclusions, horizons, tongues
from .attributes import attribute_of
from .clauses import Clause, clauses
from .dates import DateMentions, may_mention_date, resolve
from .foreign import foreign_claim, foreign_claims
from .generalities import elides
from .pasted import pasted_spans, without
from .people import People
from .questions import is_asked_of, slots_asked
from .referents import filled
from .sentences import sentence_spans
from .slots import Attribute
from .speakers import MACHINES, as_said_by
from .subjects import OWNER, UNKNOWN, Subject, is_pronoun, subject_of
from .together import Gathering
from .word_order import relatives, straight

_WORD = re.compile(r"[a-z]+(?:['-][a-z]+)*")
ROLE_PLAY = re.compile(
    r"\b(?:role-?play|pretend (?:to be|that|you|i|we)|act as (?:a|an|if|my)|imagine (?:that )?(?:i'm|i am|"
    r"you're|you are|we're)|"
    r"in character|play the (?:role|part) of|you are (?:now )?(?:a|an) (?:pirate|wizard|knight|character))\b",
    re.IGNORECASE,
)
_UNTRUE = re.compile(
    r"(?:it is|it's) not true that (?=(?:i|my|we)\b)|it isn't true that (?=(?:i|my|we)\b)", re.IGNORECASE
)


# "I think my sister lives in Rome" is about the sister, however sure the speaker is.
_THOUGHT_OF = re.compile(
    r"(?:I|We) (?:(?:do|just|also|really) )?(?:think|believe|guess|suppose|heard|hear|know|reckon|suspect|"
    r"learned|found out)"
    r"(?: that)? (?=(?:my|our) [a-z]|[A-Z][a-z]+ (?:is|was|has|had|will|wants|likes|loves|hates|lives|"
    r"works|moved|got|went)\b)",
)


class RuleExtractor:
    """Claims from one segment; the same segment always gives the same claims.

    What cannot be understood without the sentence before it is kept together with that one, except
    where ``is_joining`` is false: then every statement is a claim of its own, for whoever compares them.
    """

    def __init__(self, *, is_joining: bool = True) -> None:
        self._is_joining = is_joining

    def claim_of(self, segment: Segment) -> Claim:
        return claim_of(segment)

    def slots_asked(self, question: str) -> tuple[str, ...]:
        return slots_asked(question)

    def is_asked_of(self, question: str, subject: str) -> bool:
        return is_asked_of(question, subject)

    def extract(self, segment: Segment) -> tuple[Claim, ...]:
        if segment.role.lower() in MACHINES or not segment.text.strip():
            return ()
        if pasted := pasted_spans(segment.text):
            own = self._extract_own(replace(segment, text=without(segment.text, pasted)))
            return tuple(c for c in own if not any(c.start < end and start < c.end for start, end in pasted))
        return self._extract_own(segment)

    def _extract_own(self, segment: Segment) -> tuple[Claim, ...]:
        """The claims of a segment that holds nothing but its speaker's own words."""
        language = tongues.language_of(segment.text, segment.language)
        if language != "en":
            found = _mixed_claims(segment, language, self._is_joining)
        else:
            found = _english_claims(segment, self._is_joining)
        if segment.is_owner:
            return tuple(found)
        said = (claim for claim in found if claim.belief_class is not BeliefClass.META_STANDING)
        return tuple(as_said_by(segment.speaker, claim) for claim in said)  # only the owner gives orders


def _mixed_claims(segment: Segment, language: str, is_joining: bool) -> list[Claim]:
    """The foreign statements; English sentences beside another script are read as English."""
    found = foreign_claims(segment, language)
    if not tongues.is_script(language):
        return found
    claims: list[Claim] = []
    for claim in found:
        if claim.quote.isascii() and " " in claim.quote:
            english = _english_claims(replace(segment, text=claim.quote), is_joining)
            claims.extend(
                replace(one, start=one.start + claim.start, end=one.end + claim.start) for one in english
            )
        else:
            claims.append(claim)
    return claims


def claim_of(segment: Segment) -> Claim:
    """The claim of one explicit text: the whole of it, about the owner unless it names somebody else.

    This is for what someone asked to be remembered, so nothing is left out and nothing is
    cut off.
    """
    text = segment.text.strip()
    language = segment.language
    if language == "en" or not text.isascii():
        language = tongues.language_of(text, language)
    if language == "en":
        claim = _claim(segment, Clause(0, 0, len(segment.text)), text, None)
    else:
        claim = replace(foreign_claim(segment, 0, len(segment.text), language), text=text)
    claim = replace(claim, is_passing=horizons.PASSING.search(text) is not None)
    is_vague = claim.subject_scope is SubjectScope.THIRD_PARTY and claim.subject in _VAGUE
    return replace(claim, subject=OWNER, subject_scope=SubjectScope.PRIMARY_USER) if is_vague else claim


# Words that name nobody; in a text by itself there is nobody else they could mean.
_VAGUE = frozenset((UNKNOWN, *"it this that these those they there everyone everything he she".split()))


def _english_claims(segment: Segment, is_joining: bool) -> list[Claim]:
    gathered = Gathering(segment.text, is_joining)
    relative: list[Claim] = []
    known = People()
    for span in sentence_spans(segment.text, "en"):
        if ROLE_PLAY.search(segment.text[span[0] : span[1]]):
            break  # what follows is said in a role
        stated = clauses(segment.text, span)
        for clause in stated:
            if text := _standing_alone(segment.text, clause, span[0]):
                text = filled(text, segment.text[: clause.start])
                gathered.add(_claim(segment, clause, text, known), span)
                relative.extend(_relative_claims(segment, clause))
        if not stated:
            gathered.pass_by(span)
    return sorted((*gathered.kept(), *relative), key=lambda claim: (claim.start, -claim.end))


def _relative_claims(segment: Segment, clause: Clause) -> list[Claim]:
    """What a relative clause says of somebody named, where it fills a slot: where they live or work now."""
    found = relatives(segment.text, clause.opens, clause.end)
    claims = [_claim(segment, Clause(start, start, end), text, None) for start, end, text in found]
    return [claim for claim in claims if claim.slot is not None]


def _standing_alone(text: str, clause: Clause, sentence_at: int) -> str:
    """The clause without its opener and loose ends; capital where the sentence began before."""
    body = text[clause.opens : clause.end].strip().rstrip(",;:–—- ")
    if body.endswith("?"):
        body = body.rstrip("?!") + "."
    if clause.opens > sentence_at:
        body = body[:1].upper() + body[1:]
    return body


def _claim(segment: Segment, clause: Clause, text: str, known: People | None) -> Claim:
    read = straight(text.replace("’", "'"))
    subject = subject_of(read)
    if subject.name != OWNER and text[:1].isupper() and elides(text):
        subject = _elided(subject, text)
        if subject.name == OWNER:
            read = " " + text[0].lower() + read[1:]
    if known is not None:
        text, subject = _named(text, subject, known)
        read = read if subject.name == OWNER else text.replace("’", "'")
        known.note(subject, text)
        known.note_mentions(text)
    untrue = _UNTRUE.match(text)
    if framed := untrue or _THOUGHT_OF.match(text):
        meant = subject_of(text[framed.end() :])
        noun_at = framed.end() + meant.noun_at if meant.noun_at >= 0 else -1
        subject = replace(meant, rest_at=framed.end() + meant.rest_at, noun_at=noun_at)
    words = frozenset(_WORD.findall(text.lower().replace("’", "'")))
    attribute = attribute_of(read, subject, words)
    if attribute and attribute.is_of_owner:
        subject = replace(subject, name=OWNER, scope=SubjectScope.PRIMARY_USER)
    is_standing = exclusions.is_standing(text)
    if is_standing:
        subject = Subject(OWNER, SubjectScope.PRIMARY_USER, 0)
    dates: DateMentions = ()
    if may_mention_date(text, words):
        dates = resolve(text, segment.observed_at, segment.zone, "en")
    belief_class = _class(text, subject, attribute, is_standing, words, dates, segment.observed_at)
    valid_from, valid_to = horizons.validity(dates, belief_class, segment.observed_at, segment.zone)
    return Claim(
        text=text,
        quote=segment.text[clause.start : clause.end],
        start=clause.start,
        end=clause.end,
        subject=subject.name,
        subject_scope=subject.scope,
        predicate=attribute.predicate if attribute else None,
        slot=attribute.slot if attribute else None,
        belief_class=belief_class,
        half_life_days=_half_life(text, words, clause, attribute, is_standing),
        valid_from=valid_from,
        valid_to=valid_to,
        content_confidence=content_confidence(text),
        emotional_weight=horizons.emotional_weight(words),
        denies=bool(untrue) or (attribute.denies if attribute else False),
        is_many_valued=attribute.is_many_valued if attribute else False,
    )


# These may stand before a subject as well as in place of one.
_NOT_ELIDING = frozenset("last next yesterday today tomorrow this still never always".split())


def _elided(subject: Subject, text: str) -> Subject:
    """The speaker, where only the "I" was left out: "Just got back from Rome"."""
    if subject.name != UNKNOWN and text.split(" ", 1)[0].lower() in _NOT_ELIDING:
        return subject
    return Subject(OWNER, SubjectScope.PRIMARY_USER, 0)


def _named(text: str, subject: Subject, known: People) -> tuple[str, Subject]:
    """The text with "she" told by name where it can be only one person; otherwise as it stands."""
    if not is_pronoun(text):
        return text, subject
    who = known.only()
    if who is None:
        return text, subject
    person, name = who
    pronoun = re.match(r"[A-Za-z]+", text)
    cut = pronoun.end() if pronoun else 0
    named = name[:1].upper() + name[1:] + text[cut:]
    return named, Subject(person.name, person.scope, len(name), -1, is_person=True)


def _class(
    text: str,
    subject: Subject,
    attribute: Attribute | None,
    is_standing: bool,
    words: frozenset[str],
    dates: DateMentions,
    observed_at: datetime,
) -> BeliefClass | None:
    if is_standing:
        return BeliefClass.META_STANDING if attribute is None else attribute.belief_class
    if attribute:
        return attribute.belief_class
    return horizons.class_of(text, subject.rest_at, words, dates, observed_at)


def _half_life(
    text: str, words: frozenset[str], clause: Clause, attribute: Attribute | None, is_standing: bool
) -> float | HalfLife:
    wording = HalfLife.NONE if is_standing else horizons.half_life_of(text, words, clause.is_emphatic)
    if wording is HalfLife.UNSET and attribute:
        return attribute.half_life_days
    return wording
