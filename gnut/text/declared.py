"""What a page says of its own character set, found as browsers find it before they parse.

Tags are read with their attributes, so that a `charset=` in a description, in a link's title or in a comment
declares nothing.
"""

from __future__ import annotations

import re

from gnut.text.patterns import lazy

DECLARED_WITHIN = 4096
"""Bytes from the start in which a page's own declarations are read; browsers read 1,024, archives prepend more."""

_XML = lazy(rb"\A\s*+<\?xml\b[^>]{0,200}?\bencoding\s*+=\s*+[\"']\s*+([A-Za-z0-9_.:+-]{1,40})", re.IGNORECASE)
_TAG = lazy(rb"<(?:!--(?:-?>|(?s:.*?)-->|(?s:.*+)\Z)|(/?[A-Za-z][^\s/>]*+)|[!/?][^>]*+(?:>|\Z))")
_ATTRIBUTE = lazy(
    rb"[\s/]*+(?:(?P<end>>)|(?P<name>[^\s/>=][^\s/>=]*+)(?:\s*+=\s*+(?:\"(?P<double>[^\"]*+)\"|'(?P<single>[^']*+)'|"
    rb"(?P<bare>[^\s>\"'][^\s>]*+)))?)"
)
_CONTENT = lazy(rb"charset\s*+=\s*+(?:\"([^\"]*+)\"|'([^']*+)'|([^\s;\"']++))", re.IGNORECASE)
_LABEL = lazy(rb"[A-Za-z0-9_.:+-]{1,40}")


def declarations(body: bytes) -> list[str]:
    """Return the labels that a page declares, the XML declaration's first, then in the order they stand."""
    start = body[:DECLARED_WITHIN]
    found = [match.group(1) for match in [_XML.match(start)] if match]
    at = 0
    while tag := _TAG.search(start, at):
        at = tag.end()
        if tag.group(1) is None:
            continue
        attributes, at = _attributes(start, at)
        if tag.group(1).lower() == b"meta":
            found += _declared(attributes)
    return [label.decode("ascii") for label in (raw.strip() for raw in found) if _LABEL.fullmatch(label)]


def _attributes(start: bytes, at: int) -> tuple[dict[bytes, bytes], int]:
    """Return the attributes of a tag, the first of each name, and where the tag ends."""
    attributes: dict[bytes, bytes] = {}
    while found := _ATTRIBUTE.match(start, at):
        at = found.end()
        if found["end"]:
            return attributes, at
        value = next((found[kind] for kind in ("double", "single", "bare") if found[kind] is not None), b"")
        attributes.setdefault(found["name"].lower(), value)
    return {}, len(start)


def _declared(attributes: dict[bytes, bytes]) -> list[bytes]:
    """Return the label of a `meta`, if it is there to give one."""
    if b"charset" in attributes:
        return [attributes[b"charset"]]
    if attributes.get(b"http-equiv", b"").lower() != b"content-type":
        return []
    found = _CONTENT.search(attributes.get(b"content", b""))
    return [next(group for group in found.groups() if group is not None)] if found else []
