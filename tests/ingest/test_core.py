from __future__ import annotations

import pytest

from gnut.errors import MalformedReport
from gnut.ingest.contract import CitationKind, UnitKind
from gnut.ingest.core import claims
from tests.ingest.reports import X, Y, Z, bound, broken, cited, noted, only, read, texts

LIST = f"\n\n## Sources\n\n[1] One: {X}\n[2] Two: {Y}\n[3] Three: {Z}\n[4] Only on paper\n"


# Units.


def test_every_sentence_item_and_cell_is_a_unit_once() -> None:
    text = "# Title\n\nFirst sentence. Second one.\n\n- An item. And more.\n\n| Head |\n|---|\n| A cell |\n| — |\n"
    found = read(text).units
    assert [(unit.kind, unit.text) for unit in found] == [
        (UnitKind.PROSE, "First sentence."),
        (UnitKind.PROSE, "Second one."),
        (UnitKind.LIST_ITEM, "An item."),
        (UnitKind.LIST_ITEM, "And more."),
        (UnitKind.CELL, "A cell"),
    ]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (f"# Growth was 5 % [a]({X})\n", UnitKind.HEADING),
        (f"| Growth [a]({X}) |\n|---|\n", UnitKind.CAPTION),
        (f"<figure><figcaption>Growth <a href='{X}'>a</a></figcaption></figure>\n", UnitKind.CAPTION),
    ],
)
def test_a_heading_table_head_or_caption_that_cites_is_a_unit(text: str, kind: UnitKind) -> None:
    assert only(read(text)).kind is kind


def test_citations_alone_behind_a_table_are_a_unit_of_their_own() -> None:
    found = read("| a |\n|---|\n| b |\n\n[1][2]" + LIST).units
    assert [(unit.text, len(unit.citations)) for unit in found] == [("b", 0), ("[1][2]", 2)]


def test_a_unit_reads_as_a_reader_reads_it() -> None:
    text = f"**Sales** rose [1], as *they* [said]({X}) ([2], [3])[^n]. <!-- c -->\n\n[^n]: {Y}" + LIST
    assert texts(read(text)) == ["Sales rose, as they said."]


def test_own_words_are_what_is_left_without_excerpts_code_and_maths() -> None:
    unit = only(read(f"It says “we lost 14.2 percent of it” in `x = 7` and $y_1 = 3$ [a]({X})."))
    assert unit.prose == "It says in and a."
    assert unit.numeric is False


def test_the_place_of_a_unit_is_line_and_column_of_its_first_sign() -> None:
    first, second = read(f"---\na: b\n---\n\nÉté. [B]({X}) rose by 5 percent in two years.\n").units
    assert (first.place.line, first.place.column) == (5, 1)
    assert (second.place.line, second.place.column) == (5, 6)


# Binding.


@pytest.mark.parametrize(
    ("text", "excerpt", "targets"),
    [
        (f"He said “one two three four” [a]({X}) and left [b]({Y}).", "one two three four", (X,)),
        (f"He [wrote]({X}) that “one two three four”.", "one two three four", (X,)),
        (f"A [a]({X}) said “one two three four” in [b]({Y}).", "one two three four", (Y,)),
        ("He said “one two three four”. It went on [1]." + LIST, "one two three four", (X,)),
        ("He said “one two three four” [1][2]." + LIST, "one two three four", (X, Y)),
        ("He said “one two three four” [1, 2]." + LIST, "one two three four", (X, Y)),
        ("He said “one two three four” [1-3]." + LIST, "one two three four", (X, Y, Z)),
        ("He said “one two three four” [1], [2]." + LIST, "one two three four", (X, Y)),
        (f"([a]({X}), [b]({Y})) “one two three four”", "one two three four", (X, Y)),
        ("“One two three four.” [1] He left [2]." + LIST, "One two three four.", (X,)),
        ("一句「一二三四五六七八九十十一」。 [1]二句[2]。" + LIST, "一二三四五六七八九十十一", (X,)),
    ],
)
def test_a_quotation_binds_to_its_citation(text: str, excerpt: str, targets: tuple[str, ...]) -> None:
    assert bound(read(text)) == [(excerpt, targets)]


def test_two_quotations_on_one_citation_are_two_bindings() -> None:
    assert bound(read(f"“one two three four” and “five six seven eight” [a]({X})")) == [
        ("one two three four", (X,)),
        ("five six seven eight", (X,)),
    ]


def test_a_binding_in_a_later_sentence_stands_on_the_unit_of_the_citation() -> None:
    first, second = read("He said “one two three four”. It went on [1]." + LIST).units
    assert (first.citations, first.bindings, first.unsourced) == ((), (), ())
    assert second.bindings[0].excerpt.place.column == 9


def test_a_later_link_is_its_own_sentences_and_takes_no_quotation() -> None:
    first, second = read(f"He said “one two three four”. The [report]({X}) is long.").units
    assert [one.text for one in first.unsourced] == ["one two three four"]
    assert second.bindings == ()


def test_a_quotation_that_only_an_earlier_sentence_or_a_relative_link_follows_is_unsourced() -> None:
    for text in (
        f"It went on [a]({X}). He said “one two three four.”",
        "He said “one two three four.” See [it](../b.md).",
    ):
        extraction = read(text)
        assert [one.text for unit in extraction.units for one in unit.unsourced] == ["one two three four."]
        assert bound(extraction) == []


@pytest.mark.parametrize(
    ("text", "source"),
    [
        (f"He says “The [pier]({Y}) was shut in May” [s]({X}).", X),
        (f"He says “The [pier]({Y}) and the [berth]({Z}) were shut in May” [1].\n\n[1] {X}\n", X),
        (f"As [s]({X}) has it, “The [pier]({Y}) was shut in May”.", X),
        (f"He says “The [pier]({Y}) was shut in May”.", Y),
        (f"He says “The [pier]({Y}) was shut in May.” It went on [s]({X}).", Y),
        (f"He says “[The pier was shut by the storm in all of May]({Y})” and more [s]({X}).", Y),
        (f"He says “The pier was shut in May [1]” and more [s]({X}).\n\n[1] {Y}\n", Y),
        (f"He says <q>the pier was shut in May</q> [s]({X}).", X),
        (f"He says <q cite='{Y}'>the pier was shut in all of that month of May</q> [s]({X}).", Y),
    ],
)
def test_a_link_inside_a_quotation_is_the_sources_own_where_another_citation_stands(text: str, source: str) -> None:
    ((_, targets),) = bound(read(text))
    assert targets == (source,)


def test_a_link_inside_a_quotation_stays_a_citation_without_an_excerpt() -> None:
    assert cited(read(f"He says “The [pier]({Y}) was shut in May” [s]({X}).")) == [Y, X]


@pytest.mark.parametrize(
    ("written", "words"),
    [
        ("The pier<sup>1</sup> was shut", "The pier was shut"),
        ("The pier was shut.<sup>[12]</sup> It rained", "The pier was shut. It rained"),
        ("Die Brücke<sup>3</sup> war zu", "Die Brücke war zu"),
        ("Fees rose to $12$ crowns", "Fees rose to 12 crowns"),
        ("Fees rose by $4.5\\%$ in all", "Fees rose by 4.5% in all"),
        ("Fees rose from $12 to $14 in all", "Fees rose from $12 to $14 in all"),
    ],
)
def test_footnote_numbers_and_signs_of_maths_in_a_quotation_are_no_words_of_it(written: str, words: str) -> None:
    assert bound(read(f"He says “{written}” [s]({X}).")) == [(words, (X,))]


@pytest.mark.parametrize("written", ["A field of 5 km<sup>2</sup> was shut", "Some 10<sup>2</sup> ships were there"])
def test_a_power_in_a_quotation_is_no_footnote_number(written: str) -> None:
    ((words, _),) = bound(read(f"He says “{written}” [s]({X})."))
    assert words == written.replace("<sup>2</sup>", "²")


@pytest.mark.parametrize(
    ("quote", "words"),
    [
        ("> - the pier was shut\n> - the berth was closed", "the pier was shut … the berth was closed"),
        ("> - The pier was shut.\n> - The berth was closed.", "The pier was shut. The berth was closed."),
        ("> The pier was\n>\n> shut in all of May", "The pier was shut in all of May"),
        ("> - piers\n> - berths and sheds", "piers berths and sheds"),
    ],
)
def test_items_of_a_quoted_list_without_stops_are_parts_in_order(quote: str, words: str) -> None:
    assert bound(read(f"He says [s]({X}):\n\n{quote}\n")) == [(words, (X,))]


def test_a_quotation_without_a_citation_is_unsourced_and_nobody_elses_failure() -> None:
    first, second = read(f"He said “we will never sell it”.\n\nSales rose [a]({X}).").units
    assert [one.text for one in first.unsourced] == ["we will never sell it"]
    assert second.bindings == ()


def test_a_quotation_in_a_cell_binds_within_its_row() -> None:
    text = "| Said | By |\n|---|---|\n| “one two three four” | [1] |\n| “five six seven eight” | [2] |\n" + LIST
    assert bound(read(text)) == [("one two three four", (X,)), ("five six seven eight", (Y,))]


def test_an_excerpt_keeps_doubled_blanks_and_loses_markup() -> None:
    assert bound(read(f'"the  *old* [sluice]({Y}) gate" [a]({X})'))[0][0] == "the  old sluice gate"


def test_an_excerpt_over_two_lines_has_one_blank() -> None:
    assert bound(read(f"“one two\nthree four” [a]({X})"))[0][0] == "one two three four"


@pytest.mark.parametrize(
    "comment",
    [
        "<!-- groundnut-source-quote: output rose -->",
        '<!-- gnut: quote="output rose" -->',
        ".<!-- groundnut-source-quote: output rose -->",
        " <!-- groundnut-source-quote: output rose -->.",
        ". <!-- groundnut-source-quote: output\nrose -->",
        "\n<!-- groundnut-source-quote: output rose -->",
        "。<!-- groundnut-source-quote: output rose -->",
        "<!-- groundnut-verification-question: When? --><!-- groundnut-source-quote: output rose -->",
    ],
)
def test_a_marker_comment_binds_to_the_link_before_it(comment: str) -> None:
    assert bound(read(f"Rise [b]({Y}) and [a]({X}){comment} More [c]({Z}).")) == [("output rose", (X,))]


@pytest.mark.parametrize("between", [" it rose ", ". It rose. ", "\n\n"])
def test_a_marker_comment_behind_other_words_is_named_and_not_dropped(between: str) -> None:
    extraction = read(f'Rise [a]({X}){between}<!-- gnut: quote="output rose" -->')
    assert [name for name, _ in extraction.anomalies] == ["bad_marker"]


def test_a_marker_comment_binds_to_numbers_too() -> None:
    assert bound(read('Rise [1]<!-- gnut: quote="one" -->, fall [2, 3]<!-- gnut: quote="two" -->.' + LIST)) == [
        ("one", (X,)),
        ("two", (Y, Z)),
    ]


def test_a_number_may_say_where_to_look() -> None:
    found = only(read("It rose [1, p. 5] and fell [2, Table 3]." + LIST)).citations
    assert [(one.uri, one.locator) for one in found] == [(X, "p. 5"), (Y, "Table 3")]


def test_what_an_entry_of_the_list_declares_holds_for_every_mark() -> None:
    text = (
        "It rose [1]. It fell [1] and [2].\n\n## Sources\n\n"
        f'[1] One: {X} <!-- gnut: quote="one two" locator="p. 3" -->\n[2] Two: {Y}#:~:text=three%20four\n'
    )
    extraction = read(text)
    assert bound(extraction) == [("one two", (X,)), ("three four", (Y,)), ("one two", (X,))]
    assert extraction.units[0].citations[0].locator == "p. 3"


def test_a_locator_comment_says_where_to_look() -> None:
    (one,) = only(read(f"Rise [a]({X})<!-- groundnut-source-locator: page 14 -->")).citations
    assert one.locator == "page 14"


def test_text_fragments_are_excerpts_and_no_part_of_the_identity() -> None:
    unit = only(read(f"[s]({X}#:~:text=On%20Monday%2C%20pumps,ran%20dry.&text=be-,Second,-ix)"))
    assert [
        (one.excerpt.text, one.excerpt.range_end, one.excerpt.prefix, one.excerpt.suffix) for one in unit.bindings
    ] == [
        ("On Monday, pumps", "ran dry.", None, None),
        ("Second", None, "be", "ix"),
    ]
    assert unit.citations[0].uri == X


# Relative links.


def test_a_relative_link_is_a_citation_only_if_an_excerpt_binds_to_it() -> None:
    extraction = read("See the [guide](guide.md). The notes say “the gate closes at nine” [notes](notes.txt#L2-L3).")
    assert cited(extraction) == ["file:docs/notes.txt"]
    assert "navigation" in noted(extraction)
    assert extraction.units[1].citations[0].locator == "L2-L3"


def test_a_relative_link_out_of_the_repository_is_broken_when_something_binds_to_it() -> None:
    extraction = read("He says “the gate closes at nine” [x](../../etc/passwd). See [y](/etc/passwd).")
    assert broken(extraction) == ["../../etc/passwd"]


def test_a_bare_anchor_is_navigation() -> None:
    assert cited(read("He says “the gate closes at nine” [x](#results).")) == []


# Lists, footnotes, keys.


def test_a_number_without_entry_and_an_entry_without_address_are_broken() -> None:
    assert broken(read("A [1] [4] [9]." + LIST)) == ["[4]", "[9]"]


def test_bracketed_numbers_without_a_list_are_text() -> None:
    extraction = read("The interval [0, 1] and the year [2018] stand here.")
    assert cited(extraction) == []
    assert noted(extraction) == ["bracketed_number", "bracketed_number", "bracketed_number"]


def test_three_numbers_at_sentence_ends_are_marks_of_a_list_that_was_cut() -> None:
    assert broken(read("It rose [1]. It fell [2]. It stood [3].")) == ["[1]", "[2]", "[3]"]


def test_a_year_in_brackets_is_no_mark_of_a_short_list() -> None:
    assert broken(read("In [2018] it rose [1]. The interval is [0, 1]." + LIST)) == []


def test_footnote_marks_resolve_against_a_numbered_list() -> None:
    assert cited(read("It rose[^1][^2]." + LIST)) == [X, Y]


def test_definitions_do_not_swallow_stacked_marks() -> None:
    assert cited(read(f"It rose [1][2].\n\n[1]: {X}\n[2]: {Y}\n")) == [X, Y]


def test_list_lines_make_no_unit_and_uncited_entries_are_notes() -> None:
    extraction = read("It rose [1]." + LIST)
    assert len(extraction.units) == 1
    assert noted(extraction) == ["list_entry", "list_note", "list_note", "list_note"]


@pytest.mark.parametrize(
    ("body", "excerpts"),
    [
        (f"“one two three four” {X}", ["one two three four"]),
        (f"{X} says “one two three four”", ["one two three four"]),
        (f"See [a]({X}).\n\n    > one two three four", ["one two three four"]),
        (f"Lee.\n\n    “one two three four”\n\n    {X}", ["one two three four"]),
        (f"<{X}>", []),
    ],
)
def test_a_footnote_gives_its_address_and_its_quotation(body: str, excerpts: list[str]) -> None:
    extraction = read(f"It rose.[^n]\n\n[^n]: {body}\n")
    assert cited(extraction) == [X]
    assert [one for one, _ in bound(extraction)] == excerpts
    assert noted(extraction) == ["footnote_body"]


def test_a_footnote_with_two_sources_is_one_stack() -> None:
    unit = read(f"He said “one two three four”.[^n]\n\n[^n]: [a]({X}), [b]({Y})\n").units[0]
    assert [one.stack for one in unit.citations] == [0, 0]
    assert unit.bindings[0].targets == (0, 1)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("It rose.[^n]\n\n[^n]: Only a remark.\n", "remark"),
        (f"It rose.\n\n[^n]: {X}\n", "list_note"),
        ("It rose^[only a remark].\n", "remark"),
    ],
)
def test_a_note_without_source_or_without_call_is_no_citation(text: str, reason: str) -> None:
    extraction = read(text)
    assert cited(extraction) == []
    assert reason in noted(extraction)


def test_an_undefined_footnote_is_broken() -> None:
    assert broken(read("It rose[^x].\n\n[^y]: a\n")) == ["[^x]"]


def test_an_inline_footnote_cites_and_is_not_read_as_words() -> None:
    unit = only(read(f"It rose^[Says “one two three four” {X}] again."))
    assert unit.text == "It rose again."
    assert [(one.kind, one.uri) for one in unit.citations] == [(CitationKind.FOOTNOTE, X)]
    assert [(one.excerpt.text, one.excerpt.origin) for one in unit.bindings] == [("one two three four", "footnote")]


def test_a_footnote_that_calls_itself_ends() -> None:
    assert cited(read("It rose[^a].\n\n[^a]: see [^b]\n[^b]: see [^a]\n")) == []


def test_keys_resolve_in_front_matter_files_and_registries() -> None:
    text = f"---\nreferences:\n- id: a\n  URL: {X}\n---\n\nIt rose [@a; @b, p. 3; @doi:10.1000/182; @c; @none].\n"
    unit = only(read(text, companions=(("r.bib", b"@misc{b, doi={10.1/b}}\n@book{c, title={T}}"),)))
    assert [(one.uri, one.locator, one.unresolvable, one.broken is not None) for one in unit.citations] == [
        (X, None, False, False),
        ("https://doi.org/10.1/b", "p. 3", False, False),
        ("https://doi.org/10.1000/182", None, False, False),
        (None, None, True, False),
        (None, None, False, True),
    ]


@pytest.mark.parametrize(
    ("text", "count"), [("Ask @nrc about it.", 0), ("It rose [@a], says @lee2020.", 2), ("It rose [@a], says @nrc.", 1)]
)
def test_a_name_behind_an_at_sign_is_a_person_unless_the_report_cites_by_keys(text: str, count: int) -> None:
    assert len(broken(read(text))) == count


# Block quotes.


@pytest.mark.parametrize(
    ("text", "excerpt", "uri"),
    [
        (f"Lee [wrote]({X}):\n\n> One two three four.\n", "One two three four.", X),
        (f"> One two three four.\n>\n> — Ann Lee, [Minutes]({X})\n", "One two three four.", X),
        (f"> One two three four.\n> — Ann Lee, [Minutes]({X})\n", "One two three four.", X),
        (f"> [One two three four.]({X}) (@lee)\n", "One two three four.", X),
        (f"> “One two three four.” [log]({X})\n", "One two three four.", X),
        (f"> One two three four. ([a]({X}))\n", "One two three four.", X),
        ("> One two three four. [1]\n" + LIST, "One two three four.", X),
        ("> One two three four. — Lee (2020) [1]\n" + LIST, "One two three four.", X),
        ("> One two three four.[^1]\n" + LIST, "One two three four.", X),
        (f"> “One two three four.”\n\n[Site]({X})\n", "One two three four.", X),
        (f"> One two three four.\n\n— Ann Lee, [Minutes]({X})\n", "One two three four.", X),
        (f"Lee said it ([a]({X})).\n\n> One two three four.\n", "One two three four.", X),
        (f"<blockquote cite='{X}'><p>One two three four.</p></blockquote>\n", "One two three four.", X),
        (f"- Lee [wrote]({X}):\n\n  > One two three four.\n", "One two three four.", X),
        (f"* > “One two three four.” [log]\n  >\n  > [log]: {X}\n", "One two three four.", X),
        (f"Lee [wrote]({X}):\n> One two\n> three four.\n", "One two three four.", X),
        (f"Lee [wrote]({X}):\n\n> One two.\n>\n> Three four.\n", "One two. Three four.", X),
        (f"> [!quote] Lee\n> One two three four. [a]({X})\n", "One two three four.", X),
        (f"引用 [文]({X})：\n\n> 一二三四五六七八九十。\n", "一二三四五六七八九十。", X),
    ],
)
def test_a_block_quote_belongs_to_its_citation(text: str, excerpt: str, uri: str) -> None:
    assert bound(read(text)) == [(excerpt, (uri,))]


def test_a_block_quote_and_its_lead_in_are_one_unit() -> None:
    unit = read(f"Before. Lee [wrote]({X}):\n\n> One two three four.\n").units[1]
    assert (unit.kind, unit.text) == (UnitKind.BLOCK_QUOTE, "Lee wrote: One two three four.")
    assert unit.prose == "Lee wrote:"


def test_links_inside_quoted_words_are_the_sources_own() -> None:
    extraction = read(f"Lee [wrote]({X}):\n\n> One two [three]({Y}) four five six seven.\n")
    assert cited(extraction) == [X]
    assert "quoted_link" in noted(extraction)


def test_one_quotation_cut_into_three_links_to_one_page_is_one_citation() -> None:
    extraction = read(f"> [One two]({X}) [three]({X}) [four five six.]({X}) (@lee)\n")
    assert bound(extraction) == [("One two three four five six.", (X,))]
    assert noted(extraction).count("merged") == 2


@pytest.mark.parametrize(
    "text",
    [
        "> [!NOTE]\n> One two three four.\n",
        "> [!tip] One two three four.\n",
        "> **Key finding:** One two three four.\n",
        "> **Note**: One two three four.\n",
        "> Hinweis: One two three four.\n",
    ],
)
def test_an_alert_or_a_labelled_note_quotes_nobody(text: str) -> None:
    (unit,) = read(text).units[-1:]
    assert (unit.kind, unit.unsourced, unit.bindings) == (UnitKind.PROSE, (), ())


def test_a_block_quote_without_citation_is_unsourced() -> None:
    unit = only(read("> One two three four.\n"))
    assert [one.text for one in unit.unsourced] == ["One two three four."]


def test_a_pull_quote_in_html_is_a_block_quote() -> None:
    credit = f'<p>\n— @lee, ["Title Of Work"]({X})\n</p>'
    text = f'<aside markdown="1" class="pquote">\n  One two three four.\n{credit}\n</aside>\n'
    assert bound(read(text)) == [("One two three four.", (X,))]


# Declarations.


def test_a_class_comment_speaks_of_the_sentence_it_follows() -> None:
    first, second = read("We should buy. <!-- groundnut-recommendation --> It rose.").units
    assert (first.provenance, first.declared_analysis) == ("recommendation", True)
    assert second.provenance == "unclassified"


def test_attributes_and_containers_set_the_class() -> None:
    text = (
        "We should buy. Now. {.groundnut-recommendation}\n\n"
        '<div class="groundnut-company-assertion">\n\nWe grew.\n\n</div>\n\n'
        "::: {.groundnut-open-question}\nWill it?\n:::\n\nA groundnut-recommendation is a word.\n"
    )
    assert [unit.provenance for unit in read(text).units] == [
        "recommendation",
        "recommendation",
        "company_assertion",
        "open_question",
        "unclassified",
    ]


@pytest.mark.parametrize("second", ["groundnut-open-question", "groundnut-declared-analysis"])
def test_two_classes_on_one_sentence_are_refused(second: str) -> None:
    with pytest.raises(MalformedReport) as caught:
        read(f"It grew. <!-- groundnut-company-assertion --> <!-- {second} -->")
    assert caught.value.code == "conflicting_provenance"


def test_a_waiver_speaks_of_its_line_or_of_the_next_block() -> None:
    first = f"A [a]({X}). <!-- gnut: waive GN305 on paper -->"
    second = f"<!-- gnut: waive GN302 seen -->\nB [b]({Y}). C [c]({Z})."
    text = f"{first}\n\n{second}\n\nD.\n"
    assert [[one.code for one in unit.waivers] for unit in read(text).units] == [["GN305"], ["GN302"], ["GN302"], []]


@pytest.mark.parametrize(
    "comment", ["<!-- gnut: waive -->", "<!-- gnut: waive GN305 -->", "<!-- gnut: waive GN305 x -->"]
)
def test_a_waiver_that_waives_nothing_is_named(comment: str) -> None:
    assert [name for name, _ in read(f"A.\n\n{comment}\n").anomalies] == ["bad_waiver"]


def test_an_ignored_container_is_apparatus_and_its_presence_alone_decides() -> None:
    for tag in ('<div class="groundnut-references">', '<div data-groundnut-evidence-exclude="false">'):
        extraction = read(f"{tag}\n<div>\n\n[a]({X})\n\n</div>\n\n[b]({Y})\n\n</div>\n\n[c]({Z})\n")
        assert cited(extraction) == [Z]
        assert "excluded" in noted(extraction)


def test_an_ignored_container_that_never_closes_hides_nothing() -> None:
    extraction = read(f'<div class="groundnut-references">\n\n[a]({X})\n')
    assert cited(extraction) == [X]
    assert [name for name, _ in extraction.anomalies] == ["unclosed_container"]


# Front matter, anomalies.


def test_front_matter_asks_for_a_policy_and_a_profile() -> None:
    extraction = read(f"---\ngnut: {{policy: strict, profile: groundnut-default}}\n---\n\nRise [output rose]({X}).\n")
    assert extraction.policy == "strict"
    assert extraction.profile.key == "groundnut-default"
    assert bound(extraction) == [("output rose", (X,))]


@pytest.mark.parametrize(
    ("front", "code"),
    [
        ("gnut: {polcy: strict}", "unknown_field"),
        ("gnut: strict", "bad_front_matter"),
        ("gnut: {policy: }", "bad_front_matter"),
        ("gnut: {policy: [strict]}", "bad_front_matter"),
        ("gnut: &a {policy: strict}", "bad_front_matter"),
        ("gnut: {profile: nobody}", "invalid_profile"),
        ('"gnut": {polcy: strict}', "unknown_field"),
        ('title: a: b\n"gnut": {policy: strict}', "bad_front_matter"),
        ("title: a: b\n'gnut' : {policy: strict}", "bad_front_matter"),
        ("title: [x\ngnut: {policy: strict}", "bad_front_matter"),
        ("list: [x, {gnut: {policy: strict}}", "bad_front_matter"),
        ("- gnut: {policy: strict}", "bad_front_matter"),
        ("Gnut: {policy: strict}", "unknown_field"),
        ("gnut.policy: strict", "unknown_field"),
    ],
)
def test_front_matter_that_asks_wrongly_is_refused(front: str, code: str) -> None:
    with pytest.raises(MalformedReport) as caught:
        read(f"---\n{front}\n---\n\nText.\n")
    assert caught.value.code == code


def test_front_matter_in_toml_asks_for_a_policy_and_a_profile() -> None:
    for front in (
        '[gnut]\npolicy = "strict"',
        'gnut = {policy = "strict"}',
        'gnut.policy = "strict"',
        '"gnut".policy = "strict"',
    ):
        assert read(f"+++\ntitle = 'x'\n{front}\n+++\n\nText.\n").policy == "strict"


@pytest.mark.parametrize(
    ("front", "code"),
    [
        ('[gnut]\npolcy = "strict"', "unknown_field"),
        ("gnut = 3", "bad_front_matter"),
        ("gnut = {policy = 3}", "bad_front_matter"),
        ("[[gnut]]\npolicy = 'strict'", "bad_front_matter"),
        ("title = a\n[gnut]\npolicy = 'strict'", "bad_front_matter"),
        ("title = a\ngnut.policy = 'strict'", "bad_front_matter"),
        ("title = a\n'gnut' = {policy = 'strict'}", "bad_front_matter"),
        ("[Gnut]\npolicy = 'strict'", "unknown_field"),
        ("gnut = {profile = 'nobody'}", "invalid_profile"),
    ],
)
def test_front_matter_in_toml_that_asks_wrongly_is_refused(front: str, code: str) -> None:
    with pytest.raises(MalformedReport) as caught:
        read(f"+++\n{front}\n+++\n\nText.\n")
    assert caught.value.code == code


def test_a_word_that_is_no_key_asks_for_nothing() -> None:
    assert len(read("---\ntitle: a: b\nby: the gnut people\n---\n\nText.\n").units) == 1
    assert len(read("+++\ntitle = a\ntags = the wildebeest-gnut: x\n+++\n\nText.\n").units) == 1


def test_other_front_matter_is_nobodys_business() -> None:
    assert len(read("---\ntitle: a: b: c\nlist: [x\n---\n\nText.\n").units) == 1


def test_bytes_outside_utf8_are_named_and_places_stay() -> None:
    extraction = read(b"Caf\xe9 rose [a](https://x.example/a).\n")
    assert [(name, place.column) for name, place in extraction.anomalies] == [("invalid_utf8", 4)]
    assert extraction.units[0].text == "Caf\ufffd rose a."
    assert extraction.units[0].citations[0].place.start == 10


def test_anomalies_stand_in_reading_order_and_the_rest_is_read() -> None:
    extraction = read(f"---\na: b\n\nText [a]({X}).\n\n```\ncode\n\nMore [b]({Y}).\n")
    assert [name for name, _ in extraction.anomalies] == ["unclosed_front_matter", "unclosed_fence"]
    assert cited(extraction) == [X, Y]


# Claim ids.


def test_cited_and_typed_claims_count_c_and_the_others_u() -> None:
    quotes = "“one two three four” “five six seven eight”"
    text = f"Plain. Rise {quotes} [a]({X}). We buy. <!-- groundnut-recommendation -->\n\nEnd.\n"
    assert claims(read(text)) == (
        ("u1", 0, None, None),
        ("c1", 1, 0, 0),
        ("c2", 1, 0, 1),
        ("c3", 2, None, None),
        ("u2", 3, None, None),
    )


def test_an_excerpt_of_a_stack_counts_with_its_first_member() -> None:
    extraction = read("He said “one two three four” [1][2]." + LIST)
    assert claims(extraction) == (("c1", 0, 0, 0), ("c2", 0, 1, None))


def test_the_same_bytes_give_the_same_extraction() -> None:
    text = "He said “one two three four” [1][2]." + LIST
    assert read(text) == read(text)


def test_a_short_quotation_in_a_citing_paragraph_is_told_of_where_it_stands() -> None:
    text = 'The plan has "nine empty berths" in it ([E](https://a.example/x)).\n\nA "so called" port.\n'
    assert [(name, place.column) for name, place in read(text).anomalies] == [("short_quotation", 14)]
