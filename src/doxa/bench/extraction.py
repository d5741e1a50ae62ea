"""extraction: whether what answers a question becomes a claim, how much of the claims is junk, how fast.

Both speakers of a LoCoMo conversation are people: the first is taken as the owner, the second
as another speaker, as capture does with `--me`.  Texts are never part of a report.
"""

from __future__ import annotations

import csv
import json
import re
import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.resources import files
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from doxa.domain.claim import Claim, Segment
from doxa.language.extraction import RuleExtractor
from doxa.language.sentences import sentence_spans

from .knowledge_updates import DEVELOPMENT
from .locomo import CATEGORIES, Chat, ChatTurn, Question, load
from .progress import watched

EVIDENCE = "longmemeval/longmemeval_oracle_evidence_500.json"
VERDICTS = "extraction_sample.csv"
SAMPLE = 200
REPEATS = 5
# Answers share these with any text.
_COMMON = frozenset(
    "the a an of to and in on for with at by is was her his their he she they it its that this from as be "
    "are were has have had not did do does yes no likely because or".split()
)
_WORD = re.compile(r"[a-z0-9']+")

Claims = Mapping[str, tuple[Claim, ...]]


@dataclass(frozen=True, slots=True)
class Extracted:
    """A conversation and the claims of each of its turns."""

    chat: Chat
    claims: Claims


@dataclass(frozen=True, slots=True)
class Found:
    """What became of the gold turns of one question."""

    category: int
    is_any: bool  # a gold turn yields a claim
    is_all: bool  # every gold turn does
    is_answer_quoted: (
        bool | None
    )  # every word that answer and gold turns share is in a quote; None: no such word


def measure(folder: Path | None = None) -> dict[str, Any]:
    """Percentages; a set that is not in the data folder is None."""
    root = folder or DEVELOPMENT
    chats = [
        Extracted(chat, {turn.turn_id: _claims(chat, turn) for turn in chat.turns.values()})
        for chat in watched(load(root), "extraction")
    ]
    return {
        "bench": "extraction",
        "locomo": coverage(chats) if chats else None,
        "junk": junk(chats, _verdicts()) if chats else None,
        "longmemeval": _longmemeval(root / EVIDENCE),
        "speed": speed([(one.chat, turn) for one in chats for turn in one.chat.turns.values()])
        if chats
        else None,
    }


def _segment(chat: Chat, turn: ChatTurn) -> Segment:
    return Segment(turn.text, turn.at, speaker=turn.speaker, is_owner=turn.speaker == chat.owner)


def _claims(chat: Chat, turn: ChatTurn) -> tuple[Claim, ...]:
    segment = _segment(chat, turn)
    claims = RuleExtractor().extract(segment)
    # A claim without its words would not count.
    return tuple(
        claim for claim in claims if claim.quote and turn.text[claim.start : claim.end] == claim.quote
    )


def coverage(chats: Sequence[Extracted]) -> dict[str, Any]:
    turns = [(turn, one.claims[turn.turn_id]) for one in chats for turn in one.chat.turns.values()]
    questions = [(one, question) for one in chats for question in one.chat.questions]
    gold = {
        (one.chat.chat_id, turn_id): one.chat.turns[turn_id]
        for one, question in questions
        for turn_id in question.evidence
    }
    found = [result for one, question in questions if (result := _find(one, question)) is not None]
    return {
        "turns": len(turns),
        "claims_per_turn": round(sum(len(claims) for _, claims in turns) / len(turns), 2),
        "turns_without_claim": _percent(sum(not claims for _, claims in turns), len(turns)),
        "questions": len(found),
        "questions_without_gold_turn": len(questions) - len(found),
        "gold_turns": len(gold),
        "gold_turns_with_image": sum(turn.has_image for turn in gold.values()),
        "gold_turns_without_text": sum(not turn.text.strip() for turn in gold.values()),
    } | {
        name: _by_category(found, name) for name in ("is_any", "is_all", "is_answer_quoted")
    }  # fmt: skip


def _find(one: Extracted, question: Question) -> Found | None:
    """None where no gold turn has any text: then nothing could be found."""
    gold = [turn_id for turn_id in question.evidence if one.chat.turns[turn_id].text.strip()]
    if not gold:
        return None
    yields = [bool(one.claims[turn_id]) for turn_id in gold]
    asked = _words([question.answer]) & _words(one.chat.turns[turn_id].text for turn_id in gold)
    quoted = _words(claim.quote for turn_id in gold for claim in one.claims[turn_id])
    return Found(question.category, any(yields), all(yields), asked <= quoted if asked else None)


def _words(texts: Iterable[str]) -> frozenset[str]:
    """The telling words, plural and singular alike."""
    words = (word for text in texts for word in _WORD.findall(text.lower().replace("’", "'")))
    return frozenset(word.rstrip("s") for word in words if word not in _COMMON)


def _by_category(found: Sequence[Found], name: str) -> dict[str, float]:
    report = {}
    for label, category in [("all", None), *((label, number) for number, label in CATEGORIES.items())]:
        hits = [getattr(one, name) for one in found if category in (None, one.category)]
        known = [hit for hit in hits if hit is not None]
        report[label] = _percent(sum(known), len(known))
    return report


# --- junk ----------------------------------------------------------------------------------
Place = tuple[str, str, int, int]  # conversation, turn, start and end of the quote


def places(chats: Sequence[Extracted]) -> list[Place]:
    """Where every claim stands, in the order of the text."""
    found = {
        (one.chat.chat_id, turn_id, claim.start, claim.end)
        for one in chats
        for turn_id, claims in one.claims.items()
        for claim in claims
    }
    return sorted(
        found, key=lambda place: (place[0], [int(part) for part in place[1][1:].split(":")], place[2:])
    )


def sample(chats: Sequence[Extracted], seed: int, size: int = SAMPLE) -> list[Place]:
    """Claims to be judged by hand; the same seed draws the same of the same claims."""
    return Random(seed).sample(places(chats), size)


def junk(chats: Sequence[Extracted], verdicts: Sequence[Mapping[str, str]]) -> dict[str, Any]:
    """What a reader said of each sampled claim, of those that are still given word for word."""
    given = set(places(chats))
    report: dict[str, Any] = {}
    for name in dict.fromkeys(row["sample"] for row in verdicts):
        rows = [row for row in verdicts if row["sample"] == name]
        still = [row for row in rows if _place(row) in given]
        kinds = Counter(row["kind"] for row in still if row["verdict"] == "junk")
        report[name] = {
            "judged": len(rows),
            "junk_when_judged": _percent(sum(row["verdict"] == "junk" for row in rows), len(rows)),
            "doubt_when_judged": _percent(sum(row["verdict"] == "doubt" for row in rows), len(rows)),
            "still_given": len(still),
            "junk": _percent(sum(kinds.values()), len(still)),
            "kinds": dict(kinds.most_common()),
        }
    return report


def _place(row: Mapping[str, str]) -> Place:
    return row["conversation"], row["turn"], int(row["start"]), int(row["end"])


def _verdicts() -> list[dict[str, str]]:
    text = files("doxa.bench").joinpath("data", VERDICTS).read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines()))


# --- the rest ------------------------------------------------------------------------------
def _longmemeval(path: Path) -> dict[str, Any] | None:
    """The gold turns that the user said, each taken as the owner's; assistants' give none by rule."""
    if not path.is_file():
        return None
    turns = [
        turn
        for record in json.loads(path.read_text(encoding="utf-8"))
        for session in record["haystack_sessions"]
        for turn in session
        if turn.get("has_answer")
    ]
    said = [turn["content"] for turn in turns if turn["role"] == "user"]
    at = datetime(2024, 1, 1, tzinfo=UTC)  # dates are not looked at here
    hits = sum(bool(RuleExtractor().extract(Segment(text, at))) for text in said)
    return {"gold_turns": len(turns), "by_user": len(said), "yield": _percent(hits, len(said))}


def speed(turns: Sequence[tuple[Chat, ChatTurn]], repeats: int = REPEATS) -> dict[str, float]:
    """Turns a second on one core, without embedding; beside it the splitting into sentences alone.

    Only the ratio of the two means anything on another machine.
    """
    segments = [_segment(chat, turn) for chat, turn in turns]
    extractor = RuleExtractor()
    whole, split = [], []
    for _ in range(repeats):
        whole.append(_seconds(extractor.extract, segments))
        split.append(_seconds(lambda segment: sentence_spans(segment.text), segments))
    return {
        "turns_per_second": round(len(segments) / median(whole)),
        "turns_per_second_splitting": round(len(segments) / median(split)),
        "ratio": round(median(whole) / median(split), 2),
    }


def _seconds(work: Any, segments: Sequence[Segment]) -> float:
    started = time.perf_counter()
    for segment in segments:
        work(segment)
    return time.perf_counter() - started


def _percent(part: int, whole: int) -> float:
    return round(100 * part / whole, 1) if whole else 0.0


def render(report: Mapping[str, Any]) -> None:
    """The report as tables on standard output."""
    from rich.console import Console
    from rich.table import Table

    console = Console()
    if (locomo := report["locomo"]) is None:
        console.print("LoCoMo is not in the data folder: name it with --data")
    else:
        _render_locomo(console, locomo, report)
    if (other := report["longmemeval"]) is not None:
        console.print(
            f"LongMemEval: {other['yield']}% of {other['by_user']} gold turns by the user yield a claim "
            f"({other['gold_turns'] - other['by_user']} more are an assistant's)"
        )
    if (junk := report["junk"]) is not None:
        table = Table(title="extraction: claims read by hand", box=None)
        for name in ("sample", "judged", "junk then", "in doubt", "still given", "junk of these"):
            table.add_column(name, justify="left" if name == "sample" else "right")
        for name, one in junk.items():
            shares = (
                str(one[key]) if key in ("judged", "still_given") else f"{one[key]:.1f}"
                for key in ("judged", "junk_when_judged", "doubt_when_judged", "still_given", "junk")
            )
            table.add_row(name, *shares)
        console.print(table)


def _render_locomo(console: Any, locomo: Mapping[str, Any], report: Mapping[str, Any]) -> None:
    from rich.table import Table

    table = Table(title=f"extraction: {locomo['questions']} questions of LoCoMo", box=None)
    table.add_column("share of questions where", justify="left")
    names = {
        "is_any": "a gold turn yields a claim",
        "is_all": "every gold turn does",
        "is_answer_quoted": "quotes hold the answer's words",
    }
    for label in locomo["is_any"]:
        table.add_column(label, justify="right")
    for key, words in names.items():
        table.add_row(words, *(f"{share:.1f}" for share in locomo[key].values()))
    console.print(table)
    speed = report["speed"]
    console.print(
        f"{locomo['claims_per_turn']} claims a turn; {locomo['turns_without_claim']}% of {locomo['turns']} "
        f"turns yield none; "
        f"{locomo['gold_turns_with_image']} of {locomo['gold_turns']} gold turns come with an image, "
        f"{locomo['gold_turns_without_text']} have no text; {locomo['questions_without_gold_turn']} "
        f"questions have no gold turn"
    )
    console.print(
        f"{speed['turns_per_second']:,} turns a second on one core, {speed['ratio']} times the cost of "
        f"splitting into sentences"
    )
