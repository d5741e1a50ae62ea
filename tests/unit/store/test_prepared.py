"""Statements that are compiled once and run by the driver: the same answers as Core's own."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import (
    Column,
    Integer,
    MetaData,
    Table,
    Text,
    bindparam,
    create_engine,
    insert,
    select,
    update,
)

from doxa.store.prepared import LONGEST_LIST, Prepared, PreparedList, Session
from doxa.store.sqlite import driver

people = Table("people", MetaData(), Column("name", Text, primary_key=True), Column("age", Integer))
ADD = Prepared(insert(people).values({c.name: bindparam(c.name) for c in people.columns}))
OLDER = Prepared(select(people).where(people.c.age > bindparam("than")).order_by(people.c.name))
GROW = Prepared(update(people).where(people.c.name == bindparam("who")).values(age=people.c.age + 1))
BY_NAME = PreparedList(select(people), people.c.name, people.c.name)


@pytest.fixture
def session():
    engine = create_engine("sqlite://", module=driver())
    people.create(engine)
    connection = engine.raw_connection()
    yield Session(connection.driver_connection, engine.dialect)
    connection.close()
    engine.dispose()


def test_named_values_go_to_their_places(session):
    ADD.run(session, {"age": 40, "name": "ana"})
    ADD.run_many(session, [{"name": "bob", "age": None}, {"age": 7, "name": "cy"}])

    assert OLDER.images(session, {"than": 6}) == [{"name": "ana", "age": 40}, {"name": "cy", "age": 7}]
    assert OLDER.images(session, {"than": 60}) == []


def test_a_constant_of_the_statement_needs_no_value(session):
    ADD.run(session, {"age": 40, "name": "ana"})

    assert GROW.run(session, {"who": "ana"}).rowcount == 1
    assert GROW.run(session, {"who": "nobody"}).rowcount == 0
    assert OLDER.images(session, {"than": 0}) == [{"name": "ana", "age": 41}]


def test_a_value_that_is_missing_is_an_error_and_not_null(session):
    with pytest.raises(KeyError):
        ADD.run(session, {"name": "ana"})


@settings(deadline=None, max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(wanted=st.lists(st.integers(0, 40), max_size=70))
def test_a_list_of_ids_finds_each_that_is_there_once(session, wanted):
    session.run("DELETE FROM people")
    ADD.run_many(session, [{"name": f"p{n:02}", "age": n} for n in range(20)])

    found = BY_NAME.images(session, {}, [f"p{n:02}" for n in wanted])

    assert [row["age"] for row in found] == sorted({n for n in wanted if n < 20})


@pytest.mark.parametrize(
    "count", [1, 2, 3, LONGEST_LIST - 1, LONGEST_LIST, LONGEST_LIST + 1, 3 * LONGEST_LIST]
)
def test_a_list_of_any_length_is_answered(session, count):
    ADD.run_many(session, [{"name": f"p{n:05}", "age": n} for n in range(count)])

    assert len(BY_NAME.images(session, {}, [f"p{n:05}" for n in range(count)])) == count


def test_an_id_named_twice_is_found_once_however_long_the_list(session):
    """Where it stands in two of the parts a long list is cut into."""
    ADD.run(session, {"name": "p", "age": 1})
    ids = ["p", *(f"x{n}" for n in range(LONGEST_LIST)), "p"]

    assert BY_NAME.images(session, {}, ids) == [{"name": "p", "age": 1}]


def test_the_order_asked_for_holds_however_long_the_list(session):
    names = [f"p{n:05}" for n in range(2 * LONGEST_LIST)]
    ADD.run_many(session, [{"name": name, "age": 1} for name in names])

    assert [row["name"] for row in BY_NAME.images(session, {}, names[::-1])] == names
