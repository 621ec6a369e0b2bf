"""One entry for every kind of source: what is read, how, and what is refused."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnut.acquire.contract import TRUNCATIONS, WHYS
from gnut.text import source as source_module
from gnut.text.anchor.contract import Outcome, Wanted
from gnut.text.anchor.seek import anchor
from gnut.text.fold import FoldedText
from gnut.text.source import Extracted, Unreadable, admitted, read

PAGE = b"<!doctype html><html><head><meta charset=utf-8><title>T</title></head><body><p>Berth 4</p></body></html>"
PDF = b"%PDF-1.4\n%\xe2\xe3\n1 0 obj<<>>endobj\ntrailer<<>>"
SECONDS = 3.0
"""CPU allowed for 200,000 signs; work that grows with the square takes minutes."""

ZIP = b"PK\x03\x04" + bytes(40)
PNG = b"\x89PNG\r\n\x1a\n" + bytes(40)


def got(body: bytes, media_type: str | None = None, uri: str = "https://s.example/a") -> Extracted:
    found = read(body, media_type, uri)
    assert isinstance(found, Extracted), found
    return found


def why(body: bytes, media_type: str | None = None, uri: str = "https://s.example/a") -> str:
    found = read(body, media_type, uri)
    assert isinstance(found, Unreadable), found
    return found.why


def test_a_page_gives_its_visible_and_its_hidden_text() -> None:
    body = b"<html><style>x{}</style><body><p>Berth  4</p><script>bad()</script> was <b>dredged</b></body></html>"
    page = got(body, "text/html")
    assert page.text == "Berth 4\nwas dredged\n"
    assert page.hidden_text == "x{}\nbad()\n"
    assert page.media_type == "text/html"


def test_plain_text_is_kept_as_served() -> None:
    page = got(b"a\n  b\n", "text/plain; charset=utf-8")
    assert (page.text, page.hidden_text, page.media_type) == ("a\n  b\n", None, "text/plain")
    assert (page.charset, page.charset_from, page.notes) == ("utf-8", "header", ())


def test_line_ends_of_every_kind_become_one() -> None:
    assert got(b"a\r\nb\rc\n\tpage\fd", "text/plain").text == "a\nb\nc\n\tpage\fd"


def test_nuls_in_plain_text_part_what_they_stood_in() -> None:
    page = got(b"\0" * 1000 + b"a" * 2_000_000 + b" found that 1\x004.2% failed.", "text/plain")
    assert "found that 1\ufffd4.2% failed." in page.text
    assert (page.replacements, page.truncation) == (1001, "unknown")


def test_a_declared_charset_is_obeyed() -> None:
    page = got("Le café a fermé".encode("latin-1"), "text/html; charset=iso-8859-1")
    assert page.text == "Le café a fermé\n"
    assert (page.charset, page.charset_from, page.replacements) == ("windows-1252", "header", 0)


def test_a_broken_byte_makes_the_window_unknown() -> None:
    page = got(PAGE.replace(b"</body>", b"\xff\xc3\x28</body>"), "text/html; charset=utf-8")
    assert (page.replacements, page.truncation) == (2, "unknown")
    assert "Berth 4" in page.text


def test_a_script_shell_is_an_empty_window_and_no_failure() -> None:
    page = got(b"<!doctype html><div id=root></div><script src=/app.js></script>", "text/html")
    assert (page.text, page.truncation) == ("", "empty")


def test_blank_plain_text_is_an_empty_window() -> None:
    assert got(b" \n-\n", "text/plain").truncation == "empty"


def test_no_bytes_are_no_source() -> None:
    assert read(b"", "text/html", "u") == Unreadable("empty", "no bytes")
    assert read(b"", None, "u.pdf") == Unreadable("empty", "no bytes")


@pytest.mark.parametrize(
    ("body", "media_type"),
    [
        (PDF, "text/html; charset=utf-8"),
        (PDF, "text/plain"),
        (b"\xef\xbb\xbf \n" + PDF, "text/html"),
        (PAGE, "application/pdf"),
        (b"no pdf", "application/x-pdf"),
        (PNG, "text/html"),
        (ZIP, "text/html"),
        (ZIP, "text/csv"),
        (ZIP, "application/pdf"),
        (PAGE + PDF, "application/pdf"),
    ],
)
def test_a_label_that_the_bytes_deny_is_a_mismatch(body: bytes, media_type: str) -> None:
    assert why(body, media_type) == "type_mismatch"


@pytest.mark.parametrize(
    ("body", "media_type"),
    [
        (ZIP, "application/zip"),
        (ZIP, "application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
        (ZIP, "application/epub+zip"),
        (ZIP, None),
        (ZIP, "application/octet-stream"),
        (PNG, "image/png"),
        (PNG, None),
        (b"<svg><text>99.9</text></svg>", "image/svg+xml"),
        (b"<svg><text>99.9</text></svg>", None),
        (b"<?xml version='1.0'?><!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>", "application/xml"),
        (b"<?xml version='1.0'?><rss/>", "text/xml"),
        (b"<?xml version='1.0'?><rss/>", "application/rss+xml"),
        (PAGE, "text/\x1b[31mhtml"),
        (PAGE, "html"),
        (b"{\\rtf1 x}", "text/rtf"),
        (b"x", "video/mp4"),
        (b"\x00\x01\x02", None),
        (b"\x00\x00\x00\x20ftypisom", None),
        (b"RIFF\x00\x00\x00\x00WEBPVP8 ", None),
    ],
)
def test_a_kind_that_is_not_read_is_unsupported(body: bytes, media_type: str | None) -> None:
    assert why(body, media_type) == "unsupported_type"


def test_a_refusal_repeats_no_escape_codes() -> None:
    found = read(PAGE, "text/\x1b[31mhtml", "u")
    assert isinstance(found, Unreadable)
    assert found.detail.isprintable()


@pytest.mark.parametrize(
    ("body", "uri", "media_type"),
    [
        (PAGE, "https://s.example/a", "text/html"),
        (b"\xef\xbb\xbf\n<!-- saved --><html>x", "https://s.example/a", "text/html"),
        (b"<?xml version='1.0'?><html xmlns='x'><p>x</p></html>", "https://s.example/a", "text/html"),
        (b"\xff\xfe" + "<p>x</p>".encode("utf-16-le"), "https://s.example/a", "text/html"),
        (b"x <p> y", "file:notes/a.html", "text/html"),
        (b"x < y", "https://s.example/a", "text/plain"),
        (b"BMW sold 4 cars; GIFs were II* of them", "https://s.example/a", "text/plain"),
        (b"# Tides", "file:docs/tides.md", "text/markdown"),
        (b'{"a": 1}', "file:data/a.json", "application/json"),
        (b'{"a": 1}', "https://s.example/a?x=.json", "text/plain"),
        (b"a,b\n1,2", "file:a.csv", "text/csv"),
    ],
)
def test_a_body_without_a_type_is_judged_by_its_bytes_and_that_is_recorded(
    body: bytes, uri: str, media_type: str
) -> None:
    page = got(body, None, uri)
    assert page.media_type == media_type
    assert "sniffed" in page.notes


def test_a_file_named_pdf_that_is_none_is_a_mismatch() -> None:
    assert why(b"Not Found", None, "file:papers/a.pdf") == "type_mismatch"


@pytest.mark.parametrize(
    ("media_type", "read_as"),
    [
        ("TEXT/HTML", "text/html"),
        ("application/xhtml+xml; charset=utf-8", "text/html"),
        ("application/json", "application/json"),
        ("application/ld+json", "application/json"),
        ("text/csv; header=present", "text/csv"),
        ("application/x-yaml", "application/x-yaml"),
        ("text/x-rst", "text/x-rst"),
    ],
)
def test_a_type_is_read_without_its_parameters(media_type: str, read_as: str) -> None:
    body = b"[1]" if "json" in media_type else b"<p>x</p>"
    page = got(body, media_type)
    assert (page.media_type, page.notes) == (read_as, ())


def test_an_empty_element_of_xhtml_swallows_nothing() -> None:
    body = (
        b"<html xmlns='x'><head><title/><script src='a.js' /></head><body><a id='b'/><p>Berth<br/>4</p></body></html>"
    )
    assert got(body, "application/xhtml+xml").text == "Berth 4\n"
    assert got(b"<?xml version='1.0'?>" + body, "text/xml").text == "Berth 4\n"
    assert got(body, "text/html").truncation == "empty"  # What a browser makes of it, too.


@pytest.mark.parametrize("piece", [b"<a ", b"<a/", b"<", b"/>", b"<a/>"])
def test_many_xhtml_signs_are_read_soon(piece: bytes) -> None:
    started = time.process_time()
    found = read(b"<p>x</p>" + piece * (200_000 // len(piece)), "application/xhtml+xml", "u")
    assert isinstance(found, Extracted | Unreadable)
    assert time.process_time() - started < SECONDS


def test_markdown_is_read_as_it_is_rendered() -> None:
    page = got(b"# Fees\n\n5 a **day**.<!-- 99.9 percent\nfailed --> Else.", "text/plain", "https://s.example/a.md")
    assert page.text == "Fees\n\n5 a day.\n Else."
    assert page.hidden_text == "99.9 percent\nfailed\n"
    assert (page.media_type, page.extractor.name) == ("text/markdown", "markdown-text")
    assert page.library is not None
    assert page.library.name == "pyromark"


def test_markdown_with_more_brackets_than_the_parser_is_trusted_with_is_too_complex(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("gnut.text.markdown.shown.MAX_BRACKETS", 3)
    assert got(b"[a](b) [c](d) [e](f)", "text/markdown").text == "a c e"
    assert why(b"[a](b) [c](d) [e](f) [", "text/markdown") == "too_complex"
    monkeypatch.setattr("gnut.text.markdown.shown.MAX_BYTES", 4)
    assert got(b"four", "text/markdown").text == "four"
    assert why(b"fives", "text/markdown") == "too_complex"


@pytest.mark.parametrize("piece", ["`", "`a", "```\n", "~~~~\nx\n", "<!--", "<!-->", "`a\n\n", "<!-- `` -->"])
def test_many_markdown_signs_are_read_soon(piece: str) -> None:
    started = time.process_time()
    assert got((piece * (200_000 // len(piece)) + "<!-- x").encode(), "text/markdown").truncation
    assert time.process_time() - started < SECONDS


def test_an_unknown_charset_is_no_text() -> None:
    found = read(b"caf\xe9", "text/plain; charset=kling\x1bon", "u")
    assert found == Unreadable("unsupported_charset", "kling?on")


def test_a_guessed_charset_is_noted() -> None:
    page = got("Oracle’s officers".encode("cp1252"), "text/html")
    assert (page.charset_from, page.notes) == ("guess", ("charset_guessed",))


def test_size_is_refused_one_past_its_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source_module, "PLAIN_MAX", 5)
    assert got(b"12345", "text/plain").text == "12345"
    assert why(b"123456", "text/plain") == "too_large"


@pytest.mark.parametrize(
    ("body", "media_type", "outcome"),
    [
        (PAGE + ZIP, "text/html", "html"),  # Archives are read from their end; the page is what a browser shows.
        (PAGE + ZIP, "application/zip", "unsupported_type"),
        (PAGE + ZIP, None, "html"),
        (b"\xff\xd8\xff\xfe\x00\x10<!--" + PAGE, "text/html", "type_mismatch"),
        (b"\xff\xd8\xff\xfe\x00\x10<!--" + PAGE, "image/jpeg", "unsupported_type"),
        (b"\xff\xd8\xff\xfe\x00\x10<!--" + PAGE, None, "unsupported_type"),
        (b"GIF89a/*" + PAGE, "text/html", "type_mismatch"),
        (PAGE[:60] + PDF + PAGE[60:], "text/html", "html"),
        (PAGE[:60] + PDF + PAGE[60:], "application/pdf", "type_mismatch"),
        (PAGE[:60] + PDF + PAGE[60:], None, "html"),
        (b"<!--\n" + PDF + b"-->" + PAGE, "text/html", "html"),
        (b"<!--\n" + PDF + b"-->" + PAGE, "application/pdf", "type_mismatch"),
        (b"<!--\n" + PDF + b"-->" + PAGE, "application/octet-stream", "html"),
        (b"junk\n" + PDF, "application/pdf", "pdf"),
        (b"junk\n" + PDF, "text/html", "html"),
        (b"\x1f\x8b\x08" + PAGE, "text/html", "type_mismatch"),
    ],
)
def test_what_could_be_two_kinds_goes_to_one_reader_or_none(body: bytes, media_type: str | None, outcome: str) -> None:
    kind = admitted(body, media_type, "https://s.example/a")
    assert (kind.why if isinstance(kind, Unreadable) else kind.reader) == outcome


@pytest.mark.parametrize(
    ("sent", "read_as"),
    [
        ("text/html, text/plain", "text/plain"),
        ("text/plain, text/html; charset=utf-8", "text/html"),
        ("text/html, text/html", "text/html"),
        ("text/html,", "text/html"),
        (", text/html", "text/html"),
        ('text/html; a="b, text/plain"', "text/html"),
        ("text/html, */*", "text/html"),
        ("  Text/HTML  ;Charset=UTF-8", "text/html"),
        ("text/html;;;", "text/html"),
    ],
)
def test_of_several_types_the_last_counts_as_in_browsers(sent: str, read_as: str) -> None:
    assert got(PAGE, sent).media_type == read_as


@pytest.mark.parametrize(
    "sent", ["*/*", "text", "/html", "text/", "text/html charset=utf-8", "\x00/\x00", '"text/html"']
)
def test_what_is_no_type_is_not_read(sent: str) -> None:
    assert why(PAGE, sent) == "unsupported_type"


def test_the_charset_of_an_earlier_field_holds_for_the_same_type_only() -> None:
    body = "café".encode("cp1252")
    assert got(body, "text/plain; charset=windows-1252, text/plain").charset_from == "header"
    assert got(body, "text/html; charset=windows-1252, text/plain").charset_from == "guess"
    assert got("café".encode(), "text/plain; charset=windows-1252, text/plain; charset=utf-8").text == "café"


def test_markup_labelled_as_plain_text_is_shown_as_written() -> None:
    body = b"<p hidden>99.9</p><!-- 99.8 -->"
    assert got(body, "text/plain").text == body.decode()


@pytest.mark.parametrize("body", [bytes(range(256)) * 40, b"\0" * 500, b"PNG" + bytes(100), b"ELF\x02\x01\x01" * 90])
@pytest.mark.parametrize("media_type", ["text/plain", "text/csv", "text/markdown", "text/x-python"])
def test_a_binary_file_labelled_as_text_is_no_text(body: bytes, media_type: str) -> None:
    assert why(body, media_type) == "unsupported_type"


def test_binary_characters_make_a_file_binary_from_one_in_twenty() -> None:
    assert got(b"\0" + b"a" * 19, "text/plain").replacements == 1
    assert why(b"\0" + b"a" * 18, "text/plain") == "unsupported_type"
    assert got(b"\x1b[32mok\x1b[0m\n", "text/plain").replacements == 2


def test_utf_16_that_is_labelled_is_text_whatever_its_bytes() -> None:
    assert got("Berth 4 was dredged".encode("utf-16-le"), "text/plain; charset=utf-16le").text == "Berth 4 was dredged"


XML = b"<?xml version='1.0'?><!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/passwd'>]><a>&b; 99.9</a>"


@pytest.mark.parametrize(
    ("body", "media_type", "uri"),
    [
        (XML, "application/xml", "u"),
        (XML, "text/xml; charset=utf-8", "u"),
        (XML, "application/atom+xml", "u"),
        (XML, "application/rss+xml", "u"),
        (XML, "image/svg+xml", "u"),
        (XML, "application/mathml+xml", "u"),
        (XML, None, "https://s.example/feed"),
        (b"<a>99.9</a>", None, "file:a.xml"),
        (b"<g>99.9</g>", None, "file:a.svg"),
        (b"{\\rtf1 x}", "application/rtf", "u"),
        (b"{\\rtf1 x}", None, "file:a.rtf"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(80), "application/msword", "u"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(80), None, "file:a.doc"),
        (ZIP, "application/vnd.oasis.opendocument.text", "u"),
        (ZIP, None, "file:a.docx"),
        (ZIP, None, "file:a.epub"),
        (ZIP, "application/octet-stream", "https://s.example/a.xlsx"),
        (b"%!PS-Adobe-3.0", "application/postscript", "u"),
        (b"%!PS-Adobe-3.0", None, "u"),
        (b"x", "multipart/related; boundary=x", "u"),
        (b"x", "application/x-mimearchive", "u"),
        (b"x", "audio/mpeg", "u"),
        (b"x", "font/woff2", "u"),
        (b"x", "application/warc", "u"),
    ],
)
def test_what_no_reader_here_takes_is_refused_and_never_expanded(body: bytes, media_type: str | None, uri: str) -> None:
    assert why(body, media_type, uri) == "unsupported_type"


@pytest.mark.parametrize(
    ("body", "media_type", "uri", "read_as"),
    [
        (b"a\tb\n1\t2\n", "text/tab-separated-values", "u", "text/tab-separated-values"),
        (b"a\tb\n1\t2\n", None, "file:a.tsv", "text/tab-separated-values"),
        (b'a,"b, c"\n', "text/csv", "u", "text/csv"),
        (b"a: b\n", "application/yaml", "u", "application/yaml"),
        (b"a: b\n", "text/yaml", "u", "text/yaml"),
        (b'{"a":1}\n{"a":2}\n', "application/x-ndjson", "u", "application/x-ndjson"),
        (b'{"a":1}\n{"a":2}\n', "application/jsonl", "u", "application/jsonl"),
        (b"\\section{Fees} % five a day\n", "application/x-tex", "u", "application/x-tex"),
        (b"\\section{Fees} % five a day\n", None, "file:a.tex", "text/plain"),
        (b"--- a\n+++ b\n@@ -1 +1 @@\n-4\n+5\n", "text/x-diff", "u", "text/x-diff"),
        (b"--- a\n+++ b\n@@ -1 +1 @@\n-4\n+5\n", None, "file:a.patch", "text/plain"),
        (b"def fee():\n    return 5\n", "text/x-python", "u", "text/x-python"),
        (b"#include <x.h>\n", None, "file:a.c", "text/plain"),
        (b"From: a@b.example\nSubject: fees\n\n5 a day\n", "message/rfc822", "u", "message/rfc822"),
        (b"WEBVTT\n\n00:01.000 --> 00:02.000\n5 a day\n", "text/vtt", "u", "text/vtt"),
    ],
)
def test_what_is_text_is_kept_as_written(body: bytes, media_type: str | None, uri: str, read_as: str) -> None:
    page = got(body, media_type, uri)
    assert page.text == body.decode()
    assert page.media_type == read_as


@pytest.mark.parametrize("name", ["a.ipynb", "a.geojson", "a.jsonld", "a.json"])
def test_files_of_json_under_other_names_are_read_as_json(name: str) -> None:
    assert got(b'{"cells": [{"source": ["5 a day\\n"]}]}', None, f"file:{name}").text == (
        "cells[0].source[0]: 5 a day \n"
    )


def test_an_error_page_labelled_as_json_is_no_json() -> None:
    assert why(PAGE, "application/json") == "decode_error"


def test_pages_of_plain_text_part_at_their_form_feeds() -> None:
    body = b"RFC 1\r\n\r\nLine   \r\n\x0c\r\nRFC 1   Fees   May\r\n"
    assert got(body, "text/plain").text == "RFC 1\n\nLine   \n\f\nRFC 1   Fees   May\n"


def test_a_sentence_over_a_page_break_of_plain_text_is_found_and_an_altered_one_is_not() -> None:
    page = (
        "   {}\r\n\r\n\r\nFielding & Reschke        Standards Track        [Page {}]\r\n\x0c\r\n"
        "RFC 7230        Message Syntax and Routing        June 2014\r\n\r\n\r\n   {}\r\n"
    )
    body = page.format("A recipient of an invalid field MUST", 1, "close the connection at once.")
    body += page.format("A sender MUST NOT apply the chunked", 2, "coding more than once to a body.")
    text = FoldedText(got(body.encode(), "text/plain").text)
    for excerpt, outcome in (
        ("A recipient of an invalid field MUST close the connection at once.", Outcome.FOUND),
        ("A sender MUST NOT apply the chunked coding more than once to a body.", Outcome.FOUND),
        ("A recipient of an invalid field MUST NOT close the connection at once.", Outcome.NOT_FOUND),
    ):
        assert anchor(text, Wanted(excerpt)).outcome is outcome


@pytest.mark.parametrize(
    "sign", ["\ufdd0", "\ufffe", "\uffff", "\U0001fffe", "\U0010ffff", "\x00", "\x1b", "\x7f", "\x80"]
)
def test_what_is_no_character_is_replaced_and_counted(sign: str) -> None:
    page = got(f"14{sign}2 percent of the berths".encode(), "text/plain")
    assert page.text == "14\ufffd2 percent of the berths"
    assert (page.replacements, page.truncation) == (1, "unknown")


def test_half_a_surrogate_pair_is_no_utf_8() -> None:
    page = got(b"Frueh\xed\xa0\x80 " + "Müller und Söhne, Häfen für Fähren".encode(), "text/plain; charset=utf-8")
    assert page.text.startswith("Frueh\ufffd")
    page.text.encode()


@given(st.binary(max_size=300), st.sampled_from([None, "text/html", "text/plain", "application/json", "text/markdown"]))
def test_any_bytes_give_a_text_or_a_known_reason(body: bytes, media_type: str | None) -> None:
    found = read(body, media_type, "u")
    if isinstance(found, Unreadable):
        assert found.why in WHYS
        assert found.detail.isprintable()
    else:
        assert found.truncation in TRUNCATIONS
        assert (found.hollow_kind is not None) == (found.truncation == "hollow")
        assert not {c for c in found.text if ord(c) < 32 or 127 <= ord(c) < 160} - set("\n\t\f")
        found.text.encode("utf-8")
