"""Sources: who speaks in a turn."""

from __future__ import annotations

import pytest

from doxa.domain.source import SILENT_ROLES, Turn, TurnKey
from doxa.testing import a_turn


@pytest.mark.parametrize(
    ("speaker", "role", "known"),
    [
        ("user", None, "user"),
        ("User", None, "user"),
        ("Human", None, "user"),
        ("me", None, "user"),
        ("Ana", "user", "user"),
        ("assistant", None, "assistant"),
        ("Tool", None, "tool"),
        ("Ana", None, "other"),
        ("user", "assistant", "assistant"),  # a role that was given wins over the name
        ("assistant", "other", "other"),
        ("Ana", "boss", "other"),
        ("usér", None, "other"),
    ],
)
def test_a_speaker_is_the_owner_a_machine_or_somebody_else(speaker, role, known):
    assert Turn(speaker, "words", role=role).known_role == known


@pytest.mark.parametrize("role", sorted(SILENT_ROLES))
def test_machines_are_told_apart(role):
    assert Turn(role, "words").known_role == role


def test_a_turn_is_known_by_its_source_and_its_id():
    assert a_turn("s_1", "7").key == TurnKey("s_1", "7") != TurnKey("s_2", "7")
