"""For whoever proves a store, or tests what is built on doxa: a contract, builders, strategies, fakes.

Needs pytest and Hypothesis; nothing of doxa imports it.
"""

from .builders import a_belief, a_commit, a_piece, a_source, a_turn, an_item, an_operation, apply, changes
from .contract import StoreContract
from .fakes import FixedClock, SequentialIds

__all__ = [
    "FixedClock",
    "SequentialIds",
    "StoreContract",
    "a_belief",
    "a_commit",
    "a_piece",
    "a_source",
    "a_turn",
    "an_item",
    "an_operation",
    "apply",
    "changes",
]
