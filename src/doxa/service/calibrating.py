"""Calibrating: how right the memory has been, and what that proposes to its operator.

It only reads, one owner after the other and one belief after the other, and keeps
numbers and categories: no words leave an owner's memory.  What is at or below the pivot
counts nowhere, so whoever cannot move a belief cannot move a figure of these either.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from doxa.belief import BeliefClass, FactObservation
from doxa.belief.calibration import Calibration, calibrate, reliability
from doxa.belief.classes import HALF_LIFE_PRIORS
from doxa.belief.half_lives import LearnedHalfLife, learn_half_lives
from doxa.domain.evidence import Evidence, EvidenceEvent, EvidenceState
from doxa.domain.yardstick import HalfLives
from doxa.errors import InvalidInput

from .answers import ENDS, Answer, answers
from .parts import Parts, checked_owner
from .ports import Transaction
from .standing import weight_of
from .views import CalibrationView, HalfLifeView

# Beliefs that a half-life needs.  In simulated worlds, twelve sets each, with 20 beliefs what was configured
# was outside of the interval in 12 sets where it was three times too short or too long, in 6 where it was
# half of the truth, and in 1 or 2 where it was right: as often as an interval of nine in ten should be wrong.
ENOUGH_BELIEFS = 20
# The ends of the interval are a factor of 37 apart before anything was heard; one that is wider than this is
# still mostly the prior, and proposes nothing.
WIDEST = 6.0

Histories = dict[BeliefClass, list[Sequence[FactObservation]]]


@dataclass(frozen=True, slots=True)
class Record:
    """What one owner's memory says of the memory itself."""

    answers: Sequence[Answer]
    histories: Mapping[BeliefClass, Sequence[Sequence[FactObservation]]]


class Calibrating:
    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    def calibration(self, owner_id: str) -> CalibrationView:
        """How right this memory has been, by what its owner later said; it changes nothing.

        Also what that proposes: a map from stated to true, and half-lives.  `doxa calibrate
        --apply` writes proposals to the operator's configuration.
        """
        return self.calibration_of((owner_id,))

    def calibration_of(self, owners: Iterable[str] | None = None) -> CalibrationView:
        """The same over several owners, all by default; figures and proposals are of them together."""
        if isinstance(owners, str):
            raise InvalidInput(f"'owners' must be a list of names, not {owners!r}")
        self._parts.check_beliefs("calibration")
        count, said, histories = 0, list[Answer](), Histories()
        for owner_id in self._parts.store.owners() if owners is None else owners:
            record = self._record(checked_owner(owner_id))
            count += 1
            said.extend(record.answers)
            for belief_class, found in record.histories.items():
                histories.setdefault(belief_class, []).extend(found)
        learned = learn_half_lives(histories, HALF_LIFE_PRIORS)
        return report(count, said, learned, self._parts.yardstick.half_lives)

    def _record(self, owner_id: str) -> Record:
        with self._parts.store.reading(owner_id) as transaction:
            histories: Histories = defaultdict(list)
            for belief_class, history in _histories(transaction):
                histories[belief_class].append(history)
            return Record(list(answers(transaction)), dict(histories))


# -- how long what was said held --------------------------------------------------------------


def _histories(transaction: Transaction) -> Iterator[tuple[BeliefClass, Sequence[FactObservation]]]:
    """What was said under each belief that heard at least two words that count, in order of their keys."""
    for key in sorted(transaction.keys_heard_twice()):
        items = {item.memory_id: item for item in transaction.items_of_belief(key)}
        held = [
            piece
            for piece in transaction.evidence_of(list(items))
            if piece.state is EvidenceState.ACTIVE and weight_of(piece).is_live
        ]
        pieces = _observed(held)
        classes = [
            belief_class
            for piece in sorted(pieces, key=lambda p: (p.observed_at, p.evidence_id))
            if (belief_class := items[piece.memory_id].belief_class) is not None
        ]
        if len(pieces) > 1 and classes:
            yield classes[-1], [piece.to_observation() for piece in pieces]


def _observed(pieces: Sequence[Evidence]) -> list[Evidence]:
    """What says how long something held.

    That it has ended is heard as a denial from that day, unless the day is still to come.  Nothing
    ends where nobody who counts had said it: to reject what a web page made up is no sign of change.
    """
    said = {piece.memory_id for piece in pieces if piece.event not in ENDS}
    return [
        piece if piece.event is not EvidenceEvent.RESOLVED else _as_denial(piece)
        for piece in pieces
        if piece.memory_id in said and (piece.event is not EvidenceEvent.RESOLVED or _has_ended(piece))
    ]


def _has_ended(piece: Evidence) -> bool:
    return piece.valid_to is not None and piece.valid_to <= piece.recorded_at


def _as_denial(piece: Evidence) -> Evidence:
    return replace(piece, event=EvidenceEvent.REJECTED, observed_at=piece.valid_to or piece.observed_at)


# -- the report -------------------------------------------------------------------------------


def report(
    owners: int,
    said: Sequence[Answer],
    learned: Mapping[BeliefClass, LearnedHalfLife],
    configured: HalfLives,
) -> CalibrationView:
    """The figures as configured, and what would be better; with its own proposals it proposes no other."""
    half_lives = {one: half_life(configured[one], learned[one]) for one in BeliefClass}
    stated = calibrate(answer.of_credence(configured) for answer in said)
    # A map is applied together with the half-lives, so it is fitted on what those would have stated.
    proposed = {one: view.proposed_days for one, view in half_lives.items() if view.is_proposed}
    as_proposed = stated
    if proposed:
        as_proposed = calibrate(answer.of_credence({**configured, **proposed}) for answer in said)
    return CalibrationView(
        owners=owners,
        outcomes=stated.overall.count,
        needed=stated.needed,
        needed_beliefs=ENOUGH_BELIEFS,
        credence=stated.overall,
        probability=reliability(answer.of_probability() for answer in said),
        by_class=stated.by_class,
        by_tier=stated.by_tier,
        knots=_knots(as_proposed),
        held_out=as_proposed.held_out,
        half_lives=half_lives,
    )


def _knots(found: Calibration) -> tuple[tuple[float, float], ...] | None:
    return None if found.isotonic is None else found.isotonic.knots


def half_life(configured: float | None, learned: LearnedHalfLife) -> HalfLifeView:
    """What is learned is proposed where there is enough of it and what is configured is not credible."""
    proposed = learned.days if _differs(configured, learned) else None
    return HalfLifeView(
        configured_days=configured,
        prior_days=learned.prior_days,
        learned_days=learned.days,
        low=learned.low,
        high=learned.high,
        beliefs=learned.beliefs,
        changes=learned.changes,
        open_spells=learned.open_spells,
        # Three digits: more would claim a precision that no interval here has.
        proposed_days=None if proposed is None else float(f"{proposed:.3g}"),
    )


def _differs(configured: float | None, learned: LearnedHalfLife) -> bool:
    """Whether what was heard suffices to say that it is not what is configured."""
    if learned.low is None or learned.high is None or learned.beliefs < ENOUGH_BELIEFS:
        return False
    is_narrow = learned.high <= WIDEST * learned.low
    return is_narrow and (configured is None or not learned.low <= configured <= learned.high)
