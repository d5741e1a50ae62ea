from __future__ import annotations

import pytest

from doxa.belief import BeliefKeyer
from doxa.bench import belief_key
from doxa.bench.knowledge_updates import load
from doxa.bench.pairs import DISTINCT, REVISED, filled, unrelated

SCORES = {"same": 0.95, "near": 0.8, "far": 0.1}


class Scoring(BeliefKeyer):
    """A keyer whose score is what the first text names."""

    def score(self, a, b, similarity=None):
        return SCORES[a]


def test_a_pair_counts_as_linked_from_the_links_bar_and_as_judged_from_the_gate():
    true = [("same", ""), ("near", ""), ("far", ""), ("same", "")]
    found = belief_key.linking(Scoring(), true, [("far", "")] * 3 + [("near", "")])
    assert (found["true_linked"], found["false_linked"]) == (50.0, 0.0)
    assert (found["true_judged"], found["false_judged"]) == (75.0, 25.0)


def test_the_trade_off_takes_the_bar_that_lets_no_more_pass():
    noise = [("far", "")] * 997 + [("near", "")] * 2 + [("same", "")]
    found = belief_key.linking(Scoring(), [("near", ""), ("same", "")], noise)
    assert found["at"]["0.1"] == 50.0  # one of a thousand may pass: all that is as near as two others may not
    assert found["at"]["1.0"] == 100.0


def test_unrelated_pairs_are_drawn_by_the_seed_and_never_of_one_question():
    updates = load()
    sides = {u.stale.text: u.question_id for u in updates} | {u.fresh.text: u.question_id for u in updates}
    pairs = unrelated(updates, 500, 0)
    assert pairs == unrelated(updates, 500, 0) != unrelated(updates, 500, 1)
    assert all(sides[a] != sides[b] for a, b in pairs)


@pytest.mark.parametrize("templates", [REVISED, DISTINCT])
def test_the_two_halves_of_a_made_pair_differ(templates):
    assert all(first != later and "{" not in first + later for first, later in filled(templates, 60, 3))


def test_revised_facts_are_replaced_and_near_duplicates_stand():
    assert belief_key.near_duplicates(60) == {"facts": 60, "stale_rate": 0.0, "wrong_retire_rate": 0.0}
