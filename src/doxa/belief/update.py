"""The update rule: how a belief moves when somebody says something.

A belief is a distribution over the values that were claimed, plus UNKNOWN.  Utterances
are folded in order of the time they were made: first the world may have drifted, then
the utterance is weighed.  Which candidate is asserted is decided after each and follows
authority, not mass alone.  Formulas: design, belief.md sections 2 and 3.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from datetime import datetime
from itertools import groupby, pairwise
from math import fsum, log2
from types import MappingProxyType

from .currency import DAY, decay
from .independence import Hearing, Instant, Minutes, Utterance, Voice, are_rivals, hear
from .observation import FactObservation
from .tiers import DEFAULT_TIERS, ProvenanceTier, TierRule

# A trusted speaker who says something else is itself a sign that the world has changed.
RIVAL_DRIFT = 0.15
# Rivals of one instant that are closer than this leave the question open.
CLEAR_LEAD = 0.2


@dataclass(frozen=True, slots=True)
class Distribution:
    """Mass of every live candidate, and of UNKNOWN; they sum to one."""

    masses: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    unknown: float = 1.0

    def movement_to(self, other: Distribution) -> float:
        """Total variation distance, in [0, 1]."""
        facts = self.masses.keys() | other.masses.keys()
        moved = fsum(abs(self.masses.get(fact, 0.0) - other.masses.get(fact, 0.0)) for fact in facts)
        return min(1.0, (moved + abs(self.unknown - other.unknown)) / 2)

    @property
    def entropy_bits(self) -> float:
        """Shannon entropy over the candidates and UNKNOWN, in bits."""
        return fsum(-p * log2(p) for p in [*self.masses.values(), self.unknown] if p > 0.0) + 0.0

    @property
    def normalised_entropy(self) -> float:
        """Entropy as a share of what as many equally likely outcomes would have."""
        outcomes = sum(p > 0.0 for p in [*self.masses.values(), self.unknown])
        return self.entropy_bits / log2(outcomes) if outcomes > 1 else 0.0


@dataclass(frozen=True, slots=True)
class Assertion:
    """A stretch of time over which a candidate was the asserted one; open where ``until`` is None."""

    fact: str
    since: datetime
    until: datetime | None = None


class Fold:
    """One belief after its instants so far."""

    def __init__(self, half_life_days: float | None = None) -> None:
        self.half_life_days = half_life_days
        self.masses: dict[str, float] = {}  # replaced at every step, never changed in place
        self.unknown = 1.0
        self.clock: datetime | None = None
        self.asserted: str | None = None
        self.assertions: list[Assertion] = []
        self.disputed: frozenset[str] = frozenset()
        self.authority: dict[str, int] = {}
        self.last_evidenced_at: dict[str, datetime] = {}
        self.repeated: set[FactObservation] = set()
        self._denied_by: dict[str, int] = {}  # the authority of a denial not yet answered

    @property
    def distribution(self) -> Distribution:
        return Distribution(MappingProxyType(self.masses), self.unknown)

    def copy(self) -> Fold:
        """The same state, to go on from; only ``repeated``, which a later state includes, is shared."""
        twin = copy(self)
        twin.assertions, twin.authority = self.assertions.copy(), self.authority.copy()
        twin.last_evidenced_at, twin._denied_by = self.last_evidenced_at.copy(), self._denied_by.copy()
        return twin

    def take(self, instant: Instant) -> None:
        """Fold what was said at one instant, later than all before."""
        is_conflict = len(instant.voices) > 1 and instant.is_conflict
        is_one_family = len({voice.family for voice in instant.voices}) == 1
        for voice in instant.repeats:
            self._hear(voice)
            self.repeated.add(voice.observation)
        if not instant.counted:
            self.clock = instant.at
            if is_one_family:
                self._settle(instant.at)  # a repeat may have brought the authority that was missing
        for index, utterance in enumerate(instant.counted):
            self._drift(utterance, instant, index)
            self._weigh(utterance)
            self._hear(utterance.voice)
            if is_one_family:
                self._settle(instant.at)
        if is_conflict:
            self._settle_conflict(instant)
        elif not is_one_family:
            self._settle(instant.at)

    def _hear(self, voice: Voice) -> None:
        fact, denies = voice.statement
        rank = voice.reliability.authority
        if denies:
            self._denied_by[fact] = max(self._denied_by.get(fact, 0), rank)
            return
        self.last_evidenced_at[fact] = voice.observation.observed_at
        self.authority[fact] = max(self.authority.get(fact, 0), rank)
        if rank >= self._denied_by.get(fact, 0):
            self._denied_by.pop(fact, None)

    # -- mass -----------------------------------------------------------------------------

    def _drift(self, utterance: Utterance, instant: Instant, index: int) -> None:
        keep = 1.0 if self.clock is None else decay((instant.at - self.clock) / DAY, self.half_life_days)
        if self._is_sign_of_change(utterance.voice, instant, index):
            keep = min(keep, 1 - RIVAL_DRIFT)
        self.clock = instant.at
        if keep < 1.0:
            self.masses = {fact: keep * mass for fact, mass in self.masses.items()}
            self.unknown = max(0.0, 1.0 - fsum(self.masses.values()))

    def _is_sign_of_change(self, voice: Voice, instant: Instant, index: int) -> bool:
        """Whether this voice, by not supporting the leader, loosens what was believed.

        Another family speaking at the very same instant is a conflict, not a change: so it
        is against what that family has already said here, and where it stands by the leader.
        """
        leader = self._leader()
        if leader is None or voice.statement == (leader, False):
            return False
        if len(instant.voices) == 1:
            return True
        heard = [*instant.repeats, *(said.voice for said in instant.counted[:index])]
        return not any(
            other in heard or other.statement == (leader, False)
            for other in instant.voices
            if other.family != voice.family and are_rivals(other.statement, voice.statement)
        )

    def _weigh(self, utterance: Utterance) -> None:
        (fact, denies), r = utterance.voice.statement, utterance.weight
        if denies:
            weighed = {c: (1 - r) * p if c == fact else r * p for c, p in self.masses.items()}
            unknown = r * self.unknown
        else:
            weighed = {c: (1 - r) * p for c, p in self.masses.items()}
            weighed[fact] = r * (self.masses.get(fact, 0.0) + self.unknown)
            unknown = (1 - r) * self.unknown
        total = fsum([*weighed.values(), unknown])
        self.masses = {c: w / total for c, w in weighed.items()}
        self.unknown = unknown / total

    def _leader(self) -> str | None:
        """The candidate with the most mass; in a tie the asserted one, then the first seen."""
        if not self.masses:
            return None
        return max(self.masses, key=lambda fact: (self.masses[fact], fact == self.asserted))

    # -- assertion ------------------------------------------------------------------------

    def _settle(self, at: datetime) -> None:
        """Let the leader take the assertion where its authority, or a denial's, allows it."""
        leader, holder = self._leader(), self.asserted
        if leader is None:
            return
        is_open = self.unknown > self.masses[leader]
        if holder is not None and (is_open or leader != holder) and self._is_denied(holder):
            self._assert(None, at)
        if not is_open and leader != self.asserted and self._may_take_over(leader, self.asserted):
            self._assert(leader, at)

    def _is_denied(self, holder: str) -> bool:
        return self._denied_by.get(holder, -1) >= self.authority[holder]

    def _may_take_over(self, leader: str, holder: str | None) -> bool:
        if leader in self._denied_by or (leader in self.disputed and not self._is_clearly_ahead(leader)):
            return False
        return holder is None or self.authority[leader] >= self.authority[holder]

    def _is_clearly_ahead(self, leader: str) -> bool:
        rivals = [mass for fact, mass in self.masses.items() if fact != leader]
        return self.masses[leader] - max(rivals, default=0.0) >= CLEAR_LEAD

    def _settle_conflict(self, instant: Instant) -> None:
        """Rivals of one instant: unless one is clearly ahead, nothing is asserted."""
        first, second, *_ = [*sorted([*self.masses.values(), self.unknown], reverse=True), 0.0]
        if first - second >= CLEAR_LEAD or not self._can_unseat(instant):
            self._settle(instant.at)
        else:
            self._assert(None, instant.at)
            self.disputed = frozenset(v.observation.fact for v in instant.voices if not v.observation.denies)

    def _can_unseat(self, instant: Instant) -> bool:
        """Whether anyone at this instant who contradicts the holder has the authority to."""
        holder = self.asserted
        return holder is None or any(
            are_rivals(voice.statement, (holder, False))
            and voice.reliability.authority >= self.authority[holder]
            for voice in instant.voices
        )

    def _assert(self, fact: str | None, at: datetime) -> None:
        if self.asserted is not None:
            self.assertions[-1] = Assertion(self.asserted, self.assertions[-1].since, at)
        if fact is not None:
            self.assertions.append(Assertion(fact, at))
            self.disputed = frozenset()
        self.asserted = fact


def instants(voices: Sequence[Voice]) -> Minutes:
    """Group voices, given in order of folding, by the time they were heard."""
    minutes = Minutes()
    for _, group in groupby(voices, key=lambda voice: voice.observation.observed_at):
        together = list(group)
        denying = {voice.family for voice in together if voice.observation.denies}
        minutes.take(sorted(together, key=lambda voice: voice.family in denying))
    return minutes


def fold_instants(taken: Sequence[Instant], half_life_days: float | None) -> Fold:
    state = Fold(half_life_days)
    for instant in taken:
        state.take(instant)
    return state


def fold(
    observations: Collection[FactObservation],
    half_life_days: float | None = None,
    tiers: Mapping[ProvenanceTier, TierRule] = DEFAULT_TIERS,
) -> tuple[Fold, Hearing]:
    """Fold the observations of one belief, given in any order and with repeats."""
    hearing = hear(in_order(observations), tiers)
    return fold_instants(instants(hearing.voices).instants, half_life_days), hearing


def in_order(observations: Collection[FactObservation]) -> Sequence[FactObservation]:
    """Each once, in order of folding; what is already so by its dates alone is not asked for its keys."""
    given = tuple(observations)
    if all(earlier.observed_at < later.observed_at for earlier, later in pairwise(given)):
        return given
    return sorted(set(given), key=lambda o: o.order_key)
