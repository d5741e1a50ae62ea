"""Configuration: changes single settings of a `doxa.toml` and leaves every other byte of it alone."""

from __future__ import annotations

import os
import tempfile
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from doxa.errors import InvalidInput

Pairs = Sequence[tuple[float, float]]
Wanted = Mapping[str, Mapping[str, float | str | Pairs]]
"""Values by table and by name in it."""


@dataclass(frozen=True, slots=True)
class Edit:
    """One setting, by its dotted name; ``before`` is None where the file did not name it."""

    name: str
    before: Any
    after: Any


def apply(path: Path, wanted: Wanted) -> tuple[Edit, ...]:
    """Write these values into the file, all or none, and say what differs; the same again changes nothing."""
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    text = _read(path)
    try:
        document, expected = tomlkit.parse(text), tomllib.loads(text)
    except (TOMLKitError, tomllib.TOMLDecodeError) as error:
        raise InvalidInput(f"{path} is not TOML, so nothing was applied: {error}") from error
    edits = []
    for table_name, values in wanted.items():
        table = document.get(table_name)
        if table is None:
            if document and not document.as_string().endswith("\n\n"):
                document.add(tomlkit.nl())
            document.add(table_name, tomlkit.table())
            table = document[table_name]
        if not isinstance(table, dict):
            raise InvalidInput(f"{table_name!r} in {path} is not a table, so nothing was applied: remove it")
        for name, value in values.items():
            before = table.get(name)
            if _plain(before) != _plain(value):
                table[name] = value if isinstance(value, (float, str)) else _array(value)
                expected.setdefault(table_name, {})[name] = _plain(value)
                edits.append(Edit(f"{table_name}.{name}", _plain(before), _plain(value)))
    if edits:
        _write(path, _checked(document.as_string(), expected, path))
    return tuple(edits)


def _checked(text: str, expected: Mapping[str, Any], path: Path) -> str:
    """What is about to be written, read by the parser that will read it."""
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        found = None
    if found != expected:
        raise InvalidInput(f"{path} is laid out in a way that cannot be changed safely: edit it by hand")
    return text


def _plain(value: Any) -> Any:
    """A value as JSON would have it, whatever wrote it."""
    value = value.unwrap() if hasattr(value, "unwrap") else value
    return [list(pair) for pair in value] if isinstance(value, (list, tuple)) else value


def _array(pairs: Pairs) -> Any:
    """One pair a line."""
    import tomlkit

    array = tomlkit.array()
    for pair in pairs:
        array.add_line(list(pair))
    array.add_line(indent="")
    return array


def _read(path: Path) -> str:
    try:
        return path.read_bytes().decode("utf-8") if path.exists() else ""
    except UnicodeDecodeError as error:
        raise InvalidInput(f"{path} is not UTF-8 text, so nothing was applied (byte {error.start})") from None
    except OSError as error:
        raise InvalidInput(f"{path} cannot be read, so nothing was applied: {error.strerror}") from error


def _write(path: Path, text: str) -> None:
    """Beside the file first and then in its place, so that no reader ever sees half of it."""
    try:
        target = path.resolve()  # what a link points to is replaced, not the link
    except (OSError, RuntimeError):  # before Python 3.13 a loop is a RuntimeError
        raise InvalidInput(
            f"{path} cannot be written, so nothing was applied: its links lead nowhere"
        ) from None
    if target.exists() and not os.access(target, os.W_OK):
        raise InvalidInput(f"{path} cannot be written, so nothing was applied: it is read-only")
    beside: Path | None = None
    try:
        with tempfile.NamedTemporaryFile(dir=target.parent, prefix=".doxa-", delete=False) as file:
            beside = Path(file.name)
            file.write(text.encode("utf-8"))
            file.flush()
            os.fsync(file.fileno())
        beside.chmod(target.stat().st_mode & 0o7777 if target.exists() else 0o644)
        beside.replace(target)
    except OSError as error:
        if beside is not None:
            beside.unlink(missing_ok=True)
        raise InvalidInput(f"{path} cannot be written, so nothing was applied: {error.strerror}") from error
