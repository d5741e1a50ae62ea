"""Whatever is said, in whatever language: every stored quote stands, byte for byte, in its turn."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from doxa.bootstrap import build
from doxa.domain.evidence import EvidenceState
from doxa.domain.source import Turn
from doxa.settings import read_settings
from doxa.testing import FixedClock, SequentialIds

SAID = (
    "I live in Oslo.",
    "My sister Lena studied in Graz, and she loves it.",
    "I'm allergic to peanuts — badly.",
    "No, I moved to Rome last week!",
    "Can you help me?",
    "我每周三晚上练习竖琴。",
    "私は東京に住んでいます。",
    "Ich wohne in Köln.",
    "أعزف على القيثارة كل أربعاء.",
    "“I play the harp,” I told them.",
    "remember to forget it",
    "My e-mail is ana@example.com 🙂.",
)
PIECES = st.one_of(st.sampled_from(SAID), st.text(max_size=40))
SPACES = st.sampled_from([" ", "\n", "  ", "\u00a0", "\r\n", "\u2028", ""])
TEXTS = st.lists(st.tuples(PIECES, SPACES), min_size=1, max_size=6).map(
    lambda parts: "".join(piece + space for piece, space in parts)
)
TURNS = st.tuples(st.sampled_from(["user", "user", "assistant", "Ana"]), TEXTS)


def is_text(text: str) -> bool:
    return bool(text.strip()) and "\x00" not in text and not any("\ud800" <= c <= "\udfff" for c in text)


CHATS = st.lists(TURNS.filter(lambda turn: is_text(turn[1])), min_size=1, max_size=4)


@pytest.fixture(scope="module")
def service():
    made = build(
        ":memory:",
        read_settings(embedder="hashed", is_durable=False),
        clock=FixedClock(),
        new_id=SequentialIds(),
    )
    yield made
    made.close()


owners = iter(range(1_000_000))


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    turns=st.lists(TURNS.filter(lambda turn: is_text(turn[1])), min_size=1, max_size=4),
    is_whole=st.booleans(),
)
def test_every_stored_quote_is_found_in_its_turn(service, turns, is_whole):
    owner = f"owner {next(owners)}"
    for said in (turns[:1], turns):
        service.capture(
            owner, [Turn(speaker, text) for speaker, text in said], source="talk", replace=is_whole
        )
    with service._parts.store.reading(owner) as transaction:
        stored = {turn.turn_id: turn.text for turn in transaction.turns("talk")}
        pieces = [p for p in transaction.all_evidence() if p.state is EvidenceState.ACTIVE]
        items = {item.memory_id for item in transaction.all_items() if item.content is not None}
    assert list(stored.values()) == [None if "[withheld" in text else text for _, text in turns]
    for piece in pieces:
        text, quote = stored[piece.turn_id], piece.quote
        assert text[piece.quote_start : piece.quote_end].encode() == quote.encode()
    assert items == {piece.memory_id for piece in pieces}
    assert service.verify(owner).problems == ()
