"""Captures and exchanges in a store on disk: followed by fsck, carried to others, written by two at once."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from gnut.acquire.contract import Acquisition, Exchange
from gnut.acquire.core import (
    exchange_ref,
    exchanges,
    failure_ref,
    last_failure,
    on_record,
    replay,
    seen_at,
    settle,
    source_ref,
    stands,
    timed,
    validators,
)
from gnut.acquire.core.history import history
from gnut.model import Absence, Fetched, Source, Unchanged, Uri, Validators
from gnut.text.source import Extracted, read
from gnut_store.fsck import fsck
from gnut_store.oid import Oid
from gnut_store.store import DiskStore, init, open_store
from tests.loopback import reply, serving
from tests.simulator import EVENING, NOON, asked, heard, keep_all

A = "https://port.example/log"
ROOT = Path(__file__).parents[2]


@pytest.fixture
def store(tmp_path: Path) -> DiskStore:
    init(tmp_path)
    return open_store(tmp_path / ".gnut")


def page(text: str, uri: str = A) -> tuple[Fetched, Extracted]:
    extracted = read(text.encode(), "text/plain", uri)
    assert isinstance(extracted, Extracted)
    said = heard(etag='"1"', wire=len(text))
    return Fetched(Uri(uri), uri, 200, "text/plain", text.encode(), (), supplied=False, heard=said), extracted


def keep(store: DiskStore, answer: object, now: str = NOON, keep: str = "all", uri: str = A) -> Acquisition:
    record = on_record(store, Uri(uri))
    one = settle(asked(uri), answer, record, stands(store, Uri(uri), record), now, keep)  # type: ignore[arg-type]
    keep_all(store, one)
    return one


@pytest.mark.parametrize("how", ["all", "text", "hash"])
def test_a_store_with_captures_exchanges_and_failures_is_sound(store: DiskStore, how: str) -> None:
    keep(store, Absence(Uri(A), "timeout", "no answer"), NOON, how)
    keep(store, page("words"), NOON, how)
    keep(store, Unchanged(Uri(A), heard(304, '"1"')), EVENING, how)
    assert fsck(Path(store.folder), connectivity=True) == ()
    assert fsck(Path(store.folder)) == ()
    assert len(tuple(exchanges(store, Uri(A)))) == 2


def test_fsck_follows_an_exchange_to_its_snapshot(store: DiskStore) -> None:
    one = keep(store, page("words"))
    lone = store.get(next(oid for name, oid, _ in one.refs if name.startswith("seen/")))
    there = Path(store.folder).parent / "there"
    there.mkdir()
    init(there)
    other = open_store(there / ".gnut")
    with other.write() as batch:
        batch.ref(timed(exchange_ref(Uri(A)), NOON, ".200"), batch.add("exchange", lone))
    (fault,) = fsck(there / ".gnut", connectivity=True)
    assert (fault.kind, fault.oid) == ("object_missing", one.snapshot)
    assert "/snapshot" in fault.detail


@pytest.mark.parametrize(("how", "known"), [("all", True), ("text", True), ("hash", False)])
def test_what_git_carries_makes_refreshes_conditional_elsewhere(
    store: DiskStore, tmp_path: Path, how: str, known: bool
) -> None:
    keep(store, page("words"), NOON, how)
    keep(store, Unchanged(Uri(A), heard(304, '"1"')), EVENING, how)
    there = tmp_path / "there"
    shutil.copytree(
        store.folder, there / ".gnut", ignore=shutil.ignore_patterns("local", "tmp", "cache", "lock", "trash")
    )
    init(there)
    other = open_store(there / ".gnut")
    record = on_record(other, Uri(A))
    assert (validators(other, Uri(A), record) == Validators(A, '"1"', None)) is known
    assert seen_at(other, Uri(A), record) == NOON
    keep(other, page("words"), EVENING, how)
    assert isinstance(replay(other)(asked(A)), Source)
    assert other.refs(source_ref(Uri(A))) == store.refs(source_ref(Uri(A)))
    assert validators(other, Uri(A), on_record(other, Uri(A))) is not None
    assert fsck(there / ".gnut", connectivity=True) == ()


def test_a_damaged_text_is_brought_back_by_equal_bytes_and_served_again(store: DiskStore) -> None:
    one = keep(store, page("words that fill a pack\n" * 40))
    (pack,) = Path(store.folder, "packs").iterdir()
    body = bytearray(pack.read_bytes())
    pack.chmod(0o644)
    for at in range(64, len(body) - 600, 16):
        body[at] ^= 0xFF
    pack.write_bytes(bytes(body))
    fresh = open_store(Path(store.folder))
    got = replay(fresh)(asked(A))
    assert isinstance(got, Absence)
    assert got.why == "snapshot_invalid"
    keep(fresh, page("words that fill a pack\n" * 40), EVENING)
    assert isinstance(replay(fresh)(asked(A)), Source)
    assert one.snapshot in fresh.refs(source_ref(Uri(A)))


def test_the_last_of_many_failures_is_found_on_disk(store: DiskStore) -> None:
    with store.write("local") as batch:
        record = on_record(store, Uri(A))
        nothing = stands(store, Uri(A), record)
        for number in range(60):
            now = f"2026-01-02T12:00:{number:02}Z"
            one = settle(asked(A), Absence(Uri(A), "timeout", f"try {number}"), record, nothing, now)
            batch.add(one.objects[0].kind, one.objects[0].body)
            batch.ref(*one.refs[0][:2])
    last = last_failure(store, Uri(A))
    assert last is not None
    assert last.detail == "try 59"
    assert len(store.ref_parts(failure_ref(Uri(A)))) == 60
    assert fsck(Path(store.folder), connectivity=True) == ()


def test_a_name_that_is_no_time_is_passed_over(store: DiskStore) -> None:
    one = keep(store, page("words"))
    oid = next(oid for name, oid, _ in one.refs if name.startswith("seen/"))
    with store.write() as batch:
        batch.ref(f"{exchange_ref(Uri(A))}/zzz", oid)
    Path(store.folder, "refs", exchange_ref(Uri(A)), "ZZZ").mkdir()
    assert [type(each) for each in exchanges(store, Uri(A))] == [Exchange]


# --- two at once

WRITER = """
import sys
from pathlib import Path
from gnut.edge.live import settled_with
from gnut.edge.pending import Pending
from gnut_store.store import open_store
from tests.acquire.test_on_disk import page
from tests.simulator import asked

folder, name, second = sys.argv[1:]
store = open_store(Path(folder))
pending = Pending(store, lambda: 0.0)
asks = [f"https://port.example/{number}" for number in range(20)]
print("ready", flush=True)
sys.stdin.readline()
for number, uri in enumerate(asks):
    text = "the same words" if number % 2 else f"the words of {name}"
    pending.add(settled_with(store, asked(uri), page(text, uri), f"2026-01-02T12:00:0{second}Z", "all"))
    if number % 5 == 4:
        pending.flush()
pending.flush()
"""


def test_two_processes_that_capture_the_same_sources_lose_nothing(store: DiskStore) -> None:
    command = [sys.executable, "-c", WRITER, store.folder]
    both = [
        subprocess.Popen([*command, *who], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT, text=True)
        for who in (("one", "1"), ("two", "2"))
    ]
    for each in both:
        assert each.stdout is not None
        assert each.stdout.readline() == "ready\n"
    for each in both:
        assert each.stdin is not None
        each.stdin.write("\n")
        each.stdin.flush()
    for each in both:
        each.communicate(timeout=60)
        assert each.returncode == 0
    assert fsck(Path(store.folder), connectivity=True) == ()
    for number in range(20):
        uri = Uri(f"https://port.example/{number}")
        got = replay(store)(asked(uri))
        assert isinstance(got, Source)
        held = history(store, uri)
        assert [one.in_force for one in held.captures] == [True] + [False] * (len(held.captures) - 1)
        texts = {store.get(one.known.snapshot.text).decode() for one in held.captures}
        assert texts == ({"the same words"} if number % 2 else {"the words of one", "the words of two"})


@pytest.mark.loopback
def test_two_calls_over_one_report_both_end_well_and_leave_one_in_force(store: DiskStore, tmp_path: Path) -> None:
    with serving() as web:
        web.pages["/a"] = reply(b"<p>The harbour light burns from dusk to dawn, all year.</p>")
        (tmp_path / "report.md").write_text(f"It burns [all year]({web.url('/a')}).\n", encoding="utf-8")
        command = [sys.executable, "-m", "gnut", "acquire", "--allow-net", f"127.0.0.1:{web.port}", "report.md"]
        both = [subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE, text=True) for _ in range(2)]
        said = [each.communicate(timeout=60)[1] for each in both]
        assert [each.returncode for each in both] == [0, 0], said
        uri = Uri(web.url("/a"))
        assert isinstance(replay(store)(asked(uri)), Source)
        assert sum(one.in_force for one in history(store, uri).captures) == 1
        assert fsck(Path(store.folder), connectivity=True) == ()


def test_two_that_wait_over_one_store_leave_the_later_capture_in_force(store: DiskStore) -> None:
    from gnut.edge.live import settled_with
    from gnut.edge.pending import Pending

    first, second = Pending(store, lambda: 0.0), Pending(store, lambda: 0.0)
    ones = [
        settled_with(store, asked(A), page("early words"), NOON, "all"),
        settled_with(store, asked(A), page("late words"), EVENING, "all"),
    ]
    second.add(ones[1])
    first.add(ones[0])
    second.flush()
    first.flush()
    got = replay(store)(asked(A))
    assert isinstance(got, Source)
    assert got.text == "late words"
    found: set[Oid | None] = set(store.refs(source_ref(Uri(A))))
    assert found == {one.snapshot for one in ones}
