"""Untrusted text does nothing in any medium but stand there."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from gnut.formats import escape

HOSTILE = {
    "clear screen": "a\x1b[2Jb",
    "window title": "\x1b]0;owned\x07",
    "clipboard": "\x1b]52;c;Zm9v\x07",
    "link": "\x1b]8;;https://evil.example\x07click\x1b]8;;\x07",
    "device control": "\x1bP1$tx\x1b\\",
    "C1 introducer": "\x9b31mred",
    "backspaces": "good\b\b\b\bevil",
    "carriage return": "evil\rgood",
    "bell and delete": "\x07\x7f",
    "right-to-left override": "abc\u202egnp.exe",
    "isolates": "\u2066\u2067\u2069",
    "zero width": "pass\u200bword\u2060\ufeff",
    "soft hyphen": "pass\u00adword",
    "line separators": "a\u2028b\u2029c\x85d",
    "tag characters": "x\U000e0041\U000e0042",
    "variation selectors of the supplement": "x\U000e0100",
    "lone surrogate": "x\udcff",
    "workflow command": "\n::error file=a,line=1::owned",
    "old workflow command": "##[error]owned",
    "stop commands": "\n::stop-commands::x",
    "interlinear": "\ufff9a\ufffab\ufffb",
    "blank that is no blank": "\u3164\u115f",
}

FORBIDDEN = re.compile(
    "[\x00-\x1f\x7f-\x9f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\U000e0000-\U000e0fff\ud800-\udfff]"
)


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_a_terminal_sees_no_character_that_it_would_obey_or_hide(text: str) -> None:
    shown = escape.terminal(text)
    assert not FORBIDDEN.search(shown)
    assert "##[" not in shown


@given(st.text())
def test_nothing_in_any_text_reaches_a_terminal_as_a_control(text: str) -> None:
    for shown in (escape.terminal(text), escape.one_line(text)):
        assert not FORBIDDEN.search(shown)
        assert "##[" not in shown


def test_each_hidden_character_is_named_by_its_number() -> None:
    assert escape.terminal("\x1b\u202e\u200b\U000e0041\n\t") == "\\x1b\\u202e\\u200b\\U000e0041\\n\\t"


@pytest.mark.parametrize("text", ["می\u200cشود", "क्\u200dष", "\U0001f468\u200d\U0001f469\u200d\U0001f467"])
def test_joiners_that_shape_letters_and_emoji_are_kept(text: str) -> None:
    assert escape.terminal(text) == text


@pytest.mark.parametrize("text", ["pass\u200cword", "\u200cxy", "xy\u200d", "1\u200d2", "\u200d"])
def test_joiners_that_join_nothing_are_spelled_out(text: str) -> None:
    assert not set("\u200c\u200d") & set(escape.terminal(text))


@pytest.mark.parametrize(
    "text", ["naïve café", "三亿元", "Здравствуй", "e\u0301", "👩🏽", "ﷺ", "½ “quoted” – …", "\u0600١٢"]
)
def test_what_is_only_foreign_is_shown_as_it_is(text: str) -> None:
    assert escape.terminal(text) == text


@given(st.text())
def test_columns_are_counted_over_the_same_escapes(text: str) -> None:
    assert "".join(escape.pieces(text)) == escape.terminal(text)


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_a_workflow_command_stays_one_command(text: str) -> None:
    line = f"::error file={escape.workflow_property(text)},line=1::{escape.workflow_data(text)}"
    assert "\n" not in line
    assert "\r" not in line
    properties = line.removeprefix("::error ").partition("::")[0]
    assert properties.count(",") == 1
    assert not FORBIDDEN.search(line)


def test_a_workflow_message_keeps_its_lines_and_its_per_cent_signs() -> None:
    assert escape.workflow_data("50%\nmore\r") == "50%25%0Amore%0D"
    assert escape.workflow_property("a:b,c%") == "a%3Ab%2Cc%25"


@pytest.mark.parametrize("name", ["::error::x.md", "  ::add-mask::x.md", "\t::x"])
def test_a_file_name_cannot_pass_for_a_workflow_command(name: str) -> None:
    assert not escape.path(name).lstrip().startswith("::")


MARKDOWN = {
    "link": "[click](https://evil.example)",
    "image, a beacon": "![x](https://evil.example/p.png)",
    "reference": "[a][b]\n\n[b]: https://evil.example",
    "bare address": "see https://evil.example/x and www.evil.example",
    "autolink": "<https://evil.example>",
    "html": "<script>alert(1)</script><img src=x onerror=alert(1)>",
    "entity": "&lt;b&gt; &#60;",
    "code fence": "```\nx\n```",
    "code span": "`a` ``b`` `",
    "table break": "a | b \\| c",
    "emphasis": "*a* _b_ **c** ~~d~~",
    "heading": "# title\n===",
    "list": "- a\n1. b\n+ c",
    "quote": "> a",
    "backslash at the end": "a\\",
    "mention": "@octocat please",
    "mail": "root@evil.example",
    "template": "{{ site.secret }} {% raw %}",
    "mathematics": "$x$ and $$y$$",
    "comment": "<!-- x -->",
}


def inline_types(text: str) -> set[str]:
    """Return the kinds of inline tokens that a cell with `text` parses to."""
    parser = MarkdownIt("commonmark", {"html": True}).enable("table").enable("strikethrough")
    tokens = parser.parse(f"| a | b |\n|---|---|\n| {text} | end |\n")
    rows = sum(token.type == "tr_open" for token in tokens)
    cells = [token for token in tokens if token.type == "inline"]
    assert rows == 2
    assert len(cells) == 4
    assert cells[3].content == "end"
    return {child.type for child in cells[2].children or ()}


@pytest.mark.parametrize("text", [*MARKDOWN.values(), *HOSTILE.values()], ids=[*MARKDOWN, *HOSTILE])
def test_a_markdown_cell_holds_text_or_code_and_nothing_else(text: str) -> None:
    assert inline_types(escape.markdown(text)) <= {"text", "text_special", "code_inline"}
    assert inline_types(escape.markdown_code(text)) <= {"text", "code_inline"}


@given(st.text(st.sampled_from("`|\\ab@*[]()<>!&_\n #")))
def test_no_mixture_of_marks_escapes_from_a_cell(text: str) -> None:
    assert inline_types(escape.markdown(text)) <= {"text", "text_special", "code_inline"}
    assert inline_types(escape.markdown_code(text)) <= {"text", "code_inline"}


def test_people_are_not_notified() -> None:
    assert escape.markdown("ask @octocat") == "`ask @octocat`"


def test_addresses_do_not_become_links() -> None:
    shown = escape.markdown("https://evil.example www.evil.example HTTP://x WWW.x.example")
    assert not re.search(r"(?i)://|www\.(?=\w)", shown.replace("\\://", "").replace("\\.", ""))


@given(
    st.recursive(st.text(), lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3))
)
def test_escaped_json_is_the_same_value(value: object) -> None:
    plain = json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass").decode("utf-8", "replace")
    shown = escape.json_text(plain)
    assert json.loads(shown) == json.loads(plain)
    assert not FORBIDDEN.search(shown)
    assert "##[" not in shown


SECRET = "s3cr3t"


@pytest.mark.parametrize(
    "text",
    [
        f"https://user:{SECRET}@example.org/a",
        f"https://{SECRET}@example.org/a?b=1",
        f"GET https://example.org/a?token={SECRET}&x={SECRET};y={SECRET}#top failed",
        f"ftp://u:{SECRET}@h/p?q={SECRET}",
        f"'https://example.org/?X-Amz-Signature={SECRET}'",
        f"<http://a.example/?k={SECRET}>",
        f"https://a.example/cb#access_token={SECRET}&x=1",
        f"https://a.example/x;jsessionid={SECRET}/y",
        f"https:\\/\\/user:{SECRET}@a.example\\/?token={SECRET}",
        f"https://a.example/go/https%3A%2F%2Fuser%3A{SECRET}%40b.example",
        f"https%3A%2F%2Fa.example%2F%3Ftoken%3D{SECRET}",
        f"https%253A%252F%252Fuser%253A{SECRET}%2540a.example",
        f"Authorization: Bearer {SECRET}",
        f"authorization=Basic {SECRET}",
        f"[('Authorization', 'Bearer {SECRET}')]",
        f"Illegal header value b'Bearer {SECRET}0A=='",
        f"Set-Cookie: id={SECRET}; Path=/",
        f'{{"cookie": "{SECRET}"}}',
        f"www.a.example/x?access_token={SECRET} failed",
        f"sent access_token={SECRET}",
        f'{{"client_secret": "{SECRET}"}}',
        f"password='{SECRET}'",
        f"X-Amz-Signature={SECRET}&X-Amz-Date=2020",
    ],
)
def test_credentials_and_query_values_are_left_out_of_messages(text: str) -> None:
    assert SECRET not in escape.redacted(text)


def test_what_tells_pages_apart_stays_in_messages() -> None:
    assert escape.redacted("https://example.org:8080/a/b?page=2") == "https://example.org:8080/a/b?page=…"
    assert escape.redacted("report.md: no such file") == "report.md: no such file"


@pytest.mark.parametrize(
    "text",
    [
        "the signature: it does not match",
        "authentication, then a cookie, are not what gnut sends",
        "cookie_wall (1): run  gnut acquire --saved URL=FILE",
        "https://en.wikipedia.org/wiki/100%25_renewable_energy: not_found",
        "https://de.wikipedia.org/wiki/Stra%C3%9Fe: gone",
        "report.md:3:4: GN207 warning: the site served its front page in place of this one",
        "basic information, bearer of news",
        "key: stands in no bibliography",
        "50 % of tokens=7",
    ],
)
def test_what_only_speaks_of_credentials_is_left_as_it_is(text: str) -> None:
    assert escape.redacted(text) == text


@pytest.mark.parametrize(
    "text",
    ["a" * 200_000, "http://" * 20_000, "x?" * 100_000, "a://" + "=&" * 100_000, "%3A%2F" * 30_000, "a=" * 90_000],
)
def test_long_messages_are_cleaned_in_time_linear_in_them(text: str) -> None:
    assert escape.redacted(text)
    assert escape.terminal(text)
