from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnut.text.uris import Directive, Refused, fragment, same_page, source_uri

REPORT = "docs/notes/report.md"


@pytest.mark.parametrize(
    ("written", "uri"),
    [
        ("HTTPS://R.Example/X", "https://r.example/X"),
        ("https://a.example", "https://a.example/"),
        ("https://a.example:443/x", "https://a.example/x"),
        ("http://a.example:80", "http://a.example/"),
        ("https://a.example:8443/x", "https://a.example:8443/x"),
        ("https://a.example/x#part", "https://a.example/x"),
        ("https://a.example/p?id=7&utm_source=chatgpt.com", "https://a.example/p?id=7"),
        ("https://a.example/p?utm_medium=x&fbclid=y", "https://a.example/p"),
        ("https://a.example/p?b=2&a=1", "https://a.example/p?b=2&a=1"),
        ("https://a.example/p?utm_x=1&id=7&srsltid=q&z=", "https://a.example/p?id=7&z="),
        ("https://a.example/%7Euser/%e7%88%b5", "https://a.example/~user/%E7%88%B5"),
        ("https://a.example/爵", "https://a.example/%E7%88%B5"),
        ("https://a.example/a%2Fb", "https://a.example/a%2Fb"),
        ("https://a.example/x/", "https://a.example/x/"),
        ("https://a.example/a/./b/../c", "https://a.example/a/c"),
        ("https://user:secret@a.example/x", "https://a.example/x"),
        ("https://bücher.example/x", "https://xn--bcher-kva.example/x"),
        ("https://[::1]:8080/x", "https://[::1]:8080/x"),
        ("www.a.example/x", "https://www.a.example/x"),
        ("//a.example/x", "https://a.example/x"),
        ("https://a.example/a b", "https://a.example/a%20b"),
        ("notes.txt", "file:docs/notes/notes.txt"),
        ("./a/../b.txt#L2-L3", "file:docs/notes/b.txt"),
        ("../x%20y.pdf?dl=1", "file:docs/x y.pdf"),
        ("../../top.md", "file:top.md"),
    ],
)
def test_an_address_has_one_identity(written: str, uri: str) -> None:
    assert source_uri(written, REPORT) == uri


@pytest.mark.parametrize(
    ("written", "why"),
    [
        ("../../../etc/passwd", "above_root"),
        ("%2e%2e/%2e%2e/%2e%2e/x", "above_root"),
        ("/etc/passwd", "absolute"),
        ("\\\\host\\share", "absolute"),
        ("~/x", "home"),
        ("C:/x", "drive"),
        ("a\\b", "drive"),
        ("../.git/config", "hidden"),
        ("../../.GNUT/packs/x", "hidden"),
        (".env", "hidden"),
        ("a/.env.local", "hidden"),
        ("ftp://a.example/x", "scheme"),
        ("file:///etc/passwd", "scheme"),
        ("javascript:alert(1)", "scheme"),
        ("https://", "no_host"),
        ("https:///x", "no_host"),
        ("a%00b", "control"),
        ("a%ffb", "control"),
        ("", "empty"),
    ],
)
def test_an_address_that_leads_out_is_refused(written: str, why: str) -> None:
    answer = source_uri(written, REPORT)
    assert isinstance(answer, Refused)
    assert answer.why == why


def test_a_report_on_standard_input_stands_in_the_root() -> None:
    assert source_uri("a.txt", "-") == "file:a.txt"


@given(st.text(max_size=60))
def test_an_identity_is_its_own_identity(written: str) -> None:
    answer = source_uri(written, REPORT)
    if not isinstance(answer, Refused) and answer.startswith("http"):
        assert source_uri(answer, REPORT) == answer
        assert answer.isascii()
    if not isinstance(answer, Refused) and answer.startswith("file:"):
        assert ".." not in answer.removeprefix("file:").split("/")


@pytest.mark.parametrize(
    ("written", "directives"),
    [
        ("x#:~:text=the%20gate", [Directive("the gate", None, None, None)]),
        ("x#sec-2:~:text=the%20gate", [Directive("the gate", None, None, None)]),
        (
            "x#:~:text=On%20Monday%2C%20pumps,ran%20dry.&text=Second%20part",
            [Directive("On Monday, pumps", "ran dry.", None, None), Directive("Second part", None, None, None)],
        ),
        ("x#:~:text=before-,start,end,-after", [Directive("start", "end", "before", "after")]),
        ("x#:~:text=before-,start", [Directive("start", None, "before", None)]),
        ("x#:~:text=well-known%20thing", [Directive("well-known thing", None, None, None)]),
        ("x#:~:text=", []),
        ("x#:~:selector(type=a)", []),
        ("x#plain", []),
        ("x", []),
    ],
)
def test_text_directives_are_read_as_browsers_do(written: str, directives: list[Directive]) -> None:
    assert list(fragment(written).directives) == directives


@pytest.mark.parametrize(
    ("written", "locator"),
    [
        ("n.txt#L2-L3", "L2-L3"),
        ("n.txt#L2-3", "L2-L3"),
        ("n.txt#L7C2", "L7"),
        ("p.pdf#page=14", "page 14"),
        ("p.pdf#zoom=1&page=3", "page 3"),
        ("x#results", "#results"),
        ("x#sec-2:~:text=a", "#sec-2"),
        ("x#!/route", None),
        ("x#", None),
        ("x", None),
    ],
)
def test_a_fragment_says_where_to_look(written: str, locator: str | None) -> None:
    assert fragment(written).locator == locator


def test_a_bare_fragment_points_into_the_page_itself() -> None:
    assert same_page("#results")
    assert same_page("")
    assert not same_page("x#results")
