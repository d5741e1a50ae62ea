"""Clockwork: what the clock alone hides, which it does only while the belief model is switched off.

With the belief model, time lowers what is shown of a memory and hides nothing.  Without it
nobody could tell what is old from what holds, so what has expired is not shown.  Source:
design, lifecycle.md, switches.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from doxa.belief import BeliefClass
from doxa.domain.item import Layer, MemoryItem

from .parts import Parts

Hides = Callable[[MemoryItem, datetime], bool]


def hidden_by_clock(parts: Parts) -> Hides:
    """Whether an item is hidden at a moment, as the switch stands now."""
    return _nothing if parts.is_belief_model_enabled() else is_over


def is_over(item: MemoryItem, now: datetime) -> bool:
    """Past its expiry, or put away as what was left over of a session."""
    is_residue = item.layer is Layer.ARCHIVE and item.belief_class is BeliefClass.META_RESIDUE
    return is_residue or (item.expires_at is not None and item.expires_at <= now)


def _nothing(_item: MemoryItem, _now: datetime) -> bool:
    return False
