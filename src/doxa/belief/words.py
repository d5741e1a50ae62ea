"""Words: one spelling, looked up once, and its light stem."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from .vocabulary import (
    COLOURS,
    DULL,
    FUNCTION,
    MARKS,
    MONTHS,
    NEGATES,
    NUMBERS,
    OFTEN,
    PRONOUNS,
    SYNONYMS,
    WEEKDAYS,
    WHEN,
)

TOKEN = re.compile(r"[$€£]?\d[\w.,:/%-]*|[^\W\d_][\w'’&-]*|[,;.!?:()–—-]")
_CJK = re.compile(r"[\u2e80-\u9fff\uac00-\ud7af\u0e00-\u0e7f\uf900-\ufaff]")
AMOUNT = re.compile(r"([$€£]?)(\d[\d,.:/-]*)([^\W\d_]*|%)$")


@dataclass(frozen=True, slots=True)
class Word:
    """One spelling, looked up once."""

    base: str  # lower case, without possessive and apostrophes
    kind: str  # function, dull, number, colour, day, month, when, often, code, cjk, mark, topic
    stem: str
    is_capital: bool
    is_possessive: bool
    marks: int
    clitic: str = ""  # "ve" of "I've", "s" of "it's"


@lru_cache(maxsize=1 << 16)
def word_of(raw: str) -> Word:
    lower = raw.lower().replace("’", "'").strip("-&")
    is_possessive = lower.endswith(("'s", "s'"))
    base = lower[:-2] if lower.endswith("'s") else lower.rstrip("'")
    marks = MARKS.get(base, 0)
    if base.endswith("n't") or base in ("cant", "dont"):
        marks |= NEGATES
    if "'" in base and not base.endswith("n't"):
        base = base.partition("'")[0]
    base = base.replace("'", "")
    is_capital = raw[:1].isupper() and base != "i"
    kind, stem = _kind(base, raw)
    is_name = is_capital and kind in ("topic", "code")
    return Word(base, kind, stem, is_name, is_possessive, marks, _clitic(lower, base))


def _clitic(lower: str, base: str) -> str:
    tail = lower.partition("'")[2]
    if tail in ("ve", "m", "re", "ll", "d") or (tail == "s" and base in PRONOUNS):
        return tail
    return ""


def _kind(base: str, raw: str) -> tuple[str, str]:
    if not base or (not raw[0].isalnum() and raw[0] not in "$€£"):
        return "mark", raw
    if raw[0].isdigit() or raw[0] in "$€£":
        return ("number" if AMOUNT.match(raw.rstrip(".,:;/-")) else "code"), raw.rstrip(".,:;/-").lower()
    if base in NUMBERS:
        return "number", NUMBERS[base]
    if _CJK.search(base):
        return "cjk", base
    if base.rstrip("s") in WEEKDAYS:
        return "day", base.rstrip("s")
    if base in COLOURS:
        return "colour", base
    if base in OFTEN:
        return "often", OFTEN[base]
    if base in WHEN:
        return "when", base
    if base in MONTHS:
        return ("month", base) if raw[0].isupper() or base not in ("may", "march") else ("function", base)
    if any(c.isdigit() for c in base):
        return "code", base
    if base in FUNCTION or (base.endswith("nt") and base[:-2] in FUNCTION):
        return "function", base
    if base in SYNONYMS:
        return "topic", SYNONYMS[base]
    if base in DULL:
        return "dull", stem_of(base)
    return "topic", stem_of(base)


_SHORT = {"going": "go", "goes": "go", "doing": "do"}  # too short for what follows


def stem_of(word: str) -> str:
    """A light English stem: plurals, -ing, -ed; enough for one person's words to meet themselves."""
    if word in SYNONYMS:
        return SYNONYMS[word]
    if word in _SHORT:
        return _SHORT[word]
    w = word
    if len(w) > 4 and w.endswith("ies"):
        w = w[:-3] + "y"
    elif len(w) > 4 and w.endswith(("sses", "shes", "ches", "xes", "zes")):
        w = w[:-2]
    elif len(w) > 3 and w.endswith("s") and not w.endswith("ss"):
        w = w[:-1]
    for ending in ("ing", "ed"):
        if len(w) > len(ending) + 2 and w.endswith(ending) and set(w[: -len(ending)]) & set("aeiouy"):
            w = w[: -len(ending)]
            if len(w) > 3 and w[-1] == w[-2] and w[-1] not in "lsz":
                w = w[:-1]
            break
    return w[:-1] if len(w) > 3 and w.endswith("e") else w
