from __future__ import annotations

import errno
import fcntl
import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pygit2
import pytest

from gnut_store import oid as oids
from gnut_store.carrier import CHUNK, PACK_LIMIT, CarrierFailed
from gnut_store.carry import STORE_REF, GitCarrier, shared, tracking_ref
from gnut_store.carry import git_carrier as carrier_module
from gnut_store.carry import tree as tree_module
from gnut_store.errors import GnutError, UnsupportedFormat
from gnut_store.fsck import fsck
from gnut_store.pack import Builder
from gnut_store.store import init, open_store
from tests.hostile_repository import git
from tests.store.carrying import FOLDER, LINK, MODULE, carry, clone, commit, honest, packs, put
from tests.store.packs import built

NAME, BODY = built(("blob", b"hello"))
OTHER, OTHER_BODY = built(("blob", b"other"))


@pytest.fixture
def top(tmp_path: Path) -> Path:
    return clone(tmp_path / "a")


def test_a_work_tree_of_the_ref_is_the_store(top: Path, tmp_path: Path) -> None:
    oid = put(top, b"hello", ref="notes/a")[0]
    put(top, b"x" * 100_000)
    carry(top)
    git(top, "worktree", "add", "-q", str(tmp_path / "tree"), STORE_REF)
    assert fsck(tmp_path / "tree") == ()
    assert open_store(tmp_path / "tree").get(oid) == b"hello"
    assert open_store(tmp_path / "tree").refs("notes/a") == (oid,)
    listed = lambda folder: {p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file()}  # noqa: E731
    ours = {name for name in listed(top / ".gnut") if not name.startswith(("local/", "tmp/", "cache/", "lock"))}
    assert listed(tmp_path / "tree") - {".git"} == ours


def test_what_was_written_is_read_in_chunks_and_is_the_same(top: Path) -> None:
    put(top, os.urandom(3 * CHUNK + 5))
    carrier = carry(top)
    (name,) = packs(top)
    parts = list(carrier.read(name))
    assert b"".join(parts) == Path(packs(top)[name]).read_bytes()
    assert max(map(len, parts)) == CHUNK
    assert carrier.sizes() == {name: Path(packs(top)[name]).stat().st_size}


def test_writing_again_makes_no_commit(top: Path) -> None:
    put(top, b"1")
    carrier = carry(top)
    before = carrier.tip()
    GitCarrier(top, now=99).write(packs(top))
    assert GitCarrier(top).tip() == before


def test_a_commit_stands_on_the_one_before(top: Path) -> None:
    put(top, b"1")
    first = carry(top).tip()
    put(top, b"2")
    second = carry(top).tip()
    assert git(top, "rev-list", "--parents", "-1", STORE_REF).split() == [second, first]
    assert git(top, "fsck", "--strict") == ""


def test_a_pack_that_is_not_there_cannot_be_read(top: Path) -> None:
    with pytest.raises(CarrierFailed, match="is not there"):
        list(GitCarrier(top).read(NAME))


def test_damage_is_not_carried_and_the_rest_is(top: Path) -> None:
    put(top, b"1")
    (good,) = packs(top)
    put(top, b"2" * 5000)
    bad = next(name for name in packs(top) if name != good)
    path = Path(packs(top)[bad])
    body = bytearray(path.read_bytes())
    body[70] ^= 1
    path.chmod(0o644)
    path.write_bytes(body)
    with pytest.raises(CarrierFailed, match=bad[:12]):
        carry(top)
    assert GitCarrier(top).names() == {good}


def test_a_pack_that_nobody_would_take_is_not_handed_on_and_the_rest_is(
    top: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(top, b"one")
    (small,) = packs(top)
    put(top, bytes(range(256)) * 2)
    (large,) = packs(top).keys() - {small}
    monkeypatch.setattr(carrier_module, "PACK_LIMIT", Path(packs(top)[large]).stat().st_size - 1)
    carrier = GitCarrier(top)
    with pytest.raises(CarrierFailed, match=f"pack {large[:12]}….*over"):
        carrier.write(packs(top))
    assert carrier.names() == {small}
    monkeypatch.setattr(carrier_module, "PACK_LIMIT", Path(packs(top)[large]).stat().st_size)
    assert carry(top).names() == {small, large}


def test_a_link_in_a_packs_place_is_not_followed(top: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").write_bytes(BODY)
    (top / f".gnut/packs/{NAME}.gpk").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(CarrierFailed):
        carry(top)
    assert GitCarrier(top).names() == frozenset()


# ── two trees meet ─────────────────────────────────────────────────────────────────────────────────────────────────


def other_ref(top: Path, **bodies: bytes) -> GitCarrier:
    git_ = pygit2.Repository(str(top))
    commit(git_, honest(**bodies), tracking_ref("origin"))
    return GitCarrier(top, tracking_ref("origin"), place="origin")


def test_a_union_has_the_packs_of_both_and_two_parents(top: Path) -> None:
    put(top, b"1")
    mine = carry(top)
    before = mine.tip()
    theirs = other_ref(top, **{NAME: BODY})
    assert mine.merge(theirs) == (True, ())
    assert mine.names() == {*packs(top), NAME}
    assert git(top, "rev-list", "--parents", "-1", STORE_REF).split()[1:] == [before, theirs.tip()]


def test_a_union_is_the_same_tree_whoever_makes_it(tmp_path: Path) -> None:
    trees = set()
    for order in ((NAME, OTHER), (OTHER, NAME)):
        top = clone(tmp_path / order[0])
        bodies = {NAME: BODY, OTHER: OTHER_BODY}
        for name in order:
            GitCarrier(top).merge(other_ref(top, **{name: bodies[name]}))
        trees.add(git(top, "rev-parse", f"{STORE_REF}^{{tree}}"))
    assert len(trees) == 1


def test_nothing_new_makes_no_commit_and_what_has_everything_is_taken_over(top: Path) -> None:
    theirs = other_ref(top, **{NAME: BODY, OTHER: OTHER_BODY})
    mine = GitCarrier(top)
    assert mine.merge(theirs) == (True, ())
    assert mine.tip() == theirs.tip()
    assert mine.merge(theirs) == (False, ())
    GitCarrier(top, STORE_REF).write({})
    assert mine.tip() == theirs.tip()


def test_entries_are_read_from_the_packs_never_from_the_other_tree(top: Path) -> None:
    oid = oids.oid_of("blob", b"hello")
    name, body = built(("blob", b"hello"), refs=(("notes/a", oid),))
    bad = honest(**{name: body})
    bad["refs"]["evil"] = {"0" * 64: b"content", "link": (LINK, b"/etc/passwd")}
    commit(pygit2.Repository(str(top)), bad, tracking_ref("origin"))
    GitCarrier(top).merge(GitCarrier(top, tracking_ref("origin")))
    listed = git(top, "ls-tree", "-r", "--name-only", STORE_REF, "refs").split()
    assert listed == [f"refs/notes/a/{oid[3:]}", f"refs/packs/{name}"]


def test_of_two_different_files_of_one_name_the_whole_one_stands(top: Path) -> None:
    flipped = BODY[:60] + bytes([BODY[60] ^ 1]) + BODY[61:]
    for first, second in ((BODY, flipped), (flipped, BODY)):
        git_ = pygit2.Repository(str(top))
        commit(git_, honest(**{NAME: first}))
        assert GitCarrier(top).merge(other_ref(top, **{NAME: second})).damaged == ()
        assert b"".join(GitCarrier(top).read(NAME)) == BODY


def test_damage_on_both_sides_is_named_and_stays(top: Path) -> None:
    flipped = BODY[:60] + bytes([BODY[60] ^ 1]) + BODY[61:]
    commit(pygit2.Repository(str(top)), honest(**{NAME: flipped}))
    assert GitCarrier(top).merge(other_ref(top, **{NAME: flipped[:-1]})).damaged == (NAME,)
    assert GitCarrier(top).names() == {NAME}


def test_a_damaged_pack_of_the_others_alone_is_named(top: Path) -> None:
    put(top, b"1")
    mine = carry(top)
    assert mine.merge(other_ref(top, **{NAME: b"nothing"})).damaged == (NAME,)


@pytest.mark.parametrize("ref", ["packs/evil", "../x", "a//b", "x" * 65, "con", "A"])
def test_a_footer_cannot_name_a_folder_outside(top: Path, ref: str) -> None:
    builder = Builder()
    record = builder.begin() + builder.add("blob", oids.hash_of("blob", b"1"), b"1")
    footer, name = builder.finish([(ref, oids.oid_of("blob", b"1"))])
    GitCarrier(top).merge(other_ref(top, **{name: record + footer}))
    assert git(top, "ls-tree", "-r", "--name-only", STORE_REF, "refs").split() == [f"refs/packs/{name}"]


def test_writers_of_one_repository_lose_nothing(top: Path) -> None:
    for number in range(8):
        put(top, str(number).encode())
    code = (
        "import sys; from pathlib import Path; from gnut_store.carry import GitCarrier;"
        "GitCarrier(Path(sys.argv[1])).write({Path(sys.argv[2]).stem: sys.argv[2]})"
    )
    running = [subprocess.Popen([sys.executable, "-c", code, str(top), path]) for path in packs(top).values()]
    assert [process.wait(60) for process in running] == [0] * 8
    assert GitCarrier(top).names() == set(packs(top))


def test_a_ref_that_somebody_is_moving_stays_as_it_is(top: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(top, b"one")
    monkeypatch.setattr(carrier_module, "pause", lambda _: None)
    monkeypatch.setattr("gnut_store.lock.PATIENCE", 0)
    with open(top / ".git/gnut.lock", "wb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        with pytest.raises(CarrierFailed, match="keeps moving it"):
            carry(top)
        assert GitCarrier(top).tip() is None
        fcntl.flock(file, fcntl.LOCK_UN)
        assert carry(top).tip() is not None


@pytest.mark.parametrize(("refusal", "moved"), [(errno.ENOLCK, True), (errno.EIO, False)])
def test_where_files_cannot_be_locked_git_guards_its_refs_alone(
    top: Path, monkeypatch: pytest.MonkeyPatch, refusal: int, moved: bool
) -> None:
    put(top, b"one")

    def flock(fd: int, how: int) -> None:
        raise OSError(refusal, os.strerror(refusal))

    monkeypatch.setattr(fcntl, "flock", flock)
    with nullcontext() if moved else pytest.raises(CarrierFailed, match="Input/output error"):
        carry(top)
    assert (GitCarrier(top).tip() is not None) is moved


def test_a_ref_that_somebody_keeps_moving_is_given_up_on(top: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(top, b"1")
    monkeypatch.setattr(carrier_module, "move", lambda *_: False)
    monkeypatch.setattr(carrier_module, "pause", lambda _: None)
    with pytest.raises(CarrierFailed, match="keeps moving"):
        carry(top)


# ── hostile trees ──────────────────────────────────────────────────────────────────────────────────────────────────


def with_packs(**rows: Any) -> dict[str, Any]:
    whole = honest(**{NAME: BODY})
    whole["packs"].update(rows)
    return whole


STRANGE: dict[str, tuple[Callable[[pygit2.Repository], dict[str, Any]], str]] = {
    "a link": (lambda git_: with_packs(**{f"{OTHER}.gpk": (LINK, b"/etc/passwd")}), "is a link"),
    "a repository": (
        lambda git_: with_packs(**{f"{OTHER}.gpk": (MODULE, pygit2.Oid(hex="1" * 40))}),
        "is a repository of its own",
    ),
    "a folder": (lambda git_: with_packs(**{f"{OTHER}.gpk": {"x": b""}}), "is nothing that a store holds"),
    "upper case": (lambda git_: with_packs(**{f"{OTHER.upper()}.gpk": b""}), "is nothing that a store holds"),
    "a way out": (lambda git_: with_packs(**{f"../../{OTHER}.gpk": b""}), "is nothing that a store holds"),
    "dots": (lambda git_: with_packs(**{"..": {"x": b""}}), "is nothing that a store holds"),
    "no text": (lambda git_: with_packs(**{"\udcff\udcfe": b""}), "is nothing that a store holds"),
    "a line": (lambda git_: with_packs(**{f"{OTHER}.gpk\n": b""}), "is nothing that a store holds"),
    "full-width digits": (lambda git_: with_packs(**{"\uff11" * 64 + ".gpk": b""}), "is nothing that a store holds"),
    "a tree under a file's mode": (
        lambda git_: with_packs(**{f"{OTHER}.gpk": (0o100644, {"x": b""})}),
        "is no file",
    ),
    "modules": (lambda git_: {**with_packs(), ".gitmodules": b"[submodule]"}, "is nothing that a store holds"),
    "git's own": (lambda git_: {**with_packs(), ".git": {"config": b""}}, "is nothing that a store holds"),
    "local": (lambda git_: {**with_packs(), "local": {"packs": {}}}, "is nothing that a store holds"),
    "config as a link": (lambda git_: {**with_packs(), "config": (LINK, b"/etc/passwd")}, "is a link"),
}


@pytest.mark.parametrize("case", STRANGE)
def test_what_is_no_part_of_a_store_is_named_and_never_read(top: Path, case: str) -> None:
    make, why = STRANGE[case]
    git_ = pygit2.Repository(str(top))
    commit(git_, make(git_))
    carrier = GitCarrier(top)
    assert carrier.names() == {NAME}
    assert [said for _, said in carrier.strange()] == [why]
    git_.references.create("refs/heads/kept", git_.references[STORE_REF].target)
    carrier.write({OTHER: str(_on_disk(top))})
    assert GitCarrier(top).strange() == ()
    assert GitCarrier(top).names() == {NAME, OTHER}


def _on_disk(top: Path) -> Path:
    path = top / f"{OTHER}.gpk"
    path.write_bytes(OTHER_BODY)
    return path


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ({"packs": {}}, "carries no store"),
        ({**honest(), "format": b"what\n"}, "not that of a store"),
        ({**honest(), "format": b"x" * 70_000}, "not that of a store"),
        ({**honest(), "format": (LINK, b"gnut-store 1\nhash b3\nrequires\n")}, "carries no store"),
        ({}, "carries no store"),
    ],
)
def test_a_commit_without_a_store_is_refused(top: Path, content: dict[str, Any], words: str) -> None:
    commit(pygit2.Repository(str(top)), content)
    with pytest.raises(CarrierFailed, match=words) as caught:
        GitCarrier(top).names()
    assert caught.value.code == "carried_damaged"


def test_a_newer_store_is_refused_whole(top: Path) -> None:
    commit(pygit2.Repository(str(top)), {**honest(**{NAME: BODY}), "format": b"gnut-store 2\nhash b3\nrequires\n"})
    with pytest.raises(UnsupportedFormat):
        GitCarrier(top).names()


@pytest.mark.parametrize("kind", ["blob", "tree", "tag"])
def test_a_ref_that_is_no_commit_is_refused(top: Path, kind: str) -> None:
    git_ = pygit2.Repository(str(top))
    oid = git_.create_blob(b"x") if kind == "blob" else git_.TreeBuilder().write()
    if kind == "tag":
        oid = git_.create_tag("t", oid, pygit2.enums.ObjectType.TREE, pygit2.Signature("a", "a@b", 0, 0), "x")
    git_.references.create(STORE_REF, oid)
    with pytest.raises(CarrierFailed, match="no commit"):
        GitCarrier(top).names()


def test_a_ref_to_a_ref_is_refused(top: Path) -> None:
    put(top, b"1")
    carry(top)
    git(top, "symbolic-ref", "refs/gnut/other", STORE_REF)
    with pytest.raises(CarrierFailed, match="points to another ref"):
        GitCarrier(top, "refs/gnut/other").names()


def test_a_pack_over_the_limit_is_never_loaded(top: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tree_module, "PACK_LIMIT", 100)
    commit(pygit2.Repository(str(top)), honest(**{NAME: BODY}))
    assert GitCarrier(top).names() == frozenset()
    assert "over 100" in GitCarrier(top).strange()[0][1]
    assert PACK_LIMIT == 192 << 20


def test_a_tree_with_a_hundred_thousand_names_is_refused(top: Path) -> None:
    git_ = pygit2.Repository(str(top))
    empty = git_.create_blob(b"")
    rows = b"".join(b"100644 %064x.gpk\0" % number + empty.raw for number in range(100_000))
    big = git_.odb.write(pygit2.enums.ObjectType.TREE, rows)
    commit(git_, {**honest(), "packs": (FOLDER, big)})
    with pytest.raises(CarrierFailed, match="100,000 names"):
        GitCarrier(top).names()


def test_a_tree_of_many_megabytes_is_refused_before_it_is_read(top: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tree_module, "TREE_LIMIT", 300)
    commit(pygit2.Repository(str(top)), with_packs(**{"x" * 400: b""}))
    with pytest.raises(CarrierFailed, match="over 300 bytes"):
        GitCarrier(top).names()


def test_a_name_that_stands_twice_is_taken_once(top: Path) -> None:
    git_ = pygit2.Repository(str(top))
    one, two = git_.create_blob(BODY), git_.create_blob(b"other")
    rows = b"".join(b"100644 %s.gpk\0" % NAME.encode() + oid.raw for oid in (one, two))
    commit(git_, {**honest(), "packs": (FOLDER, git_.odb.write(pygit2.enums.ObjectType.TREE, rows))})
    carrier = GitCarrier(top)
    assert b"".join(carrier.read(NAME)) == BODY
    assert carrier.strange() == ((f"packs/{NAME}.gpk", "stands there twice"),)


def test_a_tree_cut_in_the_middle_is_refused(top: Path) -> None:
    git_ = pygit2.Repository(str(top))
    cut = git_.odb.write(pygit2.enums.ObjectType.TREE, b"100644 x\0abc")
    commit(git_, {**honest(), "packs": (FOLDER, cut)})
    with pytest.raises(CarrierFailed):
        GitCarrier(top).names()


def test_a_damaged_git_object_is_refused(top: Path) -> None:
    put(top, os.urandom(5000))
    carrier = carry(top)
    (name,) = packs(top)
    oid = git(top, "rev-parse", f"{STORE_REF}:packs/{name}.gpk").strip()
    loose = top / ".git/objects" / oid[:2] / oid[2:]
    loose.chmod(0o644)
    body = bytearray(loose.read_bytes())
    body[len(body) // 2] ^= 0xFF
    loose.write_bytes(body)
    with pytest.raises(CarrierFailed):
        list(GitCarrier(top).read(name))
    assert carrier.names() == {name}


# ── what was handed on ─────────────────────────────────────────────────────────────────────────────────────────────


def test_nothing_is_shared_where_there_is_no_repository(tmp_path: Path) -> None:
    init(tmp_path)
    put(tmp_path, b"1")
    assert shared(tmp_path) == frozenset()


@pytest.mark.parametrize("way", ["ref", "remote", "index", "head", "branch", "tag", "remote branch"])
def test_a_pack_is_shared_whichever_way_it_went(top: Path, way: str) -> None:
    put(top, b"1")
    if way in ("ref", "remote"):
        carry(top)
    if way == "remote":
        git(top, "update-ref", "refs/gnut/remotes/origin/store", STORE_REF)
        git(top, "update-ref", "-d", STORE_REF)
    if way not in ("ref", "remote"):
        git(top, "add", "-A")
    if way not in ("ref", "remote", "index"):
        git(top, "commit", "-q", "-m", "store")
        kept = {"head": "HEAD", "branch": "refs/heads/x", "tag": "refs/tags/x", "remote branch": "refs/remotes/o/x"}
        git(top, "update-ref", kept[way], "HEAD")
        if way != "head":
            git(top, "checkout", "-q", "--orphan", "empty")
            git(top, "rm", "-rqf", "--cached", ".")
    shared_now = shared(top)
    put(top, b"2")
    assert shared_now == shared(top) != set(packs(top))
    assert len(shared_now) == 1


def test_a_store_below_the_top_is_shared_too(top: Path) -> None:
    init(top / "deep/er")
    put(top / "deep/er", b"1")
    git(top, "add", "-A")
    assert shared(top / "deep/er") == set(packs(top / "deep/er"))
    git(top, "commit", "-q", "-m", "x")
    git(top, "rm", "-rq", "--cached", ".")
    assert shared(top / "deep/er") == set(packs(top / "deep/er"))


def test_what_cannot_be_told_is_an_error_not_an_empty_answer(top: Path) -> None:
    put(top, b"1")
    commit(pygit2.Repository(str(top)), {"packs": {}})
    with pytest.raises(GnutError):
        shared(top)


# ── durable ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_what_was_carried_is_durable_before_the_ref_names_it(top: Path, tmp_path: Path) -> None:
    put(top, b"1" * 3000)
    trace = tmp_path / "trace"
    code = (
        "import sys; from pathlib import Path; from gnut_store.carry import GitCarrier;"
        "p=Path(sys.argv[1]); GitCarrier(p).write({q.stem: str(q) for q in (p/'.gnut/packs').glob('*.gpk')})"
    )
    calls = "trace=openat,open,fsync,fdatasync,link,linkat,rename,renameat,renameat2"
    command = ["strace", "-f", "-y", "-o", str(trace), "-e", calls, sys.executable, "-c", code, str(top)]
    if subprocess.run(["strace", "-o", os.devnull, "true"], capture_output=True).returncode:
        pytest.skip("strace may not trace here")
    subprocess.run(command, check=True, capture_output=True, timeout=60)
    lines = [line.partition(" ")[2].strip() for line in trace.read_text().splitlines()]
    named = [i for i, line in enumerate(lines) if line.startswith(("link", "rename")) and "/.git/objects/" in line]
    assert len(named) >= 6
    for i in named:
        # Each object is synced before it gets its name, and its folder after.
        assert "fsync" in lines[i - 1]
        folder = os.path.dirname(lines[i].split('"')[3])
        assert any("fsync" in line and f"<{folder}>" in line for line in lines[i:])
    (at,) = [
        i for i, line in enumerate(lines) if line.startswith(("link", "rename")) and '/.git/refs/gnut/store"' in line
    ]
    assert max(named) < at
    assert "fsync" in lines[at - 1]
    synced = [line for line in lines[at:] if line.startswith("fsync")]
    for folder in ("refs/gnut", "refs", "objects"):
        assert any(f"<{top}/.git/{folder}>" in line for line in synced), folder
