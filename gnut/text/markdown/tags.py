"""HTML tags and comments inside Markdown, told apart without building a tree."""

from __future__ import annotations

import html
from typing import NamedTuple

from gnut.text.patterns import lazy

BLOCK = frozenset(
    """address article aside blockquote body caption center col colgroup dd details dialog dir div dl dt fieldset
    figcaption figure footer form h1 h2 h3 h4 h5 h6 head header hr html legend li link main menu nav ol p param
    search section summary table tbody td tfoot th thead title tr track ul""".split()
)
"""Elements that begin a new block (CommonMark 0.31, HTML block of kind 6)."""

RAW = frozenset("pre script style textarea template svg math code kbd samp noscript iframe".split())
"""Elements whose text is no prose."""

VOID = frozenset("area base br col embed hr img input link meta param source track wbr".split())

_NAME = lazy(r"</?([A-Za-z][A-Za-z0-9-]*)")
_ATTRIBUTE = lazy(r"([^\s\"'<>/=]+)(?:\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'=<>`]+)))?")
MAX_TAG = 10_000
"""Longest tag that is read, in characters."""


class Tag(NamedTuple):
    """One tag, comment or declaration in a text."""

    at: int
    to: int
    name: str
    """Lower case; `!--` for a comment, `!` for a declaration."""

    closing: bool
    raw: str


def tags(text: str) -> list[Tag]:
    """Return every tag and comment of `text` in order; text that only looks like one is skipped.

    A comment runs to its first `-->`; without one it is text, so that it hides nothing. Linear: an
    unclosed tag is looked for once.
    """
    found: list[Tag] = []
    at = 0
    no_comment_end = no_declaration_end = False
    while True:
        at = text.find("<", at)
        if at < 0:
            return found
        if text.startswith("<!--", at):
            end = -1 if no_comment_end else text.find("-->", at + 4)
            if end < 0:
                no_comment_end = True
                at += 4
                continue
            found.append(Tag(at, end + 3, "!--", False, text[at : end + 3]))
            at = end + 3
            continue
        if text.startswith(("<!", "<?"), at):
            end = -1 if no_declaration_end else text.find(">", at + 2)
            if end < 0:
                no_declaration_end = True
                at += 2
                continue
            found.append(Tag(at, end + 1, "!", False, text[at : end + 1]))
            at = end + 1
            continue
        name = _NAME.match(text, at)
        end = _tag_end(text, name.end()) if name else -1
        if name is None or end < 0:
            at += 1
            continue
        found.append(Tag(at, end, name.group(1).lower(), text[at + 1] == "/", text[at:end]))
        at = end


def _tag_end(text: str, at: int) -> int:
    """Return the offset after the `>` that ends a tag, quoted attribute values skipped; -1 when there is none."""
    limit = min(len(text), at + MAX_TAG)
    quote = ""
    while at < limit:
        character = text[at]
        if quote:
            if character == quote:
                quote = ""
        elif character == ">":
            return at + 1
        elif character == "<":
            return -1
        elif character in "\"'" and text[at - 1] in "= \t\n":
            quote = character
        at += 1
    return -1


def attributes(raw: str) -> dict[str, str]:
    """Return the attributes of a tag, names in lower case, entities decoded; the first of two counts."""
    name = _NAME.match(raw)
    inner = raw[name.end() if name else 0 :].removesuffix(">")
    if inner.endswith((" /", '"/', "'/")):
        inner = inner[:-1]
    found: dict[str, str] = {}
    for match in _ATTRIBUTE.finditer(inner):
        value = match.group(2) or match.group(3) or match.group(4) or ""
        found.setdefault(match.group(1).lower(), html.unescape(value))
    return found
