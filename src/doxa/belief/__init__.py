"""Belief: what is asserted, how sure that is, and why.  Pure, standard library only, usable alone."""

from .classes import BeliefClass, half_life_prior
from .content import content_confidence
from .currency import Band, band, currency
from .independence import Effect
from .keying import BeliefKeyer
from .observation import FactObservation
from .resolver import BeliefResolver
from .revision import Revision
from .signature import Signature
from .tiers import DEFAULT_TIERS, PIVOT, ProvenanceTier, TierRule
from .update import Assertion, Distribution
from .verdict import Stance, Verdict

__all__ = [
    "DEFAULT_TIERS",
    "PIVOT",
    "Assertion",
    "Band",
    "BeliefClass",
    "BeliefKeyer",
    "BeliefResolver",
    "Distribution",
    "Effect",
    "FactObservation",
    "ProvenanceTier",
    "Revision",
    "Signature",
    "Stance",
    "TierRule",
    "Verdict",
    "band",
    "content_confidence",
    "currency",
    "half_life_prior",
]
