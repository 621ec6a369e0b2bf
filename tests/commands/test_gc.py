"""`gnut gc`: what it says, what it ends with, and what it knows of captures and runs."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import jsonschema
import pytest

from gnut.commands import gc as command
from gnut.formats.schemas import schemas
from gnut_store.errors import StoreBusy
from gnut_store.oid import oid_of, to_bytes
from gnut_store.store import DiskStore, open_store
from tests.commands.conftest import Said
from tests.store.collecting import put, said, tree, versions

Gnut = Callable[..., Said]


@pytest.fixture
def store(gnut: Gnut, place: Path) -> DiskStore:
    """Return a store with three packs in each tier."""
    assert gnut("init").code == 0
    store = open_store(place / ".gnut")
    for number in range(3):
        put(store, b"team %d " % number * 40, ref="kept")
        put(store, b"local %d " % number * 40, ref="mine", tier="local")
    return store


def test_it_says_what_became_of_each_tier(gnut: Gnut, store: DiskStore) -> None:
    before = said(Path(store.folder))
    made = gnut("gc")
    assert made.code == 0
    lines = made.out.splitlines()
    assert lines[0].startswith("team: 3 packs, 3 objects, ")
    assert " became 1 pack, " in lines[0]
    assert lines[1].startswith("local: 3 packs, 3 objects, ")
    assert lines[2].startswith("trash: 6 files, ")
    assert made.err == ""
    assert said(Path(store.folder)) == before
    assert gnut("fsck").code == 0
    again = gnut("gc").out
    assert again.count("nothing to do") == 2


def test_a_dry_run_says_what_would_become_of_it_and_changes_no_file(gnut: Gnut, store: DiskStore, place: Path) -> None:
    before = tree(place)
    made = gnut("gc", "--dry-run", "--prune", "--empty-trash", "--rewrite-shared")
    assert made.code == 0
    assert made.out.count("would become 1 pack") == 2
    assert tree(place) == before


def test_quiet_says_nothing(gnut: Gnut, store: DiskStore) -> None:
    assert gnut("gc", "--quiet") == Said(0, "", "")


@pytest.mark.parametrize("more", [(), ("--dry-run",), ("--prune", "--empty-trash")])
def test_its_json_is_of_the_published_schema(gnut: Gnut, store: DiskStore, more: tuple[str, ...]) -> None:
    made = json.loads(gnut("gc", "--output-format", "json", *more).out)
    jsonschema.validate(made, json.loads(schemas()["gnut-gc-v1.json"]))
    assert [tier["tier"] for tier in made["tiers"]] == ["team", "local"]
    assert made["dry_run"] is (more == ("--dry-run",))
    assert made["tiers"][0]["merged"] == 3
    assert len(made["tiers"][0]["written"]) == (0 if made["dry_run"] else 1)


@pytest.mark.parametrize("form", ["text", "json"])
@pytest.mark.parametrize("tier", ["", "local/"])
def test_damage_is_named_with_its_number_and_the_rest_is_done(
    gnut: Gnut, store: DiskStore, place: Path, tier: str, form: str
) -> None:
    pack = sorted((place / ".gnut" / tier / "packs").glob("*.gpk"))[0]
    body = bytearray(pack.read_bytes())
    body[90] ^= 1
    pack.chmod(0o644)
    pack.write_bytes(bytes(body))
    made = gnut("gc", "--quiet", "--output-format", form)
    assert made.code == 4
    if form == "text":
        assert made.out.startswith(f"GN802 pack_damaged {tier}packs/{pack.name}: ")
    else:
        assert [one["pack"] for each in json.loads(made.out)["tiers"] for one in each["damaged"]] == [pack.stem]
    assert "gnut fsck" in made.err
    assert pack.read_bytes() == bytes(body)
    assert len(list((place / ".gnut" / tier / "packs").glob("*.gpk"))) == 2


@pytest.mark.parametrize("tier", ["", "local/"])
def test_damage_that_forbids_pruning_is_named_and_ends_with_4(
    gnut: Gnut, store: DiskStore, place: Path, tier: str
) -> None:
    gnut("gc")
    (pack,) = (place / ".gnut" / tier / "packs").glob("*.gpk")
    # What nothing leads to is sought in JSON objects: one of them cannot be read.
    put(store, b'{"leaf":"b3:%s"}' % (b"0" * 64), ref="kept", kind="note", tier="local" if tier else "team")
    pack = max((place / ".gnut" / tier / "packs").glob("*.gpk"), key=lambda path: path.stat().st_mtime_ns)
    body = bytearray(pack.read_bytes())
    body[90] ^= 1
    pack.chmod(0o644)
    pack.write_bytes(bytes(body))
    made = gnut("gc", "--prune")
    assert made.code == 4
    assert f"GN802 pack_damaged {tier}packs/{pack.name}: " in made.out


def test_the_trash_is_not_emptied_while_a_pack_is_damaged(gnut: Gnut, store: DiskStore, place: Path) -> None:
    gnut("gc")
    before = sorted(path.name for path in (place / ".gnut/trash").iterdir())
    (pack,) = (place / ".gnut/packs").glob("*.gpk")
    body = bytearray(pack.read_bytes())
    body[90] ^= 1
    pack.chmod(0o644)
    pack.write_bytes(bytes(body))
    made = gnut("gc", "--empty-trash")
    assert made.code == 4
    assert f"GN802 pack_damaged packs/{pack.name}: " in made.out
    assert sorted(path.name for path in (place / ".gnut/trash").iterdir()) == before
    pack.unlink()
    made = gnut("gc", "--empty-trash")
    assert (made.code, "GN803 pack_missing" in made.out) == (4, True)
    assert sorted(path.name for path in (place / ".gnut/trash").iterdir()) == before


def test_without_a_store_it_says_what_to_type(gnut: Gnut) -> None:
    made = gnut("gc")
    assert made.code == 2
    assert "gnut init" in made.err


def test_a_store_in_use_is_busy(gnut: Gnut, store: DiskStore, monkeypatch: pytest.MonkeyPatch) -> None:
    def busy(*_: object, **__: object) -> None:
        raise StoreBusy("another process has held the store alone for 10 s")

    monkeypatch.setattr(command.collector, "collect", busy)
    assert gnut("gc").code == 75


def test_packs_that_git_holds_stay_as_they_are(gnut: Gnut, store: DiskStore, monkeypatch: pytest.MonkeyPatch) -> None:
    names = {path.stem for path in Path(store.folder, "packs").glob("*.gpk")}
    monkeypatch.setattr(command, "_shared", lambda world: frozenset(names))
    made = gnut("gc")
    assert "team: 3 packs" in made.out
    assert "3 packs handed on already, left as they are" in made.out
    assert {path.stem for path in Path(store.folder, "packs").glob("*.gpk")} == names
    made = gnut("gc", "--rewrite-shared")
    assert len(list(Path(store.folder, "packs").glob("*.gpk"))) == 1
    assert gnut("fsck").code == 0


def test_later_captures_and_later_runs_cost_little(gnut: Gnut, place: Path) -> None:
    assert gnut("init").code == 0
    url = "https://example.test/long"
    report = place / "report.md"
    pages = [page.decode() for page in versions(11, 4, 3000)]
    for number, page in enumerate(pages):
        (place / "page.txt").write_text(page)
        assert gnut("acquire", "--refresh", "--saved", f"{url}={place / 'page.txt'}").code == 0
        words = page.split()
        lines = [f'It says "{" ".join(words[at : at + 5])}" [p]({url}).\n' for at in range(0, 600, 6)]
        report.write_text("\n".join([f"# Report {number}\n", *lines]))
        assert gnut("check", "report.md").code in (0, 1)
    store = open_store(place / ".gnut")
    captures = [oid_of("blob", page.encode()) for page in pages]
    hints = command.Hints(store)
    assert [hints.get(to_bytes(later)) for later in captures[1:]] == [to_bytes(oid) for oid in captures[:-1]]
    before = said(place / ".gnut")
    made = json.loads(gnut("gc", "--output-format", "json").out)
    team, local = made["tiers"]
    # Four captures take little more than one. Of four runs, and of what they were made of, all is the same
    # but hashes, of which each claim has some.
    assert team["bytes_after"] < team["bytes_before"] / 2.5
    assert local["bytes_after"] < local["bytes_before"] / 1.8
    assert said(place / ".gnut") == before
    assert gnut("fsck", "--connectivity").code == 0
    assert gnut("check", "report.md").code in (0, 1)


def test_old_records_of_fetches_go_when_asked(gnut: Gnut, place: Path, store: DiskStore) -> None:
    source = "ab" * 20
    names = [f"seen/{source}/20200101t0000{second:02}z.304" for second in range(53)]
    with store.write("local") as batch:
        for number, name in enumerate(names):
            batch.ref(name, batch.add("blob", b"%d" % number))
    for pack in (place / ".gnut/local/packs").iterdir():
        os.utime(pack, (1_600_000_000, 1_600_000_000))
    assert "dropped" not in gnut("gc").out
    assert "3 records of fetches were dropped" in gnut("gc", "--prune").out
    assert open_store(place / ".gnut").ref_names("seen") == tuple(names[3:])
    assert gnut("fsck", "--connectivity").code == 0
