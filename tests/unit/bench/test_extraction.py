"""The figures of extraction, on a conversation that is made up."""

from __future__ import annotations

import json

import pytest

from doxa.bench import extraction, locomo
from doxa.errors import InvalidInput


def turn(number, speaker, text, **more):
    return {"dia_id": f"D1:{number}", "speaker": speaker, "text": text, **more}


RECORD = {
    "sample_id": "made-1",
    "conversation": {
        "speaker_a": "Ana",
        "speaker_b": "Ben",
        "session_1_date_time": "1:56 pm on 8 May, 2023",
        "session_1": [
            turn(1, "Ana", "I moved to Oslo in March. How are you?"),
            turn(2, "Ben", "That's great!", img_url=["x"]),
            turn(3, "Ben", "I adopted two kittens yesterday."),
            turn(4, "Ana", "", img_url=["x"]),
        ],
        "session_2_date_time": "2:00 pm on 9 May, 2023",
    },
    "qa": [
        {"question": "Where?", "answer": "Oslo", "evidence": ["D1:1"], "category": 4},
        {"question": "Both?", "answer": "Oslo, kittens", "evidence": ["D1:1; D1:3", "D1:2"], "category": 1},
        {"question": "What?", "answer": "great", "evidence": ["D:1:2", "D9:9"], "category": 4},
        {"question": "Seen?", "answer": "a dog", "evidence": ["D1:4"], "category": 3},
        {"question": "None?", "adversarial_answer": "x", "evidence": ["D1:1"], "category": 5},
    ],
}


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "locomo").mkdir()
    (tmp_path / locomo.FILE).write_text(json.dumps([RECORD]), "utf-8")
    return tmp_path


def extracted(folder):
    return [
        extraction.Extracted(
            chat, {one.turn_id: extraction._claims(chat, one) for one in chat.turns.values()}
        )
        for chat in locomo.load(folder)
    ]


def test_one_entry_of_evidence_may_name_several_turns(folder):
    (chat,) = locomo.load(folder)
    assert [question.evidence for question in chat.questions] == [
        ("D1:1",),
        ("D1:1", "D1:3", "D1:2"),
        ("D1:2",),
        ("D1:4",),
    ]


def test_a_question_counts_by_any_and_by_every_gold_turn(folder):
    report = extraction.coverage(extracted(folder))
    assert report["questions"] == 3
    assert report["questions_without_gold_turn"] == 1  # its turn has no text
    assert report["gold_turns_without_text"] == 1
    assert report["is_any"] == {
        "all": 66.7, "multi-hop": 100.0, "temporal": 0.0, "open": 0.0, "single-hop": 50.0,
    }  # fmt: skip
    assert report["is_all"]["all"] == 33.3
    assert report["is_answer_quoted"]["multi-hop"] == 100.0
    assert report["is_answer_quoted"]["single-hop"] == 50.0


def test_the_other_speaker_is_never_the_owner(folder):
    (one,) = extracted(folder)
    assert [claim.subject for claim in one.claims["D1:3"]] == ["Ben"]
    assert [claim.subject for claim in one.claims["D1:1"]] == ["user"]


def test_junk_is_counted_of_what_is_still_given(folder):
    chats = extracted(folder)
    (kept, _) = extraction.places(chats)
    gone = ("made-1", "D1:2", 0, 5)
    rows = [
        dict(zip(("conversation", "turn", "start", "end"), map(str, place), strict=True))
        | {"sample": "first", "verdict": "junk", "kind": kind}
        for place, kind in ((kept, "leans"), (gone, "vague"))
    ]
    assert extraction.junk(chats, rows) == {
        "first": {
            "judged": 2,
            "junk_when_judged": 100.0,
            "doubt_when_judged": 0.0,
            "still_given": 1,
            "junk": 100.0,
            "kinds": {"leans": 1},
        }
    }


def test_one_seed_draws_one_sample(folder):
    chats = extracted(folder)
    assert extraction.sample(chats, 7, 2) == extraction.sample(chats, 7, 2)


def test_the_verdicts_hold_no_word_of_the_conversations():
    rows = extraction._verdicts()
    assert {row["sample"] for row in rows} == {"first", "current"}
    for row in rows:
        assert set(row) == {"sample", "conversation", "turn", "start", "end", "verdict", "kind"}
        assert row["verdict"] in ("junk", "doubt", "kept")
        assert (row["kind"] != "") == (row["verdict"] != "kept")
        assert int(row["start"]) < int(row["end"])
    assert all(sum(row["sample"] == name for row in rows) == 200 for name in ("first", "current"))


def test_without_the_data_nothing_is_measured(tmp_path, capsys):
    report = extraction.measure(tmp_path)
    assert (report["locomo"], report["junk"], report["longmemeval"], report["speed"]) == (None,) * 4
    extraction.render(report)
    assert "--data" in capsys.readouterr().out


def test_the_report_is_shown_with_its_shares(folder, capsys):
    extraction.render(extraction.measure(folder))
    shown = capsys.readouterr().out
    assert "66.7" in shown
    assert "Oslo" not in shown


def test_a_file_that_is_something_else_is_refused(folder):
    (folder / locomo.FILE).write_text('[{"a": 1}]', "utf-8")
    with pytest.raises(InvalidInput, match="not LoCoMo"):
        locomo.load(folder)
