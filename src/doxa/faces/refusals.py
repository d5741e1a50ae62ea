"""Refusals: the one table from a kind of error to what each face answers."""

from __future__ import annotations

from dataclasses import dataclass

from doxa import errors


@dataclass(frozen=True, slots=True)
class Refusal:
    """``exit_code`` is the command line's, ``status`` HTTP's; a retry may help where it says so."""

    kind: str
    exit_code: int
    status: int
    may_retry: bool = False


# The first class an error is an instance of decides, so the special stand before the general.
TABLE: tuple[tuple[type[errors.DoxaError], Refusal], ...] = (
    (errors.Erased, Refusal("erased", 3, 410)),
    (errors.NotFound, Refusal("not_found", 3, 404)),
    (errors.Conflict, Refusal("conflict", 4, 409)),
    (errors.InvalidInput, Refusal("invalid_input", 2, 422)),
    (errors.Refused, Refusal("refused", 1, 403)),
    (errors.StoreBusy, Refusal("store_busy", 1, 503, may_retry=True)),
    (errors.StoreFull, Refusal("store_full", 1, 507)),
    (errors.StoreReadOnly, Refusal("store_read_only", 1, 503)),
    (errors.StoreDamaged, Refusal("store_damaged", 1, 500)),
    (errors.SchemaTooNew, Refusal("schema_too_new", 1, 500)),
    (errors.IndexMismatch, Refusal("index_mismatch", 1, 503)),
    (errors.ModelFailed, Refusal("model_failed", 1, 503, may_retry=True)),
    (errors.DoxaError, Refusal("store_error", 1, 500)),
)


def refusal_of(error: errors.DoxaError) -> Refusal:
    return next(refusal for kind, refusal in TABLE if isinstance(error, kind))
