"""LoCoMo: long conversations of two people, and questions with the turns that answer them.

The data is Maharana and others', CC BY-NC: read from the data folder, never shipped.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from doxa.errors import InvalidInput

FILE = "locomo/locomo_dev5.json"
CATEGORIES = {1: "multi-hop", 2: "temporal", 3: "open", 4: "single-hop"}  # 5 has no answer

_SESSION = re.compile(r"session_(\d+)")
# "D8:6; D9:17", "D:11:26"
_EVIDENCE = re.compile(r"D:?(\d+):(\d+)")


@dataclass(frozen=True, slots=True)
class ChatTurn:
    turn_id: str  # "D8:6", as evidence names it
    speaker: str
    text: str
    at: datetime
    has_image: bool


@dataclass(frozen=True, slots=True)
class Question:
    """``evidence`` are the turns that answer it, as far as they are there."""

    text: str
    answer: str
    category: int
    evidence: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Chat:
    """``owner`` is one of the two speakers; the other is an other person."""

    chat_id: str
    owner: str
    turns: Mapping[str, ChatTurn]
    questions: tuple[Question, ...]


def load(folder: Path) -> tuple[Chat, ...]:
    """The conversations of the file; none where the folder has no such file."""
    path = folder / FILE
    if not path.is_file():
        return ()
    try:
        records = json.loads(path.read_text(encoding="utf-8"))
        return tuple(_chat(record) for record in records)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise InvalidInput(f"{path} is not LoCoMo's JSON: name the folder of the evaluation data") from error


def _chat(record: Mapping[str, Any]) -> Chat:
    said = record["conversation"]
    turns = {turn.turn_id: turn for turn in _turns(said)}
    questions = tuple(
        Question(q["question"], str(q["answer"]), q["category"], evidence_of(q.get("evidence", ()), turns))
        for q in record["qa"]
        if q["category"] in CATEGORIES
    )
    return Chat(record["sample_id"], said["speaker_a"], turns, questions)


def _turns(said: Mapping[str, Any]) -> Iterator[ChatTurn]:
    sessions = [(int(found[1]), name) for name in said if (found := _SESSION.fullmatch(name))]
    for _, name in sorted(sessions):
        at = datetime.strptime(said[f"{name}_date_time"], "%I:%M %p on %d %B, %Y").replace(tzinfo=UTC)
        for turn in said[name]:
            yield ChatTurn(turn["dia_id"], turn["speaker"], turn.get("text", ""), at, "img_url" in turn)


def evidence_of(named: Any, turns: Mapping[str, ChatTurn]) -> tuple[str, ...]:
    """The ids in the evidence that name a turn, each once; an entry may hold several."""
    ids = (f"D{session}:{turn}" for entry in named for session, turn in _EVIDENCE.findall(entry))
    return tuple(dict.fromkeys(turn_id for turn_id in ids if turn_id in turns))
