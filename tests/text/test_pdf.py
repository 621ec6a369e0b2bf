"""What a PDF says, page by page, and what stands there unseen. The files are written here by hand."""

from __future__ import annotations

import zlib

import pytest

from gnut.text.pdf import pages as pdf_pages
from gnut.text.source import Extracted, Unreadable, read
from tests.text.pdf_files import SEEN, file, got, line, pdf, stream


def test_lines_end_in_line_breaks_and_pages_in_form_feeds() -> None:
    body = pdf(line("one") + line("two", 680), line("three"), line(""), line("four"))
    assert got(body).text == "one\ntwo\fthree\f\ffour"


def test_a_hyphen_at_a_line_end_stays_with_its_break() -> None:
    body = pdf(line("a pre-") + line("liminary FAA-", 686) + line("approved plan", 672))
    assert got(body).text == "a pre-\nliminary FAA-\napproved plan"


def test_running_heads_and_feet_stay() -> None:
    body = pdf(line("Harbour Letters", 770) + line("head of the") + line("page 1 of 2", 30), line("second jetty"))
    assert got(body).text == "Harbour Letters\nhead of the\npage 1 of 2\fsecond jetty"


def test_the_parser_and_its_version_are_recorded() -> None:
    found = got(pdf(line(SEEN)))
    assert found.extractor.name == "pdf-text"
    assert found.library is not None
    assert found.library.name == "pypdfium2"
    assert (found.charset, found.charset_from, found.truncation) == (None, None, "complete")


def test_glyphs_without_a_map_make_no_pages_or_cells() -> None:
    found = got(pdf(line("a\x0cb\tc")))
    assert "\f" not in found.text
    assert "\t" not in found.text
    assert (found.replacements, found.notes) == (1, ("unmapped_glyphs",))


def test_a_scan_without_a_text_layer_has_no_text() -> None:
    assert read(pdf(b"0 0 612 792 re f", b""), "application/pdf", "u") == Unreadable(
        "no_text", "2 pages without a text layer"
    )


def test_optional_layers_are_noted() -> None:
    assert "optional_content" in got(pdf(line(SEEN), root=b"/OCProperties<<>>")).notes


def refused(body: bytes) -> Unreadable:
    found = read(body, "application/pdf", "u")
    assert isinstance(found, Unreadable), found
    return found


def test_an_encrypted_file_says_so() -> None:
    objects = [b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[]/Count 0>>",
               b"<</Filter/Standard/V 1/R 2/P -4/O<%s>/U<%s>>>" % (b"41" * 32, b"42" * 32)]  # fmt: skip
    body = file(objects, b"/Encrypt 3 0 R/ID[<00><00>]")
    assert refused(body) == Unreadable("pdf_invalid", "encrypted")


@pytest.mark.parametrize(
    "body",
    [
        file([b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[2 0 R]/Count 999999999>>"], b"/Prev 108"),
        b"%PDF-1.7\n",
        b"%PDF-1.4\n" + bytes(100_000),
        b"%PDF-1.4\n1 0 obj" + b"[" * 100_000 + b"]" * 100_000 + b"endobj\ntrailer<</Size 2/Root 1 0 R>>\n%%EOF",
        pdf(line(SEEN))[:120],
    ],
    ids=["looping", "header", "zeros", "nested", "cut"],
)
def test_a_broken_file_is_refused_by_name(body: bytes) -> None:
    assert refused(body).why in ("pdf_invalid", "pdf_limit", "no_text")


def test_a_cut_file_is_read_as_far_as_it_goes_or_refused() -> None:
    body = pdf(line(SEEN), line("two"))
    for end in range(100, len(body), 97):
        found = read(body[:end], "application/pdf", "u")
        assert isinstance(found, Unreadable) or SEEN in found.text or "two" in found.text


def test_streams_packed_into_each_other_are_bounded() -> None:
    packed = line(SEEN) + bytes(20 << 20)
    for _ in range(3):
        packed = zlib.compress(packed, 9)
    objects = [b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[4 0 R]/Count 1>>",
               b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
               b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Resources<</Font<</F 3 0 R>>>>/Contents 5 0 R>>",
               stream(packed, b"/Filter[/FlateDecode/FlateDecode/FlateDecode]")]  # fmt: skip
    assert isinstance(read(file(objects), "application/pdf", "u"), Extracted | Unreadable)


def test_pages_are_refused_one_past_their_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf_pages, "MAX_PAGES", 2)
    assert got(pdf(line("one"), line("two"))).text == "one\ftwo"
    assert refused(pdf(line("one"), line("two"), line("three"))) == Unreadable("pdf_limit", "over 2 pages")


def test_characters_are_refused_one_past_their_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf_pages, "MAX_CHARACTERS", 6)
    assert got(pdf(line("one"), line("two"))).text == "one\ftwo"
    assert refused(pdf(line("one"), line("four"))) == Unreadable("pdf_limit", "over 6 characters")
