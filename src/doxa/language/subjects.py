"""Subjects: whom a statement is about.

The owner only where the owner's own words say "I", "we" or "my ...".  A relative, a
friend or a pet is a relationship; the owner's project is itself only where it is the
grammatical subject; everyone and everything else is a third party, under the words that
name it ("Sam from billing" is not "Sam from legal").
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from doxa.domain.claim import SubjectScope

OWNER = "user"
UNKNOWN = "unknown"

RELATIONS = frozenset(
    "mother mom mum mommy mama dad father daddy papa parents parent brother brothers sister sisters "
    "sibling siblings son sons daughter daughters kid kids child children baby toddler twins wife "
    "husband spouse partner boyfriend girlfriend fiance fiancé fiancee fiancée ex grandma grandmother "
    "grandpa grandfather grandparents granny aunt uncle cousin cousins niece nephew nieces nephews "
    "family fam in-laws mother-in-law father-in-law sister-in-law brother-in-law stepmother stepfather "
    "stepson stepdaughter stepbrother stepsister godmother godfather godson goddaughter friend friends "
    "bestie buddy pal mate roommate roommates flatmate flatmates housemate neighbor neighbors neighbour "
    "neighbours colleague colleagues coworker coworkers co-worker co-workers boss manager supervisor "
    "teacher tutor professor advisor adviser coach mentor mentee therapist doctor dentist gp vet "
    "landlord landlady tenant lawyer accountant trainer instructor hairdresser barber nanny babysitter "
    "client clients student students dog dogs cat cats pet pets puppy puppies kitten kittens hamster "
    "rabbit parrot horse guinea-pig turtle".split()
)
PROJECTS = frozenset(
    "app startup start-up project company business website site blog podcast newsletter channel novel "
    "thesis dissertation repo repository product prototype band shop store bakery cafe café restaurant "
    "studio".split()
)
# Words after which a noun phrase is over.
_VERBS = frozenset(
    "is are was were am be has have had will would can could may might must should shall does do did "
    "don't doesn't isn't aren't wasn't weren't won't can't just also always never usually often really "
    "recently now still finally actually currently already only even who that which and or in on at to "
    "of for with from".split()
)
# What may stand before the subject: "Since Monday I ...", "Luckily, my sister ...".
_LEADS = frozenset(
    "since until till from in on at by for during after before over last next this these every each "
    "yesterday today tonight tomorrow now then when whenever while because although though even as with "
    "without right growing sometimes also just still once most some first luckily maybe perhaps "
    "honestly apart besides despite given considering back ever one two three years months weeks days "
    "later soon earlier afterwards instead so and but plus to".split()
)
_SUBJECT = re.compile(r"(?:^|(?<=[\s,]))(?:I|[Ww]e|[Hh]e|[Ss]he|[Tt]hey|[Mm]y|[Oo]ur)(?=[\s'])")
_HELD = re.compile(r"\b(?:in|at|on|with|of|from|to|by|for|during|after|before|and|about|like|as|over)\s+$")
_FIRST = re.compile(
    r"(?:I|we|We|i)(?='|\s|$)|(?:me|Me) and \w+(?= )|(?:[Mm]y|[Oo]ur) (?:\S+ ){1,4}?and I(?= )|[A-Z]\w+ and "
    r"I(?= )"
    r"|(?:[Tt]he|[Tt]hat) (?:one|ones|time|day|place|person)(?:,? (?:where|when|that|which|who))? I(?='| )"
)
_MY = re.compile(r"(?:[Mm]y|[Oo]ur)\s+")
_PERSON = re.compile(r"(?:He|She|he|she)(?='|\s)")
_NAME_AFTER = re.compile(r"(?:,? (?:named |called |is )?)([A-Z][\w-]+)\b")
_ADVERBS = (
    r"(?:(?:also|just|really|never|always|recently|now|still|usually|probably|often|finally|"
    r"currently|even|definitely|truly|already|totally|sometimes|all|both)\s+)?"
)
_AUXILIARY = (
    r"(?:is|are|was|were|has|have|had|will|would|can|could|may|might|must|should|does|do|did|doesn't|don't|"
    r"isn't|aren't|"
    r"wasn't|weren't|won't|can't|couldn't|hasn't|didn't|lives|works|likes|loves|wants|moved|left|went|got|"
    r"said|says|told|came|became|met|saw|took|"
    r"made|gave|bought|ate|wrote|won|lost|found|ran|began|broke|built|taught|brought|knew|thinks|knows|"
    r"makes)\b"
)
# After a name, or "the" and one noun, any word with a verb's ending is one; not in "creative projects".
_ENDING = r"(?!(?:his|this|always|perhaps|news|yes)\b)[a-z]{2,}(?:ed|es|s)\b"
_NOUN_PHRASE = re.compile(
    rf"(?P<np>(?:[A-Z](?!\w+ing\b)[\w.-]+|(?:[Tt]he|A|An|This|That|His|Her|Their) "
    rf"[\w-]+)(?=\s+{_ADVERBS}{_ENDING})"
    r"|(?!(?:I|My|It's|my|i)\b)[\w.-]+(?:\s+(?!(?:I|my|we|you|he|she|they)\b)[\w.-]+){0,6}?)"
    rf"(?='s\s|\s+{_ADVERBS}(?:{_AUXILIARY}|{_ENDING}))"
)
_NAMED = re.compile(
    r"(?!(?:It|This|That|These|Those|They|There|He|She|You|Both|Some|All|Everyone|Everybody|Sounds|Seems|"
    r"Looks|Maybe|What|Who|No|Yes)\b)[A-Z][\w-]+(?: (?:(?:from|of|in|at) )?[\w-]+){0,2}$"
)


@dataclass(frozen=True, slots=True)
class Subject:
    """Who, in which relation to the owner, and where in the text the words about them begin.

    ``noun_at`` is where the noun after "my" or "my sister's" begins ("my sister's | favourite
    opening is"), for what the text says of that noun; -1 where there is none.
    """

    name: str
    scope: SubjectScope
    rest_at: int
    noun_at: int = -1
    is_person: bool = False

    @property
    def is_named(self) -> bool:
        """Whether the words tell this subject from every other: not "she", not "those moments"."""
        return self.scope is not SubjectScope.THIRD_PARTY or _NAMED.match(self.name) is not None


def subject_of(text: str) -> Subject:
    """The subject of an English statement, whose openers are already off."""
    at = _subject_at(text)
    return _owner(text, at) or _possessed(text, at) or _third(text, at)


def _subject_at(text: str) -> int:
    first = text.split(None, 1)[0] if text else ""
    word = first.lower().strip(",'")
    if word not in _LEADS and not word.endswith(("ly", "ing")):
        return 0
    comma = text.find(",")
    if 0 < comma < 60:
        after = comma + 1 + (len(text) - comma - 1 - len(text[comma + 1 :].lstrip()))
        if _SUBJECT.match(text, after):
            return after
    if word.endswith("ing"):
        return 0
    for found in _SUBJECT.finditer(text):
        if not (found.group()[0] in "mMoO" and _HELD.search(text, 0, found.start())):
            return found.start()
    return comma + 2 if 0 < comma < 60 and text[comma + 2 : comma + 3].isupper() else 0


def _owner(text: str, at: int) -> Subject | None:
    first = _FIRST.match(text, at)
    return Subject(OWNER, SubjectScope.PRIMARY_USER, first.end()) if first else None


def _possessed(text: str, at: int) -> Subject | None:
    """What comes after "my" or "our": a relative, a project, or a thing of the owner's."""
    my = _MY.match(text, at)
    if my is None:
        return None
    position = my.end()
    for word in text[my.end() :].split(" ")[:5]:
        bare = word.lower().rstrip(",.!?")
        noun = re.sub("['’]s?$", "", bare)
        possessive = noun != bare
        if noun in RELATIONS or noun in PROJECTS:
            return _related(text, position, word, noun, possessive)
        if bare in _VERBS:
            break
        position += len(word) + 1
    return Subject(OWNER, SubjectScope.PRIMARY_USER, my.end(), my.end())


def _related(text: str, position: int, word: str, noun: str, possessive: bool) -> Subject:
    end = position + len(word.rstrip(",.!?"))
    scope = SubjectScope.USER_RELATIONSHIP if noun in RELATIONS else SubjectScope.USER_OWNED_PROJECT
    is_person = noun in RELATIONS
    if possessive:
        end_of_noun = end
        if re.match(r"\s+[a-z]", text[end:]):  # "my sister's favourite ...", and not "my sister's in Rome"
            return Subject(noun, scope, end - 2, end_of_noun + 1, is_person)
        return Subject(noun, scope, end - 2, -1, is_person)
    name = _NAME_AFTER.match(text, end)
    if name and not name.group().lstrip(" ,").startswith("is "):
        rest = name.end() + (1 if text[name.end() : name.end() + 1] == "," else 0)
        noun_at = rest + 3 if text[rest : rest + 3] == "'s " else -1
        return Subject(name[1], scope, rest, noun_at, is_person)
    return Subject(noun, scope, end, -1, is_person)


# Words that bear a capital only where they begin a sentence.
_SMALL = frozenset(
    "The A An This That These Those It They He She There Everyone His Her Their Your So".split()
)


def _third(text: str, at: int) -> Subject:
    """The words before the first verb; a bare pronoun stays one, for whoever knows what came before."""
    found = _NOUN_PHRASE.match(text, at)
    if found is None:
        return Subject(UNKNOWN, SubjectScope.THIRD_PARTY, at)
    name = found["np"]
    noun_at = found.end() + 3 if text[found.end() : found.end() + 3] == "'s " else -1
    is_person = _PERSON.match(text, at) is not None or (name[:1].isupper() and " " not in name)
    if name.split(" ", 1)[0] in _SMALL:
        name = name[0].lower() + name[1:]
    return Subject(name, SubjectScope.THIRD_PARTY, found.end(), noun_at, is_person)


def is_pronoun(text: str) -> bool:
    """Whether a statement begins with "he" or "she", whom only the sentences before can name."""
    return _PERSON.match(text) is not None
