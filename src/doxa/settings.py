"""Settings: the one place that reads the environment and `doxa.toml`."""

from __future__ import annotations

from pathlib import Path
from typing import Literal
from zoneinfo import ZoneInfo

from platformdirs import user_data_path
from pydantic import Field, ValidationError, field_validator
from pydantic_settings import (
    BaseSettings,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    TomlConfigSettingsSource,
)

from doxa.errors import InvalidInput


class Settings(BaseSettings):
    """Each setting is `DOXA_NAME` in the environment or `name` in `doxa.toml`; the environment wins."""

    model_config = SettingsConfigDict(env_prefix="DOXA_", toml_file="doxa.toml", extra="forbid", frozen=True)

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

    @field_validator("zone")
    @classmethod
    def _zone_exists(cls, zone: str) -> str:
        try:
            ZoneInfo(zone)
        except (ValueError, OSError, KeyError):
            raise ValueError(f"{zone!r} is not a time zone: name one such as Europe/Oslo or UTC") from None
        return zone

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


def read_settings(**overrides: object) -> Settings:
    """The settings, with what the caller gives before the environment and the file."""
    try:
        return Settings(**{name: value for name, value in overrides.items() if value is not None})  # type: ignore[arg-type]
    except ValidationError as error:
        first = error.errors()[0]
        name = ".".join(str(part) for part in first["loc"])
        raise InvalidInput(f"the setting {name!r} cannot be taken: {first['msg']}") from error


def default_database() -> Path:
    """The file in the user's data folder; the folder is made where it is missing."""
    return user_data_path("doxa", ensure_exists=True) / "memory.db"
