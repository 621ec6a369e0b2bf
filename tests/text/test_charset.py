"""Which character set a page is in, and the evidence for it."""

from __future__ import annotations

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnut.text.charset import CODECS, Decoded, decode
from gnut.text.labels import LABELS, LOCALES, REPLACEMENT


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
