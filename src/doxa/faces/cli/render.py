"""How each view reads in a terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from datetime import datetime

from rich.markup import escape
from rich.table import Table

from doxa.belief import Stance
from doxa.domain.claim import Claim
from doxa.service.views import (
    Captured,
    Context,
    Explanation,
    Forgotten,
    Hit,
    ItemRevisionView,
    MemoryView,
    SourceDeleted,
    VerdictView,
    Verification,
    Written,
)
from doxa.settings import is_belief_model_enabled

from .session import out

STYLES = {
    Stance.ASSERTED: "green",
    Stance.CONTESTED: "yellow",
    Stance.SUPERSEDED: "dim",
    Stance.UNPROVEN: "magenta",
}
BELIEF_COLUMNS = frozenset(
    {"as of", "band", "belief", "calibrated", "class", "now", "stance", "sure", "voices"}
)
"""What is shown of a memory only while the belief model is on, by its name in a terminal."""
EVENTS = {
    "asserted": "remembered",
    "restated": "already known: added as evidence",
    "contradicted": "a rival of what was held",
    "resolved": "no longer so",
    "rejected": "rejected",
}


def day(at: datetime | None) -> str:
    return "never" if at is None else f"{at:%Y-%m-%d}"


def written(one: Written) -> None:
    if one.state != "processed":
        out.print(f"[bold]{one.operation_id}[/] {one.state} [dim]({escape(one.reason)})[/]")
        return
    if one.memory is None:
        out.print("done; what it wrote has been deleted since")
        return
    memory = one.memory
    out.print(f"[bold]{memory.id}[/] {EVENTS[one.event]} [dim]({escape(one.reason)})[/]")
    out.print(f"  {escape(memory.text)}")
    _standing(memory)
    if one.displaced is not None and one.displaced != memory.id:
        out.print(f"  displaced [bold]{one.displaced}[/]")


def _standing(memory: MemoryView) -> None:
    """How it stands; only who said it and when, while the belief model is switched off."""
    by = f"by {escape(memory.channel or '?')}"
    if not is_belief_model_enabled():
        out.print(f"  {memory.status}, said {day(memory.observed_at)}, {by}")
        return
    band = f", {memory.band}" if memory.band else ""
    out.print(
        f"  [{STYLES[memory.stance]}]{memory.stance}[/] {memory.probability:.1%}{calibrated(memory)}{band}, "
        f"as of {day(memory.as_of)}, {by}"
    )


def calibrated(one: MemoryView | VerdictView) -> str:
    """The mapped figure, where the operator has set a map that speaks of this one."""
    return "" if one.calibrated is None else f", calibrated {one.calibrated:.1%}"


def captured(one: Captured) -> None:
    if one.state != "processed":
        out.print(f"[bold]{escape(one.source)}[/]: {one.turns} turn(s) {one.state}, as {one.operation_id}")
        return
    if one.is_retry:
        out.print(f"[bold]{escape(one.source)}[/]: taken before, nothing new")
        return
    taken_back = f", {one.withdrawn} piece(s) of evidence taken back" if one.withdrawn else ""
    out.print(
        f"[bold]{escape(one.source)}[/]: {one.new_turns} new of {one.turns} turn(s), "
        f"{len(one.claims)} claim(s){taken_back}"
    )
    for claim in one.claims:
        written(claim)


def hits(found: Sequence[Hit]) -> None:
    if not found:
        out.print("nothing known about that")
        return
    mapped, of_belief = _mapped(found), is_belief_model_enabled()

    def row(hit: Hit) -> dict[str, str]:
        rivals = hit.rivals if of_belief else ()
        return {
            "id": hit.id,
            "memory": escape(hit.text) + "".join(f"\n[yellow]against: {escape(one)}[/]" for one in rivals),
            "stance": f"[{STYLES[hit.stance]}]{hit.stance}[/]",
            "sure": f"{hit.probability:.0%}",
            "now": _percent(hit.credence),
            **{name: _percent(hit.calibrated) for name in mapped},
            "as of": day(hit.as_of),
            "status": hit.status,
            "score": f"{hit.score:.3f}",
        }

    _table([row(hit) for hit in found], right={"sure", "now", "calibrated", "score"})


def _table(rows: Sequence[Mapping[str, str]], right: Set[str] = frozenset()) -> None:
    """Rows of the same columns, without those of belief while the belief model is switched off.

    Then the status says what is superseded, which else the stance does.
    """
    hidden = frozenset({"status"}) if is_belief_model_enabled() else BELIEF_COLUMNS
    table = Table(box=None, pad_edge=False, header_style="bold")
    for name in rows[0]:
        if name not in hidden:
            table.add_column(name, overflow="fold", justify="right" if name in right else "left")
    for row in rows:
        table.add_row(*(cell for name, cell in row.items() if name not in hidden))
    out.print(table)


def context(one: Context) -> None:
    out.print(one.text or "nothing known about that", markup=False)


def memories(found: Sequence[MemoryView]) -> None:
    if not found:
        out.print("nothing is remembered yet")
        return
    mapped = _mapped(found)
    _table(
        [
            {
                "id": memory.id,
                "memory": escape(memory.text),
                "stance": f"[{STYLES[memory.stance]}]{memory.stance}[/]",
                "sure": f"{memory.probability:.0%}",
                **{name: _percent(memory.calibrated) for name in mapped},
                "band": memory.band or "",
                "status": memory.status,
                "said": day(memory.observed_at),
            }
            for memory in found
        ]
    )


def _mapped(found: Sequence[MemoryView]) -> tuple[str, ...]:
    """The column of mapped figures, where there are any."""
    return ("calibrated",) if any(one.calibrated is not None for one in found) else ()


def _percent(value: float | None) -> str:
    return "" if value is None else f"{value:.0%}"


def memory(one: MemoryView) -> None:
    out.print(f"[bold]{one.id}[/] {escape(one.text)}")
    _standing(one)
    details = {
        "belief": one.belief_key,
        "subject": one.subject,
        "slot": one.slot,
        "class": one.belief_class,
        "status": one.status,
        "review": one.review,
        "source": one.source,
        "valid from": day(one.valid_from) if one.valid_from else None,
        "valid to": day(one.valid_to) if one.valid_to else None,
        "superseded by": one.superseded_by,
        "tags": ", ".join(one.tags) or None,
        "voices": one.corroboration_count,
        "revision": one.revision,
    }
    hidden = frozenset[str]() if is_belief_model_enabled() else BELIEF_COLUMNS
    for name, value in details.items():
        if value is not None and name not in hidden:
            out.print(f"  [dim]{name}[/] {escape(str(value))}")


def verdict(one: VerdictView) -> None:
    if one.fact is None:
        out.print(f"[bold]{escape(one.key)}[/]: nothing is asserted (UNKNOWN {one.unknown:.1%})")
    else:
        sure = f"{one.probability:.1%}" + (f", now {one.credence:.1%}" if one.credence is not None else "")
        sure += calibrated(one)
        out.print(f"[bold]{escape(one.key)}[/]: [green]{escape(one.fact)}[/] {sure}, as of {day(one.as_of)}")
    for candidate in one.candidates:
        bar = "█" * round(candidate.probability * 20)
        out.print(
            f"  {candidate.probability:6.1%} [{STYLES[candidate.stance]}]{bar:<20} {candidate.stance:<10}[/] "
            f"{escape(candidate.text)} [dim]({candidate.id}, {day(candidate.observed_at)}, "
            f"{escape(candidate.channel or '?')})[/]"
        )
    if one.question:
        out.print(f"  [yellow]ask:[/] {escape(one.question)}")


def verdicts(found: Sequence[VerdictView]) -> None:
    if not found:
        out.print("no beliefs yet")
    for one in found:
        verdict(one)


def explanation(one: Explanation) -> None:
    verdict(one.verdict)
    out.print("[bold]evidence[/]")
    for piece in one.evidence:
        effect = f", {piece.effect}" if piece.effect else ""
        out.print(
            f"  {day(piece.observed_at)} {escape(piece.channel)} "
            f"({piece.tier}, r = {piece.reliability:.2f} by {piece.bound_by}) "
            f"{piece.event}{effect} [dim]{piece.memory_id}[/]"
        )
        if piece.quote:
            out.print(f"    “{escape(piece.quote)}”")
    out.print("[bold]what moved it[/]")
    for step in one.steps:
        out.print(f"  {step.revision}. {escape(step.words)} [dim](moved {step.movement:.3f})[/]")


def history(found: Sequence[ItemRevisionView]) -> None:
    for one in found:
        what = "erased" if one.change is None else ", ".join(sorted(one.change))
        out.print(f"commit {one.sequence} [dim]{one.commit[:12]}[/] {day(one.recorded_at)}: {escape(what)}")


def forgotten(one: Forgotten) -> None:
    out.print(f"[bold]{one.id}[/] is gone, with {one.evidence} piece(s) of evidence")
    if one.asserted:
        out.print(f"  asserted again: [bold]{one.asserted}[/]")


def source_deleted(one: SourceDeleted) -> None:
    done = "would withdraw" if one.is_dry_run else "withdrawn"
    out.print(
        f"[bold]{escape(one.source)}[/]: {done} {one.evidence} piece(s) of evidence, {one.turns} turn(s)"
    )
    for what, ids in (
        ("forgotten", one.forgotten),
        ("kept on other evidence", [i for i in one.kept if i not in one.reworded]),
        ("kept in the words of other evidence", one.reworded),
        ("asserted again", one.asserted),
    ):
        if ids:
            out.print(f"  {what}: {', '.join(ids)}")


def verification(one: Verification) -> None:
    head = f"{one.commits} commit(s), {one.items} item(s), {one.beliefs} belief(s), {one.pending} pending"
    if one.is_sound:
        out.print(f"[green]sound[/]: {escape(one.owner)}: {head}")
        return
    out.print(f"[red]{len(one.problems)} problem(s)[/]: {escape(one.owner)}: {head}")
    for problem in one.problems:
        out.print(f"  {escape(problem)}")


def verifications(found: Sequence[Verification]) -> None:
    if not found:
        out.print("nobody has a memory here yet")
    for one in found:
        verification(one)


def all_captured(found: Sequence[Captured]) -> None:
    for one in found:
        captured(one)


def claims(found: Sequence[Claim]) -> None:
    if not found:
        out.print("no claims in it")
    for claim in found:
        out.print(f"{escape(claim.text)} [dim]({claim.subject_scope}, {escape(claim.subject)})[/]")
