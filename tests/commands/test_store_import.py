"""`gnut store import` and `gnut store export --to`: what goes from one store into another."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from gnut_store.fsck import fsck
from gnut_store.oid import Oid, oid_of
from gnut_store.store import DiskStore, init, open_store
from tests.commands.conftest import Said
from tests.store.packs import built

Gnut = Callable[..., Said]
PAGES = [b"page %d" % number * 30 for number in range(3)]


def filled(folder: Path) -> DiskStore:
    """Return a store with a pack for each of `PAGES`, and one that is this machine's alone."""
    store = open_store(init(folder))
    for body in PAGES:
        with store.write() as batch:
            batch.ref("kept/pages", batch.add("blob", body))
    with store.write("local") as batch:
        batch.ref("run/one", batch.add("blob", b"mine alone"))
        batch.ref("run/one", oid_of("blob", PAGES[0]))
    return store


def packs(folder: Path, tier: str = "") -> set[str]:
    return {path.stem for path in (folder / ".gnut" / tier / "packs").glob("*.gpk")}


@pytest.fixture
def there(place: Path) -> DiskStore:
    return filled(place / "there")


@pytest.fixture
def here(place: Path) -> Path:
    init(place)
    return place


def assert_sound(folder: Path) -> None:
    assert fsck(folder / ".gnut") == ()


@pytest.mark.parametrize("name", ["there", "there/", "there/.gnut", "there/.gnut/packs", "./there/../there"])
def test_a_store_is_named_by_its_folder_or_by_what_holds_it(
    name: str, gnut: Gnut, here: Path, there: DiskStore
) -> None:
    said = gnut("store", "import", name)
    assert (said.code, said.out) == (0, "")
    assert "3 packs taken, 0 there already" in said.err
    assert packs(here) == packs(here / "there")
    assert packs(here, "local") == set()
    assert_sound(here)
    assert "0 packs taken, 3 there already" in gnut("store", "import", name).err


def test_single_packs_are_taken_whatever_their_files_are_called(gnut: Gnut, here: Path, there: DiskStore) -> None:
    first, second, _ = sorted((here / "there/.gnut/packs").iterdir())
    (here / "a pack.gpk").write_bytes(first.read_bytes())
    assert gnut("store", "import", "a pack.gpk", str(second)).code == 0
    assert packs(here) == {first.stem, second.stem}


def test_a_folder_laid_out_as_object_storage_is_taken(gnut: Gnut, here: Path, there: DiskStore) -> None:
    (here / "cloud").mkdir()
    (here / "there/.gnut/packs").rename(here / "cloud/packs")
    assert "3 packs taken" in gnut("store", "import", "cloud").err


def test_several_places_are_taken_together(gnut: Gnut, here: Path) -> None:
    base = built(("blob", b"base"))
    needs = built(refs=(("kept", oid_of("blob", b"base")),))
    for folder, (name, body) in (("one", needs), ("two", base)):
        (here / folder).mkdir()
        (here / folder / f"{name}.gpk").write_bytes(body)
    assert gnut("store", "import", "one", "two").code == 0
    assert_sound(here)


def test_what_belongs_to_a_machine_comes_only_when_it_is_asked_for_and_stays_local(
    gnut: Gnut, here: Path, there: DiskStore
) -> None:
    said = gnut("store", "import", "--local", "there")
    assert said.code == 0
    assert packs(here, "local") == packs(here / "there", "local")
    assert open_store(here / ".gnut").refs("run/one") == there.refs("run/one")
    assert_sound(here)


def test_what_the_team_has_can_go_into_the_local_tier(gnut: Gnut, here: Path, there: DiskStore) -> None:
    assert gnut("store", "import", "--tier", "local", "there").code == 0
    assert packs(here) == set()
    assert packs(here, "local") == packs(here / "there")
    assert open_store(here / ".gnut").get(oid_of("blob", PAGES[0])) == PAGES[0]
    assert_sound(here)
    assert "0 packs taken, 3 there" in gnut("store", "import", "--tier", "local", "there").err
    assert "3 packs taken, 0 there" in gnut("store", "import", "there").err
    assert_sound(here)


def test_a_dry_run_checks_and_changes_nothing(gnut: Gnut, here: Path, there: DiskStore) -> None:
    bad = sorted((here / "there/.gnut/packs").iterdir())[0]
    bad.chmod(0o644)
    bad.write_bytes(bad.read_bytes()[:-1] + b"?")
    said = gnut("store", "import", "--dry-run", "there")
    assert said.code == 4
    assert "2 packs would be taken" in said.err
    assert packs(here) == set()
    assert os.listdir(here / ".gnut/tmp") == []
    assert_sound(here)


def test_a_damaged_pack_is_named_and_the_others_are_taken(gnut: Gnut, here: Path, there: DiskStore) -> None:
    bad = sorted((here / "there/.gnut/packs").iterdir())[1]
    bad.chmod(0o644)
    bad.write_bytes(bad.read_bytes()[:70] + b"?" + bad.read_bytes()[71:])
    said = gnut("store", "import", "there")
    assert said.code == 4
    assert said.out.startswith(f"refused packs/{bad.name}: ")
    assert said.out.count("\n") == 1
    assert packs(here) == packs(here / "there") - {bad.stem}
    assert_sound(here)


def test_json_says_what_came_of_it(gnut: Gnut, here: Path, there: DiskStore) -> None:
    told = json.loads(gnut("store", "import", "there", "--output-format", "json").out)
    assert told["schema"] == "gnut-store-import/v1"
    (tier,) = told["tiers"]
    assert (told["exit"], told["dry_run"], tier["tier"]) == (0, False, "team")
    assert (set(tier["taken"]), tier["held"], tier["refused"]) == (packs(here / "there"), [], [])
    told = json.loads(gnut("store", "import", "--local", "there", "--output-format", "json").out)
    assert [one["tier"] for one in told["tiers"]] == ["team", "local"]


@pytest.mark.parametrize("strange", ["missing", "link", "fifo", "empty", "words.txt", "s3://bucket/a", "\x1b[2J", ""])
def test_what_is_neither_a_store_nor_packs_is_refused(strange: str, gnut: Gnut, here: Path) -> None:
    os.symlink(here / ".gnut", here / "link")
    os.mkfifo(here / "fifo")
    (here / "empty").mkdir()
    (here / "words.txt").write_bytes(b"words")
    said = gnut("store", "import", strange)
    if strange == "":  # The current folder, which is this store: all of it is there already.
        assert said.code == 0
        return
    assert said.code == 2
    assert "\x1b" not in said.err
    assert packs(here) == set()


def test_a_link_or_a_fifo_among_packs_takes_nothing_with_it(gnut: Gnut, here: Path, there: DiskStore) -> None:
    first, second, _ = sorted((here / "there/.gnut/packs").iterdir())
    first.rename(here / "elsewhere")
    os.symlink(here / "elsewhere", first)
    second.unlink()
    os.mkfifo(second)
    said = gnut("store", "import", "there")
    assert said.code in (2, 4)
    assert len(packs(here)) == 1
    assert_sound(here)


def test_a_store_that_a_newer_version_wrote_is_left_alone(gnut: Gnut, here: Path, there: DiskStore) -> None:
    form = here / "there/.gnut/format"
    form.chmod(0o644)
    form.write_bytes(b"gnut-store 2\nhash b3\nrequires\n")
    assert gnut("store", "import", "there").code == 2
    assert packs(here) == set()


def test_a_store_that_anybody_may_write_to_is_refused(gnut: Gnut, here: Path, there: DiskStore) -> None:
    (here / "there/.gnut").chmod(0o777)
    said = gnut("store", "import", "there")
    assert said.code == 2
    assert "safe.directory" in said.err


# Into another store


@pytest.mark.parametrize("name", ["new", "deep/new", "empty"])
def test_an_empty_folder_gets_a_store(name: str, gnut: Gnut, place: Path) -> None:
    filled(place)
    (place / "empty").mkdir()
    said = gnut("store", "export", "--to", name)
    assert said.code == 0
    assert "3 packs taken" in said.err
    assert packs(place / name) == packs(place)
    assert packs(place / name, "local") == set()
    assert_sound(place / name)


def test_an_existing_store_gets_what_it_has_not(gnut: Gnut, place: Path) -> None:
    filled(place)
    other = open_store(init(place / "other"))
    with other.write() as batch:
        batch.ref("own", batch.add("blob", b"own"))
    assert gnut("store", "export", "--to", "other").code == 0
    assert len(packs(place / "other")) == 4
    assert "0 packs taken, 3 there" in gnut("store", "export", "--to", "other/.gnut").err
    assert_sound(place / "other")


def test_other_things_are_never_written_among(gnut: Gnut, place: Path) -> None:
    filled(place)
    (place / "full").mkdir()
    (place / "full/words.txt").write_bytes(b"words")
    for name in ("full", "full/words.txt", "full/words.txt/below"):
        assert gnut("store", "export", "--to", name).code == 2
    assert os.listdir(place / "full") == ["words.txt"]
    assert gnut("store", "export", "--to", ".").code == 2


def test_a_dry_run_of_an_export_makes_nothing(gnut: Gnut, place: Path) -> None:
    filled(place)
    said = gnut("store", "export", "--to", "new", "--dry-run")
    assert (said.code, "3 packs would be taken" in said.err) == (0, True)
    assert not (place / "new").exists()


def test_damage_is_not_handed_on(gnut: Gnut, place: Path) -> None:
    store = filled(place)
    bad = sorted((Path(store.folder) / "packs").iterdir())[0]
    bad.chmod(0o644)
    bad.write_bytes(bad.read_bytes()[:70] + b"?" + bad.read_bytes()[71:])
    said = gnut("store", "export", "--to", "new")
    assert said.code == 4
    assert bad.stem in said.out
    assert len(packs(place / "new")) == 2
    assert_sound(place / "new")


def test_a_ref_goes_with_all_that_it_leads_to(gnut: Gnut, place: Path) -> None:
    store = filled(place)
    with store.write("local") as batch:
        leaf = batch.add("blob", b"leaf")
        middle = batch.add("entry", b'{"leaf":"%s","left_out_oid":"b3:%s"}' % (leaf.encode(), b"0" * 64))
        top = batch.add("entry", b'{"middle":["%s"]}' % middle.encode())
        batch.ref("tree", top)
    said = gnut("store", "export", "--to", "new", "tree")
    assert said.code == 0
    assert "3 objects and 1 entry written" in said.err
    for words in ((), ("--dry-run",)):
        again = gnut("store", "export", "--to", "new", "tree", *words)
        assert "0 objects and 0 entries" in again.err
    assert len(packs(place / "new")) == 1
    new = open_store(place / "new/.gnut")
    assert set(new.ids()) == {leaf, middle, top}
    assert new.refs("tree") == (top,)
    assert_sound(place / "new")


def test_a_report_goes_with_its_sources_and_runs(gnut: Gnut, place: Path) -> None:
    init(place)
    (place / "words.txt").write_text("Water is wet, and that is all.")
    (place / "report.md").write_text('The text says "Water is wet, and that is all" [here](words.txt).\n')
    assert gnut("check", "report.md").code == 0
    assert gnut("store", "export", "--to", "new", "report.md").code == 0
    (place / "new/report.md").write_text((place / "report.md").read_text())
    (place / "new/words.txt").write_text((place / "words.txt").read_text())
    said = gnut("-C", "new", "show", "report.md")
    assert said.code == 0
    assert_sound(place / "new")


@pytest.mark.parametrize("name", ["https://example.test/a", "no-such-ref", "no-such.md", "kept/nothing"])
def test_a_name_of_nothing_is_refused_and_nothing_is_made(name: str, gnut: Gnut, place: Path) -> None:
    filled(place)
    assert gnut("store", "export", "--to", "new", name).code == 2
    assert not (place / "new").exists()


def test_what_a_ref_has_lost_is_said_and_nothing_is_made(gnut: Gnut, place: Path) -> None:
    store = filled(place)
    (Path(store.folder) / "packs" / f"{sorted(packs(place))[0]}.gpk").unlink()
    assert gnut("store", "export", "--to", "new", "kept").code == 4
    assert not (place / "new").exists()


def test_one_form_of_export_is_asked_for_at_a_time(gnut: Gnut, place: Path) -> None:
    filled(place)
    for arguments in (
        [],
        ["--to", "new", "--warc", "a.warc"],
        ["--to", "new", "--all"],
        ["--to", "new", "--force"],
        ["--warc", "a.warc", "--dry-run"],
        ["--warc", "a.warc", "--output-format", "json"],
    ):
        assert gnut("store", "export", *arguments).code == 2
    assert not (place / "new").exists()
    assert not (place / "a.warc").exists()


def test_there_and_back_is_the_same(gnut: Gnut, place: Path) -> None:
    filled(place)
    gnut("store", "export", "--to", "new")
    gnut("-C", "new", "store", "export", "--to", "newer")
    for name in ("new", "new/newer"):
        assert packs(place / name) == packs(place)
        assert [open_store(place / name / ".gnut").get(Oid(oid_of("blob", body))) for body in PAGES] == PAGES
