"""Replacing a source: what it no longer says goes, once; what the owner said of it stays said."""

from __future__ import annotations

import pytest
from tests.acceptance.builders import said, texts

from doxa.domain.source import Turn
from doxa.errors import Erased, IdempotencyConflict, InvalidInput

OSLO, HARP, SKODA = "I live in Oslo.", "I play the harp.", "I drive a Skoda."


def read(owner, *words: str, at: str = "2026-03-01", **options):
    turns = [said(text, at) for text in words]
    return owner.capture(turns, source="chat-1", replace=True, **options)


def held(owner) -> set[str]:
    return set(texts(owner.list()))


def test_what_is_no_longer_said_goes_and_what_is_said_still_keeps_its_row(owner):
    first = owner.capture([said(OSLO, "2026-03-01"), said(HARP, "2026-03-01")], source="chat-1")
    done = read(owner, OSLO, SKODA)
    assert held(owner) == {OSLO, SKODA}
    assert (done.withdrawn, [one.event for one in done.claims]) == (1, ["asserted"])
    assert owner.get(first.claims[0].memory.id).text == OSLO
    assert owner.verify().is_sound


def test_the_words_that_went_are_told_to_have_been_replaced(owner):
    owner.capture([said(OSLO, "2026-03-01")], source="chat-1")
    owner.remember(OSLO, at="2026-02-01")
    read(owner, HARP)
    assert [step.reason for step in owner.explain(OSLO).steps][-1] == "source_replaced"


def test_the_same_reading_again_is_the_same_operation(owner):
    owner.capture([said(HARP, "2026-03-01")], source="chat-1")
    first = read(owner, OSLO)
    again = read(owner, OSLO)
    assert (again.operation_id, again.is_retry) == (first.operation_id, True)
    assert owner.verify().commits == 2


def test_a_reading_that_others_came_between_is_a_new_one(owner):
    first = read(owner, OSLO)
    read(owner, HARP)
    again = read(owner, OSLO)
    assert again.operation_id != first.operation_id
    assert held(owner) == {OSLO}


def test_a_reading_is_done_anew_after_turns_were_added(owner):
    read(owner, OSLO)
    owner.capture([said(HARP, "2026-03-05")], source="chat-1")
    read(owner, OSLO)
    assert held(owner) == {OSLO}


def test_a_key_makes_a_reading_one_operation_and_is_refused_for_another(owner):
    first = read(owner, OSLO, idempotency_key="k")
    assert read(owner, OSLO, idempotency_key="k").operation_id == first.operation_id
    with pytest.raises(IdempotencyConflict):
        read(owner, SKODA, idempotency_key="k")
    read(owner, HARP)
    with pytest.raises(Erased):  # what it wrote is gone, and a late repeat does not bring it back
        read(owner, OSLO, idempotency_key="k")
    assert held(owner) == {HARP}


def test_a_conversation_that_says_nothing_takes_back_all_it_had_said(owner):
    owner.remember("I live in Rome.", at="2026-01-01", key="home")
    owner.capture([said(OSLO, "2026-03-01")], source="chat-1")
    done = read(owner, "How are you?")
    assert (done.withdrawn, done.claims) == (1, ())
    assert held(owner) == {"I live in Rome."}


def test_what_has_other_evidence_stays_in_its_words(owner):
    owner.remember(OSLO, at="2026-01-01")
    owner.capture([said(OSLO, "2026-03-01")], source="chat-1")
    read(owner, HARP)
    assert [len(owner.explain(one.id).evidence) for one in owner.list() if one.text == OSLO] == [2]
    assert held(owner) == {OSLO, HARP}


def test_what_it_had_displaced_is_asserted_again(owner):
    owner.capture([said("My favourite colour is red.", "2026-01-01")], source="older")
    owner.capture([said("My favourite colour is blue.", "2026-02-01")], source="chat-1")
    assert texts(owner.list(stance="asserted")) == ["My favourite colour is blue."]
    read(owner, HARP)
    assert set(texts(owner.list(stance="asserted"))) == {"My favourite colour is red.", HARP}


def test_evidence_that_was_sent_one_by_one_under_its_name_is_not_the_conversations(owner):
    owner.remember(SKODA, source="chat-1", at="2026-01-01")
    read(owner, OSLO)
    read(owner, HARP)
    assert held(owner) == {SKODA, HARP}


def test_the_generation_rises_and_is_on_the_receipt(memory, owner):
    from doxa.domain.receipt import ReceiptKind

    for words in (OSLO, HARP, SKODA):
        read(owner, words)
    with memory._service._parts.store.reading("ana") as transaction:
        receipts = transaction.receipts(ReceiptKind.SOURCE_REPLACEMENT, "chat-1")
        source, turns = transaction.source("chat-1"), transaction.turns("chat-1")
    assert [one.generation for one in receipts] == [1, 2, 3]
    assert (source.generation, [turn.generation for turn in turns]) == (3, [3])


def test_a_replacement_needs_a_name(owner):
    with pytest.raises(InvalidInput, match="give the source"):
        owner.capture([said(OSLO)], replace=True)


# -- what the owner said stays said -----------------------------------------------------------


def test_what_the_owner_rejected_is_not_asserted_by_reading_it_again(owner, clock):
    wrong = owner.capture([said(OSLO, "2026-03-01")], source="chat-1").claims[0].memory
    clock.now = clock.now.replace(month=4)
    owner.reject(wrong.id)
    read(owner, HARP)
    read(owner, OSLO, HARP)
    assert (held(owner), owner.recall("where do I live?")) == ({HARP}, ())
    assert texts(owner.list(review="rejected")) == [OSLO]
    assert owner.verify().is_sound


@pytest.mark.parametrize("is_whole", [True, False])
def test_a_rejection_outlasts_a_reading_of_turns_without_times(owner, is_whole):
    """Nobody says when they were said: then not today, but when they were said before."""
    wrong = owner.capture([Turn("user", OSLO, id="t1")], source="chat-1").claims[0].memory
    owner.reject(wrong.id)
    owner.capture([Turn("user", f"{HARP} {OSLO}", id="t1")], source="chat-1", replace=is_whole)
    assert held(owner) == {HARP}


@pytest.mark.parametrize("verb", ["reject", "resolve", "correct"])
def test_a_turn_that_was_put_in_before_moves_nothing_in_time(owner, verb):
    wrong = owner.capture([said(OSLO)], source="chat-1").claims[0].memory
    getattr(owner, verb)(wrong.id, *(["I live in Bergen."] if verb == "correct" else []))
    before = {one.text for one in owner.list(stance="asserted") if one.valid_to is None}
    owner.capture([said("Hello there!"), said(OSLO)], source="chat-1", replace=True)
    assert {one.text for one in owner.list(stance="asserted") if one.valid_to is None} == before


def test_deleted_words_keep_their_place_between_the_turns_around_them(owner):
    done = owner.capture([said(HARP), said(OSLO), said(SKODA)], source="chat-1")
    owner.forget(done.claims[1].memory.id)
    owner.capture([said("Hello there!"), said(HARP), said(OSLO), said(SKODA)], source="chat-1", replace=True)
    assert held(owner) == {HARP, SKODA}


def test_who_says_again_what_they_rejected_means_it(owner):
    wrong = owner.capture([said(OSLO)], source="chat-1").claims[0].memory
    owner.reject(wrong.id)
    owner.capture([said(OSLO), said("I do live in Oslo."), said(OSLO)], source="chat-2")
    assert OSLO in held(owner)


def test_what_the_owner_ended_stays_ended(owner, clock):
    flat = owner.capture([said(OSLO, "2026-03-01")], source="chat-1").claims[0].memory
    clock.now = clock.now.replace(month=4)
    owner.resolve(flat.id, at="2026-03-15")
    read(owner, HARP)
    read(owner, OSLO, HARP)
    assert [str(one.valid_to)[:10] for one in owner.list() if one.text == OSLO] == ["2026-03-15"]


def test_what_the_owner_corrected_stays_corrected(owner, clock):
    wrong = owner.capture([said("My badge number is 77.", "2026-03-01")], source="chat-1").claims[0].memory
    clock.now = clock.now.replace(month=4)
    owner.correct(wrong.id, "My badge number is 78.")
    read(owner, HARP)
    read(owner, "My badge number is 77.", HARP)
    assert set(texts(owner.list(stance="asserted"))) == {"My badge number is 78.", HARP}


def test_a_correction_is_met_though_no_judge_would_see_that_it_is_one(owner, clock):
    wrong = owner.capture([said(HARP, "2026-03-01")], source="chat-1").claims[0].memory
    clock.now = clock.now.replace(month=4)
    owner.correct(wrong.id, "Only my sister makes music.")
    read(owner, OSLO)
    read(owner, HARP, OSLO)
    assert HARP not in texts(owner.list(stance="asserted"))


def test_what_the_owner_forgot_is_not_brought_back_and_its_turn_is_said_to_be_left_out(owner):
    secret = owner.capture([said(OSLO, "2026-03-01"), said(HARP, "2026-03-01")], source="chat-1")
    owner.forget(secret.claims[0].memory.id)
    done = read(owner, OSLO, HARP)
    assert held(owner) == {HARP}
    assert any("were deleted" in notice for notice in done.notices)


def test_an_edited_turn_does_not_undo_a_rejection_either(owner, clock):
    wrong = owner.capture([said(OSLO, "2026-03-01T10:00Z")], source="chat-1").claims[0].memory
    clock.now = clock.now.replace(month=4)
    owner.reject(wrong.id)
    owner.capture([said(f"{OSLO} {HARP}", "2026-03-01T10:00Z")], source="chat-1")
    assert held(owner) == {HARP}
