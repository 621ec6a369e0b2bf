"""What somebody may do to a store, by number: S01 to S29, and where each is tried.

Here stand those that need no file of their own. Damage of every file: test_fsck.py. References: test_threats_links.py.
Strangers in a file's place: test_threats_places.py. Owners: test_threats_owner.py. Read-only stores and configuration:
test_threats_sealed.py.
"""

from __future__ import annotations

import re
import subprocess
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gnut_store import canon, fsck, layout, refs
from gnut_store import oid as oids
from gnut_store.errors import BadId, GnutError, NoStore, ObjectCorrupt
from gnut_store.oid import Oid, oid_of
from gnut_store.store import init, open_store
from tests.store.packs import built, store_with

TESTS = Path(__file__).parents[1]

ELSEWHERE = {
    "S07": "receipts/test_receipts.py",
    "S08": "receipts/test_receipts.py",
    "S09": "receipts/test_receipts.py",
    "S10": "receipts/test_receipts.py",
    "S11": "acquire/test_command.py",
    "S12": "receipts/test_receipts.py",
    "S16": "store/test_disk.py",
    "S17": "store/test_disk.py",
    "S18": "store/test_disk.py",
    "S19": "store/test_disk.py",
    "S20": "store/test_disk.py",
    "S21": "acquire/test_on_disk.py",
    "S23": "store/test_disk.py",
    "S25": "edge/test_local.py",
    "S28": "store/test_gc_plan.py",
}
"""Numbers that other files try, under names of their own."""


def test_every_number_has_a_test() -> None:
    """S01 to S29: none is forgotten when files move."""
    told = {
        number
        for path in (TESTS / "store").glob("test_threats*.py")
        for words in re.findall(r'"""((?:S\d\d|C\d\d)[^"]*)"""', path.read_text(encoding="utf-8"))
        for number in re.findall(r"S\d\d", words)
    }
    numbers = {f"S{number:02}" for number in range(1, 30)}
    assert numbers - told - ELSEWHERE.keys() == set()
    assert [name for name in ELSEWHERE.values() if not (TESTS / name).is_file()] == []


def kept(folder: Path) -> Path:
    """Return a store with a pack under a ref."""
    top = init(folder)
    with open_store(top).write() as batch:
        batch.ref("a", batch.add("text", b"words " * 100))
    return top


def test_what_is_damaged_is_named_with_its_object_and_never_read(tmp_path: Path) -> None:
    """S01."""
    top = kept(tmp_path)
    [oid] = open_store(top).ids()
    [pack] = (top / "packs").iterdir()
    body = bytearray(pack.read_bytes())
    body[90] ^= 4
    pack.chmod(0o644)
    pack.write_bytes(body)
    faults = fsck.fsck(top)
    assert {(fault.code, fault.path, fault.oid) for fault in faults} >= {("GN804", f"packs/{pack.name}", oid)}
    with pytest.raises(ObjectCorrupt):
        open_store(top).get(oid)


def test_a_pack_under_another_packs_name_is_named_and_what_it_holds_is_not_taken_for_the_other(tmp_path: Path) -> None:
    """S03: every read is held against its id."""
    one, other = built(("blob", b"one")), built(("blob", b"other"))
    top = Path(store_with(tmp_path, (one[0], other[1])).folder)
    assert {fault.path for fault in fsck.fsck(top)} == {f"packs/{one[0]}.gpk"}
    with pytest.raises(GnutError):
        open_store(top).get(oid_of("blob", b"one"))


ID = oid_of("blob", b"x")


@pytest.mark.parametrize(
    "spelling",
    [
        ID.upper(),
        "b3:" + ID[3:].upper(),
        "B3:" + ID[3:],
        "sha256:" + ID[3:],
        "blake3:" + ID[3:],
        ID[3:],
        ID[:-1],
        ID + "0",
        ID + "\n",
        " " + ID,
        "b3:" + "٣" * 64,
        "b3:" + "\uff10" * 64,
        "b3:blob:" + ID[3:],
        "",
    ],
)
def test_an_id_has_one_spelling(tmp_path: Path, spelling: str) -> None:
    """S04."""
    store = open_store(kept(tmp_path))
    with pytest.raises(BadId):
        oids.parse(spelling)
    with pytest.raises(BadId):
        store.get(Oid(spelling))
    with pytest.raises(BadId):
        store.missing([Oid(spelling)])


@pytest.mark.parametrize("prefix", ["", "b3:", "b3:1234567", "1234567", "b3:12345678G", "b3:ABCDEF01", "b3:*"])
def test_a_prefix_is_long_enough_and_lower_case(tmp_path: Path, prefix: str) -> None:
    """S04."""
    with pytest.raises(BadId):
        open_store(kept(tmp_path)).resolve(prefix)


def test_other_bytes_under_an_id_that_is_there_stop_the_write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """S06: were the hash ever broken, nothing would be taken for what it is not."""
    top = kept(tmp_path)
    with open_store(top).write() as batch:
        batch.add("blob", b"first")
    same = oids.hash_of("blob", b"first")
    monkeypatch.setattr(oids, "hash_of", lambda kind, body: same)
    with (
        pytest.raises(ObjectCorrupt, match="other bytes are stored under this id") as caught,
        open_store(top).write() as batch,
    ):
        batch.add("blob", b"second")
    assert caught.value.exit_code == 4


NAMES = st.text(st.sampled_from("abz019._-/AÄäßſKİıﬁ\u0301 \\:*\0~%") | st.characters(), max_size=12)


@given(NAMES)
def test_a_name_that_is_taken_is_the_same_on_every_file_system(name: str) -> None:
    """S22: folded, composed, decomposed, and on Windows."""
    if not refs.is_name(name):
        return
    assert (
        name
        == name.lower()
        == name.casefold()
        == unicodedata.normalize("NFKD", name)
        == unicodedata.normalize("NFC", name)
    )
    for part in name.split("/"):
        assert re.fullmatch(r"[0-9a-z_][0-9a-z._-]*", part)
        assert not part.endswith((".", " "))
        assert part.split(".")[0] not in {"con", "prn", "aux", "nul", "com1", "lpt9"}


@pytest.mark.parametrize(
    "name", ["con", "a/nul.txt", "com1", "aux.", "a.", "A", "é", "a b", "..", "a/../b", "/a", "a//b", "-a"]
)
def test_a_name_that_some_file_system_changes_is_no_name(name: str) -> None:
    """S22."""
    assert not refs.is_name(name)


def test_every_name_that_a_store_writes_can_be_checked_out_anywhere(tmp_path: Path) -> None:
    """S22: over all names of a store."""
    top = kept(tmp_path)
    names = [path.relative_to(top).as_posix() for path in top.rglob("*")]
    assert len(names) == len({name.casefold() for name in names})
    for name in names:
        assert re.fullmatch(r"[0-9a-z._/-]+", name)
        assert max(map(len, name.split("/"))) <= 68


def test_conflict_markers_in_an_entry_are_named(tmp_path: Path) -> None:
    """S26."""
    top = kept(tmp_path)
    [entry] = (top / "refs/a").iterdir()
    entry.chmod(0o644)
    entry.write_bytes(b"<<<<<<< HEAD\n=======\n>>>>>>> theirs\n")
    [fault] = fsck.fsck(top)
    assert (fault.kind, fault.path) == ("entry_damaged", f"refs/a/{entry.name}")
    with pytest.raises(ObjectCorrupt):
        open_store(top).refs("a")


PACK = built(("blob", b"raw bytes"), ("text", b"words " * 50), ("run", canon.encode({"a": 1})), refs=(("r", ID),))


@settings(max_examples=300)
@given(
    st.lists(st.tuples(st.integers(0, len(PACK[1]) - 1), st.integers(1, 255)), min_size=1, max_size=4),
    st.integers(0, 40),
    st.binary(max_size=20),
    st.booleans(),
)
def test_a_pack_that_was_changed_anywhere_is_named_and_gives_no_other_bytes(
    tmp_path_factory: pytest.TempPathFactory, flips: list[tuple[int, int]], cut: int, more: bytes, sealed: bool
) -> None:
    """S27: with the hash of the whole left wrong, and set right as somebody would who knows the format."""
    body = bytearray(PACK[1])
    for at, change in flips:
        body[at] ^= change
    changed = bytes(body[: len(body) - cut]) + more
    name = PACK[0]
    if sealed:
        changed = changed[:-32]
        name = oids.digest(changed)
        changed += bytes.fromhex(name)
    top = Path(store_with(tmp_path_factory.mktemp("fuzz"), (name, changed)).folder)
    faults = fsck.fsck(top)
    if changed != PACK[1]:
        assert faults, (flips, cut, more)
    store = open_store(top)
    for oid in store.ids():
        try:
            kind, got = store.kind(oid), store.get(oid)
        except GnutError:
            continue
        assert oid_of(kind, got) == oid


def git(folder: Path, *words: str) -> None:
    named = ["-c", "user.name=n", "-c", "user.email=e@example.test", "-c", "init.defaultBranch=main"]
    subprocess.run(["git", *named, "-C", str(folder), *words], check=True, capture_output=True)


def test_cleaning_a_work_tree_takes_what_nobody_needs_and_the_store_is_whole(tmp_path: Path) -> None:
    """S29: `git clean -xdf` removes the local tier, the lock and all that is ignored."""
    git(tmp_path, "init", "-q")
    top = kept(tmp_path)
    with open_store(top).write("local") as batch:
        batch.ref("run", batch.add("blob", b"local"))
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "store")
    git(tmp_path, "clean", "-xdfq")
    assert not (top / "local").exists()
    assert fsck.fsck(top) == ()
    with open_store(top).write("local") as batch:
        oid = batch.add("blob", b"again")
    assert open_store(top).get(oid) == b"again"
    assert fsck.fsck(top) == ()


def test_another_branch_has_other_packs_and_what_is_lost_by_hand_is_missing(tmp_path: Path) -> None:
    """S29: entries go with their packs; a pack that goes alone is named."""
    git(tmp_path, "init", "-q")
    top = init(tmp_path)
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "empty")
    git(tmp_path, "checkout", "-qb", "more")
    kept(tmp_path)
    [pack] = (top / "packs").iterdir()
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "more")
    git(tmp_path, "checkout", "-q", "main")
    assert fsck.fsck(top) == ()
    assert list(open_store(top).ids()) == []
    git(tmp_path, "checkout", "-q", "more")
    assert fsck.fsck(top) == ()
    pack.unlink()
    assert {fault.code for fault in fsck.fsck(top)} == {"GN803", "GN805"}
    git(tmp_path, "checkout", "-q", "--", ".")
    assert fsck.fsck(top) == ()


def test_a_branch_without_a_store_leaves_none_and_says_so(tmp_path: Path) -> None:
    """S29."""
    git(tmp_path, "init", "-q")
    (tmp_path / "a").write_bytes(b"")
    git(tmp_path, "add", "a")
    git(tmp_path, "commit", "-qm", "no store")
    git(tmp_path, "checkout", "-qb", "store")
    top = kept(tmp_path)
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "store")
    git(tmp_path, "checkout", "-q", "-")
    with pytest.raises(NoStore):
        open_store(top)
    assert {fault.path for fault in fsck.fsck(top)} >= {"format", "config"}
    assert layout.FIXED.keys() >= {fault.path for fault in fsck.fsck(top)}
