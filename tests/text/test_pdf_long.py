"""Long files, and looks that end by a counted budget."""

from __future__ import annotations

import random

import pytest

from gnut.edge.sandbox import Sandbox
from gnut.text.pdf import budget
from gnut.text.source import Extracted, Unreadable
from tests.text.pdf_files import PLANTED, SEEN, got, line, pdf, stream

WORDS = "the committee found that 14.2 of samples in harbour 102 basin measured depth increase 3.5 percent".split()


def dense(rng: random.Random) -> bytes:
    """Return a page of 58 lines of about 80 characters."""
    lines = (" ".join(rng.choices(WORDS, k=14)).encode() for _ in range(58))
    return b"BT /F 9 Tf 12 TL 60 750 Td " + b"".join(b"(%s) Tj T* " % words for words in lines) + b"ET"


def test_fifteen_hundred_dense_pages_are_read_in_the_time_of_a_child() -> None:
    rng = random.Random(1)
    pages = [dense(rng) for _ in range(50)]
    with Sandbox() as sandbox:
        found = sandbox.read(pdf(*(pages * 30)), "application/pdf", "u")
    assert isinstance(found, Extracted), found
    assert found.text.count("\f") == 1499
    assert found.notes == ()


ACROSS = b"".join(
    line(words, 700 - 14 * n, x=x, size=b"10")
    for n, words in enumerate(
        ("the first line goes on", "in the second line and", "in the third of them", "to the end")
    )
    for x in (60, 320)
)


@pytest.mark.parametrize("name", ["WORDS", "PIECES"])
def test_columns_past_the_budget_stay_as_they_are_drawn_and_are_noted(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert got(pdf(ACROSS, ACROSS)).notes == ("reordered_columns",)
    # Enough for the first page alone.
    monkeypatch.setattr(budget, name, {"WORDS": 40, "PIECES": 1}[name])
    found = got(pdf(ACROSS, ACROSS))
    assert found.notes == ("reordered_columns", "unrendered_pdf")
    first, second = found.text.split("\f")
    assert first != second


def test_raised_digits_past_the_budget_are_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    power = b"BT /F 12 Tf 72 700 Td (10) Tj /F 7 Tf 5 Ts (2) Tj ET"
    assert got(pdf(power, power)).text == "10²\f10²"
    monkeypatch.setattr(budget, "NUMBERS", 1)
    found = got(pdf(power, power))
    assert (found.text, found.notes) == ("10²\f102", ("unrendered_pdf",))


def test_pages_without_doubt_spend_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PAGES", "SIGNS", "PIECES", "WORDS", "NUMBERS"):
        monkeypatch.setattr(budget, name, 0)
    assert got(pdf(dense(random.Random(2)))).notes == ()


def test_pages_with_more_characters_than_are_painted_are_judged_by_geometry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "SIGNS", 10)
    found = got(pdf(line(SEEN, 400) + line(PLANTED, before=b"1 g")))
    assert found.text.strip() == SEEN


def test_a_pattern_that_holds_itself_costs_the_child_alone() -> None:
    tile = stream(
        b"/Pattern cs /P scn 0 0 600 600 re f",
        b"/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 600 700]/XStep 5/YStep 5"
        b"/Resources<</Pattern<</P 6 0 R>>>>",
    )
    body = b"/Pattern cs /P scn 0 0 600 700 re f " + line(SEEN) + b"/Pattern cs /P scn " + line(PLANTED, 600)
    with Sandbox(wall=2.0) as sandbox:
        first = sandbox.read(pdf(body, resources=b"/Pattern<</P 6 0 R>>", more=[tile]), "application/pdf", "u")
        assert isinstance(first, Unreadable), first
        assert first.why in ("too_complex", "pdf_limit")
        second = sandbox.read(pdf(line(SEEN)), "application/pdf", "u")
    assert isinstance(second, Extracted)
    assert second.text == SEEN
