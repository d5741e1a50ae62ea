"""The schema and the statements are ready for PostgreSQL and for Citus, before there is a store on them.

The lint: every primary, unique and foreign key, and every index, begins with the owner; nothing
has a trigger or a number that the database gives.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from sqlalchemy import (
    BigInteger,
    Boolean,
    Engine,
    Float,
    Integer,
    UniqueConstraint,
    insert,
    inspect,
    select,
    text,
    update,
)
from sqlalchemy.dialects import postgresql

from doxa.domain.images import evidence_image, evidence_of, item_image, item_of, source_image
from doxa.domain.operation import Head
from doxa.store import rows, schema, sql_store
from doxa.store.prepared import Prepared, PreparedList
from doxa.store.schema import metadata
from doxa.testing import (
    a_belief,
    a_commit,
    a_piece,
    a_source,
    a_turn,
    an_item,
    an_operation,
    strategies,
)
from doxa.testing.builders import a_receipt, a_submission, journal_of

TABLES = list(metadata.tables.values())
HEAD = Head(0, "0" * 32, 1, "UTC")


def named(statements: dict[Any, Any]) -> dict[str, Prepared | PreparedList]:
    found: dict[str, Prepared | PreparedList] = {}
    for name, value in statements.items():
        if isinstance(value, Prepared | PreparedList):
            found[str(name)] = value
        elif isinstance(value, dict):
            found |= {f"{name} {key}": one for key, one in named(value).items()}
    return found


STATEMENTS = named(vars(sql_store))


def core(prepared: Prepared | PreparedList) -> Any:
    """The Core statement; of a list of ids, the one for four."""
    return (prepared._of(4) if isinstance(prepared, PreparedList) else prepared)._statement


def sample_rows() -> dict[str, dict[str, Any]]:
    """One row for every table, each referring to the others."""
    operation = an_operation(HEAD)
    journal = journal_of([an_item()], [])
    commit = a_commit(HEAD, operation, journal)
    given_rows = {
        "owners": {
            "account_generation": 1,
            "head_sequence": 0,
            "head_hash": HEAD.commit_hash,
            "zone": "UTC",
            "recorded_at": 0,
        },
        "items": dict(item_image(an_item())),
        "evidence": dict(evidence_image(a_piece())),
        "beliefs": rows.belief_values(a_belief()),
        "operations": rows.operation_values(operation),
        "commits": rows.commit_values(commit),
        "journal": rows.journal_values(journal[0], 1, 0),
        "sources": source_image(a_source()),
        "turns": rows.turn_values(a_turn()),
        "outbox": rows.outbox_values("projection_sync", "m_1", operation, commit, 0),
        "receipts": rows.receipt_values(a_receipt()),
        "submissions": rows.submission_values(a_submission()),
    }
    return {name: {"owner_id": "ana", **row} for name, row in given_rows.items()}


def fill(engine: Engine) -> None:
    metadata.create_all(engine)
    found = sample_rows()
    with engine.begin() as connection:
        for table in metadata.sorted_tables:
            connection.execute(core(STATEMENTS[f"INSERT {table.name}"]), found[table.name])


def value_for(bind: Any) -> Any:
    """Some value of the type a statement wants."""
    if isinstance(bind.type, Boolean):
        return True
    if isinstance(bind.type, BigInteger | Integer) or bind.key == "limit":
        return 7
    return 0.5 if isinstance(bind.type, Float) else f"any {bind.key}"


# -- the lint ---------------------------------------------------------------------------------


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_every_key_and_index_begins_with_the_owner(table):
    keys = {
        "primary key": [column.name for column in table.primary_key.columns],
        **{f"foreign key {key.name}": key.column_keys for key in table.foreign_key_constraints},
        **{
            f"unique key {key.name}": [column.name for column in key.columns]
            for key in table.constraints
            if isinstance(key, UniqueConstraint)
        },
        **{f"index {index.name}": [column.name for column in index.columns] for index in table.indexes},
    }

    assert {name: columns for name, columns in keys.items() if columns[0] != "owner_id"} == {}
    for key in table.foreign_key_constraints:
        assert key.elements[0].column.name == "owner_id"


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_nothing_is_left_to_the_database(table):
    for column in table.columns:
        assert (column.server_default, column.default, column.onupdate, column.identity) == (None,) * 4
        assert column.computed is None
        # What counts up by itself would count across owners.
        assert not (column.primary_key and column.autoincrement is True)


@pytest.mark.postgres
def test_postgres_finds_the_same_rules_in_what_it_was_given(postgres):
    metadata.create_all(postgres)
    found = inspect(postgres)

    with postgres.connect() as connection:
        assert connection.scalar(text("SELECT count(*) FROM pg_trigger WHERE NOT tgisinternal")) == 0
        assert connection.scalar(text("SELECT count(*) FROM pg_sequences")) == 0
    for table in found.get_table_names():
        assert found.get_pk_constraint(table)["constrained_columns"][0] == "owner_id"
        for keys in (found.get_unique_constraints(table), found.get_indexes(table)):
            assert {key["column_names"][0] for key in keys} <= {"owner_id"}
        for key in found.get_foreign_keys(table):
            assert (key["constrained_columns"][0], key["referred_columns"][0]) == ("owner_id", "owner_id")
        for column in found.get_columns(table):
            assert (column["default"], column.get("identity"), column.get("computed")) == (None,) * 3


@pytest.mark.postgres
def test_vectors_can_be_kept_there(postgres):
    with postgres.begin() as connection:
        connection.execute(text("CREATE EXTENSION vector"))
        distance = connection.scalar(text("SELECT '[1,0]'::vector <=> '[0,1]'::vector"))

    assert distance == 1.0


# -- the statements ---------------------------------------------------------------------------


def test_the_statements_of_the_store_are_all_found():
    assert {"HEAD", "ITEM", "JOURNAL", "MOVE_HEAD", "INSERT items", "UPDATE_ITEM"} <= STATEMENTS.keys()


@pytest.mark.parametrize("name", STATEMENTS)
def test_every_statement_of_the_store_compiles_for_postgres(name):
    compiled = core(STATEMENTS[name]).compile(dialect=postgresql.dialect())

    assert "owner" in str(compiled)


@pytest.mark.postgres
def test_every_statement_of_the_store_runs_on_postgres(postgres):
    fill(postgres)
    for name, prepared in STATEMENTS.items():
        if name.startswith("INSERT"):
            continue  # that is how the tables were filled
        statement = core(prepared)
        binds = statement.compile(dialect=postgresql.dialect()).binds.values()
        with postgres.connect() as connection:
            connection.execute(statement, {bind.key: value_for(bind) for bind in binds if bind.required})


@pytest.mark.postgres
def test_the_head_moves_on_postgres_only_from_where_it_was_seen(postgres):
    fill(postgres)
    move = core(STATEMENTS["MOVE_HEAD"])
    with postgres.begin() as connection:
        moved = [
            connection.execute(move, {"of_owner": owner, "seen": seen, "sequence": 1, "hash": "h"}).rowcount
            for owner, seen in (("ana", 5), ("bob", 0), ("ana", 0), ("ana", 0))
        ]

    assert moved == [0, 0, 1, 0]


@pytest.mark.postgres
def test_items_and_evidence_come_back_from_postgres_byte_for_byte(postgres):
    fill(postgres)

    @settings(deadline=None, max_examples=25, suppress_health_check=[HealthCheck.too_slow])
    @given(item=strategies.items("m_2"), piece=strategies.evidence("m_2", "e_2"))
    def check(item, piece):
        with postgres.connect() as connection:
            connection.execute(insert(schema.items), {"owner_id": "ana", **item_image(item)})
            connection.execute(insert(schema.evidence), {"owner_id": "ana", **evidence_image(piece)})
            connection.execute(
                update(schema.items).where(schema.items.c.memory_id == "m_1"),
                {**item_image(item), "memory_id": "m_1"},
            )
            items = connection.execute(select(schema.items).order_by(schema.items.c.memory_id)).mappings()
            of_item = schema.evidence.c.memory_id == "m_2"
            pieces = connection.execute(select(schema.evidence).where(of_item)).mappings()
            seen = [item_of(row) for row in items], [evidence_of(row) for row in pieces]
            connection.rollback()
        assert seen == ([replace(item, memory_id="m_1"), item], [piece])

    check()
