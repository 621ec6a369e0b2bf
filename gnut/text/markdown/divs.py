"""Fenced divs of pandoc and Quarto: `::: {.class}` … `:::`."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from gnut.text.markdown.document import Container
from gnut.text.markdown.leaf import Leaf
from gnut.text.patterns import lazy

_LINE = lazy(rb"(?m)^ {0,3}:{3,}[ \t]*(?:\{([^}\r\n]{0,400})\}|([\w.-]{1,80}))?[ \t:]*(?=\r|\n|\Z)")
_CLASS = lazy(r"\.([\w-]+)")
_ATTRIBUTE = lazy(r"([\w-]+)=")


def divs(source: bytes, code: Iterable[tuple[int, int]]) -> tuple[list[Container], list[tuple[int, int]]]:
    """Return the fenced divs of a text, in the order they open, and the lines that open and close them.

    Args:
        source: Markdown.
        code: Ranges of code blocks, sorted; a fence in them is text.
    """
    ranges = list(code)
    found: list[Container] = []
    open_: list[int] = []
    lines: list[tuple[int, int]] = []
    index = 0
    for match in _LINE.finditer(source):
        while index < len(ranges) and ranges[index][1] <= match.start():
            index += 1
        if index < len(ranges) and ranges[index][0] <= match.start():
            continue
        attributes = match.group(1) or match.group(2)
        if attributes is None and not open_:
            continue
        lines.append(match.span())
        if attributes is None:
            number = open_.pop()
            found[number] = found[number]._replace(end=match.end())
            continue
        text = attributes.decode("utf-8", "replace")
        classes = (text,) if match.group(2) else tuple(_CLASS.findall(text))
        open_.append(len(found))
        found.append(Container(0, classes, tuple(_ATTRIBUTE.findall(text)), match.start(), -1))
    return found, lines


def placed(leaves: tuple[Leaf, ...], found: list[Container], first: int) -> tuple[tuple[Leaf, ...], list[Container]]:
    """Return the leaves with the divs they stand in, and the divs numbered from `first`."""
    numbered = [one._replace(number=first + index) for index, one in enumerate(found)]
    out: list[Leaf] = []
    active: list[Container] = []
    index = 0
    for leaf in leaves:
        while index < len(numbered) and numbered[index].start <= leaf.start:
            active.append(numbered[index])
            index += 1
        active = [one for one in active if one.end < 0 or one.end > leaf.start]
        out.append(replace(leaf, containers=(*leaf.containers, *(one.number for one in active))) if active else leaf)
    return tuple(out), numbered
