"""Raw HTML inside a Markdown source: which of its words a reader of the rendered page sees."""

from __future__ import annotations

import html

from gnut.text.html.css import declarations
from gnut.text.html.kinds import SPOKEN, STRUCK, UNSEEN
from gnut.text.html.visible import WHITE, plain, styled
from gnut.text.markdown.inline_html import numbered
from gnut.text.markdown.tags import BLOCK, VOID, Tag, attributes, tags

_COMMENT = ("!--", 1)


class Elements:
    """Writes words to what is seen or to what is not, by the raw elements that are open.

    Not a browser: no class, no style sheet, and an element that hides lasts until its own end tag.
    """

    def __init__(self) -> None:
        """Begin with nothing written and nothing open."""
        self._seen: list[str] = []
        self._unseen: list[str] = []
        self._hiding: tuple[str, int] | None = None
        self._raised: tuple[str, int] | None = None
        self.details = False
        """Whether a reader must open some of it."""

    def text(self) -> str:
        """Return what is seen."""
        return "".join(self._seen)

    def hidden(self) -> str:
        """Return what is not seen, a line each."""
        return "".join(f"{said}\n" for said in self._unseen)

    def hide(self, said: str) -> None:
        """Note what is not seen."""
        if said.strip():
            self._unseen.append(" ".join(said.split(" ")).strip())

    def write(self, between: str) -> None:
        """Write line ends and borders of cells, which are always there."""
        if between:
            self._seen.append(between)

    def words(self, words: str) -> None:
        """Write words."""
        if not words:
            return
        if self._hiding is None:
            self._seen.append(words)
        else:
            self.hide(words)
            self.write("\n" * words.count("\n"))

    def markup(self, raw: str) -> None:
        """Write raw HTML: the words between its tags, and what the tags do to them and to what follows."""
        if self._hiding == _COMMENT:
            inside, end, raw = raw.partition("-->")
            self.words(inside)
            self._hiding = None if end else _COMMENT
        # A comment that nobody closes hides all that follows it, also in later blocks.
        last = raw.rfind("<!--")
        unclosed = raw[last:] if last >= 0 and "-->" not in raw[last + 2 :] else ""
        raw = raw.removesuffix(unclosed) if unclosed else raw
        at = 0
        for tag in tags(raw):
            self.words(_plain(raw[at : tag.at]))
            self._tag(tag)
            self.write("\n" * tag.raw.count("\n"))
            at = tag.to
        self.words(_plain(raw[at:]))
        if unclosed:
            self._hiding = _COMMENT
            self.words(unclosed)

    def _tag(self, tag: Tag) -> None:
        if tag.name in ("!--", "!"):
            self.hide(tag.raw.removeprefix("<!--").removesuffix("-->"))
            return
        self._border(tag)
        if tag.closing:
            self._close(tag.name)
            return
        given = attributes(tag.raw)
        for name in SPOKEN:
            self.hide(given.get(name, ""))
        if tag.name == "details" and "open" not in given:
            self.details = True
        if tag.name in VOID:
            return
        if self._hiding is not None:
            name, depth = self._hiding
            self._hiding = (name, depth + (name == tag.name))
        elif _hides(tag.name, given):
            self._hiding = (tag.name, 1)
        elif tag.name in ("sup", "sub"):
            self._raised = (tag.name, len(self._seen))

    def _border(self, tag: Tag) -> None:
        """Part what stands in two blocks, or before and after a forced line end, on one line of the file."""
        if (tag.name in BLOCK or tag.name == "br") and self._seen and not self._seen[-1].endswith(("\n", "\t", " ")):
            self._seen.append(" " if tag.name == "br" else "\t")

    def _close(self, name: str) -> None:
        if self._hiding is not None:
            if name == self._hiding[0]:
                self._hiding = (name, self._hiding[1] - 1) if self._hiding[1] > 1 else None
        elif self._raised is not None and name == self._raised[0]:
            at, self._raised = self._raised[1], None
            before = "".join(self._seen[at - 1 : at])[-1:]
            self._seen[at:] = [numbered("".join(self._seen[at:]), up=name == "sup", after=before)]


def _plain(raw: str) -> str:
    """Return what stands between tags, decoded; a line end that is spelled is none of the file's."""
    if "&" not in raw:
        return raw
    return "\n".join(html.unescape(line).replace("\n", " ") for line in raw.split("\n"))


def _hides(name: str, given: dict[str, str]) -> bool:
    """Return whether an element shows nothing of its text, as far as it says so itself."""
    if name in UNSEEN or name in STRUCK or "hidden" in given or (name == "dialog" and "open" not in given):
        return True
    declared = {known: value for known, value, _ in declarations(given.get("style", ""))}
    return bool(declared) and styled(plain(WHITE), declared).hidden
