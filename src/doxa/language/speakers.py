"""Speakers: whose words a turn is, and whom they can be about."""

from __future__ import annotations

from dataclasses import replace

from doxa.domain.claim import Claim, SubjectScope

# Turns of these are not a person's words.
MACHINES = frozenset({"assistant", "system", "tool", "function", "developer", "bot", "ai", "model"})


def as_said_by(speaker: str, claim: Claim) -> Claim:
    """Another person's words: about that person, or someone in that person's life; never about the owner."""
    if claim.subject_scope is SubjectScope.PRIMARY_USER:
        subject = speaker
    elif claim.subject_scope is SubjectScope.THIRD_PARTY:
        subject = claim.subject
    else:
        subject = claim.subject if claim.subject[:1].isupper() else f"{speaker}'s {claim.subject}"
    return replace(claim, subject=subject, subject_scope=SubjectScope.THIRD_PARTY)
