"""Submissions: what was accepted and waits for a model.  This file never changes."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "submissions",
        sa.Column("owner_id", sa.Text(), nullable=False),
        sa.Column("submission_id", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("source_id", sa.Text()),
        sa.Column("identity", sa.Text()),
        sa.Column("is_keyed", sa.Boolean(), nullable=False),
        sa.Column("digest", sa.Text()),
        sa.Column("actor", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("error", sa.Text()),
        sa.Column("arguments", sa.Text()),
        sa.Column("position", sa.BigInteger(), nullable=False),
        sa.Column("recorded_at", sa.BigInteger(), nullable=False),
        sa.Column("updated_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["owner_id"], ["owners.owner_id"], name="fk_submissions_owner_id"),
        sa.PrimaryKeyConstraint("owner_id", "submission_id", name="pk_submissions"),
        sa.UniqueConstraint("owner_id", "identity", name="uq_submissions_owner_id_identity"),
    )
    op.create_index(
        "ix_submissions_owner_id_state_position", "submissions", ["owner_id", "state", "position"]
    )


def downgrade() -> None:
    op.drop_table("submissions")
