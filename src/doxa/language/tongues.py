"""Tongues: which language a text is in, as far as it matters, and the little that is known of each.

English is read by the full rules.  Of other languages only this much is used: how a
question ends, how the speaker names himself, and what is mere courtesy.  The rest of
such a text is kept as it stands, whole, and never translated.
"""

from __future__ import annotations

import re

_SCRIPTS = (
    ("ja", re.compile(r"[\u3040-\u30ff]")),
    ("ko", re.compile(r"[\uac00-\ud7af]")),
    ("zh", re.compile(r"[\u4e00-\u9fff]")),
    ("ru", re.compile(r"[\u0400-\u04ff]")),
    ("ar", re.compile(r"[\u0600-\u06ff]")),
    ("el", re.compile(r"[\u0370-\u03ff]")),
    ("he", re.compile(r"[\u0590-\u05ff]")),
    ("th", re.compile(r"[\u0e00-\u0e7f]")),
    ("hi", re.compile(r"[\u0900-\u097f]")),
)
# Words so common that two of them decide, and that English does not have.
_COMMON = {
    "de": frozenset(
        "ich und nicht ist bin mein meine der die das wir habe ein eine mit auf seit wohne mag gern".split()
    ),
    "fr": frozenset(
        "je est suis mon ma les des une nous pas avec dans pour habite j'ai j'aime c'est et depuis".split()
    ),
    "es": frozenset(
        "yo soy mi el los una tengo vivo que en con para por estoy gusta desde mis trabajo".split()
    ),
    "it": frozenset("io sono il mio mia della che non per con abito ho vivo gli mi piace lavoro da".split()),
    "pt": frozenset(
        "eu sou meu minha os uma tenho moro que em com para não gosto estou trabalho desde".split()
    ),
    "nl": frozenset("ik ben mijn het een niet en woon heb van met wij hou sinds werk".split()),
}
_ENGLISH = frozenset("i the is my and of to a in it for that was with on i'm have are you this".split())
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")

# How the speaker is named as subject, at the head of a statement.
FIRST_PERSON = {
    "de": re.compile(
        r"(?:ich|wir|mein|meine|mir|mich|unser|unsere)\b|.{0,40}?\b(?:bin|habe) ich\b", re.IGNORECASE
    ),
    "fr": re.compile(
        r"(?:je|j'|j’|nous|mon|ma|mes|moi|notre|nos)\b|(?:j['’])|.{0,40}?,? je\b", re.IGNORECASE
    ),
    "es": re.compile(
        r"(?:yo|mi|mis|me|nosotros|nuestr[oa]s?|soy|estoy|tengo|vivo|trabajo|prefiero|quiero|"
        r"voy|fui|hago|hablo|no me|no soy|no tengo)\b",
        re.IGNORECASE,
    ),
    "it": re.compile(
        r"(?:io|mio|mia|mi|noi|sono|ho|vivo|abito|lavoro|preferisco|voglio|vado|parlo|il mio|"
        r"la mia|non sono|non ho)\b",
        re.IGNORECASE,
    ),
    "pt": re.compile(
        r"(?:eu|meu|minha|me|nós|sou|estou|tenho|moro|trabalho|prefiro|quero|vou|gosto|não sou|"
        r"não tenho)\b",
        re.IGNORECASE,
    ),
    "nl": re.compile(r"(?:ik|wij|mijn|ons|onze)\b|.{0,30}?\b(?:ben|heb) ik\b", re.IGNORECASE),
    "zh": re.compile(r"(?:我|我们|咱们)|(?:今天|昨天|明天|现在|最近|每天)我"),
    "ja": re.compile(r"(?:私|僕|俺|わたし|ぼく|あたし|うち)"),
    "ko": re.compile(r"(?:나는|저는|내|제|우리|난|전)(?=\s|\b)"),
    "ru": re.compile(r"(?:я|мы|мой|моя|мои|моё|мне|меня|у меня|наш|наша)\b", re.IGNORECASE),
}
_RELATIONS = {
    "de": "mutter vater bruder schwester sohn tochter frau mann freund freundin chef oma opa kollege "
    "kollegin hund katze",
    "fr": "mère père frère sœur soeur fils fille femme mari ami amie chef patron grand-mère grand-père "
    "collègue chien chat",
    "es": "madre padre hermano hermana hijo hija esposa esposo marido mujer amigo amiga jefe abuela abuelo "
    "perro gato novia novio",
    "it": "madre padre fratello sorella figlio figlia moglie marito amico amica capo nonna nonno cane gatto",
    "pt": "mãe pai irmão irmã filho filha esposa marido amigo amiga chefe avó avô cachorro gato",
    "nl": "moeder vader broer zus zoon dochter vrouw man vriend vriendin baas oma opa hond kat",
}
_POSSESSED = {
    "de": "mein meine",
    "fr": "mon ma",
    "es": "mi",
    "it": "mia mio",
    "pt": "minha meu",
    "nl": "mijn",
}
POSSESSED_RELATION = {
    language: re.compile(
        rf"(?:(?:il|la) )?(?:{_POSSESSED[language].replace(' ', '|')}) ({words.replace(' ', '|')})\b",
        re.IGNORECASE,
    )
    for language, words in _RELATIONS.items()
}
_COURTESY = re.compile(
    r"(?:danke|vielen dank|bitte|hallo|guten (?:tag|morgen|abend)|tschüss|merci|bonjour|bonsoir|salut|au "
    r"revoir|gracias|hola|adiós|"
    r"buenos días|grazie|ciao|buongiorno|obrigad[oa]|olá|dank je|bedankt|"
    r"谢谢|你好|再见|ありがとう|こんにちは|감사합니다|안녕하세요|"
    r"спасибо|привет)"
    r"[^\w]*(?:\w+[^\w]*){0,2}$",
    re.IGNORECASE,
)
_BIDDING = re.compile(
    r"(?:kannst|könntest|können) (?:du|sie)\b|vergiss\b|lösche\b|peux-tu|pouvez-vous|oublie\b|supprime\b|"
    r"puedes\b|olvida\b|borra\b|"
    r"请|帮我|忘(?:掉|记)|删除|falls ich|wenn ich .* wäre|si j'étais|si yo fuera|如果我|要是我",
    re.IGNORECASE,
)


def language_of(text: str, told: str) -> str:
    """The language of ``text``: by its script, else as told, else by its commonest words.

    >>> language_of("我每周三晚上练习竖琴", "en"), language_of("Ich wohne in Oslo und mag Tee", "en")
    ('zh', 'de')
    """
    told = told.split("-")[0].lower()
    if text.isascii() and told != "en":
        return told
    if not text.isascii():
        for language, letters in _SCRIPTS:
            if letters.search(text):
                return language if told not in ("zh", "ja", "bg", "uk", "sr", "fa", "ur") else told
    if told != "en":
        return told
    words = set(_WORD.findall(text.lower()))
    best, hits = "en", max(1, len(words & _ENGLISH))
    for language, common in _COMMON.items():
        found = len(words & common)
        if found > hits:
            best, hits = language, found
    return best


def is_left_out(text: str) -> bool:
    """What is no statement in any of these languages: questions, courtesies, biddings, talk to the memory."""
    bare = text.rstrip("\"'”’」』) ")
    if bare.endswith(("?", "？", ";?", "吗", "؟")) or len(bare) < 4:
        return True
    return _COURTESY.match(bare.lstrip("¡¿")) is not None or _BIDDING.match(bare) is not None
