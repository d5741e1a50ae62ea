"""Asking: one question to the model, a bounded number of tries, one kind of failure.

Every try is one request.  An answer that cannot be used is sent back with what is wrong with it; a
provider that is busy or gone is asked again after a pause; a refusal ends it at once.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING, Generic, TypeVar

from pydantic import BaseModel

from doxa.errors import ModelFailed

if TYPE_CHECKING:  # a second of imports, for those who ask
    from pydantic_ai.models import Model as ProviderModel

    from .agents import Lane

A = TypeVar("A", bound=BaseModel)
R = TypeVar("R")

TIMEOUT_S = 60.0
ATTEMPTS = 3
FIRST_PAUSE_S = 0.5
LONGEST_PAUSE_S = 20.0


class Unusable(ValueError):
    """An answer that cannot be used; the message tells the model what is wrong with it."""


@dataclass(frozen=True, slots=True)
class Question(Generic[A, R]):
    """``stable`` comes before the cache breakpoint and ``volatile``, if there is any, after it.

    ``usable`` turns an answer into what is wanted of it, or raises ``Unusable``.
    """

    instructions: str
    stable: str
    answer: type[A]
    usable: Callable[[A], R]
    volatile: str = ""


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a try failed, in words that hold nothing of the prompt, the answer or the key."""

    reason: str
    advice: str
    may_pass: bool = False
    retry_after_s: float | None = None

    def pause_s(self, tries: int) -> float:
        """How long to wait after so many tries: as the provider asks, else twice as long each time."""
        wanted = FIRST_PAUSE_S * 2 ** (tries - 1) if self.retry_after_s is None else self.retry_after_s
        return min(max(wanted, 0.0), LONGEST_PAUSE_S)


class Asker:
    """Asks one provider.  Thread-safe, and safe to call where an event loop is running."""

    def __init__(
        self,
        provider: Callable[[], ProviderModel],
        *,
        timeout_s: float = TIMEOUT_S,
        attempts: int = ATTEMPTS,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._provider, self._timeout_s, self._attempts = provider, timeout_s, attempts
        self._sleep = sleep
        self._lock = Lock()
        self._lane: Lane | None = None

    def ask(self, question: Question[A, R]) -> R:
        """What the answer is good for; `ModelFailed` where there is none after the last try."""
        lane = self._opened()
        tried = 0
        while True:
            outcome = lane.attempt(question, self._attempts - tried, self._timeout_s)
            if outcome.failure is None:
                return outcome.value
            tried += outcome.tries
            if not outcome.failure.may_pass or tried >= self._attempts:
                break
            self._sleep(outcome.failure.pause_s(tried))
        raise ModelFailed(outcome.failure.reason, outcome.failure.advice)

    def close(self) -> None:
        """Let the connections go; a later question opens new ones."""
        with self._lock:
            lane, self._lane = self._lane, None
        if lane is not None:
            lane.close()

    def _opened(self) -> Lane:
        with self._lock:
            if self._lane is None or not self._lane.is_open:
                from .agents import Lane

                self._lane = Lane(self._provider())
            return self._lane
