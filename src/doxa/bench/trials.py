"""Trials: one knowledge update told to a memory, in the three ways in which rivals come to meet.

`Given`: the caller says that both claims are about one attribute.  `Derived`: the keyer
says so, from the two texts alone.  `Judged`: nobody does; the turns are captured as a
conversation, and every claim in them is judged against what is held.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import product
from typing import Any, NamedTuple

import doxa
from doxa.belief import BeliefKeyer, Stance
from doxa.belief.vocabulary import DULL, FUNCTION, NUMBERS
from doxa.belief.words import TOKEN, stem_of
from doxa.memory import Owner

from .knowledge_updates import Said, Update

MINUTE = timedelta(minutes=1)
KEY = "the-attribute-in-question"
LONGEST_QUEUE = 1_000


class Outcome(NamedTuple):
    """What a trial came to; ``probability`` is that of the belief in question, 0 where there is none."""

    is_correct: bool
    is_surfaced: bool
    probability: float
    is_correct_by_last_write: bool


class Rivals(NamedTuple):
    """Memories of the stale and of the fresh claim that met in one belief."""

    stale: str
    fresh: str

    def side(self, name: str) -> str:
        return self.stale if name == "stale" else self.fresh


@dataclass
class Trial:
    """One owner's memory of one update; here the caller gives the key."""

    owner: Owner
    update: Update
    keyer: BeliefKeyer
    ids: dict[str, list[str]] = field(default_factory=dict)  # of each claim, the memories it went to
    rivals: list[Rivals] = field(default_factory=list)
    texts: dict[str, str] = field(default_factory=dict)
    last_written: str = ""
    is_deleted: bool = False

    def stale(self, **options: Any) -> None:
        self._tell("stale", self.update.stale, **options)

    def fresh(self, **options: Any) -> None:
        self._tell("fresh", self.update.fresh, **options)

    def attack(self, name: str, text: str, start: datetime, count: int) -> None:
        """The same words again and again on the web, each a minute later."""
        for number in range(count):
            said = Said(start + (number + 1) * MINUTE, (text,))
            self._write(said, channel="web_fetch", source=f"site-{number}")
        self.last_written = name

    def echo(self, count: int) -> None:
        """An agent reads the stale memory and says it again."""
        memory_id = self._disputed("stale")
        for number in range(count):
            said = Said(self.update.fresh.at + (number + 1) * MINUTE, (self.texts[memory_id],))
            options = {"channel": "assistant", "lineage": [memory_id], "source": f"session-{number}"}
            Trial._write(self, said, key=self.owner.get(memory_id).belief_key, **options)
        self.last_written = "stale"

    def delete_fresh(self) -> None:
        """The owner deletes what was said later."""
        for memory_id in self.ids["fresh"]:
            self.owner.forget(memory_id)
        self.is_deleted = True

    def confirm_fresh(self) -> None:
        self.owner.confirm(self._disputed("fresh"))

    def outcome(self, expected: str) -> Outcome:
        """Correct where the expected claim is asserted and its rival no longer is."""
        other = "stale" if expected == "fresh" else "fresh"
        known = [pair for pair in self.rivals if self._is_asked(pair)]
        verdicts = [self.owner.verdict(pair.side(expected)) for pair in known]
        return Outcome(
            is_correct=any(
                verdict.id == pair.side(expected) and not self._is_asserted(pair.side(other))
                for pair, verdict in zip(known, verdicts, strict=True)
            ),
            is_surfaced=not self._asked_about().isdisjoint(pair.side(expected) for pair in known),
            probability=verdicts[0].probability if verdicts else 0.0,
            # A memory that keeps the latest write: a deletion takes its row, not the writer's say.
            is_correct_by_last_write=self.last_written == expected and not self.is_deleted,
        )

    def _tell(self, name: str, said: Said, **options: Any) -> None:
        options = {"channel": "chat", **options}
        said = Said(options.pop("at", said.at), said.turns)
        held = self.ids.setdefault(name, [])
        held += [i for i in self._write(said, **options) if i not in held]
        self.last_written = name
        self._meet(self.ids.get("stale", []), self.ids.get("fresh", []))

    def _meet(self, stale: Sequence[str], fresh: Sequence[str]) -> None:
        beliefs = {memory_id: self.owner.get(memory_id).belief_key for memory_id in (*stale, *fresh)}
        for pair in map(Rivals._make, product(stale, fresh)):
            is_met = pair.stale != pair.fresh and beliefs[pair.stale] == beliefs[pair.fresh]
            if is_met and pair not in self.rivals:
                self.rivals.append(pair)

    def _write(self, said: Said, *, key: str | None = KEY, **options: Any) -> list[str]:
        return self._kept([self.owner.remember(said.text, at=said.at, key=key, **options)])

    def _kept(self, written: Sequence[Any]) -> list[str]:
        kept = [one.memory for one in written if one.memory is not None]
        self.texts.update((memory.id, memory.text) for memory in kept)
        return [memory.id for memory in kept]

    def _disputed(self, name: str) -> str:
        """The memory of the claim that met a rival; else the first of it."""
        return [*(pair.side(name) for pair in self.rivals), *self.ids[name]][0]

    def _is_asserted(self, memory_id: str) -> bool:
        try:
            return self.owner.get(memory_id).stance is Stance.ASSERTED
        except doxa.DoxaError:
            return False  # it has been deleted

    def _asked_about(self) -> set[str]:
        """What stands in the review queue against what is asserted, or against each other."""
        entries = self.owner.review_queue(limit=LONGEST_QUEUE)
        return {c.id for entry in entries for c in entry.candidates if c.stance is not Stance.ASSERTED}

    def _is_asked(self, pair: Rivals) -> bool:  # noqa: ARG002
        """Whether what the two differ in is what the question is about: of whole texts it is."""
        return True


class Derived(Trial):
    """The keyer finds the rival, as a caller would use it who has no keys of his own."""

    def _write(self, said: Said, **options: Any) -> list[str]:
        rival = self.keyer.link(said.text, self.texts)
        key = self.owner.get(rival).belief_key if rival else f"belief-{len(self.texts) + 1}"
        return super()._write(said, key=key, **options)


class Judged(Trial):
    """The turns are captured, and the judge finds what contradicts what."""

    def _write(self, said: Said, **options: Any) -> list[str]:
        turns = [doxa.Turn("user", text, at=said.at) for text in said.turns]
        source = options.pop("source", None) or f"said {said.at.isoformat()}"
        return self._kept(self.owner.capture(turns, source=source, **options).claims)

    def delete_fresh(self) -> None:
        self.owner.delete_source(f"said {self.update.fresh.at.isoformat()}")
        self.is_deleted = True

    def _is_asked(self, pair: Rivals) -> bool:
        """The two differ in a word of the answer, where that adds any to the question."""
        return differ_in_the_answer(self.update, self.texts[pair.stale], self.texts[pair.fresh])


def differ_in_the_answer(update: Update, one: str, other: str) -> bool:
    """Whether one of two texts has a word of the answer that the other has not."""
    answer = _words(update.answer) - _words(update.question)
    return not answer or bool(answer & (_words(one) ^ _words(other)))


def _words(text: str) -> frozenset[str]:
    """The stems of a text that say something, numbers as figures."""
    words = [word.strip(".,:").lower() for word in TOKEN.findall(text)]
    return frozenset(NUMBERS.get(w) or stem_of(w) for w in words if w and w not in FUNCTION | DULL)
