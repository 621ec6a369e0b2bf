"""Repositories, stores and hostile trees for the tests of what git carries."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pygit2

from gnut_store import layout, refs
from gnut_store.carry import STORE_REF, GitCarrier
from gnut_store.oid import Oid
from gnut_store.store import init, open_store
from tests.hostile_repository import git

FILE, FOLDER, LINK, MODULE = 0o100644, 0o040000, 0o120000, 0o160000


def hub(folder: Path) -> Path:
    """Make a bare repository."""
    folder.mkdir(parents=True)
    git(folder, "init", "-q", "--bare")
    return folder


def clone(folder: Path, origin: Path | None = None) -> Path:
    """Make a repository with a store in it, and `origin` if there is one; return its top."""
    folder.mkdir(parents=True)
    git(folder, "init", "-q")
    if origin is not None:
        git(folder, "remote", "add", "origin", str(origin))
    init(folder)
    return folder


def put(top: Path, *bodies: bytes, ref: str | None = None) -> list[Oid]:
    """Keep blobs in one pack of the team's, all under one ref if it is given."""
    with open_store(top / ".gnut").write() as batch:
        oids = [batch.add("blob", body) for body in bodies]
        for oid in oids if ref else ():
            batch.ref(str(ref), oid)
    return oids


def packs(top: Path, within: str = ".gnut") -> dict[str, str]:
    """Return the team's packs: name to path."""
    return {path.stem: str(path) for path in (top / within / "packs").glob("*.gpk")}


def carry(top: Path) -> GitCarrier:
    """Put the team's packs under the local ref; return what carries them."""
    carrier = GitCarrier(top)
    carrier.write(packs(top))
    return carrier


def tree(repository: pygit2.Repository, content: Mapping[str, Any]) -> pygit2.Oid:
    """Write a tree byte by byte, with names that git itself would refuse.

    Args:
        repository: Takes it.
        content: Name to bytes (a file), a mapping (a folder), or (mode, bytes, mapping or id).
    """
    rows = []
    for name, value in content.items():
        mode, inner = value if isinstance(value, tuple) else (FOLDER if isinstance(value, Mapping) else FILE, value)
        if isinstance(inner, Mapping):
            oid = tree(repository, inner)
        elif isinstance(inner, bytes):
            oid = repository.create_blob(inner)
        else:
            oid = inner
        key = name.encode("utf-8", "surrogateescape") + (b"/" if mode == FOLDER else b"")
        rows.append((key, b"%o %s\0" % (mode, name.encode("utf-8", "surrogateescape")) + oid.raw))
    return repository.odb.write(pygit2.enums.ObjectType.TREE, b"".join(row for _, row in sorted(rows)))


def commit(repository: pygit2.Repository, content: Mapping[str, Any], ref: str = STORE_REF) -> str:
    """Let a ref name a commit with a tree that is written byte by byte."""
    body = f"tree {tree(repository, content)}\nauthor a <a@b> 0 +0000\ncommitter a <a@b> 0 +0000\n\nx\n"
    oid = repository.odb.write(pygit2.enums.ObjectType.COMMIT, body.encode())
    repository.references.create(ref, oid, force=True)
    return str(oid)


def honest(**bodies: bytes) -> dict[str, Any]:
    """Return the tree of a store with these packs: name to bytes."""
    entries = {"packs": dict.fromkeys(bodies, b"")}
    files = {f"{name}.gpk": body for name, body in bodies.items()}
    return {**layout.FIXED, "packs": files, "refs": {refs.PACKS: entries["packs"]}}


def gnut(top: Path, *arguments: str, **extra: str) -> subprocess.CompletedProcess[str]:
    """Run gnut as a process of its own in a folder, in nobody's home."""
    environ = {"PATH": "/usr/bin:/bin", "HOME": str(top.parent), "GIT_CONFIG_NOSYSTEM": "1", **extra}
    command = [sys.executable, "-m", "gnut", "-C", str(top), *arguments]
    done = subprocess.run(command, env=environ, capture_output=True, text=True, timeout=120)
    assert "Traceback" not in done.stdout + done.stderr
    assert done.returncode != 3, done.stderr
    return done
