"""Diagrams: the same figures give the same bytes, text stays text, and what cannot be drawn is said."""

from __future__ import annotations

import sys
from xml.etree import ElementTree

import pytest

from doxa.belief import Outcome, reliability
from doxa.bench.diagrams import INK, check_drawing, draw_reliability
from doxa.errors import InvalidInput

PARTS = {
    "credence": reliability([Outcome(0.85, True), Outcome(0.83, False), Outcome(0.15, False)]),
    "mapped": reliability([Outcome(0.5, True)]),
}
SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize(
    ("name", "magic"), [("a.svg", b"<?xml"), ("a.png", b"\x89PNG"), ("a.PNG", b"\x89PNG")]
)
def test_the_suffix_says_what_is_written(tmp_path, name, magic):
    draw_reliability(PARTS, tmp_path / name)
    assert (tmp_path / name).read_bytes().startswith(magic)


@pytest.mark.parametrize("suffix", ["svg", "png"])
def test_the_same_figures_give_the_same_bytes(tmp_path, suffix):
    one, other = tmp_path / f"one.{suffix}", tmp_path / f"other.{suffix}"
    draw_reliability(PARTS, one)
    draw_reliability(PARTS, other)
    assert one.read_bytes() == other.read_bytes()


def test_what_is_read_off_an_svg_is_text_and_reads_on_any_ground(tmp_path):
    draw_reliability(PARTS, tmp_path / "a.svg")
    root = ElementTree.parse(tmp_path / "a.svg").getroot()
    texts = ["".join(element.itertext()) for element in root.iter(f"{SVG}text")]
    wanted = {
        "credence",
        "mapped",
        "stated probability",
        "was true",
        "outcomes",
        f"ECE {PARTS['mapped'].ece:.3f}",
    }
    assert wanted <= set(texts)
    assert all(f"fill: {INK}" in element.get("style", "") for element in root.iter(f"{SVG}text"))
    ground = root.find(f".//{SVG}g[@id='patch_1']/{SVG}path")
    assert ground is not None
    assert "fill: none" in ground.get("style", "")


def test_there_is_a_bar_for_every_bin_that_has_outcomes(tmp_path):
    draw_reliability({"one": PARTS["credence"]}, tmp_path / "few.svg")
    draw_reliability({"one": reliability(Outcome(n / 10, True) for n in range(10))}, tmp_path / "many.svg")
    bars = [(tmp_path / name).read_text().count("opacity: 0.7") for name in ("few.svg", "many.svg")]
    assert bars == [2, 10]


@pytest.mark.filterwarnings("error")  # the library warns where the panels do not fit
def test_a_part_without_outcomes_is_an_empty_panel(tmp_path):
    draw_reliability({**PARTS, "nothing yet": reliability([])}, tmp_path / "a.svg")
    drawn = (tmp_path / "a.svg").read_text()
    assert "nothing yet" in drawn
    assert drawn.count(">no outcomes<") == 1


@pytest.mark.parametrize("parts", [{}, {"nothing yet": reliability([])}])
def test_nothing_to_draw_is_refused(tmp_path, parts):
    with pytest.raises(InvalidInput, match="nothing to draw"):
        draw_reliability(parts, tmp_path / "a.svg")
    assert not (tmp_path / "a.svg").exists()


def test_another_suffix_is_refused(tmp_path):
    with pytest.raises(InvalidInput, match=r"\.svg or \.png"):
        draw_reliability(PARTS, tmp_path / "a.pdf")


def test_a_folder_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(InvalidInput, match="no folder"):
        check_drawing(tmp_path / "elsewhere" / "a.svg")


def test_a_folder_is_no_file_to_draw_to(tmp_path):
    (tmp_path / "a.svg").mkdir()
    with pytest.raises(InvalidInput, match="cannot write"):
        draw_reliability(PARTS, tmp_path / "a.svg")


def test_without_the_library_that_draws_it_is_named(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(InvalidInput, match=r"pip install 'doxa\[plots\]'"):
        draw_reliability(PARTS, tmp_path / "a.svg")
