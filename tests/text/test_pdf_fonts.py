"""Fonts whose maps say other signs than they draw, and their honest twins."""

from __future__ import annotations

import pytest

from gnut.text.pdf import fonts
from tests.text.pdf_files import got, line, pdf, stream

SAID = "The rate was 1.1 percent in all."
HELVETICA = b"/Subtype/Type1/BaseFont/Helvetica"
NINE = {0x31: "9"}


def mapped(pairs: dict[int, str], font: bytes = HELVETICA, words: str = SAID, **more: bytes) -> bytes:
    """Return a page set in a font with a map."""
    entries = b" ".join(
        b"<%02X> <%s>" % (code, text.encode("utf-16-be").hex().encode()) for code, text in pairs.items()
    )
    written = (
        b"/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /M def /CMapType 2 def 1 "
        b"begincodespacerange <00> <FF> endcodespacerange %d beginbfchar %s endbfchar endcmap end end"
        % (len(pairs), entries)
    )
    body = pdf(
        line(words),
        resources=b"/Font<</F 6 0 R>>",
        more=[b"<</Type/Font%s/ToUnicode 7 0 R>>" % font, stream(written)],
        **more,
    )
    return body.replace(b"/Font<</F 3 0 R>>", b"", 1)


LIES = {
    "a standard font": mapped(NINE),
    "a nine beside it": mapped({0x31: "9", 0x39: "9"}),
    "by the names of its glyphs": mapped(
        {0xC8: "9"}, HELVETICA + b"/Encoding<</Differences[200/one]>>", "rate È.È in all"
    ),
    "a font of Windows": mapped(NINE, b"/Subtype/TrueType/BaseFont/Arial/Encoding/WinAnsiEncoding"),
    "a font of no such name": mapped(NINE, b"/Subtype/TrueType/BaseFont/Unheard/Encoding/WinAnsiEncoding"),
    "a letter": mapped({ord("p"): "k"}, words="The rate was 1.1 per cent."),
    "more than one sign": mapped({0x31: "99"}),
}


@pytest.mark.parametrize("lie", LIES)
def test_words_of_a_font_whose_map_lies_are_hidden(lie: str) -> None:
    found = got(LIES[lie])
    assert not set("9k") & set(found.text)
    assert set("9k") & set(found.hidden_text or "")
    assert "rate" in found.text
    assert found.notes == ("actual_text_differs",)


TWINS = {
    "the same sign": mapped({0x31: "1"}),
    "no map of the sign": mapped({0x41: "A"}),
    "another name": mapped({0x31: "9"}, HELVETICA + b"/Encoding<</Differences[49/nine]>>"),
    "a wide sign": mapped({0x31: "\uff11"}),
    "a ligature": mapped({0xAE: "fi"}, words=SAID + " ®"),
    "a sign that is no letter": mapped({0x2E: "·"}),
    "letters that run leftwards": mapped({0x61: "ا", 0x62: "ب"}, words=SAID.replace("a", "c")),
    "glyphs of numbers": mapped({0x31: "1"}, HELVETICA + b"/Encoding<</Differences[49/g17 /g18 /g19]>>"),
}


@pytest.mark.parametrize("twin", TWINS)
def test_words_of_a_font_with_an_honest_map_stay(twin: str) -> None:
    found = got(TWINS[twin])
    assert found.hidden_text is None
    assert "percent" in found.text
    assert "actual_text_differs" not in found.notes


def test_a_lying_map_is_found_however_its_name_is_written() -> None:
    assert "actual_text_differs" in got(LIES["a standard font"].replace(b"/ToUnicode", b"/#54oUnicode")).notes


def test_a_second_page_in_a_font_already_asked_is_judged_too() -> None:
    body = LIES["a standard font"].replace(b"/Kids[4 0 R]/Count 1", b"/Kids[4 0 R 4 0 R]/Count 2")
    found = got(body)
    assert "9" not in found.text
    assert (found.hidden_text or "").count("9.9") == 2


def test_more_fonts_than_are_asked_are_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fonts, "MAX_FONTS", 0)
    assert got(LIES["a standard font"]).notes == ("unrendered_pdf",)
