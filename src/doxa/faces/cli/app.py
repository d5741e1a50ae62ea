"""The commands: each parses its words, asks the memory once, and shows the answer."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, NoReturn, cast

import typer

from doxa.errors import DoxaError, InvalidInput

from . import render
from .backfill import backfill
from .benches import bench
from .reviewing import reviewing
from .session import AsOf, Axis, Db, Json, OwnerName, err, opened, out, refuse, seen_as_of, show
from .upkeep import upkeep

UsageError: type[Exception] = typer.BadParameter.__mro__[1]
"""What the parser raises for words it cannot take; typer itself exports only this child of it."""

app = typer.Typer(
    name="doxa",
    help="A long-term memory that knows what it believes, how sure it is, and who said so.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
)
app.add_typer(bench, name="bench")
app.add_typer(upkeep)
app.add_typer(reviewing)
app.add_typer(backfill)

Text = Annotated[str, typer.Argument(help="What to remember; `-` reads it from standard input.")]
Id = Annotated[str, typer.Argument(metavar="ID", help="The id of a memory, as `doxa list` shows it.")]
At = Annotated[str | None, typer.Option(help="When it was said: 2026-03-02, or 2026-03-02T09:00Z.")]
Zone = Annotated[
    str | None, typer.Option(help="The IANA zone that relative dates are meant in; DOXA_ZONE's by default.")
]
Channel = Annotated[str, typer.Option(help="The way it came in; decides how far it is believed.")]
Retry = Annotated[
    str | None, typer.Option("--idempotency-key", help="Makes a repeated call the same operation.")
]


def run() -> None:
    """Run a command; whatever the memory refuses becomes one line and an exit code."""
    as_json = "--json" in sys.argv
    try:
        code = app(standalone_mode=False)
        raise SystemExit(code if isinstance(code, int) else 0)
    except DoxaError as error:
        refuse(error, as_json)
    except UsageError as error:
        _explain_usage(cast("typer.BadParameter", error), as_json)
    except BrokenPipeError:
        sys.stderr.close()
        raise SystemExit(0) from None
    except KeyboardInterrupt:
        err.print("stopped; what was acknowledged is kept")
        raise SystemExit(130) from None


@app.command()
def version() -> None:
    """Say which release this is."""
    from doxa import __version__

    print(f"doxa {__version__}")


def _explain_usage(error: typer.BadParameter, as_json: bool) -> NoReturn:
    """A mistyped command is one line; where there was no command the help has been shown."""
    if message := error.format_message().rstrip("."):
        path = error.ctx.command_path if error.ctx is not None else "doxa"
        refuse(InvalidInput(f"{message}. See `{path} --help`."), as_json)
    raise SystemExit(2)


# -- writing ------------------------------------------------------------------------------------


@app.command(epilog="doxa remember 'I moved to Rome' --at 2026-06-10")
def remember(
    text: Text,
    channel: Channel = "chat",
    at: At = None,
    zone: Zone = None,
    key: Annotated[
        str | None, typer.Option(help="The belief it is about, where you know it: home_city.")
    ] = None,
    source: Annotated[str | None, typer.Option(help="The conversation or document it is from.")] = None,
    subject: Annotated[str | None, typer.Option(help="Whom it is about; you by default.")] = None,
    slot: Annotated[str | None, typer.Option(help="The attribute of the subject: employer.")] = None,
    tag: Annotated[list[str] | None, typer.Option(help="A tag; may be given again.")] = None,
    lineage: Annotated[
        list[str] | None, typer.Option(help="The id of a memory it was derived from; may be given again.")
    ] = None,
    valid_to: Annotated[str | None, typer.Option(help="Until when it holds.")] = None,
    wait: Annotated[
        bool, typer.Option(help="Where a model judges: have it judge now, not with `doxa maintain`.")
    ] = True,
    idempotency_key: Retry = None,
    as_json: Json = False,
    db: Db = None,
    owner: OwnerName = None,
) -> None:
    """Remember one text."""
    with opened(db, owner) as memory:
        done = memory.remember(
            sys.stdin.read() if text == "-" else text,
            channel=channel,
            at=at,
            zone=zone,
            key=key,
            source=source,
            subject=subject,
            slot=slot,
            tags=tag or (),
            lineage=lineage or (),
            valid_to=valid_to,
            wait=wait,
            idempotency_key=idempotency_key,
            actor="cli",
        )
    show(done, as_json, render.written)


@app.command(epilog="doxa capture chat.json --me Ana")
def capture(
    file: Annotated[
        str, typer.Argument(help="A chat as JSON, JSON Lines or `speaker: text`; `-` is standard input.")
    ],
    source: Annotated[
        str | None, typer.Option(help="The id of the conversation; the file's name by default.")
    ] = None,
    me: Annotated[str | None, typer.Option(help="The name you speak under in it.")] = None,
    channel: Channel = "chat",
    at: At = None,
    zone: Zone = None,
    replace: Annotated[
        bool,
        typer.Option("--replace", help="It is the whole conversation: read it anew, take back the rest."),
    ] = False,
    dry_run: Annotated[bool, typer.Option(help="Show what would be taken; write nothing.")] = False,
    as_json: Json = False,
    db: Db = None,
    owner: OwnerName = None,
) -> None:
    """Take the new turns of a chat; of each conversation all or none."""
    from .chats import capture_file

    with opened(db, owner) as memory:
        done = capture_file(
            memory,
            file,
            source=source,
            me=me,
            channel=channel,
            at=at,
            zone=zone,
            replace=replace,
            dry_run=dry_run,
        )
    show(done, as_json, render.claims if dry_run else render.all_captured)


@app.command(epilog="doxa confirm m_4tq2xkz7hw3ra")
def confirm(
    memory_id: Id,
    idempotency_key: Retry = None,
    as_json: Json = False,
    db: Db = None,
    owner: OwnerName = None,
) -> None:
    """Say that a memory is so; your word outranks every other."""
    with opened(db, owner) as memory:
        done = memory.confirm(memory_id, idempotency_key=idempotency_key, actor="cli")
    show(done, as_json, render.written)


@app.command(epilog="doxa reject m_4tq2xkz7hw3ra")
def reject(
    memory_id: Id,
    idempotency_key: Retry = None,
    as_json: Json = False,
    db: Db = None,
    owner: OwnerName = None,
) -> None:
    """Say that a memory is not so."""
    with opened(db, owner) as memory:
        done = memory.reject(memory_id, idempotency_key=idempotency_key, actor="cli")
    show(done, as_json, render.written)


@app.command(epilog="doxa correct m_4tq2xkz7hw3ra '5.5 ounces'")
def correct(
    memory_id: Id,
    text: Text,
    idempotency_key: Retry = None,
    as_json: Json = False,
    db: Db = None,
    owner: OwnerName = None,
) -> None:
    """Give the right words for a memory; the old ones are kept as superseded."""
    with opened(db, owner) as memory:
        words = sys.stdin.read() if text == "-" else text
        done = memory.correct(memory_id, words, idempotency_key=idempotency_key, actor="cli")
    show(done, as_json, render.written)


@app.command(epilog="doxa resolve m_4tq2xkz7hw3ra --at 2026-06-01")
def resolve(
    memory_id: Id,
    at: At = None,
    idempotency_key: Retry = None,
    as_json: Json = False,
    db: Db = None,
    owner: OwnerName = None,
) -> None:
    """Say that a memory no longer holds, from a date; it stays as history."""
    with opened(db, owner) as memory:
        done = memory.resolve(memory_id, at=at, idempotency_key=idempotency_key, actor="cli")
    show(done, as_json, render.written)


@app.command(epilog="doxa forget m_4tq2xkz7hw3ra")
def forget(
    memory_id: Id,
    idempotency_key: Retry = None,
    as_json: Json = False,
    db: Db = None,
    owner: OwnerName = None,
) -> None:
    """Delete a memory for good, with its words everywhere; what it had displaced returns."""
    with opened(db, owner) as memory:
        done = memory.forget(memory_id, idempotency_key=idempotency_key, actor="cli")
    show(done, as_json, render.forgotten)


@app.command("delete-source", epilog="doxa delete-source chat-17 --dry-run")
def delete_source(
    source: Annotated[
        str, typer.Argument(metavar="SOURCE", help="A conversation or document, as `--source` named it.")
    ],
    dry_run: Annotated[bool, typer.Option(help="Say what would go; write nothing.")] = False,
    idempotency_key: Retry = None,
    as_json: Json = False,
    db: Db = None,
    owner: OwnerName = None,
) -> None:
    """Withdraw a source: what rested on it alone is forgotten; what it had displaced returns."""
    with opened(db, owner) as memory:
        done = memory.delete_source(source, dry_run=dry_run, idempotency_key=idempotency_key, actor="cli")
    show(done, as_json, render.source_deleted)


# -- reading ------------------------------------------------------------------------------------


@app.command(epilog="doxa recall 'how do I take my coffee?'")
def recall(
    query: Annotated[str, typer.Argument(help="A question or some words.")],
    k: Annotated[int, typer.Option("-k", help="How many at the most.")] = 5,
    include_history: Annotated[bool, typer.Option(help="Also what no longer holds.")] = False,
    as_json: Json = False,
    db: Db = None,
    owner: OwnerName = None,
) -> None:
    """The memories that answer a question, best first."""
    with opened(db, owner) as memory:
        found = memory.recall(query, k=k, include_history=include_history)
    show(found, as_json, render.hits)


@app.command(epilog="doxa context 'coffee' --max-tokens 300")
def context(
    query: Annotated[str, typer.Argument(help="What the prompt is about.")],
    max_tokens: Annotated[int, typer.Option(help="Never more than this.")] = 300,
    include_history: Annotated[bool, typer.Option(help="Also what no longer holds.")] = False,
    include_unproven: Annotated[bool, typer.Option(help="Also what only untrusted sources say.")] = False,
    as_json: Json = False,
    db: Db = None,
    owner: OwnerName = None,
) -> None:
    """The lines to put into a model's prompt."""
    with opened(db, owner) as memory:
        found = memory.context(
            query,
            max_tokens=max_tokens,
            include_history=include_history,
            include_unproven=include_unproven,
        )
    show(found, as_json, render.context)


@app.command("list", epilog="doxa list --stance contested")
def list_(
    limit: Annotated[int, typer.Option(help="How many at the most.")] = 50,
    after: Annotated[str | None, typer.Option(help="The id the page before ended with.")] = None,
    stance: Annotated[str | None, typer.Option(help="asserted, contested, superseded or unproven.")] = None,
    review: Annotated[str | None, typer.Option(help="confirmed, rejected or unreviewed.")] = None,
    channel: Annotated[str | None, typer.Option(help="Only what came in by it.")] = None,
    source: Annotated[str | None, typer.Option(help="Only what is from it.")] = None,
    tag: Annotated[str | None, typer.Option(help="Only what bears it.")] = None,
    as_of: AsOf = None,
    axis: Axis = None,
    as_json: Json = False,
    db: Db = None,
    owner: OwnerName = None,
) -> None:
    """Every memory, newest first."""
    with opened(db, owner) as memory:
        found = seen_as_of(memory, as_of, axis).list(
            limit=limit, after=after, stance=stance, review=review, channel=channel, source=source, tag=tag
        )
    show(found, as_json, render.memories)


@app.command(epilog="doxa get m_4tq2xkz7hw3ra")
def get(
    memory_id: Id,
    as_of: AsOf = None,
    axis: Axis = None,
    as_json: Json = False,
    db: Db = None,
    owner: OwnerName = None,
) -> None:
    """One memory."""
    with opened(db, owner) as memory:
        found = seen_as_of(memory, as_of, axis).get(memory_id)
    show(found, as_json, render.memory)


What = Annotated[str, typer.Argument(metavar="WHAT", help="A memory id, a belief key, or words.")]


@app.command(epilog="doxa explain 'coffee ratio'")
def explain(
    what: What,
    as_of: AsOf = None,
    axis: Axis = None,
    as_json: Json = False,
    db: Db = None,
    owner: OwnerName = None,
) -> None:
    """Why a memory stands where it stands: what moved it, by how much, when, on whose word."""
    with opened(db, owner) as memory:
        found = seen_as_of(memory, as_of, axis).explain(what)
    show(found, as_json, render.explanation)


@app.command(epilog="doxa history m_4tq2xkz7hw3ra")
def history(memory_id: Id, as_json: Json = False, db: Db = None, owner: OwnerName = None) -> None:
    """What each commit changed of a memory."""
    with opened(db, owner) as memory:
        found = memory.history(memory_id)
    show(found, as_json, render.history)


@app.command(epilog="doxa beliefs")
def beliefs(
    what: Annotated[
        str | None, typer.Argument(metavar="[WHAT]", help="A key, a memory id, or words; all without it.")
    ] = None,
    limit: Annotated[int, typer.Option(help="How many at the most.")] = 50,
    as_of: AsOf = None,
    axis: Axis = None,
    as_json: Json = False,
    db: Db = None,
    owner: OwnerName = None,
) -> None:
    """What is believed, with every rival and its probability."""
    with opened(db, owner) as memory:
        seen = seen_as_of(memory, as_of, axis)
        if what is None:
            show(seen.beliefs(limit=limit), as_json, render.verdicts)
        else:
            show(seen.verdict(what), as_json, render.verdict)


# -- looking after ------------------------------------------------------------------------------


@app.command(epilog="doxa verify")
def verify(
    as_json: Json = False,
    db: Db = None,
    owner: Annotated[str | None, typer.Option(help="Only this owner's; everyone's by default.")] = None,
) -> None:
    """Prove that what stands is what the journal says; every owner's unless one is named."""
    from doxa import open as open_memory

    with open_memory(db) as memory:
        names = (owner,) if owner is not None else memory.owners()
        reports = [memory.owner(name).verify() for name in names]
    show(reports, as_json, render.verifications)
    if not all(report.is_sound for report in reports):
        raise SystemExit(1)


@app.command(epilog="doxa calibrate --plot reliability.svg")
def calibrate(
    apply: Annotated[bool, typer.Option("--apply", help="Write what is proposed.")] = False,
    config: Annotated[
        Path, typer.Option(metavar="FILE", help="Where --apply writes; all else in it stays as it is.")
    ] = Path("doxa.toml"),
    plot: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw the reliability diagram, as .svg or .png.")
    ] = None,
    as_json: Json = False,
    db: Db = None,
    owner: Annotated[str | None, typer.Option(help="Only this owner's; everyone's by default.")] = None,
) -> None:
    """How right the memory has been, by what its owners said of it; proposes half-lives and a map."""
    from doxa import open as open_memory
    from doxa.faces.wire import to_wire

    from . import calibration

    with open_memory(db) as memory:
        view = calibration.measured(memory, owner)
    if plot is not None:
        calibration.draw(view, plot)
    edits = calibration.applied(view, config) if apply else None
    shown = to_wire(view) if edits is None else {**to_wire(view), "applied": to_wire(edits)}
    show(shown, as_json, lambda _: calibration.report(view, edits, config))


@app.command(epilog="doxa reembed")
def reembed(as_json: Json = False, db: Db = None, owner: OwnerName = None) -> None:
    """Build the index anew with the embedder that is configured."""
    with opened(db, owner) as memory:
        count = memory.reembed()
    show({"indexed": count}, as_json, lambda _: out.print(f"{count} memories indexed"))


@app.command(epilog="doxa demo")
def demo() -> None:
    """See it work: real conversations, an attack, and why it still believes what it does."""
    from .demo import run_demo

    run_demo()
