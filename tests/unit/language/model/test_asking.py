"""Asking: a bounded number of tries, one kind of failure, and nothing of the key in it."""

from __future__ import annotations

import asyncio
import gc
import logging
import socket
import threading
import time
import traceback
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from tests.unit.language.model.answering import SATURDAY, Scripted, claim, reply, ruling, turn

from doxa.domain.claim import Segment
from doxa.domain.judgement import Case, Stated
from doxa.errors import ModelFailed
from doxa.language.model.agents import Lane
from doxa.language.model.asking import LONGEST_PAUSE_S, Asker
from doxa.language.model.language_model import LanguageModel, configured
from doxa.testing.model_stub import Answer, ModelStub, Request, Says, Silence, Status

MODELS = {
    "openai": "openai:gpt-4o",
    "anthropic": "anthropic:claude-3-5-haiku-latest",
    "google": "google:gemini-2.5-flash",
}
KEY = "sk-very-secret-0123456789"
SEGMENTS = [turn("I moved to Rome"), reply("Splendid!")]
GOOD = Answer({"claims": [claim("I moved to Rome")]})
EMPTY = Answer({"claims": []})


@pytest.fixture(params=sorted(MODELS))
def provider(request) -> str:
    return str(request.param)


class Slept(list[float]):
    """How long each pause would have been."""

    def __call__(self, seconds: float) -> None:
        self.append(seconds)


def model(stub: ModelStub, provider: str = "openai", **given: Any) -> LanguageModel:
    arguments = {"api_key": KEY, "base_url": stub.url(provider), "timeout_s": 20.0, "sleep": Slept()}
    return configured(MODELS[provider], **{**arguments, **given})


def quotes(found: tuple[tuple[Any, ...], ...]) -> list[list[str]]:
    return [[claim.quote for claim in claims] for claims in found]


def failing(asked: LanguageModel, segments: list[Segment] = SEGMENTS) -> ModelFailed:
    with pytest.raises(ModelFailed) as failed:
        asked.extract(segments, ["I like tea"])
    return failed.value


def test_every_provider_is_asked_in_its_own_way_and_answers(provider):
    with ModelStub(GOOD) as stub:
        found = model(stub, provider).extract(SEGMENTS, [])

    assert quotes(found) == [["I moved to Rome"], []]
    assert [request.path for request in stub.requests] == [
        {
            "openai": "/v1/chat/completions",
            "anthropic": "/v1/messages",
            "google": "/v1beta/models/gemini-2.5-flash:generateContent",
        }[provider]
    ]
    assert KEY in " ".join(stub.requests[0].headers.values())


def test_a_model_that_answers_in_text_of_the_asked_form_is_understood_too():
    with ModelStub(GOOD) as stub:
        new = configured("anthropic:claude-haiku-5-5", api_key=KEY, base_url=stub.url("anthropic"))
        assert quotes(new.extract(SEGMENTS, [])) == [["I moved to Rome"], []]

    assert stub.requests[0].tool is None


def test_the_instructions_come_first_then_the_conversation_and_what_changes_last(provider):
    with ModelStub(GOOD) as stub:
        model(stub, provider).extract(SEGMENTS, ["I like tea"])

    body = {**stub.requests[0].body}
    first = str(body.pop("system", None) or body.pop("systemInstruction", None) or body["messages"].pop(0))
    turns = str(body.get("messages") or body["contents"])
    assert "You read a conversation" in first
    assert "I moved to Rome" not in first
    assert 0 < turns.index("I moved to Rome") < turns.index("</conversation>") < turns.index("I like tea")


def test_the_cache_breakpoint_stands_between_the_conversation_and_what_changes():
    with ModelStub(GOOD) as stub:
        model(stub, "anthropic").extract(SEGMENTS, ["I like tea"])

    conversation, rejected = stub.requests[0].body["messages"][0]["content"]
    assert "I moved to Rome" in conversation["text"]
    assert conversation["cache_control"]["type"] == "ephemeral"
    assert "I like tea" in rejected["text"]
    assert "cache_control" not in rejected


def test_what_is_broken_is_asked_again_with_what_is_wrong_and_then_fails(provider):
    """C64: never a silent empty result."""
    with ModelStub(*[Says("```json {broken")] * 3) as stub:
        failed = failing(model(stub, provider))

    assert failed.reason == "invalid_output"
    assert len(stub.requests) == 3
    assert len(stub.requests[0].text) < len(stub.requests[1].text) < len(stub.requests[2].text)


def test_arguments_that_are_no_json_are_asked_again():
    with ModelStub(Answer('{"claims": [{"turn"'), GOOD) as stub:
        assert quotes(model(stub).extract(SEGMENTS, [])) == [["I moved to Rome"], []]

    assert len(stub.requests) == 2


def test_a_quote_that_is_not_in_the_turn_is_corrected_by_what_is_sent_back(provider):
    with ModelStub(Answer({"claims": [claim("I moved to Roma")]}), GOOD) as stub:
        found = model(stub, provider).extract(SEGMENTS, [])

    assert quotes(found) == [["I moved to Rome"], []]
    assert "is not in turn 1" not in stub.requests[0].text
    assert "is not in turn 1" in stub.requests[1].text


@pytest.mark.parametrize("code", [429, 500, 502, 503, 529])
def test_a_provider_that_is_busy_is_asked_again_after_a_pause(provider, code):
    slept = Slept()
    with ModelStub(Status(code), Status(code), GOOD) as stub:
        found = model(stub, provider, sleep=slept).extract(SEGMENTS, [])

    assert quotes(found) == [["I moved to Rome"], []]
    assert slept == [0.5, 1.0]


def test_the_provider_says_how_long_to_wait_within_reason():
    slept = Slept()
    script = [Status(429, headers={"Retry-After": wait}) for wait in ("7", "86400")]
    with ModelStub(*script, GOOD) as stub:
        model(stub, sleep=slept).extract(SEGMENTS, [])

    assert slept == [7.0, LONGEST_PAUSE_S]


@pytest.mark.parametrize(
    ("code", "reason"), [(429, "refused"), (500, "unreachable"), (408, "timeout"), (529, "unreachable")]
)
def test_a_provider_that_stays_busy_is_asked_as_often_as_was_allowed(code, reason):
    with ModelStub(*[Status(code)] * 9) as stub:
        failed = failing(model(stub, attempts=4))

    assert failed.reason == reason
    assert len(stub.requests) == 4


@pytest.mark.parametrize("code", [400, 401, 403, 404, 413, 422])
def test_a_refusal_is_not_asked_again(provider, code):
    slept = Slept()
    with ModelStub(Status(code)) as stub:
        failed = failing(model(stub, provider, sleep=slept))

    assert failed.reason == "refused"
    assert str(code) in str(failed)
    assert (len(stub.requests), slept) == (1, [])


def test_mistakes_and_failures_count_together():
    wrong = Answer({"claims": [claim("I moved to Roma")]})
    with ModelStub(wrong, Status(500), wrong, GOOD) as stub:
        assert failing(model(stub, attempts=3)).reason == "invalid_output"
        assert len(stub.requests) == 3

    with ModelStub(wrong, Status(500), wrong, GOOD) as stub:
        assert quotes(model(stub, attempts=4).extract(SEGMENTS, [])) == [["I moved to Rome"], []]


def test_a_provider_that_says_nothing_is_given_up(provider):
    with ModelStub(Silence(), Silence()) as stub:
        failed = failing(model(stub, provider, timeout_s=0.2, attempts=2))

    assert failed.reason == "timeout"
    assert "DOXA_MODEL_TIMEOUT_S" in str(failed)
    assert len(stub.requests) == 2


def test_where_nobody_listens_it_says_so():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{taken.getsockname()[1]}/v1"
        slept = Slept()
        failed = failing(configured(MODELS["openai"], base_url=address, attempts=2, sleep=slept))

    assert failed.reason == "unreachable"
    assert slept == [0.5]


@pytest.mark.parametrize("body", ["<html>Bad gateway</html>", "", "[]", '{"choices": []}'])
def test_a_page_that_is_not_the_provider_s_is_no_answer(provider, body):
    with ModelStub(*[Status(200, body)] * 3) as stub:
        assert failing(model(stub, provider)).reason == "invalid_output"


@pytest.mark.parametrize("code", [200, 400, 401, 404, 429, 500])
def test_nothing_of_the_key_the_conversation_or_the_answer_is_in_a_failure(provider, code, caplog):
    caplog.set_level(logging.INFO)
    leak = f"{KEY} I moved to Rome"
    with ModelStub(*[Status(code, f'{{"error": {{"message": "{leak}"}}}}')] * 3) as stub:
        asked = model(stub, provider)
        failed = failing(asked)

    told = "".join(traceback.format_exception(failed)) + repr(asked) + repr(vars(failed)) + caplog.text
    assert failed.__cause__ is failed.__context__ is None
    assert KEY not in told
    assert "moved to Rome" not in told
    assert str(failed).isprintable()


def test_a_local_server_needs_no_key_and_gets_none_of_the_provider_s(provider, monkeypatch):
    for name in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GOOGLE_API_KEY", "GEMINI_API_KEY"):
        monkeypatch.setenv(name, KEY)
    with ModelStub(GOOD) as stub:
        model(stub, provider, api_key=None).extract(SEGMENTS, [])

    assert KEY not in " ".join(stub.requests[0].headers.values())


def test_a_mistake_of_our_own_is_not_taken_for_the_model_s(monkeypatch):
    def broken(*_: Any, **__: Any) -> None:
        raise TypeError("ours")

    monkeypatch.setattr("doxa.language.model.extraction.verified", broken)
    with ModelStub(GOOD) as stub, pytest.raises(TypeError, match="ours"):
        model(stub).extract(SEGMENTS, [])


def test_judging_fails_where_a_ruling_is_missing():
    cases = [Case(Stated("I live in Rome"), (Stated("I live in Oslo"), Stated("I like tea")))]
    part = Answer({"rulings": [ruling(1, 1)]})
    whole = Answer({"rulings": [ruling(1, 1, "contradicted"), ruling(1, 2)]})
    with ModelStub(part, whole, *[part] * 3) as stub:
        asked = model(stub)
        (first,) = asked.judge(cases)
        with pytest.raises(ModelFailed, match="invalid_output"):
            asked.judge(cases)

    assert [judgement.relation for judgement in first] == ["contradicted", "unrelated"]
    assert "case 1, held 2 has no ruling" in stub.requests[1].text


# -- threads, loops and leaving ----------------------------------------------------------------


def test_it_can_be_asked_where_an_event_loop_is_running():
    async def notebook() -> Any:
        return asked.extract(SEGMENTS, [])

    with ModelStub(GOOD, GOOD) as stub:
        asked = model(stub)
        assert quotes(asyncio.run(notebook())) == [["I moved to Rome"], []]
        assert quotes(asyncio.run(notebook())) == [["I moved to Rome"], []]


def test_many_threads_ask_at_once_and_each_gets_its_own_answer():
    def own(request: Request) -> Answer:
        number = request.text.split("I like tea ")[1].split('"')[0].rstrip("\\")
        return Answer({"claims": [claim(f"I like tea {number}")]})

    with ModelStub(*[own] * 40) as stub, ThreadPoolExecutor(8) as pool:
        asked = model(stub)
        found = list(pool.map(lambda n: asked.extract([turn(f"I like tea {n}")], []), range(40)))

    assert quotes(tuple(one[0] for one in found)) == [[f"I like tea {n}"] for n in range(40)]


def lanes() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == "doxa-model"]


def test_nothing_is_left_running_by_whoever_closes_it_or_drops_it():
    gc.collect()
    before = len(lanes())
    script = Scripted(*[{"claims": []}] * 3)
    asked = script.model()
    asked.extract([turn("Hello")], [])
    assert len(lanes()) == before + 1
    asked.close()
    assert len(lanes()) == before
    asked.extract([turn("Hello")], [])
    assert len(lanes()) == before + 1
    del asked
    gc.collect()
    assert len(lanes()) == before


def test_an_interruption_takes_the_request_with_it(monkeypatch):
    """What `future.result` raises besides an answer is the caller's, and ends the wait."""
    with ModelStub(Silence(), GOOD) as stub:
        asked = model(stub)
        stop = Interrupting(after=lambda: len(stub.requests) == 1)
        monkeypatch.setattr("asyncio.run_coroutine_threadsafe", stop)
        with pytest.raises(KeyboardInterrupt):
            asked.extract(SEGMENTS, [])
        assert stop.future.cancelled()
        monkeypatch.undo()
        assert quotes(asked.extract(SEGMENTS, [])) == [["I moved to Rome"], []]


class Interrupting:
    """Stands for Control-C while the answer is awaited."""

    def __init__(self, after: Any) -> None:
        self._after = after
        self._really = asyncio.run_coroutine_threadsafe

    def __call__(self, work: Any, loop: Any) -> Any:
        self.future = self._really(work, loop)
        return self

    def result(self) -> Any:
        while not self._after():
            time.sleep(0.001)
        raise KeyboardInterrupt

    def cancel(self) -> bool:
        return self.future.cancel()


def test_a_lane_of_another_process_is_not_used(monkeypatch):
    made: list[Lane] = []
    script = Scripted(EMPTY.arguments, EMPTY.arguments)  # type: ignore[arg-type]
    asked = script.model()
    asked.extract([turn("Hello")], [])
    asker: Asker = asked._asker
    made.append(asker._opened())
    monkeypatch.setattr("os.getpid", lambda: -1)

    assert asker._opened() is not made[0]
    made[0].close()
    asked.close()


def test_the_pydantic_test_model_gives_what_fits_the_form_and_is_refused_by_the_conversation():
    """Its made-up answer keeps to the form, so only the verification stands between it and the memory."""
    from pydantic_ai.models.test import TestModel

    asked = LanguageModel("openai:test", Asker(TestModel, attempts=2, sleep=Slept()))

    assert failing(asked, [Segment("I moved to Rome", SATURDAY)]).reason == "invalid_output"
