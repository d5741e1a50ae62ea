from __future__ import annotations

import pytest

from doxa import errors
from doxa.faces.refusals import TABLE, refusal_of

EXIT_CODES = {
    errors.InvalidInput("x"): 2,
    errors.MemoryNotFound("m_1"): 3,
    errors.BeliefNotFound("tea"): 3,
    errors.Erased("x"): 3,
    errors.IdempotencyConflict("k"): 4,
    errors.StaleRevision("m_1", 1, 2): 4,
    errors.Refused("x"): 1,
    errors.StoreBusy("x"): 1,
    errors.StoreFull("x"): 1,
    errors.StoreReadOnly("x"): 1,
    errors.StoreDamaged("x"): 1,
    errors.SchemaTooNew("9"): 1,
    errors.IndexMismatch("x"): 1,
    errors.DoxaError("x"): 1,
}


@pytest.mark.parametrize(("error", "code"), EXIT_CODES.items(), ids=lambda one: type(one).__name__)
def test_every_error_has_its_exit_code(error, code):
    assert refusal_of(error).exit_code == code


def test_no_row_of_the_table_hides_behind_a_more_general_one():
    kinds = [kind for kind, _ in TABLE]
    hidden = [b for i, b in enumerate(kinds) for a in kinds[:i] if issubclass(b, a)]
    assert hidden == []


def test_a_busy_store_and_a_model_without_an_answer_are_worth_another_try():
    assert [refusal.kind for _, refusal in TABLE if refusal.may_retry] == ["store_busy", "model_failed"]
