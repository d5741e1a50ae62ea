"""Classifying by model: complete or refused."""

from __future__ import annotations

import json

import pytest
from tests.unit.language.model.answering import Scripted

from doxa.belief.classes import BeliefClass
from doxa.errors import ModelFailed


def plans(prompt: str) -> dict[str, object]:
    asked = [json.loads(line) for line in prompt.split("\n")[1:-1]]
    return {"classes": [{"number": one["number"], "belief_class": "plan"} for one in asked]}


def test_each_text_gets_its_class_or_none():
    script = Scripted(
        {"classes": [{"number": 2, "belief_class": None}, {"number": 1, "belief_class": "identity"}]}
    )

    assert script.model().classify(["I am Ana", "hm"]) == (BeliefClass.IDENTITY, None)


def test_many_texts_take_batches_of_fifty_of_bounded_size():
    script = Scripted(plans, plans, plans)

    assert script.model().classify(["tea " * 1_000] * 120) == (BeliefClass.PLAN,) * 120
    assert [len(prompt.splitlines()) - 2 for prompt in script.prompts] == [50, 50, 20]
    assert max(map(len, script.prompts)) < 50 * 600


def test_no_text_no_call():
    assert Scripted().model().classify([]) == ()


@pytest.mark.parametrize("numbers", [[], [1], [1, 1], [1, 2, 2], [1, 3], [0, 1]])
def test_an_answer_that_is_not_complete_is_refused_whole(numbers):
    answer = {"classes": [{"number": number, "belief_class": "plan"} for number in numbers]}
    script = Scripted(answer, answer)
    with pytest.raises(ModelFailed, match="invalid_output"):
        script.model(attempts=2).classify(["I will go", "I will stay"])

    assert "exactly one entry for every number from 1 to 2" in script.prompts[1]
