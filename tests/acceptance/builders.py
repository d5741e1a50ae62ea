"""Values for the acceptance tests, and how they start `doxa` as a user would."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any

from doxa import Turn

COMMAND = (sys.executable, "-c", "from doxa.faces.cli import main; main()")


def instant(text: str) -> datetime:
    """A day or a moment in UTC: `2026-03-02`, `2026-03-02T09:00`."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


class Clock:
    """Moves on by one second a look, so that no two calls are of one moment; a test may set it."""

    def __init__(self, now: str = "2026-07-01") -> None:
        self.now = instant(now)

    def __call__(self) -> datetime:
        self.now += timedelta(seconds=1)
        return self.now

    def set(self, now: str) -> None:
        self.now = instant(now)

    def ago(self, **span: float) -> datetime:
        return self.now - timedelta(**span)


class Ids:
    """`m_1`, `o_2` ...: one count for all kinds, and salts as long as real ones."""

    def __init__(self) -> None:
        self._numbers = count(1)

    def __call__(self, prefix: str) -> str:
        number = next(self._numbers)
        return f"{number:032x}" if prefix == "salt" else f"{prefix}_{number}"


def said(text: str, at: str | None = None, by: str = "user") -> Turn:
    return Turn(by, text, at=at)


def texts(found: Sequence[Any]) -> list[str]:
    """What is said, of hits, of views or of candidates."""
    return [one.text for one in found]


@dataclass(frozen=True, slots=True)
class Ran:
    """A finished `doxa` process."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


def clean_environment(**given: str) -> dict[str, str]:
    """Ours without any `DOXA_*`, with the embedder that needs no weights; and what is given."""
    kept = {name: value for name, value in os.environ.items() if not name.upper().startswith("DOXA_")}
    return {**kept, "DOXA_EMBEDDER": "hashed", "PYTHONIOENCODING": "utf-8", **given}


def run_doxa(
    *words: str,
    db: Path | str | None = None,
    owner: str | None = None,
    stdin: str | None = None,
    env: Mapping[str, str] | None = None,
    before: Callable[[], None] | None = None,
) -> Ran:
    """Run one command as a process of its own; ``before`` runs in it before `doxa` starts."""
    place = () if db is None else ("--db", str(db))
    whose = () if owner is None else ("--owner", owner)
    ran = subprocess.run(
        [*COMMAND, *words, *place, *whose],
        input=stdin if stdin is not None else "",
        capture_output=True,
        encoding="utf-8",
        env=clean_environment(**(env or {})),
        preexec_fn=before,
        timeout=60,
        check=False,
    )
    return Ran(ran.returncode, ran.stdout, ran.stderr)
