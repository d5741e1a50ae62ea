"""Receipts: durable proofs, bound to exact revisions."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class ReceiptKind(StrEnum):
    SOURCE_REPLACEMENT = "source_replacement"


@dataclass(frozen=True, slots=True)
class Receipt:
    """That ``operation_id`` brought its subject to ``generation``; no words, nor anything made of them."""

    receipt_id: str
    kind: ReceiptKind
    subject_id: str
    operation_id: str
    generation: int
    recorded_at: datetime
