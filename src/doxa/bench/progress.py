"""Progress: how far a long bench has come, on standard error and only where somebody watches."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

T = TypeVar("T")


def watched(items: Sequence[T], what: str) -> Iterable[T]:
    """The items, one after the other, with a bar that tells how many are left."""
    from rich.console import Console
    from rich.progress import track

    console = Console(stderr=True)
    return track(items, what, console=console, transient=True, disable=not console.is_terminal)
