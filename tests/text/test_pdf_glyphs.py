"""Glyphs and streams of the odder kinds: drawn by programs, drawn apart, small; packed and led in circles."""

from __future__ import annotations

import zlib

import pytest

from gnut.edge.sandbox import Sandbox
from gnut.text.source import Extracted, Unreadable, read
from tests.text.pdf_files import SEEN, got, line, pdf, stream


def lzw(body: bytes) -> bytes:
    """Return the bytes as LZW without any shortening: nine bits a byte, a clear code every 200."""
    bits = "".join(
        (f"{256:09b}" if at % 200 == 0 else "") + f"{byte:09b}" for at, byte in enumerate(body)
    ) + f"{257:09b}"  # fmt: skip
    bits += "0" * (-len(bits) % 8)
    return int(bits, 2).to_bytes(len(bits) // 8, "big")


def packed(content: bytes, filters: bytes) -> bytes:
    return pdf(line("x")).replace(stream(line("x")), stream(content, b"/Filter[%s]" % filters))


def test_a_stream_packed_by_lzw_is_read() -> None:
    assert got(packed(lzw(line(SEEN)), b"/LZWDecode")).text == SEEN


def test_a_chain_of_lzw_and_other_filters_is_read() -> None:
    body = lzw(lzw(zlib.compress(line(SEEN))))
    assert got(packed(body.hex().encode() + b">", b"/ASCIIHexDecode/LZWDecode/LZWDecode/FlateDecode")).text == SEEN


def test_lzw_that_grows_without_end_is_bounded() -> None:
    # Codes that each stand for one sign more than the one before: a few kilobytes make megabytes.
    grow = [256, 32, *range(258, 511)] * 4
    bits = "".join(f"{code:09b}" for code in grow)
    bits += "0" * (-len(bits) % 8)
    chunk = int(bits, 2).to_bytes(len(bits) // 8, "big")
    body = zlib.compress(zlib.compress(chunk * 2_000, 9), 9)
    with Sandbox() as sandbox:
        hostile = packed(body, b"/FlateDecode/FlateDecode/LZWDecode")
        assert isinstance(sandbox.read(hostile, "application/pdf", "u"), Extracted | Unreadable)
        assert isinstance(sandbox.read(pdf(line(SEEN)), "application/pdf", "u"), Extracted)


@pytest.mark.parametrize("filters", [b"/LZWDecode", b"/LZWDecode/LZWDecode/LZWDecode"])
def test_broken_lzw_is_no_crash(filters: bytes) -> None:
    for body in (b"", b"\x80", b"\xff" * 1000, bytes(1000), lzw(line(SEEN))[:40]):
        assert isinstance(read(packed(body, filters), "application/pdf", "u"), Extracted | Unreadable)


def bundled(first: bytes, second: bytes, extends: bytes = b"") -> bytes:
    """Return a file whose catalogue and pages stand in object streams, told by a cross-reference stream."""
    out = b"%PDF-1.7\n"
    places = {}
    catalogue, pages = b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[3 0 R]/Count 1>>"
    inside = b"1 0 2 %d " % (len(catalogue) + 1)
    bundle = stream(inside + catalogue + b" " + pages, b"/Type/ObjStm/N 2/First %d%s" % (len(inside), extends))
    objects = {
        3: b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F 4 0 R>>>>/Contents 5 0 R>>",
        4: b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
        5: stream(line(SEEN)),
        6: bundle,
    }
    for number, body in objects.items():
        places[number] = len(out)
        out += b"%d 0 obj%s\nendobj\n" % (number, body)
    places[7] = len(out)
    rows = b"\0\0\0\0\0" + first + second + b"".join(b"\1%s\0" % places[at].to_bytes(3, "big") for at in range(3, 8))
    table = stream(rows, b"/Type/XRef/Size 8/Root 1 0 R/W[1 3 1]")
    return out + b"7 0 obj%s\nendobj\nstartxref\n%d\n%%%%EOF" % (table, places[7])


IN_SIX = (b"\2\0\0\6\0", b"\2\0\0\6\1")


def test_objects_in_an_object_stream_are_read() -> None:
    assert got(bundled(*IN_SIX)).text == SEEN


@pytest.mark.parametrize(
    "body",
    [
        bundled(*IN_SIX, extends=b"/Extends 6 0 R"),
        bundled(b"\2\0\0\1\0", b"\2\0\0\2\0"),
        bundled(b"\2\0\0\2\0", b"\2\0\0\1\0"),
        bundled(*IN_SIX).replace(b"\1" + b"\0", b"\2\0", 1),
        bundled(b"\2\xff\xff\xff\xff", b"\2\0\0\6\xff"),
    ],
    ids=["extends itself", "in itself", "in each other", "no place", "out of range"],
)
def test_object_streams_that_lead_in_circles_end(body: bytes) -> None:
    found = read(body, "application/pdf", "u")
    assert isinstance(found, Unreadable) or found.text == SEEN


def drawn(glyph: bytes, words: bytes = b"AAAA", names: bytes = b"65/A") -> bytes:
    """Return a page with a word of a font whose glyphs are programs."""
    font = (
        b"<</Type/Font/Subtype/Type3/FontBBox[0 0 1000 1000]/FontMatrix[0.001 0 0 0.001 0 0]/CharProcs<</A 7 0 R>>"
        b"/Encoding<</Differences[%s]>>/FirstChar 65/LastChar 65/Widths[1000]/Resources<<>>>>" % names
    )
    body = line(SEEN, 400) + b"BT /T 12 Tf 72 700 Td (%s) Tj ET" % words
    made = pdf(body, resources=b"", more=[font, stream(glyph)])
    return made.replace(b"/Font<</F 3 0 R>>", b"/Font<</F 3 0 R/T 6 0 R>>")


def test_glyphs_drawn_by_programs_are_seen() -> None:
    found = got(drawn(b"1000 0 0 0 750 750 d1 0 0 750 750 re f"))
    assert "AAAA" in found.text
    assert found.hidden_text is None


def test_glyphs_that_draw_themselves_end() -> None:
    body = drawn(b"1000 0 0 0 750 750 d1 BT /T 1 Tf (AAAA) Tj ET").replace(
        b"/Resources<<>>", b"/Resources<</Font<</T 6 0 R>>>>"
    )
    with Sandbox(wall=5.0) as sandbox:
        assert isinstance(sandbox.read(body, "application/pdf", "u"), Extracted | Unreadable)
        assert isinstance(sandbox.read(pdf(line(SEEN)), "application/pdf", "u"), Extracted)


def test_accents_drawn_apart_keep_their_word_together() -> None:
    # TeX draws the accent over the letter, in a piece of its own before it.
    accent = b"BT /F 12 Tf 1 0 0 1 72 700 Tm (caf) Tj 1 0 0 1 89 700 Tm (\xb4) Tj 1 0 0 1 88 700 Tm (e) Tj ET "
    made = pdf(accent + line(SEEN, 400)).replace(
        b"/BaseFont/Helvetica", b"/BaseFont/Helvetica/Encoding/WinAnsiEncoding"
    )
    found = got(made)
    assert found.hidden_text is None
    assert found.text.startswith("caf")
    assert "e" in found.text.split("\n")[0]
    assert "\n" not in found.text.strip().removesuffix(SEEN).strip()


def test_small_capitals_are_no_raised_signs() -> None:
    small = b"BT /F 12 Tf 72 700 Td (S) Tj /F 9 Tf (ECTION) Tj /F 12 Tf ( 4) Tj /F 9 Tf (B12) Tj ET "
    assert got(pdf(small)).text == "SECTION 4B12"


def test_old_figures_that_hang_below_the_line_stay_digits() -> None:
    hanging = b"BT /F 12 Tf 72 700 Td (In 1) Tj -1 Ts (9) Tj 0 Ts (84.) Tj ET "
    assert got(pdf(hanging)).text == "In 1984."
