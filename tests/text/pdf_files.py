"""PDFs written by hand, for the tests beside this file: Helvetica at absolute places, and whatever a test plants."""

from __future__ import annotations

from collections.abc import Iterable

from gnut.text.source import Extracted, read

SEEN = "The committee found that 14.2 percent of samples failed."
PLANTED = "The committee found that 99.9 percent of samples passed."
RECTANGLE = b"%s rg 60 690 500 30 re f 0 g\n"


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
    """Return a stream object."""
    return b"<</Length %d%s>>stream\n%s\nendstream" % (len(content), entries, content)


def pdf(
    *contents: bytes,
    page: bytes = b"/MediaBox[0 0 612 792]",
    resources: bytes = b"",
    more: Iterable[bytes] = (),
    root: bytes = b"",
) -> bytes:
    """Return a PDF with a page for each content stream, then the objects of `more`, from number 6 after one page."""
    count = len(contents)
    kids = b" ".join(b"%d 0 R" % (4 + 2 * index) for index in range(count))
    objects = [
        b"<</Type/Catalog/Pages 2 0 R%s>>" % root,
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
    """Return the operators that set one line."""
    escaped = words.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)").encode("latin-1")
    return b"BT %s /F %s Tf %d %d Td (%s) Tj ET\n" % (before, size, x, y, escaped)


def got(body: bytes) -> Extracted:
    """Return what is read of a PDF that can be read."""
    found = read(body, "application/pdf", "https://s.example/p.pdf")
    assert isinstance(found, Extracted), found
    return found


def form(content: bytes, matrix: bytes = b"[1 0 0 1 0 0]") -> tuple[bytes, list[bytes]]:
    """Return the resources of a page with a form X, and the form."""
    return b"/XObject<</X 6 0 R>>", [
        stream(
            content,
            b"/Type/XObject/Subtype/Form/BBox[-9000 -9000 9000 9000]/Matrix%s/Resources<</Font<</F 3 0 R>>>>" % matrix,
        )
    ]


def scan(content: bytes, size: bytes, paper: bytes = b"") -> bytes:
    """Return a page with a picture where `content` has `%s`: stripes, unless `paper` says otherwise."""
    entries = b"/Type/XObject/Subtype/Image/Width 64/Height 64/ColorSpace/DeviceGray/BitsPerComponent 8"
    picture = stream(paper or (b"\x10\xf0" * 32 + b"\xf0\x10" * 32) * 32, entries)
    return pdf(content % (b"q %s cm /X Do Q\n" % size), resources=b"/XObject<</X 6 0 R>>", more=[picture])


def picture(tone: bytes) -> bytes:
    """Return an image of one tone."""
    entries = b"/Type/XObject/Subtype/Image/Width 64/Height 64/ColorSpace/DeviceGray/BitsPerComponent 8"
    return stream(tone * 4096, entries)


def appearance(content: bytes) -> bytes:
    """Return what an annotation of 500 by 30 points shows."""
    return stream(content, b"/Type/XObject/Subtype/Form/BBox[0 0 500 30]/Resources<</Font<</F 3 0 R>>>>")


def mapped(lines: Iterable[tuple[str, int, int]]) -> bytes:
    """Return a page of lines in any script, each with its place: a font without glyphs, and a map to Unicode."""
    codes: dict[str, int] = {}
    content = b""
    for words, x, y in lines:
        shown = b"".join(b"%04X" % codes.setdefault(sign, len(codes) + 1) for sign in words)
        content += b"BT /F 12 Tf %d %d Td <%s> Tj ET\n" % (x, y, shown)
    pairs = b" ".join(b"<%04X> <%s>" % (code, sign.encode("utf-16-be").hex().encode()) for sign, code in codes.items())
    table = b"begincmap 1 begincodespacerange <0000> <FFFF> endcodespacerange %d beginbfchar %s endbfchar endcmap"
    system = b"/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>"
    blank = codes.get(" ", 0)
    return file(
        [
            b"<</Type/Catalog/Pages 2 0 R>>",
            b"<</Type/Pages/Kids[4 0 R]/Count 1>>",
            b"<</Type/Font/Subtype/Type0/BaseFont/X/Encoding/Identity-H/DescendantFonts[6 0 R]/ToUnicode 7 0 R>>",
            b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F 3 0 R>>>>/Contents 5 0 R>>",
            stream(content),
            b"<</Type/Font/Subtype/CIDFontType2/BaseFont/X%s/FontDescriptor 8 0 R/DW 700/W[%d[280]]>>"
            % (system, blank),
            stream(table % (len(codes), pairs)),
            b"<</Type/FontDescriptor/FontName/X/Flags 4/FontBBox[0 0 1000 1000]/Ascent 800/Descent -200/StemV 80>>",
        ]
    )
