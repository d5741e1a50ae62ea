from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from doxa.belief.keying import BeliefKeyer
from doxa.belief.numerals import Value
from doxa.belief.signature import signature

WORDS = """I my sister's not no longer like hate 6 ounces room 101 Oslo, Anna's is 我住在 🦔 also the
every week""".split()

texts = st.one_of(
    st.text(max_size=120),
    st.lists(
        st.sampled_from(WORDS),
        max_size=14,
    ).map(" ".join),
)


@pytest.mark.parametrize(
    ("text", "subject"),
    [
        ("I keep the spare key in the shed.", "user"),
        ("By the way, I've joined the choir.", "user"),
        ("My favourite chess opening is the French.", "user"),
        ("My sister's favourite opening is the Dutch.", "sister"),
        ("My friend Rachel moved to the coast.", "rachel/friend"),
        ("Sam from billing has a beard.", "sam/billing"),
        ("Anna's birthday is in May.", "anna"),
        ("I think Anna works in a bakery.", "anna"),
        ("The wifi password is heron.", ""),
        ("She moved to Chicago.", None),
        ("It's now osprey.", None),
    ],
)
def test_a_claim_is_about_whoever_leads_it(text, subject):
    assert signature(text).subject == subject


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("I use 6 ounces of water.", Value("number", "6", frozenset({"ounc", "water"}))),
        ("I use six ounces of water.", Value("number", "6", frozenset({"ounc", "water"}))),
        ("We met twice.", Value("number", "2", frozenset({"tim"}))),
        ("The door is red.", Value("colour", "red")),
        ("Choir is on Fridays.", Value("day", "friday")),
        ("I play chess every other week.", Value("number", "2", frozenset({"week"}))),
        ("I got up at 6:00 pm.", Value("time", "6", frozenset({"pm"}))),
        ("My desk is in room 101.", Value("number", "101", frozenset({"room"}))),
    ],
)
def test_values_are_read_out_of_the_topic(text, value):
    assert value in signature(text).values


def test_a_number_that_names_the_thing_is_an_identifier():
    assert signature("Room 101 is cold.").identifiers == {"room 101"}
    assert signature("Token QX-5510 belongs to Ana.").identifiers == {"qx-5510"}
    assert not signature("My desk is in room 101.").identifiers


@pytest.mark.parametrize(
    ("text", "is_negated"),
    [
        ("I do not work at Acme.", True),
        ("I don't eat fish.", True),
        ("It is false that I work at Acme.", True),
        ("Do not forget to water the fern.", False),
        ("I work at Acme, not far from the river.", False),
        ("I can't wait to visit Oslo.", False),
        ("No problem, I work at Acme.", False),
    ],
)
def test_negation_is_that_of_the_main_proposition(text, is_negated):
    assert signature(text).is_negated is is_negated


def test_disliking_is_a_polarity_and_not_a_negation():
    read = signature("I don't like kiwis.")
    assert (read.polarity, read.is_negated) == (-1, False)
    assert signature("I dislike kiwis.").polarity == -1
    assert signature("I like kiwis.").polarity == 1


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("I repaired the fence three weeks ago.", "when"),
        ("In the last 3 months I have been ill.", "when"),
        ("I graduated in 2014.", "date"),
        ("I keep a 5-gallon tank.", "size"),
        ("I am on page 200.", "number"),
    ],
)
def test_a_number_may_say_when_or_which_instead_of_how_much(text, kind):
    assert {value.kind for value in signature(text).values} == {kind}


def test_a_value_knows_the_clause_it_stands_in():
    read = signature("I hope to finish soon, but I have already baked 12 loaves of rye.")
    (loaves,) = read.values
    assert (loaves.counted, loaves.predicate.mood, loaves.is_ordinal) == ("rye", "perfect", False)
    (place,) = signature("I just finished my third lap.").values
    assert place.is_ordinal


@pytest.mark.parametrize(
    ("text", "marks"),
    [
        ("I switched to decaf.", (True, True, False)),
        ("I drink decaf now.", (False, True, False)),
        ("My rent went up to 900 euros.", (True, True, False)),
        ("We went up to the castle.", (False, False, False)),
        ("I quit smoking.", (False, False, True)),
        ("I will never quit.", (False, False, False)),
        ("I'm off to the market.", (False, False, False)),
        ("I ended up in Ghent.", (False, False, False)),
        ("I sold 12 jars of honey.", (False, False, False)),
        ("I sold my motorbike.", (False, False, True)),
    ],
)
def test_changing_and_being_so_now_and_ending_are_three_things(text, marks):
    read = signature(text)
    assert (read.marks_change, read.is_now, read.has_ended) == marks


def test_a_subject_that_the_text_already_names_adds_nothing():
    assert signature("The cabin door is stuck.", "the cabin door").subject == ""
    assert signature("I live in Oslo.", "Bob").subject == "bob"


@given(texts)
def test_reading_never_fails_and_never_changes_its_mind(text):
    assert signature(text).text == text
    assert signature(text) is signature(text)
    assert isinstance(BeliefKeyer().topic(text), str)
