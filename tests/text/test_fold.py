"""Normal forms and the way back to the stored text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnut.model import Span
from gnut.text.fold import FoldedText, folded
from gnut.text.spans import Form, Squeezed
from tests.strategies import texts

SAME = {
    "white space": ("a \t\n b\u00a0\u2003c", "a b c"),
    "quotation marks": ("“a” ‘b’ «c» „d“ 「e」", '"a" \'b\' "c" "d" "e"'),
    "dashes": ("a‐b‑c–d—e−f", "a-b-c-d-e-f"),
    "doubled dashes": ("he -- paid--late", "he - paid-late"),
    "command line options": ("git --all", "git --all"),
    "an ellipsis": ("a…", "a..."),
    "ligatures": ("ﬁnal ﬂow oﬀ", "final flow off"),
    "primes": ("5′ 4″", "5' 4\""),
    "width": ("ＡＢ（％）", "ab(%)"),
    "half-width kana": ("ﾊﾞｽ", "バス"),
    "composition": ("cafe\u0301 A\u030a", "caf\u00e9 \u00e5"),
    "singletons": ("\u212b \u2126", "\u00e5 \u03c9"),
    "Hangul": ("\u1112\u1161\u11ab", "\ud55c"),
    "no width": ("a\u200bb\u2060c\ufeffd\u00ade", "abcde"),
    "direction": ("a\u202eb\u202cc\u200fd", "abcd"),
    "case": ("ÄÖ Σς ß İ ſ", "äö σσ ss i s"),
    "letters of mathematics": ("𝐀𝛼", "aα"),
    "Arabic shapes": ("ﻣﺮﺣﺒﺎ ـب", "مرحبا ب"),
    "tex quotes": ("``a''", '"a"'),
}

DIFFERENT = ["１", "²", "½", "①", "ⅳ", "٣", "𝟏", "₂", "ª", "ᵗ", "™", "㎡"]


@pytest.mark.parametrize(("text", "form"), SAME.values(), ids=SAME)
def test_typography_is_folded(text: str, form: str) -> None:
    assert folded(text) == form


@pytest.mark.parametrize("sign", DIFFERENT)
def test_digits_and_raised_signs_are_not(sign: str) -> None:
    assert folded(f"a{sign}") == f"a{sign}"


@pytest.mark.parametrize(
    "text",
    [
        "re-\nport",
        "re\u00ad\nport",
        "re-  \r\n  port",
        "re\ufffeport",
        "re\x02port",
        "re¬\nport",
        "re\n\u00ad\nport",
        "re‐\nport",
    ],
)
def test_words_parted_at_a_line_end_are_joined(text: str) -> None:
    form = FoldedText(text).joined
    assert form.text == "report"
    assert form.origin(0, 6) == Span(0, len(text))


@pytest.mark.parametrize("text", ["2019-\n2022", "a - b", "x -\ny\n-\nz", "end-\n"])
def test_other_dashes_at_a_line_end_stay(text: str) -> None:
    assert "-" in FoldedText(text).joined.text


def test_a_span_leads_back_over_what_was_dropped_and_grown() -> None:
    text = "  İ\u200b ﬁ\u0301n  ß "
    form = FoldedText(text).typed
    at = form.text.index("ss")
    assert form.origin(at, at + 2) == Span(text.index("ß"), text.index("ß") + 1)
    assert form.origin(at, at + 1) == form.origin(at + 1, at + 2)


def test_what_was_dropped_at_the_ends_stays_outside() -> None:
    form = FoldedText("\u200bab\u200b").typed
    assert form.origin(0, 2) == Span(1, 3)


def test_every_form_is_built_once() -> None:
    text = FoldedText("A – b")
    assert text.typed is text.typed
    assert text.squeezed is text.squeezed
    assert text.joined is text.typed


def test_the_forms_without_hyphens_and_blanks() -> None:
    text = FoldedText("well-known  old wall")
    assert text.unhyphenated.text == "wellknown old wall"
    assert text.squeezed.text == "wellknownoldwall"
    assert text.squeezed.reading(0, 11) == "well-known ol"


def spanned(text: str) -> list[Form | Squeezed]:
    made = FoldedText(text)
    return [made.spaced, made.typed, made.joined, made.unhyphenated, made.squeezed]


@given(texts(600))
def test_positions_lead_back_in_order(text: str) -> None:
    for form in spanned(text):
        before = Span(0, 0)
        for at in range(len(form.text)):
            span = form.origin(at, at + 1)
            assert 0 <= span.start < span.end <= len(text)
            assert span.start >= before.start
            assert span.end >= before.end
            before = span


@given(texts(600), st.data())
def test_a_stretch_leads_back_from_its_first_to_its_last_character(text: str, data: st.DataObject) -> None:
    for form in spanned(text):
        if not form.text:
            continue
        start = data.draw(st.integers(0, len(form.text) - 1))
        end = data.draw(st.integers(start + 1, len(form.text)))
        span = form.origin(start, end)
        assert span.start == form.origin(start, start + 1).start
        assert span.end == form.origin(end - 1, end).end


@given(texts(600))
def test_folding_again_changes_nothing(text: str) -> None:
    once = folded(text)
    assert folded(once) == once


@given(st.text(max_size=300))
def test_any_text_can_be_folded(text: str) -> None:
    for form in spanned(text):
        assert isinstance(form.text, str)


@given(st.lists(st.sampled_from(["ab", " ", "-", "\u200b", "é", "x"]), min_size=10, max_size=40))
def test_a_squeezed_position_is_what_counting_says(pieces: list[str]) -> None:
    text = "".join(pieces) * 120
    form = FoldedText(text).squeezed
    kept = [at for at, sign in enumerate(text) if sign not in " -\u200b"]
    for at in range(0, len(form.text), 97):
        assert form.origin(at, at + 1) == Span(kept[at], kept[at] + 1)


def test_lone_surrogates_and_noncharacters_do_no_harm() -> None:
    assert folded("a\ud800b\uffffc") == "a\ud800b\uffffc"


def test_a_hundred_thousand_marks_on_one_letter_are_left_alone() -> None:
    text = "e" + "\u0315\u0323" * 100_000
    assert folded(text) == text
    assert folded("e\u0315\u0323") == "\u1eb9\u0315"


def test_squares_of_eras_stay_and_squares_of_units_open() -> None:
    assert folded("㋿㍻") == "㋿㍻"
    assert folded("5 ㎏") == "5 kg"
    assert folded("№more") != folded("no more")
