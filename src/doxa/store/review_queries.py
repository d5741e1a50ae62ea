"""Queries for what waits for the owner: which beliefs somebody has raised, by whom, and how lately.

They count and order in the database, so that a flood of claims is never read whole.  Which
of them are asked about is decided by the service.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import BindParameter, ColumnElement, Integer, Select, and_, bindparam, func, or_, select

from doxa.belief import DEFAULT_TIERS, PIVOT, Stance
from doxa.domain.evidence import EvidenceEvent, EvidenceState
from doxa.domain.item import Review, Status

from . import schema as t
from .prepared import Prepared

OWNER: BindParameter[str] = bindparam("owner_id")
_INERT_TIERS = [tier.value for tier, rule in DEFAULT_TIERS.items() if rule.ceiling <= PIVOT]
_asserted = t.items.alias("asserted")
_IS_EVIDENCE = and_(
    t.evidence.c.owner_id == t.items.c.owner_id,
    t.evidence.c.memory_id == t.items.c.memory_id,
    t.evidence.c.state == EvidenceState.ACTIVE.value,
    t.evidence.c.event != EvidenceEvent.REJECTED.value,
    t.evidence.c.event != EvidenceEvent.RESOLVED.value,
)
_IS_BELIEF = and_(t.beliefs.c.owner_id == t.items.c.owner_id, t.beliefs.c.belief_key == t.items.c.belief_key)
_IS_ASSERTED = and_(
    _asserted.c.owner_id == t.beliefs.c.owner_id, _asserted.c.memory_id == t.beliefs.c.asserted
)


def _raised(*where: ColumnElement[bool], is_beside_an_assertion: bool = False) -> Prepared:
    """The beliefs that claims raise, the latest raised first, each by one channel and source.

    Where several raise one belief it is that which raises the fewest: so nobody can draw a
    belief into their own share of the places by speaking of it too.  ``total`` is how many
    beliefs are put down to the same channel and source, ``per_source`` of them are returned.
    """
    rows: Any = t.items.join(t.beliefs, _IS_BELIEF).join(t.evidence, _IS_EVIDENCE)
    if is_beside_an_assertion:
        rows = rows.join(_asserted, _IS_ASSERTED)
    by = (t.evidence.c.channel, t.evidence.c.source_id)
    raised = (
        select(t.items.c.belief_key, *by, func.max(t.evidence.c.recorded_at).label("newest"))
        .select_from(rows)
        .where(
            t.items.c.owner_id == OWNER,
            t.items.c.status != Status.TOMBSTONED.value,
            t.items.c.review != Review.REJECTED.value,
            *where,
        )
        .group_by(t.items.c.belief_key, *by)
        .subquery("raised")
    )
    many = select(
        raised, func.count().over(partition_by=(raised.c.channel, raised.c.source_id)).label("many")
    ).subquery("many")
    rarest = (many.c.many, many.c.newest.desc(), many.c.channel, func.coalesce(many.c.source_id, ""))
    turns = select(
        many.c.belief_key,
        many.c.channel,
        many.c.source_id,
        func.max(many.c.newest).over(partition_by=many.c.belief_key).label("newest"),
        func.row_number().over(partition_by=many.c.belief_key, order_by=rarest).label("turn"),
    ).subquery("turns")
    source = (turns.c.channel, turns.c.source_id)
    placed = (
        select(
            turns,
            func.row_number()
            .over(partition_by=source, order_by=(turns.c.newest.desc(), turns.c.belief_key))
            .label("place"),
            func.count().over(partition_by=source).label("total"),
        )
        .where(turns.c.turn == 1)
        .subquery("placed")
    )
    found: Select[Any] = (
        select(placed)
        .where(placed.c.place <= bindparam("per_source", type_=Integer))
        .order_by(placed.c.newest.desc(), placed.c.belief_key)
        .limit(bindparam("limit"))
    )
    return Prepared(found)


CONTESTED = _raised(t.items.c.stance == Stance.CONTESTED.value)
# What somebody has said since the assertion was last heard, at the earliest in the same moment.
CORRECTIONS = _raised(
    or_(t.items.c.stance == Stance.UNPROVEN.value, t.items.c.stance == Stance.SUPERSEDED.value),
    t.evidence.c.observed_at >= _asserted.c.last_evidenced_at,
    is_beside_an_assertion=True,
)
# Who only hedged, and could be believed, has raised nothing; else there seemed to wait what nobody asks.
UNASSERTED = _raised(
    t.items.c.stance == Stance.UNPROVEN.value,
    t.beliefs.c.asserted.is_(None),
    or_(*(column == tier for column in (t.evidence.c.tier, t.evidence.c.taint) for tier in _INERT_TIERS)),
)

_asserted_items = select(t.items).where(
    t.items.c.owner_id == OWNER,
    t.items.c.stance == Stance.ASSERTED.value,
    t.items.c.status == Status.ACTIVE.value,
)
SLOTTED = Prepared(
    _asserted_items.where(t.items.c.slot.is_not(None))
    .order_by(t.items.c.slot, t.items.c.memory_id)
    .limit(bindparam("limit"))
)
ENDING = Prepared(
    _asserted_items.where(t.items.c.valid_to >= bindparam("from"))
    .order_by(t.items.c.valid_to, t.items.c.memory_id)
    .limit(bindparam("limit"))
)
LATEST = Prepared(
    _asserted_items.where(t.items.c.user_asserted)
    .order_by(t.items.c.last_evidenced_at.desc(), t.items.c.memory_id)
    .limit(bindparam("limit"))
)
