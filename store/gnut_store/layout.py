"""What lies where in a store, and the exact words of its small files (store/FORMAT.md)."""

from __future__ import annotations

import re

from gnut_store.errors import ObjectCorrupt, UnsupportedFormat

FORMAT = b"gnut-store 1\nhash b3\nrequires\n"
"""Written by `init`; words after `requires` name features that a reader must know."""

CONFIG = b"gnut-config 1\n"
"""Written by `init`; version 1 knows no keys, so that a cloned store cannot loosen anything."""

GITIGNORE = b"/cache/\n/local/\n/lock\n/tmp/\n/trash/\n"
_PACKS_ARE_BYTES = b"*.gpk binary -diff -merge -text\n"
GITATTRIBUTES = _PACKS_ARE_BYTES + b"* -text\n"
"""git must change no byte of a pack, nor the line ends of the small files (`core.autocrlf`, `* text=auto`)."""

FIXED = {".gitattributes": GITATTRIBUTES, ".gitignore": GITIGNORE, "config": CONFIG, "format": FORMAT}
"""Every small file with its bytes, in the order in which `init` writes them: `format` makes it a store."""

TIERS = ("team", "local")
"""`team` is committed or synced; `local` is ignored by git and takes the runs of every check."""

KNOWN_WORDS: frozenset[str] = frozenset()
"""Features after `requires` that this version knows."""

PACK_SUFFIX = ".gpk"
OPEN_SUFFIX = ".open"
"""A mark in `tmp/`: the write of the pack with this name has not finished."""

GONE_SUFFIX = ".gone"
"""A mark in `tmp/`: the pack with this name is on its way to `trash/`."""

_PACK_NAME = re.compile(r"([0-9a-f]{64})\.gpk\Z")
_OPEN_NAME = re.compile(r"([0-9a-f]{64})\.open\Z")
_GONE_NAME = re.compile(r"([0-9a-f]{64})\.gone\Z")
_EXTRA_LINES = re.compile(rb"(?:[\x20-\x7e]*\n)*\Z")


def tier_path(tier: str) -> str:
    """Return the folder of a tier, relative to the store; empty for the team's."""
    return {"team": "", "local": "local/"}[tier]


def pack_of(name: str) -> str | None:
    """Return the hex name that a pack's file name carries; None for any other file."""
    match = _PACK_NAME.match(name)
    return match[1] if match else None


def open_mark_of(name: str) -> str | None:
    """Return the pack that a mark in `tmp/` speaks of; None for any other file."""
    match = _OPEN_NAME.match(name)
    return match[1] if match else None


def gone_mark_of(name: str) -> str | None:
    """Return the pack whose retiring a mark in `tmp/` speaks of; None for any other file."""
    match = _GONE_NAME.match(name)
    return match[1] if match else None


def check_format(body: bytes) -> None:
    """Refuse a `format` file that this version must not touch.

    Raises:
        ObjectCorrupt: It is no format file at all.
        UnsupportedFormat: It was written by a newer version, or needs a feature unknown here.
    """
    if body == FORMAT:
        return
    if body.replace(b"\r\n", b"\n") == FORMAT:
        raise ObjectCorrupt(
            "format: its line ends were changed, as git does on its way out",
            help="Add the line  * -text  to .gnut/.gitattributes, then delete format, config and .gitignore there and "
            "type  git checkout .gnut",
        )
    lines = body.split(b"\n")
    if len(lines) != 4 or lines[3] or not lines[0].startswith(b"gnut-store "):
        raise ObjectCorrupt("format: these are not the words of a gnut store", help="Run gnut fsck.")
    if lines[0] != b"gnut-store 1" or lines[1] != b"hash b3":
        raise UnsupportedFormat("format: the store was written by a newer gnut", help="Update gnut.")
    words = lines[2].split(b" ")
    if words[0] != b"requires" or not all(re.fullmatch(rb"[a-z][a-z0-9-]*", word) for word in words):
        raise ObjectCorrupt("format: these are not the words of a gnut store", help="Run gnut fsck.")
    unknown = sorted(word.decode() for word in words[1:] if word.decode() not in KNOWN_WORDS)
    if unknown:
        raise UnsupportedFormat(f"format: the store requires {', '.join(unknown)}", help="Update gnut.")


def damage_of(name: str, body: bytes) -> str | None:
    """Return what is wrong with one of the small files; None when nothing is.

    People may add lines of their own to the two files that git reads; `format` and `config` are exact.
    """
    expected = FIXED[name]
    if body == expected:
        return None
    if name.startswith(".git"):
        # The first line alone is what stores had before the second was known to be needed. With lines of
        # people's own behind it, a damaged second line would pass for one of them.
        if name == ".gitattributes" and body == _PACKS_ARE_BYTES:
            return None
        if not body.startswith(expected):
            return "does not begin with the lines that gnut init writes"
        return None if _EXTRA_LINES.match(body, len(expected)) else "holds bytes that are no lines of text"
    if name == "config":
        return _unknown(body)
    try:
        check_format(body)
    except (ObjectCorrupt, UnsupportedFormat) as error:
        return str(error).partition(": ")[2]
    return None


def _unknown(body: bytes) -> str:
    """Return which line of a `config` is none that this version knows."""
    lines = body.split(b"\n")
    if lines[0] != CONFIG.rstrip(b"\n"):
        return "does not begin with gnut-config 1"
    extra = next(((at, line) for at, line in enumerate(lines[1:], 2) if line), (len(lines), b""))
    shown = ascii(extra[1][:60].decode("utf-8", "backslashreplace"))
    return f"line {extra[0]} says {shown}; version 1 of the store knows no keys"
