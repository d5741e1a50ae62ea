"""Credentials: what looks like a secret is not remembered, and its text goes nowhere."""

from __future__ import annotations

import re

# Each shape is one that issuers document, or an assignment to a name that says it is a secret.
SHAPES = (
    r"-----BEGIN [A-Z ]*PRIVATE KEY-----",
    r"\bAKIA[0-9A-Z]{16}\b",
    r"\bgh[pousr]_[A-Za-z0-9]{30,}\b",
    r"\bsk-[A-Za-z0-9_-]{20,}\b",
    r"\bxox[abprs]-[A-Za-z0-9-]{10,}\b",
    r"\bAIza[0-9A-Za-z_-]{35}\b",
    r"\beyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}\b",
    r"\b(?:password|passwd|passphrase|api[_ -]?key|secret[_ -]?key|access[_ -]?token)\s*[:=]\s*\S{6,}",
    r"\b(?:password|passwd|passphrase)\s+is\s+(?:now\s+)?(?=\S*\d)(?=\S*[a-z])\S{6,}",
)
_ANY = re.compile("|".join(f"(?:{shape})" for shape in SHAPES), re.IGNORECASE)


def looks_like_credential(text: str) -> bool:
    return _ANY.search(text) is not None
