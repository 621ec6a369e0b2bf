"""The attack from outside finds what it is for: a gnut with one known fault fails, the real one passes."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import textwrap
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

HARNESS = Path(__file__).parent.parent / "bench/harness"

pytestmark = [pytest.mark.heavy, pytest.mark.skipif(not HARNESS.is_dir(), reason="the harness is not here")]

FAULTS = {
    "none": "",
    "no fsync of files": """
        import os, stat
        whole = os.fsync
        os.fsync = lambda fd: None if stat.S_ISREG(os.fstat(fd).st_mode) else whole(fd)
        """,
    "no fsync of folders": """
        from gnut_store.files import Files
        Files.sync_folder = lambda self, path: None
        """,
    "acknowledges first": """
        from gnut.commands import store
        from gnut_store import oid
        from gnut_store.batch import DiskBatch
        whole = DiskBatch.add
        def add(self, kind, body):
            sys.stdout.write(oid.oid_of(kind, body) + "\\n")
            sys.stdout.flush()
            import time
            time.sleep(0.02)
            return whole(self, kind, body)
        DiskBatch.add = add
        store._acknowledge = lambda lines: None
        """,
    "swallows errors": """
        import os
        whole = os.write
        def write(fd, data):
            try:
                return whole(fd, data)
            except OSError:
                return len(data)
        os.write = write
        """,
    "tries fsync again": """
        import os
        whole = os.fsync
        def fsync(fd):
            try:
                whole(fd)
            except OSError:
                pass
        os.fsync = fsync
        """,
    "sees no damage": """
        if "fsck" in sys.argv:
            print("The store is sound", file=sys.stderr)
            sys.exit(0)
        """,
    "writes in place": """
        from gnut_store.files import Files
        def mark(self, path):
            import os
            there = os.path.lexists(path)
            os.close(os.open(path, os.O_WRONLY | os.O_CREAT, 0o444))
            return not there
        Files.mark = mark
        """,
    "no fsync of what git leaves": """
        from gnut_store.carry import repository
        repository._sync = lambda path: None
        """,
    "lets the ref lead first": """
        from gnut_store.carry import git_carrier
        whole = git_carrier.settle
        git_carrier.settle = lambda git, written, ref: whole(git, written, ref) if ref else None
        """,
    "gives other bytes": """
        if "cat" in sys.argv:
            from gnut_store.store import DiskStore
            whole = DiskStore.fetch
            DiskStore.fetch = lambda self, hash: (whole(self, hash)[0], whole(self, hash)[1].swapcase())
        """,
    "loses updates": """
        if "count" in sys.argv:
            print(1)
            sys.exit(0)
        """,
}


def command(folder: Path, fault: str) -> dict[str, str]:
    """Put a `gnut` with a fault on PATH and return the environment in which it is found."""
    folder.mkdir(parents=True)
    script = folder / "gnut"
    body = textwrap.dedent(FAULTS[fault])
    script.write_text(
        f"#!{sys.executable}\nimport sys\n{body}\nfrom gnut.__main__ import main\nsys.exit(main())\n", encoding="utf-8"
    )
    script.chmod(0o755)
    return dict(os.environ) | {"PATH": f"{folder}:{os.environ['PATH']}", "TMPDIR": str(folder)}


def result(script: str, words: str, environment: Mapping[str, str]) -> dict[str, Any]:
    """Run a script of the harness and return its one line."""
    done = subprocess.run(
        [sys.executable, str(HARNESS / script), *words.split()], env=environment, capture_output=True, text=True
    )
    line: dict[str, Any] = json.loads(done.stdout)
    assert done.returncode == (1 if line["verdict"] == "FAIL" else 0), done.stderr
    return line


CAUGHT = [
    ("no fsync of files", "fsync_audit.py", "--operations add", "strace"),
    ("no fsync of folders", "fsync_audit.py", "--operations add", "strace"),
    ("writes in place", "fsync_audit.py", "--operations ref", "strace"),
    ("no fsync of what git leaves", "fsync_audit.py", "--operations push", "strace"),
    ("lets the ref lead first", "fsync_audit.py", "--operations push", "strace"),
    ("gives other bytes", "crash_loop.py", "--rounds 1", ""),
    ("acknowledges first", "crash_loop.py", "--rounds 6", ""),
    ("swallows errors", "faults.py", "--operations add --calls write --errors ENOSPC --most 4", "strace"),
    ("tries fsync again", "faults.py", "--operations add --calls fsync --errors EIO --most 3", "strace"),
    ("sees no damage", "damage.py", "--most 4", ""),
    ("loses updates", "writers.py", "--rounds 1 --writers 3 --inputs 2", ""),
]


@pytest.mark.parametrize(("fault", "script", "words", "needs"), CAUGHT)
def test_a_gnut_with_a_fault_fails(tmp_path: Path, fault: str, script: str, words: str, needs: str) -> None:
    if needs and shutil.which(needs) is None:
        pytest.skip(f"{needs} is missing")
    line = result(script, words, command(tmp_path / "bin", fault))
    if line["verdict"] == "LEFT OUT":
        pytest.skip(line["why"])
    assert line["verdict"] == "FAIL", line


@pytest.mark.parametrize(
    ("script", "words"),
    [
        ("fsync_audit.py", "--operations add"),
        ("crash_loop.py", "--rounds 2"),
        ("damage.py", "--most 2"),
        ("writers.py", "--rounds 1 --writers 2 --inputs 2"),
    ],
)
def test_the_real_one_passes(tmp_path: Path, script: str, words: str) -> None:
    assert result(script, words, command(tmp_path / "bin", "none"))["verdict"] in ("PASS", "LEFT OUT")


def test_every_script_of_the_harness_is_run_by_its_one_entry() -> None:
    entry = (HARNESS / "run.py").read_text("utf-8")
    scripts = {path.stem for path in HARNESS.glob("*.py")} - {"run", "drive", "operations", "places", "strace"}
    assert {name for name in scripts if f"{name}.main" in entry} == scripts
