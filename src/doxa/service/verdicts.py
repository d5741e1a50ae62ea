"""Verdicts: what a belief asserts as it is seen, how sure, and what speaks against it, in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from doxa.belief import Stance, band
from doxa.belief.verdict import Verdict, echoes_in, is_in_doubt, judge, newest_claims
from doxa.domain.belief_record import BeliefRevision
from doxa.domain.evidence import Evidence
from doxa.domain.item import MemoryItem, Review
from doxa.domain.yardstick import Yardstick

from .sight import Seen
from .views import CandidateView, VerdictView

ERASED = "something of this belief was deleted since: the figures are those of then, of what is left"


def verdict_of(seen: Seen, now: datetime, yardstick: Yardstick) -> VerdictView:
    """Read the verdict off the belief's evidence, with the words of every candidate shown."""
    items, pieces = seen.items, seen.observations
    core = _judged(seen, now) if seen.recorded is None else _recorded(seen, seen.recorded)
    asserted = items.get(core.fact or "")
    freshness = yardstick.currency(asserted, now) if asserted else None
    credence = None if freshness is None else core.probability * freshness
    candidates = sorted(
        items.values(), key=lambda i: (i.probability, i.observed_at, i.memory_id), reverse=True
    )

    def words(ids: Iterable[str]) -> tuple[str, ...]:
        return tuple(items[i].content or "" for i in ids if i in items)

    challengers = [i for i in core.challengers if i in items and items[i].review is not Review.REJECTED]
    return VerdictView(
        key=seen.key,
        fact=asserted.content if asserted else None,
        id=asserted.memory_id if asserted else None,
        probability=core.probability,
        unknown=core.distribution.unknown,
        currency=freshness,
        credence=credence,
        calibrated=yardstick.calibrated(Stance.ASSERTED if asserted else None, credence),
        band=band(freshness),
        entropy_bits=core.entropy_bits,
        normalised_entropy=core.normalised_entropy,
        is_uncertain=core.is_uncertain,
        is_contested=core.is_contested,
        as_of=core.last_evidenced_at,
        candidates=tuple(
            CandidateView(i.memory_id, i.content or "", i.stance, i.probability, i.observed_at, i.channel)
            for i in candidates
        ),
        superseded=words(core.superseded),
        challengers=words(challengers),
        question=_question(
            asserted, _newest_claim(pieces, items, challengers), is_uncertain=core.is_uncertain
        ),
        notices=() if seen.recorded is None else (ERASED,),
    )


def _judged(seen: Seen, now: datetime) -> Verdict:
    asserted = seen.items.get(seen.state.asserted or "")
    observations = [piece.to_observation() for piece in seen.observations]
    valid_to = asserted.valid_to if asserted else None
    return judge(seen.key, seen.state, observations, echoes_in(seen.hearing.inert), now, valid_to)


def _recorded(seen: Seen, revision: BeliefRevision) -> Verdict:
    """The figures as they were, of what was not erased since; what was asserted may be gone."""
    items, distribution = seen.items, revision.after
    asserted = items.get(revision.asserted_after or "")
    fact = asserted.memory_id if asserted else None
    settled_at = asserted.last_evidenced_at if asserted else None
    claims = newest_claims([p.to_observation() for p in seen.observations], set())
    newest_first = sorted(claims, key=lambda i: (claims[i], i), reverse=True)
    return Verdict(
        key=seen.key,
        fact=fact,
        probability=distribution.masses.get(fact, 0.0) if fact else 0.0,
        currency=None,
        credence=None,
        entropy_bits=distribution.entropy_bits,
        normalised_entropy=distribution.normalised_entropy,
        is_uncertain=is_in_doubt(fact, distribution),
        stance={i: item.stance for i, item in items.items()},
        superseded=tuple(i for i in newest_first if items[i].stance is Stance.SUPERSEDED),
        challengers=tuple(
            i for i in newest_first if i != fact and settled_at is not None and claims[i] >= settled_at
        ),
        distribution=distribution,
        assertions=(),
        last_evidenced_at=settled_at,
    )


def _newest_claim(
    pieces: Sequence[Evidence], items: Mapping[str, MemoryItem], challengers: Sequence[str]
) -> str | None:
    """Who says what against the verdict, in words."""
    if not challengers:
        return None
    claims = [p for p in pieces if p.memory_id == challengers[0]]
    newest = max(claims, key=lambda p: (p.observed_at, p.evidence_id))
    return f"{newest.channel} says {items[newest.memory_id].content!r}"


def _question(asserted: MemoryItem | None, challenge: str | None, *, is_uncertain: bool) -> str | None:
    """What one word of the owner would settle."""
    if challenge is not None:
        return (
            f"{challenge}, and you said {asserted.content!r}: which holds?"
            if asserted
            else f"{challenge}: is that so?"
        )
    if asserted is not None and is_uncertain:
        return f"is it still so that {asserted.content!r}?"
    return None
