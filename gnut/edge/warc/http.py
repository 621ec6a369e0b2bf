"""HTTP as archives keep it: a head judged by the rules of a live one, and the body behind it.

Archives disagree about bodies: most keep the chunks of the transfer, some take them away and leave the field that
announces them. Whether a body is compressed they do not disagree about: what says gzip and is not, is refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from gnut.edge.net.archived import Reply, reply
from gnut.edge.net.decode import Bounds, coding, decoded
from gnut.edge.net.limits import LIMITS, Limits
from gnut.edge.net.refusal import Refused
from gnut.text.patterns import lazy

_STATUS = lazy(rb"^HTTP/[0-9](?:\.[0-9])? ([1-9][0-9]{2})(?: [^\x00\r\n]*)?$")
_NAME = lazy(rb"^[!#$%&'*+.^_`|~0-9A-Za-z-]+$")
_VALUE = lazy(rb"^[^\x00\r\n\x0b\x0c]*$")
_CHUNK = lazy(rb"^([0-9A-Fa-f]{1,20})[ \t]*(?:;[^\x00\r\n]*)?$")
MOST_CHUNKS = 200_000
"""Chunks of one body; each costs as much as hundreds of bytes."""

_CHUNK_LINE = 1024
"""Bytes of a line that says the size of a chunk."""

_STEP = 1 << 16


class Head(NamedTuple):
    """The head of an archived reply."""

    reply: Reply
    end: int
    """Byte of the block at which the body begins."""


def head(block: bytes, limits: Limits = LIMITS) -> Head:
    """Return the final head at the start of a block; interim ones before it are passed over.

    Raises:
        Refused: `bad_response` for what is no HTTP, `header_too_large` past the limits of a live head.
    """
    position = 0
    for _ in range(limits.interim + 1):
        found = _one(block, position, limits)
        if not 100 <= found.reply.status_code < 200:
            return found
        position = found.end
    raise Refused("bad_response", f"over {limits.interim} interim replies")


def _one(block: bytes, position: int, limits: Limits) -> Head:
    lines: list[bytes] = []
    while True:
        end = block.find(b"\n", position, limits.head)
        if end < 0:
            if len(block) >= limits.head:
                raise Refused("header_too_large", f"a head over {limits.head} bytes")
            raise Refused("bad_response", "the archived head does not end")
        line = block[position:end].removesuffix(b"\r")
        position = end + 1
        if not line:
            break
        lines.append(line)
    status = _STATUS.match(lines[0]) if lines else None
    if status is None:
        raise Refused("bad_response", "the archived answer is not HTTP")
    return Head(reply(int(status[1]), _fields(lines[1:], limits)), position)


def _fields(lines: list[bytes], limits: Limits) -> list[tuple[bytes, bytes]]:
    fields: list[tuple[bytes, bytes]] = []
    for line in lines:
        if line[:1] in (b" ", b"\t") and fields:
            name, value = fields.pop()
            value = value + b" " + line.strip(b" \t")
        else:
            name, colon, value = line.partition(b":")
            value = value.strip(b" \t")
            if not colon or not _NAME.match(name):
                raise Refused("bad_response", "a line of the archived head is no field")
        if not _VALUE.match(value):
            raise Refused("bad_response", "a field of the archived head holds a control character")
        fields.append((name, value))
    if len(fields) > limits.fields:
        raise Refused("header_too_large", f"over {limits.fields} fields")
    return fields


def unframed(head: Head, stored: bytes, limits: Limits = LIMITS) -> bytes:
    """Return the body without the frame of its transfer, of which its fields tell.

    Raises:
        Refused: `bad_framing`, `incomplete`, `too_large`.
    """
    headers = head.reply.headers
    named = [part.strip().lower() for field in headers.get_list("transfer-encoding") for part in field.split(",")]
    transfers = [part for part in named if part not in ("", "identity")]
    if transfers:
        if transfers != ["chunked"]:
            raise Refused("bad_framing", "a transfer coding that no server may use unasked")
        return stored if _size(stored, 0) is None else _dechunked(stored, limits)
    lengths = {part.strip() for field in headers.get_list("content-length") for part in field.split(",")}
    if len(lengths) > 1 or not all(length.isascii() and length.isdigit() and len(length) <= 20 for length in lengths):
        raise Refused("bad_framing", "the lengths that the head names contradict each other or are none")
    for length in lengths:
        if int(length) > len(stored):
            raise Refused("incomplete", f"the archive holds {len(stored)} of {int(length)} bytes")
        if int(length) < len(stored):
            raise Refused("bad_framing", "the archive holds more bytes than the head names")
    return stored


def _size(stored: bytes, position: int) -> tuple[int, int] | None:
    """Return the size of the chunk whose line stands at `position`, and where its bytes begin."""
    end = stored.find(b"\r\n", position, position + _CHUNK_LINE)
    line = None if end < 0 else _CHUNK.match(stored[position:end])
    return None if line is None else (int(line[1], 16), end + 2)


def _dechunked(stored: bytes, limits: Limits) -> bytes:
    parts: list[bytes] = []
    position = 0
    while True:
        if len(parts) > MOST_CHUNKS:
            raise Refused("too_large", f"over {MOST_CHUNKS} chunks")
        found = _size(stored, position)
        if found is None:
            # A size line takes at most so many bytes: less of it may only be cut, more of it is none.
            cut = len(stored) - position < 24 and b"\n" not in stored[position:]
            why = "incomplete" if cut else "bad_framing"
            raise Refused(
                why, "the chunks of the archived body " + ("stop before the last" if cut else "are malformed")
            )
        size, position = found
        if size == 0:
            break
        if size > limits.wire_pdf:
            raise Refused("too_large", f"a chunk of over {limits.wire_pdf} bytes")
        if len(stored) < position + size + 2:
            raise Refused("incomplete", "the archived body stops inside a chunk")
        if stored[position + size : position + size + 2] != b"\r\n":
            raise Refused("bad_framing", "the chunks of the archived body are malformed")
        parts.append(stored[position : position + size])
        position += size + 2
    _check_trailer(stored, position)
    return b"".join(parts)


def _check_trailer(stored: bytes, position: int) -> None:
    """Refuse what follows the last chunk unless it is fields and an empty line."""
    rest = stored[position : position + LIMITS.head + 1]
    if rest == b"\r\n":
        return
    if not rest.endswith(b"\r\n\r\n"):
        raise Refused(
            "incomplete" if len(rest) < 2 else "bad_framing", "the archived body does not end with its chunks"
        )
    _fields(rest[:-4].split(b"\r\n"), LIMITS)


def body(head: Head, transferred: bytes, limits: Limits = LIMITS) -> bytes:
    """Return a body as a reader gets it: decompressed, within the bounds of a live one.

    Raises:
        Refused: `too_large`, `decode_error`, `incomplete`, `unsupported_encoding`, `empty`.
    """
    named = coding(head.reply.headers.get_list("content-encoding"))
    found = decoded(_steps(transferred), named, Bounds(limits))
    if not found:
        raise Refused("empty", "the archive holds status 200 with nothing")
    return found


def whole(stored: bytes, limits: Limits = LIMITS) -> bytes:
    """Return a body that is kept as it is, within the bounds of one that was decompressed.

    Raises:
        Refused: `too_large`, `empty`.
    """
    bounds = Bounds(limits)
    bounds.see(stored[:1024])
    if len(stored) > bounds.decoded:
        raise Refused("too_large", f"over {bounds.decoded} bytes")
    if not stored:
        raise Refused("empty", "the archive holds a record with nothing in it")
    return stored


def _steps(stored: bytes) -> Iterator[bytes]:
    for start in range(0, len(stored), _STEP):
        yield stored[start : start + _STEP]
