"""The configuration, read from TOML that somebody else may have written.

A repository's configuration is data: no key names a program, a module, a host to trust or a path outside
the repository, and limits can only be lowered.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import Struct

from gnut.acquire.contract import KEEPS
from gnut.errors import BadConfig

REPORT_BYTES = 4 * 1024 * 1024
SOURCE_BYTES = 64 * 1024 * 1024
SECONDS = 30
REDIRECTS = 5
HOST_CONCURRENCY = 2
HOST_INTERVAL = 1
"""Seconds between two requests to one host, at least."""

SOURCES = 2000
"""Sources that one call asks servers for."""

LONGEST_INTERVAL = 3600


class Config(Struct, frozen=True, forbid_unknown_fields=True):
    """What a repository chose; every field has a value, and `origin` says whether a file was read."""

    policy: str | None = None
    allow: tuple[str, ...] = ()
    profile: str | None = None
    reports: tuple[str, ...] = ()
    """Patterns of the reports that `gnut check` takes when it is given none."""

    exclude: tuple[str, ...] = ()
    """Patterns that are skipped in folders and globs."""

    baseline: str | None = None
    keep: str = "all"
    """How much of a third party's page enters the team's tier: `all | text | hash`."""

    offline: bool = False
    """True refuses every fetch, whatever is typed."""

    max_report_bytes: int = REPORT_BYTES
    max_source_bytes: int = SOURCE_BYTES
    timeout_seconds: int = SECONDS
    max_redirects: int = REDIRECTS
    host_concurrency: int = HOST_CONCURRENCY
    """Connections to one host at a time."""

    host_interval_seconds: int = HOST_INTERVAL
    max_sources: int = SOURCES
    origin: str | None = None
    """File the configuration came from, relative to the root; None when there is none."""


def parse(table: Mapping[str, object], origin: str) -> Config:
    """Return the configuration that `table` states.

    Args:
        table: The keys, as TOML gave them.
        origin: File it came from, for messages.

    Raises:
        BadConfig: An unknown key, a wrong type, a path outside the repository, a loosened limit.
    """
    values: dict[str, object] = {}
    for key, value in table.items():
        if key not in READERS:
            raise BadConfig(f"{origin}: unknown key {key!r}", help=_table(key, value, origin) or _nearest(key))
        values[key] = READERS[key](value, f"{origin}: {key}")
    return Config(**values, origin=origin)  # type: ignore[arg-type]


def _table(key: str, value: object, origin: str) -> str | None:
    """Return what to do about the table of one file in the other; None for anything else."""
    if not isinstance(value, dict) or key not in ("tool", "gnut"):
        return None
    if origin.startswith("pyproject.toml"):
        return "the keys stand right under [tool.gnut]"
    return f"in {origin} the keys stand without a table: leave {'[tool.gnut]' if key == 'tool' else '[gnut]'} out"


def _nearest(key: str) -> str:
    from difflib import get_close_matches

    close = get_close_matches(key.replace("-", "_").lower(), READERS, n=1)
    return f"did you mean {close[0]!r}?" if close else f"keys are: {', '.join(READERS)}"


def _text(value: object, where: str) -> str:
    if not isinstance(value, str) or not value.strip() or len(value) > 200:
        raise BadConfig(f"{where} is {_kind(value)}, expected a non-empty string")
    return value


def _texts(value: object, where: str) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise BadConfig(f"{where} is {_kind(value)}, expected a list of strings", help='write it as ["…"]')
    if len(value) > 1000:
        raise BadConfig(f"{where} has {len(value)} entries, at most 1000 are read")
    return tuple(_text(each, f"an entry of {where}") for each in value)


def _path(value: object, where: str) -> str:
    path = _text(value, where)
    parts = path.replace("\\", "/").split("/")
    if path.startswith(("/", "~", "\\")) or ".." in parts or ":" in parts[0] or "\0" in path:
        raise BadConfig(f"{where} leads out of the repository: {path!r}", help="paths are relative to its root")
    return path


def _paths(value: object, where: str) -> tuple[str, ...]:
    return tuple(_path(each, where) for each in _texts(value, where))


def _keep(value: object, where: str) -> str:
    if value not in KEEPS:
        raise BadConfig(f"{where} is {value!r}", help=f"it is one of {', '.join(KEEPS)}")
    return str(value)


def _only_true(value: object, where: str) -> bool:
    if value is not True:
        raise BadConfig(f"{where} is {_kind(value)}", help="it can only be true: a repository cannot open the network")
    return True


def _at_most(ceiling: int, least: int = 1) -> Callable[[object, str], int]:
    def read(value: object, where: str) -> int:
        number = _whole(value, where, least)
        if number > ceiling:
            raise BadConfig(f"{where} is {number}, the limit is {ceiling}", help="a repository can only lower a limit")
        return number

    return read


def _at_least(floor: int, most: int) -> Callable[[object, str], int]:
    def read(value: object, where: str) -> int:
        number = _whole(value, where, 0)
        if number < floor:
            raise BadConfig(f"{where} is {number}, at least {floor} is kept", help="a repository can only lengthen it")
        if number > most:
            raise BadConfig(f"{where} is {number}, at most {most} makes sense")
        return number

    return read


def _whole(value: object, where: str, least: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < least:
        expected = "a whole number above 0" if least else "a whole number"
        raise BadConfig(f"{where} is {_kind(value)}, expected {expected}")
    return value


def _kind(value: object) -> str:
    """Return what a TOML value is, in a word, with its text when it is short."""
    named = {bool: "a boolean", int: "a number", float: "a decimal number", str: "a string", list: "a list"}
    kind = named.get(type(value), "a table" if isinstance(value, dict) else "a date")
    return f"{kind} ({value!r})" if isinstance(value, (bool, int, float, str)) and len(repr(value)) < 60 else kind


READERS: dict[str, Callable[[object, str], object]] = {
    "policy": _text,
    "allow": _texts,
    "profile": _text,
    "reports": _paths,
    "exclude": _paths,
    "baseline": _path,
    "keep": _keep,
    "offline": _only_true,
    "max_report_bytes": _at_most(REPORT_BYTES),
    "max_source_bytes": _at_most(SOURCE_BYTES),
    "timeout_seconds": _at_most(SECONDS),
    "max_redirects": _at_most(REDIRECTS, least=0),
    "host_concurrency": _at_most(HOST_CONCURRENCY),
    "host_interval_seconds": _at_least(HOST_INTERVAL, LONGEST_INTERVAL),
    "max_sources": _at_most(SOURCES),
}
"""The closed list of keys, and what each accepts."""
