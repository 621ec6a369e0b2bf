from __future__ import annotations

import pytest

from gnut.text.markdown.addresses import bare, extent
from tests.text.markdown.reading import asides, pointers


def written(text: str) -> list[tuple[str, str]]:
    return [(one.kind, one.written) for one in pointers(text)]


@pytest.mark.parametrize(
    ("text", "kind", "address"),
    [
        ("[a](https://x.example/Basin_(harbour))", "link", "https://x.example/Basin_(harbour)"),
        ("[a](https://x.example/x\\(v=1\\).aspx)", "link", "https://x.example/x(v=1).aspx"),
        ("[a](<https://x.example/a b>)", "link", "https://x.example/a b"),
        ("[a](https://x.example/ 'title')", "link", "https://x.example/"),
        ('[a](https://x.example/ "t (x)")', "link", "https://x.example/"),
        ("[a [sic] b](https://x.example/)", "link", "https://x.example/"),
        ("[two\nlines](https://x.example/)", "link", "https://x.example/"),
        ("<https://x.example/a>", "autolink", "https://x.example/a"),
        ("<HTTPS://x.example/a>", "autolink", "HTTPS://x.example/a"),
        ("[a][l]\n\n[l]: https://x.example/", "reference", "https://x.example/"),
        ("[L][]\n\n[l]: https://x.example/", "reference", "https://x.example/"),
        ("[l]\n\n[l]: <https://x.example/> 'T'", "reference", "https://x.example/"),
        ("<a href='https://x.example/'>a</a>", "html", "https://x.example/"),
        ('<a title="a > b" href=https://x.example/>a</a>', "html", "https://x.example/"),
        ("<q cite='https://x.example/'>a</q>", "html", "https://x.example/"),
        ("see https://x.example/a.", "bare", "https://x.example/a"),
        ("see www.x.example/a.", "bare", "www.x.example/a"),
        ("a (10.1056/NEJMp1006304) b", "bare", "https://doi.org/10.1056/NEJMp1006304"),
        ("a doi:10.1056/NEJM.x; b", "bare", "https://doi.org/10.1056/NEJM.x"),
        ("a arXiv:1605.03661v2 b", "bare", "https://arxiv.org/abs/1605.03661v2"),
        ("a PMID: 12345678 b", "bare", "https://pubmed.ncbi.nlm.nih.gov/12345678/"),
        ("<doi:10.1000/182>", "autolink", "https://doi.org/10.1000/182"),
        ("[oai_citation:0‡Site](https://x.example/)", "link", "https://x.example/"),
        ("[@name](https://host.example/name)", "link", "https://host.example/name"),
        ("[[1]](https://x.example/)", "link", "https://x.example/"),
        ("[[1]](https://x.example/)\n\n[1]: https://y.example/", "link", "https://x.example/"),
        ("- [ ] [a](https://x.example/)", "link", "https://x.example/"),
        ("| [a](https://x.example/) |\n|---|", "link", "https://x.example/"),
        ("# [a](https://x.example/)", "link", "https://x.example/"),
    ],
)
def test_a_pointer_with_an_address_is_seen(text: str, kind: str, address: str) -> None:
    assert [(one.kind, one.address) for one in pointers(text)] == [(kind, address)]


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("https://x.example/a，然后", "https://x.example/a"),
        ("https://x.example/a。", "https://x.example/a"),
        ("https://x.example/a；b", "https://x.example/a"),
        ("https://x.example/a）", "https://x.example/a"),
        ("https://x.example/a（访问", "https://x.example/a"),
        ("https://x.example/a】", "https://x.example/a"),
        ("https://x.example/a》", "https://x.example/a"),
        ("https://x.example/a」", "https://x.example/a"),
        ("https://x.example/a、b", "https://x.example/a"),
        ("https://x.example/a،", "https://x.example/a"),
        ("https://x.example/a؟", "https://x.example/a"),
        ("https://x.example/a।", "https://x.example/a"),
        ("https://x.example/a”", "https://x.example/a"),
        ("https://x.example/a»", "https://x.example/a"),
        ("https://x.example/a—b", "https://x.example/a"),
        ("https://x.example/a…", "https://x.example/a"),
        ("https://x.example/a).", "https://x.example/a"),
        ("https://x.example/a_(b)).", "https://x.example/a_(b)"),
        ("https://x.example/a[1])", "https://x.example/a[1]"),
        ("https://x.example/a**", "https://x.example/a"),
        ("https://x.example/a|b", "https://x.example/a"),
        ('https://x.example/a"b', "https://x.example/a"),
        ("https://x.example/a'.", "https://x.example/a"),
        ("https://x.example/a?!", "https://x.example/a"),
        ("https://x.example/a<br>", "https://x.example/a"),
        ("https://x.example/a&gt;", "https://x.example/a"),
        ("https://x.example/a?b=1&amp;c=2", "https://x.example/a?b=1&c=2"),
        ("https://x.example/a\\_b", "https://x.example/a_b"),
        ("https://x.example/a](https://y.example/)", "https://x.example/a"),
        ("https://zh.example/wiki/爵士", "https://zh.example/wiki/爵士"),
    ],
)
def test_a_bare_address_ends_where_a_reader_says(text: str, end: str) -> None:
    assert extent(text.encode(), 0, len(text.encode()))[0] == end


def test_a_bare_address_is_read_from_the_bytes_and_not_from_what_markdown_left() -> None:
    assert written("see https://x.example/__init__/~a~b*c*d") == [("bare", "https://x.example/__init__/~a~b*c*d")]


def test_an_address_without_a_host_is_none() -> None:
    assert written("type https://, then go") == []
    assert [one.reason for one in asides("type https:// then go")] == ["not_an_address"]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("a [1]", ["1"]),
        ("a [1][2]", ["1", "2"]),
        ("a [1, 2]", ["1", "2"]),
        ("a [1、2]", ["1", "2"]),
        ("a [1-3]", ["1", "2", "3"]),
        ("a [1–3, 7]", ["1", "2", "3", "7"]),
        ("a \\[4\\]", ["4"]),
        ("a ［5］", ["5"]),
        ("a [^9]", ["9"]),
        ("a [^1, ^2]", ["1", "2"]),
        ("a [ 6 ]", ["6"]),
        ("word<sup>1</sup>", ["1"]),
        ("word<sup>[2]</sup>", ["2"]),
        ("word<sup>1,3</sup>", ["1", "3"]),
        ("word¹²", ["12"]),
        ("end.³", ["3"]),
        ("[1][2]\n\n[1]: https://x.example/\n[2]: https://y.example/", ["1", "2"]),
        ("[1][2][3]\n\n[1]: https://x.example/\n[2]: https://y.example/\n[3]: https://z.example/", ["1", "2", "3"]),
        ("[7](#ref-7)", ["7"]),
        ("<sup><a href='#fn8'>8</a></sup>", ["8"]),
    ],
)
def test_numbers_are_marks(text: str, names: list[str]) -> None:
    assert [one.name for one in pointers(text)] == names


@pytest.mark.parametrize(
    "text",
    [
        "10<sup>2</sup>",
        "10²",
        "5 km²",
        "J/cm²",
        "`[1]`",
        "```\n[1]\n```",
        "    [1]",
        "x <!-- [1] -->",
        "![a][1]\n\n[1]: u",
        "$x_{[1]} + y$",
        "$$a[1] = b$$",
        "<code>[1]</code>",
        "[1:2]",
        "[a1]",
        "[12345]",
    ],
)
def test_what_only_looks_like_a_mark_is_none(text: str) -> None:
    assert [one for one in pointers(text) if one.name] == []


def test_a_range_that_is_no_list_of_sources_is_not_written_out() -> None:
    assert [one.name for one in pointers("[1-9999]")] == ["1", "9999"]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("[@key]", [("key", None)]),
        ("[@key; @key2, p. 3]", [("key", None), ("key2", "p. 3")]),
        ("[-@key]", [("key", None)]),
        ("[see @key, pp. 3-4; also @b]", [("key", "pp. 3-4"), ("b", None)]),
        (
            "[@doi:10.1056/NEJMp1006304; @arxiv:1605.03661]",
            [("doi:10.1056/NEJMp1006304", None), ("arxiv:1605.03661", None)],
        ),
        ("[@url:https://x.example/a?b=c, p. 4]", [("url:https://x.example/a?b=c", "p. 4")]),
        ("@smith99 [p. 3] says", [("smith99", "p. 3")]),
        ("@smith99 says", [("smith99", None)]),
        ("@{odd key}", []),
        ("[@{odd/key}]", [("odd/key", None)]),
        ("(@nrc)", [("nrc", None)]),
        ("[@tag:x]\n\n[@tag:x]: doi:10.1000/182", [("tag:x", None)]),
        ("@doi:10.1000/182.", [("doi:10.1000/182", None)]),
        ("Ana (ana@x.example)", []),
        ("[@fig:one]", []),
        ("@sec-two", []),
        ("`@key`", []),
        (
            "@fenwick2031[^1] [@one[^2]]\n\n[^1]: a\n[^2]: b",
            [("fenwick2031", None), ("1", None), ("one", None), ("2", None)],
        ),
    ],
)
def test_citation_keys_are_read(text: str, names: list[tuple[str, str | None]]) -> None:
    assert [(one.name, one.locator) for one in pointers(text)] == names


def test_a_shortcut_link_before_a_key_is_a_link_and_a_key() -> None:
    found = pointers("The method of [Alder] [@map2] is used.\n\n[Alder]: https://x.example/")
    assert [(one.kind, one.address or one.name) for one in found] == [
        ("reference", "https://x.example/"),
        ("key", "map2"),
    ]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("a【4†source】", ["4"]),
        ("a【12:3†L1-L9】", ["12"]),
        ("a [cite: 2, 3]", ["2", "3"]),
        ("[cite_start]a", [""]),
        ("a:contentReference[oaicite:3]{index=3}", ["3"]),
        ("a [oaicite:7]", ["7"]),
        ("a citeturn0search3turn1view0", ["turn0search3", "turn1view0"]),
        ("a \ue200cite\ue202turn0search3\ue201", ["turn0search3"]),
        ("a [web:1]", ["1"]),
    ],
)
def test_chat_leftovers_are_seen(text: str, names: list[str]) -> None:
    assert [(one.kind, one.name) for one in pointers(text)] == [("leftover", name) for name in names]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("![a](https://x.example/i.png)", "image"),
        ("[![a](https://x.example/i.png)](https://x.example/)", "image"),
        ("[a](mailto:ana@x.example)", "mail"),
        ("<ana@x.example>", "mail"),
        ("ana@x.example", "mail"),
        ("[a](#results)", "navigation"),
        ("[a](tel:123)", "navigation"),
        ("[a](javascript:alert(1))", "navigation"),
        ("\\[a](https://x.example/)", "escaped"),
        ("a^[only a remark]", "remark"),
        ("$x[1] = y$", "maths"),
    ],
)
def test_what_is_set_aside_says_why(text: str, reason: str) -> None:
    assert reason in [one.reason for one in asides(text)]


@pytest.mark.parametrize("text", ["It cost $5 [1] or 5$.", "From US$5-$7 [1] to $9.", "$2.90-$9.99 [1] and $1 [2]"])
def test_money_is_no_maths(text: str) -> None:
    assert [one.name for one in pointers(text)][:1] == ["1"]


def test_identifiers_inside_an_address_are_not_counted_twice() -> None:
    assert len(pointers("https://doi.org/10.1000/182 and https://arxiv.org/abs/1605.03661")) == 2


@pytest.mark.parametrize("sign", ["https://", "10.1000/", "www.", "arxiv:", "https://a.b/(", "(https://"])
def test_addresses_are_found_in_one_pass(sign: str) -> None:
    assert len(bare(sign * 20_000)) <= 40_000
