"""Dates in other languages than English: a table finds the phrase, dateparser reads it.

Left to search a whole text, dateparser takes "mi" or "a" for a weekday; given a phrase
it is dependable.  It takes 0.3 s to import, so only a text with such a phrase pays for it.
"""

from __future__ import annotations

import re
import warnings
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from .english_dates import Interval, month_interval

if TYPE_CHECKING:
    from .dates import Relation

# A month by name, with or without its year: the whole of it is meant.
_A_MONTH = re.compile(
    r"(?:januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember|"
    r"janvier|février|mars|avril|juin|juillet|août|septembre|octobre|novembre|décembre|"
    r"enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre)(?: (?:de "
    r")?\d{4})?"
)
_DAY_NUMBER = r"(?:(?:le |el |am |den |dem |der )?\d{1,2}(?:er|\.)? (?:de )?)?"
_YEAR = r"(?: (?:de )?(?:19|20)\d\d)?"


def _table(words: str, months: str, spans: str) -> re.Pattern[str]:
    return re.compile(
        rf"(?<!\w)(?:{words}|{spans}|{_DAY_NUMBER}(?:{months}){_YEAR}|\d{{1,2}}[./]\d{{1,2}}[./](?:\d{{4}}|"
        rf"\d\d)?|"
        r"(?:19|20)\d\d-\d\d-\d\d)(?!\w)",
        re.IGNORECASE,
    )


_NUMBER_DE = r"(?:\d+|einem|einer|zwei|drei|vier|fünf|sechs)"
_NUMBER_FR = r"(?:\d+|une?|deux|trois|quatre|cinq|six)"
_NUMBER_ES = r"(?:\d+|una?|dos|tres|cuatro|cinco|seis)"

# dateparser knows figures in every language, number words only in some.
_COUNTS = {
    word: str(number)
    for number, words in enumerate(
        (
            "einem einer une un una",
            "zwei deux dos",
            "drei trois tres",
            "vier quatre cuatro",
            "fünf cinq cinco",
            "sechs six seis",
        ),
        1,
    )
    for word in words.split()
}

# language: (phrases, words that mean since, words that mean until)
TABLES: dict[str, tuple[re.Pattern[str], str, str]] = {
    "de": (
        _table(
            r"vorgestern|gestern|heute|(?<!guten )(?<!am )(?<!jeden )morgen|übermorgen|montag|dienstag|"
            r"mittwoch|donnerstag|freitag|samstag|sonntag",
            "januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember",
            rf"vor {_NUMBER_DE} (?:tag(?:en)?|wochen?|monat(?:en)?|jahr(?:en)?)|"
            rf"in {_NUMBER_DE} (?:tag(?:en)?|wochen?|monat(?:en)?|jahr(?:en)?)",
        ),
        "seit",
        "bis",
    ),
    "fr": (
        _table(
            r"avant-hier|hier|aujourd'hui|demain|après-demain|lundi|mardi|mercredi|jeudi|vendredi|samedi|"
            r"dimanche",
            "janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre",
            rf"il y a {_NUMBER_FR} (?:jours?|semaines?|mois|ans?)|dans {_NUMBER_FR} (?:jours?|semaines?|"
            rf"mois|ans?)",
        ),
        "depuis",
        "jusqu'(?:à|au|en)",
    ),
    "es": (
        _table(
            r"anteayer|ayer|hoy|(?<!la )(?<!las )(?<!por )mañana|pasado mañana|lunes|martes|miércoles|"
            r"jueves|viernes|sábado|domingo",
            "enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre",
            rf"hace {_NUMBER_ES} (?:días?|semanas?|mes(?:es)?|años?)|(?:en|dentro de) {_NUMBER_ES} (?:días?|"
            rf"semanas?|mes(?:es)?|años?)",
        ),
        "desde",
        "hasta",
    ),
    "zh": (
        re.compile("前天|昨天|今天|明天|后天|上周|下周|去年|明年|(?:\\d{4}年)?\\d{1,2}月\\d{1,2}[日号]"),
        "(?!)",
        "(?!)",
    ),
    "ja": (
        re.compile("一昨日|昨日|今日|明日|明後日|先週|来週|去年|来年|(?:\\d{4}年)?\\d{1,2}月\\d{1,2}日"),
        "(?!)",
        "(?!)",
    ),
}


def resolve_phrases(text: str, now: datetime, language: str) -> list[tuple[int, int, Interval, Relation]]:
    """The phrases of ``text`` with the local time each names; none for a language without a table."""
    from .dates import Relation  # dates imports this module

    table = TABLES.get(language.split("-")[0].lower())
    found: list[tuple[int, int, Interval, Relation]] = []
    if table is None:
        return found
    phrases, since, until = table
    article = r"\s+(?:le |el |la |dem |zum |am )?$"
    for match in phrases.finditer(text):
        before = text[: match.start()]
        sign = Relation.AT
        if re.search(rf"(?<!\w)(?:{since}){article}", before, re.IGNORECASE):
            sign = Relation.SINCE
        elif re.search(rf"(?<!\w)(?:{until}){article}", before, re.IGNORECASE):
            sign = Relation.UNTIL
        interval = _read(match.group(), now, language, "future" if sign is Relation.UNTIL else "past")
        if interval is not None:
            found.append((match.start(), match.end(), interval, sign))
    return found


def _read(phrase: str, now: datetime, language: str, prefer: str) -> Interval | None:
    import dateparser  # slow to import: only for a text with a date in it

    phrase = " ".join(_COUNTS.get(word, word) for word in phrase.lower().split())
    settings = {
        "RELATIVE_BASE": now,
        "PREFER_DATES_FROM": prefer,
        "PREFER_DAY_OF_MONTH": "first",
        "DATE_ORDER": "DMY",
        "RETURN_AS_TIMEZONE_AWARE": False,
    }
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about dates without a year, which the settings decide
            at = dateparser.parse(phrase, languages=[language.split("-")[0].lower()], settings=settings)
    except Exception:  # noqa: BLE001  a parser of free text must never fail the capture of it
        return None
    if at is None:
        return None
    if at.day == 1 and _A_MONTH.fullmatch(phrase):
        return month_interval(at.year, at.month)
    begins = at.replace(hour=0, minute=0, second=0, microsecond=0)
    return begins, begins + timedelta(days=1), "day"
