"""`gnut check --request`: one JSON request, answered with the whole run as JSON, for hosts that run no Python."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gnut.account.request import ERROR, RESPONSE, CanonicalRequest, parse_request
from gnut.acquire.contract import Mode, Strategy
from gnut.edge import files, terminal
from gnut.edge.failures import BUG, UNUSABLE, of_bug, of_os, worst
from gnut.edge.paths import Target, legible
from gnut.edge.requested import Place, named
from gnut.edge.world import World, root_of
from gnut.errors import GnutError, MalformedReport, NetworkNotAllowed, NoStore, Usage
from gnut.formats.escape import redacted
from gnut.model import Absence, Report, Source, Uri
from gnut_store import canon

if TYPE_CHECKING:
    from gnut.acquire.contract import Sources
    from gnut.config.parse import Config
    from gnut.ingest.contract import Profile
    from gnut.run import Judges
    from gnut_store.canon import Canonical


def check_request(
    world: World,
    request: str | None,
    *,
    paths: Sequence[str],
    allow_live: bool,
    allow_net: Sequence[str],
    record: bool | None,
) -> int:
    """Answer a canonical request on stdout, or say on stderr, as JSON too, why there is no answer.

    Returns:
        0 when the run was completed, whatever its claims came to; 2 for a request, a report or a policy that
        cannot be taken; 4, 75, 3 as everywhere.

    Raises:
        Usage: There is no request, or reports are named beside it.
    """
    if request is None:
        raise Usage("--allow-live does nothing without --request", help="check fetches with --acquire")
    if paths:
        raise Usage("--request and a report are two things to check", help="the request names its artifact")
    try:
        code, answer = _answered(world, request, allow_live=allow_live, allow_net=allow_net, record=record)
    except GnutError as error:
        return _refused(error.code, str(error), error.exit_code)
    except OSError as error:
        return _refused("os_error", of_os(error)[0], UNUSABLE)
    except Exception as error:  # A host reads JSON on stderr, never a traceback.
        return _refused("internal_error", of_bug(error)[0], BUG)
    sys.stdout.write(answer.decode() + "\n")
    return code


def _refused(code: str, message: str, exit_code: int) -> int:
    body = canon.encode({"schema": ERROR, "error": code, "message": legible(redacted(message))})
    terminal.err(body.decode() + "\n")
    return exit_code


def _answered(
    world: World, name: str, *, allow_live: bool, allow_net: Sequence[str], record: bool | None
) -> tuple[int, bytes]:
    if name == "-":
        body, folder = files.standard_input(), world.cwd
    else:
        path = Path(os.path.normpath(world.cwd / name))
        body, folder = files.read(path, shown=legible(name)), path.parent
    wish = parse_request(body)
    folder = Path(os.path.realpath(folder))
    answering = _Answering(world, wish, Place(folder, root_of(folder)), tuple(allow_net), record)
    if wish.acquisition_mode is not Mode.REPLAY_ONLY and not allow_live:
        raise NetworkNotAllowed(
            f"/acquisition_mode: {wish.acquisition_mode.value} fetches, and --allow-live was not given",
            help="take it away, or type --allow-live",
        )
    account = answering.account()
    members = {"request_sha256": canon.encode(wish.sha256), "schema": canon.encode(RESPONSE), "execution": account}
    return worst(answering.codes), canon.assembled(members)


class _Answering:
    """One request on its way through the road."""

    def __init__(
        self, world: World, wish: CanonicalRequest, place: Place, allow_net: tuple[str, ...], record: bool | None
    ) -> None:
        from gnut.edge.settings import settings
        from gnut.edge.sources import Reader

        self.codes: list[int] = []
        self._world, self._wish, self._place = world, wish, place
        self._allow_net, self._record = allow_net, record
        self._config: Config = settings(place.root)
        self._reader = Reader()
        self._store = self._store_folder()
        self._strategies: dict[Uri, tuple[str, bool]] = {}
        self._failures: dict[Uri, Absence] = {}

    def account(self) -> Canonical:
        """Return the account of the run, which is also kept in the store unless that was refused."""
        from gnut.edge.engine import engine
        from gnut.run import run, written

        wish = self._wish
        made_by = engine(None if wish.publication_grade else self._store / "cache")
        if wish.publication_grade and made_by.dirty:
            raise Usage("/publication_grade: this gnut is changed or unattested", code="engine_dirty")
        report = self._report()
        profile, (policy, policies), judges = self._profile(), self._policies(), self._judges(report.path)
        domain = named(self._place, "domain", wish.domain)
        if wish.acquisition_mode is not Mode.REPLAY_ONLY:
            self._fetch(report, profile)
        try:
            made = run(
                report,
                profile=profile,
                sources=self._sources(),
                policy=policy,
                policies=policies,
                judges=judges,
            )
        finally:
            self._reader.close()
        _, account = written(
            report,
            made,
            profile=profile,
            judges=judges,
            engine=made_by,
            domain=domain,
            mode=wish.acquisition_mode.value,
            strategies={uri: how for uri, how in self._strategies.items() if uri in made.acquired},
            emission=self._emission(report, made.extraction.kind),
        )
        self._keep(account, report, [one for one in made.acquired.values() if isinstance(one, Source)])
        return account

    def _store_folder(self) -> Path:
        from gnut.edge.store import open_store

        folder = self._place.file(self._wish.snapshot_directory, "snapshot_directory")
        folder = folder / ".gnut" if (folder / ".gnut").is_dir() else folder
        if not (folder / "format").is_file():
            raise NoStore(f"/snapshot_directory: {self._wish.snapshot_directory} holds no store")
        open_store(folder)  # Which gnut runs is kept in nothing else.
        return folder

    def _report(self) -> Report:
        from gnut.edge import terminal
        from gnut.edge.reports import report_at

        name = self._wish.artifact
        file = self._place.named(name, "artifact")
        path = legible(file.relative_to(self._place.root).as_posix())
        target = Target(file, path, f"/artifact: {name}", self._place.root)
        return report_at(target, limit=self._config.max_report_bytes, noted=terminal.note)

    def _policies(self) -> tuple[Any, dict[str, Any]]:
        from msgspec.structs import replace

        from gnut.edge.policies import all_shipped, shipped
        from gnut.ledger.core import extend

        policy = extend(shipped(self._config.policy or "default"), self._config.allow)
        if self._wish.publication_grade:
            policy = replace(policy, waivers=False)
        return policy, all_shipped()

    def _judges(self, report_path: str) -> Judges:
        from gnut.authority.core.declarations import declarations_of
        from gnut.edge.models import detect_for
        from gnut.run import Judges

        support = named(self._place, "support_policy", self._wish.support_policy)
        authority = named(self._place, "authority_policy", self._wish.authority_policy)
        declared = declarations_of(self._wish.authority_declarations, report_path)
        return Judges(support, detect_for(support), authority, declared)

    def _profile(self) -> Profile:
        from gnut.ingest.core import profile

        chosen = self._wish.artifact_profile
        if chosen is None:
            return profile(self._config.profile)
        made: Profile = named(self._place, "artifact_profile", chosen)
        return made

    def _sources(self) -> Sources:
        from gnut.edge.sources import by_scheme, kept, local

        stored = kept(self._store, self._damaged)
        # A fetch that failed now is what became of the source, whatever an older snapshot holds.
        return by_scheme(
            local(self._place.root, self._config, self._reader),
            lambda request: self._failures.get(request.uri) or stored(request),
        )

    def _damaged(self, error: GnutError) -> None:
        """Say what is damaged; the run goes on without it, and the exit code says so."""
        self.codes.append(_refused(error.code, str(error), error.exit_code))

    def _fetch(self, report: Report, profile: Profile) -> None:
        from gnut.acquire.core import wanted
        from gnut.edge.live import capture, lacking, means, require_online
        from gnut.edge.store import open_store
        from gnut.ingest.core import ingest

        require_online(self._world)
        way = means(self._config, allow_net=self._allow_net)
        store = open_store(self._store)
        todo = tuple(one for one in wanted(ingest(report, profile)) if not one.uri.startswith("file:"))
        if self._wish.acquisition_mode is Mode.SNAPSHOT_PREFERRED:
            todo = lacking(store, todo)
        for one in capture(self._world, store, todo, way):
            self._strategies[one.request.uri] = (one.strategy.value, one.live_attempted)
            if isinstance(one.acquired, Absence) and one.strategy is Strategy.LIVE_FAILED:
                self._failures[one.request.uri] = one.acquired

    def _emission(self, report: Report, kind: str) -> dict[str, Any] | None:
        if self._wish.arena_profile is None:
            return None
        from gnut.edge.keeping import emission

        body, rendering = report.body, self._wish.arena_artifact
        if rendering is not None:
            file = self._place.file(rendering, "arena_artifact")
            body, kind = files.read(file, shown=f"/arena_artifact: {rendering}"), _arena_kind(file)
        return emission(body, kind, named(self._place, "arena_profile", self._wish.arena_profile))

    def _keep(self, account: Canonical, report: Report, sources: Sequence[Source]) -> None:
        if self._record is False:
            return
        from gnut.edge import terminal
        from gnut.edge.runs import Keeper
        from gnut.edge.store import open_store

        try:
            keeper = Keeper(open_store(self._store), "team" if self._record else "local")
            keeper.add(account, report, sources, self._reader.snapshots)
            keeper.flush()
        except (GnutError, OSError) as error:
            if self._record:
                raise
            terminal.note(f"the run is not kept: {error}")


def _arena_kind(file: Path) -> str:
    from gnut.arena.contract import SUFFIXES

    if file.suffix.lower() not in SUFFIXES:
        raise MalformedReport(f"/arena_artifact: no tasks are taken from {file.suffix!r}", code="unsupported_artifact")
    return SUFFIXES[file.suffix.lower()]
