"""Settings: tables within them, and what is said of a value that cannot be taken."""

from __future__ import annotations

from pathlib import Path

import pytest

from doxa.belief import BeliefClass
from doxa.belief.classes import HALF_LIFE_PRIORS
from doxa.errors import InvalidInput
from doxa.settings import hiding_variable, read_settings


@pytest.fixture(autouse=True)
def _folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def days(belief_class: BeliefClass = BeliefClass.PREFERENCE, **given: object) -> float | None:
    return read_settings(**given).half_life_days.by_class()[belief_class]


def test_by_default_the_table_is_the_design_s_and_there_is_no_map():
    found = read_settings()

    assert found.half_life_days.by_class() == HALF_LIFE_PRIORS
    assert found.calibration.isotonic() is None


@pytest.mark.parametrize(
    ("given", "taken"), [(90, 90.0), ("90", 90.0), (0.5, 0.5), ("none", None), (" None ", None), (None, None)]
)
def test_a_half_life_is_a_number_of_days_or_none(given, taken):
    assert days(half_life_days={"preference": given}) == taken


def test_a_class_that_is_not_named_keeps_its_half_life():
    assert days(BeliefClass.STATE, half_life_days={"preference": 90}) == 30.0


def test_the_caller_wins_over_the_environment_and_that_over_the_file_one_class_at_a_time(monkeypatch):
    Path("doxa.toml").write_text("[half_life_days]\npreference = 1\nstate = 2\nplan = 3\nidentity = 4\n")
    monkeypatch.setenv("DOXA_HALF_LIFE_DAYS__STATE", "20")
    monkeypatch.setenv("DOXA_HALF_LIFE_DAYS__IDENTITY", "none")
    given = read_settings(half_life_days={"plan": 300}).half_life_days

    assert (given.preference, given.state, given.plan, given.identity) == (1.0, 20.0, 300.0, None)


def test_a_map_is_read_from_the_file_and_from_the_environment(monkeypatch):
    Path("doxa.toml").write_text("[calibration]\nknots = [[0.5, 0.4], [0.9, 0.8]]\n")
    in_file = read_settings().calibration.isotonic()
    monkeypatch.setenv("DOXA_CALIBRATION__KNOTS", "[[0.5, 0.1]]")
    in_environment = read_settings().calibration.isotonic()

    assert in_file
    assert in_environment
    assert (in_file.knots, in_environment.knots) == (((0.5, 0.4), (0.9, 0.8)), ((0.5, 0.1),))


@pytest.mark.parametrize("given", [0, -1, True, "soon", "nan", "inf", [1], 10**400, float("nan")])
def test_anything_else_is_refused_by_the_name_of_the_setting(given):
    with pytest.raises(
        InvalidInput, match=r"setting 'half_life_days\.preference' cannot be taken: .* above 0"
    ):
        read_settings(half_life_days={"preference": given})


@pytest.mark.parametrize(
    "knots", [[[0.5, 0.4], [0.4, 0.5]], [[0.4, 0.5], [0.5, 0.4]], [[0.5, 1.5]], [[0.5]], 3, [["a", "b"]]]
)
def test_knots_that_are_no_map_are_refused_by_the_name_of_the_setting(knots):
    with pytest.raises(InvalidInput, match=r"the setting 'calibration\.knots.*' cannot be taken"):
        read_settings(calibration={"knots": knots})


def test_a_class_that_does_not_exist_is_refused_wherever_it_is_named(monkeypatch):
    with pytest.raises(InvalidInput, match=r"'half_life_days\.opinion' cannot be taken: there is no such"):
        read_settings(half_life_days={"opinion": 3})
    monkeypatch.setenv("DOXA_HALF_LIFE_DAYS__OPINION", "3")
    with pytest.raises(InvalidInput, match=r"'half_life_days\.opinion' cannot be taken: there is no such"):
        read_settings()


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"[half_life_days\n", "doxa.toml is not TOML that can be read"),
        (b"zone = '\xff'", "doxa.toml is not TOML that can be read"),
        (b"[half_life_days]\npreference = 0\n", "'half_life_days.preference' cannot be taken"),
        (b"half_life_days = 3\n", "'half_life_days' cannot be taken"),
    ],
)
def test_a_file_that_cannot_be_taken_is_refused_in_one_line(content, reason):
    Path("doxa.toml").write_bytes(content)
    with pytest.raises(InvalidInput, match=reason):
        read_settings()


def test_an_environment_that_cannot_be_read_is_refused_in_one_line(monkeypatch):
    monkeypatch.setenv("DOXA_CALIBRATION__KNOTS", "[[0.5, 0")
    with pytest.raises(InvalidInput, match=r"the environment cannot be read: .*calibration.*give it as JSON"):
        read_settings()


def test_the_variable_that_hides_a_setting_is_named(monkeypatch):
    assert hiding_variable("half_life_days", "plan") is None
    monkeypatch.setenv("DOXA_HALF_LIFE_DAYS", '{"plan": 3}')
    monkeypatch.setenv("DOXA_HALF_LIFE_DAYS__STATE", "3")

    assert hiding_variable("half_life_days", "plan") == "DOXA_HALF_LIFE_DAYS"
    assert hiding_variable("half_life_days", "state") == "DOXA_HALF_LIFE_DAYS__STATE"
    assert hiding_variable("half_life_days", "preference") is None
    assert hiding_variable("calibration", "knots") is None
