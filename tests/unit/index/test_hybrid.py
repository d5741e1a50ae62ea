"""The index of an owner: what it finds is exact and current, and another embedder's is refused."""

from __future__ import annotations

import threading

import numpy as np
import pytest

from doxa.bootstrap import build
from doxa.errors import IndexMismatch
from doxa.index.embedders import HashedEmbedder
from doxa.settings import read_settings
from doxa.testing import FixedClock, SequentialIds

TEXTS = [
    f"Note {n}: the {colour} {thing}"
    for n, (colour, thing) in enumerate(
        (colour, thing)
        for colour in ("red", "green", "blue", "grey")
        for thing in ("car", "house", "cup", "lamp", "key")
    )
]


@pytest.fixture
def opening(tmp_path):
    clock, ids, opened = FixedClock(), SequentialIds(), []

    def open_service(embedder=None, where=tmp_path / "memory.db"):
        settings = read_settings(embedder="hashed", is_durable=False)
        opened.append(build(str(where), settings, clock=clock, new_id=ids, embedder=embedder))
        return opened[-1]

    yield open_service
    for service in opened:
        service.close()


def nearest(service, query, limit=5):
    """What is nearest by vector alone."""
    parts = service._parts
    vector = parts.embedder.embed([query])[0]
    found = parts.index.candidates("ana", query, vector, limit, 1)
    ranked = sorted((c for c in found if c.similarity is not None), key=lambda c: -(c.similarity or 0))
    return [candidate.memory_id for candidate in ranked][:limit]


def remember_all(service, texts=TEXTS):
    return {service.remember("ana", text, key=f"key {text}").memory.id: text for text in texts}


def test_the_nearest_by_vector_are_exact(opening):
    service = opening()
    known = remember_all(service)
    embedder = HashedEmbedder()
    stored = embedder.embed(list(known.values())).astype(np.float16).astype(np.float32)

    for query in ("the blue lamp", "note 7", "a grey key and a cup"):
        similarities = stored @ embedder.embed([query])[0]
        best = np.sort(similarities)[::-1][:5]
        ids = list(known)
        found = [float(similarities[ids.index(memory_id)]) for memory_id in nearest(service, query)]
        assert found == pytest.approx(best.tolist(), abs=1e-4)


def test_an_owner_without_an_index_finds_nothing(opening):
    assert nearest(opening(), "anything") == []


# -- another embedder --------------------------------------------------------------------------


def test_an_index_of_another_embedder_is_refused_with_the_way_out(opening):
    opening().remember("ana", "I live in Oslo.")
    other = opening(HashedEmbedder(64))

    with pytest.raises(IndexMismatch) as refusal:
        other.recall("ana", "Where do I live?")
    assert str(refusal.value) == (
        "the index of 'ana' was built by hashed-words-and-trigrams/1/256 and "
        "hashed-words-and-trigrams/1/64 is configured: "
        "run `doxa reembed --owner ana`, or set DOXA_EMBEDDER back"
    )


@pytest.mark.parametrize("key", ["home", None])
def test_what_is_said_meanwhile_is_kept_and_the_notice_tells_the_way_out(opening, key):
    opening().remember("ana", "I live in Oslo.", key=key)
    other = opening(HashedEmbedder(64))

    written = other.remember("ana", "I live in Rome.", key=key)

    assert any("run `doxa reembed --owner ana`" in notice for notice in written.notices)
    assert {memory.text for memory in other.list("ana")} == {"I live in Oslo.", "I live in Rome."}
    assert any("run `doxa reembed" in problem for problem in other.verify("ana").problems)


def test_what_can_be_done_without_the_index_still_can(opening):
    memory_id = opening().remember("ana", "I live in Oslo.", key="home").memory.id
    other = opening(HashedEmbedder(64))

    assert other.get("ana", memory_id).text == "I live in Oslo."
    assert other.verdict("ana", "home").fact == "I live in Oslo."
    other.confirm("ana", memory_id)
    other.forget("ana", memory_id)
    assert other.list("ana") == ()


def test_forgotten_words_leave_another_embedders_index_at_once(opening, tmp_path):
    memory_id = opening().remember("ana", "The quokka is mine.").memory.id
    other = opening(HashedEmbedder(64))
    other.forget("ana", memory_id)

    assert not any(b"quokka" in file.read_bytes() for file in tmp_path.iterdir())


def test_embedding_anew_repairs(opening):
    known = remember_all(opening())
    other = opening(HashedEmbedder(64))
    late = other.remember("ana", "I live in Rome.", key="home").memory.id

    assert other.reembed("ana") == len(known) + 1
    assert nearest(other, "I live in Rome.", 1) == [late]
    assert opening(HashedEmbedder(64)).verify("ana").problems == ()
    with pytest.raises(IndexMismatch):
        opening().recall("ana", "Rome")


def test_embedding_anew_leaves_out_what_must_not_be_found(opening):
    service = opening()
    kept, gone, denied = list(remember_all(service, TEXTS[:3]))
    service.forget("ana", gone)
    service.reject("ana", denied)

    assert service.reembed("ana") == 1
    assert service._parts.index.indexed("ana") == {kept}


def test_embedding_anew_an_owner_who_has_nothing_does_nothing(opening):
    assert opening().reembed("ana") == 0


# -- two processes: two caches on one file -----------------------------------------------------------


def test_vectors_kept_in_memory_see_what_another_process_writes_and_deletes(opening):
    here, there = opening(), opening()
    known = remember_all(here)
    assert nearest(there, TEXTS[3], 1) == [list(known)[3]]  # its cache is warm

    new = here.remember("ana", "A purple elephant sings", key="new").memory.id
    assert nearest(there, "A purple elephant sings", 1) == [new]

    here.forget("ana", new)
    assert new not in nearest(there, "A purple elephant sings", 20)

    for memory_id in list(known)[:10]:
        there.forget("ana", memory_id)
    assert set(nearest(here, "note", 30)) == set(list(known)[10:])


def test_vectors_kept_in_memory_see_an_index_that_was_built_anew(opening):
    here, there = opening(), opening()
    known = remember_all(here)
    assert len(nearest(there, "note", 30)) == len(known)
    here.reembed("ana")
    new = here.remember("ana", "A purple elephant sings", key="new").memory.id

    found = nearest(there, "A purple elephant sings", 30)
    assert found[0] == new
    assert sorted(found) == sorted([*known, new])


def test_many_threads_may_search_while_others_write(opening):
    service = opening()
    remember_all(service, TEXTS[:5])
    wrong: list[object] = []

    def search():
        for _ in range(15):
            hits = [hit.text for hit in service.recall("ana", "the red car", k=3)]
            if len(hits) != len(set(hits)) or TEXTS[0] not in hits:
                wrong.append(hits)

    def write(thread):
        for number in range(8):
            memory_id = service.remember(
                "ana", f"Thread {thread} counts {number}", key=f"{thread}/{number}"
            ).memory.id
            if number % 2:
                service.forget("ana", memory_id)

    threads = [threading.Thread(target=search) for _ in range(3)]
    threads += [threading.Thread(target=write, args=(n,)) for n in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert wrong == []
    assert opening().verify("ana").problems == ()
