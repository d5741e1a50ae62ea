"""What the service is made of; bootstrap fills it in."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo

from doxa.belief import BeliefKeyer
from doxa.domain.channels import Channels
from doxa.domain.credentials import looks_like_credential
from doxa.domain.instants import zone_of
from doxa.domain.operation import Head
from doxa.domain.yardstick import PLAIN, Yardstick
from doxa.errors import IndexMismatch, InvalidInput, Refused

from .ports import Clock, Embedder, Extractor, Index, Judge, Model, NewId, Store, Transaction

TRACES = (
    "the words are gone from the memory; an older reader still holds the log in which they stood, "
    "which goes with the next write after that reader has left"
)
TEXT_LIMIT = 4_000
TURN_LIMIT = 100_000
OWNER_LIMIT = 256
LANGUAGE = re.compile(r"[A-Za-z]{2,8}(?:[-_][A-Za-z0-9]{1,8})*")
"""The shape of a language tag, after BCP 47; nobody has to know the language."""


@dataclass(frozen=True, slots=True)
class Parts:
    store: Store
    index: Index
    embedder: Embedder
    extractor: Extractor
    judge: Judge
    keyer: BeliefKeyer
    clock: Clock
    new_id: NewId
    channels: Channels
    zone: str
    gate: float
    yardstick: Yardstick = PLAIN
    model: Model | None = None
    is_belief_model_enabled: Callable[[], bool] = lambda: True

    def head(self, transaction: Transaction, now: datetime) -> Head:
        """The owner's head; the first write opens the account."""
        return transaction.head() or transaction.open_account(self.zone, now)

    def catch_up(self, owner_id: str) -> tuple[str, ...]:
        """Let the index follow; what was written is safe even where it cannot, and the notice says so."""
        try:
            self.index.catch_up(owner_id)
        except IndexMismatch as error:
            return (str(error), *self._traces())
        return self._traces()

    def _traces(self) -> tuple[str, ...]:
        if not self.store.has_traces():
            return ()
        return (TRACES,)

    def check_beliefs(self, verb: str) -> None:
        """Refuse what reads a belief, where the belief model is switched off."""
        if not self.is_belief_model_enabled():
            raise Refused(
                f"{verb} cannot be answered while the belief model is switched off: "
                "set DOXA_BELIEF_MODEL_ENABLED=true"
            )

    def channel_notices(self, channel: str) -> tuple[str, ...]:
        if self.channels.is_named(channel):
            return ()
        return (f"the channel {channel!r} is not in the configuration: taken as untrusted",)


def checked_owner(owner_id: str) -> str:
    """An owner is an exact, printable, non-empty name."""
    if not isinstance(owner_id, str) or not owner_id.strip():
        raise InvalidInput("the owner has no name: give one, for example --owner ana")
    if len(owner_id) > OWNER_LIMIT or not owner_id.isprintable():
        raise InvalidInput(f"the owner's name must be printable and at most {OWNER_LIMIT} characters long")
    return owner_id


def checked_text(
    text: str, what: str = "the text", limit: int = TEXT_LIMIT, advice: str | None = None
) -> str:
    if not isinstance(text, str):
        raise InvalidInput(f"{what} must be a text, not {type(text).__name__}")
    if not text.strip():
        raise InvalidInput(f"{what} is empty: {advice or 'say something to remember'}")
    if len(text) > limit:
        raise InvalidInput(
            f"{what} has {len(text):,} characters and {limit:,} are the limit: "
            + (advice or "split it, or capture it as a conversation")
        )
    if "\x00" in text or any("\ud800" <= character <= "\udfff" for character in text):
        raise InvalidInput(f"{what} holds a character that is not text (NUL or half a surrogate): remove it")
    return text


def checked_words(text: str) -> str:
    """A text that may be remembered: within the limits, and nothing that has to stay secret."""
    checked_text(text)
    if looks_like_credential(text):
        raise Refused("this looks like a credential, and those are not remembered: keep it in a vault")
    return text


def checked_count(value: int, what: str, limit: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= limit:
        raise InvalidInput(f"{what!r} must be a whole number from 1 to {limit:,}, not {value!r}")
    return value


def checked_flag(value: bool, what: str) -> bool:
    """A text such as "no" would count as true."""
    if not isinstance(value, bool):
        raise InvalidInput(f"{what!r} must be True or False, not {value!r}")
    return value


def checked_language(value: str) -> str:
    if not isinstance(value, str) or LANGUAGE.fullmatch(value) is None:
        raise InvalidInput(f"the language must be a tag such as en or pt-BR, not {value!r}")
    return value


def checked_zone(value: str) -> tzinfo:
    if not isinstance(value, str):
        raise InvalidInput(f"the zone must be a name such as Europe/Oslo or UTC, not {value!r}")
    return zone_of(value)


def checked_names(values: Sequence[str], what: str) -> tuple[str, ...]:
    """Several of them; one text is not taken for the sequence of its letters."""
    if isinstance(values, str) or not isinstance(values, Sequence):
        raise InvalidInput(f"{what} must be a list of texts, not {values!r}")
    return tuple(checked_name(value, f"each of {what}") for value in values)


def checked_name(value: str, what: str) -> str:
    """A channel, key, source or tag: one printable line."""
    if not isinstance(value, str) or not value.strip() or not value.isprintable():
        raise InvalidInput(f"{what} must be one printable line that is not empty, not {value!r}")
    if len(value) > OWNER_LIMIT:
        raise InvalidInput(f"{what} has {len(value)} characters and {OWNER_LIMIT} are the limit")
    return value
