"""The store contract, on a SQLite file and in memory."""

from __future__ import annotations

import pytest

from doxa.store.sql_store import SqlStore
from doxa.store.sqlite import MEMORY, SqliteDatabase
from doxa.testing import StoreContract


class TestOnAFile(StoreContract):
    @pytest.fixture
    def store(self, tmp_path):
        # What is proved here is not the disk's own sync.
        store = SqlStore(SqliteDatabase(str(tmp_path / "memory.db"), is_durable=False))
        yield store
        store.close()


class TestInMemory(StoreContract):
    @pytest.fixture
    def store(self):
        store = SqlStore(SqliteDatabase(MEMORY))
        yield store
        store.close()
