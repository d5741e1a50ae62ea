"""Admission: a claim stands behind the words that it has said, and behind no others."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.acceptance.builders import said

from doxa.belief import Stance
from doxa.testing.builders import apply

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


PAGE = {"channel": "web_fetch", "at": "2019-01-10"}


def test_when_it_was_said_and_since_when_it_holds_is_as_the_first_trusted_voice_has_it(owner):
    words = "I started at Acme last week."
    owner.remember(words, **PAGE)
    told = owner.remember(words, at="2026-06-30")
    assert told.event == "restated"
    assert (f"{told.memory.observed_at:%Y-%m-%d}", f"{told.memory.valid_from:%Y-%m}") == (
        "2026-06-30",
        "2026-06",
    )
    owner.remember(words, at="2026-07-20")
    assert f"{owner.get(told.memory.id).observed_at:%Y-%m-%d}" == "2026-06-30"


def test_what_was_read_of_the_words_of_a_page_is_read_anew_from_the_first_trusted_voice(memory, owner):
    told = owner.remember("I live in Oslo.", **PAGE).memory
    store = memory._service._parts.store
    with store.reading(owner.owner_id) as transaction:
        item = transaction.item(told.id)
    apply(
        store,
        owner.owner_id,
        changed_items=[replace(item, is_many_valued=True, emotional_weight=0.9)],
        operation={"operation_id": "o_set", "identity": "auto:set"},
    )
    owner.remember("I live in Oslo.", at="2026-06-30")
    with store.reading(owner.owner_id) as transaction:
        item = transaction.item(told.id)
    assert (item.is_many_valued, item.emotional_weight) == (False, None)


def test_the_tags_of_a_page_go_when_somebody_trusted_says_it(owner):
    owner.remember("I live in Oslo.", tags=["for sale", "suppressed"], **PAGE)
    told = owner.remember("I live in Oslo.", tags=["home"], at="2026-06-30").memory
    assert told.tags == ("home",)
    assert [one.id for one in owner.proactive()] == [told.id]
    assert owner.verify().problems == ()


@pytest.mark.parametrize("channel", ["assistant", "tool_output", "document", "web_fetch"])
@pytest.mark.parametrize("is_first", [True, False])
def test_nobody_but_the_owner_keeps_a_memory_from_being_brought_up(owner, channel, is_first):
    mine, theirs = {"at": "2026-06-20"}, {"channel": channel, "tags": ["suppressed", "seen"]}
    for told in [theirs, mine] if is_first else [mine, theirs]:
        told = owner.remember("I live in Oslo.", **told).memory
        assert "suppressed" not in told.tags
    assert [one.text for one in owner.proactive()] == ["I live in Oslo."]


def test_what_is_tainted_suppresses_nothing_in_the_owners_name(owner):
    told = owner.remember("I keep hens.", taint="web_fetch", tags=["suppressed", "farm"]).memory
    assert told.tags == ("farm",)


def test_the_owners_own_suppression_outlives_what_it_was_said_in(owner):
    """What is left then is a page's word, so the next trusted voice is the first one."""
    owner.remember("I live in Oslo.", tags=["suppressed", "home"], source="letter", at="2026-06-01")
    owner.remember("I live in Oslo.", channel="web_fetch", source="page", at="2026-06-02")
    owner.delete_source("letter")
    again = owner.remember("I live in Oslo.", channel="assistant", at="2026-06-20")
    assert (again.event, again.memory.tags) == ("restated", ("suppressed",))


@pytest.mark.parametrize("channel", ["chat", "manual"])
def test_the_owner_suppresses_by_either_of_their_own_ways(owner, channel):
    told = owner.remember("I live in Oslo.").memory
    owner.remember("I live in Oslo.", channel=channel, tags=["suppressed"])
    assert owner.get(told.id).tags == ("suppressed",)
    assert owner.proactive() == ()
