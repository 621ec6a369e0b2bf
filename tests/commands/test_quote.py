"""`gnut quote`: one quotation, one source, and an exit code that can be scripted."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec import to_builtins
from msgspec.structs import replace
from syrupy.assertion import SnapshotAssertion

from gnut.acquire.core import load
from gnut.acquire.core import snapshot as snapshot_made
from gnut.acquire.core.capture import self_hash
from gnut.edge.sandbox import extract
from gnut.model import Fetched, Uri
from gnut.text.source import Extracted
from gnut_store import canon
from gnut_store.oid import Oid
from gnut_store.store import open_store

Gnut = Callable[..., Any]

TEXT = "The company raised $4.2M in Series A from investors.\nIt sold four ships.\nIt sold two cars.\n"
PAGE = (
    "<html><body><h1>News</h1><p>The company raised $4.2M in <b>Series</b> A from investors.</p>"
    '<p style="display:none">secret words that nobody can see</p></body></html>'
)


@pytest.fixture(autouse=True)
def sources(place: Path) -> None:
    (place / "s.txt").write_text(TEXT)
    (place / "s.html").write_text(PAGE)


@pytest.mark.parametrize(
    ("source", "words", "code", "said"),
    [
        ("s.txt", "raised $4.2M in Series A", 0, "found: word for word, once in s.txt, at 12-36"),
        ("s.txt", "Raised $4.2M in  Series A", 0, "found: but for "),
        ("s.html", "raised $4.2M in Series A", 0, "found: word for word"),
        ("s.txt", "raised $14.2M in Series A", 1, "altered: s.txt says otherwise (number)"),
        ("s.txt", "The company never raised $4.2M in Series A", 1, "altered: "),
        ("s.txt", "wholly invented words of somebody else", 1, "not found: it does not stand in s.txt"),
        ("s.txt", "sold", 1, "too short: it stands in s.txt"),
        ("s.html", "secret words that nobody can see", 1, "hidden: it stands only in text of s.html"),
    ],
)
def test_the_answer_and_its_exit_code(gnut: Gnut, source: str, words: str, code: int, said: str) -> None:
    answer = gnut("quote", "--source", source, "--text", words)
    assert (answer.code, answer.err) == (code, "")
    assert answer.out.startswith(said)


def test_what_is_printed(gnut: Gnut, snapshot: SnapshotAssertion) -> None:
    asked = ["raised $4.2M in Series A", "raised $14.2M in Series A", "the company raised horses in Kentucky", "sold"]
    assert "\n".join(gnut("quote", "--source", "s.txt", "--text", words).out for words in asked) == snapshot


def test_the_words_may_come_from_a_file_or_from_stdin(place: Path, gnut: Gnut) -> None:
    (place / "q").write_bytes(b"\xef\xbb\xbfraised $4.2M in Series A\r\n")
    assert gnut("quote", "--source", "s.txt", "--quote-file", "q").code == 0
    assert gnut("quote", "--source", "s.txt", "--quote-file", "-", stdin=b"raised $4.2M in Series A\n").code == 0


def test_json_says_the_same(gnut: Gnut) -> None:
    answer = json.loads(
        gnut("quote", "--source", "s.txt", "--text", "raised $4.2M in Series A", "--output-format", "json").out
    )
    assert (answer["schema"], answer["stands"], answer["outcome"]) == ("gnut-quote/v1", True, "found")
    assert answer["parts"] == [[12, 36]]
    assert answer["passage"] == ["raised $4.2M in Series A"]
    answer = json.loads(
        gnut("quote", "--source", "s.txt", "--text", "raised $14.2M in Series A", "--output-format", "json").out
    )
    assert answer["stands"] is False
    assert answer["alterations"][0]["kind"] == "number"


def test_a_snapshot_is_asked_by_its_address(place: Path, gnut: Gnut) -> None:
    gnut("init")
    assert gnut("acquire", "--saved", "https://example.org/a=s.html").code == 0
    found = gnut("quote", "--url", "https://EXAMPLE.org/a#part", "--text", "raised $4.2M in Series A")
    assert (found.code, found.err) == (0, "")
    assert gnut("quote", "--url", "https://example.org/a", "--text", "raised $5.2M in Series A").code == 1


def test_an_object_is_asked_by_its_id(place: Path, gnut: Gnut) -> None:
    gnut("init")
    raw = gnut("store", "add", "--porcelain", "s.html").out.strip()
    for name in (raw, raw[:15]):
        assert gnut("quote", "--source", name, "--text", "raised $4.2M in Series A").code == 0
    assert gnut("quote", "--source", "b3:" + "0" * 64, "--text", "raised $4.2M in Series A").code == 2


WALL = b"<title>Just a moment...</title><p>Enable cookies to continue to the site. Ray ID 1</p>"


def snapshot_of(place: Path, body: bytes) -> str:
    """Return the id of the snapshot of a page."""
    extracted = extract(body, "text/html", "w")
    assert isinstance(extracted, Extracted)
    fetched = Fetched(Uri("https://example.org/w"), "https://example.org/w", 200, "text/html", body, (), supplied=False)
    known, objects = snapshot_made(fetched, extracted, None, "2026-01-01T00:00:00Z")
    with open_store(place / ".gnut").write() as batch:
        for each in objects:
            batch.add(each.kind, each.body)
    return known.oid


def test_a_wall_is_no_source_whatever_words_it_holds(place: Path, gnut: Gnut) -> None:
    gnut("init")
    oid = snapshot_of(place, WALL)
    answer = gnut("quote", "--source", oid, "--text", "Enable cookies to continue to the site")
    assert (answer.code, answer.out) == (1, "")
    assert "challenge: " in answer.err


def test_a_snapshot_whose_text_is_another_is_damage(place: Path, gnut: Gnut) -> None:
    gnut("init")
    store = open_store(place / ".gnut")
    made = load(store_get(place, snapshot_of(place, b"<p>raised $4.2M in Series A</p>")), Uri("https://example.org/w"))
    with store.write() as batch:
        other = replace(made, text=batch.add("text", b"raised $5.2M in Series A\n"), sha256="")
        oid = batch.add("snapshot", canon.encode(to_builtins(replace(other, sha256=self_hash(other)))))
    answer = gnut("quote", "--source", oid, "--text", "raised $5.2M in Series A")
    assert (answer.code, answer.out) == (4, "")


def store_get(place: Path, oid: str) -> bytes:
    return open_store(place / ".gnut").get(Oid(oid))


def test_an_address_without_a_snapshot_says_what_to_type(gnut: Gnut) -> None:
    answer = gnut("quote", "--url", "https://example.org/none", "--text", "some words")
    assert answer.code == 1
    assert "gnut acquire --url https://example.org/none" in answer.err
    as_json = gnut("quote", "--url", "https://example.org/none", "--text", "some words", "--output-format", "json")
    assert (as_json.code, json.loads(as_json.out)["why"]) == (1, "not_acquired")


@pytest.mark.parametrize(
    ("words", "what"),
    [
        (["--source", "s.txt"], "name one quotation"),
        (["--text", "x"], "name one source"),
        (["--source", "s.txt", "--url", "https://a.example", "--text", "x"], "name one source"),
        (["--source", "s.txt", "--text", "x", "--quote-file", "s.txt"], "name one quotation"),
        (["--source", "s.txt", "--text", "  \n "], "the quotation is empty"),
        (["--source", "none.txt", "--text", "x"], "none.txt: no such file"),
        (["--source", "s.txt", "--quote-file", "none"], "none: no such file"),
        (["--source", "binary", "--text", "x"], "binary: "),
        (["--source", "empty", "--text", "x"], "empty: "),
        (["--source", "s.txt", "--quote-file", "binary"], "binary: is not UTF-8"),
        (["--source", "s.txt", "--text", "x" * 200_001], "longer than"),
        (["--url", "javascript:alert(1)", "--text", "x"], "--url"),
        (["--source", "b3:ff00ff00", "--text", "x"], "no store"),
    ],
)
def test_bad_input_is_two(place: Path, gnut: Gnut, words: list[str], what: str) -> None:
    (place / "binary").write_bytes(b"\x7fELF\x00\x01\xff\xfe\x80")
    (place / "empty").write_bytes(b"")
    answer = gnut("quote", *words)
    assert (answer.code, answer.out) == (2, "")
    assert what in answer.err
    assert answer.err.count("error: ") == 1


def test_a_hostile_source_moves_no_cursor(place: Path, gnut: Gnut) -> None:
    (place / "s.txt").write_text("before \x1b[2J\u202e the company raised $4.2M in Series A \x9b31m after\n")
    for words in ("raised $4.2M in Series A", "raised $14.2M in Series A", "the company \x1b[2J did not"):
        answer = gnut("quote", "--source", "s.txt", "--text", words)
        assert not set("\x1b\u202e\x9b") & set(answer.out + answer.err)


DOUBTFUL = '<style>.n::before{content:"not "}</style><p>They did <span class=n>find</span> that every sample passed</p>'


def test_what_is_worth_knowing_of_a_source_is_told_beside_the_answer(place: Path, gnut: Gnut) -> None:
    (place / "doubtful.html").write_text(DOUBTFUL)
    words = ("quote", "--source", "doubtful.html", "--text", "They did find that every sample passed")
    answer = gnut(*words)
    assert answer.code == 0
    assert "note: a reader may not see these words: " in answer.out
    assert json.loads(gnut(*words, "--output-format", "json").out)["marks"] == ["text_in_doubt"]


def test_nothing_is_told_of_a_plain_source(place: Path, gnut: Gnut) -> None:
    (place / "plain.html").write_text("<p>They did find that every sample passed</p>")
    words = ("quote", "--source", "plain.html", "--text", "They did find that every sample passed")
    assert "note:" not in gnut(*words).out
    assert json.loads(gnut(*words, "--output-format", "json").out)["marks"] == []


def test_a_disguise_in_the_words_is_told(place: Path, gnut: Gnut) -> None:
    (place / "turned.html").write_text("<p>It was <bdo dir=rtl>2.41</bdo> percent of all the ships</p>")
    answer = gnut("quote", "--source", "turned.html", "--text", "It was 2.41 percent of all the ships")
    assert "note: characters that reorder the text stand inside the words" in answer.out
