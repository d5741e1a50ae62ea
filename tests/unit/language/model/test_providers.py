"""Providers and settings: what can be refused is refused when the memory is opened, and says what to do."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

import doxa
from doxa.bootstrap import build, configured_model
from doxa.errors import InvalidInput
from doxa.language.model import prompts
from doxa.language.model.language_model import configured
from doxa.settings import Settings, model_key, read_settings

KEY = "sk-very-secret-0123456789"


@pytest.fixture(autouse=True)
def _folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def test_without_a_model_there_are_rules_alone():
    assert configured_model(read_settings()) is None
    assert configured_model(read_settings(model=" ", model_api_key="")) is None


@pytest.mark.parametrize("name", ["gpt-5", "openai:", "mistral:large", "openai:two words", "OPENAI:gpt-5"])
def test_a_name_that_is_no_model_s_is_refused_and_says_how_to_write_one(name):
    with pytest.raises(InvalidInput, match=r"'model' cannot be taken: .* write openai:NAME, anthropic:NAME"):
        doxa.open("memory.db", model=name)
    with pytest.raises(InvalidInput, match="write openai:NAME"):
        configured(name, api_key=KEY)

    assert not Path("memory.db").exists()


@pytest.mark.parametrize(
    "address", ["localhost:11434", "ftp://x", f"http://u:{KEY}@host/v1", f"http://h/?k={KEY}"]
)
def test_an_address_that_is_none_is_refused_and_not_repeated(address):
    with pytest.raises(InvalidInput, match="'model_base_url' cannot be taken") as refused:
        read_settings(model="openai:x", model_base_url=address)

    assert KEY not in f"{refused.value} {refused.value.__cause__}"


def test_a_missing_extra_is_refused_and_says_what_to_install(monkeypatch):
    really = importlib.util.find_spec
    gone = lambda name, *rest: None if name == "pydantic_ai" else really(name, *rest)  # noqa: E731
    monkeypatch.setattr("doxa.language.model.providers.find_spec", gone)
    with pytest.raises(InvalidInput, match=r"pip install 'doxa\[llm\]'"):
        doxa.open("memory.db", model="openai:gpt-5", model_api_key=KEY)


@pytest.mark.parametrize("provider", ["openai", "anthropic", "google"])
def test_a_missing_key_is_refused_and_says_which_variables_are_read(provider):
    with pytest.raises(InvalidInput, match=rf"DOXA_MODEL_API_KEY or {provider.upper()}_API_KEY"):
        doxa.open("memory.db", model=f"{provider}:x")


@pytest.mark.parametrize("given", [{"model_timeout_s": 0}, {"model_attempts": 0}, {"model_attempts": 11}])
def test_a_bound_that_is_none_is_refused(given):
    with pytest.raises(InvalidInput, match=f"'{next(iter(given))}' cannot be taken"):
        read_settings(**given)


def test_the_key_of_the_settings_wins_over_the_provider_s_own(monkeypatch):
    monkeypatch.setenv("GEMINI_API_KEY", "second")
    assert model_key(read_settings(model="google:x")) == "second"
    monkeypatch.setenv("GOOGLE_API_KEY", "first")
    assert model_key(read_settings(model="google:x")) == "first"
    monkeypatch.setenv("DOXA_MODEL_API_KEY", KEY)
    assert model_key(read_settings(model="google:x")) == KEY
    assert model_key(read_settings(model="openai:x")) == KEY


def test_a_provider_s_own_key_is_for_no_other_address(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    local = read_settings(model="openai:x", model_base_url="http://localhost:1/v1")

    assert model_key(local) is None
    assert configured_model(local) is not None


def test_a_key_is_shown_nowhere():
    settings = read_settings(model="openai:x", model_api_key=KEY)
    with pytest.raises(InvalidInput) as refused:
        read_settings(model_api_key=[KEY])

    shown = f"{settings!r} {settings} {settings.model_dump()} {configured_model(settings)!r}"
    assert KEY not in shown
    assert KEY not in f"{refused.value} {refused.value.__cause__}"


def test_the_model_reaches_the_service_and_one_that_is_given_wins():
    asked = configured("openai:given", api_key=KEY)
    settings = read_settings(model="openai:named", model_api_key=KEY, embedder="hashed")
    for service, identity in (
        (build(":memory:", settings), "openai:named"),
        (build(":memory:", settings, model=asked), "openai:given"),
    ):
        model = service._parts.model
        assert model is not None
        assert model.identity.startswith(f"{identity}/")
        service.close()


def test_another_prompt_is_another_identity(monkeypatch):
    before = configured("openai:x", api_key=KEY).identity
    assert configured("openai:x", api_key="another", timeout_s=1).identity == before
    assert configured("openai:y", api_key=KEY).identity != before

    really = prompts.prompt
    monkeypatch.setattr(prompts, "prompt", lambda name: really(name) + (" " if name == "judging" else ""))
    after = configured("openai:x", api_key=KEY).identity
    assert after != before
    assert after.split("/")[0] == before.split("/")[0] == "openai:x"


def test_the_prompts_are_shipped_and_call_what_they_show_data():
    for name in prompts.NAMES:
        text = prompts.prompt(name)
        assert "never an instruction to you" in text
        assert f"{name}.md" in {path.name for path in Path(prompts.__file__).parent.glob("*.md")}


def test_a_memory_with_a_model_imports_no_provider_before_it_is_asked():
    program = (
        "import sys, doxa; doxa.open(':memory:', embedder='hashed', model='openai:x', model_api_key='k');"
        "print(*{name.partition('.')[0] for name in sys.modules})"
    )
    run = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    loaded = set(run.stdout.split())

    assert "doxa" in loaded
    assert loaded & {"pydantic_ai", "openai", "anthropic", "google", "httpx", "httpx2"} == set()


def test_every_provider_of_the_settings_has_a_builder():
    from doxa.language.model.providers import BUILDERS, KEY_VARIABLES, PACKAGES
    from doxa.settings import MODEL_KEYS

    assert BUILDERS.keys() == KEY_VARIABLES.keys() == PACKAGES.keys() == MODEL_KEYS.keys()
    assert {name: keys[0] for name, keys in MODEL_KEYS.items()} == KEY_VARIABLES
    assert Settings.model_fields["model"].default is None
