"""The text of a rendered page as leaves, each one line of a text of its own that offsets count in."""

from __future__ import annotations

from gnut.errors import ReportTooLarge
from gnut.text.html.ranges import Range
from gnut.text.html.where import Places, Where
from gnut.text.markdown.document import Region
from gnut.text.markdown.draft import Draft
from gnut.text.markdown.leaf import HIDDEN, Classed, Code, Link, Note
from gnut.text.markdown.pointers import Aside
from gnut.text.patterns import lazy
from gnut.text.sentences import HARD

_BLANKS = lazy(r"[ \t\x0b\x0c]+")
_LINE_ENDS = lazy(r"[ \t\x0b\x0c]*+[\r\n][ \t\n\r\x0b\x0c]*+")
_WHITE = lazy(r"[ \t\n\r\x0b\x0c]+")
_ONE_LINE = {10: " ", 13: " "}
SHOWN = 80
"""Characters of what is set aside that are repeated."""


class Leaves:
    """A page being written down."""

    def __init__(self, places: Places, most: int) -> None:
        """Begin with nothing; `places` says where leaves stand, of which there may be `most`."""
        self._places = places
        self._most = most
        self.source = bytearray()
        self.drafts: list[Draft] = []
        self.regions: list[Region] = []
        self.comments: list[Code] = []
        self.asides: list[Aside] = []
        self.adjacent = False
        """Whether nothing but blanks came since the last leaf ended."""

        self._draft: Draft | None = None
        self._own: tuple[str, ...] = ()
        self._blank = self._gaps = ""
        self._broken = False
        self._ranges: list[Range] = []
        self._waiting: list[Range] = []
        self._words = 0
        self._later: list[tuple[str, str]] = []

    def put(self, written: str, where: Where, kind: str = "") -> None:
        """Write text, any white space being one blank.

        Args:
            written: The text.
            where: Where the leaf stands, should this begin one.
            kind: `code` for text that is no prose, `html` for what readers are not to count, else prose.
        """
        folded = _BLANKS.sub(" ", _LINE_ENDS.sub("\n", written) if "\n" in written or "\r" in written else written)
        core = folded.strip(" \n")
        if not core:
            self._part(folded)
            return
        self._part(folded[0])
        draft = self._ready(where)
        if kind:
            core = core.replace("\n", " ")
            start = self._write(core)
            draft.code(core, start, len(self.source), kind, core if kind == "code" else "")
        else:
            for number, line in enumerate(core.split("\n")):
                if number:
                    self._add(draft, "\n")
                self._add(draft, line)
        self._words += 1
        self._blank = ""
        self._part(folded[-1])

    def put_script(self, number: str, script: str, where: Where) -> None:
        """Write a raised or lowered number between its tags, as it stands in Markdown.

        Args:
            number: The number.
            script: `sup` or `sub`.
            where: Where the leaf stands, should this begin one.
        """
        draft = self._ready(where)
        for tag in (f"<{script}>", "", f"</{script}>"):
            start = self._write(tag or number)
            if tag:
                draft.code(tag, start, len(self.source), "html", tag)
            else:
                draft.add(number, start, len(self.source), True)
        self._words += 1

    def put_image(self, address: str, where: Where) -> None:
        """Write an image, which holds no words."""
        draft = self._ready(where)
        start = self._write("<img>")
        draft.code(HIDDEN, start, len(self.source), "image", address)

    def put_note(self, name: str, where: Where) -> None:
        """Write the mark that calls a note."""
        mark = "[^" + _WHITE.sub("_", name) + "]"
        self._blank = ""  # A mark belongs to the word before it.
        draft = self._ready(where)
        start = self._write(mark)
        draft.notes.append(Note(draft.length, draft.length + len(mark), start, len(self.source), name))
        draft.add(mark, start, len(self.source), False, hidden=True)

    def blank(self) -> None:
        """Part what follows by a blank."""
        self._part(" ")

    def _part(self, white: str) -> None:
        """Note white space that is due; as in Markdown a line end is one, though a page shows it as a blank."""
        if white and white in " \n" and self._blank != "\n":
            self._blank = white

    def gap(self, tag: str) -> None:
        """Note that markup stands here, so that words on both sides are not one run as written."""
        self._gaps += tag

    def line_break(self) -> None:
        """Break the line; a second time in a row it ends the leaf."""
        if self._draft is None:
            return
        if self._broken:
            self.close()
        else:
            self._broken = True

    def close(self) -> None:
        """End the open leaf, if there is one."""
        if self._draft is not None:
            self._end_all()
            if self._own:
                self._draft.classed.append(Classed(0, self._draft.length, self._own))
            self.source += b"\n"
            self.adjacent = True
        self._draft = None
        self._blank = self._gaps = ""
        self._broken = False
        later, self._later = self._later, []
        for kind, text in later:
            self._line(kind, text)

    # Links and elements with classes.

    def open(self, names: tuple[str, ...] = ()) -> Range | None:
        """Begin a range with the next text; None for classes that hold here already."""
        if names and all(any(name in one.names for one in self._ranges) for name in names):
            return None
        made = Range(names)
        self._ranges.append(made)
        self._waiting.append(made)
        return made

    def end_link(self, one: Range, address: str, title: str) -> None:
        """End a link; one that nobody can see is set aside."""
        self._forget(one)
        if not one.parts:
            self.set_aside("empty_label", address)
            return
        # A link around several blocks is one citation: that of the first.
        draft, at, to, start, end = one.parts[0]
        draft.links.append(Link(at, to, start, end, "html", address, title, "", not one.worded))

    def end_classed(self, one: Range) -> None:
        """End an element with classes inside a leaf."""
        self._forget(one)
        for draft, at, to, _, _ in one.parts:
            draft.classed.append(Classed(at, to, one.names))

    def _forget(self, one: Range) -> None:
        self._end(one)
        if one in self._ranges:
            self._ranges.remove(one)
        if one in self._waiting:
            self._waiting.remove(one)

    def _end(self, one: Range) -> None:
        if one.draft is not None:
            one.worded = one.worded or (not one.parts and self._words > one.words)
            one.parts.append((one.draft, one.at, one.draft.length, one.start, len(self.source)))
            one.draft = None

    def _end_all(self) -> None:
        """End what the leaf holds of every open range; classes hold in the next leaf too, a link has had its place."""
        for one in self._ranges:
            self._end(one)
        self._ranges = [one for one in self._ranges if one.names or not one.parts]
        self._waiting = list(self._ranges)

    # What is no leaf.

    def set_aside(self, reason: str, written: str) -> None:
        """Count something that looks like a citation and is none, or what no reader sees."""
        here = len(self.source)
        self.asides.append(Aside(reason, here, here, written[:200]))

    def region(self, kind: str, text: str) -> None:
        """Keep text that is no prose on a line of its own, behind the open leaf if there is one."""
        if self._draft is None:
            self._line(kind, text)
        else:
            self._later.append((kind, text))

    def comment(self, content: str) -> None:
        """Keep a comment: in the open leaf, with the leaf right before it, or on its own."""
        raw = f"<!--{content.translate(_ONE_LINE)}-->"
        if self._draft is not None:
            start = self._write(raw)
            self._draft.code(raw, start, len(self.source), "comment", raw)
            return
        start = len(self.source)
        self._line("comment", raw)
        if self.adjacent and self.drafts:
            last = self.drafts[-1]
            last.add("\n", last.end, start, False)
            last.code(raw, start, start + len(raw.encode()), "comment", raw)
        else:
            self.comments.append(Code(0, 0, start, start + len(raw.encode()), "comment", raw))

    def _line(self, kind: str, text: str) -> None:
        start = len(self.source)
        self.source += text.translate(_ONE_LINE).encode() + b"\n"
        self.regions.append(Region(kind, start, len(self.source) - 1))

    # Writing.

    def _ready(self, where: Where) -> Draft:
        """Return the open leaf, the white space due written."""
        draft = self._draft
        if draft is None:
            if len(self.drafts) >= self._most:
                raise ReportTooLarge(f"report has more than {self._most} blocks", help="split the report")
            fields = self._places.fields(where)
            draft = self._draft = Draft(fields.pop("kind"), len(self.source), fields)
            self.drafts.append(draft)
            self._own = where.own
            self._blank = ""
            self._broken = False
        self._write(self._gaps)
        self._gaps = ""
        if self._broken:
            self._add(draft, HARD)
        elif self._blank and draft.length and not draft.parts[-1].endswith((HARD, " ", "\n")):
            self._add(draft, self._blank)
        self._blank = ""
        self._broken = False
        for one in self._waiting:
            one.draft, one.at, one.start, one.words = draft, draft.length, len(self.source), self._words
        self._waiting.clear()
        return draft

    def _add(self, draft: Draft, text: str) -> None:
        # Each leaf is one line of the text that offsets count in.
        start = self._write(text if text != "\n" else " ")
        draft.add(text, start, len(self.source), text != "\n")

    def _write(self, text: str) -> int:
        """Write into the text that offsets count in, and return where it begins."""
        start = len(self.source)
        self.source += text.encode()
        return start
