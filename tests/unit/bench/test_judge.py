from __future__ import annotations

from collections import Counter

from doxa.bench import judge
from doxa.domain.judgement import Relation

SAME, AGAINST, APART = Relation.RESTATED, Relation.CONTRADICTED, Relation.UNRELATED


def test_precision_and_recall_are_of_each_class():
    seen = Counter(
        {(SAME, SAME): 3, (SAME, APART): 1, (AGAINST, AGAINST): 1, (APART, AGAINST): 1, (APART, APART): 4}
    )
    report = judge.per_class(seen)
    assert report["restated"] == {"precision": 100.0, "recall": 75.0, "n": 4}
    assert report["contradicted"] == {"precision": 50.0, "recall": 100.0, "n": 1}
    assert report["unrelated"] == {"precision": 80.0, "recall": 80.0, "n": 5}
    assert report["unrelated_called_contradicted"] == 20.0


def test_what_ended_counts_as_contradicted():
    old, new = "I play the harp.", "I no longer play the harp."
    assert judge.Judging([(old, new)]).relation(old, new) is AGAINST


def test_without_the_data_the_rest_is_measured(tmp_path, monkeypatch):
    monkeypatch.setattr(judge, "UNRELATED", 40)
    monkeypatch.setattr(judge, "DEVELOPMENT", tmp_path)
    report = judge.measure()
    assert report["sick_trial"] is None
    assert report["same_topic"]["n"] == 0
    assert report["updates"]["n"] == 70
    assert report["near_duplicates"]["contradicted"] == 0.0


def test_sick_is_read_where_it_is(tmp_path):
    (tmp_path / "sick").mkdir()
    rows = ["pair_ID\tsentence_A\tsentence_B\trelatedness_score\tentailment_judgment",
            '1\tA dog "runs"\tA dog is running\t4.9\tENTAILMENT']  # fmt: skip
    (tmp_path / judge.SICK).write_text("\n".join(rows), "utf-8")
    assert judge._sick(tmp_path / judge.SICK) == [(('A dog "runs"', "A dog is running"), SAME)]
