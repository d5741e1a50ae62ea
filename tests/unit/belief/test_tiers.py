"""Whose word weighs how much, and whose may replace whose."""

from __future__ import annotations

import pytest
from tests.laws.strategies import AUTHORITY, CEILING, LIVE, OWNER

from doxa.belief import DEFAULT_TIERS, PIVOT, ProvenanceTier
from doxa.belief.tiers import OWNER_AUTHORITY, Reliability, TierRule, weigh_source
from doxa.errors import InvalidInput


def test_the_default_table_is_the_one_of_the_design():
    assert {tier.value: (rule.ceiling, rule.authority) for tier, rule in DEFAULT_TIERS.items()} == {
        tier: (CEILING[tier], AUTHORITY[tier]) for tier in CEILING
    }


def test_every_tier_has_a_rule_and_nobody_can_change_the_defaults():
    assert set(DEFAULT_TIERS) == set(ProvenanceTier)
    with pytest.raises(TypeError):
        DEFAULT_TIERS[ProvenanceTier.UNTRUSTED] = TierRule(0.99, 4)  # type: ignore[index]


@pytest.mark.parametrize("ceiling", [1.0, 1.5, -0.1])
def test_nobody_is_always_right(ceiling):
    with pytest.raises(InvalidInput, match="below 1"):
        TierRule(ceiling, 4)


def test_only_the_owner_has_the_owners_authority():
    assert {t.value for t, rule in DEFAULT_TIERS.items() if rule.authority == OWNER_AUTHORITY} == set(OWNER)


def test_the_channels_that_anyone_can_write_to_are_below_the_pivot():
    assert PIVOT == 0.5
    assert {t.value for t, rule in DEFAULT_TIERS.items() if rule.ceiling > PIVOT} == set(LIVE)


@pytest.mark.parametrize(
    ("tier", "confidence", "taint", "value", "bound_by", "authority"),
    [
        ("user_direct", 1.0, None, 0.98, "ceiling", 4),
        ("user_direct", 0.9, None, 0.9, "content", 4),
        ("user_direct", 0.98, None, 0.98, "ceiling", 4),  # a tie is the channel's
        ("user_direct", 0.0, None, 0.0, "content", 4),
        ("web_fetch", 1.0, None, 0.3, "ceiling", 1),  # loudness adds nothing
        ("user_direct", 1.0, "web_fetch", 0.3, "taint", 1),  # the owner pastes a page
        ("user_direct", 0.2, "web_fetch", 0.2, "content", 1),
        ("agent_own", 1.0, "document", 0.55, "taint", 2),
        ("web_fetch", 1.0, "user_edit", 0.3, "ceiling", 1),  # a trusted taint lends nothing
        ("untrusted", 1.0, "email", 0.1, "ceiling", 0),
    ],
)
def test_the_least_of_three_bounds_decides(tier, confidence, taint, value, bound_by, authority):
    tainted = ProvenanceTier(taint) if taint else None
    weighed = weigh_source(ProvenanceTier(tier), confidence, tainted)
    assert weighed == Reliability(value, bound_by, authority)


@pytest.mark.parametrize(("value", "is_live"), [(0.5, False), (0.500001, True), (0.499, False), (0.98, True)])
def test_only_above_the_pivot_is_live(value, is_live):
    assert Reliability(value, "content", 4).is_live is is_live


def test_an_operator_may_bring_another_table():
    wary = {**DEFAULT_TIERS, ProvenanceTier.AGENT_OWN: TierRule(0.45, 1)}
    assert not weigh_source(ProvenanceTier.AGENT_OWN, 1.0, None, wary).is_live
