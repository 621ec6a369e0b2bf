"""Sources fetched now, read in the sandbox, and made durable as they come."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from msgspec import Struct

from gnut.acquire.contract import Acquisition, Answer, Fetch
from gnut.acquire.core import missing, on_record, replay, settle, stands
from gnut.config.parse import Config
from gnut.edge.sandbox import Sandbox
from gnut.edge.world import World
from gnut.errors import NetworkNotAllowed
from gnut.model import Absence, Fetched, Request, Unchanged
from gnut.text.extracted import Unreadable
from gnut_store.store import Store

CUT_SECONDS = 5.0
CUT_BYTES = 32 * 1024 * 1024
"""What is fetched becomes durable after so long or so much, so that a crash loses seconds and not the run."""

JOBS = 8
"""Fetches at once, over all hosts."""


class Means(Struct, frozen=True):
    """How one call fetches, and how it keeps."""

    fetch: Fetch
    keep: str
    """How much of a page enters the team's tier: `all | text | hash`."""

    jobs: int


def means(config: Config, *, allow_net: Iterable[str] = (), jobs: int | None = None, obey_robots: bool = True) -> Means:
    """Return the network as the configuration and the command line allow it.

    Args:
        config: The repository's choice; its limits only lower gnut's own.
        allow_net: HOST:PORT of servers that may be asked whatever their addresses are, for this call.
        jobs: Fetches at once; `JOBS` when None.
        obey_robots: Whether robots.txt is asked first.

    Raises:
        NetworkNotAllowed: The configuration says `offline`.
        Usage: A value of `allow_net` is no host with a port.
    """
    if config.offline:
        raise NetworkNotAllowed("the configuration says offline", help="take the key `offline` away to fetch")
    from msgspec.structs import replace

    from gnut.edge.net import LIMITS, Fetcher, allowed

    most = config.max_source_bytes
    limits = replace(
        LIMITS,
        exchange=min(LIMITS.exchange, float(config.timeout_seconds)),
        wire=min(LIMITS.wire, most),
        wire_pdf=min(LIMITS.wire_pdf, most),
        decoded=min(LIMITS.decoded, most),
        decoded_pdf=min(LIMITS.decoded_pdf, most),
    )
    fetch = Fetcher(allowed(tuple(allow_net)), obey_robots=obey_robots, limits=limits)
    return Means(fetch, config.keep, jobs or JOBS)


def capture(
    world: World,
    store: Store,
    requests: Iterable[Request],
    means: Means,
    settled: Callable[[Acquisition], None] = lambda _: None,
) -> Iterator[Acquisition]:
    """Fetch every request and yield what it comes to once that is durable, as the answers come.

    Args:
        world: Clocks.
        store: Where snapshots, and failures beside them, are kept.
        requests: Distinct sources.
        means: The network, and what is kept.
        settled: Told of each answer at once, before it is durable; for a progress bar.
    """
    from gnut.edge.net import fetch_many

    pending = Pending(store, world.clock)
    with Sandbox() as sandbox:
        try:
            for request, fetched in fetch_many(requests, means.fetch, means.jobs):
                one = settled_with(store, request, read(sandbox, fetched), world.now(), means.keep)
                settled(one)
                yield from pending.add(one)
        finally:
            # Also when interrupted: what was captured is kept.
            rest = pending.flush()
    yield from rest


def read(sandbox: Sandbox, fetched: Fetched | Unchanged | Absence, name: str | None = None) -> Answer:
    """Return an answer with its text; a body that cannot be read is a named absence.

    Args:
        sandbox: Where HTML and PDF are parsed.
        fetched: What came back.
        name: File name whose ending tells kinds of text apart; the final address otherwise.
    """
    if isinstance(fetched, Absence | Unchanged):
        return fetched
    extracted = sandbox.read(fetched.body, fetched.media_type, name or fetched.final_uri)
    if isinstance(extracted, Unreadable):
        return Absence(fetched.uri, extracted.why, extracted.detail)
    return fetched, extracted


def settled_with(store: Store, request: Request, answer: Answer, now: str, keep: str) -> Acquisition:
    """Return what an answer comes to beside what the store holds of its source."""
    record = on_record(store, request.uri)
    return settle(request, answer, record, stands(store, request.uri, record), now, keep)


class Pending:
    """Acquisitions that are not durable yet."""

    def __init__(self, store: Store, clock: Callable[[], float]) -> None:
        """Keep them for `store`; the monotonic `clock` says when to write."""
        self._store = store
        self._clock = clock
        self._waiting: list[Acquisition] = []
        self._bytes = 0
        self._since = clock()

    def add(self, one: Acquisition) -> list[Acquisition]:
        """Take one acquisition in, and return those that became durable."""
        self._waiting.append(one)
        self._bytes += sum(len(each.body) for each in one.objects)
        if self._bytes < CUT_BYTES and self._clock() - self._since < CUT_SECONDS:
            return []
        return self.flush()

    def flush(self) -> list[Acquisition]:
        """Write all that waits, and return it."""
        written, self._waiting, self._bytes = self._waiting, [], 0
        self._since = self._clock()
        # The local tier first: a snapshot of the team's may name a text that only this one keeps.
        for tier in ("local", "team"):
            objects = [each for one in written for each in one.objects if each.tier == tier]
            refs = [(name, oid) for one in written for name, oid, where in one.refs if where == tier]
            if not objects and not refs:
                continue
            with self._store.write(tier) as batch:
                for each in objects:
                    batch.add(each.kind, each.body)
                for name, oid in refs:
                    batch.ref(name, oid)
        return written


def lacking(store: Store, requests: Iterable[Request]) -> tuple[Request, ...]:
    """Return those requests that the store cannot serve and a fetch may.

    Files of the repository are none of them, and neither is a snapshot that may not be used.
    """
    return missing((one for one in requests if not one.uri.startswith("file:")), replay(store))
