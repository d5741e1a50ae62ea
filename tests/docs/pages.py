"""Pages: the documentation read as programs, run, and compared with what it shows.

A page is its fenced blocks, top to bottom, in one folder and one namespace:

- ```` ```json chat.json ````: a block with a file name after its language is that file;
- ```` ```python ````: runs.  What it prints is the ```` ```text ```` block right after it, or its
  `# ->` comments; a block of `>>>` lines is a doctest;
- ```` ```console ````: every line that opens with `$ ` is a command, what follows is its output.
  `doxa` runs in this process through the command line's own entry; the rest goes to `sh`.

The clock starts on 1 July 2026 and ids are counted, so that outputs can be compared.
`python -m tests.docs.pages docs/tutorial.md` writes the outputs of a page anew.
"""

from __future__ import annotations

import contextlib
import doctest
import hashlib
import io
import os
import re
import shlex
import subprocess
import sys
from base64 import b32encode
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cache
from itertools import takewhile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
WIDTH = 100
# Shown to be copied, and run elsewhere: by `make`, by the tests of the command line, by hand.
NOT_RUN = ("make", "pip ", "git ", "python ", "doxa demo", "doxa bench", "doxa --help")

_FENCE = re.compile(r"```(\w+)?(?: +(\S+))?\s*")
_SHOWN = re.compile(r"# -> (.*)")


@dataclass
class Block:
    """One fenced block; ``line`` is that of its fence."""

    language: str
    name: str | None
    line: int
    body: list[str] = field(default_factory=list)
    follows: int = 0  # how many lines of prose stand between it and the block before

    @property
    def text(self) -> str:
        return "\n".join(self.body) + "\n"


def blocks(page: str) -> list[Block]:
    found: list[Block] = []
    current: Block | None = None
    prose = 0
    for number, line in enumerate(page.splitlines(), 1):
        if current is not None:
            if line.strip() == "```":
                found.append(current)
                current, prose = None, 0
            else:
                current.body.append(line)
        elif fence := _FENCE.fullmatch(line):
            current = Block(fence[1] or "", fence[2], number, follows=prose)
        elif line.strip():
            prose += 1
    return found


# -- what a page runs in ----------------------------------------------------------------------


@cache
def sentence_embedder() -> Any:
    from doxa.index.embedders import UniversalSentenceEmbedder

    return UniversalSentenceEmbedder()


class Surroundings:
    """A clock that goes on a second a look, ids that are counted, and the default embedder, loaded once."""

    def __init__(self) -> None:
        self._now = datetime(2026, 7, 1, 9, tzinfo=UTC)
        self._counts: Counter[str] = Counter()

    def now(self) -> datetime:
        self._now += timedelta(seconds=1)
        return self._now

    def new_id(self, prefix: str) -> str:
        self._counts[prefix] += 1
        digest = hashlib.blake2b(f"{prefix}{self._counts[prefix]}".encode()).digest()
        return (
            digest.hex()[:32] if prefix == "salt" else f"{prefix}_{b32encode(digest).decode().lower()[:13]}"
        )

    @contextlib.contextmanager
    def entered(self, folder: Path) -> Iterator[None]:
        """Stand in ``folder``, without anybody's settings, and open memories on this clock."""
        from doxa import bootstrap
        from doxa.faces.cli import session

        build, before, environment = bootstrap.build, Path.cwd(), dict(os.environ)
        width = session.out.width

        def on_this_clock(location: str | None, settings: Any, **given: Any) -> Any:
            given = {"clock": self.now, "new_id": self.new_id} | given
            if settings.embedder == "universal":
                given.setdefault("embedder", sentence_embedder())
            return build(location, settings, **given)

        for name in [name for name in os.environ if name.startswith("DOXA_")]:
            del os.environ[name]
        os.environ["XDG_DATA_HOME"] = str(folder / ".data")
        bootstrap.build = on_this_clock
        session.out.width = WIDTH
        os.chdir(folder)
        try:
            yield
        finally:
            os.chdir(before)
            session.out.width = width
            bootstrap.build = build
            os.environ.clear()
            os.environ.update(environment)


# -- running ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Shown:
    """What a page shows and what came of it; ``first`` and ``last`` are its lines in the page (1-based)."""

    first: int
    last: int
    command: str
    expected: list[str]
    got: list[str]


class Page:
    def __init__(self, path: Path, folder: Path) -> None:
        self.path, self._folder = path, folder
        self._names: dict[str, Any] = {"__name__": "__main__"}
        self._exit_code = 0

    def run(self) -> Iterator[Shown]:
        found = blocks(self.path.read_text(encoding="utf-8"))
        with Surroundings().entered(self._folder):
            for number, block in enumerate(found):
                if block.language == "python" and block.name is None:
                    after = found[number + 1] if number + 1 < len(found) else None
                    yield from self._python(block, after)
                elif block.language == "console":
                    yield from self._console(block)
                elif block.name is not None:
                    Path(block.name).write_text(block.text, encoding="utf-8")

    def _python(self, block: Block, after: Block | None) -> Iterator[Shown]:
        if block.text.lstrip().startswith(">>>"):
            self._doctest(block)
            return
        source = "\n" * block.line + block.text
        with _printed() as printed:
            exec(compile(source, str(self.path), "exec"), self._names)
        got = printed.getvalue().rstrip("\n").split("\n") if printed.getvalue() else []
        comments = [found[1] for line in block.body if (found := _SHOWN.search(line))]
        if comments:
            # Not every line that is printed need be shown: those that are, in their order.
            rest = iter(got)
            said = [next((line for line in rest if is_as_shown([one], [line])), "") for one in comments]
            yield Shown(block.line, block.line, block.body[0], comments, said)
        elif after is not None and after.language == "text" and after.follows == 0:
            first = after.line + 1
            yield Shown(first, first + len(after.body) - 1, block.body[-1], after.body, got)

    def _doctest(self, block: Block) -> None:
        flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
        test = doctest.DocTestParser().get_doctest(block.text, {}, self.path.name, str(self.path), block.line)
        test.globs = self._names
        said: list[str] = []
        if doctest.DocTestRunner(optionflags=flags).run(test, out=said.append, clear_globs=False).failed:
            raise AssertionError("".join(said))

    def _console(self, block: Block) -> Iterator[Shown]:
        for command, at, expected in commands(block):
            if command.startswith(NOT_RUN):
                continue
            got = self._command(command)
            first = block.line + 1 + at
            yield Shown(first, first + len(expected) - 1, command, expected, got)

    def _command(self, command: str) -> list[str]:
        if command == "echo $?":
            return [str(self._exit_code)]
        if command.startswith("export "):
            os.environ.update(_assignments(shlex.split(command)[1:]))
            return []
        head, pipe, tail = command.rpartition(" | doxa ")
        stdin = self._shell(head)[0] if pipe else ""
        words = shlex.split(f"doxa {tail}" if pipe else command)
        given = _assignments(words)
        words = words[len(given) :]
        if words[0] != "doxa":
            output, self._exit_code = self._shell(command)
        elif given:
            before = dict(os.environ)
            os.environ.update(given)
            output, self._exit_code = run_doxa(words[1:], stdin)
            os.environ.clear()
            os.environ.update(before)
        else:
            output, self._exit_code = run_doxa(words[1:], stdin)
        return output.rstrip("\n").split("\n") if output.strip() else []

    @staticmethod
    def _shell(command: str) -> tuple[str, int]:
        done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
        return done.stdout + done.stderr, done.returncode


def _assignments(words: Sequence[str]) -> dict[str, str]:
    """`NAME=value` words, up to the first that is none."""
    return {word.split("=", 1)[0]: word.split("=", 1)[1] for word in takewhile(lambda w: "=" in w, words)}


def commands(block: Block) -> Iterator[tuple[str, int, list[str]]]:
    """Each command with the line of the block its output begins at, and that output."""
    starts = [n for n, line in enumerate(block.body) if line.startswith("$ ")]
    for start, end in zip(starts, [*starts[1:], len(block.body)], strict=True):
        words, at = block.body[start][2:], start + 1
        while words.endswith("\\"):
            words, at = words[:-1] + block.body[at].strip(), at + 1
        yield words, at, block.body[at:end]


def run_doxa(arguments: list[str], stdin: str = "") -> tuple[str, int]:
    """What a command prints and its exit code; it runs in this process, by the console script's own entry."""
    from doxa.faces.cli import main

    before = sys.argv, sys.stdin
    sys.argv, sys.stdin = ["doxa", *arguments], io.StringIO(stdin)
    code: object = 0
    try:
        with _printed() as printed:
            try:
                main()
            except SystemExit as exit_:
                code = exit_.code
    finally:
        sys.argv, sys.stdin = before
    return printed.getvalue(), code if isinstance(code, int) else int(code is not None)


@contextlib.contextmanager
def _printed() -> Iterator[io.StringIO]:
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
        yield printed


# -- comparing --------------------------------------------------------------------------------

_NUMBER = re.compile(r"\d+\.\d+%?|\d+%")
_DIGEST = re.compile(r"(?=[a-f]*\d)[0-9a-f]{8,}")
_PART = re.compile(rf"(\b{_DIGEST.pattern}\b|\d+\.\d+%?|\d+%|\.\.\.|[█ ]{{2,}}| +)")


def is_as_shown(expected: list[str], got: list[str]) -> bool:
    """Equal but for spaces, `...`, digests, and last digits, which differ between processors."""
    if not expected and got:
        return True  # a page may leave an output out
    pattern = "".join(map(_pattern, _PART.split("\n".join(line.rstrip() for line in expected).strip("\n"))))
    actual = "\n".join(line.rstrip() for line in got).strip("\n")
    found = re.fullmatch(pattern, actual, re.DOTALL)
    if found is None:
        return False
    shown = _NUMBER.findall("\n".join(expected))
    return all(_is_near(a, b) for a, b in zip(shown, found.groups(), strict=True))


def _pattern(part: str) -> str:
    if part == "...":
        return ".*?"
    if _NUMBER.fullmatch(part):
        return r"(\d+\.\d+%|\d+%)" if part.endswith("%") else r"(\d+\.\d+)"
    if _DIGEST.fullmatch(part):
        return "[0-9a-f]+"
    return r"[█ ]+" if part and not part.strip("█ ") else re.escape(part)


def _is_near(shown: str, actual: str) -> bool:
    if shown.endswith("%"):
        return abs(float(shown[:-1]) - float(actual[:-1])) <= 2
    return abs(float(shown) - float(actual)) <= 0.02


# -- writing outputs anew ---------------------------------------------------------------------


def rewritten(path: Path, folder: Path) -> str:
    """The page with every output it shows as it is now (a new one is shown as `?` until then).

    What shows nothing goes on showing nothing; outputs with `...` and comments are left as they are.
    """
    lines = path.read_text(encoding="utf-8").splitlines()
    for shown in reversed(list(Page(path, folder).run())):
        is_comment = lines[shown.first - 1].startswith("```")
        if shown.expected and not is_comment and "..." not in "\n".join(shown.expected):
            lines[shown.first - 1 : shown.last] = shown.got
    return "\n".join(lines) + "\n"


def _rewrite(names: list[str]) -> None:
    import tempfile

    for name in names:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(name).resolve()
            path.write_text(rewritten(path, Path(folder)), encoding="utf-8")


if __name__ == "__main__":
    _rewrite(sys.argv[1:])
