"""`gnut store ls` and `stat`: what a store holds, sound or not."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from gnut_store.oid import Oid, hash_of, oid_of
from gnut_store.store import DiskStore, init, open_store
from tests.commands.conftest import Said
from tests.store.packs import one_record

Gnut = Callable[..., Said]


@pytest.fixture
def store(place: Path) -> DiskStore:
    """Return a store with two packs of the team's and one of this machine's."""
    made = open_store(init(place))
    with made.write() as batch:
        batch.ref("kept/pages", batch.add("blob", b"a page"))
        batch.ref("kept/words", batch.add("text", "Wörter".encode()))
    with made.write() as batch:
        batch.ref("kept/pages", batch.add("receipt", b'{"a":1}'))
    with made.write("local") as batch:
        batch.ref("run/one", batch.add("blob", b"mine alone"))
    return made


def ids(said: Said) -> list[str]:
    return [line.split()[0] for line in said.out.splitlines()]


ALL = sorted(
    [
        oid_of("blob", b"a page"),
        oid_of("text", "Wörter".encode()),
        oid_of("receipt", b'{"a":1}'),
        oid_of("blob", b"mine alone"),
    ]
)


def test_everything_is_listed_one_id_a_line_sorted(gnut: Gnut, store: DiskStore) -> None:
    said = gnut("store", "ls")
    assert (said.code, said.out, said.err) == (0, "".join(f"{oid}\n" for oid in ALL), "")


def test_an_empty_store_lists_nothing(gnut: Gnut, place: Path) -> None:
    init(place)
    assert gnut("store", "ls") == Said(0, "", "")


def test_without_a_store_there_is_nothing_to_list(gnut: Gnut) -> None:
    assert gnut("store", "ls").code == 2


def test_a_long_listing_says_kind_sizes_tier_and_pack(gnut: Gnut, store: DiskStore) -> None:
    rows = {line.split()[0]: line.split()[1:] for line in gnut("store", "ls", "-l").out.splitlines()}
    kind, size, stored, tier, pack = rows[oid_of("blob", b"mine alone")]
    assert (kind, size, stored, tier) == ("blob", "10", "10", "local")
    assert (Path(store.folder) / "local/packs").glob(f"{pack}*.gpk")
    assert rows[oid_of("text", "Wörter".encode())][:2] == ["text", "7"]


@pytest.mark.parametrize(("tier", "count"), [("team", 3), ("local", 1)])
def test_one_tier_can_be_listed(tier: str, count: int, gnut: Gnut, store: DiskStore) -> None:
    assert len(ids(gnut("store", "ls", "--tier", tier))) == count


def test_one_kind_can_be_listed(gnut: Gnut, store: DiskStore) -> None:
    assert ids(gnut("store", "ls", "--kind", "receipt")) == [oid_of("receipt", b'{"a":1}')]
    assert gnut("store", "ls", "--kind", "unheard-of") == Said(0, "", "")
    assert gnut("store", "ls", "--kind", "No Kind").code == 2


@pytest.mark.parametrize("length", [1, 2, 3, 7, 8, 63, 64])
def test_a_beginning_of_any_length_lists_what_begins_so(length: int, gnut: Gnut, store: DiskStore) -> None:
    start = ALL[0][: 3 + length]
    assert ids(gnut("store", "ls", start)) == [oid for oid in ALL if oid.startswith(start)]


@pytest.mark.parametrize(
    "name", ["b3:", "b3:A", "b3:" + "0" * 64, "b3:" + "0" * 65, "b3:xyz", "no-such", "../x", "\x1b"]
)
def test_what_names_nothing_is_said_to_be_so(name: str, gnut: Gnut, store: DiskStore) -> None:
    said = gnut("store", "ls", name)
    assert said.code == 2
    assert said.out == ""
    assert "\x1b" not in said.err


def test_a_ref_lists_its_objects_and_those_under_it(gnut: Gnut, store: DiskStore) -> None:
    assert ids(gnut("store", "ls", "kept/words")) == [oid_of("text", "Wörter".encode())]
    assert ids(gnut("store", "ls", "kept")) == [oid for oid in ALL if oid != oid_of("blob", b"mine alone")]


def test_a_ref_that_looks_like_digits_is_a_ref_unless_the_scheme_stands_before_it(gnut: Gnut, store: DiskStore) -> None:
    digits = ALL[0][3:13]
    with store.write() as batch:
        batch.ref(digits, Oid(oid_of("blob", b"a page")))
    assert ids(gnut("store", "ls", digits)) == [oid_of("blob", b"a page")]
    assert ids(gnut("store", "ls", f"b3:{digits}")) == [ALL[0]]


def test_refs_are_listed_by_name_and_counted(gnut: Gnut, store: DiskStore) -> None:
    assert gnut("store", "ls", "--refs").out == "kept/pages\nkept/words\nrun/one\n"
    assert gnut("store", "ls", "--refs", "kept", "-l").out.split() == ["2", "kept/pages", "1", "kept/words"]
    assert gnut("store", "ls", "--refs", "--tier", "local").out == "run/one\n"
    assert gnut("store", "ls", "--refs", "nowhere").code == 2
    assert gnut("store", "ls", "--refs", "--kind", "blob").code == 2


def test_json_says_the_same_as_the_listing(gnut: Gnut, store: DiskStore) -> None:
    told = json.loads(gnut("store", "ls", "--output-format", "json").out)
    assert told["schema"] == "gnut-store-ls/v1"
    assert [row["id"] for row in told["objects"]] == ALL
    assert {row["tier"] for row in told["objects"]} == {"team", "local"}
    told = json.loads(gnut("store", "ls", "--refs", "--output-format", "json").out)
    assert told["refs"][0] == {"name": "kept/pages", "entries": 2}


def test_an_object_in_two_packs_is_listed_once_and_counted_twice(gnut: Gnut, store: DiskStore, place: Path) -> None:
    other = open_store(init(place / "other"))
    with other.write() as batch:
        batch.add("blob", b"a page")
    gnut("store", "import", "other")
    (pack,) = (place / "other/.gnut/packs").iterdir()
    (Path(store.folder) / "packs" / pack.name).write_bytes(pack.read_bytes())
    told = json.loads(gnut("store", "ls", "--output-format", "json").out)
    assert [row["copies"] for row in told["objects"] if row["id"] == oid_of("blob", b"a page")] == [2]
    assert "held more than once" in gnut("store", "stat").out


def spoil(store: DiskStore, tier: str = "") -> str:
    """Damage the footer of one pack; return its name."""
    path = sorted((Path(store.folder) / tier / "packs").iterdir())[0]
    path.chmod(0o644)
    path.write_bytes(path.read_bytes()[:-40] + bytes(40))
    return path.stem


def test_beside_a_damaged_pack_the_rest_is_listed_and_the_end_is_4(gnut: Gnut, store: DiskStore) -> None:
    name = spoil(store, "local")
    for command in ("ls", "stat"):
        said = gnut("store", command)
        assert said.code == 4
        assert name[:12] in said.err
    assert ids(gnut("store", "ls")) == [oid for oid in ALL if oid != oid_of("blob", b"mine alone")]
    told = json.loads(gnut("store", "ls", "--output-format", "json").out)
    assert [row["pack"] for row in told["damaged"]] == [name]
    assert gnut("store", "ls", "--tier", "team").code == 0


def test_an_object_that_only_a_ref_knows_of_is_listed_as_missing(gnut: Gnut, store: DiskStore) -> None:
    spoil(store, "local")
    said = gnut("store", "ls", "-l", "run/one")
    assert said.code == 4
    assert said.out.split() == [oid_of("blob", b"mine alone"), "missing"]


def test_an_entry_that_is_damaged_ends_with_4(gnut: Gnut, store: DiskStore) -> None:
    entry = next((Path(store.folder) / "refs/kept/words").iterdir())
    entry.chmod(0o644)
    entry.write_bytes(b"<<<<<<<")
    for arguments in (["ls", "--refs"], ["stat"], ["ls", "kept"]):
        assert gnut("store", *arguments).code == 4
    assert "kept/pages" in gnut("store", "ls", "--refs").out


@pytest.mark.parametrize("strange", ["link", "fifo", "folder", "newer"])
def test_something_else_in_the_place_of_a_pack_is_named_and_does_not_hang(
    strange: str, gnut: Gnut, store: DiskStore
) -> None:
    path = sorted((Path(store.folder) / "packs").iterdir())[0]
    body = path.read_bytes()
    path.unlink()
    if strange == "link":
        os.symlink("/dev/zero", path)
    elif strange == "fifo":
        os.mkfifo(path)
    elif strange == "folder":
        path.mkdir()
    else:
        path.write_bytes(b"GNUTPK9\0" + body[8:])
    said = gnut("store", "ls")
    assert said.code == 4
    assert path.stem[:12] in said.err
    assert len(ids(said)) >= 2


def test_a_footer_that_promises_a_kind_it_does_not_list_is_damage(gnut: Gnut, store: DiskStore) -> None:
    name, body = one_record(b"x", 1, 0, hash_of("blob", b"x"))
    at = body.index(b"GNUTFT1\0") + 28 + 53
    from tests.store.packs import sealed

    start = int.from_bytes(body[-48:-40], "little")
    footer = bytearray(body[start:-48])
    footer[at - start] = 9
    name, body = sealed(start, body[:start], bytes(footer))
    (Path(store.folder) / "packs" / f"{name}.gpk").write_bytes(body)
    said = gnut("store", "ls")
    assert said.code == 4
    assert ids(said) == ALL


def test_figures_add_up(gnut: Gnut, store: DiskStore) -> None:
    told = json.loads(gnut("store", "stat", "--output-format", "json").out)
    team, local = told["tiers"]
    assert (team["packs"], team["objects"], team["raw"], team["refs"], team["entries"]) == (2, 3, 20, 2, 3)
    assert (local["packs"], local["objects"], local["raw"]) == (1, 1, 10)
    assert team["bytes"] == sum(path.stat().st_size for path in (Path(store.folder) / "packs").iterdir())
    assert sum(kind["objects"] for kind in team["kinds"]) == team["objects"]
    assert sum(kind["bytes"] for kind in team["kinds"]) == team["raw"]
    assert team["largest"]["bytes"] == 7
    said = gnut("store", "stat")
    assert said.code == 0
    assert "team: 2 packs" in said.out
    assert "local: 1 pack of" in said.out


def test_an_empty_store_has_figures_too(gnut: Gnut, place: Path) -> None:
    init(place)
    assert gnut("store", "stat").out.startswith("team: 0 packs of 0 bytes, 0 objects of 0 bytes, 0 refs")


@pytest.mark.heavy
def test_a_hundred_thousand_objects_are_listed_in_a_second(gnut: Gnut, place: Path) -> None:
    made = open_store(init(place))
    for pack in range(10):
        with made.write() as batch:
            for number in range(10_000):
                batch.add("blob", b"%d" % (pack * 10_000 + number))
    start = time.process_time()
    assert gnut("store", "ls", "-l").out.count("\n") == 100_000
    assert time.process_time() - start < 2.5  # Twice what it takes, for a busy machine.


# Beginnings of ids wherever an id is typed


@pytest.mark.parametrize("command", [["store", "cat"], ["show"], ["store", "ref", "add", "notes"]])
def test_a_beginning_that_several_objects_share_is_refused_with_their_names(
    command: list[str], gnut: Gnut, place: Path
) -> None:
    made = open_store(init(place))
    one, other = "ab" * 4 + "01" * 28, "ab" * 4 + "02" * 28
    for digits in (one, other):
        name, body = one_record(b"x", 1, 0, bytes.fromhex(digits))
        (Path(made.folder) / "packs" / f"{name}.gpk").write_bytes(body)
    said = gnut(*command, "b3:" + "ab" * 4)
    assert said.code == 2
    assert "b3:abababab0101" in said.err
    assert "b3:abababab0202" in said.err
    assert gnut(*command, "b3:ababab").code == 2


def test_has_takes_beginnings_too(gnut: Gnut, store: DiskStore) -> None:
    assert gnut("store", "has", ALL[0][:11], ALL[1], ALL[2][3:20]) == Said(0, "", "")
    said = gnut("store", "has", "b3:00000000", ALL[0][:12])
    assert (said.code, said.out) == (1, "b3:00000000\n")
    assert gnut("store", "has", "b3:0000").code == 2
