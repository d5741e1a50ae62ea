"""Strategies: any value the domain allows, extremes included."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from hypothesis import strategies as st

from doxa.belief import BeliefClass, Distribution, ProvenanceTier, Stance
from doxa.domain.belief_record import BeliefRecord
from doxa.domain.claim import HalfLife, SubjectScope
from doxa.domain.evidence import Evidence, EvidenceEvent, EvidenceState
from doxa.domain.item import Kind, Layer, MemoryItem, Processing, Review, Status
from doxa.domain.operation import Operation, OperationKind
from doxa.domain.source import CapturedTurn, Source

# No database keeps NUL or half a surrogate in a text, and the door lets neither in.
_characters = st.characters(codec="utf-8", exclude_characters="\x00")
texts = st.text(_characters, max_size=40)
long_texts = st.text(_characters, max_size=4_000)
names = st.text(_characters, min_size=1, max_size=20)
digests = st.text("0123456789abcdef", min_size=32, max_size=32)
instants = st.datetimes(timezones=st.just(UTC)) | st.sampled_from(
    [datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)]
)
probabilities = st.floats(0, 1)
days = st.floats(min_value=0, exclude_min=True, allow_infinity=False, allow_nan=False)
counts = st.integers(0, 2**31 - 1)
positions = st.integers(-(2**63), 2**63 - 1)
tags = st.lists(texts, max_size=3).map(tuple)
half_lives = days | st.sampled_from(HalfLife)
tiers = st.sampled_from(ProvenanceTier)


def items(memory_id: str | None = None) -> st.SearchStrategy[MemoryItem]:
    """Any item, whether or not its columns make sense together: a store must not care."""
    return st.builds(
        MemoryItem,
        memory_id=names if memory_id is None else st.just(memory_id),
        revision=st.integers(1, 2**31 - 1),
        content=st.none() | texts,
        content_hash=st.none() | digests,
        salt=st.none() | digests,
        words_hash=st.none() | digests,
        belief_key=names,
        subject=st.none() | texts,
        subject_scope=st.sampled_from(SubjectScope),
        observed_at=instants,
        recorded_at=instants,
        updated_at=instants,
        kind=st.sampled_from(Kind),
        predicate=st.none() | texts,
        slot=st.none() | texts,
        belief_class=st.none() | st.sampled_from(BeliefClass),
        half_life_days=half_lives,
        is_many_valued=st.booleans(),
        user_asserted=st.booleans(),
        layer=st.sampled_from(Layer),
        status=st.sampled_from(Status),
        processing=st.sampled_from(Processing),
        review=st.sampled_from(Review),
        stance=st.sampled_from(Stance),
        probability=probabilities,
        tags=tags,
        labels=tags,
        is_locked=st.booleans(),
        is_pinned=st.booleans(),
        emotional_weight=st.none() | probabilities,
        device=st.none() | texts,
        valid_from=st.none() | instants,
        valid_to=st.none() | instants,
        last_evidenced_at=st.none() | instants,
        corroboration_count=counts,
        superseded_by=st.none() | names,
        expires_at=st.none() | instants,
        source_id=st.none() | texts,
        channel=st.none() | texts,
    )


def evidence(memory_id: str = "m_1", evidence_id: str | None = None) -> st.SearchStrategy[Evidence]:
    """Any piece of evidence on an item that is there."""
    return st.builds(
        Evidence,
        evidence_id=names if evidence_id is None else st.just(evidence_id),
        memory_id=st.just(memory_id),
        belief_key=names,
        event=st.sampled_from(EvidenceEvent),
        channel=names,
        tier=tiers,
        content_confidence=probabilities,
        family=names,
        observed_at=instants,
        recorded_at=instants,
        quote=st.none() | texts,
        taint=st.none() | tiers,
        lineage=tags,
        position=positions,
        source_id=st.none() | texts,
        turn_id=st.none() | texts,
        quote_start=st.none() | counts,
        quote_end=st.none() | counts,
        half_life_days=st.none() | days,
        valid_to=st.none() | instants,
        state=st.sampled_from(EvidenceState),
    )


distributions = st.builds(
    Distribution, st.dictionaries(names, probabilities, max_size=4), unknown=probabilities
)


def beliefs(belief_key: str | None = None) -> st.SearchStrategy[BeliefRecord]:
    return st.builds(
        BeliefRecord,
        belief_key=names if belief_key is None else st.just(belief_key),
        revision=counts,
        distribution=distributions,
        asserted=st.none() | names,
        is_contested=st.booleans(),
        half_life_days=st.none() | days,
        clock=st.none() | instants,
        updated_at=instants,
    )


def sources(source_id: str = "s_1") -> st.SearchStrategy[Source]:
    return st.builds(
        Source,
        source_id=st.just(source_id),
        generation=counts,
        channel=names,
        recorded_at=instants,
        updated_at=instants,
    )


def turns(source_id: str = "s_1") -> st.SearchStrategy[CapturedTurn]:
    return st.builds(
        CapturedTurn,
        source_id=st.just(source_id),
        turn_id=names,
        position=counts,
        generation=counts,
        speaker=names,
        role=names,
        text=st.none() | texts,
        turn_hash=st.none() | digests,
        observed_at=instants,
        recorded_at=instants,
    )


_plain = (
    st.none()
    | st.booleans()
    | st.integers(-(2**53), 2**53)
    | st.floats(allow_nan=False, allow_infinity=False)
    | texts
)
results = st.dictionaries(texts, _plain | st.lists(_plain, max_size=2), max_size=3)

operations: st.SearchStrategy[Operation] = st.builds(
    Operation,
    operation_id=names,
    kind=st.sampled_from(OperationKind),
    identity=st.none() | names,
    is_keyed=st.booleans(),
    digest=st.none() | digests,
    actor=names,
    created_at=instants,
    account_generation=counts,
    head_seen=st.integers(0, 2**63 - 1),
    result=results,
)


@st.composite
def rows(draw: st.DrawFn) -> dict[str, Any]:
    """The new rows of one operation, keys that exist included; for `doxa.testing.changes`."""
    new_items = draw(st.lists(items(), max_size=3, unique_by=lambda item: item.memory_id))
    pieces = [draw(evidence(item.memory_id)) for item in new_items]
    source = draw(st.none() | sources())
    return {
        "new_items": new_items,
        "new_evidence": list({piece.evidence_id: piece for piece in pieces}.values()),
        "new_beliefs": draw(st.lists(beliefs(), max_size=2, unique_by=lambda belief: belief.belief_key)),
        "new_sources": [] if source is None else [source],
        "new_turns": []
        if source is None
        else draw(st.lists(turns(), max_size=2, unique_by=lambda turn: turn.turn_id)),
        "to_index": [item.memory_id for item in new_items],
    }
