"""The log in words."""

from __future__ import annotations

import pytest
from tests.laws.strategies import KEY, A, B, claim, rejection, resolved

from doxa.belief import BeliefResolver, Effect
from doxa.belief.revision import Event

DIRECT = "r = 0.98 by its channel's ceiling"
REPEAT = "a repeat by the same family: it only carries the time forward"
ECHO = "an echo: it derives from the very memory it supports, so it counts not at all"
MUTE = "not above the pivot 0.5: recorded, moves nothing"
ROME = "'Oslo' 0.9800 -> 0.0907, 'Rome' 0.0000 -> 0.8911, UNKNOWN 0.0200 -> 0.0182; 'Rome' is asserted now"
STAYS = "nothing moved; 'Oslo' stays asserted"


@pytest.mark.parametrize(
    ("history", "what", "why", "then"),
    [
        (
            [claim(A)],
            "'Oslo' on user_direct at 2026-01-01",
            DIRECT,
            "'Oslo' 0.0000 -> 0.9800, UNKNOWN 1.0000 -> 0.0200; 'Oslo' is asserted now",
        ),
        (
            [claim(A, confidence=0.9)],
            "'Oslo' on user_direct at 2026-01-01",
            "r = 0.90 by its own wording",
            "'Oslo' 0.0000 -> 0.9000, UNKNOWN 1.0000 -> 0.1000; 'Oslo' is asserted now",
        ),
        (
            [claim(A, taint="web_fetch")],
            "'Oslo' on user_direct at 2026-01-01",
            f"r = 0.30 by its taint's ceiling, {MUTE}",
            "nothing moved; nothing is asserted",
        ),
        (
            [claim(A, family="a"), claim(A, 1, family="a")],
            "'Oslo' on user_direct at 2026-01-02",
            f"{DIRECT}, {REPEAT}",
            STAYS,
        ),
        ([claim(A), claim(A, 1, "agent_own", lineage=[A])], "'Oslo' on agent_own at 2026-01-02", ECHO, STAYS),
        (
            [claim(A), rejection(A, 1)],
            "not 'Oslo' on user_direct at 2026-01-02",
            DIRECT,
            "'Oslo' 0.9800 -> 0.0924, UNKNOWN 0.0200 -> 0.9076; nothing is asserted any more",
        ),
        (
            [claim(A), claim(B, 1)],
            "'Rome' on user_direct at 2026-01-02",
            DIRECT,
            ROME,
        ),
    ],
)
def test_the_last_step_in_a_sentence(history, what, why, then):
    assert resolved(history).revisions(KEY)[-1].explain() == f"{what}, {why}: {then}"


def test_candidates_may_be_called_by_their_text():
    (revision,) = resolved([claim("m1")]).revisions(KEY)
    assert "'I live in Oslo' is asserted now" in revision.explain({"m1": "I live in Oslo"})
    assert "m1" not in revision.explain({"m1": "I live in Oslo"})


def test_a_withdrawal_says_how_much_was_withdrawn_and_what_came_back():
    resolver = resolved([claim(A), claim(B, 1, family="mail"), claim(B, 2, family="mail")])
    (revision,) = resolver.retract("mail")
    assert (revision.event, revision.effect, revision.reliability) == (Event.RETRACTED, None, None)
    assert [o.fact for o in revision.observations] == [B, B]
    assert (revision.asserted_before, revision.asserted_after) == (B, A)
    assert revision.explain().startswith("2 observation(s) withdrawn and the belief computed again: ")
    assert revision.explain().endswith("'Oslo' is asserted now")


def test_a_step_keeps_what_was_observed_and_why_it_weighed_what_it_did():
    (first, second) = resolved([claim(A), claim(B, 1, "email", 0.2)]).revisions(KEY)
    assert (first.number, second.number) == (1, 2)
    assert second.effect is Effect.GATED
    assert second.reliability is not None
    assert (second.reliability.value, second.reliability.bound_by) == (0.2, "content")
    assert (second.movement, second.has_changed_assertion) == (0.0, False)
    assert first.movement == pytest.approx(0.98)
    assert first.has_changed_assertion


def test_nothing_observed_leaves_nothing_to_read():
    assert BeliefResolver().revisions(KEY) == ()
