"""Bearing: whether the words at a quote bear a claim out.

A model reads what everybody says, and a claim is the word of one.  So what it writes must come
from the turn it names, from what the speaker states there: not from a question, a case that is
only imagined, a role, somebody else's words or a context of ours pasted in.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from doxa.domain.claim import Segment
from doxa.domain.delimiters import recalled_spans
from doxa.language import tongues
from doxa.language.clauses import asks_for_a_text, clauses, leading
from doxa.language.exclusions import DISOWNED, IMAGINED, OWNER_WORDS, QUESTION
from doxa.language.extraction import ROLE_PLAY
from doxa.language.sentences import Span, sentence_spans

from .answers import SaidClaim
from .asking import Unusable
from .grounding import Said, invented, is_said, unsaid
from .passages import Chunk, Passage
from .rendering import clipped

SHOWN = 120  # characters of what was wrong, when it is sent back
CARRIED_SHARE = 0.5  # of the words that carry meaning, at the quote itself
BORROWED_SHARE = 0.25  # of them: what only others have said; a summary meets some of their words by chance
REPLACED = 3  # such words may stand for one pronoun: "my sister Rachel" for "she"

_PASTED_LINE = re.compile(r"^[ \t]*>.*$", re.MULTILINE)
_FENCED = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
_QUOTED = re.compile(r"(?<!\w)\"(?=\S)[^\"]{3,}\"|“[^”]{3,}”|«[^»]{3,}»|„[^“”]{3,}[“”]")
_PRONOUN = re.compile(
    r"\b(?:he|she|it|they|him|her|hers|his|its|them|their|theirs|there|here|this|that|these|those|one|ones)\b",
    re.IGNORECASE,
)
_TO_OTHERS = re.compile(r"\b(?:you|your|yours|we|us|our)\b", re.IGNORECASE)
_ASKS = ("?", "？", ";?", "吗", "؟")


@dataclass(frozen=True, slots=True)
class Bearing:
    """``start`` is where the quote stands in its passage, ``parts`` what is stated at it."""

    passage: Passage
    start: int
    parts: tuple[str, ...]
    is_english: bool

    @property
    def words(self) -> str:
        return "\n".join(self.parts)


def bearing_of(quote: str, passage: Passage) -> Bearing:
    """The first place of the quote at which its speaker states something; else ``Unusable`` says why not."""
    segment = passage.segment
    language = _language_at(quote, passage)
    text = own_words(segment)[passage.start : passage.start + len(passage.text)]
    why = "there the turn repeats what was recalled, which is nobody's new word"
    for at in _places(text, quote):
        reading = _stated(text, language, (at, at + len(quote)))
        if isinstance(reading, str):
            why = reading
            continue
        before = own_words(segment)[: passage.start + at + len(quote)]
        if language == "en" and ROLE_PLAY.search(before):
            why = "it is said in a role"
            continue
        return Bearing(passage, at, reading, language == "en")
    raise Unusable(f"turn {passage.number} does not state {clipped(quote, SHOWN)!r}: {why}")


def _language_at(quote: str, passage: Passage) -> str:
    """English beside another script is read as English."""
    language = tongues.language_of(passage.text, passage.segment.language)
    is_english = tongues.is_script(language) and quote.isascii() and " " in quote.strip()
    return "en" if is_english else language


@lru_cache(maxsize=256)
def own_words(segment: Segment) -> str:
    """The turn, as long as it was, without the contexts of ours that stand in it."""
    return _blanked(segment.text, recalled_spans(segment.text))


def check_grounds(said: SaidClaim, subject: str, bearing: Bearing, chunk: Chunk) -> None:
    """``subject`` is empty where it is the speaker."""
    passage = bearing.passage
    here, anywhere = _words_of(bearing, chunk)
    refers = not bearing.is_english or _PRONOUN.search(bearing.words) is not None
    for words in (said.text, subject):
        strangers = invented(words, here)
        if refers:
            unknown = set(invented(words, anywhere))
            strangers = [one for one in strangers if one in unknown or any(map(str.isdigit, one))]
        if strangers:
            raise Unusable(_foreign(strangers[:5], words, passage, chunk))
    if not is_said(said.text, anywhere if refers else here):
        raise Unusable("the text says something else than the conversation: use its words and its language")
    if borrowed := _borrowed(said.text, bearing, anywhere, chunk):
        raise Unusable(_foreign(borrowed[:5], said.text, passage, chunk))
    if not _carries(said.text, bearing, here, anywhere, refers=refers):
        raise Unusable(f"the quote says something else than the text {clipped(said.text, SHOWN)!r}")


def _foreign(strangers: list[str], words: str, passage: Passage, chunk: Chunk) -> str:
    names = ", ".join(repr(clipped(stranger, SHOWN)) for stranger in strangers)
    if set(strangers) & set(invented(words, chunk.said)):
        return f"nobody said {names}: use the words of the conversation"
    return f"whoever speaks turn {passage.number} does not state {names} there: take nothing from others"


def _words_of(bearing: Bearing, chunk: Chunk) -> tuple[Said, Said]:
    """What the speaker states in the turn, and all that the speaker says; with whom it is said to."""
    passage = bearing.passage
    segment = passage.segment
    text = own_words(segment)[passage.start : passage.start + len(passage.text)]
    names = [segment.speaker]
    if _TO_OTHERS.search(bearing.words):
        names += [one.segment.speaker for one in chunk.passages if one.is_quotable]
    own = {
        own_words(one.segment)[one.start : one.start + len(one.text)]
        for one in chunk.passages
        if one.is_quotable
        and (one.segment.speaker, one.segment.is_owner) == (segment.speaker, segment.is_owner)
    }
    stated = stating(text, "en" if bearing.is_english else tongues.language_of(text, segment.language))
    return Said((stated, bearing.words, *names)), Said((*sorted(own), *names))


def _borrowed(text: str, bearing: Bearing, anywhere: Said, chunk: Chunk) -> list[str]:
    """Words that only others have used, or a context of ours, where they are more than a summary's chance."""
    count, missing = unsaid(text, Said((*anywhere.texts, bearing.words)))
    borrowed = [word for word in missing if not unsaid(word, chunk.said)[1]]
    return borrowed if len(borrowed) > BORROWED_SHARE * count else []


def _carries(text: str, bearing: Bearing, here: Said, anywhere: Said, *, refers: bool) -> bool:
    """Whether half of what the text says is said at the quote, what a pronoun stands for aside."""
    near = Said((bearing.words, bearing.passage.segment.speaker))
    count, missing = unsaid(text, near)
    if not missing:
        return True
    if len(missing) == count:
        return False
    replaced = 0
    if refers:
        elsewhere = Said((*here.texts, *anywhere.texts))
        replaced = min(REPLACED, sum(not unsaid(word, elsewhere)[1] for word in missing))
    return count - len(missing) >= CARRIED_SHARE * (count - replaced)


# -- what is stated -----------------------------------------------------------------------------


@lru_cache(maxsize=256)
def stating(text: str, language: str) -> str:
    """The text without what is asked, imagined, of others, or pasted; as long as it was."""
    unstated = [span for span in sentence_spans(text, language) if _why_out(text, span, language)]
    return _blanked(text, [*unstated, *_of_others(text)])


def _stated(text: str, language: str, quote: Span) -> tuple[str, ...] | str:
    """The parts at the quote that state something, or why there are none."""
    foreign = _of_others(text)
    if any(start <= quote[0] and quote[1] <= end for start, end in foreign):
        return "those are the words of somebody else"
    plain = _blanked(text, foreign)
    parts: list[str] = []
    why = "nothing is stated there"
    for span in sentence_spans(text, language):
        if not _overlap(span, quote):
            continue
        if reason := _why_out(text, span, language):
            why = reason
            continue
        found = [(one.start, one.end) for one in clauses(text, span)] if language == "en" else []
        at_quote = [part for part in found if _overlap(part, quote)] or [span]
        parts.extend(plain[start:end] for start, end in at_quote)
    parts = [part for part in parts if part.strip()]
    return tuple(parts) or why


def _why_out(text: str, span: Span, language: str) -> str | None:
    """Why the rules would leave the sentence out, if it is for what it is and not for being small talk."""
    sentence = text[span[0] : span[1]]
    body = sentence.rstrip("\"'”’」』) ")
    if language != "en":
        if body.endswith(_ASKS):
            return "it is asked"
        if tongues.IMAGINED.match(body.lstrip("¡¿")) or tongues.SAID_BY_OTHERS.match(body):
            return "it is imagined, or of others"
        return None
    if clauses(text, span):
        return None
    part = sentence[len(leading(sentence)) :].strip().replace("’", "'")
    if body.endswith("?") or QUESTION.match(part):
        return "it is asked"
    if IMAGINED.match(part):
        return "it is imagined"
    if DISOWNED.match(part):
        return "it is said by others, or said to be untrue"
    if asks_for_a_text(sentence):
        return "it is a text that is asked for"
    return None


def _of_others(text: str) -> list[Span]:
    """What is pasted, and what is quoted and speaks in the first person."""
    pasted = [found.span() for pattern in (_PASTED_LINE, _FENCED) for found in pattern.finditer(text)]
    quoted = [
        found.span()
        for found in _QUOTED.finditer(text)
        if found.group().count(" ") > 1 and OWNER_WORDS.search(found.group())
    ]
    return [*pasted, *quoted]


def _places(text: str, quote: str) -> Iterator[int]:
    at = text.find(quote)
    while at >= 0:
        yield at
        at = text.find(quote, at + 1)


def _overlap(one: Span, other: Span) -> bool:
    return one[0] < other[1] and other[0] < one[1]


def _blanked(text: str, spans: list[Span]) -> str:
    for start, end in spans:
        text = text[:start] + " " * (end - start) + text[end:]
    return text
