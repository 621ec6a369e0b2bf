"""Web archives for tests: as common tools write them, and as nobody should."""

from __future__ import annotations

import gzip
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

from gnut.acquire.core import request
from gnut.edge.net.limits import LIMITS, Limits
from gnut.edge.warc.captures import Taken, captures
from gnut.edge.warc.child import cut
from gnut.edge.warc.frame import Piece
from gnut.edge.warc.limits import ARCHIVE_LIMITS, ArchiveLimits
from gnut.edge.warc.read import broken
from gnut.errors import BadArchive
from gnut.model import Absence, Fetched, Request
from gnut.text.uris import source_uri

URL = "https://books.example/a"
PAGE = b"<p>From May the gate shuts at nine every evening.</p>"
DATE = "2020-05-01T10:00:00Z"
TYPE = ("Content-Type", "text/html")


def record(
    kind: str = "response",
    block: bytes = b"",
    *,
    url: str = URL,
    date: str = DATE,
    name: str = "<urn:uuid:00000000-0000-4000-8000-000000000001>",
    length: str | None = None,
    more: Sequence[tuple[str, str]] = (),
    content_type: str = "application/http; msgtype=response",
    version: str = "WARC/1.1",
) -> bytes:
    """Return the bytes of one record, right or wrong as the arguments say."""
    fields = [
        ("WARC-Type", kind),
        ("WARC-Record-ID", name),
        ("WARC-Date", date),
        ("WARC-Target-URI", url),
        *more,
        ("Content-Type", content_type),
        ("Content-Length", str(len(block)) if length is None else length),
    ]
    head = "".join(f"{name}: {value}\r\n" for name, value in fields)
    return f"{version}\r\n{head}\r\n".encode("latin-1") + block + b"\r\n\r\n"


def reply(body: bytes = PAGE, *fields: tuple[str, str], status: str = "HTTP/1.1 200 OK") -> bytes:
    """Return an HTTP reply as an archive keeps it."""
    told = fields or (TYPE,)
    return (
        "".join([f"{status}\r\n", *(f"{name}: {value}\r\n" for name, value in told), "\r\n"]).encode("latin-1") + body
    )


def of_warcio(*records: tuple[str, str, dict[str, Any]], gz: bool = False) -> bytes:
    """Return what warcio writes of (address, type, arguments of `create_warc_record`) in order."""
    out = io.BytesIO()
    writer = WARCWriter(out, gzip=gz, warc_version="WARC/1.1")
    writer.write_record(writer.create_warcinfo_record("x.warc", {"software": "warcio"}))
    for url, kind, told in records:
        body = told.pop("body", b"")
        status, fields = told.pop("http", (None, ()))
        http = None if status is None else StatusAndHeaders(status, list(fields), protocol="HTTP/1.1")
        writer.write_record(writer.create_warc_record(url, kind, payload=io.BytesIO(body), http_headers=http, **told))
    return out.getvalue()


def wanted(url: str) -> Request:
    """Return the request of a report that cites `url`."""
    uri = source_uri(url, "-")
    assert isinstance(uri, str)
    return request(uri, url)


def here(path: Path, shown: str, most: int, limits: ArchiveLimits) -> Iterator[tuple[Piece, bytes]]:
    """Cut a file in this process: a thousand children would take minutes."""
    found: list[tuple[Piece, bytes]] = []
    with path.open("rb") as file:
        ended = cut(
            file,
            lambda piece, body: found.append((piece, body)),
            min(most, limits.block),
            limits.head,
            limits.records,
            limits.whole,
        )
    yield from found
    if ended.fault is not None:
        raise broken(ended.fault, shown, limits)


def took(
    folder: Path,
    *bodies: bytes,
    ask: Iterable[str] | None = (URL,),
    limits: Limits = LIMITS,
    archive: ArchiveLimits = ARCHIVE_LIMITS,
    latest: str | None = None,
) -> tuple[list[Taken], list[str]]:
    """Return what is taken out of files with these bytes, and the codes of what is refused."""
    paths = []
    for number, body in enumerate(bodies):
        path = folder / f"{number}.warc"
        path.write_bytes(body)
        paths.append(path)
    requests = None if ask is None else [wanted(url) for url in ask]
    found: list[Taken] = []
    try:
        for one in captures(paths, requests, latest=latest, limits=limits, archive=archive, cut=here):
            found.append(one)
    except BadArchive as error:
        return found, [error.code]
    return found, []


def page(folder: Path, *bodies: bytes, url: str = URL, **more: Any) -> Fetched:
    """Return the one page that is taken out of sound files."""
    found, refused = took(folder, *bodies, ask=(url,), **more)
    assert not refused
    assert len(found) == 1
    answer = found[0].answer
    assert isinstance(answer, Fetched), answer
    return answer


def why(folder: Path, *bodies: bytes, url: str = URL, **more: Any) -> str:
    """Return the kind of absence that one source comes to."""
    found, _ = took(folder, *bodies, ask=(url,), **more)
    assert len(found) == 1
    answer = found[0].answer
    assert isinstance(answer, Absence), answer
    return answer.why


def one_member(body: bytes) -> bytes:
    """Return a file compressed as a whole."""
    return gzip.compress(body, mtime=0)


def by_record(body: bytes) -> bytes:
    """Return a file compressed record by record."""
    return b"".join(gzip.compress(part, mtime=0) for part in re.split(rb"(?<=\r\n\r\n)(?=WARC/1)", body))
