from __future__ import annotations

import pytest

from doxa.language.subjects import subject_of


@pytest.mark.parametrize(
    ("text", "name", "scope"),
    [
        ("I live in Oslo", "user", "primary_user"),
        ("We're 3-2 so far", "user", "primary_user"),
        ("Until 1 June I'm in Oslo", "user", "primary_user"),
        ("Last week, we went home", "user", "primary_user"),
        ("My sister and I went to Oslo", "user", "primary_user"),
        ("My badge number is 77", "user", "primary_user"),
        ("In my free time I paint", "user", "primary_user"),
        ("My sister's favourite opening is the Dutch", "sister", "user_relationship"),
        ("My older brother lives in Rome", "brother", "user_relationship"),
        ("My friend Rachel moved to Chicago", "Rachel", "user_relationship"),
        ("My former manager, Rachel, leads a team", "Rachel", "user_relationship"),
        ("Luckily, my dog Max is well", "Max", "user_relationship"),
        ("My app crashed again", "app", "user_owned_project"),
        ("Our startup Acme raised money", "Acme", "user_owned_project"),
        ("I released my app yesterday", "user", "primary_user"),  # the project is not what it is about
        ("Anna lives in Oslo", "Anna", "third_party"),
        ("Sam from billing has a beard", "Sam from billing", "third_party"),
        ("Sam from legal is bald", "Sam from legal", "third_party"),
        ("The site closes on Friday", "the site", "third_party"),
        ("She moved to Chicago", "she", "third_party"),
        ("Absolutely nothing", "unknown", "third_party"),
    ],
)
def test_a_statement_is_about_its_grammatical_subject(text, name, scope):
    subject = subject_of(text)
    assert (subject.name, subject.scope.value) == (name, scope)
