"""Providers: from the name of a model to whatever speaks to it."""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib.util import find_spec
from typing import TYPE_CHECKING

from doxa.errors import InvalidInput

if TYPE_CHECKING:
    from pydantic_ai.models import Model as ProviderModel

Build = Callable[[str, "str | None", "str | None"], "ProviderModel"]
"""From the model's name, the key and the address; None for an address is the provider's own."""

_NAME = re.compile(r"(?P<provider>openai|anthropic|google):(?P<name>[!-~]{1,200})")
INSTALL = "pip install 'doxa[llm]'"


def provider_model(model: str, api_key: str | None, base_url: str | None) -> Callable[[], ProviderModel]:
    """What builds the model when it is first asked; whatever can be refused is refused now."""
    found = _NAME.fullmatch(model)
    if found is None:
        raise InvalidInput(f"{model[:80]!r} is not a model: write openai:NAME, anthropic:NAME or google:NAME")
    provider, name = found["provider"], found["name"]
    if any(find_spec(package) is None for package in ("pydantic_ai", *PACKAGES[provider])):
        raise InvalidInput(f"the model {model!r} needs more packages: {INSTALL}")
    if api_key is None and base_url is None:
        raise InvalidInput(
            f"the model {model!r} needs a key: set DOXA_MODEL_API_KEY or {KEY_VARIABLES[provider]}"
        )
    return lambda: BUILDERS[provider](name, api_key, base_url)


def _openai(name: str, api_key: str | None, base_url: str | None) -> ProviderModel:
    """The chat completions, which local servers speak as well.

    At another address nothing is assumed that only OpenAI's own servers can do.
    """
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.providers.openai import OpenAIProvider
    from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider

    if base_url is None:
        return OpenAIChatModel(name, provider=OpenAIProvider(api_key=api_key))
    compatible = OpenAICompatibleProvider("openai-compatible", base_url=base_url, api_key=api_key or NO_KEY)
    return OpenAIChatModel(name, provider=compatible)


def _anthropic(name: str, api_key: str | None, base_url: str | None) -> ProviderModel:
    from pydantic_ai.models.anthropic import AnthropicModel
    from pydantic_ai.providers.anthropic import AnthropicProvider
    from pydantic_ai.settings import ModelSettings

    provider = AnthropicProvider(api_key=api_key or NO_KEY, base_url=base_url)
    # Unset it would be the model's maximum, which can only be streamed; a smaller maximum is kept.
    return AnthropicModel(name, provider=provider, settings=ModelSettings(max_tokens=LONGEST_ANSWER_TOKENS))


def _google(name: str, api_key: str | None, base_url: str | None) -> ProviderModel:
    from pydantic_ai.models.google import GoogleModel
    from pydantic_ai.providers.google import GoogleProvider

    return GoogleModel(name, provider=GoogleProvider(api_key=api_key or NO_KEY, base_url=base_url))


LONGEST_ANSWER_TOKENS = 16_000
NO_KEY = "none"
"""For a server that asks for none: left out, a client would send the one it finds in the environment."""
BUILDERS: dict[str, Build] = {"openai": _openai, "anthropic": _anthropic, "google": _google}
PACKAGES = {"openai": ("openai",), "anthropic": ("anthropic",), "google": ("google", "google.genai")}
KEY_VARIABLES = {"openai": "OPENAI_API_KEY", "anthropic": "ANTHROPIC_API_KEY", "google": "GOOGLE_API_KEY"}
