"""The command line as a user has it: every command, its JSON, its exit codes, its files.

Where the process itself matters it is a real one; elsewhere the way in of the console script
is called in this process, which takes a hundredth of the time.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from contextlib import closing
from dataclasses import fields
from pathlib import Path

import pytest
from tests.acceptance.builders import clean_environment, run_doxa, said

import doxa
from doxa.service import views
from doxa.store.sqlite import driver


def names(view: type) -> set[str]:
    return {field.name for field in fields(view)}


@pytest.fixture
def filled(tmp_path) -> tuple[Path, dict[str, str]]:
    """A database of ana's with an asserted, a superseded and an unproven memory; and their ids."""
    path = tmp_path / "memory.db"
    with doxa.open(str(path), embedder="hashed") as memory:
        ana = memory.owner("ana")
        old = ana.remember("I prefer tea.", at="2026-01-01", source="talk", tags=["taste"]).memory
        new = ana.remember("I prefer coffee.", at="2026-02-01").memory
        page = ana.remember("The kitchen is on Elm Road.", channel="web_fetch").memory
        assert old
        assert new
        assert page
    return path, {"{old}": old.id, "{new}": new.id, "{page}": page.id, "{key}": new.belief_key}


WRITTEN, MEMORY, HIT = names(views.Written), names(views.MemoryView), names(views.Hit)
VERDICT = names(views.VerdictView)


@pytest.mark.parametrize(
    ("words", "documented"),
    [
        (("remember", "I keep bees."), WRITTEN),
        (("confirm", "{page}"), WRITTEN),
        (("reject", "{new}"), WRITTEN),
        (("correct", "{new}", "I prefer cocoa."), WRITTEN),
        (("resolve", "{new}", "--at", "2026-06-01"), WRITTEN),
        (("forget", "{new}"), names(views.Forgotten)),
        (("delete-source", "talk"), names(views.SourceDeleted)),
        (("recall", "tea or coffee?"), [HIT]),
        (("context", "tea or coffee?"), names(views.Context)),
        (("list",), [MEMORY]),
        (("get", "{new}"), MEMORY),
        (("explain", "{new}"), names(views.Explanation)),
        (("history", "{new}"), [names(views.ItemRevisionView)]),
        (("beliefs",), [VERDICT]),
        (("beliefs", "{key}"), VERDICT),
        (("verify",), [names(views.Verification)]),
        (("reembed",), {"indexed"}),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_every_command_answers_with_the_documented_json(filled, words, documented):
    path, ids = filled
    ran = run_doxa(*(ids.get(word, word) for word in words), "--json", db=path, owner="ana")
    assert (ran.code, ran.err) == (0, "")
    answer = ran.json
    if isinstance(documented, list):
        (documented,) = documented
        assert isinstance(answer, list)
        assert answer
        assert [set(one) for one in answer] == [documented] * len(answer)
    else:
        assert set(answer) == documented


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        (("remember", "I keep bees."), "remembered"),
        (("confirm", "{page}"), "asserted"),
        (("reject", "{new}"), "rejected"),
        (("correct", "{new}", "I prefer cocoa."), "displaced"),
        (("resolve", "{new}"), "no longer so"),
        (("forget", "{new}"), "is gone, with 1 piece(s) of evidence"),
        (("delete-source", "talk", "--dry-run"), "would withdraw 1 piece(s) of evidence"),
        (("delete-source", "talk"), "withdrawn 1 piece(s) of evidence"),
        (("recall", "tea or coffee?"), "I prefer coffee."),
        (("context", "tea or coffee?"), '- "I prefer coffee."'),
        (("list",), "I prefer tea."),
        (("get", "{old}"), "superseded"),
        (("explain", "{new}"), "what moved it"),
        (("history", "{new}"), "commit 2"),
        (("beliefs",), "ask:"),
        (("verify",), "sound"),
        (("reembed",), "3 memories indexed"),
        (("version",), doxa.__version__),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_every_command_says_in_words_what_it_did(filled, cli, words, shown):
    path, ids = filled
    where = {} if words == ("version",) else {"db": path}
    ran = cli(*(ids.get(word, word) for word in words), owner="ana" if where else None, **where)
    assert (ran.code, ran.err) == (0, "")
    assert shown in ran.out
    assert "\x1b[" not in ran.out


def test_the_json_is_what_python_would_say(filled, cli):
    path, ids = filled
    ran = cli("get", ids["{new}"], "--json", db=path)
    with doxa.open(str(path), embedder="hashed") as memory:
        view = memory.owner("ana").get(ids["{new}"])
    assert (ran.json["text"], ran.json["probability"]) == (view.text, view.probability)
    assert (ran.json["stance"], ran.json["observed_at"]) == ("asserted", "2026-02-01T00:00:00Z")
    assert (ran.json["tags"], ran.json["superseded_by"]) == ([], None)


def test_text_that_looks_like_markup_is_shown_as_it_is(tmp_path, cli):
    text = "[b]bees[/] [x]"
    assert cli("remember", text, db=tmp_path / "memory.db").code == 0
    for words in (("recall", "bees"), ("list",), ("beliefs",)):
        assert text in cli(*words, db=tmp_path / "memory.db").out


def test_a_word_between_colons_stays_a_word(tmp_path, cli):
    cli("remember", "My note says :bee: here", db=tmp_path / "memory.db")
    assert ":bee:" in cli("list", db=tmp_path / "memory.db").out


# -- exit codes and errors -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("list",), 0),
        (("remember", "password: hunter22hunter"), 1),
        (("remember", "I keep bees.", "--at", "2026-02-30"), 2),
        (("get", "m_nobody"), 3),
        (("reject", "{new}", "--idempotency-key", "used"), 4),
    ],
)
def test_the_exit_code_says_what_kind_of_no_it_is(filled, cli, words, code):
    path, ids = filled
    with doxa.open(str(path), embedder="hashed") as memory:
        memory.owner("ana").confirm(ids["{new}"], idempotency_key="used")
    ran = cli(*(ids.get(word, word) for word in words), db=path)
    assert ran.code == code
    if code:
        assert (ran.out, ran.err.count("\n"), ran.err[:6]) == ("", 1, "doxa: ")


def test_a_process_that_says_no_says_it_in_one_line_and_by_its_code(tmp_path):
    ran = run_doxa("get", "m_nobody", db=tmp_path / "memory.db")
    assert (ran.code, ran.out) == (3, "")
    assert ran.err == "doxa: no memory with id 'm_nobody': `doxa list` shows the ids this owner has\n"


@pytest.mark.parametrize(
    "line", ["remembr x", "remember", "recall tea -k many", "list --colour red", "forget", "get a b"]
)
def test_a_mistyped_command_is_one_line_and_code_2(cli, line):
    ran = cli(*line.split(), owner=None)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize("flags", [(), ("--json",)], ids=["text", "json"])
@pytest.mark.parametrize(
    ("words", "stdin"), [(("remember", "I keep bees."), ""), (("capture", "-"), "user: I keep bees.")]
)
def test_a_channel_that_nobody_named_is_said_to_be_untrusted(tmp_path, cli, words, stdin, flags):
    ran = cli(*words, "--channel", "slack", *flags, db=tmp_path / "memory.db", stdin=stdin)
    assert ran.code == 0
    assert "'slack' is not in the configuration: taken as untrusted" in ran.err


@pytest.mark.parametrize("words", [(), ("--help",), ("remember", "--help"), ("capture", "--help")])
def test_help_names_the_commands(cli, words):
    ran = cli(*words, owner=None)
    assert ran.code == (0 if words else 2)
    assert "Usage" in ran.out


def test_a_reader_that_goes_away_is_no_error(filled):
    path, _ = filled
    command = [sys.executable, "-c", "from doxa.faces.cli import main; main()", "list", "--db", str(path)]
    process = subprocess.Popen(
        [*command, "--owner", "ana", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=clean_environment(),
    )
    assert process.stdout is not None
    process.stdout.close()
    assert process.stderr is not None
    assert process.stderr.read() == b""


# -- which memory, and whose -----------------------------------------------------------------------


def test_the_environment_names_database_and_owner_and_an_option_wins(tmp_path, cli, monkeypatch):
    monkeypatch.setenv("DOXA_DB", str(tmp_path / "env.db"))
    monkeypatch.setenv("DOXA_OWNER", "bea")
    assert cli("remember", "I keep bees.", owner=None).code == 0
    assert cli("remember", "I keep hens.", owner="ana").code == 0
    assert cli("remember", "I keep ducks.", owner=None, db=tmp_path / "other.db").code == 0
    held = {}
    for name in ("env.db", "other.db"):
        with doxa.open(str(tmp_path / name), embedder="hashed") as memory:
            held[name] = {one: [m.text for m in memory.owner(one).list()] for one in memory.owners()}
    assert held == {
        "env.db": {"ana": ["I keep hens."], "bea": ["I keep bees."]},
        "other.db": {"bea": ["I keep ducks."]},
    }


def test_without_a_name_it_is_mine_in_my_data_folder(tmp_path):
    ran = run_doxa("remember", "I keep bees.", env={"XDG_DATA_HOME": str(tmp_path), "HOME": str(tmp_path)})
    assert ran.code == 0
    (path,) = tmp_path.rglob("memory.db")
    with doxa.open(str(path), embedder="hashed") as memory:
        assert memory.owners() == ("me",)


def test_a_setting_that_cannot_be_is_named(cli, monkeypatch, tmp_path):
    monkeypatch.setenv("DOXA_EMBEDDER", "psychic")
    ran = cli("list", db=tmp_path / "memory.db")
    assert (ran.code, ran.out, "'embedder'" in ran.err, ran.err.count("\n")) == (2, "", True, 1)


# -- capture ---------------------------------------------------------------------------------------

TURNS = [("user", "I keep bees."), ("assistant", "How many hives?"), ("user", "I keep seven hives.")]
AS_JSON = json.dumps([{"speaker": who, "text": text} for who, text in TURNS])
AS_LINES = "\n".join(json.dumps({"role": who, "content": text}) for who, text in TURNS)
AS_TEXT = "\n".join(f"{who}: {text}" for who, text in TURNS)


@pytest.mark.parametrize("is_file", [True, False], ids=["file", "stdin"])
@pytest.mark.parametrize("chat", [AS_JSON, AS_LINES, AS_TEXT], ids=["json", "jsonl", "text"])
def test_a_chat_is_read_in_every_form_from_a_file_or_standard_input(tmp_path, cli, chat, is_file):
    file, db = tmp_path / "talk.txt", tmp_path / "memory.db"
    file.write_text(chat)
    ran = cli("capture", str(file) if is_file else "-", "--json", db=db, stdin="" if is_file else chat)
    (one,) = ran.json
    assert set(one) == names(views.Captured)
    assert (one["turns"], one["new_turns"]) == (3, 3)
    assert [claim["memory"]["text"] for claim in one["claims"]] == ["I keep bees.", "I keep seven hives."]
    assert one["source"] == "talk" or not is_file


def test_a_chat_comes_through_a_real_pipe(tmp_path):
    ran = run_doxa("capture", "-", "--source", "pipe", "--json", db=tmp_path / "memory.db", stdin=AS_TEXT)
    assert (ran.code, ran.err) == (0, "")
    assert [(one["source"], one["new_turns"]) for one in ran.json] == [("pipe", 3)]


def test_the_name_the_owner_speaks_under_tells_whose_words_they_are(tmp_path, cli):
    chat = "Ana: I keep bees.\nBob: I keep wasps."
    (one,) = cli("capture", "-", "--me", "Ana", "--json", db=tmp_path / "memory.db", stdin=chat).json
    told = [(claim["memory"]["subject"], claim["memory"]["stance"]) for claim in one["claims"]]
    assert told == [("user", "asserted"), ("Bob", "unproven")]


def test_a_second_capture_takes_only_the_new_turns(tmp_path, cli):
    file, db = tmp_path / "talk.txt", tmp_path / "memory.db"
    file.write_text(AS_TEXT)
    cli("capture", str(file), db=db)
    file.write_text(AS_TEXT + "\nuser: I also keep a goat.")
    (one,) = cli("capture", str(file), "--json", db=db).json
    assert (one["turns"], one["new_turns"], len(one["claims"])) == (4, 1, 1)


BROKEN = [
    ('{"speaker": "user", "text": "I keep bees."}\n{"speaker": "user", "text": }', "line 2", "not JSON"),
    ('[\n{"speaker": "user", "text": "I keep bees."},\n{"speaker": "user"}\n]', "line 3", "no text"),
    ('{"speaker": "user", "text": "I keep bees."}\n{"text": "I keep hens."}', "line 2", "no speaker"),
    ("user: I keep bees.\nuser:", "line 2", "says nothing"),
    ("I keep bees.", "line 1", "no 'speaker:'"),
    ("", "is empty", "give turns"),
]


@pytest.mark.parametrize(("chat", "where", "fault"), BROKEN, ids=[fault for _, _, fault in BROKEN])
def test_a_broken_line_is_named_and_nothing_is_taken(tmp_path, cli, chat, where, fault):
    file, db = tmp_path / "talk.txt", tmp_path / "memory.db"
    file.write_text(chat)
    ran = cli("capture", str(file), db=db)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert str(file) in ran.err
    assert where in ran.err
    assert fault in ran.err
    assert cli("list", "--json", db=db).json == []


@pytest.mark.parametrize("name", ["nowhere.txt", "."], ids=["no file", "a folder"])
def test_a_file_that_cannot_be_read_is_named(tmp_path, cli, name):
    ran = cli("capture", str(tmp_path / name), db=tmp_path / "memory.db")
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert "cannot be read" in ran.err


def test_a_file_of_another_encoding_is_named(tmp_path, cli):
    (tmp_path / "talk.txt").write_bytes("user: Ich züchte Bienen.".encode("latin-1"))
    ran = cli("capture", str(tmp_path / "talk.txt"), db=tmp_path / "memory.db")
    assert (ran.code, "not UTF-8 text (byte 11)" in ran.err) == (2, True)


def several(*times: str | None) -> str:
    """A conversation a line, with the time of its one turn."""
    turns = [{"speaker": "user", "text": f"I keep {n + 2} hens.", "at": at} for n, at in enumerate(times)]
    return "\n".join(json.dumps({"source": f"talk-{n}", "turns": [turn]}) for n, turn in enumerate(turns))


@pytest.mark.parametrize("third", ["2026-03-02T09:00", "2026-02-30", "soon"])
def test_one_bad_time_in_the_third_conversation_keeps_all_three_out(tmp_path, cli, third):
    db = tmp_path / "memory.db"
    ran = cli("capture", "-", db=db, stdin=several("2026-03-01", "2026-03-02", third))
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert cli("list", "--json", db=db).json == []


def test_several_conversations_of_a_file_are_each_taken_under_their_name(tmp_path):
    chats = several("2026-03-01", "2026-03-02", "2026-03-03")
    ran = run_doxa("capture", "-", "--json", db=tmp_path / "memory.db", stdin=chats)
    assert [one["source"] for one in ran.json] == ["talk-0", "talk-1", "talk-2"]
    # Nothing moves on a screen that is none.
    assert ran.err == ""


def test_an_id_of_a_conversation_that_says_two_things_is_refused_whole(tmp_path, cli):
    """Two conversations of one name in one file would overwrite each other's turns."""
    chat = "\n".join(
        json.dumps({"source": "talk", "turns": [{"speaker": "user", "text": text}]})
        for text in ("I keep bees.", "I play the harp.")
    )
    db = tmp_path / "memory.db"
    ran = cli("capture", "-", "--json", db=db, stdin=chat)
    held = sorted(one["text"] for one in cli("list", "--json", db=db).json)
    assert (ran.code, held) in [(2, []), (0, ["I keep bees.", "I play the harp."])]


def test_a_trial_run_shows_the_claims_and_writes_nothing(tmp_path, cli):
    db = tmp_path / "memory.db"
    ran = cli("capture", "-", "--dry-run", "--json", db=db, stdin=AS_TEXT)
    assert [claim["text"] for claim in ran.json] == ["I keep bees.", "I keep seven hives."]
    assert {"quote", "subject", "start", "end"} <= set(ran.json[0])
    assert cli("list", "--json", db=db).json == []
    with doxa.open(str(db), embedder="hashed") as memory:
        assert memory.owners() == ()


# -- verify ----------------------------------------------------------------------------------------

TAMPERINGS = {
    "words": "UPDATE items SET content = 'I prefer cocoa.' WHERE status = 'active'",
    "probability": "UPDATE items SET probability = 0.5 WHERE stance = 'asserted'",
    "evidence": "UPDATE evidence SET channel = 'manual', tier = 'user_edit' WHERE channel = 'web_fetch'",
    "belief": "UPDATE beliefs SET revision = revision + 1",
    "journal": "UPDATE journal SET change = replace(change, 'tea', 'sea')",
    "commit": "UPDATE commits SET commit_hash = 'x' || commit_hash WHERE sequence = 2",
    "lost commit": "DELETE FROM journal WHERE sequence = 2",
    "head": "UPDATE owners SET head_sequence = head_sequence + 1",
    "index": "DELETE FROM index_entries",
}


@pytest.mark.parametrize("statement", TAMPERINGS.values(), ids=TAMPERINGS)
def test_verify_finds_what_was_changed_behind_the_memorys_back(filled, cli, statement):
    path, _ = filled
    assert cli("verify", db=path).code == 0
    with closing(driver().connect(path)) as connection, connection:
        connection.execute("PRAGMA foreign_keys = OFF")
        assert connection.execute(statement).rowcount > 0
    ran = cli("verify", "--json", db=path)
    assert ran.code == 1
    assert any(report["problems"] for report in ran.json)
    assert cli("verify", db=path, owner=None).code == 1


def test_verify_as_a_process_ends_with_1_where_something_is_wrong(filled):
    path, _ = filled
    with closing(driver().connect(path)) as connection, connection:
        connection.execute(TAMPERINGS["words"])
    ran = run_doxa("verify", db=path)
    assert ran.code == 1
    assert "problem(s)" in ran.out


def test_turns_sent_as_they_come_are_all_kept(tmp_path, cli):
    """Who sends only what is new sends the second turn of a conversation as the first of its call."""
    db = tmp_path / "memory.db"
    for text in ("I keep bees.", "I play the harp."):
        cli("capture", "-", "--source", "talk", db=db, stdin=f"user: {text}")
    held = sorted(one["text"] for one in cli("list", "--json", db=db).json)
    assert held == ["I keep bees.", "I play the harp."]


def test_verify_is_content_with_a_memory_that_has_just_been_written_to(tmp_path):
    with doxa.open(str(tmp_path / "memory.db"), embedder="hashed") as memory:
        owner = memory.owner("ana")
        owner.remember("I keep bees.")
        owner.capture([said("I keep hens.")])
        assert owner.verify().problems == ()


def test_the_console_script_is_installed():
    script = shutil.which("doxa", path=str(Path(sys.executable).parent))
    assert script is not None
    ran = subprocess.run(
        [script, "version"], capture_output=True, check=True, text=True, env=clean_environment()
    )
    assert ran.stdout == f"doxa {doxa.__version__}\n"


@pytest.mark.slow
def test_the_demo_runs_through_and_nothing_moves():
    ran = run_doxa("demo")
    assert (ran.code, ran.err) == (0, "")
    assert "nothing moved" in ran.out
    assert "Try next:" in ran.out


@pytest.mark.slow
def test_the_bench_prints_json():
    ran = run_doxa("bench", "belief-ku", "--keys", "given", "--json")
    assert ran.code == 0
    assert ran.json
