"""Which character set a page is in, and the evidence for it."""

from __future__ import annotations

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnut.text.charset import Decoded, decode
from gnut.text.labels import LABELS, LOCALES, REPLACEMENT
from gnut.text.sets import CODECS, read


def html(body: bytes, header: str | None = "text/html") -> Decoded:
    found = decode(body, header=header, declares=True)
    assert found is not None
    return found


def test_a_mark_outweighs_every_declaration() -> None:
    body = b'\xef\xbb\xbf<meta charset="iso-8859-1">caf\xc3\xa9'
    found = html(body, "text/html; charset=windows-1252")
    assert (found.charset, found.came_from) == ("utf-8", "bom")
    assert found.text.endswith("café")
    assert not found.text.startswith("\ufeff")


@pytest.mark.parametrize(("codec", "mark"), [("utf-16-le", codecs.BOM_UTF16_LE), ("utf-16-be", codecs.BOM_UTF16_BE)])
def test_utf_16_with_its_mark_is_read(codec: str, mark: bytes) -> None:
    found = html(mark + "<p>naïve café</p>".encode(codec))
    assert found.text == "<p>naïve café</p>"
    assert found.came_from == "bom"


def test_utf_32_is_no_set_of_the_web() -> None:
    assert decode("<p>x</p>".encode("utf-32"), header="text/html", declares=True) is None


def test_the_header_outweighs_the_page() -> None:
    found = html("<meta charset=koi8-r>Le café a fermé".encode("latin-1"), "text/html; charset=iso-8859-1")
    assert found.text.endswith("Le café a fermé")
    assert (found.charset, found.came_from) == ("windows-1252", "header")


@pytest.mark.parametrize(
    "header", ['text/html; charset="UTF-8"', "text/html;charset='utf8'", "TEXT/HTML; a=b; CHARSET = x"]
)
def test_the_label_in_a_header_is_read_in_every_spelling(header: str) -> None:
    found = html("é".encode(), header)
    assert found.text == "é"


def test_the_page_declares_its_set() -> None:
    body = '<meta http-equiv="Content-Type" content="text/html; charset=windows-1251">Привет'.encode("cp1251")
    assert html(body).text.endswith("Привет")
    assert html(body).came_from == "meta"
    xml = '<?xml version="1.0" encoding="iso-8859-2"?><html>Łódź'.encode("iso-8859-2")
    assert html(xml).text.endswith("Łódź")


def test_the_second_declaration_is_tried_when_the_first_does_not_decode() -> None:
    body = '<meta charset="utf-8"><meta http-equiv=content-type content="text/html; charset=gb2312"><p>港口规划</p>'
    found = html(body.encode("gb18030"))
    assert "港口规划" in found.text
    assert (found.charset, found.came_from, found.notes) == ("gbk", "meta", ("charset_overruled",))


def test_a_declaration_in_a_comment_or_far_below_is_none() -> None:
    assert html(b"<!-- <meta charset=koi8-r> --> \xc3\xa9").came_from == "utf8"
    assert html(b" " * 4096 + b"<meta charset=koi8-r> \xc3\xa9").came_from == "utf8"


def test_plain_text_declares_nothing_inside_itself() -> None:
    found = decode("<meta charset=koi8-r> é".encode(), header="text/plain", declares=False)
    assert found is not None
    assert found.came_from == "utf8"


def test_a_set_that_needs_two_bytes_a_letter_cannot_be_declared_inside() -> None:
    found = html(b"<meta charset=utf-16>caf\xc3\xa9")
    assert (found.charset, found.came_from) == ("utf-8", "meta")


def test_a_page_without_a_declaration_is_utf_8_if_it_can_be() -> None:
    found = html("Frühjahrsmüdigkeit im Hafen".encode())
    assert (found.came_from, found.notes) == ("utf8", ())


def test_utf_8_that_its_label_cannot_decode_is_utf_8() -> None:
    found = html("naïve café “x”".encode(), "text/html; charset=iso-8859-1")
    assert found.text == "naïve café “x”"
    assert (found.came_from, found.notes) == ("utf8", ("charset_overruled",))


def test_broken_bytes_in_a_utf_8_page_are_counted() -> None:
    found = html("Frühjahrsmüdigkeit im schönen Häfele".encode() + b"\xff\xfe", "text/html; charset=utf-8")
    assert found.text.endswith("\ufffd\ufffd")
    assert (found.charset, found.came_from, found.replacements) == ("utf-8", "header", 2)


def test_a_cut_page_stays_utf_8_whatever_else_it_declares() -> None:
    body = "<meta charset=iso-8859-1>" + "größer " * 20 + "größ"
    found = html(body.encode()[:-1], "text/html; charset=utf-8")
    assert found.charset == "utf-8"
    assert "größer größer" in found.text


def test_a_replacement_mark_that_the_page_wrote_is_not_counted() -> None:
    assert html("a\ufffdb".encode()).replacements == 0
    assert html("\ufffd é é é é é é é é é".encode() + b"\xff", "text/html; charset=utf-8").replacements == 1


def test_a_header_that_lies_about_every_letter_gives_way_to_the_page() -> None:
    found = html("<meta charset=koi8-r>Привет, мир".encode("koi8-r"), "text/html; charset=utf-8")
    assert found.text.endswith("Привет, мир")
    assert found.notes == ("charset_overruled",)


@pytest.mark.parametrize(
    "label",
    ["utf-7", "rot13", "zlib", "hex", "idna", "punycode", "raw_unicode_escape", "unicode_escape", "base64", "mbcs",
     "undefined", "utf-32", "utf_8_sig", "klingon", "cp037", "cesu-8"],
)  # fmt: skip
def test_a_label_outside_the_standard_is_not_honoured(label: str) -> None:
    found = html(rb"+ADw-script+AD4- \u0041", f"text/html; charset={label}")
    assert found.text == r"+ADw-script+AD4- \u0041"
    assert (found.came_from, found.notes) == ("utf8", ("charset_unknown",))
    assert html(b"<meta charset=%s>x" % label.encode()).charset == "utf-8"


def test_an_unknown_label_on_bytes_that_are_not_utf_8_is_no_text() -> None:
    assert decode(b"caf\xe9", header="text/html; charset=klingon", declares=True) is None
    assert decode(b"~{!!~} \xe9", header="text/html; charset=hz-gb-2312", declares=True) is None


def test_accents_alone_among_letters_are_guessed_as_western() -> None:
    found = html("Oracle\u2019s officers \u2014 naïve".encode("cp1252"))
    assert found.text == "Oracle\u2019s officers \u2014 naïve"
    assert (found.charset, found.came_from, found.notes) == ("windows-1252", "guess", ("charset_guessed",))


@pytest.mark.parametrize(
    ("language", "codec", "words"),
    [
        ("ru", "cp1251", "Причал был углублён в мае"),
        ("pl-PL", "cp1250", "Zażółć gęślą jaźń"),
        ("ja", "cp932", "港の口は五月に深くされた"),
        ("zh-TW", "big5", "港口規劃"),
        ("zh-CN", "gb18030", "港口规划"),
        ("ko", "cp949", "항구 계획"),
        ("tr", "cp1254", "şehir ışığı"),
        ("el", "iso-8859-7", "το λιμάνι"),
    ],
)
def test_the_language_of_a_page_names_its_likeliest_set(language: str, codec: str, words: str) -> None:
    found = html(f"<html lang={language}><p>{words}</p>".encode(codec))
    assert words in found.text
    assert found.came_from == "guess"


@pytest.mark.parametrize(
    ("codec", "words"),
    [
        ("cp1251", "Причал номер четыре был углублён в мае, сообщил порт. "),
        ("euc_jp", "港の口は五月に深くされたと港湾局が発表した。"),
        ("cp932", "港の口は五月に深くされたと港湾局が発表した。"),
        ("big5", "港口規劃於五月公布，港務局說。"),
        ("gb18030", "港口规划于五月公布，港务局说。"),
        ("cp949", "항구 계획은 오월에 발표되었다. "),
        ("koi8-r", "Причал номер четыре был углублен в мае. "),
        ("cp1253", "το λιμάνι βάθυνε τον Μάιο. "),
        ("cp1256", "تم تعميق الميناء في مايو. "),
        ("cp874", "ท่าเรือถูกขุดลอกในเดือนพฤษภาคม "),
    ],
)
def test_runs_of_high_bytes_are_guessed_by_their_statistics(codec: str, words: str) -> None:
    found = html(f"<p>{words * 20}</p>".encode(codec))
    assert words in found.text
    assert found.notes == ("charset_guessed",)


def test_every_label_has_a_codec() -> None:
    for name in set(LABELS.values()) - REPLACEMENT | set(LOCALES.values()):
        codecs.lookup(CODECS.get(name, name))


@pytest.mark.parametrize(
    ("label", "name"),
    [
        ("latin1", "windows-1252"),
        ("us-ascii", "windows-1252"),
        ("gb2312", "gbk"),
        ("sjis", "shift_jis"),
        ("ks_c_5601-1987", "euc-kr"),
        ("tis-620", "windows-874"),
        ("iso-8859-9", "windows-1254"),
        ("x-sjis", "shift_jis"),
    ],
)
def test_old_names_mean_the_sets_in_use(label: str, name: str) -> None:
    assert LABELS[label] == name


@given(
    st.binary(max_size=200), st.sampled_from([None, "text/html", "text/html; charset=utf-8", "text/html; charset=big5"])
)
def test_any_bytes_are_decoded_or_refused(body: bytes, header: str | None) -> None:
    found = decode(body, header=header, declares=True)
    assert found is None or found.replacements <= found.text.count("\ufffd")


@pytest.mark.parametrize("piece", [b"<meta ", b"<!--", b"<meta charset=", b"\xe9", b"\xc3", b"charset=x ", b"<?xml "])
def test_a_mebibyte_of_one_piece_is_decoded(piece: bytes) -> None:
    assert html(piece * (1_000_000 // len(piece))).text


@pytest.mark.parametrize(
    ("name", "body", "text"),
    [
        ("koi8-u", b"\xae\xbe", "ўЎ"),
        ("windows-1255", b"\xca", "\u05ba"),
        ("big5", bytes.fromhex("877a 87be 8e69 a1fe a241 a145 a3e1 c6de fedd"), "㡵㓦箸／／‧€〃砉"),
        ("big5", bytes.fromhex("8862 8864 88a3 88a5"), "Ê̄Ê̌ê̄ê̌"),
        ("gbk", bytes.fromhex("a3a0 a8bc a6d9 fe59 fea0 80"), "\u3000ḿ︐龴龻€"),
        ("gb18030", bytes.fromhex("8135f437 8130 81 30 90308130"), "\ue7c7\x80\U00010000"),
        ("euc-jp", bytes.fromhex("ada1 a1dd a1c1 f9a1 fcfe 8fb0a1 8ea6"), "①－～纊＂丂ｦ"),
        ("iso-2022-jp", b"\x1b$B-!!]y!\x1b(I&\x1b(J\\\x1b(B\\", "①－纊ｦ¥\\"),
        ("shift_jis", bytes.fromhex("8740 817c ed40 f040 80"), "①－纊\ue000\x80"),
        ("euc-kr", bytes.fromhex("8141 c8fe"), "갂힝"),
        ("macintosh", b"\xdb\xf0", "€\uf8ff"),
        ("x-mac-cyrillic", b"\xa2\xb6\xff", "Ґґ€"),
        ("ibm866", b"\xf8", "°"),
        ("iso-8859-7", b"\xa4\xaa", "€ͺ"),
    ],
)
def test_a_set_is_the_one_of_the_standard_where_pythons_codec_is_another(name: str, body: bytes, text: str) -> None:
    assert read(body, name, strict=True) == text


@pytest.mark.parametrize(
    ("name", "body", "text"),
    [
        ("shift_jis", b"\xb6\xa0\xfd", "ｶ\ufffd\ufffd"),
        ("shift_jis", b"\x81<b>", "\ufffd<b>"),
        ("big5", b"\xa5\x87\xac<b>", "\ufffd\ufffd<b>"),
        ("euc-kr", b"\x8d\xd5\xce\x8a<b>", "띟\ufffd<b>"),
        ("euc-jp", b"\xa1<b>\xa0\xa4\xc4", "\ufffd<b>\ufffdつ"),
        ("gb18030", b"\xff\x81<b>", "\ufffd\ufffd<b>"),
        ("windows-1252", b"\x81\x8d\x8f\x90\x9d", "\ufffd" * 5),
        ("windows-1255", b"\x81\xd9", "\ufffd\ufffd"),
        ("iso-8859-6", b"\xa1", "\ufffd"),
        ("utf-16le", b"\x00\xd8a\x00", "\ufffda"),
    ],
)
def test_bytes_without_a_meaning_swallow_no_markup_and_are_refused_strictly(name: str, body: bytes, text: str) -> None:
    assert read(body, name, strict=False) == text
    with pytest.raises(UnicodeDecodeError):
        read(body, name, strict=True)


def test_the_table_of_labels_is_whole() -> None:
    assert len(LABELS) == 228
    assert len(set(LABELS.values())) == 40
    assert all(label == label.lower() and label.isascii() for label in LABELS)


@pytest.mark.parametrize(
    "tag",
    [
        '<meta name=description content="charset=koi8-r">',
        '<meta http-equiv=refresh content="0; charset=koi8-r">',
        '<a title="<meta charset=koi8-r>">',
        "<a title='<meta charset=koi8-r>'>",
        "<!-- > <meta charset=koi8-r> -->",
        "<!x <meta charset=koi8-r>",
        "<?x <meta charset=koi8-r>",
        "</x <meta charset=koi8-r>",
        "<metadata charset=koi8-r>",
        "<meta charset='koi8-r",
        "<meta content=text charset>",
    ],
)
def test_what_only_looks_like_a_declaration_is_none(tag: str) -> None:
    assert html(f"<html>{tag}é".encode()).came_from == "utf8"


@pytest.mark.parametrize(
    "tag",
    [
        "<META CHARSET=KOI8-R>",
        "<meta/charset = 'koi8-r'/>",
        "<meta x=1 y='2' charset=\" koi8-r \">",
        "<meta content='text/html;charset=\"koi8-r\"' http-equiv='CONTENT-TYPE'>",
        "<meta charset=koi8-r charset=utf-8>",
        "<!--> <meta charset=koi8-r>",
        "<title><meta charset=koi8-r></title>",
        "<?xml version='1.0' encoding='KOI8-R'?>",
    ],
)
def test_a_declaration_is_found_in_every_spelling(tag: str) -> None:
    found = html(tag.encode() + "Привет".encode("koi8-r"))
    assert (found.charset, found.came_from) == ("koi8-r", "meta")
    assert found.text.endswith("Привет")


@pytest.mark.parametrize("label", ["iso-2022-kr", "hz-gb-2312", "iso-2022-cn", "replacement"])
def test_a_page_in_a_set_that_browsers_do_not_show_is_no_text(label: str) -> None:
    assert decode(b"plain words", header=f"text/html; charset={label}", declares=True) is None
    assert decode(b"<meta charset=%s>plain words" % label.encode(), header="text/html", declares=True) is None
    assert html(b"<meta charset=%s>plain words" % label.encode(), "text/html; charset=utf-8").charset == "utf-8"


def test_a_user_defined_set_is_western_in_the_page_and_none_in_the_header() -> None:
    assert html(b"<meta charset=x-user-defined>caf\xe9").charset == "windows-1252"
    assert decode(b"caf\xe9", header="text/html; charset=x-user-defined", declares=True) is None


def test_utf_16_without_its_mark_is_little_endian() -> None:
    found = html("<p>Причал 4".encode("utf-16-le"), "text/html; charset=utf-16")
    assert (found.text, found.charset, found.came_from) == ("<p>Причал 4", "utf-16le", "header")


def test_a_page_of_bytes_is_not_in_utf_16_whatever_its_header_says() -> None:
    found = html(b"<p>Berth 4 was dredged", "text/html; charset=utf-16")
    assert (found.text, found.notes) == ("<p>Berth 4 was dredged", ("charset_overruled",))


def test_a_damaged_page_stays_in_the_set_of_its_header() -> None:
    body = "<meta charset=windows-1251>" + "港口规划于五月公布" * 9
    found = html(body.encode("gbk") + b"\xff", "text/html; charset=gb2312")
    assert (found.charset, found.replacements) == ("gbk", 1)
    assert "港口规划于五月公布" in found.text


def test_a_letter_that_only_folds_to_ascii_names_no_set() -> None:
    assert html("é".encode(), "text/html; charset=\u212aoi8-r").notes == ("charset_unknown",)
