"""Markup that costs a parser more than its length, and pages that are not what they stand for."""

from __future__ import annotations

import time
from contextlib import suppress

import pytest
from selectolax.lexbor import LexborHTMLParser

from gnut.text.html.nesting import MAX_CHOICES
from gnut.text.html.pages import read_page
from gnut.text.html.prescan import MAX_ALL_ATTRIBUTES, MAX_ATTRIBUTES, MAX_DEPTH, MAX_TAGS, too_complex
from gnut.text.html.selectors import MAX_WORK, Elements, TooCostly
from gnut.text.source import Extracted, Unreadable, read

N = 30_000

SECONDS = 3.0
"""CPU allowed for 200,000 characters; work that grows with the square takes minutes."""


def test_depth_is_refused_one_past_its_limit() -> None:
    assert too_complex("<div>" * MAX_DEPTH + "x") is None
    assert too_complex("<div>" * (MAX_DEPTH + 1)) == f"over {MAX_DEPTH} elements open at once"


def test_attributes_are_refused_one_past_their_limit() -> None:
    def tag(count: int) -> str:
        return "<p " + " ".join(f"a{n}='>'" for n in range(count)) + ">x"

    assert too_complex(tag(MAX_ATTRIBUTES)) is None
    assert too_complex(tag(MAX_ATTRIBUTES + 1)) == f"over {MAX_ATTRIBUTES} attributes in one tag"


def test_all_attributes_together_are_refused_one_past_their_limit() -> None:
    tag = "<p " + " ".join(f"a{n}" for n in range(200)) + ">"
    full, rest = divmod(MAX_ALL_ATTRIBUTES, 200)
    assert rest == 0
    assert too_complex(tag * full) is None
    assert too_complex(tag * full + "<p a=b>") == f"over {MAX_ALL_ATTRIBUTES} attributes"


@pytest.mark.parametrize(
    ("markup", "why"),
    [
        ("<select>" + "<option>x" * (MAX_CHOICES + 1), "over 20000 options in lists"),
        (("<select>" + "<option>x" * 9000 + "</select>") * 9, "over 20000 options in lists"),
        ("<table>" + "<tr>x<td>y" * 60_000, "over 20000 texts outside of cells"),
        ("".join(f"<body a{n}=b>" for n in range(20_000)), "over 2000 attributes of the page itself"),
        ("".join(f"<html a{n}=b>" for n in range(20_000)), "over 2000 attributes of the page itself"),
        ("<p>" + "".join(f"<b id={n}>" for n in range(400)) + "</p>" + "<p>x" * N, "over 600000 elements opened again"),
        ("<p>" + "".join(f"<i id={n}>" for n in range(400)) + "x</p>" * N, "over 600000 elements opened again"),
        (
            "<div>" + "".join(f"<a id={n}>" for n in range(400)) + "</div>" + "<div>x</div>" * N,
            "over 600000 elements opened again",
        ),
    ],
    ids=lambda each: each[:24],
)
def test_what_the_parser_takes_more_than_linear_time_or_room_for_is_refused(markup: str, why: str) -> None:
    assert too_complex(markup) == why


def test_long_values_are_no_attributes() -> None:
    assert too_complex(f"<p style='{'a: b; c = d; ' * 4000}'>x" * 300) is None


def test_start_tags_are_refused_one_past_their_limit() -> None:
    assert too_complex("<p>" * MAX_TAGS) is None
    assert too_complex("<p>" * (MAX_TAGS + 1)) == f"over {MAX_TAGS} start tags"


@pytest.mark.parametrize(
    "honest",
    [
        "<p>x" * N,
        "<ul>" + "<li>x" * N + "</ul>",
        "<table>" + "<tr><td>x<td>y" * N + "</table>",
        "<select>" + "<option>x" * (MAX_CHOICES // 2) + "</select>",
        "<datalist>" + "<option>x" * N + "</datalist>",
        "<table>" + "\n<tr>\n<td>x</td>\n</tr>" * N + "</table>y",
        "<table><tr><td>x</table>y" * N,
        "<font size=2><b>" + "<p>x</p>" * N + "</b></font>",
        "<p><b>x</b> <i>y</i></p>" * N,
        "<p>x<body class=a>" * 200,
        "<dl>" + "<dt>x<dd>y" * N + "</dl>",
        "<br>" * N + "<img src=a>" * N + "<hr/>" * N,
        "<div><b>x</div>" * N,
        "<div><span>x</div>" * N,
        "<b><span>x</b>" * N,
        "<svg>" + "<path d='M0'/>" * N + "</svg>",
        "<svg><path>" + "<p>x</p><div>y</div>" * N,
        "<script>" + "'<div>'" * N + "</script>x",
        "<style>" + "<div>" * N + "</style>x",
        "<textarea>" + "<div>" * N + "</textarea>x",
        "<!-- " + "<div>" * N + "-->x",
        "<p title='" + "<div>" * N + "'>x",
        "</div>" * N,
    ],
    ids=lambda markup: markup[:18],
)
def test_flat_markup_is_let_pass_however_long(honest: str) -> None:
    assert too_complex(honest) is None


@pytest.mark.parametrize(
    "nested",
    [
        "<div>",
        "<div/>",
        "<p><a><b>",
        "<b><div></b>",
        "<nobr><div></nobr>",
        "<a><i><section></a>",
        "<table><tr><td>",
        "<svg><math>",
        "<svg><g>",
        "<svg><foreignObject><div/>",
        "<svg><desc><svg><tr>",
        "<math><mi><svg><option>",
        "<ruby><rt>",
        "<template>",
        "<frameset>",
        "<p\0>",
        "<DIV>",
        "<x-a\n>",
        "<div <div>",
    ],
)
def test_nested_markup_is_refused(nested: str) -> None:
    assert too_complex(nested * N) == f"over {MAX_DEPTH} elements open at once"


@pytest.mark.parametrize(
    "cut",
    [
        "<" * 200_000,
        "</" * 60_000,
        "<!" * 60_000,
        "<!--" * 30_000,
        "<![CDATA[" * 12_000,
        '<a b="' * 20_000,
        "<a =" * 40_000,
        "<a b='\"" * 20_000,
        "&#" * 60_000,
        "&" + "a" * 200_000 + ";",
        "<script>" * 12_000,
        "<title>" * 12_000,
        "<p style='" + "a:b;" * 60_000 + "'>x",
        "<p class='" + "a " * 100_000 + "'>x",
        "<style>" + "{" * 60_000,
        "<style>" + "@media screen{" * 12_000,
        "<style>" + "a{display:none}" * 12_000 + "</style><a>x",
        "<style>" + "/*" * 60_000,
    ],
    ids=lambda markup: markup[:12],
)
def test_many_of_one_sign_are_read_or_refused_soon(cut: str) -> None:
    started = time.process_time()
    assert isinstance(read(cut.encode(), "text/html", "u"), Extracted | Unreadable)
    assert time.process_time() - started < SECONDS


STYLES = [
    "a", "a:(", 'a:"', "a:b;", "color:rgb(", "color:rgb(0 ", "transform:a", "transform:a(", "transform:scale(1)", "!",
    "font:1 ",
    "font:1/", "\\", "(", "0 ", "-", "filter:opacity(", "clip:rect(0 ", "clip-path:polygon(0 ", "/*", "{", "@",
    "@media ", ".a,", "#a ", "a{", "opacity:0", "opacity:0.", "left:-", "background:a ",
    "display:none!important ", "&quot;",
]  # fmt: skip


@pytest.mark.parametrize("piece", STYLES)
def test_long_styles_are_read_in_linear_time(piece: str) -> None:
    many = piece * (200_000 // len(piece))
    started = time.process_time()
    for markup in (f"<p style='{many}'>x", f"<style>{many}</style><p>x", f"<style>p{{{many}}}</style><p>x"):
        assert isinstance(read(markup.encode(), "text/html", "u"), Extracted)
    assert time.process_time() - started < SECONDS


RULES, NODES = 5_000, 20_000

SELECTORS = [
    ".x .c{}", "body .c{} ~ p", "p:nth-child({})", "[id=i{}]", "p:has(~ .c{})", ":is(.q div div .c{})", "p:not(.c{})",
]  # fmt: skip


@pytest.mark.parametrize("selector", SELECTORS)
def test_five_thousand_rules_on_twenty_thousand_elements_take_bounded_work(selector: str) -> None:
    body = "<div class=x>" * 300 + "".join(f"<p class='c{n % RULES} y' id=i{n}>t" for n in range(NODES))
    page = Elements(LexborHTMLParser("<!doctype html>" + body), quirks=False)
    for number in range(RULES):
        with suppress(TooCostly):
            page.chosen(selector.replace("{}", str(number)))
    assert page.spent <= MAX_WORK


def test_a_page_of_more_hiding_rules_than_are_asked_for_is_noted() -> None:
    sheet = "".join(f".x .c{number}{{display:none}}" for number in range(RULES))
    assert read_page(f"<!doctype html><style>{sheet}</style><p>word", 1).notes == ("unrendered_css",)


def test_custom_properties_that_multiply_are_put_in_to_a_limit() -> None:
    many = "".join(f"--a{n}:{f'var(--a{n + 1})' * 400};" for n in range(9))
    assert "word" in page(f"<p style='{many}display:var(--a0)'>word").text


@pytest.mark.parametrize("start", ["<!---->", "<!-- --> ", " ", "<?xml ?>", "<?xml ", "<!--", "<!-->"])
def test_a_start_of_many_comments_is_sniffed_in_linear_time(start: str) -> None:
    assert isinstance(read((start * 2000 + "x").encode(), None, "u"), Extracted | Unreadable)


def test_one_tag_of_many_attributes_is_refused() -> None:
    body = b"<p " + b" ".join(b"a%d=1" % n for n in range(200_000)) + b">x"
    assert read(body, "text/html", "u") == Unreadable("too_complex", f"over {MAX_ATTRIBUTES} attributes in one tag")


def page(markup: str, pad: int = 0) -> Extracted:
    found = read((markup + "<script>" + " " * pad + "</script>").encode(), "text/html; charset=utf-8", "u")
    assert isinstance(found, Extracted), found
    return found


LONG = "<p>Long text about tides and the depth of the berth.</p>" * 100

HOLLOW = {
    "<title>Just a moment...</title><p>Enable cookies to continue. Ray ID 1</p>": "challenge",
    "<title>Just a moment...</title>Checking your browser before accessing s.example.": "challenge",
    "<title>Один момент…</title><p>s.example</p>": "challenge",
    "<p>Verifying you are human. This may take a few seconds.</p>": "challenge",
    "<p>Our systems have detected unusual traffic from your computer network.</p>": "challenge",
    "<title>Making sure you&#39;re not a bot!</title><p>Making sure you’re not a bot!</p>": "challenge",
    "<p>Please complete the captcha to go on.</p>": "challenge",
    "<p>Please log in to continue.</p><form><input type=password></form>": "login",
    "<h1>Anmelden</h1><form>Name <input> Kennwort <input type=PASSWORD></form>": "login",
    "<p>You must sign in to view this page.</p>": "login",
    "<p>请先登录</p>": "login",
    "<title>404 Not Found</title><h1>Oh no</h1>": "soft_404",
    "<title>Page not found | Harbour Letters</title><p>Try our search.</p>": "soft_404",
    "<h1>Sorry</h1><p>The page you are looking for does not exist.</p>": "soft_404",
    "<h1>Seite nicht gefunden</h1>": "soft_404",
    "<h1>ページが見つかりません</h1>": "soft_404",
    "<p>You need to enable JavaScript to run this app.</p>": "script_shell",
    "<div id=root>Loading…</div>": "script_shell",
    "<title>Harbour</title><div id=root>Loading...</div>": "script_shell",
    "<title>Access denied</title><p>Error 1020</p>": "access_denied",
    "<p>You don't have permission to access /a on this server.</p>": "access_denied",
    "<p>Too many requests. Try again later.</p>": "rate_limited",
    "<p>We value your privacy. We and our 700 partners store data.</p>": "cookie_wall",
    "<p>Subscribe to continue reading.</p>": "payment_required",
}


@pytest.mark.parametrize("markup", HOLLOW)
def test_a_short_page_that_stands_before_the_article_is_hollow(markup: str) -> None:
    found = page(markup)
    assert (found.truncation, found.hollow_kind) == ("hollow", HOLLOW[markup])


@pytest.mark.parametrize("markup", HOLLOW)
def test_a_long_page_that_says_the_same_is_an_article(markup: str) -> None:
    found = page(markup + LONG)
    assert found.hollow_kind is None
    assert found.truncation in ("complete", "truncated")


@pytest.mark.parametrize(
    "markup",
    [
        "<h1>Spec</h1><p>Section four is stable.</p><p>The note has been removed from the status part.</p>",
        "<h1>Plans</h1><p>Start free. Up to 5 seats.</p>",
        "<title>404 Media on tides</title><p>They wrote about berths.</p>",
        "<p>The page count of the report is 404.</p>",
        "<title>Forbidden Planet</title><p>A film of 1956.</p>",
        "<p>Add your email to log in later. Fees apply from June, the harbour board said on Monday.</p>",
        "<p>Load the crates.</p>",
        "<p>JavaScript was created in 1995.</p>",
        "<p>Nothing was found in the wreck.</p>",
    ],
)
def test_a_short_page_of_its_own_words_is_complete(markup: str) -> None:
    assert page(markup).truncation == "complete"


def test_a_sign_in_box_beside_an_article_is_no_wall() -> None:
    form = "<form>Log in <input type=password></form>"
    assert page(form + "<p>The berth fee is waived until June.</p>" * 20).truncation == "complete"


def test_a_teaser_before_a_paywall_is_truncated() -> None:
    teaser = "<p>The committee found that 14.2% of the samples failed.</p>" * 12
    found = page(teaser + "<p>Subscribe now to continue reading.</p>")
    assert (found.truncation, found.hollow_kind) == ("truncated", None)


@pytest.mark.parametrize("markup", ["<div id=root></div><script>app()</script>", "<p>—</p>", "<title>T</title>", " "])
def test_a_page_without_words_is_empty(markup: str) -> None:
    assert page(markup).truncation == "empty"


def test_few_words_in_many_bytes_are_sparse_at_the_limits() -> None:
    few = "<p>" + "x" * 1022 + "</p>"
    overhead = len((few + "<script></script>").encode())
    assert page(few, 4096 - overhead).truncation == "sparse"
    assert page(few, 4095 - overhead).truncation == "complete"
    assert page("<p>" + "x" * 1024 + "</p>", 5000).truncation == "complete"
