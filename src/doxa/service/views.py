"""Views: what the service answers with.  Values only, the same for every face."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from doxa.belief import Band, BeliefClass, Distribution, ProvenanceTier, Stance
from doxa.belief.calibration import HeldOut, Reliability
from doxa.domain.claim import SubjectScope
from doxa.domain.item import Kind, Layer, Processing, Review, Status
from doxa.domain.question import ReviewKind


@dataclass(frozen=True, slots=True)
class MemoryView:
    """One memory as a reader sees it.

    ``probability`` is as of the last evidence, ``currency`` and ``credence`` (their
    product) as of the read; ``as_of`` is the time of the last evidence.  ``calibrated`` is
    what such a credence has turned out to be worth: None unless it is asserted and the
    operator has set a map that speaks of it.
    """

    id: str
    text: str
    stance: Stance
    probability: float
    currency: float | None
    credence: float | None
    calibrated: float | None
    band: Band | None
    as_of: datetime | None
    observed_at: datetime
    recorded_at: datetime
    valid_from: datetime | None
    valid_to: datetime | None
    belief_key: str
    subject: str | None
    subject_scope: SubjectScope
    slot: str | None
    predicate: str | None
    belief_class: BeliefClass | None
    kind: Kind
    layer: Layer
    status: Status
    processing: Processing
    review: Review
    channel: str | None
    source: str | None
    tags: tuple[str, ...]
    corroboration_count: int
    superseded_by: str | None
    revision: int


@dataclass(frozen=True, slots=True)
class Hit(MemoryView):
    """A recalled memory; ``terms`` add up to ``score``, ``rivals`` are what contests it."""

    score: float = 0.0
    terms: Mapping[str, float] = field(default_factory=dict)
    rivals: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Written:
    """What a write did: ``event`` is what the words were to what is held, ``reason`` why.

    ``memory`` is the item the evidence went to; with the ``state`` `pending` or `failed` what a
    model must still process, by the id of its operation.  ``displaced`` names what is no longer
    asserted, ``asserted`` what is now.  ``notices`` are things the writer should know.
    """

    operation_id: str
    event: str
    memory: MemoryView | None
    reason: str
    asserted: str | None
    displaced: str | None
    state: str = "processed"
    is_retry: bool = False
    notices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Captured:
    """What a conversation gave: a line for each claim, and how many turns were new.

    ``withdrawn`` counts the pieces of evidence that a replacement took back.  ``state`` is
    `pending` or `failed` where a model has still to read it: `Owner.operation` tells.
    """

    operation_id: str
    source: str
    turns: int
    new_turns: int
    claims: tuple[Written, ...]
    withdrawn: int = 0
    state: str = "processed"
    is_retry: bool = False
    notices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CandidateView:
    """One rival within a belief."""

    id: str
    text: str
    stance: Stance
    probability: float
    observed_at: datetime
    channel: str | None


@dataclass(frozen=True, slots=True)
class VerdictView:
    """What a belief asserts and what speaks against it; ``question`` is one the owner could settle.

    ``notices`` say where the past cannot be shown whole, since something of it was erased.
    """

    key: str
    fact: str | None
    id: str | None
    probability: float
    unknown: float
    currency: float | None
    credence: float | None
    calibrated: float | None
    band: Band | None
    entropy_bits: float
    normalised_entropy: float
    is_uncertain: bool
    is_contested: bool
    as_of: datetime | None
    candidates: tuple[CandidateView, ...]
    superseded: tuple[str, ...]
    challengers: tuple[str, ...]
    question: str | None
    notices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class EvidenceView:
    """One piece of evidence with its words and how far it is believed."""

    id: str
    memory_id: str
    event: str
    quote: str | None
    channel: str
    tier: ProvenanceTier
    reliability: float
    bound_by: str
    effect: str | None
    family: str
    lineage: tuple[str, ...]
    source: str | None
    observed_at: datetime
    recorded_at: datetime
    state: str


@dataclass(frozen=True, slots=True)
class StepView:
    """One revision of a belief: what moved it, by how much, and why, in words.

    ``before`` and ``after`` hold the mass of every candidate by its id, and that of UNKNOWN.
    ``channel`` and ``source`` say by which way and from where evidence came, ``reason`` why
    evidence was withdrawn.
    """

    revision: int
    event: str
    evidence_ids: tuple[str, ...]
    channel: str | None
    source: str | None
    effect: str | None
    reliability: float | None
    bound_by: str | None
    reason: str | None
    before: Distribution
    after: Distribution
    movement: float
    asserted_before: str | None
    asserted_after: str | None
    recorded_at: datetime
    words: str


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a memory stands where it stands: the verdict, every piece of evidence, every step."""

    memory: MemoryView
    verdict: VerdictView
    evidence: tuple[EvidenceView, ...]
    steps: tuple[StepView, ...]


@dataclass(frozen=True, slots=True)
class ItemRevisionView:
    """What one commit changed of a memory; ``change`` is None once erased."""

    sequence: int
    commit: str
    operation_id: str
    recorded_at: datetime
    change: Mapping[str, Any] | None


@dataclass(frozen=True, slots=True)
class Context:
    """The lines a model gets, within the budget; ``tokens`` is an upper estimate."""

    text: str
    memories: tuple[Hit, ...]
    tokens: int


@dataclass(frozen=True, slots=True)
class ReviewCandidate:
    """One side of what is asked: ``text`` is one line with nothing in it that closes a tag or a quote.

    ``evidence`` counts the claims that stand for it, ``channels`` are the ways these came by,
    the latest first; ``source`` and ``observed_at`` are those of the latest.
    """

    id: str
    text: str
    stance: Stance
    probability: float
    channels: tuple[str, ...]
    source: str | None
    observed_at: datetime
    evidence: int


@dataclass(frozen=True, slots=True)
class ReviewEntry:
    """A question to the owner, and the verbs that answer it, each given the id of a candidate.

    What is asserted stands first among the candidates, of which there are ``candidate_count``,
    with ``evidence_count`` claims.  Where the kind is `failed` there are none, and the verbs
    take ``operation``.
    """

    key: str | None
    kind: ReviewKind
    question: str
    candidates: tuple[ReviewCandidate, ...]
    candidate_count: int
    evidence_count: int
    verbs: tuple[str, ...]
    raised_at: datetime
    operation: str | None = None


@dataclass(frozen=True, slots=True)
class ReviewMore:
    """At most so many beliefs were raised by one channel and source, and are not shown."""

    channel: str
    source: str | None
    count: int


@dataclass(frozen=True, slots=True)
class ReviewQueue:
    """What waits for the owner.

    ``more`` is at most how much waits besides, ``more_by`` who raised the most of that.
    """

    entries: tuple[ReviewEntry, ...]
    more: int
    more_by: tuple[ReviewMore, ...]

    def __iter__(self) -> Iterator[ReviewEntry]:
        return iter(self.entries)

    def __len__(self) -> int:
        return len(self.entries)


@dataclass(frozen=True, slots=True)
class Forgotten:
    """What a deletion removed, and what is asserted again because of it."""

    operation_id: str
    id: str
    evidence: int
    asserted: str | None
    notices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SourceDeleted:
    """What the withdrawal of a source removed and what came back; with ``is_dry_run``, what it would.

    ``forgotten`` rested on it alone and are gone.  ``kept`` have other evidence; those of them
    of which only the source had the words are ``reworded``, in the words of the rest.
    ``asserted`` names what is asserted because of it and was not before.
    """

    operation_id: str | None
    source: str
    evidence: int
    turns: int
    forgotten: tuple[str, ...]
    kept: tuple[str, ...]
    reworded: tuple[str, ...]
    asserted: tuple[str, ...]
    is_dry_run: bool = False
    is_retry: bool = False
    notices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Verification:
    """What was checked for one owner and what was found wrong; empty where all is well."""

    owner: str
    commits: int
    items: int
    beliefs: int
    pending: int
    problems: tuple[str, ...]

    @property
    def is_sound(self) -> bool:
        return not self.problems


@dataclass(frozen=True, slots=True)
class HalfLifeView:
    """How long beliefs of a class were seen to hold, in days; None does not fade.

    ``learned_days`` starts from ``prior_days``; it lies between ``low`` and ``high`` with a
    chance of nine in ten.  ``beliefs`` heard at least two words that count; ``changes``
    spells of assertion ended in them and ``open_spells`` had not.  ``proposed_days`` is
    None unless ``configured_days`` is outside of that interval, and enough was heard.
    """

    configured_days: float | None
    prior_days: float | None
    learned_days: float | None
    low: float | None
    high: float | None
    beliefs: int
    changes: int
    open_spells: int
    proposed_days: float | None

    @property
    def is_proposed(self) -> bool:
        return self.proposed_days is not None


@dataclass(frozen=True, slots=True)
class CalibrationView:
    """What was stated, beside what owners later said of it.

    ``credence`` is judged as it was at the moment of the answer, and so are ``by_class`` and
    ``by_tier``; ``probability`` as of the last evidence before it.  ``knots`` are pairs
    (credence, share that was true) of the map that is proposed: None below ``needed``
    outcomes, and where a map would not have helped outcomes it was not fitted on (``held_out``).
    A half-life needs ``needed_beliefs`` beliefs of its class.
    """

    owners: int
    outcomes: int
    needed: int
    needed_beliefs: int
    credence: Reliability
    probability: Reliability
    by_class: Mapping[BeliefClass, Reliability]
    by_tier: Mapping[ProvenanceTier, Reliability]
    knots: tuple[tuple[float, float], ...] | None
    held_out: HeldOut | None
    half_lives: Mapping[BeliefClass, HalfLifeView]

    @property
    def has_proposals(self) -> bool:
        """Whether there is anything that could be applied."""
        return self.knots is not None or any(one.is_proposed for one in self.half_lives.values())


@dataclass(frozen=True, slots=True)
class Backfilled:
    """How many memories had no class, and which they were given; with ``is_dry_run``, would be given.

    ``left`` have none afterwards.  ``for_model`` are those the rules could not tell: a model was
    asked about them, or would be.
    """

    owner: str
    found: int
    classes: Mapping[BeliefClass, int]
    left: int
    for_model: int
    is_dry_run: bool
    notices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class OperationView:
    """How far a request has come: `processed`, `pending`, `failed` or `cancelled`.

    ``error`` is a category of what went wrong last, ``due_at`` when it is tried again.
    ``memories`` are the ids it wrote to.
    """

    id: str
    kind: str
    state: str
    attempts: int
    error: str | None
    source: str | None
    accepted_at: datetime
    due_at: datetime | None
    memories: tuple[str, ...] = ()
    notices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Maintained:
    """What one pass did: how many requests it settled, how many wait, how many need a person."""

    owners: int
    processed: int
    pending: int
    failed: int
    notices: tuple[str, ...] = ()
