"""What kind of thing a claim is, and how long such things tend to hold."""

from __future__ import annotations

from enum import StrEnum


class BeliefClass(StrEnum):
    IDENTITY = "identity"
    RELATIONSHIP = "relationship"
    PREFERENCE = "preference"
    STATE = "state"
    PLAN = "plan"
    EPISODIC = "episodic"
    META_RESIDUE = "meta_residue"
    META_STANDING = "meta_standing"


# Days; None does not decay.  Source: design, belief.md section 5.
HALF_LIFE_PRIORS: dict[BeliefClass, float | None] = {
    BeliefClass.IDENTITY: None,
    BeliefClass.RELATIONSHIP: None,
    BeliefClass.PREFERENCE: 180.0,
    BeliefClass.STATE: 30.0,
    BeliefClass.PLAN: 30.0,
    BeliefClass.EPISODIC: 7.0,
    BeliefClass.META_RESIDUE: 1.0,
    BeliefClass.META_STANDING: None,
}


def half_life_prior(belief_class: BeliefClass | str) -> float | None:
    """The half-life, in days, that a class starts from; ``None`` means it does not decay.

    >>> half_life_prior("preference")
    180.0
    """
    return HALF_LIFE_PRIORS[BeliefClass(belief_class)]
