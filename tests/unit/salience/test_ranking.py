"""Ranking: relevance first, then credence, and every score is the sum of its terms."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from doxa.salience.ranking import Rank, in_order, is_settled, relevance, score

shares = st.floats(0, 1)
scored = st.builds(
    lambda memory_id, near, keyword, credence, rank: score(
        memory_id, relevance(near, keyword), credence, rank
    ),
    st.text(min_size=1, max_size=3),
    st.none() | st.floats(-1, 1),
    st.none() | shares,
    shares,
    st.sampled_from(Rank),
)


@given(one=scored)
def test_the_terms_of_a_score_add_up_to_it_and_stay_in_bounds(one):
    assert one.score == pytest.approx(sum(one.terms.values()), abs=1e-9)
    assert 0.0 <= one.score <= 1.0 + 1e-6


@given(found=st.lists(scored, max_size=8, unique_by=lambda one: one.memory_id), seed=st.randoms())
def test_who_is_found_first_does_not_matter(found, seed):
    shuffled = list(found)
    seed.shuffle(shuffled)
    assert in_order(shuffled) == in_order(found)


@given(similarity=st.floats(-1, 1), keyword=shares, credence=shares)
def test_no_credence_lifts_a_memory_above_its_relevance(similarity, keyword, credence):
    near = relevance(similarity, keyword)
    assert score("m", near, credence, Rank.STANDING).score <= near.value + 2e-6


def test_of_two_equally_relevant_the_surer_comes_first_and_ties_break_by_id():
    near = relevance(0.5, 0.5)
    sure, doubtful, twin = (
        score(memory_id, near, credence, Rank.STANDING)
        for memory_id, credence in (("b", 0.9), ("c", 0.2), ("a", 0.9))
    )
    assert [one.memory_id for one in in_order([doubtful, sure, twin])] == ["a", "b", "c"]


def test_what_nobody_vouches_for_stands_below_all_that_somebody_does():
    best = score("web", relevance(1.0, 1.0), 0.0, Rank.UNPROVEN)
    old = score("old", relevance(0.6, 0.6), 0.5, Rank.HISTORY)
    weak = score("weak", relevance(0.4, 0.2), 0.1, Rank.STANDING)
    assert in_order([best, old, weak]) == [weak, old, best]


@pytest.mark.parametrize(
    ("similarity", "keyword", "is_enough"),
    [(0.8, None, True), (None, 1.0, True), (0.2, None, False), (None, None, False), (0.3, 0.1, False)],
)
def test_a_question_about_something_never_said_is_met_with_silence(similarity, keyword, is_enough):
    assert relevance(similarity, keyword).is_enough is is_enough


def test_a_page_is_settled_only_when_nothing_that_waits_can_reach_it():
    near = relevance(0.7, 0.7)
    first = score("a", near, 1.0, Rank.STANDING)
    unproven = score("b", near, 1.0, Rank.UNPROVEN)
    assert not is_settled([first], 2, best_waiting=0.1)
    assert not is_settled([first, unproven], 2, best_waiting=0.1)
    assert is_settled([first], 1, best_waiting=first.score - 0.01)
    assert not is_settled([first], 1, best_waiting=first.score)
