"""Calibrating from the command line: measures, shows, and writes what is proposed where it is asked to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from rich.progress import Progress
from rich.table import Table

from doxa.belief.calibration import Reliability
from doxa.memory import Memory
from doxa.service.views import CalibrationView, HalfLifeView
from doxa.settings import CONFIG_FILE, hiding_variable

from .configuration import Edit, Wanted, apply
from .session import err, out

KNOTS = "calibration.knots"


def measured(memory: Memory, owner: str | None) -> CalibrationView:
    """Over one owner's memory or everyone's, with a bar where that takes several steps and somebody looks."""
    names = (owner,) if owner is not None else memory.owners()
    with _each(names) as reading:
        return memory.calibration(owners=reading)


@contextmanager
def _each(names: Sequence[str]) -> Iterator[Iterator[str]]:
    with Progress(console=err, transient=True, disable=len(names) < 2 or not err.is_terminal) as progress:
        yield iter(progress.track(names, description="calibrating"))


def draw(view: CalibrationView, file: Path) -> None:
    """The reliability diagram, with a panel for what a map makes of outcomes that it was not fitted on."""
    from doxa.bench.diagrams import draw_reliability

    parts = {"credence": view.credence, "probability": view.probability}
    if view.held_out is not None:
        parts["credence, mapped"] = view.held_out.mapped
    draw_reliability(parts, file)


def applied(view: CalibrationView, config: Path) -> tuple[Edit, ...]:
    """Write every proposal into the configuration; say where something keeps it from being used."""
    wanted = proposals(view)
    edits = apply(config, wanted) if wanted else ()
    if wanted and config.resolve() != Path(CONFIG_FILE).resolve():
        err.print(f"note: doxa reads {CONFIG_FILE} in its working folder, not {config}", markup=False)
    for table, values in wanted.items():
        for name in values:
            if variable := hiding_variable(table, name):
                err.print(
                    f"note: {variable} in the environment wins over {table}.{name}: unset it", markup=False
                )
    return edits


def proposals(view: CalibrationView) -> Wanted:
    """What would be written, by table of the configuration."""
    half_lives = {
        one.value: found.proposed_days
        for one, found in view.half_lives.items()
        if found.proposed_days is not None
    }
    wanted: dict[str, dict[str, object]] = {}
    if half_lives:
        wanted["half_life_days"] = dict(half_lives)
    if view.knots is not None:
        wanted["calibration"] = {"knots": view.knots}
    return wanted  # type: ignore[return-value]


# -- in a terminal ----------------------------------------------------------------------------


def report(view: CalibrationView, done: Sequence[Edit] | None, config: Path) -> None:
    """What was found, and what was written of it; ``done`` is None where nothing was to be written."""
    out.print(f"[bold]{view.outcomes} outcome(s)[/] of {view.owners} owner(s); a map needs {view.needed}")
    if view.outcomes:
        _figures(view)
        _bins(view.credence)
    _map(view)
    _half_lives(view)
    if not view.has_proposals:
        out.print("nothing is proposed" if done is None else "nothing is proposed: nothing was written")
    elif done is None:
        out.print(f"`doxa calibrate --apply` writes what is proposed to {config}", markup=False)
    elif not done:
        out.print(f"{config} holds all of it already: nothing was written", markup=False)
    _edits(done or (), config)


def _edits(found: Sequence[Edit], config: Path) -> None:
    for edit in found:
        if edit.name == KNOTS:
            before = "no map" if not edit.before else f"{len(edit.before)} knot(s)"
            after = f"{len(edit.after)} knot(s)"
        else:
            before = "not set" if edit.before is None else f"{edit.before}"
            after = f"{edit.after}"
        out.print(f"{config}: {edit.name}: {before} -> {after}", markup=False)


def _figures(view: CalibrationView) -> None:
    table = _table("", "outcomes", "Brier", "ECE")
    rows: list[tuple[str, Reliability]] = [
        ("credence, when asked", view.credence),
        ("probability, as of the last evidence", view.probability),
        *((f"class {name}", found) for name, found in view.by_class.items()),
        *((f"tier {name}", found) for name, found in view.by_tier.items()),
    ]
    for name, found in rows:
        table.add_row(name, str(found.count), _figure(found.brier), _figure(found.ece))
    out.print(table)


def _bins(found: Reliability) -> None:
    table = _table("credence", "outcomes", "stated", "true")
    for one in found.bins:
        span = f"{one.low:.0%} to {one.high:.0%}"
        table.add_row(span, str(one.count), f"{one.stated:.1%}", f"{one.observed:.1%}")
    out.print(table)


def _map(view: CalibrationView) -> None:
    if view.knots is None:
        if view.held_out is not None:
            out.print("no map: one fitted on some of the outcomes does not help the others")
        return
    table = _table("map: stated", "worth")
    for stated, worth in view.knots:
        table.add_row(f"{stated:.1%}", f"{worth:.1%}")
    out.print(table)


def _half_lives(view: CalibrationView) -> None:
    heard = {one: found for one, found in view.half_lives.items() if found.beliefs}
    if not heard:
        out.print(f"half-lives: no belief has been heard of twice; a class needs {view.needed_beliefs}")
        return
    names = ("now", "prior", "learned", "90% within", "beliefs", "changes", "proposed")
    table = _table("half-life, days", *names)
    for one, found in heard.items():
        table.add_row(
            one.value,
            _days(found.configured_days),
            _days(found.prior_days),
            _days(found.learned_days),
            _within(found),
            str(found.beliefs),
            str(found.changes),
            _days(found.proposed_days) if found.is_proposed else "",
        )
    out.print(table)
    if any(found.beliefs < view.needed_beliefs for found in heard.values()):
        out.print(f"a half-life needs {view.needed_beliefs} beliefs of its class that were heard of twice")


def _table(first: str, *others: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column(first)
    for name in others:
        table.add_column(name, justify="right")
    return table


def _figure(value: float | None) -> str:
    return "" if value is None else f"{value:.3f}"


def _days(value: float | None) -> str:
    return "none" if value is None else f"{value:.3g}"


def _within(found: HalfLifeView) -> str:
    return "" if found.low is None or found.high is None else f"{found.low:.3g} to {found.high:.3g}"
