"""`doxa backfill` as a user runs it: named owner, dry run, progress, and a kill in the middle."""

from __future__ import annotations

import json
import shutil
import signal
from collections import Counter
from pathlib import Path

import pytest
from tests.acceptance.builders import run_doxa
from tests.acceptance.test_killed import started

import doxa

ROWS = 350
FILLER = """
import sys
from dataclasses import replace
import doxa
from doxa.language.extraction import RuleExtractor
claim_of = RuleExtractor.claim_of
RuleExtractor.claim_of = lambda *words: replace(claim_of(*words), belief_class=None)
with doxa.open(sys.argv[1], embedder="hashed", is_durable=False) as memory:
    ana = memory.owner("ana")
    for n in range(int(sys.argv[2])):
        ana.remember(f"I keep {n + 2} hens in barn {n}.", key=f"barn-{n}")
    ana.remember("Jeg bor i Oslo nå.")
print("ready", flush=True)
"""
BACKFILLER = """
import sys, time
import doxa
memory = doxa.open(sys.argv[1], embedder="hashed")
print("ready", flush=True)

def told(done, total):
    print(done, total, flush=True)
    time.sleep(0.05)

memory.owner("ana").backfill(apply=True, progress=told)
"""


def filled(path, count):
    """A memory of so many claims whose class the rules can tell, and one whose class they cannot."""
    with started(FILLER, str(path), str(count)) as process:
        assert process.wait(60) == 0
    return path


def classes(path):
    with doxa.open(str(path), embedder="hashed") as memory:
        return Counter(one.belief_class for one in memory.owner("ana").list(limit=1_000))


def test_a_run_that_is_killed_goes_on_where_it_was(tmp_path):
    path = filled(tmp_path / "memory.db", ROWS)
    with started(BACKFILLER, str(path)) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline().split() for _ in range(2)]
        process.send_signal(signal.SIGKILL)
        assert process.wait() == -signal.SIGKILL
    assert [line[1] for line in lines] == [str(ROWS + 1)] * 2
    done_before = int(lines[-1][0])
    standing = classes(path)
    # What was told to be done is done; a batch may be done that was not told of.
    assert standing["state"] in (done_before - 1, done_before, done_before + 99, done_before + 100)
    assert standing["state"] < ROWS

    ran = run_doxa("backfill", "--apply", "--json", db=path, owner="ana")
    assert ran.code == 0, ran.err
    assert ran.json["found"] == ROWS + 1 - standing["state"]
    assert ran.json["classes"] == {"state": ROWS - standing["state"]}
    assert classes(path) == {"state": ROWS, None: 1}
    assert run_doxa("verify", db=path, owner="ana").code == 0


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    return filled(tmp_path_factory.mktemp("small") / "memory.db", 3)


@pytest.fixture
def path(small, tmp_path):
    return Path(shutil.copy(small, tmp_path / "memory.db"))


def test_the_owner_has_to_be_named_whatever_the_settings_say(cli, path, monkeypatch):
    monkeypatch.setenv("DOXA_OWNER", "ana")
    ran = cli("backfill", "--apply", db=path, owner=None)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "doxa: name whose memories are to be classified: doxa backfill --owner ana\n"
    assert classes(path) == {None: 4}


def test_without_apply_it_says_what_it_would_do_and_with_it_does_just_that(cli, path):
    dry = cli("backfill", db=path)
    assert dry.out.splitlines() == [
        "ana: of 4 without a class, would be classified: 3 state",
        "  1 without a class after that",
        "  nothing was changed: `--apply` does it",
    ]
    assert classes(path) == {None: 4}
    done = cli("backfill", "--apply", db=path)
    assert done.out.splitlines() == [
        "ana: of 4 without a class, classified: 3 state",
        "  1 without a class after that",
    ]
    assert classes(path) == {"state": 3, None: 1}
    again = cli("backfill", "--apply", db=path)
    assert again.out.splitlines()[0] == "ana: of 1 without a class, classified: none"


def test_json_is_the_same_in_words_a_program_reads(cli, path):
    assert json.loads(cli("backfill", "--json", "--limit", "2", db=path).out) == {
        "owner": "ana",
        "found": 4,
        "classes": {"state": 2},
        "left": 2,
        "for_model": 0,
        "is_dry_run": True,
        "notices": [],
    }


def test_an_owner_with_nothing_to_classify_is_told_so(cli, path):
    ran = cli("backfill", "--apply", db=path, owner="ben")
    assert (ran.code, ran.out) == (0, "ben: every memory has a class\n")


def test_no_bar_is_drawn_where_stderr_is_no_terminal(path):
    ran = run_doxa("backfill", "--apply", db=path, owner="ana")
    assert (ran.code, ran.err) == (0, "")


def test_a_bar_is_drawn_on_a_terminal_and_leaves_the_answer_alone(cli, path, monkeypatch):
    monkeypatch.setattr("doxa.faces.cli.backfill.err", _terminal())
    ran = cli("backfill", "--apply", "--json", db=path)
    assert "classifying" in ran.err
    assert "4/4" in ran.err
    assert ran.json["classes"] == {"state": 3}


def _terminal():
    from rich.console import Console

    return Console(stderr=True, force_terminal=True, width=80)


@pytest.mark.parametrize("limit", ["0", "-3", "many"])
def test_a_limit_that_is_no_count_is_refused_in_one_line(cli, path, limit):
    ran = cli("backfill", "--apply", "--limit", limit, db=path)
    assert (ran.code, ran.out) == (2, "")
    assert len(ran.err.splitlines()) == 1
    assert classes(path) == {None: 4}
