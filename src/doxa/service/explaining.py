"""Explaining: every piece of evidence of a belief and every step it took, in figures and in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from doxa.belief.revision import Event, Revision
from doxa.domain.belief_record import BeliefRevision, Withdrawal
from doxa.domain.evidence import Evidence, EvidenceState
from doxa.domain.images import belief_revision_of

from .sight import Seen, Sight
from .standing import effect_of, weight_of
from .views import EvidenceView, StepView

WORDS_LIMIT = 60
GONE = "a piece of evidence whose words have been deleted since"
WHY = {
    Withdrawal.FORGOTTEN: ", since the memory was forgotten,",
    Withdrawal.SOURCE_DELETED: ", since their source was deleted,",
    Withdrawal.SOURCE_REPLACED: ", since their source was read anew without them,",
    Withdrawal.TURN_EDITED: ", since the turn they were said in was edited,",
    None: "",
}


def evidence_views(seen: Seen) -> tuple[EvidenceView, ...]:
    return tuple(_evidence(piece, seen) for piece in seen.evidence)


def step_views(sight: Sight, seen: Seen) -> tuple[StepView, ...]:
    """What moved the belief, one step after the other, as far as can be seen."""
    pieces = {piece.evidence_id: piece for piece in seen.evidence}
    names = {memory_id: _short(item.content or "") for memory_id, item in seen.items.items()}
    changes = [entry.change for _, entry in sight.journal_of("belief", seen.key)]
    return tuple(_step(belief_revision_of(change), pieces, names) for change in changes if change is not None)


def _evidence(piece: Evidence, seen: Seen) -> EvidenceView:
    weight = weight_of(piece)
    return EvidenceView(
        id=piece.evidence_id,
        memory_id=piece.memory_id,
        event=piece.event,
        quote=piece.quote if piece.state is EvidenceState.ACTIVE else None,
        channel=piece.channel,
        tier=piece.tier,
        reliability=weight.value,
        bound_by=weight.bound_by,
        effect=effect_of(piece, seen.state, seen.hearing) if piece.is_observation else None,
        family=piece.family,
        lineage=piece.lineage,
        source=piece.source_id,
        observed_at=piece.observed_at,
        recorded_at=piece.recorded_at,
        state=piece.state,
    )


def _step(kept: BeliefRevision, pieces: Mapping[str, Evidence], names: Mapping[str, str]) -> StepView:
    known = [pieces[i] for i in kept.evidence_ids if i in pieces]
    came = known[0] if known and kept.event is Event.OBSERVED else None
    return StepView(
        revision=kept.revision,
        event=kept.event,
        evidence_ids=kept.evidence_ids,
        channel=came.channel if came else None,
        source=came.source_id if came else None,
        effect=kept.effect,
        reliability=kept.reliability,
        bound_by=kept.bound_by,
        reason=kept.reason,
        before=kept.before,
        after=kept.after,
        movement=kept.movement,
        asserted_before=kept.asserted_before,
        asserted_after=kept.asserted_after,
        recorded_at=kept.recorded_at,
        words=_words(kept, known, names),
    )


def _words(kept: BeliefRevision, known: Sequence[Evidence], names: Mapping[str, str]) -> str:
    """One sentence: who said what by which way, how far that is believed and why, and what it moved."""
    observations = tuple(piece.to_observation() for piece in known)
    by = weight = what = None
    if kept.event is Event.RETRACTED:
        count = len(kept.evidence_ids)
        what = f"{count} observation(s) withdrawn{WHY[kept.reason]} and the belief computed again"
    elif not known:
        what = GONE
    else:
        piece = known[0]
        weight = weight_of(piece)
        by = piece.channel if piece.channel == piece.tier else f"{piece.channel} ({piece.tier})"
        by += f", from {piece.source_id!r}," if piece.source_id else ""
    return Revision(
        kept.belief_key,
        kept.revision,
        kept.event,
        observations,
        kept.effect,
        weight,
        kept.before,
        kept.after,
        kept.asserted_before,
        kept.asserted_after,
    ).explain(names, by, what)


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= WORDS_LIMIT else f"{line[: WORDS_LIMIT - 1]}…"
