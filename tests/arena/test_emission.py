"""Which sentences of a report become tasks, and with what context."""

from __future__ import annotations

import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnut.arena.contract import Emission
from gnut.arena.core import emit, profile
from gnut.arena.core.whereabouts import lines
from gnut.errors import GnutError, MalformedReport
from gnut.model import self_hash
from tests.arena.made import DEFAULT

CLAIM = "We believe that the landlord will ask for a higher rent."


def said(text: str, kind: str = "markdown", **changed: Any) -> list[str]:
    return [one.assertion for one in made(text, kind, **changed).tasks]


def made(text: str, kind: str = "markdown", **changed: Any) -> Emission:
    chosen = profile({"key": "p", "version": "1"} | changed, DEFAULT)
    return emit(text.encode(), kind, chosen)


@pytest.mark.parametrize(
    "text",
    [
        "```\nWe believe that the landlord will ask.\n```",
        "    We believe that the landlord will ask.",
        "<!-- We believe that the landlord will ask. -->",
        "---\ntitle: We believe that the landlord will ask.\n---\n",
        "# We believe that the landlord will ask for a higher rent",
        "| We believe that the landlord will ask. |\n|---|\n",
        "Text.[^1]\n\n[^1]: We believe that the landlord will ask.",
        "It is so [1].\n\n## Sources\n\n[1] We believe that the landlord will ask. https://a.example/\n",
        "<div class='groundnut-references'>\n\nWe believe that the landlord will ask.\n\n</div>",
        "<p data-groundnut-evidence-exclude>We believe that the landlord will ask.</p>\n",
        "<script>We believe that the landlord will ask.</script>",
        "![We believe that the landlord will ask.](a.png)",
        "[a]: https://a.example/ 'We believe that the landlord will ask.'",
    ],
)
def test_what_is_no_prose_is_no_task(text: str) -> None:
    assert said(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "We believe that the landlord\nwill ask for\na higher rent.",
        "- We believe that the landlord will ask for a higher rent.",
        "12. We believe that the landlord\n    will ask for a higher rent.",
        "* [x] We believe that the landlord will ask for a higher rent.",
        "> We believe that the landlord\n> will ask for a higher rent.",
        "| Text |\n|---|\n| We believe that the landlord will ask for a higher rent. |",
        "We **believe** that the [landlord](https://a.example/) will ask for a _higher_ rent.",
        "We believe that the landlord will ask for a higher rent.<!-- gnut: note -->",
        "We believe that the landlord will ask for a higher rent.[^1]\n\n[^1]: https://a.example/",
        "We believe that the landlord will ask for a higher rent [1].\n\n## Sources\n\n[1] https://a.example/",
        "We believe that the landlord will ask for a higher rent.[1][2]\n\n## Sources\n\n1. https://a.example/\n2. https://b.example/",
        "We be&shy;lieve that the landlord will ask for a higher rent.".replace("&shy;", ""),
    ],
)
def test_a_sentence_is_found_however_it_is_set(text: str) -> None:
    assert said(text) == [CLAIM]


@pytest.mark.parametrize(
    "text",
    [
        "We believe that Dr. Smith will sell the yard to Mr. Jones in May.",
        "We believe that the U.S. market will shrink by 4.2% in Q3, i.e. in autumn.",
        "Wir glauben, dass z. B. die Miete am 3. Mai um 4,2 % steigt.",
        "Nous pensons que M. Dupont vendra le chantier à Mme. Martin en mai.",
        "Мы считаем, что в 2024 г. спрос на перевозки снова упадёт.",
        "我们认为该公司明年的需求将会明显下降。",
        "したがって来年度の需要は大きく減少するとみられる。",
        "Vermutlich wird die Miete im kommenden Jahr noch einmal steigen.",
        "No consta ningún registro de la venta en el ayuntamiento de la villa.",
    ],
)
def test_one_sentence_stays_one_in_any_language(text: str) -> None:
    assert said(f"{text}") == [text]


def test_html_and_text_are_read_as_what_they_are() -> None:
    page = (
        "<html><head><title>We believe that titles are no tasks at all.</title><style>a{}</style></head><body>"
        "<nav>We believe that menus are no tasks at all.</nav><h1>We believe that headings are no tasks.</h1>"
        "<p>We <b>believe</b> that the\nlandlord will ask for a higher rent.<sup><a href='#n1'>1</a></sup></p>"
        "<pre>We believe that code is no task at all.</pre><p hidden>We believe that hidden words are no tasks.</p>"
        "<p style='display:none'>We believe that hidden words are no tasks.</p><!-- We believe nothing of it. -->"
        "<table><tr><th>We believe that heads of tables are no tasks.</th></tr></table>"
        "<h2>References</h2><ol><li>We believe that sources are no tasks.</li></ol>"
        "<h2>End</h2><aside role='doc-footnote'>We believe that footnotes are no tasks.</aside></body></html>"
    )
    assert said(page, "rendered_html") == [CLAIM]
    text = (
        "The lease ends.\n\n  - We believe that the landlord\n    will ask for a higher rent. [3]\n\n"
        "Sources:\n[1] We believe that it is likely: https://a.example/"
    )
    assert said(text, "plain_text") == [CLAIM]


def test_markdown_signs_are_words_in_a_plain_text() -> None:
    text = "# We believe that *stars* stand for nothing here.\n\n    We believe that indents stand for nothing here."
    assert said(text, "plain_text") == [
        "# We believe that *stars* stand for nothing here.",
        "We believe that indents stand for nothing here.",
    ]


def test_context_is_of_the_same_section_and_never_the_assertion() -> None:
    text = f"Before it.\n\nOther words.\n\n# A\n\nThe lease ends soon. {CLAIM}\n\n{CLAIM.upper()}\n\n# B\n\nAfter it."
    (task,) = made(text).tasks
    assert (task.context, task.location, task.section) == ("The lease ends soon.", "sentence 4, section 1", 1)


def test_context_is_the_nearest_that_fits_in_reading_order() -> None:
    around = [f"Sentence number {number} stands here." for number in range(1, 9)]
    text = " ".join([*around[:4], CLAIM, *around[4:]])
    bounds = {"context_max_sentences": 3}
    (task,) = made(text, bounds=bounds).tasks
    assert task.context == " ".join([around[2], around[3], around[4]])


def test_a_neighbour_that_is_too_long_is_passed_over() -> None:
    long = "This one goes on and on " + "and on " * 20 + "until its end."
    text = f"The lease ends soon. {long} {CLAIM}"
    (task,) = made(text, bounds={"context_max_characters": 40}).tasks
    assert task.context == "The lease ends soon."


def test_behind_a_section_the_one_around_it_goes_on() -> None:
    page = f"<article><p>First words.</p><section><p>Inner words.</p></section><p>{CLAIM}</p></article>"
    (task,) = made(page, "rendered_html").tasks
    assert (task.context, task.section) == ("First words.", 1)


def test_a_sentence_said_twice_is_one_task() -> None:
    assert len(said(f"{CLAIM}\n\n# Again\n\n{CLAIM.upper()}\n\n“{CLAIM}”")) == 1


@pytest.mark.parametrize(
    "text",
    [
        "This report was prepared for the board and is likely to be read by many.",
        "In this section, we describe what we believe about the market.",
        "Prepared by the research desk, which we believe to be independent.",
        "Dieser Bericht beschreibt, was voraussichtlich im Jahr 2026 geschieht.",
    ],
)
def test_what_a_report_says_of_itself_is_no_task(text: str) -> None:
    assert said(text) == []


def test_a_conclusion_is_a_task_even_where_the_report_is_its_subject() -> None:
    text = "This report therefore concludes that the reserve price was never in reach."
    assert said(text) == [text]


def test_lengths_count_wide_characters_twice() -> None:
    assert said("我们认为明年的需求会下降。") == []
    assert said("我们认为该公司明年的需求将会下降。") == ["我们认为该公司明年的需求将会下降。"]


def test_typographic_marks_hide_no_words() -> None:
    assert said("The annual run‑rate of the kiosk is close to ninety thousand.") != []
    assert said("We\u00a0believe\u202fthat the landlord will ask for a higher rent.") != []


def test_the_same_bytes_give_the_same_object() -> None:
    one, other = made(f"First. {CLAIM}"), made(f"First. {CLAIM}")
    assert one == other
    assert one.sha256 == self_hash(one)
    assert made(f"Second. {CLAIM}").sha256 != one.sha256


@pytest.mark.parametrize(
    ("body", "kind", "code"),
    [
        (b"{}", "structured_json", "unsupported_artifact"),
        (b"\x00\x01\x02" * 100, "markdown", "unreadable_report"),
        (b"\x00\x01\x02" * 100, "plain_text", "unreadable_report"),
        (b"[" * 200_001, "markdown", "report_too_large"),
        (b"a" * (4 << 20) + b"a", "plain_text", "report_too_large"),
        (b"<p>" + b"<b>" * 100_000, "rendered_html", "too_complex"),
        (b"<p " + b"a=1 " * 100_000 + b">", "rendered_html", "too_complex"),
        (b"<p>It likely holds.</p><!-- and so on", "rendered_html", "malformed_html"),
        (b"<p>It likely holds.</p><p class='x", "rendered_html", "malformed_html"),
        (b"<p>It likely holds.</p><title>On <p>It likely holds.</p>", "rendered_html", "malformed_html"),
        (b"<p>It likely holds.</p><script>let it = 1", "rendered_html", "malformed_html"),
        ("<p>桥大概会关闭。</p><style>p {".encode(), "rendered_html", "malformed_html"),
    ],
)
def test_what_cannot_be_read_is_refused_by_its_code(body: bytes, kind: str, code: str) -> None:
    with pytest.raises(GnutError) as refused:
        emit(body, kind, DEFAULT)
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (b"We believe. " * 20_000, "markdown"),
        (b"We believe that it is likely, no? " * 5_000, "plain_text"),
        (b"[1] " * 20_000, "plain_text"),
        (b"- a\n" * 20_000, "plain_text"),
        (b"no " * 100_000, "plain_text"),
        (b"<section>" * 500 + b"We believe that it is so, likely." + b"</section>" * 500, "rendered_html"),
        (b"\x1d<h1>a</h1>\x1d<p>&#x1d;We believe that it is so, likely.\x1d</p>", "rendered_html"),
    ],
)
def test_hostile_text_is_done_with_soon(body: bytes, kind: str) -> None:
    started = time.process_time()
    emit(body, kind, DEFAULT)
    assert time.process_time() - started < 10


def test_one_long_paragraph_costs_no_square_of_its_length() -> None:
    def spent(count: int) -> float:
        body = b"It lay in dock for 5. " * count
        started = time.process_time()
        emit(body, "plain_text", DEFAULT)
        return time.process_time() - started

    spent(1000)
    assert spent(80_000) < 8 * max(spent(20_000), 0.01)


@given(st.text(max_size=200), st.sampled_from(["markdown", "plain_text", "rendered_html"]))
def test_any_text_gives_tasks_or_a_refusal(text: str, kind: str) -> None:
    try:
        found = emit(text.encode("utf-8", "surrogatepass"), kind, DEFAULT)
    except GnutError:
        return
    assert len({one.task_id for one in found.tasks}) == len(found.tasks)


@given(
    st.lists(
        st.sampled_from([CLAIM, "# Head", "Short one here.", "- item of a list", "Thus the seat falls vacant in June."])
    )
)
def test_an_assertion_never_stands_in_its_own_context(blocks: list[str]) -> None:
    for one in made("\n\n".join(blocks)).tasks:
        assert one.assertion not in one.context


def test_unknown_bytes_are_no_crash() -> None:
    assert said("Caf\x00e. " + CLAIM) == [CLAIM]
    with pytest.raises(MalformedReport):
        emit(b"x", "pdf", DEFAULT)


@pytest.mark.parametrize(
    "text",
    [
        "Confidential talks suggest that the merger is likely to close by May.",
        "Produced by a single plant, the drug will therefore likely run short.",
        "Copyright law therefore gives the firm no way to stop the copies.",
        "Published on Monday, the figures suggest that demand is likely to fall.",
        "Reviewed by two auditors, the accounts are therefore likely to hold.",
        "Disclaimer clauses are therefore unlikely to protect the seller.",
        "The rest of the report therefore cannot be relied upon by buyers.",
        "All rights reserved to the state are therefore likely to be sold.",
    ],
)
def test_an_assertion_that_begins_with_a_word_of_front_matter_is_a_task(text: str) -> None:
    assert said(text) == [text]


@pytest.mark.parametrize(
    "text",
    [
        "Copyright © 2024 Acme, which is unlikely to answer any letters.",
        "Disclaimer: the figures below are likely to change without notice.",
        "The remainder of this report describes what is likely to happen.",
        "See section 4 for why the demand is likely to fall in autumn.",
    ],
)
def test_a_formula_of_front_matter_is_no_task(text: str) -> None:
    assert said(text) == []


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_the_line_of_a_task_is_the_one_that_its_sentence_begins_in(end: str) -> None:
    text = end.join(
        [
            "---",
            "title: A",
            "---",
            "# Señales — 我们",
            "",
            "Yes. Passengers fell, and they fell in both",
            "years. Demand has *therefore* weakened",
            "for good.",
            "",
            "> - [We believe](https://a.example/) that the port is closed.",
            "",
            "| a | b |",
            "|---|---|",
            "| There is no record of a tender. | It is therefore likely that it never was. |",
            "",
            "```",
            "There is no record of code.",
            "```",
            "The ferry therefore stops for good at the end of the year[^1].",
            "",
            "[^1]: There is no record of notes.",
        ]
    )
    body = text.encode()
    emitted = emit(body, "markdown", DEFAULT)
    assert [(one.assertion.split()[0], lines(body, emitted)[one.task_id]) for one in emitted.tasks] == [
        ("Demand", 7),
        ("We", 10),
        ("There", 14),
        ("It", 14),
        ("The", 19),
    ]


def test_a_report_that_is_no_markdown_has_no_lines() -> None:
    for kind, body in (
        ("plain_text", b"It is therefore likely closed for good."),
        ("rendered_html", b"<p>It is therefore likely closed for good."),
    ):
        emitted = emit(body, kind, DEFAULT)
        assert emitted.tasks
        assert lines(body, emitted) == {}


@given(
    st.lists(
        st.sampled_from(
            ["It is therefore closed for good, number", "# Yes, at", "- There is no record of tender", "", "> a"]
        )
    )
)
def test_every_task_of_markdown_stands_in_the_line_that_is_named(rows: list[str]) -> None:
    body = "\n".join(f"{row} {at}." if row else row for at, row in enumerate(rows)).encode()
    emitted = emit(body, "markdown", DEFAULT)
    told = lines(body, emitted)
    for one in emitted.tasks:
        assert f" {told[one.task_id] - 1}." in one.assertion
