"""Addresses of web archives: the page that was kept, the time at which it was, and what only lists captures.

Only forms that an archive itself publishes are known; any other address is of no archive. Pure, and nothing is asked.
"""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from gnut.text.patterns import lazy

_PAGE = r"(?P<page>[^/].{0,4096})"
_TIME = r"(?P<time>[0-9]{1,14})(?:[a-z]{2}_)?/"
_ANY = r"(?:[0-9]{0,14}\*|\*)(?:[a-z]{2}_)?/"

_WAYBACK = frozenset({"web.archive.org", "archive.org", "wayback.archive.org", "web-beta.archive.org"})
_TODAY = frozenset(f"archive.{end}" for end in ("today", "ph", "is", "li", "vn", "fo", "md"))

_TIMED = {
    **dict.fromkeys(_WAYBACK, lazy(rf"/web/(?:{_TIME}|(?=https?:)){_PAGE}$")),
    **dict.fromkeys(
        _TODAY, lazy(rf"/(?P<time>[0-9]{{4}}(?:\.[0-9]{{2}}\.[0-9]{{2}}-[0-9]{{2,6}}|[0-9]{{0,10}}))/{_PAGE}$")
    ),
    "wayback.archive-it.org": lazy(rf"/(?:[0-9]{{1,9}}|all|org-[0-9]{{1,9}})/{_TIME}{_PAGE}$"),
    "arquivo.pt": lazy(rf"/(?:wayback|no[fF]rame/replay)/{_TIME}{_PAGE}$"),
    "webarchive.org.uk": lazy(rf"/(?:act/)?wayback/(?:[a-z]{{2}}/)?(?:archive/)?{_TIME}{_PAGE}$"),
    "webarchive.nationalarchives.gov.uk": lazy(rf"/(?:ukgwa/)?{_TIME}{_PAGE}$"),
    "webarchive.loc.gov": lazy(rf"/[a-z]{{1,20}}[0-9]{{0,6}}/{_TIME}{_PAGE}$"),
    "webarchive.nla.gov.au": lazy(rf"/(?:awa|tep|gov)/{_TIME}{_PAGE}$"),
    **dict.fromkeys(("vefsafn.is", "wayback.vefsafn.is"), lazy(rf"/(?:[a-z]{{2}}|wayback)/{_TIME}{_PAGE}$")),
    "megalodon.jp": lazy(rf"/(?P<time>[0-9]{{4}}-[0-9]{{4}}-[0-9]{{4}}-[0-9]{{2}})/{_PAGE}$"),
}
"""Hosts, and the paths under which they keep a page with its time."""

_OPAQUE = {
    "perma.cc": lazy(r"/[0-9A-Z]{4}-[0-9A-Z]{4}/?$"),
    "webcitation.org": lazy(r"/(?:[0-9A-Za-z]{6,12}|query|getfile)$"),
    "ghostarchive.org": lazy(r"/v?archive/[0-9A-Za-z_-]{4,16}/?$"),
    **dict.fromkeys(_TODAY, lazy(r"/(?!newest$|oldest$)[0-9A-Za-z]{4,6}(?:/(?:image|again))?/?$")),
}
"""Archives whose addresses do not say what they keep."""

_LISTS = {
    **dict.fromkeys(_WAYBACK, lazy(rf"/(?:web/(?:{_ANY}|collections/|changes/|sitemap/)|save/).")),
    **dict.fromkeys(_TODAY, lazy(r"/(?:newest/|oldest/)?(?:https?:/|\*).")),
    "wayback.archive-it.org": lazy(rf"/[0-9a-z-]{{1,14}}/{_ANY}."),
    "arquivo.pt": lazy(rf"/(?:wayback/{_ANY}.|(?:url/|page/)search)"),
    "webarchive.org.uk": lazy(rf"/(?:act/)?wayback/(?:[a-z]{{2}}/)?(?:archive/)?{_ANY}."),
    "webarchive.nationalarchives.gov.uk": lazy(rf"/(?:ukgwa/)?{_ANY}."),
    "webarchive.loc.gov": lazy(rf"/[a-z]{{1,20}}[0-9]{{0,6}}/{_ANY}."),
    "webarchive.nla.gov.au": lazy(rf"/(?:awa|tep|gov)/{_ANY}."),
}
"""Paths under which an archive shows which captures it has, or makes one: none of them is the page."""


_READ = ((14, "%Y%m%d%H%M%S"), (8, "%Y%m%d"), (6, "%Y%m"), (4, "%Y"))


class Copy(NamedTuple):
    """A page that an archive keeps."""

    time: str
    """Digits of the time in the address: 14 for a capture, fewer for a wish, none for the latest."""

    page: str
    """Address of the page, with its scheme."""


def copy_of(address: str) -> Copy | None:
    """Return what an archive's address keeps, as far as the address says it; None for any other address."""
    host, path = _parts(address)
    pattern = _TIMED.get(host)
    match = None if pattern is None else pattern.match(path)
    if match is None:
        return None
    time = "".join(filter(str.isdigit, match["time"] or ""))
    # Fewer digits than a year has are a wish for the first capture or the last.
    return Copy(time if len(time) >= 4 else "", _whole(match["page"]))


def in_archive(address: str) -> bool:
    """Return whether an address is of a copy in a web archive, whatever it says of what is kept."""
    host, path = _parts(address)
    opaque = _OPAQUE.get(host)
    return copy_of(address) is not None or (opaque is not None and opaque.match(path) is not None)


def lists_captures(address: str) -> bool:
    """Return whether an address shows which captures an archive has (`/web/2020*/…`), and so is never the page."""
    host, path = _parts(address)
    pattern = _LISTS.get(host)
    return pattern is not None and pattern.match(path) is not None


def served_at(address: str) -> str | None:
    """Return when the page was captured that an archive's address serves, as far as the address says it.

    RFC 3339 in UTC for a whole time, else the day, the month or the year; None for any other address, and for digits
    that no calendar has.
    """
    kept = copy_of(address)
    if kept is None or not kept.time:
        return None
    digits = kept.time
    length, read = next((length, read) for length, read in _READ if len(digits) >= length)
    try:
        datetime.strptime(digits[:length], read)
    except ValueError:
        return None
    day = "-".join(digits[start:end] for start, end in ((0, 4), (4, 6), (6, 8)) if end <= length)
    return f"{day}T{digits[8:10]}:{digits[10:12]}:{digits[12:14]}Z" if length == 14 else day


def family(host: str) -> str:
    """Return the one name of an archive that answers under several."""
    if host in _WAYBACK:
        return "web.archive.org"
    return "archive.today" if host in _TODAY else host


def _parts(address: str) -> tuple[str, str]:
    """Return host and path of an address; empty where it has none."""
    try:
        parts = urlsplit(address)
        host = parts.hostname or ""
    except ValueError:
        return "", ""
    path = parts.path.replace("%2A", "*").replace("%2a", "*")
    return host.removeprefix("www.").rstrip("."), path


def _whole(page: str) -> str:
    """Return an archived address with a scheme; archives keep some without, or with one of its two slashes lost."""
    if page[:8].lower().startswith(("http%3a", "https%3a")):
        page = unquote(page)
    scheme, colon, rest = page.partition(":/")
    if colon and scheme.lower() in ("http", "https"):
        return f"{scheme.lower()}://{rest.lstrip('/')}"
    return f"http://{page}"
