"""Things: how the words for a thing become the name of it, the same however it is put."""

from __future__ import annotations

import re

# Where the words for a thing end and something about it begins.
_OBJECT_END = re.compile(
    r"[,.!?;:()\n]| - | (?:because|but|so|then|when|since|as|in|at|on|for|with|from|by|especially|more|than|"
    r"most|if|while|after|before|"
    r"about|too|very|lately|these|nowadays|anymore|any|now|again|right|over|the (?:best|most)|is|are|was)\b"
)


def slug(words: str) -> str:
    return re.sub(r"\W+", "_", words.strip().lower()).strip("_")


def thing_of(words: str) -> str | None:
    """One thing, in the singular and without articles; None where it is several things or none by name.

    >>> thing_of("the kiwis"), thing_of("it"), thing_of("tea and toast")
    ('kiwi', None, None)
    """
    cut = _OBJECT_END.search(" " + words)
    plain = (words[: max(0, cut.start() - 1)] if cut else words).strip().lower()
    plain = re.sub(r"^(?:(?:the|a|an|some|all|my|eating|drinking|taste of|good|fresh) )+", "", plain)
    parts = plain.split()
    if not parts or len(parts) > 3 or not _NOT_A_THING.isdisjoint(parts):
        return None
    return slug(" ".join([*parts[:-1], _singular(parts[-1])]))


_NOT_A_THING = frozenset(
    "it them this that these those you him her me us i we to how what when where who and or not "
    "everything anything something nothing all both one ones each way ways idea stuff things thing my "
    "your his their being having doing going".split()
)


def _singular(word: str) -> str:
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 4 and word.endswith(("ches", "shes", "xes", "sses", "oes")):
        return word[:-2]
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "sis", "nis", "xis")):
        return word[:-1]
    return word
