"""The golden objects and packs of `store/vectors`: written once, read for ever (`pytest --golden` writes them)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from gnut_store import canon, fsck
from gnut_store.oid import Oid, hash_of, oid_of
from gnut_store.pack import Builder, read_footer
from gnut_store.store import init, open_store
from tests.store.packs import built

VECTORS = Path(__file__).parents[2] / "store" / "vectors"

OBJECTS: list[tuple[str, bytes]] = [
    ("blob", b""),
    ("blob", b"abc"),
    ("text", b"abc"),
    ("blob", bytes(range(256))),
    ("text", "Zażółć gęślą jaźń 中文 😀\n".encode()),
    ("text", b"the same words again and again, " * 64),
    ("receipt", b'{"n":9007199254740991,"schema":"gnut-vector/v1","text":"\\u0001\\n\xc3\xa9"}'),
    ("a234567890123456", b"[]"),
]

PAGE = b"".join(b"%d: a line of the page\n" % line for line in range(200))
CHANGED = PAGE.replace(b"77: a line", b"77: one line")


def packs() -> dict[str, tuple[str, bytes]]:
    """Return the packs that `--golden` writes, by what they show."""
    one = oid_of("blob", b"abc")
    builder = Builder()
    start = [builder.begin()]
    start.append(builder.add("blob", hash_of("blob", PAGE), PAGE))
    start.append(
        builder.add_with_prefix("blob", hash_of("blob", CHANGED), CHANGED, hash_of("blob", PAGE), PAGE),
    )
    footer, name = builder.finish(())
    return {
        "empty": built(),
        "raw": built(("blob", b"abc"), ("text", b"abc"), refs=(("notes/today", one),)),
        "every-object": built(*OBJECTS),
        "prefix": (name, b"".join([*start, footer])),
        "refs-only": built(refs=(("a", one), ("b/c", one))),
    }


def golden(name: str) -> Any:
    return json.loads((VECTORS / name).read_text("utf-8"))


@pytest.fixture(scope="module", autouse=True)
def written(request: pytest.FixtureRequest) -> None:
    """Write the vectors anew when asked to."""
    if not request.config.getoption("--golden"):
        return
    (VECTORS / "packs").mkdir(parents=True, exist_ok=True)
    objects = [{"bytes_hex": body.hex(), "id": oid_of(kind, body), "kind": kind} for kind, body in OBJECTS]
    (VECTORS / "objects.json").write_text(canon.pretty(objects) + "\n", "utf-8")
    rows = {}
    for label, (name, body) in packs().items():
        (VECTORS / "packs" / f"{label}.gpk").write_bytes(body)
        found = read_footer(lambda offset, length, body=body: body[offset : offset + length], len(body), name)
        ids = sorted("b3:" + found.entry(i).hash.hex() for i in range(len(found.entries) // 56))
        rows[label] = {"name": name, "objects": ids, "refs": [f"{ref} {oid}" for ref, oid in found.refs]}
    (VECTORS / "packs.json").write_text(canon.pretty(rows) + "\n", "utf-8")


def test_a_golden_object_has_its_golden_id() -> None:
    rows = golden("objects.json")
    assert len(rows) == len(OBJECTS)
    for row in rows:
        assert oid_of(row["kind"], bytes.fromhex(row["bytes_hex"])) == row["id"]


@pytest.mark.parametrize("label", ["empty", "raw", "every-object", "prefix", "refs-only"])
def test_a_golden_pack_gives_its_objects_and_its_refs(tmp_path: Path, label: str) -> None:
    row = golden("packs.json")[label]
    body = (VECTORS / "packs" / f"{label}.gpk").read_bytes()
    top = init(tmp_path)
    # The objects that the refs name stand in the pack called raw.
    for name, content in {row["name"]: body, golden("packs.json")["raw"]["name"]: _raw()}.items():
        (top / "packs" / f"{name}.gpk").write_bytes(content)
        entries = golden("packs.json")["raw"]["refs"] if content == _raw() else row["refs"]
        for ref, entry in [("packs", name), *(line.split(" b3:") for line in entries)]:
            (top / "refs" / ref).mkdir(parents=True, exist_ok=True)
            (top / "refs" / ref / entry).write_bytes(b"")
    assert fsck.fsck(top) == ()
    store = open_store(top)
    known = {oid_of(kind, content): content for kind, content in [*OBJECTS, ("blob", PAGE), ("blob", CHANGED)]}
    assert [store.get(Oid(oid)) for oid in row["objects"]] == [known[Oid(oid)] for oid in row["objects"]]
    for line in row["refs"]:
        ref, _, oid = line.partition(" ")
        assert oid in store.refs(ref)


def _raw() -> bytes:
    return (VECTORS / "packs" / "raw.gpk").read_bytes()


@pytest.mark.parametrize("label", ["empty", "raw", "refs-only"])
def test_a_pack_without_compression_is_written_byte_for_byte_as_it_was(label: str) -> None:
    name, body = packs()[label]
    assert name == golden("packs.json")[label]["name"]
    assert body == (VECTORS / "packs" / f"{label}.gpk").read_bytes()
