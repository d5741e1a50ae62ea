"""Whoever changes the file behind doxa's back is found out by `verify`, whatever they change.

One memory with a past is made once; each case changes one column of one row in a copy of it.
"""

from __future__ import annotations

import shutil

import pytest

from doxa.bootstrap import build
from doxa.domain.source import Turn
from doxa.service.views import Written
from doxa.settings import read_settings
from doxa.store.sqlite import driver
from doxa.testing import FixedClock, SequentialIds

SETTINGS = {"embedder": "hashed", "is_durable": False}

# Another value for each column: one that the column could have had.
TEXTS = {
    "subject_scope": "third_party",
    "kind": "document",
    "belief_class": "plan",
    "layer": "archive",
    "status": "tombstoned",
    "processing": "blocked",
    "review": "rejected",
    "stance": "contested",
    "tags": '["x"]',
    "labels": '["x"]',
    "lineage": '["x"]',
    "event": "resolved",
    "tier": "document",
    "taint": "document",
    "state": "redacted",
    "distribution": '{"masses":{},"unknown":1.0}',
    "result": '{"outcomes":[]}',
    "kind of operation": "forget",
    "salt": "00" * 16,
    "change": "{}",
}
NUMBERS = {
    "is_many_valued",
    "user_asserted",
    "is_locked",
    "is_pinned",
    "is_contested",
    "is_keyed",
}

COLUMNS = {
    "items": (
        "content content_hash salt words_hash belief_key subject subject_scope observed_at recorded_at "
        "updated_at revision kind predicate slot belief_class half_life_mode half_life_days is_many_valued "
        "user_asserted layer status processing review stance probability tags labels is_locked is_pinned "
        "emotional_weight device valid_from valid_to last_evidenced_at corroboration_count superseded_by "
        "expires_at source_id channel"
    ),
    "evidence": (
        "belief_key event channel tier content_confidence family observed_at recorded_at quote taint lineage "
        "position source_id turn_id quote_start quote_end half_life_days valid_to state memory_id"
    ),
    "beliefs": "belief_key revision distribution asserted is_contested half_life_days clock updated_at",
    # An operation's identity and digest cover words, so an erasure must be able to take them.
    "operations": "operation_id kind target is_keyed actor created_at account_generation head_seen result",
    "commits": "operation_id parent_hash commit_hash recorded_at",
    "journal": "entity entity_id change digest",
    "owners": "account_generation head_sequence head_hash",
    "sources": "source_id generation channel recorded_at updated_at",
    # Raw material, kept for a while: its words are covered by their hash, its times by the evidence.
    "turns": "turn_id speaker role text turn_hash",
}


def cases():
    return [
        pytest.param(table, name, id=f"{table}.{name}")
        for table, names in COLUMNS.items()
        for name in names.split()
    ]


def service_at(path):
    return build(str(path), read_settings(**SETTINGS), clock=FixedClock(), new_id=SequentialIds(1_000))


def id_of(written: Written) -> str:
    assert written.memory is not None
    return written.memory.id


@pytest.fixture(scope="module")
def original(tmp_path_factory):
    path = tmp_path_factory.mktemp("original") / "memory.db"
    clock = FixedClock()
    service = build(str(path), read_settings(**SETTINGS), clock=clock, new_id=SequentialIds())
    oslo = service.remember("ana", "I live in Oslo.", key="home", tags=["where"])
    clock.advance()
    rome = service.remember("ana", "I live in Rome.", key="home")
    clock.advance()
    said = [Turn("user", "I work at Acme. My favourite drink is tea."), Turn("Bob", "I like jazz music.")]
    talk = service.capture("ana", said, source="talk")
    clock.advance()
    service.confirm("ana", id_of(oslo))
    clock.advance()
    service.correct("ana", id_of(rome), "I live in Lima.")
    clock.advance()
    gone = service.remember("ana", "My lucky number is four.", idempotency_key="k")
    clock.advance()
    service.forget("ana", id_of(gone))
    service.reject("ana", id_of(talk.claims[1]))
    assert service.verify("ana").problems == ()
    service.close()
    return path


@pytest.fixture
def copy(original, tmp_path):
    path = tmp_path / "memory.db"
    shutil.copy(original, path)
    return path


def tamper(path, statement, *values):
    connection = driver().connect(str(path))
    changed = connection.execute(statement, values).rowcount
    connection.commit()
    connection.close()
    return changed


def problems_of(path):
    service = service_at(path)
    try:
        return service.verify("ana").problems
    finally:
        service.close()


def other_value(table, column, value):
    if column == "kind" and table == "operations":
        return TEXTS["kind of operation"] if value != TEXTS["kind of operation"] else "confirm"
    if column == "half_life_mode":
        return "unset" if value == "none" else "none"
    if column in TEXTS and value != TEXTS[column]:
        return TEXTS[column]
    if column in NUMBERS:
        return 1 - value
    if isinstance(value, float):
        return value / 2 + 0.01
    if isinstance(value, int):
        return value + 1
    if value is None:
        return 0.25 if column in ("emotional_weight", "half_life_days") else _empty(column)
    return f"{value}x"


def _empty(column):
    is_number = column.endswith(("_at", "_from", "_to", "_start", "_end"))
    return 1_767_258_000_000_000 if is_number else "x"


def test_the_memory_before_anybody_touched_it_is_sound(copy):
    assert problems_of(copy) == ()


@pytest.mark.parametrize(("table", "column"), cases())
def test_a_column_that_was_changed_is_found(copy, table, column):
    connection = driver().connect(str(copy))
    where = f"owner_id = 'ana' ORDER BY {column} IS NULL, rowid LIMIT 1"
    row, value = connection.execute(f"SELECT rowid, {column} FROM {table} WHERE {where}").fetchone()
    connection.close()
    new = other_value(table, column, value)

    assert tamper(copy, f"UPDATE {table} SET {column} = ? WHERE rowid = ?", new, row) == 1

    assert problems_of(copy) != ()


@pytest.mark.parametrize(
    ("table", "which"),
    [
        ("items", "min"),
        ("items", "max"),
        ("evidence", "min"),
        ("evidence", "max"),
        ("beliefs", "min"),
        ("beliefs", "max"),
        ("operations", "min"),
        ("operations", "max"),
        ("commits", "min"),
        ("commits", "max"),
        ("journal", "min"),
        ("journal", "max"),
        ("owners", "min"),
        ("sources", "min"),
        ("turns", "min"),
    ],
)
def test_a_row_that_was_taken_away_is_found(copy, table, which):
    assert tamper(copy, f"DELETE FROM {table} WHERE rowid = (SELECT {which}(rowid) FROM {table})") == 1

    assert problems_of(copy) != ()


@pytest.mark.parametrize(
    ("table", "changed"),
    [
        ("items", {"memory_id": "m_x", "content": "I live in Bern."}),
        ("evidence", {"evidence_id": "e_x"}),
        ("beliefs", {"belief_key": "another"}),
        ("journal", {"position": 99}),
        ("commits", {"sequence": 99}),
    ],
)
def test_a_row_that_was_slipped_in_is_found(copy, table, changed):
    connection = driver().connect(str(copy))
    cursor = connection.execute(f"SELECT * FROM {table} LIMIT 1")
    row = dict(zip([column[0] for column in cursor.description], cursor.fetchone(), strict=True)) | changed
    connection.close()
    places = ", ".join("?" * len(row))
    assert tamper(copy, f"INSERT INTO {table} VALUES ({places})", *row.values()) == 1

    assert problems_of(copy) != ()


@pytest.mark.parametrize("new", ["change = NULL", "entity_id = 'homes'"])
def test_the_past_of_a_belief_cannot_be_shortened(copy, new):
    """Emptied as an erasure empties, though nothing was erased; or moved to another belief."""
    first = "SELECT min(rowid) FROM journal WHERE entity = 'belief' AND entity_id = 'home'"
    assert tamper(copy, f"UPDATE journal SET {new} WHERE rowid = ({first})") == 1

    assert problems_of(copy) != ()


def test_two_commits_cannot_change_places(copy):
    for old, new in ((1, 101), (2, 1), (101, 2)):
        for table in ("commits", "journal"):
            tamper(copy, f"UPDATE {table} SET sequence = ? WHERE sequence = ?", new, old)

    assert problems_of(copy) != ()


@pytest.mark.parametrize(
    ("table", "column", "value"),
    [
        ("items", "status", "weird"),
        ("items", "tags", "not json"),
        ("items", "salt", "not hexadecimal"),
        ("items", "valid_to", "not a number"),
        ("evidence", "tier", "weird"),
        ("evidence", "observed_at", 2**62),
        ("beliefs", "distribution", "{"),
        ("operations", "kind", "weird"),
        ("operations", "result", "{"),
        ("journal", "change", "{"),
        ("journal", "change", "[]"),
    ],
)
def test_a_value_that_is_none_of_ours_is_a_problem_and_not_a_traceback(copy, table, column, value):
    assert tamper(copy, f"UPDATE {table} SET {column} = ?", value) > 0

    assert problems_of(copy) != ()


# -- the index --------------------------------------------------------------------------------


def test_an_index_that_lost_its_vectors_is_found(copy):
    assert tamper(
        copy, "DELETE FROM index_entries WHERE entry_id = (SELECT min(entry_id) FROM index_entries)"
    )

    assert any("is not in the index: run `doxa reembed`" in problem for problem in problems_of(copy))


def test_an_index_that_lost_its_words_is_found(copy):
    assert tamper(copy, "DELETE FROM index_terms") > 0

    assert any("reembed" in problem for problem in problems_of(copy))


def test_what_was_put_back_into_the_index_is_found(copy):
    connection = driver().connect(str(copy))
    query = "SELECT memory_id FROM items WHERE status = 'tombstoned'"
    ((memory_id,),) = connection.execute(query).fetchall()
    connection.close()
    tamper(
        copy, "INSERT INTO index_entries (owner_id, memory_id, vector) VALUES ('ana', ?, x'00')", memory_id
    )

    assert f"{memory_id} must not be in the index: run `doxa reembed`" in problems_of(copy)
