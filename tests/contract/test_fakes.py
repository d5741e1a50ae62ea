"""What doxa.testing hands out keeps its own promises."""

from __future__ import annotations

import threading
from datetime import timedelta

from hypothesis import given, settings

from doxa.domain.images import evidence_image, item_image
from doxa.domain.operation import GENESIS, Head, commit_hash, keyed_digest
from doxa.testing import FixedClock, SequentialIds, a_commit, a_piece, an_item, an_operation, strategies
from doxa.testing.builders import SALT, journal_of


def test_the_clock_stands_still_until_it_is_moved():
    clock = FixedClock()
    first = clock()

    assert clock() == first
    assert clock.advance(timedelta(hours=1)) == clock() == first + timedelta(hours=1)
    assert clock.advance(timedelta(hours=-2)) < first  # clocks do go back


def test_ids_count_up_for_each_prefix():
    ids = SequentialIds()

    assert [ids("m"), ids("m"), ids("e"), ids("m")] == ["m_000001", "m_000002", "e_000001", "m_000003"]
    assert SequentialIds(7)("m") == "m_000007"


def test_salts_are_salts_and_all_different():
    ids = SequentialIds()
    salts = [ids("salt") for _ in range(50)]

    assert len({keyed_digest("words", salt) for salt in salts}) == 50


def test_threads_never_get_the_same_id():
    ids = SequentialIds()
    given_ids: list[str] = []
    threads = [
        threading.Thread(target=lambda: given_ids.extend(ids("m") for _ in range(200))) for _ in range(6)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert len(set(given_ids)) == 1200


def test_builders_make_values_that_verify():
    head = Head(0, GENESIS, 1, "UTC")
    journal = journal_of([an_item()], [a_piece()])
    operation = an_operation(head)
    commit = a_commit(head, operation, journal)

    assert [entry.digest for entry in journal] == [
        keyed_digest(item_image(an_item()), SALT),
        keyed_digest(evidence_image(a_piece()), SALT),
    ]
    assert commit.commit_hash == commit_hash(
        GENESIS, 1, operation, commit.recorded_at, [entry.digest for entry in journal]
    )
    assert an_operation(head).identity != operation.identity


@settings(deadline=None, max_examples=30)
@given(rows=strategies.rows())
def test_random_rows_refer_to_one_another(rows):
    ids = {item.memory_id for item in rows["new_items"]}

    assert {piece.memory_id for piece in rows["new_evidence"]} <= ids
    assert set(rows["to_index"]) == ids
    assert {turn.source_id for turn in rows["new_turns"]} <= {s.source_id for s in rows["new_sources"]}
