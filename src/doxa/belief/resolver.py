"""The resolver: beliefs by key, in memory, usable without a store."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterable, Mapping
from datetime import datetime

from doxa.errors import InvalidInput

from .independence import Effect, Hearing, Minutes, Voice, hear
from .observation import FactObservation
from .revision import Event, Revision
from .tiers import DEFAULT_TIERS, ProvenanceTier, Reliability, TierRule, weigh_source
from .update import Fold, fold_instants, instants
from .verdict import Verdict, echoes_in, judge


class BeliefResolver:
    """Folds observations into beliefs and answers what each of them asserts.

    ``half_life_days`` is how fast the world drifts between observations; None means
    not at all.  A belief is a function of the observations that are in it: any order
    of arrival gives the same state, and withdrawing one equals never having had it.

    >>> from datetime import datetime, UTC
    >>> resolver = BeliefResolver()
    >>> march, june = datetime(2026, 3, 2, tzinfo=UTC), datetime(2026, 6, 10, tzinfo=UTC)
    >>> _ = resolver.observe(FactObservation("coffee", "6 ounces", march, "user_direct"))
    >>> _ = resolver.observe(FactObservation("coffee", "5 ounces", june, "user_direct"))
    >>> verdict = resolver.verdict("coffee")
    >>> verdict.fact, verdict.superseded
    ('5 ounces', ('6 ounces',))
    """

    def __init__(
        self,
        half_life_days: float | None = None,
        *,
        tiers: Mapping[ProvenanceTier, TierRule] = DEFAULT_TIERS,
    ) -> None:
        if half_life_days is not None and not half_life_days > 0:
            raise InvalidInput(f"'half_life_days' must be above 0 or None, not {half_life_days!r}")
        self.half_life_days = half_life_days
        self.tiers = tiers
        self._beliefs: dict[str, _Belief] = {}

    @property
    def keys(self) -> tuple[str, ...]:
        return tuple(self._beliefs)

    def observe(self, observation: FactObservation) -> Revision:
        """Take one observation; one that is already there changes nothing and returns its revision."""
        belief = self._belief(observation.belief_key)
        return belief.observe(observation)

    def observe_all(self, observations: Iterable[FactObservation]) -> tuple[Revision, ...]:
        return tuple(self.observe(observation) for observation in observations)

    def retract(self, id_or_family: str) -> tuple[Revision, ...]:
        """Withdraw every observation with this id or of this family; one revision per belief it touched."""
        revisions = [belief.retract(id_or_family) for belief in self._beliefs.values()]
        return tuple(revision for revision in revisions if revision is not None)

    def verdict(self, key: str, now: datetime | None = None) -> Verdict:
        """What the belief asserts; without ``now`` its currency is read as of its last evidence."""
        belief = self._beliefs.get(key)
        if belief is None:
            return judge(key, Fold(self.half_life_days), ())
        return belief.verdict(now)

    def observations(self, key: str) -> tuple[FactObservation, ...]:
        """The observations of a belief, in order of folding."""
        return tuple(self._beliefs[key].observations) if key in self._beliefs else ()

    def revisions(self, key: str) -> tuple[Revision, ...]:
        """Every step the belief took, in order of arrival."""
        return tuple(self._beliefs[key].revisions) if key in self._beliefs else ()

    def replay(self, revisions: Iterable[Revision]) -> None:
        """Take the steps of a revision log again; the state is then the one the log ends in."""
        for revision in revisions:
            belief = self._belief(revision.belief_key)
            if revision.event is Event.OBSERVED:
                belief.observe(revision.observations[0])
            else:
                belief.withdraw(revision.observations)

    def _belief(self, key: str) -> _Belief:
        return self._beliefs.setdefault(key, _Belief(key, self.half_life_days, self.tiers))


class _Belief:
    def __init__(
        self, key: str, half_life_days: float | None, tiers: Mapping[ProvenanceTier, TierRule]
    ) -> None:
        self._key, self._half_life_days, self._tiers = key, half_life_days, tiers
        self.observations: list[FactObservation] = []
        self.revisions: list[Revision] = []
        self._taken: dict[FactObservation, Revision] = {}
        self._minutes = Minutes()
        self._hearing = Hearing((), ())
        self._fold = Fold(half_life_days)
        self._voices = 0
        self._has_lineage = False

    def observe(self, observation: FactObservation) -> Revision:
        if observation in self._taken:
            return self._taken[observation]
        before, asserted_before = self._fold.distribution, self._fold.asserted
        insort(self.observations, observation, key=lambda o: o.order_key)
        self._has_lineage = self._has_lineage or bool(observation.lineage)
        reliability = weigh_source(
            observation.tier, observation.content_confidence, observation.taint, self._tiers
        )
        effect = self._append(observation, reliability) if not self._has_lineage else None
        if effect is None:
            self._fold_again()
            effect = self._effect_of(observation)
        revision = Revision(
            self._key,
            len(self.revisions) + 1,
            Event.OBSERVED,
            (observation,),
            effect,
            reliability,
            before,
            self._fold.distribution,
            asserted_before,
            self._fold.asserted,
        )
        self._taken[observation] = revision
        self.revisions.append(revision)
        return revision

    def retract(self, id_or_family: str) -> Revision | None:
        gone = [o for o in self.observations if id_or_family in (o.id, o.family)]
        return self.withdraw(gone) if gone else None

    def withdraw(self, gone: Iterable[FactObservation]) -> Revision:
        gone = tuple(gone)
        before, asserted_before = self._fold.distribution, self._fold.asserted
        for observation in gone:
            del self._taken[observation]
        self.observations = [o for o in self.observations if o in self._taken]
        self._has_lineage = any(o.lineage for o in self.observations)
        self._fold_again()
        revision = Revision(
            self._key,
            len(self.revisions) + 1,
            Event.RETRACTED,
            gone,
            None,
            None,
            before,
            self._fold.distribution,
            asserted_before,
            self._fold.asserted,
        )
        self.revisions.append(revision)
        return revision

    def verdict(self, now: datetime | None) -> Verdict:
        return judge(self._key, self._fold, self.observations, echoes_in(self._hearing.inert), now)

    def _append(self, observation: FactObservation, reliability: Reliability) -> Effect | None:
        """Fold an observation that comes after all others without folding those again, if that is sound."""
        if not reliability.is_live:
            return Effect.GATED
        latest = self._minutes.instants[-1].at if self._minutes.instants else None
        if latest is not None and observation.observed_at <= latest:
            return None
        family = f"own:{self._voices}" if observation.family is None else f"family:{observation.family}"
        self._voices += 1
        if self._minutes.take([Voice(observation, reliability, family)]):
            self._fold = fold_instants(self._minutes.instants, self._half_life_days)
        else:
            self._fold.take(self._minutes.instants[-1])
        return Effect.COUNTED if self._minutes.instants[-1].counted else Effect.REPEATED

    def _fold_again(self) -> None:
        self._hearing = hear(self.observations, self._tiers)
        self._voices = len(self._hearing.voices)
        self._minutes = instants(self._hearing.voices)
        self._fold = fold_instants(self._minutes.instants, self._half_life_days)

    def _effect_of(self, observation: FactObservation) -> Effect:
        for other, effect in self._hearing.inert:
            if other == observation:
                return effect
        index = bisect_left([i.at for i in self._minutes.instants], observation.observed_at)
        instant = self._minutes.instants[index]
        is_repeat = any(voice.observation == observation for voice in instant.repeats)
        return Effect.REPEATED if is_repeat else Effect.COUNTED
