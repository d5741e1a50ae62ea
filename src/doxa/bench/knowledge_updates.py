"""The knowledge updates of LongMemEval: what was said first, and what replaced it.

The data is Di Wu and others', MIT; its notice stands beside the shipped file.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.resources import files
from pathlib import Path
from typing import Any

from doxa.errors import InvalidInput

FILE = "longmemeval_ku_evidence_78.json"
DEVELOPMENT = Path("../shared/data")


@dataclass(frozen=True, slots=True)
class Said:
    """The gold turns of one session, and when it took place."""

    at: datetime
    turns: tuple[str, ...]

    @property
    def text(self) -> str:
        return "\n".join(self.turns)


@dataclass(frozen=True, slots=True)
class Update:
    question_id: str
    question: str
    answer: str
    asked_at: datetime
    stale: Said
    fresh: Said


def load(folder: Path | None = None) -> tuple[Update, ...]:
    """The questions that have gold turns in both of their sessions, in the order of the file."""
    updates = []
    for record in json.loads(_read(folder)):
        sessions = [_gold(session) for session in record["haystack_sessions"]]
        if len(sessions) == 2 and all(sessions):
            dates = [_instant(text) for text in record["haystack_dates"]]
            stale, fresh = (Said(at, turns) for at, turns in zip(dates, sessions, strict=True))
            updates.append(
                Update(
                    record["question_id"],
                    record["question"],
                    str(record["answer"]),
                    _instant(record["question_date"]),
                    stale,
                    fresh,
                )
            )
    return tuple(updates)


def _read(folder: Path | None) -> str:
    """From the folder that is named, the development folder where there is one, else as shipped."""
    for root in [folder] if folder else [DEVELOPMENT]:
        for path in (root / "longmemeval" / FILE, root / FILE):
            if path.is_file():
                return path.read_text(encoding="utf-8")
    if folder is not None:
        raise InvalidInput(
            f"{folder} holds no {FILE}: name the folder of the evaluation data, or leave it out"
        )
    return files("doxa.bench").joinpath("data", FILE).read_text(encoding="utf-8")


def _gold(session: list[dict[str, Any]]) -> tuple[str, ...]:
    return tuple(turn["content"] for turn in session if turn.get("has_answer"))


def _instant(text: str) -> datetime:
    """`2023/05/25 (Thu) 20:21`, taken as UTC."""
    day, _, clock = text.split()
    return datetime.strptime(f"{day} {clock}", "%Y/%m/%d %H:%M").replace(tzinfo=UTC)
