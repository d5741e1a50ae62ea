"""The search tables: exact to the owner, free of what was forgotten, and never ahead of the authority."""

from __future__ import annotations

import pytest

from doxa.domain.item import Status
from doxa.domain.operation import OperationKind, keyed_digest
from doxa.domain.source import Turn
from doxa.index.embedders import HashedEmbedder, RememberingEmbedder
from doxa.index.hybrid import HybridIndex
from doxa.store.search_tables import SearchTables
from doxa.store.sql_store import SqlStore
from doxa.store.sqlite import MEMORY, SqliteDatabase
from doxa.testing import an_item, apply

ODD_OWNERS = (
    "Bob",
    "bob",
    "BOB",
    "b_b",
    "b%b",
    "f*",
    "fo",
    "O'Hara",
    'a"b',
    "jos\u00e9",
    "jose\u0301",
    "名前",
    " ana",
)


class Here:
    """A store with its index, in memory."""

    def __init__(self, place=MEMORY):
        self.store = SqlStore(SqliteDatabase(place, is_durable=False))
        self.tables = SearchTables(self.store.database)
        self.embedder = RememberingEmbedder(HashedEmbedder())
        self.index = HybridIndex(self.tables, self.embedder)

    def keep(self, owner, **texts):
        items = [an_item(memory_id, content=text) for memory_id, text in texts.items()]
        apply(self.store, owner, new_items=items, to_index=list(texts))

    def found(self, owner, query, limit=10):
        """What the words of a query find, whatever their vectors say."""
        return [candidate.memory_id for candidate in self.index.matching(owner, query, limit)]


@pytest.fixture
def here():
    made = Here()
    yield made
    made.store.close()


# -- what is found by its words ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("The order QX-5510 is late.", "QX-5510"),
        ("The order QX-5510 is late.", "qx5510"),
        ("The order QX-5510 is late.", "5510"),
        ("Order qx-5510/b shipped", "QX-5510/B"),
        ("私は東京に住んでいます。", "東京"),
        ("我住在上海市浦东新区。", "浦东"),
        ("ผมชอบกินข้าวผัด", "ข้าว"),
        ("ผมชอบกินข้าวผัด", "กิน"),
        ("저는 서울에 살아요", "서울"),
        ("Ο Γιάννης μένει στην Αθήνα", "ΑΘΉΝΑ"),
        ("Ο Γιάννης μένει στην Αθήνα", "αθηνα"),
        ("Ich wohne in der Königstraße", "königstrasse"),
        ("J'habite à Orléans", "orleans"),
        ("Я живу в Москве", "москве"),
        ("My running shoes are red", "run"),
        ("My address is ana@example.org", "ana@example.org"),
        ("The version is 3.11.2", "3.11.2"),
        ("NOT AND OR NEAR are words too", "near or not"),
        ('She said "hello" (twice)', '"hello" ('),
        ("a*b^c:d", "b^c:d"),
        ("x", "x"),
    ],
)
def test_words_find_what_holds_them_and_only_that(here, text, query):
    here.keep("ana", m_1=text, m_2="Something else entirely, about gardens.", m_3="別の話です。")
    here.index.catch_up("ana")

    assert here.found("ana", query)[:1] == ["m_1"]


@pytest.mark.parametrize(
    "query", ["京都", "QZ-5511", "5511", "zebra", "!!!", "   ", "***", '"', "NEAR(", "จฉ"]
)
def test_words_that_are_not_there_find_nothing(here, query):
    here.keep("ana", m_1="The order QX-5510 is late. 私は東京に住んでいます。", m_2="ผมชอบกินข้าวผัด")
    here.index.catch_up("ana")

    assert here.found("ana", query) == []


@pytest.mark.parametrize(
    "query",
    [
        " ".join(f"w{n}" for n in range(900)),
        "東京都港区芝公園" * 120,
        "ก" * 1000,
        "a-" * 500,
        " OR ".join(["x"] * 200),
        "\u0301" * 50 + "w1",
    ],
    ids=range(6),
)
def test_a_query_of_any_length_is_answered(here, query):
    here.keep("ana", m_1=f"{query[:600]} w1")
    here.index.catch_up("ana")

    here.found("ana", query)


def test_the_rarest_word_counts_most(here):
    notes = {f"m_{n}": f"A note about the garden, number {n}" for n in range(20)}
    here.keep("ana", **notes, m_99="A note about the garden and the pump")
    here.index.catch_up("ana")

    assert here.found("ana", "the pump in the garden note")[0] == "m_99"


# -- owners ----------------------------------------------------------------------------------------


def test_owners_with_names_that_look_alike_find_only_their_own(here):
    for number, owner in enumerate(ODD_OWNERS):
        here.keep(owner, **{f"m_{number}": "The common words and the rare quokka"})
        here.index.catch_up(owner)

    for number, owner in enumerate(ODD_OWNERS):
        assert here.found(owner, "common quokka") == [f"m_{number}"]
        assert here.tables.indexed(owner) == {f"m_{number}"}
        vector = here.embedder.embed(["quokka"])[0]
        near = here.index.candidates(owner, "quokka", vector, 5, 5)
        assert [candidate.memory_id for candidate in near] == [f"m_{number}"]


def test_an_owners_name_is_no_word_of_theirs(here):
    here.keep("zebra", m_1="I live in Oslo.")
    here.index.catch_up("zebra")

    assert here.found("zebra", "zebra") == []


def test_one_owners_index_is_emptied_alone(here):
    for owner in ("ana", "bob"):
        here.keep(owner, m_1="The quokka", m_2="The zebra")
        here.index.catch_up(owner)
    here.tables.clear("ana", here.embedder.identity)

    assert (here.tables.indexed("ana"), here.found("ana", "quokka")) == (frozenset(), [])
    assert (here.tables.indexed("bob"), here.found("bob", "quokka")) == ({"m_1", "m_2"}, ["m_1"])


# -- the outbox --------------------------------------------------------------------------------------


def test_events_are_delivered_once_and_in_order(here):
    here.keep("ana", m_1="I live in Oslo.", m_2="I live in Rome.")
    events = here.tables.events("ana", 10)

    assert [(event.memory_id, event.words) for event in events] == [
        ("m_1", "I live in Oslo."),
        ("m_2", "I live in Rome."),
    ]
    assert here.index.catch_up("ana") == 2
    assert (here.index.catch_up("ana"), here.store.pending("ana")) == (0, 0)


def test_many_events_are_delivered_whatever_the_size_of_a_batch(here):
    here.keep("ana", **{f"m_{n}": f"Note number {n}" for n in range(600)})

    assert here.index.catch_up("ana") == 600
    assert len(here.tables.indexed("ana")) == 600


def test_the_same_event_delivered_twice_indexes_once(here):
    """At least once is what an outbox gives: another process may have delivered it meanwhile."""
    here.keep("ana", m_1="I live in Oslo.")
    events = here.tables.events("ana", 10)
    entries = here.index._entries(events)
    for _ in range(2):
        here.tables.deliver("ana", here.embedder.identity, entries, events)

    assert here.found("ana", "Oslo") == ["m_1"]
    assert [
        c.memory_id for c in here.index.candidates("ana", "x", here.embedder.embed(["Oslo"])[0], 9, 9)
    ] == ["m_1"]


def test_what_was_indexed_anew_is_there_once(here):
    here.keep("ana", m_1="I live in Oslo.")
    here.index.catch_up("ana")
    apply(here.store, "ana", to_index=["m_1"])
    here.index.catch_up("ana")

    vector = here.embedder.embed(["Oslo"])[0]
    assert [c.memory_id for c in here.index.candidates("ana", "Oslo", vector, 9, 9)] == ["m_1"]


@pytest.mark.parametrize("label", ["health", "credential", "minor"])
def test_what_is_restricted_is_never_indexed(here, label):
    apply(here.store, "ana", new_items=[an_item(content="The quokka", labels=(label,))], to_index=["m_1"])
    here.index.catch_up("ana")

    assert (here.tables.indexed("ana"), here.found("ana", "quokka")) == (frozenset(), [])


def test_a_label_that_only_looks_like_a_restricting_one_hides_nothing(here):
    labels = ("healthy", "minority", "secretary")
    apply(here.store, "ana", new_items=[an_item(content="The quokka", labels=labels)], to_index=["m_1"])
    here.index.catch_up("ana")

    assert here.tables.indexed("ana") == {"m_1"}


# -- a delivery that was overtaken ----------------------------------------------------------------


@pytest.mark.parametrize("verb", ["forget", "reject"])
def test_a_delivery_that_a_deletion_overtook_brings_nothing_back(opening, path, sql, verb):
    """Two threads: one has read the outbox and embeds, the other forgets and catches up first."""
    service = opening()
    index, tables = service._parts.index, service._parts.index._storage
    delivered = type(tables).deliver
    late: list[tuple[object, ...]] = []
    tables.deliver = lambda *arguments: late.append(arguments)  # the first thread is slow
    index_once(index, service, "The quokka is mine.")
    del tables.deliver
    memory_id = service.list("ana")[0].id
    getattr(service, verb)("ana", memory_id)
    delivered(tables, *late[0])

    assert memory_id not in tables.indexed("ana")
    if verb == "forget":
        assert not any(b"quokka" in file.read_bytes() for file in path.parent.iterdir())


def index_once(index, service, words):
    """Remember, with an index that gives up after one look at the outbox."""
    catching_up = type(index).catch_up

    def once(owner_id):
        events = index._storage.events(owner_id, 10)
        index._storage.deliver(owner_id, index._embedder.identity, index._entries(events), events)
        return len(events)

    index.catch_up = once
    service.remember("ana", words)
    del index.catch_up
    assert type(index).catch_up is catching_up


def slowly(index, meanwhile):
    """The next delivery waits for something to happen first."""
    tables = index._storage
    deliver = tables.deliver

    def late(*arguments):
        del tables.deliver
        meanwhile()
        deliver(*arguments)

    tables.deliver = late


def test_a_delivery_that_other_words_overtook_brings_the_old_ones_not_back(opening, path):
    here, there = opening(), opening()

    def reword():
        there.remember("ana", "I have a cat.", source="kept")
        assert len(there.delete_source("ana", "gone").reworded) == 1

    slowly(here._parts.index, reword)
    here.remember("ana", "I have a cat called Pimpernel.", source="gone")

    assert (here.recall("ana", "Pimpernel"), len(here.recall("ana", "cat"))) == ((), 1)
    assert here.verify("ana").problems == ()
    assert not any(b"impernel" in file.read_bytes() for file in path.parent.iterdir())


def test_a_removal_that_a_confirmation_overtook_removes_nothing(opening):
    here, there = opening(), opening()
    memory_id = here.remember("ana", "The quokka is mine.").memory.id
    slowly(here._parts.index, lambda: there.confirm("ana", memory_id))
    here.reject("ana", memory_id)

    assert [hit.id for hit in here.recall("ana", "quokka")] == [memory_id]
    assert here.verify("ana").problems == ()


def test_a_rebuild_that_other_words_overtook_has_the_new_ones(opening, path):
    here, there = opening(), opening()
    here.remember("ana", "I have a cat called Pimpernel.", source="gone")
    told = here.remember("ana", "I have a cat.", source="kept").memory
    assert told.text == "I have a cat called Pimpernel."
    tables = here._parts.index._storage
    clear = tables.clear

    def reword_meanwhile(owner_id, identity):
        there.delete_source("ana", "gone")
        clear(owner_id, identity)

    tables.clear = reword_meanwhile
    here.reembed("ana")

    assert [hit.text for hit in here.recall("ana", "cat")] == ["I have a cat."]
    assert here.verify("ana").problems == ()
    assert not any(b"impernel" in file.read_bytes() for file in path.parent.iterdir())


def test_a_rebuild_that_a_deletion_overtook_brings_nothing_back(opening, path):
    service = opening()
    memory_id = service.remember("ana", "The quokka is mine.").memory.id
    index = service._parts.index
    clearing = index._storage.clear

    def forget_meanwhile(owner_id, identity):
        service.forget("ana", memory_id)
        clearing(owner_id, identity)

    index._storage.clear = forget_meanwhile
    service.reembed("ana")
    del index._storage.clear

    assert index.indexed("ana") == frozenset()
    assert not any(b"quokka" in file.read_bytes() for file in path.parent.iterdir())


# -- a lagging index -----------------------------------------------------------------------------


def test_an_index_that_lags_never_shows_what_was_forgotten_or_rejected(opening, monkeypatch):
    service = opening()
    kept, gone, denied = (
        service.remember("ana", f"The quokka number {n} lives in the garden.").memory.id for n in range(3)
    )
    monkeypatch.setattr(service._parts.index.__class__, "catch_up", lambda self, owner_id: 0)
    service.forget("ana", gone)
    service.reject("ana", denied)

    assert service._parts.store.pending("ana") > 0
    for include_history in (False, True):
        hits = service.recall("ana", "quokka in the garden", include_history=include_history)
        assert [hit.id for hit in hits] == [kept]
    assert "number 1" not in service.context("ana", "quokka").text


# -- what can be guessed from what an erasure leaves -----------------------------------------------


def guesses(sql, digests):
    """Those of the guesses whose digest stands anywhere in a text column of the file."""
    texts: set[str] = set()
    tables = [name for (name,) in sql("SELECT name FROM sqlite_master WHERE type = 'table'")]
    for table in tables:
        for row in sql(f"SELECT * FROM {table}"):
            texts.update(value for value in row if isinstance(value, str))
    everything = "\n".join(texts)
    return [guess for guess, digest in digests.items() if digest in everything]


def test_no_operation_keeps_a_digest_over_forgotten_words(opening, sql):
    service = opening()
    pin, tea = Turn("user", "My pin is 4711."), Turn("user", "I like tea.")
    first = service.capture("ana", [pin], source="talk")
    service.capture("ana", [pin, tea], source="talk")
    service.forget("ana", first.claims[0].memory.id)
    turns = {
        n: [keyed_digest(["user", "user", t]) for t in (f"My pin is {n}.", tea.text)]
        for n in range(4700, 4720)
    }

    digests = {
        number: keyed_digest(
            [OperationKind.CAPTURE, {"source": "talk", "channel": "chat", "turns": hashes, "me": None}]
        )
        for number, hashes in turns.items()
    }
    assert guesses(sql, digests) == []


def test_the_name_of_a_talk_does_not_tell_its_words(opening, sql):
    service = opening()
    talk = service.capture("ana", [Turn("user", "My pin is 4711.")])
    service.forget("ana", talk.claims[0].memory.id)

    digests = {
        number: keyed_digest([keyed_digest(["user", "user", f"My pin is {number}."])])[:12]
        for number in range(4700, 4720)
    }
    assert guesses(sql, digests) == []


def test_no_row_keeps_a_digest_of_forgotten_words_without_a_salt(opening, sql):
    service = opening()
    memory_id = service.remember("ana", "My pin is 4711.", idempotency_key="k").memory.id
    service.confirm("ana", memory_id)
    service.forget("ana", memory_id)

    words = {number: f"My pin is {number}." for number in range(4700, 4720)}
    for digest_of in (
        keyed_digest,
        lambda text: keyed_digest(text.casefold().rstrip(".")),
        lambda text: keyed_digest(["user", "user", text]),
    ):
        assert guesses(sql, {number: digest_of(text) for number, text in words.items()}) == []


# -- what a word is worth to its owner -----------------------------------------------------------


def believed(here, owner, word):
    counts, size = here.tables.believed(owner, [word])
    return counts.get(word, 0), size


def keep_believed(here, owner, families, **texts):
    items = [an_item(i, content=text, corroboration_count=families) for i, text in texts.items()]
    apply(here.store, owner, new_items=items, to_index=list(texts))
    here.index.catch_up(owner)


def test_only_what_somebody_trusted_has_said_decides_how_rare_a_word_is(here):
    keep_believed(here, "ana", 1, m_1="The saffron is late.")
    before = here.index.rarity("ana", ["saffron"])("saffron")
    keep_believed(here, "ana", 0, **{f"j_{n}": "Saffron, saffron, saffron!" for n in range(60)})

    assert believed(here, "ana", "saffron") == (1, 1)
    assert here.index.rarity("ana", ["saffron"])("saffron") == before


def test_rarities_are_each_owners_own_and_leave_with_the_memory(here):
    keep_believed(here, "ana", 1, m_1="The saffron is late.", m_2="The saffron came.")
    keep_believed(here, "bob", 2, m_1="A note about the pump.")
    assert believed(here, "ana", "saffron") == (2, 2)
    assert believed(here, "bob", "saffron") == (0, 1)

    gone = an_item("m_1", content=None, content_hash=None, status=Status.TOMBSTONED, revision=2)
    apply(here.store, "ana", changed_items=[gone], to_unindex=["m_1"])
    here.index.catch_up("ana")
    assert believed(here, "ana", "saffron") == (1, 1)

    here.tables.clear("ana", here.embedder.identity)
    assert believed(here, "ana", "saffron") == (0, 0)


def test_rarities_outlast_a_restart(tmp_path):
    place = str(tmp_path / "memory.db")
    first = Here(place)
    keep_believed(first, "ana", 1, m_1="The saffron is late.", m_2="The saffron came.")
    rarity = first.index.rarity("ana", ["saffron"])("saffron")
    first.store.close()

    again = Here(place)
    assert again.index.rarity("ana", ["saffron"])("saffron") == rarity < 1.0
    again.store.close()


def test_a_file_from_before_rarities_were_kept_gets_them(tmp_path):
    place = str(tmp_path / "memory.db")
    older = Here(place)
    keep_believed(older, "ana", 1, m_1="The saffron is late.")
    with older.store.database.writing() as session:
        session.run("DROP TABLE index_rarities")
    older.store.close()

    again = Here(place)
    keep_believed(again, "ana", 1, m_2="The saffron came.")
    assert believed(again, "ana", "saffron") == (1, 1)
    assert sorted(again.found("ana", "saffron")) == ["m_1", "m_2"]
    again.store.close()
