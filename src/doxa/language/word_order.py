"""Word order: statements whose subject stands elsewhere, put into the order that the rules read."""

from __future__ import annotations

import re
from collections.abc import Iterator

_INVERTED = re.compile(
    r"(?:(?P<place>[A-Z][\w'-]+(?: [A-Z][\w'-]+)*) is where (?P<who>my [\w -]+?|I|[A-Z]\w+) "
    r"(?P<verb>lives?|works?)"
    r"|In (?P<place2>[A-Z][\w'-]+(?: [A-Z][\w'-]+)*) (?P<verb2>lives|works) (?P<who2>my [\w-]+|[A-Z]\w+))"
    r"(?P<tail>(?: now)?[.!]?)$"
)


def straight(text: str) -> str:
    """ "Lyon is where my sister lives" in the order that subjects and attributes are read in."""
    found = _INVERTED.match(text)
    if found is None:
        return text
    who, verb, place = (found[name] or found[f"{name}2"] for name in ("who", "verb", "place"))
    return f"{who[:1].upper()}{who[1:]} {verb} in {place}{found['tail']}"


# "visiting my friend Ines, who just moved to Cork": a second statement within the first.
_WHO = re.compile(
    r"(?P<who>(?:\b[Mm]y (?:[a-z-]+ ){1,2})?\b[A-Z][a-z]+),? who(?P<said>(?:'s| has"
    r"| is)?(?: \w+ly)?(?: just)? "
    r"(?:moved|relocated|lives?|living|works?|working|based) [^,.;!?]+)"
)


def relatives(text: str, start: int, end: int) -> Iterator[tuple[int, int, str]]:
    """What relative clauses say of people who are named: where in the text, and as a sentence.

    Nothing of the person whom ``text[start:end]`` begins with: that is the statement itself.
    """
    for found in _WHO.finditer(text, start, end):
        if found.start() > start:
            who = found["who"][:1].upper() + found["who"][1:]
            yield found.start(), found.end(), f"{who}{found['said']}."
