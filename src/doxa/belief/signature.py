"""Signature: one claim, read into its topic and, held apart, what fills that topic."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from .numerals import Value
from .predicates import Mood, is_past, predicate_of
from .reader import Reader
from .subjects import find_subject, is_indefinite
from .vocabulary import (
    ADDS,
    CHANGES,
    DISLIKES,
    ENDS,
    FALSIFIES,
    FAVOURS,
    HOLDS_MANY,
    IS_NOW,
    LIKES,
    MOVES,
    PRONOUNS,
)
from .words import TOKEN, Word, stem_of, word_of

TEXT_LIMIT = 4_000
SENTENCES = 16
"""How many sentences of one text are read each by itself; the rest is read with the last of them."""
_SENTENCE_END = re.compile(r"(?<=[.!?])(?<!\bDr\.)(?<!\bMr\.)(?<!\bMs\.)(?<!\bSt\.)\s+|(?<=[。！？])|\n+")
MOVE_STEMS = frozenset(stem_of(word) for word in MOVES)
OWNER_NAMES = frozenset(("user", "primary_user", "owner", "me", "i"))


@dataclass(frozen=True, slots=True, eq=False)
class Signature:
    """One claim, read.  ``eq`` is identity: signatures are cached, texts are what is compared.

    ``topic`` holds stems; ``names`` are capitalised words, topic where both claims bear
    them and value where they differ.  ``attribute`` is what stands before the copula of
    "my work phone is 5551", ``heads`` the names there.  ``frame`` is every word in order
    with values blanked.  ``marks_change`` is a word for replacing ("switched"), ``is_now`` also one that only
    dates ("now").  ``mood`` and ``verb`` are those of the main predicate.
    """

    text: str
    subject: str | None
    topic: frozenset[str]
    names: frozenset[str]
    values: frozenset[Value]
    identifiers: frozenset[str]
    attribute: frozenset[str]
    heads: frozenset[str]
    qualifiers: frozenset[str]
    people: frozenset[str]
    frame: tuple[str, ...]
    words: tuple[str, ...]
    is_negated: bool
    polarity: int
    has_ended: bool
    marks_change: bool
    is_now: bool
    is_additional: bool
    is_many_valued: bool
    has_favourite: bool
    is_indefinite: bool
    verb: str
    mood: Mood


@lru_cache(maxsize=1 << 15)
def signature(text: str, subject: str | None = None) -> Signature:
    """Read one claim.  ``subject`` is who it is about where the caller knows; "user" is the owner."""
    words = [word_of(raw) for raw in TOKEN.findall(text[:TEXT_LIMIT])]
    begin, found = find_subject(words)
    if subject and found is None and subject.lower() in (*PRONOUNS, "unknown"):
        subject = None
    if subject and found == "" and text.lower().startswith(subject.lower()) and not _is_name(subject, words):
        subject = None  # "the cabin door" says nothing that the text does not
    if subject and subject.lower() not in OWNER_NAMES:
        found = subject.lower()
    elif subject and found is None:
        found = "user"
    return _assembled(text, found, words, begin)


def _is_name(subject: str, words: list[Word]) -> bool:
    """ "Ines" of "Ines moved to Cork", where the caller says that it is she."""
    return subject[:1].isupper() and " " not in subject and len(words) > 1 and is_past(words[1])


@lru_cache(maxsize=1 << 14)
def sentences(text: str) -> tuple[Signature, ...]:
    """Each sentence of a text, read by itself; all of the text where it has but one, or none."""
    parts = [part for part in _SENTENCE_END.split(text[:TEXT_LIMIT], SENTENCES - 1) if part.strip()]
    return tuple(signature(part.strip()) for part in parts) if len(parts) > 1 else (signature(text),)


def _assembled(text: str, subject: str | None, words: list[Word], begin: int) -> Signature:
    read = Reader(words, begin).read()
    marks, predicate = read.marks, predicate_of(words, begin)
    polarity = (1 if marks & LIKES else 0) - (1 if marks & DISLIKES else 0)
    negations = read.negations + bool(marks & FALSIFIES)
    is_negated = negations > 0 and negations % 2 == 1
    if polarity and is_negated:
        polarity, is_negated = -polarity, False
    head = subject.partition("/")[0] if subject else ""
    return Signature(
        text=text,
        subject=subject,
        topic=frozenset(read.topic),
        names=frozenset(read.names - {head}),
        values=frozenset(read.values),
        identifiers=frozenset(read.identifiers),
        attribute=frozenset(read.attribute - {head}) if read.has_copula else frozenset(),
        heads=frozenset(read.heads - {head}),
        qualifiers=frozenset(read.qualifiers),
        people=frozenset(read.people | read.names),
        frame=tuple(read.frame),
        words=tuple(read.order),
        is_negated=is_negated,
        polarity=polarity,
        has_ended=bool(marks & ENDS),
        marks_change=bool(marks & CHANGES),
        is_now=bool(marks & (IS_NOW | CHANGES)),
        is_additional=bool(marks & ADDS),
        is_many_valued=bool(marks & HOLDS_MANY),
        has_favourite=bool(marks & FAVOURS),
        is_indefinite=is_indefinite(words, begin, subject),
        verb="live" if predicate.verb in MOVE_STEMS and "live" in read.topic else predicate.verb,
        mood=predicate.mood,
    )
