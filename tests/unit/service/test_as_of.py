"""As of: what was answered then, what held then, and what cannot be answered of another moment."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest

from doxa import Turn
from doxa.errors import BeliefNotFound, InvalidInput, MemoryNotFound, Refused
from doxa.faces.wire import to_wire

OSLO, ROME = "I live in Oslo.", "I live in Rome."


@pytest.fixture
def moved(owner, clock):
    """Oslo told on 1 July, Rome on the 10th; it is the 20th."""
    oslo = owner.remember(OSLO, key="home").memory
    clock.set("2026-07-10T12:00")
    rome = owner.remember(ROME, key="home").memory
    clock.set("2026-07-20")
    return owner, oslo, rome


def test_the_past_is_answered_as_it_was(moved):
    owner, oslo, rome = moved
    then = owner.as_of("2026-07-05")
    assert then.verdict("home").fact == OSLO
    assert [one.text for one in then.list()] == [OSLO]
    assert (then.get(oslo.id).stance, owner.get(oslo.id).stance) == ("asserted", "superseded")
    with pytest.raises(MemoryNotFound):
        then.get(rome.id)
    assert [step.revision for step in then.explain("home").steps] == [1]
    assert [one.sequence for one in then.history(oslo.id)] == [1]


def test_before_the_first_commit_nothing_was_known(moved):
    then = moved[0].as_of("2026-06-01")
    assert (then.list(), then.beliefs()) == ((), ())
    with pytest.raises(BeliefNotFound):
        then.verdict("home")


def test_a_bare_day_is_its_end_and_a_clock_time_is_itself(moved):
    owner = moved[0]
    assert owner.as_of("2026-07-10").verdict("home").fact == ROME
    assert owner.as_of("2026-07-10T11:59Z").verdict("home").fact == OSLO
    assert owner.as_of("2026-07-10T12:00:05Z").verdict("home").fact == ROME
    assert owner.as_of("2026-07-20").verdict("home").fact == ROME  # today, so far


def test_a_day_ends_in_the_owners_zone(open_memory, clock):
    owner = open_memory(zone="Pacific/Auckland").owner("ana")  # twelve hours ahead
    owner.remember(OSLO, key="home")
    clock.set("2026-07-10T12:30")
    owner.remember(ROME, key="home")
    clock.set("2026-07-20")
    assert owner.as_of("2026-07-10").verdict("home").fact == OSLO
    assert owner.as_of("2026-07-11").verdict("home").fact == ROME


def test_freshness_is_that_of_the_moment(owner, clock):
    told = owner.remember("I am on crutches.", half_life_days=10.0).memory
    clock.set("2026-07-31")
    assert owner.get(told.id).currency < 0.2
    assert owner.as_of(told.recorded_at + timedelta(days=10)).get(told.id).currency == pytest.approx(0.5)


def test_words_choose_the_belief_that_they_mean_today(moved):
    owner = moved[0]
    assert owner.as_of("2026-07-05").verdict("live Rome").fact == OSLO
    with pytest.raises(BeliefNotFound):
        owner.as_of("2026-06-01").verdict("live Rome")


def test_a_moment_that_came_twice_is_the_second_one(owner, clock):
    """The clock went back: what was written last is what that moment was answered with last."""
    clock.set("2026-07-10")
    owner.remember(OSLO, key="home", at="2026-06-01")
    clock.set("2026-07-05")
    owner.remember(ROME, key="home", at="2026-06-02")
    clock.set("2026-07-20")
    assert owner.as_of("2026-07-06").verdict("home").fact == ROME
    assert owner.as_of("2026-07-04").beliefs() == ()


def test_today_is_what_stands_also_where_the_clock_went_back(moved, clock):
    owner = moved[0]
    clock.set("2026-07-08")
    assert owner.as_of("2026-07-08").verdict("home").fact == owner.verdict("home").fact == ROME
    assert len(owner.as_of("2026-07-08").explain("home").steps) == 2
    assert owner.as_of("2026-07-07").verdict("home").fact == OSLO


# -- what was erased since ----------------------------------------------------------------------


def test_erased_words_do_not_come_back_and_the_rest_is_as_it_was(moved):
    owner, _, rome = moved
    before = owner.as_of("2026-07-15")
    told, listed = before.verdict("home"), before.list()
    owner.forget(rome.id)
    after = owner.as_of("2026-07-15")
    assert "Rome" not in json.dumps(to_wire([after.list(), after.beliefs(), after.explain("home")]))
    assert after.list() == tuple(one for one in listed if one.id != rome.id)
    found = after.verdict("home")
    assert (found.fact, found.is_uncertain, found.superseded) == (None, True, (OSLO,))
    assert [(c.id, c.probability) for c in found.candidates] == [
        (c.id, c.probability) for c in told.candidates if c.id != rome.id
    ]
    assert (found.unknown, found.entropy_bits) == (told.unknown, told.entropy_bits)
    assert "deleted since" in found.notices[0]
    assert owner.as_of("2026-07-05").verdict("home").notices == ()


def test_what_lost_then_and_was_forgotten_since_leaves_the_winner_as_it_was(moved):
    owner, oslo, _ = moved
    told = owner.as_of("2026-07-15").verdict("home")
    owner.forget(oslo.id)
    found = owner.as_of("2026-07-15").verdict("home")
    assert (found.fact, found.probability, found.credence) == (ROME, told.probability, told.credence)
    assert (found.superseded, found.is_uncertain) == ((), told.is_uncertain)


def test_what_is_forgotten_was_answered_as_forgotten_from_then_on(moved, clock):
    owner, _, rome = moved
    owner.forget(rome.id)
    now = owner.verdict("home")
    clock.set("2026-08-01")
    then = owner.as_of("2026-07-21").verdict("home")
    assert (then.fact, then.probability, then.notices) == (OSLO, now.probability, ())


# -- valid time -----------------------------------------------------------------------------------


def test_a_late_letter_has_held_its_time(owner):
    owner.remember(ROME, key="home", at="2026-06-10")
    owner.remember(OSLO, key="home", at="2026-03-01")
    held = {day: owner.as_of(day, axis="valid").verdict("home").fact for day in ("2026-04-01", "2026-06-30")}
    assert held == {"2026-04-01": OSLO, "2026-06-30": ROME}
    assert owner.as_of("2026-02-01", axis="valid").list() == ()


def test_a_claim_that_says_since_when_has_held_since_then(owner):
    owner.remember("I have worked at Acme since March 2020.", key="job", at="2026-06-01")
    assert owner.as_of("2021-01-01", axis="valid").verdict("job").fact is not None
    assert owner.as_of("2019-01-01", axis="valid").verdict("job").fact is None
    assert owner.as_of("2021-01-01").beliefs() == ()


def test_a_claim_that_says_since_when_does_not_undo_what_was_asserted_meanwhile(owner):
    owner.remember("I work at Siemens.", key="job", at="2024-01-01")
    owner.remember("I have worked at Acme since March 2020.", key="job", at="2026-06-01")
    assert owner.as_of("2025-01-01", axis="valid").verdict("job").fact == "I work at Siemens."


def test_what_ended_is_history_from_its_end_on_whenever_that_was_said(owner):
    told = owner.remember(OSLO, key="home", at="2026-01-01").memory
    owner.resolve(told.id, at="2026-05-01")
    bands = {day: owner.as_of(day, axis="valid").get(told.id).band for day in ("2026-04-01", "2026-06-01")}
    assert bands == {"2026-04-01": "current", "2026-06-01": "history"}


def test_what_an_untrusted_page_said_has_never_held(owner):
    owner.remember(OSLO, key="home", at="2026-01-01", channel="web_fetch")
    found = owner.as_of("2026-02-01", axis="valid").verdict("home")
    assert (found.fact, found.candidates[0].stance) == (None, "unproven")


def test_what_has_not_been_yet_may_be_asked_of_valid_time_only(owner):
    owner.remember(OSLO, key="home")
    assert owner.as_of("2030-01-01", axis="valid").verdict("home").fact == OSLO
    with pytest.raises(InvalidInput, match="future"):
        owner.as_of("2030-01-01")


# -- what is refused --------------------------------------------------------------------------------


@pytest.mark.parametrize("verb", ["recall", "context"])
def test_the_index_is_not_asked_of_the_past(moved, verb):
    with pytest.raises(Refused, match=r"use list, get, verdict"):
        getattr(moved[0].as_of("2026-07-05"), verb)("where do I live?")


@pytest.mark.parametrize("verb", ["explain", "history"])
def test_how_a_belief_moved_is_of_record_time(moved, verb):
    with pytest.raises(Refused, match="axis='record'"):
        getattr(moved[0].as_of("2026-07-05", axis="valid"), verb)(moved[1].id)


def test_there_is_nothing_to_write_with(moved):
    then = moved[0].as_of("2026-07-05")
    assert not any(hasattr(then, verb) for verb in ("remember", "capture", "forget", "confirm", "correct"))


@pytest.mark.parametrize("at", ["yesterday", "2026-02-30", "2026-07-05T10:00", 5, "9999-12-31", None])
def test_a_moment_that_is_none_is_refused(owner, at):
    with pytest.raises(InvalidInput, match="as_of"):
        owner.as_of(at)


def test_an_axis_that_is_none_is_refused(owner):
    with pytest.raises(InvalidInput, match="record, valid"):
        owner.as_of("2026-07-01", axis="true")


def test_another_owners_past_is_not_there(moved, memory):
    bob = memory.owner("bob").as_of("2026-07-15")
    assert (bob.list(), bob.beliefs()) == ((), ())
    with pytest.raises(MemoryNotFound):
        bob.get(moved[1].id)


# -- the command line ---------------------------------------------------------------------------------


def test_the_command_line_answers_of_the_past_as_python_does(tmp_path, open_memory, clock, cli):
    db = tmp_path / "memory.db"
    owner = open_memory(db).owner("ana")
    told = owner.remember(OSLO, key="home", at="2026-01-01").memory
    clock.set("2026-07-10")
    owner.capture([Turn("user", "My cat is called Pim.", at="2026-07-09")], source="chat")
    owner.remember(ROME, key="home", at="2026-03-01")
    clock.set("2026-07-20")
    for axis, day in (("record", "2026-07-05"), ("valid", "2026-02-01")):
        then = owner.as_of(day, axis=axis)
        options = ("--as-of", day, "--axis", axis, "--json")
        assert cli("list", *options, db=db).json == to_wire(then.list())
        assert cli("beliefs", *options, db=db).json == to_wire(then.beliefs())
        assert cli("beliefs", "home", *options, db=db).json == to_wire(then.verdict("home"))
        assert cli("get", told.id, *options, db=db).json == to_wire(then.get(told.id))
    explained = cli("explain", "home", "--as-of", "2026-07-05", "--json", db=db)
    assert explained.json == to_wire(owner.as_of("2026-07-05").explain("home"))
    assert cli("explain", "home", "--as-of", "2026-07-05", "--axis", "valid", db=db).code == 1
    alone = cli("list", "--axis", "valid", db=db)
    assert (alone.code, "--as-of" in alone.err) == (2, True)
