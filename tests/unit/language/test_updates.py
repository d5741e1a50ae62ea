"""Kinds of update that people tell in conversation, each with look-alikes that are none."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from doxa.belief.keying import BeliefKeyer
from doxa.domain.claim import Segment
from doxa.domain.judgement import Relation, Stated
from doxa.language.extraction import RuleExtractor
from doxa.language.judging import RuleJudge

RESTATED, CONTRADICTED, RESOLVED, UNRELATED = Relation
AT = datetime(2026, 1, 1, tzinfo=UTC)


def stated(text: str) -> Stated:
    claim = RuleExtractor().claim_of(Segment(text, AT))
    return Stated(
        claim.text, claim.subject, claim.subject_scope, claim.slot, is_many_valued=claim.is_many_valued
    )


def relation(old: str, new: str) -> Relation:
    return RuleJudge().judge(stated(new), stated(old), BeliefKeyer().score(new, old)).relation


def kind(name: str, *pairs: tuple[str, str]) -> list[object]:
    return [pytest.param(*pair, id=f"{name}: {pair[1]}") for pair in pairs]


REPLACED = [
    *kind(
        "the count of a running tally",
        ("I've visited 12 lighthouses so far.", "I just visited my 15th lighthouse last weekend."),
        ("I've been learning the oud and I know five songs.", "I can now play eight songs on the oud."),
        ("I've managed to spot 14 different orchids so far.", "That brings my total orchid count to 19."),
        ("I've saved $300 for the kayak so far.", "I've saved $450 for the kayak so far."),
        ("I've spent 3 hours on my wicker chair so far.", "I've already put in 8 hours on my wicker chair."),
    ),
    *kind(
        "how far one has got",
        ("I'm on season 2 of Borgen.", "I just started season 4 of Borgen."),
        ("I'm currently on chapter 3 of Emma.", "I'm now on chapter 9 of Emma."),
        ("I just finished my third module.", "I just finished my fifth module of the weaving course."),
        ("We're 3-1 in the quiz league.", "Our quiz team is now 5-2."),
    ),
    *kind(
        "a rank",
        ("I'm finally eligible for Club Bronze status.", "I just reached Club Silver status."),
        ("I have a green belt in karate.", "I just earned my brown belt in karate."),
        ("I'm on the Basic plan with Deezer.", "I upgraded to the Premium plan on Deezer."),
        ("I have Silver status with Amtrak.", "I just got Gold status with Amtrak."),
    ),
    *kind(
        "the latest of its kind",
        ("I keep thinking about my recent school trip to Ghent.", "My recent school trip to Turku was wet."),
        ("My last haircut with Jo was a mess.", "My last haircut with Petra went well."),
        ("My latest painting is a seascape.", "My latest painting is a portrait of my aunt."),
        ("My current project is a model of the Vasa.", "My current project is a model of the Titanic."),
    ),
    *kind(
        "a rhythm told in two ways",
        ("I go to the pool on Tuesdays, Fridays, and Saturdays.", "It shows, since I go to the pool daily."),
        ("I do pilates on Mondays and Fridays.", "I do pilates three times a week now."),
        ("I water my orchids weekly.", "I water my orchids every other week."),
        ("I see my physiotherapist every other week.", "I see my physiotherapist twice a week now."),
    ),
    *kind(
        "a goal",
        ("I'm determined to reach level 60 before summer.", "I'm still aiming to hit level 90 eventually."),
        ("I'm hoping to save 5,000 euros for a kayak.", "I'm aiming to save 8,000 euros for the kayak."),
        ("I want to run 30 miles in October.", "I'm planning to run 45 miles in October."),
        ("My goal is to read 30 books this year.", "I've raised my goal to 40 books this year."),
    ),
    *kind(
        "an amount that went up or down",
        ("I usually have two cups of tea a day.", "I've cut back to one cup of tea a day."),
        ("My pre-approval is for $250,000.", "I got my pre-approval raised to $300,000."),
        ("My commute takes 45 minutes.", "My commute is down to 30 minutes."),
    ),
    *kind(
        "a length, a streak or a size",
        ("I practise the oud for 30 minutes a day.", "These days I practise the oud for an hour a day."),
        ("My sourdough starter is 3 weeks old.", "My sourdough starter is 2 months old now."),
        ("I'm currently on a 15-day streak of sketching.", "I just hit a 40-day streak of sketching!"),
        ("I'm using a 5-gallon tank for my newts.", "I upgraded my newts to a 10-gallon tank."),
        ("My fastest mile is 7:45.", "I ran my fastest mile yesterday - 7:12!"),
        ("I've done 3 of the 12 lessons.", "I've now done 7 of the 12 lessons."),
    ),
    *kind(
        "from one to the other",
        ("I use Notion for my notes.", "I switched from Notion to Obsidian for my notes."),
        ("I've been using a Nikon D3500 for two years.", "I switched from my Nikon D3500 to a Sony A7."),
        ("I drink whole milk.", "I changed from whole milk to oat milk."),
    ),
    *kind(
        "who holds a role",
        ("My dentist is Dr. Patel.", "My new dentist is Dr. Gomez."),
        ("My landlord is Mr. Orban.", "My landlord is now Ms. Kiss."),
        ("My boss is called Vera.", "My boss is Tomas."),
    ),
    *kind(
        "where a thing is kept",
        ("I keep my passport in the desk drawer.", "I moved my passport to the safe."),
        ("The ficus stands in the hall.", "I moved the ficus to the balcony."),
        ("My loom is in the attic.", "We moved my loom into the cellar."),
    ),
    *kind(
        "a car or a job, in other words",
        ("I drive a Skoda.", "My car is a Volvo."),
        ("I drive a Honda Civic.", "I just traded in my car for a Toyota RAV4."),
        ("I work as a barista.", "I got promoted to shift manager at the cafe."),
        ("My sister lives in Lyon.", "In Turin lives my sister."),
    ),
]  # fmt: skip

DONE = kind(
    "a plan",
    ("I plan to move to Oslo in May.", "I moved to Oslo."),
    ("I've been meaning to get back to Middlemarch, which I put down.", "I finally finished Middlemarch!"),
    ("I'm going to build a chicken coop.", "I built the chicken coop last weekend."),
    ("I need to renew my passport soon.", "I renewed my passport yesterday."),
    ("I'm thinking of signing up for a ceramics class.", "I signed up for a ceramics class!"),
    ("I want to try the new ramen place downtown.", "I finally tried the new ramen place downtown."),
)

BESIDE = [
    *kind(
        "two tallies",
        ("I've read 5 novels by Austen.", "I've read 3 novels by Eliot."),
        ("I've been working on a scarf for 3 hours.", "I've been working on a hat for 5 hours."),
        ("I raised $300 for the shelter.", "I raised $500 for the shelter."),
        ("I've been learning the oud for 3 years.", "I've been learning the harp for 6 months."),
        ("I've been working professionally for 9 years.", "I've been working at Hooli for 4 years now."),
        ("I've spent $50 on soap.", "I've spent $70 on soap."),
    ),
    *kind(
        "two serials",
        ("I'm on season 2 of Borgen.", "I just started season 4 of Dark."),
        ("I won my first regatta.", "I won my second regatta."),
        ("We're 3-1 in the quiz league.", "The bridge is 5-2 metres wide."),
    ),
    *kind(
        "two schemes",
        ("I have Silver status with Amtrak.", "I just got Gold status with Lufthansa."),
        ("I have a green belt in karate.", "I have a brown belt in judo."),
        ("I have Silver status with Amtrak.", "I want to reach Gold status with Amtrak."),
        ("I have Silver status with Amtrak.", "My brother has Gold status with Amtrak."),
    ),
    *kind(
        "not the latest, or of another kind",
        ("My recent school trip to Ghent was wet.", "My recent business trip to Turku was dull."),
        ("I loved a trip to Ghent.", "I loved a trip to Turku."),
        ("My recent trip to Ghent was wet.", "My recent trip with Otto was fun."),
        ("My current project is a model of the Vasa.", "My current project is taking forever."),
        ("My recent trips to Ghent were wet.", "My recent trips to Turku were dull."),
    ),
    *kind(
        "two habits, or a wish",
        ("I go to the pool on Tuesdays and Thursdays.", "I go to a diving class at the pool once a week."),
        ("I do pilates on Mondays and Fridays.", "I want to do pilates three times a week."),
        ("I do pilates on Mondays and Fridays.", "I do ballet three times a week."),
        ("I used to do pilates daily.", "I do aikido three times a week."),
    ),
    *kind(
        "two goals",
        ("I'm determined to reach level 60 in Tetris.", "I'm aiming to hit level 90 in Pacman."),
        ("I'm hoping to save 5,000 euros for a kayak.", "I'm aiming to save 800 euros for a tent."),
        ("I want to run 30 miles in October.", "I want to read 30 books in October."),
    ),
    *kind(
        "a figure that went nowhere",
        ("I raised $300 for the shelter.", "I raised two goats for the shelter."),
        ("I cut the cake.", "I cut two slices of the cake."),
        ("We dropped off the kids.", "We dropped off two kids at the lake."),
    ),
    *kind(
        "another length, another time",
        ("I practise the oud for 60 minutes a day.", "I practise the harp for two hours a day."),
        ("I recently got a 5-gallon tank.", "I love my 10-gallon tank."),
        ("My fastest mile is 7:45.", "My fastest 5K is 24:10."),
        ("I've completed a 5K run.", "I've completed a 10K run."),
        ("My flight leaves at 8 am on Friday.", "My return flight leaves at 6 pm on Sunday."),
        ("I have two meetings tomorrow.", "I have four meetings on Friday."),
        ("I bought 45 vinyl records at the fair.", "I bought 60 records at the estate sale."),
        ("My last trip to Spain was in 2019.", "My last trip to Italy was in 2022."),
    ),
    *kind(
        "a switch of something else",
        ("I like Notion.", "I switched from paper to Obsidian for my notes."),
        ("I use Notion for my notes.", "I might switch from Notion to Obsidian."),
        ("I drink whole milk.", "My sister changed from whole milk to oat milk."),
    ),
    *kind(
        "another role, or something else of it",
        ("My dentist is Dr. Patel.", "My doctor is Dr. Gomez."),
        ("My dentist is on Elm Road.", "My dentist is Dr. Gomez."),
        ("My sister's boss is Vera.", "My boss is Tomas."),
    ),
    *kind(
        "another thing, or not moved",
        ("I keep the ladder in the shed.", "I want to move the ladder to the cellar."),
        ("I painted the ladder in the shed.", "I moved the ladder to the cellar."),
        ("I keep my bike in the hallway.", "I moved my bookshelf to the hallway."),
        ("My desk is in the attic.", "I moved my bed to the cellar."),
    ),
    *kind(
        "another car",
        ("I drive a Skoda.", "My sister's car is a Volvo."),
        ("I drive a Skoda.", "I drive a Volvo truck for work."),
        ("I drive a Skoda.", "I washed a Volvo."),
    ),
    *kind(
        "a plan not done, or another one",
        ("I plan to move to Oslo in May.", "I moved to Bergen."),
        ("I plan to move to Oslo in May.", "I visited Oslo."),
        ("I plan to visit Japan.", "I visited Japan in 2015."),
        ("I need to renew my passport soon.", "I renewed my library card yesterday."),
        ("I need to water the ficus every day.", "I watered the ficus yesterday."),
        ("I plan to paint the shed.", "I haven't painted the shed."),
        ("I plan to paint the shed.", "I plan to paint the fence."),
        ("I'm thinking of buying a loom.", "I saw a loom at the fair."),
        ("I was thinking of getting her a spa day.", "I got her a card for a spa last time."),
    ),
    *kind(
        "two purchases, two trips, two dates",
        ("I bought a lamp for $20.", "I bought a desk for $40."),
        ("I caught 4 trout at Lake Tahoe in June.", "I caught 9 trout at Lake Tahoe in July."),
        ("I have a meeting with Tom on Monday.", "I have a meeting with Sara on Tuesday."),
        ("I recently got a new 50mm lens.", "I love my new 70-200mm lens."),
        ("I use a PC.", "I'm thinking of changing to a Mac."),
        ("My flight to Rome is at 9 am.", "My flight to Paris is at 3 pm."),
        ("We meet every Wednesday evening.", "I'm actually meeting Maria on Thursday."),
    ),
]


@pytest.mark.parametrize(("old", "new"), REPLACED)
def test_the_later_one_takes_the_place_of_the_earlier(old, new):
    assert relation(old, new) is CONTRADICTED


@pytest.mark.parametrize(("old", "new"), DONE)
def test_what_was_planned_and_is_done_is_a_plan_no_longer(old, new):
    assert relation(old, new) is RESOLVED


@pytest.mark.parametrize(("old", "new"), BESIDE)
def test_a_look_alike_leaves_the_earlier_one_standing(old, new):
    assert relation(old, new) is UNRELATED
