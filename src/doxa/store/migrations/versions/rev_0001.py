"""The first schema, as it was released: this file never changes, and nothing live is imported."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "owners",
        sa.Column("owner_id", sa.Text(), nullable=False),
        sa.Column("account_generation", sa.Integer(), nullable=False),
        sa.Column("head_sequence", sa.BigInteger(), nullable=False),
        sa.Column("head_hash", sa.Text(), nullable=False),
        sa.Column("zone", sa.Text(), nullable=False),
        sa.Column("recorded_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("owner_id", name="pk_owners"),
    )
    op.create_table(
        "items",
        sa.Column("owner_id", sa.Text(), nullable=False),
        sa.Column("memory_id", sa.Text(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("content", sa.Text()),
        sa.Column("content_hash", sa.Text()),
        sa.Column("salt", sa.Text()),
        sa.Column("words_hash", sa.Text()),
        sa.Column("belief_key", sa.Text(), nullable=False),
        sa.Column("subject", sa.Text()),
        sa.Column("subject_scope", sa.Text(), nullable=False),
        sa.Column("observed_at", sa.BigInteger(), nullable=False),
        sa.Column("recorded_at", sa.BigInteger(), nullable=False),
        sa.Column("updated_at", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("predicate", sa.Text()),
        sa.Column("slot", sa.Text()),
        sa.Column("belief_class", sa.Text()),
        sa.Column("half_life_mode", sa.Text(), nullable=False),
        sa.Column("half_life_days", sa.Float()),
        sa.Column("is_many_valued", sa.Boolean(), nullable=False),
        sa.Column("user_asserted", sa.Boolean(), nullable=False),
        sa.Column("layer", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("processing", sa.Text(), nullable=False),
        sa.Column("review", sa.Text(), nullable=False),
        sa.Column("stance", sa.Text(), nullable=False),
        sa.Column("probability", sa.Float(), nullable=False),
        sa.Column("tags", sa.Text(), nullable=False),
        sa.Column("labels", sa.Text(), nullable=False),
        sa.Column("is_locked", sa.Boolean(), nullable=False),
        sa.Column("is_pinned", sa.Boolean(), nullable=False),
        sa.Column("emotional_weight", sa.Float()),
        sa.Column("device", sa.Text()),
        sa.Column("valid_from", sa.BigInteger()),
        sa.Column("valid_to", sa.BigInteger()),
        sa.Column("last_evidenced_at", sa.BigInteger()),
        sa.Column("corroboration_count", sa.Integer(), nullable=False),
        sa.Column("superseded_by", sa.Text()),
        sa.Column("expires_at", sa.BigInteger()),
        sa.Column("source_id", sa.Text()),
        sa.Column("channel", sa.Text()),
        sa.ForeignKeyConstraint(["owner_id"], ["owners.owner_id"], name="fk_items_owner_id"),
        sa.PrimaryKeyConstraint("owner_id", "memory_id", name="pk_items"),
    )
    op.create_index("ix_items_owner_id_belief_key", "items", ["owner_id", "belief_key"])
    op.create_index("ix_items_owner_id_slot_updated_at", "items", ["owner_id", "slot", "updated_at"])
    op.create_index("ix_items_owner_id_words_hash", "items", ["owner_id", "words_hash"])
    op.create_table(
        "evidence",
        sa.Column("owner_id", sa.Text(), nullable=False),
        sa.Column("evidence_id", sa.Text(), nullable=False),
        sa.Column("memory_id", sa.Text(), nullable=False),
        sa.Column("belief_key", sa.Text(), nullable=False),
        sa.Column("event", sa.Text(), nullable=False),
        sa.Column("channel", sa.Text(), nullable=False),
        sa.Column("tier", sa.Text(), nullable=False),
        sa.Column("content_confidence", sa.Float(), nullable=False),
        sa.Column("family", sa.Text(), nullable=False),
        sa.Column("observed_at", sa.BigInteger(), nullable=False),
        sa.Column("recorded_at", sa.BigInteger(), nullable=False),
        sa.Column("quote", sa.Text()),
        sa.Column("taint", sa.Text()),
        sa.Column("lineage", sa.Text(), nullable=False),
        sa.Column("position", sa.BigInteger(), nullable=False),
        sa.Column("source_id", sa.Text()),
        sa.Column("turn_id", sa.Text()),
        sa.Column("quote_start", sa.Integer()),
        sa.Column("quote_end", sa.Integer()),
        sa.Column("half_life_days", sa.Float()),
        sa.Column("valid_to", sa.BigInteger()),
        sa.Column("state", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["owner_id", "memory_id"],
            ["items.owner_id", "items.memory_id"],
            name="fk_evidence_owner_id_memory_id",
        ),
        sa.PrimaryKeyConstraint("owner_id", "evidence_id", name="pk_evidence"),
    )
    op.create_index("ix_evidence_owner_id_memory_id", "evidence", ["owner_id", "memory_id"])
    op.create_index("ix_evidence_owner_id_source_id", "evidence", ["owner_id", "source_id"])
    op.create_table(
        "beliefs",
        sa.Column("owner_id", sa.Text(), nullable=False),
        sa.Column("belief_key", sa.Text(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("distribution", sa.Text(), nullable=False),
        sa.Column("asserted", sa.Text()),
        sa.Column("is_contested", sa.Boolean(), nullable=False),
        sa.Column("half_life_days", sa.Float()),
        sa.Column("clock", sa.BigInteger()),
        sa.Column("updated_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["owner_id"], ["owners.owner_id"], name="fk_beliefs_owner_id"),
        sa.PrimaryKeyConstraint("owner_id", "belief_key", name="pk_beliefs"),
    )
    op.create_table(
        "operations",
        sa.Column("owner_id", sa.Text(), nullable=False),
        sa.Column("operation_id", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("target", sa.Text()),
        sa.Column("identity", sa.Text()),
        sa.Column("is_keyed", sa.Boolean(), nullable=False),
        sa.Column("digest", sa.Text()),
        sa.Column("actor", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("account_generation", sa.Integer(), nullable=False),
        sa.Column("head_seen", sa.BigInteger(), nullable=False),
        sa.Column("result", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["owner_id"], ["owners.owner_id"], name="fk_operations_owner_id"),
        sa.PrimaryKeyConstraint("owner_id", "operation_id", name="pk_operations"),
        sa.UniqueConstraint("owner_id", "identity", name="uq_operations_owner_id_identity"),
    )
    op.create_table(
        "commits",
        sa.Column("owner_id", sa.Text(), nullable=False),
        sa.Column("sequence", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("operation_id", sa.Text(), nullable=False),
        sa.Column("parent_hash", sa.Text(), nullable=False),
        sa.Column("commit_hash", sa.Text(), nullable=False),
        sa.Column("recorded_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["owner_id", "operation_id"],
            ["operations.owner_id", "operations.operation_id"],
            name="fk_commits_owner_id_operation_id",
        ),
        sa.PrimaryKeyConstraint("owner_id", "sequence", name="pk_commits"),
    )
    op.create_table(
        "journal",
        sa.Column("owner_id", sa.Text(), nullable=False),
        sa.Column("sequence", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("position", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("entity", sa.Text(), nullable=False),
        sa.Column("entity_id", sa.Text(), nullable=False),
        sa.Column("change", sa.Text()),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["owner_id", "sequence"],
            ["commits.owner_id", "commits.sequence"],
            name="fk_journal_owner_id_sequence",
        ),
        sa.PrimaryKeyConstraint("owner_id", "sequence", "position", name="pk_journal"),
    )
    op.create_index("ix_journal_owner_id_entity_entity_id", "journal", ["owner_id", "entity", "entity_id"])
    op.create_table(
        "sources",
        sa.Column("owner_id", sa.Text(), nullable=False),
        sa.Column("source_id", sa.Text(), nullable=False),
        sa.Column("generation", sa.Integer(), nullable=False),
        sa.Column("channel", sa.Text(), nullable=False),
        sa.Column("recorded_at", sa.BigInteger(), nullable=False),
        sa.Column("updated_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["owner_id"], ["owners.owner_id"], name="fk_sources_owner_id"),
        sa.PrimaryKeyConstraint("owner_id", "source_id", name="pk_sources"),
    )
    op.create_table(
        "turns",
        sa.Column("owner_id", sa.Text(), nullable=False),
        sa.Column("source_id", sa.Text(), nullable=False),
        sa.Column("turn_id", sa.Text(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("generation", sa.Integer(), nullable=False),
        sa.Column("speaker", sa.Text(), nullable=False),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("text", sa.Text()),
        sa.Column("turn_hash", sa.Text()),
        sa.Column("observed_at", sa.BigInteger(), nullable=False),
        sa.Column("recorded_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["owner_id", "source_id"],
            ["sources.owner_id", "sources.source_id"],
            name="fk_turns_owner_id_source_id",
        ),
        sa.PrimaryKeyConstraint("owner_id", "source_id", "turn_id", name="pk_turns"),
    )
    op.create_table(
        "outbox",
        sa.Column("owner_id", sa.Text(), nullable=False),
        sa.Column("sequence", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("position", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("memory_id", sa.Text(), nullable=False),
        sa.Column("account_generation", sa.Integer(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("last_error", sa.Text()),
        sa.ForeignKeyConstraint(["owner_id"], ["owners.owner_id"], name="fk_outbox_owner_id"),
        sa.PrimaryKeyConstraint("owner_id", "sequence", "position", name="pk_outbox"),
    )
    op.create_table(
        "receipts",
        sa.Column("owner_id", sa.Text(), nullable=False),
        sa.Column("receipt_id", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("subject_id", sa.Text(), nullable=False),
        sa.Column("bound_to", sa.Text(), nullable=False),
        sa.Column("recorded_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["owner_id"], ["owners.owner_id"], name="fk_receipts_owner_id"),
        sa.PrimaryKeyConstraint("owner_id", "receipt_id", name="pk_receipts"),
    )
    op.create_index("ix_receipts_owner_id_subject_id", "receipts", ["owner_id", "subject_id"])


def downgrade() -> None:
    op.drop_table("receipts")
    op.drop_table("outbox")
    op.drop_table("turns")
    op.drop_table("sources")
    op.drop_table("journal")
    op.drop_table("commits")
    op.drop_table("operations")
    op.drop_table("beliefs")
    op.drop_table("evidence")
    op.drop_table("items")
    op.drop_table("owners")
