"""Rendering: texts as data in a prompt, which nothing in them can end.

Each stands as JSON on one line between two tags.  `<` and every line separator that JSON lets
stand are escaped, so no text holds a tag or a line of its own.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

CUT = "…"
_ESCAPES = {ord(character): f"\\u{ord(character):04x}" for character in "<>\x7f\x85\u2028\u2029"}


def line(value: Any) -> str:
    """One JSON value on one line."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).translate(_ESCAPES)


def block(tag: str, lines: Iterable[str]) -> str:
    return "\n".join((f"<{tag}>", *lines, f"</{tag}>"))


def clipped(text: str, limit: int) -> str:
    """At most ``limit`` characters, the last of them a mark where something was cut off."""
    return text if len(text) <= limit else text[: limit - 1] + CUT


def one_line(text: str, limit: int) -> str:
    """Printable, without line breaks, at most ``limit`` characters."""
    plain = "".join(character if character.isprintable() else " " for character in text)
    return clipped(" ".join(plain.split()), limit)
