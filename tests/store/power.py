"""A disk that is cut off from its power: what is durable, what may be, and every tree that may be found afterwards.

The model is the weakest that a file system may be and still keep what `fsync` promises: a name is durable once its
folder was synced, bytes once their file was. Of what was not synced, any part may be there. That a file's own sync
makes its name durable, as ext4 does, is not relied on; nor is any order between two folders. A rename never loses the
old name while the new one is not there, unless the old folder was synced and the new one was not.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest

Chance = Callable[[], bool]
"""Says of each change that was not synced whether it is found after the power cut."""


class File:
    """Bytes of one file: as they are, and as they are on the disk for certain."""

    def __init__(self, body: bytes = b"") -> None:
        self.body, self.durable = bytearray(body), bytes(body)

    def sync(self) -> None:
        self.durable = bytes(self.body)


class Move:
    """One rename: whether its new name is found decides whether its old one may be gone."""

    def __init__(self) -> None:
        self.found: bool | None = None
        self.durable = False

    def is_found(self, chance: Chance) -> bool:
        if self.found is None:
            self.found = self.durable or chance()
        return self.found


class Change(NamedTuple):
    """A name that was put into a folder, or taken out of it when there is no node."""

    name: str
    node: File | Folder | None
    move: Move | None


class Folder:
    """Names in one folder, and the changes that were not synced, in their order."""

    def __init__(self) -> None:
        self.names: dict[str, File | Folder] = {}
        self.durable: dict[str, File | Folder] = {}
        self.pending: list[Change] = []

    def put(self, name: str, node: File | Folder | None, move: Move | None = None) -> None:
        self.pending.append(Change(name, node, move))
        if node is None:
            del self.names[name]
        else:
            self.names[name] = node

    def sync(self) -> None:
        self.durable = dict(self.names)
        for change in self.pending:
            if change.move is not None and change.node is not None:
                change.move.durable = True
        self.pending.clear()


def read_in(path: Path) -> Folder:
    """Return a folder on disk, all of it durable."""
    folder = Folder()
    for each in path.iterdir():
        folder.names[each.name] = read_in(each) if each.is_dir() else File(each.read_bytes())
    folder.sync()
    return folder


class Disk:
    """Stands in for `os` in the store's only way to the file system, and remembers what it was told."""

    def __init__(self, root: Path) -> None:
        self.top = str(root)
        self.root = read_in(root)
        self.open_nodes: dict[int, File | Folder | None] = {}
        self.steps = 0
        self.before: Callable[[int], None] | None = None
        """Called with the number of each step before it is taken."""

    def __getattr__(self, name: str) -> Any:
        return getattr(os, name)

    def _node(self, path: str) -> File | Folder | None:
        if path != self.top and not path.startswith(self.top + "/"):
            return None
        node: File | Folder | None = self.root
        for part in os.path.relpath(path, self.top).split("/"):
            if part == ".":
                continue
            node = node.names.get(part) if isinstance(node, Folder) else None
        return node

    def _above(self, path: str) -> tuple[Folder | None, str]:
        above = self._node(os.path.dirname(path))
        return (above if isinstance(above, Folder) else None), os.path.basename(path)

    def _step(self) -> None:
        self.steps += 1
        if self.before is not None:
            self.before(self.steps)

    def _put(self, path: str, node: File | Folder | None, move: Move | None = None) -> None:
        above, name = self._above(path)
        if above is not None:
            above.put(name, node, move)

    def open(self, path: str, flags: int, mode: int = 0o777, **named: Any) -> int:
        if flags & os.O_CREAT:
            self._step()
        fd = os.open(path, flags, mode, **named)
        if flags & os.O_CREAT:
            self._put(path, File())
        self.open_nodes[fd] = self._node(path)
        return fd

    def write(self, fd: int, data: Any) -> int:
        self._step()
        count = os.write(fd, data)
        node = self.open_nodes.get(fd)
        if isinstance(node, File):
            node.body += bytes(data[:count])
        return count

    def fsync(self, fd: int) -> None:
        self._step()
        os.fsync(fd)
        node = self.open_nodes.get(fd)
        if node is not None:
            node.sync()

    def mkdir(self, path: str, mode: int = 0o777) -> None:
        self._step()
        os.mkdir(path, mode)
        self._put(path, Folder())

    def rename(self, source: str, target: str) -> None:
        self._step()
        os.rename(source, target)
        node, move = self._node(source), Move()
        self._put(source, None, move)
        self._put(target, node, move)

    replace = rename

    def link(self, source: str, target: str, **named: Any) -> None:
        self._step()
        os.link(source, target, **named)
        self._put(target, self._node(source))

    def unlink(self, path: str) -> None:
        self._step()
        os.unlink(path)
        self._put(path, None)

    def rmdir(self, path: str) -> None:
        self._step()
        os.rmdir(path)
        self._put(path, None)

    def after_a_cut(self, target: Path, found: Chance) -> Path:
        """Lay out a tree that may be found when the power went now."""
        for move in _moves(self.root):
            move.found = None
        _lay(self.root, target, found)
        return target


def _moves(folder: Folder) -> Iterator[Move]:
    for change in folder.pending:
        if change.move is not None:
            yield change.move
    for node in {id(node): node for node in (*folder.names.values(), *folder.durable.values())}.values():
        if isinstance(node, Folder):
            yield from _moves(node)


def _lay(folder: Folder, target: Path, found: Chance) -> None:
    target.mkdir()
    names = dict(folder.durable)
    for name, node, move in folder.pending:
        there = found() if move is None else move.is_found(found)
        if there and node is not None:
            names[name] = node
        elif there and (move is None or not move.durable or found()):
            names.pop(name, None)
    for name, node in names.items():
        if isinstance(node, Folder):
            _lay(node, target / name, found)
            continue
        body = node.durable if bytes(node.body) == node.durable or not found() else bytes(node.body)
        if body != node.durable and not found():
            # The length was written and the bytes were not, or only some of them.
            body = body[: len(body) // 2] + bytes(len(body) - len(body) // 2)
        (target / name).write_bytes(body)


@contextmanager
def watched(root: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Disk]:
    """Yield what is known of the disk under `root` while the store's code works on it."""
    import gnut_store.files

    disk = Disk(root)
    with monkeypatch.context() as patch:
        patch.setattr(gnut_store.files, "os", disk)
        yield disk
