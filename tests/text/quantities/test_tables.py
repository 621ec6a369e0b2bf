"""Tables of plain text: their cells, and the units, years, rows and columns that figures of them have."""

from __future__ import annotations

import time

import pytest

from gnut.text.quantities.against import against
from gnut.text.quantities.finding import Finding
from gnut.text.quantities.held import Held
from gnut.text.quantities.read import quantities
from gnut.text.quantities.tables import cell, head, label, tables

ACCOUNTS = """\
| Item | 2024 (€ million) | 2023 (€ million) |
|---|---:|---|
| Revenue | 61.3 | 54.8 |
| Operating income | 12.1 | 9.9 |
| Income | 20 | 18 |
| Staff (thousands) | 7.25 | 6.5 |
| Total assets | 400 | 380 |
"""
TABBED = "\t2024\t2023\nGermany\t1,250\t1,100\nFrance\t900\t800\nTotal of both\t2,150\t1,900\n"


def found(claim: str, source: str) -> list[Finding]:
    """Return what a source holds of the figures of a claim, years left out."""
    held = against(claim, quantities(claim), (Held(source),))
    return [each for each in held if each.quantity.kind != "year"]


@pytest.mark.parametrize(
    ("text", "sought", "said"),
    [
        (ACCOUNTS, "54.8", ("Revenue", "2023 (€ million)")),
        (TABBED, "800", ("France", "2023")),
        ("a | b\n--|--\nc | 5\n", "5", ("c", "b")),
        ("| a | b |\n| c | 5 |\n", "5", ("c", "b")),
        ("| a | **b** |\n|---|:-:|\n| **c** | x \\| 5 |\n", "5", ("c", "b")),
        ("\t2024\t2023\n\t£m\t£m\nSales\t5\t4\n", "4", ("Sales", "2023 £m")),
        ("Sales\t5\n", "5", ("Sales", "")),
    ],
)
def test_a_cell_is_known_by_its_row_and_its_column(text: str, sought: str, said: tuple[str, str]) -> None:
    at = cell(text, text.rindex(sought))
    assert at is not None
    assert (label(text, at.table, at.row), head(text, at.table, at.column)) == said


@pytest.mark.parametrize("text", ["", "5", "P(A|B) is 5", "a | 5", "x\n\n5 of y\n", "|", "a|b\n\n|---|\n5"])
def test_a_stroke_in_a_sentence_makes_no_table(text: str) -> None:
    assert cell(text, max(0, text.find("5"))) is None or text == "|"


def test_every_place_of_a_text_is_in_at_most_one_table() -> None:
    text = f"first\n{ACCOUNTS}between\n{TABBED}last"
    assert [len(table.rows) for table in tables(text)] == [6, 4]
    for at in range(len(text) + 1):
        where = cell(text, at)
        assert where is None or where.table.rows[where.row].start <= at <= where.table.rows[where.row].end


@pytest.mark.parametrize("text", ["\t" * 200_000, "|" * 200_000, "|\n" * 100_000, "|-\n" * 70_000, "a\tb\n\n" * 50_000])
def test_tables_are_found_in_linear_time(text: str) -> None:
    started = time.process_time()
    quantities(f"{text}5")
    assert time.process_time() - started < 5


@pytest.mark.parametrize(
    ("written", "value", "kind", "unit"),
    [
        ("Revenue (€ million)", "1234000000", "money", "EUR"),
        ("Revenue (in millions)", "1234000000", "number", None),
        ("Sales, €m", "1234000000", "money", "EUR"),
        ("£'000", "1234000", "money", "GBP"),
        ("$ in millions", "1234000000", "money", "$"),
        ("Price (US$)", "1234", "money", "USD"),
        ("Cost (USD bn)", "1234000000000", "money", "USD"),
        ("Umsatz (Mio. €)", "1234000000", "money", "EUR"),
        ("Population (thousands)", "1234000", "number", None),
        ("Mass (kg)", "1234", "measure", "kg"),
        ("Weight in tonnes", "1234000", "measure", "kg"),
        ("Area (km²)", "1234000000", "measure", "m2"),
        ("Speed [km/h]", "1234", "measure", "km/h"),
        ("Change, %", "1234", "percent", "%"),
        ("%", "1234", "percent", "%"),
        ("Item", "1234", "number", None),
        ("in Italy", "1234", "number", None),
        ("Year", "1234", "number", None),
        ("A", "1234", "number", None),
        ("Sample (blue)", "1234", "number", None),
        ("Rate (per 1,000)", "1234", "number", None),
    ],
)
def test_the_head_of_a_column_says_the_unit_of_its_figures(written: str, value: str, kind: str, unit: str) -> None:
    for text in (f"| x | {written} |\n|---|---|\n| A | 1,234 |\n", f"x\t{written}\nA\t1,234\n"):
        one = next(each for each in quantities(text, "en") if each.text == "1,234")
        assert (format(one.values[0], "f"), one.kind, one.unit) == (value, kind, unit), text


@pytest.mark.parametrize("row", ["Revenue (€ million)", "Revenue, €m"])
def test_a_row_says_the_unit_of_its_figures_before_its_column_does(row: str) -> None:
    text = f"| x | 2024 (%) |\n|---|---|\n| {row} | 61.3 |\n| Margin | 20 |\n"
    read = {each.text: (each.kind, each.unit) for each in quantities(text)}
    assert (read["61.3"], read["20"]) == (("money", "EUR"), ("percent", "%"))


def test_a_figure_keeps_the_unit_that_it_is_written_with() -> None:
    text = "| x | Revenue (€ million) |\n|---|---|\n| A | 5% |\n| B | $7 thousand |\n| C | $7 |\n"
    read = {each.text: (each.unit, format(each.values[0], "f")) for each in quantities(text)}
    del read["million"]
    assert read == {"5%": ("%", "5"), "$7 thousand": ("$", "7000"), "$7": ("$", "7000000")}


@pytest.mark.parametrize(
    ("claim", "statuses"),
    [
        ("Revenue was €61.3 million in 2024.", ["supported"]),
        ("Revenue was €61.3 million, up from €54.8 million in 2023.", ["supported", "supported"]),
        ("Revenue was €12.1 million in 2024.", ["contradicted"]),
        ("Operating income was €12.1 million, revenue €61.3 million.", ["supported", "supported"]),
        ("Operating income was €61.3 million, revenue €12.1 million.", ["contradicted", "contradicted"]),
        ("Operating income was €20 million.", ["contradicted"]),
        ("Operating income was €9.9 million in 2024.", ["contradicted"]),
        ("It made €12.1 million in 2024.", ["supported"]),
        ("€12.1 million in total", ["supported"]),
        ("7,250 staff", ["supported"]),
        ("| Revenue | €61.3 million |\n| Operating income | €12.1 million |", ["supported", "supported"]),
        ("| Revenue | €12.1 million |\n| Operating income | €61.3 million |", ["contradicted", "contradicted"]),
    ],
)
def test_a_figure_of_another_row_or_year_is_contradicted(claim: str, statuses: list[str]) -> None:
    assert [each.status for each in found(claim, ACCOUNTS)] == statuses


@pytest.mark.parametrize(
    ("claim", "status"),
    [
        ("Germany had 1,250 cases in 2024.", "supported"),
        ("France had 1,250 cases in 2024.", "contradicted"),
        ("Germany had 1,100 cases in 2024.", "contradicted"),
        ("Germany had 1,100 cases.", "supported"),
        ("Germany and France had 1,250 and 900 cases.", "supported"),
        ("Germany and France had 900 and 1,250 cases.", "contradicted"),
        ("Of 2,150 cases most were in Germany.", "supported"),
        ("There were 1,250 cases, more than in France.", "supported"),
        ("Italy had 1,250 cases.", "supported"),  # The table says nothing of Italy; that is no reason to doubt.
    ],
)
def test_rows_of_a_table_with_tabs_are_told_apart(claim: str, status: str) -> None:
    assert {each.status for each in found(claim, TABBED)} == {status}


def test_columns_are_told_apart_by_their_heads() -> None:
    source = "| | Germany | France |\n|---|---|---|\n| Cases | 1,250 | 900 |\n"
    assert [each.status for each in found("France had 1,250 cases", source)] == ["contradicted"]
    assert [each.status for each in found("France had 900 cases", source)] == ["supported"]
    assert found("France had 1,250 cases", source)[0].label == "germany"
