"""Sources at hand: files of the repository, the store, and what is remembered of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from gnut.config.parse import Config
from gnut.edge.sources import Reader, by_scheme, kept, local, remembered
from gnut.errors import GnutError, NoStore
from gnut.model import Absence, Request, Source, Uri


def asked(uri: str) -> Request:
    """Return the request for an address."""
    return Request(Uri(uri), uri)


def made(uri: str, text: str) -> Source:
    """Return a source with a text."""
    return Source(Uri(uri), uri, None, text, None, "complete", False, False, ())


def test_a_file_of_the_repository_is_read_as_it_stands_now(tmp_path: Path) -> None:
    reader = Reader()
    sources = local(tmp_path, Config(), reader)
    (tmp_path / "a.txt").write_text("old words\n")
    first = sources(asked("file:a.txt"))
    (tmp_path / "a.txt").write_text("new words\n")
    second = sources(asked("file:a.txt"))
    assert isinstance(first, Source)
    assert isinstance(second, Source)
    assert (first.text.strip(), second.text.strip()) == ("old words", "new words")
    assert first.snapshot != second.snapshot
    assert set(reader.snapshots) == {first.snapshot, second.snapshot}


def test_a_file_has_one_snapshot_wherever_and_whenever_it_is_read(tmp_path: Path) -> None:
    made = []
    for name in ("here", "there"):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "a.txt").write_text("the same words\n")
        reader = Reader()
        source = local(folder, Config(), reader)(asked("file:a.txt"))
        assert isinstance(source, Source)
        assert source.bound is not None
        made.append((source.snapshot, source.bound, reader.snapshots))
    assert made[0] == made[1]
    (body,) = made[0][2].values()
    assert (b'"raw":null' in body, str(tmp_path).encode() in body) == (True, False)


def test_html_goes_through_the_limited_child(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text("<p>Some visible words.</p><p hidden>unseen</p>")
    reader = Reader()
    try:
        found = local(tmp_path, Config(), reader)(asked("file:a.html"))
    finally:
        reader.close()
    assert isinstance(found, Source)
    assert "visible" in found.text
    assert "unseen" in (found.hidden_text or "")


@pytest.mark.parametrize(
    ("name", "body", "children"),
    [
        ("a.html", b"<p>Some visible words.</p>", 1),
        ("a.xhtml", b'<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><p>Words.</p></html>', 1),
        ("a.json", b'["' + b"words " * 200_000 + b'"]', 1),
        ("b.json", b'["words"]', 0),
        ("a.txt", b"Some visible words.", 0),
    ],
)
def test_the_sandbox_alone_says_what_needs_the_child(tmp_path: Path, name: str, body: bytes, children: int) -> None:
    (tmp_path / name).write_bytes(body)
    reader = Reader()
    try:
        assert isinstance(local(tmp_path, Config(), reader)(asked(f"file:{name}")), Source)
        assert reader._sandbox is not None
        assert reader._sandbox.children == children
    finally:
        reader.close()


@pytest.mark.parametrize(
    ("name", "why"),
    [("none.txt", "not_found"), ("../up.txt", "blocked_target"), (".env", "blocked_target"), ("big.txt", "too_large")],
)
def test_what_is_no_source_has_a_name(tmp_path: Path, name: str, why: str) -> None:
    (tmp_path / ".env").write_text("SECRET=1")
    (tmp_path / "big.txt").write_text("x" * 101)
    found = local(tmp_path, Config(max_source_bytes=100), Reader())(asked(f"file:{name}"))
    assert isinstance(found, Absence)
    assert found.why == why


def test_without_a_store_nothing_was_acquired() -> None:
    damage: list[GnutError] = []
    found = kept(None, damage.append)(asked("https://example.org/a"))
    assert isinstance(found, Absence)
    assert (found.why, damage) == ("not_acquired", [])


def test_a_folder_that_is_no_store_is_refused(tmp_path: Path) -> None:
    (tmp_path / ".gnut").mkdir()
    with pytest.raises(NoStore):
        kept(tmp_path / ".gnut", lambda _: None)


def test_addresses_and_files_have_their_own_sources() -> None:
    sources = by_scheme(lambda request: made(request.uri, "file"), lambda request: made(request.uri, "web"))
    assert [sources(asked(uri)).text for uri in ("file:a", "https://a.example/file:")] == ["file", "web"]  # type: ignore[union-attr]


def test_a_source_is_asked_once_while_it_is_remembered() -> None:
    calls: list[str] = []

    def sources(request: Request) -> Source:
        calls.append(request.uri)
        return made(request.uri, "x" * 40)

    remember = remembered(sources, most=100)
    for uri in ("a", "b", "a", "b"):
        remember(asked(uri))
    assert calls == ["a", "b"]
    remember(asked("c"))
    remember(asked("b"))
    assert calls == ["a", "b", "c"]
    remember(asked("a"))
    assert calls == ["a", "b", "c", "a"]


def test_a_source_larger_than_the_memory_is_still_given() -> None:
    remember = remembered(lambda request: made(request.uri, "x" * 1000), most=10)
    assert isinstance(remember(asked("a")), Source)
    assert isinstance(remember(asked("b")), Source)
