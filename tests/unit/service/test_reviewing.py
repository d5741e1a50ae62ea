"""The owner's word: what each verb of review changes, and what it leaves alone.

Source: design, lifecycle.md (review), belief.md sections 2 to 5, domain.md section 6.
"""

from __future__ import annotations

from datetime import timedelta

import pytest
from tests.acceptance.builders import instant, said, texts

from doxa.errors import IdempotencyConflict, InvalidInput, MemoryNotFound, Refused, StaleRevision

OSLO, ROME, BERGEN = "I live in Oslo.", "I live in Rome.", "I live in Bergen."
OTHERS = ("assistant", "tool_output", "document", "import", "email", "web_fetch", "nobody_named")


def told(owner, text, at="2026-06-01", **given):
    return owner.remember(text, key="home", at=at, **given).memory


@pytest.fixture
def oslo(owner):
    return told(owner, OSLO)


VERBS = {
    "confirm": lambda owner, i, **given: owner.confirm(i, **given),
    "reject": lambda owner, i, **given: owner.reject(i, **given),
    "correct": lambda owner, i, **given: owner.correct(i, ROME, **given),
    "resolve": lambda owner, i, **given: owner.resolve(i, **given),
}


@pytest.fixture(params=VERBS)
def verb(request):
    return VERBS[request.param]


# -- whoever says it ----------------------------------------------------------------------------


@pytest.mark.parametrize("channel", OTHERS)
def test_only_the_owners_channels_can_review(owner, oslo, verb, channel):
    commits = owner.verify().commits
    with pytest.raises(Refused, match=f"only the owner can .*{channel}"):
        verb(owner, oslo.id, channel=channel)
    assert (owner.verify().commits, owner.get(oslo.id)) == (commits, oslo)


@pytest.mark.parametrize("channel", ["manual", "chat", "user_edit", "user_direct"])
def test_each_of_the_owners_channels_can(owner, oslo, verb, channel):
    assert verb(owner, oslo.id, channel=channel).memory is not None
    assert owner.verify().problems == ()


def test_a_review_of_another_owners_memory_finds_nothing(memory, oslo, verb):
    with pytest.raises(MemoryNotFound):
        verb(memory.owner("ben"), oslo.id)


def test_what_was_forgotten_cannot_be_reviewed(owner, oslo, verb):
    owner.forget(oslo.id)
    with pytest.raises(MemoryNotFound):
        verb(owner, oslo.id)


def test_a_revision_that_has_passed_is_refused_and_nothing_written(owner, oslo, verb):
    owner.confirm(oslo.id)
    before, commits = owner.get(oslo.id), owner.verify().commits
    with pytest.raises(
        StaleRevision, match=f"revision {before.revision}, not {oslo.revision}: read it again"
    ):
        verb(owner, oslo.id, expected_revision=oslo.revision)
    assert (owner.get(oslo.id).revision, owner.verify().commits) == (before.revision, commits)
    assert verb(owner, oslo.id, expected_revision=before.revision).memory is not None


def test_one_key_is_one_review_however_often_it_is_sent(owner, oslo, verb, clock):
    first = verb(owner, oslo.id, idempotency_key="once")
    commits = owner.verify().commits
    clock.set("2026-08-01")
    again = verb(owner, oslo.id, idempotency_key="once")
    assert (again.is_retry, again.operation_id, again.event) == (True, first.operation_id, first.event)
    assert (again.asserted, again.displaced) == (first.asserted, first.displaced)
    assert owner.verify().commits == commits


def test_a_key_of_one_review_is_no_key_for_another(owner, oslo, verb):
    owner.confirm(told(owner, BERGEN).id, idempotency_key="once")
    with pytest.raises(IdempotencyConflict):
        verb(owner, oslo.id, idempotency_key="once")


def test_without_a_key_confirm_reject_confirm_are_three(owner, oslo):
    commits = owner.verify().commits
    for act in (owner.confirm, owner.reject, owner.confirm):
        act(oslo.id)
    assert owner.verify().commits == commits + 3
    assert (owner.get(oslo.id).stance, owner.get(oslo.id).review) == ("asserted", "confirmed")


def test_every_review_is_one_commit(owner, oslo, verb):
    commits = owner.verify().commits
    verb(owner, oslo.id)
    report = owner.verify()
    assert (report.commits, report.problems) == (commits + 1, ())


# -- confirm ------------------------------------------------------------------------------------


def test_a_confirmation_is_a_restatement_with_the_owners_authority(owner, clock):
    tool = told(owner, OSLO, "2026-03-01", channel="tool_output")
    clock.set("2026-07-01")
    done = owner.confirm(tool.id)
    assert (done.event, done.memory.review, done.memory.id) == ("restated", "confirmed", tool.id)
    piece = owner.explain(tool.id).evidence[-1]
    assert (piece.event, piece.tier, piece.reliability) == ("restated", "user_edit", 0.99)
    assert done.memory.probability > tool.probability
    assert done.memory.corroboration_count == tool.corroboration_count + 1


def test_a_confirmation_sets_the_clock_anew(owner, clock):
    owner.capture([said("I keep 4 hens in barn 3.", "2026-03-01T09:00Z")], source="talk")
    (hens,) = owner.list()
    clock.set("2026-07-01")
    done = owner.confirm(hens.id)
    assert (owner.get(hens.id).as_of - instant("2026-07-01")) < timedelta(minutes=1)
    assert done.memory.currency == pytest.approx(1.0)
    clock.set("2026-07-31")
    assert owner.get(hens.id).currency == pytest.approx(0.5, abs=0.01)


@pytest.mark.parametrize("at", ["2026-07-01", "2026-10-01"])
def test_a_confirmation_leaves_the_end_that_the_words_name(owner, clock, at):
    """They were confirmed as they stand: that it holds until then."""
    memory = owner.remember("I'm in Oslo until 1 September 2026.", at="2026-06-01").memory
    clock.set(at)
    assert owner.confirm(memory.id).memory.valid_to == memory.valid_to
    assert memory.valid_to is not None


def test_a_confirmation_takes_back_an_end_that_has_come_and_not_one_that_is_to_come(owner, oslo, clock):
    clock.set("2026-07-01")
    owner.resolve(oslo.id, at="2026-12-31")
    assert owner.confirm(oslo.id).memory.valid_to == instant("2026-12-31")
    clock.set("2027-01-15")
    assert owner.confirm(oslo.id).memory.valid_to is None
    assert texts(owner.recall("where do I live")) == [OSLO]


def test_one_confirmation_settles_what_was_contested(owner):
    oslo, rome = (told(owner, text, source=text) for text in (OSLO, ROME))
    assert {owner.get(one.id).stance for one in (oslo, rome)} == {"contested"}
    owner.confirm(rome.id)
    verdict = owner.verdict("home")
    assert (verdict.id, verdict.is_uncertain) == (rome.id, False)
    assert owner.get(oslo.id).probability < 0.1


def test_c24_a_true_correction_by_a_page_is_asserted_on_the_owners_yes_and_both_voices_are_shown(owner):
    told(owner, "My phone number is 555-0100.", "2026-05-01")
    page = told(owner, "My phone number is 555-0199.", channel="web_fetch", source="https://example.org")
    assert (page.stance, owner.verdict("home").fact) == ("unproven", "My phone number is 555-0100.")

    done = owner.confirm(page.id)
    assert (done.asserted, done.memory.stance) == (page.id, "asserted")
    explained = owner.explain(page.id)
    voices = [
        (piece.channel, piece.tier, piece.source)
        for piece in explained.evidence
        if piece.memory_id == page.id
    ]
    assert voices == [
        ("web_fetch", "web_fetch", "https://example.org"),
        ("manual", "user_edit", None),
    ]
    assert explained.steps[-1].channel == "manual"
    assert explained.steps[-1].asserted_after == page.id
    # The page gains nothing by it: its own next claim is as untrusted as before.
    assert told(owner, "My phone number is 555-0666.", "2026-08-01", channel="web_fetch").stance == "unproven"
    assert owner.verdict("home").fact == "My phone number is 555-0199."


def test_c25_a_value_seeded_by_a_page_does_not_lower_the_owners_own(owner):
    alone = owner.remember("The door is blue.", key="other door", at="2026-06-01").memory
    for page in range(5):
        owner.remember(
            "The door is blue.", key="door", channel="web_fetch", source=f"p{page}", at="2026-01-01"
        )
    owner.remember("The door is blue.", key="door", at="2026-06-01")
    told_after_pages = owner.verdict("door")
    assert told_after_pages.fact == "The door is blue."
    assert told_after_pages.probability == pytest.approx(alone.probability, abs=1e-12)
    pieces = owner.explain(told_after_pages.id).evidence
    assert [piece.channel for piece in pieces] == ["web_fetch"] * 5 + ["chat"]


# -- reject -------------------------------------------------------------------------------------


@pytest.mark.parametrize("confirmations", [0, 1, 7])
def test_a_rejection_lowers_the_truth_and_supersedes_nothing(owner, oslo, confirmations):
    for _ in range(confirmations):
        owner.confirm(oslo.id)
    before = owner.get(oslo.id)
    done = owner.reject(oslo.id)
    assert (done.event, done.memory.review, done.memory.status) == ("rejected", "rejected", "active")
    assert (done.asserted, done.displaced, done.memory.superseded_by) == (None, oslo.id, None)
    assert done.memory.probability < 0.5 < before.probability


def test_what_is_rejected_shows_only_where_it_is_asked_for(owner, oslo):
    owner.reject(oslo.id)
    shown = {
        "recall": owner.recall("where do I live", include_history=True, include_archive=True),
        "context": owner.context("where do I live", include_history=True, include_unproven=True).memories,
        "list": owner.list(include_archive=True),
        "confirmed": owner.list(review="confirmed"),
    }
    assert shown == dict.fromkeys(shown, ())
    assert texts(owner.list(review="rejected")) == [OSLO]
    assert owner.get(oslo.id).text == OSLO


def test_a_rejection_does_not_fall_on_its_rivals(owner, oslo):
    rome = told(owner, ROME, "2026-06-10")
    owner.reject(oslo.id)
    assert (owner.get(rome.id).stance, owner.get(rome.id).review) == ("asserted", "unreviewed")
    assert owner.verdict("home").is_uncertain is False


def test_the_owners_later_word_takes_the_rejection_back(owner, oslo):
    """It is asserted again, and what is asserted must not be hidden."""
    owner.reject(oslo.id)
    again = told(owner, OSLO, "2026-07-01T12:00Z")
    assert (again.id, again.stance, again.review) == (oslo.id, "asserted", "unreviewed")
    assert texts(owner.recall("where do I live")) == [OSLO]
    assert owner.verify().problems == ()


@pytest.mark.parametrize("channel", OTHERS)
def test_nobody_elses_word_takes_the_rejection_back(owner, oslo, channel):
    owner.reject(oslo.id)
    again = told(owner, OSLO, "2026-07-01T12:00Z", channel=channel)
    assert again.review == "rejected"
    assert owner.recall("where do I live") == ()


def test_an_older_word_that_is_read_later_does_not_take_the_rejection_back(owner, oslo):
    owner.reject(oslo.id)
    again = told(owner, OSLO, "2026-01-01", source="old letter")
    assert (again.id, again.review) == (oslo.id, "rejected")
    assert owner.recall("where do I live") == ()


def test_an_echo_of_the_rejected_memory_does_not_take_the_rejection_back(owner, oslo):
    owner.reject(oslo.id)
    assert told(owner, OSLO, "2026-07-01T12:00Z", lineage=[oslo.id]).review == "rejected"


# -- correct ------------------------------------------------------------------------------------


def test_a_correction_supersedes_in_its_own_commit_and_keeps_what_the_memory_is_filed_under(owner):
    wrong = owner.remember(
        "Karl works at Equinor.", subject="Karl", slot="employer", tags=["family", "work"], at="2026-06-01"
    ).memory
    done = owner.correct(wrong.id, "Karl works at Statkraft.")
    right, old = done.memory, owner.get(wrong.id)
    assert (done.event, done.asserted, done.displaced) == ("contradicted", right.id, wrong.id)
    assert (old.status, old.superseded_by, old.text) == ("superseded", right.id, "Karl works at Equinor.")
    assert (right.text, right.review, right.stance) == ("Karl works at Statkraft.", "confirmed", "asserted")
    kept = ("subject", "subject_scope", "slot", "tags", "belief_key")
    assert [getattr(right, name) for name in kept] == [getattr(old, name) for name in kept]
    last = [owner.history(one)[-1].sequence for one in (right.id, wrong.id)]
    assert last[0] == last[1] == owner.verify().commits


@pytest.mark.parametrize("confirmations", [0, 3])
def test_a_correction_wins_also_over_what_was_confirmed(owner, oslo, confirmations):
    for _ in range(confirmations):
        owner.confirm(oslo.id)
    owner.correct(oslo.id, ROME)
    assert owner.verdict("home").fact == ROME


def test_a_correction_in_words_that_were_rejected_before_shows_them_again(owner, oslo):
    owner.reject(oslo.id)
    rome = told(owner, ROME, "2026-06-20")
    done = owner.correct(rome.id, OSLO)
    assert (done.memory.id, done.memory.review, done.memory.stance) == (oslo.id, "confirmed", "asserted")
    assert texts(owner.recall("where do I live")) == [OSLO]
    assert owner.verify().problems == ()


def test_a_correction_that_changes_nothing_confirms(owner, oslo):
    done = owner.correct(oslo.id, "I live in oslo")
    assert (done.event, done.memory.id, done.memory.review) == ("restated", oslo.id, "confirmed")
    assert (done.memory.text, len(owner.list())) == (OSLO, 1)


@pytest.mark.parametrize(
    ("text", "error"), [("", InvalidInput), ("  ", InvalidInput), ("my password is hunter2-Xy9", Refused)]
)
def test_words_that_may_not_be_remembered_correct_nothing(owner, oslo, text, error):
    commits = owner.verify().commits
    with pytest.raises(error):
        owner.correct(oslo.id, text)
    assert (owner.verify().commits, owner.verdict("home").fact) == (commits, OSLO)


# -- resolve ------------------------------------------------------------------------------------


def test_what_is_resolved_reads_as_history_after_its_end_and_held_before(owner, oslo, clock):
    clock.set("2026-07-01")
    done = owner.resolve(oslo.id, at="2026-06-20")
    resolved = done.memory
    assert (done.event, resolved.valid_to, resolved.band) == ("resolved", instant("2026-06-20"), "history")
    assert (resolved.status, resolved.review, resolved.currency) == ("active", "unreviewed", 0.0)
    assert resolved.probability == oslo.probability  # it was true while it held
    assert owner.recall("where do I live") == ()
    assert texts(owner.recall("where do I live", include_history=True)) == [OSLO]
    assert texts(owner.list()) == [OSLO]
    then, after = (owner.as_of(day, axis="valid") for day in ("2026-06-10", "2026-06-25"))
    assert (then.verdict("home").fact, then.verdict("home").band) == (OSLO, "current")
    assert (after.get(oslo.id).band, after.verdict("home").band) == ("history", "history")


def test_without_a_date_it_ends_now(owner, oslo, clock):
    clock.set("2026-07-01")
    ended = owner.resolve(oslo.id).memory.valid_to
    assert timedelta(0) < ended - instant("2026-07-01") < timedelta(minutes=1)


def test_what_will_end_holds_until_then(owner, oslo, clock):
    owner.resolve(oslo.id, at="2026-09-01")
    clock.set("2026-08-31")
    assert texts(owner.recall("where do I live")) == [OSLO]
    assert owner.get(oslo.id).currency == 1.0
    clock.set("2026-09-02")
    assert owner.recall("where do I live") == ()


@pytest.mark.parametrize("at", ["soon", "2026-13-01", "2026-06-01T10:00"])
def test_an_end_that_is_no_moment_is_refused(owner, oslo, at):
    with pytest.raises(InvalidInput, match="at"):
        owner.resolve(oslo.id, at=at)
    assert owner.get(oslo.id) == oslo


# -- when it is said ----------------------------------------------------------------------------


def test_a_review_of_what_is_dated_ahead_still_comes_after_it(owner, verb):
    """A clock that was wrong, or a plan: the review is of what is there."""
    ahead = told(owner, OSLO, "2026-12-01")
    done = verb(owner, ahead.id)
    assert done.event in ("restated", "rejected", "contradicted", "resolved")
    pieces = owner.explain(done.memory.id).evidence
    assert max(pieces, key=lambda piece: piece.observed_at).channel == "manual"


def test_a_dry_reading_of_a_review_changes_nothing(owner, oslo, verb):
    """What a review has written is there for the next reader as it was answered."""
    done = verb(owner, oslo.id)
    now = owner.get(done.memory.id)
    assert (now.stance, now.review, now.probability, now.valid_to) == (
        done.memory.stance,
        done.memory.review,
        done.memory.probability,
        done.memory.valid_to,
    )
