"""Explaining: every step says who said it by which way, how far that is believed and why, and what moved."""

from __future__ import annotations

import json

from tests.acceptance.builders import said

from doxa.faces.wire import to_wire

OSLO, ROME = "I live in Oslo.", "I live in Rome."


def steps(owner):
    return owner.explain("home").steps


def test_a_step_says_in_words_what_it_says_in_figures(owner):
    owner.remember(OSLO, key="home", at="2026-01-01")
    owner.remember(ROME, key="home", at="2026-02-01", channel="document", source="cv.pdf")
    first, second = steps(owner)
    assert first.words == (
        "'I live in Oslo.' on chat (user_direct) at 2026-01-01, r = 0.98 by its channel's ceiling: "
        "'I live in Oslo.' 0.0000 -> 0.9800, UNKNOWN 1.0000 -> 0.0200; 'I live in Oslo.' is asserted now"
    )
    assert "'I live in Rome.' on document, from 'cv.pdf', at 2026-02-01, r = 0.55" in second.words
    assert second.words.endswith("'I live in Oslo.' stays asserted")
    assert (second.channel, second.source, second.reason) == ("document", "cv.pdf", None)


def test_every_step_has_the_masses_before_and_after_in_its_json(owner):
    oslo = owner.remember(OSLO, key="home", at="2026-01-01").memory
    rome = owner.remember(ROME, key="home", at="2026-02-01").memory
    first, second = json.loads(json.dumps(to_wire(steps(owner))))
    assert first["before"] == {"masses": {}, "unknown": 1.0}
    assert first["after"] == second["before"]
    assert first["after"]["masses"] == {oslo.id: 0.98}
    assert second["after"]["masses"].keys() == {oslo.id, rome.id}
    masses = [*second["after"]["masses"].values(), second["after"]["unknown"]]
    assert abs(sum(masses) - 1) < 1e-12
    assert (second["asserted_before"], second["asserted_after"]) == (oslo.id, rome.id)


def test_a_step_that_moved_nothing_says_why(owner):
    told = owner.remember(OSLO, key="home", at="2026-01-01", source="chat").memory
    owner.remember(ROME, key="home", at="2026-02-01", channel="web_fetch")
    owner.remember(OSLO, key="home", at="2026-02-02", source="chat")
    owner.remember(OSLO, key="home", at="2026-02-03", channel="assistant", lineage=[told.id])
    effects = [(step.effect, step.movement) for step in steps(owner)]
    assert effects[1:] == [("gated", 0.0), ("repeated", 0.0), ("echo", 0.0)]
    for step, words in zip(
        steps(owner)[1:], ("not above the pivot", "a repeat by the same family", "an echo"), strict=True
    ):
        assert words in step.words
        assert "nothing moved; 'I live in Oslo.' stays asserted" in step.words


def test_a_rejection_is_told_as_one(owner):
    told = owner.remember(OSLO, key="home", at="2026-01-01").memory
    owner.reject(told.id)
    last = steps(owner)[-1]
    assert last.words.startswith("not 'I live in Oslo.' on manual (user_edit)")
    assert last.words.endswith("nothing is asserted any more")


def test_what_was_forgotten_is_told_without_its_words(owner):
    owner.remember(OSLO, key="home", at="2026-01-01")
    rome = owner.remember(ROME, key="home", at="2026-02-01").memory
    owner.forget(rome.id)
    _, told, gone = steps(owner)
    assert told.words.startswith("a piece of evidence whose words have been deleted since: ")
    assert gone.reason == "forgotten"
    assert gone.words.startswith("1 observation(s) withdrawn, since the memory was forgotten, and the belief")
    assert "Rome" not in json.dumps(to_wire(owner.explain("home")))


def test_what_an_edit_took_back_is_told_as_such(owner):
    owner.remember(OSLO, at="2026-01-01", source="other")
    owner.capture([said(OSLO, "2026-01-02")], source="chat")
    owner.capture([said("I play chess.", "2026-01-02")], source="chat")
    oslo = next(one for one in owner.list() if one.text == OSLO)
    last = owner.explain(oslo.id).steps[-1]
    assert (last.event, last.reason) == ("retracted", "turn_edited")
    assert "since the turn they were said in was edited" in last.words
