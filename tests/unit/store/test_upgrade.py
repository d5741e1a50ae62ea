"""Opening is quick: what is up to date is not migrated, and Alembic is not even imported."""

from __future__ import annotations

import subprocess
import sys

from sqlalchemy import inspect

from doxa.store.migrations import HEAD, REVISIONS
from doxa.store.schema import metadata
from doxa.store.sqlite import MEMORY, SqliteDatabase
from doxa.store.upgrade import VERSION_TABLE, create, ensure_schema, version_of

OPEN_TWICE = """
import sys
from doxa.store.sql_store import SqlStore
from doxa.store.sqlite import SqliteDatabase
for _ in range(2):
    SqlStore(SqliteDatabase(sys.argv[1])).close()
print("alembic" in sys.modules)
"""


def test_opening_imports_no_migration_tool(path):
    ran = subprocess.run(
        [sys.executable, "-c", OPEN_TWICE, str(path)], capture_output=True, text=True, check=True, timeout=60
    )

    assert ran.stdout == "False\n"


def test_a_database_without_tables_has_no_version():
    database = SqliteDatabase(MEMORY)
    with database.engine.connect() as connection:
        assert version_of(connection) is None
    database.close()


def test_creating_gives_every_table_and_the_latest_version():
    database = SqliteDatabase(MEMORY)
    with database.engine.connect() as connection:
        create(connection)
        assert set(inspect(connection).get_table_names()) == {*metadata.tables, VERSION_TABLE}
        assert version_of(connection) == HEAD == REVISIONS[-1]
        ensure_schema(connection, "here")
        assert version_of(connection) == HEAD
    database.close()
