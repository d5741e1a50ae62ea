"""What the service needs from the world, as small protocols in its own language."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, Protocol

from doxa.belief import BeliefClass
from doxa.domain.belief_record import BeliefRecord
from doxa.domain.claim import Claim, Segment
from doxa.domain.evidence import Evidence
from doxa.domain.item import MemoryItem, Review
from doxa.domain.judgement import Case, Judgement, Stated
from doxa.domain.operation import Commit, Head, JournalEntry, Operation, OperationKind
from doxa.domain.receipt import Receipt, ReceiptKind
from doxa.domain.source import CapturedTurn, Source, TurnKey
from doxa.domain.submission import Submission, SubmissionState

Clock = Callable[[], datetime]
NewId = Callable[[str], str]
Vector = Any
"""One embedding; opaque to the service, which only hands it from the embedder to the index."""


@dataclass(frozen=True, slots=True)
class Erasure:
    """What goes for good: the words of these items, their evidence and the turns they were quoted from.

    ``rewritten`` is evidence that stays, and whose journal up to here goes with that of its item:
    it was sealed with the item's old salt.
    """

    memory_ids: Sequence[str]
    evidence_ids: Sequence[str]
    turns: Sequence[TurnKey]
    rewritten: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Changes:
    """Every row one operation writes, decided before any of them is written."""

    operation: Operation
    commit: Commit
    journal: Sequence[JournalEntry]
    new_items: Sequence[MemoryItem] = ()
    changed_items: Sequence[MemoryItem] = ()
    new_evidence: Sequence[Evidence] = ()
    changed_evidence: Sequence[Evidence] = ()
    new_beliefs: Sequence[BeliefRecord] = ()
    changed_beliefs: Sequence[BeliefRecord] = ()
    new_sources: Sequence[Source] = ()
    changed_sources: Sequence[Source] = ()
    new_turns: Sequence[CapturedTurn] = ()
    gone_turns: Sequence[TurnKey] = ()
    new_receipts: Sequence[Receipt] = ()
    settled_submissions: Sequence[str] = ()
    changed_submissions: Sequence[Submission] = ()
    to_index: Sequence[str] = ()
    to_unindex: Sequence[str] = ()
    erasure: Erasure | None = None


class Raising(StrEnum):
    """How a claim stands open: contested, made since something else was asserted, or unproven and alone."""

    CONTESTED = "contested"
    CORRECTION = "correction"
    UNASSERTED = "unasserted"


@dataclass(frozen=True, slots=True)
class Raised:
    """A belief that claims have raised; ``newest`` is when the last of them was recorded.

    It is put down to one channel and source: of those that raise it, the one that raises the
    fewest.  ``total`` counts all beliefs put down to that one.
    """

    belief_key: str
    channel: str
    source_id: str | None
    newest: datetime
    total: int


class Transaction(Protocol):
    """One atomic unit for one owner: everything inside is kept, or nothing is."""

    def head(self) -> Head | None: ...
    def open_account(self, zone: str, now: datetime) -> Head: ...
    def operation(self, identity: str) -> Operation | None: ...
    def operation_with_id(self, operation_id: str) -> Operation | None: ...
    def item(self, memory_id: str) -> MemoryItem | None: ...
    def items(self, memory_ids: Sequence[str]) -> list[MemoryItem]: ...
    def items_with_words(self, words_hash: str) -> list[MemoryItem]: ...
    def items_of_belief(self, belief_key: str) -> list[MemoryItem]: ...
    def items_of_slot(self, slot: str, limit: int) -> list[MemoryItem]: ...
    def items_of_review(self, review: Review) -> list[MemoryItem]: ...
    def slotted_items(self, limit: int) -> list[MemoryItem]:
        """What is asserted and has a slot, by slot and id."""
        ...

    def ending_items(self, since: datetime, limit: int) -> list[MemoryItem]:
        """What is asserted and names an end at or after ``since``, the nearest end first."""
        ...

    def latest_items(self, limit: int) -> list[MemoryItem]:
        """What is asserted and the owner has said, the latest evidence first."""
        ...

    def raised(self, how: Raising, per_source: int, limit: int) -> list[Raised]:
        """Beliefs with claims that stand open, the latest first; ``per_source`` of a channel and source."""
        ...

    def latest_item(self, channel: str, source_id: str | None) -> MemoryItem | None: ...
    def all_items(self) -> list[MemoryItem]: ...
    def classless_items(self, after: str, limit: int) -> list[MemoryItem]:
        """Items without a belief class and not tombstoned, by id, from the one after ``after`` on."""
        ...

    def classless_count(self) -> int: ...
    def evidence_of(self, memory_ids: Sequence[str]) -> list[Evidence]: ...
    def evidence_of_source(self, source_id: str) -> list[Evidence]: ...
    def all_evidence(self) -> list[Evidence]: ...
    def keys_heard_twice(self) -> list[str]: ...
    def belief(self, belief_key: str) -> BeliefRecord | None: ...
    def beliefs(self) -> list[BeliefRecord]: ...
    def source(self, source_id: str) -> Source | None: ...
    def turns(self, source_id: str) -> list[CapturedTurn]: ...
    def receipts(self, kind: ReceiptKind, subject_id: str) -> list[Receipt]: ...
    def submission(self, submission_id: str) -> Submission | None: ...
    def submission_of_identity(self, identity: str) -> Submission | None: ...
    def next_position(self) -> int: ...
    def submissions(self, state: SubmissionState) -> list[Submission]: ...
    def sequence_at(self, at: datetime) -> int:
        """The number of the latest commit that was recorded at or before ``at``; 0 where there is none."""
        ...

    def journal_of(self, entity: str, entity_id: str) -> list[tuple[Commit, JournalEntry]]: ...
    def journal(self) -> list[tuple[Commit, list[JournalEntry]]]: ...
    def operations(self) -> list[Operation]: ...
    def operations_of(self, kinds: Sequence[OperationKind]) -> list[Operation]: ...
    def accept(self, submission: Submission) -> None: ...
    def drop_submission(self, submission_id: str) -> None: ...
    def update_submission(self, submission: Submission) -> None: ...
    def apply(self, changes: Changes) -> None: ...


class Store(Protocol):
    """Keeps what the service decided; no policy of its own."""

    def reading(self, owner_id: str) -> AbstractContextManager[Transaction]: ...
    def writing(self, owner_id: str) -> AbstractContextManager[Transaction]:
        """The owner's head is locked from here to the commit, so journal order is commit order."""
        ...

    def owners(self) -> list[str]: ...
    def pending(self, owner_id: str) -> int: ...
    def has_traces(self) -> bool: ...
    def check(self) -> list[str]: ...
    def close(self) -> None: ...


class Embedder(Protocol):
    """Turns texts into vectors; one embedder's vectors mean nothing to another's."""

    @property
    def identity(self) -> str: ...
    @property
    def dimension(self) -> int: ...
    def embed(self, texts: Sequence[str]) -> Sequence[Vector]: ...


@dataclass(frozen=True, slots=True)
class Candidate:
    """An item a search route proposes, None where a route did not see it.

    ``similarity`` is a cosine, ``keyword`` the share in [0, 1] of the query's words, by rarity,
    that the item has.  ``is_believed`` is known of what was found by its words.
    """

    memory_id: str
    similarity: float | None = None
    keyword: float | None = None
    is_believed: bool = False


@dataclass(frozen=True, slots=True)
class OutboxEvent:
    """One change the index has to follow; ``words`` is None where the item must leave it."""

    sequence: int
    position: int
    memory_id: str
    words: str | None


@dataclass(frozen=True, slots=True)
class IndexEntry:
    memory_id: str
    terms: Sequence[str]
    vector: bytes


@dataclass(frozen=True, slots=True)
class IndexHead:
    """By which embedder an owner's index was built, what has left it, its latest entry and its size."""

    identity: str
    removals: int
    latest: int
    documents: int


class SearchStorage(Protocol):
    """Where an index is kept; each database has its own."""

    def events(self, owner_id: str, limit: int) -> list[OutboxEvent]: ...
    def deliver(
        self,
        owner_id: str,
        identity: str | None,
        entries: Sequence[IndexEntry],
        events: Sequence[OutboxEvent],
    ) -> None: ...
    def head(self, owner_id: str) -> IndexHead | None: ...
    def entries_since(self, owner_id: str, entry_id: int) -> list[tuple[int, str, bytes]]: ...
    def frequencies(self, owner_id: str, terms: Sequence[str]) -> Mapping[str, int]: ...
    def believed(self, owner_id: str, terms: Sequence[str]) -> tuple[Mapping[str, int], int]: ...
    def match(
        self, owner_id: str, terms: Sequence[str], limit: int, *, is_believed: bool
    ) -> list[tuple[str, list[str], bool]]: ...
    def indexed(self, owner_id: str) -> frozenset[str]: ...
    def wordless(self, owner_id: str) -> frozenset[str]: ...
    def clear(self, owner_id: str, identity: str) -> None: ...


class Index(Protocol):
    """Proposes candidates; whatever it says is hydrated through the authority and passes the policy."""

    def catch_up(self, owner_id: str) -> int:
        """Deliver what the outbox holds for the owner; returns how many events that was."""
        ...

    def rebuild(self, owner_id: str, read_words: Callable[[], Mapping[str, str]]) -> int:
        """Forget what was indexed for the owner and index all items anew; returns how many.

        Their words are read once it is forgotten, so that none are lost that change meanwhile.
        """
        ...

    def candidates(
        self, owner_id: str, text: str, vector: Vector, nearest: int, matching: int
    ) -> list[Candidate]:
        """The nearest by vector and the best by word, each once, with what either route says of it."""
        ...

    def matching(self, owner_id: str, text: str, limit: int) -> list[Candidate]:
        """The best by word alone; it answers also where the vectors are another embedder's."""
        ...

    def compare(self, text: str, vector: Vector, texts: Mapping[str, str]) -> list[Candidate]:
        """How near each of these is to a query, of texts that no index holds."""
        ...

    def rarity(self, owner_id: str, words: Sequence[str]) -> Callable[[str], float]:
        """What a shared word tells, by how many of the owner's believed memories have it."""
        ...

    def indexed(self, owner_id: str) -> frozenset[str]: ...
    def wordless(self, owner_id: str) -> frozenset[str]: ...


class Extractor(Protocol):
    """Finds the claims in what was said; every quote is found, exactly, in its segment."""

    def extract(self, segment: Segment) -> Sequence[Claim]: ...
    def claim_of(self, segment: Segment) -> Claim: ...
    def slots_asked(self, question: str) -> Sequence[str]: ...
    def is_asked_of(self, question: str, subject: str) -> bool: ...


class Judge(Protocol):
    """Says how a new claim bears on one that is already held.

    One that looks below the gate costs little and tells by itself what is too unlike to be judged.
    """

    @property
    def looks_below_the_gate(self) -> bool: ...

    def judge(
        self,
        new: Stated,
        old: Stated,
        score: float,
        similarity: float | None,
        *,
        are_neighbours: bool,
    ) -> Judgement:
        """``are_neighbours`` where the old claim was the last thing said before the new one."""
        ...


class Model(Protocol):
    """A language model that extracts, judges and classifies; it never decides what is written.

    Whatever it cannot answer in the form asked for raises ``ModelFailed``; nothing of a partial
    answer is returned.
    """

    @property
    def identity(self) -> str:
        """Which model under which prompts: another identity may give other claims."""
        ...

    def extract(self, segments: Sequence[Segment], avoid: Sequence[str]) -> Sequence[Sequence[Claim]]:
        """The claims of each segment of one conversation, every quote a slice of its own segment.

        ``avoid`` are texts the owner has rejected: what says the same is left out.
        """
        ...

    def judge(self, cases: Sequence[Case]) -> Sequence[Sequence[Judgement]]:
        """One judgement for each held claim of each case, in their order."""
        ...

    def classify(self, texts: Sequence[str]) -> Sequence[BeliefClass | None]:
        """The class of each text; None where it cannot be told."""
        ...

    def close(self) -> None:
        """Let go of its connections; it can be asked again."""
        ...
