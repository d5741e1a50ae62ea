"""Delimiters: what was recalled is known again where somebody pastes it."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from doxa.domain.delimiters import CLOSING, OPENING, recalled_spans


@pytest.mark.parametrize(
    ("text", "recalled"),
    [
        ("nothing of the kind", []),
        (f"a{OPENING}b{CLOSING}c", [f"{OPENING}b{CLOSING}"]),
        (f"a{OPENING}b", [f"{OPENING}b"]),
        (f"{OPENING}{CLOSING}x{OPENING}y{CLOSING}", [f"{OPENING}{CLOSING}", f"{OPENING}y{CLOSING}"]),
        (f"a{CLOSING}b", []),
    ],
)
def test_a_pasted_context_is_found_whole(text, recalled):
    assert [text[start:end] for start, end in recalled_spans(text)] == recalled


@given(parts=st.lists(st.sampled_from([OPENING, CLOSING, "x", " "]), max_size=12))
def test_stretches_are_in_order_and_do_not_overlap(parts):
    spans = recalled_spans("".join(parts))
    assert all(start < end for start, end in spans)
    assert all(one[1] <= other[0] for one, other in pairwise(spans))


@pytest.mark.parametrize(
    ("text", "recalled"),
    [
        ('<Memory>\n- "x"\n</MEMORY>own', ['<Memory>\n- "x"\n</MEMORY>']),
        ('&lt;memory&gt;\n- "a &lt;/memory&gt; b"\n&lt;/memory&gt; own', 0),
        ('own\n- "x" (unproven; only "web" says so)\nown', ['- "x" (unproven; only "web" says so)']),
        ("In XML I write <memory> often.\nI live in Oslo.", ["<memory> often."]),
        ('<memory>\n- "x"\n- "y"\n\nI live in Oslo.', ['<memory>\n- "x"\n- "y"']),
        ('- "Dune" (my favourite)', []),
    ],
)
def test_a_context_is_known_in_other_dress_and_a_lone_tag_silences_little(text, recalled):
    expected = [text.removesuffix(" own")] if recalled == 0 else recalled
    assert [text[start:end] for start, end in recalled_spans(text)] == expected
