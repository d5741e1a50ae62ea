"""Upkeep: the commands for what waits, for a model or for a person."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.markup import escape
from rich.table import Table

from doxa.errors import InvalidInput
from doxa.service.views import Maintained, OperationView

from .session import Db, Json, OwnerName, opened, out, show

upkeep = typer.Typer()


@upkeep.command(epilog="doxa maintain")
def maintain(
    as_json: Json = False,
    db: Db = None,
    owner: Annotated[str | None, typer.Option(help="Only this owner's; everyone's by default.")] = None,
) -> None:
    """Do what is due: process what waits for a model, let the index follow.  Safe to run at any time."""
    from doxa import open as open_memory

    with open_memory(db) as memory:
        done = memory.maintain() if owner is None else memory.owner(owner).maintain()
    show(done, as_json, maintained)


@upkeep.command(epilog="doxa operation o_4tq2xkz7hw3ra --retry")
def operation(
    operation_id: Annotated[
        str | None,
        typer.Argument(metavar="[ID]", help="The id a write answered with; without it, all that wait."),
    ] = None,
    retry: Annotated[bool, typer.Option("--retry", help="Try it again now.")] = False,
    cancel: Annotated[bool, typer.Option("--cancel", help="Give it up; its input is deleted.")] = False,
    as_json: Json = False,
    db: Db = None,
    owner: OwnerName = None,
) -> None:
    """How far a write has come that waits for a model; try it again, or give it up."""
    if retry and cancel:
        raise InvalidInput("--retry and --cancel exclude each other: give one of them")
    if operation_id is None and (retry or cancel):
        raise InvalidInput("name the operation: `doxa operation` shows which wait")
    with opened(db, owner) as memory:
        if operation_id is None:
            show(memory.operations(), as_json, operations)
            return
        act = memory.retry if retry else memory.cancel if cancel else memory.operation
        show(act(operation_id), as_json, lambda one: operations([one]))


def maintained(done: Maintained) -> None:
    out.print(
        f"{done.owners} owner(s): {done.processed} processed, {done.pending} waiting, {done.failed} failed"
    )


def operations(found: list[OperationView] | tuple[OperationView, ...]) -> None:
    if not found:
        out.print("nothing waits")
        return
    table = Table(box=None, pad_edge=False)
    for name in ("id", "kind", "state", "tries", "last error", "tried again (UTC)", "source"):
        table.add_column(name, overflow="fold", no_wrap=name == "id")
    for one in found:
        due = "" if one.due_at is None else f"{one.due_at:%Y-%m-%d %H:%M}"
        cells = (one.id, one.kind, one.state, str(one.attempts), one.error or "", due, one.source or "")
        table.add_row(*map(escape, cells))
    out.print(table)
