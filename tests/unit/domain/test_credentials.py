"""Credentials: what looks like a secret is told from what merely speaks of one."""

from __future__ import annotations

import pytest

from doxa.domain.credentials import looks_like_credential

# Put together here, so that no scanner takes this file for a leak.
SECRETS = [
    "-----BEGIN RSA " + "PRIVATE KEY-----",
    "my key is AKIA" + "ABCDEFGHIJKLMNOP",
    "token ghp_" + "a1" * 18,
    "sk-" + "proj-abc123def456ghi789",
    "xoxb-" + "1234567890-abcdef",
    "AIza" + "B" * 35,
    "eyJ" + "hbGciOiJIUzI1.eyJzdWIiOiIxMjM0.SflKxwRJSMeKKF2",
    "password: hunter22",
    "API key = abcdef123",
    "my passphrase:correct-horse",
    "my password is hunter2-correct-horse",
    "The password is now Heron77x",
]


@pytest.mark.parametrize("text", SECRETS)
def test_a_secret_is_seen(text):
    assert looks_like_credential(text)
    assert looks_like_credential(f"Please remember: {text}, thanks")


@pytest.mark.parametrize(
    "text",
    [
        "I forgot my password again.",
        "The password is due to change in May.",
        "The wifi password word is heron.",
        "The password is 20260101.",
        "I keep my api keys in a vault.",
        "My key to the flat is at Ana's.",
        "The order QX-5510 is late.",
        "I ask-ed about the sketch.",
        "",
    ],
)
def test_speaking_of_a_secret_is_none(text):
    assert not looks_like_credential(text)
