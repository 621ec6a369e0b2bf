"""`gnut check`: reports against the snapshots of the sources that they cite."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from gnut.edge import terminal
from gnut.edge.failures import say, shown, worst
from gnut.edge.ground import Ground, Wishes, ground
from gnut.edge.paths import Target, targets
from gnut.edge.reports import report_at
from gnut.edge.settings import settings
from gnut.edge.sources import Reader
from gnut.edge.world import World
from gnut.errors import GnutError, Usage
from gnut.ledger.contract import CHECK, CheckReport, Ledger, Outcome

if TYPE_CHECKING:
    from gnut.config.parse import Config


def check(
    world: World,
    paths: Sequence[str],
    *,
    output_format: str | None,
    acquire: bool,
    allow_net: Sequence[str],
    policy: str | None,
    allow: Sequence[str],
    profile: str | None,
    allow_empty: bool,
    no_cache: bool,
    color: str,
    quiet: bool,
    verbose: bool,
) -> int:
    """Check reports, print what was found, and return the exit code.

    All are checked before it returns, and one that cannot be read does not stop the others.
    `no_cache` is accepted and changes nothing: nothing is cached yet.

    Raises:
        Usage: Nothing to check was named.
        BadConfig: The configuration, the policy or an allowance is not valid.
    """
    config = settings(world.root)
    named = tuple(paths) or config.reports
    if not named:
        raise Usage("no report was named", help="gnut check report.md, a folder, or - for stdin")
    wishes = Wishes(policy, tuple(allow), profile, acquire, tuple(allow_net))
    codes: list[int] = []
    call = _Call(world, config, wishes, codes)
    try:
        ledgers = tuple(call.checked(named))
    finally:
        call.reader.close()
    codes.append(_verdict([one.ledger for one in ledgers], allow_empty))
    report = CheckReport(CHECK, worst(codes), tuple(one.ledger for one in ledgers))
    _print(world, report, ledgers, output_format, color, verbose)
    if not quiet:
        _sum_up(world, report, ledgers, color, allow_empty)
    return report.exit


class _Checked(NamedTuple):
    """A ledger with what is needed to show it."""

    target: Target
    ledger: Ledger
    body: bytes
    has_store: bool


class _Call:
    """One call's repositories, each opened once, and the exit codes met."""

    def __init__(self, world: World, config: Config, wishes: Wishes, codes: list[int]) -> None:
        self.world = world
        self.config = config
        self.wishes = wishes
        self.codes = codes
        self.reader = Reader()
        self.grounds: dict[Path, Ground] = {}
        self.said: set[str] = set()

    def checked(self, named: Sequence[str]) -> Iterator[_Checked]:
        """Yield the ledger of each report that can be read; say why of the others."""
        for target in targets(self.world, named, self.config.exclude):
            if isinstance(target, GnutError):
                self.codes.append(shown(target))
                continue
            try:
                yield self._one(target)
            except Exception as error:  # One report must not hide what the others hold.
                self.codes.append(shown(_named(error, target)))

    def _one(self, target: Target) -> _Checked:
        from gnut.run import run

        here = self._ground(target.root)
        report = report_at(target, limit=here.config.max_report_bytes, noted=terminal.note)
        result = run(
            report,
            profile=here.profile,
            sources=here.sources,
            policy=here.policy,
            policies=here.policies,
            clock=self.world.clock,
        )
        # Two repositories may each hold a report.md; a path of another root is shown as it was reached.
        path = target.path if target.root == self.world.root else target.shown
        return _Checked(target, replace(result.ledger, path=path), report.body, here.has_store)

    def _ground(self, root: Path) -> Ground:
        if root not in self.grounds:
            self.grounds[root] = ground(self.world, root, self.wishes, self.reader, self._damaged)
        return self.grounds[root]

    def _damaged(self, error: GnutError) -> None:
        """Say once what is damaged; the rest is still checked."""
        if str(error) not in self.said:
            self.said.add(str(error))
            self.codes.append(shown(error))


def _named(error: Exception, target: Target) -> Exception:
    """Return the error with the report's name in it, for those that cannot know it."""
    if not isinstance(error, GnutError) or str(error).startswith((target.shown, target.path)):
        return error
    named = GnutError(f"{target.shown}: {error}", help=error.help, code=error.code)
    named.exit_code = error.exit_code
    return named


def _verdict(ledgers: Sequence[Ledger], allow_empty: bool) -> int:
    """Return 1 if a report failed, or if nothing at all was checked; a report without citations is only listed."""
    if any(ledger.outcome is Outcome.FAILED for ledger in ledgers):
        return 1
    nothing = all(ledger.outcome is Outcome.INDETERMINATE for ledger in ledgers)
    return 1 if nothing and not allow_empty else 0


def _print(
    world: World, report: CheckReport, ledgers: Sequence[_Checked], wish: str | None, color: str, verbose: bool
) -> None:
    shown = _shown(ledgers)
    match wish or ("full" if world.stdout_tty else "concise"):
        case "json":
            from gnut.formats import json_report

            terminal.out(json_report.render(report))
        case "jsonl":
            from gnut.formats import jsonl

            terminal.out(jsonl.render(report))
        case "github":
            from gnut.formats import github

            terminal.out(github.render(report, verbose=verbose))
        case "full":
            from gnut.formats import full

            paint = terminal.paint(world, color, on_tty=world.stdout_tty)
            texts = {one.ledger.path: one.body.decode("utf-8-sig", "replace") for one in ledgers}
            width = terminal.columns(world)
            terminal.out(full.render(report, texts, paint=paint, columns=width, verbose=verbose, shown=shown))
        case _:
            from gnut.formats import concise

            terminal.out(concise.render(report, verbose=verbose, shown=shown))


def _shown(ledgers: Sequence[_Checked]) -> Callable[[str], str]:
    names = {one.ledger.path: one.target.shown for one in ledgers}
    return lambda path: names.get(path, path)


def _sum_up(world: World, report: CheckReport, ledgers: Sequence[_Checked], color: str, allow_empty: bool) -> None:
    from gnut.formats import summary

    if not ledgers:
        return
    paint = terminal.paint(world, color, on_tty=world.stderr_tty)
    terminal.err(summary.render(report, paint=paint, shown=_shown(ledgers)))
    if not allow_empty and all(one.ledger.outcome is Outcome.INDETERMINATE for one in ledgers):
        say("nothing was checked: no report cites anything", "--allow-empty lets that pass")
    _missing(ledgers)


def _missing(ledgers: Sequence[_Checked]) -> None:
    """Say in one line what to type so that the sources without a snapshot get one."""
    from shlex import join

    lacking: dict[str, set[str]] = {}
    for one in ledgers:
        for row in one.ledger.rows:
            if row.kind == "not_acquired" and row.source is not None:
                lacking.setdefault(one.target.shown, set()).add(row.source.uri or row.source.written)
    if not lacking:
        return
    count = len(set().union(*lacking.values()))
    what = "1 source has no snapshot" if count == 1 else f"{count} sources have no snapshot"
    first = "" if all(one.has_store for one in ledgers) else "gnut init && "
    terminal.note(f"{what}: run  {first}{join(['gnut', 'acquire', *lacking])}")
