"""Sources fetched now, read in the sandbox, and made durable as they come."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from contextlib import closing
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from gnut.acquire.contract import Acquisition, Answer, Fetch, Record
from gnut.acquire.core import missing, on_record, replay, settle, stands
from gnut.config.parse import Config
from gnut.edge.gentle import polite
from gnut.edge.pending import Pending
from gnut.edge.room import Room
from gnut.edge.sandbox import Sandbox
from gnut.edge.world import World
from gnut.errors import NetworkNotAllowed, Usage
from gnut.formats.sizes import binary
from gnut.model import Absence, Fetched, Request, Unchanged
from gnut.text.extracted import Unreadable
from gnut_store.store import Store

if TYPE_CHECKING:
    from gnut.edge.net.limits import Limits
    from gnut.edge.net.manners import Manners
    from gnut.edge.net.tally import HostStats

JOBS = 16
"""Fetches at once, over all hosts."""

Reply = Fetched | Unchanged | Absence
"""What a server answered, or why it did not."""

Told = Callable[[Acquisition, Reply], None]
"""Is told what a source came to, beside what its server answered."""


def downgraded(answer: Reply | None) -> bool:
    """Return whether the way to an answer led from https to http."""
    heard = None if answer is None or isinstance(answer, Absence) else answer.heard
    return heard is not None and heard.downgraded


def received(answer: Reply) -> int:
    """Return the bytes of a page, for a progress bar; none of a page that was not sent."""
    return len(answer.body) if isinstance(answer, Fetched) else 0


class Means(Struct, frozen=True):
    """How one call fetches, and how it keeps."""

    fetch: Fetch
    keep: str
    """How much of a page enters the team's tier: `all | text | hash`."""

    jobs: int
    hosts: Callable[[], tuple[HostStats, ...]]
    """What each host was asked for so far, and how long it took."""

    bound: Callable[[Config], Fetch]
    """The same network within the limits of another repository, at the same pace."""

    def of(self, config: Config) -> Means:
        """Return the same means as another repository has them: with its limits, and keeping what it keeps."""
        return replace(self, fetch=self.bound(config), keep=config.keep)


def is_offline(world: World) -> bool:
    """Return whether the environment forbids every fetch: `GNUT_OFFLINE`, set to anything but 0."""
    return world.environ.get("GNUT_OFFLINE", "0") not in ("", "0")


def require_online(world: World) -> None:
    """Refuse to fetch where the environment forbids it.

    Raises:
        NetworkNotAllowed: `GNUT_OFFLINE` is set.
    """
    if is_offline(world):
        raise NetworkNotAllowed("GNUT_OFFLINE is set", help="unset it to fetch")


def means(
    config: Config,
    *,
    allow_net: Iterable[str] = (),
    jobs: int | None = None,
    manners: Manners | None = None,
    timeout: float | None = None,
    max_bytes: int | None = None,
    max_redirects: int | None = None,
) -> Means:
    """Return the network as the configuration and the command line allow it.

    What is typed goes before the configuration, and neither raises gnut's own limits.

    Args:
        config: The repository's choice.
        allow_net: HOST:PORT of servers that may be asked whatever their addresses are, for this call.
        jobs: Fetches at once; `JOBS` when None.
        manners: Behaviour towards servers; `polite` when None.
        timeout: Seconds for one source.
        max_bytes: Most bytes of one source, sent or decompressed.
        max_redirects: Most redirects on the way to one source.

    Raises:
        NetworkNotAllowed: The configuration says `offline`.
        Usage: A value of `allow_net` is no host with a port, or a limit is above gnut's own.
    """
    require_open(config)
    from gnut.edge.net import Fetcher, allowed

    def limits(repository: Config) -> Limits:
        return bounds(repository, timeout, max_bytes, max_redirects)

    fetch = Fetcher(allowed(tuple(allow_net)), manners=manners or polite(config), limits=limits(config))
    return Means(fetch, config.keep, jobs or JOBS, fetch.hosts, lambda other: fetch.within(limits(other)))


def require_open(config: Config, where: str = "") -> None:
    """Refuse to fetch for a repository that forbids it.

    Args:
        config: The repository's choice.
        where: The repository as the reader knows it, if it is not the one that the call stands in.

    Raises:
        NetworkNotAllowed: The configuration says `offline`.
    """
    if config.offline:
        whose = f"{where}: " if where else ""
        raise NetworkNotAllowed(f"{whose}the configuration says offline", help="take the key `offline` away to fetch")


def bounds(
    config: Config, timeout: float | None = None, max_bytes: int | None = None, max_redirects: int | None = None
) -> Limits:
    """Return gnut's limits, or lower ones where the configuration or the command line says so.

    Raises:
        Usage: A limit would be above gnut's own, or is no number.
    """
    from gnut.edge.net import LIMITS

    for option, value, most in (
        ("--timeout", timeout, LIMITS.exchange),
        ("--max-bytes", max_bytes, LIMITS.decoded_pdf),
        ("--max-redirects", max_redirects, LIMITS.redirects),
    ):
        # Written this way round, so that NaN is refused as well.
        if value is not None and not 0 <= value <= most:
            given, limit = (binary(int(each)) if option == "--max-bytes" else f"{each:g}" for each in (value, most))
            raise Usage(f"{option} {given}: at most {limit}", help="it can only be lowered")
    size = config.max_source_bytes if max_bytes is None else max_bytes
    seconds = float(config.timeout_seconds) if timeout is None else timeout
    return replace(
        LIMITS,
        redirects=config.max_redirects if max_redirects is None else max_redirects,
        exchange=min(LIMITS.exchange, seconds),
        first_byte=min(LIMITS.first_byte, seconds),
        wire=min(LIMITS.wire, size),
        wire_pdf=min(LIMITS.wire_pdf, size),
        decoded=min(LIMITS.decoded, size),
        decoded_pdf=min(LIMITS.decoded_pdf, size),
    )


def capture(
    world: World,
    store: Store,
    requests: Iterable[Request],
    means: Means,
    settled: Told = lambda one, answer: None,
) -> Generator[Acquisition, None, None]:
    """Fetch every request and yield what it comes to once that is durable, as the answers come.

    Args:
        world: Clocks.
        store: Where snapshots, and failures beside them, are kept.
        requests: Distinct sources.
        means: The network, and what is kept.
        settled: Told of each answer at once, often before it is durable; for a progress bar.
    """
    pending = Pending(store, world.clock)
    try:
        for one, answer in tried(world, store, requests, means):
            pending.take(one)
            settled(one, answer)  # Once it is sure to be kept, also when it is interrupted here.
            yield from pending.due()
    finally:
        # Also when interrupted: what was captured is kept.
        rest = pending.flush()
    yield from rest


def tried(
    world: World, store: Store | None, requests: Iterable[Request], means: Means
) -> Generator[tuple[Acquisition, Reply], None, None]:
    """Yield what each request comes to beside what was answered; nothing is kept.

    What a server answers is read by the thread that asked, so that one long page holds up no other, and no thread
    asks for more while too much waits to be taken.

    Args:
        world: Clocks.
        store: What is on record; None for nothing.
        requests: Distinct sources.
        means: The network, and what would be kept.
    """
    from gnut.edge.net import fetch_many

    with Sandbox() as sandbox, Room() as room:

        def answered(request: Request) -> tuple[Reply, Answer, int]:
            room.wait()
            fetched = means.fetch(request)
            held = room.take(len(fetched.body)) if isinstance(fetched, Fetched) else 0
            answer = read(sandbox, fetched)
            if isinstance(answer, tuple):
                held += room.take(len(answer[1].text) + len(answer[1].hidden_text or ""))
            return fetched, answer, held

        # Closed before the children are: nobody begins to read any more.
        with closing(fetch_many(requests, answered, means.jobs)) as answers:
            for request, (fetched, answer, held) in answers:
                yield settled_with(store, request, answer, world.now(), means.keep), fetched
                room.give(held)


def read(sandbox: Sandbox, fetched: Reply, name: str | None = None) -> Answer:
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


def settled_with(store: Store | None, request: Request, answer: Answer, now: str, keep: str) -> Acquisition:
    """Return what an answer comes to beside what the store, if there is one, holds of its source."""
    if store is None:
        nothing = Absence(request.uri, "not_acquired", "there is no store")
        return settle(request, answer, Record(None, None, None), nothing, now, keep)
    record = on_record(store, request.uri)
    return settle(request, answer, record, stands(store, request.uri, record), now, keep)


def lacking(store: Store, requests: Iterable[Request]) -> tuple[Request, ...]:
    """Return those requests that the store cannot serve and a fetch may.

    Files of the repository are none of them, and neither is a snapshot that may not be used.
    """
    return missing((one for one in requests if not one.uri.startswith("file:")), replay(store))
