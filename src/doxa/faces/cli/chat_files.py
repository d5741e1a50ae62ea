"""Chat files: a conversation as JSON, JSON Lines or plain ``speaker: text``.

Whatever is wrong with a file is one refusal that names the file, the line and the
fault, before anything of it is used: a chat is read whole or not at all.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NoReturn

from doxa.errors import InvalidInput


@dataclass(frozen=True, slots=True)
class ChatTurn:
    """``at`` is as written; whoever captures it knows the owner's zone and reads it then."""

    speaker: str
    text: str
    at: str | None = None
    role: str | None = None
    id: str | None = None


@dataclass(frozen=True, slots=True)
class Conversation:
    source: str | None
    turns: tuple[ChatTurn, ...]


# The names other programs give these things; the first that is present is taken, others are ignored.
SPEAKER_KEYS = ("speaker", "name", "role")
TEXT_KEYS = ("text", "content")
TIME_KEYS = ("at", "date", "time", "timestamp")
TURNS_KEYS = ("turns", "messages")
SOURCE_KEYS = ("source", "source_id", "id")

# A speaker is short and holds no sentence; "http://..." and "10:30" are not speakers.
_SPOKEN = re.compile(r"([^\W\d_][^:\n.!?]{0,39}?)[ \t]*[:：](?!//)[ \t]*(.*)")
_TOO_FAR = "a file holds turns, a conversation, or a list of conversations"


def parse_chat(data: str, name: str) -> tuple[Conversation, ...]:
    """The conversations of a file called ``name``; its form is told from its first character."""
    data = data.removeprefix("\ufeff")
    if not data.strip():
        raise InvalidInput(f"{name} is empty: give turns as JSON, JSON Lines or lines of 'speaker: text'")
    if data.lstrip()[0] not in "[{":
        return (_plain(data, name),)
    try:
        value = json.loads(data)
    except json.JSONDecodeError as error:
        if _looks_like_json_lines(data):
            return _json_lines(data, name)
        _refuse(name, error.lineno, f"not JSON ({error.msg}, column {error.colno})", error)
    except RecursionError as error:
        _refuse(name, 1, "nested too deep to be a chat", error)
    return _conversations(value, _Where(name, data))


@dataclass(frozen=True, slots=True)
class _Where:
    """A place in a file, to name in a refusal; a record of a JSON array is looked up when one is needed."""

    name: str
    data: str = ""
    line: int = 1
    record: int | None = None

    def refuse(self, fault: str) -> NoReturn:
        if self.record is None:
            _refuse(self.name, self.line, fault)
        line = _line_of_record(self.data, self.record)
        _refuse(self.name, line, f"turn {self.record + 1}: {fault}")


def _refuse(name: str, line: int, fault: str, cause: Exception | None = None) -> NoReturn:
    raise InvalidInput(f"{name}, line {line}: {fault}; nothing was taken") from cause


def _looks_like_json_lines(data: str) -> bool:
    """Whether the first line is a JSON object of its own: then the fault is in one of the lines."""
    first = next(line for line in data.splitlines() if line.strip())
    try:
        return isinstance(json.loads(first), dict)
    except (json.JSONDecodeError, RecursionError):
        return False


def _json_lines(data: str, name: str) -> tuple[Conversation, ...]:
    """One turn a line makes one conversation; one conversation a line makes as many as there are lines."""
    turns: list[ChatTurn] = []
    conversations: list[Conversation] = []
    # Only \n ends a line here: a text may hold other separators, which splitlines() would cut at.
    for number, line in enumerate(data.split("\n"), 1):
        if not line.strip():
            continue
        where = _Where(name, line=number)
        try:
            record = json.loads(line)
        except (json.JSONDecodeError, RecursionError) as error:
            _refuse(name, number, f"not JSON ({error})", error)
        if not isinstance(record, dict):
            where.refuse("not an object: a line is one turn or one conversation")
        if _is_conversation(record):
            conversations.append(_conversation(record, where))
        else:
            turns.append(_turn(record, where))
        if turns and conversations:
            where.refuse("turns and whole conversations are mixed in one file")
    return (Conversation(None, tuple(turns)),) if turns else tuple(conversations)


def _conversations(value: object, where: _Where) -> tuple[Conversation, ...]:
    if isinstance(value, dict) and _is_conversation(value):
        return (_conversation(value, where),)
    if isinstance(value, dict):
        return (Conversation(None, (_turn(value, where),)),)
    if not isinstance(value, list) or not value:
        where.refuse(f"no turns found: {_TOO_FAR}")
    if all(isinstance(item, dict) and _is_conversation(item) for item in value):
        return tuple(_conversation(item, where) for item in value)
    return (Conversation(None, _turns(value, where)),)


def _is_conversation(record: Mapping[str, object]) -> bool:
    return any(key in record for key in TURNS_KEYS)


def _conversation(record: Mapping[str, object], where: _Where) -> Conversation:
    turns = _first(record, TURNS_KEYS)
    if not isinstance(turns, list) or not turns:
        where.refuse("a conversation without turns: 'turns' is a list with at least one")
    return Conversation(_text_of(_first(record, SOURCE_KEYS), "source", where), _turns(turns, where))


def _turns(records: Iterable[object], where: _Where) -> tuple[ChatTurn, ...]:
    # In a line of JSON Lines the line number already says where.
    in_array = bool(where.data)
    return tuple(
        _turn(record, _Where(where.name, where.data, where.line, index) if in_array else where)
        for index, record in enumerate(records)
    )


def _turn(record: object, where: _Where) -> ChatTurn:
    if not isinstance(record, dict):
        where.refuse("not an object with a speaker and a text")
    text = _first(record, TEXT_KEYS)
    if not isinstance(text, str) or not text.strip():
        where.refuse("no text: a turn needs 'text' (or 'content') that is not blank")
    speaker = _text_of(_first(record, SPEAKER_KEYS), "speaker", where)
    if not speaker or not speaker.strip():
        where.refuse("no speaker: a turn needs 'speaker', 'name' or 'role'")
    return ChatTurn(
        speaker=speaker.strip(),
        text=text,
        at=_text_of(_first(record, TIME_KEYS), "at", where),
        role=_text_of(record.get("role"), "role", where),
        id=_text_of(record.get("id"), "id", where),
    )


def _first(record: Mapping[str, object], keys: tuple[str, ...]) -> object:
    return next((record[key] for key in keys if record.get(key) is not None), None)


def _text_of(value: object, key: str, where: _Where) -> str | None:
    """A name, a time or an id as text; a number is taken as it is written."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    if value is not None and not isinstance(value, str):
        where.refuse(f"'{key}' is neither text nor a number")
    return value


def _line_of_record(data: str, index: int) -> int:
    """The 1-based line on which the ``index``-th turn of a JSON array begins.

    Counted by skipping whole values, so that braces within texts do not count.  In a
    list of conversations the turns of the first are what is counted: close enough to look.
    """
    decoder = json.JSONDecoder()
    found = re.search(r'"(?:turns|messages)"\s*:\s*\[', data)
    at = found.end() if found else data.index("[") + 1 if "[" in data else 0
    for _ in range(index + 1):
        at += len(data[at:]) - len(data[at:].lstrip(" \t\r\n,"))
        start = at
        try:
            at = decoder.raw_decode(data, at)[1]
        except (json.JSONDecodeError, RecursionError):
            break
    else:
        at = start
    return data.count("\n", 0, at) + 1


def _plain(data: str, name: str) -> Conversation:
    """``speaker: text`` a line; one that is indented or names no speaker goes on with the turn before."""
    turns: list[tuple[int, str, list[str]]] = []
    for number, line in enumerate(data.splitlines(), 1):
        spoken = None if line[:1].isspace() else _SPOKEN.fullmatch(line)
        if spoken:
            turns.append((number, spoken[1].strip(), [spoken[2]]))
        elif turns:
            turns[-1][2].append(line.strip())
        elif line.strip():
            _refuse(name, number, "no 'speaker:' here and no turn before that it could go on with")
    taken = []
    for number, speaker, lines in turns:
        text = "\n".join(lines).strip()
        if not text:
            _refuse(name, number, f"{speaker!r} says nothing: write 'speaker: text'")
        taken.append(ChatTurn(speaker, text))
    return Conversation(None, tuple(taken))
