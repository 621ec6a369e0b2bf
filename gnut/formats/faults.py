"""What `gnut fsck` found, for people: a line a fault, and the sentence that says how much was read."""

from __future__ import annotations

from gnut.formats import escape
from gnut.formats.sizes import counted, size
from gnut.text.patterns import lazy

LONGEST = 160
"""Most characters of a detail on its one line; `-v` and JSON have all of them."""

_LONG_NAME = lazy(r"\b([0-9a-f]{12})[0-9a-f]{52}\b")


def line(code: str, kind: str, path: str, detail: str, *, whole: bool) -> str:
    """Return a fault as one line for people, without a line end.

    Args:
        code: `GN801` to `GN810`.
        kind: Its name.
        path: File it is about, from the store's folder on.
        detail: What is wrong.
        whole: Whether the detail has names and ids in full, however long it is; the path always is, to be pasted.
    """
    if not whole:
        detail = brief(detail)
        if len(detail) > LONGEST:
            detail = detail[: LONGEST - 1] + "…"
    return f"{code} {kind} {escape.path(path)}: {escape.terminal(detail)}"


def brief(text: str) -> str:
    """Return a text with twelve digits of each name of a pack and of each id in it."""
    return _LONG_NAME.sub(r"\1…", text)


def sound(packs: int, objects: int, bytes: int, *, quick: bool, connectivity: bool) -> str:
    """Return the sentence that says that nothing is wrong, how much was read, and what was not."""
    read = f"{counted(packs, 'pack')}, {counted(objects, 'object')}, {size(bytes)}"
    if quick:
        unread = "no object was unpacked, and what objects name was not sought"
        return f"The store is sound as far as --quick reads: {read}; {unread}"
    if connectivity:
        unread = "sources and texts were not unpacked, and the trash was not read"
        return f"The store is sound as far as --connectivity reads: {read}; {unread}"
    return f"The store is sound: {read} read"
