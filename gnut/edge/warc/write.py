"""Records of a web archive (WARC 1.1, ISO 28500:2017), written so that the same content gives the same bytes."""

from __future__ import annotations

import zlib
from typing import NamedTuple

from gnut._version import __version__
from gnut_store import canon
from gnut_store.oid import digest

CONFORMS = "http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/"


class Fresh(NamedTuple):
    """A record to write."""

    kind: str
    """`warcinfo | resource | conversion | metadata`."""

    seed: str
    """Names the content; the id of the record is made from it and the kind."""

    date: str
    """RFC 3339, UTC, whole seconds."""

    content_type: str
    body: bytes
    target: str | None = None
    refers_to: str | None = None
    """Id of the record that this one is about."""


def record_id(kind: str, seed: str) -> str:
    """Return the id of a record: a UUID of version 8 (RFC 9562 §5.8) whose free bits are a hash of its content."""
    digits = digest(f"gnut {kind} {seed}".encode(), 16)
    variant = "89ab"[int(digits[16], 16) & 3]
    made = f"{digits[:8]}-{digits[8:12]}-8{digits[13:16]}-{variant}{digits[17:20]}-{digits[20:]}"
    return f"<urn:uuid:{made}>"


def written(record: Fresh) -> bytes:
    """Return the bytes of a record.

    Raises:
        ValueError: A value would end its line; whoever makes a record lets none through.
    """
    named = f"sha256:{canon.sha256(record.body)}"
    payload = named if record.kind in ("resource", "conversion") else None
    fields = {
        "WARC-Type": record.kind,
        "WARC-Record-ID": record_id(record.kind, record.seed),
        "WARC-Date": record.date,
        "WARC-Target-URI": record.target,
        "WARC-Refers-To": record.refers_to,
        "WARC-Block-Digest": named,
        "WARC-Payload-Digest": payload,
        "Content-Type": record.content_type,
        "Content-Length": str(len(record.body)),
    }
    lines = ["WARC/1.1", *(f"{name}: {value}" for name, value in fields.items() if value is not None)]
    if not all(line.isprintable() for line in lines):
        raise ValueError("a field of a record holds a control character")
    return "\r\n".join([*lines, "", ""]).encode() + record.body + b"\r\n\r\n"


def packed(record: bytes) -> bytes:
    """Return a record as a gzip member of its own, without time, name or system."""
    stream = zlib.compressobj(9, zlib.DEFLATED, 31)
    return stream.compress(record) + stream.flush()


def about(seeds: list[str], date: str) -> Fresh:
    """Return the first record of a file, which says what wrote it and nothing of where.

    Args:
        seeds: Of what follows, so that two files with other content have other ids.
        date: Of the newest capture in it.
    """
    said = {
        "software": f"gnut/{__version__}",
        "format": "WARC File Format 1.1",
        "conformsTo": CONFORMS,
        "description": "Sources as a gnut store keeps them: bodies without transfer and content codings",
    }
    body = "".join(f"{name}: {value}\r\n" for name, value in said.items()).encode()
    return Fresh("warcinfo", digest("\n".join(seeds).encode()), date, "application/warc-fields", body)
