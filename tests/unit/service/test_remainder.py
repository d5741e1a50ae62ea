"""Remainder: what is left of a memory is told by those who are left, and by nobody less trusted."""

from __future__ import annotations

import pytest
from tests.acceptance.builders import said

from doxa import Turn
from doxa.belief import Stance

MORE, LESS = "I have a cat called Pimpernel.", "I have a cat."


@pytest.fixture
def pim(owner):
    """A source that is to go said more than another that stays."""
    told = owner.remember(MORE, source="gone", at="2026-01-01").memory
    assert owner.remember(LESS, source="kept", at="2026-02-01").memory.id == told.id
    return told


def test_a_page_that_copied_the_words_does_not_keep_them_asserted(owner, pim):
    owner.remember(MORE, source="page", channel="web_fetch", at="2026-01-02")
    owner.delete_source("gone")
    left = owner.get(pim.id)
    assert (left.text, left.stance, left.source) == (LESS, Stance.ASSERTED, "kept")
    assert owner.verify().problems == ()


def test_an_agent_that_wrote_the_words_back_does_not_keep_them_asserted(owner, pim):
    owner.remember(MORE, channel="assistant", lineage=[pim.id], at="2026-03-01")
    owner.delete_source("gone")
    assert (owner.get(pim.id).text, owner.get(pim.id).source) == (LESS, "kept")
    assert owner.verify().problems == ()


def test_what_only_its_own_echo_is_left_of_goes(owner):
    told = owner.remember(MORE, source="gone", at="2026-01-01").memory
    owner.remember(MORE, channel="assistant", lineage=[told.id], at="2026-01-02")
    assert owner.delete_source("gone").forgotten == (told.id,)
    assert (owner.list(), owner.recall("Pimpernel"), owner.verify().problems) == ((), (), ())


def test_what_a_page_says_too_is_left_as_a_page_says_it(owner):
    told = owner.remember(MORE, source="gone", at="2026-01-01").memory
    owner.remember(MORE, source="page", channel="web_fetch", at="2026-01-02")
    owner.delete_source("gone")
    left = owner.get(told.id)
    assert (left.text, left.stance, left.channel) == (MORE, Stance.UNPROVEN, "web_fetch")


def test_what_faded_as_its_class_does_goes_on_doing_so_under_the_operators_table(tmp_path, open_memory):
    """By whatever table it was written, its half-life is not frozen at what that said."""
    written = open_memory(tmp_path / "memory.db", half_life_days={"preference": 60}).owner("ana")
    for source in ("gone", "kept"):
        written.capture([said("I prefer tea.", "2026-06-01")], source=source)
    (told,) = written.list()
    written.delete_source("gone")
    read = open_memory(tmp_path / "memory.db", half_life_days={"preference": 30}).owner("ana")
    assert read.as_of("2026-07-01", axis="valid").get(told.id).currency == pytest.approx(0.5, abs=0.02)


# -- edited turns -------------------------------------------------------------------------------


@pytest.fixture
def edited(owner):
    """A turn that named the cat says something else now; another source said less of the same."""
    owner.capture([Turn("user", MORE, at="2026-01-01", id="t1")], source="chat")
    told = owner.remember(LESS, source="kept", at="2026-02-01").memory
    assert told.text == MORE
    owner.capture([Turn("user", "I play chess.", at="2026-01-01", id="t1")], source="chat")
    return told


def test_words_that_only_the_old_turn_had_are_not_asserted_any_more(owner, edited):
    left = owner.get(edited.id)
    assert (left.text, left.stance, left.source) == (LESS, Stance.ASSERTED, "kept")
    assert {one.text for one in owner.list()} == {LESS, "I play chess."}
    assert owner.recall("Pimpernel") == ()
    assert owner.verify().problems == ()


def test_a_memory_of_an_edited_turn_can_be_edited_withdrawn_and_forgotten(owner, edited):
    owner.capture([Turn("user", MORE, at="2026-01-01", id="t1")], source="chat")
    assert {one.text for one in owner.list()} == {LESS, MORE}
    owner.delete_source("chat")
    owner.forget(edited.id)
    assert (owner.list(), owner.verify().problems) == ((), ())


def test_a_turn_edited_to_say_less_says_less(owner):
    owner.capture([said(MORE, "2026-01-01")], source="chat")
    owner.capture([said(LESS, "2026-01-01")], source="chat")
    assert [one.text for one in owner.list()] == [LESS]
    assert owner.verify().problems == ()
