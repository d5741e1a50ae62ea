from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone
from enum import StrEnum

from doxa.faces.wire import to_wire


class Colour(StrEnum):
    RED = "red"


@dataclass(frozen=True)
class Thing:
    colour: Colour
    at: datetime | None
    parts: tuple[object, ...]


def test_a_view_becomes_plain_json():
    noon = datetime(2026, 3, 2, 12, tzinfo=timezone(timedelta(hours=2)))
    thing = Thing(
        Colour.RED, noon, (Thing(Colour.RED, None, ()), {"a": noon.astimezone(UTC)}, "ü", 0.5, None)
    )
    wire = to_wire(thing)
    assert json.loads(json.dumps(wire)) == wire
    assert wire == {
        "colour": "red",
        "at": "2026-03-02T10:00:00Z",
        "parts": [
            {"colour": "red", "at": None, "parts": []},
            {"a": "2026-03-02T10:00:00Z"},
            "ü",
            0.5,
            None,
        ],
    }
