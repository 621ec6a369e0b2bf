"""What tests of `gnut acquire` share: a loopback server, a repository with a store, and the command in one call."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from gnut.acquire.core import replay
from gnut.commands.acquire import acquire
from gnut.edge.errand import Errand
from gnut.edge.typed import typed
from gnut.edge.world import World, world
from gnut.model import Source
from gnut_store.store import DiskStore, init, open_store
from tests.loopback import Web, reply, serving


@pytest.fixture
def web() -> Iterator[Web]:
    with serving() as web:
        web.pages["/a"] = reply(b"<p>The gate shuts at nine.</p>")
        web.pages["/b"] = reply(b"<p>The lock opens at dawn.</p>")
        yield web


@pytest.fixture
def here(tmp_path: Path) -> World:
    init(tmp_path)
    return world(str(tmp_path))


def run(here: World, web: Web | None, *reports: str, **more: object) -> int:
    """Run the command with the server opened to it."""
    options: dict[str, object] = {"allow_net": (f"127.0.0.1:{web.port}",) if web else (), "jobs": 4, "reports": reports}
    return acquire(here, Errand(**(options | more)))  # type: ignore[arg-type]


def cites(here: World, *addresses: str, name: str = "report.md") -> str:
    """Write a report that cites these addresses, and return its name."""
    (here.root / name).write_text("".join(f"See [it]({one}).\n\n" for one in addresses), encoding="utf-8")
    return name


def store(here: World) -> DiskStore:
    return open_store(here.root / ".gnut")


def text(here: World, address: str) -> str | None:
    """Return the text on record of an address; None when there is none."""
    got = replay(store(here))(typed(address))
    return got.text if isinstance(got, Source) else None


def kept(here: World) -> dict[str, bytes]:
    """Return every file of the store."""
    folder = here.root / ".gnut"
    return {str(path): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}
