"""Rendered HTML, read as Markdown is: the same binding, from the tree that a real parser makes."""

from __future__ import annotations

from typing import Any

import pytest

from gnut.errors import MalformedReport
from gnut.ingest.contract import Extraction, UnitKind
from tests.ingest.reports import X, Y, Z, bound, broken, cited, noted, only, texts
from tests.ingest.reports import read as read_any


def read(markup: str | bytes, chosen: str | dict[str, Any] | None = None) -> Extraction:
    return read_any(markup, chosen, path="docs/report.html")


def refusal(markup: str | bytes, chosen: str | dict[str, Any] | None = None) -> str:
    with pytest.raises(MalformedReport) as caught:
        read(markup, chosen)
    return caught.value.code


# Units.


def test_a_sentence_of_a_block_is_a_unit_as_in_markdown() -> None:
    extraction = read("<h1>Fleet</h1><p>It sold four ships. Dr. Smith saw\nit.</p><ul><li>One.</li><li>Two.</li></ul>")
    assert texts(extraction) == ["It sold four ships.", "Dr. Smith saw it.", "One.", "Two."]
    assert [unit.kind for unit in extraction.units[1:3]] == [UnitKind.PROSE, UnitKind.LIST_ITEM]


def test_a_unit_has_a_location_and_no_line() -> None:
    extraction = read(f"<h1>Fleet</h1><p>It sold 4 ships. And <a href='{X}'>more</a>.</p><p>Then five.</p>")
    assert [unit.location for unit in extraction.units] == ["block 2", "block 2", "block 3"]
    places = [unit.place for unit in extraction.units] + [extraction.units[1].citations[0].place]
    assert [(one.start, one.line) for one in places] == [(0, 0), (1, 0), (2, 0), (1, 0)]


def test_a_break_parts_sentences_and_two_part_blocks() -> None:
    extraction = read("<p>Cost up<br>Sales down<br>and out<br><br>Staff left</p>")
    assert texts(extraction) == ["Cost up", "Sales down and out", "Staff left"]


def test_heads_of_a_table_are_no_units_and_the_heads_of_its_rows_are() -> None:
    extraction = read(
        "<table><caption>Sales</caption><tr><th>Year</th><th>Sales</th></tr>"
        "<tr><th>2018</th><td>5 ships</td></tr><tr><th scope=row>2019</th><td>6 ships</td></tr></table>"
    )
    assert texts(extraction) == ["2018", "5 ships", "2019", "6 ships"]
    assert dict(extraction.lines.excluded) == {"caption": 1, "table_head": 2}


def test_a_heading_is_a_unit_only_if_it_cites() -> None:
    extraction = read(f"<h2>Fleet</h2><h2>Sales [<a href='{X}'>1</a>]</h2>")
    assert [(unit.kind, unit.text) for unit in extraction.units] == [(UnitKind.HEADING, "Sales")]


def test_a_declared_display_decides_what_a_block_is() -> None:
    extraction = read(
        "<div style='display:inline'>One </div><div style='display:inline'>sentence.</div><i style=display:block>B.</i>"
    )
    assert texts(extraction) == ["One sentence.", "B."]


def test_inline_markup_parts_no_word_and_no_blank_is_put_in() -> None:
    extraction = read(f"<p>The <b>m</b>ill, <i>shut</i>; <a href='{X}'>5%</a>.</p>")
    assert texts(extraction) == ["The mill, shut; 5%."]


@pytest.mark.parametrize("tag", ["script", "style", "template", "title", "textarea", "noscript", "svg", "iframe"])
def test_what_is_no_text_of_the_page_is_never_a_unit(tag: str) -> None:
    extraction = read(f"<p>Seen.</p><{tag}>5 ships were sold.</{tag}>")
    assert texts(extraction) == ["Seen."]


def test_preformatted_text_is_code_and_inline_code_is_no_prose() -> None:
    extraction = read("<pre>sold 5\nships</pre><p>Use <code>n = 5</code> here.</p>")
    (unit,) = extraction.units
    assert (unit.text, unit.prose, unit.numeric) == ("Use n = 5 here.", "Use here.", False)
    assert dict(extraction.lines.excluded) == {"code": 1}


def test_a_power_never_makes_another_number() -> None:
    (unit,) = read("<p>About 14<sup>2</sup> m<sup>2</sup> of H<sub>2</sub>O, 10<sub>3</sub>.</p>").units
    assert unit.text == "About 14² m² of H2O, 10₃."


# Citations.


def test_every_habit_of_a_link_is_read() -> None:
    extraction = read(
        f"<p><a href={X}>a</a> <a title='x > y' HREF=\"{Y}\">b</a> "
        f"<A class=c rel=nofollow href='{Z}'><em>c</em> <b>d</b></A>"
        "<a href=' https://w.example/\n1?a=1&amp;b=2 '>e</a></p>"
    )
    assert cited(extraction) == [X, Y, Z, "https://w.example/1?a=1&b=2"]


def test_signs_of_markdown_in_a_page_are_signs() -> None:
    written = "Write [m](https://m.example/z) to link, 2**3 and 4**5, ^[a note] and {.groundnut-recommendation}"
    extraction = read(f"<p>{written}</p>")
    (unit,) = extraction.units
    assert unit.citations == ()
    assert unit.provenance == "unclassified"
    assert (
        unit.text == "Write [m](https://m.example/z) to link, 2**3 and 4**5, ^[a note] and {.groundnut-recommendation}"
    )
    assert noted(extraction) == ["escaped"]


def test_an_address_in_the_text_is_a_citation_as_in_markdown() -> None:
    assert cited(read(f"<p>See {X}。And ({Y}).</p>")) == [X, Y]


def test_numbers_point_to_the_list_at_the_end() -> None:
    extraction = read(
        f"<p>Up 9 %.[2] Down <sup>1</sup>.</p><h2>Quellen</h2><ol><li><a href='{X}'>A</a></li><li>B, {Y}</li></ol>"
    )
    assert cited(extraction)[0] == Y
    assert dict(extraction.lines.excluded) == {"heading": 1, "source_list": 2}


def test_the_number_of_an_item_is_the_one_that_readers_see() -> None:
    markup = (
        f"<p>Up.[7] Down.[9]</p><h2>Sources</h2><ol start=7><li><a href='{X}'>A</a><li value=9><a href='{Y}'>B</a></ol>"
    )
    assert cited(read(markup)) == [X, Y]


def test_lines_of_a_list_in_one_paragraph_are_told_apart() -> None:
    markup = f"<p>Up.[1] Down.[2]</p><p>[1] One, {X}\n[2] Two, {Y}</p>"
    assert cited(read(markup)) == [X, Y]


def test_a_base_of_the_page_makes_relative_links_absolute() -> None:
    assert cited(read("<base href='https://b.example/d/'><p>See <a href='e?x=1'>e</a>.</p>")) == [
        "https://b.example/d/e?x=1"
    ]


def test_a_base_that_is_no_address_is_not_used() -> None:
    extraction = read("<base href='file:///etc/'><p>See <a href='passwd'>e</a>.</p>")
    assert (cited(extraction), noted(extraction)) == ([], ["navigation"])


def test_a_relative_link_is_a_citation_where_an_excerpt_binds_to_it() -> None:
    extraction = read('<p>He said “one two three four” (<a href="src.txt">notes</a>), see <a href="b.txt">b</a>.</p>')
    assert (cited(extraction), noted(extraction)) == (["file:docs/src.txt"], ["navigation"])


def test_a_link_around_blocks_is_one_citation() -> None:
    extraction = read(f"<a href='{X}'><h3>Card</h3><p>Its text.</p></a>")
    assert (cited(extraction), len(extraction.units)) == ([X], 2)


def test_a_link_that_is_laid_out_as_a_block_is_a_citation() -> None:
    assert cited(read(f"<div style='display:flex'><a href='{X}'>a</a><a href='{Y}'>b</a></div>")) == [X, Y]


EVERY_LINK = f"""<!doctype html><html><head><link href="{X}"><title><a href=t>t</a></title></head><body>
<nav data-groundnut-evidence-exclude><a href="{X}?1">h</a></nav>
<p><a href="{X}?2">a</a> <a href="{X}?3"></a> <a href="#x">x</a> <a href="mailto:a@b.example">m</a> <a href="rel">r</a>
<a href="{X}?4"><img src=i></a> <a href="javascript:1">j</a> <a href="">e</a> <span hidden><a href="{X}?5">h</a></span>
<a href="ftp://f.example/1">f</a> <span class=groundnut-references><a href="{X}?6">g</a></span></p>
<p style="display:none"><a href="{X}?7">n</a></p><template><a href="{X}?8">t</a></template>
<pre><a href="{X}?9">p</a></pre>
<svg><a href="{X}?10"><text>s</text></a></svg><p>Mark<sup><a id=r href="#n">1</a></sup> and [2].</p>
<h2>Sources</h2><ol><li>x<li>[2] <a href="{X}?11">l</a> (<a href="{X}?12">archive</a>)</ol>
<aside role=doc-footnote id=n>See <a href="{X}?13">w</a>, <a href="{X}?14">v</a> <a href="#r">back</a></aside>
<div class=groundnut-references><p><a href="{X}?15">q</a></p></div><map><area href="{X}?16"></map>
<blockquote><p>One two three four five. <a href="{X}?17">k</a></p></blockquote></body></html>"""


def test_every_link_is_a_citation_or_counted_under_a_reason() -> None:
    extraction = read(EVERY_LINK)
    told = {one.written for unit in extraction.units for one in unit.citations} | {
        one.written for one in extraction.noted
    }
    for number in range(1, 18):
        assert f"{X}?{number}" in told, number
    assert {"#x", "mailto:a@b.example", "rel", "javascript:1", "", "ftp://f.example/1", "#r"} <= told


def test_two_links_that_look_alike_are_counted_twice() -> None:
    extraction = read(f"<p hidden><a href='{X}'>a</a><a href='{X}'>a</a></p><p>Seen.</p>")
    assert sorted(one.written for one in extraction.noted) == ["aa", X, X]


# Excerpts.


@pytest.mark.parametrize(
    "quoted",
    [
        "“the mill ceased work”",
        '"the mill ceased work"',
        "„the mill ceased work“",
        "«the mill ceased work»",
        "<q>the mill ceased work</q>",
    ],
)
def test_quotation_marks_of_any_script_declare_an_excerpt(quoted: str) -> None:
    assert bound(read(f"<p>He said {quoted} (<a href='{X}'>record</a>).</p>")) == [("the mill ceased work", (X,))]


def test_a_quotation_in_chinese_binds_to_its_link() -> None:
    markup = f"<p>据报道，「公司去年亏损了三亿元人民币」（<a href='{X}'>公告</a>）。</p>"
    assert bound(read(markup)) == [("公司去年亏损了三亿元人民币", (X,))]


def test_quotation_marks_declare_nothing_under_a_profile_of_labels() -> None:
    markup = f"<p>He said “one two three four” <a href='{X}'>a</a>.</p>"
    assert bound(read(markup, "groundnut-default")) == [("a", (X,))]


def test_a_block_quote_binds_to_the_line_that_leads_into_it() -> None:
    extraction = read(
        f"<p>As <a href='{X}'>the record</a> says:</p><blockquote><p>It ceased work on 4 May.</p></blockquote>"
    )
    assert bound(extraction) == [("It ceased work on 4 May.", (X,))]
    assert only(extraction).text == "As the record says: It ceased work on 4 May."


def test_the_address_of_a_quote_is_its_citation() -> None:
    assert bound(read(f"<blockquote cite='{X}'>It ceased work on 4 May.</blockquote>")) == [
        ("It ceased work on 4 May.", (X,))
    ]
    assert bound(read(f"<p>He said <q cite='{X}'>it ceased work at once</q>.</p>")) == [
        ("it ceased work at once", (X,))
    ]


def test_a_labelled_note_in_a_block_quote_quotes_nobody() -> None:
    extraction = read(f"<blockquote><p><strong>Key finding:</strong> sales rose <a href='{X}'>a</a>.</p></blockquote>")
    assert (bound(extraction), cited(extraction)) == ([], [X])


def test_a_text_fragment_declares_an_excerpt() -> None:
    assert bound(read(f"<p>Up <a href='{X}#:~:text=the%20words'>a</a>.</p>")) == [("the words", (X,))]


def test_words_across_markup_are_no_run_as_written() -> None:
    whole, parted = (
        read(f"<p>He said “the {word} ceased work” (<a href='{X}'>a</a>).</p>") for word in ("mill", "<em>mill</em>")
    )
    assert [one.units[0].bindings[0].excerpt.flattened for one in (whole, parted)] == [False, True]


@pytest.mark.parametrize(
    "between", ["", " ", "\n", ".", ") ", "</b>", "<!-- groundnut-verification-question: When? -->", "</p>\n"]
)
def test_a_marker_behind_a_link_is_its_evidence(between: str) -> None:
    markup = f"<p>Shut <b><a href='{X}'>in 2018</a>{between}<!-- groundnut-source-quote: ceased work -->"
    assert ("ceased work", (X,)) in bound(read(markup))


@pytest.mark.parametrize("between", [" and then ", "</p><p>Then.</p>", "</p>\n\n\n", "</p><section>"])
def test_a_marker_that_stands_apart_belongs_to_no_link(between: str) -> None:
    extraction = read(
        f"<p>Shut <a href='{X}'>in 2018</a>{between}<!-- groundnut-source-quote: ceased work --><p>X.</p>"
    )
    assert bound(extraction) == []
    assert [name for name, _ in extraction.anomalies] == ["bad_marker"]


@pytest.mark.parametrize(
    ("comments", "code"),
    [
        ("<!-- groundnut-source-quote: a --><!-- groundnut-source-locator: b -->", "duplicate_evidence_marker"),
        ("<!-- groundnut-verification-question: a? -->" * 2, "duplicate_question_marker"),
    ],
)
def test_two_markers_on_one_citation_are_refused_under_groundnuts_profile(comments: str, code: str) -> None:
    assert refusal(f"<p>Rise <a href='{X}'>a</a>{comments}</p>", "groundnut-default") == code


@pytest.mark.parametrize(
    ("link", "excerpt", "locator"),
    [
        ("<a href='{}' title='QUOTE: ceased'>a</a>", "ceased", None),
        ("<a href='{}' title='p. 3 | quote: ceased'>a</a>", "ceased", None),
        ("<a href='{}' title='A page'>in 2018</a>", "in 2018", None),
        ("<a href='{}'>[p. 4]</a>", None, "p. 4"),
        ("<a href='{}' title='quote: [p. 4]'>a</a>", None, "p. 4"),
    ],
)
def test_titles_and_labels_are_read_under_groundnuts_profile(
    link: str, excerpt: str | None, locator: str | None
) -> None:
    unit = read(f"<p>Rise {link.format(X)}.</p>", "groundnut-default").units[0]
    assert unit.citations[0].locator == locator
    assert [one.excerpt.text for one in unit.bindings] == ([excerpt] if excerpt else [])


# Footnotes.


FOOTNOTES = {
    "pandoc": '<a href="#fn1" class="footnote-ref" id="fnref1" role="doc-noteref"><sup>1</sup></a>|'
    '<section role="doc-endnotes"><hr><ol><li id="fn1"><p>{} <a href="#fnref1">↩</a></p></li></ol></section>',
    "github": '<sup><a href="#user-content-fn-a" id="user-content-fnref-a" data-footnote-ref>1</a></sup>|'
    '<section data-footnotes><ol><li id="user-content-fn-a"><p>{} <a href="#user-content-fnref-a">↩</a></p></li></ol>'
    "</section>",
    "mdbook": '<sup class="footnote-reference"><a href="#a">1</a></sup>|'
    '<div class="footnote-definition" id="a"><sup class="footnote-definition-label">1</sup><p>{}</p></div>',
    "wikipedia": '<sup id="cite_ref-1"><a href="#cite_note-1"><span>[</span>1<span>]</span></a></sup>|'
    '<ol class="references"><li id="cite_note-1"><b><a href="#cite_ref-1">^</a></b> <span>{}</span></li></ol>',
    "asciidoctor": '<sup class="footnote">[<a id="_footnoteref_1" class="footnote" href="#_footnotedef_1">1</a>]</sup>|'
    '<div id="footnotes"><div class="footnote" id="_footnotedef_1"><a href="#_footnoteref_1">1</a>. {}</div></div>',
    "word": '<a href="#_ftn1" name="_ftnref1"><sup>[1]</sup></a>|'
    '<div id="ftn1"><p><a href="#_ftnref1" name="_ftn1">[1]</a> {}</p></div>',
}


@pytest.mark.parametrize("maker", FOOTNOTES)
def test_a_footnote_cites_what_its_body_names(maker: str) -> None:
    mark, body = FOOTNOTES[maker].split("|")
    source = f"See “one two three four”, <a href='{X}'>the record</a>."
    extraction = read(f"<p>Output rose{mark}. It fell.</p><p>More.</p>{body.format(source)}")
    assert texts(extraction) == ["Output rose.", "It fell.", "More."]
    assert bound(extraction) == [("one two three four", (X,))]
    assert broken(extraction) == []


def test_a_number_that_links_to_a_step_makes_no_footnote_of_it() -> None:
    extraction = read("<p>See step <a href='#s3'>3</a>.</p><ol><li id=s3>Cut 5 trees.</li></ol>")
    assert "Cut 5 trees." in texts(extraction)


# Apparatus, and what nobody sees.


def test_an_ignored_container_ends_where_its_own_tag_does() -> None:
    apparatus = f"<div class='a groundnut-references'><div>Books</div><p><a href='{X}'>R</a></p></div>"
    extraction = read(f"{apparatus}<p>x <a href='{Y}'>b</a></p>")
    assert cited(extraction) == [Y]
    assert dict(extraction.lines.excluded) == {"ignored_container": 2}


@pytest.mark.parametrize("value", ["", "=false", "=true", "='0'"])
def test_the_presence_of_an_attribute_decides_whatever_its_value(value: str) -> None:
    extraction = read(f"<p data-groundnut-evidence-exclude{value}>Sales rose <a href='{X}'>b</a></p><p>Kept.</p>")
    assert texts(extraction) == ["Kept."]
    assert "excluded" in noted(extraction)


def test_an_attribute_of_a_profile_counts_in_any_case() -> None:
    chosen = {"key": "k", "version": "1", "html": {"ignored_container_attributes": ["data-Chrome"]}}
    assert texts(read("<p DATA-CHROME>Menu.</p><p>Kept.</p>", chosen)) == ["Kept."]


def test_a_part_of_a_sentence_can_be_excluded() -> None:
    extraction = read(f"<p>Sales rose <span class=groundnut-references>(<a href='{X}'>b</a>)</span> by 5.</p>")
    assert (texts(extraction), cited(extraction)) == (["Sales rose by 5."], [])
    assert extraction.lines.included == 1


@pytest.mark.parametrize("tag", ["nav", "header", "footer", "aside", "details"])
def test_prose_is_never_excluded_because_of_where_it_stands(tag: str) -> None:
    assert texts(read(f"<{tag}><p>Sales rose.</p></{tag}>")) == ["Sales rose."]


HIDDEN = {
    "attribute": "<p hidden>{}</p>",
    "style": "<p style='display:none'>{}</p>",
    "rule": "<style>.q{{display:none}}</style><p class=q>{}</p>",
    "selector": "<style>div > p + p{{visibility:hidden}}</style><div><p>x.</p><p>{}</p></div>",
    "tiny": "<p style='font-size:0'>{}</p>",
    "white": "<p style='color:#fff;background:#fff'>{}</p>",
    "off screen": "<p style='position:absolute;left:-9999px'>{}</p>",
    "dialog": "<dialog>{}</dialog>",
}


@pytest.mark.parametrize("way", HIDDEN)
def test_what_readers_cannot_see_is_no_claim_and_is_counted(way: str) -> None:
    extraction = read("<!doctype html><p>Seen.</p>" + HIDDEN[way].format(f"Sales rose 5 % <a href='{X}'>b</a>."))
    assert cited(extraction) == []
    assert all("Sales" not in text for text in texts(extraction))
    assert noted(extraction).count("hidden") == 2
    assert dict(extraction.lines.excluded)["hidden"] == 1


def test_what_shows_inside_of_what_hides_is_read() -> None:
    extraction = read("<div style='visibility:hidden'>Not <p style='visibility:visible'>Seen.</p> this.</div>")
    assert texts(extraction) == ["Seen."]


def test_a_hidden_word_is_no_word_of_its_sentence() -> None:
    assert texts(read("<p>It is <span style='opacity:0'>not </span>true.</p>")) == ["It is true."]


# Classes.


def test_the_class_of_a_container_reaches_every_sentence_in_it() -> None:
    extraction = read(
        "<section class=groundnut-company-assertion><p>We grew. We won.</p><ul><li>Both.</ul></section><p>X.</p>"
    )
    assert [unit.provenance for unit in extraction.units] == ["company_assertion"] * 3 + ["unclassified"]


def test_the_nearest_class_counts() -> None:
    markup = "<section class=groundnut-open-question><p>Who?</p><p class=groundnut-company-assertion>We.</p></section>"
    assert [unit.provenance for unit in read(markup).units] == ["open_question", "company_assertion"]


def test_the_class_of_an_inline_element_holds_for_its_sentences() -> None:
    extraction = read("<p>Up 5. <span class=groundnut-recommendation>Hold it. Sell</span> some. Done.</p>")
    assert [unit.provenance for unit in extraction.units] == [
        "unclassified",
        "recommendation",
        "recommendation",
        "unclassified",
    ]


def test_a_declared_analysis_keeps_its_text() -> None:
    unit = only(read("<p class=groundnut-declared-analysis>Our view is that it will grow.</p>"))
    assert (unit.text, unit.provenance, unit.declared_analysis) == (
        "Our view is that it will grow.",
        "analyst_inference",
        True,
    )


def test_an_analytical_class_with_the_legacy_marker_is_its_own() -> None:
    unit = only(read("<p class='groundnut-declared-analysis groundnut-recommendation'>Hold.</p>"))
    assert unit.provenance == "recommendation"


@pytest.mark.parametrize(
    "markup",
    [
        "<p class='groundnut-company-assertion groundnut-open-question'>x</p>",
        "<div class='groundnut-company-assertion groundnut-open-question'></div>",
        "<p class='groundnut-declared-analysis groundnut-company-assertion'>x</p>",
        "<p class=groundnut-company-assertion>x <span class=groundnut-open-question>y</span></p>",
        "<p class=groundnut-company-assertion>x <!-- groundnut-open-question --></p>",
        "<p>x <!-- groundnut-company-assertion --><!-- groundnut-declared-analysis --></p>",
    ],
)
def test_classes_that_contradict_each_other_are_refused(markup: str) -> None:
    assert refusal(markup) == "conflicting_provenance"


# Bytes.


def test_a_page_is_read_in_the_character_set_that_it_declares() -> None:
    body = "<meta charset=windows-1252><p>Fünf “Schiffe” für £4.</p>".encode("windows-1252")
    assert texts(read(body)) == ["Fünf “Schiffe” für £4."]
    assert read(body).anomalies == ()


def test_a_page_in_utf_16_is_read() -> None:
    assert texts(read("<p>Fünf Schiffe.</p>".encode("utf-16"))) == ["Fünf Schiffe."]


def test_bytes_without_meaning_are_an_anomaly() -> None:
    extraction = read(b"<meta charset=utf-8><p>One \xff two.</p>" + b"<p>\xc3\xa4</p>" * 20)
    assert [name for name, _ in extraction.anomalies] == ["invalid_utf8"]


@pytest.mark.parametrize(
    ("markup", "where"),
    [
        ("<p>x</p><!-- open", "a comment"),
        ("<p>x</p><a href='https://x.exa", "a tag"),
        ("<p>x</p><style>p{}", "<style>"),
        ("<title>x<p>text", "<title>"),
        ("<p>x</p><!DOCTYPE", "a comment"),
    ],
)
def test_a_page_that_breaks_off_inside_its_markup_is_refused(markup: str, where: str) -> None:
    with pytest.raises(MalformedReport, match=f"ends inside {where}") as caught:
        read(markup)
    assert caught.value.code == "malformed_html"


@pytest.mark.parametrize("markup", ["", " \n", "<html></html>", "<p></p>", "<!-- x -->", "<table></table>"])
def test_a_page_that_says_nothing_has_no_units(markup: str) -> None:
    extraction = read(markup)
    assert (extraction.units, extraction.kind) == ((), "rendered_html")


def test_every_waiver_of_a_block_has_a_place_of_its_own() -> None:
    markup = f"<p>x <a href='{X}'>b</a> <!-- gnut: waive GN305 one --> <!-- gnut: waive GN303 two --></p>"
    first, second = only(read(markup)).waivers
    assert first.place != second.place


def test_a_waiver_between_blocks_speaks_of_the_next_one() -> None:
    extraction = read(f"<p>One.</p>\n<!-- gnut: waive no_excerpt because -->\n<p>Two <a href='{X}'>b</a>.</p>")
    assert [len(unit.waivers) for unit in extraction.units] == [0, 1]
