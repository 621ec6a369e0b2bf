"""S02, S05, S13: what objects name is there, is of the kind that is asked for, and a loss is told with its way."""

from __future__ import annotations

import types
import typing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from gnut.account.contract import Execution
from gnut.acquire.contract import Exchange, Snapshot
from gnut.edge.linked import LINKS
from gnut.sign.contract import Signature, Statement
from gnut_store import canon, fsck
from gnut_store import oid as oids
from gnut_store.links import Link, Ways, chain, places, references, scan
from gnut_store.oid import Oid, oid_of
from gnut_store.store import init, open_store
from tests.store.packs import built, store_with

ABSENT = Oid("b3:" + "1" * 64)


def put(top: Path, *objects: tuple[str, Any], ref: str = "", tier: str = "team") -> list[Oid]:
    """Store objects, the last of them under a ref."""
    with open_store(top).write(tier) as batch:
        ids = [batch.add(kind, body if isinstance(body, bytes) else canon.encode(body)) for kind, body in objects]
        if ref:
            batch.ref(ref, ids[-1])
    return ids


def test_a_missing_object_is_told_with_the_shortest_way_from_a_ref_to_it(tmp_path: Path) -> None:
    """S02: ref → receipt → object."""
    top = init(tmp_path)
    [snapshot] = put(top, ("snapshot", {"text": ABSENT}))
    [run] = put(top, ("run", {"rows": [{"snapshot": snapshot}]}), ref="run/1")
    put(top, ("run", {"before": run}), ref="run/2")
    [fault] = fsck.fsck(top)
    assert (fault.code, fault.oid) == ("GN805", ABSENT)
    assert fault.detail == f"ref run/1 → {run[:15]}… → {snapshot} /text → {ABSENT}: no readable pack holds it"
    assert fault.path.startswith("packs/")
    assert fsck.fsck(top, connectivity=True) == (fault,)
    assert fsck.fsck(top, quick=True) == ()


def test_a_missing_object_that_no_ref_leads_to_is_told_with_the_object_that_names_it(tmp_path: Path) -> None:
    """S02."""
    top = init(tmp_path)
    [holder] = put(top, ("run", {"a": [ABSENT]}))
    [fault] = fsck.fsck(top)
    assert fault.detail.startswith(f"{holder} /a/0 → {ABSENT}")


def test_what_a_local_run_names_on_another_branch_is_a_fault_only_when_asked_for(tmp_path: Path) -> None:
    """S02, S29: runs stay when a branch is left, and the captures they name go with the branch."""
    top = init(tmp_path)
    put(top, ("run", {"snapshot": ABSENT}), ref="run/1", tier="local")
    assert fsck.fsck(top) == ()
    assert [fault.oid for fault in fsck.fsck(top, connectivity=True)] == [ABSENT]
    put(top, ("run", {"snapshot": ABSENT}), ref="run/1")
    assert [fault.oid for fault in fsck.fsck(top)] == [ABSENT]


def test_a_snapshot_that_was_kept_as_hashes_is_no_fault(tmp_path: Path) -> None:
    """S02: `keep = "hash"` leaves the texts out, and a clone does not have them."""
    top = init(tmp_path)
    snapshot = {"raw": None, "raw_oid": ABSENT, "text": ABSENT, "hidden_text": ABSENT, "previous": None}
    put(top, ("snapshot", snapshot))
    assert fsck.fsck(top, links=LINKS) == fsck.fsck(top, links=LINKS, connectivity=True) == ()
    put(top, ("snapshot", {**snapshot, "previous": ABSENT}))
    assert [fault.detail.partition(" → ")[0][-9:] for fault in fsck.fsck(top, links=LINKS)] == ["/previous"]
    [whole] = put(top, ("blob", b"page"))
    put(top, ("snapshot", {**snapshot, "raw": whole, "raw_oid": whole}))
    assert len(fsck.fsck(top, links=LINKS)) == 2


@pytest.mark.parametrize("words", [ABSENT, f"see {ABSENT}", f'"{ABSENT}"', f"\\{ABSENT}"])
def test_a_report_that_quotes_an_id_damages_no_store(tmp_path: Path, words: str) -> None:
    """S02, S05: words are no reference, whatever they look like; nobody's report can make a store look damaged."""
    top = init(tmp_path)
    put(top, ("execution", {"run": {"claims": [{"excerpt": words, "text": words, words: 1}]}}))
    put(top, ("snapshot", {"uri": words, "notes": [words]}))
    put(
        top, ("statement", {"subject": [{"name": words, "digest": {"sha256": words}}], "predicate": {"outcome": words}})
    )
    put(top, ("signature", {"key": words, "signature": words}))
    assert fsck.fsck(top, links=LINKS) == fsck.fsck(top, links=LINKS, connectivity=True) == ()


def test_a_reference_to_an_object_of_another_kind_is_named(tmp_path: Path) -> None:
    """S05: a blob in the place of a text."""
    top = init(tmp_path)
    [blob] = put(top, ("blob", b"words"))
    [snapshot] = put(top, ("snapshot", {"raw": blob, "text": blob, "previous": None}), ref="src/x")
    [fault] = fsck.fsck(top, links=LINKS)
    assert (fault.code, fault.kind, fault.oid) == ("GN810", "wrong_kind", blob)
    assert fault.detail == f"ref src/x → {snapshot} /text → {blob}: is a blob, expected a text"
    assert fsck.fsck(top, links=LINKS, connectivity=True) == (fault,)


def test_equal_bytes_of_two_kinds_are_two_objects(tmp_path: Path) -> None:
    """S05: kind and length are inside the hash."""
    body = canon.encode({"schema": "x"})
    assert len({oid_of(kind, body) for kind in ("blob", "text", "run", "snapshot")}) == 4
    top = init(tmp_path)
    put(top, ("blob", body))
    assert not open_store(top).has(oid_of("run", body))
    assert oid_of("blob", b"ab") != oid_of("blob", b"a")


def test_a_record_that_lies_about_its_kind_is_damaged(tmp_path: Path) -> None:
    """S05: the id of a blob over the same bytes as a receipt."""
    from gnut_store.pack import RAW
    from tests.store.packs import one_record

    body = canon.encode({"a": 1})
    store_with(tmp_path, one_record(body, len(body), RAW, oids.hash_of("blob", body), "run"))
    assert [fault.kind for fault in fsck.fsck(tmp_path / ".gnut")] == ["object_damaged"]


def test_a_cycle_cannot_be_made_and_one_that_is_claimed_ends(tmp_path: Path) -> None:
    """S13: an id is the hash of what names it; walking ends all the same."""
    ring = {bytes([n]) * 32: [bytes([(n + 1) % 3]) * 32] for n in range(3)}
    ways = Ways([("r", bytes(32))], ring)
    assert ways.to(bytes([2]) * 32) == ("r", (bytes(32), bytes([1]) * 32, bytes([2]) * 32))
    assert ways.to(bytes([9]) * 32) is None


def test_a_chain_of_200_000_objects_is_walked_and_told_in_one_line() -> None:
    """S13."""
    name = [n.to_bytes(32, "big") for n in range(200_000)]
    ways = Ways([("run/1", name[0])], {name[n]: [name[n + 1]] for n in range(len(name) - 1)})
    words = chain(ways, name[-1], "/previous", ABSENT)
    assert words.startswith("ref run/1 → b3:000000000000… → ")
    assert "(199,993 more)" in words
    assert words.endswith(f"{oids.from_bytes(name[-1])} /previous → {ABSENT}")
    assert len(words) < 600


def test_a_long_chain_of_stored_objects_is_followed(tmp_path: Path) -> None:
    """S13."""
    objects: list[tuple[str, bytes]] = []
    last: str = ABSENT
    for _ in range(3000):
        objects.append(("link", canon.encode({"previous": last})))
        last = oid_of(*objects[-1])
    store_with(tmp_path, built(*objects))
    [fault] = fsck.fsck(tmp_path / ".gnut")
    assert fault.oid == ABSENT


LEAVES = st.sampled_from([ABSENT, f"x{ABSENT}", f'a"{ABSENT}', f"{ABSENT}\n", "\\", '"', ""]) | st.text(max_size=4)
KEYS = st.sampled_from(["a", "b_oid", "oid", '"', "\\", ABSENT, "_oid"])
VALUES = st.recursive(LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3))


@given(VALUES)
def test_looking_at_the_bytes_finds_what_reading_the_object_finds(value: Any) -> None:
    """S02: what is not read as JSON in a sound store loses no reference."""
    body = canon.encode(value)
    assert {hash for _, hash in scan(body)} == {oids.to_bytes(oid) for _, oid in references(canon.decode(body))}


def named_in(form: Any, path: str = "") -> set[str]:
    """Return the pointer of every member that holds an id by the types of a contract."""
    arguments = typing.get_args(form)
    origin = typing.get_origin(form)
    if form is Oid:
        return {path}
    if origin in (typing.Union, types.UnionType):
        return {each for part in arguments for each in named_in(part, path)}
    if origin is tuple:
        return {each for part in arguments for each in named_in(part, f"{path}/*")}
    if isinstance(form, type) and issubclass(form, Struct):
        spelled = dict(zip(form.__struct_fields__, form.__struct_encode_fields__, strict=True))
        hints = typing.get_type_hints(form)
        return {each for field in spelled for each in named_in(hints[field], f"{path}/{spelled[field]}")}
    return set()


FORMS = {
    "snapshot": Snapshot,
    "exchange": Exchange,
    "execution": Execution,
    "signature": Signature,
    "statement": Statement,
}


@pytest.mark.parametrize(("kind", "form"), FORMS.items())
def test_every_id_of_a_contract_is_followed_and_nothing_else(kind: str, form: type[Struct]) -> None:
    """S02, S05."""
    assert {link.pointer for link in LINKS[kind]} == {path for path in named_in(form) if not path.endswith("_oid")}


def test_a_member_fits_its_pattern_and_no_other() -> None:
    """S02."""
    links = {"x": (Link("/a/*/b", "text"),)}
    value = {"a": [{"b": ABSENT, "c": ABSENT}], "b": ABSENT, "x": {"0": {"b": ABSENT}}}
    assert list(places("x", value, ABSENT, links)) == [("/a/0/b", "text")]
    assert len(list(places("y", value, ABSENT, links))) == 4
