"""A plain text as blocks: paragraphs and list items, each with its wrapped lines joined."""

from __future__ import annotations

from collections.abc import Iterator

from gnut.text.markdown.headings import heads_sources
from gnut.text.patterns import lazy

_ITEM = lazy(r"[ \t]*(?:[-*+•·●▪◦‣–—]|\(?\d{1,3}[.)]|[a-z][.)]|\[\d{1,3}\])[ \t]+")
_ADDRESS = lazy(r"(?:https?://|www\.)\S")
_RULE = lazy(r"[\s=_*#~.+-]*$")


def plain(text: str) -> Iterator[str]:
    """Yield the blocks of a plain text, list marks left out.

    A blank line, a form feed, a rule and a new list item end a block. Under a line that names sources, items
    and what holds an address are apparatus, up to the first block that is neither.
    """
    sources = False
    for lines in _paragraphs(text):
        if heads_sources(lines[0]):
            sources, lines = True, lines[1:]
        blocks = list(_blocks(lines))
        if sources and all(item or _ADDRESS.search(block) for block, item in blocks):
            continue
        sources = False
        for block, _ in blocks:
            yield block


def _paragraphs(text: str) -> Iterator[list[str]]:
    lines: list[str] = []
    for line in text.replace("\f", "\n\n").split("\n"):
        if _RULE.match(line):
            if lines:
                yield lines
            lines = []
        else:
            lines.append(line)
    if lines:
        yield lines


def _blocks(lines: list[str]) -> Iterator[tuple[str, bool]]:
    """Yield each block of a paragraph with whether it is a list item."""
    block: list[str] = []
    item = False
    for line in lines:
        mark = _ITEM.match(line)
        if mark and block:
            yield "\n".join(block), item
            block = []
        if mark or not block:
            item = mark is not None
        block.append(line[mark.end() :] if mark else line)
    if block:
        yield "\n".join(block), item
