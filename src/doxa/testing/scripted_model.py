"""A model whose answers are given beforehand: for what a service does with any model's answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from doxa.belief import BeliefClass
from doxa.domain.claim import Claim, Segment
from doxa.domain.judgement import Case, Judgement, Relation, Stated
from doxa.errors import ModelFailed
from doxa.language.extraction import RuleExtractor

Verdict = Callable[[Stated, Stated], Relation]


class ScriptedModel:
    """Extracts by rule, judges as told, and fails as often as ``failures`` says, for these reasons."""

    identity = "scripted"

    def __init__(self, verdict: Verdict | None = None, failures: Sequence[str] = ()) -> None:
        self._verdict, self.failures = verdict, list(failures)
        self.asked: list[str] = []
        self.avoided: list[tuple[str, ...]] = []
        self.cases: list[Case] = []

    def _ask(self, what: str) -> None:
        self.asked.append(what)
        if self.failures:
            raise ModelFailed(self.failures.pop(0), "ask again")

    def extract(self, segments: Sequence[Segment], avoid: Sequence[str]) -> list[Sequence[Claim]]:
        self._ask("extract")
        self.avoided.append(tuple(avoid))
        return [RuleExtractor().extract(segment) for segment in segments]

    def judge(self, cases: Sequence[Case]) -> list[list[Judgement]]:
        self._ask("judge")
        self.cases += cases
        return [[self._judged(case.new, held) for held in case.held] for case in cases]

    def _judged(self, new: Stated, held: Stated) -> Judgement:
        relation = self._verdict(new, held) if self._verdict else Relation.UNRELATED
        return Judgement(relation, 1.0, "as told")

    def close(self) -> None:
        """It holds nothing."""

    def classify(self, texts: Sequence[str]) -> list[BeliefClass | None]:
        self._ask("classify")
        return [BeliefClass.STATE for _ in texts]
