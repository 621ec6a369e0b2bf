"""Copies that a user brings, by `--saved` and `--from-warc`, on their way into a store."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

from gnut.acquire.contract import Acquisition, Answer
from gnut.acquire.core import on_record, stands
from gnut.edge.live import read, settled_with
from gnut.edge.pending import Pending
from gnut.edge.sandbox import Sandbox
from gnut.edge.typed import Copy
from gnut.edge.world import World
from gnut.errors import Usage
from gnut.model import Absence, Request, Source, Uri
from gnut_store.store import Store

KINDS = 100
"""Types of what is passed over in an archive that are counted apart."""


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
    last = _Last()
    with Sandbox() as sandbox:
        try:
            for one in copies:
                answer = last.answer(sandbox, one)
                made = settled_with(store, one.request, answer, one.at or world.now(), keep)
                if pending is not None:
                    pending.add(made)
                settled(made)
        finally:
            if pending is not None:
                pending.flush()


class _Last:
    """What was read last: of several addresses of one archived page it is read once."""

    def __init__(self) -> None:
        self._body: bytes | None = None
        self._kind: tuple[str | None, str] = None, ""
        self._answer: Answer | None = None

    def answer(self, sandbox: Sandbox, one: Copy) -> Answer:
        """Return what `read` returns of a copy."""
        known, kind = self._answer, (one.fetched.media_type, _ending(one.name))
        if known is None or self._body is not one.fetched.body or self._kind != kind:
            known = self._answer = read(sandbox, one.fetched, one.name)
            self._body, self._kind = one.fetched.body, kind
        if isinstance(known, Absence):
            return Absence(one.request.uri, known.why, known.detail)
        return (one.fetched, known[1]) if isinstance(known, tuple) else known


def _ending(name: str) -> str:
    """Return the part of a name that tells kinds of text apart."""
    last = name.rpartition("/")[2]
    return last.rpartition(".")[2] if "." in last else ""


class Archives:
    """WARC files as copies, and what was met in them that is no copy."""

    def __init__(self, world: World, names: Sequence[str]) -> None:
        """Read nothing yet; `names` are typed, and start from the folder of `world`."""
        self._paths = [world.cwd / name for name in names]
        self._now = world.now()
        self.passed: Counter[str] = Counter()
        """Addresses of which nothing was taken, by the type of what is there, or the kind of failure."""

        self.over: list[Request] = []
        """Sources that wait for another call."""

    def copies(
        self, asked: Sequence[Request] | None, most: int | None, failed: Callable[[Absence], None]
    ) -> Iterator[Copy]:
        """Yield the copies of sources.

        Args:
            asked: Sources that are looked for; None for all.
            most: How many are taken at most; None for all.
            failed: Told of each response of which no source can be made.

        Raises:
            MissingExtra: The library that reads archives is not installed.
            InputMissing: A file is not there.
            BadArchive: A file is no WARC, or damaged; then what stands before the damage was yielded.
        """
        from gnut.edge.warc.captures import Told, captures

        told = Told(self._pass, self.over.append)
        for taken in captures(self._paths, asked, latest=self._now, most=most, told=told):
            if isinstance(taken.answer, Absence):
                failed(taken.answer)
            else:
                yield Copy(taken.request, taken.answer, taken.name, taken.at, taken.checked.value)

    def _pass(self, kind: str) -> None:
        # What a file calls its types has no end; the kinds of failure have.
        self.passed[kind if kind in self.passed or len(self.passed) < KINDS else "of other types"] += 1

    def said(self) -> str | None:
        """Return in words what was passed over; None for nothing."""
        count = sum(self.passed.values())
        if not count:
            return None
        from gnut.edge.net.refusal import plain

        told = ", ".join(f"{number} {plain(kind)}" for kind, number in self.passed.most_common())
        return f"{count} {'address' if count == 1 else 'addresses'} of the archive passed over: {told}"
