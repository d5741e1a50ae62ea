"""speed: what a write and a recall cost, beside the floor of the same run.

The floor is what no memory can go below: one durable SQLite commit, one embedding, one
exact pass over the vectors.  Own cost is everything but the embedding, with the belief,
the journal, the outbox and the index in it.  Times are milliseconds on this machine, now:
only the ratios within one run mean anything elsewhere.
"""

from __future__ import annotations

import hashlib
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

import numpy as np

from doxa.bootstrap import build
from doxa.index.embedders import TextEmbedder, UniversalSentenceEmbedder, Vectors
from doxa.index.vectors import product
from doxa.memory import Memory, Owner
from doxa.settings import read_settings
from doxa.store.sqlite import driver

DIMENSION = 512
SAMPLES = 300
OWNER = "bench"


class DrawnEmbedder:
    """Unit vectors drawn from the text's own hash: free of charge, and of meaning."""

    identity = "drawn-from-a-hash/1/512"
    dimension = DIMENSION

    def embed(self, texts: Sequence[str]) -> Vectors:
        seeds = [
            int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big") for text in texts
        ]
        drawn = [np.random.Generator(np.random.PCG64(seed)).standard_normal(DIMENSION) for seed in seeds]
        vectors = np.asarray(drawn, dtype=np.float32)
        return np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True), dtype=np.float32)


class TimedEmbedder:
    """Passes on to another embedder and keeps how long it took."""

    def __init__(self, embedder: TextEmbedder) -> None:
        self._embedder = embedder
        self.identity, self.dimension = embedder.identity, embedder.dimension
        self.spent_s = 0.0

    def embed(self, texts: Sequence[str]) -> Vectors:
        started = time.perf_counter()
        vectors = self._embedder.embed(texts)
        self.spent_s += time.perf_counter() - started
        return vectors


def measure(sizes: Sequence[int] = (1_000, 10_000)) -> dict[str, Any]:
    """Fill a memory to each size and time writes and recalls there."""
    own = {str(size): _at(size, DrawnEmbedder()) for size in sizes}
    return {
        "bench": "speed",
        "floor_ms": _floor(sizes),
        "without_embedding_ms": own,
        "with_embedding_ms": {str(min(sizes)): _at(min(sizes), UniversalSentenceEmbedder())},
        "import_doxa_ms": _import_ms(),
        "base_install_mb": _install_mb(),
    }


def _at(size: int, embedder: TextEmbedder) -> dict[str, Any]:
    words = random.Random(0)
    timed = TimedEmbedder(embedder)
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "bench.db")
        with Memory(build(path, read_settings(), embedder=timed)) as memory:
            owner = memory.owner(OWNER)
            for number in range(size):
                owner.remember(sentence(words, number))
            writes = _timed(timed, [_write(owner, sentence(words, size + n)) for n in range(SAMPLES)])
            recalls = _timed(timed, [_recall(owner, question(words)) for _ in range(SAMPLES)])
            disk = sum(file.stat().st_size for file in Path(folder).iterdir())
    return {
        "write": _spread([total for total, _ in writes]),
        "write_own": _spread([total - spent for total, spent in writes]),
        "recall": _spread([total for total, _ in recalls]),
        "recall_own": _spread([total - spent for total, spent in recalls]),
        "disk_kb_per_memory": round(disk / 1024 / (size + SAMPLES), 2),
    }


def _write(owner: Owner, text: str) -> Callable[[], object]:
    return lambda: owner.remember(text)


def _recall(owner: Owner, query: str) -> Callable[[], object]:
    return lambda: owner.recall(query)


def _timed(embedder: TimedEmbedder, calls: Sequence[Callable[[], object]]) -> list[tuple[float, float]]:
    """Seconds of each call, and how many of them went into embedding."""
    timings = []
    for call in calls:
        embedder.spent_s = 0.0
        started = time.perf_counter()
        call()
        timings.append((time.perf_counter() - started, embedder.spent_s))
    return timings


# -- the workload -------------------------------------------------------------------------------

_SYLLABLES = [consonant + vowel for consonant in "bdfgklmnprstvz" for vowel in "aeiou"]


def _word(words: random.Random) -> str:
    return "".join(words.choice(_SYLLABLES) for _ in range(words.randint(2, 3)))


def sentence(words: random.Random, number: int) -> str:
    """A claim like none before it, some ten words long, about a thing with a number."""
    a, b, c, d, e = (_word(words) for _ in range(5))
    return f"My {a} {b} for the {c} is {d} number {number} near the {e}"


def question(words: random.Random) -> str:
    return f"which {_word(words)} {_word(words)} is near the {_word(words)}?"


# -- the floor ----------------------------------------------------------------------------------


def _floor(sizes: Sequence[int]) -> dict[str, Any]:
    embedder = UniversalSentenceEmbedder()
    words = random.Random(1)
    texts = [sentence(words, n) for n in range(SAMPLES)]
    embedder.embed(texts[:1])
    return {
        "durable_commit": _spread(_each(_bare_commit())),
        "one_embedding": _spread(_each([_embed(embedder, text) for text in texts])),
        "exact_vector_pass": {str(size): _spread(_each(_passes(size))) for size in sizes},
    }


def _embed(embedder: TextEmbedder, text: str) -> Callable[[], object]:
    return lambda: embedder.embed([text])


def _bare_commit() -> list[Callable[[], object]]:
    """One row of 300 bytes, durable when it returns; the settings are the store's."""
    folder = tempfile.mkdtemp()
    connection = driver().connect(str(Path(folder) / "floor.db"), isolation_level=None)
    for pragma in ("journal_mode=WAL", "synchronous=FULL"):
        connection.execute(f"PRAGMA {pragma}")
    connection.execute("CREATE TABLE floor (id INTEGER PRIMARY KEY, body TEXT)")

    def commit() -> None:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("INSERT INTO floor (body) VALUES (?)", ("x" * 300,))
        connection.execute("COMMIT")

    return [commit] * SAMPLES


def _passes(size: int) -> list[Callable[[], object]]:
    matrix = np.random.default_rng(0).standard_normal((size, DIMENSION)).astype(np.float32)

    def one() -> object:
        return np.argpartition(product(matrix, matrix[0]), -10)[-10:]

    return [one] * SAMPLES


def _each(calls: Sequence[Callable[[], object]]) -> list[float]:
    return [total for total, _ in _timed(TimedEmbedder(DrawnEmbedder()), calls)]


def _spread(seconds: Sequence[float]) -> dict[str, float]:
    """Least, median and 95th percentile, in milliseconds."""
    ordered = sorted(seconds)
    chosen = {"min": 0, "p50": len(ordered) // 2, "p95": int(len(ordered) * 0.95)}
    return {name: round(ordered[place] * 1_000, 3) for name, place in chosen.items()}


# -- the package --------------------------------------------------------------------------------


def _import_ms() -> float:
    """The least of five fresh interpreters, from before `import doxa` to after it."""
    code = "import time; t = time.perf_counter(); import doxa; print(time.perf_counter() - t)"
    runs = [subprocess.run([sys.executable, "-c", code], capture_output=True, check=True) for _ in range(5)]
    return round(min(float(run.stdout) for run in runs) * 1_000, 1)


def _install_mb() -> float:
    """The files of doxa's dependencies, with all that they need themselves, as installed here."""
    pending, seen, size = ["doxa"], set[str](), 0
    while pending:
        name = pending.pop()
        if name in seen:
            continue
        seen.add(name)
        try:
            found = distribution(name)
        except PackageNotFoundError:
            continue  # for another platform
        for file in found.files or ():
            path = Path(str(file.locate()))
            size += path.stat().st_size if path.is_file() and path.suffix != ".pyc" else 0
        needed = [line for line in found.requires or () if "extra ==" not in line]
        pending += [re.split(r"[ ;<>=!~\[(]", line, maxsplit=1)[0] for line in needed]
    return round(size / 1024 / 1024, 1)


def render(report: Mapping[str, Any]) -> None:
    """The report as tables on standard output."""
    from rich.console import Console
    from rich.table import Table

    table = Table(title="speed, milliseconds on this machine in this run", box=None)
    for name in ("what", "min", "p50", "p95"):
        table.add_column(name, justify="left" if name == "what" else "right")

    def row(what: str, spread: Mapping[str, float]) -> None:
        table.add_row(what, *(f"{spread[name]:.3f}" for name in ("min", "p50", "p95")))

    floor = report["floor_ms"]
    row("floor: one durable commit", floor["durable_commit"])
    row("floor: one embedding", floor["one_embedding"])
    for size, spread in floor["exact_vector_pass"].items():
        row(f"floor: one exact pass of {size}", spread)
    for kind in ("without_embedding_ms", "with_embedding_ms"):
        for size, figures in report[kind].items():
            label = "all of it" if kind == "with_embedding_ms" else "own cost"
            part = "" if kind == "with_embedding_ms" else "_own"
            row(f"write at {size}, {label}", figures[f"write{part}"])
            row(f"recall at {size}, {label}", figures[f"recall{part}"])
    console = Console()
    console.print(table)
    console.print(f"import doxa: {report['import_doxa_ms']} ms; base install: {report['base_install_mb']} MB")
