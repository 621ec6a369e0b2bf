"""Copies that a user brings, by `--saved` and `--from-warc`, on their way into a store."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from gnut.acquire.contract import Acquisition
from gnut.acquire.core import on_record, stands
from gnut.edge.live import read, settled_with
from gnut.edge.pending import Pending
from gnut.edge.sandbox import Sandbox
from gnut.edge.typed import Copy
from gnut.edge.world import World
from gnut.errors import Usage
from gnut.model import Absence, Request, Source, Uri
from gnut_store.store import Store


def standing(store: Store | None, uri: Uri) -> Source | None:
    """Return the fetched source on record that a copy may not silently take the place of."""
    if store is None:
        return None
    got = stands(store, uri, on_record(store, uri))
    return got if isinstance(got, Source) and not got.supplied else None


def require_room(store: Store | None, copies: Sequence[Copy]) -> None:
    """Refuse copies of which one would take a fetched one's place; all are looked at before any is kept.

    Raises:
        Usage: One would.
    """
    for one in copies:
        if standing(store, one.request.uri) is not None:
            raise Usage(
                f"{one.request.uri}: a fetched snapshot is on record",
                help="add --refresh to put your copy in its place; the fetched one stays in its history",
            )


def take_in(
    world: World,
    store: Store | None,
    copies: Iterable[Copy],
    keep: str,
    settled: Callable[[Acquisition], None],
    *,
    dry: bool = False,
) -> None:
    """Read each copy, and keep it but for a dry run; what came before an error or an interrupt is kept.

    Args:
        world: Clocks.
        store: Where they are kept; None only for a dry run.
        copies: Of distinct sources.
        keep: How much of a page enters the team's tier.
        settled: Told what each came to.
        dry: Whether to keep nothing.
    """
    pending = None if store is None or dry else Pending(store, world.clock)
    with Sandbox() as sandbox:
        try:
            for one in copies:
                answer = read(sandbox, one.fetched, one.name)
                made = settled_with(store, one.request, answer, one.at or world.now(), keep)
                if pending is not None:
                    pending.add(made)
                settled(made)
        finally:
            if pending is not None:
                pending.flush()


def of_warc(
    world: World, names: Sequence[str], asked: Sequence[Request] | None, failed: Callable[[Absence], None]
) -> Iterator[Copy]:
    """Yield the copies that WARC files hold.

    Args:
        world: Where file names start from.
        names: WARC files, as typed.
        asked: Sources that are looked for; None for all.
        failed: Told of each response of which no source can be made.

    Raises:
        MissingExtra: The library that reads archives is not installed.
        InputMissing: A file is not there.
        BadArchive: A file is no WARC, or damaged; then what stands before the damage was yielded.
    """
    from gnut.edge.warc.captures import captures

    for taken in captures([world.cwd / name for name in names], asked, latest=world.now()):
        if isinstance(taken.answer, Absence):
            failed(taken.answer)
        else:
            yield Copy(taken.request, taken.answer, taken.name, taken.at)
