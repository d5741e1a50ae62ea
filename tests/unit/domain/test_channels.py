"""Channels: by which way a text came in decides how far it may be believed."""

from __future__ import annotations

import pytest

from doxa.belief import ProvenanceTier
from doxa.domain.channels import DEFAULT_CHANNELS, OWNER_TIERS, Channels


@pytest.mark.parametrize(
    ("channel", "tier"),
    [
        ("chat", ProvenanceTier.USER_DIRECT),
        ("manual", ProvenanceTier.USER_EDIT),
        ("assistant", ProvenanceTier.AGENT_OWN),
        ("import", ProvenanceTier.DOCUMENT),
        *((tier.value, tier) for tier in ProvenanceTier),
    ],
)
def test_a_named_channel_has_its_tier(channel, tier):
    assert Channels().tier_of(channel) is tier
    assert Channels().is_named(channel)


@pytest.mark.parametrize("channel", ["Chat", "chat ", "", "slack", "user direct"])
def test_a_channel_that_nobody_named_is_untrusted(channel):
    assert Channels().tier_of(channel) is ProvenanceTier.UNTRUSTED
    assert not Channels().is_named(channel)


def test_the_operator_may_name_others():
    channels = Channels({"slack": ProvenanceTier.EMAIL})

    assert channels.tier_of("slack") is ProvenanceTier.EMAIL
    assert channels.tier_of("chat") is ProvenanceTier.UNTRUSTED


def test_only_two_tiers_are_the_owners_own():
    owners = {channel for channel, tier in DEFAULT_CHANNELS.items() if tier in OWNER_TIERS}

    assert owners == {"chat", "manual", "user_direct", "user_edit"}
