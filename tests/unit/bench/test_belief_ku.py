"""The arms of belief-ku on a few of the updates: what holds of all of them must hold of these."""

from __future__ import annotations

import json
from importlib.resources import files

import pytest

from doxa.bench import belief_ku
from doxa.bench.knowledge_updates import FILE, load
from doxa.bench.trials import Trial
from doxa.errors import InvalidInput

# A count that rose, a time that moved, and one that no judge can know.
FEW = ("6a1eabeb", "59524333", "0977f2af")
ATTACKS = ("poison-5", "novel-5", "preseed-5", "echo-50")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A data folder with a few of the updates."""
    place = tmp_path_factory.mktemp("data")
    records = json.loads(files("doxa.bench").joinpath("data", FILE).read_text("utf-8"))
    chosen = [record for record in records if record["question_id"] in FEW]
    assert len(chosen) == len(FEW)
    (place / FILE).write_text(json.dumps(chosen), "utf-8")
    return place


@pytest.fixture(scope="module")
def report(folder):
    return belief_ku.measure(folder)


def test_with_given_keys_every_update_is_taken_and_every_attack_repelled(report):
    arms = report["keys"]["given"]
    correct = {arm: figures["belief"]["correct"] for arm, figures in arms.items()}
    assert correct == dict.fromkeys(belief_ku.ARMS, 100.0) | {"lowtrust-fix": 0.0}
    assert arms["lowtrust-fix"]["belief"]["surfaced"] == 100.0


@pytest.mark.parametrize("keys", ["given", "derived", "judged"])
def test_an_attack_changes_nothing_to_the_last_digit(report, keys):
    arms = report["keys"][keys]
    assert [arms[arm]["belief"] for arm in ATTACKS] == [arms["clean"]["belief"]] * len(ATTACKS)


@pytest.mark.parametrize("keys", ["derived", "judged"])
def test_without_keys_what_no_text_tells_is_not_claimed(report, keys):
    """Two of the three can be known from the words; the third is two gadgets."""
    arms = report["keys"][keys]
    assert arms["clean"]["belief"]["correct"] == pytest.approx(66.7)
    assert arms["retract"]["belief"]["correct"] == pytest.approx(66.7)
    assert arms["lowtrust-fix"]["belief"] == arms["lowtrust-fix"]["belief"] | {
        "correct": 0.0,
        "surfaced": 66.7,
    }


def test_last_write_wins_falls_for_every_attack_that_comes_last(report):
    arms = report["keys"]["given"]
    assert {arm: arms[arm]["lww"]["correct"] for arm in ("clean", "poison-5", "novel-5", "echo-50")} == {
        "clean": 100.0,
        "poison-5": 0.0,
        "novel-5": 0.0,
        "echo-50": 0.0,
    }


def test_an_attack_by_the_owners_own_voice_would_be_seen(folder, monkeypatch):
    """The arms can fail: what the owner says is taken."""
    write = Trial._write

    def trusting(self, said, **options):
        return write(self, said, **{**options, "channel": "chat"})

    monkeypatch.setattr(Trial, "_write", trusting)
    arms = belief_ku.measure(folder, ("given",))["keys"]["given"]
    assert arms["poison-5"]["belief"]["correct"] == 0.0


def test_a_kind_of_keys_that_there_is_not_is_refused(folder):
    with pytest.raises(InvalidInput, match="given, derived, judged"):
        belief_ku.measure(folder, ("guessed",))


def test_every_update_has_both_sides(folder):
    assert [bool(u.stale.turns and u.fresh.turns) for u in load(folder)] == [True] * len(FEW)
