"""Backfill: the command that gives a class to memories without one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated

import typer
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from doxa.errors import InvalidInput
from doxa.service.views import Backfilled

from .session import Db, Json, err, opened, out, show

backfill = typer.Typer()


@backfill.command(name="backfill", epilog="doxa backfill --owner ana")
def classify(
    owner: Annotated[
        str | None, typer.Option("--owner", help="Whose memories; it has to be named, and has no default.")
    ] = None,
    apply: Annotated[
        bool, typer.Option("--apply", help="Write the classes; without it nothing is changed.")
    ] = False,
    limit: Annotated[int | None, typer.Option(help="Classify so many at the most.")] = None,
    as_json: Json = False,
    db: Db = None,
) -> None:
    """Classify the memories that have no class, so that they fade as what they are."""
    if owner is None:
        raise InvalidInput("name whose memories are to be classified: doxa backfill --owner ana")
    with opened(db, owner) as memory, bar() as progress:
        done = memory.backfill(apply=apply, limit=limit, progress=progress, actor="cli")
    show(done, as_json, backfilled)


@contextmanager
def bar() -> Iterator[Callable[[int, int], None]]:
    """A bar on stderr for whoever looks at it; none where that is no terminal."""
    columns = (TextColumn("classifying"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=err, transient=True, disable=not err.is_terminal) as shown:
        task = shown.add_task("classifying")
        yield lambda done, total: shown.update(task, completed=done, total=total)


def backfilled(done: Backfilled) -> None:
    if not done.found:
        out.print(f"{escape(done.owner)}: every memory has a class")
        return
    classes = ", ".join(f"{count} {name}" for name, count in done.classes.items()) or "none"
    verb = "would be classified" if done.is_dry_run else "classified"
    out.print(f"{escape(done.owner)}: of {done.found} without a class, {verb}: {classes}")
    if done.is_dry_run and done.for_model:
        out.print(f"  a model would be asked about {done.for_model}")
    if done.left:
        out.print(f"  {done.left} without a class after that")
    if done.is_dry_run and (done.classes or done.for_model):
        out.print("  nothing was changed: `--apply` does it")
