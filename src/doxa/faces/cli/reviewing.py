"""Reviewing: what waits for the owner's word, and what is told of the owner without being asked."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.markup import escape

from doxa.domain.question import ReviewKind
from doxa.service.views import MemoryView, ReviewEntry, ReviewQueue
from doxa.settings import is_belief_model_enabled

from . import render
from .session import Db, Json, OwnerName, opened, out, show

reviewing = typer.Typer()

STYLES = {
    ReviewKind.CONTESTED: "yellow",
    ReviewKind.CORRECTION: "cyan",
    ReviewKind.FAILED: "red",
    ReviewKind.QUARANTINED: "magenta",
}


@reviewing.command(epilog="doxa review --limit 5")
def review(
    limit: Annotated[int, typer.Option(help="How many at the most.")] = 20,
    as_json: Json = False,
    db: Db = None,
    owner: OwnerName = None,
) -> None:
    """What waits for your word, with a question for each; `doxa confirm`, `reject` and others answer it."""
    with opened(db, owner) as memory:
        found = memory.review_queue(limit=limit)
    show(found, as_json, queue)


@reviewing.command(epilog="doxa profile --max-tokens 200")
def profile(
    max_tokens: Annotated[int, typer.Option(help="Never more than this.")] = 300,
    as_json: Json = False,
    db: Db = None,
    owner: OwnerName = None,
) -> None:
    """What is known of you, slot by slot, as lines for a model's prompt."""
    with opened(db, owner) as memory:
        found = memory.profile(max_tokens=max_tokens)
    show(found, as_json, lambda one: out.print(one.text or "nothing is known of you yet", markup=False))


@reviewing.command(epilog="doxa proactive --limit 3")
def proactive(
    limit: Annotated[int, typer.Option(help="How many at the most.")] = 5,
    as_json: Json = False,
    db: Db = None,
    owner: OwnerName = None,
) -> None:
    """What an agent may bring up without being asked."""
    with opened(db, owner) as memory:
        found = memory.proactive(limit=limit)
    show(found, as_json, topics)


def topics(found: tuple[MemoryView, ...]) -> None:
    if not found:
        out.print("nothing to bring up")
        return
    render.memories(found)


def queue(found: ReviewQueue) -> None:
    if not found.entries:
        out.print("nothing waits for you")
    for entry in found.entries:
        _entry(entry)
    if found.more:
        sources = ", ".join(
            f"{one.channel}{f' ({one.source})' if one.source else ''} {one.count}" for one in found.more_by
        )
        out.print(f"[dim]up to {found.more} more: {escape(sources)}[/]")


def _entry(entry: ReviewEntry) -> None:
    out.print(f"[{STYLES[entry.kind]}]{entry.kind}[/]: {escape(entry.question)}")
    for one in entry.candidates:
        held = f"{one.stance} {one.probability:.1%}, " if is_belief_model_enabled() else ""
        said = f"{held}{one.observed_at:%Y-%m-%d}, {', '.join(one.channels)}"
        source = f", from {one.source}" if one.source else ""
        claims = f", {one.evidence} times" if one.evidence > 1 else ""
        out.print(f"  [bold]{one.id}[/] {escape(one.text)} [dim]({escape(said + source)}{claims})[/]")
    if (hidden := entry.candidate_count - len(entry.candidates)) > 0:
        out.print(f"  [dim]and {hidden} more: doxa beliefs {escape(entry.key or '')}[/]")
    if entry.operation is not None:
        verbs = " or ".join(f"--{verb}" for verb in entry.verbs)
        out.print(f"  [bold]doxa operation {entry.operation}[/] {verbs}")
