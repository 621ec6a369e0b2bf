"""A Markdown source says what a reader of the rendered page sees, and keeps its lines."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnut.text.anchor.contract import Outcome, Wanted
from gnut.text.anchor.seek import anchor
from gnut.text.fold import FoldedText
from gnut.text.markdown.shown import shown

FALSE = "99.9 percent failed"
SECONDS = 4.0
"""CPU allowed for 200,000 signs; work that grows with the square takes minutes."""


def found(source: str, excerpt: str) -> bool:
    return anchor(FoldedText(shown(source).text), Wanted(excerpt)).outcome is Outcome.FOUND


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("# Fees\n\nFive a **day**.", "Fees\n\nFive a day."),
        ("Fees\n====\n\nFive", "Fees\n\n\nFive"),
        ("un*fr*iendly __bold__ _it_", "unfriendly bold it"),
        ("[the fee](https://a.example 'secret') is 5", "the fee is 5"),
        ("[the fee][r] and [r]\n\n[r]: https://a.example 'secret'", "the fee and r\n\n"),
        ("<https://a.example> and https://b.example", "https://a.example and https://b.example"),
        ("5 \\* 4 &lt; 21 &amp; \\[x\\]", "5 * 4 < 21 & [x]"),
        ("a soft\nline  \nand a hard\\\none", "a soft\nline\nand a hard\none"),
        ("> quoted\n> on\n>\n> two", "quoted\non\n\ntwo"),
        ("- a\n- b\n  1. c\n- [x] d", "a\nb\nc\nd"),
        ("| a | b |\n|---|--:|\n| 1 |   |\n|   | 2 |", "a\tb\n\n1\t\n\t2"),
        ("`a **b**` and ``c ` d``", "a **b** and c ` d"),
        ("`over\ntwo` lines", "over\ntwo lines"),
        ("```python\nx = 1 # **y**\n```\nafter", "\nx = 1 # **y**\n\nafter"),
        ("    x = 1\n\nafter", "x = 1\n\nafter"),
        ("10<sup>2</sup> m, H<sub>2</sub>O, 10<sub>2</sub>", "10² m, H2O, 10₂"),
        ("a<br>b <kbd>Ctrl</kbd> <span class=x>c</span>", "a b Ctrl c"),
        ("<p align=center>\n  <b>5</b> &lt; 6\n</p>", "\n  5 < 6\n"),
        ("<table><tr><td>1</td><td>2</td></tr></table>", "1\t2\t"),
        ("<details>\n<summary>More</summary>\n\n5 a **day**\n\n</details>", "\nMore\t\n\n5 a day\n\n"),
        ("a[^1] b\n\n[^1]: the note", "a b\n\nthe note"),
        ("> [!NOTE]\n> five a day", "\nfive a day"),
        ("中文**加粗**文字，[链接](https://a.example)。", "中文加粗文字，链接。"),
        ("हिन्दी *पाठ* और العربية **نص**", "हिन्दी पाठ और العربية نص"),
    ],
)
def test_what_is_rendered_is_what_is_read(source: str, text: str) -> None:
    assert shown(source).text == text


@pytest.mark.parametrize(
    "source",
    [
        f"<!-- {FALSE} --> x",
        f"x <!-- {FALSE} -->",
        f"<!--\n\n{FALSE}\n\n--> x",
        f"<!-- {FALSE}",
        f"x\n\n<div>\n<!--\n\n{FALSE}",
        f"x\n\n<div>\n<!--\n\n{FALSE}\n\n-->\n",
        f"x [a](b '{FALSE}')",
        f"x [a](<{FALSE}>)",
        f"x [a]\n\n[a]: b '{FALSE}'",
        f"x\n\n[unused]: b '{FALSE}'",
        f"x ![{FALSE}](a.png)",
        f"x ![a](a.png '{FALSE}')",
        f"x ![one [two {FALSE}](b)](a.png)",
        f"---\ntitle: {FALSE}\n---\nx",
        f"+++\ntitle = '{FALSE}'\n+++\nx",
        f"x <span hidden>{FALSE}</span>",
        f"x <span style='display:none'>{FALSE}</span>",
        f"x <span style='font-size:0'>{FALSE}</span>",
        f"x <span style='color:#fff'>{FALSE}</span>",
        f"x <span style='opacity:0'>{FALSE}</span>",
        f"<div style='display:none'>\n\n{FALSE}\n\n</div>\nx",
        f"<div hidden>\n\n- a\n- {FALSE}\n\n<div>y</div>\n\n{FALSE}\n\n</div>\n\nx",
        f"<script>\n{FALSE}\n</script>\nx",
        f"<style>\n{FALSE}\n</style>\nx",
        f"<template>{FALSE}</template> x",
        f"x <textarea>{FALSE}</textarea>",
        f"x <title>{FALSE}</title>",
        f"x <iframe srcdoc='{FALSE}'></iframe>",
        f"x <img src=a alt='{FALSE}'>",
        f"x <b title='{FALSE}'>y</b>",
        f"x <input value='{FALSE}'>",
        f"x <svg><text>{FALSE}</text></svg>",
        f"x ~~{FALSE}~~",
        f"x <del>{FALSE}</del>",
        f"```{FALSE}\nx\n```",
    ],
)
def test_what_a_reader_does_not_see_is_hidden_text(source: str) -> None:
    page = shown(source)
    assert FALSE not in " ".join(page.text.split())
    assert FALSE in " ".join(page.hidden.split())


@pytest.mark.parametrize(
    ("source", "excerpt"),
    [
        ("Revenue **rose by $4.2M** in [2024](https://a.example), the *largest*\ngain.",
         "Revenue rose by $4.2M in 2024, the largest gain."),
        ("The fee is `5 EUR` a day\\*.", "The fee is 5 EUR a day*."),
        ("> The committee found\n> no defect.", "The committee found no defect."),
        ("| Berth | Depth |\n|---|---|\n| 4 | **12.5** m |", "12.5 m"),
        ("- The pier was\n  closed in May.", "The pier was closed in May."),
        ("收入**增长了4.2%**，为历年之最。", "收入增长了4.2%，为历年之最。"),
    ],
)  # fmt: skip
def test_a_quotation_copied_from_the_rendered_page_is_found(source: str, excerpt: str) -> None:
    assert found(source, excerpt)


@pytest.mark.parametrize(
    ("source", "excerpt"),
    [
        ("Revenue **rose by $4.2M** in 2024.", "Revenue rose by $14.2M in 2024."),
        ("There was **no** defect at all.", "There was defect at all."),
        ("There was ~~no~~ a defect.", "There was no a defect."),
        ("Limit 10<sup>2</sup> metres of quay.", "Limit 102 metres of quay."),
        ("| Berth 4 | 12 |\n|---|---|\n| Berth 5 | 5 |", "Berth 4 | 125"),
        ("The fee is 5[](https://a.example)0 EUR a day.", "The fee is 5 EUR a day."),
    ],
)
def test_an_altered_quotation_is_not_found(source: str, excerpt: str) -> None:
    assert not found(source, excerpt)


def test_a_locator_by_lines_points_at_the_lines_of_the_file() -> None:
    source = "---\na: b\n---\n# T\n\n<!-- c\n -->\n[r]: x\n\nfive a **day**\n\n```\ncode\n```\n| a |\n|---|\n| 1 |\n"
    text = shown(source).text
    for line, words in ((4, "T"), (10, "five a day"), (13, "code"), (17, "1")):
        assert text.split("\n")[line - 1] == words


PIECES = ("**", "*", "_", "`", "```\n", "\n", "\n\n", "> ", "- ", "1. ", "[a](b 'c')", "[x]: y 'z'\n", "<!-- c -->",
          "<!--", "-->", "<b>", "</b>", "<div hidden>", "</div>", "<script>", "</script>", "|a|b|\n|-|-|\n", "~~",
          "![i](s)", "&amp;", "&#10;", "word ", "é日 ", "[^1]", "[^1]: f\n", "<br>", "    code\n", "\\", "<a",
          "<details>", "\t", "---\n", "# h\n", ":::\n", "$x$")  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=25).map("".join))
def test_no_line_of_the_file_is_lost_or_added(source: str) -> None:
    assert shown(source).text.count("\n") == source.count("\n")


@pytest.mark.parametrize(
    "piece",
    ["`", "`a", "```\n", "<!--", "<!-->", "-->", "`a\n\n", "<!-- `` -->", "<b>", "<b hidden>", "</b>", "<sup>1</sup>",
     "<a href='", "&amp;", "&#", "**a", "~~a~~", "> ", "- ", "|a", "\\", "a\n", "<td>", "<details>", "<div\n"],
)  # fmt: skip
def test_many_signs_are_read_soon(piece: str) -> None:
    started = time.process_time()
    shown(piece * (200_000 // len(piece)))
    shown("<div>" + piece * (200_000 // len(piece)))
    assert time.process_time() - started < SECONDS
