"""Parts: what a caller gives is what it has to be, or is refused with what to give instead."""

from __future__ import annotations

import pytest

from doxa.errors import InvalidInput
from doxa.service.parts import checked_flag, checked_language, checked_zone


@pytest.mark.parametrize("value", ["no", "", 0, 1, None, []])
def test_only_true_and_false_are_a_flag(value):
    with pytest.raises(InvalidInput, match="'wait' must be True or False"):
        checked_flag(value, "wait")
    assert (checked_flag(False, "wait"), checked_flag(True, "wait")) == (False, True)


@pytest.mark.parametrize("value", [5, None, "", "e", "en ", "\ud800", "en\n", ["en"], "english please"])
def test_what_is_no_language_tag_is_refused(value):
    with pytest.raises(InvalidInput, match="such as en or pt-BR"):
        checked_language(value)


@pytest.mark.parametrize("value", ["en", "pt-BR", "zh_Hant_TW", "nb", "klingon"])
def test_a_language_that_nobody_here_knows_is_still_one(value):
    assert checked_language(value) == value


@pytest.mark.parametrize("value", [5, None, ["UTC"], "", "Oslo", "\ud800", "Europe/\0"])
def test_what_is_no_zone_is_refused(value):
    with pytest.raises(InvalidInput, match="such as Europe/Oslo or UTC"):
        checked_zone(value)
    assert str(checked_zone("Europe/Oslo")) == "Europe/Oslo"
