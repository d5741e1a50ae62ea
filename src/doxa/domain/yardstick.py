"""The yardstick: what the operator set to measure a memory by when it is read.

It moves no belief.  The asserted candidate, its probability and its stance are the same
under every yardstick; how fresh a memory reads, and what its credence has turned out to
be worth, are not.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from types import MappingProxyType

from doxa.belief import Band, BeliefClass, Stance
from doxa.belief.calibration import IsotonicMap
from doxa.belief.classes import HALF_LIFE_PRIORS

from .item import MemoryItem
from .visibility import band_of

# How far beyond its ends a map is believed: half a bin of the reliability table.
REACH = 0.05

HalfLives = Mapping[BeliefClass, float | None]
"""Days by class, each above 0; None does not decay."""


@dataclass(frozen=True, slots=True)
class Yardstick:
    """``isotonic`` maps a credence to what such figures turned out to be worth; None where none is set."""

    half_lives: HalfLives = field(default_factory=lambda: MappingProxyType(HALF_LIFE_PRIORS))
    isotonic: IsotonicMap | None = None

    def currency(self, item: MemoryItem, now: datetime) -> float | None:
        return item.currency(now, self.half_lives)

    def credence(self, item: MemoryItem, now: datetime) -> float | None:
        """The chance that it is true now; None without evidence to date it by."""
        freshness = self.currency(item, now)
        return None if freshness is None else item.probability * freshness

    def band(self, item: MemoryItem, now: datetime) -> Band | None:
        return band_of(item, now, self.half_lives)

    def calibrated(self, stance: Stance | None, credence: float | None) -> float | None:
        """What a credence like this has turned out to be worth.

        None without a map; for what is not asserted, since outcomes are of assertions only;
        and away from every knot, where no outcome says anything.
        """
        if self.isotonic is None or stance is not Stance.ASSERTED or credence is None:
            return None
        (lowest, _), (highest, _) = self.isotonic.knots[0], self.isotonic.knots[-1]
        return self.isotonic(credence) if lowest - REACH <= credence <= highest + REACH else None


PLAIN = Yardstick()
"""The table of the design and no map."""
