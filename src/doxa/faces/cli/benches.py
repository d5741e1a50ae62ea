"""`doxa bench`: the figures of the documentation, made again."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .session import Json, show

bench = typer.Typer(help="The figures of the documentation, made again.", no_args_is_help=True)

Data = Annotated[
    Path | None,
    typer.Option(help="The folder of evaluation data; ../shared/data or the data shipped by default."),
]
Plot = Annotated[Path | None, typer.Option(metavar="FILE", help="Draw it too, as .svg or .png.")]


@bench.command("belief-ku", epilog="doxa bench belief-ku --keys given --json")
def belief_ku(
    data: Data = None,
    keys: Annotated[
        list[str] | None,
        typer.Option(help="Who says what is about one attribute: given, derived or judged; all by default."),
    ] = None,
    plot: Plot = None,
    as_json: Json = False,
) -> None:
    """Knowledge updates of LongMemEval under attack, beside last write wins."""
    from doxa.bench import belief_ku, diagrams

    if plot is not None:
        diagrams.check_drawing(plot)
    report = belief_ku.measure(data, tuple(keys or belief_ku.KEYS))
    if plot is not None:
        belief_ku.plot(report, plot)
    show(report, as_json, belief_ku.render)


@bench.command("belief-key", epilog="doxa bench belief-key --plot linking.svg")
def belief_key(data: Data = None, plot: Plot = None, as_json: Json = False) -> None:
    """Which claims are found to be about one attribute, and which wrongly so."""
    from doxa.bench import belief_key, diagrams

    if plot is not None:
        diagrams.check_drawing(plot)
    report = belief_key.measure(data)
    if plot is not None:
        belief_key.plot(report, plot)
    show(report, as_json, belief_key.render)


@bench.command("belief-world", epilog="doxa bench belief-world --plot reliability.svg")
def belief_world(
    worlds: Annotated[int, typer.Option(help="How many simulated worlds in all.")] = 10_000,
    seed: Annotated[int, typer.Option(help="Of the first of five sets; the next follow it.")] = 1,
    plot: Plot = None,
    as_json: Json = False,
) -> None:
    """Simulated worlds, where the truth is known: is what is said right as often as it is said to be?"""
    from doxa.bench import belief_world, diagrams

    if plot is not None:
        diagrams.check_drawing(plot)
    report = belief_world.measure(worlds, seed)
    if plot is not None:
        belief_world.plot(report, plot)
    show(report, as_json, belief_world.render)


@bench.command("judge", epilog="doxa bench judge --json")
def judge(data: Data = None, as_json: Json = False) -> None:
    """What the judge without a model makes of pairs whose relation is known."""
    from doxa.bench import judge

    show(judge.measure(data), as_json, judge.render)


@bench.command("extraction", epilog="doxa bench extraction --json")
def extraction(data: Data = None, as_json: Json = False) -> None:
    """Whether what answers a question becomes a claim, and how much of the claims is junk."""
    from doxa.bench import extraction

    show(extraction.measure(data), as_json, extraction.render)


@bench.command("speed", epilog="doxa bench speed --json")
def speed(
    size: Annotated[list[int] | None, typer.Option(help="How many memories; may be given again.")] = None,
    as_json: Json = False,
) -> None:
    """What a write and a recall cost, beside the floor of the same run."""
    from doxa.bench import speed

    show(speed.measure(tuple(size or (1_000, 10_000))), as_json, speed.render)
