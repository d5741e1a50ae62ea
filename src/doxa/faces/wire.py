"""Wire: the JSON of every view, the same in every face."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import fields, is_dataclass
from datetime import UTC, datetime
from enum import Enum
from typing import Any

from doxa.settings import is_belief_model_enabled

BELIEF_FIELDS = frozenset(
    {
        "as_of",
        "asserted",
        "band",
        "belief_class",
        "belief_key",
        "calibrated",
        "corroboration_count",
        "credence",
        "currency",
        "displaced",
        "probability",
        "rivals",
        "stance",
    }
)
"""What no payload has while the belief model is switched off, at whatever depth."""


def to_wire(value: object) -> Any:
    """Plain JSON values: instants as ISO text in UTC, enumerations as their values.

    Without the fields of belief where the belief model is switched off at this moment.
    """
    return _plain(value, frozenset() if is_belief_model_enabled() else BELIEF_FIELDS)


def _plain(value: object, without: Set[str]) -> Any:
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat().replace("+00:00", "Z")
    if is_dataclass(value) and not isinstance(value, type):
        return _plain({field.name: getattr(value, field.name) for field in fields(value)}, without)
    if isinstance(value, Mapping):
        return {str(key): _plain(one, without) for key, one in value.items() if key not in without}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [_plain(one, without) for one in value]
    return value


def problem(kind: str, message: str) -> dict[str, Any]:
    return {"error": {"kind": kind, "message": message}}
