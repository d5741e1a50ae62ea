"""One file, its connections, one writer at a time; and nothing left behind of what was erased."""

from __future__ import annotations

import threading
from types import SimpleNamespace

import pytest

from doxa.domain.source import Turn
from doxa.errors import InvalidInput, StoreBusy, StoreError
from doxa.store.sql_store import SqlStore
from doxa.store.sqlite import MEMORY, SAFE_SINCE, SqliteDatabase, driver
from doxa.testing import an_item, apply, changes

TOKEN = "zyxwvquokka"


def pragma(database, name):
    with database.engine.connect() as connection:
        return connection.exec_driver_sql(f"PRAGMA {name}").scalar()


def in_a_write(database, name, *, is_derived):
    with database.writing(is_derived=is_derived) as session:
        return session.rows(f"PRAGMA {name}", {})[0][0]


# -- how connections are made -------------------------------------------------------------------


def test_the_driver_carries_a_sqlite_that_does_not_corrupt_its_log():
    assert driver().sqlite_version_info >= SAFE_SINCE


def test_a_driver_that_can_corrupt_its_log_is_refused_with_the_way_out(monkeypatch):
    import pysqlite3

    old = SimpleNamespace(sqlite_version="3.40.1", sqlite_version_info=(3, 40, 1))
    monkeypatch.setattr(pysqlite3, "dbapi2", old)

    with pytest.raises(StoreError, match=r"SQLite 3\.40\.1 can corrupt.*pip install pysqlite3"):
        driver()


def test_every_commit_waits_for_the_disk_unless_told_otherwise(path):
    durable, relaxed = SqliteDatabase(str(path)), SqliteDatabase(str(path), is_durable=False)
    assert pragma(durable, "journal_mode") == "delete"  # as it was, until the file is known to be ours
    durable.use_log()

    assert (pragma(durable, "synchronous"), pragma(relaxed, "synchronous")) == (2, 1)
    for is_derived, level in ((True, 1), (False, 2), (True, 1), (False, 2)):
        assert in_a_write(durable, "synchronous", is_derived=is_derived) == level
    with pytest.raises(RuntimeError), durable.writing(is_derived=True):
        raise RuntimeError
    assert in_a_write(durable, "synchronous", is_derived=False) == 2
    for database in (durable, relaxed):
        assert pragma(database, "journal_mode") == "wal"
        assert (pragma(database, "foreign_keys"), pragma(database, "secure_delete")) == (1, 1)
        database.close()


def test_a_wrong_place_is_named_before_it_is_opened(tmp_path):
    with pytest.raises(InvalidInput, match="is a folder"):
        SqliteDatabase(str(tmp_path))
    with pytest.raises(InvalidInput, match=r"the folder .* does not exist"):
        SqliteDatabase(str(tmp_path / "no" / "memory.db"))


@pytest.mark.parametrize(
    "name",
    [
        "with space.db",
        "per%20cent.db",
        "frage?zeichen.db",
        "raute#.db",
        "名前.db",
    ],
)
def test_a_file_is_opened_under_the_name_it_was_given(tmp_path, name):
    store = SqlStore(SqliteDatabase(str(tmp_path / name)))
    apply(store, "ana", new_items=[an_item()])
    store.close()

    assert [path.name for path in tmp_path.iterdir()] == [name]


# -- transactions ---------------------------------------------------------------------------------


@pytest.mark.parametrize("where", ["file", "memory"])
def test_threads_take_turns_to_write(tmp_path, where):
    place = MEMORY if where == "memory" else str(tmp_path / "memory.db")
    store = SqlStore(SqliteDatabase(place, is_durable=False))
    inside, most = [0], [0]

    def write(thread):
        for number in range(5):
            with store.writing("ana") as transaction:
                inside[0] += 1
                most[0] = max(most[0], inside[0])
                transaction.apply(changes(transaction, new_items=[an_item(f"m_{thread}_{number}")]))
                inside[0] -= 1

    threads = [threading.Thread(target=write, args=(n,)) for n in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert most == [1]
    with store.reading("ana") as transaction:
        head = transaction.head()
    assert head is not None
    assert head.sequence == 30
    store.close()


@pytest.mark.parametrize("where", ["file", "memory"])
def test_looking_after_the_pages_does_not_disturb_another_threads_write(tmp_path, where):
    place = MEMORY if where == "memory" else str(tmp_path / "memory.db")
    store = SqlStore(SqliteDatabase(place, is_durable=False))
    checked: list[list[str]] = []
    look = threading.Thread(target=lambda: checked.append(store.check()))

    with store.writing("ana") as transaction:
        transaction.apply(changes(transaction, new_items=[an_item("m_1")]))
        look.start()
        look.join(timeout=0.2)
        transaction.apply(changes(transaction, new_items=[an_item("m_2")]))
    look.join()

    assert checked == [[]]
    with store.reading("ana") as transaction:
        assert len(transaction.all_items()) == 2
    store.close()


def test_reading_goes_on_while_another_process_writes(path):
    store = SqlStore(SqliteDatabase(str(path), busy_timeout_s=0.05))
    apply(store, "ana", new_items=[an_item("m_1")])
    other = driver().connect(str(path), isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        with store.reading("ana") as transaction:
            assert len(transaction.all_items()) == 1
        with pytest.raises(StoreBusy), store.writing("ana"):
            pass
    finally:
        other.close()
    store.close()


def test_a_second_handle_sees_each_commit_of_the_first(path):
    first, second = (SqlStore(SqliteDatabase(str(path), is_durable=False)) for _ in range(2))
    for number in range(3):
        apply(first if number % 2 else second, "ana", new_items=[an_item(f"m_{number}")])

    for store in (first, second):
        with store.reading("ana") as transaction:
            assert len(transaction.all_items()) == 3
        store.close()


def test_a_sound_file_is_sound_whoever_wrote_it_last(opening):
    """The search tables too: a connection that has read them may hold an old idea of their pages."""
    first, second = opening(), opening()
    first.remember("ana", "I live in Oslo.")
    assert first.verify("ana").problems == ()
    second.remember("ana", "My favourite drink is tea.")

    assert first.verify("ana").problems == ()
    first.remember("ana", "I work at Acme.")
    assert second.verify("ana").problems == ()


# -- what an erasure leaves ---------------------------------------------------------------------


def where_it_is(path, token=TOKEN):
    """Every file of the database in which the token's bytes stand, in either case."""
    forms = [token.encode(), token.capitalize().encode(), token.upper().encode()]
    return sorted(
        file.name for file in path.parent.iterdir() if any(form in file.read_bytes() for form in forms)
    )


def remembered(service):
    return service.remember("ana", f"My secret word is {TOKEN}.", idempotency_key="k").memory.id


def captured(service):
    said = [
        Turn("user", f"I like tea. My secret word is {TOKEN}."),
        Turn("assistant", f"Noted: {TOKEN.upper()}."),
    ]
    claims = service.capture("ana", said[:1], source="talk").claims
    return next(c.memory.id for c in claims if TOKEN in c.memory.text)


def corrected(service):
    first = service.remember("ana", "My secret word is nothing.").memory.id
    return service.correct("ana", first, f"My secret word is {TOKEN}.").memory.id


def confirmed(service):
    memory_id = remembered(service)
    service.remember("ana", f"My secret word is {TOKEN}!")
    service.confirm("ana", memory_id)
    return memory_id


def rejected(service):
    memory_id = remembered(service)
    service.reject("ana", memory_id)
    return memory_id


@pytest.mark.parametrize("path_to_it", [remembered, captured, corrected, confirmed, rejected])
def test_forgotten_words_are_nowhere_in_the_files(opening, path, path_to_it):
    service = opening()
    for number in range(30):
        service.remember("ana", f"My note {number} is about the garden and the zyx {number}.")
    memory_id = path_to_it(service)
    assert where_it_is(path) != []

    service.forget("ana", memory_id)

    assert where_it_is(path) == []
    assert opening().verify("ana").problems == ()
    service.close()
    assert where_it_is(path) == []


def test_forgotten_words_are_nowhere_after_the_index_was_built_anew(opening, path):
    service = opening()
    memory_id = remembered(service)
    service.reembed("ana")
    service.forget("ana", memory_id)

    assert where_it_is(path) == []


def test_an_edited_turn_takes_its_old_words_out_of_the_files(opening, path):
    service = opening()
    service.capture("ana", [Turn("user", f"My secret word is {TOKEN}.", id="1")], source="talk")
    service.capture("ana", [Turn("user", "I live in Oslo.", id="1")], source="talk")

    assert where_it_is(path) == []


def test_what_is_refused_as_a_credential_is_in_no_file(opening, path):
    service = opening()
    secret = "sk-proj-" + "a1B2c3D4" * 6
    with pytest.raises(Exception, match="credential"):
        service.remember("ana", f"My key is {secret}")
    service.capture("ana", [Turn("user", f"My key is {secret}")], source="talk")

    assert where_it_is(path, secret) == []


def test_forgotten_words_are_gone_once_an_old_reader_has_left(opening, path):
    """A reader of an earlier moment, in another process, keeps the log as it is; later it must go."""
    service = opening(busy_timeout_s=0.05)
    memory_id = remembered(service)
    reader = driver().connect(str(path), isolation_level=None)
    reader.execute("BEGIN")
    reader.execute("SELECT count(*) FROM items").fetchall()
    service.forget("ana", memory_id)
    reader.close()

    service.remember("ana", "I live in Oslo.")
    assert where_it_is(path) == []


def test_whoever_forgets_is_told_where_an_old_reader_keeps_the_words(opening, path):
    service = opening(busy_timeout_s=0.05)
    memory_id = remembered(service)
    reader = driver().connect(str(path), isolation_level=None)
    reader.execute("BEGIN")
    reader.execute("SELECT count(*) FROM items").fetchall()
    try:
        assert service.forget("ana", memory_id).notices != ()
    finally:
        reader.close()


# -- the thread's own reading ---------------------------------------------------------------------


def without_catching_up(service, monkeypatch):
    """As after a kill between a commit and its index: what follows finds the outbox full."""
    monkeypatch.setattr(service._parts.index.__class__, "catch_up", lambda self, owner_id: 0)


@pytest.mark.parametrize(
    "place",
    ["file", MEMORY],
)
def test_a_verdict_by_words_catches_up_first(opening, path, monkeypatch, place):
    service = opening(path if place == "file" else MEMORY, busy_timeout_s=0.2)
    with monkeypatch.context() as patched:
        without_catching_up(service, patched)
        service.remember("ana", "I live in Oslo.")

    assert service.verdict("ana", "Where do I live?").fact == "I live in Oslo."
    assert service._parts.store.pending("ana") == 0


def test_a_verdict_by_words_does_not_wait_for_itself(opening, monkeypatch):
    service = opening(busy_timeout_s=30)
    with monkeypatch.context() as patched:
        without_catching_up(service, patched)
        oslo = service.remember("ana", "I live in Oslo.").memory.id
        service.remember("ana", "My favourite drink is tea.")
    service.recall("ana", "tea")
    with monkeypatch.context() as patched:
        without_catching_up(service, patched)
        service.forget("ana", oslo)
    readers = []
    monkeypatch.setattr(
        SqliteDatabase, "forget_traces", lambda self: readers.append(self.engine.pool.checkedout())
    )

    assert service.verdict("ana", "Which drink do I like?").fact == "My favourite drink is tea."
    assert readers == [0]
