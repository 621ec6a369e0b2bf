"""What a PDF says, page by page, and what stands there unseen. The files are written here by hand."""

from __future__ import annotations

import zlib
from collections.abc import Iterable

import pytest

from gnut.text.pdf import pages as pdf_pages
from gnut.text.source import Extracted, Unreadable, read

SEEN = "The committee found that 14.2 percent of samples failed."
PLANTED = "The committee found that 99.9 percent of samples passed."


def file(objects: Iterable[bytes], extra: bytes = b"") -> bytes:
    """Return a PDF of numbered objects, the first of which is its root."""
    out = b"%PDF-1.7\n"
    places = []
    for number, body in enumerate(objects, start=1):
        places.append(len(out))
        out += b"%d 0 obj%s\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    count = len(places) + 1
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n%strailer<</Size %d/Root 1 0 R%s>>\n" % (count, table, count, extra)
    return out + b"startxref\n%d\n%%%%EOF" % start


def stream(content: bytes, entries: bytes = b"") -> bytes:
    return b"<</Length %d%s>>stream\n%s\nendstream" % (len(content), entries, content)


def pdf(
    *contents: bytes, page: bytes = b"/MediaBox[0 0 612 792]", resources: bytes = b"", more: Iterable[bytes] = ()
) -> bytes:
    """Return a PDF with a page for each content stream, then the objects of `more`."""
    count = len(contents)
    kids = b" ".join(b"%d 0 R" % (4 + 2 * index) for index in range(count))
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[%s]/Count %d>>" % (kids, count),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ]
    for index, content in enumerate(contents):
        objects.append(
            b"<</Type/Page/Parent 2 0 R%s/Resources<</Font<</F 3 0 R>>%s>>/Contents %d 0 R>>"
            % (page, resources, 5 + 2 * index)
        )
        objects.append(stream(content))
    return file([*objects, *more])


def line(words: str, y: int = 700, before: bytes = b"", size: bytes = b"12", x: int = 72) -> bytes:
    escaped = words.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)").encode("latin-1")
    return b"BT %s /F %s Tf %d %d Td (%s) Tj ET\n" % (before, size, x, y, escaped)


def got(body: bytes) -> Extracted:
    found = read(body, "application/pdf", "https://s.example/p.pdf")
    assert isinstance(found, Extracted), found
    return found


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


RECTANGLE = b"%s rg 60 690 500 30 re f 0 g\n"

WAYS = {
    "render mode 3": line(PLANTED, before=b"3 Tr"),
    "render mode 7": b"q " + line(PLANTED, before=b"7 Tr") + b"Q",
    "white": line(PLANTED, before=b"1 g"),
    "white in rgb": line(PLANTED, before=b"1 1 1 rg"),
    "nearly white": line(PLANTED, before=b"0.98 g"),
    "white in cmyk": line(PLANTED, before=b"0 0 0 0 k"),
    "black on black": RECTANGLE % b"0 0 0" + line(PLANTED),
    "painted over": line(PLANTED) + RECTANGLE % b"0 0 0",
    "whited out": line(PLANTED) + RECTANGLE % b"1 1 1",
    "a tenth of a point": line(PLANTED, size=b"0.1"),
    "scaled to nothing": b"q 0.01 0 0 0.01 300 300 cm " + line(PLANTED) + b"Q",
    "left of the page": line(PLANTED, x=-900),
    "above the page": line(PLANTED, y=2000),
}


@pytest.mark.parametrize("way", WAYS)
def test_a_hidden_sentence_of_a_page_is_not_visible(way: str) -> None:
    found = got(pdf(line(SEEN, 400) + WAYS[way] + b"\n0 Tr 0 g " + line("End of page.", 100)))
    assert PLANTED not in found.text
    assert SEEN in found.text
    assert "End of page." in found.text
    assert PLANTED in (found.hidden_text or "")


def test_text_outside_the_crop_box_is_hidden() -> None:
    body = pdf(line(SEEN, 400) + line(PLANTED, 100), page=b"/MediaBox[0 0 612 792]/CropBox[0 300 612 792]")
    found = got(body)
    assert found.text.strip() == SEEN
    assert PLANTED in (found.hidden_text or "")


def form(content: bytes, matrix: bytes = b"[1 0 0 1 0 0]") -> tuple[bytes, list[bytes]]:
    return b"/XObject<</X 6 0 R>>", [
        stream(
            content,
            b"/Type/XObject/Subtype/Form/BBox[-9000 -9000 9000 9000]/Matrix%s/Resources<</Font<</F 3 0 R>>>>" % matrix,
        )
    ]


def test_text_hidden_inside_a_form_is_hidden() -> None:
    for content in (line(PLANTED, before=b"1 g"), line(PLANTED, before=b"3 Tr"), line(PLANTED, y=5000)):
        resources, more = form(content)
        found = got(pdf(line(SEEN, 400) + b"/X Do", resources=resources, more=more))
        assert found.text.strip() == SEEN


def test_text_inside_a_form_is_placed_by_its_matrix() -> None:
    resources, more = form(line(PLANTED, y=5000), b"[1 0 0 1 0 -4500]")
    assert PLANTED in got(pdf(line(SEEN, 400) + b"/X Do", resources=resources, more=more)).text
    resources, more = form(line(PLANTED, y=500), b"[1 0 0 1 0 4500]")
    assert PLANTED not in got(pdf(line(SEEN, 400) + b"/X Do", resources=resources, more=more)).text


TWINS = {
    "plain": line(PLANTED),
    "white on black": RECTANGLE % b"0 0 0" + line(PLANTED, before=b"1 g"),
    "white on blue": RECTANGLE % b"0 0 0.5" + line(PLANTED, before=b"1 g"),
    "black on white on black": RECTANGLE % b"0 0 0" + RECTANGLE % b"1 1 1" + line(PLANTED),
    "grey": line(PLANTED, before=b"0.6 g"),
    "outlined": line(PLANTED, before=b"1 g 0 G 1 Tr"),
    "four points": line(PLANTED, size=b"4"),
    "small font scaled up": b"q 120 0 0 120 72 500 cm " + line(PLANTED, size=b"0.1", x=0, y=0) + b"Q",
    "framed later": line(PLANTED) + b"60 690 500 30 re S\n",
    "underlined later": line(PLANTED) + b"60 696 500 1 re f\n",
    "beside a box": line(PLANTED) + b"0 g 60 100 500 30 re f\n",
    "under a curve": line(PLANTED) + b"60 690 m 60 900 560 900 560 690 c 560 400 60 400 60 690 c S\n",
}


@pytest.mark.parametrize("twin", TWINS)
def test_the_honest_twin_of_a_page_stays_visible(twin: str) -> None:
    found = got(pdf(line(SEEN, 400) + TWINS[twin]))
    assert PLANTED in found.text
    assert SEEN in found.text
    assert found.hidden_text is None


def scan(content: bytes, size: bytes, paper: bytes = b"") -> bytes:
    entries = b"/Type/XObject/Subtype/Image/Width 64/Height 64/ColorSpace/DeviceGray/BitsPerComponent 8"
    picture = stream(paper or (b"\x10\xf0" * 32 + b"\xf0\x10" * 32) * 32, entries)
    return pdf(content % (b"q %s cm /X Do Q\n" % size), resources=b"/XObject<</X 6 0 R>>", more=[picture])


def test_the_recognised_text_of_a_scan_is_its_text() -> None:
    whole = b"612 0 0 792 0 0"
    for content in (b"%s" + line(SEEN, before=b"3 Tr"), line(SEEN) + b"%s"):
        found = got(scan(content, whole))
        assert found.text.strip() == SEEN
        assert found.notes == ("ocr_layer",)


def test_text_under_a_small_picture_is_hidden() -> None:
    found = got(scan(line(SEEN, 400) + line(PLANTED) + b"%s", b"500 0 0 30 60 690"))
    assert found.text.strip() == SEEN


def test_unpainted_text_is_hidden_beside_a_small_picture() -> None:
    found = got(scan(line(SEEN, 400) + b"%s" + line(PLANTED, before=b"3 Tr"), b"50 0 0 30 60 690"))
    assert found.text.strip() == SEEN


def test_optional_layers_are_noted() -> None:
    body = pdf(line(SEEN)).replace(b"/Type/Catalog", b"/OCProperties<<>>/Type/Catalog")
    assert "optional_content" in got(body).notes


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
