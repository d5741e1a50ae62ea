"""Texts: what a text of several sentences states, one claim after the other.

A whole turn kept as one memory holds questions, requests and remarks beside what it
states; only what it states can be replaced, and only claim by claim.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from functools import lru_cache

from doxa.belief.signature import TEXT_LIMIT, sentences
from doxa.domain.claim import Claim, Segment
from doxa.domain.judgement import Stated

from .extraction import RuleExtractor
from .sentences import sentence_spans
from .subjects import OWNER

CLAIMS = 16  # of one text are judged one by one; a text that states more is judged by its first
_UNDATED = datetime(2000, 1, 1, tzinfo=UTC)  # dates are not read here


def has_several_sentences(text: str) -> bool:
    return len(sentences(text)) > 1


def statements(stated: Stated) -> tuple[Stated, ...]:
    """Each claim of a text as a statement of its own: the text itself where it is one sentence.

    None where there are but questions; a text that asks nothing and gives no claim is taken whole.
    """
    if not has_several_sentences(stated.text):
        return (stated,)
    parts = tuple(_part(stated, claim) for claim in _claims(stated.text))
    return parts if parts or "?" in stated.text else (stated,)


def leaves_out(text: str) -> bool:
    """Whether a sentence that asks nothing gives no claim: what it says is in no statement."""
    spans = [(claim.start, claim.end) for claim in _claims(text)]
    return any(
        not text[start:end].endswith("?") and not any(a < end and start < b for a, b in spans)
        for start, end in sentence_spans(text)
    )


@lru_cache(maxsize=1 << 12)
def _claims(text: str) -> tuple[Claim, ...]:
    return RuleExtractor(is_joining=False).extract(Segment(text[:TEXT_LIMIT], _UNDATED))[:CLAIMS]


def _part(whole: Stated, claim: Claim) -> Stated:
    """What one claim says, by whoever said all of it: another's "I" is not the owner."""
    is_speaker = claim.subject == OWNER
    return replace(
        whole,
        text=claim.text,
        subject=whole.subject if is_speaker else claim.subject,
        subject_scope=whole.subject_scope if is_speaker else claim.subject_scope,
        slot=claim.slot,
        predicate=claim.predicate,
        is_many_valued=claim.is_many_valued,
        denies=claim.denies,
    )
