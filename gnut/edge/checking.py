"""Reports, read and run through the road one after the other; one that fails does not stop the others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from gnut.edge import terminal
from gnut.edge.failures import of_os, shown
from gnut.edge.files import read
from gnut.edge.ground import Ground, Wishes, ground
from gnut.edge.keeping import Keeping
from gnut.edge.paths import Target, legible, targets
from gnut.edge.reports import about, report_at
from gnut.edge.sources import Reader
from gnut.edge.world import World
from gnut.errors import BadConfig, GnutError, Usage
from gnut.model import Report, Request, Uri
from gnut_store.oid import Oid

if TYPE_CHECKING:
    from gnut.account.contract import Engine
    from gnut.edge.git.views import View
    from gnut.ledger.contract import Ledger
    from gnut.run import Judges


class Checked(NamedTuple):
    """A ledger with what is needed to show it."""

    target: Target
    ledger: Ledger
    body: bytes
    has_store: bool
    run: Oid | None
    """Its run in the store; None when none was kept."""


class _Readable(NamedTuple):
    target: Target
    report: Report
    here: Ground


class Call:
    """One call's repositories, each opened once, and the exit codes met."""

    def __init__(self, world: World, wishes: Wishes, engine: Engine | None = None) -> None:
        """Open nothing yet.

        Args:
            world: Where the call starts from.
            wishes: What its options ask for.
            engine: Which gnut runs, if that was asked already.
        """
        self.codes: list[int] = []
        self._world = world
        self._wishes = wishes
        self._reader = Reader()
        self._keeping = Keeping(wishes, self._reader.snapshots, self._unkept, engine)
        self._strategies: dict[Path, dict[Uri, tuple[str, bool]]] = {}
        self._grounds: dict[tuple[Path, View | None], Ground | None] = {}
        self._said: set[str] = set()

    def checked(self, named: Sequence[str], exclude: Sequence[str]) -> tuple[Checked, ...]:
        """Return the ledger of each report that can be read, and say of each of the others why it cannot.

        Args:
            named: Files, folders, patterns, `-`, or `REVISION:PATH`.
            exclude: Patterns that are skipped in folders.

        Raises:
            Usage: Declarations of authority, and several reports.
        """
        return self.of(targets(self._world, named, exclude))

    def of(self, reports: Iterable[Target | GnutError]) -> tuple[Checked, ...]:
        """Return the ledger of each report that can be read, and say of each of the others why it cannot.

        Args:
            reports: Reports, and refusals in the places of others.

        Raises:
            Usage: Declarations of authority, and several reports.
        """
        try:
            found = self._readable(reports)
            if self._wishes.acquire or self._wishes.authority is not None:
                read = list(found)
                if self._wishes.authority is not None and len(read) > 1:
                    raise Usage("--authority speaks of the claims of one report", help="check the reports one by one")
                if self._wishes.acquire:
                    self._acquire(read)
                found = iter(read)
            checked = tuple(self._checked(found))
            lost = self._keeping.finish()
            return tuple(one._replace(run=None) if one.target.root in lost else one for one in checked)
        finally:
            self._reader.close()

    def _readable(self, found: Iterable[Target | GnutError]) -> Iterator[_Readable]:
        for target in found:
            if isinstance(target, GnutError):
                self.codes.append(shown(target))
                continue
            here = self._ground(target.root, None if target.held is None else target.held.view)
            if here is None:
                continue
            try:
                report = report_at(target, limit=here.config.max_report_bytes, noted=terminal.note)
            except Exception as error:  # One report must not hide what the others hold.
                self.codes.append(shown(about(error, target)))
                continue
            yield _Readable(target, report, here)

    def _checked(self, found: Iterator[_Readable]) -> Iterator[Checked]:
        from gnut.run import run

        for target, report, here in found:
            try:
                judges = self._judges(report, here)
                result = run(
                    report,
                    profile=here.profile,
                    sources=here.sources,
                    policy=here.policy,
                    policies=here.policies,
                    judges=judges,
                )
            except Exception as error:  # The same.
                self.codes.append(shown(about(error, target)))
                continue
            kept = self._keeping.keep(target, report, result, here, judges, self._strategies.get(here.root, {}))
            # Two repositories may each hold a report.md, and two commits: such a path is shown as it was reached.
            is_plain = target.root == self._world.root and (target.held is None or not target.held.view.prefix)
            path = target.path if is_plain else target.shown
            yield Checked(target, replace(result.ledger, path=path), report.body, here.has_store, kept)

    def _judges(self, report: Report, here: Ground) -> Judges | Callable[[], Judges]:
        """Return the judges of one report, or how to get them where no run and no option needs them.

        Declarations name the report's claims and its sources.
        """
        if self._wishes.authority is None:
            kept = here.has_store and self._wishes.record is not None
            return here.judges() if kept or self._wishes.support is not None else here.judges
        from gnut.authority.core.declarations import parse_declarations

        name = legible(self._wishes.authority)
        body = read(self._world.cwd / self._wishes.authority, shown=name)
        try:
            return replace(here.judges(), declarations=parse_declarations(body, report.path))
        except GnutError as error:
            raise BadConfig(f"{name}: {error}", help=error.help, code=error.code) from None

    def _unkept(self, error: Exception, asked: bool) -> None:
        """Say why runs are not kept: an error when they were to be recorded, else a note; checking goes on."""
        if asked or not isinstance(error, GnutError | OSError):
            self.codes.append(shown(error))
        else:
            what = of_os(error)[0] if isinstance(error, OSError) else str(error)
            terminal.note(f"the run is not kept: {what}")

    def _acquire(self, reports: Sequence[_Readable]) -> None:
        """Fetch what the reports cite and their stores lack, all of one repository together."""
        from gnut.acquire.core import wanted
        from gnut.edge.live import require_online
        from gnut.ingest.core import ingest

        require_online(self._world)
        asked: dict[Path, tuple[Ground, dict[Uri, Request]]] = {}
        cited: dict[Uri, dict[str, None]] = {}
        for target, report, here in reports:
            try:
                requests = wanted(ingest(report, here.profile))
            except Exception:
                continue  # Said when it is checked, a bug too: then the report's name is at hand.
            _, known = asked.setdefault(target.root, (here, {}))
            for one in requests:
                known.setdefault(one.uri, one)
                cited.setdefault(one.uri, {})[target.shown] = None
        for here, known in asked.values():
            try:
                self._fetch(here, tuple(known.values()), cited)
            except Usage:
                raise
            except Exception as error:  # A store that takes nothing in can still be read, and all are checked.
                self.codes.append(shown(error))

    def _fetch(self, here: Ground, requests: Sequence[Request], cited: dict[Uri, dict[str, None]]) -> None:
        from gnut.edge.lacking import fetch
        from gnut.edge.store import open_store

        store = open_store(here.root / ".gnut")
        quiet = self._wishes.quiet
        allow_net = self._wishes.allow_net
        for one in fetch(self._world, here.root, here.config, store, requests, cited, allow_net=allow_net, quiet=quiet):
            how = (one.strategy.value, one.live_attempted)
            self._strategies.setdefault(here.root, {})[one.request.uri] = how

    def _ground(self, root: Path, view: View | None) -> Ground | None:
        """Return what reports of a repository stand on; None once it was said why there is nothing."""
        key = (root, view)
        if key not in self._grounds:
            self._grounds[key] = None
            try:
                self._grounds[key] = ground(root, self._wishes, self._reader, self._damaged, view)
            except Exception as error:  # Reports of another repository can still be checked.
                self.codes.append(shown(error))
        return self._grounds[key]

    def _damaged(self, error: GnutError) -> None:
        """Say once what is damaged; the rest is still checked."""
        if str(error) not in self._said:
            self._said.add(str(error))
            self.codes.append(shown(error))
