"""The sources that one call is asked for: what reports cite, and addresses that were typed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from gnut.acquire.core import wanted
from gnut.config.parse import Config
from gnut.edge import terminal
from gnut.edge.failures import shown
from gnut.edge.paths import Target, targets
from gnut.edge.reports import about, report_at
from gnut.edge.settings import settings
from gnut.edge.world import World
from gnut.errors import GnutError
from gnut.model import Request, Uri


class Asked:
    """Distinct sources by the repository whose store is to hold them."""

    def __init__(self, world: World, config: Config) -> None:
        """Ask for nothing yet; `config` is of the repository that the call stands in."""
        self.requests: dict[Path, dict[Uri, Request]] = {}
        self.named: set[Uri] = set()
        """Those that were typed."""

        self.cited_by: dict[Uri, dict[str, None]] = {}
        """Reports that cite each source, as the reader can type them, in reading order."""

        self.local = 0
        """Sources that are files of the repository."""

        self.codes: list[int] = []
        self._world = world
        self._configs = {world.root: config}

    def config(self, root: Path) -> Config:
        """Return the configuration of a repository, read once."""
        if root not in self._configs:
            self._configs[root] = settings(root)
        return self._configs[root]

    def type(self, requests: Iterable[Request]) -> None:
        """Add addresses that were typed; the store of the current repository is to hold them."""
        for one in requests:
            self.named.add(one.uri)
            self.requests.setdefault(self._world.root, {}).setdefault(one.uri, one)

    def read(self, named: Sequence[str], *, quiet: bool) -> None:
        """Add what reports cite; one that cannot be read does not stop the others."""
        for target in targets(self._world, named, self.config(self._world.root).exclude):
            if isinstance(target, GnutError):
                self.codes.append(shown(target))
                continue
            try:
                self._read(target, quiet=quiet)
            except Exception as error:  # One report must not hide what the others cite.
                self.codes.append(shown(about(error, target)))

    def _read(self, target: Target, *, quiet: bool) -> None:
        from gnut.ingest.core import ingest, profile
        from gnut.run import own

        config = self.config(target.root)
        report = report_at(target, limit=config.max_report_bytes, noted=terminal.note)
        cited = [one for one in wanted(ingest(report, profile(config.profile))) if one.uri != own(report)]
        remote = [one for one in cited if not one.uri.startswith("file:")]
        self.local += len(cited) - len(remote)
        for one in remote:
            self.requests.setdefault(target.root, {}).setdefault(one.uri, one)
            self.cited_by.setdefault(one.uri, {})[target.shown] = None
        if not cited and not quiet:
            terminal.note(f"{target.shown}: cites no source")

    def reports(self, uri: Uri) -> tuple[str, ...]:
        """Return the reports that cite a source."""
        return tuple(self.cited_by.get(uri, ()))
