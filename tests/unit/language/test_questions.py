"""Questions: which slot is asked for, and whose."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from doxa.language.questions import is_asked_of, slots_asked


@pytest.mark.parametrize(
    ("question", "slot"),
    [
        ("Where do I live?", "home_city"),
        ("where does Anna live now", "home_city"),
        ("which city do I live in?", "home_city"),
        ("Where do I work?", "employer"),
        ("Who does my sister work for?", "employer"),
        ("What do I do for a living?", "job_title"),
        ("When is my birthday?", "birthday"),
        ("How old am I?", "age"),
        ("Am I allergic to anything?", "allergy"),
        ("Which languages do I speak?", "language"),
        ("what's my favourite colour?", "favourite_colour"),
        ("Is Tom married?", "spouse"),
    ],
)
def test_a_question_asks_for_a_slot(question, slot):
    assert slot in slots_asked(question)


@pytest.mark.parametrize(
    "question", ["How do I take my coffee?", "token QX-5510", "What did we decide about the launch?", ""]
)
def test_a_question_about_something_else_asks_for_none(question):
    assert slots_asked(question) == ()


@pytest.mark.parametrize(
    ("question", "subject", "is_asked"),
    [
        ("Where do I live?", "user", True),
        ("Where do I live?", "sister", False),
        ("Where does my sister live?", "sister", True),
        ("Where does Anna live?", "Anna", True),
        ("Where does Hanna live?", "Anna", False),
        ("Where does Anna live?", "user", False),
    ],
)
def test_a_question_is_about_whom_it_names(question, subject, is_asked):
    assert is_asked_of(question, subject) is is_asked


@given(question=st.text(max_size=80), subject=st.text(min_size=1, max_size=8))
def test_no_text_is_too_strange_to_be_a_question(question, subject):
    assert isinstance(slots_asked(question), tuple)
    assert is_asked_of(question, subject) in (True, False)
