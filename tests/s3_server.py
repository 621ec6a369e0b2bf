"""A small S3-compatible server on 127.0.0.1: as much of the protocol as packs need, and ways to get it wrong.

The guard that keeps tests off the network hears of Python's sockets alone; the client under test opens its own in Rust.
So whoever uses this server sets an endpoint on the loopback interface, credentials that are nobody's, and no proxy.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import NamedTuple
from urllib.parse import parse_qs, unquote, urlsplit
from xml.sax.saxutils import escape

BUCKET = "bucket"
PAGE = 3
"""Keys in one page of a listing, so that few packs need several."""

ACCESS, SECRET, TOKEN = "AKIANOBODYSKEY", "nobodys/secret+key", "nobodys-session-token"


class Asked(NamedTuple):
    """One request as it came."""

    method: str
    path: str
    """Key, without the bucket."""

    query: dict[str, str]
    fields: dict[str, str]
    """Header fields, names in lower case."""

    body: bytes


class Said(NamedTuple):
    """One reply."""

    status: int
    body: bytes = b""
    fields: tuple[tuple[str, str], ...] = ()
    cut: int | None = None
    """Bytes of the body that are really sent, whatever its length field says."""


Fault = Callable[[Asked], Said | None]
"""Answers a request in the server's place, or leaves it to the server."""


class Cloud:
    """The objects of one bucket, and every request for them."""

    def __init__(self) -> None:
        self.objects: dict[str, bytes] = {}
        self.uploads: dict[str, dict[int, bytes]] = {}
        self.asked: list[Asked] = []
        self.faults: list[Fault] = []
        self.conditional = True
        """Whether it knows `If-None-Match: *`."""

        self.port = 0
        self._lock = threading.Lock()

    @property
    def endpoint(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def environment(self) -> dict[str, str]:
        """Return what leads a client here and nowhere else."""
        return {
            "AWS_ENDPOINT_URL": self.endpoint,
            "AWS_ALLOW_HTTP": "true",
            "AWS_ACCESS_KEY_ID": ACCESS,
            "AWS_SECRET_ACCESS_KEY": SECRET,
            "AWS_SESSION_TOKEN": TOKEN,
            "AWS_REGION": "us-east-1",
            "AWS_EC2_METADATA_DISABLED": "true",
            "NO_PROXY": "127.0.0.1",
        }

    def count(self, method: str, pattern: str = "") -> int:
        return sum(one.method == method and re.search(pattern, one.path) is not None for one in self.asked)

    def answer(self, asked: Asked) -> Said:
        with self._lock:
            self.asked.append(asked)
            for fault in self.faults:
                said = fault(asked)
                if said is not None:
                    return said
            if asked.method == "GET" and asked.query.get("list-type") == "2":
                return self._list(asked.query)
            handler = {"GET": self._get, "HEAD": self._get, "PUT": self._put, "POST": self._post}.get(asked.method)
            return error(405, "MethodNotAllowed") if handler is None else handler(asked)

    def _list(self, query: dict[str, str]) -> Said:
        keys = sorted(key for key in self.objects if key.startswith(query.get("prefix", "")))
        after = query.get("continuation-token", query.get("start-after", ""))
        keys = [key for key in keys if key > after]
        page, more = keys[:PAGE], len(keys) > PAGE
        rows = "".join(
            f"<Contents><Key>{escape(key)}</Key><LastModified>2026-01-02T03:04:05.000Z</LastModified>"
            f"<ETag>&quot;1&quot;</ETag><Size>{len(self.objects[key])}</Size></Contents>"
            for key in page
        )
        token = f"<NextContinuationToken>{escape(page[-1])}</NextContinuationToken>" if more else ""
        return Said(
            200,
            f"<ListBucketResult><Name>{BUCKET}</Name><KeyCount>{len(page)}</KeyCount><IsTruncated>"
            f"{str(more).lower()}</IsTruncated>{rows}{token}</ListBucketResult>".encode(),
        )

    def _get(self, asked: Asked) -> Said:
        body = self.objects.get(asked.path)
        if body is None:
            return error(404, "NoSuchKey")
        said = [("ETag", '"1"'), ("Last-Modified", "Fri, 02 Jan 2026 03:04:05 GMT"), ("Accept-Ranges", "bytes")]
        wanted = re.fullmatch(r"bytes=(\d+)-(\d*)", asked.fields.get("range", ""))
        if wanted is None:
            return Said(200, body, tuple(said))
        start, end = int(wanted[1]), min(int(wanted[2] or len(body)), len(body) - 1)
        if start >= len(body):
            return error(416, "InvalidRange")
        said.append(("Content-Range", f"bytes {start}-{end}/{len(body)}"))
        return Said(206, body[start : end + 1], tuple(said))

    def _put(self, asked: Asked) -> Said:
        if "uploadId" in asked.query:
            self.uploads[asked.query["uploadId"]][int(asked.query["partNumber"])] = asked.body
            return Said(200, fields=(("ETag", f'"part{asked.query["partNumber"]}"'),))
        if "if-none-match" in asked.fields:
            if not self.conditional:
                return error(501, "NotImplemented")
            if asked.path in self.objects:
                return error(412, "PreconditionFailed")
        self.objects[asked.path] = asked.body
        return Said(200, fields=(("ETag", '"1"'),))

    def _post(self, asked: Asked) -> Said:
        if "uploads" in asked.query:
            upload = f"upload{len(self.uploads)}"
            self.uploads[upload] = {}
            said = f"<UploadId>{upload}</UploadId>"
            return Said(200, f"<InitiateMultipartUploadResult>{said}</InitiateMultipartUploadResult>".encode())
        parts = self.uploads.pop(asked.query["uploadId"])
        self.objects[asked.path] = b"".join(parts[number] for number in sorted(parts))
        return Said(200, b"<CompleteMultipartUploadResult><ETag>&quot;1&quot;</ETag></CompleteMultipartUploadResult>")


def error(status: int, code: str, message: str = "as it is told to") -> Said:
    return Said(status, f"<Error><Code>{code}</Code><Message>{message}</Message></Error>".encode())


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    cloud: Cloud

    def _serve(self) -> None:
        parts = urlsplit(self.path)
        query = {name: values[0] for name, values in parse_qs(parts.query, keep_blank_values=True).items()}
        fields = {name.lower(): value for name, value in self.headers.items()}
        body = self.rfile.read(int(fields.get("content-length", 0)))
        key = unquote(parts.path).removeprefix(f"/{BUCKET}").removeprefix("/")
        said = self.cloud.answer(Asked(self.command, key, query, fields, body))
        self.send_response(said.status)
        names = {name.lower() for name, _ in said.fields}
        for name, value in said.fields:
            self.send_header(name, value)
        if "content-length" not in names:
            self.send_header("Content-Length", str(len(said.body)))
        if said.cut is not None:
            self.send_header("Connection", "close")
            self.close_connection = True
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(said.body[: said.cut])

    do_GET = do_HEAD = do_PUT = do_POST = do_DELETE = _serve

    def log_message(self, format: str, *args: object) -> None:
        return


@contextmanager
def serving() -> Iterator[Cloud]:
    """Yield a server that listens on 127.0.0.1 until the block ends."""
    cloud = Cloud()
    handler = type("Handler", (_Handler,), {"cloud": cloud})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    cloud.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield cloud
    finally:
        server.shutdown()
        server.server_close()
        thread.join(5)
