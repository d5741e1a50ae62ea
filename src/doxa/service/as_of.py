"""As of: a read-only view of a memory at another moment, by when it was known or by when it held."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime
from enum import StrEnum
from typing import NoReturn

from doxa.domain.instants import parse_moment, zone_of
from doxa.errors import InvalidInput, Refused

from .holding import Held
from .parts import Parts
from .reading import Reading
from .sight import Past, Present
from .views import Explanation, ItemRevisionView


class Axis(StrEnum):
    """Which of the two times a question is of.

    ``RECORD``: what the memory would have answered at that moment.  ``VALID``: what held at
    that moment, by all that is known today.
    """

    RECORD = "record"
    VALID = "valid"


class AsOf(Reading):
    """The verbs that read, answered of another moment; what cannot be answered so is refused."""

    def __init__(
        self, parts: Parts, find: Callable[[str, str], str | None], at: datetime, axis: Axis, *, is_now: bool
    ) -> None:
        self.at, self.axis = at, axis
        # What is recorded so far is all that stands, also what bears a later time since the clock went back.
        looking = Held if axis is Axis.VALID else Present if is_now else Past
        super().__init__(parts, find, lambda transaction: looking(transaction, at))

    def explain(self, owner_id: str, what: str) -> Explanation:
        """Why a memory stood where it stood; of record time only."""
        self._checked_record_time("explain")
        return super().explain(owner_id, what)

    def history(self, owner_id: str, memory_id: str) -> tuple[ItemRevisionView, ...]:
        """What each commit up to then changed of a memory; of record time only."""
        self._checked_record_time("history")
        return super().history(owner_id, memory_id)

    def recall(self, _owner_id: str, _query: str, /, **_options: object) -> NoReturn:
        """Refused, like `context`: the index ranks by what is remembered today, not by what was then."""
        raise Refused(
            "recall and context are not answered of another moment, since the index is today's: "
            "use list, get, verdict, beliefs or explain"
        )

    def _checked_record_time(self, verb: str) -> None:
        if self.axis is Axis.VALID:
            raise Refused(
                f"{verb} tells how a belief moved as things became known: ask it with axis='record', "
                "or use verdict for what held"
            )


def as_of(parts: Parts, find: Callable[[str, str], str | None], at: date | datetime | str, axis: str) -> AsOf:
    """A bare day is its last moment in the owner's zone; what has been recorded so far ends with now."""
    now = parts.clock()
    moment = parse_moment(at, parts.zone, "as_of")
    try:
        wanted = Axis(axis)
    except ValueError:
        raise InvalidInput(f"'axis' must be one of {', '.join(Axis)}, not {axis!r}") from None
    is_today = wanted is Axis.RECORD and moment > now
    if is_today:
        if parse_moment(now.astimezone(zone_of(parts.zone)).date(), parts.zone) != moment:
            raise InvalidInput(
                "'as_of' is in the future, and nothing is recorded of it: ask with axis='valid'"
            )
        moment = now
    return AsOf(parts, find, moment, wanted, is_now=is_today)
