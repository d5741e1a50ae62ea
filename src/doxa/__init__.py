"""doxa: a long-term memory for AI agents that knows what it believes.

>>> import doxa
>>> memory = doxa.open(":memory:")
>>> ana = memory.owner("ana")
>>> _ = ana.remember("I use 6 ounces of water per tablespoon of coffee.", at="2026-03-02")
>>> _ = ana.remember("I've switched to 5 ounces of water per tablespoon of coffee.", at="2026-06-10")
>>> ana.recall("coffee water ratio")[0].text
"I've switched to 5 ounces of water per tablespoon of coffee."
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .domain.source import Turn
from .errors import DoxaError

if TYPE_CHECKING:
    from .memory import Memory, Owner

__version__ = "0.1.0"
__all__ = ["DoxaError", "Memory", "Owner", "Turn", "__version__", "open"]


def open(location: str | None = None, **settings: Any) -> Memory:  # noqa: A001
    """Open a memory, and make it where there is none.

    ``location`` is a path or ``sqlite:///...``; without one it is a file in the user's data
    folder.  Further arguments are settings (``zone="Europe/Oslo"``) and win over `DOXA_*`
    and `doxa.toml`.
    """
    from .bootstrap import build
    from .memory import Memory
    from .settings import read_settings

    return Memory(build(None if location is None else str(location), read_settings(**settings)))


def __getattr__(name: str) -> Any:
    # The doors pull in the database; whoever only imports the package need not wait for that.
    if name in ("Memory", "Owner"):
        from . import memory

        return getattr(memory, name)
    raise AttributeError(f"module 'doxa' has no attribute {name!r}")
