"""Profile and proactive: what a model is told of the owner, and what it may bring up, unasked.

Neither answers a question, so both take only what is asserted and beyond doubt.  What keeps a
memory out of them stands in two tables: that of ``domain.visibility``, and here.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from doxa.belief.verdict import is_in_doubt
from doxa.domain.belief_record import BeliefRecord
from doxa.domain.channels import OWNER_TIERS
from doxa.domain.claim import SubjectScope
from doxa.domain.evidence import Evidence, EvidenceEvent, EvidenceState
from doxa.domain.item import MemoryItem
from doxa.domain.visibility import DEFAULT, View, is_visible

from .clockwork import hidden_by_clock
from .parts import Parts, checked_count, checked_owner
from .ports import Transaction
from .reading import view, view_values
from .recall import CLOSE, TOKEN_LIMIT, estimated_tokens, fitting, framed, line, plain_line
from .standing import weight_of
from .views import Context, Hit, MemoryView

SUPPRESSED = "suppressed"
"""The tag by which the owner keeps a memory from being brought up; it is recalled as before."""
SOON = timedelta(days=30)
PROACTIVE_LIMIT = 100
SLOTS = 2_000
LOOKED_AT = 500
"""How many of the latest, and how many of the nearest ends, are weighed against each other."""


@dataclass(frozen=True, slots=True)
class Known:
    """A memory with what it rests on and the belief it is part of."""

    item: MemoryItem
    pieces: Sequence[Evidence]
    belief: BeliefRecord | None


def is_about_somebody_else(known: Known) -> bool:
    return known.item.subject_scope is not SubjectScope.PRIMARY_USER


def is_in_dispute(known: Known) -> bool:
    """A rival within 0.2 of it, or more likely than it."""
    return known.belief is not None and is_in_doubt(known.item.memory_id, known.belief.distribution)


def is_not_the_owners_word(known: Known) -> bool:
    """Whether no piece of it that counts came by one of the owner's own tiers."""
    return not any(
        piece.state is EvidenceState.ACTIVE
        and piece.event not in (EvidenceEvent.REJECTED, EvidenceEvent.RESOLVED)
        and piece.tier in OWNER_TIERS
        and weight_of(piece).is_live
        and known.item.memory_id not in piece.lineage
        for piece in known.pieces
    )


def is_suppressed(known: Known) -> bool:
    return SUPPRESSED in known.item.tags


# Beside the column of ``domain.visibility.TABLE``.
VETOES: dict[View, tuple[Callable[[Known], bool], ...]] = {
    View.PROFILE: (is_about_somebody_else, is_in_dispute),
    View.PROACTIVE: (is_about_somebody_else, is_in_dispute, is_not_the_owners_word, is_suppressed),
}


class Profile:
    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    def profile(self, owner_id: str, *, max_tokens: int = 300) -> Context:
        """What is known of the owner, in the order of the slots' names, within the budget of tokens."""
        checked_count(max_tokens, "max_tokens", TOKEN_LIMIT)
        now, yardstick = self._parts.clock(), self._parts.yardstick
        hides = hidden_by_clock(self._parts)
        with self._parts.store.reading(checked_owner(owner_id)) as transaction:
            items = [
                item
                for item in transaction.slotted_items(SLOTS)
                if not hides(item, now) and self._is_shown(transaction, item, View.PROFILE, now)
            ]
        as_line = line if self._parts.is_belief_model_enabled() else plain_line
        hits = (Hit(**view_values(item, now, yardstick)) for item in items)
        chosen = fitting(hits, max_tokens, as_line)
        text = framed(chosen, as_line)
        return Context(text, tuple(chosen), estimated_tokens(text))

    def proactive(self, owner_id: str, *, limit: int = 5) -> tuple[MemoryView, ...]:
        """What an agent may bring up unasked: what begins or ends within 30 days first, then the surest now.

        The owner has said it, nothing contradicts it, it is fresh, and it does not bear the tag
        `suppressed`.
        """
        checked_count(limit, "limit", PROACTIVE_LIMIT)
        now, yardstick, hides = self._parts.clock(), self._parts.yardstick, hidden_by_clock(self._parts)

        def rank(item: MemoryItem) -> tuple[float, float, str]:
            return seconds_to_go(item, now), -(yardstick.credence(item, now) or 0.0), item.memory_id

        with self._parts.store.reading(checked_owner(owner_id)) as transaction:
            read = [*transaction.ending_items(now, LOOKED_AT), *transaction.latest_items(LOOKED_AT)]
            found = {item.memory_id: item for item in read if not hides(item, now)}
            chosen: list[MemoryItem] = []
            for item in sorted(found.values(), key=rank):
                if len(chosen) < limit and self._is_shown(transaction, item, View.PROACTIVE, now):
                    chosen.append(item)
        return tuple(view(item, now, yardstick) for item in chosen)

    def _is_shown(self, transaction: Transaction, item: MemoryItem, what: View, now: datetime) -> bool:
        if not is_visible(item, what, DEFAULT, now, self._parts.yardstick.half_lives):
            return False
        is_settled = item.probability > CLOSE  # then no rival is within 0.2
        belief = None if is_settled else transaction.belief(item.belief_key)
        needs_pieces = is_not_the_owners_word in VETOES[what]
        pieces = transaction.evidence_of([item.memory_id]) if needs_pieces else []
        return not any(vetoes(Known(item, pieces, belief)) for vetoes in VETOES[what])


def seconds_to_go(item: MemoryItem, now: datetime) -> float:
    """Until the nearest of its dates that is still to come; infinite where none comes soon."""
    ahead = [
        at - now for at in (item.valid_from, item.valid_to) if at is not None and now <= at <= now + SOON
    ]
    return min(ahead).total_seconds() if ahead else math.inf
