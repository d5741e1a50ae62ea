from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from doxa.errors import InvalidInput
from doxa.faces.cli.chat_files import ChatTurn, Conversation, parse_chat

HI = ChatTurn("ann", "hi")


@pytest.mark.parametrize(
    ("data", "conversations"),
    [
        ("ann: hi", (Conversation(None, (HI,)),)),
        ('[{"speaker": "ann", "text": "hi"}]', (Conversation(None, (HI,)),)),
        ('{"speaker": "ann", "text": "hi"}', (Conversation(None, (HI,)),)),
        (
            '{"speaker": "ann", "text": "hi"}\n\n{"speaker": "bo", "content": "yo"}\n',
            (Conversation(None, (HI, ChatTurn("bo", "yo"))),),
        ),
        (
            '{"source": "s", "turns": [{"speaker": "ann", "text": "hi", "mood": 3}]}',
            (Conversation("s", (HI,)),),
        ),
        ('[{"source": "s", "messages": [{"name": "ann", "text": "hi"}]}]', (Conversation("s", (HI,)),)),
        (
            (
                '{"source": "a", "turns": [{"speaker": "ann", "text": "hi"}]}\n{"source": "b", "turns": '
                '[{"speaker": "ann", "text": "hi"}]}'
            ),
            (Conversation("a", (HI,)), Conversation("b", (HI,))),
        ),
        (
            '[{"role": "user", "content": "hi", "timestamp": "2024-03-10", "id": 7}]',
            (Conversation(None, (ChatTurn("user", "hi", "2024-03-10", "user", "7"),)),),
        ),
        ("\ufeffann: hi", (Conversation(None, (HI,)),)),
        (
            "ann: hi\n  and more\nBob B.: see 10:30\n",
            (Conversation(None, (ChatTurn("ann", "hi\nand more\nBob B.: see 10:30"),)),),
        ),
        (
            "ann: see http://x.org\nbo: at 10:30",
            (Conversation(None, (ChatTurn("ann", "see http://x.org"), ChatTurn("bo", "at 10:30"))),),
        ),
        ("user：你好", (Conversation(None, (ChatTurn("user", "你好"),)),)),
    ],
)
def test_every_form_of_chat_is_read(data, conversations):
    assert parse_chat(data, "chat") == conversations


@pytest.mark.parametrize(
    ("data", "line", "fault"),
    [
        ('{"speaker": "ann", "text": "hi"}\n{"speaker": "ann", "text": }', 2, "not JSON"),
        ('{"speaker": "ann", "text": "hi"}\n{broken', 2, "not JSON"),
        ('[{"speaker": "ann",\n "text": "hi"},\n oops]', 3, "not JSON"),
        ('{"speaker": "ann", "text": "hi"}\n7', 2, "not an object"),
        ('{"speaker": "ann", "text": "hi"}\n{"speaker": "ann"}', 2, "no text"),
        ('{"speaker": "ann", "text": "hi"}\n{"text": "hi"}', 2, "no speaker"),
        ('{"speaker": "ann", "text": "hi"}\n{"turns": [{"speaker": "ann", "text": "hi"}]}', 2, "mixed"),
        ('[\n{"speaker": "ann", "text": "h{}i"},\n{"speaker": "ann", "text": ""}\n]', 3, "turn 2: no text"),
        ('{"turns": [\n{"speaker": "ann", "text": "hi"},\n5]}', 3, "turn 2: not an object"),
        ('[{"speaker": ["ann"], "text": "hi"}]', 1, "'speaker' is neither text nor a number"),
        ('{"source": "s", "turns": []}', 1, "without turns"),
        ("[]", 1, "no turns found"),
        ("\nno one says this", 2, "no 'speaker:'"),
        ("ann: hi\nbo:", 2, "'bo' says nothing"),
    ],
)
def test_a_broken_line_is_named_and_nothing_is_taken(data, line, fault):
    with pytest.raises(InvalidInput, match="nothing was taken") as refusal:
        parse_chat(data, "talk.json")
    assert str(refusal.value).startswith(f"talk.json, line {line}: ")
    assert fault in str(refusal.value)


@pytest.mark.parametrize("data", ["", " \n\t", "\ufeff"])
def test_an_empty_file_is_refused(data):
    with pytest.raises(InvalidInput, match="talk is empty"):
        parse_chat(data, "talk")


def test_depth_is_refused_like_any_other_fault():
    with pytest.raises(InvalidInput):
        parse_chat("[" * 100_000, "deep")


names = st.text(st.characters(categories=["L"]), min_size=1, max_size=9)
texts = st.text(min_size=1, max_size=40).filter(str.strip)


@given(st.lists(st.tuples(names, texts), min_size=1, max_size=5))
def test_json_and_json_lines_say_the_same(turns):
    records = [{"speaker": speaker, "text": text} for speaker, text in turns]
    lines = "\n".join(json.dumps(record) for record in records)
    assert parse_chat(json.dumps(records), "a") == parse_chat(lines, "b")


@given(st.text(max_size=200))
def test_any_file_is_either_read_or_refused(data):
    try:
        conversations = parse_chat(data, "any")
    except InvalidInput:
        return
    assert all(conversation.turns for conversation in conversations)
