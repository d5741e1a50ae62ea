"""The Python door: a memory, and each owner's part of it.  Thread-safe."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any, Concatenate, ParamSpec, TypeVar

from doxa.service.memory_service import MemoryService
from doxa.service.parts import checked_owner

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
        self.owner_id = owner_id
        self.remember = _bound(service.remember, owner_id)
        self.capture = _bound(service.capture, owner_id)
        self.extract = service.extract
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
        self.forget = _bound(service.forget, owner_id)
        self.verify = _bound(service.verify, owner_id)
        self.reembed = _bound(service.reembed, owner_id)

    def __repr__(self) -> str:
        return f"Owner({self.owner_id!r})"
