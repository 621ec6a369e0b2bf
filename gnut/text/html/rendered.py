"""A rendered page as the blocks that readers see, each with its links, marks and comments.

The same shape as a Markdown text is taken apart into, so that one reading serves both. The page is parsed and
walked without recursion; what readers cannot see is set aside and counted, never read.
"""

from __future__ import annotations

from msgspec.structs import replace
from selectolax.lexbor import LexborHTMLParser, LexborNode

from gnut.text.html.frames import Frame, Marks
from gnut.text.html.hrefs import Base
from gnut.text.html.kinds import SPREAD, Kind, kind_of
from gnut.text.html.leaves import SHOWN, Leaves
from gnut.text.html.looks import Looks
from gnut.text.html.notes import notes
from gnut.text.html.prescan import unclosed
from gnut.text.html.where import Places
from gnut.text.markdown.document import Body, Container, Document
from gnut.text.patterns import lazy

_BLOCKS = (Kind.BLOCK, Kind.ROW, Kind.CELL)
_NUMBERS = lazy(r"[0-9+\u2212-](?:[0-9 ,;–-]{0,38}[0-9])?")
_PREFORMATTED = frozenset("listing plaintext pre xmp".split())
_CODE = frozenset("code kbd math samp tt".split())
_PLAIN = frozenset("abbr bdi data font nobr span time wbr".split())
"""Inline elements that mark nothing a writer would have to write: words across them are one run."""


def rendered(page: str, marks: Marks, most: int) -> tuple[Document, bytes]:
    """Return the blocks of a page that the pre-scan let pass, and the text in which their offsets count.

    Raises:
        ReportTooLarge: It has more than `most` blocks.
    """
    return _Reader(page, marks, most).done()


class _Reader:
    """The walk over one page."""

    def __init__(self, page: str, marks: Marks, most: int) -> None:
        tree = LexborHTMLParser(page)
        noscript = "<noscript" in page.lower() and unclosed(page, "noscript")
        self._looks = Looks(tree, page, noscript_shown=noscript)
        self._marks = marks
        self._notes = notes(tree)
        self._base = Base(tree)
        self._places = Places()
        self._leaves = Leaves(self._places, most)
        self._containers: list[Container] = []
        self._bodies: list[Body] = []
        self._hidden: list[str] = []
        self._code: list[str] | None = None
        if tree.root is not None:
            self._walk(tree.root.parent or tree.root)
        self._leaves.close()

    def done(self) -> tuple[Document, bytes]:
        """Return what the walk wrote down."""
        leaves = self._leaves
        return (
            Document(
                leaves=tuple(draft.leaf() for draft in leaves.drafts),
                definitions=(),
                footnotes=tuple(self._bodies),
                regions=tuple(sorted(leaves.regions, key=lambda region: (region.start, region.end))),
                comments=tuple(leaves.comments),
                quotes=tuple((start, end) for start, end in self._places.quotes),
                tables=(),
                containers=tuple(self._containers),
                anomalies=(),
                asides=tuple(leaves.asides),
                rendered=True,
            ),
            bytes(leaves.source),
        )

    def _walk(self, top: LexborNode) -> None:
        """Visit every node under `top`, in document order."""
        frame = Frame(top, "", self._looks.root, None)
        node: LexborNode | None = top.first_child
        if node is None:
            return
        opened: list[Frame] = []
        while True:
            if node.is_text_node:
                self._text(node.text_content or "", frame)
            elif node.is_element_node:
                inner = self._enter(node, frame)
                child = node.first_child
                if child is not None:
                    opened.append(frame)
                    frame, node = inner, child
                    continue
                self._leave(inner)
            elif node.is_comment_node and not (frame.unseen or frame.hidden or self._code is not None):
                self._leaves.comment(node.comment_content or "")
            following = node.next
            while following is None:
                if not opened:
                    return
                self._leave(frame)
                following, frame = frame.node.next, opened.pop()
            node = following

    # Text.

    def _text(self, written: str, frame: Frame) -> None:
        leaves = self._leaves
        if frame.hidden:
            if not frame.silent:
                self._hidden.append(written)
        elif self._code is not None:
            self._code.append(written)
        elif frame.swallowed:
            return
        elif not written.strip(" \t\n\r\x0b\x0c"):
            leaves.adjacent = leaves.adjacent and written.count("\n") < 2
            leaves.put(written, frame.leaf)
        elif frame.dropped:
            leaves.put(written, frame.leaf, "html")
        elif frame.script and not frame.code and _NUMBERS.fullmatch(written.strip()):
            leaves.put_script(written.strip(), frame.script, frame.leaf)
        else:
            leaves.put(written, frame.leaf, "code" if frame.code else "")

    # Elements.

    def _enter(self, node: LexborNode, outer: Frame) -> Frame:
        tag = (node.tag or "").lower()
        attributes = node.attributes
        declared, custom = self._looks.declared(node, tag, attributes, outer.custom)
        look, invisible = self._looks.look(tag, outer.look, declared)
        frame = Frame(node, tag, look, outer)
        frame.kind = kind_of(tag, declared, spread=outer.spread)
        frame.custom = custom
        frame.spread = bool(declared) and declared.get("display") in SPREAD
        frame.unseen = outer.unseen or self._looks.unseen(tag, attributes, declared)
        frame.hidden = frame.unseen or invisible
        frame.silent = frame.silent or (tag != "dialog" and self._looks.unseen(tag, {}))
        frame.code = frame.code or tag in _CODE
        if frame.hidden:
            frame.mute = True
            frame.hides = not outer.hidden and not frame.silent
            self._out_of_sight(node, frame, attributes)
        elif self._code is not None:
            frame.mute = True
            if tag == "a" and "href" in attributes:
                self._leaves.set_aside("code", attributes["href"] or "")
            self._code.append(" " if tag == "br" else "")
        elif tag == "br":
            self._leaves.line_break()
        else:
            self._in_sight(node, frame, attributes)
        return frame

    def _out_of_sight(self, node: LexborNode, frame: Frame, attributes: dict[str, str | None]) -> None:
        if frame.tag in ("a", "area") and "href" in attributes:
            self._leaves.set_aside("hidden", attributes["href"] or "")
        elif frame.tag == "template":
            for part in node.template_fragments():
                for link in part.css("a[href]"):
                    self._leaves.set_aside("hidden", link.attributes.get("href") or "")

    def _in_sight(self, node: LexborNode, frame: Frame, attributes: dict[str, str | None]) -> None:
        block = frame.kind in _BLOCKS
        if block:
            self._leaves.close()
            self._leaves.adjacent = False
        elif frame.kind is Kind.WORD:
            self._leaves.blank()
        self._mark(node, frame, attributes, block=block)
        if block:
            self._enter_block(node, frame, attributes)
        elif frame.tag not in _PLAIN and frame.tag not in ("sub", "sup"):
            frame.gap = True
            self._leaves.gap(f"<{frame.tag}>" if frame.tag.isalnum() else "<>")
        match frame.tag:
            case "a":
                self._anchor(node, frame, attributes)
            case "q":
                self._leaves.put("“", frame.leaf)
                if attributes.get("cite"):
                    frame.link, frame.address = self._leaves.open(), self._base.written(attributes["cite"] or "")
            case "img":
                self._leaves.put_image((attributes.get("src") or "")[:200], frame.leaf)
            case "area":
                if attributes.get("href"):
                    self._leaves.set_aside("image", attributes["href"] or "")
            case "sup" | "sub":
                frame.script = frame.tag

    def _enter_block(self, node: LexborNode, frame: Frame, attributes: dict[str, str | None]) -> None:
        before = frame.where.quote
        frame.where = self._places.enter(node, frame.tag, attributes, frame.where, len(self._leaves.source))
        frame.quotes = frame.where.quote != before
        frame.leaf = replace(frame.where, own=frame.classes) if frame.classes else frame.where
        if frame.tag in _PREFORMATTED or frame.code:
            frame.preformatted = True
            self._code = []

    def _mark(self, node: LexborNode, frame: Frame, attributes: dict[str, str | None], *, block: bool) -> None:
        """Read the attributes by which an element is apparatus, or says what kind of statement it is."""
        name = self._notes.bodies.get(node.mem_id)
        if name is not None and block and frame.where.footnote is None:
            frame.body = len(self._bodies)
            self._bodies.append(Body(name, len(self._leaves.source), -1))
            frame.where = frame.where.noted(name)
        if not attributes:
            return
        tokens = tuple((attributes.get("class") or "").split())
        ignored = not self._marks.ignored_classes.isdisjoint(tokens) or not self._marks.ignored_attributes.isdisjoint(
            attributes
        )
        classes = tuple(one for one in dict.fromkeys(tokens) if one in self._marks.classes)
        if ignored or classes:
            frame.container = len(self._containers) + 1
            here = len(self._leaves.source)
            held = tuple(sorted(attributes))
            self._containers.append(Container(frame.container, tokens, held, here, -1))
            frame.where = frame.where.inside(frame.container, ignored=ignored, typed=bool(classes))
            frame.classes = classes
        if not block:
            frame.dropped = frame.dropped or ignored
            if classes:
                frame.classed = self._leaves.open(classes)

    def _anchor(self, node: LexborNode, frame: Frame, attributes: dict[str, str | None]) -> None:
        if "href" not in attributes:
            return
        address = self._base.written(attributes["href"] or "")
        if frame.dropped or frame.where.ignored:
            self._leaves.set_aside("excluded", address)
        if frame.dropped:
            return
        if node.mem_id in self._notes.calls:
            frame.swallowed = True
            self._leaves.put_note(self._notes.calls[node.mem_id], frame.leaf)
        elif node.mem_id in self._notes.backs or not address:
            frame.swallowed = frame.swallowed or bool(address)
            self._leaves.set_aside("navigation", address)
        else:
            frame.script = ""
            frame.link, frame.address = self._leaves.open(), address

    def _leave(self, frame: Frame) -> None:
        leaves = self._leaves
        if frame.mute:
            if frame.hides:
                self._hide()
            return
        if frame.link is not None:
            leaves.end_link(frame.link, frame.address, frame.node.attributes.get("title") or "")
        if frame.tag == "q":
            leaves.put("”", frame.leaf)
        if frame.classed is not None:
            leaves.end_classed(frame.classed)
        if frame.gap:
            leaves.gap("</>" if not frame.tag.isalnum() else f"</{frame.tag}>")
        if frame.kind is Kind.WORD:
            leaves.blank()
        if frame.kind in _BLOCKS:
            self._leave_block(frame)
        if frame.container:
            kept = self._containers[frame.container - 1]
            self._containers[frame.container - 1] = kept._replace(end=len(leaves.source))

    def _leave_block(self, frame: Frame) -> None:
        if frame.preformatted:
            text, self._code = "".join(self._code or ()), None
            if text.strip():
                self._leaves.region("code", text)
        self._leaves.close()
        if frame.quotes:
            self._places.leave_quote(len(self._leaves.source))
        if frame.body >= 0:
            self._bodies[frame.body] = self._bodies[frame.body]._replace(end=len(self._leaves.source))

    def _hide(self) -> None:
        """Count what an element held that no reader sees."""
        text = " ".join("".join(self._hidden).split())
        self._hidden = []
        if any(character.isalnum() for character in text):
            self._leaves.set_aside("hidden", text[:SHOWN])
            self._leaves.region("hidden", text)
