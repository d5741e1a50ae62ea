"""Terms: the words a text is found by, in any script."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from doxa.index.terms import query_terms, selective, terms_of


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("QX-5510", ("qx", "5510", "qx5510")),
        ("3.11.2", ("3", "11", "2", "3112")),
        ("Oslo", ("oslo",)),
        ("Straß", ("strass",)),
        ("東京", ("東京",)),
        ("東京都", ("東京", "京都")),
        ("京", ("京",)),
        ("กขค", ("กข", "ขค")),
        ("Tokyo東京2026", ("tokyo", "東京", "2026")),
        ("ＱＸ", ("qx",)),
        ("a_b", ("a", "b", "ab")),
        ("", ()),
        (" \n\t", ()),
        ("!?…«»()[]", ()),
    ],
)
def test_a_text_has_these_terms(text, found):
    assert terms_of(text) == found


@given(text=st.text(max_size=80))
def test_terms_hold_no_space_and_nothing_a_query_could_read_as_its_own_sign(text):
    for term in terms_of(text):
        assert term
        assert not set(term) & set(' "*:^(){}+-')
        assert term == term.casefold()


@given(text=st.text(max_size=80))
def test_a_text_is_found_by_its_own_words(text):
    assert set(query_terms(text)) <= set(terms_of(text))
    assert bool(query_terms(text)) == bool(terms_of(text))


def test_common_words_are_left_out_unless_there_are_no_others():
    assert query_terms("Where do I live?") == ("live",)
    assert query_terms("Who am I?") == ("who", "am", "i")


def test_each_term_is_asked_for_once():
    assert query_terms("tea and TEA and tea") == ("tea",)


def test_other_languages_keep_their_short_words():
    assert query_terms("ich war da") == ("ich", "war", "da")


@pytest.mark.parametrize(
    ("documents", "budget", "size", "chosen"),
    [
        ({"rare": 1, "common": 9}, 100, 10, ["rare", "common"]),
        ({"rare": 1, "common": 900}, 100, 10_000, ["rare"]),
        ({"common": 900}, 100, 10_000, ["common"]),  # alone it is worth its reads
        ({"everywhere": 9_000}, 100, 10_000, []),  # it would rank nothing
        ({"everywhere": 90}, 100, 100, ["everywhere"]),  # a small memory can be read whole
        ({"gone": 0}, 100, 10, []),
        ({}, 100, 10, []),
    ],
)
def test_words_are_searched_for_that_tell_something_at_a_bounded_cost(documents, budget, size, chosen):
    assert selective([*documents, "unheard-of"], documents, budget, size) == chosen
