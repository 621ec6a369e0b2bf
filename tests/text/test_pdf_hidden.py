"""What of a PDF page nobody sees, and its honest twins."""

from __future__ import annotations

import pytest

from gnut.text.pdf import actual, budget
from tests.text.pdf_files import PLANTED, RECTANGLE, SEEN, appearance, form, got, line, pdf, picture, scan, stream

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


def test_a_hidden_layer_of_recognised_text_shows_only_where_the_scan_has_ink() -> None:
    half_blank = b"\xff" * 2048 + b"\x10\xf0" * 1024
    found = got(scan(line(SEEN, 300) + line(PLANTED) + b"%s", b"612 0 0 792 0 0", paper=half_blank))
    assert found.text.strip() == SEEN
    assert PLANTED in (found.hidden_text or "")
    assert found.notes == ("ocr_layer",)


def layer(state: bytes, *more: bytes, what: bytes = b"") -> tuple[bytes, dict[str, object]]:
    """Return a sentence in a layer, and what the file says of the layer."""
    return b"/OC /L BDC " + line(PLANTED) + b"EMC ", {
        "resources": b"/Properties<</L 6 0 R>>",
        "more": [b"<</Type/OCG/Name(Layer)%s>>" % what, *more],
        "root": b"/OCProperties<</OCGs[6 0 R]/D<<%s>>>>" % state,
    }


IMAGE = b"/XObject<</X 6 0 R>>"
FREE = b"/MediaBox[0 0 612 792]/Annots[<</Type/Annot/Subtype/%s/Rect[60 690 560 720]/AP<</N 6 0 R>>%s>>]"
STATES = b"/ExtGState<</G<<%s>>/H<</ca 1/BM/Normal/SMask/None>>>>"
PLATE = b"/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 5 5]/XStep 5/YStep 5/Resources<<>>"
FADED = b"/Type/XObject/Subtype/Form/BBox[0 0 612 792]/Group<</S/Transparency/CS/DeviceGray>>/Resources<<>>"
FORM = b"/Type/XObject/Subtype/Form/BBox[0 0 612 792]%s/Resources<</Font<</F 3 0 R>>>>"
SAID = b"BT /F 12 Tf 2 5 Td (" + PLANTED.encode() + b") Tj ET"

PAINTED_WAYS: dict[str, tuple[bytes, dict[str, object]]] = {
    "clipped away": (b"q 0 0 10 10 re W n " + line(PLANTED) + b"Q ", {}),
    "clipped to nothing": (b"q 60 690 m 60 690 l W n " + line(PLANTED) + b"Q ", {}),
    "clipped to a letter": (b"q BT 7 Tr /F 12 Tf 72 100 Td (x) Tj ET " + line(PLANTED, before=b"0 Tr") + b"Q ", {}),
    "not opaque": (b"/G gs " + line(PLANTED) + b"/H gs ", {"resources": STATES % b"/ca 0"}),
    "faint": (b"/G gs " + line(PLANTED) + b"/H gs ", {"resources": STATES % b"/ca 0.03"}),
    "masked": (b"/G gs " + line(PLANTED) + b"/H gs ", {
        "resources": STATES % b"/SMask<</S/Luminosity/G 6 0 R>>", "more": [stream(b"0 g 0 0 612 792 re f", FADED)]}),
    "multiplied into black": (b"60 690 500 30 re f /G gs " + line(PLANTED, before=b"0.5 g") + b"/H gs ", {
        "resources": STATES % b"/BM/Multiply"}),
    "under a curve": (line(PLANTED) + b"60 690 m 60 750 560 750 560 690 c 560 640 60 640 60 690 c f ", {}),
    "under two boxes": (line(PLANTED) + b"1 g 60 690 250 30 re f 310 690 250 30 re f ", {}),
    "under stripes": (line(PLANTED) + b"1 g " + b"".join(b"60 %d 500 3 re f " % y for y in range(694, 718, 3)), {}),
    "under a thick line": (line(PLANTED) + b"1 G 40 w 60 705 m 560 705 l S ", {}),
    "white on a white picture": (b"q 500 0 0 30 60 690 cm /X Do Q " + line(PLANTED, before=b"1 g"), {
        "resources": IMAGE, "more": [picture(b"\xff")]}),
    "black on a black picture": (b"q 500 0 0 30 60 690 cm /X Do Q " + line(PLANTED), {
        "resources": IMAGE, "more": [picture(b"\x00")]}),
    "under a slanted picture": (line(PLANTED) + b"q 500 20 -20 60 60 670 cm /X Do Q ", {
        "resources": IMAGE, "more": [picture(b"\x80")]}),
    "layer that is off": layer(b"/OFF[6 0 R]"),
    "layers off by default": layer(b"/BaseState/OFF"),
    "layer for printing": layer(
        b"/ON[6 0 R]/AS[<</Event/View/Category[/View]/OCGs[6 0 R]>>]",
        what=b"/Usage<</Print<</PrintState/ON>>/View<</ViewState/OFF>>>>",
    ),
    "form in a layer that is off": (b"/X Do ", {
        "resources": IMAGE, "more": [stream(line(PLANTED), FORM % b"/OC 7 0 R"), b"<</Type/OCG/Name(L)>>"],
        "root": b"/OCProperties<</OCGs[7 0 R]/D<</OFF[7 0 R]>>>>"}),
    "outlined in white": (line(PLANTED, before=b"1 G 1 Tr") + b"0 Tr ", {}),
    "filled with a white pattern": (b"/Pattern cs /P scn " + line(PLANTED) + b"0 g ", {
        "resources": b"/Pattern<</P 6 0 R>>", "more": [stream(b"1 g 0 0 5 5 re f", PLATE)]}),
    "declared": (b"/Span<</ActualText(%s)>>BDC " % PLANTED.encode() + line("Other words stand here.") + b"EMC ", {}),
    "squeezed": (b"BT 0.1 Tz /F 12 Tf 72 700 Td (%s) Tj 100 Tz ET " % PLANTED.encode(), {}),
    "hidden annotation": (b"", {"page": FREE % (b"FreeText", b"/F 2"), "more": [appearance(SAID)]}),
    "annotation that is only printed": (b"", {"page": FREE % (b"FreeText", b"/F 36"), "more": [appearance(SAID)]}),
    "note that opens on a click": (b"", {
        "page": FREE % (b"Text", b"/Contents(%s)" % PLANTED.encode()), "more": [appearance(SAID)]}),
    "under an annotation": (line(PLANTED), {
        "page": FREE % (b"Square", b""), "more": [appearance(b"1 g 0 0 500 30 re f")]}),
    "under another sentence": (line(PLANTED, before=b"1 g") + line("Other words stand here.", before=b"0 g"), {}),
}  # fmt: skip


def with_way(way: tuple[bytes, dict[str, object]]) -> bytes:
    content, more = way
    return pdf(line(SEEN, 400) + content + b"\n0 g " + line("End of page.", 100), **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("way", PAINTED_WAYS)
def test_what_the_painted_page_does_not_show_is_not_visible(way: str) -> None:
    found = got(with_way(PAINTED_WAYS[way]))
    assert PLANTED not in found.text
    assert SEEN in found.text
    assert "End of page." in found.text


PAINTED_TWINS: dict[str, tuple[bytes, dict[str, object]]] = {
    "white on a dark picture": (b"q 500 0 0 30 60 690 cm /X Do Q " + line(PLANTED, before=b"1 g"), {
        "resources": IMAGE, "more": [picture(b"\x10")]}),
    "clipped to its page": (b"q 0 0 612 792 re W n " + line(PLANTED) + b"Q ", {}),
    "clipped to its line": (b"q 70 696 500 14 re W n " + line(PLANTED) + b"Q ", {}),
    "clipped to an area around it": (
        b"q 60 680 m 560 680 l 560 740 l 300 745 l 60 740 l h W n " + line(PLANTED) + b"Q ", {}),
    "half opaque": (b"/G gs " + line(PLANTED) + b"/H gs ", {"resources": STATES % b"/ca 0.5"}),
    "marked by a pen": (line(PLANTED) + b"/G gs 1 1 0 rg 60 690 500 30 re f /H gs ", {
        "resources": STATES % b"/BM/Multiply"}),
    "layer that is on": layer(b"/ON[6 0 R]"),
    "filled with a red pattern": (b"/Pattern cs /P scn " + line(PLANTED) + b"0 g ", {
        "resources": b"/Pattern<</P 6 0 R>>", "more": [stream(b"1 0 0 rg 0 0 5 5 re f", PLATE)]}),
    "set twice to be bold": (line(PLANTED) + line(PLANTED), {}),
    "artifact": (b"/Artifact BMC " + line(PLANTED) + b"EMC ", {}),
    "declared as it stands": (b"/Span<</ActualText(%s)>>BDC " % PLANTED.encode() + line(PLANTED) + b"EMC ", {}),
    "value of a form field": (b"", {"page": FREE % (b"Widget", b"/FT/Tx/T(f)/V(x)"), "more": [appearance(SAID)]}),
    "free text": (b"", {"page": FREE % (b"FreeText", b""), "more": [appearance(SAID)]}),
    "stamp": (b"", {"page": FREE % (b"Stamp", b""), "more": [appearance(SAID)]}),
    "red on green": (b"0 0.6 0 rg 60 690 500 30 re f " + line(PLANTED, before=b"0.8 0 0 rg"), {}),
    "struck out": (line(PLANTED) + b"60 703 500 1 re f ", {}),
    "mirrored twice": (b"q 1 0 0 -1 0 1400 cm BT /F 12 Tf 1 0 0 -1 72 700 Tm (%s) Tj ET Q " % PLANTED.encode(), {}),
}  # fmt: skip


@pytest.mark.parametrize("twin", PAINTED_TWINS)
def test_what_the_painted_page_shows_is_visible(twin: str) -> None:
    found = got(with_way(PAINTED_TWINS[twin]))
    assert PLANTED in found.text
    assert SEEN in found.text
    assert found.hidden_text is None


def test_a_word_that_is_painted_over_is_hidden_alone() -> None:
    found = got(pdf(line("The drug was not approved by the council.") + b"1 g 147.5 695 18 16 re f 0 g "))
    assert " ".join(found.text.split()) == "The drug was approved by the council."
    assert found.hidden_text == "not"


def test_a_declared_text_that_its_glyphs_do_not_say_is_noted() -> None:
    found = got(with_way(PAINTED_WAYS["declared"]))
    assert "Other words stand here." in found.text
    assert PLANTED in (found.hidden_text or "")
    assert found.notes == ("actual_text_differs",)


def test_declared_letters_stand_for_glyphs_that_have_none() -> None:
    body = pdf(b"/Span<</ActualText(fi)>>BDC " + line("*") + b"EMC " + line("sh", x=90) + line(SEEN, 400))
    found = got(body)
    assert "fi" in found.text
    assert found.notes == ()


def test_pages_past_the_budget_are_judged_by_geometry_and_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "PAGES", 0)
    assert "unrendered_pdf" in got(with_way(PAINTED_WAYS["clipped away"])).notes
    found = got(pdf(line(SEEN, 400) + RECTANGLE % b"0 0 0" + line(PLANTED)))
    assert PLANTED not in found.text
    assert found.notes == ()


@pytest.mark.parametrize(
    ("words", "cover", "shown"),
    [
        ("The rate was 14.2 percent.", b"145 695 5 16", "The rate was 4.2 percent."),
        ("The keeper cannot leave.", b"155.5 695 16.8 16", "The keeper can leave."),
    ],
)
def test_a_part_of_a_word_that_is_painted_over_is_hidden_alone(words: str, cover: bytes, shown: str) -> None:
    found = got(pdf(line(words) + b"1 g " + cover + b" re f 0 g "))
    assert found.text == shown


@pytest.mark.parametrize(
    ("drawn", "declared"),
    [
        ("24.1 per cent", "42.1 per cent"),
        ("15 per cent", "1.5 per cent"),
        ("5 per cent", "-5 per cent"),
        ("5 per cent", "5% per cent"),
        ("Jones defeated Smith", "Smith defeated Jones"),
        ("1,000 ships", "10,00 ships"),
        ("$5 million", "5 million"),
        (".5 of it", "5 of it"),
        ("10:15 a day", "1015 a day"),
    ],
)
def test_a_declaration_that_moves_a_sign_of_its_glyphs_is_not_believed(drawn: str, declared: str) -> None:
    found = got(pdf(b"/Span<</ActualText(%s)>>BDC " % declared.encode() + line(drawn) + b"EMC " + line(SEEN, 400)))
    assert f"{drawn}\n" in f"{found.text}\n"
    assert found.notes == ("actual_text_differs",)


@pytest.mark.parametrize(
    ("drawn", "declared"),
    [("infor-", "infor"), ("NAVAL", "Naval"), ("in 2019.", "in 2019"), ("well - known", "well known")],
)
def test_a_declaration_may_leave_out_signs_that_are_of_no_figure(drawn: str, declared: str) -> None:
    found = got(pdf(b"/Span<</ActualText(%s)>>BDC " % declared.encode() + line(drawn) + b"EMC " + line(SEEN, 400)))
    assert declared in found.text
    assert found.notes == ()


def test_glyphs_of_a_script_that_is_set_in_another_order_may_be_declared_as_they_are_written() -> None:
    assert actual._agrees("שלום", "םולש")
    assert actual._agrees("हिन्दी", "िहन्दी")
    assert not actual._agrees("שלום 15", "51 םולש")
