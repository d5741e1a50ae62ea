"""Belief records: how far a step moved a belief."""

from __future__ import annotations

import pytest

from doxa.belief import Distribution, Effect
from doxa.belief.revision import Event
from doxa.domain.belief_record import BeliefRevision
from doxa.testing.fakes import START


@pytest.mark.parametrize(
    ("before", "after", "movement"),
    [
        (Distribution(), Distribution(), 0.0),
        (Distribution(), Distribution({"m_1": 0.98}, 0.02), 0.98),
        (Distribution({"m_1": 1.0}, 0.0), Distribution({"m_2": 1.0}, 0.0), 1.0),
        (Distribution({"m_1": 0.6}, 0.4), Distribution({"m_1": 0.5, "m_2": 0.1}, 0.4), 0.1),
    ],
)
def test_movement_is_the_mass_that_changed_places(before, after, movement):
    step = BeliefRevision(
        "home",
        1,
        Event.OBSERVED,
        ("e_1",),
        Effect.COUNTED,
        0.98,
        "ceiling",
        before,
        after,
        None,
        "m_1",
        START,
    )

    assert step.movement == pytest.approx(movement)
