"""The documentation: snippets run and show what comes of them, nothing is left out, no link is broken."""

from __future__ import annotations

import ast
import importlib.util
import inspect
import re
import runpy
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import typer
from tests.docs.pages import ROOT, Page, Surroundings, blocks, commands, is_as_shown

from doxa import errors
from doxa.faces.cli.app import app
from doxa.settings import Settings

DOCS = sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])
WRITTEN = [page for page in DOCS if page.parent.name not in ("reference", "decisions")]
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


def has_code(path: Path) -> bool:
    return any(block.language in ("python", "console") for block in blocks(path.read_text("utf-8")))


@pytest.fixture(scope="module")
def reference() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_reference", ROOT / "scripts" / "make_reference.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def written() -> str:
    """All that people wrote, without what is generated."""
    return "\n".join(page.read_text("utf-8") for page in WRITTEN)


@pytest.mark.parametrize("path", [page for page in DOCS if has_code(page)], ids=name_of)
def test_a_page_shows_what_its_snippets_print(path, tmp_path):
    for shown in Page(path, tmp_path).run():
        where = f"{name_of(path)}, line {shown.first}: {shown.command}"
        assert is_as_shown(shown.expected, shown.got), "\n".join([where, *shown.got])


@pytest.mark.parametrize("path", EXAMPLES, ids=name_of)
def test_an_example_prints_what_it_says(path, tmp_path):
    said = (ast.get_docstring(ast.parse(path.read_text("utf-8"))) or "").split("It prints:\n")[1]
    with Surroundings().entered(tmp_path), redirect_stdout(StringIO()) as printed:
        runpy.run_path(str(path), run_name="__main__")
    got = printed.getvalue().rstrip("\n").split("\n")
    assert is_as_shown(inspect.cleandoc(said).split("\n"), got), "\n".join(got)


def test_the_reference_is_what_the_code_says(reference, capsys):
    status = reference.main(["--check"])
    assert status == 0, capsys.readouterr().out


def test_every_command_is_explained(written):
    groups: dict[str, Any] = {"doxa": typer.main.get_command(app)}
    names: list[str] = []
    while groups:
        prefix, group = groups.popitem()
        for name, command in group.commands.items():
            if hasattr(command, "commands"):
                groups[f"{prefix} {name}"] = command
            else:
                names.append(f"{prefix} {name}")
    assert [name for name in names if name not in written] == []


def test_every_verb_is_explained(written, reference):
    missing = [verb for verb in reference.owner_verbs() if not re.search(rf"\.{verb}\(", written)]
    assert missing == []


def test_every_setting_is_mentioned():
    text = (ROOT / "docs" / "reference" / "settings.md").read_text("utf-8")
    assert [name for name in Settings.model_fields if f"DOXA_{name.upper()}" not in text] == []


def test_every_error_has_something_to_do():
    page = (ROOT / "docs" / "howto" / "when-it-refuses.md").read_text("utf-8").split("## What to do")[1]
    kinds = [
        name
        for name, kind in vars(errors).items()
        if inspect.isclass(kind) and issubclass(kind, errors.DoxaError)
    ]
    assert [name for name in kinds if f"`{name}`" not in page] == []


@pytest.mark.parametrize("path", DOCS, ids=name_of)
def test_every_link_leads_somewhere(path):
    text = re.sub(r"```.*?```", "", path.read_text("utf-8"), flags=re.DOTALL)
    broken = []
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if target.startswith(("http://", "https://", "mailto:")):
            continue
        file, _, anchor = target.partition("#")
        found = (path.parent / file).resolve() if file else path
        if not found.exists() or (anchor and anchor not in anchors(found)):
            broken.append(target)
    assert broken == []


def anchors(page: Path) -> set[str]:
    headings = re.findall(r"^#+ (.+)$", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("path", [p for p in DOCS if p.name != "README.md"], ids=name_of)
def test_every_page_can_be_found_from_the_index(path):
    if path.parent.name == "decisions" or path.name == "index.md":
        return
    index = (ROOT / "docs" / "index.md").read_text("utf-8")
    assert str(path.relative_to(ROOT / "docs")) in index


# -- the checks can fail ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("expected", "got", "is_so"),
    [
        (["asserted 98.0%"], ["asserted 97.1%"], True),
        (["asserted 98.0%"], ["asserted 60.0%"], False),
        (["score 0.604"], ["score 0.610"], True),
        (["score 0.604"], ["score 0.700"], False),
        (["m_abc remembered"], ["m_abd remembered"], False),
        (["a", "...", "d"], ["a", "b", "c", "d"], True),
        (["a", "...", "e"], ["a", "b", "c", "d"], False),
        (["one line"], ["one line", "and another"], False),
        (["  89% ████   asserted"], ["  89% █████  asserted"], True),
        (["commit 1 4e4872abf26a"], ["commit 1 1d191286fe75"], True),
        (["something"], [], False),
        ([], ["an output the page leaves out"], True),
    ],
)
def test_an_output_is_compared_but_for_its_last_digits(expected, got, is_so):
    assert is_as_shown(expected, got) is is_so


def test_a_page_is_read_as_its_blocks_and_commands():
    found = blocks("Hi\n```json chat.json\n{}\n```\n```console\n$ doxa a \\\n  b\nout\n$ doxa c\n```\n")
    assert [(b.language, b.name, b.line) for b in found] == [("json", "chat.json", 2), ("console", None, 5)]
    assert list(commands(found[1])) == [("doxa a b", 2, ["out"]), ("doxa c", 4, [])]
