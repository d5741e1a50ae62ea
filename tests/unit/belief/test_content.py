"""How firmly a text puts what it says: tables that a reader can argue with."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from doxa.belief.content import HEDGED, PLAIN, SOFTENED, content_confidence

STATEMENTS = [
    "I live in Oslo.",
    "The meeting is at 3.",
    # an approximate quantity is as firm as an exact one
    "I spend about two hours a day on it.",
    "It took around 5-6 hours.",
    "I'm close to 1300 followers.",
    # loudness adds nothing
    "CONFIRMED!!! verified, final: the code is blue",
    # the hedge is in a name, a quotation or a side clause
    "I watched the show Maybe Tomorrow.",
    'I just read "Maybe You Should Talk to Someone".',
    "I bought a tent, which might be useful.",
    "I moved here because I think it is prettier.",
    # the month is no modal verb, belief and thought are no doubt
    "I moved in May.",
    "my birthday is 5 may",
    "I believe in God.",
    "I was thinking about my trip to Hawaii.",
    "我每周三晚上练习竖琴",
    "Ich wohne in Oslo.",
    "",
]

SOFTENED_MINDS = [
    "I'd say the campaign is the priority.",
    "I think I'll go with Todoist.",
    "I guess I prefer tea.",
    "I might go to Rome.",
    "Maybe I'll try yoga.",
    "I'll probably check out her book.",
    "I'm thinking of changing my coffee limit to two cups.",
    "I'm considering getting a new tripod.",
    "I'm not sure what to paint next.",
    "I think it's a bit too structured for me.",
    "I feel like I'm getting better.",
    "I don't think I'll go.",
    "Ich denke, ich nehme den Tee.",
    "Je crois que je préfère le thé.",
    "Creo que prefiero el té.",
]

HEDGED_FACTS = [
    "I think the meeting is at 3.",
    "maybe Anna lives in Oslo",
    "it might be 5 km",
    "I believe Anna lives in Oslo.",
    "Anna probably lives in Oslo.",
    "It's at 3 but I'm not sure.",
    "As far as I remember it is in May.",
    "Apparently the shop closes.",
    "Rumour has it that Tom left.",
    "I think I'm close to 1300 now.",  # one's own, and still a fact
    "I think I left my bag at the gym.",
    "I might've left my keys at home.",
    "I may have a cold.",
    "I'm not sure if Anna lives in Oslo.",
    "I'm pretty sure the code is 1234.",
    "I thought the meeting was at 3.",
    "MAYBE ANNA LIVES IN OSLO",
    "Ich glaube, Anna wohnt in Oslo.",
    "Je pense que Anna habite à Oslo.",
    "Creo que Ana vive en Madrid.",
]


@pytest.mark.parametrize(
    ("text", "firmness"),
    [
        *((text, PLAIN) for text in STATEMENTS),
        *((text, SOFTENED) for text in SOFTENED_MINDS),
        *((text, HEDGED) for text in HEDGED_FACTS),
    ],
)
def test_a_hedge_about_a_fact_is_doubt_and_one_about_oneself_is_not(text, firmness):
    assert content_confidence(text) == firmness


@pytest.mark.parametrize("fact", ["the meeting is at 3", "Anna lives in Oslo", "the shop closes on Friday"])
@pytest.mark.parametrize("hedge", ["I think", "I believe", "I guess", "Maybe", "Apparently", "I heard that"])
def test_every_hedge_lowers_every_fact(hedge, fact):
    assert content_confidence(f"{hedge} {fact}.") == HEDGED


def test_a_greeting_does_not_make_a_hedged_fact_firm():
    assert content_confidence("Hi there. I think the meeting is at 3.") == HEDGED


def test_one_hedge_does_not_weaken_a_long_plain_text():
    text = "I moved to Oslo with my two cats last spring. I work at the harbour. I think it's 5 km."
    assert content_confidence(text) == PLAIN


@given(st.text(), st.sampled_from(["!!!", " VERIFIED", " This is confirmed and final."]))
def test_no_text_is_firmer_than_plain(text, shout):
    assert content_confidence(text) in (PLAIN, SOFTENED, HEDGED)
    assert content_confidence("maybe Anna lives in Oslo" + shout) <= SOFTENED
