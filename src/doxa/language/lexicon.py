"""Lexicon: closed lists of names that the wording of an attribute may hold."""

from __future__ import annotations

COUNTRIES = frozenset(
    "Argentina Australia Austria Belgium Brazil Bulgaria Canada Chile China Colombia Croatia Denmark "
    "Egypt England Estonia Finland France Germany Greece Hungary Iceland India Indonesia Iran Iraq "
    "Ireland Israel Italy Japan Kenya Latvia Lithuania Malaysia Mexico Morocco Nepal Netherlands "
    "Nigeria Norway Pakistan Peru Philippines Poland Portugal Romania Russia Scotland Serbia Slovakia "
    "Slovenia Spain Sweden Switzerland Taiwan Thailand Tunisia Turkey Ukraine Vietnam Wales America "
    "Europe Asia Africa US USA UK".split()
)
LANGUAGES = frozenset(
    "Arabic Bengali Bulgarian Cantonese Catalan Chinese Croatian Czech Danish Dutch English Estonian "
    "Finnish French German Greek Hebrew Hindi Hungarian Icelandic Indonesian Irish Italian Japanese "
    "Korean Latin Latvian Lithuanian Malay Mandarin Norwegian Persian Polish Portuguese Punjabi "
    "Romanian Russian Serbian Slovak Slovenian Spanish Swahili Swedish Tamil Thai Turkish Ukrainian "
    "Urdu Vietnamese Welsh".split()
)
PETS = (
    r"dog|cat|puppy|kitten|hamster|rabbit|parrot|horse|goldfish|fish|turtle|snake|guinea pig|lizard|bird|"
    r"budgie|ferret"
)
OCCUPATIONS = (
    r"accountant|actor|actress|analyst|architect|artist|attorney|baker|barista|biologist|bookkeeper|builder|"
    r"bus driver|carpenter|"
    r"chef|chemist|consultant|cook|counselor|dancer|data scientist|dentist|designer|developer|doctor|editor|"
    r"electrician|engineer|"
    r"farmer|firefighter|florist|gardener|hairdresser|historian|illustrator|journalist|judge|lawyer|"
    r"lecturer|librarian|manager|"
    r"marketer|mechanic|midwife|musician|nurse|paramedic|pharmacist|photographer|physicist|physiotherapist|"
    r"pilot|plumber|"
    r"police officer|professor|programmer|psychologist|researcher|sales\w*|scientist|secretary|social "
    r"worker|software \w+|student|"
    r"surgeon|surveyor|teacher|therapist|translator|vet|waiter|waitress|web developer|writer"
)
DIETS = r"vegetarian|vegan|pescatarian|pescetarian|flexitarian|carnivore|omnivore"
# Things that one person has one of, and that "my ... is" names outright.
VALUE_NOUNS = (
    r"number|password|passphrase|passcode|pin|pin code|email|e-mail|address|e-mail address|email address|"
    r"postcode|zip code|zip|"
    r"username|user name|handle|birthday|date of birth|age|height|weight|shoe size|size|salary|rent|blood "
    r"type|"
    r"blood group|hometown|home town|nationality|citizenship|job title|employer|occupation|profession|major|"
    r"(?:first|last|middle|maiden|full|sur)\s?name|surname|native language|mother tongue|star sign|zodiac "
    r"sign|license plate|locker"
)

# Several names of one attribute.
SYNONYMS = {
    "mobile_number": "phone",
    "cell_number": "phone",
    "phone_number": "phone",
    "telephone_number": "phone",
    "number": "phone",
    "mobile_phone_number": "phone",
    "cell_phone_number": "phone",
    "e_mail": "email",
    "email_address": "email",
    "e_mail_address": "email",
    "home_address": "address",
    "date_of_birth": "birthday",
    "zip": "postcode",
    "zip_code": "postcode",
    "home_town": "hometown",
    "occupation": "job_title",
    "profession": "job_title",
    "job": "job_title",
    "surname": "last_name",
    "mother_tongue": "native_language",
    "zodiac_sign": "star_sign",
    "user_name": "username",
    "blood_group": "blood_type",
}
