"""Files that mean harm, and files that say less than they seem to."""

from __future__ import annotations

import hashlib

import pytest

from gnut.edge.sandbox import Sandbox
from gnut.text.pdf import columns, flat, painted
from gnut.text.source import Extracted, Unreadable, read
from tests.text.pdf_files import PLANTED, SEEN, file, got, line, pdf, picture, stream

STRIPES = b"\x10\xf0"
SCANNED = b"q 612 0 0 792 0 0 cm /X Do Q "


def refused(body: bytes) -> Unreadable:
    found = read(body, "application/pdf", "u")
    assert isinstance(found, Unreadable), found
    return found


def rc4(key: bytes, body: bytes) -> bytes:
    state = list(range(256))
    other = 0
    for at in range(256):
        other = (other + state[at] + key[at % len(key)]) % 256
        state[at], state[other] = state[other], state[at]
    at = other = 0
    out = bytearray()
    for byte in body:
        at = (at + 1) % 256
        other = (other + state[at]) % 256
        state[at], state[other] = state[other], state[at]
        out.append(byte ^ state[(state[at] + state[other]) % 256])
    return bytes(out)


def encrypted(password: bytes) -> bytes:
    """Return a PDF that `password` opens (standard handler, 40 bits)."""
    pad = bytes.fromhex("28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A")
    owner = rc4(hashlib.md5(pad).digest()[:5], (password + pad)[:32])
    ident, rights = b"0123456789abcdef", (-4).to_bytes(4, "little", signed=True)
    key = hashlib.md5((password + pad)[:32] + owner + rights + ident).digest()[:5]
    page = rc4(hashlib.md5(key + b"\x05\0\0\0\0").digest()[:10], line(SEEN))
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[4 0 R]/Count 1>>",
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F 3 0 R>>>>/Contents 5 0 R>>",
        stream(page),
        b"<</Filter/Standard/V 1/R 2/P -4/O<%s>/U<%s>>>" % (owner.hex().encode(), rc4(key, pad).hex().encode()),
    ]
    return file(objects, b"/Encrypt 6 0 R/ID[<%s><%s>]" % (ident.hex().encode(), ident.hex().encode()))


def test_a_file_that_opens_without_a_password_is_read() -> None:
    assert got(encrypted(b"")).text == SEEN


def test_a_file_that_needs_a_password_is_refused() -> None:
    assert refused(encrypted(b"secret")) == Unreadable("pdf_invalid", "encrypted")


def test_a_page_that_is_a_picture_leaves_the_text_incomplete() -> None:
    more = [picture(STRIPES[:1])]
    found = got(pdf(line(SEEN), SCANNED, resources=b"/XObject<</X 8 0 R>>", more=more))
    assert (found.truncation, found.notes) == ("unknown", ("scanned_pages",))
    stamped = got(pdf(line(SEEN), SCANNED + line("Downloaded on 3 May"), resources=b"/XObject<</X 8 0 R>>", more=more))
    assert stamped.truncation == "unknown"


def test_an_empty_page_leaves_the_text_complete() -> None:
    found = got(pdf(line(SEEN), b"", b"0 0 612 792 re f"))
    assert (found.truncation, found.notes) == ("complete", ())


def test_a_page_of_prose_over_a_picture_is_complete() -> None:
    body = b"1 g 50 50 500 700 re f 0 g " + b"".join(line(SEEN, y) for y in range(400, 700, 14))
    assert got(pdf(SCANNED + body, resources=b"/XObject<</X 6 0 R>>", more=[picture(b"\x10")])).truncation == "complete"


@pytest.mark.parametrize("entry", [b"/NeedsRendering true", b""])
def test_the_page_that_stands_for_a_form_is_no_source(entry: bytes) -> None:
    body = pdf(
        line("Please wait... If this message is not eventually replaced"),
        more=[stream(b"<xdp:xdp xmlns:xdp='http://ns.adobe.com/xdp/'><template/></xdp:xdp>")],
        root=entry + b"/AcroForm<</Fields[]/XFA 6 0 R>>",
    )
    assert refused(body) == Unreadable("no_text", "a dynamic XFA form")


URI = b"<</S/URI/URI(http://127.0.0.1:9/)>>"
HARMLESS = {
    "a script": pdf(line(SEEN), root=b"/OpenAction<</S/JavaScript/JS(app.launchURL\\(0\\))>>"),
    "a program": pdf(line(SEEN), root=b"/OpenAction<</S/Launch/F(/bin/sh)>>"),
    "a file in it": pdf(line(SEEN), root=b"/Names<</EmbeddedFiles<</Names[(a)<</Type/Filespec/F(/etc/passwd)>>]>>>>"),
    "an address": pdf(line(SEEN), page=b"/MediaBox[0 0 612 792]/AA<</O %s>>" % URI, root=b"/OpenAction %s" % URI),
    "a size": pdf(line(SEEN)).replace(b"/Size 6", b"/Size 1000000000"),
    "a table that leads to itself": pdf(line(SEEN)).replace(b"trailer<<", b"trailer<</Prev 9 "),
    "states without end": pdf(b"q " * 300_000 + line(SEEN) + b"Q " * 300_000),
    "a page as large as a town": pdf(line(SEEN), page=b"/MediaBox[0 0 14400000 14400000]"),
}


@pytest.mark.parametrize("name", HARMLESS)
def test_what_a_file_asks_for_beside_its_text_is_not_done(name: str) -> None:
    assert got(HARMLESS[name]).text == SEEN


def test_a_million_pages_are_refused() -> None:
    kids = b"<</Type/Pages/Kids[%s]/Count 1000000>>" % (b"3 0 R " * 1_000_000)
    body = file([b"<</Type/Catalog/Pages 2 0 R>>", kids, b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>"])
    assert refused(body) == Unreadable("pdf_limit", "over 2000 pages")


def nested(number: int, content: bytes = b"/X Do ") -> bytes:
    entries = (
        b"/Type/XObject/Subtype/Form/BBox[0 0 612 792]/Resources<</Font<</F 3 0 R>>/XObject<</X %d 0 R>>>>" % number
    )
    return stream(content * 10 + line("x"), entries)


def test_forms_that_multiply_are_read_as_far_as_they_are_looked_at_and_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(flat, "MAX_OBJECTS", 100)
    more = [*(nested(number) for number in range(7, 10)), stream(line("y"))]
    assert "unrendered_pdf" in got(pdf(b"/X Do " + line(SEEN, 500), resources=b"/XObject<</X 6 0 R>>", more=more)).notes


def test_a_form_that_holds_itself_costs_the_child_alone() -> None:
    hostile = pdf(b"/X Do " + line(SEEN), resources=b"/XObject<</X 6 0 R>>", more=[nested(6)])
    with Sandbox(wall=2.0) as sandbox:
        first = sandbox.read(hostile, "application/pdf", "u")
        assert isinstance(first, Unreadable | Extracted)
        second = sandbox.read(pdf(line(SEEN)), "application/pdf", "u")
    assert isinstance(second, Extracted)


def test_pages_with_more_pieces_than_are_looked_at_stay_as_they_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(columns, "MAX_PIECES", 5)
    rows = ("the first line goes on", "in the second line and", "in the third of them")
    body = b"".join(line(words, 700 - 14 * n, x=x, size=b"10") for n, words in enumerate(rows) for x in (60, 320))
    assert got(pdf(body)).notes == ()


def test_pages_with_more_doubtful_texts_than_are_looked_at_are_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    from gnut.text.pdf import unseen

    monkeypatch.setattr(unseen, "MAX_TEXTS", 1)
    clipped = b"q 0 0 10 10 re W n " + line(PLANTED) + line(PLANTED, 600) + b"Q " + line(SEEN, 400)
    assert "unrendered_pdf" in got(pdf(clipped)).notes
    assert painted.MAX_TEXTS > 1
