"""Digests and the chain: one spelling for one value, and no guess without the salt."""

from __future__ import annotations

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from doxa.domain.operation import GENESIS, Head, OperationKind, canonical, commit_hash, keyed_digest
from doxa.testing import SequentialIds, an_operation
from doxa.testing.fakes import START

HEAD = Head(0, GENESIS, 1, "UTC")

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


def test_the_spelling_of_a_value_does_not_depend_on_the_order_it_was_built_in():
    assert canonical({"b": 1, "a": [1, 2]}) == canonical({"a": (1, 2), "b": 1}) == b'{"a":[1,2],"b":1}'


@given(a=values, b=values)
def test_two_values_have_one_spelling_only_if_they_are_equal(a, b):
    if canonical(a) == canonical(b):
        assert a == b


@pytest.mark.parametrize("text", ["æøå", "東京", "🙂", "\ud800", "\x00", "\u2028", 'a"b\\'])
def test_any_text_has_a_digest(text):
    assert len(keyed_digest(text)) == 32
    assert keyed_digest(text) != keyed_digest(text + " ")


def test_a_digest_is_written_out_so_that_old_chains_go_on_verifying():
    """If these move, every database in the world fails its `verify`."""
    assert keyed_digest(["remember", {"text": "I live in Oslo."}]) == "de6721f047049d837643f463c770022f"
    assert keyed_digest("I live in Oslo.", "00" * 16) == "63c115e07ab5e9ee4e538502ce752d49"
    assert sealed() == "26af51e1cf0eaf9934f03063325ec544"


def test_the_same_words_under_another_salt_have_another_digest():
    salts = [SequentialIds(n)("salt") for n in range(1, 20)]

    assert len({keyed_digest("4711", salt) for salt in ["", *salts]}) == 20


AN_HOUR_LATER = START + timedelta(hours=1)


def sealed(parent=GENESIS, sequence=1, at=START, digests=("aa", "bb"), **operation):
    values = {"operation_id": "o_1", "identity": "auto:1", "digest": "d", **operation}
    return commit_hash(parent, sequence, an_operation(HEAD, **values), at, digests)


@pytest.mark.parametrize(
    "other",
    [
        {"parent": "f" * 32},
        {"sequence": 2},
        {"at": AN_HOUR_LATER},
        {"digests": ("bb", "aa")},
        {"digests": ("aabb",)},
        {"digests": ("aa",)},
        {"digests": ()},
        {"operation_id": "o_2"},
        {"kind": OperationKind.FORGET},
        {"target": "talk"},
        {"is_keyed": True},
        {"actor": "somebody"},
        {"created_at": AN_HOUR_LATER},
        {"account_generation": 2},
        {"head_seen": 7},
        {"result": {"outcomes": ["x"]}},
    ],
    ids=str,
)
def test_a_commit_covers_its_parent_its_place_its_operation_and_every_row_in_order(other):
    assert sealed(**other) != sealed()


def test_a_commit_does_not_cover_what_an_erasure_takes():
    assert sealed(identity=None, digest=None) == sealed()
