"""Evidence: what takes part in a belief, and how the belief core sees it."""

from __future__ import annotations

import pytest

from doxa.belief import ProvenanceTier
from doxa.domain.evidence import EvidenceEvent, EvidenceState
from doxa.testing import a_piece


@pytest.mark.parametrize("state", EvidenceState)
@pytest.mark.parametrize("event", EvidenceEvent)
def test_only_what_stands_and_says_something_of_the_fact_takes_part(event, state):
    piece = a_piece(event=event, state=state)

    assert piece.is_observation == (state is EvidenceState.ACTIVE and event is not EvidenceEvent.RESOLVED)


@pytest.mark.parametrize("event", EvidenceEvent)
def test_only_a_rejection_denies(event):
    assert a_piece(event=event).to_observation().denies == (event is EvidenceEvent.REJECTED)


def test_the_belief_core_knows_a_candidate_by_its_item_and_never_its_words():
    piece = a_piece(
        "e_7",
        "m_7",
        belief_key="home",
        tier=ProvenanceTier.EMAIL,
        taint=ProvenanceTier.WEB_FETCH,
        content_confidence=0.5,
        family="source:talk",
        lineage=("m_1",),
        position=3,
        quote="I live in Oslo.",
    )
    seen = piece.to_observation()

    assert (seen.belief_key, seen.fact, seen.id, seen.position) == ("home", "m_7", "e_7", 3)
    assert (seen.tier, seen.taint, seen.content_confidence) == (piece.tier, piece.taint, 0.5)
    assert (seen.family, seen.lineage, seen.observed_at) == ("source:talk", ("m_1",), piece.observed_at)
    assert "Oslo" not in repr(seen)
