"""Foreign: statements in languages other than English, kept as they stand and never translated."""

from __future__ import annotations

import re

from doxa.belief.content import content_confidence
from doxa.domain.claim import Claim, Segment, SubjectScope

from . import horizons, tongues
from .dates import resolve
from .sentences import sentence_spans
from .subjects import OWNER, UNKNOWN


def foreign_claims(segment: Segment, language: str) -> list[Claim]:
    claims = []
    for start, end in sentence_spans(segment.text, language):
        if not tongues.is_left_out(segment.text[start:end]):
            claims.append(foreign_claim(segment, start, end, language))
    return claims


def foreign_claim(segment: Segment, start: int, end: int, language: str) -> Claim:
    """The sentence as it stands, in its own language; only what is safe to tell is told."""
    text = segment.text[start:end]
    subject, scope = _subject(text, language)
    dates = resolve(text, segment.observed_at, segment.zone, language)
    valid_from, valid_to = horizons.validity(dates, None, segment.observed_at, segment.zone)
    return Claim(
        text=text, quote=text, start=start, end=end, subject=subject, subject_scope=scope,
        valid_from=valid_from, valid_to=valid_to, content_confidence=content_confidence(text),
    )  # fmt: skip


def _subject(text: str, language: str) -> tuple[str, SubjectScope]:
    relation = tongues.POSSESSED_RELATION.get(language)
    if relation and (found := relation.match(text)):
        return found[1].lower(), SubjectScope.USER_RELATIONSHIP
    first_person = tongues.FIRST_PERSON.get(language)
    if first_person and first_person.match(text):
        return OWNER, SubjectScope.PRIMARY_USER
    name = re.match(r"[^\W\d_a-z][\w-]+(?=\s+[^\W\d_A-Z])", text)
    return (name.group() if name and language in tongues.LATIN else UNKNOWN), SubjectScope.THIRD_PARTY
