"""Raised and lowered digits of a PDF page are no digits of the numbers that they stand beside."""

from __future__ import annotations

import pytest

from gnut.text.anchor.contract import Outcome, Wanted
from gnut.text.anchor.seek import anchor
from gnut.text.fold import FoldedText
from tests.text.pdf_files import got, line, pdf


def up(words: bytes, rise: int = 5) -> bytes:
    return b"/F 7 Tf %d Ts (%s) Tj 0 Ts /F 12 Tf " % (rise, words)


def down(words: bytes) -> bytes:
    return up(words, -3)


def text(*parts: bytes) -> str:
    """Return what is read of a line; parts that are no operators yet are set in the type of the line."""
    operators = b"".join(part if part.startswith(b"/F") else b"(%s) Tj " % part for part in parts)
    return " ".join(got(pdf(b"BT /F 12 Tf 72 700 Td " + operators + b"ET")).text.split())


READ = {
    "a note at a number": ((b"grew 3.5", up(b"17"), b" percent"), "grew 3.5¹⁷ percent"),
    "a power": ((b"about 10", up(b"2"), b" m"), "about 10² m"),
    "a negative power": ((b"about 10", up(b"-6"), b" m"), "about 10⁻⁶ m"),
    "a note at a word": ((b"the council", up(b"17"), b" said"), "the council¹⁷ said"),
    "notes after a stop": ((b"it said.", up(b"3,4"), b" Then"), "it said.³,⁴ Then"),
    "a note before its text": ((up(b"1"), b"See the report"), "¹See the report"),
    "a formula": ((b"carbon CO", down(b"2"), b" fell"), "carbon CO2 fell"),
    "a base": ((b"is 101", down(b"2"), b" here"), "is 101₂ here"),
    "a logarithm": ((b"is log", down(b"2"), b"8 here"), "is log₂8 here"),
    "plain digits": ((b"grew 3.517 percent in 2012",), "grew 3.517 percent in 2012"),
}


@pytest.mark.parametrize("name", READ)
def test_digits_out_of_line_are_read_as_the_page_shows_them(name: str) -> None:
    parts, wanted = READ[name]
    assert text(*parts) == wanted


def test_a_power_made_by_a_smaller_matrix_is_one() -> None:
    body = (
        b"BT /F 1 Tf 12 0 0 12 72 700 Tm (grew 3.5) Tj 7 0 0 7 119 705 Tm (17) Tj 12 0 0 12 129 700 Tm (percent) Tj ET"
    )
    assert got(pdf(body)).text.startswith("grew 3.5¹⁷")


def test_digits_of_a_turned_page_are_raised_too() -> None:
    body = b"BT /F 12 Tf 0 1 -1 0 300 72 Tm (grew 3.5) Tj /F 7 Tf 5 Ts (17) Tj 0 Ts /F 12 Tf ( percent) Tj ET"
    assert got(pdf(body, page=b"/MediaBox[0 0 612 792]/Rotate 90")).text == "grew 3.5¹⁷ percent"


def test_small_type_below_a_heading_is_not_lowered() -> None:
    assert (
        got(pdf(line("Chapter 12", size=b"18") + line("17 ships came", 684, size=b"10"))).text
        == "Chapter 12\n17 ships came"
    )


def test_another_number_is_not_found_in_a_power_or_a_note() -> None:
    source = FoldedText(
        text(
            b"The share grew 3.5", up(b"17"), b" percent over 10", up(b"2"), b" days by the council", up(b"4"), b" said"
        )
    )
    for absent in ("The share grew 3.517 percent", "percent over 102 days"):
        assert anchor(source, Wanted(absent)).outcome is not Outcome.FOUND
    for present in ("over 10² days by the council", "days by the council said"):
        assert anchor(source, Wanted(present)).outcome is Outcome.FOUND
