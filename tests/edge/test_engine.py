"""Which gnut runs: attested by the repository that tracks it, by the installer's record, or by nobody."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pygit2
import pytest

from gnut.account.contract import Engine
from gnut.account.core import source_tree_sha256
from gnut.edge.engine import UNATTESTED, engine, here, tree

FILES = {
    "gnut/__init__.py": b'"""A."""\n',
    "gnut/run.py": b"x = 1\n",
    "gnut/policies/default.json": b"{}\n",
    "gnut_store/__init__.py": b'"""B."""\n',
}
PROJECT = b'[project]\nname = "gnut"\n'
COMMIT = "0123456789abcdef0123456789abcdef01234567"
WHO = pygit2.Signature("A Tester", "tester@example.test", 1_700_000_000, 0)


def lay(folder: Path, files: dict[str, bytes]) -> None:
    """Write files."""
    for name, body in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(body)


def commit(repository: pygit2.Repository, *paths: str) -> str:
    """Commit paths, or everything."""
    for path in paths:
        repository.index.add(path)
    if not paths:
        repository.index.add_all()
    repository.index.write()
    parents = [] if repository.head_is_unborn else [repository.head.target]
    made = repository.create_commit("HEAD", WHO, WHO, "m", repository.index.write_tree(), parents)
    return str(made)


class Checkout:
    """A repository in which both packages lie as they do in gnut's own."""

    def __init__(self, top: Path) -> None:
        self.top = top
        lay(top, {name.replace("gnut_store/", "store/gnut_store/"): body for name, body in FILES.items()})
        lay(top, {".gitignore": b"__pycache__/\nlocal_*.py\n", "README.md": b"# R\n", "pyproject.toml": PROJECT})
        self.repository = pygit2.init_repository(str(top))
        self.commit = commit(self.repository)

    def engine(self, cache: Path | None = None) -> Engine:
        """Return the identity of what lies there."""
        return engine(cache, tree({"gnut": self.top / "gnut", "gnut_store": self.top / "store" / "gnut_store"}))


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    return Checkout(tmp_path / "repo")


def wheel(site: Path, files: dict[str, bytes], origin: object, *, listed: dict[str, bytes] | None = None) -> Engine:
    """Install as pip does, and return the identity of what then lies there."""
    lay(site, files)
    info = site / "gnut-0.1.0.dist-info"
    info.mkdir()
    rows = []
    for name, body in (files if listed is None else listed).items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(body).digest()).decode().rstrip("=")
        rows.append(f"{name},sha256={digest},{len(body)}")
    rows += ["gnut/__pycache__/run.cpython-311.pyc,,", "gnut-0.1.0.dist-info/RECORD,,", "../../../bin/gnut,sha256=x,1"]
    (info / "RECORD").write_text("\n".join(rows) + "\n")
    if origin is not None:
        (info / "direct_url.json").write_text(origin if isinstance(origin, str) else json.dumps(origin))
    return at(site)


def at(site: Path) -> Engine:
    """Return the identity of the packages in a folder of packages."""
    return engine(None, tree({"gnut": site / "gnut", "gnut_store": site / "gnut_store"}))


def vcs(commit_id: object = COMMIT) -> dict[str, object]:
    """Return what pip writes of an installation from a repository."""
    return {"url": "https://example.test/gnut.git", "vcs_info": {"vcs": "git", "commit_id": commit_id}}


def test_a_clean_checkout_is_its_commit(checkout: Checkout) -> None:
    found = checkout.engine()
    assert (found.revision, found.dirty, found.publishable) == (checkout.commit, False, True)


CHANGES: dict[str, Callable[[Checkout], object]] = {
    "edited": lambda c: (c.top / "gnut/run.py").write_bytes(b"x = 2\n"),
    "a policy edited": lambda c: (c.top / "gnut/policies/default.json").write_bytes(b"[]\n"),
    "edited in the store": lambda c: (c.top / "store/gnut_store/__init__.py").write_bytes(b"y = 1\n"),
    "removed": lambda c: (c.top / "gnut/run.py").unlink(),
    "not tracked": lambda c: (c.top / "gnut/new.py").write_bytes(b""),
    "not tracked in a new folder": lambda c: lay(c.top, {"gnut/room/__init__.py": b""}),
    "ignored, and loaded all the same": lambda c: (c.top / "gnut/local_patch.py").write_bytes(b""),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_change_of_the_sources_is_dirty(checkout: Checkout, change: Callable[[Checkout], object]) -> None:
    change(checkout)
    found = checkout.engine()
    assert (found.revision, found.dirty, found.publishable) == (checkout.commit, True, False)


def test_a_staged_change_is_dirty_even_when_the_disk_has_the_old_bytes(checkout: Checkout) -> None:
    path = checkout.top / "gnut/run.py"
    path.write_bytes(b"x = 2\n")
    checkout.repository.index.add("gnut/run.py")
    checkout.repository.index.write()
    path.write_bytes(FILES["gnut/run.py"])
    assert checkout.engine().dirty


@pytest.mark.parametrize("flag", ["--assume-unchanged", "--skip-worktree"])
@pytest.mark.parametrize(
    "change", [lambda path: path.write_bytes(b"x = 2\n"), lambda path: path.unlink()], ids=["edited", "removed"]
)
def test_a_change_that_git_was_told_to_overlook_is_dirty(
    checkout: Checkout, flag: str, change: Callable[[Path], object]
) -> None:
    subprocess.run(["git", "update-index", flag, "gnut/run.py"], cwd=checkout.top, check=True)
    assert not checkout.engine().dirty
    change(checkout.top / "gnut/run.py")
    found = checkout.engine()
    assert (found.revision, found.dirty) == (checkout.commit, True)


def test_other_bytes_under_the_length_and_time_of_the_old_ones_are_dirty(checkout: Checkout) -> None:
    path = checkout.top / "gnut/run.py"
    settle(checkout.top)
    subprocess.run(["git", "update-index", "--refresh"], cwd=checkout.top, check=True)
    subprocess.run(["git", "config", "core.trustctime", "false"], cwd=checkout.top, check=True)
    path.write_bytes(b"x = 2\n")
    settle(checkout.top)
    assert checkout.engine().dirty


@pytest.mark.parametrize("name", ["gnut/run", "gnut/room.py", "store/gnut_store/canon"])
@pytest.mark.parametrize("tracked", [True, False])
def test_a_link_to_a_folder_among_the_sources_is_dirty(
    checkout: Checkout, tmp_path: Path, name: str, tracked: bool
) -> None:
    lay(tmp_path, {"elsewhere/__init__.py": b"x = 3\n"})
    (checkout.top / name).symlink_to(tmp_path / "elsewhere")
    if tracked:
        commit(checkout.repository)
    else:
        (checkout.top / ".git/info/exclude").write_text(f"{name}\n")
    assert checkout.engine().dirty


def test_a_tracked_link_to_a_file_is_dirty(checkout: Checkout, tmp_path: Path) -> None:
    lay(tmp_path, {"elsewhere.py": b"x = 3\n"})
    (checkout.top / "gnut/more.py").symlink_to(tmp_path / "elsewhere.py")
    commit(checkout.repository)
    assert checkout.engine().dirty


@pytest.mark.parametrize("listed", [True, False])
def test_a_link_to_a_folder_in_an_installation_is_dirty(tmp_path: Path, listed: bool) -> None:
    lay(tmp_path, {"elsewhere/__init__.py": b"x = 3\n"})
    (tmp_path / "site/gnut").mkdir(parents=True)
    (tmp_path / "site/gnut/run").symlink_to(tmp_path / "elsewhere")
    found = wheel(tmp_path / "site", FILES, vcs(), listed=FILES | ({"gnut/run": b""} if listed else {}))
    assert (found.revision, found.dirty) == (COMMIT, True)


@pytest.mark.parametrize(
    "project",
    [
        None,
        b'[project]\nname = "other"\n',
        b'name = "gnut"\n',
        b"[project]\nname = 1\n",
        b"project = 1\n",
        b"[",
        b"\xff",
    ],
    ids=range(7),
)
def test_a_copy_in_the_repository_of_somebody_else_is_attested_by_nobody(
    checkout: Checkout, project: bytes | None
) -> None:
    path = checkout.top / "pyproject.toml"
    path.unlink()
    if project is not None:
        path.write_bytes(project)
        checkout.repository.index.add("pyproject.toml")
    else:
        checkout.repository.index.remove("pyproject.toml")
    commit(checkout.repository, ".gitignore")
    # What lies about uncommitted says nothing either.
    path.write_bytes(PROJECT)
    found = checkout.engine()
    assert (found.revision, found.dirty, found.publishable) == (UNATTESTED, True, False)


def test_a_change_beside_the_sources_and_byte_code_are_no_change_of_them(checkout: Checkout) -> None:
    lay(checkout.top, {"README.md": b"# Other\n", "notes.py": b"", "gnut/__pycache__/run.cpython-311.pyc": b"x"})
    assert not checkout.engine().dirty


def test_an_executable_bit_is_a_change(checkout: Checkout) -> None:
    os.chmod(checkout.top / "gnut/run.py", 0o755)
    assert checkout.engine().dirty


def test_a_repository_without_a_commit_attests_nothing(tmp_path: Path) -> None:
    pygit2.init_repository(str(tmp_path))
    lay(tmp_path, FILES)
    found = at(tmp_path)
    assert (found.revision, found.dirty) == (UNATTESTED, True)


def test_a_detached_head_is_the_commit_it_stands_on(checkout: Checkout) -> None:
    first = checkout.commit
    lay(checkout.top, {"README.md": b"# More\n"})
    commit(checkout.repository)
    checkout.repository.set_head(pygit2.Oid(hex=first))
    assert checkout.engine().revision == first


def test_a_damaged_repository_attests_nothing(checkout: Checkout) -> None:
    (checkout.top / ".git/HEAD").write_text("ref: refs/heads/none-such\n")
    assert checkout.engine().revision == UNATTESTED


@pytest.mark.parametrize("ignored", [True, False])
@pytest.mark.parametrize("version", [2, 4])
def test_a_repository_that_stands_around_an_installation_says_nothing_of_it(
    tmp_path: Path, ignored: bool, version: int
) -> None:
    repository = pygit2.init_repository(str(tmp_path))
    repository.config["index.version"] = version
    lay(tmp_path, {"report.md": b"# R\n", ".gitignore": b".venv/\n" if ignored else b"\n"})
    commit(repository, "report.md", ".gitignore")
    found = wheel(tmp_path / ".venv/lib/site-packages", FILES, vcs())
    assert (found.revision, found.dirty) == (COMMIT, False)


def test_an_installation_from_a_commit_is_that_commit(tmp_path: Path) -> None:
    found = wheel(tmp_path, FILES, vcs())
    assert (found.revision, found.dirty, found.publishable) == (COMMIT, False, True)


@pytest.mark.parametrize(
    "listed",
    [
        FILES | {"gnut/run.py": b"x = 2\n"},
        {name: body for name, body in FILES.items() if name != "gnut/run.py"},
        FILES | {"gnut/gone.py": b""},
        FILES | {"gnut/policies/default.json": b"[]\n"},
    ],
    ids=["edited", "not listed", "gone", "a policy edited"],
)
def test_an_installation_that_differs_from_its_record_is_dirty(tmp_path: Path, listed: dict[str, bytes]) -> None:
    found = wheel(tmp_path, FILES, vcs(), listed=listed)
    assert (found.revision, found.dirty) == (COMMIT, True)


@pytest.mark.parametrize("hashed", ["md5=AAAA", "sha256=", "sha256=%%%", "", "sha256=AAAA"])
def test_a_record_with_another_hash_confirms_nothing(tmp_path: Path, hashed: str) -> None:
    wheel(tmp_path, FILES, vcs())
    record = tmp_path / "gnut-0.1.0.dist-info/RECORD"
    rows = record.read_text().splitlines()
    record.write_text("\n".join([rows[0].split(",")[0] + f",{hashed},1", *rows[1:]]))
    assert at(tmp_path).dirty


@pytest.mark.parametrize(
    "origin",
    [
        None,
        {"url": "https://example.test/gnut.whl", "archive_info": {}},
        {"url": "file:///gnut", "dir_info": {"editable": True}},
        vcs("main"),
        vcs("0123456"),
        vcs(None),
        vcs([COMMIT]),
        {"vcs_info": "git"},
        [],
        "{",
        '{"vcs_info":{"commit_id":"' + COMMIT + '"},"vcs_info":{}}',
    ],
    ids=range(11),
)
def test_what_nobody_attests_is_dirty(tmp_path: Path, origin: object) -> None:
    found = wheel(tmp_path, FILES, origin)
    assert (found.revision, found.dirty, found.publishable) == (UNATTESTED, True, False)


def test_two_records_are_none(tmp_path: Path) -> None:
    wheel(tmp_path, FILES, vcs())
    (tmp_path / "gnut-0.2.0.dist-info").mkdir()
    assert at(tmp_path).revision == UNATTESTED


def test_the_digest_of_the_sources_is_the_same_in_a_checkout_and_in_an_installation(
    checkout: Checkout, tmp_path: Path
) -> None:
    expected = source_tree_sha256((name, body) for name, body in FILES.items() if name.endswith(".py"))
    assert checkout.engine().source_sha256 == wheel(tmp_path / "site", FILES, None).source_sha256 == expected


def test_this_gnut_is_identified() -> None:
    found = engine()
    assert found.package == "gnut"
    assert found.publishable is not found.dirty
    assert {"gnut/edge/engine.py", "gnut_store/canon.py"} <= here().files.keys()
    assert not any("__pycache__" in name for name in here().files)


def settle(top: Path) -> None:
    """Make every file old enough to tell a later edit by."""
    for path in top.rglob("*"):
        if path.is_file() and ".git" not in path.parts:
            os.utime(path, (1_700_000_000, 1_700_000_000))


def test_what_was_computed_is_kept_until_something_changes(checkout: Checkout, tmp_path: Path) -> None:
    settle(checkout.top)
    cache = tmp_path / "cache"
    first = checkout.engine(cache)
    (kept,) = cache.iterdir()
    before = kept.stat().st_mtime_ns
    assert checkout.engine(cache) == first
    assert kept.stat().st_mtime_ns == before
    # The same length and the same time: only the file system's own time of the change tells.
    (checkout.top / "gnut/run.py").write_bytes(b"x = 2\n")
    settle(checkout.top)
    assert checkout.engine(cache).dirty
    (checkout.top / "gnut/run.py").write_bytes(FILES["gnut/run.py"])
    settle(checkout.top)
    assert checkout.engine(cache) == first


@pytest.mark.parametrize("change", ["commit", "amend a tag", "stage"])
def test_a_move_of_the_repository_is_seen(checkout: Checkout, tmp_path: Path, change: str) -> None:
    settle(checkout.top)
    first = checkout.engine(tmp_path / "cache")
    if change == "stage":
        checkout.repository.index.remove("gnut/run.py")
        checkout.repository.index.write()
        assert checkout.engine(tmp_path / "cache").dirty
        return
    lay(checkout.top, {"README.md": b"# More\n"})
    second = commit(checkout.repository)
    assert checkout.engine(tmp_path / "cache").revision == second != first.revision


def test_files_that_were_just_written_are_identified_anew_each_time(checkout: Checkout, tmp_path: Path) -> None:
    checkout.engine(tmp_path / "cache")
    assert list((tmp_path / "cache").iterdir()) == []


def test_what_lies_in_the_cache_and_is_not_of_this_state_is_not_believed(checkout: Checkout, tmp_path: Path) -> None:
    settle(checkout.top)
    cache = tmp_path / "cache"
    sound = checkout.engine(cache)
    (kept,) = cache.iterdir()
    told = json.loads(kept.read_text())
    lies = [b"", b"{", b"[]", b'{"state":1}', json.dumps({**told, "state": "0" * 64}).encode()]
    lies += [json.dumps({**told, "engine": {"dirty": False}}).encode()]
    for lie in lies:
        kept.unlink()
        kept.write_bytes(lie)
        assert checkout.engine(cache) == sound


def test_nothing_is_written_through_a_link(checkout: Checkout, tmp_path: Path) -> None:
    settle(checkout.top)
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "cache").symlink_to(tmp_path / "elsewhere")
    assert checkout.engine(tmp_path / "cache") == checkout.engine()
    assert list((tmp_path / "elsewhere").iterdir()) == []


def test_what_killed_processes_left_in_the_cache_is_swept_and_nothing_else(checkout: Checkout, tmp_path: Path) -> None:
    settle(checkout.top)
    cache = tmp_path / "cache"
    left = {f"engine-{'a' * 16}.{number}": age for number, age in ((1, 7200), (2, 0))}
    left |= {"engine-notes.1": 7200, f"engine-{'a' * 16}.json": 7200}
    lay(cache, dict.fromkeys(left, b""))
    now = (cache / "engine-notes.1").stat().st_mtime
    for name, age in left.items():
        os.utime(cache / name, (now - age, now - age))
    checkout.engine(cache)
    remaining = {path.name for path in cache.iterdir()}
    assert left.keys() - remaining == {f"engine-{'a' * 16}.1"}
    assert len(remaining - left.keys()) == 1


def test_a_write_that_fails_leaves_nothing_in_the_cache(
    checkout: Checkout, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settle(checkout.top)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", full)
    checkout.engine(tmp_path / "cache")
    assert list((tmp_path / "cache").iterdir()) == []


def test_a_cache_that_takes_nothing_in_is_no_fault(checkout: Checkout, tmp_path: Path) -> None:
    settle(checkout.top)
    (tmp_path / "cache").write_text("in the way")
    assert checkout.engine(tmp_path / "cache") == checkout.engine()


def test_gits_library_is_loaded_only_for_a_checkout_that_changed(checkout: Checkout, tmp_path: Path) -> None:
    settle(checkout.top)
    site = tmp_path / "site"
    wheel(site, FILES, vcs())
    code = f"""
import sys
from pathlib import Path
from gnut.edge.engine import engine, tree
site, top, cache = map(Path, {[str(site), str(checkout.top), str(tmp_path / "cache")]!r})
engine(None, tree({{"gnut": site / "gnut", "gnut_store": site / "gnut_store"}}))
assert "pygit2" not in sys.modules
engine(cache, tree({{"gnut": top / "gnut", "gnut_store": top / "store/gnut_store"}}))
print("pygit2" in sys.modules)
"""
    said = [
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip()
        for _ in range(2)
    ]
    assert said == ["True", "False"]
