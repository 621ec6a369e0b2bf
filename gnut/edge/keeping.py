"""The account of what a call ran, kept in the stores of the reports' repositories."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from gnut.edge.ground import Ground, Wishes
from gnut.edge.paths import Target
from gnut.edge.reports import about
from gnut.model import Report, Source, Uri
from gnut_store.oid import Oid

if TYPE_CHECKING:
    from gnut.account.contract import Domain, Engine
    from gnut.arena.contract import EmissionProfile
    from gnut.edge.runs import Keeper
    from gnut.run import Judges, Run

Made = TypeVar("Made")

Strategies = Mapping[Uri, tuple[str, bool]]
"""How sources were acquired by this call, and whether a fetch was tried."""


class Keeping:
    """Runs of one call, each store's written together.

    A run that cannot be kept costs that run; a store that takes nothing in costs all of its runs, and is said once.
    """

    def __init__(
        self,
        wishes: Wishes,
        snapshots: Mapping[Oid, bytes],
        failed: Callable[[Exception, bool], None],
        engine: Engine | None = None,
    ) -> None:
        """Open nothing yet.

        Args:
            wishes: What the call asks for.
            snapshots: Those of local files, filled as these are read.
            failed: Told why runs cannot be kept, and whether they were asked for.
            engine: Which gnut runs, if that was asked already; else it is identified when a run is kept.
        """
        self._wishes = wishes
        self._snapshots = snapshots
        self._failed = failed
        self._keepers: dict[Path, Keeper] = {}
        self._lost: set[Path] = set()
        self._engine = engine
        self._domain: Domain | None = None

    def keep(
        self,
        target: Target,
        report: Report,
        made: Run,
        here: Ground,
        judges: Judges | Callable[[], Judges],
        strategies: Strategies,
    ) -> Oid | None:
        """Take in a run and return the id that it has once `finish` has ended; None when it is not kept."""
        if self._wishes.record is None or not here.has_store or here.root in self._lost:
            return None
        if callable(judges):
            return None  # Nobody was asked, so there is nothing to account for.
        keeper = self._guarded(here.root, lambda: self._keeper(here.root))
        if keeper is None:
            return None
        try:
            body = self._account(report, made, here, judges, strategies)
            sources = [one for one in made.acquired.values() if isinstance(one, Source)]
            oid = keeper.add(body, report, sources, self._snapshots, _log(target, report))
        except Exception as error:  # A bug in keeping must not hide what was checked; it is said as one.
            self._failed(about(error, target), self._asked)
            return None
        if keeper.is_full:
            self._guarded(here.root, keeper.flush)
        return oid

    @property
    def _asked(self) -> bool:
        return self._wishes.record == "team" or self._wishes.arena

    def _account(self, report: Report, made: Run, here: Ground, judges: Judges, strategies: Strategies) -> bytes:
        """Return the account of a run in its canonical form."""
        from gnut.run import written

        mode = "snapshot_preferred" if self._wishes.acquire else "replay_only"
        _, body = written(
            report,
            made,
            profile=here.profile,
            judges=judges,
            engine=self._engine_at(here.root),
            domain=self._general(),
            mode=mode,
            strategies={uri: how for uri, how in strategies.items() if uri in made.acquired},
            emission=_tasks(report, made.extraction.kind) if self._wishes.arena else None,
        )
        return body

    def finish(self) -> set[Path]:
        """Make what was taken in durable; return the roots whose store did not take it."""
        for root, keeper in self._keepers.items():
            if root not in self._lost:
                self._guarded(root, keeper.flush)
        return self._lost

    def _guarded(self, root: Path, step: Callable[[], Made]) -> Made | None:
        """Return what a step with the whole store gives; when it fails, no run of that store is kept."""
        try:
            return step()
        except Exception as error:  # The same.
            self._lost.add(root)
            self._failed(error, self._asked)
            return None

    def _keeper(self, root: Path) -> Keeper:
        if root not in self._keepers:
            from gnut.edge.runs import Keeper
            from gnut.edge.store import open_store

            self._keepers[root] = Keeper(open_store(root / ".gnut"), self._wishes.record or "local")
        return self._keepers[root]

    def _engine_at(self, root: Path) -> Engine:
        if self._engine is None:
            from gnut.edge.engine import engine

            # What goes out to others is identified anew: what was kept is only as good as the clock of the disk.
            self._engine = engine(None if self._wishes.publication else root / ".gnut" / "cache")
        return self._engine

    def _general(self) -> Domain:
        if self._domain is None:
            from gnut.edge.policies import domain

            self._domain = domain()
        return self._domain


def _log(target: Target, report: Report) -> str | None:
    """Return the ref for the run of a version that git holds and the work tree does not; None for the report's log.

    Bytes decide, not where they were read: of what stands on disk as well, the run is news of the report.
    """
    if target.held is None or target.file is None:
        return None
    from gnut.edge.files import read
    from gnut.edge.versions import past_of
    from gnut.errors import GnutError
    from gnut_store import canon

    try:
        if read(target.file, limit=len(report.body)) == report.body:
            return None
    except GnutError:
        pass  # Not there, no file, or longer.
    return past_of(report.path, canon.sha256(report.body))


def _tasks(report: Report, kind: str) -> dict[str, Any] | None:
    """Return the tasks of a report as JSON; None, and a note, for a kind without prose: its run is kept without."""
    from gnut.arena.contract import KINDS

    if kind in KINDS:
        return emission(report.body, kind)
    from gnut.edge import terminal
    from gnut.edge.paths import legible

    terminal.note(f"{legible(report.path)}: has no prose to take tasks for an arena from; its run is kept without")
    return None


def emission(body: bytes, kind: str, profile: EmissionProfile | None = None) -> dict[str, Any]:
    """Return the tasks that a report gives an arena, as JSON.

    Args:
        body: The report.
        kind: One of `gnut.arena.contract.KINDS`.
        profile: Which words make a task; the shipped one by default.

    Raises:
        MalformedReport: It is of a kind without prose, or too tangled.
    """
    import msgspec

    from gnut.arena.core import emit
    from gnut.edge.policies import arena_emission

    made: dict[str, Any] = msgspec.to_builtins(emit(body, kind, profile or arena_emission()))
    return made
