"""What is pasted into a turn is nobody's word there; what is said before and after it is."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from doxa.domain.claim import Segment
from doxa.language.extraction import RuleExtractor
from doxa.language.pasted import pasted_spans, without

HIS = "I live in Berlin. My name is Tom."
OWN = "I moved to Rome."


def claims(text):
    return RuleExtractor().extract(Segment(text, datetime(2024, 3, 13, 12, tzinfo=UTC)))


@pytest.mark.parametrize(
    "turn",
    [
        f"Summarise this email: Hi, {HIS}",
        f"Write a story that begins like this: {HIS}",
        f"---------- Forwarded message ----------\nFrom: Tom <tom@x.org>\nSubject: hi\n\n{HIS}\n\nI am ill.",
        f"From: Tom\nTo: Ana\nSubject: hi\n\n{HIS}",
        f"Proofread this:\n```\n{HIS}\n```",
        f"```\n{HIS}\n\nI am ill.",
        f"On Mon, Tom wrote:\n{HIS}",
        f"> {HIS}",
        "Lyrics:\nI live in Berlin\nMy name is Luka",
        "Fix my friend's CV: I work at Acme. I speak Greek.",
        f"Email from Tom: {HIS}",
        f"Can you summarise this email?\n{HIS}",
        f'Please translate this mail: "Dear Sir, {HIS}',
        f'Tom said "{HIS}',
        "Übersetze: Ich wohne in Berlin. Ich heiße Tom.",
    ],
)
def test_pasted_words_make_no_claim(turn):
    assert claims(turn) == ()


@pytest.mark.parametrize(
    "turn",
    [
        f"Proofread this:\n```\n{HIS}\n\nI am ill.\n```\n{OWN}",
        f'Translate: "{HIS}" {OWN}',
        f"Summarise this email: {HIS}\n\n{OWN}",
        f"Here's Tom's email:\n\nHi Ana,\n\n{HIS}\n\nBest,\nTom\n\n{OWN}",
        f"On Mon, Tom wrote:\n> {HIS}\n{OWN}",
        f"{OWN} Please translate this: {HIS}",
    ],
)
def test_the_owners_words_beside_it_count(turn):
    (claim,) = claims(turn)
    assert (claim.quote, claim.subject) == (OWN, "user")


@pytest.mark.parametrize(
    ("turn", "texts"),
    [
        ("I'll tell you about me: I live in Oslo.", ["I live in Oslo."]),
        ("Reminder for myself: I moved to Rome", ["I moved to Rome"]),
        ("Update: I moved to Rome.", ["I moved to Rome."]),
        ("About me: I live in Oslo and work at Acme", ["I live in Oslo and work at Acme"]),
        ("my preferences:\n- I like tea\n- I hate coffee", ["my preferences", "I like tea", "I hate coffee"]),
        ("Email: ana@example.com\nI live in Oslo.", ["I live in Oslo."]),
        ('I read "Dune" and I live in Oslo.', ['I read "Dune" and I live in Oslo.']),
        ("I told you: I moved to Rome.", ["I moved to Rome."]),
    ],
)
def test_what_is_announced_as_ones_own_stays(turn, texts):
    assert [claim.text for claim in claims(turn)] == texts
    assert {claim.subject for claim in claims(turn)} == {"user"}


_PIECES = st.lists(
    st.sampled_from(
        ["Fix this:", "Lyrics:", '"', "“", "\n", "\n\n", "```", "> ", "I live in Oslo. ", "Tom wrote:"]
    )
).map("".join)


@given(_PIECES)
def test_stretches_keep_every_place_and_every_quote(text):
    spans = pasted_spans(text)
    assert len(without(text, spans)) == len(text)
    for claim in claims(text):
        assert claim.quote == text[claim.start : claim.end]
        assert not any(claim.start < end and start < claim.end for start, end in spans)
