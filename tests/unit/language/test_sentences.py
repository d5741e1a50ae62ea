from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from doxa.language.sentences import sentence_spans


@pytest.mark.parametrize(
    ("text", "language", "sentences"),
    [
        (
            "Hello. I live in São Paulo! Dr. Smith came.",
            "en",
            ["Hello.", "I live in São Paulo!", "Dr. Smith came."],
        ),
        ("one\ntwo\n\n- three", "en", ["one\ntwo", "- three"]),
        ("One\nTwo", "en", ["One", "Two"]),
        (
            "a line that was wrapped\nhard in the middle.",
            "en",
            ["a line that was wrapped\nhard in the middle."],
        ),
        ("I built a Spitfire Mk.V last year.", "en", ["I built a Spitfire Mk.V last year."]),
        ("我每周三晚上练习竖琴。他来了！好吗？", "zh", ["我每周三晚上练习竖琴。", "他来了！", "好吗？"]),
        ("我练习竖琴。他来了。", "en", ["我练习竖琴。", "他来了。"]),
        ("  \n ", "en", []),
    ],
)
def test_sentences_are_slices_of_the_text(text, language, sentences):
    assert [text[start:end] for start, end in sentence_spans(text, language)] == sentences


@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=200))
def test_spans_are_in_order_apart_and_without_blanks_at_their_ends(text):
    spans = sentence_spans(text)
    assert all(a < b and text[a:b] == text[a:b].strip() for a, b in spans)
    assert all(before[1] <= after[0] for before, after in pairwise(spans))


@given(st.text(max_size=200))
def test_no_word_is_lost(text):
    kept = "".join(text[a:b] for a, b in sentence_spans(text))
    assert "".join(kept.split()) == "".join(text.split())
