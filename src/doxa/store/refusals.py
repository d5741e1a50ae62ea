"""What the databases say when they cannot serve, in our words.  The one door for driver errors."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from doxa.errors import StoreBusy, StoreDamaged, StoreError, StoreFull, StoreReadOnly

from .sqlite import driver

DRIVER_ERRORS: tuple[type[Exception], ...] = (driver().Error,)

# SQLite tells its troubles in words only; each phrase is the library's own.
PHRASES: tuple[tuple[str, type[StoreError], str], ...] = (
    ("disk is full", StoreFull, "the disk is full: free some space and repeat the call"),
    (
        "readonly database",
        StoreReadOnly,
        "it cannot be written: give the file and its folder write permission",
    ),
    ("database is locked", StoreBusy, "another process holds it: try again, or raise DOXA_BUSY_TIMEOUT_S"),
    ("unable to open", StoreReadOnly, "it cannot be opened: check that its folder exists and can be written"),
    ("not a database", StoreDamaged, "it is not a SQLite database: name another file"),
    ("malformed", StoreDamaged, "it is damaged: restore a backup (`doxa verify` says what is left)"),
    ("disk I/O error", StoreDamaged, "the disk does not answer: check it, then run `doxa verify`"),
)


@contextmanager
def translating(place: str) -> Iterator[None]:
    """Raise what the driver says as a ``StoreError`` of one line that says what to do."""
    try:
        yield
    except DRIVER_ERRORS as error:
        raise _translated(place, str(error)) from error
    except DBAPIError as error:
        raise _translated(place, str(error.orig)) from error
    except SQLAlchemyError as error:
        raise StoreError(f"{place}: {str(error).splitlines()[0]}") from error


def _translated(place: str, message: str) -> StoreError:
    for phrase, kind, advice in PHRASES:
        if phrase in message:
            return kind(f"{place}: {advice}")
    return StoreError(f"{place}: the database refused: {message.splitlines()[0]}")
