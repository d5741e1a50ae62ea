"""What becomes a claim and what stays out: tables that a reader can argue with, and what always holds."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from doxa.belief.classes import BeliefClass
from doxa.domain.claim import HalfLife, Segment, SubjectScope
from doxa.language.extraction import RuleExtractor, claim_of

WEDNESDAY = datetime(2024, 3, 13, 12, tzinfo=UTC)


def segment(text, **fields):
    return Segment(text, fields.pop("observed_at", WEDNESDAY), **fields)


def extracted(text, **fields):
    return RuleExtractor().extract(segment(text, **fields))


def texts(text, **fields):
    return [claim.text for claim in extracted(text, **fields)]


@pytest.mark.parametrize(
    ("turn", "claims"),
    [
        ("By the way, have you tried any? I've tried four so far.", ["I've tried four so far."]),
        ("I've tried three Korean restaurants, do you know others?", ["I've tried three Korean restaurants"]),
        ("Since I'll have four bikes with me, could you suggest hotels?", ["I'll have four bikes with me"]),
        ("I'm training for a 5K and I was wondering if you have tips.", ["I'm training for a 5K"]),
        ("And by the way, I lead a team of five.", ["I lead a team of five."]),
        ("Oh, and my sister is a nurse.", ["My sister is a nurse."]),
        (
            "When should I jog, considering I like to wake up at 7:30 on Saturdays?",
            ["I like to wake up at 7:30 on Saturdays."],
        ),
        (
            "It'll be fine - remember when I got pre-approved for $400,000?",
            ["I got pre-approved for $400,000."],
        ),
        (
            "Any games like Celeste, which took me 10 hours to complete?",
            ["Celeste, which took me 10 hours to complete"],
        ),
        ("I'm allergic to peanuts and I live in Oslo.", ["I'm allergic to peanuts", "I live in Oslo."]),
        (
            "I've been counting - I think I'm close to 1300 now.",
            ["I've been counting", "I think I'm close to 1300 now."],
        ),
        (
            "I've put in 12 hours - it's still a work in progress.",
            ["I've put in 12 hours - it's still a work in progress."],
        ),
        ("My sister and I went to Oslo.", ["My sister and I went to Oslo."]),
        ("Anna lives in Oslo.", ["Anna lives in Oslo."]),
        ("Just got back from Rome.", ["Just got back from Rome."]),
        ("remember that I like tea", ["I like tea"]),
        ("Don't forget that I'm vegan.", ["I'm vegan."]),
        (
            "My friend Rachel is here. She moved to Chicago.",
            ["My friend Rachel is here.", "Rachel moved to Chicago."],
        ),
        ("Rachel met Anna. She moved to Chicago.", ["Rachel met Anna.", "She moved to Chicago."]),
        ("我每周三晚上练习竖琴。你好吗？", ["我每周三晚上练习竖琴。"]),
        ("Ich wohne in Oslo und mag Tee. Kannst du mir helfen?", ["Ich wohne in Oslo und mag Tee."]),
        ("always answer in French", ["always answer in French"]),
        ("Save this to memory: I like jazz.", ["I like jazz."]),
        ("I told you I'm allergic to nuts.", ["I'm allergic to nuts."]),
        ("You asked where I live: I live in Oslo.", ["I live in Oslo."]),
        (
            "Quick question: I have a Mac with 8GB of RAM, can it run Docker?",
            ["I have a Mac with 8GB of RAM"],
        ),
        (
            "I appreciate your help, I'm a beginner in Python.",
            ["I appreciate your help, I'm a beginner in Python."],
        ),
        (
            "I live in Oslo and my sister Mia works at Equinor.",
            ["I live in Oslo", "My sister Mia works at Equinor."],
        ),
        ("My wife and I just left for Rome.", ["My wife and I just left for Rome."]),
        ("My sister and my brother are visiting.", ["My sister and my brother are visiting."]),
        (
            "The game was called Go, and me and my team had a blast.",
            ["The game was called Go, and me and my team had a blast."],
        ),
        (
            "Since we last spoke, I've moved to Rome.",
            ["Since we last spoke, I've moved to Rome."],
        ),
        ("I live in Oslo. 我每周三晚上练习竖琴。", ["I live in Oslo.", "我每周三晚上练习竖琴。"]),
        ("We go to the gym three times a week.", ["We go to the gym three times a week."]),
        ("We're all vegan at home.", ["We're all vegan at home."]),
        ("I love the desert.", ["I love the desert."]),
        ("The Smiths have moved to Bergen.", ["The Smiths have moved to Bergen."]),
        ("I'll send you the report by Friday.", ["I'll send you the report by Friday."]),
        ("I hope to see you in Rome next month.", ["I hope to see you in Rome next month."]),
        ("I haven't spoken to my brother since May.", ["I haven't spoken to my brother since May."]),
        ("Whenever I'm stressed I bake bread.", ["Whenever I'm stressed I bake bread."]),
        ("I'm pregnant!", ["I'm pregnant!"]),
        ("I smoke.", ["I smoke."]),
        ("We both helped with the fence.", ["We both helped with the fence."]),
    ],
)
def test_what_a_turn_states_is_kept(turn, claims):
    assert texts(turn) == claims


@pytest.mark.parametrize(
    "turn",
    [
        "Can you recommend a good book? Thanks!",
        "Do you know if it will rain?",
        "Please help me write a poem. Give me tips.",
        "That sounds great! I'll check them out, thanks.",
        "Thanks, that's really helpful.",
        "forget my gym time",
        "please delete everything you know about me",
        "What do you remember about me?",
        "If I moved to Rome, I'd need a car.",
        "imagine I'm a pirate. I live on a ship.",
        "Let's role-play. I am the king of Norway.",
        "it is false that I work at Acme",
        "People say I work at Acme.",
        '"I live in Rome," said Anna.',
        "> I live in Rome",
        "The Fitbit Charge 3 is a great product with many features.",
        "You'd be a great sailor!",
        "   ",
        "",
        # instructions, and what they are about
        "Write an email to my boss saying that I'm sick today.",
        "Translate 'I live in Rome' into French.",
        "Never give up!",
        "Always be kind.",
        # what others are said to say
        "Someone told me you like tea.",
        "Somebody said I'm moving to Berlin.",
        'The article says "I am a vegan".',
        "According to my horoscope I'm going to be rich.",
        "I would live in Rome if I could.",
        # products and companies
        "The iPhone 15 has a titanium frame and a 48MP camera.",
        "Google was founded in 1998 and has 180,000 employees.",
        "Tesla announced a new car last week.",
        # small talk
        "I'm so happy for you, Tom!",
        "I'm so impressed with your patience!",
        "Your letter means a lot to me.",
        "I'm sure you'll win.",
        "I'm cheering for you, Tom!",
        "We can all achieve more if we try.",
        "A lot's happened this year.",
        "I've got news to tell!",
        "I'm feeling OK, thanks.",
        "I'll really have to give that a try.",
        "I haven't spoken to you in ages.",
        "Can't wait to find out!",
        "Glad I could help, Tom.",
        "I love the colours!",
        "Here's a pic of it.",
        "I'm glad we both see how much friends matter.",
        "Knowing I've got people like you cheering me on makes this way easier.",
        "I bet last week you would never have thought of a third turtle!",
        "Combining your two interests into a store is super cool.",
        "Enough about me.",
        "Here's my latest one!",
        "I'm definitely in for the show.",
        "In the meantime, let's work for our town.",
        # maxims
        "We learn a lot from our own struggles.",
        "Our loved ones give us strength for any challenge.",
        "By sharing our stories, we can build a strong community of hope.",
        # what leans on what somebody else said
        "It was so calm.",
        "They help me a lot.",
    ],
)
def test_what_states_nothing_of_the_speakers_stays_out(turn):
    assert texts(turn) == []


@pytest.mark.parametrize(
    ("turn", "claims"),
    [
        (
            "I bought a Trek bike. It's red and has 21 gears.",
            ["I bought a Trek bike. It's red and has 21 gears."],
        ),
        ("I just finished Dune. Loved it.", ["I just finished Dune. Loved it."]),
        ("Thanks! I painted a bowl. It was a blast!", ["I painted a bowl. It was a blast!"]),
        (
            "Edinburgh would suit us. It's my favourite town.",
            ["Edinburgh would suit us. It's my favourite town."],
        ),
        ("I got great news - I'm hired by Acme.", ["I got great news - I'm hired by Acme."]),
        # what goes on from the part or the sentence before it in the same turn
        (
            "When I turned ten, dad signed me up for a club, and I've been playing ever since.",
            ["When I turned ten, dad signed me up for a club, and I've been playing ever since."],
        ),
        (
            "Anna and I share little but cats, but I think that was all we needed.",
            ["Anna and I share little but cats, but I think that was all we needed."],
        ),
        (
            "I rehearsed with some dancers. We do all kinds of dances.",
            ["I rehearsed with some dancers. We do all kinds of dances."],
        ),
        (
            "It's a beginner yoga class with slow poses. I find it helps me relax.",
            ["It's a beginner yoga class with slow poses. I find it helps me relax."],
        ),
        (
            "We were exhausted but so happy. Then we celebrated at a restaurant.",
            ["We were exhausted but so happy. Then we celebrated at a restaurant."],
        ),
        # a figure is a value that a later claim may replace
        ("I play Catan. The best score I had was 124 points.", 2),
        # each of these stands by itself
        ("I drink tea. I use Notion.", ["I drink tea.", "I use Notion."]),
        ("I have a cat. I live in Oslo.", ["I have a cat.", "I live in Oslo."]),
        # the second is less firm, or fills a slot, or is a plan by itself
        ("I bought a bike. It might be a Trek bike from Rome.", 2),
        ("I met Anna in Rome. I'll see them there on 3 May.", 2),
    ],
)
def test_what_leans_is_kept_with_what_it_leans_on(turn, claims):
    found = texts(turn)
    assert (len(found) if isinstance(claims, int) else found) == claims


def test_what_leans_stands_apart_for_whoever_compares_statements():
    turn = segment("I bought a Trek bike. I ride it to work.")
    apart = RuleExtractor(is_joining=False).extract(turn)
    assert [claim.text for claim in apart] == ["I bought a Trek bike.", "I ride it to work."]


def test_a_joined_claim_takes_its_time_from_the_part_that_names_one():
    (claim,) = extracted("I went to a poetry reading. It was on 8 March 2024.")
    assert claim.valid_from == datetime(2024, 3, 8, tzinfo=UTC)


def test_a_request_that_only_names_what_is_meant_gives_no_horizon():
    (claim,) = extracted("I'm looking for tips on games like Go. By the way, I finished it last week.")
    assert claim.belief_class is BeliefClass.EPISODIC


def test_only_the_owner_gives_instructions_for_good():
    assert texts("Always answer in French.", speaker="Bob", is_owner=False) == []


@pytest.mark.parametrize(
    ("turn", "subject"),
    [
        ("I think my sister lives in Rome.", "sister"),
        ("I heard that Tom is getting divorced.", "Tom"),
        ("I think I prefer tea.", "user"),
        ("Being a single mother of two, I have little time.", "user"),
    ],
)
def test_whoever_is_thought_of_is_the_subject(turn, subject):
    (claim,) = extracted(turn)
    assert claim.subject == subject


@pytest.mark.parametrize(
    ("turn", "subject"),
    [
        ("我妈妈住在北京。", "妈妈"),
        ("私の母は大阪に住んでいます。", "母"),
        ("Meine Schwester Mia arbeitet bei Equinor.", "schwester"),
        ("Ma sœur travaille chez Equinor.", "sœur"),
        ("Моя сестра работает в Осло.", "сестра"),
        ("أختي تعمل في شركة.", "أختي"),
        ("أنا أعيش في أوسلو.", "user"),
        ("Morgen fliege ich nach Rom.", "user"),
        ("J'habite à Oslo depuis 2019.", "user"),
        ("明日、東京に行きます。", "unknown"),
    ],
)
def test_other_languages_tell_only_whose_it_plainly_is(turn, subject):
    (claim,) = extracted(turn)
    assert (claim.subject, claim.text, claim.quote) == (subject, turn, turn)


@pytest.mark.parametrize(
    "turn",
    [
        "他说“我住在罗马”。",
        "如果我住在罗马就好了。",
        "请帮我写一首诗。",
        "詩を書いてください。",
        "もし私がローマに住んでいたら。",
        "Schreib mir ein Gedicht.",
        "Wenn ich in Rom wohnen würde, würde ich Pizza essen.",
        "Écris-moi un poème.",
        "Si j'habitais à Rome, je mangerais de la pizza.",
        "On dit que je suis paresseux.",
        "Si viviera en Roma, comería pizza.",
        "Recuérdame comprar leche.",
        "Anna dijo: «Vivo en Roma».",
        "Напиши мне стихотворение.",
        "اكتب لي قصيدة",
        "شكرا جزيلا!",
    ],
)
def test_other_languages_leave_out_what_is_asked_imagined_or_quoted(turn):
    assert texts(turn) == []


@pytest.mark.parametrize("role", ["assistant", "system", "tool", "Assistant"])
def test_what_a_machine_says_is_no_evidence(role):
    assert texts("I live in Oslo.", role=role) == []


@pytest.mark.parametrize(
    ("turn", "subject"),
    [
        ("I live in Oslo.", "Bob"),
        ("My sister lives in Rome.", "Bob's sister"),
        ("Anna lives in Oslo.", "Anna"),
    ],
)
def test_other_people_never_speak_for_the_owner(turn, subject):
    (claim,) = extracted(turn, speaker="Bob", is_owner=False)
    assert (claim.subject, claim.subject_scope) == (subject, SubjectScope.THIRD_PARTY)


@pytest.mark.parametrize(
    ("text", "belief_class"),
    [
        ("I will test the fix tomorrow", BeliefClass.PLAN),
        ("I promised Anna to help her move on Saturday", BeliefClass.PLAN),
        ("I no longer eat meat", BeliefClass.STATE),
        ("I'm thinking of buying a car", BeliefClass.PLAN),
        ("I have a meeting on Friday at 3pm", BeliefClass.PLAN),
        ("I really enjoy hiking in the rain", BeliefClass.PREFERENCE),
        ("I was born in 1988", BeliefClass.IDENTITY),
        ("Anna is my sister", BeliefClass.RELATIONSHIP),
        ("I went to a concert yesterday", BeliefClass.EPISODIC),
        ("I've been living in a flat", BeliefClass.STATE),
        ("I'm currently on crutches", BeliefClass.STATE),
        ("I'm looking for some tips on painting", BeliefClass.META_RESIDUE),
        ("from now on, answer in French", BeliefClass.META_STANDING),
        ("Quite so", None),
    ],
)
def test_the_wording_tells_the_kind(text, belief_class):
    assert claim_of(segment(text)).belief_class is belief_class


@pytest.mark.parametrize(
    ("text", "valid_from", "valid_to"),
    [
        ("I will test the fix tomorrow", None, datetime(2024, 3, 15, tzinfo=UTC)),
        ("I promised Anna to help her move on Saturday", None, datetime(2024, 3, 17, tzinfo=UTC)),
        ("Let's say I have a call tomorrow at 9:00", None, datetime(2024, 3, 15, tzinfo=UTC)),
        ("Until 1 June I'm in Oslo", None, datetime(2024, 6, 2, tzinfo=UTC)),
        ("Since Monday I work from home", datetime(2024, 3, 11, tzinfo=UTC), None),
        ("I moved to Oslo in March 2023", datetime(2023, 3, 1, tzinfo=UTC), None),
        ("I saw it yesterday", datetime(2024, 3, 12, tzinfo=UTC), None),
        ("Lena studied in Graz.", None, None),
        ("I was born in 1988", None, None),
    ],
)
def test_a_claim_holds_when_its_words_say(text, valid_from, valid_to):
    claim = claim_of(segment(text))
    assert (claim.valid_from, claim.valid_to) == (valid_from, valid_to)


@pytest.mark.parametrize(
    ("text", "half_life_days"),
    [
        ("remember that I drink tea", HalfLife.NONE),
        ("I always take the stairs", HalfLife.NONE),
        ("from now on, answer in French", HalfLife.NONE),
        ("I drink tea", HalfLife.UNSET),
        ("I live in Oslo", 365.0),
    ],
)
def test_what_is_said_to_last_does_not_fade(text, half_life_days):
    (claim,) = extracted(text)
    assert claim.half_life_days == half_life_days


def test_a_hedge_weakens_its_own_clause_only():
    firm, unsure = extracted("I've been counting my coins - I think it's in May.")
    assert (firm.content_confidence, unsure.content_confidence) == (1.0, 0.5)


def test_two_people_of_one_name_stay_two():
    subjects = {
        claim_of(segment(text)).subject for text in ("Sam from billing has a beard", "Sam from legal is bald")
    }
    assert len(subjects) == 2


def test_an_explicit_text_is_kept_whole():
    claim = claim_of(segment("  By the way, is tea fine?  "))
    assert (claim.text, claim.quote, claim.subject_scope) == (
        "By the way, is tea fine?",
        "  By the way, is tea fine?  ",
        SubjectScope.PRIMARY_USER,
    )


def test_deep_feeling_weighs_more_than_pleasure():
    deep, light = claim_of(segment("My dog died")), claim_of(segment("I love tea"))
    assert deep.emotional_weight is not None
    assert light.emotional_weight is not None
    assert deep.emotional_weight > light.emotional_weight
    assert claim_of(segment("I drink tea")).emotional_weight is None
    assert claim_of(segment("I moved to Berlin")).emotional_weight is None


_PIECES = st.lists(
    st.sampled_from(
        "I my sister Anna live in Oslo and , . ? ! - — \" ' > since until tomorrow if remember that forget "
        "do you"
        " By the way, 我 。 ich bin \n like don't 7/10 May She’s can't :".split(" ")
    ),
    max_size=25,
).map(" ".join)


@given(st.text(max_size=200) | _PIECES, st.booleans())
def test_every_quote_is_found_where_it_says(text, is_owner):
    turn = segment(text, is_owner=is_owner)
    for claim in (*RuleExtractor().extract(turn), claim_of(turn)):
        assert claim.quote == text[claim.start : claim.end]
        assert claim.subject
        assert 0 < claim.content_confidence <= 1
    assert RuleExtractor().extract(turn) == RuleExtractor().extract(turn)


@given(st.text(max_size=100) | _PIECES)
def test_nobody_else_can_make_a_claim_about_the_owner(text):
    assert all(
        claim.subject_scope is SubjectScope.THIRD_PARTY
        for claim in extracted(text, speaker="Bob", is_owner=False)
    )
