"""One entry for every kind of source: what is read, how, and what is refused."""

from __future__ import annotations

from gnut.text.source import Extracted, Unreadable, read


def test_a_page_without_bytes_is_empty() -> None:
    assert read(b"", "text/html", "https://s.example/a") == Unreadable("empty", "no bytes")


def test_a_page_gives_its_visible_text() -> None:
    body = b"<html><style>x{}</style><body><p>Berth  4</p><script>bad()</script> was <b>dredged</b></body></html>"
    page = read(body, "text/html", "https://s.example/a")
    assert isinstance(page, Extracted)
    assert page.text == "Berth 4\nwas dredged\n"
    assert page.hidden_text is not None
    assert "bad()" in page.hidden_text
