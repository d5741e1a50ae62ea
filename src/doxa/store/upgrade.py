"""Bring a database to the schema of this release, or say why that cannot be."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, inspect, text

from doxa.errors import SchemaTooNew, StoreDamaged

from .migrations import HEAD, REVISIONS
from .schema import metadata

VERSION_TABLE = "alembic_version"


def ensure_schema(connection: Connection, place: str) -> None:
    """Create what is missing, migrate what is older, refuse what is newer or not ours."""
    tables = inspect(connection).get_table_names()
    if tables and metadata.tables["owners"].name not in tables:
        raise StoreDamaged(f"{place} holds other tables and none of doxa's: name another file")
    found = version_of(connection)
    if found == HEAD:
        return
    if found is None:
        create(connection)
    elif found not in REVISIONS:
        raise SchemaTooNew(found)
    else:
        migrate(connection)


def version_of(connection: Connection) -> str | None:
    """The schema's revision, or None where doxa has never been."""
    if VERSION_TABLE not in inspect(connection).get_table_names():
        return None
    return connection.execute(text(f"SELECT version_num FROM {VERSION_TABLE}")).scalar()


def create(connection: Connection) -> None:
    """Create the schema of this release in one step; a test proves that migrating gives the same."""
    metadata.create_all(connection)
    connection.execute(text(f"CREATE TABLE {VERSION_TABLE} (version_num VARCHAR(32) NOT NULL PRIMARY KEY)"))
    connection.execute(text(f"INSERT INTO {VERSION_TABLE} VALUES (:head)"), {"head": HEAD})


def migrate(connection: Connection) -> None:
    """Run the migrations that are missing.  Alembic is slow to import, so only when they are."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
