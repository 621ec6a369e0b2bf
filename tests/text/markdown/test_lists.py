from __future__ import annotations

import pytest

from gnut.text.markdown.headings import heads_sources
from gnut.text.markdown.lists import Index
from tests.text.markdown.reading import lists

X, Y = "https://x.example/a", "https://y.example/b"

SHAPES = {
    "[n] Title: URL": f"[1] One: {X}\n[2] Two: {Y}\n",
    "[n] Title - URL": f"[1] One - {X}\n[2] Two - {Y}\n",
    "[n] [Title](URL)": f"[1] [One]({X})  \n[2] [Two]({Y})  \n",
    "[n] URL - Title": f"[1] {X} - One | Site\n[2] {Y} - Two\n",
    "[n] <URL>": f"[1] <{X}>\n\n[2] <{Y}>\n",
    "n. [Title](URL)": f"1. [One]({X})\n2. [Two]({Y})\n",
    "n. Title, URL": f"1. One, {X}\n2. Two, {Y}\n",
    '[n]: URL "title"': f'[1]: {X} "One"\n[2]: {Y} "Two"\n',
    "\\[n\\] Title": f"\\[1\\] One, {X}\n\\[2\\] Two, {Y}\n",
    "**[n]** Title": f"**[1]** One {X}\n\n**[2]** Two {Y}\n",
    "- [n] Title": f"- [1] One {X}\n- [2] Two {Y}\n",
    "[n](URL) Title": f"[1]({X}) One\n[2]({Y}) Two\n",
    "(n) Title": f"(1) One {X}\n(2) Two {Y}\n",
    "［n］ Title": f"［1］ 一：{X}\n［2］ 二：{Y}\n",
    "n) Title": f"1) One {X}\n2) Two {Y}\n",
}
HEADED = {"n. [Title](URL)", "n. Title, URL", "(n) Title", "n) Title"}
"""Plain numbers: without a heading they are a list only at the very end, as below."""


@pytest.mark.parametrize(
    ("heading", "shape"),
    [
        (heading, shape)
        for heading in ("## Sources\n\n", "**参考文献：**\n\n", "Quellen:\n", "")
        for shape in SHAPES
        if heading or shape not in HEADED
    ],
)
def test_a_list_in_any_shape_says_what_its_numbers_stand_for(heading: str, shape: str) -> None:
    found = lists(f"Text [1] and [2].\n\n{heading}{SHAPES[shape]}")
    assert [[(one.number, one.address) for one in each.entries] for each in found] == [[("1", X), ("2", Y)]]


def test_plain_numbers_at_the_very_end_are_a_list_without_a_heading() -> None:
    (found,) = lists(f"Text [1].\n\n1. [One]({X})\n2. Two, {Y}\n")
    assert [one.address for one in found.entries] == [X, Y]


@pytest.mark.parametrize(
    "text",
    [
        f"1. Read [the guide]({X}) first. Then go on to the harbour.\n2. Leave by [noon]({Y}).\n",
        f'- Sales [a]({X})<!-- gnut: quote="q" -->\n- B [b]({Y})<!-- gnut: quote="q" -->\n',
        f"- [a]({X}#:~:text=sales)\n- [b]({Y}#:~:text=costs)\n",
        f"[1] says that it rose. See the harbour.\n\nMore [2] text at {X}.\n",
        "1. One\n2. Two\n",
        f"A [b]({X}).\n\n[1] Only a title\n[2] Another title\n\nText.\n",
    ],
)
def test_lines_that_say_something_are_no_list(text: str) -> None:
    assert lists("Intro.\n\n" + text) == []


def test_several_sections_of_sources_each_close_their_own() -> None:
    text = f"# A\n\nOne [1].\n\n### Sources\n- [1] {X}\n\n# B\n\nTwo [1].\n\n### Sources\n- [1] {Y}\n"
    index = Index(lists(text))
    first, second = index.entry("1", text.index("One")), index.entry("1", text.index("Two"))
    assert first is not None
    assert second is not None
    assert (first.address, second.address) == (X, Y)


def test_bare_addresses_under_a_heading_are_entries_without_numbers() -> None:
    (found,) = lists(f"Text.\n\n## Sources\n\n- {X}\n- {Y}\n")
    assert [(one.number, one.address) for one in found.entries] == [(None, X), (None, Y)]


def test_a_list_ends_where_text_goes_on() -> None:
    (found,) = lists(f"A [1].\n\n参考文献：\n[1] {X}\n[2] {Y}\n\n（注：篇幅所限。）\n")
    assert len(found.entries) == 2


def test_an_entry_without_address_stays_an_entry() -> None:
    (found,) = lists(f"A [1] [2].\n\n[1] Only in the archive\n[2] Two {Y}\n")
    assert [(one.number, one.address) for one in found.entries] == [("1", None), ("2", Y)]


def test_of_two_entries_with_one_number_the_first_counts() -> None:
    index = Index(lists(f"A.\n\n[1] One {X}\n[1] Two {Y}\n"))
    found = index.entry("1", 0)
    assert found is not None
    assert found.address == X


def test_a_renderer_counts_ordered_items_and_so_does_a_reader() -> None:
    (found,) = lists(f"A.\n\n## Sources\n\n1. {X}\n1. {Y}\n7. https://z.example/\n")
    assert [one.number for one in found.entries] == ["1", "2", "3"]


def test_a_wrapped_entry_is_one_entry() -> None:
    (found,) = lists(f"A.\n\n## Sources\n\n[1] A title that goes on\n    over two lines, {X}\n[2] Two {Y}\n")
    assert [(one.number, one.address) for one in found.entries] == [("1", X), ("2", Y)]


def test_author_and_year_without_address_is_an_entry_under_a_heading() -> None:
    (found,) = lists("A.\n\n## References\n\nSmith, J. (2020). On harbours. Ports 3(4).\n\nLee, K. (2021). More.\n")
    assert len(found.entries) == 2


@pytest.mark.parametrize(
    "heading",
    [
        "Sources",
        "## 5. References (68)",
        "References:",
        "**Works cited**",
        "BIBLIOGRAPHY",
        "参考文献",
        "参考文献：",
        "来源",
        "資料來源",
        "出典",
        "参考資料",
        "참고문헌",
        "Quellen",
        "Literaturverzeichnis",
        "Références",
        "Fuentes",
        "Bibliografía",
        "Fonti",
        "Bronnen",
        "Källor",
        "Źródła",
        "Источники",
        "Список литературы",
        "المراجع",
        "מקורות",
        "संदर्भ",
        "Kaynakça",
        "Tài liệu tham khảo",
        "Daftar Pustaka",
        "📚 Sources",
        "IV. Sources",
        "七、参考文献",
        "Sources & References",
    ],
)
def test_a_heading_for_sources_is_known_in_its_language(heading: str) -> None:
    assert heads_sources(heading.lstrip("# "))


@pytest.mark.parametrize(
    "heading",
    ["Sources of revenue", "Data", "Open sources in the city", "Reference architecture", "A note", "Results", ""],
)
def test_another_heading_is_not(heading: str) -> None:
    assert not heads_sources(heading)


def test_notes_that_are_no_sources_stay_prose() -> None:
    assert lists("A.\n\n## Notes\n\n- The harbour closed early.\n- Nobody came.\n") == []


def test_a_subheading_that_begins_another_part_ends_the_list() -> None:
    text = f"# Sources\n\n- {X}\n\n## Analysis\n\n- The harbour closed early.\n- Nobody came.\n"
    (found,) = lists(text)
    assert len(found.entries) == 1


def test_a_list_of_ten_thousand_lines_is_read_once() -> None:
    body = "Sources:\n" + "".join(f"[{number}] T https://x.example/{number}\n" for number in range(1, 9999))
    (found,) = lists("A [1].\n\n" + body)
    assert len(found.entries) == 9998


CLAIMS = {
    "bullets with a quotation": (
        f'- Costs: "Capital costs fell by 99%" ([review]({X})).\n- Birds: "Surveyors counted" ([survey]({Y})).\n'
    ),
    "bullets with an address": f"- Costs fell by 99%: {X}\n- Birds rose: {Y}\n",
    "bullets of addresses": f"- {X}\n- {Y}\n",
    "stars": f"* [One]({X})\n* [Two]({Y})\n",
    "numbers with a quotation": f'1. Costs: "Capital costs fell" ([a]({X})).\n2. Birds: "They came" ([b]({Y})).\n',
    "numbers with an address": f"1. Costs fell by 99%: {X}\n2. Birds rose: {Y}\n",
    "numbers in brackets": f"(1) Costs fell by 99%: {X}\n\n(2) Birds rose: {Y}\n",
    "han": f"1、成本下降：{X}\n\n2、鸟类增加：{Y}\n",
    "signs": f"• Costs fell by 99%: {X}\n• Birds rose: {Y}\n",
}


@pytest.mark.parametrize(
    "head", ["", "## Key findings\n\n", "## 主要发现\n\n", "Ergebnisse:\n\n", "**Key findings**\n\n"]
)
@pytest.mark.parametrize("lead", ["", "Costs fell.\n\n", f"Costs fell ([a]({X})).\n\n", "It rose in [2018].\n\n"])
@pytest.mark.parametrize("shape", CLAIMS)
def test_lines_at_the_end_that_no_mark_asks_for_are_claims(shape: str, lead: str, head: str) -> None:
    assert lists(lead + head + CLAIMS[shape]) == []


def test_a_mark_that_another_list_explains_asks_for_no_further_one() -> None:
    found = lists(f"Text [1].\n\n[1] One: {X}\n[2] Two: {Y}\n\n## Key findings\n\n1. Costs fell: {X}\n2. Birds: {Y}\n")
    assert [[one.number for one in each.entries] for each in found] == [["1", "2"]]


@pytest.mark.parametrize("mark", ["[2]", "[^2]", "word²", "[1-3]", "【2】"])
def test_numbers_at_the_end_that_a_mark_asks_for_are_a_list(mark: str) -> None:
    (found,) = lists(f"Text, one {mark}.\n\n1. [One]({X})\n2. [Two]({Y})\n")
    assert [one.address for one in found.entries] == [X, Y]


@pytest.mark.parametrize("heading", ["## References\n\n", "## Notes\n\n", "Sources:\n\n", "参考文献：\n\n", ""])
def test_a_footnote_body_is_no_entry_wherever_it_stands(heading: str) -> None:
    (found,) = lists(f"Text [1] [^n].\n\n{heading}[1] One {X}\n\n[^n]: Two {Y}\n\n[2] Three {Y}\n")
    assert [one.number for one in found.entries] == ["1", "2"]


def test_a_quoted_title_under_a_heading_for_sources_is_an_entry() -> None:
    (found,) = lists(f'Text.\n\n## Sources\n\n- Lee, "Capital costs fell by 23%" ([review]({X})).\n')
    assert found.entries[0].address == X
