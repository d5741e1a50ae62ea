"""Nothing here reaches the network: what is asked is a function, or a server on this machine."""

from __future__ import annotations

import os

import pytest

PROVIDERS = ("OPENAI", "ANTHROPIC", "GOOGLE", "GEMINI")


@pytest.fixture(autouse=True)
def _no_provider_of_whoever_runs_this(monkeypatch):
    for name in [name for name in os.environ if name.startswith(PROVIDERS) or name.endswith("_PROXY")]:
        monkeypatch.delenv(name)
