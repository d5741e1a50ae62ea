"""`doxa calibrate` measures, proposes, and writes proposals to `doxa.toml` where it is asked to."""

from __future__ import annotations

import os
import shutil
import tomllib
from dataclasses import fields
from datetime import timedelta
from pathlib import Path

import pytest
from tests.acceptance.builders import Clock, Ids, instant, run_doxa

import doxa
from doxa.belief.calibration import ENOUGH, IsotonicMap
from doxa.bootstrap import build
from doxa.memory import Memory
from doxa.service import views
from doxa.service.calibrating import ENOUGH_BELIEFS
from doxa.settings import read_settings

CONFIG = """\
# The settings of our assistant.
zone = "Europe/Oslo"        # where we are

busy_timeout_s = 60.0

[half_life_days]
# A season.
preference = 180.0          # as it came
episodic = 5
"""


@pytest.fixture(scope="module")
def overconfident(tmp_path_factory):
    """A database of ana's and bob's in which 98% was 70% true, 80% was 40%, and tastes change every week."""
    path = tmp_path_factory.mktemp("calibrate") / "memory.db"
    settings = read_settings(embedder="hashed", is_durable=False)
    with Memory(build(str(path), settings, clock=Clock(), new_id=Ids())) as memory:
        for name, channel, true_of_ten in (("ana", "chat", 7), ("bob", "assistant", 4)):
            owner = memory.owner(name)
            for number in range(ENOUGH // 2):
                one = owner.remember(
                    f"Parcel {number} is in room {number}.", channel=channel, key=f"p{number}"
                )
                assert one.memory
                (owner.confirm if number % 10 < true_of_ten else owner.reject)(one.memory.id)
        ana = memory.owner("ana")
        for number in range(ENOUGH_BELIEFS):
            for week, words in enumerate(("I prefer tea.", "I prefer coffee.", "I prefer cocoa.")):
                at = instant("2026-01-01") + timedelta(days=7 * week)
                ana.remember(words, key=f"drink {number}", at=at, source=f"{number}-{week}")
    return path


@pytest.fixture
def folder(tmp_path, overconfident, monkeypatch):
    """A working folder with that database and a `doxa.toml` of somebody's own."""
    shutil.copy(overconfident, tmp_path / "memory.db")
    (tmp_path / "doxa.toml").write_text(CONFIG)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_it_measures_and_proposes_and_writes_nothing(folder, cli):
    ran = cli("calibrate", "--json", db="memory.db", owner=None)

    assert (ran.code, ran.err) == (0, "")
    assert set(ran.json) == {field.name for field in fields(views.CalibrationView)}
    assert (ran.json["owners"], ran.json["outcomes"], ran.json["needed"]) == (2, ENOUGH, ENOUGH)
    assert [round(one["observed"], 2) for one in ran.json["credence"]["bins"]] == [0.4, 0.7]
    assert ran.json["knots"] == [[0.8, 0.4], [0.98, 0.7]]
    assert ran.json["half_lives"]["preference"]["proposed_days"] < 90
    assert ran.json["by_tier"]["agent_own"]["count"] == ENOUGH // 2
    assert (folder / "doxa.toml").read_text() == CONFIG


def test_it_says_so_in_words(folder, cli):
    ran = cli("calibrate", db="memory.db", owner=None)

    for shown in (
        f"{ENOUGH} outcome(s) of 2 owner(s); a map needs {ENOUGH}",
        "tier agent_own",
        "98.0%  70.0%",
        "`doxa calibrate --apply` writes what is proposed to doxa.toml",
    ):
        assert shown in " ".join(ran.out.split(" ")), ran.out


def test_python_says_the_same(folder, cli):
    ran = cli("calibrate", "--json", db="memory.db", owner="ana")
    with doxa.open("memory.db", embedder="hashed") as memory:
        one, every = memory.owner("ana").calibration(), memory.calibration()

    assert ran.json["credence"]["brier"] == one.credence.brier
    assert (one.outcomes, every.outcomes) == (ENOUGH // 2, ENOUGH)


def test_little_data_proposes_and_writes_nothing(tmp_path, monkeypatch, cli):
    monkeypatch.chdir(tmp_path)
    memory_id = cli("remember", "I live in Oslo.", "--json", db="memory.db").json["memory"]["id"]
    cli("reject", memory_id, db="memory.db")
    ran = cli("calibrate", "--apply", db="memory.db", owner=None)

    assert ran.code == 0
    assert f"1 outcome(s) of 1 owner(s); a map needs {ENOUGH}" in ran.out
    assert "nothing is proposed: nothing was written" in ran.out
    assert not Path("doxa.toml").exists()


def test_nobody_and_nothing_is_no_error(tmp_path, monkeypatch, cli):
    monkeypatch.chdir(tmp_path)
    ran = cli("calibrate", db="memory.db", owner=None)

    assert (ran.code, ran.err) == (0, "")
    assert "0 outcome(s) of 0 owner(s)" in ran.out


# -- applying ---------------------------------------------------------------------------------


def test_applying_writes_what_is_proposed_and_keeps_every_other_line(folder):
    proposed = run_doxa("calibrate", "--json", db="memory.db").json
    ran = run_doxa("calibrate", "--apply", db="memory.db")
    days = proposed["half_lives"]["preference"]["proposed_days"]

    assert (ran.code, ran.err) == (0, "")
    assert f"doxa.toml: half_life_days.preference: 180.0 -> {days}" in ran.out
    assert "doxa.toml: calibration.knots: no map -> 2 knot(s)" in ran.out
    text = (folder / "doxa.toml").read_text()
    assert tomllib.loads(text) == {
        **tomllib.loads(CONFIG),
        "half_life_days": {"preference": days, "episodic": 5},
        "calibration": {"knots": proposed["knots"]},
    }
    kept = CONFIG.replace("preference = 180.0 ", f"preference = {days} ")
    assert text.startswith(kept.rstrip("\n"))


def test_applying_again_changes_nothing(folder, cli):
    cli("calibrate", "--apply", db="memory.db", owner=None)
    once = (folder / "doxa.toml").read_bytes()
    again = cli("calibrate", "--apply", "--json", db="memory.db", owner=None)

    assert (again.code, again.json["applied"]) == (0, [])
    assert (folder / "doxa.toml").read_bytes() == once
    assert sorted(path.name for path in folder.iterdir() if path.name.startswith(".")) == []


def test_what_was_applied_is_shown_beside_the_raw_figure_and_moves_it_by_nothing(folder, cli):
    before = cli("list", "--json", "--limit", "1000", db="memory.db").json
    days = cli("calibrate", "--apply", "--json", db="memory.db", owner=None).json
    after = cli("list", "--json", "--limit", "1000", db="memory.db").json
    raw = ("id", "text", "probability", "stance", "as_of", "status")

    assert [[one[name] for name in raw] for one in after] == [[one[name] for name in raw] for one in before]
    assert {one["calibrated"] for one in before} == {None}
    worth = IsotonicMap(tuple(map(tuple, days["knots"])))
    for one in after:
        is_mapped = one["stance"] == "asserted" and one["credence"] >= 0.75
        assert one["calibrated"] == (worth(one["credence"]) if is_mapped else None)
    mapped = next(one for one in after if one["calibrated"] is not None)
    assert "calibrated 70.0%" in cli("get", mapped["id"], db="memory.db").out
    assert ", calibrated 70.0%, as of" in cli("beliefs", mapped["id"], db="memory.db").out
    assert "calibrated" in cli("recall", mapped["text"], db="memory.db").out
    assert cli("verify", db="memory.db", owner=None).code == 0


def test_another_file_may_be_named_and_a_note_says_that_doxa_does_not_read_it(folder, cli):
    ran = cli("calibrate", "--apply", "--config", "proposed.toml", db="memory.db", owner=None)

    assert ran.code == 0
    assert "note: doxa reads doxa.toml in its working folder, not proposed.toml" in ran.err
    assert (folder / "doxa.toml").read_text() == CONFIG
    assert "preference" in (folder / "proposed.toml").read_text()


@pytest.mark.parametrize(
    ("variable", "value", "setting"),
    [
        ("DOXA_HALF_LIFE_DAYS__PREFERENCE", "150", "half_life_days.preference"),
        ("DOXA_HALF_LIFE_DAYS", '{"preference": 150}', "half_life_days.preference"),
        ("DOXA_CALIBRATION__KNOTS", "[[0.5, 0.5]]", "calibration.knots"),
    ],
)
def test_it_says_when_the_environment_wins_over_what_was_applied(
    folder, cli, monkeypatch, variable, value, setting
):
    monkeypatch.setenv(variable, value)
    ran = cli("calibrate", "--apply", db="memory.db", owner=None)

    assert ran.code == 0
    assert f"note: {variable} in the environment wins over {setting}: unset it" in ran.err


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("half_life_days = [\n", "is not TOML, so nothing was applied"),
        ("half_life_days = 3\n", "'half_life_days' in other.toml is not a table, so nothing was applied"),
    ],
)
def test_a_file_that_cannot_be_understood_is_left_as_it_is(folder, cli, text, reason):
    (folder / "other.toml").write_text(text)
    ran = cli("calibrate", "--apply", "--config", "other.toml", db="memory.db", owner=None)

    assert ran.code in (1, 2)
    assert reason in ran.err
    assert (folder / "other.toml").read_text() == text


@pytest.mark.parametrize("where", ["a folder", "nowhere/doxa.toml"])
def test_a_place_that_cannot_be_written_is_refused_in_one_line(folder, cli, where):
    (folder / "a folder").mkdir()
    ran = cli("calibrate", "--apply", "--config", where, db="memory.db", owner=None)

    assert ran.code != 0
    assert ran.out == ""
    assert "so nothing was applied" in ran.err
    assert len(ran.err.splitlines()) == 1


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anything")
def test_a_read_only_file_is_refused(folder, cli):
    (folder / "doxa.toml").chmod(0o444)
    ran = cli("calibrate", "--apply", db="memory.db", owner=None)

    assert ran.code != 0
    assert "it is read-only" in ran.err
    assert (folder / "doxa.toml").read_text() == CONFIG


def test_a_link_stays_a_link_and_a_mode_stays_a_mode(folder, cli):
    (folder / "etc").mkdir()
    (folder / "doxa.toml").rename(folder / "etc" / "doxa.toml")
    (folder / "etc" / "doxa.toml").chmod(0o640)
    (folder / "doxa.toml").symlink_to(folder / "etc" / "doxa.toml")
    cli("calibrate", "--apply", db="memory.db", owner=None)

    assert (folder / "doxa.toml").is_symlink()
    assert (folder / "etc" / "doxa.toml").stat().st_mode & 0o777 == 0o640
    assert "[calibration]" in (folder / "etc" / "doxa.toml").read_text()


# -- drawing ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "begins"), [("r.svg", b"<?xml"), ("r.png", b"\x89PNG")])
def test_the_diagram_is_drawn(folder, cli, name, begins):
    pytest.importorskip("matplotlib")
    ran = cli("calibrate", "--plot", name, db="memory.db", owner=None)

    assert (ran.code, ran.err) == (0, "")
    assert (folder / name).read_bytes().startswith(begins)


def test_a_diagram_in_another_format_is_refused_before_anything_is_written(folder, cli):
    ran = cli("calibrate", "--plot", "r.gif", "--apply", db="memory.db", owner=None)

    assert ran.code != 0
    assert ".svg or .png" in ran.err
    assert (folder / "doxa.toml").read_text() == CONFIG
