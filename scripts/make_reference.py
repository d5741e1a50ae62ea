"""Write docs/reference/ from the code, and the tables that other pages hold between markers.

    python scripts/make_reference.py           write them
    python scripts/make_reference.py --check   say what is not current, and exit with 1

A table in another page stands between `<!-- from code: NAME -->` and `<!-- end -->`.
"""

from __future__ import annotations

import dataclasses
import enum
import inspect
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import typer
from pydantic import BaseModel

import doxa
from doxa import belief, errors
from doxa.belief import DEFAULT_TIERS, PIVOT, BeliefClass, half_life_prior
from doxa.belief.tiers import OWNER_AUTHORITY, ProvenanceTier
from doxa.domain import claim
from doxa.domain.channels import DEFAULT_CHANNELS
from doxa.faces.cli.app import app
from doxa.faces.refusals import TABLE, Refusal, refusal_of
from doxa.service import views
from doxa.settings import Settings
from doxa.store import schema, search_tables

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
NOTE = "<!-- Written by scripts/make_reference.py from the code: change the code, not this page. -->"


def main(arguments: Sequence[str]) -> int:
    wanted = dict(pages())
    stale = [path for path, text in wanted.items() if not path.exists() or path.read_text("utf-8") != text]
    if "--check" in arguments:
        for path in stale:
            print(f"{path.relative_to(ROOT)} is not current: run `python scripts/make_reference.py`")
        return 1 if stale else 0
    for path in stale:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(wanted[path], "utf-8")
        print(f"wrote {path.relative_to(ROOT)}")
    return 0


def pages() -> Iterator[tuple[Path, str]]:
    """Every page that comes from the code, whole or in part, as it should be."""
    for name, write in REFERENCE.items():
        yield DOCS / "reference" / name, "\n\n".join([NOTE, *write()]) + "\n"
    for path in sorted(DOCS.rglob("*.md")):
        if path.parent.name != "reference":
            text = path.read_text("utf-8")
            if filled := _filled(text):
                yield path, filled


def _filled(text: str) -> str | None:
    found = re.compile(r"(<!-- from code: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)
    return found.sub(lambda m: m[1] + TABLES[m[2]]() + "\n" + m[3], text) if found.search(text) else None


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(_cell(cell) for cell in line) + " |" for line in lines)


def _cell(value: object) -> str:
    return "" if value is None else " ".join(str(value).replace("|", "\\|").split())


def code(value: object) -> str:
    return f"`{value}`"


# -- the command line -------------------------------------------------------------------------


def cli() -> Iterator[str]:
    yield "# Command line"
    yield (
        "Every command takes `--json`, `--db` and `--owner` where it has a memory to open. Results go to "
        "standard output, notes and refusals to standard error."
    )
    yield table(["exit code", "means"], [(number, text) for number, text in _exit_codes()])
    root: Any = typer.main.get_command(app)
    for name, command in root.commands.items():
        if hasattr(command, "commands"):
            for inner_name, inner in command.commands.items():
                yield from _command(f"doxa {name} {inner_name}", inner)
        else:
            yield from _command(f"doxa {name}", command)


def _exit_codes() -> Iterator[tuple[int, str]]:
    yield 0, "done"
    kinds: dict[int, list[str]] = {}
    for _, refusal in TABLE:
        kinds.setdefault(refusal.exit_code, []).append(refusal.kind)
    for number in sorted(kinds):
        yield number, ", ".join(map(code, kinds[number])) + _USAGE.get(number, "")


_USAGE = {1: "; also: `doxa verify` found something wrong", 2: "; also: the command line was written wrongly"}


def _command(name: str, command: Any) -> Iterator[str]:
    arguments = [p for p in command.params if p.param_type_name == "argument"]
    options = [p for p in command.params if p.param_type_name == "option"]
    usage = " ".join([name, *(_metavar(p) for p in arguments), *(["[OPTIONS]"] if options else [])])
    yield f"## {name}"
    yield _prose(command.help)
    yield f"```text\n{usage}\n```"
    if command.params:
        rows = [(_param_name(p), _default(p), p.help) for p in (*arguments, *options)]
        yield table(["argument or option", "default", "what it is"], rows)
    if command.epilog:
        yield f"For example: `{command.epilog}`"


def _metavar(param: Any) -> str:
    name = (param.metavar or param.name).strip("[]").upper()
    return name if param.required else f"[{name}]"


def _param_name(param: Any) -> str:
    if param.param_type_name == "argument":
        return code(_metavar(param))
    name = ", ".join(param.opts)
    takes = "" if getattr(param, "is_flag", False) else f" {(param.metavar or 'value').upper()}"
    return code(name + takes)


def _default(param: Any) -> str:
    if param.required:
        return "required"
    if getattr(param, "is_flag", False) or param.default in (None, (), []):
        return ""
    return code(param.default)


# -- Python -----------------------------------------------------------------------------------


def python() -> Iterator[str]:
    yield "# Python"
    yield (
        "`import doxa` gives `open`, `Turn`, `DoxaError` and the classes `Memory` and `Owner`. Everything is "
        "synchronous; `Memory` and `Owner` may be shared by threads. Times (`At`) may be a `datetime` with a "
        "zone, a `date`, or text (`2026-03-02`, `2026-03-02T09:00Z`); a bare day is its first moment in the "
        "owner's zone."
    )
    yield from _function("doxa.open", doxa.open)
    yield from _class("doxa.Turn", doxa.Turn)
    yield "## doxa.Memory"
    yield _doc(doxa.Memory)
    for name in ("owner", "owners", "calibration", "close"):
        yield from _function(f"Memory.{name}", getattr(doxa.Memory, name), "###")
    yield "## doxa.Owner"
    yield "What `memory.owner(name)` gives: every verb of one owner's memory."
    for name, verb in owner_verbs().items():
        yield from _function(f"Owner.{name}", verb, "###")
    yield "## What the verbs answer with"
    yield "Frozen values. The JSON of the command line has the same names."
    for one in (*_classes_of(views), claim.Claim):
        yield from _class(one.__name__, one, "###")
    yield "## The words that stand in them"
    yield table(["name", "one of"], [(code(e.__name__), ", ".join(map(code, e))) for e in _enumerations()])
    yield "## doxa.belief"
    yield "The belief core, usable without a store. See [beliefs](../explanation/beliefs.md)."
    for name in belief.__all__:
        one = getattr(belief, name)
        if inspect.isfunction(one):
            yield from _function(f"doxa.belief.{name}", one, "###")
    rows = [
        (code(name), _first_line(getattr(belief, name)))
        for name in belief.__all__
        if inspect.isclass(getattr(belief, name)) and _doc(getattr(belief, name))
    ]
    yield table(["class", "what it is"], rows)
    yield "## Errors"
    yield "Of `doxa.errors`. What to do about each: [when it refuses](../howto/when-it-refuses.md)."
    yield "```text\n" + "\n".join(_error_tree(errors.DoxaError, 0)) + "\n```"


def owner_verbs() -> dict[str, Callable[..., Any]]:
    """The public verbs of `Owner`, in the order in which the class names them."""
    with doxa.open(":memory:", embedder="hashed") as memory:
        owner = memory.owner("reference")
        methods = {n: getattr(owner, n) for n, v in vars(type(owner)).items() if inspect.isfunction(v)}
        verbs = {**vars(owner), **methods}
        return {n: v for n, v in verbs.items() if callable(v) and not n.startswith("_")}


def _function(name: str, function: Callable[..., Any], heading: str = "##") -> Iterator[str]:
    yield f"{heading} {name}"
    yield f"```text\n{_signature(name, function)}\n```"
    if text := _doc(function):
        yield text


def _signature(name: str, function: Callable[..., Any]) -> str:
    """As it is called: without `self`, and without the owner that `Owner` brings."""
    bound = ("self",) if name == "Memory.owner" else ("self", "owner_id")
    marked: list[str] = []
    for parameter in inspect.signature(function).parameters.values():
        if parameter.name in bound:
            continue
        if parameter.kind is parameter.KEYWORD_ONLY and "*" not in marked:
            marked.append("*")
        marked.append(_parameter(parameter))
    returns = f" -> {inspect.signature(function).return_annotation}"
    whole = f"{name}({', '.join(marked)}){returns}"
    if len(whole) <= 100:
        return whole
    return f"{name}(\n" + "".join(f"    {one},\n" for one in marked) + f"){returns}"


def _parameter(parameter: inspect.Parameter) -> str:
    stars = "**" if parameter.kind is parameter.VAR_KEYWORD else ""
    default = parameter.default
    if default is inspect.Parameter.empty:
        return f"{stars}{parameter.name}: {parameter.annotation}"
    is_named = isinstance(default, enum.Enum)
    shown = f"{type(default).__name__}.{default.name}" if is_named else repr(default)
    return f"{parameter.name}: {parameter.annotation} = {shown}"


def _class(name: str, kind: type, heading: str = "##") -> Iterator[str]:
    yield f"{heading} {name}"
    yield _doc(kind)
    fields = dataclasses.fields(kind)
    base = kind.__mro__[1]
    if dataclasses.is_dataclass(base):
        known = {field.name for field in dataclasses.fields(base)}
        fields = tuple(field for field in fields if field.name not in known)
        yield f"Everything that [{base.__name__}](#{base.__name__.lower()}) has, and:"
    yield table(["field", "type"], [(code(field.name), code(field.type)) for field in fields])
    for property_name, value in vars(kind).items():
        if isinstance(value, property) and value.fget is not None:
            yield f"Also `.{property_name}` ({inspect.signature(value.fget).return_annotation})."


def _classes_of(module: ModuleType) -> Iterator[type]:
    for one in vars(module).values():
        if inspect.isclass(one) and one.__module__ == module.__name__:
            yield one


def _enumerations() -> Iterator[type[enum.Enum]]:
    seen = [one for module in (views, belief, claim) for one in vars(module).values()]
    for one in dict.fromkeys(one for one in seen if inspect.isclass(one) and issubclass(one, enum.Enum)):
        if len(one):
            yield one


def _error_tree(kind: type[errors.DoxaError], depth: int) -> Iterator[str]:
    yield "  " * depth + kind.__name__
    for one in kind.__subclasses__():
        if one.__module__ == errors.__name__:
            yield from _error_tree(one, depth + 1)


def _doc(thing: Any) -> str:
    """Its own docstring; nothing where it has none, not what Python or a base class would say instead."""
    own = vars(thing).get("__doc__") if inspect.isclass(thing) else getattr(thing, "__doc__", None)
    return "" if own is None or own.startswith(f"{getattr(thing, '__name__', '')}(") else _prose(own)


def _prose(text: str | None) -> str:
    """A docstring in Markdown: its examples in a fence, one code quote instead of two."""
    paragraphs = inspect.cleandoc(text or "").replace("``", "`").replace(".  ", ". ").split("\n\n")
    return "\n\n".join(f"```text\n{p}\n```" if p.startswith(">>>") else p for p in paragraphs)


def _first_line(thing: Any) -> str:
    text = _doc(thing)
    return text.split("\n\n")[0].replace("\n", " ") if text else ""


# -- settings, tables, channels, errors -------------------------------------------------------


def settings() -> Iterator[str]:
    yield "# Settings"
    yield (
        "A setting is `DOXA_NAME` in the environment, `name` in a file `doxa.toml` in the working folder, or "
        "`name=` in `doxa.open(...)`. What `open` is given wins, then the environment, then the file. A "
        "value of the wrong kind is refused when the memory is opened. A name that is not in the table is "
        "refused in `open` and `doxa.toml`, and ignored in the environment; inside a table "
        "it is refused everywhere."
    )
    rows = []
    nested: dict[str, type[BaseModel]] = {}
    for name, field in Settings.model_fields.items():
        kind = field.annotation.__name__ if inspect.isclass(field.annotation) else str(field.annotation)
        kind = kind.removeprefix("typing.")
        default = "" if field.default is None else code(field.default)
        if isinstance(field.default, BaseModel):
            nested[name] = type(field.default)
            kind, default = "table", "below"
        rows.append((code(f"DOXA_{name.upper()}"), code(name), code(kind), default, field.description))
    yield table(["environment", "`doxa.toml` and `open`", "type", "default", "what it is"], rows)
    yield '```toml\n# doxa.toml\nzone = "Europe/Oslo"\nbusy_timeout_s = 60.0\n```'
    for name, model in nested.items():
        yield from _setting_table(name, model)


def _setting_table(name: str, model: type[BaseModel]) -> Iterator[str]:
    yield f"## {name}"
    yield _prose(model.__doc__)
    rows = []
    for inner, field in model.model_fields.items():
        default = "none" if field.default is None else field.default
        rows.append((code(f"DOXA_{name}__{inner}".upper()), code(f"{name}.{inner}"), code(default)))
    yield table(["environment", "`doxa.toml`", "default"], rows)
    yield _EXAMPLES[name]


_EXAMPLES = {
    "half_life_days": '```toml\n[half_life_days]\npreference = 90\nstate = "none"\n```',
    "calibration": "```toml\n[calibration]\nknots = [[0.8, 0.62], [0.98, 0.91]]\n```",
}


def tables() -> Iterator[str]:
    yield "# Tables"
    yield (
        "Every primary, unique and foreign key begins with `owner_id`. Instants are whole microseconds since "
        "1970 in UTC. Values with structure are JSON as text. These tables are not an interface: read them "
        "to check what doxa keeps, and write through doxa only. What each is for: "
        "[storage](../explanation/storage.md)."
    )
    for one in schema.metadata.sorted_tables:
        yield f"## {one.name}"
        rows = []
        for column in one.columns:
            keys = ["key"] if column.primary_key else []
            keys += sorted({f"of {key.column.table.name}" for key in column.foreign_keys} - {"of owners"})
            null = "may be empty" if column.nullable else ""
            rows.append((code(column.name), str(column.type).lower(), ", ".join(keys), null))
        yield table(["column", "type", "key", ""], rows)
    yield "## The index"
    yield (
        "Derived from the items and built again by `doxa reembed`. Every term begins with a hash of the "
        "owner's name, so no search reads another owner's postings."
    )
    statements = [
        re.sub(r"\n +(?!\))", "\n    ", one).replace("\n    )", "\n)") for one in search_tables.TABLES
    ]
    yield "```sql\n" + ";\n".join(statements) + ";\n```"


def channels() -> Iterator[str]:
    yield "# Channels and tiers"
    yield (
        "A call names a channel. The configuration says to which tier the channel belongs. How to choose: "
        "[choose a channel](../howto/choose-a-channel.md)."
    )
    yield "## Tiers"
    yield tiers_table()
    yield f"An observation whose reliability is at or below {PIVOT} is kept and moves nothing."
    yield "## Channels"
    yield channels_table()
    yield "Any other name is taken as `untrusted`, with a note."
    yield "## Half-lives"
    yield half_lives_table()


def tiers_table() -> str:
    rows = []
    for tier, rule in DEFAULT_TIERS.items():
        can_move = "yes" if rule.ceiling > PIVOT else "no"
        owner = "yes" if rule.authority == OWNER_AUTHORITY else "no"
        rows.append((code(tier), f"{rule.ceiling:.2f}", rule.authority, can_move, owner))
    head = ["tier", "ceiling", "authority", "can move a belief", "may confirm, reject, correct, resolve"]
    return table(head, rows)


def channels_table() -> str:
    named: dict[ProvenanceTier, list[str]] = {}
    for channel, tier in DEFAULT_CHANNELS.items():
        named.setdefault(tier, []).append(code(channel))
    return table(["tier", "channels"], [(code(tier), ", ".join(named[tier])) for tier in DEFAULT_TIERS])


def half_lives_table() -> str:
    priors = {one: half_life_prior(one) for one in BeliefClass}
    rows = [(code(one), "none" if days is None else f"{days:g}") for one, days in priors.items()]
    return table(["class", "half-life, days"], rows)


def errors_table() -> str:
    rows = []
    for kind in _every_error():
        refusal: Refusal = refusal_of(kind.__new__(kind))
        again = "yes" if refusal.may_retry else "no"
        rows.append((code(kind.__name__), code(refusal.kind), refusal.exit_code, again, _what_it_means(kind)))
    return table(["class", "kind", "exit code", "same call later may do", "what happened"], rows)


def _every_error() -> Iterator[type[errors.DoxaError]]:
    for one in vars(errors).values():
        if inspect.isclass(one) and issubclass(one, errors.DoxaError):
            yield one


def _what_it_means(kind: type[errors.DoxaError]) -> str:
    """Its docstring, or its message with the values named."""
    if "__doc__" in vars(kind) and kind.__doc__:
        return kind.__doc__
    names = inspect.signature(kind).parameters
    text = str(kind(*(_Named(name) for name in names)))
    return text[:1].upper() + text[1:]


class _Named(str):
    """A value that reads as its own name in a message, quoted or not."""

    def __new__(cls, name: str) -> _Named:
        return super().__new__(cls, name.upper())

    def __repr__(self) -> str:
        return str(self)


REFERENCE: dict[str, Callable[[], Iterator[str]]] = {
    "cli.md": cli,
    "python.md": python,
    "settings.md": settings,
    "tables.md": tables,
    "channels.md": channels,
}
TABLES: dict[str, Callable[[], str]] = {
    "tiers": tiers_table,
    "channels": channels_table,
    "errors": errors_table,
    "half_lives": half_lives_table,
}

if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
