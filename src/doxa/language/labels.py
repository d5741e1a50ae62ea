"""Labels: the words before a colon that say whose the words after it are.

"Summarise this email:", "Lyrics:" and "On Monday Tom wrote:" announce somebody else's words, or
none that are meant as so.  "About me:", "Update:" and "Reminder for myself:" announce the speaker's own.
Each kind is one table; ``head`` is what stands between the last sentence and the colon.
"""

from __future__ import annotations

import re
from enum import Enum


class Label(Enum):
    """What a head announces, as far as remembering goes."""

    OWN = "own"
    FOREIGN = "foreign"  # and the head itself is no statement either
    TOLD = "told"  # foreign, while the head is a statement: "I got this email from Tom"
    SPOKEN = "spoken"  # "Tom told me": foreign where the speech is copied, not where it is told in passing


# What a text is called.  Not "note", "update", "reminder", "list": people write these of themselves.
_TEXT = (
    r"(?:e-?mails?|mails?|letters?|messages?|dms?|texts?|text messages?|sms|articles?|stor(?:y|ies)|poems?|"
    r"songs?|(?:song )?lyrics|verses?|quotes?|quotations?|transcripts?|cvs?|r[eé]sum[eé]s?|bios?|essays?|"
    r"posts?|tweets?|comments?|reviews?|passages?|excerpts?|extracts?|paragraphs?|sentences?|"
    r"documents?|abstracts?|chapters?|scripts?|dialogues?|dialogs?|conversations?|chats?|threads?|prompts?|"
    r"monologues?|speech(?:es)?|novels?|scenes?|snippets?|code|screenshots?|pages?|reply|replies|"
    r"drafts?|translations?|reports?|diary|memos?|captions?|adverts?|ads?|testimonials?|logs?)\b"
)
_ASKED = (
    r"(?:(?:please|pls|kindly|just|now|then|and|so|ok|okay|hey|hi|also|next)[,!]? )*"
    r"(?:(?:can|could|would|will) you (?:please |also |just )?|help me (?:to )?|i (?:want|need) you to |"
    r"i(?:'d| would) like you to |let's |your task is to |try to )*(?:please )?"
)
_WORK = (
    r"(?:summari[sz]e|sum up|translate|transcribe|proof-?read|rewrite|re-write|rephrase|paraphrase|reword|"
    r"write|draft|compose|continue|polish|shorten|simplify|condense|critique|analy[sz]e|"
    r"summary of|translation of|tl;?dr)\b"
)
# These need an object that is a text: "Fix this:", "Check the grammar:", but not "Check this out:".
_WORK_ON = (
    r"(?:fix|correct|edit|improve|check|review|finish|complete|explain|read|reply to|respond to|"
    r"answer|look at|grade|rate|format|convert|parse|extract|classify|comment on|turn|make|repeat|"
    r"spell-?check|interpret|have a look at|see)\b"
)
_OBJECT = rf"(?:[^:\n]*?\b(?:{_TEXT}|grammar|spelling|typos?|wording|punctuation)| (?:this|the following)$)"
_ASKS_ABOUT = (
    rf"what (?:do you (?:think|make) (?:of|about)|does|do|is|are)\b[^:\n]*\b{_TEXT}"
    r"|what does (?:this|that|it|the following) (?:mean|say)|what is the (?:meaning|tone) of (?:this|the)\b"
    rf"|is (?:this|the) (?:\w+ )?{_TEXT}|how (?:do|would|can|should) (?:you|i) (?:say|translate|reply|"
    r"respond|answer|rewrite|rephrase)\b"
)
_OTHER_TONGUES = (
    r"(?:übersetze?|korrigiere|verbessere|fasse? |schreibe?\b|traduis|traduisez|résume|résumez|"
    r"corrigez|écris|traduce|traduzca|resume\b|corrige|escribe|traduci|riassumi|correggi|scrivi|traduza|traduz|"
    r"vertaal|vat |переведи|исправь|напиши)"
)
_INSTRUCTION = re.compile(
    rf"{_ASKED}(?:{_WORK}|{_WORK_ON}{_OBJECT}|{_ASKS_ABOUT}|{_OTHER_TONGUES})", re.IGNORECASE
)
_BORDER = re.compile(
    r"(?:[,;]|\s[-–—])\s+(?:(?:and|but|so|then) )?(?=(?:please|pls|can|could|would|help me)\b)"
)

_WHOSE = r"(?:the |this |that |these |an? |his |her |their |[A-Z]?[\w.-]+['’]s? |(?:my|our) [\w-]+['’]s? )"
_FROM = (
    r"(?: (?:from|by|of|to|in|i (?:got|received|found|saw|read|copied)|(?:he|she|they|we|someone) "
    r"(?:sent|wrote|posted)|below|above|says|reads|goes)\b[^:\n]*)?"
)
_BARE = (
    r"(?:e-?mail|mail|letter|(?:text )?message|text|(?:news |blog )?article|poem|song|(?:song )?lyrics|quote|"
    r"quotation|transcript|essay|passage|excerpt|paragraph|abstract|document|cover letter|original|"
    r"translation|prompt|story|blog post|sample text|input|source text)"
)
_NAMED = re.compile(
    rf"(?:{_WHOSE}{{0,2}}{_BARE}(?<!the story){_FROM}"
    rf"|(?:the |this |his |her |their |[A-Z][\w.-]+['’]s? |(?:my|our) [\w-]+['’]s? ){_TEXT}{_FROM})",
    re.IGNORECASE,
)
_HERE_IS = re.compile(
    r"(?:(?:so|ok|okay|well|and|but|hey)[,!]? )*(?:here(?:'s| is| are)|this is|these are|below(?: is| are)?|"
    r"(?:see |in )?the following|from)\b(?! (?:the|a|my|our) (?:\w+ )?story\b)"
    rf"[^:\n]*\b{_TEXT}",
    re.IGNORECASE,
)
_TOLD = re.compile(
    r".*\b(?:(?:i|we)(?:'ve)? (?:just |once |also )?(?:got|received|found|copied|saw|read|have) "
    rf"(?:this|an?|the|that|another|one)\b[^:\n]*\b{_TEXT}[^:\n]*"
    rf"|(?:sent|forwarded|e-?mailed|texted|messaged|dm'd) (?:me|us)\b[^:\n]*"
    rf"|{_TEXT} (?:says|said|reads|goes))",
    re.IGNORECASE,
)
_WROTE = re.compile(
    r".*\b(?:wrote|writes|has written|schrieb|a écrit|escribi[óo]|ha scritto|escreveu|schreef|написала?)"
    r"(?: (?:to )?(?:me|us|this|that))?(?: (?:this|back|yesterday|today|in \w+|on \w+))?",
    re.IGNORECASE | re.DOTALL,
)
_SPOKE = re.compile(
    r".*\b(?:said|says|told|tells|replied|answered|asked|shouted|explained|announced|goes like this|"
    r"was like|goes)(?: (?:me|us|him|her|them|this|that|to (?:me|us|him|her|them)))?",
    re.IGNORECASE,
)
_BY_ME = re.compile(
    r"\b(?:i|we)(?:'ve|'d| have| had| once| just| already| also| always| \w+ly)* (?:wrote|written|said|say|"
    r"told|tell|replied|answered|explained|announced|asked|write)\b",
    re.IGNORECASE,
)
# What is said of oneself, or asked to be kept, whatever it is called.
_MINE = re.compile(
    rf"\b(?:about|from|by|of) (?:me|myself)\b(?! {_TEXT})"
    r"|\b(?:to|for) (?:my|your|the) (?:memory|notes?|records?)\b"
    r"|\bmemor(?:y|ies)\b|\b(?:write|put|note|take|get) (?:(?:this|that|it|the following) )?down\b|\bdown\b$"
    r"|\b(?:my|the|your) (?:own )?(?:notes?|records?|diary|profile|preferences)\b|\bnote to self\b"
    r"|\b(?:my|our) (?:own )?(?:bio|cv|r[eé]sum[eé]|cover letter|introduction|story)\b"
    r"|\bwhat you know\b|\bcheck this out\b|\bremember\b",
    re.IGNORECASE,
)
_NAMES_A_TEXT = re.compile(
    rf"\b(?:this|these|the following)\b(?: [\w-]+)? {_TEXT}(?: below)?$", re.IGNORECASE
)


def label_of(head: str) -> tuple[Label, int]:
    """What ``head`` announces, and where in it the label begins: "I moved, can you translate this"."""
    head = head.rstrip().replace("’", "'")
    if not head or _MINE.search(head):
        return Label.OWN, 0
    starts = [0, *(border.end() for border in _BORDER.finditer(head))]
    for start in starts:
        if _INSTRUCTION.match(head, start) or _HERE_IS.match(head, start):
            return Label.FOREIGN, start
    if _NAMED.fullmatch(head):
        return Label.FOREIGN, 0
    if _BY_ME.search(head):
        return Label.OWN, 0
    if _WROTE.fullmatch(head):
        return Label.FOREIGN, 0
    if _TOLD.fullmatch(head):
        return Label.TOLD, 0
    return (Label.SPOKEN, 0) if _SPOKE.fullmatch(head) else (Label.OWN, 0)


def asks_about_a_text(line: str) -> bool:
    """A whole line that asks for work on what follows it, without a colon: "Can you sum up this email?"."""
    line = line.strip().rstrip(".?!").replace("’", "'")
    return (
        _NAMES_A_TEXT.search(line) is not None
        and not _MINE.search(line)
        and _INSTRUCTION.match(line) is not None
    )
