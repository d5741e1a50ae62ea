"""Migrating gives what creating gives; what is newer or not ours is refused; twice is once."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, Engine, create_engine, inspect, text

from doxa.errors import SchemaTooNew, StoreDamaged
from doxa.store import migrations
from doxa.store.migrations import HEAD, REVISIONS
from doxa.store.schema import metadata
from doxa.store.sqlite import driver
from doxa.store.upgrade import VERSION_TABLE, create, ensure_schema, migrate, version_of

VERSIONS = Path(migrations.__file__).parent / "versions"


def shape(connection: Connection) -> dict[str, object]:
    """Every table as the database itself describes it."""
    found = inspect(connection)
    return {
        table: {
            "columns": [
                (c["name"], str(c["type"]), c["nullable"], c["default"]) for c in found.get_columns(table)
            ],
            "primary key": found.get_pk_constraint(table)["constrained_columns"],
            "foreign keys": sorted(
                (str(k["name"]), k["constrained_columns"], k["referred_table"], k["referred_columns"])
                for k in found.get_foreign_keys(table)
            ),
            "unique keys": sorted(
                (str(k["name"]), k["column_names"]) for k in found.get_unique_constraints(table)
            ),
            "indexes": sorted((k["name"], k["column_names"], k["unique"]) for k in found.get_indexes(table)),
        }
        for table in sorted(found.get_table_names())
    }


@pytest.fixture
def sqlite(tmp_path):
    engines: list[Engine] = []

    def empty():
        engines.append(create_engine(f"sqlite:///{tmp_path / f'{len(engines)}.db'}", module=driver()))
        return engines[-1].connect()

    yield empty
    for engine in engines:
        engine.dispose()


@pytest.fixture
def begun(sqlite):
    """A connection to an empty file, inside the kind of transaction the store gives a migration."""
    with sqlite() as connection:
        connection.connection.driver_connection.isolation_level = None
        connection.exec_driver_sql("BEGIN IMMEDIATE")
        yield connection


# -- fresh equals migrated ----------------------------------------------------------------------


def test_on_sqlite_migrating_from_nothing_gives_what_creating_gives(sqlite):
    with sqlite() as fresh, sqlite() as migrated:
        create(fresh)
        migrate(migrated)

        assert shape(migrated) == shape(fresh)
        assert version_of(migrated) == version_of(fresh) == HEAD


@pytest.mark.postgres
def test_on_postgres_migrating_from_nothing_gives_what_creating_gives(postgres):
    with postgres.connect() as fresh:
        create(fresh)
        created, version = shape(fresh), version_of(fresh)
        fresh.rollback()
    with postgres.connect() as migrated:
        migrate(migrated)

        assert shape(migrated) == created
        assert version_of(migrated) == version == HEAD


def test_on_sqlite_alembic_finds_nothing_left_to_do(sqlite):
    with sqlite() as connection:
        migrate(connection)
        context = MigrationContext.configure(connection, opts={"compare_type": True})

        assert compare_metadata(context, metadata) == []


@pytest.mark.postgres
def test_on_postgres_alembic_finds_nothing_left_to_do(postgres):
    with postgres.connect() as connection:
        migrate(connection)
        context = MigrationContext.configure(connection, opts={"compare_type": True})

        assert compare_metadata(context, metadata) == []


def test_both_databases_get_the_same_columns(sqlite):
    """By name, order and whether they may be empty; a type has another name in each."""
    with sqlite() as connection:
        create(connection)
        found = inspect(connection)
        for table in metadata.tables.values():
            assert [(c["name"], c["nullable"]) for c in found.get_columns(table.name)] == [
                (c.name, c.nullable) for c in table.columns
            ]


# -- going up and down --------------------------------------------------------------------------


def test_migrating_twice_changes_nothing(sqlite):
    with sqlite() as connection:
        migrate(connection)
        connection.execute(text("INSERT INTO owners VALUES ('ana', 1, 0, 'h', 'UTC', 0)"))
        before = shape(connection)
        migrate(connection)

        assert shape(connection) == before
        assert connection.execute(text("SELECT count(*) FROM owners")).scalar() == 1


def test_ensuring_twice_changes_nothing(begun):
    ensure_schema(begun, "here")
    before = shape(begun)
    ensure_schema(begun, "here")

    assert (shape(begun), version_of(begun)) == (before, HEAD)


def test_a_migration_that_fails_half_way_leaves_nothing(begun):
    migrate(begun)
    assert begun.connection.driver_connection.in_transaction  # Alembic did not commit behind our back
    begun.rollback()

    assert inspect(begun).get_table_names() == []


@pytest.mark.postgres
def test_a_migration_that_fails_half_way_leaves_nothing_on_postgres(postgres):
    with postgres.connect() as connection:
        connection.begin()
        migrate(connection)
        connection.rollback()

        assert inspect(connection).get_table_names() == []


def test_the_first_migration_can_be_taken_back(sqlite):
    from alembic import command
    from alembic.config import Config

    with sqlite() as connection:
        migrate(connection)
        config = Config()
        config.set_main_option("script_location", str(VERSIONS.parent))
        config.attributes["connection"] = connection
        command.downgrade(config, "base")

        assert inspect(connection).get_table_names() == [VERSION_TABLE]
        migrate(connection)
        assert version_of(connection) == HEAD


# -- the history --------------------------------------------------------------------------------


def test_the_history_named_in_the_code_is_the_one_in_the_folder():
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(VERSIONS.parent))
    walked = [script.revision for script in ScriptDirectory.from_config(config).walk_revisions()]

    assert tuple(reversed(walked)) == REVISIONS


@pytest.mark.parametrize("path", sorted(VERSIONS.glob("rev_*.py")), ids=lambda path: path.name)
def test_a_released_migration_imports_nothing_that_lives_on(path):
    tree = ast.parse(path.read_text())
    imported = {
        name.name.partition(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in (node.names if isinstance(node, ast.Import) else [ast.alias(node.module or ".")])
    }

    assert imported <= {"alembic", "sqlalchemy"}


# -- what is refused ----------------------------------------------------------------------------


def test_a_newer_schema_is_refused_and_left_as_it_is(begun):
    create(begun)
    begun.execute(text(f"UPDATE {VERSION_TABLE} SET version_num = '0999'"))
    before = shape(begun)

    with pytest.raises(SchemaTooNew, match=r"0999.*upgrade doxa"):
        ensure_schema(begun, "here")
    assert (shape(begun), version_of(begun)) == (before, "0999")


def test_somebody_elses_database_is_refused_and_left_as_it_is(begun):
    begun.execute(text("CREATE TABLE bookmarks (id INTEGER PRIMARY KEY)"))

    with pytest.raises(StoreDamaged, match="here holds other tables"):
        ensure_schema(begun, "here")
    assert inspect(begun).get_table_names() == ["bookmarks"]


def test_somebody_elses_database_that_alembic_keeps_too_is_refused_as_such(begun):
    begun.execute(text("CREATE TABLE bookmarks (id INTEGER PRIMARY KEY)"))
    begun.execute(text(f"CREATE TABLE {VERSION_TABLE} (version_num VARCHAR(32) NOT NULL)"))
    begun.execute(text(f"INSERT INTO {VERSION_TABLE} VALUES ('ae1027a6acf')"))

    with pytest.raises(StoreDamaged, match="here holds other tables"):
        ensure_schema(begun, "here")


def test_somebody_elses_database_with_a_revision_of_our_number_is_refused(begun):
    begun.execute(text("CREATE TABLE bookmarks (id INTEGER PRIMARY KEY)"))
    begun.execute(text(f"CREATE TABLE {VERSION_TABLE} (version_num VARCHAR(32) NOT NULL)"))
    begun.execute(text(f"INSERT INTO {VERSION_TABLE} VALUES ('{HEAD}')"))

    with pytest.raises(StoreDamaged, match="here holds other tables"):
        ensure_schema(begun, "here")
