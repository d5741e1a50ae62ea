"""What the SQL store does beyond the contract: errors at its door, and what an erasure may not touch."""

from __future__ import annotations

from datetime import timedelta

import pytest

from doxa.domain.source import Turn
from doxa.errors import Erased, SchemaTooNew, StaleRevision, StoreDamaged, StoreError
from doxa.store import sql_store
from doxa.store.sql_store import SqlStore
from doxa.store.sqlite import SqliteDatabase
from doxa.testing import a_piece, an_item, apply, changes

HOUR = timedelta(hours=1)


@pytest.fixture
def store(path):
    made = SqlStore(SqliteDatabase(str(path), is_durable=False))
    yield made
    made.close()


def test_opening_a_memory_twice_leaves_it_as_it_is(path):
    for number in range(3):
        store = SqlStore(SqliteDatabase(str(path), is_durable=False))
        apply(store, "ana", new_items=[an_item(f"m_{number}")])
        store.close()

    store = SqlStore(SqliteDatabase(str(path)))
    with store.reading("ana") as transaction:
        assert len(transaction.all_items()) == 3
    store.close()


def test_a_newer_schema_is_refused_on_opening(path, sql, store):
    sql("UPDATE alembic_version SET version_num = '0999'")

    with pytest.raises(SchemaTooNew, match=r"0999.*upgrade doxa"):
        SqlStore(SqliteDatabase(str(path)))


def test_somebody_elses_file_is_refused_on_opening_and_left_alone(path, sql):
    sql("CREATE TABLE bookmarks (id INTEGER PRIMARY KEY)")

    with pytest.raises(StoreDamaged, match=f"the database {path} holds other tables"):
        SqlStore(SqliteDatabase(str(path)))
    assert sql("SELECT name FROM sqlite_master") == [("bookmarks",)]


def test_evidence_needs_its_item_and_a_turn_its_source(store):
    with pytest.raises(StoreError, match="the database refused: FOREIGN KEY constraint failed"):
        apply(store, "ana", new_evidence=[a_piece("e_1", "m_missing")])

    assert store.owners() == []


def test_an_item_of_another_owner_does_not_serve(store):
    apply(store, "bob", new_items=[an_item("m_1")])

    with pytest.raises(StoreError, match="FOREIGN KEY"):
        apply(store, "ana", new_evidence=[a_piece("e_1", "m_1")])


def test_a_writer_whose_head_moved_is_told_to_repeat(store):
    def write_twice_from_one_head():
        with store.writing("ana") as transaction:
            first = changes(transaction, new_items=[an_item("m_1")])
            second = changes(transaction, new_items=[an_item("m_2")])
            transaction.apply(first)
            transaction.apply(second)

    with pytest.raises(StoreError, match="moved under a writer: repeat the call"):
        write_twice_from_one_head()
    with store.reading("ana") as transaction:
        assert transaction.all_items() == []


def test_errors_name_the_place_in_one_line(store, path):
    with pytest.raises(StoreError) as refusal:
        apply(store, "ana", new_items=[an_item("m_1"), an_item("m_1")])

    assert str(refusal.value).startswith(f"the database {path}: the database refused: UNIQUE")
    assert "\n" not in str(refusal.value)


# -- erasure and idempotency, through the service -------------------------------------------------


def test_the_key_of_what_was_erased_answers_gone_and_writes_nothing(opening):
    service = opening()
    memory_id = service.remember("ana", "I live in Oslo.", idempotency_key="k").memory.id
    service.forget("ana", memory_id)
    commits = service.verify("ana").commits

    with pytest.raises(Erased, match="deleted for good"):
        service.remember("ana", "I live in Oslo.", idempotency_key="k")
    with pytest.raises(Erased):
        service.remember("ana", "Something else.", idempotency_key="k")
    assert opening().verify("ana").commits == commits


def test_the_same_words_without_a_key_may_be_remembered_again(opening):
    service = opening()
    first = service.remember("ana", "I live in Oslo.").memory.id
    service.forget("ana", first)
    again = service.remember("ana", "I live in Oslo.")

    assert not again.is_retry
    assert again.memory.id != first


def test_forgetting_again_with_the_same_key_is_a_retry(opening):
    service = opening()
    memory_id = service.remember("ana", "I live in Oslo.").memory.id
    first = service.forget("ana", memory_id, idempotency_key="gone")

    assert service.forget("ana", memory_id, idempotency_key="gone") == first
    assert opening().verify("ana").commits == 2


def test_a_retry_is_answered_though_a_rival_was_erased(opening):
    service = opening()
    clock = service._parts.clock
    oslo = service.remember("ana", "I live in Oslo.", key="home").memory.id
    clock.advance(HOUR)
    rome = service.remember("ana", "I live in Rome.", key="home", idempotency_key="k")
    clock.advance(HOUR)
    service.forget("ana", oslo)

    again = service.remember("ana", "I live in Rome.", key="home", idempotency_key="k")
    assert (again.is_retry, again.memory.id) == (True, rome.memory.id)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (["I live in Rome.", "I live in Rome."], ["I like tea.", "I work at Acme."]),
        (["I live in Rome.", "I live in Oslo."], ["I live in Oslo.", "I live in Rome."]),
        (["I live in Rome."], ["I like tea.", "I live in Rome."]),
        (["I live in Rome.", "I like tea."], ["I like tea."]),
        (["I live in Rome."], ["I live in Oslo."]),
    ],
)
def test_an_edited_conversation_leaves_what_it_says_now(opening, before, after):
    service = opening()
    for texts in (before, after):
        turns = [Turn("user", text, id=f"t-{number}") for number, text in enumerate(texts)]
        service.capture("ana", turns, source="talk")
    standing = set(after) | set(before[len(after) :])

    assert {memory.text for memory in service.list("ana")} == standing
    assert opening().verify("ana").problems == ()


def test_two_reviews_of_one_instant_with_other_expectations_are_two_requests(opening):
    service = opening()
    memory_id = service.remember("ana", "I live in Oslo.").memory.id
    service.confirm("ana", memory_id)

    with pytest.raises(StaleRevision):
        service.confirm("ana", memory_id, expected_revision=999)


@pytest.mark.parametrize("name", ["FORGET_DIGESTS", "FORGET_IDENTITIES", "FORGET_JOURNAL"])
def test_an_erasure_finds_its_rows_by_their_ids(store, name):
    """By the number of the commit it would read the whole journal once for every row it erases."""
    with store.database.reading() as session:
        sql, names, _ = getattr(sql_store, name)._for(session.dialect)
        plan = session.driver.execute(f"EXPLAIN QUERY PLAN {sql}", ["x"] * len(names)).fetchall()
    (search,) = [step for *_, step in plan if "journal" in step]
    assert "entity_id=?" in search
