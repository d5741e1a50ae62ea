"""How rare a word is to its owner follows what is believed, through the whole memory."""

from __future__ import annotations

import pytest

import doxa


@pytest.fixture
def memory():
    with doxa.open(":memory:", embedder="hashed") as opened:
        yield opened


def rarity(memory, owner_id, word="saffron"):
    return memory._service._parts.index.rarity(owner_id, [word])(word)


def test_a_confirmation_makes_the_words_count_and_a_deletion_takes_them_back(memory):
    ana = memory.owner("ana")
    for number in range(9):
        ana.remember(f"Crate {number} of the saffron is on shelf {number}.", at="2026-03-02")
    known = rarity(memory, "ana")
    found = ana.remember("The saffron fields lie in the north.", channel="web_fetch", at="2026-03-03")
    assert rarity(memory, "ana") == known

    ana.confirm(found.memory.id)
    assert rarity(memory, "ana") < known

    ana.forget(found.memory.id)
    assert rarity(memory, "ana") == known


@pytest.mark.parametrize(
    "junk", ["Work phone offer {}: a new phone.", "New work phone deal, now {} euros off."]
)
def test_a_flood_of_pages_does_not_unlink_the_owners_update(memory, junk):
    """Neither by making its words common, nor by standing nearer to it than what it replaces."""
    ana = memory.owner("ana")
    first = ana.remember("My work phone is 5551.", at="2026-03-02")
    for number in range(80):
        said = {"channel": "web_fetch", "source": f"s{number}", "at": "2026-03-03"}
        ana.remember(junk.format(number), **said)
    second = ana.remember("My work phone is now 5559.", at="2026-06-01")

    assert second.displaced == first.memory.id
