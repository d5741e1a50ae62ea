"""What bad input gets: the same refusal through Python and the command line, and nothing written.

The command line is called in this process where a process of its own would add nothing but
time; `test_command_line.py` starts real ones.
"""

from __future__ import annotations

import ctypes
import json
import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, event
from tests.acceptance.builders import said

import doxa
from doxa import Turn, errors
from doxa.memory import Memory, Owner
from doxa.store.sqlite import driver

UNKNOWN = "m_nobody"


@dataclass
class Place:
    """A database with one memory of ana's and one of bob's; ``db`` is its file."""

    db: Path
    memory: Memory
    ana: Owner
    mine: str
    foreign: str

    def commits(self) -> dict[str, int]:
        """How many commits each owner has, seen by a second reader who finds all of it sound."""
        with doxa.open(str(self.db), embedder="hashed") as memory:
            reports = {name: memory.owner(name).verify() for name in memory.owners()}
        assert {name: report.problems for name, report in reports.items()} == dict.fromkeys(reports, ())
        return {name: report.commits for name, report in reports.items()}


@pytest.fixture
def place(tmp_path) -> Iterator[Place]:
    db = tmp_path / "memory.db"
    with doxa.open(str(db), embedder="hashed") as memory:
        ana, bob = memory.owner("ana"), memory.owner("bob")
        mine, foreign = ana.remember("I keep bees."), bob.remember("I keep wasps.")
        assert mine.memory
        assert foreign.memory
        yield Place(db, memory, ana, mine.memory.id, foreign.memory.id)


@dataclass(frozen=True)
class Bad:
    """One row: what is asked through each door (``{mine}`` stands for an id), and what it gets."""

    name: str
    error: type[Exception]
    code: int
    word: str
    python: Callable[[Owner, Place], Any]
    words: tuple[str, ...] = ()
    stdin: str = ""


LONG = "a" * 4_001
INVALID, NOT_FOUND, REFUSED, CONFLICT = (2, 3, 1, 4)


def turns(*texts: str, at: str | None = None) -> str:
    return json.dumps([{"speaker": "user", "text": text, **({"at": at} if at else {})} for text in texts])


def asked(verb: str, which: str, *more: str) -> Callable[[Owner, Place], Any]:
    """The verb, asked of the memory that the place knows under that name, or of one that nobody has."""

    def ask(owner: Owner, place: Place) -> Any:
        return getattr(owner, verb)(getattr(place, which, UNKNOWN), *more)

    return ask


ROWS = [
    # -- the text
    Bad(
        "an empty text",
        errors.InvalidInput,
        INVALID,
        "empty",
        lambda o, p: o.remember(""),
        ("remember", ""),
    ),
    Bad(
        "only spaces",
        errors.InvalidInput,
        INVALID,
        "empty",
        lambda o, p: o.remember(" \n\t\u3000"),
        ("remember", " \n\t\u3000"),
    ),
    Bad(
        "more than 4,000 characters",
        errors.InvalidInput,
        INVALID,
        "4,001 characters and 4,000 are the limit",
        lambda o, p: o.remember(LONG),
        ("remember", LONG),
    ),
    Bad(
        "more than 4,000 characters by standard input",
        errors.InvalidInput,
        INVALID,
        "4,000",
        lambda o, p: o.remember(LONG),
        ("remember", "-"),
        stdin=LONG,
    ),
    Bad(
        "half a surrogate",
        errors.InvalidInput,
        INVALID,
        "not text",
        lambda o, p: o.remember("bees \udcff"),
        ("remember", "bees \udcff"),
    ),
    Bad(
        "a NUL",
        errors.InvalidInput,
        INVALID,
        "NUL",
        lambda o, p: o.remember("bees\0"),
        ("remember", "bees\0"),
    ),
    Bad(
        "a correction without words",
        errors.InvalidInput,
        INVALID,
        "empty",
        lambda o, p: o.correct(p.mine, " "),
        ("correct", "{mine}", " "),
    ),
    Bad(
        "a correction that is too long",
        errors.InvalidInput,
        INVALID,
        "4,000",
        lambda o, p: o.correct(p.mine, LONG),
        ("correct", "{mine}", LONG),
    ),
    Bad(
        "a credential",
        errors.Refused,
        REFUSED,
        "credential",
        lambda o, p: o.remember("my password: hunter22hunter"),
        ("remember", "my password: hunter22hunter"),
    ),
    Bad(
        "a correction that is a credential",
        errors.Refused,
        REFUSED,
        "credential",
        lambda o, p: o.correct(p.mine, "password = hunter22hunter"),
        ("correct", "{mine}", "password = hunter22hunter"),
    ),
    Bad(
        "no query",
        errors.InvalidInput,
        INVALID,
        "query is empty",
        lambda o, p: o.recall(" "),
        ("recall", " "),
    ),
    Bad(
        "no query for a context",
        errors.InvalidInput,
        INVALID,
        "query is empty",
        lambda o, p: o.context(""),
        ("context", ""),
    ),
    # -- the time
    Bad(
        "a clock time without a zone",
        errors.InvalidInput,
        INVALID,
        "needs a zone: write 2026-03-02T09:00Z",
        lambda o, p: o.remember("I keep hens.", at="2026-03-02T09:00"),
        ("remember", "I keep hens.", "--at", "2026-03-02T09:00"),
    ),
    Bad(
        "an end without a zone",
        errors.InvalidInput,
        INVALID,
        "'valid_to' needs a zone",
        lambda o, p: o.remember("I keep hens.", valid_to="2026-03-02 09:00"),
        ("remember", "I keep hens.", "--valid-to", "2026-03-02 09:00"),
    ),
    Bad(
        "a resolution without a zone",
        errors.InvalidInput,
        INVALID,
        "needs a zone",
        lambda o, p: o.resolve(p.mine, at="2026-03-02T09:00"),
        ("resolve", "{mine}", "--at", "2026-03-02T09:00"),
    ),
    Bad(
        "the thirtieth of February",
        errors.InvalidInput,
        INVALID,
        "does not exist",
        lambda o, p: o.remember("I keep hens.", at="2026-02-30"),
        ("remember", "I keep hens.", "--at", "2026-02-30"),
    ),
    Bad(
        "the hour 25",
        errors.InvalidInput,
        INVALID,
        "does not exist",
        lambda o, p: o.remember("I keep hens.", at="2026-02-20T25:00Z"),
        ("remember", "I keep hens.", "--at", "2026-02-20T25:00Z"),
    ),
    Bad(
        "no date at all",
        errors.InvalidInput,
        INVALID,
        "is not a date",
        lambda o, p: o.remember("I keep hens.", at="yesterday"),
        ("remember", "I keep hens.", "--at", "yesterday"),
    ),
    Bad(
        "a moment outside the calendar",
        errors.InvalidInput,
        INVALID,
        "outside the years",
        lambda o, p: o.remember("I keep hens.", at="9999-12-31T23:00-05:00"),
        ("remember", "I keep hens.", "--at", "9999-12-31T23:00-05:00"),
    ),
    # -- whose, and which
    *(
        Bad(
            f"{verb} of {what}",
            errors.NotFound,
            NOT_FOUND,
            "doxa list" if verb not in ("explain", "verdict") else "doxa beliefs",
            asked(verb, which, *more),
            ({"verdict": "beliefs"}.get(verb, verb), f"{{{which}}}", *more),
        )
        for verb, more in (
            ("get", ()),
            ("history", ()),
            ("explain", ()),
            ("verdict", ()),
            ("confirm", ()),
            ("reject", ()),
            ("resolve", ()),
            ("forget", ()),
            ("correct", ("I keep hens.",)),
        )
        for which, what in (("unknown", "an unknown id"), ("foreign", "another owner's id"))
    ),
    Bad(
        "a page after an unknown id",
        errors.NotFound,
        NOT_FOUND,
        UNKNOWN,
        lambda o, p: o.list(after=UNKNOWN),
        ("list", "--after", UNKNOWN),
    ),
    Bad(
        "a page after another owner's id",
        errors.NotFound,
        NOT_FOUND,
        "no memory with id",
        lambda o, p: o.list(after=p.foreign),
        ("list", "--after", "{foreign}"),
    ),
    # -- how many, and which kind
    Bad(
        "no hits at all",
        errors.InvalidInput,
        INVALID,
        "'k'",
        lambda o, p: o.recall("bees", k=0),
        ("recall", "bees", "-k", "0"),
    ),
    Bad(
        "too many hits",
        errors.InvalidInput,
        INVALID,
        "100",
        lambda o, p: o.recall("bees", k=101),
        ("recall", "bees", "-k", "101"),
    ),
    Bad(
        "no room for a context",
        errors.InvalidInput,
        INVALID,
        "'max_tokens'",
        lambda o, p: o.context("bees", max_tokens=0),
        ("context", "bees", "--max-tokens", "0"),
    ),
    Bad(
        "an empty page",
        errors.InvalidInput,
        INVALID,
        "'limit'",
        lambda o, p: o.list(limit=0),
        ("list", "--limit", "0"),
    ),
    Bad(
        "an unknown stance",
        errors.InvalidInput,
        INVALID,
        "asserted, contested, superseded, unproven",
        lambda o, p: o.list(stance="sure"),
        ("list", "--stance", "sure"),
    ),
    Bad(
        "an unknown review",
        errors.InvalidInput,
        INVALID,
        "confirmed",
        lambda o, p: o.list(review="liked"),
        ("list", "--review", "liked"),
    ),
    # -- names
    Bad(
        "a channel of two lines",
        errors.InvalidInput,
        INVALID,
        "the channel",
        lambda o, p: o.remember("I keep hens.", channel="a\nb"),
        ("remember", "I keep hens.", "--channel", "a\nb"),
    ),
    Bad(
        "an empty key",
        errors.InvalidInput,
        INVALID,
        "the key",
        lambda o, p: o.remember("I keep hens.", key=" "),
        ("remember", "I keep hens.", "--key", " "),
    ),
    Bad(
        "a tag that is too long",
        errors.InvalidInput,
        INVALID,
        "256",
        lambda o, p: o.remember("I keep hens.", tags=["t" * 257]),
        ("remember", "I keep hens.", "--tag", "t" * 257),
    ),
    # -- a conversation
    Bad(
        "no turns",
        errors.InvalidInput,
        INVALID,
        "turns",
        lambda o, p: o.capture([]),
        ("capture", "-"),
        stdin="[]",
    ),
    Bad(
        "a turn that says nothing",
        errors.InvalidInput,
        INVALID,
        "turn 2",
        lambda o, p: o.capture([said("I keep hens."), said(" ")]),
        ("capture", "-"),
        stdin=turns("I keep hens.", " "),
    ),
    Bad(
        "a turn whose time has no zone",
        errors.InvalidInput,
        INVALID,
        "'at of turn 1' needs a zone",
        lambda o, p: o.capture([said("I keep hens.", at="2026-03-02T09:00")]),
        ("capture", "-"),
        stdin=turns("I keep hens.", at="2026-03-02T09:00"),
    ),
    Bad(
        "two turns of one id",
        errors.InvalidInput,
        INVALID,
        "must differ",
        lambda o, p: o.capture([Turn("user", "I keep hens.", id="7"), Turn("user", "I keep ducks.", id="7")]),
        ("capture", "-"),
        stdin=json.dumps(
            [{"speaker": "user", "text": t, "id": 7} for t in ("I keep hens.", "I keep ducks.")]
        ),
    ),
]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_bad_input_is_refused_in_one_line_through_both_doors_and_nothing_is_written(place, cli, row):
    before = place.commits()
    with pytest.raises(row.error, match=re.escape(row.word)) as refusal:
        row.python(place.ana, place)
    assert "\n" not in str(refusal.value)
    assert place.commits() == before
    ids = {"{mine}": place.mine, "{foreign}": place.foreign, "{unknown}": UNKNOWN}
    ran = cli(*[ids.get(word, word) for word in row.words], db=place.db, stdin=row.stdin)
    assert (ran.code, ran.out) == (row.code, "")
    assert row.word in ran.err
    assert ran.err.startswith("doxa: ")
    assert ran.err.count("\n") == 1
    assert place.commits() == before


def test_an_error_as_json_is_one_line_too_with_its_kind(place, cli):
    ran = cli("get", UNKNOWN, "--json", db=place.db)
    assert (ran.code, ran.out, ran.err.count("\n")) == (3, "", 1)
    assert json.loads(ran.err)["error"]["kind"] == "not_found"
    assert UNKNOWN in json.loads(ran.err)["error"]["message"]


def test_an_id_that_is_no_text_is_unknown_too(place, cli):
    with pytest.raises(errors.DoxaError):
        place.ana.get("m_\udcff")
    assert cli("get", "m_\udcff", db=place.db).code in (2, 3)


@pytest.mark.parametrize(
    "call",
    [
        lambda o: o.recall("bees", k="5"),
        lambda o: o.list(limit=None),
        lambda o: o.capture("hello"),
        lambda o: o.capture([{"speaker": "user", "text": "I keep hens."}]),
        lambda o: o.verdict(None),
        lambda o: o.remember("I keep hens.", half_life_days="3"),
        lambda o: o.remember("I keep hens.", tags="work"),
        lambda o: o.remember("I keep hens.", lineage="m_1"),
        lambda o: o.remember("I keep hens.", lineage=[None]),
        lambda o: o.capture([Turn("user", "I keep hens.", role=5)]),  # type: ignore[arg-type]
        lambda o: o.capture([Turn("user", "I keep hens.", role="\ud800")]),
        lambda o: o.remember("I keep hens.", actor=5),
        lambda o: o.remember("I keep hens.", actor="\ud800"),
        lambda o: o.capture([Turn("user", "I keep hens.")], actor=""),
        lambda o: o.reject(o.list()[0].id, actor=5),
        lambda o: o.delete_source("x", actor=5),
        lambda o: o.backfill(apply="no"),
        lambda o: o.recall("bees", include_history="no"),
        lambda o: o.context("bees", include_unproven=0),
    ],
    ids=[
        *("k", "limit", "turns", "turn", "what", "half_life_days", "tags", "lineage", "lineage of nothing"),
        *("role", "role of half a character", "actor", "actor of half a character", "no actor"),
        *("actor of a rejection", "actor of a deletion", "apply", "include_history", "include_unproven"),
    ],
)
def test_a_value_of_the_wrong_type_is_refused_in_our_words(place, call):
    before = place.commits()
    with pytest.raises(errors.InvalidInput):
        call(place.ana)
    assert place.commits() == before


def test_a_channel_nobody_named_is_untrusted_and_the_answer_says_so(place, cli):
    written = place.ana.remember("I keep hens.", channel="fax")
    notice = "the channel 'fax' is not in the configuration: taken as untrusted"
    assert (written.memory.stance, written.memory.probability, written.notices) == (
        "unproven",
        0.0,
        (notice,),
    )
    ran = cli("remember", "I keep geese.", "--channel", "fax", "--json", db=place.db)
    assert (ran.code, ran.json["memory"]["stance"], ran.json["notices"]) == (0, "unproven", [notice])
    assert ran.err == f"note: {notice}\n"
    captured = place.ana.capture([said("I keep ducks.")], channel="fax")
    assert (captured.notices, [one.memory.stance for one in captured.claims]) == ((notice,), ["unproven"])


def test_stale_and_reused_are_conflicts(place, cli):
    with pytest.raises(errors.StaleRevision, match="at revision 1, not 9"):
        place.ana.confirm(place.mine, expected_revision=9)
    assert cli("confirm", place.mine, "--idempotency-key", "k", db=place.db).code == 0
    before = place.commits()
    with pytest.raises(errors.IdempotencyConflict, match="'k'"):
        place.ana.reject(place.mine, idempotency_key="k")
    ran = cli("reject", place.mine, "--idempotency-key", "k", db=place.db)
    assert (ran.code, ran.out, "send a new key" in ran.err) == (4, "", True)
    assert place.commits() == before


@pytest.mark.parametrize("verb", ["confirm", "reject", "resolve"])
def test_only_the_owner_may_review(place, verb):
    before = place.commits()
    for channel in ("assistant", "web_fetch", "fax"):
        with pytest.raises(errors.Refused, match="only the owner"):
            getattr(place.ana, verb)(place.mine, channel=channel)
    assert place.commits() == before


def test_owners_of_similar_names_do_not_meet(place, cli):
    for name in ("Ana", "an", "ana ", "ana%", "an_"):
        assert cli("get", place.mine, db=place.db, owner=name).code == 3
        assert cli("list", "--json", db=place.db, owner=name).json == []
    assert place.commits() == {"ana": 1, "bob": 1}


@pytest.mark.parametrize("name", ["", "  ", "a\nb", "x" * 257])
def test_an_owner_without_a_name_is_refused(place, cli, name):
    with pytest.raises(errors.InvalidInput, match="owner"):
        place.memory.owner(name)
    ran = cli("remember", "I keep hens.", db=place.db, owner=name)
    assert (ran.code, ran.out, "owner" in ran.err) == (2, "", True)
    assert place.commits() == {"ana": 1, "bob": 1}


# -- the place ------------------------------------------------------------------------------------------


def newer(path: Path) -> None:
    with doxa.open(str(path), embedder="hashed") as memory:
        memory.owner("ana").remember("I keep bees.")
    with closing(driver().connect(path)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")


def someone_elses(path: Path) -> None:
    with closing(driver().connect(path)) as connection, connection:
        connection.execute("CREATE TABLE notes (text TEXT)")
        connection.execute("INSERT INTO notes VALUES ('mine')")


def someone_elses_in_alembic(path: Path) -> None:
    with closing(driver().connect(path)) as connection, connection:
        connection.execute("CREATE TABLE alembic_version (version_num TEXT)")
        connection.execute("INSERT INTO alembic_version VALUES ('abc')")


PLACES = [
    ("a folder", lambda path: path.mkdir(), errors.InvalidInput, 2, "is a folder: name a file in it"),
    (
        "noise",
        lambda path: path.write_bytes(b"\x07noise" * 900),
        errors.StoreDamaged,
        1,
        "not a SQLite database",
    ),
    (
        "a text",
        lambda path: path.write_text("Dear diary,\n"),
        errors.StoreDamaged,
        1,
        "not a SQLite database",
    ),
    ("a newer schema", newer, errors.SchemaTooNew, 1, "schema 9999): upgrade doxa"),
    ("someone else's tables", someone_elses, errors.StoreDamaged, 1, "none of doxa's: name another file"),
    ("someone else's migrations", someone_elses_in_alembic, errors.StoreDamaged, 1, "none of doxa's: name"),
]


@pytest.mark.parametrize(
    ("make", "error", "code", "word"),
    [row[1:] for row in PLACES],
    ids=[row[0] for row in PLACES],
)
def test_a_place_that_is_no_memory_is_refused_and_left_as_it_was(tmp_path, cli, make, error, code, word):
    path = tmp_path / "place.db"
    make(path)
    before = path.is_file() and path.read_bytes()
    with pytest.raises(error, match=re.escape(word)):
        doxa.open(str(path), embedder="hashed")
    for command in (("remember", "I keep hens."), ("recall", "hens"), ("verify",)):
        ran = cli(*command, db=path)
        assert (ran.code, ran.out, ran.err.count("\n")) == (code, "", 1)
        assert word in ran.err
    assert (path.is_file() and path.read_bytes()) == before


def contents(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.rglob("*") if file.is_file()}


@pytest.mark.parametrize(
    ("location", "word"),
    [
        ("{here}/nowhere/memory.db", "does not exist: create it"),
        ("postgresql://localhost/memory", "this release keeps memories in SQLite"),
        ("", "no name"),
        ("  ", "no name"),
    ],
)
def test_a_place_that_cannot_be_is_refused_and_nothing_is_made(tmp_path, cli, monkeypatch, location, word):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    where = location.format(here=tmp_path)
    with pytest.raises(errors.InvalidInput, match=word):
        doxa.open(where, embedder="hashed")
    ran = cli("remember", "I keep hens.", db=where)
    assert (ran.code, ran.out, word in ran.err) == (2, "", True)
    assert contents(tmp_path) == {}


@pytest.mark.parametrize(
    "name",
    ["what?.db", "50%20.db", "a#b.db", "a&b=c.db", "ü ñ.db"],
)
def test_a_file_is_called_what_it_was_called(tmp_path, name):
    with doxa.open(str(tmp_path / name), embedder="hashed") as memory:
        memory.owner("ana").remember("I keep bees.")
    assert [file.name for file in tmp_path.iterdir()] == [name]


# -- the disk -------------------------------------------------------------------------------------------


@contextmanager
def filled(pages: int) -> Iterator[None]:
    """Every connection made meanwhile finds a disk that holds so many more pages of the file."""

    def bound(connection: Any, _: object) -> None:
        (used,) = connection.execute("PRAGMA page_count").fetchone()
        connection.execute(f"PRAGMA max_page_count={used + pages}")

    event.listen(Engine, "connect", bound)
    try:
        yield
    finally:
        event.remove(Engine, "connect", bound)


def test_a_full_disk_is_said_and_leaves_what_was_there(place, cli):
    before = place.commits()
    text = "I keep " + ", ".join(f"hen number {n}" for n in range(250))
    with filled(pages=0):
        with (
            doxa.open(str(place.db), embedder="hashed") as memory,
            pytest.raises(errors.StoreFull, match="the disk is full: free some space"),
        ):
            memory.owner("ana").remember(text)
        ran = cli("remember", text, db=place.db)
    assert (ran.code, ran.out, "the disk is full" in ran.err, ran.err.count("\n")) == (1, "", True, 1)
    assert place.commits() == before
    assert place.ana.remember(text).event == "asserted"


def test_a_disk_that_fills_up_within_a_conversation_keeps_none_of_it(place):
    turns_ = [said(f"My locker {n} holds {'x' * 300} and a heron.") for n in range(40)]
    before = place.commits()
    with (
        filled(pages=6),
        doxa.open(str(place.db), embedder="hashed") as memory,
        pytest.raises(errors.StoreFull),
    ):
        memory.owner("ana").capture(turns_, source="lockers")
    assert place.commits() == before
    taken = place.ana.capture(turns_, source="lockers")
    assert (taken.is_retry, taken.new_turns) == (False, 40)


class _Header(ctypes.Structure):
    _fields_ = (("version", ctypes.c_uint32), ("pid", ctypes.c_int))


class _Rights(ctypes.Structure):
    _fields_ = (
        ("effective", ctypes.c_uint32),
        ("permitted", ctypes.c_uint32),
        ("inheritable", ctypes.c_uint32),
    )


@contextmanager
def permissions_that_bind() -> Iterator[None]:
    """Root passes over permission bits; without these two rights even root does not."""
    if os.geteuid() != 0:
        yield
        return
    if not sys.platform.startswith("linux"):
        pytest.skip("root passes over permission bits here")
    libc = ctypes.CDLL(None, use_errno=True)
    header, rights = _Header(0x20080522, 0), (_Rights * 2)()
    if libc.capget(ctypes.byref(header), rights) != 0:
        pytest.skip("the rights of root cannot be read here")
    kept = rights[0].effective
    rights[0].effective &= ~(1 << 1 | 1 << 2)  # CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH
    if libc.capset(ctypes.byref(header), rights) != 0:
        pytest.skip("the rights of root cannot be put down here")
    try:
        yield
    finally:
        rights[0].effective = kept
        libc.capset(ctypes.byref(header), rights)


@pytest.fixture
def closed_place(place: Place) -> Place:
    """The same, with nobody holding the file open and nothing in the log."""
    place.memory.close()
    return place


def test_a_file_that_cannot_be_written_is_named_and_can_still_be_read(closed_place, cli):
    before = closed_place.commits()
    closed_place.memory.close()
    closed_place.db.chmod(0o444)
    with permissions_that_bind():
        with doxa.open(str(closed_place.db), embedder="hashed") as memory:
            assert [one.text for one in memory.owner("ana").list()] == ["I keep bees."]
            with pytest.raises(errors.StoreReadOnly, match="write permission"):
                memory.owner("ana").remember("I keep hens.")
        ran = cli("remember", "I keep hens.", db=closed_place.db)
        read = cli("list", "--json", db=closed_place.db)
    assert (ran.code, ran.out, ran.err.count("\n")) == (1, "", 1)
    assert "write permission" in ran.err
    assert (read.code, [one["text"] for one in read.json]) == (0, ["I keep bees."])
    closed_place.db.chmod(0o644)
    assert closed_place.commits() == before


def test_a_folder_that_cannot_be_written_is_named(tmp_path, cli):
    folder = tmp_path / "shut"
    folder.mkdir()
    folder.chmod(0o555)
    with permissions_that_bind():
        with pytest.raises(errors.StoreReadOnly, match="can be written"):
            doxa.open(str(folder / "memory.db"), embedder="hashed")
        ran = cli("remember", "I keep hens.", db=folder / "memory.db")
    folder.chmod(0o755)
    assert (ran.code, ran.out, ran.err.count("\n")) == (1, "", 1)
    assert contents(tmp_path) == {}


@contextmanager
def held(path: Path) -> Iterator[None]:
    """Somebody else is writing all the while."""
    with closing(driver().connect(path, isolation_level=None)) as holder:
        holder.execute("BEGIN IMMEDIATE")
        try:
            yield
        finally:
            holder.execute("ROLLBACK")


def test_a_database_someone_else_holds_is_busy_after_as_long_as_the_setting_says(place, cli, monkeypatch):
    monkeypatch.setenv("DOXA_BUSY_TIMEOUT_S", "0.1")
    before = place.commits()
    with doxa.open(str(place.db), embedder="hashed") as memory, held(place.db):
        assert [one.text for one in memory.owner("ana").list()] == ["I keep bees."]
        with pytest.raises(errors.StoreBusy, match="try again"):
            memory.owner("ana").remember("I keep hens.")
        ran = cli("remember", "I keep hens.", db=place.db)
    assert (ran.code, ran.out, "another process holds it" in ran.err) == (1, "", True)
    assert place.commits() == before


def test_what_someone_else_is_writing_to_can_be_opened_and_read(place, cli, monkeypatch):
    monkeypatch.setenv("DOXA_BUSY_TIMEOUT_S", "0.1")
    with held(place.db):
        read = cli("list", "--json", db=place.db)
    assert (read.code, [one["text"] for one in read.json]) == (0, ["I keep bees."])
