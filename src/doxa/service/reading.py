"""Reading: one memory, a list, a belief's verdict, and why it stands where it stands."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from itertools import islice
from typing import Any

from doxa.belief import Stance
from doxa.domain.item import MemoryItem, Review, Status
from doxa.domain.visibility import View, Wanted, is_restricted, is_visible
from doxa.domain.yardstick import Yardstick
from doxa.errors import BeliefNotFound, InvalidInput, MemoryNotFound

from .clockwork import hidden_by_clock
from .explaining import evidence_views, step_views
from .parts import Parts, checked_count, checked_owner
from .ports import Transaction
from .sight import Present, Seen, Sight
from .verdicts import verdict_of
from .views import Explanation, ItemRevisionView, MemoryView, VerdictView

Look = Callable[[Transaction], Sight]
PAGE_LIMIT = 1_000


def view(item: MemoryItem, now: datetime, yardstick: Yardstick) -> MemoryView:
    return MemoryView(**view_values(item, now, yardstick))


def view_values(item: MemoryItem, now: datetime, yardstick: Yardstick) -> dict[str, Any]:
    """The columns of a view; a hit adds its score to them."""
    credence = yardstick.credence(item, now)
    return {
        "id": item.memory_id,
        "text": item.content or "",
        "stance": item.stance,
        "probability": item.probability,
        "currency": yardstick.currency(item, now),
        "credence": credence,
        "calibrated": yardstick.calibrated(item.stance, credence),
        "band": yardstick.band(item, now),
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


def readable(transaction: Transaction | Sight, memory_id: str) -> MemoryItem:
    """The item, unless there is none for this owner or nothing of it may be shown."""
    item = found_item(transaction, memory_id)
    if item is None:
        raise MemoryNotFound(memory_id)
    return item


def found_item(transaction: Transaction | Sight, memory_id: str) -> MemoryItem | None:
    if not isinstance(memory_id, str):
        raise InvalidInput(f"the id of a memory is a text, not {type(memory_id).__name__}")
    item = transaction.item(memory_id) if memory_id.isprintable() else None
    return None if item is None or item.status is Status.TOMBSTONED or is_restricted(item) else item


class Reading:
    def __init__(
        self, parts: Parts, find: Callable[[str, str], str | None], look: Look | None = None
    ) -> None:
        """``find`` gives the memory id that words mean most, for `verdict` and `explain`.

        ``look`` is how the memory is looked at: as it stands, unless it says otherwise.
        """
        self._parts, self._find = parts, find
        self._look = look or (lambda transaction: Present(transaction, parts.clock()))

    @contextmanager
    def _seeing(self, owner_id: str) -> Iterator[Sight]:
        with self._parts.store.reading(checked_owner(owner_id)) as transaction:
            yield self._look(transaction)

    def get(self, owner_id: str, memory_id: str) -> MemoryView:
        """One memory by its id."""
        hides = hidden_by_clock(self._parts)
        with self._seeing(owner_id) as sight:
            item = readable(sight, memory_id)
            if hides(item, sight.now):
                raise MemoryNotFound(memory_id)
            return view(item, sight.now, self._parts.yardstick)

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
        if stance is not None:
            self._parts.check_beliefs("the filter 'stance'")
        hides = hidden_by_clock(self._parts)
        wanted = Wanted(
            include_archive=include_archive,
            review=None if review is None else _member(Review, "review", review),
        )
        wanted_stance = None if stance is None else _member(Stance, "stance", stance)
        columns = {"slot": slot, "subject": subject, "channel": channel, "source_id": source}
        with self._seeing(owner_id) as sight:
            now = sight.now
            items = [
                item
                for item in sight.items()
                if is_visible(item, View.LIST, wanted, now)
                and not hides(item, now)
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
        return tuple(view(item, now, self._parts.yardstick) for item in items[:limit])

    def verdict(self, owner_id: str, what: str) -> VerdictView:
        """The verdict on a belief key, on the belief of a memory id, or on what words mean most."""
        self._parts.check_beliefs("verdict")
        key = self._meant(owner_id, what)[0]
        with self._seeing(owner_id) as sight:
            return self._verdict(sight, sight.belief(key))

    def beliefs(self, owner_id: str, *, limit: int = 50) -> tuple[VerdictView, ...]:
        """Every belief with its rivals, the one that moved last first."""
        self._parts.check_beliefs("beliefs")
        checked_count(limit, "limit", PAGE_LIMIT)
        with self._seeing(owner_id) as sight:
            seen = (one for one in map(sight.belief, sight.keys()) if one.items)
            return tuple(self._verdict(sight, one) for one in islice(seen, limit))

    def explain(self, owner_id: str, what: str) -> Explanation:
        """Why a memory stands where it stands: what moved it, by how much, when, on whose word."""
        self._parts.check_beliefs("explain")
        key, memory_id = self._meant(owner_id, what)
        with self._seeing(owner_id) as sight:
            seen = sight.belief(key)
            verdict = self._verdict(sight, seen)
            standing = verdict.id or (verdict.candidates[0].id if verdict.candidates else None)
            item = readable(sight, memory_id or standing or what)
            shown = view(item, sight.now, self._parts.yardstick)
            return Explanation(shown, verdict, evidence_views(seen), step_views(sight, seen))

    def history(self, owner_id: str, memory_id: str) -> tuple[ItemRevisionView, ...]:
        """What each commit changed of a memory, oldest first."""
        with self._seeing(owner_id) as sight:
            readable(sight, memory_id)
            return tuple(
                ItemRevisionView(
                    sequence=commit.sequence,
                    commit=commit.commit_hash,
                    operation_id=commit.operation_id,
                    recorded_at=commit.recorded_at,
                    change=None if entry.change is None else _shown_change(entry.change),
                )
                for commit, entry in sight.journal_of("item", memory_id)
            )

    def _meant(self, owner_id: str, what: str) -> tuple[str, str | None]:
        """The belief key that is meant, and the memory id where it is one.

        Words are looked up outside of any read: the search first catches up, which writes.
        """
        checked_owner(owner_id)
        if not isinstance(what, str):
            raise InvalidInput(f"name a belief key, a memory id or words, not {type(what).__name__}")
        with self._seeing(owner_id) as sight:
            item = found_item(sight, what)
            if item is not None:
                return item.belief_key, item.memory_id
            if what.isprintable() and sight.has_belief(what):
                return what, None
        # Words choose a belief among those of today, whenever the question is of.
        found = self._find(owner_id, what) if what.strip() else None
        if found is not None:
            with self._parts.store.reading(owner_id) as transaction:
                item, sight = found_item(transaction, found), self._look(transaction)
                if item is not None and sight.has_belief(item.belief_key):
                    return item.belief_key, None
        raise BeliefNotFound(what)

    def _verdict(self, sight: Sight, seen: Seen) -> VerdictView:
        return verdict_of(seen, sight.now, self._parts.yardstick)


def _shown_change(change: Any) -> dict[str, Any]:
    hidden = {"salt", "words_hash", "content_hash"}
    return {name: value for name, value in change.items() if name not in hidden}


def _member(kind: Any, name: str, value: str) -> Any:
    try:
        return kind(value)
    except ValueError:
        raise InvalidInput(f"{name!r} must be one of {', '.join(kind)}, not {value!r}") from None
