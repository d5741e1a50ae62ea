"""Capture from a file: one or many conversations, read whole before anything is taken."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from typing import Any

from rich.progress import Progress

from doxa.domain.source import Turn
from doxa.errors import InvalidInput
from doxa.faces.cli.chat_files import Conversation, parse_chat
from doxa.memory import Owner

from .session import err

STDIN = "-"


def capture_file(
    memory: Owner,
    file: str,
    *,
    source: str | None,
    me: str | None,
    channel: str,
    at: str | None,
    zone: str | None,
    replace: bool,
    dry_run: bool,
) -> Any:
    """Take every conversation of the file; a fault anywhere in it is found before the first is taken."""
    chats = _named(parse_chat(_read(file), file), file, source)
    for _, turns in chats:
        memory.check(turns, me=me, at=at, zone=zone)
    if dry_run:
        return tuple(claim for _, turns in chats for claim in memory.extract(turns, me=me, at=at, zone=zone))
    done = []
    with Progress(console=err, transient=True, disable=len(chats) == 1 or not err.is_terminal) as progress:
        for name, turns in progress.track(chats, description="capturing"):
            done.append(
                memory.capture(
                    turns,
                    source=name,
                    channel=channel,
                    me=me,
                    at=at,
                    zone=zone,
                    replace=replace,
                    actor="cli",
                )
            )
    return tuple(done)


def _named(
    conversations: tuple[Conversation, ...], file: str, source: str | None
) -> list[tuple[str | None, list[Turn]]]:
    stem = None if file == STDIN else Path(file).stem
    base = source or stem
    chats = []
    for number, conversation in enumerate(conversations, start=1):
        name = base if len(conversations) == 1 else f"{base}-{number}" if base else None
        turns = [Turn(t.speaker, t.text, t.at, t.role, t.id) for t in conversation.turns]
        chats.append((conversation.source or name if source is None else name, turns))
    names = [name for name, _ in chats if name is not None]
    for double in (name for name, count in Counter(names).items() if count > 1):
        raise InvalidInput(f"{file} has two conversations called {double!r}: give each a name of its own")
    return chats


def _read(file: str) -> str:
    if file == STDIN:
        return sys.stdin.read()
    try:
        return Path(file).read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise InvalidInput(f"{file} is not UTF-8 text (byte {error.start}): convert it first") from error
    except OSError as error:
        raise InvalidInput(f"{file} cannot be read: {error.strerror}") from error
