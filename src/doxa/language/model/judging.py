"""Judging by model: every pair exactly once, and never more of the memory than a bounded prompt holds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from doxa.belief.keying import BeliefKeyer
from doxa.domain.judgement import Case, Judgement, Relation, Stated
from doxa.language.judging import RuleJudge

from .answers import Ruling, Rulings
from .asking import Unusable
from .rendering import block, clipped, line, one_line
from .sense import is_denied

CASES = 20  # in one call
PAIRS = 100  # in one call
TEXT_LIMIT = 500
NAME_LIMIT = 100
REASON_LIMIT = 200

_RULES, _KEYER = RuleJudge(), BeliefKeyer()

Pair = tuple[int, int]
"""The index of a case, and of a claim it holds."""


@dataclass(frozen=True)
class Batch:
    """What one call is about; a case of many held claims may be spread over several."""

    cases: Sequence[Case]
    pairs: tuple[Pair, ...]

    @property
    def rendered(self) -> str:
        held: dict[int, list[int]] = {}
        for case, number in self.pairs:
            held.setdefault(case, []).append(number)
        return block("cases", (line(self._case(case, numbers)) for case, numbers in held.items()))

    def _case(self, case: int, numbers: Sequence[int]) -> dict[str, Any]:
        stated = self.cases[case]
        rivals = [{"held": number + 1, **_shown(stated.held[number])} for number in numbers]
        return {"case": case + 1, "new": _shown(stated.new), "against": rivals}

    def verified(self, answer: Rulings) -> dict[Pair, Judgement]:
        """Every pair once and no other, or ``Unusable`` says which are missing, twice or made up."""
        given = [(ruling.case - 1, ruling.held - 1) for ruling in answer.rulings]
        wanted = set(self.pairs)
        wrong = [
            *(f"there is no {_named(pair)}" for pair in dict.fromkeys(given) if pair not in wanted),
            *(f"{_named(pair)} has no ruling" for pair in self.pairs if pair not in given),
            *(f"{_named(pair)} has more than one ruling" for pair in self.pairs if given.count(pair) > 1),
        ]
        if wrong:
            raise Unusable("; ".join(wrong[:20]) + ". Give one ruling for every held claim of every case.")
        return {
            pair: self._judgement(pair, ruling) for pair, ruling in zip(given, answer.rulings, strict=True)
        }

    def _judgement(self, pair: Pair, ruling: Ruling) -> Judgement:
        """As ruled; but what one affirms and the other denies is not the same said again."""
        case = self.cases[pair[0]]
        new, held = case.new, case.held[pair[1]]
        if ruling.relation is not Relation.RESTATED or _denies(new) == _denies(held):
            return Judgement(ruling.relation, ruling.confidence, one_line(ruling.reason, REASON_LIMIT))
        by_rule = _RULES.judge(new, held, _KEYER.score(new.text, held.text))
        if by_rule.relation in (Relation.CONTRADICTED, Relation.RESOLVED):
            return by_rule
        return Judgement(
            Relation.UNRELATED, ruling.confidence, "one denies, so it is not the same said again"
        )


def batches(cases: Sequence[Case]) -> Iterator[Batch]:
    """Every pair in order, in calls of bounded size."""
    pairs: list[Pair] = []
    for case, stated in enumerate(cases):
        for held in range(len(stated.held)):
            is_new = not pairs or pairs[-1][0] != case
            if len(pairs) == PAIRS or (is_new and len({number for number, _ in pairs}) == CASES):
                yield Batch(cases, tuple(pairs))
                pairs = []
            pairs.append((case, held))
    if pairs:
        yield Batch(cases, tuple(pairs))


def _named(pair: Pair) -> str:
    return f"case {pair[0] + 1}, held {pair[1] + 1}"


def _denies(stated: Stated) -> bool:
    return bool(stated.denies) or is_denied(stated.text)


def _shown(stated: Stated) -> dict[str, Any]:
    """What is known of a claim; what nobody has said is left out."""
    known = {
        "text": clipped(stated.text, TEXT_LIMIT),
        "subject": stated.subject and clipped(stated.subject, NAME_LIMIT),
        "subject_scope": stated.subject_scope,
        "slot": stated.slot and clipped(stated.slot, NAME_LIMIT),
        "predicate": stated.predicate and clipped(stated.predicate, NAME_LIMIT),
        "may_have_several": stated.is_many_valued,
        "denies": stated.denies,
        "said_at": stated.observed_at and stated.observed_at.isoformat(timespec="minutes"),
        "valid_to": stated.valid_to and stated.valid_to.isoformat(timespec="minutes"),
    }
    return {name: value for name, value in known.items() if value is not None}
