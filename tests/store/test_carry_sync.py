"""Stores that go from clone to clone, by path, over http, and through git itself."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pygit2
import pytest

from gnut_store.carrier import CarrierFailed, Received
from gnut_store.carry import STORE_REF, GitCarrier, shared
from gnut_store.carry import remote as remote_module
from gnut_store.carry.comparing import status
from gnut_store.carry.copying import copy
from gnut_store.carry.racing import CarrierRaced
from gnut_store.carry.remote import Remote
from gnut_store.carry.syncing import Place, pull, push
from gnut_store.errors import StoreBusy
from gnut_store.fsck import fsck
from gnut_store.store import open_store
from tests.hostile_repository import git, hostile
from tests.store.carrying import clone, commit, gnut, honest, hub, packs, put
from tests.store.packs import built

NAME, BODY = built(("blob", b"hello"))


def place(top: Path, **environ: str) -> Place:
    return Place(open_store(top / ".gnut"), top, {"HOME": str(top.parent), **environ}, top, 1_767_323_045)


@pytest.fixture
def origin(tmp_path: Path) -> Path:
    return hub(tmp_path / "hub.git")


def tip(folder: Path, ref: str = STORE_REF) -> str:
    return git(folder, "rev-parse", "--verify", ref).strip()


def test_what_one_pushes_another_pulls(tmp_path: Path, origin: Path) -> None:
    a, b = clone(tmp_path / "a", origin), clone(tmp_path / "b", origin)
    oid = put(a, b"one", ref="notes/x")[0]
    put(b, b"two")
    assert len(push(place(a), None).sent) == 1
    assert len(push(place(b), None).sent) == 1
    assert len(pull(place(b), None).received.taken) == 1
    assert len(pull(place(a), None).received.taken) == 1
    assert set(packs(a)) == set(packs(b))
    assert open_store(b / ".gnut").refs("notes/x") == (oid,)
    assert tip(a) == tip(b) == tip(origin)
    assert fsck(a / ".gnut") == fsck(b / ".gnut") == ()
    assert git(origin, "fsck", "--strict", "--full") == ""


def test_doing_it_again_changes_nothing(tmp_path: Path, origin: Path) -> None:
    a = clone(tmp_path / "a", origin)
    put(a, b"one")
    push(place(a), None)
    before = tip(origin)
    assert push(place(a), None).sent == ()
    assert pull(place(a), None).received == Received((), tuple(packs(a)), ())
    assert tip(origin) == tip(a) == before


def test_the_users_own_fetch_head_stays(tmp_path: Path, origin: Path) -> None:
    a = clone(tmp_path / "a", origin)
    put(a, b"one")
    push(place(a), None)
    (a / ".git/FETCH_HEAD").write_text("mine\n")
    pull(place(a), None)
    assert (a / ".git/FETCH_HEAD").read_text() == "mine\n"


@pytest.mark.parametrize("way", ["name", "path", "relative", "file", "without .git", "not bare"])
def test_a_remote_is_a_name_a_path_or_an_address(tmp_path: Path, origin: Path, way: str) -> None:
    a = clone(tmp_path / "a", origin)
    put(a, b"one")
    other = clone(tmp_path / "other")
    named = {"name": "origin", "path": str(origin), "relative": "../hub.git", "file": origin.as_uri()}
    named |= {"without .git": str(origin)[:-4], "not bare": str(other)}
    push(place(a), named[way])
    assert tip(other if way == "not bare" else origin) == tip(a)
    assert shared(a) == set(packs(a))
    assert git(other, "status", "--porcelain") == "?? .gnut/\n"


def test_the_branchs_own_remote_is_taken_before_origin(tmp_path: Path, origin: Path) -> None:
    a, other = clone(tmp_path / "a", origin), hub(tmp_path / "other.git")
    git(a, "commit", "-q", "--allow-empty", "-m", "x")
    git(a, "remote", "add", "upstream", str(other))
    git(a, "config", "branch.main.remote", "upstream")
    put(a, b"one")
    assert push(place(a), None).remote == "upstream"
    assert tip(other) == tip(a)


def test_a_remote_without_a_store_says_so(tmp_path: Path, origin: Path) -> None:
    a = clone(tmp_path / "a", origin)
    with pytest.raises(CarrierFailed) as caught:
        pull(place(a), None)
    assert caught.value.code == "nothing_carried"
    assert push(place(a), None).sent == ()
    assert git(origin, "for-each-ref") == ""


def test_a_remote_that_nobody_knows_is_refused_with_those_that_are(tmp_path: Path, origin: Path) -> None:
    a = clone(tmp_path / "a", origin)
    with pytest.raises(CarrierFailed) as caught:
        push(place(a), "orgin")
    assert caught.value.code == "no_remote"
    assert "origin" in str(caught.value.help)


def test_a_remote_that_lost_its_store_is_told_from_one_that_has_it(tmp_path: Path, origin: Path) -> None:
    a = clone(tmp_path / "a", origin)
    put(a, b"one")
    push(place(a), None)
    git(origin, "update-ref", "-d", STORE_REF)
    assert status(place(a), None, fetch=False).both == 1
    after = status(place(a), None, fetch=True)
    assert (after.commit, after.both, len(after.here.packs)) == (None, 0, 1)
    assert push(place(a), None).sent == tuple(packs(a))


# ── status ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_status_says_what_each_side_has_alone(tmp_path: Path, origin: Path) -> None:
    a, b = clone(tmp_path / "a", origin), clone(tmp_path / "b", origin)
    put(a, b"one", b"two")
    push(place(a), None)
    put(b, b"three")
    found = status(place(b), None, fetch=True)
    assert (found.here.packs, found.here.objects) == (tuple(packs(b)), 1)
    assert (found.there.packs, found.there.objects) == (tuple(packs(a)), 2)
    assert found.there.size == sum(Path(path).stat().st_size for path in packs(a).values())
    assert found.both == 0


@pytest.mark.parametrize("times", [1, 4, 5])
def test_status_looks_again_when_packs_are_merged_meanwhile(
    tmp_path: Path, origin: Path, monkeypatch: pytest.MonkeyPatch, times: int
) -> None:
    a = clone(tmp_path / "a", origin)
    put(a, b"one")
    put(a, b"two")
    left = iter(range(times))

    def merged(folder: str, names: frozenset[str], files: Any) -> dict[str, str]:
        for number in left:
            # As gc does it: what holds everything comes first, then the old ones go.
            old = packs(a).values()
            put(a, *(f"{number} {each}".encode() for each in range(3)))
            for path in old:
                os.unlink(path)
            break
        return {}

    monkeypatch.setattr("gnut_store.healing.damaged", merged)
    if times == 5:
        with pytest.raises(StoreBusy, match="keeps moving packs"):
            status(place(a), None, fetch=False)
    else:
        found = status(place(a), None, fetch=False)
        assert (found.here.packs, found.here.objects) == (tuple(packs(a)), 3)


def test_status_is_offline_and_writes_nothing(tmp_path: Path, origin: Path) -> None:
    a = clone(tmp_path / "a", origin)
    put(a, b"one")
    before = sorted((str(p), p.stat().st_mtime_ns) for p in (a / ".gnut").rglob("*"))
    origin.rename(tmp_path / "gone")
    assert status(place(a), None, fetch=False).commit is None
    assert sorted((str(p), p.stat().st_mtime_ns) for p in (a / ".gnut").rglob("*")) == before


# ── somebody is faster ─────────────────────────────────────────────────────────────────────────────────────────────


class Faster:
    """Lets another clone push right before each push of ours, so many times."""

    def __init__(self, other: Path, times: int) -> None:
        self.other, self.times, self._push = other, times, Remote.push

    def __call__(self, remote: Remote, commit: str, expected: str | None) -> str | None:
        if self.times and remote.name == "origin":
            self.times -= 1
            put(self.other, str(self.times).encode())
            theirs = GitCarrier(self.other)
            theirs.write(packs(self.other))
            Remote(self.other, "../hub.git", {}, self.other).fetch()
            theirs.merge(GitCarrier(self.other, Remote(self.other, "../hub.git", {}, self.other).tracking))
            there = tip(self.other / "../hub.git") if expected is not None or self._moved() else None
            assert self._push(Remote(self.other, "../hub.git", {}, self.other), str(theirs.tip()), there) is None
        return self._push(remote, commit, expected)

    def _moved(self) -> bool:
        return bool(git(self.other / "../hub.git", "for-each-ref", STORE_REF))


def test_when_somebody_was_faster_it_is_done_again(
    tmp_path: Path, origin: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    a, b = clone(tmp_path / "a", origin), clone(tmp_path / "b", origin)
    put(a, b"mine")
    monkeypatch.setattr("gnut_store.carry.syncing.pause", lambda _: None)
    faster = Faster(b, 4)
    monkeypatch.setattr(Remote, "push", lambda *given: faster(*given))
    push(place(a), None)
    assert GitCarrier(origin).names() == {*packs(a), *packs(b)}
    assert len(packs(b)) == 4


def test_after_five_times_it_is_left_for_later(tmp_path: Path, origin: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    a, b = clone(tmp_path / "a", origin), clone(tmp_path / "b", origin)
    put(a, b"mine")
    monkeypatch.setattr("gnut_store.carry.syncing.pause", lambda _: None)
    faster = Faster(b, 9)
    monkeypatch.setattr(Remote, "push", lambda *given: faster(*given))
    with pytest.raises(CarrierRaced) as caught:
        push(place(a), None)
    assert caught.value.exit_code == 75
    assert set(packs(b)) <= GitCarrier(origin).names()


def test_two_clones_at_once_lose_nothing(tmp_path: Path, origin: Path) -> None:
    tops = [clone(tmp_path / name, origin) for name in "ab"]
    for round_ in range(2):
        for top in tops:
            put(top, f"{top.name} {round_}".encode())
        running = [
            subprocess.Popen(
                [sys.executable, "-m", "gnut", "-C", str(top), "sync", verb, "origin"],
                env={"PATH": os.environ["PATH"], "HOME": str(tmp_path), "GIT_CONFIG_NOSYSTEM": "1"},
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
            )
            for top in tops
            for verb in ("push", "pull")
        ]
        said = [(process.wait(120), process.stdout.read() if process.stdout else b"") for process in running]
        # A pull may come before the first push of all; nothing else may fail.
        assert all(code == 0 or b"carries no store" in words for code, words in said), said
    for top in (*tops, *tops):
        assert gnut(top, "sync", "push").returncode == 0
        assert gnut(top, "sync", "pull").returncode == 0
    assert packs(tops[0]).keys() == packs(tops[1]).keys() == GitCarrier(origin).names()
    assert len(packs(tops[0])) == 4
    assert tip(tops[0]) == tip(tops[1]) == tip(origin)
    assert all(fsck(top / ".gnut") == () for top in tops)
    assert git(origin, "fsck", "--strict", "--full") == ""


def test_a_kill_at_any_time_leaves_nothing_that_stops_the_next_run(tmp_path: Path, origin: Path) -> None:
    a, b = clone(tmp_path / "a", origin), clone(tmp_path / "b", origin)
    chance = random.Random(5)
    started = time.monotonic()
    gnut(a, "sync", "push")
    whole = time.monotonic() - started
    # Many more kills: bench/harness/crash_loop.py --operations push pull.
    for number in range(6):
        put(a, b"%d " % number * 20_000)
        top, verb = (a, "push") if number % 2 == 0 else (b, "pull")
        process = subprocess.Popen(
            [sys.executable, "-m", "gnut", "-C", str(top), "sync", verb],
            env={"PATH": os.environ["PATH"], "HOME": str(tmp_path), "GIT_CONFIG_NOSYSTEM": "1"},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        time.sleep(chance.uniform(0, 1.1 * whole))
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        assert fsck(top / ".gnut") == ()
        for again, word in ((a, "push"), (b, "pull")):
            done = gnut(again, "sync", word)
            assert done.returncode == 0, done.stderr
    assert packs(a).keys() == packs(b).keys() == GitCarrier(origin).names()
    assert len(packs(a)) == 6
    assert fsck(b / ".gnut") == ()


def test_what_killed_writes_left_among_gits_objects_goes_after_a_day(tmp_path: Path, origin: Path) -> None:
    a = clone(tmp_path / "a", origin)
    put(a, b"one")
    now = place(a).now
    objects = a / ".git/objects"
    old = [objects / "tmp_object_git2_0123456789abcdef", objects / "streamed_git2_0123456789abcdef"]
    old += [objects / "pack/pack_git2_0123456789abcdef"]
    young = [objects / "tmp_object_git2_fedcba9876543210", objects / "tmp_obj_abcdef", objects / "pack/pack-x.pack"]
    for path in (*old, *young):
        path.write_bytes(b"x")
        os.utime(path, (now, now) if "fedc" in path.name else (now - 90_000, now - 90_000))
    push(place(a), None)
    assert not any(path.exists() for path in old)
    assert all(path.exists() for path in young)


@pytest.mark.parametrize("where", ["here", "there"])
def test_a_lock_that_a_killed_move_left_is_taken_away(tmp_path: Path, origin: Path, where: str) -> None:
    a = clone(tmp_path / "a", origin)
    put(a, b"one")
    folder = a / ".git" if where == "here" else origin
    (folder / "refs/gnut").mkdir(parents=True)
    (folder / f"{STORE_REF}.lock").write_bytes(b"")
    (folder / "gnut.moving").write_text(STORE_REF)
    push(place(a), None)
    assert tip(origin) == tip(a)
    assert not (folder / f"{STORE_REF}.lock").exists()
    assert not (folder / "gnut.moving").exists()


def test_a_lock_of_somebody_elses_is_not_taken_away(
    tmp_path: Path, origin: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gnut_store.carry.syncing.pause", lambda _: None)
    a = clone(tmp_path / "a", origin)
    put(a, b"one")
    (origin / "refs/gnut").mkdir(parents=True)
    (origin / f"{STORE_REF}.lock").write_bytes(b"")
    (origin / "gnut.moving").write_text("refs/heads/main")
    (origin / "refs/heads/main.lock").write_bytes(b"")
    with pytest.raises(CarrierRaced):
        push(place(a), None)
    assert (origin / f"{STORE_REF}.lock").exists()
    assert (origin / "refs/heads/main.lock").exists()


# ── what comes is not believed ─────────────────────────────────────────────────────────────────────────────────────


def test_a_bad_pack_is_refused_by_name_and_the_rest_is_taken(tmp_path: Path, origin: Path) -> None:
    a = clone(tmp_path / "a", origin)
    other, body = built(("blob", b"other"))
    flipped = body[:60] + bytes([body[60] ^ 1]) + body[61:]
    commit(pygit2.Repository(str(origin)), honest(**{NAME: BODY, other: flipped}))
    done = pull(place(a), None)
    assert done.received.taken == (NAME,)
    assert [name for name, _ in done.received.refused] == [other]
    assert set(packs(a)) == {NAME}
    assert fsck(a / ".gnut") == ()


@pytest.mark.parametrize("what", ["a turned bit", "a record that lies"])
def test_what_a_pull_refused_is_not_handed_on_to_another_remote(tmp_path: Path, origin: Path, what: str) -> None:
    good = built(("blob", b"sound"))
    bad = built(("receipt", b'{"b": 1, "a": 2}'))
    if what == "a turned bit":
        bad = bad[0], bad[1][:60] + b"?" + bad[1][61:]
    commit(pygit2.Repository(str(origin)), honest(**dict([good, bad])))
    top, other = clone(tmp_path / "one", origin), hub(tmp_path / "other.git")
    assert [name for name, _ in pull(place(top), None).received.refused] == [bad[0]]
    assert GitCarrier(top).names() == {good[0]}
    push(place(top), str(other))
    assert GitCarrier(other).names() == {good[0]}
    # What lies there stays there.
    push(place(top), None)
    assert GitCarrier(origin).names() == {good[0], bad[0]}


def test_nothing_outside_the_store_is_written_whatever_comes(tmp_path: Path, origin: Path) -> None:
    a = clone(tmp_path / "deep" / "a", origin)
    there = honest(**{NAME: BODY})
    there["packs"] |= {"../../../evil": b"x", f"../../{NAME}.gpk": BODY, "..": {"evil": b"x"}}
    there |= {"local": {"packs": {f"{NAME}.gpk": BODY}}, "..": {"evil": b"x"}, ".git": {"config": b"[core]"}}
    there["config"] = (0o120000, b"/etc/passwd")
    commit(pygit2.Repository(str(origin)), there)
    before = {str(path) for path in tmp_path.rglob("*") if "/.git/" not in str(path) and origin not in path.parents}
    done = pull(place(a), None)
    after = {str(path) for path in tmp_path.rglob("*") if "/.git/" not in str(path) and origin not in path.parents}
    assert done.received.taken == (NAME,)
    assert len(done.strange) == 7
    inside = str(a / ".gnut")
    assert all(path.startswith(inside) for path in after - before)
    assert fsck(a / ".gnut") == ()
    # The next push leaves out what does not belong there.
    assert len(push(place(a), None).strange) == 7
    assert GitCarrier(origin).strange() == ()


def test_a_damaged_pack_there_is_named_by_push_and_healed_by_who_has_it(tmp_path: Path, origin: Path) -> None:
    a = clone(tmp_path / "a", origin)
    flipped = BODY[:60] + bytes([BODY[60] ^ 1]) + BODY[61:]
    commit(pygit2.Repository(str(origin)), honest(**{NAME: flipped}))
    assert [path for path, _ in push(place(a), None).refused] == [f"packs/{NAME}.gpk"]
    b = clone(tmp_path / "b", origin)
    with open_store(b / ".gnut").write() as batch:
        batch.add("blob", b"hello")
    assert set(packs(b)) == {NAME}
    assert push(place(b), None).refused == ()
    assert b"".join(GitCarrier(origin).read(NAME)) == BODY
    assert pull(place(a), None).received.taken == (NAME,)


def test_every_push_names_a_damaged_pack_there_until_it_is_whole(tmp_path: Path, origin: Path) -> None:
    a = clone(tmp_path / "a", origin)
    flipped = BODY[:60] + bytes([BODY[60] ^ 1]) + BODY[61:]
    commit(pygit2.Repository(str(origin)), honest(**{NAME: flipped}))
    for body in (None, None, b"mine", None):
        if body:
            put(a, body)
        assert [path for path, _ in push(place(a), None).refused] == [f"packs/{NAME}.gpk"]
    b = clone(tmp_path / "b", origin)
    with open_store(b / ".gnut").write() as batch:
        batch.add("blob", b"hello")
    push(place(b), None)
    assert push(place(a), None).refused == ()


RACES = [
    "somebody else was faster",
    "non-fast-forward",
    "fetch first",
    "failed to lock",
    "cannot lock ref 'refs/gnut/store': is at 0a1b but expected 2c3d",
    "remote: error: cannot lock ref 'refs/gnut/store': reference already exists",
    "cannot push non-fastforwardable reference",
    "cannot push because a reference that you are trying to update on the remote contains commits"
    " that are not present locally.",
]
POLICIES = [
    "push blocked by policy",
    "pre-receive hook declined",
    "this branch is locked",
    "the block list names a faster way",
    "non-fast-forward pushes need a lock from clock@example.test",
    "hook says: fetch first, then ask the owner",
]


@pytest.mark.parametrize("why", RACES + POLICIES)
def test_only_what_somebody_else_moves_is_tried_again(
    tmp_path: Path, origin: Path, monkeypatch: pytest.MonkeyPatch, why: str
) -> None:
    a = clone(tmp_path / "a", origin)
    put(a, b"mine")
    monkeypatch.setattr("gnut_store.carry.syncing.pause", lambda _: None)
    monkeypatch.setattr(Remote, "push", lambda *_: why)
    with pytest.raises(CarrierFailed) as caught:
        push(place(a), None)
    assert isinstance(caught.value, CarrierRaced) == (why in RACES)
    assert why in RACES or why in str(caught.value)


@pytest.mark.parametrize("what", ["blob", "no store"])
def test_a_remote_that_answers_with_something_else_is_refused(tmp_path: Path, origin: Path, what: str) -> None:
    a = clone(tmp_path / "a", origin)
    there = pygit2.Repository(str(origin))
    if what == "blob":
        there.references.create(STORE_REF, there.create_blob(b"x"))
    else:
        commit(there, {"README": b"x"})
    for do in (lambda: pull(place(a), None), lambda: push(place(a), None)):
        with pytest.raises(CarrierFailed) as caught:
            do()
        assert caught.value.code == "carried_damaged"
    assert packs(a) == {}
    assert git(a, "for-each-ref", STORE_REF) == ""


def test_a_tree_that_is_very_deep_is_refused(tmp_path: Path, origin: Path) -> None:
    a = clone(tmp_path / "a", origin)
    there = pygit2.Repository(str(origin))
    deep = there.TreeBuilder().write()
    for _ in range(3000):
        builder = there.TreeBuilder()
        builder.insert("x", deep, 0o040000)
        deep = builder.write()
    commit(there, {**honest(**{NAME: BODY}), "refs": (0o040000, deep)})
    with pytest.raises(CarrierFailed, match="folders inside each other"):
        pull(place(a), None)


@pytest.mark.parametrize(
    ("limit", "value", "code"),
    [
        ("LONGEST", 100, "carrier_too_large"),
        ("MOST_BYTES", 400, "carrier_too_large"),
        ("MOST_OBJECTS", 2, "carrier_too_large"),
        ("TREE_LIMIT", 20, "carried_damaged"),
    ],
)
@pytest.mark.parametrize("way", ["pull", "push"])
def test_a_path_has_the_limits_of_a_network(
    tmp_path: Path, origin: Path, monkeypatch: pytest.MonkeyPatch, limit: str, value: int, code: str, way: str
) -> None:
    a = clone(tmp_path / "a", origin)
    if way == "pull":
        commit(pygit2.Repository(str(origin)), honest(**{NAME: BODY}))
    else:
        put(a, bytes(range(256)))
    monkeypatch.setattr(f"gnut_store.carry.copying.{limit}", value)
    with pytest.raises(CarrierFailed) as caught:
        (pull if way == "pull" else push)(place(a), None)
    assert caught.value.code == code


def test_an_object_that_git_would_file_under_another_name_is_not_copied(origin: Path) -> None:
    there = pygit2.Repository(str(origin))
    at = pygit2.Oid(hex=commit(there, honest(**{NAME: BODY})))
    other = SimpleNamespace(odb=SimpleNamespace(write=lambda kind, body: pygit2.Oid(hex="e" * 40)))
    with pytest.raises(CarrierFailed, match="another one than it says"):
        copy(there, other, at, None)  # type: ignore[arg-type]


def test_every_object_that_is_copied_is_made_durable(
    tmp_path: Path, origin: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = pygit2.Repository(str(clone(tmp_path / "a", origin)))
    there = pygit2.Repository(str(origin))
    at = pygit2.Oid(hex=commit(there, honest(**{NAME: BODY})))
    settled: list[str] = []
    monkeypatch.setattr("gnut_store.carry.copying.settle", lambda git, written, ref: settled.extend(map(str, written)))
    assert copy(there, here, at, None)
    assert sorted(settled) == sorted(line[:40] for line in git(origin, "rev-list", "--objects", str(at)).splitlines())


def test_a_folder_below_the_top_is_not_read_when_it_is_too_long(
    tmp_path: Path, origin: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    a = clone(tmp_path / "a", origin)
    there = pygit2.Repository(str(origin))
    builder = there.TreeBuilder()
    for number in range(1000):
        builder.insert(f"{number:040x}", there.create_blob(b""), 0o100644)
    commit(there, {**honest(**{NAME: BODY}), "refs": (0o040000, builder.write())})
    monkeypatch.setattr("gnut_store.carry.copying.TREE_LIMIT", 10_000)
    with pytest.raises(CarrierFailed, match="over 10,000 bytes"):
        pull(place(a), None)


def test_a_file_longer_than_any_pack_is_named_and_the_rest_is_carried(
    tmp_path: Path, origin: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    a = clone(tmp_path / "a", origin)
    long = "e" * 64
    commit(pygit2.Repository(str(origin)), honest(**{NAME: BODY, long: b"x" * (len(BODY) + 500)}))
    monkeypatch.setattr("gnut_store.carry.tree.PACK_LIMIT", len(BODY) + 100)
    named = [f"packs/{long}.gpk"]
    assert [path for path, _ in status(place(a), None, fetch=True).strange] == named
    done = pull(place(a), None)
    assert done.received.taken == (NAME,)
    assert [path for path, _ in done.strange] == named
    put(a, b"mine")
    sent = push(place(a), None)
    assert len(sent.sent) == 1
    assert [path for path, _ in sent.strange] == named
    assert set(packs(a)) <= GitCarrier(origin).names()
    assert git(a, "fsck", "--full") == git(origin, "fsck", "--full") == ""


def test_a_remote_that_lacks_a_pack_it_names_is_refused(tmp_path: Path, origin: Path) -> None:
    a = clone(tmp_path / "a", origin)
    oid = commit(pygit2.Repository(str(origin)), honest(**{NAME: BODY}))
    blob = git(origin, "rev-parse", f"{oid}:packs/{NAME}.gpk").strip()
    (origin / "objects" / blob[:2] / blob[2:]).unlink()
    with pytest.raises(CarrierFailed):
        pull(place(a), None)
    assert packs(a) == {}


# ── traps ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_no_program_that_a_repository_names_is_started(tmp_path: Path, origin: Path) -> None:
    from gnut_store.store import init

    init(tmp_path / "trap")
    put(tmp_path / "trap", b"one")
    trap = hostile(tmp_path / "trap", {"report.md": "x\n"}, remote=str(origin))
    there = hostile(tmp_path / "there")
    other = clone(tmp_path / "b", origin)
    put(other, b"two")
    push(place(other), None)
    push(place(trap.top), None)
    pull(place(trap.top), None)
    status(place(trap.top), None, fetch=True)
    push(place(trap.top), str(there.top))
    pull(place(trap.top), str(there.top))
    shared(trap.top)
    assert (trap.ran(), there.ran()) == ([], [])
    assert len(packs(trap.top)) == 2
    for url in ("git@example.test:x.git", "ssh://git@example.test/x.git"):
        with pytest.raises(CarrierFailed, match=r"core\.sshCommand names a program"):
            push(place(trap.top), url)
    assert trap.ran() == []


@pytest.mark.parametrize(
    "url",
    [
        *(
            "ext::sh -c touch%20canary",
            "fd::17",
            "http://example.test/x",
            "git://example.test/x",
            "ftp://example.test/x",
        ),
        *("-oProxyCommand=touch canary", "--upload-pack=touch canary", "ssh://-oProxyCommand=touch/x", "-x:y"),
        *("git@-oProxyCommand=x:y", "file://example.test/x", "https://", "https:///x", "ssh:///x", "user@host:"),
        *("https://example.test:port/x", "x\ny", "x\0y", "javascript://x/y", "HTTP://example.test/x", "x" * 5000 + "/"),
        *("http://127.0.0.1.example.test/x", "http://localhost.example.test/x", "git+ssh:///x", "host:-x", "./nowhere"),
    ],
)
def test_an_address_that_is_none_is_refused_before_anything_is_reached(tmp_path: Path, url: str) -> None:
    a = clone(tmp_path / "a")
    put(a, b"one")
    with pytest.raises(CarrierFailed) as caught:
        Remote(a, url, {}, a).fetch()
    assert caught.value.code in ("carrier_address", "no_remote")
    git(a, "config", "remote.origin.url", url.replace("\0", ""))
    with pytest.raises(CarrierFailed) as caught:
        Remote(a, "origin", {}, a).fetch()
    assert caught.value.code in ("carrier_address", "no_remote")


def test_an_address_that_is_rewritten_is_judged_as_what_it_becomes(tmp_path: Path) -> None:
    a = clone(tmp_path / "a")
    git(a, "config", "url.ext::sh -c canary .insteadOf", "https://example.test/")
    with pytest.raises(CarrierFailed, match="starts a program"):
        Remote(a, "https://example.test/x", {}, a).fetch()


def test_no_password_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    a = clone(tmp_path / "a")
    monkeypatch.setattr(remote_module, "CONNECT", 500)
    with pytest.raises(CarrierFailed) as caught:
        Remote(a, "https://user:geheim@127.0.0.1:9/x?token=geheim", {}, a).fetch()
    assert "geheim" not in f"{caught.value} {caught.value.help}"
    assert "git fetch" in str(caught.value.help)


# ── odd repositories ───────────────────────────────────────────────────────────────────────────────────────────────


def test_a_work_tree_and_a_detached_head_carry_like_any_other(tmp_path: Path, origin: Path) -> None:
    a = clone(tmp_path / "a", origin)
    git(a, "add", "-A")
    git(a, "commit", "-q", "-m", "x")
    git(a, "worktree", "add", "-q", "--detach", str(tmp_path / "w"))
    put(tmp_path / "w", b"one")
    push(place(tmp_path / "w"), None)
    assert tip(a) == tip(origin)
    assert shared(a) == set(packs(tmp_path / "w"))


def test_a_submodule_carries_to_its_own_remote(tmp_path: Path, origin: Path) -> None:
    inner = clone(tmp_path / "inner")
    git(inner, "add", "-A")
    git(inner, "commit", "-q", "-m", "x")
    outer = clone(tmp_path / "outer")
    git(outer, "submodule", "add", "-q", str(inner), "sub")
    put(outer / "sub", b"one")
    push(place(outer / "sub"), str(origin))
    assert tip(origin) == tip(outer / "sub")
    assert not (outer / ".git/refs/gnut").exists()


def test_a_shallow_clone_carries(tmp_path: Path, origin: Path) -> None:
    a = clone(tmp_path / "a", origin)
    for number in range(3):
        git(a, "commit", "-q", "--allow-empty", "-m", str(number))
    git(a, "push", "-q", "origin", "HEAD:refs/heads/main")
    put(a, b"one")
    push(place(a), None)
    git(tmp_path, "clone", "-q", "--depth", "1", origin.as_uri(), "b")
    from gnut_store.store import init

    init(tmp_path / "b")
    put(tmp_path / "b", b"two")
    assert len(pull(place(tmp_path / "b"), None).received.taken) == 1
    push(place(tmp_path / "b"), None)
    assert len(GitCarrier(origin).names()) == 2


def test_a_clone_that_left_out_large_files_pushes_no_less_than_there_was(tmp_path: Path, origin: Path) -> None:
    a = clone(tmp_path / "a", origin)
    put(a, b"one")
    push(place(a), None)
    git(origin, "config", "uploadpack.allowFilter", "true")
    git(a, "commit", "-q", "--allow-empty", "-m", "x")
    git(a, "push", "-q", "origin", "HEAD:refs/heads/main")
    git(tmp_path, "clone", "-q", "--filter=blob:none", origin.as_uri(), "b")
    b = tmp_path / "b"
    from gnut_store.store import init

    init(b)
    git(b, "fetch", "-q", "origin", f"+{STORE_REF}:refs/gnut/remotes/origin/store")
    put(b, b"two")
    with pytest.raises(CarrierFailed) as caught:
        push(place(b), None, fetch=False)
    assert "left out" in str(caught.value)
    assert len(GitCarrier(origin).names()) == 1


@pytest.mark.parametrize("kind", ["sha256", "reftable"])
def test_a_repository_that_the_library_cannot_read_is_refused_in_one_sentence(tmp_path: Path, kind: str) -> None:
    a = clone(tmp_path / "a")
    if kind == "sha256":
        git(tmp_path, "init", "-q", "--object-format=sha256", "s")
        (tmp_path / "s/.git").rename(tmp_path / "a/.git.new")
        (a / ".git").rename(tmp_path / "old")
        (a / ".git.new").rename(a / ".git")
    else:
        git(a, "config", "core.repositoryformatversion", "1")
        git(a, "config", "extensions.refstorage", "reftable")
    for do in (lambda: GitCarrier(a), lambda: shared(a)):
        with pytest.raises(CarrierFailed) as caught:
            do()
        assert caught.value.code == "repository_unsupported"


def test_another_users_repository_is_refused_as_git_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if os.getuid() != 0:
        pytest.skip("only root can give a folder away")
    a = clone(tmp_path / "a")
    for path in (a, a / ".git"):
        os.chown(path, 12345, 12345)
    with pytest.raises(CarrierFailed) as caught:
        GitCarrier(a)
    assert caught.value.code == "repository_not_owned"
    assert "safe.directory" in str(caught.value.help)
    with pytest.raises(CarrierFailed):
        shared(a)


def test_a_store_outside_any_repository_is_refused(tmp_path: Path) -> None:
    from gnut_store.store import init

    init(tmp_path)
    with pytest.raises(CarrierFailed) as caught:
        push(place(tmp_path), "origin")
    assert caught.value.code == "no_repository"


# ── collecting ─────────────────────────────────────────────────────────────────────────────────────────────────────


def test_collecting_leaves_alone_what_was_handed_on(tmp_path: Path, origin: Path) -> None:
    a = clone(tmp_path / "a", origin)
    for number in range(6):
        put(a, b"%d " % number * 500)
    push(place(a), None)
    before = packs(a)
    assert gnut(a, "gc").returncode == 0
    assert packs(a) == before


def test_packs_that_were_merged_here_do_not_come_back(tmp_path: Path, origin: Path) -> None:
    a, b = clone(tmp_path / "a", origin), clone(tmp_path / "b", origin)
    made = [put(a, b"%d " % number * 500, ref="notes/x")[0] for number in range(6)]
    push(place(a), None)
    pull(place(b), None)
    assert gnut(b, "gc", "--rewrite-shared").returncode == 0
    merged = set(packs(b))
    assert len(merged) < 6
    again = pull(place(b), None).received
    assert (again.taken, again.refused) == ((), ())
    assert set(packs(b)) == merged
    assert status(place(b), None, fetch=True).there.packs == ()
    # The others keep their packs, and get none that they do not need.
    push(place(b), None)
    assert pull(place(a), None).received.taken == ()
    for top in (a, b):
        assert open_store(top / ".gnut").missing(made) == ()
        assert set(open_store(top / ".gnut").refs("notes/x")) == set(made)
        assert fsck(top / ".gnut") == ()
    assert status(place(a), None, fetch=False).here.packs == ()


def test_a_new_clone_gets_everything_once_though_it_lies_there_twice(tmp_path: Path, origin: Path) -> None:
    a, c = clone(tmp_path / "a", origin), clone(tmp_path / "c", origin)
    made = [put(a, b"%d " % number * 500, ref="notes/x")[0] for number in range(6)]
    push(place(a), None)
    assert gnut(a, "gc", "--rewrite-shared").returncode == 0
    push(place(a), None)
    done = pull(place(c), None).received
    assert done.refused == ()
    assert open_store(c / ".gnut").missing(made) == ()
    assert fsck(c / ".gnut") == ()


@pytest.mark.parametrize("kind", ["link", "fifo"])
def test_something_in_the_place_of_the_lock_is_refused_and_does_not_hang(
    tmp_path: Path, origin: Path, kind: str
) -> None:
    a = clone(tmp_path / "a", origin)
    put(a, b"one")
    for name in ("gnut.lock", "gnut.moving"):
        if kind == "link":
            (a / ".git" / name).symlink_to(tmp_path / "elsewhere")
        elif name == "gnut.moving":
            os.mkfifo(a / ".git" / name)
    with pytest.raises(CarrierFailed):
        push(place(a), None)
    assert not (tmp_path / "elsewhere").exists()


def test_nothing_is_shared_in_a_bare_repository_until_it_carries(origin: Path) -> None:
    assert shared(origin) == frozenset()
    commit(pygit2.Repository(str(origin)), honest(**{NAME: BODY}))
    assert shared(origin) == {NAME}
