"""What a page says in its own sentences, section by section: no code, heads of tables, navigation or notes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from selectolax.lexbor import LexborNode

from gnut.text.html.lines import Lines
from gnut.text.html.pages import TooComplex
from gnut.text.html.prescan import too_complex, unclosed
from gnut.text.html.visible import Look
from gnut.text.html.walk import _Frame, _Walk
from gnut.text.markdown.headings import heads_sources, is_weak

_MARK = "\x1d"
"""Stands in the visible text wherever another section may begin; the page's own are taken out."""

_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_SECTIONS = frozenset({"section", "article"})
_NO_PROSE = frozenset(
    "button caption del figcaption label legend listing nav plaintext pre s samp strike summary th xmp".split()
)
_NO_PROSE_CLASSES = frozenset(
    "bibliography citations endnotes footnote footnotes navbar references reflist toc groundnut-references".split()
)
_NO_PROSE_ROLES = frozenset(
    "doc-backlink doc-bibliography doc-endnotes doc-footnote doc-noteref doc-toc navigation search toolbar".split()
)
_EXCLUDED = "data-groundnut-evidence-exclude"
_LONGEST_CALL = 8
"""Characters of the longest mark that calls a note: `[12, 13]`."""


class Stretch(NamedTuple):
    """One block of a page: a paragraph, a list item, a cell."""

    text: str
    section: int
    """Number of its section, from 0; every section, article, slide and heading begins one."""


def stretches(page: str) -> Iterator[Stretch]:
    """Yield the blocks of `page` that a reader sees and that hold the author's sentences, in reading order.

    What stands under a heading for sources is left out, and so is what no reader sees, whatever hides it.
    Behind the end of a section the one around it goes on.

    Raises:
        TooComplex: The markup is over a limit; the message names it.
    """
    why = too_complex(page)
    if why is not None:
        raise TooComplex(why)
    walk = _Sectioned(page, "<noscript" in page.lower() and unclosed(page, "noscript"))
    for (section, sources), piece in zip(walk.begun, walk.shown.text().split(_MARK), strict=True):
        if not sources:
            for line in piece.split("\n"):
                for cell in line.split("\t"):
                    if cell and not cell.isspace():
                        yield Stretch(cell, section)


class _Open:
    """A section that is open."""

    def __init__(self, section: int, sources: int) -> None:
        self.section = section
        self.sources = sources
        """Level of the heading for sources that holds here; 0 without one."""


class _Sectioned(_Walk):
    """The walk over a page, which also marks where sections begin and buries what is no prose."""

    def __init__(self, page: str, noscript_shown: bool) -> None:
        self.begun: list[tuple[int, int]] = [(0, 0)]
        self.opened = [_Open(0, 0)]
        self.sections = 0
        super().__init__(page, noscript_shown)

    def _pass(self, top: LexborNode, look: Look, out: Lines) -> None:
        if out is self.shown:
            super()._pass(top, look, out)

    def _text(self, written: str, frame: _Frame) -> None:
        super()._text(written.replace(_MARK, " "), frame)

    def _bury(self, written: str) -> None:
        """Keep no hidden text: nobody asks for it."""

    def _enter(self, node: LexborNode, outer: _Frame) -> _Frame:
        inner = super()._enter(node, outer)
        seen = inner.out is self.shown or inner.struck
        level = _HEADINGS.get(inner.tag, 0)
        if _begins(inner.tag, node):
            self.opened.append(_Open(self._next() if seen else self.opened[-1].section, self.opened[-1].sources))
            self._mark()
        elif level and seen:
            self._headed(level, node.text())
        if seen and (level or _is_no_prose(inner.tag, node)):
            # A word may not grow together over what is left out; a mark that calls a note parts none.
            if inner.tag not in ("sup", "a"):
                self.shown.blank()
            inner.out, inner.unseen = self.buried, True
        return inner

    def _leave(self, inner: _Frame, outer: _Frame) -> None:
        super()._leave(inner, outer)
        if _begins(inner.tag, inner.node) and len(self.opened) > 1:
            self.opened.pop()
            self._mark()

    def _headed(self, level: int, title: str) -> None:
        here = self.opened[-1]
        here.section = self._next()
        if heads_sources(title) and not is_weak(title):
            here.sources = here.sources or level
        elif level <= here.sources:
            here.sources = 0
        self._mark()

    def _next(self) -> int:
        self.sections += 1
        return self.sections

    def _mark(self) -> None:
        here = self.opened[-1]
        self.begun.append((here.section, here.sources))
        self.shown.block()
        self.shown.put_mark(_MARK)


def _begins(tag: str, node: LexborNode) -> bool:
    if tag in _SECTIONS:
        return True
    return tag == "div" and "slide" in (node.attributes.get("class") or "").lower().split()


def _is_no_prose(tag: str, node: LexborNode) -> bool:
    """Return whether an element holds nothing that its author asserts."""
    attributes = node.attributes
    if tag in _NO_PROSE or _EXCLUDED in attributes:
        return True
    if not attributes and tag not in ("sup", "a"):
        return False
    if not _NO_PROSE_CLASSES.isdisjoint((attributes.get("class") or "").lower().split()):
        return True
    if not _NO_PROSE_ROLES.isdisjoint((attributes.get("role") or "").lower().split()):
        return True
    return tag in ("sup", "a") and _calls_a_note(tag, node)


def _calls_a_note(tag: str, node: LexborNode) -> bool:
    """Return whether a link, or a superscript with a link, is the mark of a note: a number, alone or in brackets."""
    written = node.text().strip()
    if not written or len(written) > _LONGEST_CALL or written.strip("[]()0123456789 ,;–-*†‡"):
        return False
    if tag == "sup":
        return node.css_first("a") is not None
    return (node.attributes.get("href") or "").startswith("#")
