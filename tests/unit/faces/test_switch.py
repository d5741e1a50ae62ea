"""The belief switch: read at every call; off, nothing tells of belief and all else is the same."""

from __future__ import annotations

import json
from contextlib import closing
from dataclasses import fields

import pytest
from tests.acceptance.builders import said, texts

import doxa
from doxa.errors import InvalidInput, MemoryNotFound, Refused
from doxa.faces.wire import BELIEF_FIELDS, to_wire
from doxa.service.views import Hit, MemoryView, Written
from doxa.settings import is_belief_model_enabled, read_settings
from doxa.store.sqlite import driver

SWITCH = "DOXA_BELIEF_MODEL_ENABLED"
LISTED = {
    *("stance", "probability", "currency", "credence", "calibrated", "band", "as_of", "rivals"),
    *("belief_key", "belief_class", "corroboration_count", "asserted", "displaced"),
}
NOW = "2026-07-01"


@pytest.fixture
def switch(monkeypatch):
    return lambda value: monkeypatch.setenv(SWITCH, value)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "memory.db"


@pytest.fixture
def ana(open_memory, path):
    """A memory with every stance in it, and a rejected one."""
    owner = open_memory(path).owner("ana")
    owner.remember("My gym locker is 14.", at="2026-05-02", key="locker")
    owner.remember("My gym locker is 27.", at="2026-06-02", key="locker")
    owner.remember("My gym locker is 99.", at="2026-06-20", key="locker", channel="web_fetch")
    owner.remember("I use 5 ounces of water.", at="2026-06-01", key="water", source="a")
    owner.remember("I use 6 ounces of water.", at="2026-06-01", key="water", source="b")
    owner.reject(owner.remember("My gym is downtown.", at="2026-06-03").memory.id)
    owner.capture([said("My favourite tea is Assam.", "2026-01-02T09:00Z")], source="talk")
    return owner


def without_listed(value):
    if isinstance(value, dict):
        return {name: without_listed(one) for name, one in value.items() if name not in LISTED}
    return [without_listed(one) for one in value] if isinstance(value, list) else value


def names_in(value):
    if isinstance(value, dict):
        return set(value).union(*map(names_in, value.values()))
    return set().union(*map(names_in, value)) if isinstance(value, list) else set()


READS = {
    "recall": lambda ana: ana.recall("gym locker water tea", k=20),
    "recall with history": lambda ana: ana.recall("gym locker", k=20, include_history=True),
    "list": lambda ana: ana.list(),
    "list of rejected": lambda ana: ana.list(review="rejected"),
    "get": lambda ana: ana.get(ana.list()[0].id),
    "history": lambda ana: ana.history(ana.list()[-1].id),
    "profile": lambda ana: ana.profile(),
    "proactive": lambda ana: ana.proactive(),
    "extract": lambda ana: ana.extract([said("I live in Oslo.", "2026-06-01T09:00Z")]),
}


@pytest.mark.parametrize("read", READS)
def test_the_payload_without_is_the_payload_with_but_for_the_fields_of_belief(ana, clock, switch, read):
    payloads = []
    for value in ("true", "false"):
        switch(value)
        clock.set(NOW)
        payloads.append(to_wire(READS[read](ana)))
    full, bare = payloads
    if read == "profile":  # its text is compared below
        for payload in payloads:
            del payload["text"], payload["tokens"]
    assert bare == without_listed(full)
    assert LISTED & names_in(bare) == set()
    if read not in ("extract", "history"):
        assert full


def test_what_a_write_answers_has_no_belief_in_it_either(open_memory, clock, switch):
    payloads = []
    for value in ("true", "false"):
        switch(value)
        clock.set(NOW)
        owner = open_memory().owner("ana")
        owner.remember("I live in Oslo.", at="2026-05-01")
        told = [owner.remember("I moved to Rome.", at="2026-06-01")]
        told.append(owner.capture([said("My favourite tea is Assam.", "2026-06-02T09:00Z")], source="talk"))
        payloads.append(to_wire(told))
    full, bare = payloads
    assert LISTED & names_in(full) == LISTED - {"rivals"}
    assert LISTED & names_in(bare) == set()
    assert _numbered(bare) == _numbered(without_listed(full))


def _numbered(payload):
    """Ids are of one count over both memories: replaced by the order in which they come."""
    seen: dict[str, str] = {}
    parts = json.dumps(payload).split('"')
    for number, part in enumerate(parts):
        if part[:2] in ("m_", "o_", "e_", "~m") and part[-1].isdigit():
            parts[number] = seen.setdefault(part.lstrip("~"), f"id-{len(seen)}")
    return '"'.join(parts)


def test_the_list_of_fields_holds_what_a_view_has_and_nothing_else():
    assert BELIEF_FIELDS == LISTED
    assert {field.name for field in (*fields(MemoryView), *fields(Hit), *fields(Written))} >= BELIEF_FIELDS


# -- read at the call --------------------------------------------------------------------------


def test_the_very_next_call_follows_the_switch(ana, switch, monkeypatch):
    hit = ana.recall("gym locker")[0]
    for value, is_on in [("true", True), ("false", False), ("1", True), ("off", False), ("yes", True)]:
        switch(value)
        assert ("probability" in to_wire(hit)) is is_on
        assert ("89% sure" in ana.context("gym locker").text) is is_on
        if is_on:
            assert ana.verdict("locker").fact == "My gym locker is 27."
        else:
            with pytest.raises(Refused, match=SWITCH):
                ana.verdict("locker")
    switch("false")
    monkeypatch.delenv(SWITCH)
    assert "probability" in to_wire(hit)


def test_a_memory_that_was_opened_while_it_was_off_is_not_off_for_ever(open_memory, switch):
    switch("false")
    owner = open_memory().owner("ana")
    owner.remember("I live in Oslo.", key="home")
    switch("true")
    assert owner.verdict("home").fact == "I live in Oslo."


def test_the_file_is_read_at_the_call_too_and_the_environment_wins(ana, switch, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert is_belief_model_enabled()
    (tmp_path / "doxa.toml").write_text("belief_model_enabled = false\n", "utf-8")
    assert "sure" not in ana.context("gym locker").text
    switch("true")
    assert "sure" in ana.context("gym locker").text


@pytest.mark.parametrize("value", ["maybe", "", "2", "tru e"])
def test_a_value_that_is_neither_is_refused_where_it_is_read(ana, switch, value):
    hits = ana.recall("gym locker")
    switch(value)
    wrong = f"'belief_model_enabled' cannot be taken: {value!r} is neither true nor false"
    for act in (
        lambda: to_wire(hits),
        lambda: ana.recall("gym locker"),
        lambda: ana.context("gym locker"),
        lambda: ana.list(),
        lambda: ana.get(hits[0].id),
        lambda: ana.verdict("locker"),
        read_settings,
    ):
        with pytest.raises(InvalidInput, match=wrong):
            act()


def test_it_cannot_be_fixed_by_opening(tmp_path):
    with pytest.raises(InvalidInput, match=f"set {SWITCH}"):
        doxa.open(str(tmp_path / "memory.db"), belief_model_enabled=False)
    assert list(tmp_path.iterdir()) == []


def test_another_setting_that_is_wrong_does_not_break_an_open_memory(ana, monkeypatch):
    """Only the switch is read at the call: what was read at the opening stays as it was."""
    monkeypatch.setenv("DOXA_ZONE", "Nowhere/Never")
    assert ana.recall("gym locker")


# -- what is shown while it is off ------------------------------------------------------------


def test_what_is_rejected_or_superseded_stays_out(ana, switch):
    switch("false")
    assert texts(ana.recall("gym locker", k=20)) == ["My gym locker is 27.", "My gym locker is 99."]
    assert "My gym is downtown." not in texts(ana.list())
    assert texts(ana.list(review="rejected")) == ["My gym is downtown."]
    assert "locker is 14" not in ana.context("gym locker").text


def test_a_context_says_nothing_of_how_sure_it_is(ana, switch):
    switch("false")
    asked = ana.context("gym locker tea", max_tokens=2_000, include_history=True)
    assert asked.text.splitlines()[1:-1] == [
        '- "My favourite tea is Assam."',
        '- "My gym locker is 14." (may no longer hold)',
        '- "My gym locker is 27."',
    ]
    assert asked.tokens * 3 >= len(asked.text.encode())


def test_two_that_contest_each_other_are_never_two_bare_facts(ana, switch):
    assert "contested by" in ana.context("ounces of water").text
    switch("false")
    assert ana.context("ounces of water").text.splitlines()[1:-1] == [
        '- "I use 5 ounces of water." (contested)',
        '- "I use 6 ounces of water." (contested)',
    ]


def test_what_somebody_else_disputes_is_told_without_naming_who_is_likelier(open_memory, switch):
    owner = open_memory().owner("ana")
    owner.remember("I live in Oslo.", at="2026-01-01")
    owner.remember("I live in Rome.", channel="tool_output", at="2026-02-01")
    switch("false")
    lines = owner.context("Oslo or Rome, where do I live").text.splitlines()[1:-1]
    assert lines == ['- "I live in Oslo."', '- "I live in Rome." (contested)']


def test_who_alone_says_so_and_until_when_it_holds_is_still_told(ana, switch):
    ana.remember("I have locker 5 at the pool.", valid_to="2026-08-31")
    switch("false")
    asked = ana.context("locker", max_tokens=2_000, include_unproven=True).text
    assert '- "My gym locker is 99." (only "web_fetch" says so)' in asked
    assert '- "I have locker 5 at the pool." (until 31 August 2026)' in asked


def test_a_context_without_belief_stays_within_its_budget_and_fits_more(ana, switch):
    asked = {}
    for value in ("true", "false"):
        switch(value)
        asked[value] = ana.context("ounces of water", max_tokens=40)
        assert asked[value].tokens <= 40
    assert len(asked["false"].memories) > len(asked["true"].memories) > 0


def test_a_profile_says_nothing_of_how_sure_it_is(ana, switch):
    ana.remember("I work at Equinor.")
    assert "sure" in ana.profile().text
    switch("false")
    assert '- "I work at Equinor."\n' in ana.profile().text


@pytest.fixture
def expiring(ana, path):
    """One of the memories expires in the middle of July, another is left over from a session."""
    by_text = {one.text: one.id for one in ana.list()}
    locker, tea = by_text["My gym locker is 27."], by_text["My favourite tea is Assam."]
    july = 1_784_073_600_000_000  # 2026-07-15
    with closing(driver().connect(path)) as database, database:
        database.execute("UPDATE items SET expires_at = ? WHERE memory_id = ?", (july, locker))
        residue = "UPDATE items SET layer = 'archive', belief_class = 'meta_residue' WHERE memory_id = ?"
        database.execute(residue, (tea,))
    return ana, locker, tea


@pytest.mark.parametrize(("moment", "is_over"), [("2026-07-14", False), ("2026-07-16", True)])
def test_what_has_expired_is_hidden_by_the_clock(expiring, clock, switch, moment, is_over):
    ana, locker, _ = expiring
    clock.set(moment)
    switch("false")
    shown = {
        "recall": texts(ana.recall("gym locker", k=20)),
        "context": texts(ana.context("gym locker").memories),
        "list": texts(ana.list()),
    }
    assert {name: "My gym locker is 27." not in found for name, found in shown.items()} == dict.fromkeys(
        shown, is_over
    )
    if is_over:
        with pytest.raises(MemoryNotFound):
            ana.get(locker)
    else:
        assert ana.get(locker).text == "My gym locker is 27."


def test_with_the_belief_model_the_clock_hides_nothing(expiring, clock):
    ana, locker, _ = expiring
    clock.set("2026-08-01")
    assert ana.get(locker).text in texts(ana.list())
    assert "My gym locker is 27." in texts(ana.recall("gym locker"))


def test_what_is_left_over_of_a_session_is_hidden_also_from_who_asks_for_the_archive(expiring, switch):
    ana, _, tea = expiring
    assert tea in [one.id for one in ana.list(include_archive=True)]
    switch("false")
    assert tea not in [one.id for one in ana.list(include_archive=True)]


# -- what is refused ----------------------------------------------------------------------------

REFUSED = {
    "verdict": lambda ana: ana.verdict("locker"),
    "beliefs": lambda ana: ana.beliefs(),
    "explain": lambda ana: ana.explain("locker"),
    "calibration": lambda ana: ana.calibration(),
    "verdict as of": lambda ana: ana.as_of("2026-07-01", axis="valid").verdict("locker"),
    "explain as of": lambda ana: ana.as_of("2026-07-01").explain("locker"),
    "list by stance": lambda ana: ana.list(stance="asserted"),
}


@pytest.mark.parametrize("verb", REFUSED)
def test_what_can_only_tell_of_beliefs_is_refused_and_says_what_to_do(ana, switch, verb):
    switch("true")
    assert REFUSED[verb](ana) is not None
    switch("false")
    with pytest.raises(Refused, match=rf"switched off: set {SWITCH}=true"):
        REFUSED[verb](ana)


def test_writes_and_reviews_go_on_and_are_believed_when_it_is_on_again(ana, switch):
    switch("false")
    page = next(one for one in ana.list() if one.text == "My gym locker is 99.")
    ana.confirm(page.id)
    ana.remember("I use 7 ounces of water.", key="water")
    switch("true")
    assert ana.verdict("locker").fact == "My gym locker is 99."
    assert ana.verdict("water").fact == "I use 7 ounces of water."
    assert ana.verify().problems == ()


# -- the command line ---------------------------------------------------------------------------

COMMANDS = [
    ("recall", "gym locker water"),
    ("context", "ounces of water"),
    ("list",),
    ("remember", "I live in Oslo."),
    ("profile",),
    ("proactive",),
]
WORDS = ("asserted", "contested", "unproven", "sure", "%", "current", "fading", "history", "against")


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: words[0])
def test_the_command_line_shows_no_belief_in_text_or_json(ana, cli, path, switch, words):
    full = cli(*words, db=path)
    switch("false")
    bare = cli(*words, db=path)
    assert (full.code, bare.code) == (0, 0)
    assert any(word in full.out for word in WORDS) or words[0] == "proactive"
    told = [word for word in WORDS if word in bare.out]
    assert told == (["contested"] if words[0] == "context" else [])
    assert bare.out.strip()
    as_json = cli(*words, "--json", db=path)
    assert LISTED & names_in(as_json.json) == set()


def test_one_memory_is_shown_by_what_it_says_and_who_said_it(ana, cli, path, switch):
    memory_id = next(one.id for one in ana.list() if one.text == "My gym locker is 27.")
    assert "\n  voices 1\n" in cli("get", memory_id, db=path).out
    switch("false")
    assert cli("get", memory_id, db=path).out.splitlines()[:4] == [
        f"{memory_id} My gym locker is 27.",
        "  active, said 2026-06-02, by chat",
        "  subject user",
        "  slot gym_locker",
    ]


def test_the_tables_keep_their_other_columns(ana, cli, path, switch):
    switch("false")
    assert cli("list", db=path).out.splitlines()[0].split() == ["id", "memory", "status", "said"]
    assert cli("recall", "gym", db=path).out.splitlines()[0].split() == ["id", "memory", "status", "score"]


@pytest.mark.parametrize(
    "words", [("beliefs",), ("beliefs", "locker"), ("explain", "locker"), ("calibrate",)]
)
def test_a_command_that_tells_of_beliefs_is_refused_in_one_line(ana, cli, path, switch, words):
    switch("false")
    ran = cli(*words, db=path)
    assert (ran.code != 0, ran.out, len(ran.err.splitlines())) == (True, "", 1)
    assert f"set {SWITCH}=true" in ran.err


def test_a_malformed_switch_is_refused_before_anything_is_written(cli, path, switch):
    switch("perhaps")
    ran = cli("remember", "I live in Oslo.", db=path)
    assert (ran.code, ran.out, len(ran.err.splitlines())) == (2, "", 1)
    assert not path.exists()
