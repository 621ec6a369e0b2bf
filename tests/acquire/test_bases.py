"""Which bytes of a source come before which, and which records only pile up."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from gnut.acquire.contract import SNAPSHOT
from gnut.acquire.core.bases import bases
from gnut.acquire.core.piling import KEPT, piled
from gnut_store import canon
from gnut_store.oid import Oid, oid_of, to_bytes

URI = "https://example.test/a"


def oid(word: str) -> Oid:
    return oid_of("blob", word.encode())


def hashed(word: str) -> bytes:
    return to_bytes(oid(word))


def snapshot(raw: str, text: str, at: int, /, **more: Any) -> tuple[Oid, bytes]:
    fields: dict[str, Any] = {
        "schema": SNAPSHOT,
        "uri": URI,
        "fetched_at": f"2026-01-{at:02}T00:00:00Z",
        "raw": oid(raw),
        "raw_oid": oid(raw),
        "text": oid(text),
        "hidden_text": None,
        "previous": None,
    }
    body = canon.encode(fields | more)
    return oid_of("snapshot", body), body


def test_a_capture_leans_on_the_one_it_follows() -> None:
    first = snapshot("r1", "t1", 1)
    second = snapshot("r2", "t2", 2, previous=first[0])
    assert bases([second, first]) == {hashed("r2"): hashed("r1"), hashed("t2"): hashed("t1")}


def test_raw_bytes_that_are_kept_elsewhere_count_as_well() -> None:
    first = snapshot("r1", "t1", 1, raw=None)
    second = snapshot("r2", "t2", 2, raw=None, previous=first[0])
    assert bases([first, second])[hashed("r2")] == hashed("r1")


def test_captures_that_name_no_other_follow_each_other_by_their_times() -> None:
    made = [snapshot(f"r{at}", "same", at) for at in (3, 1, 2)]
    assert bases(made) == {hashed("r3"): hashed("r2"), hashed("r2"): hashed("r1")}


def test_two_sources_have_nothing_to_do_with_each_other() -> None:
    first = snapshot("r1", "t1", 1)
    other = snapshot("r2", "t2", 2, uri="https://example.test/b", previous=first[0])
    assert bases([first, other]) == {}


def test_a_page_that_is_what_it_was_has_no_base() -> None:
    made = [snapshot("r1", "t1", 1), snapshot("r2", "t1", 2), snapshot("r1", "t1", 3)]
    assert bases(made) == {hashed("r2"): hashed("r1"), hashed("r1"): hashed("r2")}


def test_what_is_no_snapshot_is_left_out() -> None:
    good = snapshot("r1", "t1", 1)
    bad = [
        b"",
        b"[]",
        b"{",
        b'{"a":1,"a":2}',
        canon.encode({"schema": "another/v1", "uri": URI}),
        snapshot("r2", "t2", 2, uri=7)[1],
        snapshot("r2", "t2", 2, fetched_at="yesterday")[1],
        snapshot("r2", "t2", 2, fetched_at=None)[1],
        snapshot("r2", "t2", 2, uri=None, previous=[good[0]])[1],
        b"\xff\xfe",
        b'{"a":' * 500,
    ]
    assert bases([good, *((oid(str(at)), body) for at, body in enumerate(bad))]) == {}


def test_members_that_are_no_ids_are_left_out() -> None:
    first = snapshot("r1", "t1", 1)
    second = snapshot("r2", "t2", 2, raw_oid="b3:short", text=oid("t2").upper(), hidden_text=5, previous="b3:x")
    assert bases([first, second]) == {}


values = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 5) | st.sampled_from([oid("a"), oid("b"), URI, "2026-01-01T00:00:00Z"]),
    lambda inner: st.lists(inner, max_size=3),
    max_leaves=4,
)


@given(
    st.lists(
        st.dictionaries(st.sampled_from(["uri", "fetched_at", "previous", "raw_oid", "text", "hidden_text"]), values),
        max_size=6,
    )
)
def test_no_snapshot_whatever_it_says_is_refused_with_an_error(made: list[dict[str, Any]]) -> None:
    bodies = [canon.encode({"schema": SNAPSHOT} | fields) for fields in made]
    found = bases([(oid_of("snapshot", body), body) for body in bodies])
    assert all(len(hash) == len(base) == 32 for hash, base in found.items())


SOURCE, OTHER = "seen/" + "0f" * 20, "fail/" + "0f" * 20


def test_the_newest_fifty_of_a_source_and_kind_stay() -> None:
    not_modified = [f"{SOURCE}/20250101t{at:06}z.304" for at in range(KEPT + 2)]
    fetched = [f"{SOURCE}/20240101t000000z.200"]
    failures = [f"{OTHER}/20250101t{at:06}z" for at in range(KEPT + 1)]
    names = [*failures, *fetched, *not_modified]
    assert piled(names, "2026-01-01T00:00:00Z") == {*not_modified[:2], failures[0]}


def test_younger_ones_stay_however_many_there_are() -> None:
    names = [f"{SOURCE}/20250101t{at:06}z.304" for at in range(KEPT * 3)]
    assert piled(names, "2025-01-01T00:00:00Z") == frozenset()
    assert piled(names, "2025-01-01T00:00:01Z") == {names[0]}


def test_other_refs_never_go() -> None:
    shapes = ["run/{}/{}", "src/{}", "seen/{}", "seen/x/{}", "seen/{}/{}/x", "fail/{}/{}.12", "kept"]
    names = [shape.format("0f" * 20, f"20200101t{at:06}z") for shape in shapes for at in range(KEPT * 2)]
    assert piled(names, "2026-01-01T00:00:00Z") == frozenset()
