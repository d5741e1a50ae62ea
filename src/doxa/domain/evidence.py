"""Evidence: why an item is believed, in whose words, and how far."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from doxa.belief import FactObservation, ProvenanceTier


class EvidenceEvent(StrEnum):
    """What a piece of evidence said of the item it is attached to."""

    ASSERTED = "asserted"
    RESTATED = "restated"
    CONTRADICTED = "contradicted"
    RESOLVED = "resolved"
    REJECTED = "rejected"


class EvidenceState(StrEnum):
    ACTIVE = "active"
    REDACTED = "redacted"
    TOMBSTONED = "tombstoned"


@dataclass(frozen=True, slots=True)
class Evidence:
    """One piece.  ``quote`` stands at ``quote_start`` to ``quote_end`` of its segment, byte for byte.

    ``contradicted`` marks the first words of an item that was judged a rival of another;
    ``resolved`` sets ``valid_to`` and takes no part in the belief.
    """

    evidence_id: str
    memory_id: str
    belief_key: str
    event: EvidenceEvent
    channel: str
    tier: ProvenanceTier
    content_confidence: float
    family: str
    observed_at: datetime
    recorded_at: datetime
    quote: str | None
    taint: ProvenanceTier | None = None
    lineage: tuple[str, ...] = ()
    position: int = 0
    source_id: str | None = None
    turn_id: str | None = None
    quote_start: int | None = None
    quote_end: int | None = None
    half_life_days: float | None = None
    valid_to: datetime | None = None
    state: EvidenceState = EvidenceState.ACTIVE

    @property
    def is_observation(self) -> bool:
        """Whether it takes part in the belief at all."""
        return self.state is EvidenceState.ACTIVE and self.event is not EvidenceEvent.RESOLVED

    def to_observation(self) -> FactObservation:
        """The belief core knows candidates by the id of their item."""
        return FactObservation(
            belief_key=self.belief_key,
            fact=self.memory_id,
            observed_at=self.observed_at,
            tier=self.tier,
            content_confidence=self.content_confidence,
            family=self.family,
            lineage=self.lineage,
            taint=self.taint,
            denies=self.event is EvidenceEvent.REJECTED,
            id=self.evidence_id,
            position=self.position,
        )
