"""Asking: what a language model is asked before a transaction, and how its answers reach it.

A model takes seconds and the head of an owner is locked while a transaction writes, so it is
asked beforehand about what stands then.  Whatever has moved in the meantime is not judged by
guess: ``Moved`` has the caller ask again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from doxa.domain.judgement import Case, Judgement, Stated
from doxa.errors import StoreBusy

from .change import Change
from .comparison import Comparison, Moved
from .parts import Parts
from .ports import Judge, Model
from .statement import Statement, stated

T = TypeVar("T")
REBASES = 3


@dataclass(frozen=True)
class Judged:
    """A judge that knows what the model said, and nothing else."""

    answers: Mapping[tuple[Stated, str], Sequence[tuple[Stated, Judgement]]]
    looks_below_the_gate: bool = False

    def judge(
        self,
        new: Stated,
        old: Stated,
        score: float,  # noqa: ARG002
        similarity: float | None,  # noqa: ARG002
        *,
        are_neighbours: bool,  # noqa: ARG002
    ) -> Judgement:
        """What was said of this claim beside this held one; of two in the same words, that very one."""
        found = self.answers.get((new, old.text), ())
        exact = [judgement for held, judgement in found if held == old]
        if not exact and len(found) != 1:
            raise Moved
        return exact[0] if exact else found[0][1]


class Asking:
    def __init__(self, parts: Parts, comparison: Comparison) -> None:
        self._parts, self._comparison = parts, comparison

    def judge(self, owner_id: str, said: Sequence[Statement]) -> Judge | None:
        """The model's word on these claims beside what is held now; None without a model."""
        model, parts = self._parts.model, self._parts
        if model is None:
            return None
        with parts.store.reading(owner_id) as transaction:
            head = transaction.head()
            if head is None:
                return Judged({})
            change = Change(transaction, head, parts.clock())
            found = [(one, self._comparison.held(transaction, owner_id, change, one)) for one in said]
        cases = [Case(stated(one), held) for one, held in found if held]
        return Judged(_answers(model, cases))

    def until_it_stands(self, attempt: Callable[[], T]) -> T:
        """Repeat what was overtaken, a few times."""
        for _ in range(REBASES):
            try:
                return attempt()
            except Moved:
                continue
        raise StoreBusy("others write to the same memory meanwhile: repeat the call")


def _answers(model: Model, cases: Sequence[Case]) -> dict[tuple[Stated, str], list[tuple[Stated, Judgement]]]:
    found: dict[tuple[Stated, str], list[tuple[Stated, Judgement]]] = {}
    for case, judgements in zip(cases, model.judge(cases) if cases else (), strict=True):
        for held, judgement in zip(case.held, judgements, strict=True):
            found.setdefault((case.new, held.text), []).append((held, judgement))
    return found
