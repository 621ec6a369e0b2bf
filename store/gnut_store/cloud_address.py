"""Addresses of object storage, as a person types them."""

from __future__ import annotations

import re
from typing import NamedTuple
from urllib.parse import unquote

from gnut_store.carrier import CarrierFailed

SCHEMES = ("s3", "gs", "az", "file", "memory")

MOST = 700
"""Bytes of a prefix; S3 takes keys of 1,024, and a pack's name takes 74."""

_ADDRESS = re.compile(r"([a-z0-9]+)://([^/]*)(?:/(.*))?\Z", re.DOTALL)
_BUCKET = re.compile(r"[a-z0-9A-Z_][a-z0-9A-Z_.-]{1,200}[a-z0-9A-Z_]\Z")
# What object stores spell in several ways, or treat as a pattern, a query or an end.
_STRANGE = re.compile(r'[\x00-\x1f\x7f-\x9f\\%?#{}^`|"<>*~\[\]\u2028\u2029\ud800-\udfff]')


class Address(NamedTuple):
    """Where packs lie."""

    scheme: str
    bucket: str
    """Bucket or container; empty for a folder."""

    prefix: str
    """Key in front of `packs/`, without slashes at its ends; empty for none."""

    folder: str | None
    """Absolute path, for `file`; None for anything else."""

    place: str
    """The address in one spelling, for messages; it never holds credentials."""


def parse(url: str) -> Address:
    """Return what an address names.

    Raises:
        CarrierFailed: It is none, or one that could be read in two ways.
    """
    match = _ADDRESS.match(url)
    if match is None or match[1] not in SCHEMES:
        raise _refused(url, "no such address")
    scheme, bucket, rest = match[1], match[2], match[3] or ""
    if "@" in bucket:
        # Not shown: what stands before the @ may be a password.
        raise CarrierFailed(
            f"{scheme}://…: an address carries no credentials", help="Set them in the environment.", code="bad_address"
        )
    if scheme in ("file", "memory"):
        if bucket:
            raise _refused(url, f"a {scheme} address names no host")
        return _folder(url, rest) if scheme == "file" else Address(scheme, "", "", None, "memory://")
    if not _BUCKET.match(bucket) or ".." in bucket:
        raise _refused(url, "no name of a bucket")
    prefix = rest.removesuffix("/")
    if prefix:
        _check_prefix(url, prefix)
    return Address(scheme, bucket, prefix, None, f"{scheme}://{bucket}/{prefix}".removesuffix("/"))


def _folder(url: str, rest: str) -> Address:
    path = unquote(f"/{rest}", errors="strict")
    parts = path.strip("/").split("/")
    if "\0" in path or any(part in ("", ".", "..") for part in parts):
        raise _refused(url, "no path of a folder")
    folder = "/" + "/".join(parts)
    return Address("file", "", "", folder, f"file://{folder}")


def _check_prefix(url: str, prefix: str) -> None:
    if any(part in ("", ".", "..") for part in prefix.split("/")):
        raise _refused(url, "a part of its path is empty, . or ..")
    strange = _STRANGE.search(prefix)
    if strange is not None:
        raise _refused(url, f"{strange[0]!r} has no place in its path")
    if len(prefix.encode()) > MOST:
        raise _refused(url, f"its path is longer than {MOST} bytes")


def _refused(url: str, why: str) -> CarrierFailed:
    # A query can hold a signature, and is never part of an address here.
    shown = re.split(r"[?#]", url, maxsplit=1)[0]
    return CarrierFailed(
        f"{shown[:80]!r}: {why}",
        help="Type s3://BUCKET/PREFIX, gs://BUCKET/PREFIX, az://CONTAINER/PREFIX or file:///FOLDER.",
        code="bad_address",
    )
