"""Subjects: where a claim proper begins, and whom it is about."""

from __future__ import annotations

from .vocabulary import ADVERBS, COPULAS, FINDINGS, FIRST_PERSON, GENERIC, LEADS, PRONOUNS, RELATIONS, REPORTS
from .words import Word


def find_subject(words: list[Word]) -> tuple[int, str | None]:
    """Where the claim proper begins, and whom it is about.

    "user" is the owner, "" a thing nobody owns by name, ``None`` a pronoun whose
    person stands in another sentence.  "sam/billing": a name with what tells it from its namesakes.
    """
    i, n = 0, len(words)
    while i < n:
        word = words[i]
        if word.base == "speaking" or word.base == "besides":
            while i < n and words[i].kind != "mark":
                i += 1
            continue
        if word.kind == "mark" or (word.base in LEADS and not (word.base == "the" and _lead_ends(words, i))):
            i += 1
            continue
        if word.base == "i" and (after := _after_report(words, i)):
            i = after
            continue
        break
    if i >= n:
        return 0, ""
    word = words[i]
    if word.base in FIRST_PERSON:
        return i, "user"
    if word.base in ("my", "our"):
        return i, _possessed(words, i)
    points = word.base in ("this", "that", "these", "those") and _noun_next(words, i)
    if word.base in PRONOUNS and not points:
        return i, None
    if word.is_capital and i + 1 < n:
        follower = words[i + 1]
        if word.is_possessive or follower.base in ("from", "of") or i > 0 or _is_third_person(follower):
            if follower.base in ("from", "in", "at") and i + 2 < n:
                return i, f"{word.base}/{words[i + 2].base}"
            return i, word.base
    return i, ""


def _after_report(words: list[Word], i: int) -> int:
    """Where what is reported begins, in "I just realized that ..."; 0 where nothing is."""
    verb = i + 1
    while verb < len(words) and words[verb].base in ADVERBS:
        verb += 1
    after = verb + 1
    if after >= len(words):
        return 0
    is_that = words[after].base == "that" and after + 1 < len(words)
    if words[verb].base in FINDINGS and is_that:
        return after + 1
    if words[verb].base in REPORTS and (
        words[after].base in _NP_STARTS
        or (words[after].is_capital and [w.kind != "mark" for w in words[after + 1 : after + 2]] == [True])
    ):
        return after + 1 if is_that else after
    return 0


def _is_third_person(word: Word) -> bool:
    """ "Jonas is", "Jonas lives"."""
    return word.base in COPULAS or (
        word.kind in ("topic", "dull") and word.base.endswith("s") and not word.base.endswith("ss")
    )


_NP_STARTS = frozenset("i my our the he she it they a an we that his her their".split())


def _lead_ends(words: list[Word], i: int) -> bool:
    """ "the" leads only in "by the way"."""
    return not (i and words[i - 1].base == "by")


def _is_noun(word: Word | None) -> bool:
    """ "The back gate" tells gates apart; "moved back to" tells nothing."""
    return word is not None and word.kind == "topic"


def _noun_next(words: list[Word], i: int) -> bool:
    return i + 1 < len(words) and words[i + 1].kind == "topic"


def _possessed(words: list[Word], i: int) -> str:
    """ "my sister's phone" is hers, "my phone" is mine."""
    for j in range(i + 1, min(i + 7, len(words))):
        word = words[j]
        if word.base in RELATIONS:
            after = j + 1
            while after < len(words) and words[after].kind == "mark" and words[after].stem == ",":
                after += 1
            if not word.is_possessive and after < len(words) and words[after].is_capital:
                return f"{words[after].base}/{word.stem}"
            return word.stem
        if word.kind in ("function", "mark"):
            break
    return "user"


def is_indefinite(words: list[Word], begin: int, subject: str | None) -> bool:
    """ "A man is playing": an event of nobody the memory could name."""
    if subject or begin >= len(words) or words[0].base in FIRST_PERSON:
        return False
    first = words[begin]
    if first.base in ("a", "an", "some", "there", "several", "people", "no") or first.kind == "number":
        return True
    return any(word.base in GENERIC for word in words[begin : begin + 4])
