"""The resolver: beliefs by key, in memory, usable without a store."""

from __future__ import annotations

from bisect import insort
from collections import deque
from collections.abc import Iterable, Mapping
from datetime import datetime

from doxa.errors import InvalidInput

from .independence import Effect, Minutes, Voice, hear
from .kinship import Kinship
from .observation import FactObservation
from .revision import Event, Revision
from .tiers import DEFAULT_TIERS, ProvenanceTier, Reliability, TierRule, weigh_source
from .update import Fold, fold_instants, instants
from .verdict import Verdict, echoes_in, judge

# Every so many instants the state is kept, and so many such states.
MARK_EVERY, MARKS = 32, 16


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
        self._kinship = Kinship()
        self._minutes = Minutes()
        self._inert: dict[FactObservation, Effect] = {}
        self._fold = Fold(half_life_days)
        # States after so many instants: to raise what was said lately one need not go back to the start.
        self._marks: deque[tuple[int, Fold]] = deque(maxlen=MARKS)

    def observe(self, observation: FactObservation) -> Revision:
        if observation in self._taken:
            return self._taken[observation]
        before, asserted_before = self._fold.distribution, self._fold.asserted
        self._insert(observation)
        reliability = weigh_source(
            observation.tier, observation.content_confidence, observation.taint, self._tiers
        )
        effect = self._append(observation, reliability)
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
        return judge(self._key, self._fold, self.observations, echoes_in(self._inert.items()), now)

    def _insert(self, observation: FactObservation) -> None:
        """Keep the order of folding; what is later than all others goes last without asking for its key."""
        if self.observations and observation.observed_at <= self.observations[-1].observed_at:
            insort(self.observations, observation, key=lambda o: o.order_key)
        else:
            self.observations.append(observation)

    def _append(self, observation: FactObservation, reliability: Reliability) -> Effect | None:
        """Fold a newcomer without folding the others again, where it changes nothing of them; else None."""
        if self._kinship.lineages.is_named(observation):
            return None
        self._kinship.lineages.trace(observation)
        if not reliability.is_live:
            return self._leave_out(observation, Effect.GATED)
        if self._kinship.lineages.is_echo(observation):
            return self._leave_out(observation, Effect.ECHO)
        latest = self._minutes.instants[-1].at if self._minutes.instants else None
        is_late = latest is not None and observation.observed_at <= latest
        if is_late or self._kinship.families.would_merge(observation):
            return None
        voice = Voice(observation, reliability, self._kinship.families.join(observation))
        raised = self._minutes.take([voice])
        if raised is not None:
            self._fold_from(raised)
        else:
            self._fold.take(self._minutes.instants[-1])
        if len(self._minutes.instants) % MARK_EVERY == 0:
            self._marks.append((len(self._minutes.instants), self._fold.copy()))
        return Effect.COUNTED if self._minutes.instants[-1].counted else Effect.REPEATED

    def _leave_out(self, observation: FactObservation, effect: Effect) -> Effect:
        self._inert[observation] = effect
        return effect

    def _fold_from(self, number: int) -> None:
        """Fold again from this instant on, or from the last mark before it."""
        while self._marks and self._marks[-1][0] > number:
            self._marks.pop()
        taken, state = self._marks[-1] if self._marks else (0, Fold(self._half_life_days))
        self._fold = state.copy()
        for instant in self._minutes.instants[taken:]:
            self._fold.take(instant)

    def _fold_again(self) -> None:
        self._marks.clear()
        self._kinship = Kinship()
        hearing = hear(self.observations, self._tiers, self._kinship)
        self._inert = dict(hearing.inert)
        self._minutes = instants(hearing.voices)
        self._fold = fold_instants(self._minutes.instants, self._half_life_days)

    def _effect_of(self, observation: FactObservation) -> Effect:
        if observation in self._inert:
            return self._inert[observation]
        return Effect.REPEATED if observation in self._fold.repeated else Effect.COUNTED
