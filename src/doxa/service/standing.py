"""Standing: what an item's evidence makes of its belief, and its belief of the item."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from doxa.belief import DEFAULT_TIERS, Effect, FactObservation, Stance
from doxa.belief.independence import Hearing, hear
from doxa.belief.tiers import OWNER_AUTHORITY, Reliability, weigh_source
from doxa.belief.update import Fold, fold_instants, instants
from doxa.belief.verdict import stance_of
from doxa.domain.evidence import Evidence, EvidenceEvent, EvidenceState
from doxa.domain.item import MemoryItem, Status

TIERS = DEFAULT_TIERS
NOBODY = Hearing((), ())


def weight_of(piece: Evidence) -> Reliability:
    """How far it is believed, and what binds that."""
    return weigh_source(piece.tier, piece.content_confidence, piece.taint, TIERS)


def is_contested(candidates: Iterable[str], state: Fold) -> bool:
    return any(stance_of(candidate, state) is Stance.CONTESTED for candidate in candidates)


def follow(item: MemoryItem, pieces: Sequence[Evidence], state: Fold, hearing: Hearing) -> dict[str, Any]:
    """What an item's columns become, given its evidence and its belief."""
    stance = stance_of(item.memory_id, state)
    successor = successor_of(item.memory_id, state) if stance is Stance.SUPERSEDED else None
    active = sorted(
        (p for p in pieces if p.state is EvidenceState.ACTIVE and p.event is not EvidenceEvent.REJECTED),
        key=lambda p: (p.observed_at, p.recorded_at, p.evidence_id),
    )
    live = [piece for piece in active if weight_of(piece).is_live]
    said = live or active[:1]
    return {
        "stance": stance,
        "probability": state.masses.get(item.memory_id, 0.0),
        "status": Status.SUPERSEDED if successor is not None else Status.ACTIVE,
        "superseded_by": successor,
        "last_evidenced_at": state.last_evidenced_at.get(item.memory_id)
        or (active[0].observed_at if active else None),
        "corroboration_count": len(
            {voice.family for voice in hearing.voices if voice.statement == (item.memory_id, False)}
        ),
        "valid_to": said[-1].valid_to if said else item.valid_to,
        "user_asserted": any(TIERS[p.tier].authority == OWNER_AUTHORITY for p in live),
    }


def successor_of(memory_id: str, state: Fold) -> str | None:
    """The candidate asserted next after this one's last turn; None where a denial ended it."""
    facts = [assertion.fact for assertion in state.assertions]
    last = len(facts) - 1 - facts[::-1].index(memory_id)
    return facts[last + 1] if last + 1 < len(facts) else None


def fold_evidence(pieces: Iterable[Evidence], until: datetime | None = None) -> tuple[Fold, Hearing]:
    """Fold pieces of one belief; its half-life is that of the newest piece that counts.

    With ``until`` the fold stops there, each voice weighing what by all pieces it does.
    """
    by_observation = {piece.to_observation(): piece for piece in pieces}
    hearing = hear(sorted(by_observation, key=lambda o: o.order_key), TIERS)
    newest = by_observation[hearing.voices[-1].observation] if hearing.voices else None
    half_life_days = newest.half_life_days if newest else None
    taken = [one for one in instants(hearing.voices).instants if until is None or one.at <= until]
    return fold_instants(taken, half_life_days), hearing


def effect_of(piece: Evidence, state: Fold, hearing: Hearing) -> Effect:
    observation: FactObservation = piece.to_observation()
    for other, effect in hearing.inert:
        if other == observation:
            return effect
    return Effect.REPEATED if observation in state.repeated else Effect.COUNTED
