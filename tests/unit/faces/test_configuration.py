"""Configuration: one setting changes and every other byte of the file stays."""

from __future__ import annotations

import tomllib

import pytest

from doxa.errors import InvalidInput
from doxa.faces.cli.configuration import Edit, Wanted, apply

KNOTS = ((0.5, 0.4), (0.9, 0.8))
WANTED: Wanted = {"half_life_days": {"preference": 92.5}, "calibration": {"knots": KNOTS}}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "# mine\nzone = 'UTC' # here\n",
        "[half_life_days]\n# a season\npreference = 180 # days\n\n[calibration]\nknots = [] # none\n",
        "half_life_days.preference = 3\nhalf_life_days.plan = 3\n",
        "half_life_days = {preference = 3, plan = 4}\nzone = 'UTC'",
        "calibration.knots = [[0.1, 0.1]]\n[half_life_days]\nplan = 2",
        "zone = 'UTC'\r\n\r\n[half_life_days]\r\nplan = 2\r\n",
    ],
    ids=["empty", "no table", "tables", "dotted", "inline", "both", "Windows"],
)
def test_what_is_wanted_is_there_and_nothing_else_differs(tmp_path, text):
    path = tmp_path / "doxa.toml"
    path.write_bytes(text.encode())
    apply(path, WANTED)
    before, after = tomllib.loads(text), tomllib.loads(path.read_text())

    assert after.pop("calibration")["knots"] == [list(knot) for knot in KNOTS]
    assert after["half_life_days"].pop("preference") == 92.5
    before.pop("calibration", None)
    before.setdefault("half_life_days", {}).pop("preference", None)
    assert after == before
    comments = [line.partition("#")[2] for line in text.splitlines() if "#" in line]
    assert [line.partition("#")[2] for line in path.read_text().splitlines() if "#" in line] == comments


def test_it_says_what_it_changed_and_the_second_time_that_it_changed_nothing(tmp_path):
    path = tmp_path / "doxa.toml"
    path.write_text("[half_life_days]\npreference = 180\n")

    assert apply(path, WANTED) == (
        Edit("half_life_days.preference", 180, 92.5),
        Edit("calibration.knots", None, [[0.5, 0.4], [0.9, 0.8]]),
    )
    assert apply(path, WANTED) == ()


def test_where_nothing_is_wanted_no_file_is_made(tmp_path):
    assert apply(tmp_path / "doxa.toml", {}) == ()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("content", [b"zone = ", b"zone = '\xff'", b"calibration = 1", b"a = 1\na = 2"])
def test_what_cannot_be_understood_is_refused_and_left_alone(tmp_path, content):
    path = tmp_path / "doxa.toml"
    path.write_bytes(content)
    with pytest.raises(InvalidInput, match="so nothing was applied"):
        apply(path, WANTED)

    assert path.read_bytes() == content
    assert [one.name for one in tmp_path.iterdir()] == ["doxa.toml"]


def test_a_failed_write_leaves_the_file_as_it_was_and_nothing_beside_it(tmp_path, monkeypatch):
    path = tmp_path / "doxa.toml"
    path.write_text("zone = 'UTC'\n")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(InvalidInput, match="cannot be written, so nothing was applied: No space left"):
        apply(path, WANTED)

    assert path.read_text() == "zone = 'UTC'\n"
    assert [one.name for one in tmp_path.iterdir()] == ["doxa.toml"]


def test_a_link_to_itself_is_refused_in_one_line(tmp_path):
    path = tmp_path / "doxa.toml"
    path.symlink_to(path)
    with pytest.raises(InvalidInput, match="links lead nowhere"):
        apply(path, WANTED)
