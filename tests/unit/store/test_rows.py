"""The values of the domain as the tables keep them, and back."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from sqlalchemy import Table

from doxa.domain.images import evidence_image, item_image, source_image
from doxa.domain.operation import Head
from doxa.store import rows, schema
from doxa.testing import a_belief, a_commit, a_piece, a_source, a_turn, an_item, an_operation, strategies
from doxa.testing.builders import journal_of

HEAD = Head(0, "0" * 32, 1, "UTC")
OPERATION = an_operation(HEAD)
COMMIT = a_commit(HEAD, OPERATION)
OTHERS: dict[Any, dict[str, Any]] = {
    schema.items: dict(item_image(an_item())),
    schema.evidence: dict(evidence_image(a_piece())),
    schema.beliefs: rows.belief_values(a_belief()),
    schema.operations: rows.operation_values(OPERATION),
    schema.commits: rows.commit_values(COMMIT),
    schema.journal: rows.journal_values(journal_of([an_item()], [])[0], 1, 0),
    schema.sources: dict(source_image(a_source())),
    schema.turns: rows.turn_values(a_turn()),
    schema.outbox: rows.outbox_values("projection_sync", "m_1", OPERATION, COMMIT, 0),
}


@pytest.mark.parametrize(("table", "values"), OTHERS.items(), ids=map(str, OTHERS))
def test_a_value_fills_every_column_but_the_owner(table: Table, values: dict[str, Any]):
    assert values.keys() == {column.name for column in table.columns} - {"owner_id"}


@pytest.mark.parametrize(("table", "values"), OTHERS.items(), ids=map(str, OTHERS))
def test_a_value_is_of_the_columns_type(table: Table, values: dict[str, Any]):
    for name, value in values.items():
        column = table.columns[name]
        if value is None:
            assert column.nullable
        else:
            kind = column.type.python_type
            assert isinstance(value, int if kind is bool else kind)


@given(belief=strategies.beliefs())
def test_a_belief_comes_back(belief):
    assert rows.belief_of(rows.belief_values(belief)) == belief


@given(operation=strategies.operations)
def test_an_operation_comes_back(operation):
    assert rows.operation_of(rows.operation_values(operation)) == operation


@given(source=strategies.sources())
def test_a_source_comes_back(source):
    assert rows.source_of(source_image(source)) == source


@given(turn=strategies.turns())
def test_a_turn_comes_back(turn):
    assert rows.turn_of(rows.turn_values(turn)) == turn


def test_a_commit_and_its_entries_come_back():
    entry = journal_of([an_item()], [])[0]

    assert rows.commit_of(rows.commit_values(COMMIT)) == COMMIT
    assert rows.journal_entry_of(rows.journal_values(entry, 1, 0)) == entry


def test_an_erased_entry_comes_back_empty():
    entry = journal_of([an_item()], [])[0]
    row = rows.journal_values(entry, 1, 0) | {"change": None}

    assert rows.journal_entry_of(row).change is None
    assert rows.journal_entry_of(row).digest == entry.digest


def test_an_event_is_new_when_it_is_written():
    row = OTHERS[schema.outbox]

    assert (row["sequence"], row["position"], row["attempts"], row["last_error"]) == (1, 0, 0, None)
