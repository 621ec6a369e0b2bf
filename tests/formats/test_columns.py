"""The caret stands under what it means, whatever the line holds."""

from __future__ import annotations

import pytest

from gnut.formats.columns import extent, extract, width


def under(line: str, what: str, columns: int = 100) -> str:
    """Return what the carets stand under, cut from the line as shown."""
    start = line.index(what)
    cut = extract(line, start, start + len(what), columns)
    left, right = cut.under.index("^"), len(cut.under)
    out, at = "", 0
    for char in cut.text:
        if left <= at < right:
            out += char
        at += width(char)
    return out


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("plain words here", "words"),
        ("据报道，“公司去年亏损了三亿元”，详见", "“公司去年亏损了三亿元”"),
        ("ｆｕｌｌ width words", "words"),
        ("cafe\u0301 and e\u0302 words", "words"),
        ("\ta tab and words", "words"),
        ("한국어 인용문 words", "인용문"),
        ("emoji \U0001f600 then words", "words"),
        ("x", "x"),
    ],
)
def test_carets_stand_under_the_words(line: str, what: str) -> None:
    assert under(line, what) == what


def test_an_escaped_character_is_underlined_over_its_whole_spelling() -> None:
    cut = extract("ab\x1bcd", 2, 3, 80)
    assert cut.text == "ab\\x1bcd"
    assert cut.under == "  ^^^^"


@pytest.mark.parametrize("at", [0, 500, 4_990])
def test_a_long_line_is_shown_around_the_caret(at: int) -> None:
    line = "word " * 1_000
    line = line[:at] + "HERE" + line[at:]
    cut = extract(line, at, at + 4, 60)
    assert width(cut.text) <= 60
    assert cut.text[cut.under.index("^") :].startswith("HERE")
    assert cut.text.startswith("… ") == (at > 0)


def test_a_long_passage_keeps_its_beginning_in_view() -> None:
    cut = extract("a" * 10 + "b" * 500, 10, 510, 60)
    assert width(cut.text) <= 60
    assert cut.text[cut.under.index("^")] == "b"
    assert cut.text.endswith(" …")


@pytest.mark.parametrize("columns", [40, 80, 200])
def test_no_window_is_wider_than_the_page(columns: int) -> None:
    for line in ("三" * 500, "a" * 500, "\x1b" * 500, "e\u0301" * 500, "\t" * 100):
        for start in (0, 5, len(line) // 2, len(line) - 1):
            cut = extract(line, start, start + 10, columns)
            assert width(cut.text) <= columns
            assert len(cut.under) <= columns + 4


def test_a_place_behind_the_end_of_a_line_is_shown_behind_it() -> None:
    cut = extract("abc", 3, 4, 80)
    assert (cut.text, cut.under) == ("abc", "   ^")


def test_a_line_of_a_million_characters_is_cut_before_it_is_looked_at() -> None:
    line = "x" * 1_000_000
    for start in range(0, 1_000_000, 5_000):
        extract(line, start, extent(line, start, "x" * 20), 80)


@pytest.mark.parametrize(
    ("line", "excerpt", "marked"),
    [
        ('He said "sold four ships" [3].', "sold four ships", '"sold four ships"'),
        ('He said "**sold** four _ships_" [3].', "sold four ships", '"**sold** four _ships_"'),
        ("他说：“公司亏损了三亿元”[2]。", "公司亏损了三亿元", "“公司亏损了三亿元”"),
        ("Il dit « sold  four ships » ici", "sold four ships", "« sold  four ships »"),
        ('[x](y) <!-- gnut: quote="sold four ships" -->', "sold four ships", '"sold four ships"'),
        ("> sold four ships", "sold four ships", "sold four ships"),
        ('He said "sold four', "sold four ships", '"sold four'),
        ('"other"', "sold four ships", '"'),
    ],
)
def test_the_whole_excerpt_is_marked_with_its_quotation_marks(line: str, excerpt: str, marked: str) -> None:
    start = line.index(marked)
    assert line[start : extent(line, start, excerpt)] == marked


@pytest.mark.parametrize(
    ("line", "marked"),
    [
        ("see [10-K](https://example.org/a_(b)) there", "[10-K](https://example.org/a_(b))"),
        ("see [3] there", "[3]"),
        ("see [a][b] there", "[a][b]"),
        ("进迈[14][15]。", "[14]"),
        ("see [3](https://example.org) there", "[3](https://example.org)"),
        ("see <https://example.org> there", "<https://example.org>"),
        ("see https://example.org/a. there", "https://example.org/a."),
        ("见https://example.org/a。后文", "https://example.org/a"),
        ("see ![alt](p.png) there", "![alt](p.png)"),
        ("see [never closed", "[never closed"),
    ],
)
def test_the_whole_citation_is_marked(line: str, marked: str) -> None:
    start = line.index(marked)
    assert line[start : extent(line, start, None)] == marked


@pytest.mark.parametrize("line", ["[" * 100_000, "(" * 100_000, "[a](" * 25_000, "<" * 100_000, '"' * 100_000])
def test_brackets_that_never_close_cost_little(line: str) -> None:
    for start in range(0, 4_000, 100):
        assert extent(line, start, None) > start
        assert extent(line, start, "words that are not there") > start
