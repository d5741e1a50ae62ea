from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from doxa.belief.keying import (
    GATE,
    LINK,
    BeliefKeyer,
    is_one_subject,
    rarity_by_default,
    rarity_of_owner,
)
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


CHOSEN = "tea|coffee jazz|techno trains|planes paper|vellum Python|Rust mornings|evenings".split()


@pytest.mark.parametrize("form", ["I prefer {}.", "Prefers {}", "Lena prefers {}.", "She prefers {} seats."])
@pytest.mark.parametrize("pair", CHOSEN)
def test_two_bare_preferences_answer_one_question_by_their_words_alone(form, pair):
    one, two = (form.format(choice) for choice in pair.split("|"))
    assert BeliefKeyer().score(one, two) >= GATE
    assert BeliefKeyer().score(two, one, 0.2) >= GATE


def test_longer_preferences_must_be_near_in_meaning():
    trains, seats = "I prefer night trains for journeys.", "I prefer window seats."
    assert BeliefKeyer().score(trains, seats) < GATE
    assert BeliefKeyer().score("I prefer night trains.", seats, 0.7) >= GATE
    assert BeliefKeyer().score("I prefer night trains.", seats, 0.3) < GATE


# -- what a word is worth to its owner ------------------------------------------------------------

counts = st.integers(0, 10_000)


def test_a_new_owner_has_the_usual_rarities():
    rarity = rarity_of_owner({}, 0)
    assert [rarity(word) for word in ("gym", "saffron", "work")] == pytest.approx(
        [rarity_by_default(word) for word in ("gym", "saffron", "work")], abs=0.01
    )


@given(st.sampled_from(("saffron", "work")), counts, counts)
def test_the_more_memories_have_a_word_the_less_it_tells(word, documents, others):
    size = documents + others
    less, more = (rarity_of_owner({word: n}, size + 1)(word) for n in (documents, documents + 1))
    assert 0.0 < more <= less <= rarity_by_default(word)


def test_a_word_in_every_memory_links_nothing_by_itself():
    a, b = "The saffron order is late.", "We planted the saffron field."
    usual = BeliefKeyer().score(a, b)
    assert BeliefKeyer(rarity=rarity_of_owner({"saffron": 400}, 400)).score(a, b) < usual


# -- texts of several sentences -------------------------------------------------------------------


def test_one_sentence_among_others_is_enough_to_link_two_texts():
    early = "Thanks for the list! By the way, my resting pulse is 58 beats. What should I cook tonight?"
    late = "I am planning a hike. My resting pulse went down to 54 beats, says the watch."
    other = "I am planning a hike. My sister's resting pulse is 61 beats."
    assert BeliefKeyer().score(early, late) >= LINK
    assert BeliefKeyer().score(early, "I am planning a hike with friends. We will bake a cake.") < GATE
    assert BeliefKeyer().score("My resting pulse is 58 beats.", other) < GATE


def test_a_text_takes_the_key_of_the_likeliest_of_those_held():
    held = {"pulse": "My resting pulse is 58 beats.", "gym": "I go to the gym at 6 pm."}
    keyer = BeliefKeyer()
    assert keyer.link("I go to the gym at 7 pm now.", held) == "gym"
    assert keyer.link("My resting pulse went down to 54 beats.", held) == "pulse"
    assert keyer.link("I saw a heron by the lake.", held) is None
    assert keyer.link("I saw a heron by the lake.", {}) is None
