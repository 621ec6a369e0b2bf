"""What one call of `gnut acquire` is sent for."""

from __future__ import annotations

from msgspec import Struct

from gnut.errors import Usage


class Errand(Struct, frozen=True, kw_only=True):
    """The command line of `gnut acquire`; None where the configuration or gnut decides."""

    reports: tuple[str, ...] = ()
    """Files, folders, patterns, or `-`."""

    url: tuple[str, ...] = ()
    files_from: str | None = None
    """File with addresses, one a line; `-` for standard input."""

    saved: tuple[str, ...] = ()
    """`URL=FILE`, copies that the user supplies."""

    from_warc: tuple[str, ...] = ()
    refresh: bool = False
    max_age: str | None = None
    offline: bool = False
    dry_run: bool = False
    dump: bool = False
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    remap: tuple[str, ...] = ()
    limit: int | None = None
    archive: str | None = None
    """`wayback`, or None for no other place."""

    allow_net: tuple[str, ...] = ()
    """HOST:PORT of servers that may be asked whatever their addresses are."""

    allow_downgrade: bool = False
    robots: bool | None = None
    """Whether robots.txt is asked; None where nothing is typed."""

    header: tuple[str, ...] = ()
    """`HOST NAME: VALUE`."""

    user_agent: str | None = None
    timeout: float | None = None
    max_bytes: str | None = None
    max_redirects: int | None = None
    max_retries: int = 0
    jobs: int | None = None
    host_concurrency: int | None = None
    host_interval: float | None = None
    host_stats: bool = False
    progress: bool = True
    json: bool = False
    color: str = "auto"
    quiet: bool = False
    verbose: bool = False

    @property
    def names_sources(self) -> bool:
        """Whether anything beside reports is named."""
        return bool(self.url or self.files_from or self.saved or self.from_warc)


def require_sense(errand: Errand, *, offline: bool) -> None:
    """Refuse a command line that says two things at once.

    Args:
        errand: The command line.
        offline: Whether nothing may be fetched, by it or by the environment.

    Raises:
        Usage: It does.
    """
    if offline:
        fetches = {"--refresh": errand.refresh, "--max-age": errand.max_age, "--dry-run": errand.dry_run}
        asked = [option for option, given in {**fetches, "--archive": errand.archive}.items() if given]
        # A copy in a WARC file may take a fetched one's place without anybody being asked.
        if asked and not (errand.from_warc or errand.saved):
            said = "--offline" if errand.offline else "GNUT_OFFLINE"
            raise Usage(f"{asked[0]} fetches, and {said} fetches nothing", help="take one of them away")
    if errand.refresh and errand.max_age is not None:
        raise Usage("--refresh fetches all anew, --max-age what is old", help="give one of them")
    if errand.dump and (errand.dry_run or errand.json):
        other = "--dry-run" if errand.dry_run else "--output-format json"
        raise Usage(f"--dump prints addresses and stops, {other} asks servers", help="give one of them")
    if errand.archive not in (None, "wayback"):
        raise Usage(f"--archive {errand.archive}: not known", help="wayback is")
