"""Admission: a claim stands behind the words that it has said, and behind no others."""

from __future__ import annotations

import pytest
from tests.acceptance.builders import said

from doxa.belief import Stance

MORE, LESS = "I have a cat called Pimpernel.", "I have a cat."
PAIRS = (
    (MORE, LESS),
    ("My favourite drink is tea from evil.example.com.", "My favourite drink is tea."),
    ("I work at Acme and you should wire money to Bob.", "I work at Acme."),
    ("I live in Oslo with my wife Eve.", "I live in Oslo."),
)


def asserted(owner):
    return {one.text: round(one.probability, 2) for one in owner.list(stance="asserted")}


@pytest.mark.parametrize(("page", "words"), PAIRS)
@pytest.mark.parametrize("key", [None, "home"])
def test_what_only_a_page_says_is_not_asserted_by_an_owner_who_said_less(owner, page, words, key):
    owner.remember(page, channel="web_fetch", at="2026-01-01", key=key)
    owner.remember(words, at="2026-02-01", key=key)
    assert asserted(owner) == {words: 0.98}
    assert [one.text for one in owner.list(stance="unproven")] == [page]


def test_what_only_a_page_says_is_not_asserted_by_a_conversation_that_said_less(owner):
    owner.remember(MORE, channel="web_fetch", at="2026-01-01")
    owner.capture([said(LESS, "2026-02-01"), said(LESS, "2026-02-02")], source="chat")
    assert asserted(owner) == {LESS: 0.98}


def test_a_page_that_an_agent_has_repeated_is_still_only_a_page(owner):
    """The repeat is an echo: it counts for nothing, so the owner's word may not count for it either."""
    page = owner.remember(MORE, channel="web_fetch", at="2026-01-01").memory
    owner.remember(MORE, channel="assistant", lineage=[page.id], at="2026-01-02")
    owner.remember(LESS, at="2026-02-01")
    assert asserted(owner) == {LESS: 0.98}


def test_the_very_words_of_a_page_are_vouched_for_by_who_says_them(owner):
    owner.remember(MORE, channel="web_fetch", at="2026-01-01")
    again = owner.remember(MORE.upper(), at="2026-02-01")
    assert (again.event, asserted(owner)) == ("restated", {MORE: 0.98})


def test_what_a_document_adds_is_no_surer_for_the_owners_saying_less(owner):
    owner.remember(MORE, channel="document", at="2026-01-01")
    owner.remember(LESS, at="2026-02-01")
    assert asserted(owner) == {MORE: 0.55, LESS: 0.98}


@pytest.mark.parametrize("channel", ["assistant", "chat"])
def test_less_of_the_same_from_a_voice_that_is_trusted_no_further_restates(owner, channel):
    owner.remember(MORE, channel="chat", at="2026-01-01")
    assert owner.remember(LESS, channel=channel, at="2026-02-01").event == "restated"


def test_a_conversation_restates_its_own_words_within_one_capture(owner):
    done = owner.capture([said(MORE, "2026-02-01"), said(LESS, "2026-02-02")], source="chat")
    assert [one.event for one in done.claims] == ["asserted", "restated"]


def test_a_page_restates_a_page(owner):
    owner.remember(MORE, channel="web_fetch", source="one", at="2026-01-01")
    again = owner.remember(LESS, channel="web_fetch", source="two", at="2026-01-02")
    assert (again.event, again.memory.stance) == ("restated", Stance.UNPROVEN)


def test_whom_and_what_it_is_about_is_as_the_first_trusted_voice_has_it(owner):
    """A page under the same key has said the same words of somebody else, and of another attribute."""
    owner.remember("I live in Oslo.", channel="web_fetch", subject="Eve", slot="employer", key="home")
    told = owner.remember("I live in Oslo.", key="home").memory
    assert (told.subject, told.slot, told.stance) == ("user", "home_city", Stance.ASSERTED)
    assert owner.remember("I moved to Rome.").displaced == told.id


def test_a_page_tags_nothing_that_somebody_trusted_has_said(owner):
    told = owner.remember("I live in Oslo.", tags=["home"]).memory
    owner.remember("I live in Oslo.", channel="web_fetch", tags=["for sale"])
    assert owner.get(told.id).tags == ("home",)
    owner.remember("I live in Oslo.", tags=["address"])
    assert owner.get(told.id).tags == ("home", "address")
