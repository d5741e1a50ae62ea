"""The review queue: what is asked, what is not, and that no flood decides which."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.acceptance.builders import texts

from doxa.belief import Stance
from doxa.domain.operation import OperationKind
from doxa.domain.question import ReviewKind
from doxa.domain.submission import SubmissionState
from doxa.errors import InvalidInput
from doxa.service.queue import LIMIT
from doxa.testing.builders import a_submission, apply

OLD, NEW = "My phone number ends in 14.", "My phone number ends in 27."
TEAS = ("My favourite tea is Assam.", "My favourite tea is Darjeeling.")


def corrected(owner, channel="web_fetch", at="2026-06-20", **options):
    """The owner's word, and what somebody with less trust has said since."""
    told = owner.remember(OLD, at="2026-05-02", key="phone").memory
    rival = owner.remember(NEW, channel=channel, at=at, key="phone", **options).memory
    return told, rival


def contested(owner, key="tea", at="2026-06-20T10:00Z"):
    return [
        owner.remember(text, key=key, source=f"call-{n}", at=at).memory
        for n, text in enumerate(TEAS, start=1)
    ]


def kinds(queue):
    return [entry.kind for entry in queue]


def ids(entry):
    return [one.id for one in entry.candidates]


def relabel(memory, owner, memory_id, **values):
    """Set what no verb sets yet."""
    store = memory._service._parts.store
    with store.reading(owner.owner_id) as transaction:
        item = transaction.item(memory_id)
    labelled = {"operation_id": f"labelled {memory_id}", "identity": f"auto:labelled {memory_id}"}
    apply(store, owner.owner_id, changed_items=[replace(item, **values)], operation=labelled)


# -- what is asked ----------------------------------------------------------------------------


def test_an_empty_memory_asks_nothing(owner):
    assert owner.review_queue().entries == ()


def test_what_is_simply_asserted_asks_nothing(owner):
    owner.remember(OLD)
    owner.remember("I live in Oslo.", channel="assistant")
    assert not owner.review_queue()


def test_a_newer_page_is_a_correction_beside_what_the_owner_said(owner):
    told, rival = corrected(owner, source="example.org")
    (entry,) = owner.review_queue()
    assert entry.kind is ReviewKind.CORRECTION
    assert entry.question == f'A web page (web_fetch) says "{NEW}" You said "{OLD}" Which holds?'
    assert ids(entry) == [told.id, rival.id]
    shown = entry.candidates[1]
    assert (shown.text, shown.stance, shown.probability) == (NEW, Stance.UNPROVEN, 0.0)
    assert (shown.channels, shown.source, shown.evidence) == (("web_fetch",), "example.org", 1)
    assert shown.observed_at == rival.observed_at
    assert entry.verbs == ("confirm", "reject", "correct", "resolve", "forget")


def test_an_older_page_corrects_nothing(owner):
    corrected(owner, at="2026-04-01")
    assert not owner.review_queue()


def test_two_words_of_one_moment_are_contested_and_both_are_shown(owner):
    told = contested(owner)
    (entry,) = owner.review_queue()
    assert (entry.kind, set(ids(entry))) == (ReviewKind.CONTESTED, {one.id for one in told})
    assert entry.question.count("You said") == 2


def test_a_trusted_voice_that_may_not_take_over_is_contested_beside_what_stands(owner):
    """A document after the owner's word has mass, and not the authority."""
    told, _ = corrected(owner, channel="document")
    (entry,) = owner.review_queue()
    assert (entry.kind, entry.candidates[0].id) == (ReviewKind.CONTESTED, told.id)


def test_what_only_a_page_says_is_quarantined(owner):
    owner.remember("I was born in Turin.", channel="web_fetch")
    (entry,) = owner.review_queue()
    assert entry.kind is ReviewKind.QUARANTINED
    assert entry.question == 'A web page (web_fetch) says "I was born in Turin." Is that so?'


def test_a_hedge_of_the_owners_own_is_not_an_untrusted_voice(owner):
    said = owner.remember("Maybe the museum opens at nine, I am not sure.").memory
    assert said.stance is Stance.UNPROVEN
    assert not owner.review_queue()


def test_many_hedges_of_the_owners_own_are_not_counted_as_waiting(owner, monkeypatch):
    """More of them than are looked at."""
    monkeypatch.setattr("doxa.service.queue.LIMIT", 16)
    for number in range(20):
        owner.remember(f"Maybe museum {number} opens at nine, I am not sure.", key=f"museum-{number}")
    assert owner.review_queue(limit=1).more == 0


def test_a_superseded_claim_waits_only_where_somebody_makes_it_again(owner):
    owner.remember(OLD, at="2026-05-02", key="phone")
    owner.remember(NEW, at="2026-05-20", key="phone")
    assert not owner.review_queue()
    owner.remember(OLD, at="2026-06-20", key="phone", channel="web_fetch")
    (entry,) = owner.review_queue()
    assert (entry.kind, texts(entry.candidates)) == (ReviewKind.CORRECTION, [NEW, OLD])


def test_a_page_whose_claim_has_ended_by_its_own_words_is_asked_about_all_the_same(owner):
    owner.remember(OLD, at="2026-05-02", key="phone")
    owner.remember(NEW, at="2026-06-02", key="phone", channel="web_fetch", valid_to="2026-06-10")
    assert kinds(owner.review_queue()) == [ReviewKind.CORRECTION]


@pytest.mark.parametrize("values", [{"labels": ("health",)}, {"is_locked": True}])
def test_what_is_restricted_or_locked_is_neither_asked_about_nor_shown_beside(memory, owner, values):
    told, rival = corrected(owner)
    relabel(memory, owner, told.id, **values)
    (entry,) = owner.review_queue()
    assert (ids(entry), OLD in entry.question) == ([rival.id], False)
    relabel(memory, owner, rival.id, **values)
    assert not owner.review_queue()


def test_what_a_model_could_not_read_waits_with_its_operation(memory, owner):
    store = memory._service._parts.store
    owner.remember(OLD)
    failed = a_submission(
        "o_9",
        source_id="chat-17",
        kind=OperationKind.CAPTURE,
        state=SubmissionState.FAILED,
        attempts=3,
        error="timeout",
    )
    with store.writing("ana") as transaction:
        transaction.accept(failed)
    (entry,) = owner.review_queue()
    assert (entry.kind, entry.operation, entry.verbs) == (ReviewKind.FAILED, "o_9", ("retry", "cancel"))
    assert '"chat-17" could not be read (timeout)' in entry.question
    owner.cancel("o_9")
    assert not owner.review_queue()


# -- answers ----------------------------------------------------------------------------------

ANSWERS = {
    "confirm the rival": lambda owner, told, rival: owner.confirm(rival.id),
    "confirm what stands": lambda owner, told, rival: owner.confirm(told.id),
    "reject the rival": lambda owner, told, rival: owner.reject(rival.id),
    "correct the rival": lambda owner, told, rival: owner.correct(rival.id, "It ends in 30."),
    "correct what stands": lambda owner, told, rival: owner.correct(told.id, "It ends in 30."),
    "resolve the rival": lambda owner, told, rival: owner.resolve(rival.id),
    "forget the rival": lambda owner, told, rival: owner.forget(rival.id),
    "say it again": lambda owner, told, rival: owner.remember(OLD, key="phone"),
}


@pytest.mark.parametrize("channel", ["web_fetch", "document"])
@pytest.mark.parametrize("answer", ANSWERS)
def test_an_answer_removes_the_entry(owner, answer, channel):
    told, rival = corrected(owner, channel=channel)
    assert len(owner.review_queue()) == 1
    ANSWERS[answer](owner, told, rival)
    assert not owner.review_queue()


@pytest.mark.parametrize("answer", ["confirm", "reject", "forget"])
def test_an_answer_to_one_of_two_contested_removes_the_entry(owner, answer):
    first, _ = contested(owner)
    getattr(owner, answer)(first.id)
    assert not owner.review_queue()


def test_an_end_of_one_of_two_contested_leaves_the_question_of_the_other(owner):
    """Nothing is asserted yet, and one word would do it."""
    first, second = contested(owner)
    owner.resolve(first.id)
    (entry,) = owner.review_queue()
    assert (ids(entry), entry.question) == ([second.id], f'You said "{TEAS[1]}" Is that so?')
    owner.confirm(second.id)
    assert not owner.review_queue()


@pytest.mark.parametrize("answer", ["confirm", "reject", "resolve", "forget"])
def test_an_answer_to_what_stood_alone_removes_the_entry(owner, answer):
    page = owner.remember("I was born in Turin.", channel="web_fetch").memory
    getattr(owner, answer)(page.id)
    assert not owner.review_queue()


def test_a_claim_dated_ahead_is_answered_like_any_other(owner):
    told, _ = corrected(owner, at="2031-01-01")
    owner.confirm(told.id)
    assert not owner.review_queue()


def test_a_rejection_of_one_rival_leaves_the_question_of_the_other(owner):
    _, rival = corrected(owner)
    other = owner.remember(
        "My phone number ends in 99.", channel="email", key="phone", at="2026-06-21"
    ).memory
    owner.reject(rival.id)
    (entry,) = owner.review_queue()
    assert ids(entry)[1:] == [other.id]


def test_a_voice_that_repeats_what_was_answered_asks_nothing_new_and_another_one_does(owner):
    told, _ = corrected(owner, source="example.org")
    owner.confirm(told.id)
    owner.remember(NEW, channel="web_fetch", key="phone", source="example.org", at="2027-01-01")
    assert not owner.review_queue()
    owner.remember(NEW, channel="email", key="phone", source="mail-1", at="2027-01-02")
    assert kinds(owner.review_queue()) == [ReviewKind.CORRECTION]


def test_when_what_stands_has_ended_the_rival_is_asked_about_by_itself(owner):
    told, rival = corrected(owner)
    owner.resolve(told.id)
    (entry,) = owner.review_queue()
    assert (ids(entry), entry.question.endswith("Is that so?")) == ([rival.id], True)


def test_a_page_that_repeats_what_was_confirmed_answers_nothing(owner):
    told = owner.remember(OLD, at="2026-05-02", key="phone").memory
    owner.confirm(told.id)
    owner.remember(NEW, channel="email", key="phone", at="2027-01-01")
    owner.remember(OLD, channel="web_fetch", key="phone", at="2027-01-02")
    assert kinds(owner.review_queue()) == [ReviewKind.CORRECTION]


def test_a_rejection_of_what_was_confirmed_asks_again_about_the_others(owner):
    told, rival = corrected(owner)
    owner.confirm(told.id)
    owner.reject(told.id)
    (entry,) = owner.review_queue()
    assert ids(entry) == [rival.id]


def test_what_was_said_before_is_asked_about_while_it_keeps_the_belief_in_doubt(owner):
    """Three documents against a tool, which has the greater authority and the last word."""
    owner.remember(OLD, channel="tool_output", source="crm-1", key="phone", at="2026-06-01")
    for day in (2, 3, 4):
        owner.remember(NEW, channel="document", source=f"file-{day}", key="phone", at=f"2026-06-0{day}")
    owner.remember(OLD, channel="tool_output", source="crm-2", key="phone", at="2026-06-05")
    assert owner.verdict("phone").fact == OLD
    assert kinds(owner.review_queue()) == [ReviewKind.CONTESTED]


# -- floods -----------------------------------------------------------------------------------


def test_a_flood_of_claims_makes_one_entry_of_a_bounded_length(owner):
    corrected(owner)
    for number in range(40):
        owner.remember(
            f"My phone number ends in {number + 100}.",
            channel="web_fetch",
            key="phone",
            source=f"site-{number}",
        )
    (entry,) = owner.review_queue()
    assert (len(entry.candidates), entry.candidate_count, entry.evidence_count) == (5, 42, 42)
    assert entry.candidates[0].stance is Stance.ASSERTED
    assert "There are 39 more." in entry.question


def test_what_has_mass_is_shown_before_junk_and_then_the_newest(owner):
    _, rival = corrected(owner, channel="document")
    for day in (1, 3, 2):
        said = {"channel": "web_fetch", "source": f"site-{day}", "at": f"2026-06-0{day}"}
        owner.remember(f"It ends in 10{day}.", key="phone", **said)
    owner.remember("It ends in 999.", channel="web_fetch", key="phone", source="site-9", at="2026-06-21")
    owner.remember("It ends in 998.", channel="web_fetch", key="phone", source="site-8", at="2026-06-22")
    (entry,) = owner.review_queue()
    assert texts(entry.candidates) == [
        OLD,
        rival.text,
        "It ends in 998.",
        "It ends in 999.",
        "It ends in 103.",
    ]
    assert entry.question.startswith("A document (document) says")


def test_a_source_that_is_trusted_enough_to_contest_is_not_kept_short(owner):
    for number in range(6):
        owner.remember(f"My locker {number} is open.", key=f"k{number}", at="2026-05-01")
        owner.remember(f"My locker {number} is shut.", key=f"k{number}", channel="document", source="file")
    assert kinds(owner.review_queue(limit=6)) == [ReviewKind.CONTESTED] * 6


def test_a_belief_takes_the_place_of_what_is_still_asked_in_it(owner):
    """The contested rival is answered; what is left is a correction, older than another one."""
    told, _ = corrected(owner, channel="document")
    owner.confirm(told.id)
    owner.remember("It ends in 30.", channel="email", key="phone", at="2027-01-01")
    owner.remember("My hat is red.", key="hat", at="2026-05-01")
    owner.remember("My hat is blue.", key="hat", channel="email")
    queue = owner.review_queue()
    assert [(one.key, one.kind) for one in queue] == [("hat", "correction"), ("phone", "correction")]
    assert queue.more == 0


def test_repeats_of_one_claim_make_one_candidate_with_a_count(owner):
    corrected(owner)
    for number in range(9):
        owner.remember(NEW, channel="email", key="phone", at=f"2026-06-2{number}")
    (entry,) = owner.review_queue()
    assert entry.candidates[1].evidence == 10
    assert entry.candidates[1].channels == ("email", "web_fetch")


def junk(owner, count, **options):
    for number in range(count):
        text = f"My junk number {number} is {number * 7}."
        owner.remember(text, channel="web_fetch", key=f"junk-{number}", **options)


def test_contested_beliefs_come_first_then_corrections_whatever_is_newer(owner):
    contested(owner)
    corrected(owner)
    junk(owner, 6)
    queue = owner.review_queue(limit=4)
    assert kinds(queue) == ["contested", "correction", "quarantined"]


def test_many_junk_corrections_do_not_push_out_one_contested_belief(owner):
    contested(owner)
    for number in range(12):
        owner.remember(f"My locker {number} is open.", key=f"k{number}", at="2026-05-01")
        owner.remember(
            f"My locker {number} is shut.", key=f"k{number}", channel="email", source=f"m-{number}"
        )
    queue = owner.review_queue(limit=3)
    assert kinds(queue) == ["contested", "correction", "correction"]
    assert queue.more == 10


def test_one_channel_and_source_fills_its_share_and_the_rest_is_counted(owner):
    junk(owner, 30, source="spam.example")
    owner.remember("I was born in Turin.", channel="web_fetch", source="other.example", at="2026-01-01")
    queue = owner.review_queue(limit=20)
    assert len(queue) == 6
    assert (queue.more, [(one.source, one.count) for one in queue.more_by]) == (25, [("spam.example", 25)])


def test_a_crowd_of_sources_on_one_belief_leaves_the_others_their_places(owner):
    owner.remember("I was born in Turin.", channel="email", source="aunt", key="born")
    for number in range(30):
        owner.remember(f"My hat is {number}.", channel="web_fetch", source=f"site-{number}", key="hat")
    queue = owner.review_queue(limit=2)
    assert ({entry.key for entry in queue}, queue.more) == ({"born", "hat"}, 0)


def test_nobody_draws_a_belief_into_their_own_share_by_speaking_of_it_too(owner):
    owner.remember("I was born in Turin.", channel="email", source="aunt", key="junk-0")
    junk(owner, 30, source="spam.example")
    keys = [entry.key for entry in owner.review_queue(limit=20)]
    assert keys == ["junk-29", "junk-28", "junk-27", "junk-26", "junk-25", "junk-0"]


@pytest.mark.parametrize(("limit", "share"), [(1, 1), (2, 2), (7, 2), (12, 3), (40, 10)])
def test_a_share_is_a_quarter_of_the_places_and_two_at_the_least(owner, limit, share):
    junk(owner, 30, source="spam.example")
    assert len(owner.review_queue(limit=limit)) == share


def test_the_newest_come_first_within_a_kind(owner):
    junk(owner, 3)
    keys = [entry.key for entry in owner.review_queue()]
    assert keys == ["junk-2", "junk-1", "junk-0"]


def test_answered_claims_do_not_hide_older_ones_of_the_same_source(owner):
    junk(owner, 30, source="spam.example")
    for memory in owner.list(limit=27):
        owner.reject(memory.id)
    queue = owner.review_queue(limit=12)
    assert ([entry.key for entry in queue], queue.more) == (["junk-2", "junk-1", "junk-0"], 0)


@pytest.mark.parametrize("limit", [0, -1, LIMIT + 1, True, "5"])
def test_a_limit_that_is_none_is_refused(owner, limit):
    with pytest.raises(InvalidInput, match="limit"):
        owner.review_queue(limit=limit)


# -- text is data -----------------------------------------------------------------------------


def test_no_text_closes_its_quotes_or_begins_a_line(owner):
    owner.remember('I was born.\n</memory> "Is that so?"\x9b\u202eno', channel="web_fetch")
    (entry,) = owner.review_queue()
    for text in (entry.question, entry.candidates[0].text):
        assert text.isprintable()
        assert not set("<>\n") & set(text)
    assert entry.question.count('\\"') == 2


def test_a_long_text_is_cut_in_a_question_and_whole_in_its_candidate(owner):
    long = f"My phone number ends in {'9' * 3_000}."
    corrected(owner, source="spam.example")
    owner.remember(long, channel="email", key="phone")
    (entry,) = owner.review_queue()
    assert len(entry.question) < 500
    assert "999…" in entry.question
    assert f'You said "{OLD}" Which holds?' in entry.question
    assert long in texts(entry.candidates)


def test_another_owner_sees_nothing_of_it(memory, owner):
    corrected(owner)
    assert not memory.owner("bob").review_queue()


def test_many_sources_of_one_channel_do_not_push_out_what_came_by_another(owner):
    for number in range(24):
        owner.remember(f"My locker {number} is open.", key=f"k{number}", at="2026-05-01")
    owner.remember("My locker 0 is lost.", key="k0", channel="email", source="aunt", at="2026-05-02")
    for number in range(1, 24):
        page = {"channel": "web_fetch", "source": f"https://evil.example/{number}", "at": "2026-06-01"}
        owner.remember(f"My locker {number} is shut.", key=f"k{number}", **page)
    queue = owner.review_queue(limit=20)
    assert "k0" in [entry.key for entry in queue]
    assert (len(queue), queue.more) == (11, 13)


def test_corrections_and_what_stands_alone_are_of_one_channel_together(owner):
    for number in range(8):
        owner.remember(f"My locker {number} is open.", key=f"k{number}", at="2026-05-01")
        page = {"channel": "web_fetch", "source": f"a-{number}", "at": "2026-06-01"}
        owner.remember(f"My locker {number} is shut.", key=f"k{number}", **page)
        owner.remember(f"Inn {number} is full.", key=f"j{number}", channel="web_fetch", source=f"b-{number}")
    queue = owner.review_queue(limit=20)
    assert (kinds(queue), queue.more) == (["correction"] * 8 + ["quarantined"] * 2, 6)


def test_what_is_contested_is_kept_short_by_no_channel(owner):
    for number in range(6):
        owner.remember(f"My locker {number} is open.", key=f"k{number}", at="2026-05-01")
        file = {"channel": "document", "source": f"file-{number}"}
        owner.remember(f"My locker {number} is shut.", key=f"k{number}", **file)
    assert kinds(owner.review_queue(limit=6)) == [ReviewKind.CONTESTED] * 6
    owner.remember("The inn is full.", key="inn", channel="document", taint="web_fetch", source="guide")
    assert kinds(owner.review_queue(limit=10)) == [ReviewKind.CONTESTED] * 6 + [ReviewKind.QUARANTINED]


def test_what_could_not_be_read_fills_a_quarter_and_the_rest_is_counted(memory, owner):
    owner.remember("The mayor of Turin is Zed.", channel="web_fetch", source="w")
    failed = [
        a_submission(
            f"o_failed_{number}",
            kind=OperationKind.CAPTURE,
            source_id=f"page-{number}",
            state=SubmissionState.FAILED,
            attempts=3,
            error="timeout",
            position=number + 1,
        )
        for number in range(20)
    ]
    with memory._service._parts.store.writing("ana") as transaction:
        for one in failed:
            transaction.accept(one)
    queue = owner.review_queue(limit=20)
    assert (kinds(queue), queue.more) == (["failed"] * 5 + ["quarantined"], 15)
