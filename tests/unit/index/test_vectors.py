"""Vectors in memory: exact, appended in place, within a bound."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from doxa.index.vectors import STORED, OwnerVectors, VectorCache


def blob(vector):
    return np.asarray(vector, dtype=STORED).tobytes()


def filled(rows, first=1):
    vectors = OwnerVectors(rows.shape[1])
    vectors.append((first + n, f"m_{n}", blob(row)) for n, row in enumerate(rows))
    return vectors


@settings(deadline=None, max_examples=40)
@given(count=st.integers(0, 300), limit=st.integers(1, 40), seed=st.integers(0, 2**32 - 1))
def test_the_nearest_are_those_that_looking_at_all_of_them_finds(count, limit, seed):
    chance = np.random.default_rng(seed)
    rows = chance.normal(size=(count, 8)).astype(STORED).astype(np.float32)
    query = chance.normal(size=8).astype(np.float32)

    found = filled(rows).nearest(query, limit)

    every = rows @ query
    assert [similarity for _, similarity in found] == pytest.approx(
        sorted(every, reverse=True)[:limit], abs=1e-4
    )
    assert len({memory_id for memory_id, _ in found}) == min(limit, count)
    for memory_id, similarity in found:
        assert similarity == pytest.approx(float(every[int(memory_id[2:])]), abs=1e-4)


def test_similarities_are_given_for_what_is_there():
    vectors = filled(np.eye(3, dtype=np.float32))
    query = np.asarray([1.0, 0.5, 0.0], dtype=np.float32)

    assert vectors.similarities(query, ["m_1", "nobody", "m_0"]) == {"m_1": 0.5, "m_0": 1.0}
    assert vectors.similarities(query, []) == {}
    assert OwnerVectors(3).nearest(query, 5) == []


def test_what_is_appended_later_is_found_beside_what_was_there():
    """Across the points at which the room doubles."""
    vectors = OwnerVectors(2)
    for n in range(200):
        vectors.append([(n + 1, f"m_{n}", blob([1.0, n / 256]))])
        query = np.asarray([0.0, 1.0], dtype=np.float32)
        assert vectors.nearest(query, 1)[0][0] == f"m_{n}"

    assert (len(vectors), vectors.latest) == (200, 200)


def test_half_precision_keeps_the_order_of_what_differs():
    rows = np.asarray([[1.0, 0.0], [0.99, 0.14], [0.95, 0.31], [0.0, 1.0]], dtype=np.float32)

    assert [m for m, _ in filled(rows).nearest(np.asarray([1.0, 0.0], dtype=np.float32), 4)] == [
        "m_0",
        "m_1",
        "m_2",
        "m_3",
    ]


def test_the_owner_read_longest_ago_makes_room():
    one = filled(np.zeros((1, 4), dtype=np.float32)).size_bytes
    cache = VectorCache(budget_bytes=2 * one)
    for owner in "ab":
        cache.keep(owner, filled(np.zeros((1, 4), dtype=np.float32)))
    cache.get("a")
    cache.keep("c", filled(np.zeros((1, 4), dtype=np.float32)))

    assert [owner for owner in "abc" if cache.get(owner) is not None] == ["a", "c"]


def test_one_owner_may_be_larger_than_the_room():
    cache = VectorCache(budget_bytes=1)
    cache.keep("a", filled(np.zeros((1, 4), dtype=np.float32)))

    assert cache.get("a") is not None


def test_what_was_dropped_is_gone():
    cache = VectorCache()
    cache.keep("a", OwnerVectors(2))
    cache.drop("a")
    cache.drop("a")

    assert cache.get("a") is None
