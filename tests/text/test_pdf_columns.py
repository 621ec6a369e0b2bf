"""In which order the words of a PDF page are read."""

from __future__ import annotations

from itertools import permutations

import pytest

from gnut.text.anchor.contract import Outcome, Wanted
from gnut.text.anchor.seek import anchor
from gnut.text.fold import FoldedText
from tests.text.pdf_files import got, line, mapped, pdf

ONE = (
    "The committee found that the",
    "harbour was open to infor-",
    "mation ships and that the",
    "second jetty had been closed",
    "since the early spring after",
    "a storm broke three of the",
    "piles and took two of them.",
)
TWO = (
    "The keeper went home at nine",
    "in the evening while the lamp",
    "burned on until the morning",
    "when the first of the boats",
    "came back with a catch of",
    "fourteen tons of herring and",
    "one very tired young sailor.",
)
THREE = (
    "A third column begins here and",
    "goes on for some lines until",
    "the page has come to its end",
    "which may take a while as the",
    "writer had little to say but",
    "wanted to fill the whole of",
    "the page with his own words.",
)
LONG = (
    "Fees for the use of the north jetty by",
    "ships over forty metres in length, as",
    "decided in the spring by the council of",
    "the town and published in the summer",
    "and which are due at the end of each",
    "month unless the council says else",
)


def placed(columns: tuple[tuple[str, ...], ...], order: str, xs: tuple[int, ...] = (60, 320), y: int = 700) -> bytes:
    """Return the operators for columns of lines, drawn in an order."""
    items = [(row, column, words) for column, lines in enumerate(columns) for row, words in enumerate(lines)]
    keys = {
        "by columns": lambda item: (item[1], item[0]),
        "by rows": lambda item: (item[0], item[1]),
        "by pairs of rows": lambda item: (item[0] // 2, item[1], item[0]),
        "upwards": lambda item: (-item[0], item[1]),
        "last column first": lambda item: (-item[1], item[0]),
    }
    items.sort(key=keys[order])
    return b"".join(line(words, y - 14 * row, x=xs[column], size=b"10") for row, column, words in items)


def words(body: bytes) -> str:
    return " ".join(got(body).text.split())


def whole(*columns: tuple[str, ...]) -> str:
    return " ".join(words for lines in columns for words in lines)


@pytest.mark.parametrize("order", ["by rows", "by pairs of rows", "upwards"])
def test_columns_that_drawing_tears_are_read_one_after_the_other(order: str) -> None:
    found = got(pdf(placed((ONE, TWO), order)))
    assert " ".join(found.text.split()) == whole(ONE, TWO)
    assert found.notes == ("reordered_columns",)


@pytest.mark.parametrize("order", ["by columns", "last column first"])
def test_columns_drawn_one_after_the_other_stay_as_they_are_drawn(order: str) -> None:
    found = got(pdf(placed((ONE, TWO), order)))
    columns = (ONE, TWO) if order == "by columns" else (TWO, ONE)
    assert found.text == "\n".join(words for lines in columns for words in lines)
    assert found.notes == ()


def test_a_sentence_of_a_torn_column_is_found_and_one_across_columns_is_not() -> None:
    source = FoldedText(got(pdf(placed((ONE, TWO), "by rows"))).text)
    honest = "the harbour was open to information ships and that the second jetty had been closed"
    assert anchor(source, Wanted(honest)).outcome is Outcome.FOUND
    assert anchor(source, Wanted("The committee found that the keeper went home at nine")).outcome is not Outcome.FOUND


def test_three_columns_are_read_one_after_the_other() -> None:
    assert words(pdf(placed((ONE, TWO, THREE), "by rows", (40, 215, 400)))) == whole(ONE, TWO, THREE)


def test_every_order_of_drawing_three_columns_by_rows_is_read_alike() -> None:
    for xs in permutations((40, 215, 400)):
        columns = tuple(lines for _, lines in sorted(zip(xs, (ONE, TWO, THREE), strict=True)))
        assert words(pdf(placed((ONE, TWO, THREE), "by rows", xs))) == whole(*columns)


def test_columns_whose_lines_stand_at_other_heights_are_read_one_after_the_other() -> None:
    rows = zip(range(700, 600, -14), ONE, TWO, strict=False)
    body = b"".join(line(a, y, x=60, size=b"10") + line(b, y - 6, x=320, size=b"10") for y, a, b in rows)
    assert words(pdf(body)) == whole(ONE, TWO)


def test_a_title_and_a_caption_across_columns_part_them() -> None:
    title = "Harbour letters of the year: what the keeper of the second jetty saw"
    caption = "Figure 1: a caption that runs across the whole of both columns of this page"
    body = line(title, 740) + placed((ONE, TWO), "by rows") + line(caption, 580, size=b"10")
    body += placed((TWO, THREE), "by rows", y=560)
    assert words(pdf(body)) == f"{title} {whole(ONE, TWO)} {caption} {whole(TWO, THREE)}"


def test_heads_drawn_last_do_not_part_a_column_from_the_next() -> None:
    body = placed((ONE, TWO), "by rows") + line("17", 760, x=60) + line("Journal of Harbours", 760, x=420)
    assert whole(ONE, TWO) in words(pdf(body))


def test_notes_at_the_foot_of_a_column_stay_below_it() -> None:
    body = placed((ONE, TWO), "by rows") + line("1 A note on the keeper", 590, x=60, size=b"8")
    assert whole(ONE) in words(pdf(body))
    assert whole(TWO) in words(pdf(body))


def test_notes_in_the_margin_do_not_tear_the_lines_beside_them() -> None:
    notes = {2: "See also the", 3: "second volume"}
    rows = zip(range(6), LONG, strict=True)
    body = b"".join(
        line(long, 700 - 14 * row, x=60, size=b"10")
        + (line(notes[row], 697 - 14 * row, x=330, size=b"7") if row in notes else b"")
        for row, long in rows
    )
    found = got(pdf(body))
    assert whole(LONG) in " ".join(found.text.split())
    assert "See also the second volume" in " ".join(found.text.split())
    assert found.notes == ("reordered_columns",)


TABLES = {
    "short cells": (
        (60, 190, 320, 450),
        [
            ("Station", "Samples", "Failed", "Share"),
            ("North jetty", "140", "20", "14.3"),
            ("South jetty", "90", "9", "10.0"),
            ("West mole", "70", "7", "10.0"),
            ("All of them", "300", "36", "12.0"),
        ],
    ),
    "long first cells": ((60, 330, 430), [(words, f"{14 + row}.20", f"{row}.1 %") for row, words in enumerate(LONG)]),
    "cells of two words": (
        (60, 200, 340),
        [("red herring", "grey seal", "old cod"), ("blue whale", "white shark", "young eel")] * 3,
    ),
    "numbers of equations": ((60, 520), [(words, f"(3.{row})") for row, words in enumerate(LONG)]),
}


@pytest.mark.parametrize("name", TABLES)
def test_the_rows_of_a_table_stay_together(name: str) -> None:
    xs, rows = TABLES[name]
    body = b"".join(
        line(cell, 700 - 14 * number, x=x, size=b"10")
        for number, row in enumerate(rows)
        for x, cell in zip(xs, row, strict=True)
    )
    found = got(pdf(body))
    assert found.notes == ()
    assert " ".join(found.text.split()) == " ".join(cell for row in rows for cell in row)


def test_cells_of_several_lines_drawn_cell_by_cell_stay_as_they_are_drawn() -> None:
    cells = [ONE[:3], TWO[:3], THREE[:3], LONG[:3]]
    places = [(60, 700), (320, 700), (60, 640), (320, 640)]
    body = b"".join(
        line(words, y - 14 * row, x=x, size=b"10")
        for cell, (x, y) in zip(cells, places, strict=True)
        for row, words in enumerate(cell)
    )
    assert got(pdf(body)).text == "\n".join(words for cell in cells for words in cell)


def test_the_columns_of_a_turned_page_are_read_one_after_the_other() -> None:
    for turn, matrix in ((90, b"0 1 -1 0 %d %d"), (270, b"0 -1 1 0 %d %d")):
        sign = 1 if turn == 90 else -1
        body = b"".join(
            b"BT /F 10 Tf " + matrix % (300 + sign * 14 * row, 400 + sign * x) + b" Tm (%s) Tj ET\n" % words.encode()
            for row in range(7)
            for x, words in ((-300, ONE[row]), (0, TWO[row]))
        )
        assert words(pdf(body, page=b"/MediaBox[0 0 612 792]/Rotate %d" % turn)) == whole(ONE, TWO)


HEBREW = (
    ("הוועדה מצאה כי הנמל", "היה פתוח לאוניות בכל", "ימות השנה עד לסערה", "אשר פגעה במזח השני"),
    ("השומר הלך הביתה בשעה", "תשע בערב והמנורה שם", "דולקת עד אור הבוקר", "ואז חזרו הסירות לנמל"),
)
JAPANESE = (
    ("委員会は港が船に開かれ", "ていたことを認めその上", "で第二の突堤が早春から", "閉ざされていたと述べた"),
    ("番人は九時に家へ帰りそ", "の間も灯は朝まで燃え続", "け最初の船が十四トンの", "鰊を積んで戻ってきたの"),
)


def test_columns_of_a_script_from_right_to_left_begin_on_the_right() -> None:
    rows = zip(range(700, 600, -16), *HEBREW, strict=False)
    # Glyphs are drawn from left to right, and each column ends at its right edge.
    body = mapped(
        (words[::-1], edge - 8 * len(words), y) for y, one, two in rows for words, edge in ((one, 540), (two, 260))
    )
    found = got(body)
    assert " ".join(found.text.split()) == whole(*HEBREW)
    assert found.notes == ("reordered_columns",)


def test_columns_of_a_script_without_blanks_are_read_one_after_the_other() -> None:
    rows = zip(range(700, 600, -16), *JAPANESE, strict=False)
    body = mapped((words, x, y) for y, one, two in rows for words, x in ((one, 60), (two, 330)))
    assert "".join(got(body).text.split()) == "".join(words for lines in JAPANESE for words in lines)


def test_cyrillic_and_greek_columns_are_read_one_after_the_other() -> None:
    russian = (
        "Комиссия установила что порт",
        "был открыт для судов и второй",
        "причал закрыли весной",
        "после сильной бури на море",
    )
    greek = (
        "Ο φύλακας πήγε στο σπίτι",
        "στις εννέα ενώ η λάμπα έμεινε",
        "αναμμένη ως το πρωί και τότε",
        "γύρισαν οι βάρκες με ψάρια",
    )
    rows = zip(range(700, 600, -16), russian, greek, strict=False)
    body = mapped((words, x, y) for y, one, two in rows for words, x in ((one, 40), (two, 330)))
    assert " ".join(got(body).text.split()) == whole(russian, greek)


def test_a_page_of_many_pieces_takes_linear_time() -> None:
    body = b"".join(line("ab", 780 - 7 * (n // 55), x=10 + 10 * (n % 55), size=b"2") for n in range(5_500))
    assert "ab" in got(pdf(body)).text
