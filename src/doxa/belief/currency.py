"""Currency: how fresh a belief is when it is read.

Nothing here is ever stored.  Time passes, evidence does not change, and the same
row reads as current today and as history next year.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from enum import StrEnum

from doxa.errors import InvalidInput

DAY = timedelta(days=1)


class Band(StrEnum):
    CURRENT = "current"
    FADING = "fading"
    HISTORY = "history"


def decay(days: float, half_life_days: float | None) -> float:
    """The share that is left after ``days``; 1.0 where there is no half-life or no time has passed."""
    if half_life_days is None or days <= 0:
        return 1.0
    return float(0.5 ** (days / half_life_days))


def currency(
    last_evidenced_at: datetime | None,
    half_life_days: float | None,
    now: datetime,
    valid_to: datetime | None = None,
) -> float | None:
    """Freshness in [0, 1] at ``now``; ``None`` where there is no evidence to date it by.

    A claim that names its end does not decay: it is 1.0 until then and 0.0 after.
    Evidence dated in the future counts as now.  Formula: design, belief.md section 5.
    """
    if half_life_days is not None and not half_life_days > 0:
        raise InvalidInput(f"'half_life_days' must be above 0 or None, not {half_life_days!r}")
    if last_evidenced_at is None:
        return None
    if valid_to is not None:
        return 1.0 if now <= valid_to else 0.0
    return decay((now - last_evidenced_at) / DAY, half_life_days)


def band(currency: float | None) -> Band | None:
    """Current above one half, fading down to a quarter with both ends included, then history."""
    if currency is None:
        return None
    if currency > 0.5:
        return Band.CURRENT
    return Band.FADING if currency >= 0.25 else Band.HISTORY
