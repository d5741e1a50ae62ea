"""The verdict: what a belief asserts when asked, how sure it is, and what speaks against it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from types import MappingProxyType

from .currency import Band, band, currency
from .independence import Effect
from .observation import FactObservation
from .update import CLEAR_LEAD, Assertion, Distribution, Fold


class Stance(StrEnum):
    """Where one candidate stands in its belief."""

    ASSERTED = "asserted"
    CONTESTED = "contested"
    SUPERSEDED = "superseded"
    UNPROVEN = "unproven"


@dataclass(frozen=True, slots=True)
class Verdict:
    """``probability`` is as of the last evidence, ``credence`` the chance that it is true now.

    ``fact`` is None where nothing is asserted; then ``probability`` is 0.0 and
    ``currency`` and ``credence`` are None.  ``superseded`` and ``challengers`` are
    newest first; a challenger would change the assertion if it were trusted.
    """

    key: str
    fact: str | None
    probability: float
    currency: float | None
    credence: float | None
    entropy_bits: float
    normalised_entropy: float
    is_uncertain: bool
    stance: Mapping[str, Stance]
    superseded: tuple[str, ...]
    challengers: tuple[str, ...]
    distribution: Distribution
    assertions: tuple[Assertion, ...]
    last_evidenced_at: datetime | None

    @property
    def band(self) -> Band | None:
        return band(self.currency)

    @property
    def is_contested(self) -> bool:
        return Stance.CONTESTED in self.stance.values()


def judge(
    key: str,
    state: Fold,
    observations: Sequence[FactObservation],
    echoes: Iterable[FactObservation] = (),
    now: datetime | None = None,
    valid_to: datetime | None = None,
) -> Verdict:
    """Read the verdict off a fold; without ``now`` it is read as of the last evidence."""
    fact = state.asserted
    distribution = state.distribution
    probability = distribution.masses[fact] if fact is not None else 0.0
    evidenced_at = state.last_evidenced_at.get(fact) if fact is not None else None
    freshness = (
        currency(evidenced_at, state.half_life_days, now or evidenced_at, valid_to) if evidenced_at else None
    )
    newest = newest_claims(observations, set(echoes))
    return Verdict(
        key=key,
        fact=fact,
        probability=probability,
        currency=freshness,
        credence=probability * freshness if freshness is not None else None,
        entropy_bits=distribution.entropy_bits,
        normalised_entropy=distribution.normalised_entropy,
        is_uncertain=is_in_doubt(fact, distribution),
        stance=MappingProxyType({candidate: stance_of(candidate, state) for candidate in newest}),
        superseded=_superseded(state),
        challengers=_challengers(state, newest),
        distribution=distribution,
        assertions=tuple(state.assertions),
        last_evidenced_at=evidenced_at,
    )


def stance_of(candidate: str, state: Fold) -> Stance:
    """A challenger that leads without the authority to take over is contested, whatever it was once."""
    if candidate == state.asserted:
        return Stance.ASSERTED
    mass = state.masses.get(candidate)
    if mass is None:
        return Stance.UNPROVEN
    leads = mass > (state.masses[state.asserted] if state.asserted is not None else state.unknown)
    was_asserted = any(assertion.fact == candidate for assertion in state.assertions)
    if candidate in state.disputed or leads or not was_asserted:
        return Stance.CONTESTED
    return Stance.SUPERSEDED


def newest_claims(
    observations: Iterable[FactObservation], echoes: set[FactObservation]
) -> dict[str, datetime]:
    """When each candidate was last claimed by anyone, trusted or not; echoes claim nothing."""
    newest: dict[str, datetime] = {}
    for observation in observations:
        if observation.denies or observation in echoes:
            continue
        fact, at = observation.fact, observation.observed_at
        if fact not in newest or at > newest[fact]:
            newest[fact] = at
    return newest


def echoes_in(inert: Iterable[tuple[FactObservation, Effect]]) -> list[FactObservation]:
    return [observation for observation, effect in inert if effect is Effect.ECHO]


def is_in_doubt(fact: str | None, distribution: Distribution) -> bool:
    """Nothing asserted, below one half, or the best rival within 0.2: then a caller should ask."""
    if fact is None:
        return True
    mass = distribution.masses[fact]
    rivals = [p for candidate, p in distribution.masses.items() if candidate != fact]
    return mass < 0.5 or any(p > mass - CLEAR_LEAD for p in rivals)


def _superseded(state: Fold) -> tuple[str, ...]:
    earlier = [assertion.fact for assertion in reversed(state.assertions) if assertion.fact != state.asserted]
    return tuple(dict.fromkeys(fact for fact in earlier if stance_of(fact, state) is Stance.SUPERSEDED))


def _challengers(state: Fold, newest: Mapping[str, datetime]) -> tuple[str, ...]:
    """Any single claim, once trusted, takes over from what was last evidenced no later than it."""
    settled_at = state.last_evidenced_at[state.asserted] if state.asserted is not None else None
    challengers = [
        fact
        for fact, at in newest.items()
        if fact != state.asserted and (settled_at is None or at >= settled_at)
    ]
    return tuple(sorted(challengers, key=lambda fact: (newest[fact], fact), reverse=True))
