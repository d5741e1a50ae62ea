"""Break the rule of belief on purpose, one place at a time, and print which law notices.

    python scripts/mutate_rule.py [--only WORD]

Each mutation is made in a copy of the sources; the laws of ``tests/laws/test_belief_laws.py``
are then run against the copy until one fails.  A mutation that survives all of them is printed as
such, and the exit status is 1.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
LAWS = "tests/laws/test_belief_laws.py"
WITHOUT = "not written_out_plainly"
"""The law that compares with the formulas themselves would notice nearly all: the properties must, alone."""


@dataclass(frozen=True, slots=True)
class Mutation:
    """What stands once in ``file``, and what it becomes."""

    what: str
    file: str
    before: str
    after: str


def mutations() -> Iterator[Mutation]:
    """Those of ``mutations.txt``: a name and its module, the lines that go and the lines that come."""
    for block in (Path(__file__).parent / "mutations.txt").read_text("utf-8").strip().split("\n\n"):
        (title, *lines) = block.split("\n")
        what, _, module = title.removesuffix(")").rpartition(" (")
        before, after = ("\n".join(line[2:] for line in lines if line[0] == sign) for sign in "-+")
        yield Mutation(what, f"src/doxa/belief/{module}.py", before, after)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--only", default="", help="only mutations whose name has this in it")
    only = parser.parse_args().only
    survived = 0
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        for name in ("src", "tests", "pyproject.toml"):
            source = ROOT / name
            (shutil.copytree if source.is_dir() else shutil.copy)(source, copy / name)
        for mutation in mutations():
            if only in mutation.what:
                law = killed_by(mutation, copy)
                survived += law is None
                print(f"{mutation.what:<42} {law or 'SURVIVES'}", flush=True)
    return 1 if survived else 0


def killed_by(mutation: Mutation, copy: Path) -> str | None:
    """The first law that fails under a mutation."""
    path = copy / mutation.file
    sound = path.read_text("utf-8")
    if sound.count(mutation.before) != 1:
        raise SystemExit(f"{mutation.what}: {mutation.before!r} does not stand once in {mutation.file}")
    path.write_text(sound.replace(mutation.before, mutation.after), "utf-8")
    try:
        run = subprocess.run(
            [
                sys.executable,
                "-m",
                "pytest",
                "-q",
                "-x",
                "-p",
                "no:cacheprovider",
                "-p",
                "no:xdist",
                "-k",
                WITHOUT,
                LAWS,
            ],
            cwd=copy,
            env={**os.environ, "PYTHONPATH": str(copy / "src")},
            capture_output=True,
            text=True,
            check=False,
        )
    finally:
        path.write_text(sound, "utf-8")
    found = re.search(r"^(?:FAILED|ERROR) \S+::(\w+)", run.stdout, re.MULTILINE)
    return found.group(1) if found else None if run.returncode == 0 else "cannot be run"


if __name__ == "__main__":
    sys.exit(main())
