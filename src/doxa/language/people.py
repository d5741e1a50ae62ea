"""People: whom a turn has named so far, so that "she" can be told where it can be only one."""

from __future__ import annotations

import re

from doxa.domain.claim import SubjectScope

from .subjects import OWNER, Subject, is_pronoun, subject_of


class People:
    """Those of one turn, in the order in which they were named."""

    def __init__(self) -> None:
        self._seen: dict[str, tuple[Subject, str]] = {}
        self._names: set[str] = set()

    def note(self, subject: Subject, text: str) -> None:
        if subject.is_person and not is_pronoun(text) and subject.name != OWNER:
            words = f"My {subject.name}" if subject.name.islower() else subject.name
            self._seen.setdefault(subject.name, (subject, words))

    def note_mentions(self, text: str) -> None:
        """People who are not the subject: "I met my friend Rachel"."""
        self._names.update(_NAME.findall(text))
        for found in _MENTIONED.finditer(text):
            self.note(subject_of(text[found.start() :]), text[found.start() :])
        for found in _COMPANION.finditer(text):
            self.note(Subject(found[1], SubjectScope.THIRD_PARTY, 0, is_person=True), found[1])

    def only(self) -> tuple[Subject, str] | None:
        if len(self._seen) != 1 or not self._names <= self._seen.keys():
            return None
        return next(iter(self._seen.values()))


# A capital within a sentence may be another person, except after a word of place.
_NAME = re.compile(r"(?<=[a-z,] )(?<!\bin )(?<!\bto )(?<!\bat )(?<!\bfrom )(?<!\bnear )(?!I\b)[A-Z][a-z]+")
_COMPANION = re.compile(r"\b(?:with|met|saw|visited|visiting|invited|named) ([A-Z][a-z]+)\b(?! [A-Z])(?!'s)")
_MENTIONED = re.compile(r"(?<=\s)my (?=\w)")
