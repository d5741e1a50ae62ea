"""Independence: which observations are one voice, and which are only an echo.

Counting voices is what keeps volume from becoming truth.  Four questions are asked of
the observations of one belief, as a set, so that the answers do not depend on arrival: is
it above the pivot, is it an echo of the very thing it supports, whose voice is it, and has
that voice said so before.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from .kinship import Kinship
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


def hear(
    observations: Sequence[FactObservation],
    tiers: Mapping[ProvenanceTier, TierRule],
    kinship: Kinship | None = None,
) -> Hearing:
    """Part the observations of one belief, given in order of folding, into voices and the rest.

    A ``kinship``, new and empty, is left with what was found, for newcomers to be added to.
    """
    kinship = kinship or Kinship()
    lineages, families = kinship.lineages, kinship.families
    for observation in observations:
        lineages.trace(observation)
    live: list[tuple[FactObservation, Reliability, str]] = []
    inert: list[tuple[FactObservation, Effect]] = []
    for observation in observations:
        reliability = weigh_source(observation.tier, observation.content_confidence, observation.taint, tiers)
        if not reliability.is_live:
            inert.append((observation, Effect.GATED))
        elif lineages.is_echo(observation):
            inert.append((observation, Effect.ECHO))
        else:
            live.append((observation, reliability, families.join(observation)))
    voices = [Voice(observation, how, families.name_of(family)) for observation, how, family in live]
    return Hearing(tuple(voices), tuple(inert))


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

    def take(self, voices: Sequence[Voice]) -> int | None:
        """Take the voices of one later instant; the earliest whose utterance a repeat has raised, if any."""
        number = len(self.instants)
        counted: list[Utterance] = []
        repeats: list[Voice] = []
        raised: int | None = None
        for voice in voices:
            statement, said = voice.statement, self._said[voice.family]
            earlier = said.get(statement)
            if earlier is not None and self._last_contradicted(statement) < earlier.instant:
                repeats.append(voice)
                if voice.reliability.value > earlier.weight:
                    earlier.weight = voice.reliability.value
                    raised = earlier.instant if raised is None else min(raised, earlier.instant)
            else:
                said[statement] = utterance = Utterance(voice, voice.reliability.value, number)
                counted.append(utterance)
            if len(said) > 1:
                self._retire_rivals(voice)
        for voice in voices:
            self._remember(voice.statement, number)
        at = voices[0].observation.observed_at
        self.instants.append(Instant(at, tuple(voices), tuple(counted), tuple(repeats)))
        return raised

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
