"""Settings: the one place that reads the environment and `doxa.toml`."""

from __future__ import annotations

import math
import os
import re
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar
from zoneinfo import ZoneInfo

from platformdirs import user_data_path
from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    SecretStr,
    TypeAdapter,
    ValidationError,
    field_validator,
)
from pydantic_settings import (
    BaseSettings,
    EnvSettingsSource,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    SettingsError,
    TomlConfigSettingsSource,
)

from doxa.belief import BeliefClass
from doxa.belief.calibration import IsotonicMap
from doxa.belief.classes import HALF_LIFE_PRIORS
from doxa.errors import InvalidInput

T = TypeVar("T")
CONFIG_FILE = "doxa.toml"
"""Looked for in the working folder."""
NO_HALF_LIFE = "none"
"""How a class that does not fade is written, since TOML has no null."""
MODEL_KEYS = {
    "openai": ("OPENAI_API_KEY",),
    "anthropic": ("ANTHROPIC_API_KEY",),
    "google": ("GOOGLE_API_KEY", "GEMINI_API_KEY"),
}
"""Each provider's own variables, in the order in which they are looked at."""
_MODEL = re.compile(rf"(?:{'|'.join(MODEL_KEYS)}):[!-~]{{1,200}}")
_SWITCH = TypeAdapter(bool)
_ADDRESS = re.compile(r"https?://[^\s/?#@]+(?:/[^\s?#@]*)?")


def _days(value: Any) -> float | None:
    if value is None or (isinstance(value, str) and value.strip().casefold() == NO_HALF_LIFE):
        return None
    wrong = ValueError(f"{value!r} is neither a number of days above 0 nor {NO_HALF_LIFE!r} (does not fade)")
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        raise wrong
    try:
        days = float(value)
    except (ValueError, OverflowError):
        raise wrong from None
    if not (0 < days < math.inf):
        raise wrong
    return days


Days = Annotated[float | None, BeforeValidator(_days)]


class HalfLifeSettings(BaseModel):
    """Days by class; `"none"` does not fade."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    identity: Days = HALF_LIFE_PRIORS[BeliefClass.IDENTITY]
    relationship: Days = HALF_LIFE_PRIORS[BeliefClass.RELATIONSHIP]
    preference: Days = HALF_LIFE_PRIORS[BeliefClass.PREFERENCE]
    state: Days = HALF_LIFE_PRIORS[BeliefClass.STATE]
    plan: Days = HALF_LIFE_PRIORS[BeliefClass.PLAN]
    episodic: Days = HALF_LIFE_PRIORS[BeliefClass.EPISODIC]
    meta_residue: Days = HALF_LIFE_PRIORS[BeliefClass.META_RESIDUE]
    meta_standing: Days = HALF_LIFE_PRIORS[BeliefClass.META_STANDING]

    def by_class(self) -> Mapping[BeliefClass, float | None]:
        return {belief_class: getattr(self, belief_class.value) for belief_class in BeliefClass}


class CalibrationSettings(BaseModel):
    """`knots` are pairs (stated, worth) of the map that is shown beside a credence; none is no map."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    knots: tuple[tuple[float, float], ...] = ()

    @field_validator("knots")
    @classmethod
    def _knots_are_a_map(cls, knots: tuple[tuple[float, float], ...]) -> tuple[tuple[float, float], ...]:
        try:
            return IsotonicMap(knots).knots if knots else ()
        except InvalidInput as error:
            raise ValueError(str(error)) from None

    def isotonic(self) -> IsotonicMap | None:
        return IsotonicMap(self.knots) if self.knots else None


class Switches(BaseSettings):
    """What an operator may turn while a memory is open: read at each call, so no `open` can fix it."""

    model_config = SettingsConfigDict(
        env_prefix="DOXA_",
        env_nested_delimiter="__",
        toml_file=CONFIG_FILE,
        extra="ignore",
        frozen=True,
        hide_input_in_errors=True,  # one of the settings is a key
    )

    belief_model_enabled: bool = Field(
        True,
        description="whether answers say how sure and how current a memory is; read at every call, so it "
        "can be switched while a memory is open",
    )

    @field_validator("belief_model_enabled", mode="before")
    @classmethod
    def _switch_is_on_or_off(cls, value: object) -> object:
        try:
            return _SWITCH.validate_python(value.strip() if isinstance(value, str) else value)
        except ValidationError:
            raise ValueError(f"{value!r} is neither true nor false: write one of them") from None

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,  # noqa: ARG003
        file_secret_settings: PydanticBaseSettingsSource,  # noqa: ARG003
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        return init_settings, env_settings, TomlConfigSettingsSource(settings_cls)


class Settings(Switches):
    """Each setting is `DOXA_NAME` in the environment or `name` in `doxa.toml`; the environment wins."""

    model_config = SettingsConfigDict(extra="forbid")

    db: str | None = Field(
        None, description="a path or sqlite:///...; by default a file in the user's data folder"
    )
    owner: str = Field("me", description="whose memory the command line speaks of")
    zone: str = Field("UTC", description="IANA zone in which bare dates and relative dates are meant")
    is_durable: bool = Field(True, description="wait for the disk on every commit (synchronous=FULL)")
    busy_timeout_s: float = Field(30.0, gt=0, description="how long a write waits for another process")
    embedder: Literal["universal", "hashed"] = Field("universal", description="which vectors the index uses")
    admission_min_score: float = Field(
        0.75, ge=0, le=1, description="from which keyer score a neighbour without the same key is judged"
    )
    model: str | None = Field(
        None, description="`openai:NAME`, `anthropic:NAME` or `google:NAME`; by default none, and rules alone"
    )
    model_base_url: str | None = Field(
        None, description="where the model is served, if not by its provider: `http://localhost:11434/v1`"
    )
    model_api_key: SecretStr | None = Field(
        None, description="by default the provider's own variable; what is served elsewhere may need none"
    )
    model_timeout_s: float = Field(60.0, gt=0, description="how long one request to the model may take")
    model_attempts: int = Field(
        3, ge=1, le=10, description="requests to the model for one answer, corrections and repeats included"
    )
    half_life_days: HalfLifeSettings = Field(
        HalfLifeSettings(),
        description='days in which what is known of a class loses half its currency; `"none"` does not fade',
    )
    calibration: CalibrationSettings = Field(
        CalibrationSettings(),
        description="`knots`: pairs (stated, worth) of the map shown beside a credence; see `doxa calibrate`",
    )

    @field_validator("zone")
    @classmethod
    def _zone_exists(cls, zone: str) -> str:
        try:
            ZoneInfo(zone)
        except (ValueError, OSError, KeyError):
            raise ValueError(f"{zone!r} is not a time zone: name one such as Europe/Oslo or UTC") from None
        return zone

    @field_validator("model", "model_base_url", "model_api_key", mode="before")
    @classmethod
    def _empty_is_none(cls, value: object) -> object:
        return None if isinstance(value, str) and not value.strip() else value

    @field_validator("model")
    @classmethod
    def _model_has_a_provider(cls, model: str | None) -> str | None:
        if model is not None and not _MODEL.fullmatch(model):
            raise ValueError(f"{model!r} is not a model: write openai:NAME, anthropic:NAME or google:NAME")
        return model

    @field_validator("model_base_url")
    @classmethod
    def _address_is_one(cls, address: str | None) -> str | None:
        if address is not None and not _ADDRESS.fullmatch(address):
            raise ValueError(
                "it must be an address such as http://localhost:11434/v1, without a key in it: "
                "that is DOXA_MODEL_API_KEY"
            )
        return address


def read_settings(**overrides: object) -> Settings:
    """The settings, with what the caller gives before the environment and the file."""
    for name in Switches.model_fields:
        if overrides.get(name) is not None:
            raise InvalidInput(
                f"{name!r} is read at every call and not by `open`: set DOXA_{name.upper()}, or {CONFIG_FILE}"
            )
    given = {name: value for name, value in overrides.items() if value is not None}
    return _read(lambda: Settings(**given))  # type: ignore[arg-type]


def is_belief_model_enabled() -> bool:
    """The switch as the environment and the file have it at this moment."""
    return _read(Switches).belief_model_enabled


def _read(make: Callable[[], T]) -> T:
    """Settings of some kind; what cannot be taken is refused in one line."""
    try:
        return make()
    except ValidationError as error:
        first = error.errors()[0]
        name = ".".join(str(part) for part in first["loc"])
        unknown = "there is no such setting"
        reason = unknown if first["type"] == "extra_forbidden" else first["msg"].removeprefix("Value error, ")
        raise InvalidInput(f"the setting {name!r} cannot be taken: {reason}") from error
    except SettingsError as error:
        raise InvalidInput(f"the environment cannot be read: {error}; give it as JSON") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InvalidInput(f"{CONFIG_FILE} is not TOML that can be read: {error}") from error
    except OSError as error:
        raise InvalidInput(f"{CONFIG_FILE} cannot be read: {error.strerror}") from error


def model_key(settings: Settings) -> str | None:
    """The key for the model.  A provider's own variable is meant for the provider: to no other address."""
    if settings.model_api_key is not None:
        return settings.model_api_key.get_secret_value()
    if settings.model is None or settings.model_base_url is not None:
        return None
    variables = MODEL_KEYS[settings.model.partition(":")[0]]
    return next((key for variable in variables if (key := os.environ.get(variable, "").strip())), None)


def hiding_variable(table: str, name: str) -> str | None:
    """The variable in the environment that gives this setting of a table, whatever the file says."""
    given = EnvSettingsSource(Settings)().get(table)
    if not isinstance(given, Mapping) or name not in given:
        return None
    single = f"DOXA_{table}__{name}".upper()
    is_single = any(variable.upper() == single for variable in os.environ)
    return single if is_single else f"DOXA_{table}".upper()


def default_database() -> Path:
    """The file in the user's data folder; the folder is made where it is missing."""
    return user_data_path("doxa", ensure_exists=True) / "memory.db"
