"""Hearing: a turn without an id is known by its place, or goes on where the conversation stood."""

from __future__ import annotations

from datetime import timedelta

import pytest

from doxa.domain.claim import Segment
from doxa.domain.images import to_micros
from doxa.domain.source import CapturedTurn, Turn, turn_hash
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


def test_turns_sent_one_by_one_go_on_after_words_were_deleted(owner):
    first = owner.capture([Turn("user", A, at="2026-01-01T10:00Z")], source="talk").claims[0].memory
    owner.capture([Turn("user", B, at="2026-01-01T11:00Z")], source="talk")
    owner.forget(first.id)
    done = owner.capture([Turn("user", C, at="2026-01-01T12:00Z")], source="talk")
    assert (done.new_turns, {one.text for one in owner.list()}) == (1, {B, C})
    owner.capture([Turn("user", A, at="2026-01-01T10:00Z")], source="talk")  # the deleted one again
    assert A not in {one.text for one in owner.list()}


def test_a_conversation_of_one_deleted_turn_is_not_told_again(owner):
    owner.forget(owner.capture([Turn("user", A)], source="talk").claims[0].memory.id)
    done = owner.capture([Turn("user", A)], source="talk")
    assert (owner.list(), "were deleted" in done.notices[0]) == ((), True)


def test_the_same_words_without_a_name_or_a_time_are_said_again_on_another_day(owner, clock):
    first = owner.capture([Turn("user", A)])
    assert owner.capture([Turn("user", A)]).operation_id == first.operation_id
    clock.now += timedelta(days=1)
    again = owner.capture([Turn("user", A)])
    assert (again.is_retry, again.claims[0].event) == (False, "restated")


def test_a_machine_is_not_the_owner_whatever_its_name(owner):
    owner.capture([Turn("Ana", A, role="assistant"), Turn("Ana", B)], me="Ana")
    assert [one.text for one in owner.list()] == [B]
