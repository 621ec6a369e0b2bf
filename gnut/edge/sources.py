"""Where a command gets sources from without the network: the store, and files of the repository."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from gnut.acquire.contract import EPOCH, Acquired, Snapshot, Sources
from gnut.config.parse import Config
from gnut.errors import GnutError
from gnut.model import Absence, Fetched, Request, Source, Uri
from gnut.text.extracted import Extracted, Unreadable
from gnut_store.oid import Oid

if TYPE_CHECKING:
    from gnut.edge.git.views import View
    from gnut.edge.sandbox import Sandbox

Damaged = Callable[[GnutError], None]
"""Told of every object of the store that cannot be read."""

REMEMBERED = 16_000_000
"""Most characters of sources that are kept for the next report of the same call."""


def kept(folder: Path | None, damaged: Damaged) -> Sources:
    """Return the sources that a store holds; without a store, none is acquired."""
    if folder is None:
        return lambda request: Absence(request.uri, "not_acquired", "there is no store")
    from gnut.acquire.core.replay import replay
    from gnut.edge.store import open_store

    return replay(open_store(folder), damaged, _beside)


def _beside(other: Snapshot) -> None:
    """Say that a capture with text is on record where one without is in force: no row does, for a replay sees one."""
    from shlex import quote

    from gnut.edge import terminal

    terminal.note(
        f"{other.uri}: the capture in force is no evidence; another one on record, of {other.fetched_at}, holds text:"
        f"  gnut show {quote(other.uri)}"
    )


class Reader:
    """Turns bytes at hand into text, what is dangerous to parse in one limited child."""

    def __init__(self) -> None:
        """Start nothing yet."""
        self._sandbox: Sandbox | None = None
        self.snapshots: dict[Oid, bytes] = {}
        """Snapshots of the files that were read, by their ids; nothing has written them."""

    def __call__(self, fetched: Fetched) -> Acquired:
        """Return the text of a file as a source, or why it is none.

        Its snapshot has no time and no raw bytes, which the repository has, so that the same file gives the
        same one everywhere.
        """
        from gnut.acquire.core import snapshot, source

        extracted = self._read(fetched)
        if isinstance(extracted, Unreadable):
            return Absence(fetched.uri, extracted.why, extracted.detail)
        # The same rules as for a fetched page, hollow pages included.
        made, objects = snapshot(fetched, extracted, None, EPOCH, "text")
        got = source(made.oid, made.snapshot, extracted.text, extracted.hidden_text, made.sha256)
        if isinstance(got, Absence):
            # Nothing stands on it, so nobody keeps it, and nothing may name it.
            return Absence(got.uri, got.why, got.detail)
        self.snapshots[made.oid] = objects[-1].body
        return got

    def _read(self, fetched: Fetched) -> Extracted | Unreadable:
        # Which bytes need the child is the sandbox's to say; it starts one when it meets the first.
        if self._sandbox is None:
            from gnut.edge.sandbox import Sandbox

            self._sandbox = Sandbox()
        return self._sandbox.read(fetched.body, fetched.media_type, fetched.uri)

    def close(self) -> None:
        """End the child, if there is one."""
        if self._sandbox is not None:
            self._sandbox.close()


def local(root: Path, config: Config, reader: Reader) -> Sources:
    """Return the sources that are files of the repository, read as they stand now."""

    def read(relative: str) -> Fetched | Absence:
        from gnut.edge.local import read_local

        return read_local(root, relative)

    return _as_sources(read, config, reader)


def held(view: View, root: Path, config: Config, reader: Reader) -> Sources:
    """Return the sources that are files of the repository, as git holds them beside a report."""

    def read(relative: str) -> Fetched | Absence:
        from gnut.edge.held import read_held

        return read_held(view, root, relative)

    return _as_sources(read, config, reader)


def _as_sources(read: Callable[[str], Fetched | Absence], config: Config, reader: Reader) -> Sources:
    def sources(request: Request) -> Acquired:
        from gnut.edge.files import is_pointer

        fetched = read(request.uri.removeprefix("file:"))
        if isinstance(fetched, Absence):
            return fetched
        if len(fetched.body) > config.max_source_bytes:
            return Absence(request.uri, "too_large", f"over {config.max_source_bytes} bytes")
        if is_pointer(fetched.body):
            return Absence(request.uri, "not_found", "a pointer of git LFS stands there: git lfs pull fetches the file")
        return reader(fetched)

    return sources


def by_scheme(files: Sources, others: Sources) -> Sources:
    """Return sources that read files of the repository and take all else from `others`."""

    def sources(request: Request) -> Acquired:
        return files(request) if request.uri.startswith("file:") else others(request)

    return sources


def remembered(sources: Sources, most: int = REMEMBERED) -> Sources:
    """Return sources that are asked once each, as long as what is kept stays under `most` characters."""
    known: dict[Uri, Acquired] = {}
    size = 0

    def remember(request: Request) -> Acquired:
        nonlocal size
        if request.uri in known:
            return known[request.uri]
        known[request.uri] = answer = sources(request)
        size += _weight(answer)
        while size > most and len(known) > 1:
            size -= _weight(known.pop(next(iter(known))))
        return answer

    return remember


def _weight(answer: Acquired) -> int:
    return len(answer.text) + len(answer.hidden_text or "") if isinstance(answer, Source) else 1
