"""Print, as JSON, what the memory links among the claims of one owner, and which updates it makes.

    PYTHONPATH=src python scripts/measure_linking.py [--data ../shared/data] [--embedder hashed]
        [--pairs FILE] [--sample 150 --seed 0]

Whole conversations go through `capture`: each LongMemEval question is one owner, and so is
the first speaker of each LoCoMo development conversation.  What is contradicted, restated or
resolved there is counted by the judge's reason; whether a link is right only a reader can
say, so `--pairs` writes them, or a random sample of them, to a file of one JSON object a line.
The knowledge updates are counted as well: in how many questions some claim of the later
session displaced one of the earlier, and in how many that claim has the words of the answer.
LoCoMo is read and never copied.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from unittest import mock

import doxa
from doxa.bench import knowledge_updates
from doxa.bench.trials import differ_in_the_answer
from doxa.memory import Memory, Owner
from doxa.service.admission import Admission

EVENTS = ("contradicted", "restated", "resolved")


@dataclass(frozen=True, slots=True)
class Link:
    """What a new claim was taken for, and to which one that was held."""

    number: str
    event: str
    rule: str
    reason: str
    old: str
    new: str
    old_subject: str | None
    new_subject: str | None


@contextmanager
def listening(links: list[Link]) -> Iterator[None]:
    """Hear each ruling: `Written` names the memory a claim went to, but not its rival."""
    admission_assert, attach = Admission._assert, Admission._attach

    def note(said: Any, held: Any, event: str, reason: str) -> None:
        if event in EVENTS:
            rule = reason.partition(":")[0]
            links.append(
                Link(
                    str(len(links)), event, rule, reason,
                    held.content or "", said.claim.text, held.subject, said.claim.subject,
                )
            )  # fmt: skip

    def asserting(self: Admission, change: Any, said: Any, rival: Any, reason: str) -> Any:
        if rival is not None:
            note(said, rival, "contradicted", reason)
        return admission_assert(self, change, said, rival, reason)

    def attaching(self: Admission, change: Any, said: Any, item: Any, event: Any, reason: str) -> Any:
        note(said, item, str(event), reason)
        return attach(self, change, said, item, event, reason)

    with (
        mock.patch.object(Admission, "_assert", asserting),
        mock.patch.object(Admission, "_attach", attaching),
    ):
        yield


# --- conversations -----------------------------------------------------------------------
def capture_longmemeval(memory: Memory, data: Path) -> int:
    """Each question is an owner; returns how many claims there were."""
    records = json.loads((data / "longmemeval/longmemeval_oracle_evidence_500.json").read_text("utf-8"))
    claims = 0
    for record in records:
        owner = memory.owner(f"longmemeval {record['question_id']}")
        sessions = zip(record["haystack_dates"], record["haystack_sessions"], strict=True)
        for number, (date, session) in enumerate(sessions):
            at = _longmemeval_instant(date)
            turns = [doxa.Turn(turn["role"], turn["content"], at=at) for turn in session]
            claims += len(owner.capture(turns, source=f"s{number}").claims) if turns else 0
    return claims


def capture_locomo(memory: Memory, data: Path) -> int:
    """Each conversation is the memory of its first speaker."""
    claims = 0
    for record in json.loads((data / "locomo/locomo_dev5.json").read_text("utf-8")):
        said = record["conversation"]
        owner = memory.owner(f"locomo {record['sample_id']}")
        number = 1
        while f"session_{number}_date_time" in said:
            at = _locomo_instant(said[f"session_{number}_date_time"])
            turns = [
                doxa.Turn(turn["speaker"], turn["text"], at=at)
                for turn in said.get(f"session_{number}", [])
                if turn["text"].strip()
            ]
            if turns:
                claims += len(owner.capture(turns, source=f"s{number}", me=said["speaker_a"]).claims)
            number += 1
    return claims


def _longmemeval_instant(text: str) -> datetime:
    """`2023/05/25 (Thu) 20:21`, taken as UTC."""
    day, _, clock = text.split()
    return datetime.strptime(f"{day} {clock}", "%Y/%m/%d %H:%M").replace(tzinfo=UTC)


def _locomo_instant(text: str) -> datetime:
    """`1:56 pm on 8 May, 2023`, taken as UTC."""
    return datetime.strptime(text, "%I:%M %p on %d %B, %Y").replace(tzinfo=UTC)


# --- updates -----------------------------------------------------------------------------
def updates_made(memory: Memory, data: Path) -> dict[str, Any]:
    """How many knowledge updates displace something, and how many what was asked for."""
    updates = knowledge_updates.load(data)
    displaced, exact, missed = 0, 0, []
    for update in updates:
        owner = memory.owner(f"update {update.question_id}")
        for source, said in (("s1", update.stale), ("s2", update.fresh)):
            owner.capture([doxa.Turn("user", text, at=said.at) for text in said.turns], source=source)
        pairs = displaced_by_a_later_session(owner)
        # Some questions ask for the value before the change, so the answer may be on either side.
        is_exact = any(differ_in_the_answer(update, old, new) for old, new in pairs)
        displaced += bool(pairs)
        exact += bool(pairs) and is_exact
        missed += [] if is_exact and pairs else [update.question_id]
    return {"n": len(updates), "displaced": displaced, "with_the_answer": exact, "missed": missed}


def displaced_by_a_later_session(owner: Owner) -> list[tuple[str, str]]:
    held = {item.id: item for item in owner.list(limit=1000, include_archive=True)}
    for item in owner.list(limit=1000, stance="superseded", include_archive=True):
        held[item.id] = item
    return [
        (item.text, held[item.superseded_by].text)
        for item in held.values()
        if item.superseded_by in held and item.source == "s1" and held[item.superseded_by].source == "s2"
    ]


# --- figures -----------------------------------------------------------------------------
def by_rule(links: Sequence[Link]) -> dict[str, dict[str, int]]:
    return {
        event: dict(Counter(link.rule for link in links if link.event == event).most_common())
        for event in EVENTS
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--data", type=Path, default=Path(__file__).parents[2] / "shared/data")
    parser.add_argument("--embedder", default="universal", choices=["universal", "hashed"])
    parser.add_argument("--pairs", type=Path, help="where to write the links, one JSON object a line")
    parser.add_argument("--sample", type=int, help="write only so many, drawn at random")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    links: list[Link] = []
    with doxa.open(":memory:", embedder=given.embedder) as memory:
        with listening(links):
            claims = {
                "longmemeval": capture_longmemeval(memory, given.data),
                "locomo_dev5": capture_locomo(memory, given.data),
            }
        updates = updates_made(memory, given.data)
    if given.pairs:
        chosen = links
        if given.sample and given.sample < len(links):
            chosen = random.Random(given.seed).sample(links, given.sample)
        given.pairs.write_text("".join(json.dumps(asdict(link)) + "\n" for link in chosen), "utf-8")
    report = {"claims": claims, "links": by_rule(links), "knowledge_updates": updates}
    json.dump(report, sys.stdout, indent=2)
    print()


if __name__ == "__main__":
    main()
