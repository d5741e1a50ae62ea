from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from doxa.bootstrap import build
from doxa.service.memory_service import MemoryService
from doxa.settings import read_settings
from doxa.store.sqlite import driver
from doxa.testing import FixedClock, SequentialIds

Opening = Callable[..., MemoryService]
Sql = Callable[..., list[tuple[object, ...]]]


@pytest.fixture
def path(tmp_path) -> Path:
    found: Path = tmp_path / "memory.db"
    return found


@pytest.fixture
def opening(path) -> Iterator[Opening]:
    """Opens services on the test's file: vectors without weights, no waiting for the disk."""
    clock, ids = FixedClock(), SequentialIds()
    opened: list[MemoryService] = []

    def open_service(where: object = path, **wanted: object) -> MemoryService:
        settings = read_settings(**{"embedder": "hashed", "is_durable": False, **wanted})
        opened.append(build(str(where), settings, clock=clock, new_id=ids))
        return opened[-1]

    yield open_service
    for service in opened:
        service.close()


@pytest.fixture
def sql(path) -> Sql:
    """Reads or changes the file behind doxa's back."""

    def run(statement: str, *values: object, where: object = path) -> list[tuple[object, ...]]:
        connection = driver().connect(str(where))
        try:
            found: list[tuple[object, ...]] = connection.execute(statement, values).fetchall()
            connection.commit()
            return found
        finally:
            connection.close()

    return run
