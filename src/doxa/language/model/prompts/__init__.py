"""The prompts: text files that people review, and the digest that says which they were."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.resources import files

NAMES = ("extraction", "judging", "classification")


@cache
def prompt(name: str) -> str:
    return files(__name__).joinpath(f"{name}.md").read_text("utf-8")


def digest() -> str:
    """Eight hexadecimal digits over all of them: other prompts, another identity."""
    whole = "\x00".join(prompt(name) for name in NAMES)
    return hashlib.blake2b(whole.encode("utf-8"), digest_size=4).hexdigest()
