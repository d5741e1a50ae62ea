"""Whatever a database says when it cannot serve comes out as one line that says what to do."""

from __future__ import annotations

import multiprocessing
import os
import random
import stat
import subprocess
import sys
import threading

import pytest
from sqlalchemy import event, text

from doxa.errors import (
    DoxaError,
    InvalidInput,
    StoreBusy,
    StoreDamaged,
    StoreError,
    StoreFull,
)
from doxa.store.refusals import PHRASES, translating
from doxa.store.sql_store import SqlStore
from doxa.store.sqlite import SqliteDatabase, driver
from doxa.testing import an_item, apply

PAGE = 4096


def is_one_line(error: object) -> bool:
    return "\n" not in str(error) and 20 < len(str(error)) < 300


@pytest.mark.parametrize(("phrase", "kind", "advice"), PHRASES)
def test_each_phrase_of_the_library_has_its_kind_and_its_advice(phrase, kind, advice):
    with pytest.raises(kind) as refusal, translating("the database x.db"):
        raise driver().OperationalError(f"attempt: {phrase}")

    assert str(refusal.value) == f"the database x.db: {advice}"


def test_what_the_library_says_otherwise_is_still_ours_and_one_line():
    with pytest.raises(StoreError) as refusal, translating("here"):
        raise driver().OperationalError("no such table: items\nin the second line")

    assert type(refusal.value) is StoreError
    assert str(refusal.value) == "here: the database refused: no such table: items"
    assert isinstance(refusal.value.__cause__, driver().OperationalError)


def test_what_is_no_databases_error_travels():
    with pytest.raises(KeyError), translating("here"):
        raise KeyError


def test_an_error_of_sqlalchemy_is_translated_too(path):
    database = SqliteDatabase(str(path))
    with (
        pytest.raises(StoreError, match="here: the database refused: no such table"),
        translating("here"),
        database.engine.connect() as connection,
    ):
        connection.execute(text("SELECT * FROM missing"))
    database.close()


# -- in the field -------------------------------------------------------------------------------


def test_a_database_that_another_process_holds_is_busy_and_nothing_is_written(opening, path):
    service = opening(busy_timeout_s=0.05)
    service.remember("ana", "I live in Oslo.")
    other = driver().connect(str(path), isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        with pytest.raises(StoreBusy, match="another process holds it") as refusal:
            service.remember("ana", "I live in Rome.")
        assert [memory.text for memory in service.list("ana")] == ["I live in Oslo."]  # reading goes on
    finally:
        other.close()

    assert is_one_line(refusal.value)
    service.remember("ana", "My favourite drink is tea.")
    assert service.verify("ana").commits == 2


def test_a_full_disk_is_said_and_leaves_what_was_acknowledged(opening, path):
    service = opening()
    service.remember("ana", "I live in Oslo.")

    def limit(connection, *_):
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count = {pages}")

    database = service._parts.store.database
    database.engine.dispose()  # the pool forgets its connections; the next ones have the limit
    event.listen(database.engine, "connect", limit)
    taken = [1]

    def fill():
        for number in range(500):
            service.remember("ana", f"The number {number} and {'a long word ' * 200}")
            taken.append(1)

    with pytest.raises(StoreFull, match="free some space") as refusal:
        fill()
    event.remove(database.engine, "connect", limit)
    service.close()

    assert is_one_line(refusal.value)
    proof = opening().verify("ana")
    assert proof.problems == ()
    # The write that found the disk full may itself have been taken, and its index not.
    assert proof.commits in (len(taken), len(taken) + 1)


def test_a_folder_and_a_missing_folder_are_named_before_anything_is_opened(opening, tmp_path):
    with pytest.raises(InvalidInput, match="is a folder: name a file in it"):
        opening(tmp_path)
    with pytest.raises(InvalidInput, match="does not exist: create it"):
        opening(tmp_path / "nowhere" / "memory.db")


def test_a_file_that_is_no_database_is_refused_and_left_as_it_is(opening, path):
    path.write_text("Dear diary, this is not a database at all. " * 50)
    before = path.read_bytes()

    with pytest.raises(StoreDamaged, match="not a SQLite database: name another file"):
        opening()
    assert path.read_bytes() == before


def test_an_empty_file_becomes_a_memory(opening, path):
    path.touch()

    opening().remember("ana", "I live in Oslo.")
    assert opening().verify("ana").is_sound


READ_ONLY = """
import os, sys
from doxa.bootstrap import build
from doxa.settings import read_settings
from doxa.errors import DoxaError
from doxa.store import upgrade
if os.getuid() == 0:
    os.setgroups([]); os.setgid(65534); os.setuid(65534)
try:
    service = build(sys.argv[1], read_settings(embedder="hashed"))
    service.remember("ana", "I live in Rome.")
    print("written")
except DoxaError as error:
    print(type(error).__name__, error)
"""


@pytest.mark.parametrize("what", ["file", "folder"])
def test_what_cannot_be_written_is_said_so(opening, path, tmp_path, what):
    """By somebody who is not root, whom permissions do not bind."""
    opening().remember("ana", "I live in Oslo.")
    for part in (tmp_path, *tmp_path.parents):
        if part.stat().st_uid == os.getuid() and "pytest" in str(part):
            part.chmod(0o755)
    path.chmod(0o444 if what == "file" else 0o666)
    tmp_path.chmod(0o777 if what == "file" else 0o555)
    ran = subprocess.run(
        [sys.executable, "-c", READ_ONLY, str(path)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    tmp_path.chmod(stat.S_IRWXU)

    assert ran.stdout.startswith("StoreReadOnly"), ran.stderr[-500:]
    assert ran.stdout.count("\n") == 1
    assert [memory.text for memory in opening().list("ana")] == ["I live in Oslo."]


# -- a damaged file -------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def healthy(tmp_path_factory):
    """The bytes of a memory with a few hundred pages, all of them in the one file."""
    path = tmp_path_factory.mktemp("healthy") / "memory.db"
    store = SqlStore(SqliteDatabase(str(path), is_durable=False))
    for number in range(40):
        apply(
            store,
            "ana",
            new_items=[an_item(f"m_{number}", content=f"{number} " * 800)],
            to_index=[f"m_{number}"],
        )
    store.database.forget_traces()
    store.close()
    return path.read_bytes()


def found_in(opening):
    """What every read that walks through the file, and `verify`, have to say of it."""
    try:
        service = opening()
        service.list("ana")
        service.recall("ana", "the number seven")
        service.beliefs("ana")
        return service.verify("ana").problems
    except StoreDamaged as error:
        return (error,)


@pytest.mark.parametrize("seed", range(12))
def test_a_page_that_is_overwritten_is_found_and_never_a_traceback(opening, path, healthy, seed):
    damaged = bytearray(healthy)
    chance = random.Random(seed)
    start = chance.randrange(1, len(healthy) // PAGE) * PAGE
    damaged[start : start + PAGE] = chance.randbytes(PAGE)
    path.write_bytes(damaged)

    problems = found_in(opening)

    assert problems
    assert all(is_one_line(problem) for problem in problems)


def test_a_file_that_was_cut_short_is_found(opening, path, healthy):
    path.write_bytes(healthy[: len(healthy) // 2 // PAGE * PAGE])

    assert found_in(opening)


def test_a_broken_header_is_found(opening, path, healthy):
    path.write_bytes(b"\x00" * 100 + healthy[100:])

    (problem,) = found_in(opening)
    assert isinstance(problem, StoreDamaged)


# -- many writers -------------------------------------------------------------------------------


def test_eight_threads_write_one_owner_and_nothing_is_lost(opening):
    service = opening()
    failed: list[BaseException] = []

    def write(thread):
        try:
            for number in range(6):
                service.remember(
                    "ana", f"Thread {thread} saw item {number} on shelf {thread * 100 + number}."
                )
        except DoxaError as error:
            failed.append(error)

    threads = [threading.Thread(target=write, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert failed == []
    proof = opening().verify("ana")
    assert (proof.commits, proof.pending, proof.problems) == (48, 0, ())
    assert len(service.list("ana", limit=100)) == proof.items


def _write_in_a_process(path, name, told):
    from doxa.bootstrap import build
    from doxa.settings import read_settings

    service = build(str(path), read_settings(embedder="hashed", is_durable=False, busy_timeout_s=30))
    try:
        for number in range(15):
            service.remember(
                "ana", f"Process {name} counted {number} birds.", idempotency_key=f"{name}{number}"
            )
        told.put((name, "done"))
    except DoxaError as error:
        told.put((name, str(error)))
    finally:
        service.close()


def test_two_processes_write_one_owner_and_nothing_is_lost(opening, path):
    start = multiprocessing.get_context("spawn")
    told = start.Queue()
    writers = [start.Process(target=_write_in_a_process, args=(path, name, told)) for name in "ab"]
    for writer in writers:
        writer.start()
    answers = sorted(told.get(timeout=60) for _ in writers)
    for writer in writers:
        writer.join(timeout=30)

    assert answers == [("a", "done"), ("b", "done")]
    service = opening()
    proof = service.verify("ana")
    assert (proof.commits, proof.pending, proof.problems) == (30, 0, ())
    assert service.remember("ana", "Process a counted 7 birds.", idempotency_key="a7").is_retry


KILLED = """
import os, signal, sys
from doxa.bootstrap import build
from doxa.settings import read_settings
from doxa.testing import a_piece, an_item, changes
service = build(sys.argv[1], read_settings(embedder="hashed"))
for number in range(5):
    print(service.remember("ana", f"Acknowledged fact {number} stands.").operation_id, flush=True)
with service._parts.store.writing("ana") as transaction:
    transaction.apply(changes(transaction, new_items=[an_item("half")], new_evidence=[a_piece("e", "half")]))
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_writer_killed_in_its_transaction_leaves_all_it_acknowledged_and_nothing_half_done(opening, path):
    ran = subprocess.run(
        [sys.executable, "-c", KILLED, str(path)], capture_output=True, text=True, timeout=60, check=False
    )

    assert ran.returncode == -9, ran.stderr[-500:]
    acknowledged = ran.stdout.split()
    service = opening()
    proof = service.verify("ana")
    assert (len(acknowledged), proof.commits, proof.pending, proof.problems) == (5, 5, 0, ())
    service.remember("ana", "And life goes on.")
    assert opening().verify("ana").is_sound
