"""Belief: what is asserted, how sure that is, and why.  Pure, standard library only, usable alone.

Simulated worlds to try it on are in `doxa.belief.worlds`.
"""

from .calibration import (
    ENOUGH,
    Calibration,
    IsotonicMap,
    Outcome,
    Reliability,
    calibrate,
    fit_isotonic,
    reliability,
)
from .classes import BeliefClass, half_life_prior
from .content import content_confidence
from .currency import Band, band, currency
from .half_lives import LearnedHalfLife, learn_half_life, learn_half_lives
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
    "ENOUGH",
    "PIVOT",
    "Assertion",
    "Band",
    "BeliefClass",
    "BeliefKeyer",
    "BeliefResolver",
    "Calibration",
    "Distribution",
    "Effect",
    "FactObservation",
    "IsotonicMap",
    "LearnedHalfLife",
    "Outcome",
    "ProvenanceTier",
    "Reliability",
    "Revision",
    "Signature",
    "Stance",
    "TierRule",
    "Verdict",
    "band",
    "calibrate",
    "content_confidence",
    "currency",
    "fit_isotonic",
    "half_life_prior",
    "learn_half_life",
    "learn_half_lives",
    "reliability",
]
