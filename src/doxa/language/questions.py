"""Questions: the slots that a question asks about, where its wording leaves no doubt.

"Where do I live?" shares no word with "I moved to Rome", and both are about one slot.
"""

from __future__ import annotations

import re

from .things import slug

_WHO = r"(?:i|we|you|they|he|she|the user|\w+)"

# One row a slot, or several that one question may mean; the first group of a row may name it.
ROWS: tuple[tuple[re.Pattern[str], tuple[str, ...]], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), slots)
    for pattern, slots in (
        (rf"\bwhere\b.* (?:do|does|did|is|are|am) {_WHO} (?:\w+ )?(?:liv\w+|based|mov\w+|resid\w+|stay\w+)",
         ("home_city", "home_country", "address")),
        (r"\b(?:home ?town|home city|city|town|country)\b.* (?:live|reside)|\bmy (?:home )?(?:city|town)\b",
         ("home_city", "home_country")),
        (r"\bmy (?:home )?address\b", ("address",)),
        (rf"\b(?:where|for whom|who)\b.* (?:do|does|did|am|is|are) {_WHO} (?:\w+ )?(?:work\w*|employed)",
         ("employer",)),
        (r"\bmy (?:employer|company)\b", ("employer",)),
        (rf"\bwhat\b.* (?:do|does) {_WHO} do\b|\b(?:job|profession|occupation|for a living)\b",
         ("job_title", "employer")),
        (r"\bmy (?:first |full |last )?name\b|\bwho am i\b|\bam i called\b", ("name", "nickname")),
        (r"\bbirthday\b|\bborn\b|\bdate of birth\b", ("birthday", "birth_year", "birth_place")),
        (rf"\bhow old (?:am|is|are) {_WHO}|\bmy age\b", ("age",)),
        (r"\b(?:married|spouse|wife|husband|partner)\b", ("spouse", "relationship_status")),
        (r"\b(?:vegan|vegetarian|diet)\b|\bmeat\b", ("diet",)),
        (r"\ballerg\w+", ("allergy",)),
        (r"\blanguages?\b", ("language",)),
        (r"\bpets?\b", ("pet",)),
        (r"\b(?:phone|telephone|mobile)\b", ("phone",)),
        (r"\be-?mail\b", ("email",)),
    )
)  # fmt: skip
_FAVOURITE = re.compile(r"\bfavou?rite (?P<noun>\w+)", re.IGNORECASE)


_FIRST_PERSON = re.compile(r"\b(?:i|i'm|me|my|mine|we|our|the user)\b", re.IGNORECASE)


def is_asked_of(question: str, subject: str) -> bool:
    """Whether the question is about this subject: the owner by "I" and "my", anyone else by name.

    >>> is_asked_of("Where do I live?", "user"), is_asked_of("Where do I live?", "Anna")
    (True, False)
    """
    if subject == "user":
        return _FIRST_PERSON.search(question) is not None
    return re.search(rf"\b{re.escape(subject)}\b", question, re.IGNORECASE) is not None


def slots_asked(question: str) -> tuple[str, ...]:
    """The slots of which the question asks the value; none where it is of something else.

    >>> slots_asked("Where do I live?")
    ('home_city', 'home_country', 'address')
    """
    found = [slot for pattern, slots in ROWS if pattern.search(question) for slot in slots]
    if favourite := _FAVOURITE.search(question):
        found.append(f"favourite_{slug(favourite['noun'])}")
    return tuple(dict.fromkeys(found))
