"""Which sources a call takes, and where it fetches them: what was typed, and `.gnutignore`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from gnut.edge.files import read, utf8
from gnut.edge.guarded import Budget, Pattern
from gnut.edge.paths import legible
from gnut.errors import BadConfig, GnutError, Usage
from gnut.model import Request, Uri
from gnut.text.patterns import lazy

IGNORE = ".gnutignore"
IGNORE_BYTES = 64 * 1024
IGNORE_PATTERNS = 500
"""Most lines with a pattern in a `.gnutignore`."""

_REFERENCE = lazy(r"\$(?:(\$)|([0-9]{1,2})|\{([A-Za-z0-9_]{1,40})\})")


class Remap(Struct, frozen=True):
    """Addresses that are fetched elsewhere; what they are known by stays."""

    pattern: Pattern
    replacement: str
    """`$1`, `${1}` and `${name}` stand for groups, `$$` for a dollar sign."""


class Typed(Struct, frozen=True):
    """What the command line says about addresses."""

    include: tuple[Pattern, ...] = ()
    exclude: tuple[Pattern, ...] = ()
    remap: tuple[Remap, ...] = ()


def typed_choice(include: Sequence[str], exclude: Sequence[str], remap: Sequence[str]) -> Typed:
    """Return what `--include`, `--exclude` and `--remap` say.

    Raises:
        Usage: A pattern is none (code `bad_pattern`), or a remap holds no blank or names a group that is not there.
    """
    return Typed(
        tuple(Pattern(one, "--include") for one in include),
        tuple(Pattern(one, "--exclude") for one in exclude),
        tuple(_remap(one) for one in remap),
    )


def _remap(text: str) -> Remap:
    source, blank, replacement = text.strip().rpartition(" ")
    if not blank or not source.strip() or not replacement:
        raise Usage(f"--remap {legible(text)!r}: not two words", help="give --remap 'PATTERN REPLACEMENT'")
    pattern = Pattern(source.strip(), "--remap")
    for _, number, name in _REFERENCE.findall(replacement):
        known = int(number) <= pattern.compiled.groups if number else _is_group(pattern, name)
        if (number or name) and not known:
            raise Usage(f"--remap {legible(text)!r}: there is no group {number or name}", help="$1, ${1} or ${name}")
    return Remap(pattern, replacement)


def _is_group(pattern: Pattern, name: str) -> bool:
    if name.isdigit():
        return int(name) <= pattern.compiled.groups
    return name in pattern.compiled.groupindex


def ignored(root: Path) -> tuple[Pattern, ...]:
    """Return the patterns of the `.gnutignore` at the root of a repository; none when there is no such file.

    Raises:
        BadConfig: It cannot be read, is too long, or holds what is no pattern.
    """
    path = root / IGNORE
    if not path.exists() and not path.is_symlink():
        return ()
    try:
        lines = utf8(read(path, limit=IGNORE_BYTES, shown=IGNORE, remedy="leave lines out"), IGNORE).splitlines()
        numbered = [(number, line.strip()) for number, line in enumerate(lines, 1)]
        found = [(number, line) for number, line in numbered if line and not line.startswith("#")]
        if len(found) > IGNORE_PATTERNS:
            raise Usage(f"{IGNORE}: more than {IGNORE_PATTERNS} patterns", help="write some of them as one")
        return tuple(Pattern(line, f"{IGNORE}:{number}") for number, line in found)
    except GnutError as error:
        raise BadConfig(str(error), help=error.help) from None


class LeftOut(Struct, frozen=True):
    """A source that a call does not ask for."""

    request: Request
    why: str
    """For people: `.gnutignore:3`, `--exclude PATTERN`, `no --include`, `--limit`."""


class Choice:
    """Takes sources, leaves others out, and sends some elsewhere; one a call, as its patterns share one budget."""

    def __init__(self, typed: Typed) -> None:
        """Follow what was typed."""
        self._typed = typed
        self._budget = Budget()

    def of(
        self, requests: Sequence[Request], ignore: Sequence[Pattern], named: Callable[[Uri], bool]
    ) -> tuple[list[Request], list[LeftOut]]:
        """Return what is taken, as it is to be asked for, and what is left out, both in order.

        What an `--include` names is taken whatever else says. `--include` alone leaves out all others, as
        lychee has it. A `.gnutignore` has no say in an address that was typed itself.

        Args:
            requests: Distinct sources.
            ignore: Patterns of the repository.
            named: Whether a source was typed itself.

        Raises:
            Usage: A pattern takes too long.
        """
        addresses = [one.written for one in requests]
        included = self._matched(self._typed.include, addresses)
        excluded = self._matched(self._typed.exclude, addresses)
        left_by = self._matched(ignore, addresses)
        only = bool(self._typed.include) and not self._typed.exclude
        taken: list[Request] = []
        left: list[LeftOut] = []
        for one in requests:
            address = one.written
            why = excluded.get(address) or (None if named(one.uri) else left_by.get(address))
            if why is None and only and address not in included:
                why = "no --include names it"
            if why is None or address in included:
                taken.append(one)
            else:
                left.append(LeftOut(one, why))
        return self._sent(taken), left

    def _matched(self, patterns: Iterable[Pattern], addresses: Sequence[str]) -> dict[str, str]:
        """Return by what each address is named that is named by one of `patterns`, the first of them."""
        found: dict[str, str] = {}
        for pattern in patterns:
            rest = [address for address in addresses if address not in found]

            def names(compiled: re.Pattern[str], rest: list[str] = rest) -> list[str]:
                return [address for address in rest if compiled.search(address)]

            said = pattern.where if pattern.where.startswith(IGNORE) else f"{pattern.where} {pattern.source}"
            found.update(dict.fromkeys(self._budget.spend(pattern, names), said))
        return found

    def _sent(self, requests: list[Request]) -> list[Request]:
        for remap in self._typed.remap:

            def sent(
                compiled: re.Pattern[str], remap: Remap = remap, before: list[Request] = requests
            ) -> list[Request]:
                return [replace(one, written=_elsewhere(compiled, remap, one.written)) for one in before]

            requests = self._budget.spend(remap.pattern, sent)
        return requests


def _elsewhere(compiled: re.Pattern[str], remap: Remap, address: str) -> str:
    def put(match: re.Match[str]) -> str:
        def group(reference: re.Match[str]) -> str:
            if reference[1]:
                return "$"
            name = reference[2] or reference[3]
            return match[int(name) if name.isdigit() else name] or ""

        return _REFERENCE.sub(group, remap.replacement)

    return compiled.sub(put, address, count=1)


def left_out(root: Path, sources: Mapping[str, str]) -> dict[str, str]:
    """Return by what in the `.gnutignore` of a repository each source is left out that is.

    For advice beside a verdict, which nothing in that file may change or stop: one that cannot be used leaves out
    nothing here, and `gnut acquire` says what is wrong with it.

    Args:
        root: The repository.
        sources: Address of each source as written, by its identity.
    """
    from gnut.acquire.core import request

    requests = [request(Uri(uri), written) for uri, written in sources.items()]
    try:
        _, left = Choice(Typed()).of(requests, ignored(root), lambda _: False)
    except GnutError:
        return {}
    return {one.request.uri: one.why for one in left}
