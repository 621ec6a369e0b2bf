"""What the head of a reply says: whether there is a body to take, and if not, what that is called."""

from __future__ import annotations

import re
from email.utils import parsedate_to_datetime

import httpx

from gnut.acquire.core.statuses import said_of, why_of
from gnut.edge.net.addresses import Target, follow
from gnut.edge.net.fields import legible, validator
from gnut.edge.net.limits import LIMITS, Limits
from gnut.edge.net.refusal import Refused, plain
from gnut.model import Validators
from gnut.text.media_types import charset, essence
from gnut.text.patterns import lazy

__all__ = [
    "KEPT",
    "check_length",
    "check_status",
    "check_type",
    "contradicts",
    "heard",
    "location",
    "retry_after",
    "why_of",
]

KEPT = (
    *("content-encoding", "content-length", "content-type", "date", "etag", "last-modified", "link"),
    "memento-datetime",
)
"""Fields of a reply that may be recorded: what it is, how old it is, and which address it calls its own."""

REDIRECTS = frozenset({301, 302, 303, 307, 308})

_CANONICAL = lazy(
    r"""<([^<>"\s]{1,4096})>((?:\s*;\s*[a-z*-]{1,20}\s*=\s*(?:"[^"]{0,1024}"|[^\s;,"]{1,1024})){0,8})""",
    re.IGNORECASE,
)
_RELATION = lazy(r"""(?:^|;)\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,"]+))""", re.IGNORECASE)
_LABEL = lazy(r"^[A-Za-z0-9._:+-]{1,40}$")
_NEVER_TEXT = ("image/", "audio/", "video/", "font/", "model/")
_NEVER = frozenset(
    {
        "application/zip",
        "application/gzip",
        "application/x-gzip",
        "application/x-tar",
        "application/x-7z-compressed",
        "application/vnd.rar",
        "application/java-archive",
        "application/x-msdownload",
        "application/wasm",
    }
)
"""Types of which no text can be read, so that their bodies need not be taken."""


def location(reply: httpx.Response) -> bytes | None:
    """Return where a redirect leads, as sent; None for a reply that is none.

    Raises:
        Refused: `bad_redirect`, without exactly one Location field.
    """
    if reply.status_code not in REDIRECTS:
        return None
    fields = [value for name, value in reply.headers.raw if name.lower() == b"location"]
    if len(fields) != 1:
        raise Refused("bad_redirect", f"HTTP {reply.status_code} with {len(fields) or 'no'} Location fields")
    return fields[0]


_LASTING = 10**9
"""Seconds that stand for a wait of which nobody knows the length."""


def check_status(reply: httpx.Response) -> None:
    """Refuse every status but 200: another body is not the source.

    Raises:
        Refused: By the status.
    """
    status = reply.status_code
    if status != 200:
        after = retry_after(reply)
        asked = f"; it asks to be left alone for {after:g} seconds" if after and after < _LASTING else ""
        raise Refused(why_of(status), said_of(status) + asked, after=after)


def check_type(reply: httpx.Response, limits: Limits = LIMITS) -> str | None:
    """Return the Content-Type as sent, or its type and charset alone where it is too long; None without one.

    Several fields are one list, of which the last type counts, as in browsers.

    Raises:
        Refused: `unsupported_type`, for one that is malformed or never text.
    """
    sent = ", ".join(reply.headers.get_list("content-type"))
    if not sent.strip(" \t,;"):
        return None
    name = essence(sent)
    if name is None:
        raise Refused("unsupported_type", f"{plain(sent)} is no media type")
    if name.startswith(_NEVER_TEXT) or name in _NEVER:
        raise Refused("unsupported_type", f"{name} holds no text")
    if len(sent) <= limits.kept:
        return sent
    label = charset(sent) or ""
    return f"{name}; charset={label}" if _LABEL.match(label) else name


def check_length(reply: httpx.Response, most: int) -> None:
    """Refuse a body by the length it announces, before any of it is read.

    Raises:
        Refused: `too_large`.
    """
    announced = reply.headers.get("content-length", "")
    if announced.isascii() and announced.isdigit() and int(announced[:20]) > most:
        raise Refused("too_large", f"the server announces over {most} bytes")


def retry_after(reply: httpx.Response) -> float | None:
    """Return the seconds that a busy server asks to wait; None when it does not say.

    A date counts from the reply's own Date, so that no clock of ours is asked; without one it is a long wait.
    """
    if reply.status_code not in (429, 503):
        return None
    said = reply.headers.get("retry-after", "").strip()
    if not said:
        return None
    if said.isascii() and said.isdigit():
        return float(min(int(said[:10]), 10**9))
    try:
        until = parsedate_to_datetime(said)
        since = parsedate_to_datetime(reply.headers["date"])
        return max(0.0, (until - since).total_seconds())
    except (KeyError, ValueError, TypeError, OverflowError):
        return float(10**9)


def contradicts(reply: httpx.Response, known: Validators, limits: Limits = LIMITS) -> bool:
    """Return whether "nothing new" is said of another page than the one that is `known` (RFC 9110 §15.4.5).

    Some cache answers so for what it has itself. Compared weakly; of the two validators an ETag says more.
    """
    if reply.status_code != 304:
        return False
    ours = validator(known.etag, known.last_modified, limits)
    said = (_only(reply.headers.get_list("etag")), _only(reply.headers.get_list("last-modified")))
    theirs = validator(*said, limits)
    both = next(((one, other) for one, other in zip(ours, theirs, strict=True) if one and other), None)
    return both is not None and both[0].removeprefix("W/") != both[1].removeprefix("W/")


def heard(reply: httpx.Response, target: Target, limits: Limits = LIMITS) -> tuple[tuple[str, str], ...]:
    """Return what may be recorded of a reply's fields, by name; see `KEPT`.

    A value that is not plain, too long, or given twice is left out: what a server cannot say clearly it has not said.
    """
    found: dict[str, list[str]] = {}
    for name, value in reply.headers.raw:
        found.setdefault(name.decode("latin-1").lower(), []).append(value.decode("latin-1").strip())
    etag, last_modified = validator(_only(found.get("etag")), _only(found.get("last-modified")), limits)
    said = {name: _only(found.get(name)) for name in KEPT}
    said |= {"etag": etag, "last-modified": last_modified, "link": _canonical(found.get("link", []), target, limits)}
    return tuple((name, value) for name, value in said.items() if value is not None and legible(value, limits.kept))


def _only(values: list[str] | None) -> str | None:
    return values[0] if values and all(value == values[0] for value in values) else None


def _canonical(values: list[str], target: Target, limits: Limits) -> str | None:
    """Return the address that Link fields call canonical, without its query; None without a usable one."""
    for value in values:
        for link in _CANONICAL.finditer(value[: 4 * limits.kept]):
            relation = _RELATION.search(link[2])
            if relation and "canonical" in (relation[1] or relation[2]).lower().split():
                try:
                    return follow(target, link[1].encode("latin-1"), limits, downgrade=True).final_uri
                except Refused:
                    return None
    return None
