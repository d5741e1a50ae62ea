"""Grounding: what a claim says must have been said.

A model that writes a sentence can put something in.  Names, numbers and identifiers are looked up
one by one; of the other words that carry meaning four in ten must have been used, so that a
text copied from the instructions does not pass for a summary.  Nothing here judges style.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from doxa.belief.vocabulary import FUNCTION, MONTHS, PRONOUNS, WEEKDAYS
from doxa.belief.words import stem_of

# Of 1,210 sentences that a model wrote on LoCoMo's sessions this refuses 1, and 93% of them beside another
# session; names, numbers and identifiers refuse 7 more, and bring the others to 99%.
SAID_SHARE = 0.4
FEWEST = 2  # words that carry meaning; of one a share says nothing

_EDGES = ".,;:!?…()[]{}<>\"'“”„‘’«»‹›—–-*~`¡¿。，、；：！？（）「」『』"
_POSSESSIVE = re.compile(r"['’][sS]$|(?<=s)['’]$")
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_JOINED = re.compile(r"[-–—/]")
_THOUSANDS = re.compile(r"(?<=\d)[,.'’](?=\d{3}(?!\d))")
_CODE = re.compile(r"\d|[_@#\\]|\w\.\w|[^\W\d_][A-Z]|://", re.ASCII)
_MEASURE = re.compile(r"\d[\d.,]*(?:[-–/][a-z]+)+")  # "6-ounce", but "GPT-5" is one name and not two
_ENDS = re.compile(r"[.!?:…。！？]['\"”’»)]*$")
# Scripts that leave no blank between words are compared by pairs of letters.
_UNSPACED = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]+")

# With a capital these open a sentence; they name nobody.  English has its own table.
_OPENERS = frozenset(
    "user speaker ich wir er sie es der die das ein eine mein meine unser unsere je j'ai nous il elle ils "
    "elles le la les un une mon ma mes notre nos yo nosotros él ella ellos el los las una mi mis nuestro "
    "nuestra io noi lui lei lo gli mio mia miei eu nós ele ela o os uma meu minha ik wij hij zij het de een "
    "mijn onze jag vi han hon den det en ett min mitt vår".split()
)


@dataclass(frozen=True)
class Said:
    """Everything that stands in a conversation: its turns and who spoke them."""

    texts: tuple[str, ...]

    @cached_property
    def whole(self) -> str:
        return "\n".join(_plain(text) for text in self.texts)

    @cached_property
    def figures(self) -> str:
        return _figures(self.whole)

    @cached_property
    def words(self) -> frozenset[str]:
        return frozenset(part for word in _WORD.findall(self.whole) for part in (word, _bare(word)))

    @cached_property
    def stems(self) -> frozenset[str]:
        return frozenset(stem_of(word) for word in self.words)

    @cached_property
    def units(self) -> frozenset[str]:
        return frozenset(_units(self.whole))


def invented(text: str, said: Said) -> list[str]:
    """The names, numbers and identifiers of a text that nobody has said, in their order.

    >>> invented("My sister Rachel has 3 cats", Said(("my sister has 3 cats",)))
    ['Rachel']
    """
    found = []
    opens = True
    for raw in text.split():
        token = _POSSESSIVE.sub("", raw.strip(_EDGES))
        if token and not _stands(token, said, opens=opens):
            found.append(token)
        opens = _ENDS.search(raw) is not None
    return found


def is_said(text: str, said: Said) -> bool:
    """Whether enough of the words that carry meaning were used by anybody."""
    units = set(_units(_plain(text)))
    return len(units) < FEWEST or len(units & said.units) >= SAID_SHARE * len(units)


def unsaid(text: str, said: Said) -> tuple[int, list[str]]:
    """How many of its words carry meaning, and those that were not used in any form."""
    count, missing = 0, []
    for unit, word in _telling(_plain(text)):
        count += 1
        if unit not in said.units and (word is None or stem_of(word) not in said.stems):
            missing.append(word or unit)
    return count, missing


def _stands(token: str, said: Said, *, opens: bool) -> bool:
    if _is_code(token):
        return _is_found(token, said) or (_MEASURE.fullmatch(token) is not None and _all_parts(token, said))
    if not token[0].isupper():
        return True
    word = _bare(_plain(token))
    if word in said.words or _plain(token) in said.words or _is_inflected(word, said):
        return True
    if word in PRONOUNS or word in ("i", "i'm", "i've", "i'd", "i'll"):
        return True
    if opens and (word in FUNCTION or word in _OPENERS or (word.isascii() and stem_of(word) in said.stems)):
        return word not in MONTHS and word not in WEEKDAYS
    return _all_parts(token, said)


def _all_parts(token: str, said: Said) -> bool:
    """ "Oslo-born" where Oslo was said."""
    parts = [part for part in _JOINED.split(token) if part]
    return len(parts) > 1 and all(_stands(part, said, opens=False) for part in parts)


def _is_code(token: str) -> bool:
    return _CODE.search(token) is not None


def _is_found(token: str, said: Said) -> bool:
    """Between borders: 5 is not found in 15, nor in 5.5; 1,000 is 1000, and "5kg" is "5 kg"."""
    wanted, whole = _figures(token), said.figures
    apart = re.fullmatch(r"([\d.,]+)([^\W\d_]+)", wanted)
    forms = [wanted, f"{apart[1]} {apart[2]}"] if apart else [wanted]
    unit = "[^\\W\\d_]*" if wanted.isdecimal() else ""
    return any(
        re.search(rf"(?<![\w.,])(?<!\d[.,]){re.escape(form)}{unit}(?!\w)(?![.,]\d)", whole) for form in forms
    )


def _is_inflected(word: str, said: Said) -> bool:
    """A name in another case ("Маша", "Маши"); not in ASCII, where "Daniel" and "Daniela" are two people."""
    if word.isascii() or len(word) < 3:
        return False
    return any(
        other[: len(word) - 1] == word[:-1] and abs(len(other) - len(word)) <= 2 for other in said.words
    )


def _units(plain: str) -> Iterator[str]:
    return (unit for unit, _ in _telling(plain))


def _telling(plain: str) -> Iterator[tuple[str, str | None]]:
    """What carries meaning: words, and their first letters, so that endings do not matter."""
    for run in _UNSPACED.findall(plain):
        yield from ((run[at : at + 2], None) for at in range(len(run) - 1))
    for word in _WORD.findall(_UNSPACED.sub(" ", plain)):
        bare = _bare(word)
        if len(bare) > 2 and bare not in FUNCTION and bare not in _OPENERS and not bare.isdigit():
            yield bare[:5], bare


def _plain(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold().replace("’", "'")


def _bare(word: str) -> str:
    return _POSSESSIVE.sub("", word)


def _figures(text: str) -> str:
    return _THOUSANDS.sub("", _plain(text))
