"""Measures: two figures of one scale whose units differ, and sizes that tell one thing from another."""

from __future__ import annotations

import re

from doxa.belief.numerals import Value

from .comparing import Pair

_HOURS = {"second": 1 / 3600, "minut": 1 / 60, "hour": 1.0}
_DAYS = {"day": 1.0, "week": 7.0, "month": 30.0, "year": 365.0}


def are_lengths(x: Value, y: Value) -> bool:
    """30 minutes and an hour, three weeks and two months: of one scale, and not the same length."""
    for scale in (_HOURS, _DAYS):
        is_rate = ("1", "day") in ((x.text, x.counted), (y.text, y.counted))  # "daily" is no length
        if (
            not is_rate
            and x.counted in scale
            and y.counted in scale
            and _is_figure(x.text)
            and _is_figure(y.text)
        ):
            one, two = (float(value.text) * scale[value.counted] for value in (x, y))
            return abs(one - two) > 0.1 * max(one, two)
    return False


def _is_figure(text: str) -> bool:
    return re.fullmatch(r"\d+(?:\.\d+)?", text) is not None


def is_resized(pair: Pair, x: Value, y: Value) -> bool:
    """ "Upgraded to a 10-gallon tank" from one of 5; else a size only says which one it is."""
    unit = re.sub(r"[\d.,]+", "", x.text)
    return pair.new.marks_change and bool(x.near & y.near) and unit == re.sub(r"[\d.,]+", "", y.text)
