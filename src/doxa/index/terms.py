"""Terms: the words a text is found by, in any script.

Scripts that put no spaces between words are cut into overlapping pairs of characters,
so that a query of two characters finds them.  Identifiers are kept whole beside their
parts: `QX-5510` is found as itself, as `qx` and as `5510`.  Words are kept by their stem.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import lru_cache

from doxa.belief.words import stem_of

# Han, kana, Hangul, Thai, Lao, Khmer, Myanmar: written without spaces, or with few.
_UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
)
_TOKEN = re.compile(rf"[{_UNSPACED}]+|[^\W_{_UNSPACED}]+(?:[-'’._/:][^\W_{_UNSPACED}]+)*")
_IS_UNSPACED = re.compile(rf"[{_UNSPACED}]")
_ACCENT = re.compile("[\u0300-\u036f]")
_PART = re.compile(r"[^\W_]+")

# Words too common in English to tell one memory from another; other languages keep all of theirs.
STOP_WORDS = frozenset(
    """a about all also am an and any are as at be been but by can could did do does for from get got
    had has have he her hers him his how i if in into is it its just like me more my of on or our out
    she should so some than that the their them then there these they this those to too up us was we
    were what when where which who whom why will with would you your""".split()
)


@lru_cache(maxsize=4096)
def terms_of(text: str) -> tuple[str, ...]:
    """Every term of a text, in order: stems of words, identifiers as they are, pairs of characters."""
    return tuple(stem_of(token) for token in _tokens(text))


def _tokens(text: str) -> tuple[str, ...]:
    found: list[str] = []
    for match in _TOKEN.finditer(_folded(text)):
        token = match.group()
        if _IS_UNSPACED.match(token):
            found.extend(token[i : i + 2] for i in range(max(1, len(token) - 1)))
            continue
        parts = _PART.findall(token)
        found.extend(parts)
        if len(parts) > 1:
            found.append("".join(parts))
    return tuple(found)


def _folded(text: str) -> str:
    """Lower case, and letters without their accents: who searches often leaves them out."""
    parts = unicodedata.normalize("NFKD", text)
    return unicodedata.normalize("NFKC", _ACCENT.sub("", parts)).casefold()


def query_terms(text: str) -> tuple[str, ...]:
    """The terms worth searching for, each once; all of them where every one is common."""
    tokens = _tokens(text)
    telling = [token for token in tokens if token not in STOP_WORDS] or tokens
    return tuple(dict.fromkeys(stem_of(token) for token in telling))


def selective(terms: Sequence[str], documents: Mapping[str, int], budget: int, size: int) -> list[str]:
    """The rarest terms that stand anywhere, as many as ``budget`` documents allow, and at least one.

    A word that stands in most of the ``size`` memories ranks nothing and costs a look at each, so
    beyond the budget it is not searched for even where it is the only one.
    """
    chosen: list[str] = []
    reads = 0
    telling = [t for t in terms if 0 < documents.get(t, 0) <= max(budget, size // 2)]
    for term in sorted(telling, key=documents.__getitem__):
        reads += documents[term]
        if chosen and reads > budget:
            break
        chosen.append(term)
    return chosen
