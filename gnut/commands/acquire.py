"""`gnut acquire`: snapshots of the sources that reports cite. The only command that fetches by itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from gnut.acquire.contract import Acquisition
from gnut.acquire.core import failed, fetchable, on_record, replay, stands, wanted
from gnut.edge import terminal
from gnut.edge.failures import shown, worst
from gnut.edge.live import Means, Pending, capture, means, read, settled_with
from gnut.edge.paths import Target, legible, targets
from gnut.edge.progress import Progress
from gnut.edge.reports import about, report_at
from gnut.edge.settings import settings
from gnut.edge.typed import Copy, copies, typed
from gnut.edge.world import World
from gnut.errors import GnutError, NoStore, Usage
from gnut.formats.acquired import counts, table, without_evidence
from gnut.formats.escape import terminal as escaped
from gnut.model import Absence, Request, Source, Uri

if TYPE_CHECKING:
    from gnut_store.store import DiskStore

TOLD = 10
"""Sources from which on a call says how many it is about to fetch."""


def acquire(
    world: World,
    reports: Sequence[str],
    *,
    url: Sequence[str],
    saved: Sequence[str],
    refresh: bool,
    allow_net: Sequence[str],
    jobs: int | None,
    dump: bool,
    robots: bool,
    quiet: bool,
) -> int:
    """Take snapshots of what is missing, and return the exit code.

    Args:
        world: Clocks, folders and the terminal.
        reports: Files, folders, patterns, or `-`; those of the configuration when nothing at all is named.
        url: Addresses to take besides.
        saved: `URL=FILE`, copies that the user supplies.
        refresh: Fetch anew what has a snapshot, and let a supplied copy take a fetched one's place.
        allow_net: HOST:PORT of servers that may be asked whatever their addresses are.
        jobs: Fetches at once; None for as many as is polite.
        dump: Print what would be fetched, and stop.
        robots: Whether robots.txt is asked first.
        quiet: Whether to say nothing beside errors.

    Returns:
        0 every source is captured or on record, evidence or not, 1 a named failure, 2 refused input, 4 a damaged store.

    Raises:
        Usage: Nothing was named, or an address or a copy is refused.
        InputMissing: A supplied copy is not there.
        NoStore: There is no store to keep snapshots in.
        NetworkNotAllowed: The configuration says `offline`.
    """
    call = _Call(world, quiet)
    named = tuple(reports) or (() if url or saved else call.config.reports)
    if not named and not url and not saved:
        raise Usage("nothing to acquire was named", help="gnut acquire report.md, or --url URL")
    brought = copies(world, saved)
    call.ask(world.root, [typed(address) for address in url])
    call.read_reports(named)
    supplied = {one.request.uri for one in brought}
    if named and not quiet:
        call.note_uncited(supplied)
    if dump:
        call.dump(refresh, supplied)
        return worst(call.codes)
    if brought:
        call.supply(brought, refresh)
    call.fetch(refresh, supplied, allow_net, jobs, robots)
    call.sum_up()
    return worst(call.codes)


class _Call:
    """One call: its repositories, what is asked for in each, and what came of it."""

    def __init__(self, world: World, quiet: bool) -> None:
        self.world = world
        self.config = settings(world.root)
        self.quiet = quiet
        self.codes: list[int] = []
        self.asked: dict[Path, dict[Uri, Request]] = {}
        self.stores: dict[Path, DiskStore] = {}
        self.done: list[Acquisition] = []
        self.closed: list[Absence] = []
        self.on_record = 0
        self.local = 0

    def ask(self, root: Path, requests: Sequence[Request]) -> None:
        """Add sources to what is asked for, each once."""
        for one in requests:
            self.asked.setdefault(root, {}).setdefault(one.uri, one)

    def read_reports(self, named: Sequence[str]) -> None:
        """Add what reports cite; one that cannot be read does not stop the others."""
        for target in targets(self.world, named, self.config.exclude):
            if isinstance(target, GnutError):
                self.codes.append(shown(target))
                continue
            try:
                self._read_report(target)
            except Exception as error:  # One report must not hide what the others cite.
                self.codes.append(shown(about(error, target)))

    def _read_report(self, target: Target) -> None:
        from gnut.ingest.core import ingest, profile
        from gnut.run import own

        config = self.config if target.root == self.world.root else settings(target.root)
        report = report_at(target, limit=config.max_report_bytes, noted=terminal.note)
        cited = [one for one in wanted(ingest(report, profile(config.profile))) if one.uri != own(report)]
        remote = [one for one in cited if not one.uri.startswith("file:")]
        self.local += len(cited) - len(remote)
        self.ask(target.root, remote)
        if not cited and not self.quiet:
            terminal.note(f"{target.shown}: cites no source")

    def note_uncited(self, supplied: set[Uri]) -> None:
        """Say which supplied copies no report asks for, if every report could be read: a slip in the address."""
        cited = {uri for asked in self.asked.values() for uri in asked}
        for uri in () if self.codes else sorted(supplied - cited):
            terminal.note(f"--saved {uri}: cited by no report that was named; the copy is taken all the same")

    def store(self, root: Path) -> DiskStore:
        """Return the store of a repository, opened once."""
        if root not in self.stores:
            from gnut_store.store import open_store

            folder = root / ".gnut"
            if not folder.is_dir():
                raise NoStore(f"{legible(str(root))}: there is no store to keep snapshots in", help="run  gnut init")
            self.stores[root] = open_store(folder)
        return self.stores[root]

    def dump(self, refresh: bool, supplied: set[Uri]) -> None:
        """Print the plan: one address a line, as it would be asked for."""
        for root, asked in self.asked.items():
            has_store = (root / ".gnut").is_dir()
            todo = self._todo(root, refresh, supplied) if has_store else asked.values()
            for one in todo:
                terminal.out(f"{escaped(_shown(one))}\n")
        if not self.quiet:
            terminal.note(f"nothing was fetched; {self.on_record} on record")

    def _todo(self, root: Path, refresh: bool, supplied: set[Uri]) -> Iterator[Request]:
        replayed = replay(self.store(root), self._damaged)
        for one in self.asked[root].values():
            if one.uri in supplied:
                continue
            got = replayed(one)
            if refresh or fetchable(got):
                yield one
            elif isinstance(got, Absence):
                self.closed.append(got)
            else:
                self.on_record += 1

    def _damaged(self, error: GnutError) -> None:
        self.codes.append(shown(error))

    def supply(self, copies: Sequence[Copy], refresh: bool) -> None:
        """Keep the copies that the user brought; all are looked at before any is kept."""
        store = self.store(self.world.root)
        for one in copies:
            record = on_record(store, one.request.uri)
            got = stands(store, one.request.uri, record)
            if isinstance(got, Source) and not got.supplied and not refresh:
                raise Usage(
                    f"{one.request.uri}: a fetched snapshot is on record",
                    help="add --refresh to put your copy in its place; the fetched one stays in its history",
                )
        from gnut.edge.sandbox import Sandbox

        pending = Pending(store, self.world.clock)
        with Sandbox() as sandbox:
            for one in copies:
                answer = read(sandbox, one.fetched, one.name)
                self._settle(settled_with(store, one.request, answer, self.world.now(), self.config.keep))
                pending.add(self.done[-1])
        pending.flush()

    def fetch(
        self, refresh: bool, supplied: set[Uri], allow_net: Sequence[str], jobs: int | None, robots: bool
    ) -> None:
        """Fetch what is missing, or everything."""
        plans = [(root, tuple(self._todo(root, refresh, supplied))) for root in self.asked]
        total = sum(len(todo) for _, todo in plans)
        if not total:
            return
        way: Means = means(self.config, allow_net=allow_net, jobs=jobs, obey_robots=robots)
        if total >= TOLD and not self.quiet:
            hosts = {_authority(one.written).lower() for _, todo in plans for one in todo}
            terminal.note(f"fetching {total} sources from {len(hosts)} {'host' if len(hosts) == 1 else 'hosts'}")
        progress = Progress(self.world, total, "sources", quiet=self.quiet)
        try:
            for root, todo in plans:
                for one in capture(
                    self.world, self.store(root), todo, way, lambda one: progress.step(failed=failed(one))
                ):
                    self._settle(one)
        finally:
            progress.clear()

    def _settle(self, one: Acquisition) -> None:
        self.done.append(one)
        if failed(one):
            self.codes.append(1)

    def sum_up(self) -> None:
        """Say what came of it: failures by kind with what to do, captures without evidence, one line of counts."""
        self.codes.extend([1] * bool(self.closed))
        if self.quiet:
            return
        absent = [(one.acquired, failed(one)) for one in self.done if isinstance(one.acquired, Absence)]
        failures = [absence for absence, is_failure in absent if is_failure]
        hollow = [absence for absence, is_failure in absent if not is_failure]
        for line in (*table(failures + self.closed), *without_evidence(hollow)):
            terminal.note(line)
        said = counts(self.done, self.on_record, self.local)
        terminal.note(f"{said}, {len(self.closed)} closed" if self.closed else said)


def _shown(one: Request) -> str:
    """Return the address as it would be asked for; one with a password in it is refused, and shown without."""
    return one.uri if "@" in _authority(one.written) else one.written


def _authority(address: str) -> str:
    return address.partition("?")[0].partition("://")[2].partition("/")[0]
