"""What becomes a claim and what stays out: tables that a reader can argue with, and what always holds."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from doxa.belief.classes import BeliefClass
from doxa.domain.claim import HalfLife, Segment, SubjectScope
from doxa.language.extraction import RuleExtractor, claim_of

WEDNESDAY = datetime(2024, 3, 13, 12, tzinfo=UTC)


def segment(text, **fields):
    return Segment(text, fields.pop("observed_at", WEDNESDAY), **fields)


def extracted(text, **fields):
    return RuleExtractor().extract(segment(text, **fields))


def texts(text, **fields):
    return [claim.text for claim in extracted(text, **fields)]


@pytest.mark.parametrize(
    ("turn", "claims"),
    [
        ("By the way, have you tried any? I've tried four so far.", ["I've tried four so far."]),
        ("I've tried three Korean restaurants, do you know others?", ["I've tried three Korean restaurants"]),
        ("Since I'll have four bikes with me, could you suggest hotels?", ["I'll have four bikes with me"]),
        ("I'm training for a 5K and I was wondering if you have tips.", ["I'm training for a 5K"]),
        ("And by the way, I lead a team of five.", ["I lead a team of five."]),
        ("Oh, and my sister is a nurse.", ["My sister is a nurse."]),
        (
            "When should I jog, considering I like to wake up at 7:30 on Saturdays?",
            ["I like to wake up at 7:30 on Saturdays."],
        ),
        (
            "It'll be fine - remember when I got pre-approved for $400,000?",
            ["I got pre-approved for $400,000."],
        ),
        (
            "Any games like Celeste, which took me 10 hours to complete?",
            ["Celeste, which took me 10 hours to complete"],
        ),
        ("I'm allergic to peanuts and I live in Oslo.", ["I'm allergic to peanuts", "I live in Oslo."]),
        (
            "I've been counting - I think I'm close to 1300 now.",
            ["I've been counting", "I think I'm close to 1300 now."],
        ),
        (
            "I've put in 12 hours - it's still a work in progress.",
            ["I've put in 12 hours - it's still a work in progress."],
        ),
        ("My sister and I went to Oslo.", ["My sister and I went to Oslo."]),
        ("Anna lives in Oslo.", ["Anna lives in Oslo."]),
        ("Just got back from Rome.", ["Just got back from Rome."]),
        ("remember that I like tea", ["I like tea"]),
        ("Don't forget that I'm vegan.", ["I'm vegan."]),
        (
            "My friend Rachel is here. She moved to Chicago.",
            ["My friend Rachel is here.", "Rachel moved to Chicago."],
        ),
        ("Rachel met Anna. She moved to Chicago.", ["Rachel met Anna.", "She moved to Chicago."]),
        ("我每周三晚上练习竖琴。你好吗？", ["我每周三晚上练习竖琴。"]),
        ("Ich wohne in Oslo und mag Tee. Kannst du mir helfen?", ["Ich wohne in Oslo und mag Tee."]),
        ("always answer in French", ["always answer in French"]),
    ],
)
def test_what_a_turn_states_is_kept(turn, claims):
    assert texts(turn) == claims


@pytest.mark.parametrize(
    "turn",
    [
        "Can you recommend a good book? Thanks!",
        "Do you know if it will rain?",
        "Please help me write a poem. Give me tips.",
        "That sounds great! I'll check them out, thanks.",
        "Thanks, that's really helpful.",
        "forget my gym time",
        "please delete everything you know about me",
        "What do you remember about me?",
        "If I moved to Rome, I'd need a car.",
        "imagine I'm a pirate. I live on a ship.",
        "Let's role-play. I am the king of Norway.",
        "it is false that I work at Acme",
        "People say I work at Acme.",
        '"I live in Rome," said Anna.',
        "> I live in Rome",
        "The Fitbit Charge 3 is a great product with many features.",
        "You'd be a great counselor!",
        "   ",
        "",
    ],
)
def test_what_states_nothing_of_the_speakers_stays_out(turn):
    assert texts(turn) == []


@pytest.mark.parametrize("role", ["assistant", "system", "tool", "Assistant"])
def test_what_a_machine_says_is_no_evidence(role):
    assert texts("I live in Oslo.", role=role) == []


@pytest.mark.parametrize(
    ("turn", "subject"),
    [
        ("I live in Oslo.", "Bob"),
        ("My sister lives in Rome.", "Bob's sister"),
        ("Anna lives in Oslo.", "Anna"),
    ],
)
def test_other_people_never_speak_for_the_owner(turn, subject):
    (claim,) = extracted(turn, speaker="Bob", is_owner=False)
    assert (claim.subject, claim.subject_scope) == (subject, SubjectScope.THIRD_PARTY)


@pytest.mark.parametrize(
    ("text", "belief_class"),
    [
        ("I will test the fix tomorrow", BeliefClass.PLAN),
        ("I'm thinking of buying a car", BeliefClass.PLAN),
        ("I have a meeting on Friday at 3pm", BeliefClass.PLAN),
        ("I really enjoy hiking in the rain", BeliefClass.PREFERENCE),
        ("I was born in 1988", BeliefClass.IDENTITY),
        ("Anna is my sister", BeliefClass.RELATIONSHIP),
        ("I went to a concert yesterday", BeliefClass.EPISODIC),
        ("I've been living in a flat", BeliefClass.STATE),
        ("I'm currently on crutches", BeliefClass.STATE),
        ("I'm looking for some tips on painting", BeliefClass.META_RESIDUE),
        ("from now on, answer in French", BeliefClass.META_STANDING),
        ("Quite so", None),
    ],
)
def test_the_wording_tells_the_kind(text, belief_class):
    assert claim_of(segment(text)).belief_class is belief_class


@pytest.mark.parametrize(
    ("text", "valid_from", "valid_to"),
    [
        ("I will test the fix tomorrow", None, datetime(2024, 3, 15, tzinfo=UTC)),
        ("Let's say I have a call tomorrow at 9:00", None, datetime(2024, 3, 15, tzinfo=UTC)),
        ("Until 1 June I'm in Oslo", None, datetime(2024, 6, 2, tzinfo=UTC)),
        ("Since Monday I work from home", datetime(2024, 3, 11, tzinfo=UTC), None),
        ("I moved to Oslo in March 2023", datetime(2023, 3, 1, tzinfo=UTC), None),
        ("I saw it yesterday", datetime(2024, 3, 12, tzinfo=UTC), None),
        ("Lena studied in Graz.", None, None),
        ("I was born in 1988", None, None),
    ],
)
def test_a_claim_holds_when_its_words_say(text, valid_from, valid_to):
    claim = claim_of(segment(text))
    assert (claim.valid_from, claim.valid_to) == (valid_from, valid_to)


@pytest.mark.parametrize(
    ("text", "half_life_days"),
    [
        ("remember that I drink tea", HalfLife.NONE),
        ("I always take the stairs", HalfLife.NONE),
        ("from now on, answer in French", HalfLife.NONE),
        ("I drink tea", HalfLife.UNSET),
        ("I live in Oslo", 365.0),
    ],
)
def test_what_is_said_to_last_does_not_fade(text, half_life_days):
    (claim,) = extracted(text)
    assert claim.half_life_days == half_life_days


def test_a_hedge_weakens_its_own_clause_only():
    firm, unsure = extracted("I've been counting my coins - I think it's in May.")
    assert (firm.content_confidence, unsure.content_confidence) == (1.0, 0.5)


def test_two_people_of_one_name_stay_two():
    subjects = {
        claim_of(segment(text)).subject for text in ("Sam from billing has a beard", "Sam from legal is bald")
    }
    assert len(subjects) == 2


def test_an_explicit_text_is_kept_whole():
    claim = claim_of(segment("  By the way, is tea fine?  "))
    assert (claim.text, claim.quote, claim.subject_scope) == (
        "By the way, is tea fine?",
        "  By the way, is tea fine?  ",
        SubjectScope.PRIMARY_USER,
    )


def test_deep_feeling_weighs_more_than_pleasure():
    deep, light = claim_of(segment("My dog died")), claim_of(segment("I love tea"))
    assert deep.emotional_weight is not None
    assert light.emotional_weight is not None
    assert deep.emotional_weight > light.emotional_weight
    assert claim_of(segment("I drink tea")).emotional_weight is None


_PIECES = st.lists(
    st.sampled_from(
        "I my sister Anna live in Oslo and , . ? ! - — \" ' > since until tomorrow if remember that forget "
        "do you"
        " By the way, 我 。 ich bin \n like don't 7/10 May She’s can't :".split(" ")
    ),
    max_size=25,
).map(" ".join)


@given(st.text(max_size=200) | _PIECES, st.booleans())
def test_every_quote_is_found_where_it_says(text, is_owner):
    turn = segment(text, is_owner=is_owner)
    for claim in (*RuleExtractor().extract(turn), claim_of(turn)):
        assert claim.quote == text[claim.start : claim.end]
        assert claim.subject
        assert 0 < claim.content_confidence <= 1
    assert RuleExtractor().extract(turn) == RuleExtractor().extract(turn)


@given(st.text(max_size=100) | _PIECES)
def test_nobody_else_can_make_a_claim_about_the_owner(text):
    assert all(
        claim.subject_scope is SubjectScope.THIRD_PARTY
        for claim in extracted(text, speaker="Bob", is_owner=False)
    )
