"""Reading: one memory, a list, a belief's verdict, and why it stands where it stands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from doxa.belief import Stance, band
from doxa.belief.revision import Event, Revision
from doxa.belief.tiers import weigh_source
from doxa.belief.verdict import Verdict, echoes_in, judge
from doxa.domain.belief_record import BeliefRevision
from doxa.domain.evidence import Evidence, EvidenceState
from doxa.domain.images import belief_revision_of
from doxa.domain.item import MemoryItem, Review, Status
from doxa.domain.visibility import View, Wanted, band_of, is_restricted, is_visible
from doxa.errors import BeliefNotFound, InvalidInput, MemoryNotFound

from .parts import Parts, checked_count, checked_owner
from .ports import Transaction
from .standing import TIERS, effect_of, fold_evidence
from .views import (
    CandidateView,
    EvidenceView,
    Explanation,
    ItemRevisionView,
    MemoryView,
    StepView,
    VerdictView,
)

PAGE_LIMIT = 1_000


def view(item: MemoryItem, now: datetime) -> MemoryView:
    return MemoryView(**view_values(item, now))


def view_values(item: MemoryItem, now: datetime) -> dict[str, Any]:
    """The columns of a view; a hit adds its score to them."""
    freshness = item.currency(now)
    return {
        "id": item.memory_id,
        "text": item.content or "",
        "stance": item.stance,
        "probability": item.probability,
        "currency": freshness,
        "credence": None if freshness is None else item.probability * freshness,
        "band": band_of(item, now),
        "as_of": item.last_evidenced_at,
        "observed_at": item.observed_at,
        "recorded_at": item.recorded_at,
        "valid_from": item.valid_from,
        "valid_to": item.valid_to,
        "belief_key": item.belief_key,
        "subject": item.subject,
        "subject_scope": item.subject_scope,
        "slot": item.slot,
        "predicate": item.predicate,
        "belief_class": item.belief_class,
        "kind": item.kind,
        "layer": item.layer,
        "status": item.status,
        "processing": item.processing,
        "review": item.review,
        "channel": item.channel,
        "source": item.source_id,
        "tags": item.tags,
        "corroboration_count": item.corroboration_count,
        "superseded_by": item.superseded_by,
        "revision": item.revision,
    }


def readable(transaction: Transaction, memory_id: str) -> MemoryItem:
    """The item, unless there is none for this owner or nothing of it may be shown."""
    item = found_item(transaction, memory_id)
    if item is None:
        raise MemoryNotFound(memory_id)
    return item


def found_item(transaction: Transaction, memory_id: str) -> MemoryItem | None:
    if not isinstance(memory_id, str):
        raise InvalidInput(f"the id of a memory is a text, not {type(memory_id).__name__}")
    item = transaction.item(memory_id) if memory_id.isprintable() else None
    return None if item is None or item.status is Status.TOMBSTONED or is_restricted(item) else item


class Reading:
    def __init__(self, parts: Parts, find: Callable[[str, str], str | None]) -> None:
        """``find`` gives the memory id that words mean most, for `verdict` and `explain`."""
        self._parts, self._find = parts, find

    def get(self, owner_id: str, memory_id: str) -> MemoryView:
        with self._parts.store.reading(checked_owner(owner_id)) as transaction:
            return view(readable(transaction, memory_id), self._parts.clock())

    def list(
        self,
        owner_id: str,
        *,
        limit: int = 50,
        after: str | None = None,
        stance: str | None = None,
        review: str | None = None,
        slot: str | None = None,
        subject: str | None = None,
        channel: str | None = None,
        source: str | None = None,
        tag: str | None = None,
        include_archive: bool = False,
    ) -> tuple[MemoryView, ...]:
        """The owner's memories, newest first; ``after`` is the id the page before ended with."""
        checked_count(limit, "limit", PAGE_LIMIT)
        wanted = Wanted(
            include_archive=include_archive,
            review=None if review is None else _member(Review, "review", review),
        )
        wanted_stance = None if stance is None else _member(Stance, "stance", stance)
        columns = {"slot": slot, "subject": subject, "channel": channel, "source_id": source}
        now = self._parts.clock()
        with self._parts.store.reading(checked_owner(owner_id)) as transaction:
            items = [
                item
                for item in transaction.all_items()
                if is_visible(item, View.LIST, wanted, now)
                and wanted_stance in (None, item.stance)
                and wanted.review in (None, item.review)
                and (tag is None or tag in item.tags)
                and all(value is None or getattr(item, name) == value for name, value in columns.items())
            ]
        items.sort(key=lambda item: (item.observed_at, item.recorded_at, item.memory_id), reverse=True)
        if after is not None:
            ids = [item.memory_id for item in items]
            if after not in ids:
                raise MemoryNotFound(after)
            items = items[ids.index(after) + 1 :]
        return tuple(view(item, now) for item in items[:limit])

    def verdict(self, owner_id: str, what: str) -> VerdictView:
        """The verdict on a belief key, on the belief of a memory id, or on what words mean most."""
        key = self._meant(owner_id, what)[0]
        with self._parts.store.reading(owner_id) as transaction:
            return self._verdict(transaction, key)

    def beliefs(self, owner_id: str, *, limit: int = 50) -> tuple[VerdictView, ...]:
        """Every belief with its rivals, the one that moved last first."""
        checked_count(limit, "limit", PAGE_LIMIT)
        with self._parts.store.reading(checked_owner(owner_id)) as transaction:
            verdicts = (self._verdict(transaction, record.belief_key) for record in transaction.beliefs())
            shown = (verdict for verdict in verdicts if verdict.candidates)
            return tuple(verdict for verdict, _ in zip(shown, range(limit), strict=False))

    def explain(self, owner_id: str, what: str) -> Explanation:
        """Why a memory stands where it stands: what moved it, by how much, when, on whose word."""
        now = self._parts.clock()
        key, memory_id = self._meant(owner_id, what)
        with self._parts.store.reading(owner_id) as transaction:
            verdict = self._verdict(transaction, key)
            standing = verdict.id or (verdict.candidates[0].id if verdict.candidates else None)
            item = readable(transaction, memory_id or standing or what)
            items = _shown(transaction.items_of_belief(item.belief_key))
            evidence = transaction.evidence_of([one.memory_id for one in items])
            names = {one.memory_id: _short(one.content or "") for one in items}
            steps = [
                _step(belief_revision_of(entry.change), {p.evidence_id: p for p in evidence}, names)
                for _, entry in transaction.journal_of("belief", item.belief_key)
                if entry.change is not None
            ]
            return Explanation(view(item, now), verdict, tuple(_evidence(evidence)), tuple(steps))

    def history(self, owner_id: str, memory_id: str) -> tuple[ItemRevisionView, ...]:
        """What each commit changed of a memory, oldest first."""
        with self._parts.store.reading(checked_owner(owner_id)) as transaction:
            readable(transaction, memory_id)
            return tuple(
                ItemRevisionView(
                    sequence=commit.sequence,
                    commit=commit.commit_hash,
                    operation_id=commit.operation_id,
                    recorded_at=commit.recorded_at,
                    change=None if entry.change is None else _shown_change(entry.change),
                )
                for commit, entry in transaction.journal_of("item", memory_id)
            )

    def _meant(self, owner_id: str, what: str) -> tuple[str, str | None]:
        """The belief key that is meant, and the memory id where it is one.

        Words are looked up outside of any read: the search first catches up, which writes.
        """
        checked_owner(owner_id)
        if not isinstance(what, str):
            raise InvalidInput(f"name a belief key, a memory id or words, not {type(what).__name__}")
        with self._parts.store.reading(owner_id) as transaction:
            item = found_item(transaction, what)
            if item is not None:
                return item.belief_key, item.memory_id
            if what.isprintable() and transaction.belief(what) is not None:
                return what, None
        found = self._find(owner_id, what) if what.strip() else None
        if found is None:
            raise BeliefNotFound(what)
        with self._parts.store.reading(owner_id) as transaction:
            item = found_item(transaction, found)
        if item is None:
            raise BeliefNotFound(what)
        return item.belief_key, None

    def _verdict(self, transaction: Transaction, key: str) -> VerdictView:
        return verdict_of(transaction, key, self._parts.clock())


def verdict_of(transaction: Transaction, key: str, now: datetime) -> VerdictView:
    """Fold the belief's active evidence and read its verdict, with the words of every candidate shown."""
    items = {item.memory_id: item for item in _shown(transaction.items_of_belief(key))}
    pieces = [p for p in transaction.evidence_of(list(items)) if p.is_observation]
    state, hearing = fold_evidence(pieces)
    asserted = items.get(state.asserted or "")
    observations = [piece.to_observation() for piece in pieces]
    valid_to = asserted.valid_to if asserted else None
    core: Verdict = judge(key, state, observations, echoes_in(hearing.inert), now, valid_to)
    freshness = asserted.currency(now) if asserted else None
    candidates = sorted(
        items.values(), key=lambda i: (i.probability, i.observed_at, i.memory_id), reverse=True
    )

    def words(ids: Iterable[str]) -> tuple[str, ...]:
        return tuple(items[i].content or "" for i in ids if i in items)

    challengers = [i for i in core.challengers if i in items and items[i].review is not Review.REJECTED]
    return VerdictView(
        key=key,
        fact=asserted.content if asserted else None,
        id=asserted.memory_id if asserted else None,
        probability=core.probability,
        unknown=core.distribution.unknown,
        currency=freshness,
        credence=None if freshness is None else core.probability * freshness,
        band=band(freshness),
        entropy_bits=core.entropy_bits,
        normalised_entropy=core.normalised_entropy,
        is_uncertain=core.is_uncertain,
        is_contested=core.is_contested,
        as_of=core.last_evidenced_at,
        candidates=tuple(
            CandidateView(i.memory_id, i.content or "", i.stance, i.probability, i.observed_at, i.channel)
            for i in candidates
        ),
        superseded=words(core.superseded),
        challengers=words(challengers),
        question=_question(
            asserted, _newest_claim(pieces, items, challengers), is_uncertain=core.is_uncertain
        ),
    )


def _newest_claim(
    pieces: Sequence[Evidence], items: Mapping[str, MemoryItem], challengers: Sequence[str]
) -> str | None:
    """Who says what against the verdict, in words."""
    if not challengers:
        return None
    claims = [p for p in pieces if p.memory_id == challengers[0]]
    newest = max(claims, key=lambda p: (p.observed_at, p.evidence_id))
    return f"{newest.channel} says {items[newest.memory_id].content!r}"


def _question(asserted: MemoryItem | None, challenge: str | None, *, is_uncertain: bool) -> str | None:
    """What one word of the owner would settle."""
    if challenge is not None:
        return (
            f"{challenge}, and you said {asserted.content!r}: which holds?"
            if asserted
            else f"{challenge}: is that so?"
        )
    if asserted is not None and is_uncertain:
        return f"is it still so that {asserted.content!r}?"
    return None


def _short(text: str, limit: int = 60) -> str:
    line = " ".join(text.split())
    return line if len(line) <= limit else f"{line[: limit - 1]}…"


def _shown(items: Iterable[MemoryItem]) -> list[MemoryItem]:
    return [
        i for i in items if i.status is not Status.TOMBSTONED and not is_restricted(i) and not i.is_locked
    ]


def _evidence(pieces: Sequence[Evidence]) -> Iterable[EvidenceView]:
    state, hearing = fold_evidence([p for p in pieces if p.is_observation])
    for piece in pieces:
        weight = weigh_source(piece.tier, piece.content_confidence, piece.taint, TIERS)
        yield EvidenceView(
            id=piece.evidence_id,
            memory_id=piece.memory_id,
            event=piece.event,
            quote=piece.quote if piece.state is EvidenceState.ACTIVE else None,
            channel=piece.channel,
            tier=piece.tier,
            reliability=weight.value,
            bound_by=weight.bound_by,
            effect=effect_of(piece, state, hearing) if piece.is_observation else None,
            family=piece.family,
            lineage=piece.lineage,
            source=piece.source_id,
            observed_at=piece.observed_at,
            recorded_at=piece.recorded_at,
            state=piece.state,
        )


def _step(kept: BeliefRevision, pieces: dict[str, Evidence], names: dict[str, str]) -> StepView:
    return StepView(
        revision=kept.revision,
        event=kept.event,
        evidence_ids=kept.evidence_ids,
        effect=kept.effect,
        reliability=kept.reliability,
        bound_by=kept.bound_by,
        movement=kept.movement,
        asserted_before=kept.asserted_before,
        asserted_after=kept.asserted_after,
        recorded_at=kept.recorded_at,
        words=_step_words(kept, pieces, names),
    )


def _step_words(kept: BeliefRevision, pieces: dict[str, Evidence], names: dict[str, str]) -> str:
    known = [pieces[i] for i in kept.evidence_ids if i in pieces]
    if kept.event is Event.OBSERVED and not known:
        return "a piece of evidence that has been deleted since"
    observations = tuple(piece.to_observation() for piece in known)
    weight = (
        weigh_source(known[0].tier, known[0].content_confidence, known[0].taint, TIERS) if known else None
    )
    return Revision(
        kept.belief_key,
        kept.revision,
        kept.event,
        observations,
        kept.effect,
        weight if kept.event is Event.OBSERVED else None,
        kept.before,
        kept.after,
        kept.asserted_before,
        kept.asserted_after,
    ).explain(names)


def _shown_change(change: Any) -> dict[str, Any]:
    hidden = {"salt", "words_hash", "content_hash"}
    return {name: value for name, value in change.items() if name not in hidden}


def _member(kind: Any, name: str, value: str) -> Any:
    try:
        return kind(value)
    except ValueError:
        raise InvalidInput(f"{name!r} must be one of {', '.join(kind)}, not {value!r}") from None
