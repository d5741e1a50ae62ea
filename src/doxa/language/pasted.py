"""Pasted: the stretches of a turn that are not the speaker's own words.

What somebody pastes in - a mail to be summed up, lyrics, a code fence, a quoted reply - says "I" of
somebody else.  A stretch begins at its label and ends as it can be seen to end: a fence at its closing
fence, a quotation at its closing mark, a letter at its signature, all else at the next blank line.
After it the speaker's own words count again.  Where the end cannot be seen, more is left out rather than
less: a statement that is missed can be made again, while a stranger's would displace a true one.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from operator import itemgetter

from .labels import Label, asks_about_a_text, label_of
from .sentences import Span, strip

_BLANK_LINE = re.compile(r"\n[ \t\r]*\n")
_COLON = re.compile(r"(?:[:：](?=\s|[\"“«„'‘>`])|(?<=[a-z]):(?=[A-Z]))")
_HEAD_LIMIT = 240  # characters before a colon that may be its label
_HEAD_BREAK = re.compile(r"(?:[.!?…][\"”’)]?\s+|[\n:])\s*")
# An unclosed fence that opens a line goes on to the end, as in Markdown; in a sentence it opens nothing.
_FENCE = re.compile(
    r"^[ ]{0,3}(`{3,}|~{3,})[^\n`]*(?:\n.*?(?:^[ ]{0,3}\1[`~]*|\Z)|\Z)|(`{3,}).+?\2", re.MULTILINE | re.DOTALL
)
_QUOTED_LINES = re.compile(r"(?:^[ \t]*>[^\n]*(?:\n|\Z))+", re.MULTILINE)
_HEADER = (
    r"[ \t*_>]*(?:from|to|cc|bcc|subject|sent|date|reply-to|von|an|betreff|gesendet|datum|de|à|objet|envoyé|"
    r"asunto|para|enviado)\*{0,2}[ ]?:[^\n]*"
)
_HEADERS = re.compile(rf"^{_HEADER}(?:\n{_HEADER})+", re.MULTILINE | re.IGNORECASE)
_IS_MAIL = re.compile(
    r"@|^[ \t*_>]*(?:subject|betreff|objet|asunto|sent|gesendet)\b", re.MULTILINE | re.IGNORECASE
)
_FORWARDED = re.compile(
    r"^[ \t]*(?:-{3,}[^\n-]*\b(?:message|nachricht|mensaje|messaggio)\b[^\n-]*-{3,}"
    r"|begin forwarded message:?)[ \t]*$",
    re.MULTILINE | re.IGNORECASE,
)
_SALUTATION = re.compile(
    r"\W*(?:hi|hello|hey|dear|good (?:morning|afternoon|evening))\b[^\n.!?]{0,40}[,!:\n]", re.IGNORECASE
)
_SIGNATURE = re.compile(
    r"^[ \t]*(?:yours|(?:(?:kind|best|warm|many)(?:est)? )?regards|best(?: wishes)?|(?:yours )?sincerely|"
    r"cheers|love|lots of love|(?:many )?thanks|thank you|take care|xoxo|greetings)\b[^\n.]{0,24}$",
    re.MULTILINE | re.IGNORECASE,
)
_FIRST_PERSON = re.compile(r"\W*(?:i|my|we|our|i'\w+|we'\w+|i’\w+|we’\w+)\b", re.IGNORECASE)
_MARK = re.compile(r'["“”«»„]')
_CLOSERS = {"“": "”", "«": "»", "„": "“”", "”": "”", '"': '"'}
_FILLER = "_"
_MAY_BE_PASTED = re.compile(r"[:：`~>\n\"“”«»„]")


def pasted_spans(text: str) -> list[Span]:
    """Where somebody else's words stand in ``text``, in order and apart from each other."""
    if not _MAY_BE_PASTED.search(text):
        return []
    found = _merged([match.span() for match in (*_FENCE.finditer(text), *_QUOTED_LINES.finditer(text))])
    for spans in (_mails, _labelled, _bare_requests, _quotations):
        found = _merged([*found, *spans(text, found)])
    return found


def without(text: str, spans: list[Span]) -> str:
    """The text with each span filled by a line that says nothing, so that all places stay as they are.

    Nothing before that line is read together with what comes after it.
    """
    parts: list[str] = []
    at = 0
    for start, end in spans:
        size = end - start
        line = f"\n{_FILLER * (size - 3)}\n\n" if size > 5 else "\n" * size
        parts.extend((text[at:start], line))
        at = end
    return "".join((*parts, text[at:]))


def _merged(spans: list[Span]) -> list[Span]:
    merged: list[Span] = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(merged[-1][1], end))
        elif start < end:
            merged.append((start, end))
    return merged


def _within(at: int, spans: list[Span]) -> Span | None:
    """The one of ``spans``, which are in order and apart, that ``at`` stands in."""
    index = bisect_right(spans, at, key=itemgetter(0)) - 1
    return spans[index] if index >= 0 and at < spans[index][1] else None


def _mails(text: str, known: list[Span]) -> list[Span]:
    """Forwarded mails: from the first header to the signature or, as nothing else ends a mail, to the end."""
    starts = [match.start() for match in _FORWARDED.finditer(text)]
    starts += [match.start() for match in _HEADERS.finditer(text) if _IS_MAIL.search(match.group())]
    return [(at, _signed(text, at) or len(text)) for at in starts if _within(at, known) is None]


def _labelled(text: str, known: list[Span]) -> list[Span]:
    spans: list[Span] = []
    reached = 0
    for colon in _COLON.finditer(text):
        if colon.start() < reached or _within(colon.start(), known) is not None:
            continue
        head_at = max(reached, _head(text, colon.start(), known))
        label, offset = label_of(text[head_at : colon.start()])
        end = _block_end(text, colon.end(), known)
        body = text[colon.end() : end]
        if label is Label.OWN or not body.strip() or _is_datum(body):
            continue
        if label is Label.SPOKEN and not _is_copied(body):
            continue
        spans.append((head_at + offset if label is not Label.TOLD else colon.end(), end))
        reached = end
    return spans


def _bare_requests(text: str, known: list[Span]) -> list[Span]:
    """ "Can you sum up this email?", alone on its line: the lines after it are that email."""
    spans: list[Span] = []
    at = 0
    while (end := text.find("\n", at)) >= 0:
        start = _head(text, end, known)
        if start >= at and _within(start, known) is None and asks_about_a_text(text[start:end]):
            spans.append((start, _block_end(text, end, known)))
        at = end + 1
    return spans


def _head(text: str, colon: int, known: list[Span]) -> int:
    """Where the sentence that ends in the colon begins."""
    before = bisect_right(known, colon, key=itemgetter(1)) - 1
    start = max(0, colon - _HEAD_LIMIT, known[before][1] if before >= 0 else 0)
    for border in _HEAD_BREAK.finditer(text, start, colon):
        start = border.end() if border.end() < colon else start
    return strip(text, start, colon)[0]


def _block_end(text: str, at: int, known: list[Span]) -> int:
    """Where the block ends whose label ends at ``at``."""
    body = re.compile(r"\s*").match(text, at)
    start = body.end() if body else at
    if (stretch := _within(start, known)) is not None:
        return stretch[1]
    if text[start : start + 1] in _CLOSERS and (end := _closed(text, start)) is not None:
        return end
    end = _paragraph_end(text, start)
    if not (salutation := _SALUTATION.match(text, start)):
        return end
    if (signed := _signed(text, start)) is not None:
        return signed
    is_alone = not text[salutation.end() : end].strip()
    return _paragraph_end(text, strip(text, end, len(text))[0]) if is_alone else end


def _paragraph_end(text: str, at: int) -> int:
    blank = _BLANK_LINE.search(text, at)
    return blank.start() if blank else len(text)


def _signed(text: str, at: int) -> int | None:
    """The end of the paragraph with the first signature after ``at``."""
    signature = _SIGNATURE.search(text, at)
    return _paragraph_end(text, signature.start()) if signature else None


def _is_datum(body: str) -> bool:
    """An address or a number is no text: "Email: ana@example.com"."""
    first = body.strip().split("\n", 1)[0]
    return len(first.split()) == 1 and re.search(r"[@\d/]", first) is not None


def _is_copied(body: str) -> bool:
    """Speech that goes on by itself, in the first person or on a line of its own; not inside quotation marks,
    where it is told as one sentence ("Tom told me: "I quit"")."""
    if body.lstrip()[:1] in _CLOSERS:
        return False
    return "\n" in body[: len(body) - len(body.lstrip())] or _FIRST_PERSON.match(body.lstrip()) is not None


def _quotations(text: str, known: list[Span]) -> list[Span]:
    """Quotations that would fall apart into sentences: those with a line break, and those never closed.

    A quotation within one line stays in its sentence, which tells whose it is.
    """
    spans: list[Span] = []
    reached = 0
    for mark in _MARK.finditer(text):
        at = mark.start()
        if at < reached or _within(at, known) is not None or not _opens(text, at):
            continue
        closed = _closed(text, at)
        reached = closed or _paragraph_end(text, at)
        if closed is None or "\n" in text[at:closed]:
            spans.append((at, reached))
    return spans


def _opens(text: str, at: int) -> bool:
    before, after = text[at - 1 : at], text[at + 1 : at + 2]
    if text[at] in "”»" or not after or after.isspace():
        return False
    return text[at] in "“«„" or not before or before.isspace() or before in "([{:—–-*_"


def _closed(text: str, at: int) -> int | None:
    """The end of the quotation that opens at ``at``; None where it does not close before another opens."""
    closers = _CLOSERS[text[at]]
    for mark in _MARK.finditer(text, at + 1):
        if mark.group() in closers and (text[at] != '"' or not _opens(text, mark.start())):
            return mark.end()
        if mark.group() == text[at]:
            return None
    return None
