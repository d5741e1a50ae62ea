"""Which wordings fill which slot; two claims of one subject in one slot are rivals."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from doxa.domain.claim import Segment
from doxa.language.extraction import claim_of


def filled(text):
    claim = claim_of(Segment(text, datetime(2024, 3, 10, tzinfo=UTC)))
    return claim.subject, claim.slot


@pytest.mark.parametrize(
    ("text", "subject", "slot"),
    [
        ("I live in Oslo", "user", "home_city"),
        ("I moved to Rome last year", "user", "home_city"),
        ("I just moved back to the suburbs", "user", "home_city"),
        ("I live in Norway", "user", "home_country"),
        ("My sister lives in Rome", "sister", "home_city"),
        ("Anna lives in Oslo", "Anna", "home_city"),
        ("I work at Acme Corp", "user", "employer"),
        ("I got a new job at Globex", "user", "employer"),
        ("I work as a nurse at night", "user", "job_title"),
        ("I'm a software engineer at Google", "user", "job_title"),
        ("My name is Sol", "user", "name"),
        ("call me Sol", "user", "nickname"),
        ("My wife is called Anna", "wife", "name"),
        ("I'm married to Anna", "user", "spouse"),
        ("My birthday is 4 May", "user", "birthday"),
        ("I have my birthday on May 4th", "user", "birthday"),
        ("My home is in Oslo", "user", "home_city"),
        ("Our home is in Norway.", "user", "home_country"),
        ("I was born in 1988", "user", "birth_year"),
        ("Born in 1991", "user", "birth_year"),
        ("I'm 34 years old", "user", "age"),
        ("My phone number is 555 0100", "user", "phone"),
        ("My email address is a@b.org", "user", "email"),
        ("My badge number is 77", "user", "badge_number"),
        ("My wifi password is heron", "user", "wifi_password"),
        ("I'm a vegetarian", "user", "diet"),
        ("I'm allergic to peanuts", "user", "allergy"),
        ("I have a cat allergy", "user", "allergy"),
        ("I speak French", "user", "language"),
        ("I have a dog", "user", "pet"),
        ("My favourite chess opening is the French", "user", "favourite_chess_opening"),
        ("My sister's favorite opening is the Dutch", "sister", "favourite_opening"),
        ("Dune is my favourite book", "user", "favourite_book"),
        ("I like kiwis", "user", "likes:kiwi"),
        ("I really love tennis", "user", "likes:tennis"),
        ("I'm not a fan of jazz", "user", "likes:jazz"),
        ("I prefer tea to coffee", "user", "prefers:coffee|tea"),
        ("I prefer coffee over tea", "user", "prefers:coffee|tea"),
    ],
)
def test_a_common_attribute_has_its_slot(text, subject, slot):
    assert filled(text) == (subject, slot)


@pytest.mark.parametrize(
    "text",
    [
        "I moved to a new apartment",
        "I live in a small flat",
        "I used to live in Paris",
        "I lived in Rome until 2019",
        "I'm thinking of moving to Rome",
        "I'd love a coffee",
        "I like it",
        "I like tea and toast",
        "It's like bliss",
        "Sounds like fun",
        "I love the colours",
        "My dog is cute",
        "My goal is to read more",
        "I'm a beginner",
        "call me at 5",
        "I work at night",
    ],
)
def test_a_doubtful_link_is_left_out(text):
    assert filled(text)[1] is None


@pytest.mark.parametrize(
    ("text", "predicate"),
    [
        ("I like kiwis", "likes"),
        ("I don't like kiwis", "dislikes"),
        ("I dislike kiwis", "dislikes"),
        ("I can't stand kiwis", "dislikes"),
    ],
)
def test_liking_and_disliking_are_rivals_and_no_denials(text, predicate):
    claim = claim_of(Segment(text, datetime(2024, 3, 10, tzinfo=UTC)))
    assert (claim.predicate, claim.slot, claim.denies) == (predicate, "likes:kiwi", False)


@pytest.mark.parametrize(
    ("text", "slot", "denies", "is_many_valued"),
    [
        ("I no longer have a dog", "pet", True, True),
        ("I'm not allergic to peanuts", "allergy", True, True),
        ("I don't live in Oslo anymore", "home_city", True, False),
        ("I'm not a vegetarian", "diet", True, False),
        ("It's not true that I work at Acme", "employer", True, False),
        ("I speak French and German", "language", False, True),
        ("Do not forget to water the fern weekly", None, False, False),
        ("I stopped oat milk, I take it black now", None, False, False),
    ],
)
def test_a_flat_negation_of_an_attribute_denies_it(text, slot, denies, is_many_valued):
    claim = claim_of(Segment(text, datetime(2024, 3, 10, tzinfo=UTC)))
    assert (claim.slot, claim.denies, claim.is_many_valued) == (slot, denies, is_many_valued)
