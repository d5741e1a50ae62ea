"""Keys: do two claims name one attribute of one subject?

A claim is read once into a `Signature`: whom it is about, the words of its topic,
and, held apart, the words that carry its value.  `BeliefKeyer` compares two
signatures into a calibrated score.  Different people and different identifiers
score 0 whatever the likeness; the rest is a logistic of a few named features, fitted
by ``scripts/fit_keyer.py``.  A missed link leaves two facts unarbitrated, a false one
lets a fact suppress another: the table is set for precision.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from math import exp

GATE = 0.75  # the admission gate; belief.md section 7

# --- words -----------------------------------------------------------------------------
# Grammar: never topic, and the end of a counted thing ("4 films in ...").
FUNCTION = frozenset(
    """a an the this that these those and or but nor so as if then than because since while
    although though i me my mine myself we us our ours ourselves you your yours he him his she her
    hers they them their theirs it its itself who whom whose which what when where why how there
    here of in on at to for from by with without about into onto over under above below between
    through during before after until till off up down out around near per via is am are was were
    be been being do does did done has have had having will would shall should can could may might
    must not no never none n't yes ok okay oh hey hi well anyway let lets each every any some all
    both either neither other another such same own whether upon along like""".split()
)
# Talk: words of conversation and softening that name no attribute.
DULL = frozenset(
    """just also too very really quite pretty actually currently recently lately now already still
    yet again even only ever always usually often sometimes maybe perhaps probably definitely
    certainly sure exactly basically honestly mostly mainly generally nowadays today's way bit lot
    lots kind sort thing things stuff something anything everything nothing someone anyone one ones
    get gets got getting gotten go goes going went gone make makes made making take takes took
    taken taking put puts know knows knew think thinks thought thinking want wants wanted say says
    said saying tell tells told mean means see sees saw seen seeing look looks looking looked seem
    seems need needs needed try trying tried tries give gives gave given come came coming keep
    keeps kept help helps helping helpful use uses used using guess believe feel feels feeling felt
    wonder wondering hope hoping suggest suggests suggestion suggestions recommend recommendation
    recommendations tip tips advice idea ideas question thanks thank please great good nice cool
    amazing awesome excited glad happy interested interesting love loved loving enjoy enjoying
    enjoyed consider considering speaking correct correction forget forgot remember remembered
    truth true false fact case new current present main latest recent more most less least many
    much few several able different specific possible bring thanks sounds sound soon long far back
    right else instead around started start starting plan planning planned provide share learn
    learning information info option options way ways based able longer since together especially
    including include time times day days week weeks month months year years moment number total
    ago last next early late switched switch changed change changes updated moved""".split()
)
# Words that carry a topic, but that many topics share: they count for a third.
COMMON = frozenset(
    """work home house place city local friend friends family people book read reading watch movie
    film series show online app recipe trip travel weekend morning evening night room food eat cook
    music play game buy project task routine schedule goal progress track list set add create find
    check run exercise health experience event class course group team job company school picture
    photo video store shop item gift part type style color size level best favorite better big
    small little old free easy healthy live visit plan order pick enjoy spend finish reach week
    keep collection cost price money pay car phone water meet call write talk ask wait turn open
    close move leave pass life world area space light hand name""".split()
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
    """room flat apartment suite gate bus line platform tram train flight ticket order invoice case
    issue building unit terminal desk locker track lane house account server printer port bay shelf
    box pump machine route exit floor door badge card contract policy chapter section version model
    sensor node zone ward channel camera job task bed plot hall stand table seat truck van engine
    pier dock warehouse""".split()
)
RELATIONS = frozenset(
    """sister brother mother father mom mum dad wife husband partner spouse girlfriend boyfriend
    fiance fiancee son daughter child kid baby aunt uncle cousin nephew niece grandmother
    grandfather grandma grandpa granny parent parents grandparents friend roommate flatmate
    housemate neighbour neighbor colleague coworker boss manager supervisor teacher tutor coach
    mentor therapist landlord landlady dentist doctor client assistant dog cat puppy kitten hamster
    parrot rabbit horse twin stepmother stepfather ex children kids sisters brothers friends
    neighbours neighbors colleagues""".split()
)
# "My old number", "the back gate": another thing of the same name.
QUALIFIERS = frozenset(
    """old previous former first second third next last ex spare backup other front back left right
    top bottom inner outer upper lower north south east west""".split()
)
FIRST_PERSON = frozenset("i we me us myself".split())
PRONOUNS = frozenset("he she they it his her hers their its this that these those".split())
COPULAS = frozenset("is are was were am be becomes became reads equals has had means will should".split())
SUBORDINATE = frozenset(
    "because but although though who which when where while if since unless so whereas even".split()
)
REPORTS = frozenset("think believe know say guess suppose heard remember mean realized noticed told".split())
LEADS = frozenset(
    """and but so oh also well actually anyway hey yes no ok okay by the way now currently honestly
    btw sorry correction update please note fyi remember then again finally plus that said in fact""".split()
)
GENERIC = frozenset(
    """man men woman women boy boys girl girls person people guy lady crowd group player players
    rider surfer biker cyclist someone somebody animal animals""".split()
)

# What a word or two words in a row say about the claim as a whole.
NEGATES, ENDS, CHANGES, ADDS, LIKES, DISLIKES, FALSIFIES, AFFIRMS, HAPPENS, HOLDS_MANY = (
    1 << n for n in range(10)
)
MARKS: dict[str, int] = {
    **dict.fromkeys("not never no cannot dont doesnt didnt wont isnt arent neither nobody".split(), NEGATES),
    **dict.fromkeys("quit cancelled canceled ended expired discontinued sold".split(), ENDS),
    "stopped": ENDS | CHANGES,
    "anymore": ENDS | CHANGES,
    **dict.fromkeys(
        """switched now changed instead nowadays updated actually replaced became correction moved currently
        recently just""".split(),
        CHANGES,
    ),
    **dict.fromkeys("also too another additionally besides".split(), ADDS),
    **dict.fromkeys("like likes liked love loves loved enjoy enjoys enjoyed adore adores".split(), LIKES),
    **dict.fromkeys("dislike dislikes disliked hate hates hated loathe loathes detest".split(), DISLIKES),
    **dict.fromkeys("false untrue".split(), FALSIFIES),
    **dict.fromkeys(
        """saw watched went ate visited attended cooked flew baked hiked met played bought ran read had
        heard dined danced climbed celebrated wrote painted""".split(),
        HAPPENS,
    ),
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
    ("gave", "up"): ENDS,
    ("given", "up"): ENDS,
    ("is", "over"): ENDS,
    ("are", "over"): ENDS,
    ("was", "over"): ENDS,
    ("now", "over"): ENDS,
    ("used", "to"): ENDS,
    ("rid", "of"): ENDS,
    ("moved", "to"): CHANGES,
    ("moved", "back"): CHANGES,
    ("moved", "into"): CHANGES,
    ("now", "on"): CHANGES,
    ("these", "days"): CHANGES,
    ("rather", "than"): CHANGES,
    ("turned", "into"): CHANGES,
    ("as", "well"): ADDS,
    ("not", "true"): FALSIFIES,
    ("the", "case"): FALSIFIES,
    **dict.fromkeys([(n, v) for n in ("not", "dont", "never") for v in ("forget", "hesitate")], AFFIRMS),
    **dict.fromkeys([("not", w) for w in ("only", "just", "sure")], AFFIRMS),
    **dict.fromkeys([("cant", w) for w in ("wait", "believe", "help")], AFFIRMS),
    **dict.fromkeys(
        [("no", w) for w in ("problem", "worries", "doubt", "wonder", "matter", "idea")], AFFIRMS
    ),
    ("why", "not"): AFFIRMS,
}

TOKEN = re.compile(r"[$€£]?\d[\w.,:/%-]*|[^\W\d_][\w'’&-]*|[,;.!?:()–—-]")
_CJK = re.compile(r"[\u2e80-\u9fff\uac00-\ud7af\u0e00-\u0e7f\uf900-\ufaff]")
_AMOUNT = re.compile(r"([$€£]?)(\d[\d,.:/-]*)([^\W\d_]*|%)$")


# --- signature -------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Value:
    """What a claim fills its attribute with: "6 ounces" is ``number 6`` of ``{"ounce"}``."""

    kind: str
    text: str
    unit: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, eq=False)
class Signature:
    """One claim, read.  ``eq`` is identity: signatures are cached, texts are what is compared.

    ``topic`` holds stems; ``names`` are capitalised words, topic where both claims bear
    them and value where they differ.  ``attribute`` is what stands before the copula of
    "my work phone is 5551".  ``frame`` is every word in order with values blanked.
    """

    text: str
    subject: str | None
    topic: frozenset[str]
    names: frozenset[str]
    values: frozenset[Value]
    identifiers: frozenset[str]
    attribute: frozenset[str]
    qualifiers: frozenset[str]
    people: frozenset[str]
    frame: tuple[str, ...]
    words: tuple[str, ...]
    is_negated: bool
    polarity: int
    has_ended: bool
    marks_change: bool
    is_additional: bool
    is_many_valued: bool
    is_event: bool
    is_indefinite: bool


@dataclass(frozen=True, slots=True)
class _Word:
    """One spelling, looked up once."""

    base: str  # lower case, without possessive and apostrophes
    kind: str  # function, dull, number, colour, day, month, when, often, code, cjk, mark, topic
    stem: str
    is_capital: bool
    is_possessive: bool
    marks: int


@lru_cache(maxsize=1 << 16)
def _word(raw: str) -> _Word:
    lower = raw.lower().replace("’", "'").strip("-&")
    is_possessive = lower.endswith(("'s", "s'"))
    base = lower[:-2] if lower.endswith("'s") else lower.rstrip("'")
    marks = MARKS.get(base, 0)
    if base.endswith("n't") or base in ("cant", "dont"):
        marks |= NEGATES
    if "'" in base and not base.endswith("n't"):
        base = base.partition("'")[0]
    base = base.replace("'", "")
    is_capital = raw[:1].isupper() and base != "i"
    kind, stem = _kind(base, raw)
    return _Word(base, kind, stem, is_capital and kind in ("topic", "code"), is_possessive, marks)


def _kind(base: str, raw: str) -> tuple[str, str]:
    if not base or (not raw[0].isalnum() and raw[0] not in "$€£"):
        return "mark", raw
    if raw[0].isdigit() or raw[0] in "$€£":
        return ("number" if _AMOUNT.match(raw.rstrip(".,:;/-")) else "code"), raw.rstrip(".,:;/-").lower()
    if base in NUMBERS:
        return "number", NUMBERS[base]
    if _CJK.search(base):
        return "cjk", base
    if base.rstrip("s") in WEEKDAYS:
        return "day", base.rstrip("s")
    if base in COLOURS:
        return "colour", base
    if base in OFTEN:
        return "often", OFTEN[base]
    if base in WHEN:
        return "when", base
    if base in MONTHS:
        return ("month", base) if raw[0].isupper() or base not in ("may", "march") else ("function", base)
    if any(c.isdigit() for c in base):
        return "code", base
    if base in FUNCTION or (base.endswith("nt") and base[:-2] in FUNCTION):
        return "function", base
    if base in SYNONYMS:
        return "topic", SYNONYMS[base]
    if base in DULL:
        return "dull", stem_of(base)
    return "topic", stem_of(base)


def stem_of(word: str) -> str:
    """A light English stem: plurals, -ing, -ed; enough for one person's words to meet themselves."""
    if word in SYNONYMS:
        return SYNONYMS[word]
    w = word
    if len(w) > 4 and w.endswith("ies"):
        w = w[:-3] + "y"
    elif len(w) > 4 and w.endswith(("sses", "shes", "ches", "xes", "zes")):
        w = w[:-2]
    elif len(w) > 3 and w.endswith("s") and not w.endswith("ss"):
        w = w[:-1]
    for ending in ("ing", "ed"):
        if len(w) > len(ending) + 2 and w.endswith(ending) and set(w[: -len(ending)]) & set("aeiouy"):
            w = w[: -len(ending)]
            if len(w) > 3 and w[-1] == w[-2] and w[-1] not in "lsz":
                w = w[:-1]
            break
    return w[:-1] if len(w) > 3 and w.endswith("e") else w


@lru_cache(maxsize=1 << 15)
def signature(text: str, subject: str | None = None) -> Signature:
    """Read one claim.  ``subject`` is who it is about where the caller knows; "user" is the owner."""
    return _read(text, subject)


def _read(text: str, subject: str | None) -> Signature:
    words = [_word(raw) for raw in TOKEN.findall(text[:4000])]
    begin, found = _find_subject(words)
    if subject and subject.lower() not in ("user", "primary_user", "owner", "me", "i"):
        found = subject.lower()
    elif subject and found is None:
        found = "user"
    topic: set[str] = set()
    names: set[str] = set()
    values: set[Value] = set()
    identifiers: set[str] = set()
    attribute: set[str] = set()
    qualifiers: set[str] = set()
    people: set[str] = set()
    frame: list[str] = []
    order: list[str] = []
    marks = 0
    negations = 0
    in_main_clause = True
    # "I ..." names no thing before its verb; "my desk lamp is ..." does.
    is_before_verb = not (begin < len(words) and words[begin].base in FIRST_PERSON)
    has_copula = False
    previous = ""
    last = len(words) - 1
    for i, word in enumerate(words):
        base, kind = word.base, word.kind
        paired = PAIRED_MARKS.get((previous, base), 0)
        if word.marks or paired:
            if paired & ENDS and base == "to" and i > 1 and words[i - 2].base in BE_USED:
                paired = 0
            if in_main_clause and i >= begin:
                if paired & AFFIRMS or paired & ENDS:
                    negations -= previous in _NEGATING
                    if base in _NEGATING:
                        negations -= 1
                if word.marks & NEGATES:
                    negations += 1
            if i < begin or i > begin + _NEAR:
                marks |= (word.marks | paired) & ~(ADDS | HOLDS_MANY)
            else:
                marks |= word.marks | paired
        if kind == "mark":
            if topic and i > begin:
                in_main_clause = False
            previous = ""
            continue
        if base in SUBORDINATE and len(topic) > 1:
            in_main_clause = False
        following = words[i + 1] if i < last else None
        if kind == "topic" or kind == "code" or kind == "dull":
            stem = word.stem
            if base in RELATIONS:
                people.add(stem)
            if kind == "code" and (is_before_verb or not any(c.isdigit() for c in stem[:1])):
                if is_before_verb and i >= begin:
                    identifiers.add(stem)
                else:
                    values.add(Value("code", stem))
                frame.append("#" if not is_before_verb else stem)
            elif word.is_capital and i > begin and words[i - 1].stem not in _STOPS:
                names.add(base)
                order.append(base)
                frame.append("@" if not is_before_verb else base)
            elif kind == "dull" or (word.marks & (LIKES | DISLIKES)):
                if base in _MOVES and following is not None and _leads_to_name(words, i + 1):
                    topic.add("live")
                frame.append(stem)
            else:
                topic.add(stem)
                order.append(stem)
                frame.append(stem)
                if is_before_verb and i >= begin:
                    attribute.add(stem)
            if base in QUALIFIERS and is_before_verb and i >= begin and _is_noun(following):
                qualifiers.add(base)
        elif kind == "number":
            if base == "one" and not _counts(words, i):
                frame.append(base)
            else:
                _read_number(words, i, is_before_verb and i >= begin, values, identifiers, topic)
                frame.append("#")
            if base in QUALIFIERS and is_before_verb and i >= begin and _is_noun(following):
                qualifiers.add(base)
        elif kind == "cjk":
            for pair in itertools.pairwise(base):
                topic.add("".join(pair))
            order.extend(base)
            frame.extend(base)
        elif kind == "function":
            if base in COPULAS and is_before_verb and i > begin:
                has_copula, is_before_verb = True, False
            elif base in ("every", "each", "a", "an", "per") and following is not None:
                if following.stem in SPANS and base != "per":
                    values.add(Value("number", "1", frozenset((following.stem,))))
                elif base == "every" and following.base == "other" and i + 2 <= last:
                    values.add(Value("number", "2", frozenset((words[i + 2].stem,))))
            frame.append(base)
        elif is_before_verb and i >= begin and kind in ("colour", "day", "often") and _is_noun(following):
            topic.add(base)  # "the red bin", "my Monday class"
            attribute.add(base)
            order.append(base)
            frame.append(base)
        elif kind == "often":
            values.add(Value("number", "1", frozenset((word.stem,))))
            frame.append("#")
        else:
            values.add(Value(kind, word.stem))
            frame.append("#")
        if word.is_possessive and base in ("it", "that", "he", "she", "there", "what") and i >= begin:
            has_copula, is_before_verb = True, False
        previous = base
    if marks & FALSIFIES:
        negations += 1
    polarity = (1 if marks & LIKES else 0) - (1 if marks & DISLIKES else 0)
    is_negated = negations > 0 and negations % 2 == 1
    if polarity and is_negated:
        polarity, is_negated = -polarity, False
    head = found.partition("/")[0] if found else ""
    return Signature(
        text=text,
        subject=found,
        topic=frozenset(topic),
        names=frozenset(names - {head}),
        values=frozenset(values),
        identifiers=frozenset(identifiers),
        attribute=frozenset(attribute - {head}) if has_copula else frozenset(),
        qualifiers=frozenset(qualifiers),
        people=frozenset(people | names),
        frame=tuple(frame),
        words=tuple(order),
        is_negated=is_negated,
        polarity=polarity,
        has_ended=bool(marks & ENDS),
        marks_change=bool(marks & CHANGES),
        is_additional=bool(marks & ADDS),
        is_many_valued=bool(marks & HOLDS_MANY),
        is_event=bool(marks & HAPPENS),
        is_indefinite=_is_indefinite(words, begin, found),
    )


_NEAR = 7  # "also" and "languages" colour the main clause, not the tail of a long sentence
_STOPS = frozenset(".!?")
BE_USED = frozenset("am is are be i get got getting was were".split())
_NEGATING = frozenset("not no never dont cant".split())
_MOVES = frozenset("moved move moving based".split())


def _leads_to_name(words: list[_Word], i: int) -> bool:
    """ "to Rome", "back to Rome", "in Rome"."""
    for word in words[i : i + 4]:
        if word.is_capital:
            return True
        if word.base not in ("to", "back", "in", "from", "the", "over"):
            return False
    return False


def _counts(words: list[_Word], i: int) -> bool:
    """ "one cup" counts; "the one where", "which one" do not."""
    if i and words[i - 1].base in ("the", "this", "that", "which", "new", "another", "each", "every"):
        return False
    return i + 1 < len(words) and words[i + 1].kind in ("topic", "dull", "number")


def _read_number(
    words: list[_Word],
    i: int,
    names_subject: bool,
    values: set[Value],
    identifiers: set[str],
    topic: set[str],
) -> None:
    raw = words[i].stem
    match = _AMOUNT.match(raw)
    sign, digits, suffix = match.groups() if match else ("", raw, "")
    amount = digits.replace(",", "")
    before = words[i - 1] if i else None
    if before is not None and before.base in NUMBERED and raw[0].isdigit() and names_subject:
        is_place = i > 1 and words[i - 2].base in ("on", "in", "at", "to", "from")
        if is_place and not any(word.base in COPULAS for word in words[i:]):
            values.add(Value("number", amount, frozenset((before.stem,))))  # "listens on port 918"
            return
        identifiers.add(f"{before.stem} {amount}")
        return
    if before is not None and before.kind == "topic" and before.is_capital and raw.isdigit() and i > 1:
        topic.add(f"{before.stem}{amount}")  # "Fitbit Charge 3" is a name
        return
    if (before is not None and before.kind == "month") or (
        i + 1 < len(words) and words[i + 1].kind == "month"
    ):
        values.add(Value("date", amount))
        return
    if "/" in amount or amount.count("-") == 2:
        values.add(Value("date", amount))
        return
    unit: list[str] = [suffix] if suffix not in ("", "st", "nd", "rd", "th", "k") else []
    if suffix == "k":
        amount += "k"
    for word in words[i + 1 : i + 5]:
        if word.base in ("am", "pm", "o", "oclock"):
            unit = [word.base]
            break
        if word.kind == "dull" and word.stem not in SPANS and word.stem != "tim":
            continue
        if word.kind not in ("topic", "dull") or len(unit) > 2:
            if word.base in ("of", "other"):
                continue
            break
        unit.append(word.stem)
    if sign:
        unit.append(sign)
    if ":" in amount or unit[:1] in (["am"], ["pm"]):
        kind = "time"
        amount = amount.removesuffix(":00")
    else:
        kind = "number"
    values.add(Value(kind, amount, frozenset(unit)))


def _find_subject(words: list[_Word]) -> tuple[int, str | None]:
    """Where the claim proper begins, and whom it is about.

    "user" is the owner, "" a thing nobody owns by name, ``None`` a pronoun whose
    person stands in another sentence.  "sam/billing": a name with what tells it from its namesakes.
    """
    i, n = 0, len(words)
    while i < n:
        word = words[i]
        if word.base == "speaking" or word.base == "besides":
            while i < n and words[i].kind != "mark":
                i += 1
            continue
        if word.kind == "mark" or (word.base in LEADS and not (word.base == "the" and _lead_ends(words, i))):
            i += 1
            continue
        if (
            word.base == "i" and i + 2 < n and words[i + 1].base in REPORTS
            and (words[i + 2].base in _NP_STARTS or words[i + 2].is_capital)
        ):  # fmt: skip
            i += 3 if words[i + 2].base == "that" and i + 3 < n else 2
            continue
        break
    if i >= n:
        return 0, ""
    word = words[i]
    if word.base in FIRST_PERSON:
        return i, "user"
    if word.base in ("my", "our"):
        return i, _possessed(words, i)
    points = word.base in ("this", "that", "these", "those") and _noun_next(words, i)
    if word.base in PRONOUNS and not points:
        return i, None
    if word.is_capital and i + 1 < n:
        follower = words[i + 1]
        if word.is_possessive or follower.base in ("from", "of") or i > 0 or _is_third_person(follower):
            if follower.base in ("from", "in", "at") and i + 2 < n:
                return i, f"{word.base}/{words[i + 2].base}"
            return i, word.base
    return i, ""


def _is_third_person(word: _Word) -> bool:
    """ "Jonas is", "Jonas lives"."""
    return word.base in COPULAS or (
        word.kind in ("topic", "dull") and word.base.endswith("s") and not word.base.endswith("ss")
    )


_NP_STARTS = frozenset("i my our the he she it they a an we that his her their".split())


def _lead_ends(words: list[_Word], i: int) -> bool:
    """ "the" leads only in "by the way"."""
    return not (i and words[i - 1].base == "by")


def _is_noun(word: _Word | None) -> bool:
    """ "The back gate" tells gates apart; "moved back to" tells nothing."""
    return word is not None and word.kind == "topic"


def _noun_next(words: list[_Word], i: int) -> bool:
    return i + 1 < len(words) and words[i + 1].kind == "topic"


def _possessed(words: list[_Word], i: int) -> str:
    """ "my sister's phone" is hers, "my phone" is mine."""
    for j in range(i + 1, min(i + 7, len(words))):
        word = words[j]
        if word.base in RELATIONS:
            after = j + 1
            while after < len(words) and words[after].kind == "mark" and words[after].stem == ",":
                after += 1
            if not word.is_possessive and after < len(words) and words[after].is_capital:
                return f"{words[after].base}/{word.stem}"
            return word.stem
        if word.kind in ("function", "mark"):
            break
    return "user"


def _is_indefinite(words: list[_Word], begin: int, subject: str | None) -> bool:
    """ "A man is playing": an event of nobody the memory could name."""
    if subject or begin >= len(words):
        return False
    first = words[begin]
    if first.base in ("a", "an", "some", "there", "several", "people", "no") or first.kind == "number":
        return True
    return any(word.base in GENERIC for word in words[begin : begin + 4])


# --- score -----------------------------------------------------------------------------
# Verbs of which a person does one at a time: "I drive a Saab" replaces "I drive a Volvo".
SINGLE_VALUED = frozenset("live work prefer drive weigh wake park bank commut rent call nam".split())


# Log-odds that two claims name one attribute.  Fitted by scripts/fit_keyer.py.
@dataclass(frozen=True, slots=True)
class Coefficients:
    bias: float
    shared: float
    overlap: float
    contrast: float
    predicate: float
    cosine: float


WITH_COSINE = Coefficients(bias=-3.08, shared=2.91, overlap=1.89, contrast=-4.68, predicate=2.53, cosine=2.97)
LEXICAL = Coefficients(bias=-3.26, shared=3.86, overlap=2.49, contrast=-5.59, predicate=3.64, cosine=0.0)


def rarity_by_default(word: str) -> float:
    return 0.35 if word in _COMMON_STEMS else 1.0


_COMMON_STEMS = frozenset(stem_of(word) for word in COMMON) - {"live", "phone", "open", "clos"}


def is_one_subject(a: Signature, b: Signature) -> bool:
    """False only where the two are plainly about different people or things."""
    x, y = a.subject, b.subject
    if x is None or y is None or x == y:
        return True
    if x > y:
        x, y, a, b = y, x, b, a
    if x == "":
        head = y.partition("/")[0]
        return y == "user" or head in a.people or head in a.topic or stem_of(head) in a.topic
    if "user" in (x, y):
        other, speaker = (x, b) if y == "user" else (y, a)
        known = speaker.people | speaker.topic
        return any(part in known or stem_of(part) in known for part in other.split("/"))
    (first, _, which), (second, _, other_which) = x.partition("/"), y.partition("/")
    if first == second:
        return not which or not other_which or which == other_which
    return (first == other_which and not which) or (second == which and not other_which)


class BeliefKeyer:
    """Compares claims.  Without ``similarity`` it works on words alone."""

    def __init__(
        self,
        similarity: Callable[[str, str], float] | None = None,
        rarity: Callable[[str], float] | None = None,
    ) -> None:
        self._similarity = similarity
        self._rarity = rarity or rarity_by_default

    def signature(self, text: str) -> Signature:
        return signature(text)

    def topic(self, text: str) -> str:
        """The text without the words that carry its value; for an embedding of the topic."""
        if not signature(text).topic:
            return ""
        words = [_word(raw) for raw in TOKEN.findall(text)]
        return " ".join(word.base for word in words if word.kind in ("function", "dull", "topic", "cjk"))

    def score(self, a: str | Signature, b: str | Signature, similarity: float | None = None) -> float:
        """How likely both claims name one attribute of one subject, in [0, 1]; 0.75 is the gate."""
        one = signature(a) if isinstance(a, str) else a
        two = signature(b) if isinstance(b, str) else b
        if similarity is None and self._similarity is not None:
            similarity = self._similarity(one.text, two.text)
        features = self.features(one, two, similarity)
        if features is None:
            return 0.0
        table = LEXICAL if similarity is None else WITH_COSINE
        odds = table.bias + sum(getattr(table, name) * value for name, value in features.items())
        return 1.0 / (1.0 + exp(-odds))

    def features(self, a: Signature, b: Signature, similarity: float | None) -> dict[str, float] | None:
        """The named features of a pair; ``None`` where a rule already says they differ."""
        if not is_one_subject(a, b) or (a.qualifiers != b.qualifiers and (a.attribute or b.attribute)):
            return None
        if a.identifiers != b.identifiers and (a.identifiers and b.identifiers):
            return None
        left, right = a.attribute - b.topic, b.attribute - a.topic
        if a.attribute and b.attribute and (left and right):
            return None
        mine, yours = a.topic | a.names, b.topic | b.names
        shared = self._mass(mine & yours)
        union = self._mass(a.topic | b.topic | (a.names & b.names))
        alike = likeness(a.frame, b.frame)
        return {
            "shared": min(shared, 4.0),
            "overlap": shared / union if union else 0.0,
            "contrast": self._contrast(a, b, alike),
            "predicate": alike if SINGLE_VALUED.intersection(a.words[:1], b.words[:1]) else 0.0,
            "cosine": similarity or 0.0,
        }

    def _contrast(self, a: Signature, b: Signature, alike: float) -> float:
        """One frame, a value on each side, and yet another topic word: "for internet", "for insurance"."""
        mine, yours = a.topic - b.topic, b.topic - a.topic
        if a.values and b.values:
            mine, yours = mine | (a.names - b.names), yours | (b.names - a.names)
        elif not (a.names and b.names):
            return 0.0
        return alike * min(1.0, self._mass(mine), self._mass(yours))

    def _mass(self, words: Iterable[str]) -> float:
        rarity = self._rarity
        return sum(rarity(word) for word in words)


def likeness(a: tuple[str, ...], b: tuple[str, ...]) -> float:
    """The share of the longer frame that stands at the same end of both."""
    short, long = min(len(a), len(b)), max(len(a), len(b))
    if not short:
        return 0.0
    front = 0
    while front < short and a[front] == b[front]:
        front += 1
    back = 0
    while back < short - front and a[-1 - back] == b[-1 - back]:
        back += 1
    return (front + back) / long
