"""belief-world: its figures are those of the resolver, and attackers change none of them."""

from __future__ import annotations

import json
from datetime import timedelta
from itertools import pairwise

import pytest

from doxa.belief import BeliefResolver, Effect
from doxa.belief.worlds import simulate
from doxa.bench import belief_world as module
from doxa.bench.belief_world import TRUE_DAYS, chatter, measure, plot, rate, render
from doxa.errors import InvalidInput

WORLDS, SEED = 100, 3


@pytest.fixture(scope="module")
def report():
    return measure(WORLDS, SEED)


def test_the_report_is_json_and_has_every_arm_with_and_without_attackers(report):
    assert json.loads(json.dumps(report)) == report
    assert list(report["arms"]) == ["lww", "true", "x3", "div3", "learned"]
    assert all(set(arm) == {"0", "10"} for arm in report["arms"].values())
    assert (report["bench"], report["n"], report["seed"]) == ("belief-world", WORLDS, SEED)


def test_attackers_change_nothing_of_the_rule_and_much_of_last_write_wins(report):
    for name, arm in report["arms"].items():
        assert (arm["0"] == arm["10"]) is (name != "lww")
    assert report["attackers_change_accuracy"] == 0.0
    assert report["arms"]["lww"]["10"]["accuracy"] < report["arms"]["lww"]["0"]["accuracy"] - 0.1


def test_the_figures_are_those_of_asking_a_resolver_world_by_world(report):
    credences, truths = [], []
    for seed in range(SEED, SEED + report["seeds"]):
        for number, days in enumerate(TRUE_DAYS.values()):
            share = WORLDS // (report["seeds"] * len(TRUE_DAYS))
            for world in simulate(share, days, seed * len(TRUE_DAYS) + number):
                resolver = BeliefResolver(days)
                resolver.observe_all(world.observations)
                verdict = resolver.verdict(world.key, world.asked_at)
                credences.append(verdict.credence or 0.0)
                truths.append(verdict.fact == world.truth)
    found = report["arms"]["true"]["0"]
    assert found["accuracy"] == sum(truths) / len(truths)
    errors = [(credence - is_true) ** 2 for credence, is_true in zip(credences, truths, strict=True)]
    assert found["brier"] == pytest.approx(sum(errors) / WORLDS, abs=1e-12)


def test_a_half_life_that_is_wrong_by_three_costs_calibration_and_a_learned_one_repairs_it(report):
    ece = {name: arm["0"]["ece"] for name, arm in report["arms"].items()}
    assert max(ece["true"], ece["learned"]) < min(ece["x3"], ece["div3"]) < ece["lww"]
    for found in report["half_lives"].values():
        assert found["prior_days"] / found["true_days"] in (pytest.approx(3), pytest.approx(1 / 3))
        assert all(days == pytest.approx(found["true_days"], rel=0.35) for days in found["learned_days"])


def test_learning_never_sees_the_worlds_that_are_measured(monkeypatch):
    drawn = []

    def spied(count, half_life_days, seed, attackers=0):
        drawn.append(seed)
        return simulate(count, half_life_days, seed, attackers)

    monkeypatch.setattr(module, "simulate", spied)
    module._learned(SEED)
    learning = set(drawn)
    drawn.clear()
    module._heard(1, SEED, 0)
    assert learning.isdisjoint(drawn)
    assert len(learning) == len(set(drawn)) == len(TRUE_DAYS)


def test_too_few_worlds_are_refused():
    with pytest.raises(InvalidInput, match="worlds"):
        measure(worlds=19)


def test_the_rate_counts_what_was_folded():
    count, per_second = rate(seed=1, sample=50)
    assert 50 <= count < 50 + 13
    assert per_second > 0


def test_what_the_core_is_timed_on_holds_lineages_repeats_and_rivals():
    said = chatter(500, lineage_every=10)
    assert sum(bool(o.lineage) for o in said) == 50
    assert all(b.observed_at - a.observed_at == timedelta(hours=1) for a, b in pairwise(said))
    resolver = BeliefResolver(90.0)
    effects = {revision.effect for revision in resolver.observe_all(said)}
    assert effects >= {Effect.COUNTED, Effect.REPEATED, Effect.ECHO}
    assert not any(o.lineage for o in chatter(500))


def test_what_is_shown_names_every_arm(report, capsys):
    render(report)
    shown = capsys.readouterr().out
    assert all(name in shown for name in module.NAMES.values())


def test_what_is_drawn_are_the_arms_of_the_rule(report, tmp_path):
    plot(report, tmp_path / "a.svg")
    drawn = (tmp_path / "a.svg").read_text()
    assert all((name in drawn) is (arm != "lww") for arm, name in module.NAMES.items())
