"""Hearing: a turn without an id is known by its place, or goes on where the conversation stood."""

from __future__ import annotations

import pytest

from doxa.domain.claim import Segment
from doxa.domain.images import to_micros
from doxa.domain.source import CapturedTurn, turn_hash
from doxa.service.hearing import Heard, placed
from doxa.testing.fakes import START


def heard(number: int, text: str, given_id: str | None = None, at=None) -> Heard:
    segment = Segment(text, at or START, position=number)
    return Heard(str(number), given_id, to_micros(at), segment, turn_hash("user", "user", text), False)


def taken(number: int, text: str | None, turn_id: str | None = None) -> CapturedTurn:
    words = None if text is None else turn_hash("user", "user", text)
    return CapturedTurn("talk", turn_id or str(number), number, 1, "user", "user", text, words, START, START)


A, B, C = "I keep bees.", "I play the harp.", "I drink tea."


@pytest.mark.parametrize(
    ("sent", "there", "seen"),
    [
        ([(1, A), (2, B)], [], [("1", False, False), ("2", False, False)]),
        ([(1, A), (2, B)], [taken(1, A)], [("1", True, False), ("2", False, False)]),
        ([(1, A), (2, C)], [taken(1, A), taken(2, B)], [("1", True, False), ("2", False, True)]),
        ([(1, B)], [taken(1, A)], [("2", False, False)]),
        ([(1, B), (2, C)], [taken(1, A)], [("2", False, False), ("3", False, False)]),
        ([(1, B)], [taken(1, A), taken(2, B)], [("2", True, False)]),
        ([(1, B)], [taken(1, None)], [("1", True, False)]),
    ],
    ids=["first", "longer", "edited", "only what is new", "two new", "again", "erased"],
)
def test_turns_without_ids_find_their_place(sent, there, seen):
    found = placed([heard(*one) for one in sent], there)
    assert [(turn.turn_id, turn.is_taken, turn.is_edit) for turn in found] == seen


def test_a_turn_with_an_id_is_known_by_it_wherever_it_stands():
    found = placed([heard(1, C, "x"), heard(2, A, "y")], [taken(1, A, "y"), taken(2, B, "x")])
    assert [(t.turn_id, t.is_taken, t.is_edit) for t in found] == [("x", False, True), ("y", True, False)]
