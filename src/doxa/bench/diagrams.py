"""Diagrams: figures drawn, as SVG or PNG by the file's suffix.

The ground is left clear and every ink is of a middle tone, so that one file reads on a
light page and on a dark one.  The same figures give the same bytes: no date, no random
id.  The library that draws is an extra and imported when used.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from doxa.belief import Reliability
from doxa.errors import InvalidInput

SUFFIXES = (".svg", ".png")
TICKS = (0, 0.5, 1)
INK, FAINT = "#7a7a7a", "#7a7a7a55"
STATED, GAP = "#3d85c6", "#d9772f"
STYLE: Any = {  # not a dict of strings: to the library's types each key is one of 332 literals
    "svg.fonttype": "none",  # text stays text: it can be searched, read aloud and set in the page's font
    "svg.hashsalt": "doxa",
    "font.family": "sans-serif",
    "font.sans-serif": ["Helvetica", "Arial", "DejaVu Sans"],
    "font.size": 10,
    **dict.fromkeys(("text.color", "axes.edgecolor", "axes.labelcolor", "xtick.color", "ytick.color"), INK),
}


def check_drawing(file: Path) -> None:
    """Refuse, before any work is done, a file that could not be drawn to in the end."""
    if file.suffix.lower() not in SUFFIXES:
        raise InvalidInput(f"a diagram is written to a file that ends in .svg or .png, not {file.name!r}")
    if not file.parent.is_dir():
        raise InvalidInput(f"there is no folder {str(file.parent)!r}: make it first")
    try:
        import matplotlib  # noqa: F401 - only whether it is there
    except ImportError:
        raise InvalidInput("drawing needs matplotlib: pip install 'doxa[plots]'") from None


def draw_reliability(parts: Mapping[str, Reliability], file: Path) -> None:
    """One panel for each part: how often it was true against how sure it was said, and of how many."""
    check_drawing(file)
    if not any(part.count for part in parts.values()):
        raise InvalidInput("there is nothing to draw yet: none of the parts has an outcome")
    with _styled() as new_figure:
        figure = new_figure(figsize=(0.5 + 2.6 * len(parts), 4.1), layout="constrained")
        axes = figure.subplots(2, len(parts), squeeze=False, sharex=True, sharey="row", height_ratios=(3, 1))
        for column, (title, part) in enumerate(parts.items()):
            _draw_part(axes[0, column], title, part)
            _draw_counts(axes[1, column], part)
        axes[0, 0].set_ylabel("was true")
        axes[1, 0].set_ylabel("outcomes")
        figure.supxlabel("stated probability", fontsize="medium")
        _save(figure, file)


def draw_bars(
    groups: Mapping[str, Mapping[str, tuple[float, float]]], names: tuple[str, str], file: Path
) -> None:
    """For each group a panel, and in it for each row two bars, in percent."""
    check_drawing(file)
    rows = max(map(len, groups.values()))
    with _styled() as new_figure:
        figure = new_figure(figsize=(2.2 + 2.6 * len(groups), 0.8 + 0.36 * rows), layout="constrained")
        axes = figure.subplots(1, len(groups), squeeze=False, sharey=True)
        for column, (title, bars) in enumerate(groups.items()):
            panel, at = axes[0, column], range(len(bars))
            panel.set_title(title, fontsize="medium")
            for side, (name, colour) in enumerate(zip(names, (GAP, STATED), strict=True)):
                widths = [pair[side] for pair in bars.values()]
                panel.barh([n + 0.2 - 0.4 * (1 - side) for n in at], widths, 0.36, color=colour, label=name)
            panel.set(xlim=(0, 100), xticks=(0, 50, 100), yticks=list(at), yticklabels=list(bars))
            _clear(panel)
        axes[0, 0].invert_yaxis()
        figure.legend(
            *axes[0, 0].get_legend_handles_labels(), loc="outside lower center", ncols=2, frameon=False
        )
        _save(figure, file)


def draw_curves(curves: Mapping[str, Mapping[float, float]], labels: tuple[str, str], file: Path) -> None:
    """Lines in one panel, each through its points; both axes in percent."""
    check_drawing(file)
    with _styled() as new_figure:
        figure = new_figure(figsize=(4.6, 3.4), layout="constrained")
        panel = figure.subplots()
        for (name, points), colour in zip(curves.items(), (STATED, GAP), strict=False):
            panel.plot(
                list(points), list(points.values()), color=colour, marker="o", markersize=4.5, label=name
            )
        panel.set(xlabel=labels[0], ylabel=labels[1], ylim=(0, 100))
        panel.legend(frameon=False, loc="lower right")
        _clear(panel)
        _save(figure, file)


@contextmanager
def _styled() -> Iterator[Any]:
    """Gives what makes a figure, in the house style."""
    import matplotlib
    from matplotlib.figure import Figure

    with matplotlib.rc_context(STYLE):
        yield Figure


def _save(figure: Any, file: Path) -> None:
    try:
        figure.savefig(file, dpi=160, transparent=True, metadata=_unsigned(file))
    except OSError as error:
        raise InvalidInput(f"cannot write {str(file)!r}: {error.strerror}") from error


def _unsigned(file: Path) -> dict[str, None]:
    """Leave out when it was drawn, and by which version."""
    is_svg = file.suffix.lower() == ".svg"
    return {"Date": None, "Creator": None} if is_svg else {"Software": None}


def _draw_part(axes: Any, title: str, part: Reliability) -> None:
    axes.set_title(title, fontsize="medium")
    axes.set(xlim=(0, 1), ylim=(0, 1), xticks=TICKS, xticklabels=TICKS, yticks=TICKS, yticklabels=TICKS)
    axes.plot((0, 1), (0, 1), color=INK, linewidth=1, linestyle=(0, (4, 3)))
    _clear(axes)
    if part.ece is None or part.brier is None:
        axes.text(0.97, 0.05, "no outcomes", ha="right", va="bottom")
        return
    stated, observed = [b.stated for b in part.bins], [b.observed for b in part.bins]
    axes.vlines(stated, stated, observed, color=GAP, linewidth=2)
    axes.plot(stated, observed, color=STATED, marker="o", markersize=4.5, linewidth=1.4, clip_on=False)
    axes.text(0.97, 0.05, f"ECE {part.ece:.3f}\nBrier {part.brier:.3f}", ha="right", va="bottom")


def _draw_counts(axes: Any, part: Reliability) -> None:
    for one in part.bins:
        width = one.high - one.low
        axes.bar(one.low + width / 2, one.count, width * 0.86, color=STATED, alpha=0.7)
    axes.margins(y=0.1)
    axes.yaxis.get_major_locator().set_params(integer=True, nbins=3)
    _clear(axes)


def _clear(axes: Any) -> None:
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(color=FAINT, linewidth=0.5)
    axes.set_axisbelow(True)
