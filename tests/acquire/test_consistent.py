"""A snapshot that contradicts itself is no snapshot, however well it is hashed."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import msgspec
import pytest

import gnut.text
from gnut.acquire.contract import HOLLOWS, NOTES, Acquired, Known, Record, Snapshot
from gnut.acquire.core import load, replay, settle, source, source_ref
from gnut.acquire.core.consistent import contradiction, is_moment, is_of
from gnut.acquire.core.history import Capture, History
from gnut.formats.captures import shown as show
from gnut.model import Absence, Fetched, Source, Uri, self_hash
from gnut.text.source import Unreadable, read
from gnut_store import canon
from gnut_store.memory import MemoryStore
from gnut_store.oid import oid_of
from tests.simulator import NOON, SourceSim, asked

A = "https://port.example/log"
TEXT = "Berth 4 was dredged in May.\n"
OTHER = "b3:" + "1" * 64


def stored(uri: str = A, final: str | None = None, body: str = TEXT) -> Snapshot:
    """Return the snapshot that a fetch of `uri` leaves."""
    store, sim = MemoryStore(), SourceSim()
    oid = sim.publish(uri, body, final=final).snapshot_into(store)
    got = load(store.get(oid, "snapshot"), Uri(uri))
    assert isinstance(got, Snapshot), got
    return got


def forged(made: Snapshot, edit: dict[str, Any]) -> Snapshot:
    """Return a snapshot with members changed, `window/…` inside its window, and all hashes made anew."""
    inner = {name.removeprefix("window/"): value for name, value in edit.items() if name.startswith("window/")}
    window = msgspec.structs.replace(made.window, **inner)
    window = msgspec.structs.replace(window, sha256=self_hash(window))
    outer = {name: value for name, value in edit.items() if "/" not in name}
    made = msgspec.structs.replace(made, window=window, **outer)
    return msgspec.structs.replace(made, sha256=self_hash(made))


def detail(made: Snapshot) -> str:
    got = load(canon.encode(made), made.uri)
    assert isinstance(got, Absence), got
    assert got.why == "snapshot_invalid"
    return got.detail


def served(made: Snapshot) -> Acquired:
    """Return what a snapshot serves as, read from its bytes."""
    got = load(canon.encode(made), made.uri)
    assert isinstance(got, Snapshot), got
    return source(OTHER, got, TEXT, None)


def noted(made: Snapshot) -> tuple[bool, tuple[str, ...]]:
    """Return whether a source is said to be redirected, and what else is said of it."""
    got = served(made)
    assert isinstance(got, Source), got
    return got.redirected, got.notes


@pytest.mark.parametrize(
    "edit",
    [
        {"hollow": "challenge"},
        {"hollow": "login"},
        {"window/truncation": "hollow"},
        {"window/truncation": "hollow", "hollow": "nicer"},
        {"window/truncation": "whole"},
        {"status": 404},
        {"status": 0},
        {"status": 206},
        {"status": 304},
        {"fetched_at": "yesterday evening"},
        {"fetched_at": "2026-02-30T00:00:00Z"},
        {"fetched_at": "2026-03-04T24:00:01Z"},
        {"fetched_at": "2026-03-04T05:06:07.5Z"},
        {"fetched_at": "2026-03-04T05:06:07+00:00"},
        {"fetched_at": "2026-03-04T05:06:07Z\n"},
        {"fetched_at": "٢026-03-04T05:06:07Z"},
        {"text": "y"},
        {"text": "b3:" + "A" * 64},
        {"raw": "y"},
        {"raw": OTHER},
        {"raw_oid": "b3:"},
        {"raw_oid": OTHER},
        {"hidden_text": "x"},
        {"previous": "x"},
        {"previous": OTHER + "\n"},
        {"hops": ("https://evil.example/?token=1",)},
        {"hops": ("ftp://evil.example/",)},
        {"hops": ("https://user@evil.example/",)},
        {"hops": ("https://Evil.example/",)},
        {"hops": ("https://evil.example/#x",)},
        {"hops": ("https://evil.example/ü",)},
        {"hops": ("https://evil.example/a b",)},
        {"hops": ("",)},
        {"final_uri": "file:log"},
        {"final_uri": A + "?x=1"},
        {"replacements": -1},
        {"charset_from": "wish"},
        {"charset_from": None},
        {"charset": None},
        {"charset_from": "guess"},
        {"notes": ("charset_guessed",)},
        {"notes": ("sniffed", "sniffed")},
        {"notes": ("struck_text", "sniffed")},
        {"notes": ("verified",)},
        {"window/original_bytes": -1},
        {"window/original_characters": -1},
        {"window/captured_bytes": -1},
        {"window/captured_characters": -1},
        {"window/extraction_method": "json-leaves"},
        {"window/text_sha256": "A" * 64},
    ],
    ids=str,
)
def test_a_snapshot_that_contradicts_itself_is_refused_however_it_is_hashed(edit: dict[str, Any]) -> None:
    made = forged(stored(), edit)
    assert detail(made).startswith("snapshot_inconsistent: ")


def test_a_list_of_captures_is_never_a_source_however_it_is_hashed() -> None:
    made = stored(final="https://web.archive.org/web/2020*/https://port.example/log")
    assert (made.window.truncation, made.hollow) == ("hollow", "soft_404")
    got = served(forged(made, {"window/truncation": "complete", "hollow": None}))
    assert isinstance(got, Absence)
    assert (got.why, "list of captures" in got.detail) == ("soft_404", True)


@pytest.mark.parametrize(
    ("final", "note"),
    [
        ("https://port.example/", "redirected_home"),
        ("https://port.example/en", "redirected_home"),
        ("https://archive.ph/AbCd1", "archive_copy"),
        ("https://web.archive.org/web/20200102030405/https://port.example/log", "archive_copy"),
    ],
)
def test_a_note_that_follows_from_its_addresses_is_neither_taken_off_nor_put_on(final: str, note: str) -> None:
    made = stored(final=final)
    assert made.notes == (note,)
    assert noted(forged(made, {"notes": ()})) == (True, (note,))
    assert noted(forged(stored(), {"notes": (note,)})) == (False, ())


def test_a_query_that_no_record_holds_keeps_a_page_from_being_called_a_front_page() -> None:
    made = forged(stored(final="https://port.example/"), {"notes": ("query_dropped",)})
    assert noted(made) == (True, ("query_dropped",))
    made = forged(made, {"notes": ("query_dropped", "redirected_home")})
    assert noted(made) == (True, ("query_dropped",))


def test_what_an_engine_with_other_tables_thought_of_its_addresses_refuses_no_snapshot() -> None:
    thought: dict[str, Any] = {"redirected": True, "notes": ("archive_copy", "redirected_home", "sniffed")}
    assert noted(forged(stored("https://doi.org/10.1/x", "https://press.example/x"), thought)) == (False, ("sniffed",))


@pytest.mark.parametrize("supplied", [False, True])
def test_a_snapshot_stays_sound_when_a_table_learns_of_its_host(
    monkeypatch: pytest.MonkeyPatch, supplied: bool
) -> None:
    made = forged(stored("https://handle.example/1", "https://press.example/"), {"supplied": supplied})
    assert noted(made) == (True, ("redirected_home",))
    monkeypatch.setattr("gnut.acquire.core.identity.RESOLVERS", frozenset({"handle.example"}))
    assert noted(made) == (False, ())


def test_a_page_whose_address_turns_out_to_list_captures_is_no_evidence_from_then_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = stored("https://keep.example/list/a")
    assert isinstance(served(made), Source)
    monkeypatch.setattr("gnut.acquire.core.capture.lists_captures", lambda address: "/list/" in address)
    got = served(made)
    assert isinstance(got, Absence)
    assert got.why == "soft_404"


def test_a_copy_out_of_an_archive_was_redirected_and_says_by_what_way() -> None:
    made = forged(stored(final="https://mirror.example/log"), {"supplied": True, "hops": ("https://a.example/",)})
    assert noted(made) == (True, ())


@pytest.mark.parametrize("name", ["name", "version"])
def test_an_extractor_without_a_name_or_a_version_is_refused(name: str) -> None:
    made = stored()
    blank = msgspec.structs.replace(made.window.extractor, **{name: " "})
    edit: dict[str, Any] = {"window/extractor": blank, "window/extraction_method": blank.name}
    assert detail(forged(made, edit)).startswith("snapshot_inconsistent: ")


def test_a_store_serves_no_snapshot_that_contradicts_itself() -> None:
    store, body = MemoryStore(), canon.encode(forged(stored(), {"status": 404}))
    with store.write() as batch:
        batch.add("blob", TEXT.encode())
        batch.add("text", TEXT.encode())
        batch.add("snapshot", body)
        batch.ref(source_ref(Uri(A)), oid_of("snapshot", body))
    got = replay(store)(asked(A))
    assert isinstance(got, Absence)
    assert (got.why, got.detail.partition(":")[0]) == ("snapshot_invalid", "snapshot_inconsistent")


def test_a_hidden_redirect_is_seen_and_an_invented_one_is_not() -> None:
    moved = stored(final="https://mirror.example/log")
    assert moved.redirected
    assert noted(forged(moved, {"redirected": False})) == (True, ())
    assert noted(forged(stored(), {"redirected": True})) == (False, ())
    assert noted(forged(stored(), {"redirected": True, "supplied": True})) == (False, ())


def test_a_capture_is_shown_with_the_marks_that_a_check_gives_it() -> None:
    made = forged(stored(final="https://port.example/"), {"redirected": False, "notes": ()})
    known = Known(OTHER, made, "")
    shown = show(History(made.uri, (Capture(known, True, 0, NOON),), (), None)).captures[0]
    assert (shown.redirected, shown.notes) == noted(made)


@pytest.mark.parametrize(
    ("uri", "final"),
    [
        (A, None),
        (A, "https://mirror.example/log"),
        (A, "https://www.port.example/log/"),
        ("http://port.example/", "https://port.example"),
        ("https://port.example/log?id=7", "https://port.example/log"),
        ("https://doi.org/10.1/x", "https://press.example/x"),
        (
            "https://web.archive.org/web/2020/https://a.example/",
            "https://web.archive.org/web/20200102030405/https://a.example/",
        ),
        (
            "https://web.archive.org/web/20200101000000/https://a.example/",
            "https://web.archive.org/web/20210101000000/https://a.example/",
        ),
        ("https://xn--mnchen-3ya.example/", None),
        ("https://[2001:db8::1]:8443/a|b", None),
        ("https://port.example/%E6%A1%A5", None),
    ],
)
def test_what_gnut_captures_contradicts_itself_nowhere(uri: str, final: str | None) -> None:
    assert contradiction(stored(uri, final or uri.partition("?")[0])) is None


@pytest.mark.parametrize(
    "written", ["https://münchen.example/a", "https://port.example/x/../a", "https://PORT.example:443/a"]
)
def test_another_spelling_of_the_address_is_no_redirect(written: str) -> None:
    from gnut.acquire.core import request
    from gnut.text.uris import source_uri

    uri = source_uri(written, "report.md")
    assert isinstance(uri, str)
    extracted = read(TEXT.encode(), "text/plain", uri)
    assert not isinstance(extracted, Unreadable)
    fetched = Fetched(uri, uri, 200, "text/plain", TEXT.encode(), (), supplied=False)
    nothing = Absence(uri, "not_acquired", "")
    one = settle(request(uri, written), (fetched, extracted), Record(None, None, None), nothing, NOON)
    assert isinstance(one.acquired, Source)
    assert not one.acquired.redirected


@pytest.mark.parametrize(
    ("text", "sound"),
    [
        ("2024-02-29T23:59:59Z", True),
        ("1970-01-01T00:00:00Z", True),
        ("2023-02-29T00:00:00Z", False),
        ("2024-02-29T23:59:60Z", False),
        ("0000-01-01T00:00:00Z", False),
        ("2024-02-29 23:59:59Z", False),
        ("20240229T235959Z", False),
        ("", False),
    ],
)
def test_a_time_is_one_that_a_calendar_has_in_one_spelling(text: str, sound: bool) -> None:
    assert is_moment(text) is sound


def test_every_note_that_a_reader_makes_is_in_the_closed_list() -> None:
    made = set()
    for path in sorted(Path(gnut.text.__path__[0]).rglob("*.py")):
        if path.parent.name not in ("text", "html", "pdf"):
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in ("notes.add", "self.notes.add"):
                made |= {one.value for one in node.args if isinstance(one, ast.Constant)}
    assert {"unrendered_css", "ocr_layer", "struck_text"} <= made
    assert made <= set(NOTES)
    assert list(NOTES) == sorted(set(NOTES))


def test_every_kind_of_hollow_page_is_in_the_closed_list() -> None:
    from gnut.text.html import missing, phrases

    tables = [
        vars(module)[name]
        for module in (missing, phrases)
        for name, form in module.__annotations__.items()
        if form.endswith("Kinds")
    ]
    assert len(tables) >= 3
    kinds = {kind for table in tables for kind, _ in table}
    assert kinds | {"login", "payment_required"} <= set(HOLLOWS)


@pytest.mark.parametrize("text", [TEXT, "橋\n", "٤"])
def test_a_text_with_a_letter_or_a_digit_is_no_empty_one(text: str) -> None:
    made = stored(body=text)
    assert is_of(made, text)
    assert not is_of(forged(made, {"window/truncation": "empty"}), text)


def test_a_text_is_of_a_snapshot_by_its_sizes_its_hash_and_its_id() -> None:
    made = stored()
    assert not is_of(made, TEXT.replace("4", "5"))
    assert not is_of(forged(made, {"text": OTHER}), TEXT)
    assert not is_of(forged(made, {"window/captured_characters": 1}), TEXT)
    assert not is_of(forged(made, {"window/captured_bytes": 1}), TEXT)
