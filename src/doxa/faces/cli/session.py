"""What every command has in common: its options, its memory, and how it says yes or no."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated, Any, NoReturn

import typer
from rich.console import Console

from doxa.errors import DoxaError, InvalidInput
from doxa.faces.refusals import refusal_of
from doxa.faces.wire import problem, to_wire
from doxa.memory import Owner, OwnerThen

Json = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]
Db = Annotated[
    str | None,
    typer.Option(
        "--db", metavar="PATH_OR_URL", help="The database (or DOXA_DB); your data folder's by default."
    ),
]
OwnerName = Annotated[
    str | None, typer.Option("--owner", help="Whose memory (or DOXA_OWNER); `me` by default.")
]

AsOf = Annotated[
    str | None,
    typer.Option("--as-of", metavar="TIME", help="As of another moment; a bare day is the end of that day."),
]
Axis = Annotated[
    str | None,
    typer.Option(
        metavar="AXIS",
        help="With --as-of: `record`, what was known then (the default), or `valid`, what held then "
        "by all that is known today.",
    ),
]

out = Console(highlight=False, soft_wrap=True, emoji=False)
err = Console(stderr=True, highlight=False, soft_wrap=True, emoji=False)


@contextmanager
def opened(db: str | None, owner: str | None) -> Iterator[Owner]:
    """The owner's memory, closed again whatever happens."""
    from doxa import open as open_memory
    from doxa.settings import read_settings

    name = owner if owner is not None else read_settings().owner
    with open_memory(db) as memory:
        yield memory.owner(name)


def seen_as_of(memory: Owner, at: str | None, axis: str | None) -> Owner | OwnerThen:
    """The memory as it stands, or as of the moment that was asked for."""
    if at is not None:
        return memory.as_of(at, axis=axis or "record")
    if axis is not None:
        raise InvalidInput("--axis says how --as-of is meant: give --as-of a time as well")
    return memory


def show(value: object, as_json: bool, render: Callable[[Any], None]) -> None:
    """Print a view or several, as JSON or for a person; their notices go to stderr in both."""
    views = value if isinstance(value, (list, tuple)) else (value,)
    for notice in dict.fromkeys(notice for view in views for notice in getattr(view, "notices", ())):
        err.print(f"note: {notice}", style="yellow", markup=False)
    if as_json:
        print(json.dumps(to_wire(value), ensure_ascii=False, indent=2))
    else:
        render(value)


def refuse(error: DoxaError, as_json: bool) -> NoReturn:
    """One line that says what to do, and the exit code of its kind."""
    refusal = refusal_of(error)
    message = " ".join(str(error).split())
    if as_json:
        print(json.dumps(problem(refusal.kind, message), ensure_ascii=False), file=sys.stderr)
    else:
        err.print(f"doxa: {message}", style="red", markup=False)
    raise SystemExit(refusal.exit_code)
