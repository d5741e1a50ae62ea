from __future__ import annotations

from datetime import UTC, datetime

import pytest

from doxa.domain.claim import Segment
from doxa.language.extraction import RuleExtractor
from doxa.language.referents import filled

AT = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("before", "text", "whole"),
    [
        (
            "Have you tried any good Peruvian bakeries? ",
            "I've tried three different ones recently.",
            "I've tried three different Peruvian bakeries recently.",
        ),
        (
            "I enjoy writing radio plays. Is a goal of some radio plays a month too much? ",
            "I've written four so far.",
            "I've written four radio plays so far.",
        ),
        (
            "I'd like to sort my old Hungarian stamps. ",
            "I have 37 stamps in that album.",
            "I have 37 old Hungarian stamps in that album.",
        ),
        ('I\'m reading "Emma" and ', "I'm on page 80.", "I'm on page 80 of Emma."),
        ("I've been reading Dune at night. ", "I'm now on chapter 9.", "I'm now on chapter 9 of Dune."),
        (
            "Does it fit my Leica M6 camera? ",
            "I've taken my camera on three trips.",
            "I've taken my Leica M6 camera on three trips.",
        ),
        (
            "I've been working on a wicker chair at home and ",
            "I've spent 5 hours on it so far.",
            "I've spent 5 hours on my wicker chair so far.",
        ),
        (
            "Lately I spend every evening on my wicker chair - ",
            "I've already put in 9 hours.",
            "I've already put in 9 hours on my wicker chair.",
        ),
    ],
)
def test_a_claim_says_by_itself_what_it_counts(before, text, whole):
    assert filled(text, before) == whole


@pytest.mark.parametrize(
    ("before", "text"),
    [
        ("I bought some books. ", "I've sold four so far."),
        ("I met three friends. ", "I've tried two different ones."),
        ("I love radio plays. ", "I've written four so far."),
        ("I'm reading Dune. I loved reading Emma. ", "I'm on page 80."),
        ('I\'m reading "Dune". ', 'I\'m on page 80 of "Emma".'),
        ("I sold my Leica M6 camera and bought my Canon R5 camera. ", "I've taken my camera to Cork."),
        ("I'm working on a chair. My sister called. ", "I've spent 5 hours on it so far."),
        ("", "I've tried three different ones."),
    ],
)
def test_nothing_is_filled_in_where_the_words_before_leave_it_open(before, text):
    assert filled(text, before) == text


def test_what_is_filled_in_stands_in_the_claim_and_not_in_the_quote():
    said = "Have you tried any good Peruvian bakeries? I've tried three different ones."
    (claim,) = RuleExtractor().extract(Segment(said, AT))
    assert claim.text == "I've tried three different Peruvian bakeries."
    assert claim.quote == said[claim.start : claim.end] == "I've tried three different ones."


def test_a_relative_clause_that_tells_where_somebody_lives_is_a_claim_of_its_own():
    said = "I had tea with my cousin Ines, who just moved to Cork, and it was lovely."
    claims = RuleExtractor().extract(Segment(said, AT))
    told = next(claim for claim in claims if claim.slot == "home_city")
    assert (told.text, told.subject) == ("My cousin Ines just moved to Cork.", "Ines")
    assert said[told.start : told.end] == told.quote == "my cousin Ines, who just moved to Cork"


@pytest.mark.parametrize(
    "said",
    [
        "I met a man who lives in Cork.",
        "I met Tom, who was late.",
        "I like Ines, who sings in a choir.",
    ],
)
def test_other_relative_clauses_stay_in_their_sentence(said):
    (claim,) = RuleExtractor().extract(Segment(said, AT))
    assert claim.text == said


def test_an_inverted_sentence_is_about_whom_it_places():
    claim = RuleExtractor().claim_of(Segment("Lyon is where my sister lives.", AT))
    assert (claim.subject, claim.slot, claim.text) == (
        "sister",
        "home_city",
        "Lyon is where my sister lives.",
    )
