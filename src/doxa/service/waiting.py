"""Waiting: how what a model must still process is shown, to those who may see it."""

from __future__ import annotations

from collections.abc import Iterator

from doxa.belief import Stance
from doxa.domain.channels import OWNER_TIERS, Channels
from doxa.domain.claim import SubjectScope
from doxa.domain.images import instant
from doxa.domain.item import MemoryItem, Processing, Review
from doxa.domain.operation import OperationKind
from doxa.domain.submission import Submission, SubmissionState

from .ports import Transaction
from .statement import words_hash

MOST = 50
"""How many of the newest are looked at by a recall: each is embedded anew."""


def waiting_item(submission: Submission) -> MemoryItem | None:
    """The memory that the text of a submission would be; None of a conversation, and once cancelled.

    It has the id of its operation, and no belief yet.
    """
    arguments = submission.arguments
    if submission.kind is not OperationKind.REMEMBER or arguments is None:
        return None
    return MemoryItem(
        memory_id=submission.submission_id,
        revision=0,
        content=arguments["text"],
        content_hash=None,
        salt=None,
        words_hash=None,
        belief_key=arguments["key"] or f"~{submission.submission_id}",
        subject=arguments["subject"],
        subject_scope=SubjectScope.PRIMARY_USER if arguments["subject"] is None else SubjectScope.THIRD_PARTY,
        observed_at=instant(arguments["at"]),
        recorded_at=submission.recorded_at,
        updated_at=submission.updated_at,
        slot=arguments["slot"],
        processing=Processing.PENDING if submission.state is SubmissionState.PENDING else Processing.BLOCKED,
        stance=Stance.UNPROVEN,
        tags=tuple(arguments["tags"]),
        source_id=arguments["source"],
        channel=arguments["channel"],
    )


def waiting_items(transaction: Transaction, channels: Channels) -> Iterator[MemoryItem]:
    """Those of one owner, the newest first; none in words that the owner has rejected.

    The owner's and everybody else's are counted apart, so that a flood hides nothing of the owner's.
    """
    left = {True: MOST, False: MOST}
    for submission in reversed(transaction.submissions(SubmissionState.PENDING)):
        item = waiting_item(submission)
        if item is None or item.content is None:
            continue
        is_owners = channels.tier_of(item.channel or "") in OWNER_TIERS
        same = transaction.items_with_words(words_hash(item.content)) if left[is_owners] else []
        if left[is_owners] and not any(one.review is Review.REJECTED for one in same):
            left[is_owners] -= 1
            yield item
