from __future__ import annotations

import pytest

from doxa.belief.keying import BeliefKeyer
from doxa.domain.judgement import Judgement, Relation, Stated
from doxa.language.judging import RuleJudge
from doxa.language.texts import statements

RESTATED, CONTRADICTED, RESOLVED, UNRELATED = Relation


def judged(old: str, new: str, subject: str = "user") -> Judgement:
    return RuleJudge().judge(Stated(new, subject), Stated(old, subject), BeliefKeyer().score(new, old))


TURN = (
    "The weather has been lovely. I've been keeping bees on the roof, and I have 3 hives so far. "
    "Do you have any tips for the winter?"
)


def test_a_text_states_its_claims_and_not_its_questions():
    assert [part.text for part in statements(Stated(TURN, "user"))] == [
        "I've been keeping bees on the roof",
        "I have 3 hives so far.",
    ]


def test_one_sentence_is_one_statement():
    said = Stated("I keep bees, and I have 3 hives so far.", "user")
    assert statements(said) == (said,)


@pytest.mark.parametrize(
    ("new", "relation"),
    [
        ("Thanks for the tips! By the way, I have 5 hives now. Is honey from heather good?", CONTRADICTED),
        ("I'm not into jam. Also, I no longer keep bees on the roof.", RESOLVED),
        ("I've been keeping bees on the roof. I have 3 hives so far.", RESTATED),
        ("I've been keeping bees on the roof. I also sing in a choir.", UNRELATED),
        ("I sing in a choir. We rehearse on Mondays. Have you heard of Dufay?", UNRELATED),
        ("Do I have 5 hives now? I wonder how many frames fit.", UNRELATED),
    ],
)
def test_a_text_is_judged_claim_by_claim(new, relation):
    assert judged(TURN, new).relation is relation


def test_the_reason_is_that_of_the_claims_that_decide():
    assert judged(TURN, "It rains. I have 5 hives now.").reason == (
        "one number replaced: 3 before, 5 now (hiv)"
    )


def test_a_sentence_that_gives_no_claim_keeps_a_text_from_being_a_restatement():
    old = "I keep bees on the roof. I have 3 hives."
    assert judged(old, "I keep bees on the roof. The blue one.").relation is UNRELATED
    assert judged(old, "I keep bees on the roof. Do you?").relation is RESTATED


def test_somebody_who_is_named_is_not_the_owner():
    old = "I had tea with Ines yesterday. She moved to Cork."
    assert judged(old, "It was late. I live in Turku now.").relation is UNRELATED
    assert judged(old, "It was late. Ines moved to Turku.").relation is CONTRADICTED


def test_another_speakers_i_is_that_speaker():
    parts = statements(Stated("It is cold. I live in Cork.", "Ines"))
    assert [part.subject for part in parts if part.text == "I live in Cork."] == ["Ines"]


def test_a_key_that_is_given_is_of_the_whole_text():
    new, old = (
        Stated(f"I checked it. The word is {word}.", "user", belief_key="door")
        for word in ("heron", "osprey")
    )
    assert RuleJudge().judge(new, old, 0.1).relation is CONTRADICTED
