"""Images: every value of the domain as plain columns, and back.

One spelling serves the tables, the journal and the digests: instants are whole
microseconds since 1970, enumerations their values, sequences JSON.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields
from datetime import UTC, datetime, timedelta
from typing import Any

from doxa.belief import BeliefClass, Distribution, Effect, ProvenanceTier, Stance
from doxa.belief.revision import Event

from .belief_record import BeliefRevision, Withdrawal
from .claim import HalfLife, SubjectScope
from .evidence import Evidence, EvidenceEvent, EvidenceState
from .item import Kind, Layer, MemoryItem, Processing, Review, Status
from .source import Source

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)

Image = Mapping[str, Any]


def to_micros(at: datetime | None) -> int | None:
    return None if at is None else (at - EPOCH) // MICROSECOND


def from_micros(micros: int | None) -> datetime | None:
    return None if micros is None else EPOCH + timedelta(microseconds=micros)


def instant(micros: int) -> datetime:
    return EPOCH + timedelta(microseconds=micros)


def to_json(value: object) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def texts_to_json(texts: tuple[str, ...]) -> str:
    return to_json(texts) if texts else "[]"


def texts_of(text: str) -> tuple[str, ...]:
    # Most rows have none, and a thousand rows are read for one page.
    return () if text == "[]" else tuple(json.loads(text))


def changed(old: Image, new: Image) -> Image:
    """The columns in which the new image differs from the old one."""
    return {name: value for name, value in new.items() if old[name] != value}


# -- items ----------------------------------------------------------------------------------

_ITEM_INSTANTS = ("observed_at", "recorded_at", "updated_at", "valid_from", "valid_to", "last_evidenced_at")
_ITEM_FIELDS = tuple(field.name for field in fields(MemoryItem) if field.name != "half_life_days")


def item_image(item: MemoryItem) -> Image:
    """An item as columns; also what the journal keeps of it."""
    values: dict[str, Any] = {name: getattr(item, name) for name in _ITEM_FIELDS}
    for name in (*_ITEM_INSTANTS, "expires_at"):
        values[name] = to_micros(values[name])
    values["tags"], values["labels"] = texts_to_json(item.tags), texts_to_json(item.labels)
    mode = item.half_life_days
    values["half_life_mode"] = mode.value if isinstance(mode, HalfLife) else "days"
    values["half_life_days"] = None if isinstance(mode, HalfLife) else mode
    return values


def item_of(r: Image) -> MemoryItem:
    mode = r["half_life_mode"]
    belief_class = r["belief_class"]
    return MemoryItem(
        memory_id=r["memory_id"],
        revision=r["revision"],
        content=r["content"],
        content_hash=r["content_hash"],
        salt=r["salt"],
        words_hash=r["words_hash"],
        belief_key=r["belief_key"],
        subject=r["subject"],
        subject_scope=SubjectScope(r["subject_scope"]),
        observed_at=instant(r["observed_at"]),
        recorded_at=instant(r["recorded_at"]),
        updated_at=instant(r["updated_at"]),
        kind=Kind(r["kind"]),
        predicate=r["predicate"],
        slot=r["slot"],
        belief_class=None if belief_class is None else BeliefClass(belief_class),
        half_life_days=r["half_life_days"] if mode == "days" else HalfLife(mode),
        is_many_valued=bool(r["is_many_valued"]),
        user_asserted=bool(r["user_asserted"]),
        layer=Layer(r["layer"]),
        status=Status(r["status"]),
        processing=Processing(r["processing"]),
        review=Review(r["review"]),
        stance=Stance(r["stance"]),
        probability=r["probability"],
        tags=texts_of(r["tags"]),
        labels=texts_of(r["labels"]),
        is_locked=bool(r["is_locked"]),
        is_pinned=bool(r["is_pinned"]),
        emotional_weight=r["emotional_weight"],
        device=r["device"],
        valid_from=from_micros(r["valid_from"]),
        valid_to=from_micros(r["valid_to"]),
        last_evidenced_at=from_micros(r["last_evidenced_at"]),
        corroboration_count=r["corroboration_count"],
        superseded_by=r["superseded_by"],
        expires_at=from_micros(r["expires_at"]),
        source_id=r["source_id"],
        channel=r["channel"],
    )


# -- evidence -------------------------------------------------------------------------------

_EVIDENCE_FIELDS = tuple(field.name for field in fields(Evidence))


def evidence_image(piece: Evidence) -> Image:
    values: dict[str, Any] = {name: getattr(piece, name) for name in _EVIDENCE_FIELDS}
    for name in ("observed_at", "recorded_at", "valid_to"):
        values[name] = to_micros(values[name])
    values["lineage"] = texts_to_json(piece.lineage)
    return values


def evidence_of(r: Image) -> Evidence:
    taint = r["taint"]
    return Evidence(
        evidence_id=r["evidence_id"],
        memory_id=r["memory_id"],
        belief_key=r["belief_key"],
        event=EvidenceEvent(r["event"]),
        channel=r["channel"],
        tier=ProvenanceTier(r["tier"]),
        content_confidence=r["content_confidence"],
        family=r["family"],
        observed_at=instant(r["observed_at"]),
        recorded_at=instant(r["recorded_at"]),
        quote=r["quote"],
        taint=None if taint is None else ProvenanceTier(taint),
        lineage=texts_of(r["lineage"]),
        position=r["position"],
        source_id=r["source_id"],
        turn_id=r["turn_id"],
        quote_start=r["quote_start"],
        quote_end=r["quote_end"],
        half_life_days=r["half_life_days"],
        valid_to=from_micros(r["valid_to"]),
        state=EvidenceState(r["state"]),
    )


# -- beliefs --------------------------------------------------------------------------------


def distribution_image(distribution: Distribution) -> Image:
    return {"masses": dict(distribution.masses), "unknown": distribution.unknown}


def distribution_of(r: Image) -> Distribution:
    return Distribution(r["masses"], r["unknown"])


def belief_revision_image(revision: BeliefRevision) -> Image:
    return {
        "belief_key": revision.belief_key,
        "revision": revision.revision,
        "event": revision.event.value,
        "evidence_ids": list(revision.evidence_ids),
        "effect": revision.effect,
        "reliability": revision.reliability,
        "bound_by": revision.bound_by,
        "before": distribution_image(revision.before),
        "after": distribution_image(revision.after),
        "asserted_before": revision.asserted_before,
        "asserted_after": revision.asserted_after,
        "recorded_at": to_micros(revision.recorded_at),
        "reason": revision.reason,
    }


def belief_revision_of(r: Image) -> BeliefRevision:
    return BeliefRevision(
        belief_key=r["belief_key"],
        revision=r["revision"],
        event=Event(r["event"]),
        evidence_ids=tuple(r["evidence_ids"]),
        effect=None if r["effect"] is None else Effect(r["effect"]),
        reliability=r["reliability"],
        bound_by=r["bound_by"],
        before=distribution_of(r["before"]),
        after=distribution_of(r["after"]),
        asserted_before=r["asserted_before"],
        asserted_after=r["asserted_after"],
        recorded_at=instant(r["recorded_at"]),
        # Journals of the first releases do not have it.
        reason=None if r.get("reason") is None else Withdrawal(r["reason"]),
    )


# -- sources --------------------------------------------------------------------------------


def source_image(source: Source) -> Image:
    return {
        "source_id": source.source_id,
        "generation": source.generation,
        "channel": source.channel,
        "recorded_at": to_micros(source.recorded_at),
        "updated_at": to_micros(source.updated_at),
    }
