"""S24, C01, C02: a store that cannot be written to is read without a write, and no store can make gnut do more."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from gnut.cli import PLACES
from gnut_store import fsck, layout
from gnut_store.errors import ObjectCorrupt
from gnut_store.store import init, open_store

WATCHED = """
import json, os, sys
top, arguments = sys.argv[1], sys.argv[2:]
seen = []
CHANGES = tuple("os." + name for name in "mkdir rename remove rmdir link symlink chmod utime truncate".split())
STARTS = ("subprocess.Popen", "os.exec", "os.system", "os.posix_spawn", "os.startfile")
def hook(event, args):
    if event.startswith("socket.") and event not in ("socket.__new__", "socket.gethostname"):
        seen.append(event)
        raise PermissionError(13, "no network here")
    if event in STARTS:
        seen.append(f"{event} {args[0]}")
    paths = [str(each) for each in args[:2] if isinstance(each, (str, os.PathLike))]
    if event == "open" and isinstance(args[2], int):
        writes = args[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND)
    else:
        writes = event in CHANGES
    if writes and any(os.path.abspath(path).startswith(top) for path in paths):
        seen.append(f"{event} {paths}")
        raise PermissionError(13, "Permission denied", paths[0])
sys.addaudithook(hook)
from gnut.door import enter
code = enter(arguments)
sys.stdout.flush()
print("SEEN" + json.dumps([code, seen]), file=sys.stderr)
"""
"""Runs a command line where nothing below a folder can be written; says what it tried, and to what it connected."""


class Ran(NamedTuple):
    """What came of one command line."""

    code: int
    seen: list[str]
    """Writes that were refused, connections that were tried, programs that were started."""

    out: str
    err: str


def run(here: Path, *arguments: str, sealed: Path | None = None, given: str = "") -> Ran:
    done = subprocess.run(
        [sys.executable, "-c", WATCHED, str(sealed or here / "no such folder"), *arguments],
        cwd=here,
        input=given,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env={**os.environ, "GIT_CONFIG_NOSYSTEM": "1"},
    )
    err, _, last = done.stderr.rpartition("SEEN")
    assert "Traceback" not in done.stderr, done.stderr
    code, seen = json.loads(last)
    return Ran(code, seen, done.stdout, err)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """Return a repository with a report, its source, a run on record, and an object of each kind."""
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    (tmp_path / "source.md").write_text("The committee found that revenue rose by 12 percent.\n", encoding="utf-8")
    (tmp_path / "report.md").write_text(
        '"The committee found that revenue rose by 12 percent" [source](source.md).\n', encoding="utf-8"
    )
    init(tmp_path)
    assert run(tmp_path, "check", "--record", "report.md").code == 0
    assert run(tmp_path, "store", "add", "source.md").code == 0
    return tmp_path


def an_id(here: Path) -> str:
    return next(iter(open_store(here / ".gnut").ids()))


def test_commands_that_read_write_nothing_at_all(repository: Path) -> None:
    """S24: no index, no lock, no mark: on a read-only mount all of them work."""
    top = repository / ".gnut"
    oid = an_id(repository)
    before = {path: path.stat().st_mtime_ns for path in top.rglob("*")}
    reading: list[Sequence[str]] = [
        ("fsck",),
        ("fsck", "--quick"),
        ("fsck", "--connectivity"),
        ("fsck", "--repair", "--dry-run"),
        ("show", oid),
        ("show", "report.md"),
        ("log", "report.md"),
        ("log",),
        ("store", "cat", oid),
        ("store", "has", oid),
        ("store", "ls"),
        ("store", "ref", "count", "run"),
        ("quote", "--source", "source.md", "--text", "revenue rose by 12 percent"),
        ("rule", "GN801"),
    ]
    for words in reading:
        ran = run(repository, *words, sealed=top)
        assert (words, ran.code, ran.seen) == (words, 0, []), ran.err
    assert {path: path.stat().st_mtime_ns for path in top.rglob("*")} == before


def test_a_check_beside_a_sealed_store_gives_its_verdict_and_says_once_that_it_is_not_kept(repository: Path) -> None:
    """S24: a continuous integration's cache, a read-only mount."""
    (repository / "other.md").write_bytes((repository / "report.md").read_bytes() + b"\nMore.\n")
    ran = run(repository, "check", "report.md", "other.md", sealed=repository / ".gnut")
    assert ran.code == 0, ran.err
    assert ran.err.count("not kept") == 1, ran.err
    ran = run(repository, "check", "--no-record", "other.md", sealed=repository / ".gnut")
    assert ran.code == 0
    assert "not kept" not in ran.err


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")
def test_a_user_who_may_not_write_reads_all_of_a_store(tmp_path_factory: pytest.TempPathFactory) -> None:
    """S24: with the file system's own refusals, as an unprivileged user."""
    import shutil
    import tempfile

    folder = Path(tempfile.mkdtemp())
    try:
        top = init(folder)
        with open_store(top).write() as batch:
            oid = batch.add("blob", b"words")
        for path in (folder, *folder.rglob("*")):
            os.chown(path, 65534, 65534)
            path.chmod(0o555 if path.is_dir() else 0o444)
        child = os.fork()
        if child == 0:
            code = 1
            try:
                os.setgid(65534)
                os.setuid(65534)
                good = open_store(top).get(oid) == b"words" and fsck.fsck(top) == ()
                try:
                    with open_store(top).write() as batch:
                        batch.add("blob", b"new")
                except Exception as error:
                    code = 0 if good and getattr(error, "code", "") == "store_unwritable" else 2
            finally:
                os._exit(code)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    finally:
        shutil.rmtree(folder)


HOSTILE = (
    "editor = vi",
    "core.hooksPath = hooks",
    "include = /etc/passwd",
    "plugin evil",
    "python.path .",
    "fetch auto",
    "allow-net 10.0.0.1:80",
    "limits.source 999999999",
    "keep all",
    "[tool.gnut]",
    "\x1b[2J",
    "é",
)


@pytest.mark.parametrize("line", HOSTILE)
def test_a_cloned_stores_configuration_takes_no_key_and_names_the_line(tmp_path: Path, line: str) -> None:
    """C01, C02: the list of keys is closed, and empty."""
    top = init(tmp_path)
    (top / "config").write_bytes(layout.CONFIG + b"\n" + line.encode() + b"\n")
    with pytest.raises(ObjectCorrupt, match=r"line 3 says .* knows no keys") as caught:
        open_store(top)
    assert "\x1b" not in str(caught.value)
    assert [fault.path for fault in fsck.fsck(top)] == ["config"]


def test_no_byte_of_the_configuration_can_change_anything(tmp_path: Path) -> None:
    """C01: whatever differs is refused."""
    for at in range(len(layout.CONFIG) + 1):
        for part in (b"", b"x", b"\n", b"\0"):
            body = layout.CONFIG[:at] + part + layout.CONFIG[at + 1 :]
            assert (layout.damage_of("config", body) is None) == (body == layout.CONFIG), body


def test_the_code_of_the_store_starts_nothing_imports_nothing_by_name_and_opens_no_connection() -> None:
    """C01: nothing that a store says can reach a program, a module or a host, for the package has no way there."""
    import ast

    import gnut_store

    banned = {"subprocess", "socket", "importlib", "runpy", "ctypes", "http", "urllib", "webbrowser", "pickle", "shlex"}
    calls = {"eval", "exec", "__import__", "compile", "system", "popen"}
    for path in Path(str(gnut_store.__file__)).parent.glob("*.py"):
        if path.name.startswith("cloud"):
            continue  # Reached by a URL that a person types, and by nothing else.
        for node in ast.walk(ast.parse(path.read_bytes())):
            names: list[Any] = []
            if isinstance(node, ast.Import):
                names = [alias.name.split(".")[0] for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                names = [(node.module or "").split(".")[0]]
            elif isinstance(node, ast.Call):
                named = getattr(node.func, "id", getattr(node.func, "attr", ""))
                assert named not in calls or ast.unparse(node.func) == "re.compile", f"{path.name}: {named}"
            allowed = {"shlex"} if path.name == "guard.py" else set()
            assert not set(names) & (banned - allowed), f"{path.name}: {names}"


ONLINE = {"acquire", "sync"}
"""Commands by which a person asks for the network."""

LINES: dict[str, Sequence[str]] = {
    "arena": ("report.md",),
    "check": ("report.md",),
    "diff-replay": ("report.md",),
    "fsck": (),
    "gc": (),
    "hook": ("print",),
    "ingest": ("report.md",),
    "init": (),
    "ledger": ("report.md",),
    "log": ("report.md",),
    "note": (),
    "plumbing": ("canonical",),
    "quote": ("--source", "source.md", "--text", "revenue rose"),
    "render-receipt": ("report.md", "report.md"),
    "rule": ("GN801",),
    "show": ("report.md",),
    "sign": ("report.md",),
    "store": ("ls",),
}


@pytest.mark.parametrize("command", sorted(set(PLACES) - ONLINE))
def test_no_command_but_those_that_ask_for_it_opens_a_connection(repository: Path, command: str) -> None:
    """C02: whatever the repository says."""
    (repository / "gnut.toml").write_text("offline = false\n", encoding="utf-8")
    (repository / "linked.md").write_text("See [it](https://example.com/page).\n", encoding="utf-8")
    ran = run(repository, command, *LINES.get(command, ()), given='{"value": 1}\n')
    assert [event for event in ran.seen if event.startswith("socket.")] == []
    if command == "check":
        ran = run(repository, "check", "linked.md")
        assert [event for event in ran.seen if event.startswith("socket.")] == []
