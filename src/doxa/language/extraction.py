"""Extraction by rule: from what people said to claims with their exact words.

No model and no network.  The owner's statements become claims about whomever they are
about; other people's become claims about third parties; what assistants, systems and
tools say is never evidence of the owner, and gives nothing.  Every quote is a slice of
the segment.  What is not clearly a statement stays out, and what is unclear stays unset.
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
from .questions import is_asked_of, slots_asked
from .referents import filled
from .sentences import sentence_spans
from .slots import Attribute
from .subjects import OWNER, UNKNOWN, Subject, is_pronoun, subject_of
from .word_order import relatives, straight

# Turns of these are not a person's words.
MACHINES = frozenset({"assistant", "system", "tool", "function", "developer", "bot", "ai", "model"})

_WORD = re.compile(r"[a-z]+(?:['-][a-z]+)*")
_ROLE_PLAY = re.compile(
    r"\b(?:role-?play|pretend (?:to be|that|you|i|we)|act as (?:a|an|if|my)|imagine (?:that )?(?:i'm|i am|"
    r"you're|you are|we're)|"
    r"in character|play the (?:role|part) of|you are (?:now )?(?:a|an) (?:pirate|wizard|knight|character))\b",
    re.IGNORECASE,
)
_UNTRUE = re.compile(
    r"(?:it is|it's) not true that (?=(?:i|my|we)\b)|it isn't true that (?=(?:i|my|we)\b)", re.IGNORECASE
)


class RuleExtractor:
    """Claims from one segment; the same segment always gives the same claims."""

    def claim_of(self, segment: Segment) -> Claim:
        return claim_of(segment)

    def slots_asked(self, question: str) -> tuple[str, ...]:
        return slots_asked(question)

    def is_asked_of(self, question: str, subject: str) -> bool:
        return is_asked_of(question, subject)

    def extract(self, segment: Segment) -> tuple[Claim, ...]:
        if segment.role.lower() in MACHINES or not segment.text.strip():
            return ()
        language = tongues.language_of(segment.text, segment.language)
        if language != "en":
            found = _foreign_claims(segment, language)
        else:
            found = _english_claims(segment)
        return tuple(found if segment.is_owner else (_as_said_by(segment.speaker, claim) for claim in found))


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
        claim = replace(_foreign_claim(segment, 0, len(segment.text), language), text=text)
    claim = replace(claim, is_passing=horizons.PASSING.search(text) is not None)
    is_vague = claim.subject_scope is SubjectScope.THIRD_PARTY and claim.subject in _VAGUE
    return replace(claim, subject=OWNER, subject_scope=SubjectScope.PRIMARY_USER) if is_vague else claim


# Words that name nobody; in a text by itself there is nobody else they could mean.
_VAGUE = frozenset((UNKNOWN, *"it this that these those they there everyone everything he she".split()))


def _english_claims(segment: Segment) -> list[Claim]:
    claims: list[Claim] = []
    known = _People()
    for span in sentence_spans(segment.text, "en"):
        sentence = segment.text[span[0] : span[1]]
        if _ROLE_PLAY.search(sentence):
            break  # what follows is said in a role
        for clause in clauses(segment.text, span):
            text = _standing_alone(segment.text, clause, span[0])
            if not text:
                continue
            text = filled(text, segment.text[: clause.start])
            claims.append(_claim(segment, clause, text, known))
            claims.extend(_relative_claims(segment, clause))
    return claims


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


class _People:
    """Whom the turn has named so far, so that "she" can be told where it can be only one."""

    def __init__(self) -> None:
        self._seen: dict[str, tuple[Subject, str]] = {}
        self._names: set[str] = set()

    def note(self, subject: Subject, text: str) -> None:
        if subject.is_person and not is_pronoun(text) and subject.name != OWNER:
            words = f"My {subject.name}" if subject.name.islower() else subject.name
            self._seen.setdefault(subject.name, (subject, words))

    def note_mentions(self, text: str) -> None:
        """People who are not the subject: "I met my friend Rachel"."""
        self._names.update(_NAME.findall(text))
        for found in _MENTIONED.finditer(text):
            self.note(subject_of(text[found.start() :]), text[found.start() :])
        for found in _COMPANION.finditer(text):
            self.note(Subject(found[1], SubjectScope.THIRD_PARTY, 0, is_person=True), found[1])

    def only(self) -> tuple[Subject, str] | None:
        if len(self._seen) != 1 or not self._names <= self._seen.keys():
            return None
        return next(iter(self._seen.values()))


# A capital within a sentence may be another person, except after a word of place.
_NAME = re.compile(r"(?<=[a-z,] )(?<!\bin )(?<!\bto )(?<!\bat )(?<!\bfrom )(?<!\bnear )(?!I\b)[A-Z][a-z]+")
_COMPANION = re.compile(r"\b(?:with|met|saw|visited|visiting|invited|named) ([A-Z][a-z]+)\b(?! [A-Z])(?!'s)")
_MENTIONED = re.compile(r"(?<=\s)my (?=\w)")


def _claim(segment: Segment, clause: Clause, text: str, known: _People | None) -> Claim:
    read = straight(text.replace("’", "'"))
    subject = subject_of(read)
    if subject.name != OWNER and text[:1].isupper() and exclusions.elides(text):
        subject = _elided(subject, text)
        if subject.name == OWNER:
            read = " " + text[0].lower() + read[1:]
    if known is not None:
        text, subject = _named(text, subject, known)
        read = read if subject.name == OWNER else text.replace("’", "'")
        known.note(subject, text)
        known.note_mentions(text)
    if untrue := _UNTRUE.match(text):
        denied = subject_of(text[untrue.end() :])
        subject = replace(denied, rest_at=untrue.end() + denied.rest_at)
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


def _named(text: str, subject: Subject, known: _People) -> tuple[str, Subject]:
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


def _as_said_by(speaker: str, claim: Claim) -> Claim:
    """Another person's words: about that person, or someone in that person's life; never about the owner."""
    if claim.subject_scope is SubjectScope.PRIMARY_USER:
        subject = speaker
    elif claim.subject_scope is SubjectScope.THIRD_PARTY:
        subject = claim.subject
    else:
        subject = claim.subject if claim.subject[:1].isupper() else f"{speaker}'s {claim.subject}"
    return replace(claim, subject=subject, subject_scope=SubjectScope.THIRD_PARTY)


def _foreign_claims(segment: Segment, language: str) -> list[Claim]:
    claims = []
    for start, end in sentence_spans(segment.text, language):
        if not tongues.is_left_out(segment.text[start:end]):
            claims.append(_foreign_claim(segment, start, end, language))
    return claims


def _foreign_claim(segment: Segment, start: int, end: int, language: str) -> Claim:
    """The sentence as it stands, in its own language; only what is safe to tell is told."""
    text = segment.text[start:end]
    subject, scope = _foreign_subject(text, language)
    dates = resolve(text, segment.observed_at, segment.zone, language)
    valid_from, valid_to = horizons.validity(dates, None, segment.observed_at, segment.zone)
    return Claim(
        text=text, quote=text, start=start, end=end, subject=subject, subject_scope=scope,
        valid_from=valid_from, valid_to=valid_to, content_confidence=content_confidence(text),
    )  # fmt: skip


def _foreign_subject(text: str, language: str) -> tuple[str, SubjectScope]:
    relation = tongues.POSSESSED_RELATION.get(language)
    if relation and (found := relation.match(text)):
        return found[1].lower(), SubjectScope.USER_RELATIONSHIP
    first_person = tongues.FIRST_PERSON.get(language)
    if first_person and first_person.match(text):
        return OWNER, SubjectScope.PRIMARY_USER
    name = re.match(r"[^\W\d_a-z][\w-]+(?=\s+[^\W\d_A-Z])", text)
    return (
        name.group() if name and language in tongues.POSSESSED_RELATION else UNKNOWN
    ), SubjectScope.THIRD_PARTY
