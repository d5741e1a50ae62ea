"""With a language model behind it: what it says is checked, and when it fails nothing is lost.

The model is a real HTTP server on this machine, asked by the real client of its provider.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from typing import Any

import pytest
from tests.acceptance.builders import clean_environment, run_doxa, said, texts

from doxa.testing.model_stub import Answer, ModelStub, Says, Silence, Status

OSLO, ROME, HARP = "I live in Oslo", "I moved to Rome", "I play the harp"
BROKEN = Says("```json {broken")


def claim(quote: str, turn: int = 1, **values: object) -> dict[str, object]:
    about = {"subject": "user", "subject_scope": "primary_user"}
    return {"turn": turn, "quote": quote, "text": quote, **about, **values}


def claims(*found: dict[str, object]) -> Answer:
    return Answer({"claims": list(found)})


def rows_of(request) -> list[dict[str, Any]]:
    """The objects of the prompt, one a line."""
    content = request.body["messages"][-1]["content"]
    body = content if isinstance(content, str) else "\n".join(part["text"] for part in content)
    return [json.loads(row) for row in body.splitlines() if row.startswith("{")]


def judging(relation: str):
    """Rules on every pair that it is asked about."""

    def answer(request) -> Answer:
        cases = rows_of(request)
        return Answer(
            {
                "rulings": [
                    {
                        "case": case["case"],
                        "held": held["held"],
                        "relation": relation,
                        "confidence": 1.0,
                        "reason": "another city",
                    }
                    for case in cases
                    for held in case["against"]
                ]
            }
        )

    return answer


def settings_of(stub: ModelStub) -> dict[str, str]:
    return {"model": "openai:any", "model_base_url": stub.url("openai")}


def variables_of(stub: ModelStub) -> dict[str, str]:
    return {"DOXA_MODEL": "openai:any", "DOXA_MODEL_BASE_URL": stub.url("openai")}


def test_a_conversation_is_read_by_the_model_and_judged_against_what_is_held(open_memory):
    with ModelStub(claims(claim(OSLO, slot="home_city")), claims(claim(ROME, slot="home_city"))) as stub:
        stub.then(judging("contradicted"))
        owner = open_memory(**settings_of(stub)).owner("ana")
        owner.capture([said(f"Hi! {OSLO}, you know.", "2026-01-01")], source="a")
        done = owner.capture([said(f"Big news: {ROME}!", "2026-02-01")], source="b")
        assert (done.claims[0].event, done.claims[0].reason) == ("contradicted", "another city")
        assert texts(owner.list(stance="asserted")) == [ROME]
        assert len(stub.requests) == 3
    assert owner.verify().is_sound


def test_broken_json_leaves_the_input_kept_and_a_state_to_see(tmp_path):
    """C64, on the command line: malformed output was a silent empty result."""
    db, chat = tmp_path / "memory.db", tmp_path / "chat.txt"
    chat.write_text(f"user: {OSLO}\n", encoding="utf-8")
    with ModelStub(BROKEN, BROKEN, BROKEN) as stub:
        kept = run_doxa("capture", str(chat), "--json", db=db, owner="ana", env=variables_of(stub))
        assert len(stub.requests) == 3  # each time it was told what was wrong
    (one,) = kept.json
    assert (kept.code, one["state"], one["claims"]) == (0, "pending", [])
    shown = run_doxa("operation", one["operation_id"], "--json", db=db, owner="ana").json
    assert (shown["state"], shown["attempts"], shown["error"]) == ("pending", 1, "invalid_output")
    assert run_doxa("list", "--json", db=db, owner="ana").json == []
    with ModelStub(claims(claim(OSLO))) as stub:
        tried = run_doxa(
            "operation", one["operation_id"], "--retry", db=db, owner="ana", env=variables_of(stub)
        )
        assert tried.code == 0, tried.err
    assert [m["text"] for m in run_doxa("list", "--json", db=db, owner="ana").json] == [OSLO]


def test_after_three_tries_it_waits_for_a_person(open_memory, clock):
    with ModelStub(*[Status(401)] * 3) as stub:
        owner = open_memory(**settings_of(stub)).owner("ana")
        kept = owner.capture([said(OSLO)], source="a")
        for _ in range(3):
            clock.now = clock.now.replace(year=clock.now.year + 1)
            owner.maintain()
        failed = owner.operation(kept.operation_id)
    assert (failed.state, failed.attempts, failed.error) == ("failed", 3, "refused")
    assert "--retry" in failed.notices[0]


@pytest.mark.parametrize(
    ("turn", "invented"),
    [
        ("我每周三晚上练习竖琴", claim("I play the harp on Wednesdays")),  # C81: not its words
        ("我每周三晚上练习竖琴", {**claim("我每周三晚上练习竖琴"), "text": "I moved to Rome"}),
        ("I like tea", {**claim("I like tea"), "text": "I like tea from Lhasa"}),
        ("I like tea", claim("I like tea", turn=2)),
    ],
)
def test_what_nobody_said_is_not_taken(open_memory, turn, invented):
    """C81: output copied from elsewhere.  The model insists on it three times."""
    with ModelStub(*[claims(invented)] * 3) as stub:
        owner = open_memory(**settings_of(stub)).owner("ana")
        done = owner.capture([said(turn)], source="a")
    assert (done.state, owner.list()) == ("pending", ())


def test_a_turn_in_another_language_keeps_it_to_the_byte(open_memory):
    """C80."""
    words = "我每周三晚上练习竖琴"
    with ModelStub(claims(claim(words))) as stub:
        owner = open_memory(**settings_of(stub)).owner("ana")
        owner.capture([said(f"{words}。你好吗？")], source="a")
    (one,) = owner.list()
    assert [piece.quote for piece in owner.explain(one.id).evidence] == [words]


def test_a_process_killed_while_the_model_thinks_has_lost_nothing(tmp_path, open_memory, clock):
    program = f"""
import doxa, sys
ana = doxa.open(sys.argv[1], embedder="hashed").owner("ana")
ana.capture([doxa.Turn("user", {OSLO!r}, at="2026-01-01")], source="a")
"""
    with ModelStub(Silence()) as stub:
        process = subprocess.Popen(
            [sys.executable, "-c", program, str(tmp_path / "memory.db")],
            env=clean_environment(**variables_of(stub)),
        )
        for _ in range(600):
            if stub.requests:
                break
            time.sleep(0.05)
        assert stub.requests
        process.kill()
        process.wait()
    with ModelStub(claims(claim(OSLO))) as stub:
        owner = open_memory(tmp_path / "memory.db", **settings_of(stub)).owner("ana")
        assert [(one.state, one.attempts) for one in owner.operations()] == [("pending", 0)]
        clock.now = clock.now.replace(year=2027)
        assert owner.maintain().processed == 1
    assert texts(owner.list()) == [OSLO]


def test_a_prompt_is_of_one_size_however_much_is_held(open_memory):
    """C78: the extraction prompt embedded the whole store."""
    sizes = {}
    for held in (10, 60):
        rules = open_memory().owner("ana")
        with ModelStub() as stub:
            owner = open_memory(**settings_of(stub)).owner("ana")
            rules._service.close()
            for number in range(held):
                # Nothing of it is near enough to be judged, or all of it is.
                stub.then(judging("unrelated"))
                owner.remember(f"The red kettle {number} stands on the oak shelf.", wait=True)
            stub.then(claims(claim(HARP)), judging("unrelated"), judging("unrelated"))
            owner.capture([said(f"{HARP}.")], source="a")
            owner.remember("The red kettle 9999 stands on the oak shelf.", wait=True)
            sent = [len(request.text) for request in stub.requests]
        sizes[held] = (sent[-2], sent[-1])
    for few, many in zip(*sizes.values(), strict=True):
        assert many == pytest.approx(few, rel=0.1)


def test_a_hundred_short_turns_are_a_few_calls(open_memory):
    """C76: one call a record."""

    def every_other(request) -> Answer:
        return claims(*(claim(row["text"], turn=row["turn"]) for row in rows_of(request)[::2]))

    with ModelStub(*[every_other] * 3) as stub:
        owner = open_memory(**settings_of(stub)).owner("ana")
        done = owner.capture([said(f"I keep {n + 2} hens in barn {n}.") for n in range(100)], source="a")
        assert (len(done.claims), len(stub.requests) <= 3) == (50, True)


def test_what_was_rejected_is_told_after_the_conversation(open_memory):
    with ModelStub(claims(claim(OSLO)), claims()) as stub:
        owner = open_memory(**settings_of(stub)).owner("ana")
        wrong = owner.capture([said(OSLO)], source="a").claims[0].memory
        owner.reject(wrong.id)
        owner.capture([said("Nice weather.")], source="b")
        sent = stub.requests[-1].text
    assert re.search(r"Nice weather.*</conversation>.*<rejected>.*I live in Oslo", sent)


def test_memories_are_judged_by_the_next_pass_and_found_before(tmp_path):
    db = tmp_path / "memory.db"
    with ModelStub(judging("contradicted")) as stub:
        env = variables_of(stub)
        for text, at in ((OSLO, "2026-01-01"), (ROME, "2026-02-01")):
            kept = run_doxa("remember", text, "--at", at, "--no-wait", "--json", db=db, owner="ana", env=env)
            assert (kept.code, kept.json["state"]) == (0, "pending")
        found = run_doxa("recall", "Rome", "--json", db=db, owner="ana", env=env).json
        assert [(hit["text"], hit["processing"]) for hit in found] == [(ROME, "pending")]
        done = run_doxa("maintain", "--json", db=db, owner=None, env=env)
        assert (done.code, done.json["processed"]) == (0, 2), done.err
    asserted = run_doxa("list", "--stance", "asserted", "--json", db=db, owner="ana").json
    assert [one["text"] for one in asserted] == [ROME]


def test_the_id_of_what_waits_is_shown_whole(tmp_path):
    with ModelStub() as stub:
        env = variables_of(stub) | {"COLUMNS": "80"}
        db = tmp_path / "memory.db"
        kept = run_doxa("remember", OSLO, "--no-wait", "--json", db=db, owner="ana", env=env).json
        shown = run_doxa("operation", db=db, owner="ana", env=env)
    assert kept["operation_id"] in shown.out
