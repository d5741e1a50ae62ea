"""Together: a claim and what leans on it, kept as one, word for word."""

from __future__ import annotations

import re
from dataclasses import replace

from doxa.belief.classes import BeliefClass
from doxa.domain.claim import Claim

from .exclusions import is_courtesy
from .generalities import elides
from .leaning import REACH, leans, tells_enough, trails
from .sentences import Span
from .smalltalk import addresses, is_empty, is_small_talk, says_little
from .subjects import is_pronoun

_NAME = re.compile(
    r"\b(?!(?:I|Her|His|My|Our|Their|The|This|That|A|An|It|He|She|We|They|Last|In|On|At|So|And|"
    r"But)\b)[A-Z][a-z]+"
)
_GAP = re.compile(r"\W*(?:(?:and|but|so|plus|also|then)\b\W*)?")


class Gathering:
    """The claims of one text, as its statements come.

    ``_aside`` is what was said just before and is no claim by itself, but may name what the next
    statement means.
    """

    def __init__(self, text: str, is_joining: bool) -> None:
        self.claims: list[Claim] = []
        self._text = text
        self._is_joining = is_joining
        self._aside: Span | None = None

    def add(self, claim: Claim, sentence: Span) -> None:
        """A claim of its own; what leans goes with what it leans on, or out where it says too little."""
        if not self._is_joining:
            self.claims.append(claim)
            return
        does_lean = leans(claim.text)
        if not self._is_joined(claim, sentence, does_lean):
            self._add_apart(claim, does_lean)

    def pass_by(self, sentence: Span) -> None:
        """A sentence without a statement: it may trail after a claim, or name what the next one means."""
        words = self._text[sentence[0] : sentence[1]]
        if (
            self._is_joining
            and self.claims
            and trails(words)
            and not is_courtesy(words)
            and may_follow(self.claims[-1], sentence, self._text)
        ):
            self.claims[-1] = with_more(self.claims[-1], sentence[1], self._text)
        self._aside = aside_of(self._text, sentence, self._aside)

    def _is_joined(self, claim: Claim, sentence: Span, does_lean: bool) -> bool:
        if not self.claims:
            return False
        last = self.claims[-1]
        if (does_lean or elides(claim.text)) and may_join(last, claim, self._text):
            self.claims[-1] = joined(last, claim, self._text)
        elif last.start >= sentence[0] and is_half(last, claim, self._text):
            self.claims[-1] = opened(claim, last.start, self._text)
        else:
            return False
        return True

    def _add_apart(self, claim: Claim, does_lean: bool) -> None:
        aside, self._aside = self._aside, None
        if does_lean and aside is not None and is_next(aside[1], claim.start, self._text):
            claim = opened(claim, aside[0], self._text)
            does_lean = leans(claim.text)
        if not does_lean or claim.slot is not None or tells_enough(claim.text):
            self.claims.append(claim)
        elif claim.end - claim.start <= REACH:
            self._aside = claim.start, claim.end


def is_next(end: int, start: int, text: str) -> bool:
    return end <= start and _GAP.fullmatch(text, end, start) is not None


def may_follow(claim: Claim, span: Span, text: str) -> bool:
    """Whether ``span`` comes right after the claim, and both are still short enough to be read as one."""
    return is_next(claim.end, span[0], text) and span[1] - claim.start <= REACH


def aside_of(text: str, span: Span, before: Span | None) -> Span | None:
    """A sentence that the next may lean on though it is nobody's statement; with the one it leans on "
    "itself."""
    sentence = text[span[0] : span[1]]
    if sentence.endswith("?") or addresses(sentence) or says_little(sentence):
        return None
    if is_small_talk(sentence) or is_courtesy(sentence):
        return None
    if leans(sentence):
        follows = before is not None and is_next(before[1], span[0], text)
        return (before[0], span[1]) if before and follows and span[1] - before[0] <= REACH else None
    return span


def may_join(claim: Claim, leaning: Claim, text: str) -> bool:
    """Not where the second says it less firmly, fills a slot, or has another time or is a plan by itself."""
    if leaning.slot is not None or leaning.content_confidence < claim.content_confidence:
        return False
    if is_pronoun(leaning.text) and len(set(_NAME.findall(claim.text))) > 1:
        return False  # "Rachel met Anna.  She ...": one of two, and nobody knows which
    when = (leaning.valid_from, leaning.valid_to)
    if any(when) and when != (claim.valid_from, claim.valid_to):
        is_same_kind = (leaning.belief_class is BeliefClass.PLAN) == (claim.belief_class is BeliefClass.PLAN)
        if claim.valid_from or claim.valid_to or not is_same_kind:
            return False
    return may_follow(claim, (leaning.start, leaning.end), text)


def is_half(claim: Claim, second: Claim, text: str) -> bool:
    """Whether the first part of a sentence says too little to be cut off: "I got great news - I'm hired"."""
    is_plain = claim.slot is None and second.slot is None
    return (
        is_plain
        and is_empty(claim.text)
        and second.content_confidence == claim.content_confidence
        and may_join(claim, second, text)
    )


def joined(claim: Claim, leaning: Claim, text: str) -> Claim:
    """The first claim with the words of the second, and with its time where it names none itself."""
    if claim.belief_class is BeliefClass.META_RESIDUE:  # it only names what the second tells of
        return opened(leaning, claim.start, text)
    has_time = claim.valid_from or claim.valid_to
    weights = [weight for weight in (claim.emotional_weight, leaning.emotional_weight) if weight is not None]
    return replace(
        with_more(claim, leaning.end, text),
        valid_from=claim.valid_from if has_time else leaning.valid_from,
        valid_to=claim.valid_to if has_time else leaning.valid_to,
        emotional_weight=max(weights, default=None),
    )


def with_more(claim: Claim, end: int, text: str) -> Claim:
    """The claim with the text up to ``end``."""
    more = text[claim.end : end].rstrip(",;:–—- ")
    return replace(claim, text=claim.text + more, quote=text[claim.start : end], end=end)


def opened(claim: Claim, start: int, text: str) -> Claim:
    """The claim with the words before it from ``start`` on."""
    before = text[start : claim.start]
    return replace(claim, text=before + claim.text, quote=text[start : claim.end], start=start)
