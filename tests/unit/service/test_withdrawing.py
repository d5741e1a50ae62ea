"""Withdrawing a source: what goes, what stays and in whose words, what returns, and what does not move."""

from __future__ import annotations

import pytest
from tests.acceptance.builders import said

from doxa import Turn
from doxa.belief import Stance
from doxa.errors import Erased, IdempotencyConflict, InvalidInput, MemoryNotFound, SourceNotFound
from doxa.faces.wire import to_wire

OSLO, ROME = "I live in Oslo.", "I live in Rome."


def everything(owner):
    """All that a reader is shown, to compare two moments by; how fresh it is they do not share."""
    shown = [owner.list(limit=1_000), owner.beliefs(), [owner.explain(m.id) for m in owner.list()]]
    return timeless(to_wire(shown))


def timeless(value):
    if isinstance(value, dict):
        return {name: timeless(one) for name, one in value.items() if name not in ("currency", "credence")}
    return [timeless(one) for one in value] if isinstance(value, list) else value


def test_what_the_source_displaced_returns_and_the_answer_says_so(owner):
    oslo = owner.remember(OSLO, source="chat 1", at="2026-01-01").memory
    before = everything(owner)
    rome = owner.remember(ROME, source="chat 2", at="2026-02-01").memory
    done = owner.delete_source("chat 2")
    assert (done.forgotten, done.kept, done.asserted) == ((rome.id,), (), (oslo.id,))
    assert (done.evidence, done.turns, done.is_dry_run, done.is_retry) == (1, 0, False, False)
    again = owner.get(oslo.id)
    assert (again.stance, again.probability, again.superseded_by) == (Stance.ASSERTED, 0.98, None)
    assert timeless(to_wire(owner.beliefs())) == before[1]
    with pytest.raises(MemoryNotFound):
        owner.get(rome.id)


def test_nothing_else_moves(owner):
    """Other beliefs, other sources, other owners: not a byte."""
    for n, text in enumerate((OSLO, "I work at Acme.", "My cat is called Pim.")):
        owner.remember(text, source="kept", at="2026-01-01", key=f"key {n}")
    owner.capture([said("My favourite drink is tea.", "2026-01-02")], source="chat")
    before = everything(owner)
    owner.capture(
        [said("I play chess.", "2026-01-03"), said("My brother is a nurse.", "2026-01-03")], source="gone"
    )
    done = owner.delete_source("gone")
    assert (len(done.forgotten), done.turns, done.asserted) == (2, 2, ())
    assert everything(owner) == before


def test_a_dry_run_says_what_would_go_and_writes_nothing(owner):
    owner.remember(OSLO, source="one", at="2026-01-01")
    owner.capture([said(ROME, "2026-02-01")], source="two")
    before, commits = everything(owner), owner.verify().commits
    planned = owner.delete_source("two", dry_run=True)
    assert (everything(owner), owner.verify().commits) == (before, commits)
    done = owner.delete_source("two")
    shown = ("source", "evidence", "turns", "forgotten", "kept", "reworded", "asserted")
    assert [getattr(planned, name) for name in shown] == [getattr(done, name) for name in shown]
    assert (planned.is_dry_run, planned.operation_id) == (True, None)


@pytest.mark.parametrize("is_dry_run", [False, True])
def test_a_source_that_has_said_nothing_is_not_found(owner, memory, is_dry_run):
    owner.remember(OSLO, source="one")
    memory.owner("bob").remember(OSLO, source="bob's")
    for source in ("two", "ONE", "bob's"):
        with pytest.raises(SourceNotFound, match="doxa list"):
            owner.delete_source(source, dry_run=is_dry_run)
    with pytest.raises(SourceNotFound):
        memory.owner("nobody").delete_source("one", dry_run=is_dry_run)
    assert "nobody" not in memory.owners()


@pytest.mark.parametrize("source", ["", " ", "two\nlines", None, 7])
def test_what_names_no_source_is_refused(owner, source):
    with pytest.raises(InvalidInput, match="the source"):
        owner.delete_source(source)


def test_a_second_time_there_is_nothing_left_to_withdraw(owner):
    owner.capture([said(OSLO)], source="chat")
    owner.delete_source("chat")
    with pytest.raises(SourceNotFound):
        owner.delete_source("chat")
    owner.remember(ROME, source="chat")
    assert owner.delete_source("chat").evidence == 1


def test_a_repeat_with_its_key_answers_the_same_and_writes_nothing(owner):
    owner.remember(OSLO, source="one", idempotency_key="told")
    first = owner.delete_source("one", idempotency_key="away")
    owner.remember(ROME, source="one")
    again = owner.delete_source("one", idempotency_key="away")
    assert (again.operation_id, again.forgotten, again.is_retry) == (
        first.operation_id,
        first.forgotten,
        True,
    )
    assert [one.text for one in owner.list()] == [ROME]
    with pytest.raises(IdempotencyConflict):
        owner.delete_source("two", idempotency_key="away")
    with pytest.raises(Erased):
        owner.remember(OSLO, source="one", idempotency_key="told")
    owner.delete_source("one")
    assert owner.delete_source("one", idempotency_key="away").is_retry


# -- what has other evidence --------------------------------------------------------------------


def test_a_memory_that_others_told_too_stays_without_the_sources_voice(owner):
    first = owner.remember(OSLO, source="kept", at="2026-01-01").memory
    alone = first.probability
    owner.remember(OSLO, source="gone", at="2026-02-01", tags=())
    done = owner.delete_source("gone")
    assert (done.kept, done.forgotten, done.reworded) == ((first.id,), (), ())
    left = owner.get(first.id)
    assert (left.probability, left.corroboration_count, left.as_of) == (alone, 1, first.as_of)
    assert [(p.source, p.quote) for p in owner.explain(first.id).evidence if p.quote] == [("kept", OSLO)]


def test_the_same_words_of_another_stay_and_are_from_there_now(owner):
    """As if the source had never spoken: the memory is the other's, of the day it said so."""
    first = owner.remember(OSLO, source="gone", at="2026-01-01").memory
    owner.remember(OSLO, source="kept", channel="assistant", at="2026-02-01")
    owner.delete_source("gone")
    left = owner.get(first.id)
    assert (left.text, left.source, left.channel, left.probability) == (OSLO, "kept", "assistant", 0.8)
    assert left.observed_at.isoformat() == "2026-02-01T00:00:00+00:00"
    assert owner.list(source="gone") == ()


@pytest.fixture
def pim(owner):
    """Only one source named the cat; the other said less of the same."""
    owner.remember("I have a cat called Pimpernel.", source="gone", at="2026-01-01")
    restated = owner.remember("I have a cat.", source="kept", at="2026-02-01")
    assert restated.event == "restated"
    return restated.memory


def test_words_that_only_the_source_had_go_and_the_rest_is_told_in_the_words_of_the_rest(owner, pim):
    done = owner.delete_source("gone")
    assert (done.kept, done.reworded) == ((pim.id,), (pim.id,))
    left = owner.get(pim.id)
    assert (left.text, left.source, left.probability) == ("I have a cat.", "kept", 0.98)
    assert owner.recall("Pimpernel") == ()
    assert [hit.id for hit in owner.recall("cat")] == [pim.id]
    assert owner.verify().problems == ()


def test_an_echo_of_reworded_memory_is_still_an_echo(owner, pim):
    """It keeps its id, so what was derived from it does not come back as news."""
    owner.remember("I have a cat.", channel="assistant", lineage=[pim.id], at="2026-03-01")
    owner.delete_source("gone")
    owner.remember("I have a cat.", channel="assistant", lineage=[pim.id], at="2026-03-02")
    assert (owner.get(pim.id).probability, owner.get(pim.id).corroboration_count) == (0.98, 1)


def test_a_reworded_memory_can_be_restated_withdrawn_and_forgotten(owner, pim):
    owner.delete_source("gone")
    assert owner.remember("I have a cat.", source="third", at="2026-03-01").memory.id == pim.id
    owner.delete_source("kept")
    assert owner.get(pim.id).source == "third"
    assert owner.verify().problems == ()
    owner.forget(pim.id)
    assert (owner.list(), owner.verify().problems) == ((), ())


def test_a_request_of_the_rest_is_still_known_after_a_rewording(owner):
    owner.remember("I have a cat called Pimpernel.", source="gone", at="2026-01-01")
    once = owner.remember("I have a cat.", source="kept", at="2026-02-01", idempotency_key="once")
    owner.delete_source("gone")
    again = owner.remember("I have a cat.", source="kept", at="2026-02-01", idempotency_key="once")
    assert (again.is_retry, again.operation_id) == (True, once.operation_id)


def test_what_the_owner_confirmed_by_hand_is_the_owners_own(owner):
    told = owner.remember(OSLO, source="gone", channel="document", at="2026-01-01").memory
    owner.confirm(told.id)
    done = owner.delete_source("gone")
    left = owner.get(told.id)
    assert (done.kept, left.text, left.channel, left.source) == ((told.id,), OSLO, "manual", None)
    assert left.stance is Stance.ASSERTED


@pytest.mark.parametrize("verb", ["reject", "resolve"])
def test_a_rejection_or_an_end_is_nothing_to_rest_on(owner, verb):
    told = owner.remember(OSLO, source="gone", at="2026-01-01").memory
    getattr(owner, verb)(told.id)
    assert owner.delete_source("gone").forgotten == (told.id,)
    assert (owner.list(), owner.list(review="rejected")) == ((), ())
    assert owner.verify().problems == ()


def test_an_edited_turn_had_left_words_in_the_journal_and_they_go_as_well(owner):
    """The edit took the quote back; the memory stands on another source's word."""
    owner.remember(OSLO, source="kept", at="2026-01-01")
    owner.capture([said(OSLO, "2026-01-02")], source="gone")
    owner.capture([said("I play chess.", "2026-01-02")], source="gone")
    owner.delete_source("gone")
    (left,) = owner.list()
    assert [piece.quote for piece in owner.explain(left.id).evidence] == [OSLO, None]
    assert owner.verify().problems == ()


# -- conversations ------------------------------------------------------------------------------


def test_the_turns_go_and_are_not_taken_again(owner):
    turns = [said(OSLO, "2026-01-01"), said("Nice!", "2026-01-01", by="assistant")]
    owner.capture(turns, source="chat")
    assert owner.delete_source("chat").turns == 2
    again = owner.capture([*turns, said("I play chess.", "2026-01-02")], source="chat")
    assert again.new_turns == 1
    assert [one.text for one in owner.list()] == ["I play chess."]
    assert owner.verify().problems == ()


def test_who_sends_something_new_in_the_place_of_what_was_deleted_is_told_that_it_was_not_taken(owner):
    """Without its words or a time nobody can tell a turn that is sent again from another in its place."""
    owner.capture([said(OSLO, "2026-01-01")], source="inbox")
    owner.delete_source("inbox")
    other = "I play chess."
    ignored = owner.capture([said(other)], source="inbox")
    assert (ignored.new_turns, ignored.claims) == (0, ())
    assert "1 turn(s) stand where" in ignored.notices[0]
    taken = owner.capture([Turn("user", other, id="new")], source="inbox")
    assert (taken.new_turns, taken.notices) == (1, ())


def test_who_says_something_at_another_time_than_what_was_deleted_is_heard(owner):
    owner.capture([said(OSLO, "2026-01-01")], source="inbox")
    owner.delete_source("inbox")
    taken = owner.capture([said("I play chess.", "2026-03-01")], source="inbox")
    assert (taken.new_turns, taken.notices) == (1, ())


def test_a_credential_that_is_sent_again_stands_where_nothing_was_deleted(owner):
    turns = [said("My password is hunter2-Xk29.", "2026-01-01"), said(OSLO, "2026-01-01")]
    first = owner.capture(turns, source="chat")
    again = owner.capture([*turns, said("I play chess.", "2026-01-02")], source="chat")
    assert (again.new_turns, again.notices) == (1, first.notices)


def test_a_conversation_without_a_claim_can_be_withdrawn(owner):
    owner.capture([said("Hello there!")], source="chat")
    done = owner.delete_source("chat")
    assert (done.evidence, done.turns, done.forgotten) == (0, 1, ())


def test_a_repeat_of_the_capture_that_was_withdrawn_writes_nothing(owner):
    turns = [said(OSLO, "2026-01-01")]
    owner.capture(turns, source="chat", idempotency_key="k")
    owner.delete_source("chat")
    with pytest.raises(Erased):
        owner.capture(turns, source="chat", idempotency_key="k")
    assert owner.list() == ()


def test_not_a_byte_of_it_is_left_in_the_file(open_memory, tmp_path):
    path = tmp_path / "memory.db"
    memory = open_memory(path)
    owner = memory.owner("ana")
    owner.remember("I have a cat called Pimpernel.", source="gone", at="2026-01-01")
    owner.remember("I have a cat.", source="kept", at="2026-02-01")
    owner.capture(
        [said("My locker is number 471147.", "2026-01-01"), said("Zounds.", "2026-01-01")], source="gone"
    )
    owner.remember(OSLO, source="kept", at="2026-02-01")
    owner.capture([said(f"As I said: {OSLO}", "2026-02-02")], source="gone")
    owner.delete_source("gone")
    assert owner.verify().problems == ()
    memory.close()
    left = b"".join(file.read_bytes() for file in tmp_path.glob("memory.db*"))
    assert [word for word in (b"impernel", b"471147", b"Zounds", b"As I said") if word in left] == []
    assert b"Oslo" in left


@pytest.mark.parametrize("verb", ["forget", "delete_source"])
def test_an_agent_that_still_has_a_deleted_memory_in_mind_does_not_bring_it_back(owner, verb):
    told = owner.remember(OSLO, source="gone", at="2026-01-01").memory
    getattr(owner, verb)(told.id if verb == "forget" else "gone")
    owner.remember(OSLO, channel="assistant", lineage=[told.id], at="2026-02-01")
    assert owner.list(stance="asserted") == ()
    assert [item.channel for item in owner.list(stance="unproven")] == ["assistant"]
    assert owner.verify().is_sound


# -- why, afterwards ------------------------------------------------------------------------------


def test_explain_says_why_evidence_went(owner):
    oslo = owner.remember(OSLO, source="one", key="home", at="2026-01-01").memory
    owner.remember(ROME, source="two", key="home", at="2026-02-01")
    owner.delete_source("two")
    last = owner.explain("home").steps[-1]
    assert (last.event, last.reason, last.asserted_after) == ("retracted", "source_deleted", oslo.id)
    assert "withdrawn, since their source was deleted" in last.words
    assert f"{OSLO!r} is asserted now" in last.words
