"""Extraction by model: nothing is taken that the conversation does not bear out."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.language.model.answering import Scripted, chunk, claim, reply, said, said_by, turn

from doxa.belief.classes import BeliefClass
from doxa.domain.claim import Claim, HalfLife, Segment, SubjectScope
from doxa.errors import ModelFailed
from doxa.language.model.answers import Claims, SaidClaim
from doxa.language.model.asking import Unusable
from doxa.language.model.extraction import avoiding, verified
from doxa.language.model.passages import CHUNK_LIMIT, chunks


def found(segment: Segment, *claims: SaidClaim) -> list[Claim]:
    return [claim for _, claim in verified(Claims(claims=list(claims)), chunk(segment))]


def only(segment: Segment, given: SaidClaim) -> Claim:
    (one,) = found(segment, given)
    return one


def test_a_claim_that_holds_is_taken_with_the_place_of_its_quote():
    segment = turn("Hi! I moved to Rome, and it's lovely.")
    given = said(
        "I moved to Rome",
        "I moved to Rome.",
        predicate="Lives In",
        slot="home_city",
        belief_class="state",
        half_life=365,
        emotional_weight=0.4,
    )

    assert only(segment, given) == Claim(
        text="I moved to Rome.",
        quote="I moved to Rome",
        start=4,
        end=19,
        subject="user",
        subject_scope=SubjectScope.PRIMARY_USER,
        predicate="lives_in",
        slot="home_city",
        belief_class=BeliefClass.STATE,
        half_life_days=365,
        emotional_weight=0.4,
    )


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        (said("I moved to Rome", turn=7), "no turn 7"),
        (said("Rome is lovely", turn=2), "turn 2 may not be quoted"),
        (said("I moved to rome"), "'I moved to rome' is not in turn 1"),
        (said(" ", "I moved to Rome"), "is not in turn 1"),
        (said("I moved to Rome", "I moved to Rome with Rachel"), "nobody said 'Rachel'"),
        (said("I moved to Rome", "I moved to Rome 3 weeks ago"), "nobody said '3'"),
        (said("I moved to Rome", subject="Rachel", subject_scope="third_party"), "nobody said 'Rachel'"),
        (said("I moved to Rome", "my brother repairs old wooden boats"), "something else"),
        (said("I moved to Rome", subject=" ", subject_scope="third_party"), "subject is empty"),
        (said("I moved to Rome", half_life=0), "half-life"),
        (said("I moved to Rome", half_life=float("inf")), "half-life"),
    ],
)
def test_what_does_not_hold_is_sent_back_with_what_is_wrong(given, reason):
    conversation = chunk(turn("Hi! I moved to Rome."), reply("Rome is lovely"))
    with pytest.raises(Unusable, match=reason):
        verified(Claims(claims=[given]), conversation)


def test_one_wrong_claim_refuses_the_answer_and_every_wrong_one_is_named():
    wrong = [said("I like tea"), said("I like Tea"), said("nope")]
    with pytest.raises(Unusable) as refused:
        found(turn("I like tea"), *wrong)

    assert "claim 1" not in str(refused.value)
    assert "claim 2" in str(refused.value)
    assert "claim 3" in str(refused.value)


@pytest.mark.parametrize("text", ["", "  ", "tea " * 1_001, "my password: hunter2secret", "tea\x00"])
def test_a_text_that_cannot_be_kept_is_left_out_and_the_rest_is_taken(text):
    kept = found(turn("I like tea"), said("I like tea", text), said("I like tea"))

    assert [claim.text for claim in kept] == ["I like tea"]


def test_several_claims_may_share_a_quote_and_the_same_one_twice_is_one():
    segment = turn("I like tea and Rex, my dog.")
    kept = found(
        segment,
        said("I like tea and Rex", "I like tea"),
        said("I like tea and Rex"),
        said("I like tea and Rex"),
    )

    assert [(claim.text, claim.start, claim.end) for claim in kept] == [
        ("I like tea", 0, 18),
        ("I like tea and Rex", 0, 18),
    ]


@pytest.mark.parametrize(
    "given",
    [
        {"subject": "user", "subject_scope": "primary_user"},
        {"subject": "The user", "subject_scope": "third_party"},
        {"subject": "I", "subject_scope": "third_party"},
        {"subject": "Caroline", "subject_scope": "third_party"},
    ],
)
def test_what_another_person_says_in_the_first_person_is_about_that_person(given):
    kept = only(said_by("Caroline", "I moved to Rome"), said("I moved to Rome", **given))

    assert (kept.subject, kept.subject_scope) == ("Caroline", SubjectScope.THIRD_PARTY)


def test_another_person_s_sister_is_not_the_owner_s():
    given = said("my sister paints", subject="sister", subject_scope="user_relationship")
    kept = only(said_by("Caroline", "And my sister paints"), given)

    assert (kept.subject, kept.subject_scope) == ("Caroline's sister", SubjectScope.THIRD_PARTY)


def test_what_another_person_tells_the_owner_of_the_owner_is_left_out():
    assert found(said_by("Caroline", "You live in Oslo now"), said("You live in Oslo")) == []


@pytest.mark.parametrize(
    ("text", "quote", "confidence"),
    [
        ("The meeting is at noon", "The meeting is at noon", 1.0),
        ("I think the meeting is at noon", "the meeting is at noon", 0.5),
        ("I think the meeting is at noon", "I think the meeting is at noon", 0.5),
        ("I think I'd rather have tea", "I'd rather have tea", 0.9),
        ("Ich wohne vielleicht bald in Rom", "bald in Rom", 0.5),
    ],
)
def test_how_firmly_it_was_put_is_read_from_the_words_and_not_from_the_model(text, quote, confidence):
    given = SaidClaim.model_validate({**claim(quote), "content_confidence": 1.0})

    assert only(turn(text), given).content_confidence == confidence


@pytest.mark.parametrize(
    ("given", "dates"),
    [
        (said("I moved to Rome", valid_from="2026-03-06"), (None, None)),
        (
            said("I have lived in Rome since 2 March 2026", belief_class="state", valid_from="2020-01-01"),
            (datetime(2026, 3, 2, tzinfo=UTC), None),
        ),
        (
            said("yesterday we met", belief_class="identity", valid_from="2026-03-06"),
            (datetime(2026, 3, 6, tzinfo=UTC), None),
        ),
        (said("yesterday we met", belief_class="identity", valid_from="2026-03-01"), (None, None)),
        (
            said("yesterday we met", belief_class="identity", valid_to="2026-03-06"),
            (None, datetime(2026, 3, 7, tzinfo=UTC)),
        ),
    ],
)
def test_a_day_is_known_only_where_the_quote_names_one(given, dates):
    text = "I moved to Rome. I have lived in Rome since 2 March 2026. And yesterday we met."
    kept = only(turn(text), given)

    assert (kept.valid_from, kept.valid_to) == dates


@pytest.mark.parametrize("name", ["", "two\nlines!", "x" * 65, "💥", "1st"])
def test_a_slot_that_is_no_name_names_nothing(name):
    kept = only(turn("I like tea"), said("I like tea", slot=name, predicate=name))

    assert (kept.slot, kept.predicate) == (None, None)


@pytest.mark.parametrize(
    ("text", "half_life", "kept"),
    [
        ("I like tea", "unset", HalfLife.UNSET),
        ("I like tea", "none", HalfLife.UNSET),
        ("I like tea", 36_500, HalfLife.UNSET),
        ("From now on I like tea for good", "none", HalfLife.NONE),
        ("From now on I like tea for good", "unset", HalfLife.UNSET),
        ("I live in Rome", 36_500, 365.0),
    ],
)
def test_a_horizon_is_kept_only_where_the_words_give_one(text, half_life, kept):
    assert only(turn(text), said(text, half_life=half_life)).half_life_days == kept


def test_what_was_rejected_of_somebody_else_may_be_said_by_the_owner():
    script = Scripted({"claims": [claim("I live in Oslo")]})
    (kept,) = script.model().extract([turn("I live in Oslo. I like Rex.")], ["I live in Oslo"])

    assert [claim.text for claim in kept] == ["I live in Oslo"]


def test_of_what_was_rejected_a_bounded_part_is_shown_and_cannot_end_its_block():
    shown = avoiding([f"</rejected> {number} " + "x" * 5_000 for number in range(1_000)])

    assert avoiding([]) == ""
    assert len(shown) < 8 * 350
    assert shown.count("</rejected>") == 1
    assert len(shown.splitlines()) == 10


@pytest.mark.parametrize("text", ["我每周三晚上练习竖琴", "私は東京に住んでいます。"])
def test_a_language_is_kept_and_a_sample_that_nobody_said_is_refused(text):
    kept = only(turn(text), said(text))
    assert (kept.quote, kept.text) == (text, text)
    assert text.encode() == text[kept.start : kept.end].encode()

    with pytest.raises(Unusable, match="something else"):
        found(turn(text), said(text, "I have an appointment with the dentist tomorrow"))
    with pytest.raises(Unusable, match="is not in turn 1"):
        found(turn(text), said("我住在北京"))


@given(st.text(max_size=60), st.text("ab .I", max_size=4), st.integers(0, 4))
def test_whatever_is_answered_every_quote_is_a_slice_of_a_person_s_turn(first, quote, number):
    segments = [turn(first), reply("a b I"), said_by("Bo", "I a. ab b a")]
    for part in chunks(segments):
        try:
            kept = verified(Claims(claims=[said(quote, "I", turn=number)]), part)
        except Unusable:
            continue
        for index, one in kept:
            assert segments[index].text[one.start : one.end] == one.quote == quote
            assert index != 1
            assert one.subject == ("user" if segments[index].is_owner else "Bo")


# -- through the model -------------------------------------------------------------------------


def test_every_segment_gets_its_own_claims_in_the_order_they_were_said():
    script = Scripted(
        {"claims": [claim("I own Rex", turn=3), claim("I hate rain"), claim("I like tea", turn=1)]}
    )
    conversation = [turn("I like tea and I hate rain"), reply("Oh"), turn("I own Rex")]
    kept = script.model().extract(conversation, [])

    assert [[claim.text for claim in claims] for claims in kept] == [
        ["I like tea", "I hate rain"],
        [],
        ["I own Rex"],
    ]


def test_where_nothing_is_worth_remembering_the_empty_answer_is_one():
    script = Scripted({"claims": []})

    assert script.model().extract([turn("Hello!"), turn("Bye!")], []) == ((), ())


def test_no_model_is_asked_where_nobody_may_be_quoted():
    assert Scripted().model().extract([reply("Hello"), turn("  ")], ["tea"]) == ((), ())
    assert Scripted().model().extract([], []) == ()


def test_what_was_wrong_is_sent_back_and_the_corrected_answer_taken():
    script = Scripted({"claims": [claim("I moved to Roma")]}, {"claims": [claim("I moved to Rome")]})
    (kept,) = script.model().extract([turn("I moved to Rome")], [])

    assert [claim.quote for claim in kept] == ["I moved to Rome"]
    assert "'I moved to Roma' is not in turn 1" not in script.prompts[0]
    assert "'I moved to Roma' is not in turn 1" in script.prompts[1]


def test_what_stays_wrong_fails_and_says_nothing_of_the_conversation():
    script = Scripted(*[{"claims": [claim("I moved to Roma")]}] * 3)
    with pytest.raises(ModelFailed) as failed:
        script.model(attempts=3).extract([turn("I moved to Rome")], [])

    assert failed.value.reason == "invalid_output"
    assert len(script.prompts) == 3
    assert "Rom" not in str(failed.value)
    assert failed.value.__cause__ is failed.value.__context__ is None


def first_turn(prompt: str) -> dict[str, Any]:
    """Quotes the first sentence of the first turn of whatever part of the conversation it is shown."""
    import json

    shown = json.loads(prompt.split("\n")[1])
    return {"claims": [claim(shown["text"].split(".")[0], turn=shown["turn"])]}


def test_a_huge_conversation_takes_several_calls_each_of_bounded_size():
    conversation = [turn(f"I like tea number {number}. " + "So I said. " * 100) for number in range(60)]
    script = Scripted(*[first_turn] * 60)
    kept = script.model().extract(conversation, [])

    assert 5 < len(script.prompts) < 10
    assert max(map(len, script.prompts)) <= CHUNK_LIMIT + 200
    assert sum(map(len, kept)) == len(script.prompts)
    assert all(
        turn.text[c.start : c.end] == c.quote for turn, cs in zip(conversation, kept, strict=True) for c in cs
    )


def test_the_quote_of_a_long_turn_is_found_where_it_stands_in_the_turn():
    conversation = [turn(" ".join(f"I own boat number {number}." for number in range(1_000)))]
    script = Scripted(*[first_turn] * 60)
    (kept,) = script.model().extract(conversation, [])

    assert len(kept) == len(script.prompts) > 2
    assert all(conversation[0].text[c.start : c.end] == c.quote for c in kept)


def test_more_claims_than_can_be_true_are_no_answer():
    script = Scripted({"claims": [claim("I like tea")] * 51}, {"claims": [claim("I like tea")] * 50})
    (kept,) = script.model(attempts=2).extract([turn("I like tea")], [])

    assert (len(kept), len(script.prompts)) == (1, 2)


def test_one_part_that_fails_fails_the_whole_conversation():
    conversation = [turn(f"I like tea number {number}. " + "So I said. " * 100) for number in range(60)]
    with pytest.raises(ModelFailed):
        Scripted(first_turn, first_turn, *[{"claims": [claim("no")]}] * 3).model().extract(conversation, [])
