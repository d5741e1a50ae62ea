"""Backfilling: every memory gets a class that can be told, and nothing else of it changes."""

from __future__ import annotations

from collections import Counter
from contextlib import closing
from dataclasses import replace
from itertools import count

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.acceptance.builders import said

from doxa.errors import InvalidInput
from doxa.language.extraction import RuleExtractor
from doxa.store.sqlite import driver
from doxa.testing.scripted_model import ScriptedModel

TELLING = ("I keep 4 hens in barn 3.", "My favourite tea is Assam.", "Tomorrow I will test the fix.")
SILENT = ("Jeg bor i Oslo nå.", "The roof of the barn leaks a little.")
CLASSES = {"state": 1, "preference": 1, "plan": 1}
MAY_CHANGE = {"belief_class", "revision", "updated_at"}
TABLES = ("items", "evidence", "beliefs", "turns", "sources", "receipts", "submissions", "outbox")


@pytest.fixture
def ids():
    """Ids that as texts have the order in which they were given."""
    numbers = count(1)
    return lambda prefix: f"{next(numbers):032x}" if prefix == "salt" else f"{prefix}_{next(numbers):06}"


@pytest.fixture
def classless(monkeypatch):
    """Runs something with an extractor that knows no classes, as one of another day may not."""

    def without_class(claim):
        return replace(claim, belief_class=None)

    def running(act):
        claim_of, extract = RuleExtractor.claim_of, RuleExtractor.extract
        with monkeypatch.context() as patched:
            patched.setattr(
                RuleExtractor, "claim_of", lambda self, segment: without_class(claim_of(self, segment))
            )
            patched.setattr(
                RuleExtractor,
                "extract",
                lambda self, segment: tuple(map(without_class, extract(self, segment))),
            )
            return act()

    return running


@pytest.fixture
def filled(owner, classless):
    """An owner with three memories whose class can be told and two whose class cannot."""
    classless(lambda: [owner.remember(text) for text in (*TELLING, *SILENT)])
    return owner


def classes(owner):
    return Counter(one.belief_class for one in owner.list(limit=1_000))


def rows(path):
    """Every row of every table that holds what is remembered, by table, as it is stored."""
    found = {}
    with closing(driver().connect(path)) as database:
        for table in TABLES:
            cursor = database.execute(f"SELECT * FROM {table}")
            names = [column[0] for column in cursor.description]
            found[table] = [dict(zip(names, row, strict=True)) for row in cursor]
    return found


def test_a_dry_run_says_how_many_of_which_class_and_changes_nothing(filled):
    commits = filled.verify().commits
    done = filled.backfill()
    assert (done.found, done.classes, done.left, done.is_dry_run) == (5, CLASSES, 2, True)
    assert (filled.verify().commits, classes(filled)) == (commits, {None: 5})


def test_applied_it_gives_the_classes_that_the_dry_run_named(filled):
    said_before = filled.backfill()
    done = filled.backfill(apply=True)
    assert done == replace(said_before, is_dry_run=False)
    assert classes(filled) == {"state": 1, "preference": 1, "plan": 1, None: 2}
    assert filled.verify().problems == ()


def test_a_second_run_finds_only_what_nobody_could_tell_and_writes_no_commit(filled):
    filled.backfill(apply=True)
    commits = filled.verify().commits
    done = filled.backfill(apply=True)
    assert (done.found, done.classes, done.left) == (2, {}, 2)
    assert filled.verify().commits == commits


def test_an_owner_who_has_no_memory_gets_none_by_it(memory):
    done = memory.owner("nobody").backfill(apply=True)
    assert (done.found, done.classes, memory.owners()) == (0, {}, ())


def test_nobody_elses_memory_is_touched(memory, classless):
    ana, ben = memory.owner("ana"), memory.owner("ben")
    classless(lambda: [one.remember(TELLING[0]) for one in (ana, ben)])
    ana.backfill(apply=True)
    assert (classes(ana), classes(ben)) == ({"state": 1}, {None: 1})


def test_so_many_at_the_most_are_classified_and_the_next_run_goes_on(filled):
    assert sum(filled.backfill(apply=True, limit=2).classes.values()) == 2
    assert sum(filled.backfill(apply=True, limit=2).classes.values()) == 1
    assert classes(filled) == {"state": 1, "preference": 1, "plan": 1, None: 2}


def test_those_nobody_can_tell_do_not_stand_in_the_way_of_a_limited_run(owner, classless, monkeypatch):
    """They come first by id, and more of them than a batch."""
    monkeypatch.setattr("doxa.service.backfilling.BATCH", 2)
    classless(lambda: [owner.remember(text) for text in (*SILENT, "Zqwv blorp.", TELLING[0])])
    assert owner.get(max(one.id for one in owner.list())).text == TELLING[0]
    assert owner.backfill(apply=True, limit=1).classes == {"state": 1}


@pytest.mark.parametrize("limit", [0, -1, 1.5, True, "2"])
def test_a_limit_that_is_no_count_is_refused(filled, limit):
    with pytest.raises(InvalidInput, match="limit"):
        filled.backfill(limit=limit)


def test_each_batch_is_a_commit_and_told_once_it_is_safe(owner, classless, monkeypatch):
    monkeypatch.setattr("doxa.service.backfilling.BATCH", 2)
    classless(lambda: [owner.remember(f"I keep {n} hens in barn {n}.", key=f"barn-{n}") for n in range(5)])
    before, told = owner.verify().commits, []
    owner.backfill(
        apply=True, progress=lambda done, total: told.append((done, total, classes(owner)["state"]))
    )
    assert told == [(2, 5, 2), (4, 5, 4), (5, 5, 5)]
    assert owner.verify().commits == before + 3


def test_a_run_that_breaks_off_goes_on_where_it_stopped(owner, classless, monkeypatch):
    monkeypatch.setattr("doxa.service.backfilling.BATCH", 2)
    classless(lambda: [owner.remember(f"I keep {n} hens in barn {n}.", key=f"barn-{n}") for n in range(5)])

    def stopped(done, _total):
        if done == 4:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        owner.backfill(apply=True, progress=stopped)
    assert classes(owner) == {"state": 4, None: 1}
    assert owner.backfill(apply=True).found == 1
    assert classes(owner) == {"state": 5}


@settings(
    max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture], database=None
)
@given(
    st.lists(
        st.tuples(
            st.sampled_from([*TELLING, *SILENT, "I live in Oslo.", "I moved to Rome.", "My locker is 14."]),
            st.sampled_from(["chat", "web_fetch", "tool_output"]),
            st.sampled_from(["keep", "confirm", "reject", "forget", "resolve"]),
            st.sampled_from([None, None, 12.0]),
        ),
        min_size=1,
        max_size=6,
    )
)
def test_all_but_the_class_is_as_it_was_to_the_last_byte(open_memory, classless, tmp_path_factory, told):
    path = tmp_path_factory.mktemp("backfill") / "memory.db"
    owner = open_memory(path).owner("ana")

    def filling():
        for text, channel, verb, days in told:
            given_days = {} if days is None else {"half_life_days": days}
            kept = owner.remember(text, channel=channel, **given_days).memory
            if verb != "keep":
                getattr(owner, verb)(kept.id)
        owner.capture([said("I keep 9 hens in barn 2.", "2026-03-02T09:00Z")], source="talk")

    classless(filling)
    owner.recall("barn")  # so that the index has followed, and the outbox is empty
    before = rows(path)
    done = owner.backfill(apply=True)
    after = rows(path)
    assert sum(done.classes.values()) > 0
    changed = Counter[str]()
    for old, new in zip(before.pop("items"), after.pop("items"), strict=True):
        differing = {name for name in old if old[name] != new[name]}
        assert differing <= MAY_CHANGE
        if differing:
            assert (old["belief_class"], new["revision"]) == (None, old["revision"] + 1)
            assert old["status"] != "tombstoned"
            changed[new["belief_class"]] += 1
    assert (changed, after) == (done.classes, before)
    assert owner.verify().problems == ()


def test_how_a_memory_fades_follows_its_class_and_a_stored_half_life_wins(open_memory, classless, clock):
    owner = open_memory().owner("ana")
    telling = said("My favourite tea is Assam.", "2026-07-01T09:00Z")
    classless(lambda: owner.capture([telling], source="talk"))
    kept = classless(lambda: owner.remember("My favourite cheese is brie.")).memory  # explicit: does not fade
    clock.set("2026-07-31")
    by_state = owner.list(source="talk")[0].currency
    owner.backfill(apply=True)
    tea = owner.list(source="talk")[0]
    assert by_state == pytest.approx(0.5, abs=0.02)  # a month, and no class: as a state
    assert (tea.belief_class, tea.currency) == ("preference", pytest.approx(0.5 ** (30 / 180), abs=0.02))
    assert (owner.get(kept.id).belief_class, owner.get(kept.id).currency) == ("preference", 1.0)


def test_what_was_known_before_has_no_class_before(filled, clock):
    """The journal has it: the memory as of then answers as then."""
    then = clock.now
    memory_id = filled.list()[-1].id
    clock.set("2026-08-01")
    filled.backfill(apply=True)
    assert filled.get(memory_id).belief_class == "state"
    assert filled.as_of(then).get(memory_id).belief_class is None


# -- with a model -----------------------------------------------------------------------------


@pytest.fixture
def model():
    return ScriptedModel()


@pytest.fixture
def modelled(open_memory, model, classless, tmp_path):
    """What was written before there was a model."""
    path = tmp_path / "memory.db"
    before = open_memory(path).owner("ana")
    classless(lambda: [before.remember(text) for text in (*TELLING, *SILENT)])
    return open_memory(path, model=model).owner("ana")


def sending(model, monkeypatch, answer):
    """All texts that are sent to the model, which gives them one answer."""
    sent: list[str] = []

    def classify(texts):
        sent.extend(texts)
        return [answer for _ in texts]

    monkeypatch.setattr(model, "classify", classify)
    return sent


def test_a_model_tells_what_the_rules_cannot(modelled, model):
    done = modelled.backfill(apply=True)
    assert (done.classes, done.left, done.for_model) == ({"preference": 1, "state": 3, "plan": 1}, 0, 2)
    assert model.asked == ["classify"]
    assert modelled.verify().problems == ()


def test_a_dry_run_asks_no_model_and_says_about_how_many_it_would(modelled, model):
    done = modelled.backfill()
    assert (done.classes, done.left, done.for_model) == (CLASSES, 2, 2)
    assert model.asked == []


def test_no_more_are_sent_to_a_model_than_may_be_classified(modelled, model, monkeypatch):
    sent = sending(model, monkeypatch, "state")
    modelled.backfill(apply=True, limit=3)
    assert sent == []
    modelled.backfill(apply=True, limit=1)
    assert len(sent) == 1


def test_a_model_that_fails_loses_nothing_that_the_rules_told(modelled, model):
    model.failures = ["timeout"]
    done = modelled.backfill(apply=True)
    assert (done.classes, done.left) == (CLASSES, 2)
    assert len(done.notices) == 1
    assert "timeout" in done.notices[0]
    again = modelled.backfill(apply=True)
    assert (again.found, again.classes, again.notices) == (2, {"state": 2}, ())


def test_a_model_that_has_failed_is_not_asked_again_in_the_same_run(modelled, model, monkeypatch):
    monkeypatch.setattr("doxa.service.backfilling.BATCH", 1)
    model.failures = ["timeout"] * 5
    done = modelled.backfill(apply=True)
    assert (model.asked, done.classes) == (["classify"], CLASSES)


def test_what_a_model_cannot_tell_stays_without_a_class(modelled, model, monkeypatch):
    monkeypatch.setattr(model, "classify", lambda texts: [None for _ in texts])
    done = modelled.backfill(apply=True)
    assert (done.classes, done.left, done.notices) == (CLASSES, 2, ())


@pytest.mark.parametrize("meanwhile", ["forget", "backfill"])
def test_what_changes_while_the_model_thinks_is_looked_at_again(modelled, model, monkeypatch, meanwhile):
    """The model is asked outside of any transaction, so another writer gets in between."""
    silent = [one.id for one in modelled.list() if one.text in SILENT]
    is_first = iter([True])

    def thinking(texts):
        if next(is_first, False):
            if meanwhile == "forget":
                modelled.forget(silent[0])
            else:
                modelled.backfill(apply=True)
        return ["state" for _ in texts]

    monkeypatch.setattr(model, "classify", thinking)
    done = modelled.backfill(apply=True)
    assert done.left == 0
    report = modelled.verify()
    assert report.problems == ()
    if meanwhile == "forget":
        assert sum(done.classes.values()) == 4
        assert [one.change.get("belief_class") for one in modelled.history(silent[1])][-1] == "state"
    else:
        assert done.classes == {}


def test_a_restricted_memory_is_sent_to_no_model(open_memory, model, tmp_path, monkeypatch):
    path = tmp_path / "memory.db"
    open_memory(path).owner("ana").remember(SILENT[0])
    owner = open_memory(path, model=model).owner("ana")
    with closing(driver().connect(path)) as database, database:
        database.execute("""UPDATE items SET labels = '["health"]'""")
    sent = sending(model, monkeypatch, None)
    done = owner.backfill(apply=True)
    assert (sent, done.for_model, done.left) == ([], 0, 1)


def test_a_word_for_apply_is_refused_and_nothing_is_classified(owner):
    with pytest.raises(InvalidInput, match="'apply' must be True or False, not 'no'"):
        owner.backfill(apply="no")
