"""Where a relative address leads, as browsers read it (RFC 3986 §5.2, WHATWG URL).

Not `urllib.parse.urljoin`, which loses one of two slashes that stand side by side (the addresses of web archives
have them in the middle), and reads a lone `?` as nothing.
"""

from __future__ import annotations


def joined(origin: str, path: str, query: str, reference: str) -> str:
    """Return the absolute form of a reference without a scheme.

    Args:
        origin: Scheme and authority of the base, such as `https://example.org`.
        path: Its path, perhaps empty.
        query: Its query with its `?`, or nothing.
        reference: What leads away from it; not empty.
    """
    if reference.startswith("//"):
        return origin.partition("//")[0] + reference
    where, mark, asked = reference.partition("#")[0].partition("?")
    if not where:
        return origin + path + (mark + asked if mark else query)
    if not where.startswith("/"):
        where = path.rpartition("/")[0] + "/" + where
    return origin + undotted(where) + mark + asked


def undotted(path: str) -> str:
    """Return a path that begins with a slash, or an empty one, with its dot segments resolved."""
    kept: list[str] = []
    plain = ""
    for segment in path.split("/"):
        plain = segment.lower().replace("%2e", ".")
        if plain == ".." and kept[1:]:
            kept.pop()
        elif plain not in (".", ".."):
            kept.append(segment)
    return "/".join(kept) + ("/" if plain in (".", "..") else "")
