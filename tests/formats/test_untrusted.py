"""What a server says, in its text, its addresses, its names and its failures, does nothing in any format."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from markdown_it import MarkdownIt

from gnut.acquire.contract import Acquired
from gnut.edge.policies import all_shipped, shipped
from gnut.formats import acquired, acquired_json, concise, full, github, json_report, jsonl, markdown, summary
from gnut.formats.came import Came
from gnut.formats.escape import redacted, terminal
from gnut.formats.paint import Paint
from gnut.ingest.core import profile
from gnut.ledger.contract import CHECK, CheckReport
from gnut.model import Absence, Report, Source, Uri
from gnut.run import run
from tests.formats.test_escape import FORBIDDEN, HOSTILE, MARKDOWN

TEXTS = {name: text for name, text in {**HOSTILE, **MARKDOWN}.items() if name != "lone surrogate"}
"""No text that was read from bytes holds a lone surrogate."""

PLAIN = Paint(on=False)
NEAR, GONE, ELSE, HIDES = (Uri(f"https://{name}.example/") for name in ("near", "gone", "else", "hides"))
REPORT = f"""\
It says "raised $14.2M in Series A from investors" ([a]({NEAR})).
It says "the gate shuts at nine every evening" ([b]({NEAR})).
It says "no such words are here at all" ([c]({GONE})).
It says "hidden are these many words" ([d]({HIDES})).
"""

FORMATS: dict[str, Callable[[CheckReport], str]] = {
    "full": lambda checked: full.render(checked, {"report.md": REPORT}, paint=PLAIN, verbose=True),
    "concise": lambda checked: concise.render(checked, verbose=True),
    "summary": lambda checked: summary.render(checked, paint=PLAIN, verbose=True),
    "json": json_report.render,
    "jsonl": jsonl.render,
    "github": lambda checked: github.render(checked, verbose=True),
    "markdown": lambda checked: markdown.render(checked.reports[0]),
}


def checked(text: str) -> CheckReport:
    """Return the ledger of a report whose sources say `text` wherever a server has a word."""
    notes = ("archive_copy", "capture_date_differs", "charset_guessed", "redirected_home", "struck_text")
    page = f"In May they raised $4.2M {text} in Series A from investors. {text} The end.\n"
    acquired: dict[Uri, Acquired] = {
        NEAR: Source(NEAR, f"https://{text}", None, page, text, "sparse", True, True, notes),
        HIDES: Source(HIDES, f"https://x.example/{text}", None, "Words.\n", "hidden are these many words", "complete",
                      False, True, notes),
        ELSE: Source(ELSE, f"https://{text}", None, page, None, "complete", False, True, ()),
        GONE: Absence(GONE, "unexpected_status", text),
    }  # fmt: skip
    made = run(
        Report("report.md", REPORT.encode(), ()),
        profile=profile(None),
        sources=lambda request: acquired[request.uri],
        policy=shipped("default"),
        policies=all_shipped(),
    )
    return CheckReport(CHECK, 1, (made.ledger,))


def came(text: str) -> list[Came]:
    """Return what acquiring came to where a server says `text`."""
    return [
        Came(GONE, f"https://gone.example/{text}", "failed", Absence(GONE, "unexpected_status", text)),
        Came(NEAR, f"https://near.example/?q={text}", "failed", Absence(NEAR, "bad_redirect", text)),
    ]


def harmless(shown: str) -> None:
    assert not FORBIDDEN.search(shown.replace("\n", ""))
    assert "##[" not in shown
    assert not [line for line in shown.splitlines() if line.lstrip().startswith("::")]


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
@pytest.mark.parametrize("form", [name for name in FORMATS if name != "github"])
def test_no_word_of_a_server_is_obeyed_by_a_terminal_or_a_runner(form: str, text: str) -> None:
    harmless(FORMATS[form](checked(text)))


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_json_says_what_the_server_said_and_shows_none_of_it(text: str) -> None:
    shown = json_report.render(checked(text))
    rows = json.loads(shown)["reports"][0]["rows"]
    assert rows[0]["source"]["final_uri"] == f"https://{text}"
    assert rows[2]["findings"][0]["message"]


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_an_annotation_is_one_command_whatever_a_server_says(text: str) -> None:
    lines = github.render(checked(text), verbose=True).split("\n")
    assert lines.pop() == ""
    assert lines
    for line in lines:
        assert line.startswith(("::error ", "::warning ", "::notice "))
        assert not FORBIDDEN.search(line)
        assert "##[" not in line


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_a_ledger_page_holds_no_link_image_or_element_of_a_server(text: str) -> None:
    page = MarkdownIt("commonmark", {"html": True}).enable("table").enable("strikethrough")
    plain, told = (page.parse(FORMATS["markdown"](checked(said))) for said in ("words", text))
    kinds = [[token.type for token in tokens] for tokens in (plain, told)]
    assert kinds[0] == kinds[1]
    for token in told:
        for child in token.children or ():
            assert child.type not in ("link_open", "image", "s_open")
            assert child.type != "html_inline" or child.content == "<br>"


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_what_a_fetch_came_to_is_told_in_harmless_words(text: str) -> None:
    said = came(text)
    for verbose in (False, True):
        harmless("\n".join(terminal(redacted(line)) for line in acquired.account(said, 0, verbose=verbose)))
    harmless(acquired_json.render(said, exit=1, local=0, dry=False))
