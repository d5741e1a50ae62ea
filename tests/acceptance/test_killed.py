"""A process that is killed with -9 leaves a store that is sound, with all that was acknowledged, whole."""

from __future__ import annotations

import json
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.acceptance.builders import clean_environment

import doxa

CAPTURER = """
import json, sys
import doxa
turns_each = int(sys.argv[2])
memory = doxa.open(sys.argv[1], embedder="hashed")
ana = memory.owner("ana")
print("ready", flush=True)
for number in range(100_000):
    turns = [
        doxa.Turn("user", f"I keep {number + 2} hens in barn {number}-{turn}.") for turn in range(turns_each)
    ]
    done = ana.capture(turns, source=f"talk-{number}")
    kept = {"source": done.source, "new": done.new_turns, "ids": [one.memory.id for one in done.claims]}
    print(json.dumps(kept), flush=True)
"""

WRITER = """
import json, sys
import doxa
memory = doxa.open(sys.argv[1], embedder="hashed")
ana = memory.owner("ana")
print("ready", flush=True)
for number in range(100_000):
    kept = ana.remember(f"Parcel {number} is on shelf zq{number}zq.", key=f"parcel-{number}")
    print(json.dumps({"kept": kept.memory.id, "number": number}), flush=True)
    if number % 2:
        ana.forget(kept.memory.id)
        print(json.dumps({"gone": kept.memory.id, "number": number}), flush=True)
"""


@contextmanager
def started(program: str, *words: str) -> Iterator[subprocess.Popen[str]]:
    """The program, once it says that it is ready; dead at the end in any case."""
    process = subprocess.Popen(
        [sys.executable, "-c", program, *words],
        env=clean_environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n", process.communicate()[1]
        yield process
    finally:
        process.kill()
        process.wait()


def acknowledged(program: str, path: Path, *words: str, after: float) -> list[dict[str, Any]]:
    """What the program said to be done before it was killed, ``after`` so many seconds of work."""
    with started(program, str(path), *words) as process:
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(after)
        process.send_signal(signal.SIGKILL)
        lines = process.communicate()[0].splitlines()
    assert process.returncode == -signal.SIGKILL
    # A line that the kill cut off was never read by whoever waited for it.
    return [json.loads(line) for line in lines if line.endswith("}")]


def killed_in_capture(path: Path, seed: int, *, turns: int) -> int:
    """Kill a capturing process at a moment the seed chooses and look at what it left."""
    after = random.Random(seed).uniform(0.05, 0.6)
    told = acknowledged(CAPTURER, path, str(turns), after=after)
    with doxa.open(str(path), embedder="hashed") as memory:
        owner = memory.owner("ana")
        report = owner.verify()
        assert (report.problems, report.pending) == ((), 0)
        # What was committed and not yet acknowledged may be there too, but only whole.
        assert report.commits - len(told) in (0, 1)
        assert {line["new"] for line in told} <= {turns}
        standing = owner.list(limit=1_000)
        for line in told[-50:]:
            of_it = {one.id for one in standing if one.source == line["source"]}
            assert of_it == set(line["ids"])
            assert len(of_it) == turns
        last = owner.capture(conversation(len(told), turns), source=f"talk-{len(told)}")
        assert last.is_retry == (report.commits > len(told))
        assert last.new_turns == turns
    with doxa.open(str(path), embedder="hashed") as memory:
        report = memory.owner("ana").verify()
        assert (report.problems, report.commits) == ((), len(told) + 1)
    return len(told)


def conversation(number: int, turns: int) -> list[doxa.Turn]:
    """What the capturer says in its conversation of that number."""
    return [doxa.Turn("user", f"I keep {number + 2} hens in barn {number}-{n}.") for n in range(turns)]


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_capture_that_is_killed_leaves_every_acknowledged_conversation_whole(tmp_path, seed):
    killed_in_capture(tmp_path / "memory.db", seed, turns=6)


def test_the_first_write_of_all_may_be_killed_too(tmp_path):
    """The account and the tables are made by whoever comes first."""
    for attempt in range(2):
        path = tmp_path / f"memory-{attempt}.db"
        process = subprocess.Popen(
            [sys.executable, "-c", CAPTURER, str(path), "6"],
            env=clean_environment(),
            stdout=subprocess.DEVNULL,
        )
        wait_for(path, process)
        process.kill()
        process.wait()
        with doxa.open(str(path), embedder="hashed") as memory:
            memory.owner("ana").remember("I keep bees.")
        with doxa.open(str(path), embedder="hashed") as memory:
            assert memory.owner("ana").verify().problems == ()


def wait_for(path: Path, process: subprocess.Popen[bytes]) -> None:
    """Until the process has made its file."""
    while not path.exists():
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(0.002)


def killed_in_write(path: Path, seed: int) -> None:
    """Kill a process that remembers and forgets; what it said to be gone is gone to the last byte."""
    after = random.Random(seed).uniform(0.05, 0.6)
    told = acknowledged(WRITER, path, after=after)
    kept = {line["kept"]: line["number"] for line in told if "kept" in line}
    gone = {line["gone"]: line["number"] for line in told if "gone" in line}
    with doxa.open(str(path), embedder="hashed") as memory:
        owner = memory.owner("ana")
        report = owner.verify()
        assert (report.problems, report.pending) == ((), 0)
        assert report.commits - len(told) in (0, 1)
        standing = {one.id for one in owner.list(limit=1_000)}
        assert {one for one, number in kept.items() if number % 2 == 0} <= standing
        assert not gone.keys() & standing
        for one, number in list(gone.items())[-5:]:
            assert one not in [hit.id for hit in owner.recall(f"zq{number}zq")]
    left = b"".join(file.read_bytes() for file in path.parent.iterdir())
    assert [number for number in gone.values() if f"shelf zq{number}zq".encode() in left] == []


@pytest.mark.parametrize("seed", [4, 5])
def test_a_process_killed_while_it_remembers_and_forgets_leaves_a_sound_memory(tmp_path, seed):
    killed_in_write(tmp_path / "memory.db", seed)


@pytest.mark.slow
def test_fifty_kills_leave_fifty_sound_memories(tmp_path):
    done = 0
    for seed in range(25):
        done += killed_in_capture(tmp_path / f"capture-{seed}.db", 100 + seed, turns=1 + seed % 12)
        folder = tmp_path / f"write-{seed}"
        folder.mkdir()
        killed_in_write(folder / "memory.db", 200 + seed)
    assert done > 100


@pytest.mark.slow
def test_one_memory_outlives_twenty_kills(tmp_path):
    """Each process goes on where the one before was killed; its conversations have names of their own."""
    path = tmp_path / "memory.db"
    total = 0
    for round_ in range(20):
        program = CAPTURER.replace('source=f"talk-{number}"', f'source=f"talk-{round_}-{{number}}"')
        told = acknowledged(program, path, "4", after=random.Random(round_).uniform(0.05, 0.5))
        with doxa.open(str(path), embedder="hashed") as memory:
            report = memory.owner("ana").verify()
            assert report.problems == ()
            assert report.commits >= total + len(told)
            total = report.commits
