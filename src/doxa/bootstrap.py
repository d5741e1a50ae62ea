"""Bootstrap: builds everything from the settings.  Imported by what opens a memory, and by nothing else."""

from __future__ import annotations

import base64
import secrets
from collections.abc import Callable
from datetime import UTC, datetime

from doxa.belief import BeliefKeyer
from doxa.domain.channels import Channels
from doxa.domain.yardstick import Yardstick
from doxa.errors import InvalidInput
from doxa.index.embedders import (
    HashedEmbedder,
    RememberingEmbedder,
    TextEmbedder,
    UniversalSentenceEmbedder,
)
from doxa.index.hybrid import HybridIndex
from doxa.language.extraction import RuleExtractor
from doxa.language.judging import RuleJudge
from doxa.service.memory_service import MemoryService
from doxa.service.parts import Parts
from doxa.service.ports import Clock, Model, NewId
from doxa.settings import Settings, default_database, is_belief_model_enabled, model_key
from doxa.store.search_tables import SearchTables
from doxa.store.sql_store import SqlStore
from doxa.store.sqlite import MEMORY, SqliteDatabase

EMBEDDERS: dict[str, Callable[[], TextEmbedder]] = {
    "universal": UniversalSentenceEmbedder,
    "hashed": HashedEmbedder,
}


def utc_now() -> datetime:
    return datetime.now(UTC)


def random_id(prefix: str) -> str:
    """`m_` and 13 characters a person can type (65 random bits); a `salt` is 32 hexadecimal digits."""
    if prefix == "salt":
        return secrets.token_hex(16)
    return f"{prefix}_{base64.b32encode(secrets.token_bytes(10)).decode().lower()[:13]}"


def build(
    location: str | None,
    settings: Settings,
    *,
    clock: Clock = utc_now,
    new_id: NewId = random_id,
    embedder: TextEmbedder | None = None,
    model: Model | None = None,
) -> MemoryService:
    """The service on a database, with the parts the settings name."""
    model = model or configured_model(settings)  # refused before there is a file
    database = SqliteDatabase(
        database_path(settings.db if location is None else location),
        is_durable=settings.is_durable,
        busy_timeout_s=settings.busy_timeout_s,
    )
    try:
        store, search = SqlStore(database), SearchTables(database)
    except BaseException:
        database.close()
        raise
    remembering = RememberingEmbedder(embedder or EMBEDDERS[settings.embedder]())
    return MemoryService(
        Parts(
            store=store,
            index=HybridIndex(search, remembering),
            embedder=remembering,
            extractor=RuleExtractor(),
            judge=RuleJudge(gate=settings.admission_min_score),
            keyer=BeliefKeyer(),
            clock=clock,
            new_id=new_id,
            channels=Channels(),
            zone=settings.zone,
            gate=settings.admission_min_score,
            yardstick=Yardstick(settings.half_life_days.by_class(), settings.calibration.isotonic()),
            model=model,
            is_belief_model_enabled=is_belief_model_enabled,
        )
    )


def configured_model(settings: Settings) -> Model | None:
    """The language model of the settings, if any; it connects when it is first asked."""
    if settings.model is None:
        return None
    from doxa.language.model.language_model import configured

    return configured(
        settings.model,
        api_key=model_key(settings),
        base_url=settings.model_base_url,
        timeout_s=settings.model_timeout_s,
        attempts=settings.model_attempts,
    )


def database_path(location: str | None) -> str:
    """The file that a path or a `sqlite:` address means."""
    if location is None:
        return str(default_database())
    if not location.strip():
        raise InvalidInput("the database has no name: give a path such as memory.db, or leave it out")
    if location in (MEMORY, "sqlite://", "sqlite:///:memory:"):
        return MEMORY
    if location.startswith("sqlite:///"):
        return location.removeprefix("sqlite:///")
    if "://" in location:
        kind = location.split("://", 1)[0]
        raise InvalidInput(
            f"this release keeps memories in SQLite, not in {kind}: give a path such as memory.db"
        )
    return location
