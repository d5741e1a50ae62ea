"""The contract: what every store promises.  Subclass it and provide a ``store`` fixture.

    class TestMine(StoreContract):
        @pytest.fixture
        def store(self): ...

One store serves a whole test, so random values go to an owner of their own each time.
"""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from doxa.belief import BeliefClass, ProvenanceTier, Stance
from doxa.domain.belief_record import BeliefRecord
from doxa.domain.evidence import Evidence, EvidenceEvent, EvidenceState
from doxa.domain.item import MemoryItem, Review, Status
from doxa.domain.operation import GENESIS, Head, Operation, OperationKind
from doxa.domain.receipt import ReceiptKind
from doxa.domain.source import CapturedTurn, Source, TurnKey
from doxa.domain.submission import SubmissionState
from doxa.errors import StoreError
from doxa.service.ports import Changes, Erasure, Raised, Raising, Store, Transaction

from . import strategies as some
from .builders import (
    a_belief,
    a_commit,
    a_piece,
    a_receipt,
    a_source,
    a_submission,
    a_turn,
    an_item,
    apply,
    changes,
    journal_of,
)
from .fakes import START

OWNER = "ana"
# Pairs that a case-folding, trimming, normalising, globbing or pattern-matching store would mix up.
ODD_OWNERS = (
    "Bob",
    "bob",
    "BOB",
    "bob ",
    " bob",
    "b_b",
    "b%b",
    "b*b",
    "f*",
    "fo",
    "O'Hara",
    'O"Hara',
    "x; DROP TABLE items; --",
    "jos\u00e9",
    "jose\u0301",
    "\u540d\u524d",
    "\U0001f642",
    "\\",
    "0",
    "00",
    "null",
)
MOMENT = timedelta(microseconds=1)

_owners = itertools.count(1)
random_values = settings(
    deadline=None,
    max_examples=25,
    # A subclass for each store is what a contract is for, and every example has an owner of its own.
    suppress_health_check=[
        HealthCheck.differing_executors,
        HealthCheck.function_scoped_fixture,
        HealthCheck.too_slow,
    ],
)


class Boom(Exception):
    """What goes wrong in the middle of a block."""


def an_owner() -> str:
    """One that no example had before."""
    return f"owner-{next(_owners)}"


def everything(transaction: Transaction) -> dict[str, Any]:
    """All that a transaction can see of its owner, in an order of its own."""
    return {
        "head": transaction.head(),
        "items": sorted(transaction.all_items(), key=lambda item: item.memory_id),
        "evidence": sorted(transaction.all_evidence(), key=lambda piece: piece.evidence_id),
        "beliefs": sorted(transaction.beliefs(), key=lambda belief: belief.belief_key),
        "operations": sorted(transaction.operations(), key=lambda operation: operation.operation_id),
        "journal": transaction.journal(),
        "source": transaction.source("s_1"),
        "turns": sorted(transaction.turns("s_1"), key=lambda turn: turn.turn_id),
    }


def a_whole_operation(words: str = "the words") -> dict[str, Any]:
    """Rows for every table an operation can write."""
    return {
        "new_items": [an_item(content=words)],
        "new_evidence": [a_piece(quote=words, source_id="s_1", turn_id="1")],
        "new_beliefs": [a_belief()],
        "new_sources": [a_source()],
        "new_turns": [a_turn(text=words)],
        "to_index": ["m_1"],
    }


class StoreContract:
    """What every store promises, whatever it is made of."""

    # -- all or nothing ---------------------------------------------------------------------

    def test_nothing_is_there_before_the_first_commit(self, store: Store) -> None:
        with store.reading(OWNER) as transaction:
            seen = everything(transaction)

        assert {name: value for name, value in seen.items() if value} == {}
        assert (store.owners(), store.pending(OWNER), store.check()) == ([], 0, [])

    def test_a_block_that_fails_leaves_nothing_behind(self, store: Store) -> None:
        with pytest.raises(Boom), store.writing(OWNER) as transaction:
            transaction.apply(changes(transaction, **a_whole_operation()))
            raise Boom

        with store.reading(OWNER) as transaction:
            assert not any(everything(transaction).values())
        assert (store.owners(), store.pending(OWNER)) == ([], 0)

    def test_a_block_that_fails_leaves_what_was_there_as_it_was(self, store: Store) -> None:
        apply(store, OWNER, **a_whole_operation())
        with store.reading(OWNER) as transaction:
            before = everything(transaction)

        with pytest.raises(Boom), store.writing(OWNER) as transaction:
            transaction.apply(
                changes(
                    transaction,
                    changed_items=[an_item(content="other words", revision=2)],
                    changed_evidence=[a_piece(quote="other words")],
                    changed_beliefs=[a_belief(revision=2)],
                    changed_sources=[a_source(generation=2)],
                    gone_turns=[TurnKey("s_1", "1")],
                    erasure=Erasure(["m_1"], ["e_1"], [TurnKey("s_1", "1")]),
                    to_unindex=["m_1"],
                )
            )
            raise Boom

        with store.reading(OWNER) as transaction:
            assert everything(transaction) == before
        assert store.pending(OWNER) == 1

    def test_a_row_that_is_refused_takes_its_whole_operation_with_it(self, store: Store) -> None:
        apply(store, OWNER, **a_whole_operation())
        with store.reading(OWNER) as transaction:
            before = everything(transaction)

        with pytest.raises(StoreError):
            apply(store, OWNER, new_items=[an_item("m_2"), an_item("m_1")])

        with store.reading(OWNER) as transaction:
            assert everything(transaction) == before

    def test_what_is_read_inside_a_write_is_the_writes_own(self, store: Store) -> None:
        with store.writing(OWNER) as transaction:
            written = changes(transaction, **a_whole_operation())
            transaction.apply(written)
            with store.reading(OWNER) as inner:
                assert everything(inner) == everything(transaction)
                assert inner.all_items() == written.new_items

    def test_a_failing_read_inside_a_write_does_not_end_the_write(self, store: Store) -> None:
        with store.writing(OWNER) as transaction:
            with pytest.raises(Boom), store.reading(OWNER):
                raise Boom
            transaction.apply(changes(transaction, **a_whole_operation()))

        assert store.pending(OWNER) == 1

    # -- the chain --------------------------------------------------------------------------

    def test_an_account_opens_before_its_first_commit(self, store: Store) -> None:
        with store.writing(OWNER) as transaction:
            opened = transaction.open_account("Europe/Oslo", START)
            assert opened == Head(0, GENESIS, 1, "Europe/Oslo") == transaction.head()

    def test_each_commit_moves_the_head_by_one(self, store: Store) -> None:
        for number in range(1, 6):
            written = apply(store, OWNER, new_items=[an_item(f"m_{number}")])
            with store.reading(OWNER) as transaction:
                assert transaction.head() == Head(number, written.commit.commit_hash, 1, "UTC")

        with store.reading(OWNER) as transaction:
            commits = [commit for commit, _ in transaction.journal()]
        assert [commit.sequence for commit in commits] == [1, 2, 3, 4, 5]
        assert [c.parent_hash for c in commits] == [GENESIS, *(c.commit_hash for c in commits[:-1])]

    @pytest.mark.parametrize("sequence", [0, 1, 2, 4, 5])
    def test_a_commit_that_leaves_a_hole_or_comes_twice_is_refused(self, store: Store, sequence: int) -> None:
        for number in range(2):
            apply(store, OWNER, new_items=[an_item(f"m_{number}")])

        with pytest.raises(StoreError), store.writing(OWNER) as transaction:
            written = changes(transaction, new_items=[an_item("m_9")])
            transaction.apply(replace(written, commit=replace(written.commit, sequence=sequence)))

        with store.reading(OWNER) as transaction:
            assert [commit.sequence for commit, _ in transaction.journal()] == [1, 2]
            assert transaction.item("m_9") is None

    def test_a_commit_may_have_written_no_rows(self, store: Store) -> None:
        empty = apply(store, OWNER)
        full = apply(store, OWNER, new_items=[an_item()])

        with store.reading(OWNER) as transaction:
            assert transaction.journal() == [(empty.commit, []), (full.commit, full.journal)]

    def test_the_journal_keeps_the_order_in_which_rows_were_written(self, store: Store) -> None:
        written = apply(store, OWNER, new_items=[an_item(f"m_{n}") for n in (3, 1, 2, 12, 11)])

        with store.reading(OWNER) as transaction:
            assert transaction.journal() == [(written.commit, written.journal)]
            assert transaction.journal_of("item", "m_12") == [(written.commit, written.journal[3])]

    def test_writers_in_many_threads_leave_one_chain(self, store: Store) -> None:
        """No lost commit, no hole, and the order of the journal is the order of commits."""
        seen: list[int] = []

        def write(writer: int) -> None:
            for number in range(6):
                with store.writing(OWNER) as transaction:
                    written = changes(transaction, new_items=[an_item(f"m_{writer}_{number}")])
                    transaction.apply(written)
                    seen.append(written.commit.sequence)

        with ThreadPoolExecutor(4) as threads:
            list(threads.map(write, range(4)))

        with store.reading(OWNER) as transaction:
            journal = transaction.journal()
            assert [commit.sequence for commit, _ in journal] == list(range(1, 25)) == seen
            assert len(transaction.all_items()) == 24
            parents = [GENESIS, *(commit.commit_hash for commit, _ in journal)]
            assert [commit.parent_hash for commit, _ in journal] == parents[:-1]

    # -- operations -------------------------------------------------------------------------

    def test_an_operation_is_found_by_the_whole_of_its_identity(self, store: Store) -> None:
        written = apply(store, OWNER, operation={"identity": "key:Abc", "is_keyed": True})

        with store.reading(OWNER) as transaction:
            assert transaction.operation("key:Abc") == written.operation
            for other in ("key:abc", "key:Ab", "key:Abcd", "key:%", "key:*", "key:A_c", ""):
                assert transaction.operation(other) is None
        with store.reading("somebody else") as transaction:
            assert transaction.operation("key:Abc") is None

    def test_one_identity_is_one_operation(self, store: Store) -> None:
        first = apply(store, OWNER, operation={"identity": "key:1"})

        with pytest.raises(StoreError):
            apply(store, OWNER, operation={"identity": "key:1"}, new_items=[an_item()])

        with store.reading(OWNER) as transaction:
            assert transaction.operations() == [first.operation]
            assert transaction.all_items() == []

    def test_two_owners_may_use_the_same_identity(self, store: Store) -> None:
        written = {
            owner: apply(store, owner, operation={"identity": "key:1"}).operation for owner in ("a", "b")
        }

        for owner, operation in written.items():
            with store.reading(owner) as transaction:
                assert transaction.operation("key:1") == operation

    def test_many_operations_may_have_lost_their_identity(self, store: Store) -> None:
        for _ in range(3):
            apply(store, OWNER, operation={"identity": None})

        with store.reading(OWNER) as transaction:
            assert [operation.identity for operation in transaction.operations()] == [None] * 3

    @random_values
    @given(operation=some.operations)
    def test_every_operation_comes_back_as_it_was(self, store: Store, operation: Operation) -> None:
        owner = an_owner()
        with store.writing(owner) as transaction:
            head = transaction.open_account("UTC", START)
            transaction.apply(Changes(operation, a_commit(head, operation), []))

        with store.reading(owner) as transaction:
            assert transaction.operations() == [operation]

    def test_operations_are_found_by_kind_in_the_order_of_their_commits(self, store: Store) -> None:
        kinds = [OperationKind.REJECT, OperationKind.REMEMBER, OperationKind.CONFIRM, OperationKind.REJECT]
        made = [apply(store, OWNER, operation={"kind": kind}).operation for kind in kinds]
        apply(store, "someone else", operation={"kind": OperationKind.CONFIRM})

        with store.reading(OWNER) as transaction:
            found = transaction.operations_of([OperationKind.CONFIRM, OperationKind.REJECT])
            assert found == [made[0], made[2], made[3]]
            assert transaction.operations_of([OperationKind.RESOLVE]) == []

    def test_keys_are_heard_twice_from_the_second_piece_on_whatever_its_state(self, store: Store) -> None:
        gone = a_piece("e_3", "m_2", state=EvidenceState.TOMBSTONED, quote=None)
        pieces = [a_piece("e_1"), a_piece("e_2", "m_2"), gone, a_piece("e_4", "m_3")]
        apply(store, OWNER, new_items=[an_item(f"m_{n}") for n in (1, 2, 3)], new_evidence=pieces)
        apply(store, "someone else", new_items=[an_item()], new_evidence=[a_piece()])

        with store.reading(OWNER) as transaction:
            assert transaction.keys_heard_twice() == ["~m_2"]

    # -- every value, byte for byte ---------------------------------------------------------

    @random_values
    @given(rows=some.rows())
    def test_whatever_one_operation_writes_is_read_back(self, store: Store, rows: dict[str, Any]) -> None:
        owner = an_owner()
        written = apply(store, owner, **rows)

        with store.reading(owner) as transaction:
            seen = everything(transaction)
        assert seen["items"] == sorted(rows["new_items"], key=lambda item: item.memory_id)
        assert seen["evidence"] == sorted(rows["new_evidence"], key=lambda piece: piece.evidence_id)
        assert seen["beliefs"] == sorted(rows["new_beliefs"], key=lambda belief: belief.belief_key)
        assert seen["turns"] == sorted(rows["new_turns"], key=lambda turn: turn.turn_id)
        assert [seen["source"]] == (rows["new_sources"] or [None])
        assert seen["journal"] == [(written.commit, written.journal)]
        assert store.pending(owner) == len(rows["to_index"])

    @random_values
    @given(old=some.items("m_1"), new=some.items("m_1"))
    def test_a_changed_item_has_none_of_its_old_columns(
        self, store: Store, old: MemoryItem, new: MemoryItem
    ) -> None:
        owner = an_owner()
        apply(store, owner, new_items=[old, an_item("m_2")])
        apply(store, owner, changed_items=[new])

        with store.reading(owner) as transaction:
            assert transaction.item("m_1") == new
            assert transaction.item("m_2") == an_item("m_2")

    @random_values
    @given(old=some.evidence(evidence_id="e_1"), new=some.evidence(evidence_id="e_1"))
    def test_a_changed_piece_of_evidence_has_none_of_its_old_columns(
        self, store: Store, old: Evidence, new: Evidence
    ) -> None:
        owner = an_owner()
        apply(store, owner, new_items=[an_item()], new_evidence=[old, a_piece("e_2")])
        apply(store, owner, changed_evidence=[new])

        with store.reading(owner) as transaction:
            assert {p.evidence_id: p for p in transaction.all_evidence()} == {
                "e_1": new,
                "e_2": a_piece("e_2"),
            }

    @random_values
    @given(old=some.beliefs("key"), new=some.beliefs("key"))
    def test_a_changed_belief_has_none_of_its_old_columns(
        self, store: Store, old: BeliefRecord, new: BeliefRecord
    ) -> None:
        owner = an_owner()
        apply(store, owner, new_beliefs=[old, a_belief("other")])
        apply(store, owner, changed_beliefs=[new])

        with store.reading(owner) as transaction:
            assert transaction.belief("key") == new
            assert transaction.belief("other") == a_belief("other")

    @random_values
    @given(old=some.sources(), new=some.sources(), turn=some.turns())
    def test_a_source_and_its_turns_change_apart(
        self, store: Store, old: Source, new: Source, turn: CapturedTurn
    ) -> None:
        owner = an_owner()
        apply(store, owner, new_sources=[old], new_turns=[turn])
        apply(store, owner, changed_sources=[new])

        with store.reading(owner) as transaction:
            assert (transaction.source("s_1"), transaction.turns("s_1")) == (new, [turn])

    def test_a_turn_that_is_taken_again_replaces_the_old_one(self, store: Store) -> None:
        apply(store, OWNER, new_sources=[a_source()], new_turns=[a_turn(), a_turn(turn_id="2", position=2)])
        edited = a_turn(text="other words", generation=2)
        apply(store, OWNER, gone_turns=[edited.key], new_turns=[edited])

        with store.reading(OWNER) as transaction:
            assert transaction.turns("s_1") == [edited, a_turn(turn_id="2", position=2)]

    @random_values
    @given(text=some.long_texts)
    def test_words_come_back_byte_for_byte(self, store: Store, text: str) -> None:
        owner = an_owner()
        apply(store, owner, new_items=[an_item(content=text)])

        with store.reading(owner) as transaction:
            found = transaction.item("m_1")
        assert found is not None
        assert (found.content or "").encode() == text.encode()

    def test_many_rows_go_into_one_operation(self, store: Store) -> None:
        items = [an_item(f"m_{n:04d}") for n in range(1_200)]
        pieces = [a_piece(f"e_{n:04d}", f"m_{n:04d}") for n in range(1_200)]
        apply(store, OWNER, new_items=items, new_evidence=pieces)

        ids = [item.memory_id for item in items]
        with store.reading(OWNER) as transaction:
            assert sorted(transaction.items(ids), key=lambda item: item.memory_id) == items
            assert len(transaction.evidence_of(ids)) == 1_200

    # -- looking up -------------------------------------------------------------------------

    def test_items_are_found_by_id_words_belief_and_slot(self, store: Store) -> None:
        oslo = an_item("m_1", belief_key="city", slot="home_city", words_hash="aa")
        rome = an_item("m_2", belief_key="city", slot="home_city", words_hash="bb", updated_at=START + MOMENT)
        tea = an_item("m_3", belief_key="drink", words_hash="aa")
        apply(store, OWNER, new_items=[oslo, rome, tea])

        with store.reading(OWNER) as transaction:
            assert transaction.item("m_1") == oslo
            assert transaction.item("M_1") is None
            assert ids_of(transaction.items(["m_3", "m_1", "nobody", "m_1"])) == ["m_1", "m_3"]
            assert transaction.items([]) == []
            assert ids_of(transaction.items_with_words("aa")) == ["m_1", "m_3"]
            assert ids_of(transaction.items_of_belief("city")) == ["m_1", "m_2"]
            assert ids_of(transaction.all_items()) == ["m_1", "m_2", "m_3"]
            assert transaction.items_of_slot("home_city", 8) == [rome, oslo]  # the latest first
            assert transaction.items_of_slot("home_city", 1) == [rome]
            assert transaction.items_of_slot("home_cit", 8) == []

    def test_items_without_a_class_come_by_id_and_a_tombstone_is_none_of_them(self, store: Store) -> None:
        first, second, third = (an_item(f"m_{n}", belief_class=None) for n in (1, 2, 3))
        known = an_item("m_4", belief_class=BeliefClass.STATE)
        gone = an_item("m_5", belief_class=None, content=None, status=Status.TOMBSTONED)
        apply(store, OWNER, new_items=[third, gone, first, known, second])
        apply(store, "ben", new_items=[an_item("m_6", belief_class=None)])

        with store.reading(OWNER) as transaction:
            assert transaction.classless_items("", 2) == [first, second]
            assert transaction.classless_items("m_2", 2) == [third]
            assert transaction.classless_items("m_3", 2) == []
            assert transaction.classless_count() == 3

    def test_evidence_is_found_by_item_and_by_source(self, store: Store) -> None:
        late = a_piece("e_1", "m_1", observed_at=START + MOMENT, source_id="s_1")
        early = a_piece("e_2", "m_1")
        other = a_piece("e_3", "m_2", source_id="s_1")
        apply(store, OWNER, new_items=[an_item("m_1"), an_item("m_2")], new_evidence=[late, early, other])

        with store.reading(OWNER) as transaction:
            assert transaction.evidence_of(["m_1"]) == [early, late]  # the oldest first
            assert len(transaction.evidence_of(["m_1", "m_2"])) == 3
            assert transaction.evidence_of([]) == []
            assert {p.evidence_id for p in transaction.evidence_of_source("s_1")} == {"e_1", "e_3"}
            assert transaction.evidence_of_source("s_") == []

    def test_the_belief_that_moved_last_comes_first(self, store: Store) -> None:
        times = {"b": 3, "a": 1, "c": 2}
        apply(
            store,
            OWNER,
            new_beliefs=[a_belief(key, updated_at=START + n * MOMENT) for key, n in times.items()],
        )

        with store.reading(OWNER) as transaction:
            assert [belief.belief_key for belief in transaction.beliefs()] == ["b", "c", "a"]

    def test_turns_come_in_the_order_they_were_said(self, store: Store) -> None:
        turns = [a_turn(turn_id=str(n), position=n) for n in (10, 9, 2, 1)]
        apply(store, OWNER, new_sources=[a_source()], new_turns=turns)

        with store.reading(OWNER) as transaction:
            assert [turn.position for turn in transaction.turns("s_1")] == [1, 2, 9, 10]

    def test_the_journal_of_one_row_is_only_that_rows(self, store: Store) -> None:
        first = apply(store, OWNER, new_items=[an_item("m_1"), an_item("m_2")], new_evidence=[a_piece("m_1")])
        second = apply(store, OWNER, changed_items=[an_item("m_1", revision=2)])

        with store.reading(OWNER) as transaction:
            assert transaction.journal_of("item", "m_1") == [
                (first.commit, first.journal[0]),
                (second.commit, second.journal[0]),
            ]
            assert [entry.entity for _, entry in transaction.journal_of("evidence", "m_1")] == ["evidence"]

    def test_the_commit_of_a_moment_is_the_latest_recorded_until_then(self, store: Store) -> None:
        for minutes in (0, 2, 1):  # the clock went back before the third
            apply(store, OWNER, now=START + minutes * MOMENT)
        apply(store, "bob", now=START - MOMENT)

        with store.reading(OWNER) as transaction:
            found = [transaction.sequence_at(START + n * MOMENT) for n in (-1, 0, 1, 2, 3)]
        assert found == [0, 1, 3, 3, 3]

    # -- isolation --------------------------------------------------------------------------

    def test_owners_are_named_in_order(self, store: Store) -> None:
        for owner in ("b", "a", "c"):
            apply(store, owner)

        assert store.owners() == ["a", "b", "c"]

    def test_owners_with_names_that_look_alike_share_nothing(self, store: Store) -> None:
        written = {}
        for owner in ODD_OWNERS:
            written[owner] = apply(store, owner, **a_whole_operation(f"the words of {owner}"))
        apply(store, "fo", changed_items=[an_item(content="changed")])
        apply(store, "Bob", erasure=Erasure(["m_1"], ["e_1"], [TurnKey("s_1", "1")]))

        assert sorted(store.owners()) == sorted(ODD_OWNERS)
        for owner in set(ODD_OWNERS) - {"fo", "Bob"}:
            with store.reading(owner) as transaction:
                seen = everything(transaction)
            kept = written[owner]
            assert seen["items"] == kept.new_items
            assert seen["evidence"] == kept.new_evidence
            assert seen["turns"] == kept.new_turns
            assert seen["operations"] == [kept.operation]
            assert seen["journal"] == [(kept.commit, kept.journal)]
            assert store.pending(owner) == 1

    def test_a_foreign_owners_ids_are_not_there(self, store: Store) -> None:
        written = apply(store, OWNER, **a_whole_operation())

        with store.reading("bob") as transaction:
            assert not any(everything(transaction).values())
            assert transaction.item("m_1") is None
            assert transaction.items(["m_1"]) == []
            assert transaction.evidence_of(["m_1"]) == []
            assert transaction.items_of_belief("~m_1") == []
            assert transaction.items_with_words(written.new_items[0].words_hash or "") == []
            assert transaction.belief("~m_1") is None
            assert transaction.journal_of("item", "m_1") == []

    def test_a_change_to_a_row_that_only_another_owner_has_changes_nothing_of_theirs(
        self, store: Store
    ) -> None:
        apply(store, OWNER, **a_whole_operation())
        with store.reading(OWNER) as transaction:
            before = everything(transaction)
        apply(store, "bob", changed_items=[an_item(content="bob's")], gone_turns=[TurnKey("s_1", "1")])

        with store.reading(OWNER) as transaction:
            assert everything(transaction) == before

    def test_a_read_shows_one_moment_whatever_is_written_meanwhile(self, store: Store) -> None:
        apply(store, OWNER, new_items=[an_item("m_1")])
        writer = threading.Thread(target=apply, args=(store, OWNER), kwargs={"new_items": [an_item("m_2")]})

        with store.reading(OWNER) as transaction:
            before = everything(transaction)
            writer.start()
            writer.join(timeout=0.3)  # a store that lets nobody write meanwhile keeps the promise too
            assert everything(transaction) == before
        writer.join()

        with store.reading(OWNER) as transaction:
            assert ids_of(transaction.all_items()) == ["m_1", "m_2"]

    @pytest.mark.parametrize("look", ["owners", "check", "pending"])
    def test_a_look_at_the_whole_store_leaves_a_write_under_way_alone(self, store: Store, look: str) -> None:
        looks: dict[str, Callable[[], object]] = {
            "owners": store.owners,
            "check": store.check,
            "pending": lambda: store.pending(OWNER),
        }
        with store.writing(OWNER) as transaction:
            transaction.apply(changes(transaction, new_items=[an_item("m_1")]))
            looks[look]()
            transaction.apply(changes(transaction, new_items=[an_item("m_2")]))

        with store.reading(OWNER) as transaction:
            assert ids_of(transaction.all_items()) == ["m_1", "m_2"]

    # -- what waits ---------------------------------------------------------------------------

    def test_what_was_accepted_is_found_by_id_identity_and_state(self, store: Store) -> None:
        first, second = a_submission("o_1"), a_submission("o_2", position=2, recorded_at=START - timedelta(1))
        failed = a_submission("o_3", state=SubmissionState.FAILED, attempts=3, error="timeout")
        with store.writing(OWNER) as transaction:
            head = transaction.open_account("UTC", START)
            for one in (second, failed, first):
                transaction.accept(one)

        with store.reading(OWNER) as transaction:
            assert transaction.submission("o_3") == failed
            assert transaction.submission_of_identity("auto:o_2") == second
            assert transaction.submissions(SubmissionState.PENDING) == [first, second]
            assert transaction.submissions(SubmissionState.FAILED) == [failed]
            assert transaction.head() == head  # accepting is no commit
            assert transaction.next_position() == 3
        with store.reading("bob") as transaction:
            assert transaction.submission("o_1") is None
            assert transaction.submissions(SubmissionState.PENDING) == []

    def test_one_identity_waits_once_and_many_may_have_lost_theirs(self, store: Store) -> None:
        with store.writing(OWNER) as transaction:
            transaction.open_account("UTC", START)
            transaction.accept(a_submission("o_1", identity="key:1"))
            for name in ("o_2", "o_3"):
                transaction.accept(a_submission(name, identity=None))

        with pytest.raises(StoreError), store.writing(OWNER) as transaction:
            transaction.accept(a_submission("o_4", identity="key:1"))
        with store.reading(OWNER) as transaction:
            assert len(transaction.submissions(SubmissionState.PENDING)) == 3

    def test_what_is_done_waits_no_more_and_what_was_cancelled_has_no_words(self, store: Store) -> None:
        done, gone = a_submission("o_1"), a_submission("o_2", source_id="s_1")
        with store.writing(OWNER) as transaction:
            transaction.open_account("UTC", START)
            transaction.accept(done)
            transaction.accept(gone)
        cancelled = replace(gone, state=SubmissionState.CANCELLED, arguments=None, identity=None, digest=None)
        apply(store, OWNER, settled_submissions=["o_1"], changed_submissions=[cancelled])

        with store.reading(OWNER) as transaction:
            assert transaction.submission("o_1") is None
            assert transaction.submission("o_2") == cancelled
            assert transaction.submissions(SubmissionState.PENDING) == []

    def test_receipts_come_in_order_and_of_one_subject(self, store: Store) -> None:
        first, other = a_receipt("r_1"), a_receipt("r_0", subject_id="s_2")
        second = a_receipt("r_2", generation=3, recorded_at=START + timedelta(seconds=1))
        written = apply(store, OWNER, new_receipts=[second, other, first])

        with store.reading(OWNER) as transaction:
            assert transaction.receipts(ReceiptKind.SOURCE_REPLACEMENT, "s_1") == [first, second]
            found = transaction.operation_with_id(written.operation.operation_id)
            assert found == written.operation
            assert transaction.operation_with_id("o_0") is None

    def test_items_are_found_by_what_the_owner_said_of_them(self, store: Store) -> None:
        no = an_item("m_2", review=Review.REJECTED)
        apply(store, OWNER, new_items=[an_item("m_1"), no])

        with store.reading(OWNER) as transaction:
            assert transaction.items_of_review(Review.REJECTED) == [no]

    def test_what_is_asserted_is_found_by_slot_by_end_and_by_its_latest_evidence(self, store: Store) -> None:
        def asserted(name: str, **values: Any) -> MemoryItem:
            return an_item(name, stance=Stance.ASSERTED, **values)

        later = asserted("m_2", slot="a", valid_to=START + 2 * MOMENT, user_asserted=True)
        sooner = asserted("m_1", slot="b", valid_to=START + MOMENT, last_evidenced_at=START)
        fresh = asserted("m_3", last_evidenced_at=START + MOMENT, user_asserted=True)
        older = asserted("m_4", last_evidenced_at=START, user_asserted=True)
        none = [
            asserted("m_5", slot="a", status=Status.SUPERSEDED, valid_to=START + MOMENT, user_asserted=True),
            an_item("m_6", slot="a", valid_to=START + MOMENT, user_asserted=True),
        ]
        apply(store, OWNER, new_items=[sooner, later, replace(later, memory_id="m_0"), fresh, older, *none])

        with store.reading(OWNER) as transaction:
            assert ids_in_order(transaction.slotted_items(8)) == ["m_0", "m_2", "m_1"]
            assert ids_in_order(transaction.slotted_items(1)) == ["m_0"]
            assert ids_in_order(transaction.ending_items(START, 8)) == ["m_1", "m_0", "m_2"]
            assert ids_in_order(transaction.ending_items(START + 2 * MOMENT, 8)) == ["m_0", "m_2"]
            assert ids_in_order(transaction.latest_items(2)) == ["m_3", "m_4"]

    def test_what_is_raised_is_counted_by_source_and_only_the_latest_of_each_is_named(
        self, store: Store
    ) -> None:
        page: dict[str, Any] = {
            "channel": "web_fetch",
            "tier": ProvenanceTier.WEB_FETCH,
            "source_id": "s_1",
        }
        rows: list[tuple[str, dict[str, Any]]] = [
            (f"m_{n}", {**page, "recorded_at": START + n * MOMENT}) for n in range(1, 5)
        ]
        tainted = {"channel": "email", "taint": ProvenanceTier.EMAIL}
        rows.append(("m_9", {**tainted, "recorded_at": START + 9 * MOMENT}))
        gone = ("m_8", {**page, "state": EvidenceState.TOMBSTONED})
        told = [*rows, gone, ("m_7", {**page, "event": EvidenceEvent.RESOLVED})]
        told.append(("m_6", {"content_confidence": 0.5}))  # a hedge of the owner's own
        apply(
            store,
            OWNER,
            new_items=[an_item(name, stance=Stance.UNPROVEN) for name, _ in told],
            new_evidence=[a_piece(f"e_{name}", name, **values) for name, values in told],
            new_beliefs=[a_belief(f"~{name}", asserted=None) for name, _ in told],
        )

        with store.reading(OWNER) as transaction:
            found = transaction.raised(Raising.UNASSERTED, 2, 8)
            assert found == [
                Raised("~m_9", "email", None, START + 9 * MOMENT, 1),
                Raised("~m_4", "web_fetch", "s_1", START + 4 * MOMENT, 4),
                Raised("~m_3", "web_fetch", "s_1", START + 3 * MOMENT, 4),
            ]
            assert transaction.raised(Raising.UNASSERTED, 2, 1) == found[:1]
            assert transaction.raised(Raising.CORRECTION, 2, 8) == []
            assert transaction.raised(Raising.CONTESTED, 2, 8) == []

    def test_a_belief_that_several_raise_is_put_down_to_the_one_that_raises_the_fewest(
        self, store: Store
    ) -> None:
        told = {"m_1": ("a", "k_1"), "m_2": ("a", "k_2"), "m_3": ("b", "k_1"), "m_4": ("c", "k_3")}
        apply(
            store,
            OWNER,
            new_items=[an_item(i, belief_key=key, stance=Stance.UNPROVEN) for i, (_, key) in told.items()],
            new_evidence=[
                a_piece(
                    f"e_{i}",
                    i,
                    tier=ProvenanceTier.UNTRUSTED,
                    source_id=source,
                    recorded_at=START + n * MOMENT,
                )
                for n, (i, (source, _)) in enumerate(told.items())
            ],
            new_beliefs=[a_belief(key, asserted=None) for key in ("k_1", "k_2", "k_3")],
        )

        with store.reading(OWNER) as transaction:
            found = transaction.raised(Raising.UNASSERTED, 8, 8)
        assert [(one.belief_key, one.source_id, one.total) for one in found] == [
            ("k_3", "c", 1),
            ("k_1", "b", 1),  # raised last by "b"; "a" raises another one too
            ("k_2", "a", 1),
        ]

    def test_a_claim_is_raised_as_a_correction_from_the_last_word_for_the_assertion_on(
        self, store: Store
    ) -> None:
        held = an_item("m_1", belief_key="k", stance=Stance.ASSERTED, last_evidenced_at=START)
        rivals = {
            "e_1": (Stance.UNPROVEN, START - MOMENT),
            "e_2": (Stance.UNPROVEN, START),
            "e_3": (Stance.SUPERSEDED, START + MOMENT),
            "e_4": (Stance.CONTESTED, START + MOMENT),
        }
        for name, (stance, at) in rivals.items():
            rival = an_item(f"m_{name}", belief_key="k", stance=stance)
            piece = a_piece(name, rival.memory_id, observed_at=at, channel=name)
            apply(
                store,
                name,
                new_items=[held, rival],
                new_evidence=[piece],
                new_beliefs=[a_belief("k", asserted="m_1")],
            )

        def raised(owner: str, how: Raising) -> list[str]:
            with store.reading(owner) as transaction:
                return [one.channel for one in transaction.raised(how, 8, 8)]

        assert [raised(name, Raising.CORRECTION) for name in rivals] == [[], ["e_2"], ["e_3"], []]
        assert [raised(name, Raising.CONTESTED) for name in rivals] == [[], [], [], ["e_4"]]

    # -- erasing ----------------------------------------------------------------------------

    def test_an_erasure_scrubs_journal_operations_turns_and_outbox(self, store: Store) -> None:
        apply(store, OWNER, **a_whole_operation("secret"), operation={"identity": "auto:1"})
        erased = self.erase(store)

        with store.reading(OWNER) as transaction:
            seen = everything(transaction)
        first_entries = seen["journal"][0][1]
        assert [entry.change for entry in first_entries] == [None, None]
        assert all(entry.digest for entry in first_entries)  # the chain still verifies
        assert seen["journal"][1] == (erased.commit, erased.journal)
        told = {o.operation_id: (o.identity, o.digest) for o in seen["operations"]}
        assert told.pop(erased.operation.operation_id) == (erased.operation.identity, erased.operation.digest)
        assert list(told.values()) == [(None, None)]
        assert [(turn.text, turn.turn_hash) for turn in seen["turns"]] == [(None, None)]
        assert "secret" not in repr(seen)
        assert store.pending(OWNER) == 1  # to take it out of the index; to put it there is moot

    def test_an_erasure_keeps_the_callers_key_so_that_a_repeat_can_be_told(self, store: Store) -> None:
        apply(store, OWNER, **a_whole_operation(), operation={"identity": "key:1", "is_keyed": True})
        self.erase(store)

        with store.reading(OWNER) as transaction:
            found = transaction.operation("key:1")
        assert found is not None
        assert found.digest is None

    def test_an_erasure_takes_every_earlier_operation_that_said_the_words(self, store: Store) -> None:
        apply(store, OWNER, **a_whole_operation("secret"))
        apply(store, OWNER, changed_items=[an_item(content="secret", revision=2)])
        apply(store, OWNER, new_evidence=[a_piece("e_2", quote="secret")])
        untouched = apply(store, OWNER, new_items=[an_item("m_2")])
        self.erase(store, pieces=["e_1", "e_2"])

        with store.reading(OWNER) as transaction:
            journal = transaction.journal()
            digests = {o.operation_id: o.digest for o in transaction.operations()}
        assert [[e.change is None for e in entries] for _, entries in journal] == [
            [True, True],
            [True],
            [True],
            [False],
            [False, False, False],
        ]
        # What only moved the row has not said its words.
        assert [digests[c.operation_id] is None for c, _ in journal] == [True, False, True, False, False]
        assert digests[untouched.operation.operation_id] == untouched.operation.digest

    def test_an_erasure_takes_the_journal_of_what_is_written_anew_and_leaves_its_request(
        self, store: Store
    ) -> None:
        apply(store, OWNER, new_items=[an_item()], new_evidence=[a_piece("e_1"), a_piece("e_2")])
        told = apply(store, OWNER, new_evidence=[a_piece("e_3")])
        last = apply(store, OWNER, erasure=Erasure(["m_1"], ["e_1"], [], ["e_3"]))

        with store.reading(OWNER) as transaction:
            assert [entry.change for _, entry in transaction.journal_of("evidence", "e_3")] == [None]
            assert [entry.change for _, entry in transaction.journal_of("evidence", "e_2")] != [None]
            assert transaction.operation(told.operation.identity or "") == told.operation
            assert len(transaction.journal()) == last.commit.sequence

    def test_an_erasure_leaves_other_items_turns_and_owners_alone(self, store: Store) -> None:
        rows = a_whole_operation("secret")
        rows["new_items"] = [*rows["new_items"], an_item("m_2")]
        rows["new_evidence"] = [*rows["new_evidence"], a_piece("e_2", "m_2")]
        rows["new_turns"] = [*rows["new_turns"], a_turn(turn_id="2", position=2)]
        rows["to_index"] = ["m_1", "m_2"]
        written = {owner: apply(store, owner, **rows) for owner in (OWNER, "bob")}
        self.erase(store)

        with store.reading(OWNER) as transaction:
            assert transaction.item("m_2") == an_item("m_2")
            assert [entry.change for _, entry in transaction.journal_of("item", "m_2")] != [None]
            assert transaction.turns("s_1")[1] == a_turn(turn_id="2", position=2)
        assert store.pending(OWNER) == 2
        with store.reading("bob") as transaction:
            assert transaction.journal() == [(written["bob"].commit, written["bob"].journal)]
            assert transaction.turns("s_1") == rows["new_turns"]
        assert store.pending("bob") == 2

    @staticmethod
    def erase(store: Store, pieces: Sequence[str] = ("e_1",)) -> Changes:
        """Erase item m_1, its evidence and the turn it was quoted from, as the service does."""
        gone = an_item(content=None, salt=None, status=Status.TOMBSTONED, revision=9)
        with store.writing(OWNER) as transaction:
            evidence = [a_piece(i, quote=None) for i in pieces]
            written = changes(
                transaction,
                changed_items=[gone],
                changed_evidence=evidence,
                journal=journal_of([gone], evidence),
                to_unindex=["m_1"],
                erasure=Erasure(["m_1"], list(pieces), [TurnKey("s_1", "1")]),
            )
            transaction.apply(written)
        return written

    # -- the outbox -------------------------------------------------------------------------

    def test_pending_counts_the_owners_events(self, store: Store) -> None:
        apply(store, OWNER, new_items=[an_item("m_1"), an_item("m_2")], to_index=["m_1", "m_2"])
        apply(store, OWNER, to_unindex=["m_1"], to_index=["m_2"])
        apply(store, "bob", new_items=[an_item("m_1")], to_index=["m_1"])

        assert (store.pending(OWNER), store.pending("bob"), store.pending("nobody")) == (4, 1, 0)


def ids_in_order(items: Sequence[MemoryItem]) -> list[str]:
    return [item.memory_id for item in items]


def ids_of(items: Sequence[MemoryItem]) -> list[str]:
    return sorted(item.memory_id for item in items)
