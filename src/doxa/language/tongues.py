"""Tongues: which language a text is in, as far as it matters, and the little that is known of each.

English is read by the full rules.  Of other languages only this much is used: how a
question ends, how the speaker names himself, and what is mere courtesy, bidding, imagined
or quoted.  The rest of such a text is kept as it stands, whole, and never translated.
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
# Words so common that they decide, and that English does not have (or not often: see below).
_COMMON = {
    language: frozenset(words.split())
    for language, words in {
        "de": "ich und nicht ist bin mein meine meinen meiner der die das wir habe ein eine einen mit auf "
        "seit wohne "
        "wohnt mag gern mir dir dich bei nach zum zur im dem den für auch sehr hat haben sind wurde werde "
        "würde wenn "
        "oder aber arbeitet arbeite heute morgen",
        "fr": "je est suis mon ma mes la le les des du une nous vous pas avec dans pour chez habite j'ai "
        "j'aime "
        "j'habite c'est et depuis travaille mais aussi très demain être",
        "es": "yo soy mi mis el la los las una tengo vivo vive que en con para por estoy gusta me desde "
        "trabajo "
        "trabaja mañana muy pero también si",
        "it": "io sono il la mio mia della che non per con abito abita ho vivo vive gli mi piace lavoro "
        "lavora da "
        "domani molto anche",
        "pt": "eu sou meu minha os as uma tenho moro mora que em com para não gosto estou trabalho "
        "trabalha desde "
        "muito também amanhã",
        "nl": "ik ben mijn het een niet en woon woont heb van met wij hou sinds werk werkt morgen ook maar",
    }.items()
}
# One of these alone does not make a text foreign.
_ALSO_ENGLISH = frozenset(
    "die bin mag den hat est mon la le les des en con per me mi non da si as em com ben met en vivo el los "
    "las "
    "mis my pour que chez".split()
)
_ENGLISH = frozenset(
    "i the is my and of to a in it for that was with on i'm have are you this an at by from be been has "
    "had he she "
    "we they his her our your not no but so or if as me us them just got really never always about when "
    "what who "
    "how will can don't i've i'll it's like love likes loves".split()
)
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")

# How the speaker is named as subject, at the head of a statement.
FIRST_PERSON = {
    "de": re.compile(
        r"(?:ich|wir|mein|meine|mir|mich|unser|unsere)\b|[^,]{0,30}?\b(?!(?:dass|wenn|weil|ob|als|was|wie|wo|"
        r"und|oder|da)\b)\w+ ich\b",
        re.IGNORECASE,
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
    "ar": re.compile(r"(?:أنا|نحن|لدي|عندي|اسمي|أحب|أعيش|أعمل|أسكن)(?=\s)"),
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
LATIN = frozenset(_POSSESSED)
POSSESSED_RELATION = {
    language: re.compile(
        rf"(?:(?:il|la|a|o) )?(?:{_POSSESSED[language].replace(' ', '|')}) ({words.replace(' ', '|')})\b",
        re.IGNORECASE,
    )
    for language, words in _RELATIONS.items()
} | {
    "zh": re.compile(
        r"我(?:的|们的)?(妈妈|爸爸|母亲|父亲|哥哥|弟弟|姐姐|妹妹|妻子|老婆|丈夫|老公|儿子|女儿|朋友|老板|同事|奶奶|爷爷|"
        r"狗|猫)(?![和跟与])"
    ),
    "ja": re.compile(
        r"(?:私|僕|俺)の(母|父|兄|弟|姉|妹|妻|夫|息子|娘|友達|友人|上司|同僚|犬|猫)(?=は|が|も)"
    ),
    "ru": re.compile(
        r"мо[йяеи] (мать|мама|отец|папа|брат|сестра|жена|муж|сын|дочь|друг|подруга|начальник|собака|кошка|"
        r"кот)\b",
        re.IGNORECASE,
    ),
    "ar": re.compile(r"(أختي|أخي|أمي|أبي|والدتي|والدي|زوجتي|زوجي|ابني|ابنتي|صديقي|صديقتي|مديري)(?=\s)"),
}
_COURTESY = re.compile(
    r"(?:danke|vielen dank|bitte|hallo|guten (?:tag|morgen|abend)|tschüss|merci|bonjour|bonsoir|salut|au "
    r"revoir|gracias|muchas gracias|hola|adiós|buenos días|grazie|ciao|buongiorno|obrigad[oa]|olá|dank je|"
    r"bedankt|"
    r"谢谢|你好|再见|ありがとう|こんにちは|おはよう|감사합니다|안녕하세요|спасибо|привет|здравствуйте|"
    r"شكرا|شكراً|مرحبا|أهلا|السلام عليكم|"
    r"(?:das ist|c'est|c’est|qué|que|è|é) (?:ja |so |très |muy |sehr )?(?:super|toll|schön|klasse|génial|"
    r"bien|"
    r"bonito|bueno|bello|legal|ótimo))"
    r"[^\w]*(?:\w+[^\w]*){0,2}$",
    re.IGNORECASE,
)
# What is asked of the listener, by how it begins; in Japanese and Korean by how it ends.
_BIDDING = re.compile(
    r"(?:kannst|könntest|können) (?:du|sie)\b|(?:vergiss|lösche|schreib|schreibe|zeig|zeige|gib|nenn|nenne|"
    r"hilf|"
    r"übersetze|erkläre|erklär|erzähl|lass uns)\b|"
    r"(?:peux-tu|pouvez-vous|oublie|supprime|écris|donne|montre|aide|explique|traduis|résume|raconte)\b|"
    r"(?:puedes|olvida|borra|escribe|escríbeme|dame|dime|muéstrame|ayúdame|explica|explícame|traduce|resume|"
    r"recuérdame|cuéntame)\b|"
    r"(?:scrivi|dammi|dimmi|aiutami|spiega|traduci|dimentica)\b|(?:escreve|escreva|ajuda|traduza|esquece)\b|"
    r"请|帮|忘(?:掉|记)|删除|给我(?:写|讲|看)|翻译|写一|"
    r"(?:напиши|помоги|расскажи|переведи|забудь|удали|пожалуйста)\b|اكتب|ساعدني|من فضلك|ترجم|اشرح|"
    r".*(?:てください|でください|てくれ|お願いします|주세요|해 ?줘)[。.!！]*$",
    re.IGNORECASE,
)
# What is only imagined.
IMAGINED = re.compile(
    r"falls ich|wenn ich .*\b(?:würde|wäre|hätte|könnte)|stell dir vor|angenommen|si j(?:e |['’])|imagine|"
    r"imagina|ojalá|"
    r"si (?:yo |no )?\w+(?:iera|ara|ese|iese)\b|se (?:io |eu )?\w+(?:ssi|sse)\b|fossi|"
    r"如果我|要是我|假如|假设|想象|もし|.*(?:としたら|だったら)|만약|если бы|представь|لو كنت|تخيل",
    re.IGNORECASE,
)
# What others are quoted as saying, or nobody in particular says.
SAID_BY_OTHERS = re.compile(
    r"[^“「\"«„]{1,20}(?:说|表示|と言)[:：，,]?\s*[“「\"]|[“「«„\"].*[”」»“\"]\s*(?:と|，|,)?\s*\S{0,8}(?:说|言|sagte|"
    r"dijo|dit|disse)|"
    r"\w+ (?:dijo|dice|sagte|sagt|a dit|dit|disse|dice|zei|сказала?)\s*[:,]?\s*[«„“\"]|"
    r"(?:on dit|man sagt|dicen|dizem|dicono|says who|la gente dice|les gens disent) (?:que|dass|che|,)|man "
    r"sagt|"
    r"有人说|人们说|大家(?:都)?说|听说|говорят|يقولون",
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
    words = set(_WORD.findall(text.lower().replace("’", "'")))
    english = len(words & _ENGLISH)
    best, hits = "en", max(1, english)
    for language, common in _COMMON.items():
        found = len(words & common)
        if found > hits or (
            found == hits == 1 and not english and not words & common <= _ALSO_ENGLISH and best == "en"
        ):
            best, hits = language, found
    return best


def is_script(language: str) -> bool:
    """Whether the language is told by its letters."""
    return any(language == other for other, _ in _SCRIPTS)


def is_left_out(text: str) -> bool:
    """What is no statement of the speaker's in any of these languages."""
    bare = text.rstrip("\"'”’」』) ")
    if bare.endswith(("?", "？", ";?", "吗", "؟")) or len(bare) < 4:
        return True
    bare = bare.lstrip("¡¿")
    kinds = (_COURTESY, _BIDDING, IMAGINED, SAID_BY_OTHERS)
    return any(kind.match(bare) is not None for kind in kinds)
