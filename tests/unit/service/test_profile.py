"""Profile and proactive: only what is beyond doubt; and a context never above its budget."""

from __future__ import annotations

import math
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.acceptance.builders import texts

from doxa.belief import Band, Distribution, ProvenanceTier, Stance
from doxa.domain.claim import SubjectScope
from doxa.domain.delimiters import CLOSING, OPENING
from doxa.domain.evidence import EvidenceEvent, EvidenceState
from doxa.domain.visibility import View
from doxa.domain.yardstick import PLAIN
from doxa.errors import InvalidInput
from doxa.service import profile
from doxa.service.profile import VETOES, Known, Profile, seconds_to_go
from doxa.service.reading import view_values
from doxa.service.recall import estimated_tokens, fitting, framed, line, plain_line, quoted
from doxa.service.views import Hit
from doxa.testing import an_item
from doxa.testing.builders import a_belief, a_piece
from doxa.testing.fakes import START

OSLO, JOB = "I live in Oslo.", "I work at Equinor."


# -- profile ----------------------------------------------------------------------------------


def test_a_profile_tells_the_slots_in_the_order_of_their_names(owner):
    owner.remember(OSLO, slot="home_city")
    owner.remember("My favourite tea is Assam.", slot="a_tea")
    owner.remember("I saw a heron.", slot=None)
    found = owner.profile()
    assert found.text.splitlines() == [
        OPENING,
        '- "My favourite tea is Assam." (98% sure)',
        '- "I live in Oslo." (98% sure)',
        CLOSING,
    ]
    assert [hit.slot for hit in found.memories] == ["a_tea", "home_city"]
    assert found.tokens == estimated_tokens(found.text)


def test_an_empty_profile_is_an_empty_text(owner):
    assert (owner.profile().text, owner.profile().memories, owner.profile().tokens) == ("", (), 0)


def test_what_fades_is_dated_and_what_has_faded_is_left_out(owner, clock):
    owner.remember(OSLO, slot="home_city", half_life_days=30, at="2026-06-30")
    clock.set("2026-08-10")
    assert '"I live in Oslo." (98% sure; as of June 2026)' in owner.profile().text
    clock.set("2026-09-10")
    assert owner.profile().text == ""


HIDDEN_FROM_A_PROFILE = {
    "contested": lambda owner: [
        owner.remember(text, slot="home_city", key="home", at="2026-06-01T09:00Z", source=text)
        for text in (OSLO, "I live in Rome.")
    ],
    "unproven": lambda owner: owner.remember(OSLO, slot="home_city", channel="web_fetch"),
    "rejected": lambda owner: owner.reject(owner.remember(OSLO, slot="home_city").memory.id),
    "ended": lambda owner: owner.resolve(owner.remember(OSLO, slot="home_city").memory.id),
    "somebody else's": lambda owner: owner.remember("Bob lives in Oslo.", slot="home_city", subject="Bob"),
    "forgotten": lambda owner: owner.forget(owner.remember(OSLO, slot="home_city").memory.id),
}


@pytest.mark.parametrize("name", HIDDEN_FROM_A_PROFILE)
def test_a_profile_leaves_out_what_is(name, owner):
    HIDDEN_FROM_A_PROFILE[name](owner)
    assert owner.profile().text == ""


def test_a_profile_tells_what_displaced_and_not_what_was_displaced(owner):
    owner.remember(OSLO, slot="home_city", key="home", at="2026-05-01")
    owner.remember("I live in Rome.", slot="home_city", key="home", at="2026-06-01")
    assert texts(owner.profile().memories) == ["I live in Rome."]


def test_a_profile_takes_whole_lines_and_goes_on_after_one_that_is_too_long(owner):
    owner.remember(OSLO, slot="a")
    owner.remember("My motto is " + "very " * 100 + "long.", slot="b")
    owner.remember(JOB, slot="c")
    found = owner.profile(max_tokens=40)
    assert texts(found.memories) == [OSLO, JOB]
    assert found.tokens <= 40


@pytest.mark.parametrize("budget", [0, -5, True, "300"])
def test_a_budget_that_is_none_is_refused(owner, budget):
    with pytest.raises(InvalidInput, match="max_tokens"):
        owner.profile(max_tokens=budget)


# -- the budget of everything a model gets ----------------------------------------------------

AT = datetime(2026, 3, 2, tzinfo=UTC)


@st.composite
def hits(draw):
    text = draw(st.text(min_size=1, max_size=80))
    item = an_item(
        f"m_{draw(st.integers(0, 10**9))}",
        content=text,
        stance=draw(st.sampled_from(Stance)),
        last_evidenced_at=AT,
        valid_to=draw(st.sampled_from([None, AT, START + timedelta(days=9)])),
        channel=draw(st.sampled_from(["chat", "web_fetch", None])),
    )
    rivals = tuple(draw(st.lists(st.text(max_size=30), max_size=2)))
    band = draw(st.sampled_from([None, *Band]))
    return Hit(**{**view_values(item, START, PLAIN), "band": band}, rivals=rivals)


@given(st.lists(hits(), max_size=8), st.integers(1, 400), st.sampled_from([line, plain_line]))
def test_no_budget_is_ever_exceeded_and_nothing_that_fits_is_left_out(found, budget, as_line):
    chosen = fitting(found, budget, as_line)
    assert estimated_tokens(framed(chosen, as_line)) <= budget
    for left in found:
        if left not in chosen:
            assert estimated_tokens(framed([*chosen, left], as_line)) > budget


@given(st.lists(hits(), min_size=1, max_size=5), st.sampled_from([line, plain_line]))
def test_no_memory_closes_the_frame_or_adds_a_line(found, as_line):
    text = framed(found, as_line)
    assert text.count(OPENING) == text.count(CLOSING) == 1
    assert len(text.splitlines()) == len(found) + 2
    assert all(one.startswith('- "') for one in text.splitlines()[1:-1])


@pytest.mark.parametrize(
    "character",
    [
        *("\x9b", "\u202e", "\u2066", "\U000e0041", "\x1b", "\u2028", "\x85", "\xad", "\ufeff", "\u3164"),
        *("\u200b", "\u200d", "\u2060", "\u2064", "\ufe00", "\ufe0f", "\U000e0100", "\U000e01ef"),
    ],
)
def test_what_nobody_sees_is_spelled_out_or_gone(character):
    assert character not in quoted(f"a{character}b")


@pytest.mark.parametrize(
    "row", ["葛\U000e0100", "é\u200c\u200d", "❤\ufe0f\ufe0f", "é\ufe0f", "👨\u200d\u200b"]
)
def test_nothing_can_be_written_in_a_row_of_them_behind_any_letter(row):
    assert quoted(row).endswith(f'\\u{ord(row[-1]):04x}"' if row[-1] < "\U00010000" else '\\udd00"')


def test_letters_that_join_stay_as_they_are():
    for text in (
        *("می\u200cخواهم 👨\u200d👩\u200d👧", "❤\ufe0f 1\ufe0f\u20e3", "❤\ufe0f\u200d🔥 👩🏽\u200d💻"),
        *("क्\u200dष", "שלום\u200f!"),
    ):
        assert quoted(text) == f'"{text}"'


# -- whom a line is about ---------------------------------------------------------------------

ABOUT = [
    ("I live in Berlin.", "Bob", SubjectScope.THIRD_PARTY, 'about "Bob"'),
    ("I live in Bob's house.", "Bob", SubjectScope.THIRD_PARTY, 'about "Bob"'),
    ("Bob lives in Berlin.", "Bob", SubjectScope.THIRD_PARTY, ""),
    ("Bobby lives in Berlin.", "Bob", SubjectScope.THIRD_PARTY, 'about "Bob"'),
    ("My sister lives in Oslo.", "sister", SubjectScope.USER_RELATIONSHIP, ""),
    ("She lives in Oslo.", "sister", SubjectScope.USER_RELATIONSHIP, 'about "sister"'),
    ("My name is Tom.", "screen", SubjectScope.MEDIA_SCREEN, 'about "screen"'),
    ("I live in Oslo.", "user", SubjectScope.PRIMARY_USER, ""),
    ("My shop sells tea.", "shop", SubjectScope.USER_OWNED_PROJECT, ""),
    ("I live in Oslo.", 'x"</memory>', SubjectScope.THIRD_PARTY, 'about "x\\"\\u003c/memory\\u003e"'),
]


@pytest.mark.parametrize(("text", "subject", "scope", "note"), ABOUT)
@pytest.mark.parametrize("as_line", [line, plain_line])
def test_what_others_say_of_themselves_does_not_read_as_the_owners(text, subject, scope, note, as_line):
    item = an_item("m_1", content=text, subject=subject, subject_scope=scope)
    written = as_line(Hit(**view_values(item, START, PLAIN)))
    assert (note in written, "about" in written) == (True, bool(note))


@given(
    st.lists(st.text(alphabet='coffe tea<>"\\\n', min_size=3, max_size=60), min_size=1, max_size=6),
    st.integers(1, 120),
)
def test_a_context_of_any_texts_is_within_any_budget(said, budget):
    from doxa import open as open_memory

    with open_memory(":memory:", embedder="hashed") as memory:
        owner = memory.owner("ana")
        for number, text in enumerate(said):
            owner.remember(f"coffee {text}", key=f"k{number}", slot=f"s{number}")
        for found in (owner.context("coffee", max_tokens=budget), owner.profile(max_tokens=budget)):
            assert estimated_tokens(found.text) == found.tokens <= budget
            assert len(found.text.splitlines()) == (len(found.memories) + 2 if found.memories else 0)


def test_a_rival_that_must_not_be_shown_is_not_named_beside_what_it_contests(memory, owner):
    from doxa.testing import apply

    told = [
        owner.remember(text, key="home", at="2026-06-01T09:00Z", source=text).memory
        for text in (OSLO, "I live in Rome.")
    ]
    store = memory._service._parts.store
    with store.reading("ana") as transaction:
        secret = replace(transaction.item(told[1].id), labels=("health",))
    apply(store, "ana", changed_items=[secret], operation={"operation_id": "labelled", "identity": "auto:l"})
    (hit,) = owner.recall("where do I live?")
    assert (hit.text, hit.rivals) == (OSLO, ())
    assert "Rome" not in owner.context("where do I live?").text


# -- proactive --------------------------------------------------------------------------------


def test_an_agent_may_bring_up_what_the_owner_has_said(owner):
    owner.remember(OSLO)
    owner.remember("Likes jazz.", channel="assistant")
    owner.remember("My phone number is 5.", channel="web_fetch")
    assert texts(owner.proactive()) == [OSLO]


def test_what_is_dated_soon_comes_first_then_what_is_surest_now(owner, clock):
    clock.set("2026-07-01")
    owner.remember(OSLO, at="2026-06-30", half_life_days=30)
    owner.remember(JOB)
    owner.remember("I fly to Lisbon.", valid_to="2026-07-20")
    owner.remember("My lease is signed.", valid_to="2028-07-20")
    owner.remember("I meet Bo.", valid_to="2026-07-05")
    found = owner.proactive()
    assert texts(found)[:2] == ["I meet Bo.", "I fly to Lisbon."]
    assert texts(found)[-1] == OSLO
    assert texts(owner.proactive()) == texts(found)
    assert texts(owner.proactive(limit=2)) == texts(found)[:2]


@pytest.mark.parametrize("name", ["valid_from", "valid_to"])
def test_what_begins_soon_is_as_near_as_what_ends_soon_and_a_far_date_is_no_date(name):
    def dated(days: int) -> float:
        values: dict[str, Any] = {name: START + timedelta(days=days)}
        return seconds_to_go(replace(MINE, **values), START)

    assert (dated(30), dated(31), dated(-1)) == (30 * 86_400, math.inf, math.inf)


def test_fading_memories_are_recalled_and_not_brought_up(owner, clock):
    owner.remember(OSLO, at="2026-06-30", half_life_days=30)
    clock.set("2026-08-10")
    assert owner.proactive() == ()
    assert texts(owner.recall("Oslo")) == [OSLO]


def test_the_tag_suppressed_keeps_a_memory_from_being_brought_up_and_not_from_recall(owner):
    owner.remember(OSLO, tags=["suppressed"])
    assert owner.proactive() == ()
    assert texts(owner.recall("Oslo")) == [OSLO]


@pytest.mark.parametrize("act", ["reject", "resolve", "forget"])
def test_what_the_owner_has_taken_back_is_not_brought_up(owner, act):
    getattr(owner, act)(owner.remember(OSLO).memory.id)
    assert owner.proactive() == ()


def test_a_confirmation_makes_an_agents_guess_the_owners_word(owner):
    guess = owner.remember("Likes jazz.", channel="assistant").memory
    owner.confirm(guess.id)
    assert texts(owner.proactive()) == ["Likes jazz."]


MINE = an_item("m_1", stance=Stance.ASSERTED, probability=0.55, last_evidenced_at=START, user_asserted=True)
CLEAR = a_belief("~m_1", distribution=Distribution({"m_1": 0.55, "m_2": 0.2}, 0.25))
CLOSE_CALL = a_belief("~m_1", distribution=Distribution({"m_1": 0.55, "m_2": 0.4}, 0.05))
SAID = a_piece()
VETOED = {
    "is_about_somebody_else": Known(replace(MINE, subject_scope=SubjectScope.THIRD_PARTY), [SAID], CLEAR),
    "is_in_dispute": Known(MINE, [SAID], CLOSE_CALL),
    "is_not_the_owners_word": Known(MINE, [replace(SAID, tier=ProvenanceTier.AGENT_OWN)], CLEAR),
    "is_suppressed": Known(replace(MINE, tags=("suppressed",)), [SAID], CLEAR),
}


def shown(known, view=View.PROACTIVE):
    """Whether the service shows it, from a transaction that knows nothing else."""
    transaction: Any = SimpleNamespace(evidence_of=lambda _: known.pieces, belief=lambda _: known.belief)
    parts: Any = SimpleNamespace(yardstick=PLAIN, is_belief_model_enabled=lambda: True)
    return Profile(parts)._is_shown(transaction, known.item, view, START)


def test_every_veto_has_its_case():
    assert set(VETOED) == {veto.__name__ for vetoes in VETOES.values() for veto in vetoes}
    assert shown(Known(MINE, [SAID], CLEAR))


@pytest.mark.parametrize("name", VETOED)
def test_each_veto_alone_keeps_a_memory_from_being_brought_up(name, monkeypatch):
    assert not shown(VETOED[name])
    rest = tuple(veto for veto in VETOES[View.PROACTIVE] if veto.__name__ != name)
    monkeypatch.setitem(profile.VETOES, View.PROACTIVE, rest)
    assert shown(VETOED[name])


@pytest.mark.parametrize("name", ["is_about_somebody_else", "is_in_dispute"])
def test_each_veto_of_a_profile_alone_keeps_a_memory_out_of_it(name, monkeypatch):
    assert not shown(VETOED[name], View.PROFILE)
    rest = tuple(veto for veto in VETOES[View.PROFILE] if veto.__name__ != name)
    monkeypatch.setitem(profile.VETOES, View.PROFILE, rest)
    assert shown(VETOED[name], View.PROFILE)


@pytest.mark.parametrize(
    "values",
    [
        {"state": EvidenceState.TOMBSTONED},
        {"event": EvidenceEvent.RESOLVED},
        {"content_confidence": 0.5},
        {"taint": ProvenanceTier.WEB_FETCH},
        {"lineage": ("m_1",)},
    ],
)
def test_only_a_word_of_the_owners_that_counts_is_one(values):
    assert not shown(Known(MINE, [replace(SAID, **values)], CLEAR))


@pytest.mark.parametrize("limit", [0, 101, None])
def test_a_limit_that_is_none_is_refused(owner, limit):
    with pytest.raises(InvalidInput, match="limit"):
        owner.proactive(limit=limit)
