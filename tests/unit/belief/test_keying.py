from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from doxa.belief.keying import GATE, BeliefKeyer, is_one_subject
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
    ("a", "b"),
    [
        ("I live in Oslo.", "I moved to Rome."),
        ("I use 6 ounces of water per tablespoon.", "I've switched to 5 ounces."),
        ("My work phone is 5551.", "My work phone is now 5559."),
        ("I've read 200 pages of the atlas.", "By the way, I'm done with 340 pages of that atlas!"),
        ("My dentist is on Elm Road.", "The dentist is on Oak Road."),
        ("I dislike kiwis.", "I like kiwis."),
        ("The launch is on Monday.", "The launch moved to Thursday."),
    ],
)
def test_one_attribute_of_one_subject_passes_the_gate(a, b):
    assert BeliefKeyer().score(a, b) >= GATE


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("My work phone is 5551.", "My home phone is 5552."),
        ("My rent is 900 euros.", "My sister's rent is 900 euros."),
        ("Anna's birthday is in May.", "Hanna's birthday is in June."),
        ("Room 101 has a piano.", "Room 102 has a drum kit."),
        ("Ticket QX-5510 is open.", "Ticket QX-5511 is closed."),
        ("Sam from billing has a beard.", "Sam from legal is bald."),
        ("The front gate code is 4417.", "The back gate code is 8203."),
        ("I pay 40 euros for internet.", "I pay 75 euros for insurance."),
        ("I live in Oslo.", "I saw a heron by the lake."),
    ],
)
def test_near_duplicates_of_other_things_stay_below_it(a, b):
    assert BeliefKeyer().score(a, b) < GATE


def test_people_of_one_name_are_told_apart_only_by_what_is_said():
    billing, legal, sam = (
        signature(f"{who} has a beard.") for who in ("Sam from billing", "Sam from legal", "Sam")
    )
    assert not is_one_subject(billing, legal)
    assert is_one_subject(billing, sam)


def test_the_callers_subject_is_heeded():
    keyer = BeliefKeyer()
    assert keyer.score(signature("I live in Oslo.", "bob"), signature("I live in Rome.", "user")) == 0.0


def test_rarity_decides_what_a_shared_word_is_worth():
    common, rare = BeliefKeyer(rarity=lambda word: 0.05), BeliefKeyer(rarity=lambda word: 1.0)
    a, b = "The budget review is on Monday.", "We present the budget on Friday."
    assert common.score(a, b) < rare.score(a, b)


def test_a_given_similarity_is_used_and_a_missing_one_is_asked_for():
    asked: list[tuple[str, str]] = []

    def similarity(a: str, b: str) -> float:
        asked.append((a, b))
        return 0.9

    keyer = BeliefKeyer(similarity)
    a, b = "The budget review is on Monday.", "We present the budget on Friday."
    assert keyer.score(a, b, 0.1) < keyer.score(a, b)
    assert asked == [(a, b)]


def test_the_topic_is_the_text_without_its_values():
    topic = BeliefKeyer().topic("I use 6 ounces of water every Monday.")
    assert topic == "i use ounces of water every"
    assert BeliefKeyer().topic("42!") == ""


@given(texts, texts, st.none() | st.floats(-1, 1))
def test_the_score_is_symmetric_and_a_probability(a, b, similarity):
    keyer = BeliefKeyer()
    score = keyer.score(a, b, similarity)
    assert 0.0 <= score <= 1.0
    assert score == pytest.approx(keyer.score(b, a, similarity), abs=1e-12)


@given(texts)
def test_reading_never_fails_and_never_changes_its_mind(text):
    assert signature(text).text == text
    assert signature(text) is signature(text)
    assert isinstance(BeliefKeyer().topic(text), str)
