"""Kinship: which observations derive from one another, and which are of one family.

Kinship grows by one observation at a time.  It is asked twice: over a whole history at
once, or for one newcomer, and then it must say whether the newcomer changes what was
found of those before it.
"""

from __future__ import annotations

from collections import defaultdict

from .observation import FactObservation


class Lineages:
    """Which observations have, somewhere up their lineage, the candidate they support.

    Lineage is followed through every observation whose id it names, so that passing a
    memory through a chain of agents does not wash it clean.
    """

    def __init__(self) -> None:
        self._parents: dict[str, set[str]] = defaultdict(set)
        self._supported: dict[str, set[str]] = defaultdict(set)
        self._named: set[str] = set()

    def trace(self, observation: FactObservation) -> None:
        self._named.update(observation.lineage)
        if observation.id is not None:
            self._parents[observation.id].update(observation.lineage)
            if not observation.denies:
                self._supported[observation.id].add(observation.fact)

    def is_named(self, observation: FactObservation) -> bool:
        """Whether tracing it may make an echo of another: some lineage already leads through its id."""
        return observation.id in self._named

    def is_echo(self, observation: FactObservation) -> bool:
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


class Families:
    """Observations that share a family or any part of a lineage are one; with neither, each is its own.

    A family keeps its name when newcomers join it, unless they join it to another.
    """

    def __init__(self) -> None:
        self._above: dict[str, str] = {}
        self._loners = 0

    def join(self, observation: FactObservation) -> str:
        """Take it into its family; the name may change when a later one joins two families."""
        names = _ties(observation)
        if not names:
            self._loners += 1
            return f"own:{self._loners}"
        known = [self.name_of(name) for name in names if name in self._above]
        family = known[0] if known else names[0]
        for name in (*known, *names):
            self._above[self.name_of(name)] = family
        return family

    def name_of(self, family: str) -> str:
        """What a family is called by now."""
        while (above := self._above.get(family, family)) != family:
            family = above
        return family

    def would_merge(self, observation: FactObservation) -> bool:
        """Whether it belongs to two families that were not known to be one."""
        return len({self.name_of(name) for name in _ties(observation) if name in self._above}) > 1


class Kinship:
    """Who derives from whom and who is of one family, so far."""

    def __init__(self) -> None:
        self.lineages, self.families = Lineages(), Families()


def _ties(observation: FactObservation) -> list[str]:
    if observation.family is None and not observation.lineage:
        return []
    ties = [f"lineage:{ancestor}" for ancestor in observation.lineage]
    return ties if observation.family is None else [f"family:{observation.family}", *ties]
