"""Keywords: a share of the query's words, comparable between small memories and large ones."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from doxa.index.keywords import rarity, share

words = st.lists(st.sampled_from("bees hens harp tea launch".split()), max_size=8)


@given(documents=st.integers(0, 50), size=st.integers(0, 50))
def test_a_rarer_word_never_weighs_less(documents, size):
    assert rarity(documents, size) >= rarity(documents + 1, size) >= 0.0


@given(
    query=words, terms=words, frequencies=st.dictionaries(st.sampled_from(["bees", "tea"]), st.integers(0, 9))
)
def test_a_share_is_one(query, terms, frequencies):
    assert 0.0 <= share(query, terms, frequencies, 9) <= 1.0


def test_the_only_memory_is_found_by_its_own_words():
    """Where plain BM25 gives nothing: a word that stands in every one of one memory."""
    assert share(["bees"], ["i", "keep", "bees"], {"bees": 1}, 1) > 0.9


def test_a_word_that_nobody_said_counts_against_the_answer():
    known = share(["bees"], ["bees", "tea"], {"bees": 2}, 9)
    assert share(["bees", "zebra"], ["bees", "tea"], {"bees": 2}, 9) < known / 2 + 0.1


def test_a_rare_word_tells_more_than_a_common_one():
    frequencies = {"bees": 1, "tea": 90}
    assert share(["bees", "tea"], ["bees"], frequencies, 100) > share(
        ["bees", "tea"], ["tea"], frequencies, 100
    )
