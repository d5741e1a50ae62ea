"""Independence: which observations are one voice, and which are only an echo.

Counting voices is what keeps volume from becoming truth.  Four questions are asked of
the observations of one belief, as a set, so that the answers do not depend on arrival: is
it above the pivot, is it an echo of the very thing it supports, whose voice is it, and has
that voice said so before.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from .observation import FactObservation
from .tiers import ProvenanceTier, Reliability, TierRule, weigh_source


class Effect(StrEnum):
    """What an observation did to its belief."""

    COUNTED = "counted"
    REPEATED = "repeated"
    ECHO = "echo"
    GATED = "gated"


Statement = tuple[str, bool]
"""A candidate, and whether it is denied."""


@dataclass(frozen=True, slots=True)
class Voice:
    """An observation that may move the belief, with its reliability and the family it speaks for."""

    observation: FactObservation
    reliability: Reliability
    family: str

    @property
    def statement(self) -> Statement:
        return (self.observation.fact, self.observation.denies)


def are_rivals(one: Statement, other: Statement) -> bool:
    """Two statements that cannot both hold: two candidates, or a candidate and its denial."""
    if one[0] == other[0]:
        return one[1] != other[1]
    return not one[1] and not other[1]


@dataclass(frozen=True, slots=True)
class Hearing:
    """The voices in order of folding, and those that take part in nothing."""

    voices: tuple[Voice, ...]
    inert: tuple[tuple[FactObservation, Effect], ...]


def hear(observations: Sequence[FactObservation], tiers: Mapping[ProvenanceTier, TierRule]) -> Hearing:
    """Part the observations of one belief, given in order of folding, into voices and the rest."""
    echoes = _Echoes(observations) if any(o.lineage for o in observations) else None
    live: list[tuple[FactObservation, Reliability]] = []
    inert: list[tuple[FactObservation, Effect]] = []
    for observation in observations:
        reliability = weigh_source(observation.tier, observation.content_confidence, observation.taint, tiers)
        if not reliability.is_live:
            inert.append((observation, Effect.GATED))
        elif echoes is not None and echoes.includes(observation):
            inert.append((observation, Effect.ECHO))
        else:
            live.append((observation, reliability))
    families = _families([observation for observation, _ in live])
    voices = tuple(
        Voice(observation, reliability, family)
        for (observation, reliability), family in zip(live, families, strict=True)
    )
    return Hearing(voices, tuple(inert))


class _Echoes:
    """Which observations have, somewhere up their lineage, the candidate they support.

    Lineage is followed through every observation whose id it names, so that passing a
    memory through a chain of agents does not wash it clean.
    """

    def __init__(self, observations: Iterable[FactObservation]) -> None:
        self._parents: dict[str, set[str]] = defaultdict(set)
        self._supported: dict[str, set[str]] = defaultdict(set)
        for observation in observations:
            if observation.id is not None:
                self._parents[observation.id].update(observation.lineage)
                if not observation.denies:
                    self._supported[observation.id].add(observation.fact)

    def includes(self, observation: FactObservation) -> bool:
        if observation.denies or not observation.lineage:
            return False
        pending, seen = list(observation.lineage), set[str]()
        while pending:
            ancestor = pending.pop()
            if ancestor == observation.fact or observation.fact in self._supported.get(ancestor, ()):
                return True
            if ancestor not in seen:
                seen.add(ancestor)
                pending.extend(self._parents.get(ancestor, ()))
        return False


def _families(observations: Sequence[FactObservation]) -> list[str]:
    """Name the family of each: observations that share a family or any part of a lineage are one."""
    parent: dict[str, str] = {}

    def root(name: str) -> str:
        while (above := parent.setdefault(name, name)) != name:
            name = above
        return name

    names = []
    for index, observation in enumerate(observations):
        own = f"family:{observation.family}" if observation.family is not None else ""
        ties = [own] if own else []
        ties += [f"lineage:{ancestor}" for ancestor in observation.lineage]
        name = ties[0] if ties else f"own:{index}"
        for tie in ties:
            first, second = sorted((root(name), root(tie)))
            parent[second] = first
        names.append(name)
    return [root(name) for name in names]


@dataclass(slots=True)
class Utterance:
    """A voice as it counts: repeats by its family may raise its weight later on."""

    voice: Voice
    weight: float
    instant: int


@dataclass(frozen=True, slots=True)
class Instant:
    """Everything said at one time: who was there, what counts, and what only repeats."""

    at: datetime
    voices: tuple[Voice, ...]
    counted: tuple[Utterance, ...]
    repeats: tuple[Voice, ...]

    @property
    def is_conflict(self) -> bool:
        """Whether two families contradict each other in the same breath."""
        return any(
            one.family != other.family and are_rivals(one.statement, other.statement)
            for index, one in enumerate(self.voices)
            for other in self.voices[:index]
        )


class Minutes:
    """Who has said what, instant by instant, so that a repeat is known for one.

    Within one family a repeat is the same utterance as long as nobody contradicted it in
    between; after a rival it is a new one.
    """

    def __init__(self) -> None:
        self.instants: list[Instant] = []
        self._said: dict[str, dict[Statement, Utterance]] = defaultdict(dict)
        self._latest: list[tuple[int, str]] = []  # the last instants of the two latest candidates
        self._denied_at: dict[str, int] = {}
        self._asserted_at: dict[str, int] = {}

    def take(self, voices: Sequence[Voice]) -> bool:
        """Take the voices of one later instant; True where a repeat raised an earlier utterance."""
        number = len(self.instants)
        counted: list[Utterance] = []
        repeats: list[Voice] = []
        has_raised = False
        for voice in voices:
            said = self._said[voice.family]
            earlier = said.get(voice.statement)
            if earlier is not None and self._last_contradicted(voice.statement) < earlier.instant:
                repeats.append(voice)
                if voice.reliability.value > earlier.weight:
                    earlier.weight, has_raised = voice.reliability.value, True
            else:
                said[voice.statement] = utterance = Utterance(voice, voice.reliability.value, number)
                counted.append(utterance)
            self._retire_rivals(voice)
        for voice in voices:
            self._remember(voice.statement, number)
        at = voices[0].observation.observed_at
        self.instants.append(Instant(at, tuple(voices), tuple(counted), tuple(repeats)))
        return has_raised

    def _retire_rivals(self, voice: Voice) -> None:
        """A source that contradicts itself, even within one instant, has changed its mind."""
        said = self._said[voice.family]
        for statement in [one for one in said if are_rivals(one, voice.statement)]:
            del said[statement]

    def _last_contradicted(self, statement: Statement) -> int:
        """The latest earlier instant at which anyone contradicted the statement, or -1."""
        fact, denies = statement
        if denies:
            return self._asserted_at.get(fact, -1)
        asserted = [instant for instant, other in self._latest if other != fact]
        return max([self._denied_at.get(fact, -1), *asserted])

    def _remember(self, statement: Statement, number: int) -> None:
        fact, denies = statement
        if denies:
            self._denied_at[fact] = number
        else:
            self._asserted_at[fact] = number
            self._latest = [(number, fact), *[entry for entry in self._latest if entry[1] != fact]][:2]
