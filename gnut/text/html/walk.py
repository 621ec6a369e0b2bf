"""Walk a parsed page and part what a reader sees from what only the source holds.

One pass, without recursion: an element's look (`visible`), its kind (`kinds`) and the text's
borders (`lines`) are settled on the way in and out. Selectolax is known in this package alone.
"""

from __future__ import annotations

import selectolax
from msgspec import Struct
from selectolax.lexbor import LexborHTMLParser, LexborNode

from gnut.text.html import generated
from gnut.text.html.borders import close_border, open_border, part_formula
from gnut.text.html.css import Declarations
from gnut.text.html.kinds import SPOKEN, SPREAD, Kind, kind_of, reversed_letters, takes_room
from gnut.text.html.lines import RAISED_MAX, Lines, Script
from gnut.text.html.looks import Looks
from gnut.text.html.outside import is_told
from gnut.text.html.placed import has_words
from gnut.text.html.variables import Scope
from gnut.text.html.visible import Look
from gnut.text.html.walked import Walked

HIDDEN_MAX = 4 * 1024 * 1024
"""Characters of hidden text kept; scripts of applications run to many."""

HOSTS = frozenset("article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span".split())
"""Elements that may show a tree of their own (HTML, the template element's `shadowrootmode`)."""

SHADOWS_MAX = 16
"""Trees shown inside one another; what stands deeper is hidden text."""

_SPOKEN = frozenset(SPOKEN)
HEADING_MAX = 400
"""Characters of a heading that are looked at."""

MOUNTED = frozenset({"app-root", "div", "main", "section"})
MOUNTS = frozenset(
    "__next __nuxt ___gatsby app app-root application main-app mount react-app react-root root svelte vue-app".split()
)
"""Ids of the elements that frameworks fill by script."""

LIBRARY = ("selectolax", selectolax.__version__)


class _Frame(Struct):
    """An element that is open, and what to restore after it."""

    node: LexborNode
    tag: str
    kind: Kind
    look: Look
    out: Lines
    unseen: bool
    """Whether no reader sees text of such an element, however it looks."""

    script: Script
    spread: bool
    custom: Scope
    """Custom properties that hold inside it."""

    put: int
    """Characters in `out` when it was opened."""

    after: str
    """Mark that ends it."""

    rooted: bool = False
    """Whether a tree of its own is shown in its place."""

    before: int = 0
    """Characters in the visible text when it was opened."""

    boxed: bool = False
    """Whether it takes its room among the visible text, though its own is not seen."""

    struck: bool = False
    """Whether a line through its text is all that takes it out of the visible text."""

    appended: str = ""
    """Value of the `content` that a style puts behind its text."""

    children: int = 0
    """Elements entered inside it so far."""


def walk(page: str, *, noscript_shown: bool) -> Walked:
    """Return the visible and the hidden text of `page`, which the pre-scan has let pass."""
    return _Walk(page, noscript_shown).done()


class _Walk:
    def __init__(self, page: str, noscript_shown: bool) -> None:
        tree = LexborHTMLParser(page)
        self.looks = Looks(tree, page, noscript_shown=noscript_shown)
        self.notes = self.looks.notes
        self.shown, self.buried = Lines(), Lines()
        self.title = self.heading = ""
        self.between: generated.Put = ""
        """What a style puts between the text that was last put and the next."""

        self.passwords = self.scripts = self.mounts = self.shadows = self.frames = 0
        self.pending: list[LexborNode] = []
        if tree.root is not None:
            top = tree.root.parent or tree.root
            self._pass(top, self.looks.root, self.shown)
        while self.pending:
            self._pass(self.pending.pop(), self.looks.root, self.buried)

    def done(self) -> Walked:
        """Return what the walk found."""
        return Walked(
            visible=self.shown.text(),
            hidden=self.buried.text(),
            title=self.title,
            heading=self.heading,
            mounts=self.mounts,
            passwords=self.passwords,
            scripts=self.scripts,
            frames=self.frames,
            notes=frozenset(self.notes),
        )

    def _pass(self, top: LexborNode, look: Look, out: Lines) -> None:
        """Walk everything under `top`, in document order."""
        node: LexborNode | None = top.first_child
        if node is None:
            return
        frame = _Frame(top, "", Kind.BLOCK, look, out, out is self.buried, "", False, self.looks.custom, 0, "")
        opened: list[_Frame] = []
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
                self._leave(inner, frame)
            elif node.is_comment_node:
                self._bury(node.comment_content or "")
            following = node.next
            while following is None:
                if not opened:
                    return
                inner, frame = frame, opened.pop()
                self._leave(inner, frame)
                following = inner.node.next
            node = following

    def _text(self, written: str, frame: _Frame) -> None:
        if frame.out is self.buried:
            self._bury(written)
            if frame.boxed and written.strip(" \t\n\r\f") != written:
                self.shown.blank()
            if frame.struck and not written.isspace():
                self.notes.add("struck_text")
            return
        if self.between and not written.isspace():
            if frame.out is self.shown and generated.touches(self.between, written.lstrip()[0], ""):
                self.notes.add("unrendered_css")
            self.between = ""
        if frame.look.suspect and is_told(written):
            self.notes.add("unrendered_css")
        if self.looks.doubted(frame.look) and not written.isspace():
            self.notes.add("unrendered_css")
        if frame.look.keeps:
            frame.out.put_as_written(written)
        else:
            frame.out.put(written, frame.script)

    def _bury(self, written: str) -> None:
        room = HIDDEN_MAX - self.buried.written
        if len(written) > room:
            self.notes.add("hidden_text_cut")
        self.buried.put(written[: max(0, room)])

    def _enter(self, node: LexborNode, outer: _Frame) -> _Frame:
        tag = (node.tag or "").lower()
        attributes = node.attributes
        declared, custom = self.looks.declared(node, tag, attributes, outer.custom)
        look, hidden = self.looks.look(tag, outer.look, declared)
        unseen = (
            outer.unseen
            or self.looks.unseen(tag, attributes, declared)
            or (outer.children > 0 and outer.tag == "maction")
        )
        # What is merely invisible, struck, tiny or pale may hold something that is none of these.
        out = self.buried if unseen or hidden or look.struck else self.shown
        kind = kind_of(tag, declared, spread=outer.spread)
        self._notice(node, tag, attributes, declared, out)
        if tag == "template":
            self._template(node, attributes, outer)
        boxed = out is self.buried and (outer.boxed or outer.out is self.shown) and takes_room(tag, declared, unseen)
        if boxed:
            open_border(self.shown, kind, tag, keeps=look.keeps)
        if out is self.buried and outer.out is self.shown:
            out.block()
        open_border(out, kind, tag, keeps=look.keeps)
        spread = declared.get("display") in SPREAD if declared else False
        script = part_formula(out, outer.tag, outer.children) or outer.script or self._script(node, tag, declared)
        outer.children += 1
        after = ""
        if out is self.shown and reversed_letters(tag, attributes, declared):
            out.put_mark("\u202e")
            after = "\u202c"
        if outer.out is self.shown and not hidden and has_words(node, tag, attributes, declared):
            self.shown.put_object()
        struck = look.struck and not (unseen or hidden)
        return _Frame(
            node, tag, kind, look, out, unseen, script, spread, custom, out.written, after,
            before=self.shown.written, boxed=boxed, struck=struck,
            appended=declared.get(generated.AFTER, "") if declared else "",
        )  # fmt: skip

    def _leave(self, inner: _Frame, outer: _Frame) -> None:
        out = inner.out
        if inner.after:
            out.put_mark(inner.after)
        if inner.appended and out is self.shown:
            self._beside(generated.puts(inner.appended), out.last)
        if inner.tag in MOUNTED and inner.before == self.shown.written:
            self.mounts += (inner.node.attributes.get("id") or "").lower() in MOUNTS
        if inner.boxed:
            close_border(self.shown, inner.kind, filled=self.shown.written > inner.before)
        close_border(out, inner.kind, filled=out.written > inner.put)
        if inner.kind in (Kind.INLINE, Kind.WORD) and out is self.buried and outer.out is self.shown:
            out.block()

    def _notice(
        self, node: LexborNode, tag: str, attributes: dict[str, str | None], declared: Declarations, out: Lines
    ) -> None:
        """Keep what the attributes say, and what is worth a note."""
        for name in SPOKEN if attributes and not _SPOKEN.isdisjoint(attributes) else ():
            value = attributes.get(name)
            if value:
                self._bury(value)
                self.buried.block()
        if tag == "h1" and not self.heading and out is self.shown:
            self.heading = " ".join((node.text() or "")[:HEADING_MAX].split())
        elif tag == "title" and not self.title:
            self.title = " ".join((node.text() or "").split())
        elif tag == "script":
            self.scripts += 1
        elif tag in ("frame", "iframe"):
            self.frames += "src" in attributes
        elif tag == "input" and (attributes.get("type") or "").lower() == "password":
            self.passwords += 1
        elif tag in ("rt", "rtc"):
            self.notes.add("ruby_readings")
        elif out is self.shown:
            if declared and generated.BEFORE in declared:
                self._beside(generated.puts(declared[generated.BEFORE]), out.last)
            if tag == "details" and "open" not in attributes:
                self.notes.add("closed_details")

    def _beside(self, put: generated.Put, before: str) -> None:
        """Take notice of what a style puts behind the character `before`; it is in no text of the page."""
        if generated.touches(put, before, ""):
            self.notes.add("unrendered_css")
        elif put:
            self.between = put

    def _template(self, node: LexborNode, attributes: dict[str, str | None], host: _Frame) -> None:
        """Read a template: as what its host shows if it is written so, else as hidden text.

        Styles of a shadow tree, and the place where it shows what stands in its host, are left to browsers.
        """
        parts = node.template_fragments()
        mode = (attributes.get("shadowrootmode") or "").strip().lower()
        may = host.tag in HOSTS or "-" in host.tag
        if mode not in ("open", "closed") or not may or host.rooted or host.out is not self.shown:
            self.pending += parts
            return
        host.rooted = True
        self.notes.add("unrendered_css")
        if self.shadows >= SHADOWS_MAX:
            self.pending += parts
            return
        self.shadows += 1
        for part in parts:
            self._pass(part, host.look, self.shown)
        self.shadows -= 1
        if all(part.css_first("slot") is None for part in parts):
            # Nothing else of the host is shown.
            host.out, host.unseen, host.boxed = self.buried, True, True

    def _script(self, node: LexborNode, tag: str, declared: Declarations) -> Script:
        raised = declared.get("vertical-align") if declared else None
        if tag == "sup" or raised in ("super", "text-top"):
            return "sup" if len(node.text()) <= RAISED_MAX else ""
        if tag == "sub" or raised in ("sub", "text-bottom"):
            return "sub" if len(node.text()) <= RAISED_MAX else ""
        return ""
