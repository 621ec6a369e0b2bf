"""What the address that served a page says of it: that it is a front page, a copy, a copy of another time."""

from __future__ import annotations

from urllib.parse import unquote, urlsplit

from gnut.acquire.core.identity import archive_copy, capture_date_differs, resolves
from gnut.text.archives import copy_of
from gnut.text.patterns import lazy

SHORTENERS = frozenset(
    """bit.ly t.co goo.gl tinyurl.com ow.ly is.gd buff.ly lnkd.in j.mp tiny.cc rb.gy cutt.ly t.ly dlvr.it ift.tt
    trib.al amzn.to nyti.ms wapo.st reut.rs bbc.in bloom.bg econ.st ti.me on.ft.com on.wsj.com""".split()
)
"""Hosts whose paths say nothing of where they lead: a front page may be what was meant."""

_INDEX = lazy(
    r"(?i)(?:(?:index|default|home|welcome)|(?:index|default|home|welcome|main|start)\.(?:html?|xhtml|shtml|php|aspx?|jsp|cfm|do))$"
)

_LANGUAGES = frozenset(
    """aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en
    eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka
    kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl
    nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw
    ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu""".split()
)
"""ISO 639-1."""

_COUNTRIES = frozenset(
    """ar at au be br ca ch cl cn co cz de dk es fi fr gb gr hk ie in it jp kr mx nl no nz pl pt se sg tr tw uk us
    za""".split()
)
"""Countries that sites give a front page of their own, as `/us`."""

_TAG = lazy(r"(?i)([a-z]{2})(?:[-_](?:[a-z]{2}|[a-z]{4}|[0-9]{3})){1,2}$")
_PREFIX = frozenset({"intl", "global", "country", "region"})
"""Words that stand before a language or country."""


ADDRESS_NOTES = ("archive_copy", "capture_date_differs", "redirected_home")
"""Notes that follow from the two addresses of a capture, and from nothing else."""


QUERY_DROPPED = "query_dropped"
"""Note of a capture whose redirects led to a query: it may name the page, and nothing else on record says so."""


def address_notes(asked: str, final: str, query_dropped: bool = False) -> tuple[str, ...]:
    """Return those of `ADDRESS_NOTES` that follow from where a page was asked for and where it was served.

    Args:
        asked: Address that is cited.
        final: Address that served it, mostly without the query that it had.
        query_dropped: Whether redirects led to a query that `final` lacks.
    """
    rules = (archive_copy, capture_date_differs, redirected_home)
    found = tuple(note for note, rule in zip(ADDRESS_NOTES, rules, strict=True) if rule(asked, final))
    return tuple(note for note in found if note != "redirected_home") if query_dropped else found


def redirected_home(asked: str, final: str) -> bool:
    """Whether the address of a page was answered from a front page, of the same site or of another.

    A front page is the root of a host, a bare language or country (`/en`, `/de-AT`, `/us/en`), or an index of either
    (`/index.html`). Never so: what was asked for as a front page; what was served at a query, which may name the page
    (`/?p=123`; of one that no record holds, `address_notes` is told); a persistent identifier, which may be a whole
    site's; a shortened address; a section that moved to a host of its own (`/blog` to `blog.…`, `/~ada` to `ada.…`).
    """
    start, end = _place(asked), _place(final)
    if start is None or end is None or resolves(asked) or start[0] in SHORTENERS:
        return False
    (host, path), (final_host, final_path) = start, end
    if len(urlsplit(final).query) > 0 and copy_of(final) is None:
        return False
    if _is_front(path) or not _is_front(final_path):
        return False
    # The host that the section moved to bears its name.
    fresh = set(final_host.split(".")[:-1]) - set(host.split("."))
    return not any(segment.strip("@~").lower() in fresh for segment in path.split("/") if segment)


def _place(address: str) -> tuple[str, str] | None:
    """Return host and path of an address, of a copy in an archive those of the page that it keeps."""
    kept = copy_of(address)
    try:
        parts = urlsplit(address if kept is None else kept.page)
        host = parts.hostname
    except ValueError:
        return None
    return None if host is None else (host.removeprefix("www.").rstrip("."), unquote(parts.path))


def _is_front(path: str) -> bool:
    segments = [segment for segment in path.split("/") if segment]
    if segments and _INDEX.match(segments[-1]):
        segments.pop()
    segments = [segment.lower() for segment in segments]
    if len(segments) > 1 and segments[0] in _PREFIX:
        del segments[0]
    match segments:
        case []:
            return True
        case [one]:
            tag = _TAG.match(one)
            return _is_either(one if tag is None else tag[1])
        case [one, other]:
            return _is_either(one) and _is_either(other)
        case _:
            return False


def _is_either(word: str) -> bool:
    return word in _LANGUAGES or word in _COUNTRIES
