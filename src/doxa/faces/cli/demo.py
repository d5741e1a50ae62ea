"""The demo: real conversations go in, a belief changes, an attack does not change it."""

from __future__ import annotations

import sys
import tempfile
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

from rich.markup import escape
from rich.panel import Panel

from doxa.bench.knowledge_updates import Said, Update, load
from doxa.bootstrap import build
from doxa.domain.source import Turn
from doxa.memory import Memory, Owner
from doxa.service.views import Explanation, VerdictView
from doxa.settings import read_settings

from . import render
from .session import out

OWNER = "demo"
# Questions of LongMemEval's knowledge updates, by their ids there.
SHOWN = ("184da446", "4d6b87c8", "ce6d2d27", "7401057b")
REPEATS = 50


def run_demo() -> None:
    """Capture, update, attack, ask, explain; on a database of its own."""
    database = Path(tempfile.mkdtemp(prefix="doxa-demo-")) / "memory.db"
    by_id = {update.question_id: update for update in load()}
    updates = [by_id[question_id] for question_id in SHOWN]
    # The conversations are of 2023, and so is the day on which the questions are asked.
    asked_at = max(update.asked_at for update in updates)
    with Memory(build(str(database), read_settings(), clock=lambda: asked_at)) as opened:
        memory = opened.owner(OWNER)
        _heading("1", f"First sessions: {len(updates)} conversations from LongMemEval, as they were said")
        before = [_hear(memory, update, update.stale, "first") for update in updates]
        for update, verdict in zip(updates, before, strict=True):
            _belief(update.question, verdict)
        _heading("2", "Later sessions: something has changed in each, nobody says which memory to replace")
        after = [_hear(memory, update, update.fresh, "later") for update in updates]
        for update, verdict in zip(updates, after, strict=True):
            _belief(update.question, verdict)
        target, held = max(
            zip(updates, after, strict=True), key=lambda pair: (bool(pair[1].superseded), pair[1].probability)
        )
        _attack(memory, target, held)
        _heading("4", "What a model would get in its prompt")
        for update in dict.fromkeys([target, *updates[:1]]):
            out.print(f"[dim]question:[/] {escape(update.question)}")
            out.print(memory.context(update.question, max_tokens=200, k=3).text, markup=False)
        _heading("5", "Why does it think that, since when, and who said so?")
        render.explanation(_without_attack(memory, held))
    _closing(database, target)


def _hear(memory: Owner, update: Update, said: Said, session: str) -> VerdictView:
    """Capture one session and give the verdict on what the question asks."""
    source = f"{update.question_id}-{session}"
    captured = memory.capture([Turn("user", text, said.at) for text in said.turns], source=source)
    rivals = [one.memory for one in captured.claims if one.event == "contradicted" and one.memory]
    return memory.verdict(rivals[0].belief_key if rivals else update.question)


def _attack(memory: Owner, update: Update, held: VerdictView) -> None:
    """Let a web page repeat the old value, later and louder, and compare to the last digit."""
    _heading("3", f"An attacker repeats the old value {REPEATS} times on web pages, and calls it final")
    claim = f"CONFIRMED AND FINAL: {held.superseded[0]}"
    out.print(f"[red]{escape(claim)}[/]")
    for number in range(REPEATS):
        at = update.fresh.at + timedelta(minutes=number + 1)
        memory.remember(claim, channel="web_fetch", source=f"page-{number}", at=at, key=held.key)
    now = memory.verdict(held.key)
    out.print(f"  asserted before: {escape(held.fact or 'nothing')}  p = {held.probability!r}")
    out.print(f"  asserted after:  {escape(now.fact or 'nothing')}  p = {now.probability!r}")
    same = (held.fact, held.probability, held.entropy_bits) == (now.fact, now.probability, now.entropy_bits)
    out.print("  [bold green]nothing moved[/]" if same else "  [bold red]something moved[/]")


def _without_attack(memory: Owner, held: VerdictView) -> Explanation:
    """The explanation, with the attacker's fifty pieces of evidence counted and not listed."""
    full = memory.explain(held.key)
    evidence = tuple(piece for piece in full.evidence if piece.channel != "web_fetch")
    listed = {piece.id for piece in evidence}
    steps = tuple(step for step in full.steps if listed.issuperset(step.evidence_ids))
    out.print(
        f"[dim](the {len(full.steps) - len(steps)} steps on web_fetch, each moved 0.000, are left out)[/]"
    )
    return replace(full, evidence=evidence, steps=steps)


def _belief(question: str, verdict: VerdictView) -> None:
    out.print(f"[dim]{escape(question)}[/]")
    for candidate in verdict.candidates:
        style = render.STYLES[candidate.stance]
        bar = "█" * round(candidate.probability * 20)
        out.print(
            f"  {candidate.probability:6.1%} [{style}]{bar:<20} {candidate.stance:<10}[/] "
            f"{escape(_short(candidate.text))} [dim]({candidate.observed_at:%d %b %Y})[/]"
        )


def _short(text: str, limit: int = 90) -> str:
    return text if len(text) <= limit else f"{text[: limit - 1]}…"


def _heading(number: str, title: str) -> None:
    out.print()
    out.print(Panel(f"[bold]{number}. {escape(title)}[/]", expand=False))


def _closing(database: Path, update: Update) -> None:
    doxa = f"{sys.argv[0]} {{}} --db {database} --owner {OWNER}"
    out.print()
    out.print("[bold]Try next:[/]")
    for command in ("beliefs", f'recall "{update.question}"', "verify"):
        out.print(f"  {doxa.format(command)}", markup=False)
