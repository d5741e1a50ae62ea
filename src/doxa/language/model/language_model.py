"""The language model: what the service may ask of one, whoever provides it."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial

from doxa.belief.classes import BeliefClass
from doxa.domain.claim import Claim, Segment
from doxa.domain.judgement import Case, Judgement

from . import classifying, extraction, judging
from .answers import Claims, Classes, Rulings
from .asking import ATTEMPTS, TIMEOUT_S, Asker, Question
from .passages import chunks
from .prompts import digest, prompt
from .providers import provider_model


class LanguageModel:
    """Implements the port `Model`.  Thread-safe; it connects when it is first asked."""

    def __init__(self, name: str, asker: Asker) -> None:
        self._name, self._asker = name, asker

    @property
    def identity(self) -> str:
        """`openai:NAME/` and the digest of the prompts."""
        return f"{self._name}/{digest()}"

    def extract(
        self, segments: Sequence[Segment], avoid: Sequence[str] = ()
    ) -> tuple[tuple[Claim, ...], ...]:
        """All of the conversation or nothing: a long one takes several calls, and one that fails fails it."""
        found: extraction.Found = []
        for chunk in chunks(segments):
            question = Question(
                prompt("extraction"),
                chunk.rendered,
                Claims,
                partial(extraction.verified, chunk=chunk),
                extraction.avoiding(avoid),
            )
            claims = self._asker.ask(question)
            found.extend(claims)
        return extraction.by_segment(found, len(segments))

    def judge(self, cases: Sequence[Case]) -> tuple[tuple[Judgement, ...], ...]:
        """The score of a judgement is the model's own confidence in it."""
        judged: dict[judging.Pair, Judgement] = {}
        for batch in judging.batches(cases):
            judged |= self._asker.ask(Question(prompt("judging"), batch.rendered, Rulings, batch.verified))
        return tuple(
            tuple(judged[number, held] for held in range(len(case.held))) for number, case in enumerate(cases)
        )

    def classify(self, texts: Sequence[str]) -> tuple[BeliefClass | None, ...]:
        found: list[BeliefClass | None] = []
        for start in range(0, len(texts), classifying.BATCH):
            batch = texts[start : start + classifying.BATCH]
            usable = partial(classifying.verified, count=len(batch))
            question = Question(prompt("classification"), classifying.rendered(batch), Classes, usable)
            classes = self._asker.ask(question)
            found.extend(classes)
        return tuple(found)

    def close(self) -> None:
        """Let the connections go; a later question opens new ones."""
        self._asker.close()

    def __repr__(self) -> str:
        return f"LanguageModel({self.identity!r})"


def configured(
    name: str,
    *,
    api_key: str | None = None,
    base_url: str | None = None,
    timeout_s: float = TIMEOUT_S,
    attempts: int = ATTEMPTS,
    sleep: Callable[[float], None] = time.sleep,
) -> LanguageModel:
    """The model that settings name, such as `openai:NAME`; `InvalidInput` where it cannot be had."""
    provider = provider_model(name, api_key, base_url)
    return LanguageModel(name, Asker(provider, timeout_s=timeout_s, attempts=attempts, sleep=sleep))
