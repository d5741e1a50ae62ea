"""Random histories for the laws of belief, and the builder that both laws and unit tests use."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from doxa.belief import BeliefResolver, FactObservation, ProvenanceTier, Verdict

KEY = "ana/city"
START = datetime(2026, 1, 1, tzinfo=UTC)
A, B, C = "Oslo", "Rome", "Lima"

# The design's table, written out again on purpose: a slip in the source must not be copied into its test.
CEILING = {
    "user_edit": 0.99,
    "user_direct": 0.98,
    "agent_own": 0.80,
    "tool_output": 0.65,
    "document": 0.55,
    "email": 0.40,
    "agent_third_party": 0.40,
    "web_fetch": 0.30,
    "untrusted": 0.10,
}
AUTHORITY = {
    "user_edit": 4,
    "user_direct": 4,
    "agent_own": 3,
    "tool_output": 3,
    "document": 2,
    "email": 1,
    "agent_third_party": 1,
    "web_fetch": 1,
    "untrusted": 0,
}
OWNER = ["user_edit", "user_direct"]
LIVE = [*OWNER, "agent_own", "tool_output", "document"]
OTHERS = ["agent_own", "tool_output", "document"]
JUNK = ["email", "agent_third_party", "web_fetch", "untrusted"]

law = settings(
    deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much]
)
# Where many rules meet, a rule is only missed by luck if few histories are tried.
thorough_law = settings(law, max_examples=160)


def day(number: float) -> datetime:
    return START + timedelta(days=number)


def claim(
    fact: str = A,
    on: float = 0,
    tier: str = "user_direct",
    confidence: float = 1.0,
    *,
    key: str = KEY,
    family: str | None = None,
    lineage: Sequence[str] = (),
    taint: str | None = None,
    denies: bool = False,
    id: str | None = None,  # noqa: A002 - as the field is called
    position: int = 0,
) -> FactObservation:
    """An observation of day ``on``; the owner's own plain words unless said otherwise."""
    return FactObservation(
        key,
        fact,
        day(on),
        ProvenanceTier(tier),
        confidence,
        family,
        tuple(lineage),
        ProvenanceTier(taint) if taint else None,
        denies,
        id,
        position,
    )


def rejection(fact: str = A, on: float = 0, tier: str = "user_direct", **more: str) -> FactObservation:
    return claim(fact, on, tier, family=more.get("family"), id=more.get("id"), denies=True)


def reliability(observation: FactObservation) -> float:
    bounds = [CEILING[observation.tier], observation.content_confidence]
    if observation.taint is not None:
        bounds.append(CEILING[observation.taint])
    return min(bounds)


def authority(observation: FactObservation) -> int:
    ranks = [AUTHORITY[observation.tier]]
    if observation.taint is not None:
        ranks.append(AUTHORITY[observation.taint])
    return min(ranks)


def is_live(observation: FactObservation) -> bool:
    return reliability(observation) > 0.5


def resolved(observations: Iterable[FactObservation], half_life_days: float | None = None) -> BeliefResolver:
    resolver = BeliefResolver(half_life_days)
    resolver.observe_all(observations)
    return resolver


def verdict(observations: Iterable[FactObservation], half_life_days: float | None = None) -> Verdict:
    return resolved(observations, half_life_days).verdict(KEY)


def heart(found: Verdict) -> object:
    """All that must not move, bit for bit, when something inert is said."""
    live = {fact: stance for fact, stance in found.stance.items() if fact in found.distribution.masses}
    return (
        found.fact,
        found.probability,
        found.entropy_bits,
        found.normalised_entropy,
        found.currency,
        found.credence,
        found.is_uncertain,
        found.distribution,
        found.assertions,
        found.superseded,
        found.last_evidenced_at,
        live,
    )


# -- strategies -------------------------------------------------------------------------------------------

half_lives = st.sampled_from([None, None, 1.0, 7.0, 30.0, 180.0, 0.01])
facts = st.sampled_from([A, B, C])
families = st.sampled_from([None, None, "chat-1", "chat-2", "agent", "import"])
confidences = st.sampled_from([1.0] * 6 + [0.98, 0.9, 0.7, 0.51, 0.5, 0.2])
live_confidences = st.floats(0.5, 1.0, exclude_min=True)
gaps = st.floats(0.001, 400)
owner_tiers = st.sampled_from(OWNER)
live_tiers = st.sampled_from(LIVE)
denials = st.sampled_from([False, False, False, True])


@st.composite
def claims(
    draw: st.DrawFn,
    tiers: Sequence[str] = (*LIVE, *LIVE, "email"),
    days: st.SearchStrategy[float] | None = None,
    lineages: bool = True,
    confidence: st.SearchStrategy[float] = confidences,
) -> FactObservation:
    lineage: tuple[str, ...] = ()
    if lineages and draw(st.integers(0, 5)) == 0:
        ancestors = st.sampled_from(["id-0", "id-1", "id-2", "id-3", "a web page", A, B])
        lineage = tuple(draw(st.lists(ancestors, min_size=1, max_size=2)))
    return claim(
        draw(facts),
        draw(days if days is not None else st.integers(0, 6).map(float)),
        draw(st.sampled_from(tiers)),
        draw(confidence),
        family=draw(families),
        lineage=lineage,
        taint=draw(st.sampled_from([None] * 12 + ["document", "email"])),
        denies=draw(denials),
        position=draw(st.integers(0, 1)),
    )


def numbered(observations: Sequence[FactObservation]) -> list[FactObservation]:
    """Every other observation has an id of its own, so that lineages have something to name."""
    return [replace(o, id=f"id-{i}") if i % 3 else o for i, o in enumerate(observations)]


def histories(max_size: int = 9, min_size: int = 0) -> st.SearchStrategy[list[FactObservation]]:
    """Few candidates, few days: ties of dates, repeats, rivals, denials and echoes are all common."""
    return st.lists(claims(), min_size=min_size, max_size=max_size).map(numbered)


@st.composite
def spread(
    draw: st.DrawFn,
    max_size: int = 9,
    min_size: int = 0,
    tiers: Sequence[str] = (*LIVE, *LIVE, "email"),
    confidence: st.SearchStrategy[float] = confidences,
) -> list[FactObservation]:
    """A history without lineages and without two observations at one instant, in order."""
    plain = draw(
        st.lists(claims(tiers, lineages=False, confidence=confidence), min_size=min_size, max_size=max_size)
    )
    steps = draw(st.lists(st.sampled_from([0.5, 1.0, 3.0, 40.0]), min_size=len(plain), max_size=len(plain)))
    dated, on = [], 0.0
    for observation, step in zip(plain, steps, strict=True):
        on += step
        dated.append(replace(observation, observed_at=day(on)))
    return numbered(dated)


@st.composite
def junk(draw: st.DrawFn) -> FactObservation:
    """At or below the pivot for one of three reasons; any text, any family, ids that nobody derives from."""
    why = draw(st.sampled_from(["channel", "wording", "taint"]))
    return claim(
        draw(st.one_of(facts, st.text(min_size=1, max_size=8))),
        draw(st.integers(0, 6).map(float)),
        draw(st.sampled_from(JUNK if why == "channel" else LIVE)),
        draw(st.floats(0.0, 0.5) if why == "wording" else st.just(1.0)),
        family=draw(st.one_of(families, st.text(max_size=4))),
        lineage=tuple(draw(st.lists(st.sampled_from(["id-1", "id-2", "elsewhere", A]), max_size=1))),
        taint=draw(st.sampled_from(JUNK)) if why == "taint" else None,
        denies=draw(denials),
        id=draw(st.sampled_from([None, "junk-1", "junk-2"])),
        position=draw(st.integers(0, 2)),
    )
