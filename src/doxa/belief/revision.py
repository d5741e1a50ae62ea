"""Revisions: every step a belief took, kept with its reason, and read back in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from .independence import Effect
from .observation import FactObservation
from .tiers import PIVOT, Reliability
from .update import Distribution


class Event(StrEnum):
    OBSERVED = "observed"
    RETRACTED = "retracted"


@dataclass(frozen=True, slots=True)
class Revision:
    """One step of one belief: what was observed or withdrawn, and what that moved."""

    belief_key: str
    number: int
    event: Event
    observations: tuple[FactObservation, ...]
    effect: Effect | None
    reliability: Reliability | None
    before: Distribution
    after: Distribution
    asserted_before: str | None
    asserted_after: str | None

    @property
    def movement(self) -> float:
        """How much of the belief moved: total variation distance, in [0, 1]."""
        return self.before.movement_to(self.after)

    @property
    def has_changed_assertion(self) -> bool:
        return self.asserted_before != self.asserted_after

    def explain(
        self, names: Mapping[str, str] | None = None, by: str | None = None, what: str | None = None
    ) -> str:
        """The step in one sentence; ``names`` gives candidates the text to be called by.

        ``by`` names the way the observation came, its tier otherwise; ``what`` says what happened,
        where that is known better than from the observations.
        """
        names = names or {}
        what = what or self._what_happened(names, by)
        shifts = ", ".join(_shifts(self.before, self.after, names)) or "nothing moved"
        return f"{what}: {shifts}; {_assertion(self.asserted_before, self.asserted_after, names)}"

    def _what_happened(self, names: Mapping[str, str], by: str | None) -> str:
        if self.event is Event.RETRACTED:
            return f"{len(self.observations)} observation(s) withdrawn and the belief computed again"
        (observation,) = self.observations
        said = f"{'not ' if observation.denies else ''}{names.get(observation.fact, observation.fact)!r}"
        head = f"{said} on {by or observation.tier} at {observation.observed_at:%Y-%m-%d}"
        return f"{head}, {reason(self.effect, self.reliability)}"


def reason(effect: Effect | None, reliability: Reliability | None) -> str:
    """Why an observation weighed what it did."""
    if reliability is None or effect is None:
        return "no longer counted"
    r = f"r = {reliability.value:.2f} by its {BOUNDS[reliability.bound_by]}"
    return {
        Effect.COUNTED: r,
        Effect.REPEATED: f"{r}, a repeat by the same family: it only carries the time forward",
        Effect.ECHO: "an echo: it derives from the very memory it supports, so it counts not at all",
        Effect.GATED: f"{r}, not above the pivot {PIVOT}: recorded, moves nothing",
    }[effect]


BOUNDS = {"ceiling": "channel's ceiling", "content": "own wording", "taint": "taint's ceiling"}


def _shifts(before: Distribution, after: Distribution, names: Mapping[str, str]) -> Iterable[str]:
    for fact in dict.fromkeys([*before.masses, *after.masses]):
        old, new = before.masses.get(fact, 0.0), after.masses.get(fact, 0.0)
        if old != new:
            yield f"{names.get(fact, fact)!r} {old:.4f} -> {new:.4f}"
    if before.unknown != after.unknown:
        yield f"UNKNOWN {before.unknown:.4f} -> {after.unknown:.4f}"


def _assertion(before: str | None, after: str | None, names: Mapping[str, str]) -> str:
    if before == after:
        return f"{names.get(after, after)!r} stays asserted" if after else "nothing is asserted"
    if after is None:
        return "nothing is asserted any more"
    return f"{names.get(after, after)!r} is asserted now"
