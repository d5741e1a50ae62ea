"""Vocabulary: the words by which a claim is read: grammar, talk, relations, values, marks.

Tables only.  A reader may disagree with a word here, and move it.
"""

from __future__ import annotations

# Grammar: never topic, and the end of a counted thing ("4 films in ...").
FUNCTION = frozenset(
    """a an the this that these those and or but nor so as if then than because since while although though i
    me my mine myself we us our ours ourselves you your yours he him his she her hers they them their
    theirs it its itself who whom whose which what when where why how there here of in on at to for from
    by with without about into onto over under above below between through during before after until
    till off up down out around near per via is am are was were be been being do does did done has have
    had having will would shall should can could may might must not no never none n't pm yes ok okay oh
    hey hi well anyway let lets each every any some all both either neither other another such same own
    whether upon along like""".split()
)
# Talk: words of conversation and softening that name no attribute.
DULL = frozenset(
    """just also too very really quite pretty actually currently recently lately now already still yet again
    even only ever always usually often sometimes maybe perhaps probably definitely certainly sure
    exactly basically honestly mostly mainly generally nowadays today's way bit lot lots kind sort thing
    things stuff something anything everything nothing someone anyone one ones get gets got getting
    gotten go goes going went gone make makes made making take takes took taken taking put puts know
    knows knew think thinks thought thinking want wants wanted say says said saying tell tells told mean
    means see sees saw seen seeing look looks looking looked seem seems need needs needed try trying
    tried tries give gives gave given come came coming keep keeps kept help helps helping helpful use
    uses used using guess believe feel feels feeling felt wonder wondering hope hoping suggest suggests
    suggestion suggestions recommend recommendation recommendations tip tips advice idea ideas question
    thanks thank please great good nice cool amazing awesome excited glad happy interested interesting
    love loved loving enjoy enjoying enjoyed consider considering speaking correct correction forget
    forgot remember remembered truth true false fact case new current present main latest recent more
    most less least many much few several able different specific possible bring thanks sounds sound
    soon long far back right else instead around started start starting plan planning planned provide
    share learn learning information info option options way ways based able longer since together
    especially including include time times day days week weeks month months year years moment number
    total ago last next early late switched switch changed change changes updated moved""".split()
)
# Words that carry a topic, but that many topics share: they count for a third.
COMMON = frozenset(
    """work home house place city local friend friends family people book read reading watch movie film series
    show online app recipe trip travel weekend morning evening night room food eat cook music play game
    buy project task routine schedule goal progress track list set add create find check run exercise
    health experience event class course group team job company school picture photo video store shop
    item gift part type style color size level best favorite better big small little old free easy
    healthy live visit plan order pick enjoy spend finish reach week keep collection cost price money
    pay car phone water meet call write talk ask wait turn open close move leave pass life world area
    space light hand name""".split()
)
# One name for one attribute; left: how it is said, right: the stem that stands for all of them.
SYNONYMS = {
    said: stem
    for stem, words in {
        "live": "live lives living lived reside resides residing resided relocate relocated relocating",
        "work": "work works working worked employed employer employment",
        "phone": "phone phones mobile cell cellphone telephone",
        "prefer": "prefer prefers preferred preferring preference favorite favourite favorites favourites",
        "buy": "buy buys buying bought purchase purchased purchasing invest invested",
        "film": "film films movie movies",
        "apartment": "apartment apartments flat flats",
        "finish": "finish finished finishing finishes complete completed completing completes",
        "bike": "bike bikes bicycle bicycles",
        "mother": "mother mom mum mommy mothers",
        "father": "father dad daddy",
        "birth": "birthday birthdays born birthdate birth",
        "doctor": "doctor doctors physician gp",
        "fridge": "fridge refrigerator",
        "store": "store stored storage",
        "photo": "photo photos picture pictures photograph",
        "child": "child children kid kids",
        "write": "write writes writing wrote written",
        "read": "read reads reading",
        "eat": "eat eats eating ate eaten",
        "drink": "drink drinks drinking drank drunk",
        "wear": "wear wears wearing wore worn",
        "run": "run runs running ran",
        "teach": "teach teaches teaching taught",
        "meet": "meet meets meeting met",
        "catch": "catch catches catching caught",
        "sleep": "sleep sleeps sleeping slept",
        "drive": "drive drives driving drove driven",
        "speak": "speak speaks spoken spoke",
        "spend": "spend spends spending spent",
        "wake": "wake wakes waking woke woken",
        "lose": "lose loses losing lost",
        "take": "take takes took taken taking",
        "prices": "price prices",
        "leave": "leave leaves leaving depart departs departing departed",
        "call": "called named renamed",
        "allergic": "allergic allergy allergies",
        "approve": "approved pre-approved preapproved approval",
        "color": "color colour colors colours",
    }.items()
    for said in words.split()
}
NUMBERS = {
    word: str(number)
    for number, words in enumerate(
        """zero|one single once first|two twice second|three thrice third|four fourth|five fifth|six sixth|
        seven seventh|eight eighth|nine ninth|ten tenth|eleven eleventh|twelve twelfth|thirteen|fourteen|
        fifteen|sixteen|seventeen|eighteen|nineteen|twenty""".split("|")
    )
    for word in words.split()
} | {"thirty": "30", "forty": "40", "fifty": "50", "sixty": "60", "seventy": "70", "eighty": "80",
     "ninety": "90", "hundred": "100", "thousand": "1000", "half": "0.5"}  # fmt: skip
COLOURS = frozenset(
    "red blue green yellow black white grey gray brown orange purple pink beige turquoise maroon teal".split()
)
WEEKDAYS = frozenset("monday tuesday wednesday thursday friday saturday sunday".split())
MONTHS = frozenset(
    """january february march april may june july august september october november december""".split()
)
WHEN = frozenset("yesterday today tomorrow tonight".split())
OFTEN = {"daily": "day", "weekly": "week", "biweekly": "week", "monthly": "month", "yearly": "year",
         "hourly": "hour", "annually": "year", "fortnightly": "week"}  # fmt: skip
SPANS = frozenset("second minute hour day week month year night morning evening weekend".split())
# "room 101", before the verb, names which room: compared exactly.
NUMBERED = frozenset(
    """room flat apartment suite gate bus line platform tram train flight ticket order invoice case issue
    building unit terminal desk locker track lane house account server printer port bay shelf box pump
    machine route exit floor door badge card contract policy chapter section version model sensor node
    zone ward channel camera job task bed plot hall stand table seat truck van engine pier dock
    warehouse page episode level week lesson season part volume round stage""".split()
)
RELATIONS = frozenset(
    """sister brother mother father mom mum dad wife husband partner spouse girlfriend boyfriend fiance
    fiancee son daughter child kid baby aunt uncle cousin nephew niece grandmother grandfather grandma grandpa
    granny parent parents grandparents friend roommate flatmate housemate neighbour neighbor colleague
    coworker boss manager supervisor teacher tutor coach mentor therapist landlord landlady dentist
    doctor client assistant dog cat puppy kitten hamster parrot rabbit horse twin stepmother stepfather
    ex children kids sisters brothers friends neighbours neighbors colleagues""".split()
)
# "My old number", "the back gate": another thing of the same name.
QUALIFIERS = frozenset(
    """old previous former first second third next last ex spare backup other front back left right top bottom
    inner outer upper lower north south east west""".split()
)
FIRST_PERSON = frozenset("i we me us myself".split())
PRONOUNS = frozenset("he she they it his her hers their its this that these those".split())
COPULAS = frozenset("is are was were am be becomes became reads equals has had means will should".split())
SUBORDINATE = frozenset(
    "because but although though who which when where while if since unless so whereas even".split()
)
REPORTS = frozenset(
    "think believe know say guess suppose heard remember remembered mean realized noticed told".split()
)
FINDINGS = frozenset("found noticed learned discovered read decided".split())  # reports only before "that"
LEADS = frozenset(
    """and but so oh also well actually anyway hey yes no ok okay by the way now currently honestly btw sorry
    correction update please note fyi remember then again finally plus that said in fact""".split()
)
BE_USED = frozenset("am is are be i get got getting was were".split())
NEGATING = frozenset("not no never dont cant".split())
MOVES = frozenset("moved move moving based".split())
GENERIC = frozenset(
    """man men woman women boy boys girl girls person people guy lady crowd group player players rider surfer
    biker cyclist someone somebody animal animals""".split()
)

# What a word or two words in a row say about the claim as a whole.  CHANGES: something took the
# place of something; IS_NOW: only that it is so now, which many claims say of many things.
NEGATES, ENDS, CHANGES, IS_NOW, ADDS, LIKES, DISLIKES, FALSIFIES, AFFIRMS, HOLDS_MANY, FAVOURS = (
    1 << n for n in range(11)
)
# Words of change only where a figure follows: "raised my goal to 40".
RAISES = frozenset(
    "raised increased lowered reduced bumped upped decreased dropped cut extended upgraded downgraded".split()
)
MARKS: dict[str, int] = {
    **dict.fromkeys("not never no cannot dont doesnt didnt wont isnt arent neither nobody".split(), NEGATES),
    **dict.fromkeys("quit cancelled canceled ended expired discontinued sold".split(), ENDS),
    "stopped": ENDS | CHANGES,
    "anymore": ENDS | CHANGES,
    **dict.fromkeys(
        """switched changed instead updated replaced became correction moved relocated renamed swapped
        rescheduled postponed""".split(),
        CHANGES,
    ),
    **dict.fromkeys(RAISES, CHANGES),
    **dict.fromkeys("now nowadays currently".split(), IS_NOW),
    **dict.fromkeys("favorite favourite obsessed go-to".split(), FAVOURS),
    **dict.fromkeys("also too another additionally besides".split(), ADDS),
    **dict.fromkeys("like likes liked love loves loved enjoy enjoys enjoyed adore adores".split(), LIKES),
    **dict.fromkeys("dislike dislikes disliked hate hates hated loathe loathes detest".split(), DISLIKES),
    **dict.fromkeys("false untrue".split(), FALSIFIES),
    **dict.fromkeys(
        """allergic allergy allergies language languages speak speaks fluent pet pets hobby hobbies sibling
    siblings""".split(),
        HOLDS_MANY,
    ),
}
PAIRED_MARKS: dict[tuple[str, str], int] = {
    ("no", "longer"): ENDS | CHANGES,
    ("any", "more"): ENDS | CHANGES,
    **dict.fromkeys([(w, "off") for w in ("i", "am", "now")], ENDS),
    **dict.fromkeys([(w, "up") for w in ("gave", "given")], ENDS),
    **dict.fromkeys([(w, "over") for w in ("is", "are", "was", "now")], ENDS),
    ("used", "to"): ENDS,
    ("rid", "of"): ENDS,
    **dict.fromkeys([("went", w) for w in ("up", "down")], CHANGES),
    **dict.fromkeys([("put", w) for w in ("me", "him", "her", "us", "them")], CHANGES),
    **dict.fromkeys([("cut", w) for w in ("back", "down")], CHANGES),
    **dict.fromkeys([(w, "to") for w in ("down", "up")], CHANGES),
    **dict.fromkeys([("moved", w) for w in ("to", "back", "into")], CHANGES),
    **dict.fromkeys([("now", "on"), ("these", "days")], IS_NOW),
    ("rather", "than"): CHANGES,
    ("turned", "into"): CHANGES,
    ("as", "well"): ADDS,
    ("not", "true"): FALSIFIES,
    ("the", "case"): FALSIFIES,
    **dict.fromkeys([(n, v) for n in ("not", "dont", "never") for v in ("forget", "hesitate")], AFFIRMS),
    **dict.fromkeys([("not", w) for w in ("only", "just", "sure", "so", "long", "the")], AFFIRMS),
    **dict.fromkeys([("cant", w) for w in ("wait", "believe", "help")], AFFIRMS),
    **dict.fromkeys(
        [("no", w) for w in ("problem", "worries", "doubt", "wonder", "matter", "idea")], AFFIRMS
    ),
    ("why", "not"): AFFIRMS,
}

# Verbs, as a claim is conjugated; see `predicates`.
CLITICS = {"ve": "have", "m": "be", "re": "be", "s": "be", "ll": "will", "d": "will"}
HELPERS = {
    said: helper
    for helper, words in {
        "be": "am is are be been being isnt arent",
        "was": "was were wasnt werent",
        "have": "have has having havent hasnt",
        "had": "had hadnt",
        "did": "did didnt",
        "do": "do does dont doesnt",
        "will": "will would shall should could can may might cant cannot wont wouldnt couldnt shouldnt gonna",
    }.items()
    for said in words.split()
}
ADVERBS = frozenset(
    """just also really actually still currently now recently finally already always usually often sometimes
    never not even only definitely probably lately nowadays honestly then mostly mainly generally super
    very so pretty quite totally absolutely officially basically again ever both all too first typically
    normally occasionally rarely these days""".split()
)
DETERMINERS = frozenset("a an the my our your his her their its this that these those some any no".split())
PAST = frozenset(
    """went saw got bought made took did came gave found met ran ate drank wrote flew drove rode won lost sold
    taught caught brought thought heard felt kept left told began grew knew threw wore spoke chose broke
    built sent spent paid stood understood slept woke sang swam drew fell forgot gone seen taken given
    written driven ridden flown eaten drunk spoken chosen broken begun grown known thrown worn shown
    done hung led lent lit meant rose shot sat stuck struck tore fed read put set cut hit had been""".split()
)
ORDINALS = frozenset(
    """first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth""".split()
)
NOT_PAST = frozenset("need indeed speed exceed proceed succeed breed bleed hundred".split())
# "I've lived here", "I've got two": it still is so.
STILL_TRUE = {"got": "have", "owned": "have", "lived": "live", "worked": "work", "known": "know",
              "used": "us", "had": "have"}  # fmt: skip
WISHES = frozenset(
    """want wants wanted hope hopes hoping hoped wish wishes need needs needed plan plans planned intend
    aim""".split()
)
# What "I'm ..." is followed by in a wish; with "to" after it, or with anything.
WISHING: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(
        """looking thinking planning considering trying hoping wondering aiming wanting preparing interested
        excited curious eager glad determined figuring debating""".split(),
        (),
    ),
    **dict.fromkeys("going about open happy ready".split(), ("to",)),
}
# "I'm going to bed" is no plan.
GOING_TO = frozenset("bed work school church therapy class yoga pilates physio mass temple".split())
REMARKS = frozenset(
    """remember imagine bet appreciate wonder thank thanks mean agree guess suppose hope glad think believe
    realize realized figured figure understand wait know forgot""".split()
)

# "my total species count": what is counted may be said otherwise.
COUNTS = frozenset("count total number tally".split())
EFFORT = frozenset("spend put invest log work".split())
# "I reached 500 followers" says how many there are.
LEVELS = frozenset("reach hit".split())
CLAUSE_SUBJECTS = frozenset("i we it they he she which who".split())
# Verbs of which a person does one at a time: "I drive a Saab" replaces "I drive a Volvo".
SINGLE_VALUED = frozenset("live work prefer drive weigh wake park bank commut rent teach report".split())
CHOICES = frozenset("prefer".split())
# Verbs whose count only grows: "completed 4 courses", then 5.
TALLIED = frozenset(
    """complet finish read watch write wrote attend visit collect add gain reach los earn try tri taken take
    done do have get got bought buy bak solv learn ran run hik cov cover us wor wear see saw
    accumulat""".split()
)
# Nouns that stand for one value of the thing they belong to: "the port", "my deadline".
ROLES = frozenset(
    """password passphrase passcode pin code number address name phone email birth price cost rent fee size
    colour color bank dentist doctor therapist coach port version owner manager boss landlord deadline
    date start end time shift salary weight height age employer job title school word nickname username
    handle capital currency language brand model diet dose dosage limit budget combination locker seat
    desk office apartment favorite cap rate ratio score record total team position status mode theme
    editor browser airline gym pharmacy""".split()
)
