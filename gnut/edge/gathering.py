"""What one call of `gnut acquire` does once its plan stands: takes in copies, asks servers, and notes what came."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from pathlib import Path

from msgspec.structs import replace

from gnut.acquire.contract import Acquisition
from gnut.acquire.core import failed, on_record, replay
from gnut.config.parse import Config
from gnut.edge import asking, terminal
from gnut.edge.asked import Asked
from gnut.edge.choice import LeftOut
from gnut.edge.errand import Errand
from gnut.edge.failures import shown
from gnut.edge.live import Means, Reply, capture, downgraded, received, tried
from gnut.edge.paths import legible
from gnut.edge.plan import Plan
from gnut.edge.progress import Progress
from gnut.edge.supplied import Archives, require_room, standing, take_in
from gnut.edge.typed import Copy
from gnut.edge.world import World
from gnut.errors import BadArchive, NoStore
from gnut.formats import changed, planned
from gnut.formats.came import Came, came, stood
from gnut.model import Absence, Request, Source, Uri
from gnut_store.store import DiskStore

PUT = ("captured", "changed", "reread", "hollow")
"""Outcomes in which a copy took the place of what was on record."""

TOLD = 10
"""Sources from which on a call says how many it is about to fetch."""


class Stores:
    """The stores of one call's repositories, each opened once."""

    def __init__(self) -> None:
        """Open nothing yet."""
        self._opened: dict[Path, DiskStore | None] = {}

    def at(self, root: Path) -> DiskStore | None:
        """Return the store of a repository; None where there is none."""
        if root not in self._opened:
            from gnut.edge.store import open_store

            folder = root / ".gnut"
            self._opened[root] = open_store(folder) if folder.is_dir() else None
        return self._opened[root]

    def required(self, root: Path) -> DiskStore:
        """Return the store of a repository.

        Raises:
            NoStore: There is none.
        """
        store = self.at(root)
        if store is None:
            raise NoStore(f"{legible(str(root))}: there is no store to keep snapshots in", help="run  gnut init")
        return store


class Gathering:
    """Carries out a plan; nothing is kept in a dry run."""

    def __init__(self, world: World, errand: Errand, asked: Asked, stores: Stores, plan: Plan) -> None:
        """Start with nothing gathered.

        Args:
            world: Clocks and terminal.
            errand: The command line.
            asked: What was asked for, and by whom.
            stores: Where it is kept.
            plan: What is to be done; what is done otherwise is taken out of it.
        """
        self.done: list[Came] = []
        self.diffs: dict[Uri, str] = {}
        """What a dry run would change, by source."""

        self._digests: dict[Uri, str | None] = {}
        self._older: dict[Uri, str] = {}
        """When the capture on record was made that is newer than a copy, by source."""

        self.way: Means | None = None
        self._world, self._errand = world, errand
        self._asked, self._stores, self._plan = asked, stores, plan

    def take_in(self, brought: list[Copy]) -> None:
        """Keep the copies that the user brought; of `--saved`, all are looked at before any is kept.

        What a WARC file holds of what is to be fetched is not fetched. Where nothing is asked for, all of it is taken.
        """
        root, names = self._world.root, self._errand.from_warc
        if brought:
            if not self._errand.refresh:
                require_room(self._store(root), brought)
            self._take_in(root, brought)
        if names and self._asked.requests:
            for place, todo in self._plan.todo.items():
                self._take_in(place, self._of_warc(place, todo, _unheard))
            self._ask_for_unread()
        elif names:
            self._take_in(root, self._all_of_warc(root))

    def _ask_for_unread(self) -> None:
        """Ask servers for all that was not had, a copy that could not be read among it."""
        unread = {one.uri: one.absence for one in self.done if one.outcome == "failed" and one.absence is not None}
        planned = {one.uri for one in self._plan.requests}
        self.done = [one for one in self.done if one.uri not in unread or one.uri not in planned]
        self._plan.drop({one.uri for one in self.done})
        self._plan.lacking.update(unread)
        self._plan.hollow -= set(unread)

    def _of_warc(self, root: Path, todo: Sequence[Request] | None, failed: Callable[[Absence], None]) -> Iterable[Copy]:
        """Yield what WARC files hold, as many sources at most as may be fetched; say what was passed over."""
        archives, limit = Archives(self._world, self._errand.from_warc), self._errand.limit
        try:
            for one in archives.copies(todo, self._asked.config(root).max_sources if limit is None else limit, failed):
                self._digests[one.request.uri] = one.digests
                yield one
        finally:
            for request in archives.over:
                self._plan.leave(LeftOut(request, "--limit"), "over_limit", self._asked)
            self._plan.drop({request.uri for request in archives.over})
            said = archives.said()
            if said is not None and not self._errand.quiet:
                terminal.note(said)

    def _all_of_warc(self, root: Path) -> Iterable[Copy]:
        for one in self._of_warc(root, None, self._unreadable):
            there = None if self._errand.refresh else standing(self._store(root), one.request.uri)
            if there is None:
                yield one
            else:
                self.done.append(stood(there, one.request.written))

    def _unreadable(self, absence: Absence) -> None:
        self.done.append(Came(absence.uri, absence.uri, "failed", absence))

    def _take_in(self, root: Path, given: Iterable[Copy]) -> None:
        keep, dry = self._asked.config(root).keep, self._errand.dry_run
        try:
            noted = self._noted(root, given)
            take_in(self._world, self._store(root), noted, keep, lambda one: self._settle(root, one, None), dry=dry)
        except BadArchive as error:  # What stands before the damage was taken; servers may have the rest.
            self._asked.codes.append(shown(error))

    def _noted(self, root: Path, given: Iterable[Copy]) -> Iterable[Copy]:
        """Yield copies once it is known what was on record before each."""
        store = self._stores.at(root)
        for one in given:
            got = None if store is None else replay(store)(one.request)
            if isinstance(got, Source) and got.bound is not None:
                self._plan.before[one.request.uri] = got.bound.text
            head = None if store is None else on_record(store, one.request.uri).head
            if head is not None and one.at is not None and head.snapshot.fetched_at > one.at:
                self._older[one.request.uri] = head.snapshot.fetched_at
            yield one

    def fetch(self) -> None:
        """Ask servers for what the plan says."""
        requests = self._plan.requests
        if not requests:
            return
        for root in self._plan.todo:
            self._store(root)
        configs = self.configs()
        ways = asking.means_for(configs, self._errand, self._plan.before, self._shown)
        self.way = ways[self._world.root]
        for host in () if self._errand.quiet else asking.unasked(self._errand, requests):
            terminal.note(f"--header {host}: nothing is asked of that host")
        if len(requests) >= TOLD and not self._errand.quiet:
            terminal.note(planned.announced(requests))
        quiet = self._errand.quiet or not self._errand.progress
        least = asking.seconds(configs.values(), self._errand, requests)
        with Progress(self._world, len(requests), "sources", quiet=quiet, least=least) as progress:
            for root, todo in self._plan.todo.items():
                if todo:
                    self._fetch(root, ways[root], progress)

    def configs(self) -> dict[Path, Config]:
        """Return the choices of all whose sources are asked for, the repository in which the call stands first."""
        asked = [root for root, todo in self._plan.todo.items() if todo]
        return {root: self._asked.config(root) for root in (self._world.root, *asked)}

    def _shown(self, root: Path) -> str:
        return "" if root == self._world.root else legible(str(root))

    def _fetch(self, root: Path, way: Means, progress: Progress) -> None:
        store, todo = self._store(root), self._plan.todo[root]

        def settled(one: Acquisition, answer: Reply) -> None:
            self._settle(root, one, answer)
            progress.step(failed=failed(one), bytes=received(answer))

        if store is None or self._errand.dry_run:
            with closing(tried(self._world, store, todo, way)) as answers:
                for one, answer in answers:
                    settled(one, answer)
            return
        # Closed whatever happens: what was captured before an interrupt is kept.
        with closing(capture(self._world, store, todo, way, settled)) as kept:
            for _ in kept:
                pass

    def _settle(self, root: Path, one: Acquisition, answer: Reply | None) -> None:
        uri = one.request.uri
        made = came(one, self._plan.before.get(uri), downgraded=downgraded(answer), reports=self._asked.reports(uri))
        if answer is None:
            older = self._older.get(uri) if made.outcome in PUT else None
            made = replace(made, digests=self._digests.get(uri), older_than=older)
        self.done.append(made)
        if self._errand.dry_run and made.outcome in changed.SHOWN:
            color = "never" if self._errand.json else self._errand.color
            paint = terminal.paint(self._world, color, on_tty=self._world.stdout_tty)
            texts = self._before(root, one) if made.outcome == "changed" else "", _text(one)
            self.diffs[uri] = changed.render(made, *texts, paint, verbose=self._errand.verbose)

    def _before(self, root: Path, one: Acquisition) -> str:
        store = self._stores.at(root)
        got = None if store is None else replay(store)(one.request)
        return got.text if isinstance(got, Source) else ""

    def _store(self, root: Path) -> DiskStore | None:
        """Return the store that is to hold what comes; a dry run needs none."""
        return self._stores.at(root) if self._errand.dry_run else self._stores.required(root)


def _text(one: Acquisition) -> str:
    return one.acquired.text if isinstance(one.acquired, Source) else ""


def _unheard(_: Absence) -> None:
    """Drop what a WARC file has no page of: a server may have one."""
