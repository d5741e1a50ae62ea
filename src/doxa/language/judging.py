"""Judging by rule: what a new claim does to one already held.

Rules run in order and the first with an opinion decides; a rule without one returns
``None``.  If none speaks the claims are unrelated: a missed contradiction leaves two
facts side by side, a false one lets a fact suppress another.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from doxa.belief.keying import GATE, BeliefKeyer
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
    surely_ended,
    surely_replaced,
    taken_up_again,
    value_replaced,
    word_replaced,
)
from .texts import has_several_sentences, leaves_out, statements
from .turns import (
    goal_moved,
    holder_changed,
    latest_changed,
    place_changed,
    plan_done,
    rank_changed,
    rhythm_changed,
    switched,
)

__all__ = ["Judgement", "Relation", "RuleJudge", "Stated"]

Rule = Callable[[Pair], Judgement | None]

RULES: Sequence[Rule] = (
    other_subject,
    same_words,
    it_is_now,
    somebody_unnamed,
    rank_changed,
    latest_changed,
    rhythm_changed,
    holder_changed,
    switched,
    place_changed,
    plan_done,
    goal_moved,
    surely_replaced,
    surely_ended,
    below_the_gate,
    preference_turned,
    liking,
    denial,
    ending,
    taken_up_again,
    many_values,
    one_key,
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

    looks_below_the_gate = True
    """It tells by itself what is too unlike to be judged, and costs too little to be spared."""

    def __init__(self, rules: Sequence[Rule] = RULES, gate: float = GATE) -> None:
        self._rules, self._gate = rules, gate
        self._keyer = BeliefKeyer()

    def judge(
        self,
        new: Stated,
        old: Stated,
        score: float,
        similarity: float | None = None,
        *,
        are_neighbours: bool = False,
    ) -> Judgement:
        """``are_neighbours``: ``old`` is what one conversation spoke of just before ``new``.

        A text of several sentences is judged claim by claim.  One that was said before what is
        held, and comes late, can say it again; whether the two are at odds is read in the order
        in which they were said.
        """
        found = self._judged(new, old, score, similarity, are_neighbours=are_neighbours)
        if found.relation is Relation.RESTATED or not _is_late(new, old):
            return found
        turned = self._judged(old, new, score, similarity, are_neighbours=are_neighbours)
        if turned.relation in (Relation.CONTRADICTED, Relation.RESOLVED):
            return Judgement(Relation.CONTRADICTED, turned.score, turned.reason)
        return Judgement(Relation.UNRELATED, 1.0 - score, "said before, and at odds with nothing held since")

    def _judged(
        self, new: Stated, old: Stated, score: float, similarity: float | None, *, are_neighbours: bool
    ) -> Judgement:
        pair = Pair(
            signature(new.text, new.subject), signature(old.text, old.subject),
            new, old, score, similarity, are_neighbours, self._gate,
        )  # fmt: skip
        if pair.has_one_key or not (has_several_sentences(new.text) or has_several_sentences(old.text)):
            return self._of_one(pair)
        if new.text == old.text:
            return Judgement(Relation.RESTATED, 1.0, "the same words")
        said, held = statements(new), statements(old)
        found = _of_all([[self._of_two(x, y) for y in held] for x in said], score)
        if found.relation is Relation.RESTATED and leaves_out(new.text):
            return Judgement(Relation.UNRELATED, 1.0 - score, "it says more than its claims")
        return found

    def _of_two(self, new: Stated, old: Stated) -> Judgement:
        """Two claims of two texts, whose own likeness counts and not that of the texts."""
        read, known = signature(new.text, new.subject), signature(old.text, old.subject)
        return self._of_one(
            Pair(read, known, new, old, self._keyer.score(read, known), None, False, self._gate)
        )

    def _of_one(self, pair: Pair) -> Judgement:
        for rule in self._rules:
            if (judgement := rule(pair)) is not None:
                return judgement
        return Judgement(Relation.UNRELATED, 1.0 - pair.score, "no rule sees a conflict")


def _is_late(new: Stated, old: Stated) -> bool:
    """Whether the new claim was said before the old one."""
    if new.observed_at is None or old.observed_at is None:
        return False
    return new.observed_at < old.observed_at


def _of_all(found: Sequence[Sequence[Judgement]], score: float) -> Judgement:
    """``found[i][j]``: what claim ``i`` of the new text is to claim ``j`` of the old.

    One claim contradicted contradicts the text, the surest telling why; a text restates
    another only as a whole.
    """
    for relation in (Relation.CONTRADICTED, Relation.RESOLVED):
        of_kind = [each for row in found for each in row if each.relation is relation]
        if of_kind:
            return max(of_kind, key=lambda each: each.score)
    again = [[each for each in row if each.relation is Relation.RESTATED] for row in found]
    if again and all(again):
        return min((max(row, key=lambda each: each.score) for row in again), key=lambda each: each.score)
    return Judgement(Relation.UNRELATED, 1.0 - score, "no claim of one replaces a claim of the other")
