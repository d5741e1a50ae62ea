"""Judging by rule: what a new claim does to one already held.

Rules run in order and the first with an opinion decides; a rule without one returns
``None``.  If none speaks the claims are unrelated: a missed contradiction leaves two
facts side by side, a false one lets a fact suppress another.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from doxa.belief.signature import signature
from doxa.domain.judgement import Judgement, Relation, Stated

from .comparing import Pair
from .rules import (
    below_the_gate,
    denial,
    ending,
    favourite_replaced,
    it_is_now,
    liking,
    many_values,
    name_replaced,
    nobody_in_particular,
    nothing_to_replace,
    one_key,
    other_subject,
    preference_turned,
    same_claim,
    same_words,
    somebody_unnamed,
    value_replaced,
    word_replaced,
)

__all__ = ["Judgement", "Relation", "RuleJudge", "Stated"]

Rule = Callable[[Pair], Judgement | None]

RULES: Sequence[Rule] = (
    other_subject,
    same_words,
    it_is_now,
    somebody_unnamed,
    preference_turned,
    liking,
    denial,
    ending,
    many_values,
    one_key,
    below_the_gate,
    nobody_in_particular,
    value_replaced,
    same_claim,
    favourite_replaced,
    nothing_to_replace,
    name_replaced,
    word_replaced,
)


class RuleJudge:
    """The judge that needs no model.  ``rules`` may be replaced; their order is their precedence."""

    def __init__(self, rules: Sequence[Rule] = RULES) -> None:
        self._rules = rules

    def judge(
        self,
        new: Stated,
        old: Stated,
        score: float,
        similarity: float | None = None,
        *,
        are_neighbours: bool = False,
    ) -> Judgement:
        """``are_neighbours``: ``old`` is what one conversation spoke of just before ``new``."""
        pair = Pair(
            signature(new.text, new.subject), signature(old.text, old.subject),
            new, old, score, similarity, are_neighbours,
        )  # fmt: skip
        for rule in self._rules:
            if (judgement := rule(pair)) is not None:
                return judgement
        return Judgement(Relation.UNRELATED, 1.0 - score, "no rule sees a conflict")
