"""Submissions: a failing model loses nothing, changes nothing, and says where it stands."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from tests.acceptance.builders import said, texts

from doxa.domain.judgement import Relation
from doxa.domain.source import Turn
from doxa.errors import (
    Conflict,
    Erased,
    IdempotencyConflict,
    InvalidInput,
    NotFound,
    OperationNotFound,
    Refused,
    SourceNotFound,
)
from doxa.testing.scripted_model import ScriptedModel

OSLO, ROME, HARP = "I live in Oslo.", "I live in Rome.", "I play the harp."
NO_TEXT: Any = 5
SECRET = "my password is hunter2-correct-horse"


def rivals_by_slot(new, held):
    return Relation.CONTRADICTED if new.slot == held.slot else Relation.UNRELATED


@pytest.fixture
def model():
    return ScriptedModel(rivals_by_slot)


@pytest.fixture
def place(tmp_path):
    return tmp_path / "memory.db"


@pytest.fixture
def owner(open_memory, model, place):
    return open_memory(place, model=model).owner("ana")


def waiting(owner):
    return [(one.state, one.attempts, one.error) for one in owner.operations()]


# -- a conversation is read at once -----------------------------------------------------------


def test_a_conversation_is_read_and_judged_within_the_call(owner, model):
    owner.capture([said(OSLO, "2026-01-01")], source="a")
    done = owner.capture([said(ROME, "2026-02-01")], source="b")
    assert (done.state, done.claims[0].event, model.asked) == (
        "processed",
        "contradicted",
        ["extract", "extract", "judge"],
    )
    assert texts(owner.list(stance="asserted")) == [ROME]
    assert (owner.operations(), owner.verify().problems) == ((), ())


def test_a_model_that_fails_leaves_the_turns_kept_and_nothing_else(owner, model):
    model.failures = ["invalid_output"]
    done = owner.capture([said(OSLO, "2026-01-01")], source="a")
    assert (done.state, done.claims, owner.list()) == ("pending", (), ())
    assert waiting(owner) == [("pending", 1, "invalid_output")]
    assert any("doxa maintain" in notice for notice in done.notices)
    assert owner.verify().commits == 0


def test_what_waits_is_done_by_the_next_pass_that_finds_it_due(owner, model, clock):
    model.failures = ["timeout"]
    kept = owner.capture([said("I saw a heron yesterday.", "2026-01-10T12:00Z")], source="a")
    assert owner.maintain().processed == 0  # not due yet
    clock.now += timedelta(minutes=5)
    done = owner.maintain()
    assert (done.processed, done.pending, done.failed) == (1, 0, 0)
    operation = owner.operation(kept.operation_id)
    assert (operation.state, operation.memories) == ("processed", (owner.list()[0].id,))
    assert str(owner.list()[0].observed_at)[:10] == "2026-01-10"


def test_a_turn_without_a_time_is_of_when_it_was_sent_not_of_when_it_was_read(owner, model, clock):
    model.failures = ["timeout"]
    sent = clock.now
    owner.capture([said(OSLO)], source="a")
    clock.now += timedelta(days=2)
    owner.maintain()
    assert owner.list()[0].observed_at - sent < timedelta(hours=1)


def test_three_failures_end_in_a_state_that_a_person_sees_and_can_retry(owner, model, clock):
    model.failures = ["timeout", "unreachable", "invalid_output"]
    kept = owner.capture([said(OSLO)], source="a")
    for _ in range(4):
        clock.now += timedelta(hours=1)
        owner.maintain()
    assert waiting(owner) == [("failed", 3, "invalid_output")]
    assert len(model.asked) == 3
    assert owner.retry(kept.operation_id).state == "processed"
    assert texts(owner.list()) == [OSLO]


def test_the_same_call_again_is_the_same_request_and_tries_again(owner, model):
    model.failures = ["timeout"]
    first = owner.capture([said(OSLO, "2026-01-01")], source="a")
    again = owner.capture([said(OSLO, "2026-01-01")], source="a")
    assert (again.operation_id, again.state, len(again.claims)) == (first.operation_id, "processed", 1)
    third = owner.capture([said(OSLO, "2026-01-01")], source="a")
    assert (third.operation_id, third.is_retry) == (first.operation_id, True)
    assert owner.verify().commits == 1


def test_a_key_that_waits_is_refused_for_another_conversation(owner, model):
    model.failures = ["timeout"]
    owner.capture([said(OSLO)], source="a", idempotency_key="k")
    with pytest.raises(IdempotencyConflict):
        owner.capture([said(ROME)], source="a", idempotency_key="k")


def test_what_comes_later_to_a_source_waits_for_what_came_before(owner, model, clock):
    model.failures = ["timeout", "timeout"]
    owner.capture([said(OSLO, "2026-01-01T10:00Z")], source="a")
    second = owner.capture([said(HARP, "2026-01-01T11:00Z")], source="a")
    assert (second.state, waiting(owner)) == ("pending", [("pending", 2, "timeout"), ("pending", 0, None)])
    clock.now += timedelta(hours=1)
    assert owner.maintain().processed == 2
    with owner._service._parts.store.reading("ana") as transaction:
        assert [turn.text for turn in transaction.turns("a")] == [OSLO, HARP]


def test_a_failure_of_one_source_does_not_hold_up_another(owner, model, clock):
    model.failures = ["timeout"]
    owner.capture([said(OSLO)], source="a")
    done = owner.capture([said(HARP)], source="b")
    assert (done.state, texts(owner.list())) == ("processed", [HARP])


def test_a_credential_is_not_kept_with_what_waits(owner, model, place):
    model.failures = ["timeout"]
    owner.capture([said(SECRET), said(OSLO)], source="a")
    owner._service.close()
    assert b"hunter2" not in b"".join(path.read_bytes() for path in place.parent.iterdir())


def test_what_waits_is_there_after_the_file_is_opened_again(owner, model, open_memory, place, clock):
    model.failures = ["timeout"]
    kept = owner.capture([said(OSLO)], source="a")
    owner._service.close()
    again = open_memory(place, model=ScriptedModel()).owner("ana")
    assert again.operation(kept.operation_id).state == "pending"
    clock.now += timedelta(hours=1)
    assert again.maintain().processed == 1


def test_a_replacement_that_waits_leaves_what_stands(owner, model, clock):
    owner.capture([said(OSLO, "2026-01-01")], source="a")
    model.failures = ["timeout"]
    owner.capture([said(HARP, "2026-01-01")], source="a", replace=True)
    assert texts(owner.list()) == [OSLO]
    clock.now += timedelta(hours=1)
    owner.maintain()
    assert texts(owner.list()) == [HARP]


# -- a memory is accepted and judged later ----------------------------------------------------


def test_a_memory_is_accepted_at_once_and_found_before_it_is_judged(owner, model):
    kept = owner.remember(OSLO)
    assert (kept.state, kept.memory.id, kept.memory.processing) == ("pending", kept.operation_id, "pending")
    (hit,) = owner.recall("where do I live, in Oslo?")
    assert (hit.text, hit.processing, hit.stance) == (OSLO, "pending", "unproven")
    assert (owner.context("Oslo").text, model.asked) == ("", [])


def test_words_that_the_owner_rejected_are_not_shown_again_while_they_wait(owner):
    owner.reject(owner.remember(OSLO, wait=True).memory.id)
    owner.remember(OSLO, channel="web_fetch")
    assert owner.recall("Oslo") == ()


def test_a_pass_makes_it_a_memory_of_its_own_time(owner, clock):
    kept = owner.remember(OSLO, tags=["home"], half_life_days=3)
    clock.now += timedelta(days=1)
    owner.maintain()
    (one,) = owner.list()
    assert (one.text, one.tags, one.stance, one.processing) == (OSLO, ("home",), "asserted", "processed")
    assert clock.now - one.observed_at > timedelta(hours=23)
    assert owner.operation(kept.operation_id).memories == (one.id,)
    assert owner.recall("Oslo")[0].id == one.id


def test_who_waits_has_it_judged_within_the_call(owner):
    owner.remember(OSLO, at="2026-01-01", wait=True)
    done = owner.remember(ROME, at="2026-02-01", wait=True)
    assert (done.state, done.event, done.asserted) == ("processed", "contradicted", done.memory.id)


def test_the_model_judges_and_not_the_rules(open_memory):
    model = ScriptedModel(lambda new, held: Relation.CONTRADICTED)
    owner = open_memory(model=model).owner("ana")
    owner.remember("My favourite tea is assam.", at="2026-01-01", wait=True)
    owner.remember("My favourite tea is the green one from Uji.", at="2026-02-01", wait=True)
    assert len(owner.list(stance="asserted")) == 1
    assert owner.explain(owner.list(stance="asserted")[0].id).memory.text.endswith("Uji.")


def test_an_untrusted_text_does_not_end_what_the_owner_said_whatever_the_model_makes_of_it(open_memory):
    for relation in Relation:
        owner = open_memory(model=ScriptedModel(lambda *_, r=relation: r)).owner("ana")
        owner.remember("My dentist is on Elm Road.", at="2026-01-01", wait=True)
        for day in range(2, 9):
            page = "My dentist is on Oak Road."
            owner.remember(page, channel="web_fetch", at=f"2026-02-0{day}", wait=True)
        assert texts(owner.list(stance="asserted")) == ["My dentist is on Elm Road."]
        assert owner.list(stance="asserted")[0].valid_to is None


@pytest.mark.parametrize("count", [3, 60])
def test_a_model_is_asked_of_few_neighbours_however_much_is_held(open_memory, count):
    model = ScriptedModel()
    owner = open_memory(model=model).owner("bo")
    for number in range(count):
        owner.remember(f"The red kettle number {number} stands on shelf {number}.", wait=True)
    assert max(len(case.held) for case in model.cases) <= 13


def test_what_was_cancelled_is_not_done_and_its_words_are_gone(owner, model, place, clock):
    kept = owner.remember("The osprey code is QX-5510.")
    gone = owner.cancel(kept.operation_id)
    assert (gone.state, owner.recall("osprey"), owner.operations()) == ("cancelled", (), ())
    clock.now += timedelta(hours=1)
    assert owner.maintain().processed == 0
    with pytest.raises(Conflict):
        owner.retry(kept.operation_id)
    owner._service.close()
    assert b"QX-5510" not in b"".join(path.read_bytes() for path in place.parent.iterdir())


def test_what_was_cancelled_can_be_sent_again(owner):
    first = owner.remember(OSLO, at="2026-01-01")
    owner.cancel(first.operation_id)
    again = owner.remember(OSLO, at="2026-01-01", wait=True)
    assert (again.state, again.operation_id != first.operation_id) == ("processed", True)


def test_deleting_a_source_cancels_what_waits_of_it(owner, model, clock):
    model.failures = ["timeout"]
    owner.capture([said(OSLO)], source="a")
    owner.delete_source("a")
    clock.now += timedelta(hours=1)
    owner.maintain()
    assert (owner.list(), owner.operations()) == ((), ())
    with pytest.raises(SourceNotFound):
        owner.delete_source("a")


def test_a_cancellation_during_the_models_answer_wins(owner, model):
    owner.remember(OSLO, at="2026-01-01", wait=True)
    kept, judge = owner.remember(ROME, at="2026-02-01"), model.judge

    def cancelling(cases):
        owner.cancel(kept.operation_id)
        return judge(cases)

    model.judge = cancelling
    assert owner.retry(kept.operation_id).state == "cancelled"
    assert texts(owner.list()) == [OSLO]


def test_a_request_accepted_just_after_it_was_done_does_not_wait_for_ever(owner, model, monkeypatch):
    """Two callers send the same; the slower one has looked before the faster one was done."""
    submitting = owner.capture.__wrapped__.__self__._submitting
    accept, turns = submitting.accept, [said(OSLO, "2026-01-01")]

    def slowly(*arguments):
        monkeypatch.setattr(submitting, "accept", accept)
        owner.capture(turns, source="a")
        return accept(*arguments)

    monkeypatch.setattr(submitting, "accept", slowly)
    assert owner.capture(turns, source="a").is_retry
    assert (owner.operations(), owner.verify().commits) == ((), 1)


def test_a_later_part_is_done_though_an_earlier_one_was_cancelled(owner, model):
    model.failures = ["timeout"]
    first = owner.capture([said(OSLO, "2026-01-01")], source="a")
    extract = model.extract

    def cancelling(segments, avoid):
        model.extract = extract
        owner.cancel(first.operation_id)
        return extract(segments, avoid)

    model.extract = cancelling
    done = owner.capture([said(HARP, "2026-01-02")], source="a")
    assert (done.state, texts(owner.list())) == ("processed", [HARP])


def test_a_retry_does_what_came_before_it_first(owner, model):
    model.failures = ["timeout", "timeout"]
    owner.capture([said(OSLO, "2026-01-01T10:00Z")], source="a")
    later = owner.capture([said(HARP, "2026-01-01T11:00Z")], source="a")
    assert owner.retry(later.operation_id).state == "processed"
    with owner._service._parts.store.reading("ana") as transaction:
        assert [turn.text for turn in transaction.turns("a")] == [OSLO, HARP]


def test_a_memory_under_a_sources_name_waits_in_line_with_its_conversation(owner, model):
    owner.remember(OSLO, source="a", at="2026-01-01")
    done = owner.capture([said(HARP, "2026-01-02")], source="a")
    assert (done.state, owner.operations()) == ("processed", ())
    assert set(texts(owner.list())) == {OSLO, HARP}


def test_what_a_model_may_never_say_is_refused_and_not_kept(owner, model):
    """A quote that is not in its turn: no model of ours lets it through, and another would be refused."""
    claims = model.extract
    model.extract = lambda segments, avoid: [
        [replace(one, quote="elsewhere") for one in found] for found in claims(segments, avoid)
    ]
    with pytest.raises(InvalidInput, match="a quote was not found"):
        owner.capture([said(OSLO)], source="a")
    assert (owner.operations(), owner.list()) == ((), ())


def test_one_request_that_cannot_be_done_does_not_hold_up_the_others(owner, model):
    model.failures = ["invalid_output"]
    owner.capture([said(ROME)], source="a")
    good = owner.remember(HARP)
    assert owner.maintain().processed == 1
    assert owner.operation(good.operation_id).state == "processed"
    assert [one.state for one in owner.operations()] == ["pending"]


def test_what_changes_during_the_models_answer_is_judged_too(owner, model):
    """The model has seen nothing yet when somebody else writes the rival."""
    judge = model.judge
    owner.remember(OSLO, at="2026-01-01", wait=True)

    def writing(cases):
        model.judge = judge
        owner.remember("I live in Bergen.", at="2026-01-15", wait=True)
        return judge(cases)

    model.judge = writing
    owner.remember(ROME, at="2026-02-01", wait=True)
    assert texts(owner.list(stance="asserted")) == [ROME]
    assert {"I live in Bergen.", OSLO} <= {held.text for case in model.cases for held in case.held}


@pytest.mark.parametrize("verb", ["operation", "retry", "cancel"])
def test_an_operation_nobody_knows_is_not_found(owner, memory, verb):
    owner.remember(OSLO)
    for name in ("o_0", "m_1"):
        with pytest.raises(OperationNotFound):
            getattr(owner, verb)(name)


def test_another_owner_does_not_see_what_waits(owner):
    kept = owner.remember(OSLO)
    from doxa.memory import Owner

    other = Owner(owner._service, "bo")
    assert (other.operations(), other.recall("Oslo")) == ((), ())
    with pytest.raises(NotFound):
        other.cancel(kept.operation_id)


def test_what_waits_for_a_model_that_is_no_longer_configured_says_so(owner, open_memory, place):
    kept = owner.remember(OSLO)
    without = open_memory(place).owner("ana")
    done = without.maintain()
    assert (done.pending, "DOXA_MODEL" in done.notices[0]) == (1, True)
    with pytest.raises(Refused, match="DOXA_MODEL"):
        without.retry(kept.operation_id)
    assert without.cancel(kept.operation_id).state == "cancelled"


def test_bad_input_is_refused_before_anything_is_accepted(owner):
    for call in (
        lambda: owner.remember(""),
        lambda: owner.capture([]),
        lambda: owner.remember(OSLO, zone="Nowhere"),
        lambda: owner.capture([said(OSLO)], zone="Nowhere"),
        lambda: owner.remember(SECRET),
        lambda: owner.remember(OSLO, wait="yes"),
        lambda: owner.remember(OSLO, taint=5),
        lambda: owner.remember(OSLO, zone=5),
        lambda: owner.capture([Turn("user", OSLO, role=NO_TEXT)]),
        lambda: owner.capture([said(OSLO)], me=5),
        lambda: owner.capture([said(OSLO)], language=5),
        lambda: owner.capture([said(OSLO)], source="a", replace="no"),
        lambda: owner.remember(OSLO, actor=5),
    ):
        with pytest.raises((InvalidInput, Refused)):
            call()
    assert owner.operations() == ()


@pytest.mark.parametrize("verb", ["reject", "resolve", "correct"])
def test_another_wording_by_a_model_does_not_undo_what_the_owner_said(owner, model, clock, verb):
    wrong = owner.capture([said(OSLO, "2026-01-01")], source="a").claims[0].memory
    clock.now += timedelta(days=1)
    getattr(owner, verb)(wrong.id, *(["I live in Bergen."] if verb == "correct" else []))
    before = {one.text for one in owner.list(stance="asserted") if one.valid_to is None}
    extract = model.extract
    model.extract = lambda segments, avoid: [
        [replace(one, text="Oslo is the city where I have my home") for one in found]
        for found in extract(segments, avoid)
    ]
    owner.capture([said(OSLO, "2026-01-01")], source="a", replace=True)
    assert {one.text for one in owner.list(stance="asserted") if one.valid_to is None} == before
    assert owner.verify().problems == ()


def test_a_forgotten_memory_is_not_brought_back_by_what_waits(owner, model, clock, place):
    owner.capture([said(OSLO, "2026-01-01"), said(HARP, "2026-01-01")], source="a")
    (oslo,) = [one for one in owner.list() if one.text == OSLO]
    model.failures = ["timeout"]
    owner.capture([said(OSLO, "2026-01-01"), said(ROME, "2026-01-01")], source="a", replace=True)
    again = owner.remember(OSLO)
    owner.forget(oslo.id)
    assert (owner.operation(again.operation_id).state, owner.recall("Oslo")) == ("cancelled", ())
    clock.now += timedelta(hours=1)
    owner.maintain()
    assert OSLO not in texts(owner.list())
    owner._service.close()
    assert OSLO.encode() not in b"".join(path.read_bytes() for path in place.parent.iterdir())


def test_the_last_word_on_a_source_is_the_last_that_was_sent(owner, model, clock):
    model.failures = ["timeout"] * 3
    for words in (OSLO, ROME, OSLO):
        owner.capture([said(words, "2026-01-01")], source="a", replace=True)
        clock.now -= timedelta(hours=2)  # and the clock goes back
    clock.now += timedelta(days=1)
    owner.maintain()
    owner.maintain()
    assert texts(owner.list()) == [OSLO]


def test_a_request_that_is_done_by_rule_does_not_wait_for_a_model_too(
    owner, model, open_memory, place, clock
):
    owner.remember(OSLO, idempotency_key="k", at="2026-01-01")
    without = open_memory(place).owner("ana")
    kept = without.remember(OSLO, idempotency_key="k", at="2026-01-01")
    assert (kept.state, without.operations()) == ("processed", ())
    without.forget(kept.memory.id)
    clock.now += timedelta(hours=1)
    assert owner.maintain().pending == 0
    with pytest.raises(Erased):
        owner.remember(OSLO, idempotency_key="k", at="2026-01-01")


def test_what_waits_for_a_source_is_done_by_rule_before_more_comes_to_it_by_rule(
    owner, model, open_memory, place
):
    model.failures = ["timeout"]
    owner.capture([said(OSLO, "2026-01-01")], source="a", replace=True)
    without = open_memory(place).owner("ana")
    without.capture([said(ROME, "2026-01-01")], source="a", replace=True)
    assert (texts(without.list()), without.operations()) == ([ROME], ())


def test_a_ruling_on_somebody_elses_words_is_not_the_owners(open_memory):
    """Both say the same; the model says contradicted of the owner's and unrelated of Bob's."""
    model = ScriptedModel(
        lambda new, held: Relation.CONTRADICTED if new.subject == "user" else Relation.UNRELATED
    )
    owner = open_memory(model=model).owner("ana")
    owner.capture([said(OSLO, "2026-01-01"), said(OSLO, "2026-01-01", by="Bob")], source="a")
    owner.capture([said(ROME, "2026-02-01"), said(ROME, "2026-02-01", by="Bob")], source="b")
    assert [one.text for one in owner.list(stance="asserted")] == [ROME]


# -- what was rejected is not brought up again ------------------------------------------------


def test_what_the_owner_rejected_of_late_goes_to_the_model_newest_first(owner, model, clock):
    for number in range(10):
        one = owner.remember(f"The heron number {number} is mine.", wait=True)
        owner.reject(one.memory.id)
        clock.now += timedelta(minutes=1)
    owner.capture([said(HARP)], source="a")
    assert model.avoided[-1] == tuple(f"The heron number {n} is mine." for n in range(9, 1, -1))
    clock.now += timedelta(days=31)
    owner.capture([said(OSLO)], source="b")
    assert model.avoided[-1] == ()


def test_any_change_by_any_process_refreshes_what_is_to_be_avoided(owner, model, open_memory, place):
    wrong = owner.remember(OSLO, wait=True).memory
    owner.capture([said(HARP)], source="a")
    other = open_memory(place, model=ScriptedModel()).owner("ana")
    other.reject(wrong.id)
    owner.capture([said("I ride a bike.")], source="b")
    assert model.avoided == [(), (OSLO,)]
    other.forget(wrong.id)
    owner.capture([said("I like tea.")], source="c")
    assert model.avoided[-1] == ()


def test_what_another_process_has_done_meanwhile_is_the_same_request(owner, model, open_memory, place):
    """It did the replacement, and more has come to the source since."""
    other = open_memory(place, model=ScriptedModel(rivals_by_slot)).owner("ana")
    extract = model.extract

    def overtaken(segments, avoid):
        model.extract = extract
        assert other.maintain().processed == 1
        other.capture([said(ROME, "2026-03-01")], source="a")
        return extract(segments, avoid)

    model.extract = overtaken
    done = owner.capture([said(OSLO, "2026-01-01")], source="a", replace=True)
    assert (done.state, done.is_retry, done.claims[0].memory.text) == ("processed", True, OSLO)
    assert texts(owner.list(stance="asserted")) == [ROME]
