"""One entry for every kind of source: what is read, how, and what is refused."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnut.acquire.contract import TRUNCATIONS, WHYS
from gnut.text import source as source_module
from gnut.text.source import Extracted, Unreadable, read

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


def test_comments_of_markdown_are_hidden_text() -> None:
    page = got(
        b"# Fees\n\n5 a day.<!-- 99.9 percent\nfailed --> Else.\n<!-- open", "text/plain", "https://s.example/a.md"
    )
    assert page.text == "# Fees\n\n5 a day. Else.\n"
    assert page.hidden_text == "99.9 percent\nfailed\nopen\n"
    assert page.media_type == "text/markdown"


def test_a_comment_in_code_is_code() -> None:
    body = b"a <!-- b -->\n```html\n<!-- c -->\n```\n`<!-- d -->` ``e ` <!-- f -->`` ` <!-- g -->\n\n`\n~~~\n<!-- h -->"
    page = got(body, "text/markdown")
    assert page.text == body.decode().replace("<!-- b -->", "").replace("<!-- g -->", "")
    assert page.hidden_text == "b\ng\n"


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
