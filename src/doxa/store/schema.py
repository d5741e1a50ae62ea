"""The tables.  Every primary, unique and foreign key begins with the owner.

Instants are whole microseconds since 1970 (UTC), so both databases sort and compare them
exactly; values with structure are JSON as text.  Nothing here has a trigger or a default
the code relies on.  ``tests/contract`` checks these rules.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def _owner() -> Column[str]:
    return Column("owner_id", Text, primary_key=True)


def _of_owner(table: str, *columns: str) -> ForeignKeyConstraint:
    keys = ["owner_id", *columns]
    return ForeignKeyConstraint(keys, [f"{table}.{key}" for key in keys])


owners = Table(
    "owners",
    metadata,
    _owner(),
    Column("account_generation", Integer, nullable=False),
    Column("head_sequence", BigInteger, nullable=False),
    Column("head_hash", Text, nullable=False),
    Column("zone", Text, nullable=False),
    Column("recorded_at", BigInteger, nullable=False),
)

items = Table(
    "items",
    metadata,
    _owner(),
    Column("memory_id", Text, primary_key=True),
    Column("revision", Integer, nullable=False),
    Column("content", Text),
    Column("content_hash", Text),
    Column("salt", Text),
    Column("words_hash", Text),
    Column("belief_key", Text, nullable=False),
    Column("subject", Text),
    Column("subject_scope", Text, nullable=False),
    Column("observed_at", BigInteger, nullable=False),
    Column("recorded_at", BigInteger, nullable=False),
    Column("updated_at", BigInteger, nullable=False),
    Column("kind", Text, nullable=False),
    Column("predicate", Text),
    Column("slot", Text),
    Column("belief_class", Text),
    Column("half_life_mode", Text, nullable=False),
    Column("half_life_days", Float),
    Column("is_many_valued", Boolean, nullable=False),
    Column("user_asserted", Boolean, nullable=False),
    Column("layer", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("processing", Text, nullable=False),
    Column("review", Text, nullable=False),
    Column("stance", Text, nullable=False),
    Column("probability", Float, nullable=False),
    Column("tags", Text, nullable=False),
    Column("labels", Text, nullable=False),
    Column("is_locked", Boolean, nullable=False),
    Column("is_pinned", Boolean, nullable=False),
    Column("emotional_weight", Float),
    Column("device", Text),
    Column("valid_from", BigInteger),
    Column("valid_to", BigInteger),
    Column("last_evidenced_at", BigInteger),
    Column("corroboration_count", Integer, nullable=False),
    Column("superseded_by", Text),
    Column("expires_at", BigInteger),
    Column("source_id", Text),
    Column("channel", Text),
    _of_owner("owners"),
    Index(None, "owner_id", "belief_key"),
    Index(None, "owner_id", "words_hash"),
    Index(None, "owner_id", "slot", "updated_at"),
)

evidence = Table(
    "evidence",
    metadata,
    _owner(),
    Column("evidence_id", Text, primary_key=True),
    Column("memory_id", Text, nullable=False),
    Column("belief_key", Text, nullable=False),
    Column("event", Text, nullable=False),
    Column("channel", Text, nullable=False),
    Column("tier", Text, nullable=False),
    Column("content_confidence", Float, nullable=False),
    Column("family", Text, nullable=False),
    Column("observed_at", BigInteger, nullable=False),
    Column("recorded_at", BigInteger, nullable=False),
    Column("quote", Text),
    Column("taint", Text),
    Column("lineage", Text, nullable=False),
    Column("position", BigInteger, nullable=False),
    Column("source_id", Text),
    Column("turn_id", Text),
    Column("quote_start", Integer),
    Column("quote_end", Integer),
    Column("half_life_days", Float),
    Column("valid_to", BigInteger),
    Column("state", Text, nullable=False),
    _of_owner("items", "memory_id"),
    Index(None, "owner_id", "memory_id"),
    Index(None, "owner_id", "source_id"),
)

beliefs = Table(
    "beliefs",
    metadata,
    _owner(),
    Column("belief_key", Text, primary_key=True),
    Column("revision", Integer, nullable=False),
    Column("distribution", Text, nullable=False),
    Column("asserted", Text),
    Column("is_contested", Boolean, nullable=False),
    Column("half_life_days", Float),
    Column("clock", BigInteger),
    Column("updated_at", BigInteger, nullable=False),
    _of_owner("owners"),
)

operations = Table(
    "operations",
    metadata,
    _owner(),
    Column("operation_id", Text, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("target", Text),
    Column("identity", Text),
    Column("is_keyed", Boolean, nullable=False),
    Column("digest", Text),
    Column("actor", Text, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("account_generation", Integer, nullable=False),
    Column("head_seen", BigInteger, nullable=False),
    Column("result", Text, nullable=False),
    _of_owner("owners"),
    UniqueConstraint("owner_id", "identity"),
)

commits = Table(
    "commits",
    metadata,
    _owner(),
    Column("sequence", BigInteger, primary_key=True, autoincrement=False),
    Column("operation_id", Text, nullable=False),
    Column("parent_hash", Text, nullable=False),
    Column("commit_hash", Text, nullable=False),
    Column("recorded_at", BigInteger, nullable=False),
    _of_owner("operations", "operation_id"),
)

journal = Table(
    "journal",
    metadata,
    _owner(),
    Column("sequence", BigInteger, primary_key=True, autoincrement=False),
    Column("position", Integer, primary_key=True, autoincrement=False),
    Column("entity", Text, nullable=False),
    Column("entity_id", Text, nullable=False),
    Column("change", Text),
    Column("digest", Text, nullable=False),
    _of_owner("commits", "sequence"),
    Index(None, "owner_id", "entity", "entity_id"),
)

sources = Table(
    "sources",
    metadata,
    _owner(),
    Column("source_id", Text, primary_key=True),
    Column("generation", Integer, nullable=False),
    Column("channel", Text, nullable=False),
    Column("recorded_at", BigInteger, nullable=False),
    Column("updated_at", BigInteger, nullable=False),
    _of_owner("owners"),
)

turns = Table(
    "turns",
    metadata,
    _owner(),
    Column("source_id", Text, primary_key=True),
    Column("turn_id", Text, primary_key=True),
    Column("position", Integer, nullable=False),
    Column("generation", Integer, nullable=False),
    Column("speaker", Text, nullable=False),
    Column("role", Text, nullable=False),
    Column("text", Text),
    Column("turn_hash", Text),
    Column("observed_at", BigInteger, nullable=False),
    Column("recorded_at", BigInteger, nullable=False),
    _of_owner("sources", "source_id"),
)

outbox = Table(
    "outbox",
    metadata,
    _owner(),
    Column("sequence", BigInteger, primary_key=True, autoincrement=False),
    Column("position", Integer, primary_key=True, autoincrement=False),
    Column("kind", Text, nullable=False),
    Column("memory_id", Text, nullable=False),
    Column("account_generation", Integer, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("last_error", Text),
    _of_owner("owners"),
)

submissions = Table(
    "submissions",
    metadata,
    _owner(),
    Column("submission_id", Text, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("source_id", Text),
    Column("identity", Text),
    Column("is_keyed", Boolean, nullable=False),
    Column("digest", Text),
    Column("actor", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("error", Text),
    Column("arguments", Text),
    Column("position", BigInteger, nullable=False),
    Column("recorded_at", BigInteger, nullable=False),
    Column("updated_at", BigInteger, nullable=False),
    _of_owner("owners"),
    UniqueConstraint("owner_id", "identity"),
    Index(None, "owner_id", "state", "position"),
)

receipts = Table(
    "receipts",
    metadata,
    _owner(),
    Column("receipt_id", Text, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("subject_id", Text, nullable=False),
    Column("bound_to", Text, nullable=False),
    Column("recorded_at", BigInteger, nullable=False),
    _of_owner("owners"),
    Index(None, "owner_id", "subject_id"),
)
