"""SQLite: how its connections are made, and what a write lock is there.

The driver is `pysqlite3`, which carries a current SQLite: those inside many Pythons (3.7.0
to 3.51.2) can corrupt a write-ahead log.  Without a wheel for this platform the standard
library's serves, where its SQLite is new enough.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from time import monotonic, sleep
from types import ModuleType
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.pool import QueuePool, StaticPool

from doxa.errors import InvalidInput, StoreError

from .prepared import Session

MEMORY = ":memory:"
SAFE_SINCE = (3, 51, 3)
CHECKPOINT_PATIENCE_S = 0.5


def driver() -> ModuleType:
    """The SQLite driver to use; refuses one that can corrupt its own log."""
    try:
        from pysqlite3 import dbapi2
    except ImportError:
        import sqlite3 as dbapi2
    if dbapi2.sqlite_version_info < SAFE_SINCE:
        raise StoreError(
            f"SQLite {dbapi2.sqlite_version} can corrupt a write-ahead log: `pip install pysqlite3`, "
            f"or use a Python with SQLite {'.'.join(map(str, SAFE_SINCE))} or newer"
        )
    return dbapi2  # type: ignore[no-any-return]


class SqliteDatabase:
    """One file (or memory), its connections, and the one writer at a time.

    Every commit is on the disk when it returns unless ``is_durable`` is off.  Threads queue
    on a lock of this process, processes on the file's; ``busy_timeout_s`` bounds the wait.
    """

    def __init__(self, path: str, *, is_durable: bool = True, busy_timeout_s: float = 30.0) -> None:
        self.path = path
        self.place = "the memory database" if path == MEMORY else f"the database {path}"
        if path != MEMORY:
            _check_place(Path(path))
        self._is_durable, self._busy_timeout_s = is_durable, busy_timeout_s
        self._synchronous = f"synchronous={'FULL' if is_durable else 'NORMAL'}"
        self._lock = threading.RLock()
        self._current = threading.local()
        self.has_traces = False
        self._is_closed = False
        self.engine = self._engine()

    def _engine(self) -> Engine:
        is_memory = self.path == MEMORY
        engine = create_engine(
            # By its parts, so that nothing in a file's name is read as part of an address.
            URL.create("sqlite", database=self.path),
            module=driver(),
            # As many connections as there are threads at once; a memory database has just one.
            **({"poolclass": StaticPool} if is_memory else {"poolclass": QueuePool, "max_overflow": -1}),
            connect_args={"check_same_thread": False, "timeout": self._busy_timeout_s},
        )

        @event.listens_for(engine, "connect")
        def prepare(connection: Any, _: object) -> None:
            connection.isolation_level = None
            for pragma in (
                self._synchronous,
                "foreign_keys=ON",
                "secure_delete=ON",
                "cache_size=-16000",
            ):
                connection.execute(f"PRAGMA {pragma}")

        return engine

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """A snapshot: everything read inside is of one moment; inside a write it is the write's own."""
        current: Session | None = getattr(self._current, "session", None)
        if current is not None:
            yield current
            return
        with self._serialised(), self._session(self.engine) as session:
            session.run("BEGIN")
            with self._as_current(session):
                try:
                    yield session
                finally:
                    session.run("ROLLBACK")

    @contextmanager
    def writing(self, *, is_derived: bool = False) -> Iterator[Session]:
        """The write lock from here to the commit, so the order of the journal is that of commits."""
        with self._lock, self._session(self.engine) as session, self._relaxed(session, is_derived):
            session.run("BEGIN IMMEDIATE")
            with self._as_current(session):
                try:
                    yield session
                    session.run("COMMIT")
                except BaseException:
                    if session.driver.in_transaction:
                        session.run("ROLLBACK")
                    raise

    @contextmanager
    def _relaxed(self, session: Session, is_derived: bool) -> Iterator[None]:
        """What can be derived again need not wait for the disk.

        On the same connection: one that another has written beside it reads all its pages anew.
        """
        if not (is_derived and self._is_durable):
            yield
            return
        session.run("PRAGMA synchronous=NORMAL")
        try:
            yield
        finally:
            session.run("PRAGMA synchronous=FULL")

    @contextmanager
    def connected(self) -> Iterator[Connection]:
        """SQLAlchemy's own connection in a write of its own: for the schema, not for the work."""
        with self._lock, self.engine.connect() as connection:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
            try:
                yield connection
            except BaseException:
                connection.rollback()
                raise
            connection.commit()

    def use_log(self) -> None:
        """Write ahead, from now on: only where the file is known to be ours, for this changes it.

        SQLite gives up at once where another process is at work on the file, whatever the
        timeout says; so it is asked again until that is over.
        """
        if self.path == MEMORY:
            return
        waiting_ends = monotonic() + self._busy_timeout_s
        with self._lock, self._session(self.engine) as session:
            while session.rows("PRAGMA journal_mode", {}) != [("wal",)]:
                try:
                    session.run("PRAGMA journal_mode=WAL")
                except driver().OperationalError:
                    if monotonic() > waiting_ends:
                        raise
                    sleep(0.02)

    @contextmanager
    def _session(self, engine: Engine) -> Iterator[Session]:
        if self._is_closed:
            raise StoreError(f"{self.place} is closed: open it again")
        pooled = engine.raw_connection()
        try:
            yield Session(pooled.driver_connection, engine.dialect)
        finally:
            pooled.close()

    @contextmanager
    def _as_current(self, session: Session) -> Iterator[None]:
        """What this thread reads meanwhile, the index too, it reads through this session."""
        before = getattr(self._current, "session", None)
        self._current.session = session
        try:
            yield
        finally:
            self._current.session = before

    @contextmanager
    def _serialised(self) -> Iterator[None]:
        """In memory there is one connection, so readers queue with the writer."""
        if self.path != MEMORY:
            yield
            return
        with self._lock:
            yield

    def forget_traces(self) -> bool:
        """Leave nothing of what was erased in the write-ahead log.

        False where a reader of an earlier moment, perhaps in another process, still needs the
        log as it is: then the next call tries again, as closing does.
        """
        if self.path == MEMORY:
            return True
        with self._lock, closing(self._connect(timeout=CHECKPOINT_PATIENCE_S)) as connection:
            ((is_blocked, *_),) = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        self.has_traces = bool(is_blocked)
        return not self.has_traces

    def check(self) -> list[str]:
        """What SQLite itself finds wrong with its pages and keys; empty where all is well.

        Through a connection of its own: one that has searched holds an older idea of FTS5's
        pages and takes newer ones for damaged.
        """
        if self.path == MEMORY:
            with self.reading() as session:
                return _faults(session.driver)
        with closing(self._connect(timeout=self._busy_timeout_s)) as connection:
            return _faults(connection)

    def _connect(self, *, timeout: float) -> Any:
        return driver().connect(self.path, isolation_level=None, timeout=timeout)

    def close(self) -> None:
        self._is_closed = True
        self.engine.dispose()


def _check_place(path: Path) -> None:
    if path.is_dir():
        raise InvalidInput(f"{path} is a folder: name a file in it, for example {path / 'memory.db'}")
    if not path.parent.is_dir():
        raise InvalidInput(f"the folder {path.parent} does not exist: create it, or name another file")


def _faults(connection: Any) -> list[str]:
    pages = [row[0] for row in connection.execute("PRAGMA integrity_check").fetchall()]
    orphans = connection.execute("PRAGMA foreign_key_check").fetchall()
    lost = {f"a row of {table} belongs to a row of {parent} that is gone" for table, _, parent, _ in orphans}
    return [str(fault) for fault in pages if fault != "ok"] + sorted(lost)
