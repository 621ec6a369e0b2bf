"""What a report stands on: its repository's store, local files, policy and profile."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from os.path import lexists
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from gnut.config.parse import Config
from gnut.edge.settings import settings
from gnut.edge.sources import Damaged, Reader, by_scheme, held, kept, local, remembered
from gnut.errors import BadConfig, MalformedReport, NetworkNotAllowed, NoStore

if TYPE_CHECKING:
    from gnut.acquire.contract import Sources
    from gnut.edge.git.views import View
    from gnut.ingest.contract import Profile
    from gnut.ledger.contract import Policy
    from gnut.run import Judges


class Wishes(Struct, frozen=True):
    """What a command line asks for; None and empty where the configuration decides."""

    policy: str | None
    allow: tuple[str, ...]
    profile: str | None
    acquire: bool
    allow_net: tuple[str, ...]
    record: str | None = None
    """Tier that keeps the runs, `local | team`; None keeps none."""

    publication: bool = False
    """Whether waivers are refused, whatever the policy says; the engine is judged before."""

    support: str | None = None
    """Key or file of the support policy; None for `none`."""

    authority: str | None = None
    """File with declarations of authority."""

    arena: bool = False
    """Whether the tasks that the report gives an arena are bound into its run."""

    quiet: bool = False
    """Whether nothing is said of what is fetched."""

    folder: Path | None = None
    """What names of policy and declaration files start from; None for the current folder."""


class Ground(Struct, frozen=True):
    """Everything that checking a report of one repository takes."""

    root: Path
    config: Config
    policy: Policy
    policies: Mapping[str, Policy]
    profile: Profile
    sources: Sources
    has_store: bool
    judges: Callable[[], Judges]
    """Without declarations, which are read by the path of their report. Made once, when first asked for: most
    checks that keep no run never do."""


def ground(root: Path, wishes: Wishes, reader: Reader, damaged: Damaged, view: View | None = None) -> Ground:
    """Return what reports of the repository at `root` stand on.

    Args:
        root: Root of the repository.
        wishes: What the command line asks for; it goes before the configuration.
        reader: Reads local files.
        damaged: Told of damage in the store.
        view: What git holds, for reports that are read from there: files that they cite are taken from it too.
            Configuration, policies and store are those of the work tree all the same: they are the caller's, and
            whoever wrote the commit that is judged has no say in them.

    Raises:
        BadConfig: The configuration, the policy, an allowance or the profile is not valid.
        NetworkNotAllowed: A fetch is asked for, and the configuration says `offline`.
        NoStore: A fetch, a record or tasks for an arena are asked for, and there is no store to keep them in.
    """
    from gnut.edge.policies import all_shipped, shipped
    from gnut.ledger.core import extend

    config = settings(root)
    store = root / ".gnut"
    has_store = lexists(store)  # what is no folder there is damage, and opening it says so
    if wishes.acquire and config.offline:
        raise NetworkNotAllowed("the configuration says offline", help="take --acquire away, or the key `offline`")
    if wishes.acquire and not has_store:
        raise NoStore("there is no store to keep what is fetched", help="run  gnut init")
    if wishes.record == "team" and not has_store:
        raise NoStore("there is no store to record the run in", help="run  gnut init")
    if wishes.arena and not has_store:
        raise NoStore("there is no store for the run that --arena binds tasks into", help="run  gnut init")
    policy = extend(shipped(wishes.policy or config.policy or "default"), (*config.allow, *wishes.allow))
    if wishes.publication:
        policy = replace(policy, waivers=False)
    judges = cache(lambda: _judges(wishes))
    if wishes.support is not None:
        judges()  # What cannot be read is said once, before any report.
    files = local(root, config, reader) if view is None else held(view, root, config, reader)
    return Ground(
        root=root,
        config=config,
        policy=policy,
        policies=all_shipped(),
        profile=_profile(wishes.profile or config.profile),
        sources=remembered(by_scheme(files, kept(store if has_store else None, damaged))),
        has_store=has_store,
        judges=judges,
    )


def _judges(wishes: Wishes) -> Judges:
    from gnut.edge.models import detect_for
    from gnut.edge.policies import authority_policy, support_policy
    from gnut.run import Judges

    support = support_policy(wishes.support or "none", folder=wishes.folder)
    return Judges(support, detect_for(support), authority_policy("default"), {})


def _profile(key: str | None) -> Profile:
    from gnut.ingest.core import profile

    try:
        return profile(key)
    except MalformedReport as error:
        raise BadConfig(str(error), help="it is named by --profile or by the key `profile`") from None
