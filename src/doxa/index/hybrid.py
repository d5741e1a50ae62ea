"""The index of an owner: exact search by vector and BM25 by term, fed by the outbox."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from doxa.belief.keying import rarity_of_owner
from doxa.errors import IndexMismatch
from doxa.service.ports import Candidate, Embedder, IndexEntry, IndexHead, OutboxEvent, SearchStorage, Vector

from .keywords import share
from .terms import query_terms, selective, terms_of
from .vectors import STORED, OwnerVectors, VectorCache, product

BATCH = 256
READS_FOR_ONE = 25
"""How many postings a keyword search may read for each candidate it is to find."""


class HybridIndex:
    """Implements the `Index` port.

    An index that another embedder built is refused with the way out, never read as if it
    were this one's.
    """

    def __init__(self, storage: SearchStorage, embedder: Embedder, cache: VectorCache | None = None) -> None:
        self._storage, self._embedder = storage, embedder
        self._cache = cache or VectorCache()

    def catch_up(self, owner_id: str) -> int:
        count = 0
        while True:
            events = self._storage.events(owner_id, BATCH)
            if events:
                self._check_identity(owner_id, events)
                self._storage.deliver(owner_id, self._embedder.identity, self._entries(events), events)
            count += len(events)
            if len(events) < BATCH:
                return count

    def _check_identity(self, owner_id: str, events: Sequence[OutboxEvent]) -> None:
        """Refuse another embedder's index; but what must leave it leaves, for that needs no vectors."""
        try:
            self._head(owner_id)
        except IndexMismatch:
            leaving = {event.memory_id for event in events if event.words is None}
            if gone := [event for event in events if event.memory_id in leaving]:
                self._storage.deliver(owner_id, None, [], gone)
            raise

    def rebuild(self, owner_id: str, read_words: Callable[[], Mapping[str, str]]) -> int:
        with self._cache.lock:
            self._storage.clear(owner_id, self._embedder.identity)
            self._cache.drop(owner_id)
        pending = [OutboxEvent(0, -1, memory_id, text) for memory_id, text in read_words().items()]
        for start in range(0, len(pending), BATCH):
            batch = pending[start : start + BATCH]
            self._storage.deliver(owner_id, self._embedder.identity, self._entries(batch), batch)
        self.catch_up(owner_id)
        return len(pending)

    def _entries(self, events: Sequence[OutboxEvent]) -> list[IndexEntry]:
        words = {event.memory_id: event.words for event in events if event.words is not None}
        vectors = self._embedder.embed(list(words.values()))
        return [
            IndexEntry(memory_id, terms_of(text), np.asarray(vector, dtype=STORED).tobytes())
            for (memory_id, text), vector in zip(words.items(), vectors, strict=True)
        ]

    def candidates(
        self, owner_id: str, text: str, vector: Vector, nearest: int, matching: int
    ) -> list[Candidate]:
        head = self._head(owner_id)
        known = {c.memory_id: c for c in self._matching(owner_id, text, matching, head)}
        with self._cache.lock:
            vectors = self._vectors(owner_id, head)
            similarity = dict(vectors.nearest(vector, nearest) if nearest else ())
            similarity |= vectors.similarities(vector, [i for i in known if i not in similarity])
        both = {**dict.fromkeys(similarity), **known}
        return [replace(known.get(i) or Candidate(i), similarity=similarity.get(i)) for i in both]

    def matching(self, owner_id: str, text: str, limit: int) -> list[Candidate]:
        return self._matching(owner_id, text, limit, self._storage.head(owner_id))

    def _matching(self, owner_id: str, text: str, limit: int, head: IndexHead | None) -> list[Candidate]:
        terms = query_terms(text)
        frequencies = self._storage.frequencies(owner_id, terms)
        if head is None:
            return []
        chosen = selective(terms, frequencies, limit * READS_FOR_ONE, head.documents)
        if not chosen:
            return []
        found = self._storage.match(owner_id, chosen, limit, is_believed=False)
        if len(found) == limit and not all(is_believed for _, _, is_believed in found):
            # What nobody trusted has said must not crowd out what is believed.
            found += self._storage.match(owner_id, chosen, limit, is_believed=True)
        return [
            Candidate(memory_id, None, share(terms, held, frequencies, head.documents), is_believed)
            for memory_id, held, is_believed in {row[0]: row for row in found}.values()
        ]

    def compare(self, text: str, vector: Vector, texts: Mapping[str, str]) -> list[Candidate]:
        if not texts:
            return []
        vectors = np.asarray(self._embedder.embed(list(texts.values())), dtype=np.float32)
        similarities = product(vectors, np.asarray(vector, dtype=np.float32)).tolist()
        terms = query_terms(text)
        return [
            Candidate(i, similarity, share(terms, terms_of(words), {}, len(texts)))
            for (i, words), similarity in zip(texts.items(), similarities, strict=True)
        ]

    def rarity(self, owner_id: str, words: Sequence[str]) -> Callable[[str], float]:
        return rarity_of_owner(*self._storage.believed(owner_id, words))

    def indexed(self, owner_id: str) -> frozenset[str]:
        return self._storage.indexed(owner_id)

    def wordless(self, owner_id: str) -> frozenset[str]:
        return self._storage.wordless(owner_id)

    def _vectors(self, owner_id: str, head: IndexHead | None) -> OwnerVectors:
        kept = self._cache.get(owner_id)
        if head is None:
            self._cache.drop(owner_id)
            return OwnerVectors(self._embedder.dimension)
        if kept is None or kept.removals != head.removals or kept.latest > head.latest:
            kept = OwnerVectors(self._embedder.dimension)
            kept.removals = head.removals
        if kept.latest < head.latest:
            kept.append(self._storage.entries_since(owner_id, kept.latest))
        self._cache.keep(owner_id, kept)
        return kept

    def _head(self, owner_id: str) -> IndexHead | None:
        head = self._storage.head(owner_id)
        if head is not None and head.identity != self._embedder.identity:
            raise IndexMismatch(
                f"the index of {owner_id!r} was built by {head.identity} and {self._embedder.identity} is "
                f"configured: run `doxa reembed --owner {owner_id}`, or set DOXA_EMBEDDER back"
            )
        return head
