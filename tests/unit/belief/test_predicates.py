from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from doxa.belief.predicates import Mood, predicate_at, predicate_of
from doxa.belief.signature import signature
from doxa.belief.words import TOKEN, word_of

STATE, EVENT, PERFECT, WISH = Mood


@pytest.mark.parametrize(
    ("text", "verb", "mood"),
    [
        # it holds
        ("I live in Oslo.", "live", STATE),
        ("I've been learning the harp.", "learn", STATE),
        ("I've got two goats.", "have", STATE),
        ("I've had Pixel for a year.", "have", STATE),
        ("My bank is Initech.", "be", STATE),
        ("It's now osprey.", "be", STATE),
        ("The site closes on Friday.", "clos", STATE),
        ("Mara prefers tea.", "prefer", STATE),
        ("Prefers tea", "prefer", STATE),
        ("I like to swim at noon.", "swim", STATE),
        ("I'll have three guests with me.", "have", STATE),
        ("I need 40 stamps for a mug.", "need", STATE),
        ("I moved to Rome.", "live", STATE),
        # it happened
        ("I visited the harbour.", "visit", EVENT),
        ("Just got back from the harbour.", "got", EVENT),
        ("We had a fine evening.", "have", EVENT),
        ("I remember pruning the pear tree.", "prun", EVENT),
        ("My sister called.", "call", EVENT),
        # it has been done up to now
        ("I've read four of them.", "read", PERFECT),
        ("I've managed to spot 27 kinds.", "spot", PERFECT),
        ("I've been to Ghent.", "visit", PERFECT),
        # it is wished, planned or only remarked
        ("I'm looking for a tutor.", "look", WISH),
        ("I've been thinking of a tutor.", "think", WISH),
        ("I want a tutor.", "want", WISH),
        ("I need some help.", "need", WISH),
        ("Can't wait to see it!", "wait", WISH),
        ("I'll bake tomorrow.", "bak", WISH),
        ("I'm so glad it worked.", "glad", WISH),
    ],
)
def test_a_claim_holds_or_happened_or_is_wished(text, verb, mood):
    read = signature(text)
    assert (read.verb, read.mood) == (verb, mood)


def test_the_clause_of_a_word_has_a_predicate_of_its_own():
    words = [word_of(raw) for raw in TOKEN.findall("I hope it lasts, we have 30 eggs and sold 12 yesterday.")]
    at = {word.stem: i for i, word in enumerate(words)}
    assert predicate_of(words, 0).mood is WISH
    assert predicate_at(words, 0, at["30"]).verb == "have"
    assert predicate_at(words, 0, at["12"]).mood is EVENT


@given(
    st.lists(
        st.sampled_from("I we it not have been was like to and moved 6 , . my Ana's".split()), max_size=12
    )
)
def test_every_row_of_words_has_a_predicate(raw):
    words = [word_of(one) for one in raw]
    for i in range(len(words)):
        assert predicate_at(words, 0, i).mood in Mood
