"""What a reader of an HTML page sees, and where its white space stands."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gnut.text.source import Extracted, Unreadable, read


def page(markup: str) -> Extracted:
    found = read(markup.encode("utf-8", "surrogatepass"), "text/html; charset=utf-8", "https://s.example/a")
    assert isinstance(found, Extracted), found
    return found


def text(markup: str) -> str:
    return page(markup).text


def test_inline_markup_never_parts_a_word() -> None:
    markup = "<p>The <b>dred</b>ging cost 4<sup>th</sup> quarter H<sub>2</sub>O at 14<span>.2</span> °C</p>"
    assert text(markup) == "The dredging cost 4th quarter H2O at 14.2 °C\n"


def test_a_paragraph_goes_on_after_its_inline_elements() -> None:
    markup = "<table><tr><td><p>The left knob turns at rate <i>r</i>, the middle wheel at <b>three</b> times that.</p>"
    assert text(markup) == "The left knob turns at rate r, the middle wheel at three times that.\n"


@pytest.mark.parametrize(
    "tag", ["p", "div", "h2", "blockquote", "article", "section", "figcaption", "dd", "address", "center", "form"]
)
def test_every_block_ends_in_one_line_break(tag: str) -> None:
    assert (
        text(f"<{tag}>one</{tag}>\n\n <{tag}> two </{tag}><{tag}></{tag}><{tag}>three</{tag}>") == "one\ntwo\nthree\n"
    )


def test_text_around_a_block_stands_on_lines_of_its_own() -> None:
    assert text("before<div>inside<p>deeper</p></div>after") == "before\ninside\ndeeper\nafter\n"


def test_white_space_between_words_is_one_blank_and_none_stands_at_line_ends() -> None:
    assert text("<p>  a \n\t b <i> c </i> d  </p> <p>e</p>") == "a b c d\ne\n"


def test_a_no_break_space_stays_what_it_is() -> None:
    assert text("<p>30&nbsp;000&nbsp; t</p>") == "30\u00a0000\u00a0 t\n"


def test_one_br_is_a_blank_and_two_part_paragraphs() -> None:
    assert (
        text("<p>The committee<br>did not find<br />any failures.</p>") == "The committee did not find any failures.\n"
    )
    assert text("<div>one<br> <br>two<br><br><br>three<br></div>four") == "one\ntwo\nthree\nfour\n"


def test_preformatted_text_keeps_its_lines() -> None:
    assert text("<pre>\nint x;\n\n  x = 1;\n</pre><p>after</p>") == "int x;\n\n  x = 1;\nafter\n"
    assert text("<div style='white-space: pre-wrap'>a\n  b<br>c</div>") == "a\n  b\nc\n"


def test_cells_end_in_tabs_and_rows_in_line_breaks() -> None:
    markup = "<table><tr><td>Acme</td><td>14.2%</td></tr><tr><td>Bolt</td><td>99.9%</td></tr></table>after"
    assert text(markup) == "Acme\t14.2%\nBolt\t99.9%\nafter\n"


def test_an_empty_cell_keeps_its_column() -> None:
    markup = "<table><tr><td>a<td><td>c</tr><tr><td><td><td>d</tr><tr><td><td></tr><tr><td>e</table>"
    assert text(markup) == "a\t\tc\n\t\td\ne\n"


def test_lists_in_cells_are_kept_in_their_row() -> None:
    markup = "<table><tr><td>Tue</td><td><ul><li>9–17</li></ul></td><td><p>a</p><p>b</p></td><td>c</td></tr></table>"
    assert text(markup) == "Tue\t9–17\ta\nb\tc\n"


def test_a_table_in_a_cell_keeps_its_rows() -> None:
    inner = "<table><tr><td>1</td><td>2</td></tr><tr><td>3</td></tr></table>"
    assert text(f"<table><tr><td>{inner}</td><td>out</td></tr></table>") == "1\t2\n3\tout\n"


def test_head_rows_and_captions_stand_apart() -> None:
    markup = "<table><caption>Fees</caption><thead><tr><th>Berth</th></tr></thead><tbody><tr><td>4</td></tr></table>"
    assert text(markup) == "Fees\nBerth\n4\n"


def test_a_raised_digit_never_makes_another_number() -> None:
    assert text("<p>The rate was 14<sup>2</sup> percent</p>") == "The rate was 14² percent\n"
    assert text("<p>(10<sup>2</sup> units, 10<sup>-6</sup>, 10<sup>−6</sup>)</p>") == "(10² units, 10⁻⁶, 10⁻⁶)\n"
    assert text("<p>14<span style='vertical-align:super;font-size:8pt'>2</span> percent</p>") == "14² percent\n"


def test_a_footnote_mark_is_told_from_the_text() -> None:
    assert text("<p>of samples<sup><a href='#n2'>2</a></sup> failed<sup>2,3</sup></p>") == "of samples² failed²,³\n"
    assert (
        text("<p>In 2019<sup class=ref><a>[12]</a></sup> and 1,234<sup>(1)</sup></p>") == "In 2019[12] and 1,234(1)\n"
    )
    assert text("<p>the 4<sup>th</sup> and x<sup>n+1</sup></p>") == "the 4th and xn+1\n"


def test_a_lowered_digit_never_makes_another_number() -> None:
    assert text("<p>log<sub>10</sub>100 and 101<sub>2</sub></p>") == "log₁₀100 and 101₂\n"
    assert text("<p>CO<sub>2</sub> and C<sub>6</sub>H<sub>12</sub></p>") == "CO2 and C6H12\n"


def test_a_mixed_fraction_is_no_three_digit_number() -> None:
    assert text("<p>by 1<sup>1</sup>/<sub>2</sub> points</p>") == "by 1¹/₂ points\n"


def test_a_superscript_that_is_never_closed_leaves_the_page_alone() -> None:
    body = "in 2024 the committee found 14 samples of 1,000 that failed"
    assert text(f"<p>see<sup>1 {body}</p>") == f"see1 {body}\n"


def test_a_drop_cap_belongs_to_its_word() -> None:
    assert text("<p><span class=dropcap style='float:left;font-size:3em'>T</span>he committee</p>") == "The committee\n"


def test_entities_are_decoded_and_soft_hyphens_stay() -> None:
    assert text("<p>AT&amp;T &#8220;x&#x201D; &notanentity; Unter&shy;nehmen</p>") == (
        "AT&T “x” ¬anentity; Unter\u00adnehmen\n"
    )


def test_a_declared_display_outweighs_the_element() -> None:
    assert text("<p>one<span style='display:block'>two</span>three</p>") == "one\ntwo\nthree\n"
    assert text("<div style='display:inline'>T</div><div style='display:inline'>he</div>") == "The\n"
    assert text("<div style='display:flex'><span>a</span><span>b</span></div>") == "a\nb\n"
    assert text("<div><div style='display:table-cell'>a</div><div style='display:table-cell'>b</div></div>") == "a\tb\n"
    assert text("<ul><li style='display:inline-block'>a</li><li style='display:inline-block'>b</li></ul>") == "a b\n"


def test_struck_text_is_not_read_and_the_words_around_it_read_as_they_now_stand() -> None:
    found = page("<p>The rate is <del>5%</del> <ins>6%</ins> now.</p>")
    assert found.text == "The rate is 6% now.\n"
    assert found.hidden_text == "5%\n"
    assert found.notes == ("struck_text",)
    assert text("<p>The<s> old </s>rate was<strike> not</strike> raised to <s>1</s>2</p>") == (
        "The rate was raised to 2\n"
    )
    assert text("<p>one</p><del><p>two</p></del><p>three</p>") == "one\nthree\n"
    assert text("<p>one<del><br></del>two</p>") == "one two\n"


def test_markup_for_struck_text_without_words_in_it_is_not_noted() -> None:
    assert page("<p>fee <s></s>7 <del> </del>t</p>").notes == ()


def test_a_block_that_is_not_seen_still_parts_its_neighbours() -> None:
    for way in ("visibility:hidden", "color:transparent", "text-decoration:line-through", "opacity:0"):
        assert text(f"<p>one<div style='{way}'>x</div>two") == "one\ntwo\n"
    assert text("<div>one<div style='display:none'>x</div>two</div>") == "onetwo\n"
    assert text("<div>one<div style='position:absolute;left:-999px'>x</div>two</div>") == "onetwo\n"
    row = "<tr><td>a<td style='visibility:hidden'>b<td>c</tr>"
    assert text(f"<table>{row}{row}</table>") == "a\t\tc\na\t\tc\n"


def test_folded_text_is_seen_with_a_note() -> None:
    folded = page("<details><summary>More</summary>The fee is 7.</details>")
    assert folded.text == "More\nThe fee is 7.\n"
    assert folded.notes == ("closed_details",)
    assert page("<details open><summary>More</summary>x</details>").notes == ()


def test_reversed_letters_carry_the_mark_that_shows_it() -> None:
    assert text("<p>rate <bdo dir=rtl>2.41</bdo> percent</p>") == "rate \u202e2.41\u202c percent\n"
    css = "unicode-bidi:bidi-override;direction:rtl"
    assert text(f"<p>rate <span style='{css}'>2.41</span> percent</p>") == "rate \u202e2.41\u202c percent\n"
    assert text("<p><bdi dir=rtl>شاي</bdi> tea</p>") == "شاي tea\n"


def test_readings_beside_characters_do_not_part_the_words() -> None:
    found = page("<p><ruby>港<rp>(</rp><rt>みなと</rt><rp>)</rp></ruby>の口</p>")
    assert found.text == "港の口\n"
    assert found.hidden_text is not None
    assert "みなと" in found.hidden_text
    assert found.notes == ("ruby_readings",)


def test_formulas_are_seen_once() -> None:
    markup = "<p>by <math><mi>x</mi><annotation encoding='application/x-tex'>\\bf x</annotation></math>.</p>"
    assert text(markup) == "by x.\n"


def test_the_parts_of_a_formula_make_no_number() -> None:
    ten, two = "<mn>10</mn>", "<mn>2</mn>"
    for tag, shown in {
        "mfrac": "10/2",
        "msup": "10²",
        "msub": "10₂",
        "mroot": "10 2",
        "mover": "10 2",
        "munder": "10 2",
        "mmultiscripts": "10 2",
    }.items():
        assert text(f"<p>a <math><mrow><{tag}>{ten}{two}</{tag}></mrow></math> b</p>") == f"a {shown} b\n"
    assert text(f"<math><msubsup><mi>x</mi>{ten}{two}</msubsup><mo>=</mo>{two}</math>") == "x10²=2\n"
    row = f"<mtr><mtd>{ten}</mtd><mtd>{two}</mtd></mtr>"
    assert text(f"<math><mtable>{row}{row}</mtable></math>") == "10\t2\n10\t2\n"


def test_an_unclosed_noscript_does_not_swallow_the_page() -> None:
    found = page("<noscript><p>Enable JS</p><p>Body text")
    assert "Body text" in found.text
    assert found.notes == ("unclosed_noscript",)


def test_a_closed_noscript_is_not_seen() -> None:
    found = page("<p>Intro to the tides.</p><noscript><p>Buy this instead</p></noscript>")
    assert found.text == "Intro to the tides.\n"
    assert "Buy this instead" in (found.hidden_text or "")


def test_a_page_of_frames_has_no_text_and_says_why() -> None:
    frames = b"<frameset cols='9,*'><frame src=a><frame src=b><noframes>Old words</noframes></frameset>"
    assert read(frames, "text/html", "u") == Unreadable("no_text", "nothing but frames of other pages: 2")
    assert read(b"<iframe src=a></iframe>", "text/html", "u") == Unreadable(
        "no_text", "nothing but frames of other pages: 1"
    )
    assert page("<iframe src=a></iframe><p>The fee is 7.</p>").text == "The fee is 7.\n"
    assert page("<p></p>").truncation == "empty"


@pytest.mark.parametrize("markup", ["", "<", "</", "<!--", "<p", "<p a='", "&", "&#", "<![CDATA[x]]>", "\0", "\ufeff"])
def test_scraps_of_markup_are_read_without_a_crash(markup: str) -> None:
    found = read(b"x" + markup.encode(), "text/html", "u")
    assert isinstance(found, Extracted)
    assert found.text.startswith("x")


def test_characters_that_are_no_text_are_replaced_and_counted() -> None:
    found = page("<p>a\x1b[2J b\x9b c&#xD800; d&#xFFFE; e\U0001ffff</p>")
    assert found.text == "a\ufffd[2J b\ufffd c\ufffd d\ufffd e\ufffd\n"
    assert found.replacements == 4  # The half surrogate became U+FFFD in the parser, by the standard.
    assert found.truncation == "unknown"


def test_a_nul_vanishes_from_a_page_as_it_does_on_the_screen() -> None:
    assert text("<p>sam\x00ples</p>") == "samples\n"


def test_odd_blanks_are_blanks() -> None:
    found = page("<p>a\x0bb\x1cc\x85d</p>")
    assert found.text == "a b c d\n"
    assert found.truncation == "complete"


PIECES = st.sampled_from(
    ["<p>", "</p>", "<div>", "</div>", "<b>", "</b>", "<td>", "<tr>", "<table>", "</table>", "<li>", "<br>", "<pre>",
     "</pre>", "<sup>", "</sup>", "<script>", "</script>", "<!--", "-->", "<span hidden>", "</span>", "<svg>", "</svg>",
     "<select>", "<template>", "</template>", "<p style='display:none'>", "<style>p{display:none}</style>", "&nbsp;",
     "&#0;", "word ", "14", " 2", "\n", "\t", "\f", "\v", "\x00", "\x1b", "\x85", "<ruby>", "<rt>", "<q>", "<a href=x>"]
)  # fmt: skip


@settings(deadline=None)
@given(st.lists(PIECES | st.text(max_size=8), max_size=40))
def test_no_markup_puts_a_control_character_into_the_text(pieces: list[str]) -> None:
    found = read("".join(["x", *pieces]).encode("utf-8", "replace"), "text/html; charset=utf-8", "u")
    assert isinstance(found, Extracted)
    for kept in (found.text, found.hidden_text or ""):
        assert not {c for c in kept if ord(c) < 32 or 127 <= ord(c) < 160} - set("\n\t\f")
        kept.encode("utf-8")
    assert found == read("".join(["x", *pieces]).encode("utf-8", "replace"), "text/html; charset=utf-8", "u")


@settings(deadline=None)
@given(st.lists(st.tuples(st.sampled_from("p div li h2 pre dd q".split()), st.sampled_from(["alpha", "14.2", "«c»"]))))
def test_every_visible_word_of_a_page_is_in_its_text_in_order(pieces: list[tuple[str, str]]) -> None:
    words = ["Words:", *(word for _, word in pieces)]
    markup = "Words: " + "".join(f"<{tag}>{word}</{tag}> " for tag, word in pieces)
    found = page(markup)
    assert found.text.split() == words


def test_walking_is_linear_in_depth_and_in_width() -> None:
    deep = "<div>" * 500 + "x" + "</div>" * 500
    assert text(deep) == "x\n"
    assert text("<p>x</p>" * 20_000) == "x\n" * 20_000


def test_too_deep_is_refused_before_it_is_parsed() -> None:
    assert read(b"<div>" * 100_000 + b"x", "text/html", "u") == Unreadable(
        "too_complex", "over 512 elements open at once"
    )


WORDS = st.integers(0, 99).map(lambda number: f" w{number}x ")
SOUP = st.sampled_from(
    [
        "<p>",
        "</p>",
        "<div>",
        "</div>",
        "<b>",
        "</b>",
        "<i>",
        "<s>",
        "</s>",
        "<del>",
        "</del>",
        "<span hidden>",
        "<span style='visibility:hidden'>",
        "<b style='visibility:visible'>",
        "</span>",
        "<table>",
        "<tr>",
        "<td>",
        "<th>",
        "</table>",
        "<caption>",
        "<ul>",
        "<li>",
        "</ul>",
        "<select>",
        "<option>",
        "</select>",
        "<svg>",
        "<text>",
        "</svg>",
        "<template>",
        "<template shadowrootmode=open>",
        "<slot>",
        "</template>",
        "<ruby>",
        "<rt>",
        "</ruby>",
        "<pre>",
        "</pre>",
        "<br>",
        "<noscript>",
        "</noscript>",
        "<textarea>",
        "</textarea>",
        "<!-- ",
        " -->",
        "<frameset>",
        "<frame>",
        "<style>.q{display:none} b b{color:#fff}</style>",
        "<p class=q>",
        "<p style='display:none",
        "'>",
        '"',
        "<",
        "</",
        "<!",
        "<![CDATA[",
        "]]>",
        "<plaintext>",
        "<a href=#>",
        "<form>",
        "<button>",
        "<h1>",
        "<body text=white>",
        "<math>",
        "<mi>",
        "</math>",
        "&",
        "&#",
        "\0",
        '<div style="--a:var(--a);color:var(--a)">',
        "<font color=white>",
        "<dialog>",
        "<ix:hidden>",
    ]
)


@settings(deadline=None, max_examples=150)
@given(st.lists(SOUP | WORDS, max_size=60))
def test_no_soup_of_tags_makes_a_word_that_is_not_in_the_page(pieces: list[str]) -> None:
    written = "".join(["x ", *pieces])
    found = read(written.encode(), "text/html; charset=utf-8", "u")
    if isinstance(found, Unreadable):
        assert found.why in ("no_text", "too_complex")
        return
    for kept in (found.text, found.hidden_text or ""):
        assert {word for word in kept.split() if word.startswith("w") and word.endswith("x")} <= set(written.split())


@settings(deadline=None, max_examples=60)
@given(
    st.lists(
        st.sampled_from(["<p>", "</p>", "<div>", "</div>", "<td>", "<b>", " ", "a", "14", ".", "<br>"]), max_size=12
    ),
    st.lists(st.sampled_from(["<p>", "</p>", "<div>", "</div>", "<b>", " ", "b", "2", "%", "<br>"]), max_size=12),
    st.sampled_from(["<span hidden> 9 </span>", "<script>9</script>", "<!-- 9 -->", "<i style='display:none'>9</i>"]),
)
def test_what_is_not_rendered_leaves_no_trace_in_the_text(before: list[str], after: list[str], unseen: str) -> None:
    start, rest = "<!doctype html><body>x" + "".join(before), "".join(after)
    assert text(start + unseen + rest) == text(start + "<span></span>" + rest)
