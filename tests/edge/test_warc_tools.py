"""Archives as the tools write them that people have: wget, browsers under a crawler, archives' own."""

from __future__ import annotations

import base64
import hashlib
import io
from pathlib import Path

from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

from gnut.edge.warc.digest import Checked
from gnut.model import Fetched
from tests.archives import PAGE, TYPE, URL, by_record, of_warcio, one_member, record, reply, took

HOME = "https://books.example/"


def sha1(body: bytes) -> str:
    return "sha1:" + base64.b32encode(hashlib.sha1(body).digest()).decode()


def test_a_crawl_by_wget(tmp_path: Path) -> None:
    """Address in angle brackets, chunks kept, a revisit in the profile of version 1.0 whose block is a head."""
    stored = b"%x\r\n%s\r\n0\r\n\r\n" % (len(PAGE), PAGE)
    block = reply(stored, TYPE, ("Transfer-Encoding", "chunked"))
    first = record(
        block=block,
        url=f"<{URL}>",
        name="<urn:uuid:1>",
        version="WARC/1.0",
        more=[("WARC-Block-Digest", sha1(block)), ("WARC-Payload-Digest", sha1(stored))],
    )
    again = record(
        "revisit",
        reply(b"", TYPE, ("Transfer-Encoding", "chunked")),
        url=f"<{URL}>",
        date="2020-06-01T00:00:00Z",
        name="<urn:uuid:3>",
        version="WARC/1.0",
        more=[
            ("WARC-Profile", "http://netpreserve.org/warc/1.0/revisit/identical-payload-digest"),
            ("WARC-Truncated", "length"),
            ("WARC-Refers-To", "<urn:uuid:1>"),
            ("WARC-Payload-Digest", sha1(stored)),
        ],
    )
    asked = record("request", b"GET /a HTTP/1.1\r\n\r\n", url=f"<{URL}>", name="<urn:uuid:2>", version="WARC/1.0")
    (taken,), refused = took(tmp_path, by_record(asked + first + again))
    assert isinstance(taken.answer, Fetched)
    assert (taken.answer.body, taken.at, taken.checked, refused) == (PAGE, "2020-06-01T00:00:00Z", Checked.PASSED, [])


def test_a_crawl_by_a_browser(tmp_path: Path) -> None:
    """Bodies as the browser had them, the fields of the transfer renamed, records about the page beside it."""
    fields = (
        TYPE,
        ("x-orig-content-encoding", "gzip"),
        ("x-orig-content-length", "7"),
        ("content-length", str(len(PAGE))),
    )
    block = reply(PAGE, *fields, status="HTTP/1.1 200")
    digest = f"sha256:{hashlib.sha256(PAGE).hexdigest()}"
    body = record(
        "resource", b'{"counts": {}}', url=f"urn:pageinfo:{URL}", content_type="application/json", name="<urn:uuid:4>"
    )
    body += record("resource", b"text", url=f"urn:text:{URL}", content_type="text/plain", name="<urn:uuid:5>")
    body += record(
        block=reply(b"", ("location", "/a"), status="HTTP/1.1 308"),
        url=HOME,
        date="2024-01-01T00:00:00.123Z",
        name="<urn:uuid:6>",
    )
    body += record(block=block, date="2024-01-01T00:00:00.456Z", more=[("WARC-Payload-Digest", digest)])
    body += record("request", b"GET /a HTTP/1.1\r\n\r\n", name="<urn:uuid:7>")
    found, refused = took(tmp_path, by_record(body), ask=None)
    assert [taken.request.uri for taken in found] == [HOME, URL]
    assert all(isinstance(taken.answer, Fetched) and taken.answer.body == PAGE for taken in found)
    assert {(taken.at, taken.checked) for taken in found} == {("2024-01-01T00:00:00Z", Checked.PASSED)}
    assert not refused


def test_pairs_with_gzip_and_a_revisit_as_warcio_writes_them(tmp_path: Path) -> None:
    packed = one_member(PAGE)
    http = ("200 OK", [TYPE, ("Content-Encoding", "gzip"), ("Content-Length", str(len(packed)))])
    out = io.BytesIO(of_warcio(
        (URL, "response", {"body": packed, "http": http, "warc_headers_dict": {"WARC-Date": "2020-05-01T10:00:00Z"}}),
        (URL, "request", {"http": ("GET /a HTTP/1.1", ())}),
        gz=True,
    ))  # fmt: skip
    out.seek(0, io.SEEK_END)
    writer = WARCWriter(out, gzip=True, warc_version="WARC/1.1")
    head = StatusAndHeaders("200 OK", http[1], protocol="HTTP/1.1")
    digest = sha1(packed)
    writer.write_record(
        writer.create_revisit_record(
            URL, digest, URL, "2020-05-01T10:00:00Z", http_headers=head,
            warc_headers_dict={"WARC-Date": "2021-05-01T10:00:00Z"},
        )
    )  # fmt: skip
    (taken,), refused = took(tmp_path, out.getvalue())
    assert isinstance(taken.answer, Fetched)
    assert (taken.answer.body, taken.at, taken.checked, refused) == (PAGE, "2021-05-01T10:00:00Z", Checked.PASSED, [])


def test_a_file_compressed_by_hand(tmp_path: Path) -> None:
    body = of_warcio((URL, "response", {"body": PAGE, "http": ("200 OK", [TYPE])}), (HOME, "resource", {"body": PAGE}))
    found, refused = took(tmp_path, one_member(body), ask=(URL, HOME))
    assert ([taken.request.uri for taken in found], refused) == ([URL, HOME], [])
