"""The Python door: a memory, and each owner's part of it.  Thread-safe."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable
from datetime import date, datetime
from typing import Any, Concatenate, ParamSpec, TypeVar

from doxa.service.as_of import AsOf
from doxa.service.memory_service import MemoryService
from doxa.service.parts import checked_owner
from doxa.service.views import CalibrationView, Maintained

P = ParamSpec("P")
R = TypeVar("R")


def _bound(verb: Callable[Concatenate[str, P], R], owner_id: str) -> Callable[P, R]:
    @functools.wraps(verb)
    def call(*args: P.args, **kwargs: P.kwargs) -> R:
        return verb(owner_id, *args, **kwargs)

    signature = inspect.signature(verb)
    shown = signature.replace(parameters=list(signature.parameters.values())[1:])
    call.__signature__ = shown  # type: ignore[attr-defined]
    return call


class Memory:
    """One database.  Close it, or use it as a context manager."""

    def __init__(self, service: MemoryService) -> None:
        self._service = service

    def owner(self, owner_id: str = "me") -> Owner:
        """The memory of one owner: an exact name, and nobody else's rows."""
        return Owner(self._service, checked_owner(owner_id))

    def owners(self) -> tuple[str, ...]:
        """Everyone who has a memory here."""
        return self._service.owners()

    def calibration(self, owners: Iterable[str] | None = None) -> CalibrationView:
        """How right these owners' memories have been, everyone's by default; it changes nothing.

        Figures and proposals are over all of them together.  They are read one after the other,
        as ``owners`` names them.
        """
        return self._service.calibration_of(owners)

    def maintain(self) -> Maintained:
        """One pass of upkeep for everybody: what waits for a model is processed, the index follows.

        Safe to run anywhere and many times at once.
        """
        return self._service.maintain_all()

    def close(self) -> None:
        """Let the file go; what is asked afterwards is refused."""
        self._service.close()

    def __enter__(self) -> Memory:
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()


class Owner:
    """Every verb of one owner's memory; each has the signature of the service's, without the owner."""

    def __init__(self, service: MemoryService, owner_id: str) -> None:
        self._service, self.owner_id = service, owner_id
        self.remember = _bound(service.remember, owner_id)
        self.capture = _bound(service.capture, owner_id)
        self.extract = service.extract
        self.check = service.check
        self.operation = _bound(service.operation, owner_id)
        self.operations = _bound(service.operations, owner_id)
        self.retry = _bound(service.retry, owner_id)
        self.cancel = _bound(service.cancel, owner_id)
        self.maintain = _bound(service.maintain, owner_id)
        self.recall = _bound(service.recall, owner_id)
        self.context = _bound(service.context, owner_id)
        self.get = _bound(service.get, owner_id)
        self.list = _bound(service.list, owner_id)
        self.history = _bound(service.history, owner_id)
        self.verdict = _bound(service.verdict, owner_id)
        self.beliefs = _bound(service.beliefs, owner_id)
        self.explain = _bound(service.explain, owner_id)
        self.confirm = _bound(service.confirm, owner_id)
        self.reject = _bound(service.reject, owner_id)
        self.correct = _bound(service.correct, owner_id)
        self.resolve = _bound(service.resolve, owner_id)
        self.review_queue = _bound(service.review_queue, owner_id)
        self.profile = _bound(service.profile, owner_id)
        self.proactive = _bound(service.proactive, owner_id)
        self.forget = _bound(service.forget, owner_id)
        self.delete_source = _bound(service.delete_source, owner_id)
        self.backfill = _bound(service.backfill, owner_id)
        self.verify = _bound(service.verify, owner_id)
        self.calibration = _bound(service.calibration, owner_id)
        self.reembed = _bound(service.reembed, owner_id)

    def as_of(self, at: date | datetime | str, *, axis: str = "record") -> OwnerThen:
        """This memory at another moment, to be read only.

        ``axis="record"``: what it would have answered then.  ``axis="valid"``: what held then, by
        all that is known today.  A bare day is its last moment in the owner's zone.  What comes back
        has `get`, `list`, `verdict`, `beliefs`, and of record time `explain` and `history`.
        """
        return OwnerThen(self._service.as_of(at, axis), self.owner_id)

    def __repr__(self) -> str:
        return f"Owner({self.owner_id!r})"


class OwnerThen:
    """One owner's memory at another moment: the verbs that read, and none that write."""

    def __init__(self, then: AsOf, owner_id: str) -> None:
        self.owner_id, self.at, self.axis = owner_id, then.at, then.axis
        self.get = _bound(then.get, owner_id)
        self.list = _bound(then.list, owner_id)
        self.verdict = _bound(then.verdict, owner_id)
        self.beliefs = _bound(then.beliefs, owner_id)
        self.explain = _bound(then.explain, owner_id)
        self.history = _bound(then.history, owner_id)
        self.recall = self.context = _bound(then.recall, owner_id)

    def __repr__(self) -> str:
        return f"OwnerThen({self.owner_id!r}, {self.at.isoformat()!r}, axis={self.axis.value!r})"
