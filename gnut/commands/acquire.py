"""`gnut acquire`: snapshots of the sources that reports cite. The only command that fetches by itself."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from gnut.config.parse import Config
from gnut.edge import asking, terminal
from gnut.edge.again import again
from gnut.edge.asked import Asked
from gnut.edge.choice import Choice, typed_choice
from gnut.edge.errand import Errand, require_sense
from gnut.edge.failures import shown, worst
from gnut.edge.gathering import Gathering, Stores
from gnut.edge.live import is_offline
from gnut.edge.paths import native
from gnut.edge.plan import Anew, Plan, plan
from gnut.edge.settings import settings
from gnut.edge.terms import age, listed
from gnut.edge.typed import Copy, copies, typed
from gnut.edge.world import World
from gnut.errors import Usage
from gnut.formats import acquired, acquired_json, hosts, planned
from gnut.formats.came import NOT_HAD, Came
from gnut.formats.remedies import Again


def acquire(world: World, errand: Errand) -> int:
    """Take snapshots of what is missing, and return the exit code.

    Args:
        world: Clocks, folders and the terminal.
        errand: The command line.

    Returns:
        0 every source is captured or on record, evidence or not, 1 a named failure, or a change where nothing is
        kept, 2 refused input, 4 a damaged store.

    Raises:
        Usage: Nothing was named, or an address, a pattern, a limit or a copy is refused.
        InputMissing: A supplied copy is not there.
        NoStore: There is no store to keep snapshots in.
        BadConfig: The configuration, or a `.gnutignore`, is not valid.
        NetworkNotAllowed: The configuration says `offline`.
    """
    offline = errand.offline or is_offline(world)
    require_sense(errand, offline=offline)
    asking.require(errand)
    config, stores = settings(world.root), Stores()
    asked = Asked(world, config)
    brought = _read(world, errand, asked, config)
    made = _plan(world, errand, asked, stores, brought)
    gathering = Gathering(world, errand, asked, stores, made)
    if errand.dump:
        _dump(made, errand, asked, gathering.configs())
        return worst(asked.codes)
    try:
        gathering.take_in(brought)
        if offline:
            made.forgo(asked)
        made.keep_back(errand.limit, asked)
        gathering.fetch()
    except KeyboardInterrupt:
        _interrupted(gathering, made, errand)
        raise
    return _sum_up(gathering, made, errand, asked, again(errand, config))


def _read(world: World, errand: Errand, asked: Asked, config: Config) -> list[Copy]:
    """Find out what is asked for, and by whom; return the copies that the user brings."""
    named = errand.reports or (() if errand.names_sources else tuple(map(native, config.reports)))
    if not named and not errand.names_sources:
        raise Usage("nothing to acquire was named", help="gnut acquire report.md, or --url URL")
    brought = copies(world, errand.saved)
    asked.type(typed(address) for address in errand.url)
    if errand.files_from is not None:
        asked.type(listed(world, errand.files_from))
    asked.read(named, quiet=errand.quiet)
    if named and not errand.quiet and not asked.codes:
        # A slip in the address is likelier than a copy of what nobody cites.
        known = {uri for requests in asked.requests.values() for uri in requests}
        for uri in sorted({one.request.uri for one in brought} - known):
            terminal.note(f"--saved {uri}: cited by no report that was named; the copy is taken all the same")
    return brought


def _plan(world: World, errand: Errand, asked: Asked, stores: Stores, brought: list[Copy]) -> Plan:
    choice = Choice(typed_choice(errand.include, errand.exclude, errand.remap))
    seconds = None if errand.max_age is None else age(errand.max_age)
    anew = Anew(world.now(), refresh=errand.refresh, seconds=seconds)
    supplied = {one.request.uri for one in brought}
    return plan(asked, stores.at, choice, anew, supplied, lambda error: asked.codes.append(shown(error)))


def _dump(made: Plan, errand: Errand, asked: Asked, configs: Mapping[Path, Config]) -> None:
    """Print the plan: one address a line, as it would be asked for, and its totals beside it."""
    made.keep_back(errand.limit, asked)
    terminal.out("".join(planned.line(one) for one in made.requests))
    if errand.quiet:
        return
    least = asking.seconds(configs.values(), errand, made.requests)
    for said in planned.totals(made.requests, made.settled, least=least, local=asked.local, verbose=errand.verbose):
        terminal.note(said)
    for host in asking.unasked(errand, made.requests):
        terminal.note(f"--header {host}: nothing is asked of that host")
    if made.requests and any(config.offline for config in configs.values()):
        terminal.note("the configuration says offline: a call that fetches any of it is refused")


def _interrupted(gathering: Gathering, made: Plan, errand: Errand) -> None:
    """Say how much was had; whatever came before is kept."""
    if errand.quiet:
        return
    rest = len(made.requests) - sum(one.outcome != "on_record" for one in gathering.done)
    kept = "nothing was kept" if errand.dry_run else "what was captured is kept"
    terminal.note(
        f"interrupted: {acquired.counts(gathering.done, 0, dry=errand.dry_run)}, {max(0, rest)} not finished; {kept}"
    )


def _sum_up(gathering: Gathering, made: Plan, errand: Errand, asked: Asked, once_more: Again) -> int:
    """Say what came of it, on stdout what would change or the JSON, and return the exit code."""
    done = _in_order([*gathering.done, *made.settled], asked)
    not_had = any(one.outcome in NOT_HAD or (errand.dry_run and one.outcome == "changed") for one in done)
    exit = worst([*asked.codes, int(not_had)])
    told = asking.hosts(gathering.way) if errand.host_stats and gathering.way is not None else None
    if errand.json:
        if errand.host_stats and told is None:
            told = ()
        terminal.out(
            acquired_json.render(
                done, exit=exit, local=asked.local, dry=errand.dry_run, hosts=told, diffs=gathering.diffs
            )
        )
    else:
        terminal.out("".join(gathering.diffs[one.uri] for one in done if one.uri in gathering.diffs))
    if not errand.quiet:
        for line in acquired.account(done, asked.local, dry=errand.dry_run, verbose=errand.verbose, again=once_more):
            terminal.note(line)
    else:  # Errors are what a quiet call prints, as `curl -sS` does.
        for line in acquired.errors(done):
            terminal.note(line)
    for line in hosts.table(told) if told and not errand.json else ():
        terminal.note(line)
    return exit


def _in_order(done: list[Came], asked: Asked) -> list[Came]:
    """Return what was done in the order in which it was asked for; answers come in any."""
    place = {uri: at for at, uri in enumerate(uri for requests in asked.requests.values() for uri in requests)}
    return sorted(done, key=lambda one: place.get(one.uri, len(place)))
