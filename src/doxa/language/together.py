"""Together: a claim and what leans on it, kept as one, word for word."""

from __future__ import annotations

import re
from dataclasses import replace

from doxa.belief.classes import BeliefClass
from doxa.domain.claim import Claim

from .exclusions import is_courtesy
from .generalities import FIGURE, elides
from .leaning import REACH, goes_on, leans, tells_enough, trails
from .matter import is_empty, is_mere_mood, says_little
from .sentences import Span
from .smalltalk import addresses, is_small_talk
from .subjects import is_pronoun

_NAME = re.compile(
    r"\b(?!(?:I|Her|His|My|Our|Their|The|This|That|A|An|It|He|She|We|They|Last|In|On|At|So|And|"
    r"But)\b)[A-Z][a-z]+"
)
_GAP = re.compile(r"\W*(?:(?:and|but|so|plus|also|then)\b\W*)?")

_LINKED = re.compile(r",?\s*(?:(?:and|but|so)\s+)?")


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

    def kept(self) -> list[Claim]:
        """The claims that still tell something, now that nothing more can go with them."""
        if not self._is_joining:
            return self.claims
        return [claim for claim in self.claims if claim.slot or not is_mere_mood(claim.text)]

    def pass_by(self, sentence: Span) -> None:
        """A sentence without a statement: it may trail after a claim, or name what the next one means."""
        words = self._text[sentence[0] : sentence[1]]
        if (
            self._is_joining
            and self.claims
            and self.claims[-1].slot is None
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
        has_value = FIGURE.search(last.text) or FIGURE.search(claim.text)  # which a later claim may replace
        does_need = does_lean or elides(claim.text) or (not has_value and goes_on(claim.text, last.text))
        if last.start >= sentence[0]:
            return self._is_joined_within(last, claim, does_need)
        does_need = does_need or (not has_value and (leans(last.text) or is_empty(last.text)))
        if not (does_need and may_join(last, claim, self._text)):
            return False
        if last.slot is None:
            self.claims[-1] = joined(last, claim, self._text)
            return True
        if does_lean:  # what fills a slot stands by itself, and once more before what leans on it
            self.claims.append(opened(claim, last.start, self._text))
        return does_lean

    def _is_joined_within(self, last: Claim, claim: Claim, does_need: bool) -> bool:
        """Two parts of one sentence, cut where each has a subject of its own."""
        if does_need and is_rest(last, claim, self._text):
            self.claims[-1] = joined(last, claim, self._text)
        elif is_half(last, claim, self._text):
            self.claims[-1] = opened(claim, last.start, self._text)
        else:
            return False
        return True

    def _add_apart(self, claim: Claim, does_lean: bool) -> None:
        aside, self._aside = self._aside, None
        if aside is not None and self._may_open(claim, aside, does_lean):
            claim = opened(claim, aside[0], self._text)
            does_lean = leans(claim.text)
        if not does_lean or claim.slot is not None or tells_enough(claim.text):
            self.claims.append(claim)
        elif claim.end - claim.start <= REACH:
            self._aside = claim.start, claim.end

    def _may_open(self, claim: Claim, aside: Span, does_lean: bool) -> bool:
        if claim.slot is not None or not is_next(aside[1], claim.start, self._text):
            return False
        return does_lean or goes_on(claim.text, self._text[aside[0] : aside[1]])


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
        if before and follows and span[1] - before[0] <= REACH:
            return before[0], span[1]
        return span if tells_enough(sentence) else None
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


def is_rest(claim: Claim, second: Claim, text: str) -> bool:
    """Whether the second part of a sentence stays with the first: then the sentence is kept whole."""
    is_plain = claim.slot is None and second.slot is None
    is_as_sure = claim.content_confidence == second.content_confidence
    is_linked = is_as_sure or _LINKED.fullmatch(text, claim.end, second.start) is not None
    return is_plain and is_linked and may_follow(claim, (second.start, second.end), text)


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
        content_confidence=min(claim.content_confidence, leaning.content_confidence),
    )


def with_more(claim: Claim, end: int, text: str) -> Claim:
    """The claim with the text up to ``end``."""
    more = text[claim.end : end].rstrip(",;:–—- ")
    return replace(claim, text=claim.text + more, quote=text[claim.start : end], end=end)


def opened(claim: Claim, start: int, text: str) -> Claim:
    """The claim with the words before it from ``start`` on."""
    before = text[start : claim.start]
    return replace(claim, text=before + claim.text, quote=text[start : claim.end], start=start)
