"""Tiers: how far a channel can be believed, whatever its text says.

The ceiling bounds how reliable anything that arrives on a channel of the tier can
be; the authority says whose word may replace whose.  Both belong to the operator:
nothing in a request or a text can choose them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from doxa.errors import InvalidInput


class ProvenanceTier(StrEnum):
    USER_EDIT = "user_edit"
    USER_DIRECT = "user_direct"
    AGENT_OWN = "agent_own"
    TOOL_OUTPUT = "tool_output"
    DOCUMENT = "document"
    EMAIL = "email"
    AGENT_THIRD_PARTY = "agent_third_party"
    WEB_FETCH = "web_fetch"
    UNTRUSTED = "untrusted"


@dataclass(frozen=True, slots=True)
class TierRule:
    """``ceiling`` is a probability, ``authority`` a rank from 0; the owner's rank is the highest."""

    ceiling: float
    authority: int

    def __post_init__(self) -> None:
        if not 0.0 <= self.ceiling < 1.0:
            raise InvalidInput(
                f"a ceiling is at least 0 and below 1, not {self.ceiling!r}: nobody is always right"
            )


# Source: design, belief.md section 1.
DEFAULT_TIERS: Final[Mapping[ProvenanceTier, TierRule]] = MappingProxyType(
    {
        ProvenanceTier.USER_EDIT: TierRule(0.99, 4),
        ProvenanceTier.USER_DIRECT: TierRule(0.98, 4),
        ProvenanceTier.AGENT_OWN: TierRule(0.80, 3),
        ProvenanceTier.TOOL_OUTPUT: TierRule(0.65, 3),
        ProvenanceTier.DOCUMENT: TierRule(0.55, 2),
        ProvenanceTier.EMAIL: TierRule(0.40, 1),
        ProvenanceTier.AGENT_THIRD_PARTY: TierRule(0.40, 1),
        ProvenanceTier.WEB_FETCH: TierRule(0.30, 1),
        ProvenanceTier.UNTRUSTED: TierRule(0.10, 0),
    }
)

OWNER_AUTHORITY: Final = 4

# At or below it an observation is recorded and moves nothing: half is what a coin knows.
PIVOT: Final = 0.5


@dataclass(frozen=True, slots=True)
class Reliability:
    """How far one observation is believed, and which of the three bounds decided it."""

    value: float
    bound_by: str
    authority: int

    @property
    def is_live(self) -> bool:
        """Whether it may move a belief at all."""
        return self.value > PIVOT


def weigh_source(
    tier: ProvenanceTier,
    content_confidence: float,
    taint: ProvenanceTier | None = None,
    tiers: Mapping[ProvenanceTier, TierRule] = DEFAULT_TIERS,
) -> Reliability:
    """The least of the tier's ceiling, the taint's ceiling and the content's own confidence.

    A tainted observation has no more authority than what tainted it.
    """
    rule = tiers[tier]
    bounds = [(rule.ceiling, "ceiling"), (content_confidence, "content")]
    authority = rule.authority
    if taint is not None:
        bounds.append((tiers[taint].ceiling, "taint"))
        authority = min(authority, tiers[taint].authority)
    value, bound_by = min(bounds, key=lambda bound: bound[0])
    return Reliability(value, bound_by, authority)
