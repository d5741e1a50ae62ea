from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from doxa.belief.keying import BeliefKeyer
from doxa.domain.judgement import Relation, Stated
from doxa.language.judging import RuleJudge

RESTATED, CONTRADICTED, RESOLVED, UNRELATED = Relation

WORDS = """I my sister's not no longer like hate 6 ounces room 101 Oslo, Anna's is 我住在 🦔 also the
every week""".split()

texts = st.one_of(
    st.text(max_size=120),
    st.lists(
        st.sampled_from(WORDS),
        max_size=14,
    ).map(" ".join),
)


def judged(old: str | Stated, new: str | Stated, *, are_neighbours: bool = False):
    held = Stated(old) if isinstance(old, str) else old
    said = Stated(new) if isinstance(new, str) else new
    score = BeliefKeyer().score(held.text, said.text)
    return RuleJudge().judge(said, held, score, None, are_neighbours=are_neighbours)


@pytest.mark.parametrize(
    ("old", "new", "relation"),
    [
        # said again
        ("Badge number is 77.", "Badge number is 77.", RESTATED),
        ("Badge number is 77.", "My badge number is 77", RESTATED),
        ("I have six chairs.", "I have 6 chairs.", RESTATED),
        ("Water the fern weekly.", "Do not forget to water the fern weekly.", RESTATED),
        ("I keep bees and I grow leeks.", "I grow leeks.", RESTATED),
        ("I live in Oslo.", "I live in Oslo, near the tram depot.", RESTATED),
        # a value took the place of another
        ("I use 6 ounces of water per tablespoon.", "I've switched to 5 ounces.", CONTRADICTED),
        ("I live in Oslo.", "I moved to Rome.", CONTRADICTED),
        ("I work at Acme.", "I work at Globex now.", CONTRADICTED),
        ("My dentist is on Elm Road.", "The dentist is on Oak Road.", CONTRADICTED),
        ("The launch is on Monday.", "The launch moved to Thursday.", CONTRADICTED),
        ("I work as a nurse.", "I work as a teacher.", CONTRADICTED),
        ("She prefers window seats.", "She prefers aisle seats.", CONTRADICTED),
        ("My desk is in room 101.", "My desk is in room 102.", CONTRADICTED),
        ("I play tennis every week.", "I play tennis every other week.", CONTRADICTED),
        ("I drink oat milk in coffee.", "I stopped oat milk, I take it black now.", CONTRADICTED),
        ("The server's port is 918.", "The server listens on port 5077 now.", CONTRADICTED),
        ("Mara teaches in Ghent.", "Mara is teaching in Riga this year.", CONTRADICTED),
        # denied
        ("I dislike kiwis.", "I like kiwis.", CONTRADICTED),
        ("I speak German.", "I don't speak German.", CONTRADICTED),
        ("I work at Acme.", "It is false that I work at Acme.", CONTRADICTED),
        ("Sam from billing has a beard.", "Sam from billing has no beard.", CONTRADICTED),
        # over, with nothing in its place
        ("I work at Acme.", "I no longer work at Acme.", RESOLVED),
        ("I smoke.", "I don't smoke anymore.", RESOLVED),
        ("My gym membership costs 30 euros.", "I cancelled my gym membership.", RESOLVED),
        # two facts that both stand
        ("I like tea.", "I like coffee.", UNRELATED),
        ("I speak German.", "I also speak Polish.", UNRELATED),
        ("I am allergic to nuts.", "I am allergic to pollen.", UNRELATED),
        ("I have a dog.", "I have a cat.", UNRELATED),
        ("I saw a film yesterday.", "I saw a play last week.", UNRELATED),
        ("My favourite opening is the French.", "My sister's favourite opening is the Dutch.", UNRELATED),
        ("Sam from billing has a beard.", "Sam from legal is bald.", UNRELATED),
        ("My work phone is 5551.", "My home phone is 5552.", UNRELATED),
        ("The code for room 101 is 4471.", "The code for room 102 is 8812.", UNRELATED),
        ("The red bin is emptied on Monday.", "The green bin is emptied on Friday.", UNRELATED),
        ("A man is riding a horse.", "A man is riding a bicycle.", UNRELATED),
        # two happenings
        ("I ran ten miles in May.", "I ran six miles in June.", UNRELATED),
        ("I paid 20 euros for the ferry.", "I paid 55 euros for the ferry.", UNRELATED),
        ("I joined a rowing club last week.", "I just gave a talk at the rowing club.", UNRELATED),
        ("I just started the Odyssey.", "I just finished the Odyssey.", UNRELATED),
        ("I won my first regatta.", "I won my second regatta.", UNRELATED),
        ("We camped for 3 days in Wales.", "We camped for 5 days in Tyrol.", UNRELATED),
        # two facets of one topic
        ("I've been working on a mosaic.", "I've been thinking of slate for the mosaic.", UNRELATED),
        ("I have roses in my garden.", "I recently planted leeks in my garden.", UNRELATED),
        ("Singing is my way to relax.", "Singing gives me energy.", UNRELATED),
        ("My grandpa's party was lovely.", "My grandpa's party was a surprise to all.", UNRELATED),
        ("I'm looking for a harp teacher.", "I'm currently learning the harp.", UNRELATED),
        ("I keep two hives at home.", "I have two allotments now.", UNRELATED),
        ("I collect rare stamps, 12 rare stamps so far.", "I have 25 rare coins.", UNRELATED),
        # two plans, two wishes
        ("I'm planning a trip to Lisbon.", "I'm planning a trip to Tallinn.", UNRELATED),
        ("I'm looking for tips on oak stain.", "I'm looking for tips on oak beams.", UNRELATED),
        # the same unit, another thing
        ("My Mastodon follower count is 800.", "My Bluesky follower count has jumped to 540.", UNRELATED),
        ("I'm on page 250 of the saga.", "The saga is a long one with 440 pages.", UNRELATED),
        ("I see Dr. Lee on Monday.", "I see Dr. Kim on Tuesday.", UNRELATED),
        (
            "I have an appointment with Dr. Lee on Monday.",
            "I have an appointment with Dr. Kim on Tuesday.",
            UNRELATED,
        ),
        ("My doctor put me on 20 mg of iron.", "My doctor put me on 40 mg of zinc.", UNRELATED),
        # an attribute that several words may say, and one that changed
        ("I've completed 4 sketches since spring.", "I've completed 5 sketches since spring.", CONTRADICTED),
        ("My best dive so far is 12 metres.", "I just did my best dive, 15 metres!", CONTRADICTED),
        ("I see my tutor every two weeks.", "I see my tutor every week.", CONTRADICTED),
        ("I swim twice a week.", "I swim three times a week.", CONTRADICTED),
        ("I've had Pixel for 6 months now.", "I've had my parrot, Pixel, for 9 months now.", CONTRADICTED),
        (
            "I lead a crew of 4 welders.",
            "I just noticed that I now lead a crew of five welders.",
            CONTRADICTED,
        ),
        (
            "My favourite poet is Celan.",
            "I'm obsessed with Transtromer, my new favourite poet.",
            CONTRADICTED,
        ),
        ("My doctor put me on 20 mg of iron.", "My doctor put me on 40 mg of iron.", CONTRADICTED),
        ("The project is called Falcon.", "The project has been renamed Osprey.", CONTRADICTED),
        ("Launch is the 3rd.", "Launch is the 5th.", CONTRADICTED),
        ("My bank is Initech.", "I switched my bank to Globex.", CONTRADICTED),
        ("I prefer tea to coffee.", "I prefer coffee to tea.", CONTRADICTED),
        ("Prefers night trains", "Prefers night buses", CONTRADICTED),
        # paraphrases
        ("The site closes on Friday.", "The site will close on Friday.", RESTATED),
        ("The site closes Friday.", "Reminder: the site is closing this Friday.", RESTATED),
        ("My sister Nora lives in Porto.", "Nora lives in Porto.", RESTATED),
        ("I am allergic to peanuts.", "I have a peanut allergy.", RESTATED),
        ("My train leaves at 7:15 am.", "The train I take departs at 7:15 am.", RESTATED),
        ("My daughter's birthday is 4 June.", "My daughter was born on 4 June.", RESTATED),
        # said beside it, not said again
        ("Anna is in Rome.", "Anna is with Bob.", UNRELATED),
        ("I work in Oslo.", "I work in Oslo as a nurse.", UNRELATED),
        ("I grow leeks.", "I grow leeks and I keep bees.", UNRELATED),
        ("I'm reading a saga about whalers.", "I finished a saga about whalers.", UNRELATED),
        ("I made soup with leeks.", "I want leeks for the soup.", UNRELATED),
        ("I'm not moving out!", "Instead of moving out, I painted the hall.", UNRELATED),
        ("The site closes on Friday.", "My fern needs water.", UNRELATED),
    ],
)
def test_the_first_rule_with_an_opinion_decides(old, new, relation):
    judgement = judged(old, new)
    assert (judgement.relation, old, new) == (relation, old, new), judgement.reason


def test_a_pronoun_is_followed_only_to_the_topic_just_before():
    old, new = "The wifi password word is heron.", "It's now osprey since Monday."
    assert judged(old, new).relation is UNRELATED
    assert judged(old, new, are_neighbours=True).relation is CONTRADICTED
    assert judged("I keep bees in the orchard.", new, are_neighbours=True).relation is UNRELATED


def test_a_pronoun_is_followed_to_a_figure_too_and_never_to_the_weather():
    old = "The door code is 4417."
    assert judged(old, "It's now 8203 since Monday.", are_neighbours=True).relation is CONTRADICTED
    assert judged(old, "It's now raining.", are_neighbours=True).relation is UNRELATED


def test_the_owners_own_pronoun_is_followed_as_well():
    old = Stated("The wifi password word is heron.", "user")
    new = Stated("It's now osprey since Monday.", "user")
    assert judged(old, new, are_neighbours=True).relation is CONTRADICTED


def test_nobody_knows_whom_two_pronouns_mean():
    old, new = Stated("They are calm and quiet.", "unknown"), Stated("They are calm and loud.", "unknown")
    assert judged(old, new).relation is UNRELATED


@pytest.mark.parametrize("keyed", [Stated("", belief_key="home"), Stated("", slot="home_city")])
def test_a_shared_key_is_judged_by_its_value_alone(keyed):
    oslo = replace(keyed, text="I live in Oslo.", subject="user")
    assert judged(oslo, replace(oslo, text="These days you'll find me in Rome.")).relation is CONTRADICTED
    assert judged(oslo, replace(oslo, text="Oslo is where I am based.")).relation is RESTATED


def test_a_key_that_holds_many_values_takes_another_beside_the_first():
    old, new = (
        Stated(f"I know {name}.", belief_key="languages", is_many_valued=True) for name in ("Urdu", "Thai")
    )
    assert judged(old, new).relation is UNRELATED


def test_what_extraction_calls_a_denial_is_one():
    old, new = Stated("I keep bees."), Stated("I keep bees.", denies=True)
    assert judged(old, new).relation is CONTRADICTED


def test_the_reason_names_what_was_replaced():
    reason = judged("I use 6 ounces of water per tablespoon.", "I've switched to 5 ounces.").reason
    assert reason == "one number replaced: 6 before, 5 now (ounc)"


def test_no_rules_means_nothing_is_rivalled():
    assert RuleJudge(rules=()).judge(Stated("a"), Stated("a"), 1.0).relation is UNRELATED


@given(texts, texts, st.floats(0, 1), st.none() | st.floats(-1, 1), st.booleans())
def test_judging_never_fails(old, new, score, similarity, are_neighbours):
    judgement = RuleJudge().judge(Stated(new), Stated(old), score, similarity, are_neighbours=are_neighbours)
    assert 0.0 <= judgement.score <= 1.0
    assert judgement.reason


@given(texts, st.floats(0, 1))
def test_a_text_restates_itself(text, score):
    assert RuleJudge().judge(Stated(text), Stated(text), score).relation is RESTATED


# -- a denial of less, an older claim that comes late, another gate --------------------------------


@pytest.mark.parametrize(
    ("held", "said"),
    [
        ("There is a golden dog in the yard.", "There is no brown dog in the yard."),
        ("I get up at 6.", "I do not get up at 7."),
        ("I keep rabbits in the garden.", "I do not keep 12 rabbits in the garden."),
    ],
)
def test_denying_something_narrower_denies_nothing_held(held, said):
    assert judged(Stated(held), Stated(said)).relation is not CONTRADICTED


def test_denying_the_very_value_does():
    assert judged(Stated("The gate is green."), Stated("The gate is not green.")).relation is CONTRADICTED


MARCH, JUNE = datetime(2026, 3, 2, tzinfo=UTC), datetime(2026, 6, 10, tzinfo=UTC)


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("I live in Oslo.", "I moved to Rome."),
        ("I've read 200 pages of the atlas.", "I'm done with 340 pages of that atlas!"),
        ("I play the harp.", "I no longer play the harp."),
    ],
)
def test_an_older_claim_that_comes_late_is_the_rival_it_would_have_been(older, newer):
    late = judged(Stated(newer, observed_at=JUNE), Stated(older, observed_at=MARCH)).relation
    assert late is CONTRADICTED


@pytest.mark.parametrize(
    ("held", "said"),
    [
        ("I no longer play the harp.", "I play the harp."),
        ("I stopped drinking oat milk.", "I drink oat milk."),
        ("I don't play chess anymore.", "I play chess."),
    ],
)
def test_what_had_ended_and_is_so_again_says_nothing_again(held, said):
    assert judged(held, said).relation is CONTRADICTED


def test_an_older_ending_that_comes_late_ends_nothing_said_since():
    ended, since = Stated("I no longer play the harp.", observed_at=MARCH), "I play the harp."
    assert judged(Stated(since, observed_at=JUNE), ended).relation is not Relation.RESOLVED


def test_the_gate_is_the_operators():
    new, old = Stated("The launch is on Tuesday at the pier."), Stated("The launch is on Monday.")
    strict, wide = RuleJudge(gate=0.99), RuleJudge(gate=0.5)
    assert wide.judge(new, old, 0.6).relation is CONTRADICTED
    assert strict.judge(Stated("I prefer tea."), Stated("I prefer jam."), 0.8).relation is UNRELATED
