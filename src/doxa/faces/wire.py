"""Wire: the JSON of every view, the same in every face."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from datetime import UTC, datetime
from enum import Enum
from typing import Any


def to_wire(value: object) -> Any:
    """Plain JSON values: instants as ISO text in UTC, enumerations as their values."""
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat().replace("+00:00", "Z")
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: to_wire(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): to_wire(one) for key, one in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [to_wire(one) for one in value]
    return value


def problem(kind: str, message: str) -> dict[str, Any]:
    return {"error": {"kind": kind, "message": message}}
