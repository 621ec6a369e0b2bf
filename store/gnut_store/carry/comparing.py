"""How a store and a git remote differ: `gnut sync status`."""

from __future__ import annotations

from contextlib import suppress
from typing import NamedTuple

from gnut_store import healing, known, layout
from gnut_store.carry.git_carrier import GitCarrier
from gnut_store.carry.remote import Remote
from gnut_store.carry.syncing import Place
from gnut_store.errors import StoreBusy
from gnut_store.files import Files
from gnut_store.index import PackFile
from gnut_store.oid import Oid
from gnut_store.pack import ENTRY, Footer

ATTEMPTS = 5
"""Times that the packs here are read while another process moves them."""


class Side(NamedTuple):
    """What one side has and the other has not."""

    packs: tuple[str, ...]
    """By name: what they hold may stand in other packs of the other side."""

    objects: int
    entries: int
    size: int
    """Bytes of the packs."""


class Compared(NamedTuple):
    """How a store and a remote differ, by what was last fetched."""

    remote: str
    commit: str | None
    committed: int | None
    """When the remote's commit was made, in seconds since 1970: the state is not older than that."""

    both: int
    here: Side
    there: Side
    strange: tuple[tuple[str, str], ...]
    damaged: tuple[tuple[str, str], ...]
    """(path, what is wrong with it) of packs here."""


def status(place: Place, name: str | None, *, fetch: bool) -> Compared:
    """Compare the team's tier with what a remote had when it was last fetched; writes nothing to the store.

    Args:
        place: The store and its repository.
        name: The remote; see `Remote`.
        fetch: Whether to ask the remote first.

    Raises:
        StoreBusy: Another process moves packs each time.
    """
    remote = Remote(place.repository, name, place.environ, place.cwd)
    theirs = GitCarrier(place.repository, remote.tracking, now=place.now, place=remote.shown)
    if fetch:
        remote.fetch()
    for _ in range(ATTEMPTS):
        # Packs that gc merges meanwhile go away; what they held stands in others then.
        with suppress(FileNotFoundError):
            return _compared(place, remote, theirs)
    raise StoreBusy("another process keeps moving packs of the store", help="Try again later.")


def _compared(place: Place, remote: Remote, theirs: GitCarrier) -> Compared:
    files, top = place.store.files, place.store.folder
    here, there = known.packs_of(top, files), theirs.names()
    lost = healing.damaged(f"{top}/packs", here, files)
    needless = known.names(top, files, lost=lost)
    lacking = tuple(sorted(there - here - needless))
    only_here = tuple(sorted(here - there - lost.keys()))
    mine, yours = _Content(), _Content()
    sizes: dict[str, int] = {}
    for name in sorted(here - lost.keys()):
        footer, sizes[name] = _read(top, name, files)
        for content in (mine, yours) if name in there else (mine,):
            content.add(footer)
    if lacking or only_here:
        for footer in theirs.footers(sorted(there - (here - lost.keys()))):
            yours.add(footer)
    length = theirs.sizes()
    return Compared(
        remote.shown,
        theirs.tip(),
        theirs.time(),
        len(here & there - lost.keys()),
        mine.beyond(yours, only_here, sum(sizes[each] for each in only_here)),
        yours.beyond(mine, lacking, sum(length.get(each, 0) for each in lacking)),
        theirs.strange(),
        tuple((f"packs/{name}{layout.PACK_SUFFIX}", f"{why} here") for name, why in lost.items()),
    )


class _Content:
    """Objects and entries of the packs of one side."""

    def __init__(self) -> None:
        self.objects: set[bytes] = set()
        self.entries: set[tuple[str, Oid]] = set()

    def add(self, footer: Footer) -> None:
        """Take in what a pack says that it holds."""
        self.objects.update(entry[0] for entry in ENTRY.iter_unpack(footer.entries))
        self.entries.update(footer.refs)

    def beyond(self, other: _Content, packs: tuple[str, ...], size: int) -> Side:
        """Return what this side has and the other has not."""
        return Side(packs, len(self.objects - other.objects), len(self.entries - other.entries), size)


def _read(top: str, name: str, files: Files) -> tuple[Footer, int]:
    """Return what a pack here says about itself, and its length."""
    pack = PackFile(files, f"{top}/packs/{name}{layout.PACK_SUFFIX}", name)
    footer = pack.footer
    pack.close()
    return footer, pack.size
