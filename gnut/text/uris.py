"""Identity of a source, from its address as a report writes it; and what a fragment asks for."""

from __future__ import annotations

import re
from urllib.parse import unquote_to_bytes

from msgspec import Struct

from gnut.model import Uri
from gnut.text.credentials import concealed
from gnut.text.hosts import ascii_host
from gnut.text.identifiers import one_spelling
from gnut.text.patterns import lazy
from gnut_store.canon import sha256

TRACKING = frozenset(
    """fbclid gclid gclsrc dclid gbraid wbraid msclkid yclid twclid ttclid igshid igsh srsltid mc_cid mc_eid mkt_tok
    _hsenc _hsmi hsctatracking vero_id oly_anon_id oly_enc_id wickedid s_cid ref_src ref_url spm_id_from li_fat_id
    epik rb_clickid __twitter_impression _ga _gl""".split()
)
"""Parameters that say who followed a link, not what it points to; `utm_…` and `pk_…` besides."""

_TRACKING_PREFIXES = ("utm_", "pk_", "mtm_")
_SCHEME = lazy(r"([A-Za-z][A-Za-z0-9+.-]*):")
_HTTP = lazy(r"(?i)(https?)://([^/?#\\]*)([^?#]*)(?:\?([^#]*))?(?:#(.*))?$", re.DOTALL)
_PERCENT = lazy(r"%([0-9A-Fa-f]{2})")
_UNRESERVED = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
_PLAIN = lazy(r"[^!-~]|[\"<>\\^`{|}]")
_LINES = lazy(r"L(\d+)(?:C\d+)?(?:-L?(\d+)(?:C\d+)?)?$")
_PAGE = lazy(r"(?:.*&)?page=(\d+)(?:&.*)?$")
_HIDDEN = (".git", ".gnut")


class Refused(Struct, frozen=True, forbid_unknown_fields=True):
    """An address that names no source, and why."""

    why: str
    """One of `scheme | absolute | home | drive | above_root | hidden | no_host | control | empty`."""

    sentence: str
    """For people, without a final full stop."""


class Directive(Struct, frozen=True, forbid_unknown_fields=True):
    """One text directive of a fragment (WICG scroll-to-text-fragment)."""

    start: str
    end: str | None
    prefix: str | None
    suffix: str | None


class Fragment(Struct, frozen=True, forbid_unknown_fields=True):
    """What stands behind `#` in an address."""

    directives: tuple[Directive, ...]
    locator: str | None
    """`L2-L3`, `page 14`, `#section`; None when there is none."""


def source_id(uri: Uri) -> str:
    """Return the name of a source in receipts: `url:` or `file:` and 16 hex digits of the SHA-256 of its identity."""
    scheme = "file" if uri.startswith("file:") else "url"
    return f"{scheme}:{sha256(uri.encode())[:16]}"


def source_uri(written: str, report_path: str) -> Uri | Refused:
    """Return the identity of the source that `written` names.

    Two spellings have one identity exactly when RFC 3986 calls them equivalent (case of scheme and
    host, default port, percent-encoding of unreserved characters), when they differ by fragment or by
    a parameter in `TRACKING`, or when a registry has one identifier for both (`gnut.text.identifiers`).
    Slashes at the end, `www.` and the order of a query are kept: they may name another page. Of a
    credential a digest stands in its place, and of a password not even that (`gnut.text.credentials`):
    an identity is stored and shown, and what is fetched is not it.

    Args:
        written: Address, with or without fragment; `www.…` counts as https.
        report_path: Path of the report from the repository root, against whose folder a relative
            address stands; `-` stands in the root.
    """
    address = written.strip()
    if address[:4].casefold() == "www.":
        address = "https://" + address
    elif address.startswith("//"):
        address = "https:" + address
    if not address:
        return Refused("empty", "the address is empty")
    http = _HTTP.match(address)
    if http:
        return _http(http)
    scheme = _SCHEME.match(address)
    if scheme and len(scheme.group(1)) > 1:
        return Refused("scheme", f"addresses of scheme {scheme.group(1).casefold()} are not read")
    if scheme:
        return Refused("drive", "a drive letter is outside the repository")
    return _file(address, report_path)


def _http(parts: re.Match[str]) -> Uri | Refused:
    scheme = parts.group(1).casefold()
    host = parts.group(2).rpartition("@")[2]
    default = ":80" if scheme == "http" else ":443"
    host = host.removesuffix(default).removesuffix(":")
    if not host.strip(".[]:"):
        return Refused("no_host", "the address has no host")
    path = _equal(parts.group(3)) or "/"
    query = parts.group(4)
    if query is not None:
        kept = [part for part in query.split("&") if not _tracks(part)]
        query = _equal("&".join(kept)) if kept else None
    page = concealed(_without_dots(path) + (f"?{query}" if query is not None else ""))
    host = _ascii(host)
    return Uri(one_spelling(host, page) or f"{scheme}://{host}{page}")


def _ascii(host: str) -> str:
    """Return a host, with its port, in the form that is looked up; percent-encoded when it has none."""
    name, colon, port = (host, "", "") if host.isascii() else host.partition(":")
    known = ascii_host(name)
    return _equal(host.lower() if known is None else known + colon + port)


def _tracks(parameter: str) -> bool:
    name = parameter.partition("=")[0].casefold()
    return name in TRACKING or name.startswith(_TRACKING_PREFIXES)


def _equal(text: str) -> str:
    """Return the one spelling that RFC 3986 §6.2.2 and RFC 3987 §3.1 call equal."""

    def spelled(match: re.Match[str]) -> str:
        character = chr(int(match.group(1), 16))
        return character if character in _UNRESERVED else match.group().upper()

    text = _PERCENT.sub(spelled, text)
    return _PLAIN.sub(lambda m: "".join(f"%{byte:02X}" for byte in m.group().encode("utf-8", "replace")), text)


def _without_dots(path: str) -> str:
    """Return `path` without `.` and `..` segments (RFC 3986 §5.2.4)."""
    if "/." not in path:
        return path
    kept: list[str] = []
    segments = path.split("/")
    for segment in segments[1:]:
        if segment == "..":
            del kept[-1:]
        elif segment != ".":
            kept.append(segment)
    if segments[-1] in (".", ".."):
        kept.append("")
    return "/" + "/".join(kept)


def _file(address: str, report_path: str) -> Uri | Refused:
    path = address.partition("#")[0].partition("?")[0]
    raw = unquote_to_bytes(path)
    try:
        path = raw.decode("utf-8")
    except UnicodeDecodeError:
        return Refused("control", "the path is not UTF-8")
    if any(ord(character) < 32 or character == "\x7f" for character in path):
        return Refused("control", "the path holds control characters")
    if path.startswith(("/", "\\")):
        return Refused("absolute", "an absolute path is outside the repository")
    if path.startswith("~"):
        return Refused("home", "a home folder is outside the repository")
    if "\\" in path:
        return Refused("drive", "a path with backslashes is not read")
    kept = [] if report_path == "-" else report_path.split("/")[:-1]
    for segment in path.split("/"):
        if segment == "..":
            if not kept:
                return Refused("above_root", "the path leads out of the repository")
            kept.pop()
        elif segment not in ("", "."):
            kept.append(segment)
    if not path:
        kept = report_path.split("/")
    for segment in kept:
        name = segment.casefold()
        if name in _HIDDEN or name.startswith(".env"):
            return Refused("hidden", "files of git, of gnut and dot-env files are not sources")
    if not kept:
        return Refused("empty", "the path names the repository itself")
    return Uri("file:" + "/".join(kept))


def same_page(written: str) -> bool:
    """Whether an address only points into the page it stands on (`#results`, empty)."""
    return not written.strip() or written.lstrip().startswith("#")


def fragment(written: str) -> Fragment:
    """Return the text directives and the locator in the fragment of an address.

    A directive is `[prefix-,]start[,end][,-suffix]`; its parts are percent-decoded after they are
    split, and a hyphen is a mark only beside a comma, because browsers leave others unescaped.
    """
    _, hash_mark, rest = written.partition("#")
    if not hash_mark:
        return Fragment((), None)
    element, mark, directive = rest.partition(":~:")
    directives: list[Directive] = []
    if mark:
        for part in directive.split("&"):
            name, _, value = part.partition("=")
            found = _directive(value) if name == "text" else None
            if found:
                directives.append(found)
    return Fragment(tuple(directives), _locator(element))


def _locator(element: str) -> str | None:
    if not element or element.startswith(("!", "/")):
        return None
    element = concealed(f"#{element}")[1:]
    lines = _LINES.match(element)
    if lines:
        return f"L{lines.group(1)}" + (f"-L{lines.group(2)}" if lines.group(2) else "")
    page = _PAGE.match(element)
    if page:
        return f"page {page.group(1)}"
    return "#" + _decoded(element)


def _directive(value: str) -> Directive | None:
    parts = value.split(",")
    prefix = suffix = end = None
    if len(parts) > 1 and parts[0].endswith("-"):
        prefix = _decoded(parts.pop(0)[:-1]) or None
    if len(parts) > 1 and parts[-1].startswith("-"):
        suffix = _decoded(parts.pop()[1:]) or None
    # An unescaped comma inside a term is an error of the writer; the first and the last part bound the range.
    start = _decoded(parts[0])
    if len(parts) > 1:
        end = _decoded(parts[-1]) or None
    return Directive(start, end, prefix, suffix) if start else None


def _decoded(text: str) -> str:
    return unquote_to_bytes(text).decode("utf-8", "replace").strip()
