"""What every test may ask for: a clock, ids, a memory, an owner; and no settings from outside."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest
from tests.acceptance.builders import Clock, Ids, Ran

if TYPE_CHECKING:  # the pure tests should not wait for the database to be imported
    from doxa.index.embedders import UniversalSentenceEmbedder
    from doxa.memory import Memory, Owner


@pytest.fixture(autouse=True)
def _environment_without_doxa(monkeypatch):
    """A setting of whoever runs the tests must not decide how they end."""
    for name in [name for name in os.environ if name.upper().startswith("DOXA_")]:
        monkeypatch.delenv(name)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def ids() -> Ids:
    return Ids()


@pytest.fixture
def open_memory(clock, ids) -> Iterator[Callable[..., Memory]]:
    """Opens memories on the test's clock, without weights unless given an embedder, and closes them."""
    from doxa.bootstrap import build
    from doxa.memory import Memory
    from doxa.settings import read_settings

    opened: list[Memory] = []

    def opening(
        location: object = ":memory:", *, embedder: Any = None, model: Any = None, **settings: object
    ) -> Memory:
        if isinstance(model, str):  # a setting, and no model that was made by a test
            settings, model = {**settings, "model": model}, None
        wanted = read_settings(embedder="hashed", **settings)
        service = build(str(location), wanted, clock=clock, new_id=ids, embedder=embedder, model=model)
        opened.append(Memory(service))
        return opened[-1]

    yield opening
    for memory in opened:
        memory.close()


@pytest.fixture
def memory(open_memory) -> Memory:
    made: Memory = open_memory()
    return made


@pytest.fixture
def owner(memory) -> Owner:
    found: Owner = memory.owner("ana")
    return found


@pytest.fixture(scope="session")
def sentence_embedder() -> UniversalSentenceEmbedder:
    """The default embedder, loaded once: for what turns on meaning and not on words."""
    from doxa.index.embedders import UniversalSentenceEmbedder

    return UniversalSentenceEmbedder()


@pytest.fixture
def ana(open_memory, sentence_embedder) -> Owner:
    """An owner whose memory knows what words mean, as a user gets it."""
    found: Owner = open_memory(embedder=sentence_embedder).owner("ana")
    return found


class Typed:
    """What stands on standard input."""

    def __init__(self, text: str) -> None:
        self._text = text

    def read(self) -> str:
        return self._text


@pytest.fixture
def cli(monkeypatch, capsys) -> Callable[..., Ran]:
    """Runs one command of ana's in this process, by the way in of the console script."""
    monkeypatch.setenv("DOXA_EMBEDDER", "hashed")

    def running(*words: str, db: object = None, owner: str | None = "ana", stdin: str = "") -> Ran:
        from doxa.faces.cli import main

        place = () if db is None else ("--db", str(db))
        whose = () if owner is None else ("--owner", owner)
        monkeypatch.setattr(sys, "argv", ["doxa", *words, *place, *whose])
        monkeypatch.setattr(sys, "stdin", Typed(stdin))
        capsys.readouterr()
        with pytest.raises(SystemExit) as stopped:
            main()
        printed = capsys.readouterr()
        return Ran(int(stopped.value.code or 0), printed.out, printed.err)

    return running
