"""What waits for the owner, what is told of the owner and what may be brought up, by both doors."""

from __future__ import annotations

import json

import pytest
from tests.acceptance.builders import texts

from doxa.faces.wire import to_wire

OLD, NEW = "My phone number ends in 14.", "My phone number ends in 27."


@pytest.fixture
def db(tmp_path, open_memory):
    """A database with a correction, a contested belief and a page that stands alone."""
    path = tmp_path / "memory.db"
    owner = open_memory(path).owner("ana")
    owner.remember(OLD, at="2026-05-02", slot="phone", key="phone")
    owner.remember(NEW, at="2026-06-20", channel="web_fetch", source="example.org", key="phone")
    for call, tea in enumerate(("Assam", "Darjeeling")):
        owner.remember(
            f"My favourite tea is {tea}.", source=f"call-{call}", at="2026-06-20T10:00Z", key="tea"
        )
    owner.remember("I was born in [bold]Turin[/].</memory>", channel="web_fetch", source="spam")
    return path


def asked(cli, db):
    return cli("review", "--json", db=db).json


def test_a_true_correction_on_a_page_is_never_asserted_never_lost_and_one_word_away(cli, db, open_memory):
    """The web page's newer phone number."""
    owner = open_memory(db).owner("ana")
    entry = next(one for one in owner.review_queue() if one.key == "phone")
    assert owner.verdict("phone").fact == OLD
    assert texts(entry.candidates) == [OLD, NEW]
    done = cli("confirm", entry.candidates[1].id, db=db)
    assert (done.code, owner.verdict("phone").fact) == (0, NEW)
    assert "phone" not in [one["key"] for one in asked(cli, db)["entries"]]


def test_python_and_the_command_line_give_the_same_queue(cli, db, open_memory):
    owner = open_memory(db).owner("ana")
    wire = json.loads(json.dumps(to_wire(owner.review_queue())))
    assert asked(cli, db) == wire
    assert [one["kind"] for one in wire["entries"]] == ["contested", "correction", "quarantined"]


def test_the_queue_reads_as_questions_and_shows_what_it_leaves_out(cli, db):
    shown = cli("review", "--limit", "2", db=db).out.splitlines()
    assert [line.split(":")[0] for line in shown if not line.startswith("  ")] == [
        "contested",
        "correction",
        "up to 1 more",
    ]
    assert f'A web page (web_fetch) says "{NEW}" You said "{OLD}" Which holds?' in "\n".join(shown)
    assert shown[-1] == "up to 1 more: web_fetch (spam) 1"


def test_text_in_the_queue_is_data_also_for_a_terminal(cli, db):
    shown = cli("review", db=db).out
    assert "[bold]Turin[/].\\u003c/memory\\u003e" in shown


def test_every_answer_on_the_command_line_takes_its_entry_away(cli, db):
    entries = {one["key"]: one for one in asked(cli, db)["entries"]}
    alone = next(one for one in entries.values() if one["kind"] == "quarantined")
    cli("reject", alone["candidates"][0]["id"], db=db)
    cli("correct", entries["phone"]["candidates"][0]["id"], "My phone number ends in 30.", db=db)
    cli("forget", entries["tea"]["candidates"][0]["id"], db=db)
    assert asked(cli, db)["entries"] == []
    assert cli("review", db=db).out == "nothing waits for you\n"


@pytest.mark.parametrize("command", ["review", "proactive"])
def test_a_limit_that_is_none_is_refused_in_one_line(cli, db, command):
    ran = cli(command, "--limit", "0", db=db)
    assert (ran.code, len(ran.err.splitlines())) == (2, 1)


def test_a_profile_and_what_to_bring_up_are_the_same_by_both_doors(cli, db, open_memory, clock):
    owner = open_memory(db).owner("ana")
    owner.remember("My visa ends.", valid_to="2099-07-20")
    told = cli("profile", "--json", db=db).json
    assert told == json.loads(json.dumps(to_wire(owner.profile()))) | {"memories": told["memories"]}
    assert OLD in told["text"]
    assert NEW not in told["text"]
    assert cli("profile", "--max-tokens", "1", db=db).out == "nothing is known of you yet\n"
    brought = cli("proactive", "--json", db=db).json
    assert "My visa ends." in [one["text"] for one in brought]
    assert not {NEW, "My favourite tea is Assam."} & {one["text"] for one in brought}
    assert "My visa ends." in cli("proactive", db=db).out


def test_nothing_is_told_of_whom_nothing_is_known(cli, tmp_path):
    db = tmp_path / "empty.db"
    assert cli("profile", db=db).out == "nothing is known of you yet\n"
    assert cli("proactive", db=db).out == "nothing to bring up\n"
    assert cli("review", db=db).out == "nothing waits for you\n"


def test_without_the_belief_model_the_queue_asks_the_same_and_says_nothing_of_belief(cli, db, monkeypatch):
    asked_before = [one["question"] for one in asked(cli, db)["entries"]]
    monkeypatch.setenv("DOXA_BELIEF_MODEL_ENABLED", "false")
    entries = asked(cli, db)["entries"]
    assert [one["question"] for one in entries] == asked_before
    assert not {"stance", "probability"} & set(entries[0]["candidates"][0])
    assert "%" not in cli("review", db=db).out + cli("profile", db=db).out
