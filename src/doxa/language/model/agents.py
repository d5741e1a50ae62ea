"""Agents: where the provider is spoken to, by pydantic-ai, and where its errors are translated.

One thread with one event loop does it for everybody: connections belong to the loop that opened
them, and a caller may stand in a loop of its own.
"""

from __future__ import annotations

import asyncio
import os
import threading
import weakref
from collections.abc import Coroutine
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, cast

from pydantic import BaseModel
from pydantic_ai import Agent, CachePoint, ModelRetry, RunUsage, UsageLimits
from pydantic_ai.exceptions import (
    AgentRunError,
    ContentFilterError,
    ModelAPIError,
    ModelConnectionError,
    ModelHTTPError,
    ModelRequestTimeout,
    ModelTimeoutError,
    OutputTokenLimitExceeded,
    UserError,
)
from pydantic_ai.messages import UserContent
from pydantic_ai.models import Model as ProviderModel
from pydantic_ai.settings import ModelSettings

from .asking import Failure, Question, Unusable

A = TypeVar("A", bound=BaseModel)
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Outcome(Generic[R]):
    """What so many requests brought: what was wanted, or why not."""

    tries: int
    failure: Failure | None = None
    found: tuple[R, ...] = ()

    @property
    def value(self) -> R:
        return self.found[-1]


class Lane:
    """The thread, the loop and the provider's model; ``attempt`` may be called from any thread."""

    def __init__(self, model: ProviderModel) -> None:
        self._model = model
        self._process = os.getpid()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="doxa-model", daemon=True)
        self._thread.start()
        # Whoever drops a memory without closing it leaves no thread behind.
        self._stop = weakref.finalize(self, _stop, self._loop, self._thread)

    @property
    def is_open(self) -> bool:
        """A fork has the object without the thread."""
        return self._process == os.getpid() and self._thread.is_alive()

    def attempt(self, question: Question[A, R], tries: int, timeout_s: float) -> Outcome[R]:
        """At most ``tries`` requests; it ends early with the first that the provider did not answer."""
        return self._run(_attempt(self._model, question, tries, timeout_s))

    def close(self) -> None:
        self._stop()

    def _run(self, work: Coroutine[Any, Any, R]) -> R:
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return future.result()
        except BaseException:
            future.cancel()  # whoever is interrupted does not leave the request running
            raise


def _stop(loop: asyncio.AbstractEventLoop, thread: threading.Thread) -> None:
    if not loop.is_closed() and thread.is_alive():
        loop.call_soon_threadsafe(loop.stop)
        if thread is not threading.current_thread():
            thread.join(timeout=5)
    if not loop.is_running():
        loop.close()


async def _attempt(
    model: ProviderModel, question: Question[A, R], tries: int, timeout_s: float
) -> Outcome[R]:
    found: list[R] = []
    ours: list[bool] = []
    agent = Agent(
        model,
        output_type=question.answer,
        instructions=question.instructions,
        name="doxa",
        retries=tries - 1,
        # The deadline is for the whole request; a provider's own retries would stand outside our count.
        model_settings=ModelSettings(timeout=timeout_s, request_timeout=timeout_s, max_retries=0),
    )

    @agent.output_validator
    def _verified(answer: A) -> A:
        try:
            found.append(question.usable(answer))
        except Unusable as error:
            raise ModelRetry(str(error)) from None
        except Exception:
            ours.append(True)
            raise
        return answer

    usage = RunUsage()
    limits = UsageLimits(request_limit=tries)
    try:
        await agent.run(_content(question), usage=usage, usage_limits=limits)
    except (AgentRunError, UserError) as error:
        answered = not isinstance(error, (ModelAPIError, UserError))
        return Outcome(usage.requests + (0 if answered else 1), failure_of(error, timeout_s))
    except (TypeError, AttributeError, LookupError, ValueError):
        if ours:
            raise  # a mistake of our own is nobody's answer
        # What came back was JSON, and no answer of this provider: a client stumbles over what is not there.
        return Outcome(usage.requests + 1, GARBLED)
    return Outcome(usage.requests, None, tuple(found))


def _content(question: Question[Any, Any]) -> list[UserContent]:
    """What stays the same first: a provider then reads it from its cache when only the rest changes."""
    content: list[UserContent] = [question.stable, CachePoint()]
    return [*content, question.volatile] if question.volatile else content


def failure_of(error: Exception, timeout_s: float) -> Failure:
    """The one door: what a provider's error means to us, and nothing of what it says."""
    for kind, failure in KINDS:
        if isinstance(error, kind):
            return failure(error, timeout_s)
    return INVALID


def _timed_out(_error: Exception, timeout_s: float) -> Failure:
    return Failure(
        "timeout", f"nothing came within {timeout_s:g} s; raise DOXA_MODEL_TIMEOUT_S, or try later", True
    )


def _unreachable(_error: Exception, _timeout_s: float) -> Failure:
    return Failure(
        "unreachable", "no connection; see that it is running and that DOXA_MODEL_BASE_URL is right", True
    )


def _answered_by_http(error: Exception, _timeout_s: float) -> Failure:
    """By the status: what may pass is asked again, what will not is refused at once."""
    http = cast("ModelHTTPError", error)
    status = http.status_code
    if status in (401, 403):
        return Failure("refused", f"the key was not accepted (HTTP {status}); see DOXA_MODEL_API_KEY")
    if status == 404:
        return Failure("refused", "there is no such model there (HTTP 404); see DOXA_MODEL and its address")
    if status == 408:
        return _timed_out(error, _timeout_s)
    if status == 429:
        advice = "too many requests, or the quota is used up (HTTP 429); try later"
        return Failure("refused", advice, True, http.retry_after)
    if status >= 500:
        return Failure(
            "unreachable", f"the provider has a problem (HTTP {status}); try later", True, http.retry_after
        )
    return Failure("refused", f"the request was not accepted (HTTP {status}); see DOXA_MODEL and the key")


def _garbled(_error: Exception, _timeout_s: float) -> Failure:
    return GARBLED


def _filtered(_error: Exception, _timeout_s: float) -> Failure:
    return Failure("refused", "the provider's content filter stopped it; try another model")


def _cut_off(_error: Exception, _timeout_s: float) -> Failure:
    return Failure("invalid_output", "the answer was cut off; use a model that may answer at greater length")


def _unsupported(_error: Exception, _timeout_s: float) -> Failure:
    return Failure("refused", "it cannot answer in the form asked for; use a model that can call tools")


GARBLED = Failure("invalid_output", "what came back was not in the provider's format; try later", True)
INVALID = Failure(
    "invalid_output", "it did not keep to the form or to what was said; try later, or another model"
)
# In order: the first that fits speaks.
KINDS = (
    (ModelRequestTimeout, _timed_out),
    (ModelTimeoutError, _timed_out),
    (ModelHTTPError, _answered_by_http),
    (ModelConnectionError, _unreachable),
    (ModelAPIError, _garbled),
    (ContentFilterError, _filtered),
    (OutputTokenLimitExceeded, _cut_off),
    (UserError, _unsupported),
)
