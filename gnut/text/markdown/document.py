"""What reading a Markdown text gives: leaves, definitions, and everything that is no prose."""

from __future__ import annotations

from typing import NamedTuple

from msgspec import Struct

from gnut.text.markdown.leaf import Code, Leaf
from gnut.text.markdown.pointers import Aside


class Definition(NamedTuple):
    """A link reference definition."""

    name: str
    address: str
    title: str
    start: int
    end: int


class Region(NamedTuple):
    """Bytes that hold no prose, with the reason."""

    kind: str
    """`front_matter | code | rule | html | comment | table_delimiter | definition | fence`."""

    start: int
    end: int


class Container(NamedTuple):
    """An HTML element or `:::` block around other blocks."""

    number: int
    classes: tuple[str, ...]
    attributes: tuple[str, ...]
    start: int
    end: int
    """Byte after it; -1 when it is never closed."""


class Body(NamedTuple):
    """The body of one footnote."""

    name: str
    start: int
    end: int


class Document(Struct, frozen=True):
    """A Markdown text, its blocks told apart."""

    leaves: tuple[Leaf, ...]
    """In reading order."""

    definitions: tuple[Definition, ...]
    footnotes: tuple[Body, ...]
    """In reading order; of two with one name the first counts."""

    regions: tuple[Region, ...]
    comments: tuple[Code, ...]
    """Comments that stand apart from any leaf, in reading order."""

    quotes: tuple[tuple[int, int], ...]
    """Byte range of each outermost block quote, by number from 1."""

    tables: tuple[tuple[int, int], ...]
    containers: tuple[Container, ...]
    anomalies: tuple[tuple[str, int, int], ...]
    """(name, first byte, byte after)."""

    asides: tuple[Aside, ...]
    """What the reader itself set aside: one for each thing, though two look alike."""

    rendered: bool
    """Whether this is a rendered page, in which the signs of Markdown are signs like others."""
