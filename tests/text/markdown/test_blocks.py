from __future__ import annotations

import pytest
from hypothesis import given

from gnut.text.markdown.blocks import decoded, read
from gnut.text.markdown.leaf import HIDDEN, Leaf
from tests import strategies


def leaves(text: str | bytes) -> tuple[Leaf, ...]:
    body = text.encode() if isinstance(text, str) else text
    return read(body)[0].leaves


def texts(text: str | bytes) -> list[str]:
    return [leaf.text for leaf in leaves(text)]


def test_inline_markup_leaves_the_words() -> None:
    assert texts("The **old *sluice*** is `shut` ~~now~~, [see](x) it.") == ["The old sluice is shut now, see it."]


def test_what_is_no_prose_is_masked_sign_for_sign() -> None:
    (leaf,) = leaves("a `b[1]` <!-- c --> ![d](e) f[^1]\n\n[^1]: g\n")[:1]
    assert len(leaf.masked) == len(leaf.text)
    assert "b[1]" not in leaf.masked
    assert leaf.masked.replace(HIDDEN, "").split() == ["a", "f"]


@pytest.mark.parametrize(
    "text",
    [
        "# T\n\npara *x* é [l](u) &amp; \\[y\\] `c`\n\n> q\n> r\n\n- i\n\n| a | b |\n|---|---|\n| c | d |\n",
        "a\r\nb\rc\n",
        "量子[计算](u)机。**粗**体",
        "<div>\n<p>x <a href='u'>y</a> é</p>\n</div>\n",
    ],
)
def test_every_character_leads_back_to_its_own_bytes(text: str) -> None:
    body = text.encode()
    for leaf in leaves(text):
        for at, character in enumerate(leaf.text):
            if leaf.masked[at] == HIDDEN or character in "\n\x0b&":
                continue
            start, end = leaf.byte(at), leaf.byte_end(at + 1)
            assert body[start:end].decode() == character
            assert leaf.flat(start) == at


def test_cells_know_their_row_and_items_their_number() -> None:
    cells = leaves("| a | b |\n|---|---|\n| c | d |\n| e | f |\n")
    assert [(leaf.kind, leaf.row) for leaf in cells] == [
        ("head_cell", 0),
        ("head_cell", 0),
        ("cell", 1),
        ("cell", 1),
        ("cell", 2),
        ("cell", 2),
    ]
    assert [leaf.ordinal for leaf in leaves("3. a\n3. b\n\n   more\n7. c\n")] == [3, 4, None, 5]


def test_a_comment_on_the_next_line_belongs_to_the_leaf_before() -> None:
    (leaf,) = leaves("Rise [n](u)\n<!-- x -->\n")
    assert [code.kind for code in leaf.codes] == ["comment"]
    document, _ = read(b"Rise [n](u)\n\n<!-- x -->\n")
    assert document.leaves[0].codes == ()
    assert [code.raw for code in document.comments] == ["<!-- x -->"]


def test_markdown_and_text_inside_html_is_read() -> None:
    found = leaves(
        '<aside class="n">\n  <img src="i.png" alt="z">\n  One *two*\n  <p>\n— Ann, [Minutes](u)\n  </p>\n</aside>\n'
    )
    assert [leaf.text.split(">")[-1].strip() for leaf in found] == ["One two", "— Ann, Minutes"]
    assert found[1].links[0].address == "u"


@pytest.mark.parametrize("name", ["pre", "script", "style", "textarea", "template", "svg"])
def test_text_of_elements_without_prose_is_not_read(name: str) -> None:
    assert texts(f"<div>\n<{name}>[a](https://x.example)</{name}>\nB\n</div>\n") == ["B"]


def test_html_cells_headings_and_items_are_told_apart() -> None:
    found = leaves(
        "<table><caption>K</caption><tr><th>H</th><td>A</td><td>B</td></tr></table>\n\n<ul><li>I</li></ul>\n\n<h2>T</h2>\n"
    )
    assert [(leaf.kind, leaf.text) for leaf in found] == [
        ("caption", "K"),
        ("head_cell", "H"),
        ("cell", "A"),
        ("cell", "B"),
        ("paragraph", "I"),
        ("heading", "T"),
    ]
    assert found[2].row == found[3].row != 0
    assert found[4].item


def test_front_matter_is_set_aside_and_lines_stay_where_they_are() -> None:
    document, front = read(b"---\ntitle: x\ntags: [a]\n---\n\nText\n")
    assert front is not None
    assert front.form == "yaml"
    assert [(leaf.text, leaf.start) for leaf in document.leaves] == [("Text", 28)]


@pytest.mark.parametrize(
    "text",
    [
        "---\n\n# A rule, no front matter\n",
        "---\nSome prose follows the rule at once.\n\n---\n",
        "Text\n\n---\ntitle: x\n---\n",
    ],
)
def test_a_rule_is_no_front_matter(text: str) -> None:
    document, front = read(text.encode())
    assert front is None
    assert document.anomalies == ()


def test_unclosed_front_matter_does_not_swallow_the_report() -> None:
    document, front = read(b"---\ntitle: x\n\nRise [n](u).\n\n---\n\nMore.\n")
    assert front is None
    assert [name for name, _, _ in document.anomalies] == ["unclosed_front_matter"]
    assert "Rise n." in [leaf.text for leaf in document.leaves]


def test_toml_front_matter_is_set_aside() -> None:
    document, front = read(b"+++\ntitle = 'x'\n[extra]\na = 1\n+++\nText\n")
    assert front is not None
    assert [leaf.text for leaf in document.leaves] == ["Text"]


@pytest.mark.parametrize("fence", ["```", "~~~", "````python"])
def test_an_unclosed_fence_does_not_swallow_the_report(fence: str) -> None:
    document, _ = read(f"Before.\n\n{fence}\nx = 1\n\nAfter [n](u).\n".encode())
    assert [name for name, _, _ in document.anomalies] == ["unclosed_fence"]
    assert "After n." in [leaf.text for leaf in document.leaves]


def test_a_closing_fence_at_another_depth_does_not_open_a_new_one() -> None:
    document, _ = read(b"- ```\n  [c](u)\n```\nAfter [n](u).\n")
    assert [name for name, _, _ in document.anomalies] == ["unclosed_fence"]
    assert [leaf.text for leaf in document.leaves] == ["After n."]


@pytest.mark.parametrize(
    "text", ["```\nx\n```\n", "~~~ py\nx\n~~~\nA\n", "> ```\n> x\n> ```\n", "- ```\n  x\n  ```\n", "``` \nx\n```` \n"]
)
def test_a_closed_fence_is_no_anomaly(text: str) -> None:
    assert read(text.encode())[0].anomalies == ()


def test_bytes_outside_utf8_keep_every_offset() -> None:
    body = b"Caf\xe9 \xff\xfe [n](u) \xe2\x82 x"
    assert len(decoded(body)) == len(body)
    (leaf,) = leaves(body)
    assert body[leaf.links[0].start : leaf.links[0].end] == b"[n](u)"


def test_a_byte_order_mark_hides_neither_heading_nor_front_matter() -> None:
    assert [leaf.kind for leaf in leaves(b"\xef\xbb\xbf# T\n")] == ["heading"]
    assert read(b"\xef\xbb\xbf---\na: b\n---\nx\n")[1] is not None


def test_containers_nest_and_end_where_they_end() -> None:
    document, _ = read(b'<div class="r">\n<div>\n\nA\n\n</div>\n\nB\n\n</div>\n\nC\n')
    outer = next(one for one in document.containers if "r" in one.classes)
    assert [(leaf.text, outer.number in leaf.containers) for leaf in document.leaves] == [
        ("A", True),
        ("B", True),
        ("C", False),
    ]
    assert outer.end > 0


def test_a_container_that_never_closes_says_so() -> None:
    document, _ = read(b'<div class="r">\n\nA\n')
    assert [one.end for one in document.containers] == [-1]


def test_fenced_divs_are_containers_but_not_in_code() -> None:
    document, _ = read(b"::: {.r #x}\nA\n:::\n\nB\n\n```\n::: q\n```\n")
    assert [one.classes for one in document.containers] == [("r",)]
    assert [(leaf.text, leaf.containers) for leaf in document.leaves] == [("A", (1,)), ("B", ())]


def test_definitions_count_wherever_they_stand_and_repeated_ones_are_seen() -> None:
    document, _ = read(b"* > x\n  >\n  > [log]: https://a.example\n\n[LOG]: https://b.example\n")
    assert [(one.name, one.address) for one in document.definitions] == [("log", "https://a.example")]
    assert [one.kind for one in document.regions] == ["definition", "repeated"]


@given(strategies.texts())
def test_no_text_breaks_the_reader(text: str) -> None:
    body = text.encode()
    for leaf in read(body)[0].leaves:
        assert 0 <= leaf.start <= leaf.end <= len(body)
        assert len(leaf.text) == len(leaf.masked)
