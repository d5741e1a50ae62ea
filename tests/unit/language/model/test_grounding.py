"""Grounding: what a claim says must have been said."""

from __future__ import annotations

import pytest

from doxa.language.model.grounding import Said, invented, is_said


@pytest.mark.parametrize(
    ("text", "conversation"),
    [
        ("I have a dog called Rex.", "My dog Rex ate the sofa"),
        ("My sister's cat is Tom", "tom is my sister's cat"),
        ("I earn 1000 a month", "I earn 1,000 a month"),
        ("A 5kg bag", "a bag of 5 kg"),
        ("A bag of 5 kg", "a 5kg bag"),
        ("A 6-ounce cup", "a cup of 6 ounce"),
        ("I use GPT-5 and foo_bar.py", "gpt-5 is nice, foo_bar.py too"),
        ("I live in Oslo, Norway.", "Oslo (Norway) is home: I live there"),
        ("Owning a boat is my dream", "I dream of owning a boat"),
        ("Rachel's sister likes Oslo’s parks", "Rachel’s sister likes the parks of Oslo"),
        ("Ich wohne in München", "Also ich wohne jetzt in München"),
        ("Маша живёт в Москве", "Про Машу: живёт она в Москве"),
        ("I met Anne-Marie", "Anne-Marie came by"),
        ("我每周三练习竖琴", "我每周三晚上练习竖琴"),
    ],
)
def test_what_was_said_may_be_said_in_other_words(text, conversation):
    assert invented(text, Said((conversation,))) == []


@pytest.mark.parametrize(
    ("text", "conversation", "strangers"),
    [
        ("I have a dog called Max.", "My dog Rex ate the sofa", ["Max"]),
        ("Rachel lives in Oslo", "my sister lives in Oslo", ["Rachel"]),
        ("Daniela is here", "Daniel is here", ["Daniela"]),
        ("I have 3 cats", "I have three cats", ["3"]),
        ("I am 5", "I am 15, or 5.5, or 50", ["5"]),
        ("I am 15", "I am 5, 1", ["15"]),
        ("My mail is ana@example.org", "My mail is bob@example.org", ["ana@example.org"]),
        ("I use GPT-5", "I use GPT-4 and 5 others", ["GPT-5"]),
        ("May is my sister", "that is my sister", ["May"]),
        ("I leave on Monday", "I leave tomorrow", ["Monday"]),
        ("I work at NASA", "I work at ESA", ["NASA"]),
        ("我在2024年搬家", "我去年搬家了", ["我在2024年搬家"]),
    ],
)
def test_a_name_a_number_or_an_identifier_that_nobody_said_is_found(text, conversation, strangers):
    assert invented(text, Said((conversation,))) == strangers


def test_a_speaker_may_be_named():
    assert invented("Caroline paints", Said(("I paint", "Caroline"))) == []


@pytest.mark.parametrize(
    ("text", "conversation", "is_so"),
    [
        ("I moved to another town", "我喜欢茶", False),
        ("我每周去健身房锻炼身体", "我喜欢喝茶", False),
        ("我喜欢喝茶", "我很喜欢喝绿茶", True),
        ("my brother repairs old wooden boats", "the weather was lovely yesterday", False),
        ("I repair wooden boats with my brother", "my brother and I repaired a boat of wood", True),
    ],
)
def test_a_text_that_shares_no_words_with_the_conversation_was_not_said(text, conversation, is_so):
    assert is_said(text, Said((conversation,))) is is_so
