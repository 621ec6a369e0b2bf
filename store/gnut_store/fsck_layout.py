"""Whether the parts of one pack fit each other, and which records can be found without its footer."""

from __future__ import annotations

from itertools import pairwise

from gnut_store import oid as oids
from gnut_store import refs
from gnut_store.errors import GnutError
from gnut_store.files import Files
from gnut_store.pack import (
    FOOTER_MAGIC,
    HASH_SIZE,
    MAGIC,
    OBJECT_LIMIT,
    PREFIX,
    RECORD,
    TRAILER,
    Entry,
    Footer,
    in_bounds,
)

CHUNK = 1 << 20


def layout_fault(footer: Footer, entries: list[Entry]) -> str | None:
    """Return why the footer cannot be that of well-formed records; None when it can."""
    if any(a.hash >= b.hash for a, b in pairwise(entries)):
        return "its footer is not sorted, or names an object twice"
    place = len(MAGIC)
    for entry in sorted(entries, key=lambda entry: entry.offset):
        if not in_bounds(entry, footer) or entry.flags:
            return f"its footer gives object {entry.hash.hex()[:12]}… a record that cannot be"
        if entry.offset != place:
            return f"its records overlap or leave a gap at byte {place:,}"
        place = entry.offset + RECORD.size + entry.stored
    if place != footer.start:
        return f"bytes {place:,} to {footer.start:,} belong to no record"
    if any(a >= b for a, b in pairwise(footer.each_ref())) or list(footer.bases) != sorted(set(footer.bases)):
        return "its footer is not sorted"
    for name, _ in footer.each_ref():
        # An entry is a path: a name that none may have would lead out of the folder of refs.
        if not refs.is_name(name):
            return f"its footer names an entry under {name[:80]!r}, which no ref may be called"
    return None


def bases_fault(files: Files, fd: int, footer: Footer, entries: list[Entry]) -> str | None:
    """Return that the footer names other prefix bases than the records do; None when it names those."""
    ours = {entry.hash for entry in entries}
    wanted = {
        files.read_at(fd, HASH_SIZE, entry.offset + RECORD.size)
        for entry in entries
        if entry.codec == PREFIX and in_bounds(entry, footer)
    }
    if sorted(wanted - ours) != list(footer.bases):
        return "its footer does not name the prefix bases that its records need"
    return None


def records(files: Files, fd: int, size: int) -> tuple[list[tuple[Entry, str]], int]:
    """Return the records of a pack without a usable footer, as far as they follow each other, and where they end."""
    found = []
    offset = len(MAGIC)
    while offset + RECORD.size <= size:
        head = files.read_at(fd, RECORD.size, offset)
        if len(head) < RECORD.size:
            break
        word, codec, flags, reserved, stored, raw, hash = RECORD.unpack(head)
        kind = word.rstrip(b"\0").decode("ascii", "replace")
        if flags or reserved or codec > PREFIX or raw > OBJECT_LIMIT or offset + RECORD.size + stored > size:
            break
        try:
            oids.parse_kind(kind)
        except GnutError:
            break
        found.append((Entry(hash, offset, raw, stored, codec, 0, flags), kind))
        offset += RECORD.size + stored
    return found, offset


def ends_at(files: Files, fd: int, size: int, end: int) -> bool:
    """Say whether the records of a pack end where its footer begins, by the footer's first bytes or by the trailer."""
    if files.read_at(fd, len(FOOTER_MAGIC), end) == FOOTER_MAGIC:
        return True
    trailer = files.read_at(fd, TRAILER.size, max(0, size - TRAILER.size))
    return len(trailer) == TRAILER.size and TRAILER.unpack(trailer)[0] == end


def hashes_to_name(path: str, name: str, files: Files) -> str:
    """Return what is wrong with the bytes of a pack as a whole; empty when they hash to its name."""
    try:
        fd = files.open(path)
    except FileNotFoundError:
        return ""
    except GnutError as error:
        return str(error).partition(": ")[2]
    try:
        return bytes_fault(fd, name, files)
    except OSError as error:
        return f"cannot be read: {error.strerror}"
    finally:
        files.release(fd)


def bytes_fault(fd: int, name: str, files: Files) -> str:
    """Return why the bytes of an open pack are not those of its name; empty when they are. Raises OSError."""
    hasher, offset = oids.PackHash(), 0
    while part := files.read_at(fd, CHUNK, offset):
        hasher.update(part)
        offset += len(part)
    return hasher.fault(name)
