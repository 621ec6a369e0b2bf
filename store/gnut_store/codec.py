"""How an object's bytes are packed and unpacked: raw, zstd, or zstd with another object as prefix."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from typing import Any

from gnut_store.errors import ObjectCorrupt, UnsupportedFormat

RAW, ZSTD, PREFIX = 0, 1, 2
"""Codecs. PREFIX: 32 bytes of another object's id, then zstd with that object's bytes as raw prefix."""

HASH_SIZE = 32

OBJECT_LIMIT = 64 << 20
"""Longest object, in bytes."""

WINDOW_LOG = 26
"""Largest zstd window that is accepted, as a power of two: what holds the longest object."""

FAR = 1 << 20
"""Bytes of a base and its body together above which matches are sought at long distance."""

SHORTEST_BASE = 8
"""Fewest bytes that zstd takes as a prefix."""

QUICK = 1
"""The level at which speed counts most."""

QUICK_HASH_LOG, QUICK_MATCH = 13, 6
"""Its table of places, as a power of two, and the shortest match it looks for: a table that the processor's nearest
cache holds. Over 10,000 texts a ninth less CPU than the level's own values, for 0.3 % more bytes."""

KEPT_ROOM = 8 << 20
"""Bytes of one piece of memory up to which the process shall use freed memory again."""


@cache
def _zstd() -> Any:
    """Return the standard library's zstd, or its backport; imported by whoever needs it first."""
    if sys.version_info >= (3, 14):  # pragma: no cover
        from compression import zstd
    else:
        from backports import zstd
    # glibc takes what is over 128 KiB from the kernel and gives it back with every object, page by page zeroed,
    # until something larger was freed once. This is freed at once, and never touched: it costs nothing, and over
    # 10,000 texts it saves 33,000 page faults, a tenth of the CPU of unpacking them.
    bytes(KEPT_ROOM)
    return zstd


def compressor(level: int) -> Callable[[bytes], bytes]:
    """Return what makes one zstd frame of a body."""
    zstd = _zstd()
    parameter = zstd.CompressionParameter
    options = {parameter.compression_level: level}
    if level == QUICK:
        options |= {parameter.hash_log: QUICK_HASH_LOG, parameter.min_match: QUICK_MATCH}
    made = zstd.ZstdCompressor(options=options)
    compress, whole = made.compress, made.FLUSH_FRAME
    return lambda body: compress(body, whole)


def compress_with_prefix(body: bytes, base: bytes, level: int) -> bytes:
    """Return one zstd frame of a body with another object's bytes as raw prefix, however far behind it those lie.

    With the parameters of the level alone, a page of 5 MiB with three edits costs 2 MB at level 3 and 0.4 MB
    at level 9, because the match finder forgets a base that is longer than its window. Long-distance matching
    finds it in a fifth of the time, in 600 bytes; below a MiB it changes nothing.
    """
    zstd = _zstd()
    parameter = zstd.CompressionParameter
    length = len(base) + len(body)
    options = {
        parameter.compression_level: level,
        parameter.window_log: min(WINDOW_LOG, max(10, length.bit_length())),
    }
    if length > FAR:
        options[parameter.enable_long_distance_matching] = 1
    made = zstd.ZstdCompressor(zstd_dict=zstd.ZstdDict(base, is_raw=True).as_prefix, options=options)
    frame: bytes = made.compress(body, made.FLUSH_FRAME)
    return frame


def unpack(codec: int, payload: bytes, raw: int, base: Callable[[bytes], bytes]) -> bytes:
    """Return the bytes that a record's payload stands for; never more than `raw`, which was checked.

    Args:
        codec: How they are stored.
        payload: The stored bytes; untrusted until the id is checked.
        raw: The length they must have.
        base: Returns the bytes of another object by its hash.

    Raises:
        ObjectCorrupt: They do not unpack to exactly that length.
        UnsupportedFormat: A codec of a newer version.
    """
    if codec == ZSTD:
        return decompress(payload, raw, None)
    if codec == RAW:
        if len(payload) != raw:
            raise ObjectCorrupt(f"{len(payload):,} stored bytes, expected {raw:,}")
        return payload
    if codec == PREFIX:
        if len(payload) < HASH_SIZE:
            raise ObjectCorrupt("a prefix record without the id of its base")
        return decompress(payload[HASH_SIZE:], raw, base(payload[:HASH_SIZE]))
    raise UnsupportedFormat(f"codec {codec} is of a newer gnut", help="Update gnut.")


@cache
def _reading() -> tuple[Any, dict[Any, int], tuple[type[Exception], ...]]:
    """Return what makes a decompressor, its options, and what it raises."""
    zstd = _zstd()
    return zstd.ZstdDecompressor, {zstd.DecompressionParameter.window_log_max: WINDOW_LOG}, (zstd.ZstdError, ValueError)


def decompress(payload: bytes | memoryview, raw: int, base: bytes | None) -> bytes:
    """Return the bytes of one zstd frame, which must be exactly `raw`."""
    make, options, errors = _reading()
    try:
        frame = make(None if base is None else _zstd().ZstdDict(base, is_raw=True).as_prefix, options)
        # With room for exactly what was promised there is nothing to cut off afterwards: a fifth faster.
        # A frame that holds more has not ended when the room is full. (No room at all would unpack nothing.)
        body: bytes = frame.decompress(payload, raw or 1)
    except errors as error:
        raise ObjectCorrupt(f"does not decompress: {error}") from None
    if len(body) != raw or not frame.eof or frame.unused_data:
        raise ObjectCorrupt(f"does not decompress to the {raw:,} bytes it promises")
    return body
