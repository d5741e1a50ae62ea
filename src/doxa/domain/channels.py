"""Channels: by which way a text came in, and which tier that way belongs to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from doxa.belief import ProvenanceTier

OWNER_TIERS = frozenset({ProvenanceTier.USER_EDIT, ProvenanceTier.USER_DIRECT})

SCREENS = frozenset({"screen_ocr", "screen", "media_screen"})
"""What is seen on a screen: whoever says "I" there is not the owner."""

# Source: design, belief.md section 1.  A channel that is not named is untrusted.
DEFAULT_CHANNELS: Mapping[str, ProvenanceTier] = {
    **{tier.value: tier for tier in ProvenanceTier},
    "chat": ProvenanceTier.USER_DIRECT,
    "manual": ProvenanceTier.USER_EDIT,
    "assistant": ProvenanceTier.AGENT_OWN,
    "import": ProvenanceTier.DOCUMENT,
}


@dataclass(frozen=True, slots=True)
class Channels:
    """The operator's map from channel to tier; a request can name a channel, never a tier."""

    tiers: Mapping[str, ProvenanceTier] = field(default_factory=lambda: DEFAULT_CHANNELS)

    def tier_of(self, channel: str) -> ProvenanceTier:
        return self.tiers.get(channel, ProvenanceTier.UNTRUSTED)

    def is_named(self, channel: str) -> bool:
        return channel in self.tiers
