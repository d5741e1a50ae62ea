"""The vectors of one owner in memory, kept in step with the index by its own counters."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from functools import cache
from threading import Lock

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import ThreadpoolController

STORED = np.float16  # half the disk; ranks by cosine stay as they are


@cache
def _threads() -> ThreadpoolController:
    return ThreadpoolController()


def product(rows: NDArray[np.float32], vector: NDArray[np.float32]) -> NDArray[np.float32]:
    """Every row times the vector, on one thread.

    Two threads win a little on an idle machine and lose a hundredfold on a busy one, where
    each waits for the other's core: 0.04 ms became 8.
    """
    with _threads().limit(limits=1, user_api="blas"):
        return rows @ vector


class OwnerVectors:
    """One row a memory, appended in place; grows by doubling."""

    def __init__(self, dimension: int) -> None:
        self._rows = np.empty((64, dimension), dtype=np.float32)
        self._ids: list[str] = []
        self._row_of: dict[str, int] = {}
        self.latest = 0
        self.removals = 0

    def __len__(self) -> int:
        return len(self._ids)

    @property
    def size_bytes(self) -> int:
        return int(self._rows.nbytes)

    def append(self, entries: Iterable[tuple[int, str, bytes]]) -> None:
        for entry_id, memory_id, blob in entries:
            position = len(self._ids)
            if position == len(self._rows):
                self._rows = np.concatenate([self._rows, np.empty_like(self._rows)])
            self._rows[position] = np.frombuffer(blob, dtype=STORED)
            self._ids.append(memory_id)
            self._row_of[memory_id] = position
            self.latest = entry_id

    def nearest(self, vector: NDArray[np.float32], limit: int) -> list[tuple[str, float]]:
        """The most similar, best first; exact."""
        similarities = product(self._rows[: len(self._ids)], vector)
        if len(similarities) > limit:
            best = np.argpartition(similarities, -limit)[-limit:]
        else:
            best = np.arange(len(similarities))
        best = best[np.argsort(-similarities[best], kind="stable")]
        return [(self._ids[i], float(similarities[i])) for i in best]

    def similarities(self, vector: NDArray[np.float32], ids: Sequence[str]) -> dict[str, float]:
        known = [memory_id for memory_id in ids if memory_id in self._row_of]
        found = product(self._rows[[self._row_of[memory_id] for memory_id in known]], vector)
        return dict(zip(known, found.tolist(), strict=True))


class VectorCache:
    """The vectors of the owners read last, within a bound on their size."""

    def __init__(self, budget_bytes: int = 512 * 1024 * 1024) -> None:
        self._budget_bytes = budget_bytes
        self._owners: OrderedDict[str, OwnerVectors] = OrderedDict()
        self.lock = Lock()

    def get(self, owner_id: str) -> OwnerVectors | None:
        vectors = self._owners.get(owner_id)
        if vectors is not None:
            self._owners.move_to_end(owner_id)
        return vectors

    def keep(self, owner_id: str, vectors: OwnerVectors) -> None:
        self._owners[owner_id] = vectors
        while len(self._owners) > 1 and sum(v.size_bytes for v in self._owners.values()) > self._budget_bytes:
            self._owners.popitem(last=False)

    def drop(self, owner_id: str) -> None:
        self._owners.pop(owner_id, None)
