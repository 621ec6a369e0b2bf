"""One leaf with its citations, its quotations and what its comments say."""

from __future__ import annotations

from bisect import bisect_left
from typing import NamedTuple

from gnut.ingest.contract import Excerpt, Profile
from gnut.ingest.core.resolve import Cited
from gnut.model import Place
from gnut.text.markdown import comments
from gnut.text.markdown.excerpts import Quotation, passed_over, quotations, quotes, words_of
from gnut.text.markdown.inline_html import scripted, spans
from gnut.text.markdown.leaf import HIDDEN, Code, Leaf
from gnut.text.markdown.lines import Lines
from gnut.text.markdown.pointers import hide
from gnut.text.markdown.ranges import merged, overlapping
from gnut.text.markdown.scan import Scan
from gnut.text.markdown.wording import SHOWN, cleaned
from gnut.text.patterns import lazy

_ATTRIBUTES = lazy(r"\{:?(?:\s*(?:[.#][\w-]+|[\w-]+=(?:\"[^\"]*\"|[^\s{}\"]+))){1,20}\s*\}")
_CLASS = lazy(r"\.([\w-]+)")
_FOLLOWS = lazy(r"[\s.,;:!?。，、；：！？)）\]』」”»\"'’…—–(（\[-]{0,12}$")
_ADJACENT = lazy(r"[\s)\]}\"'”’»*_）】」』]*[.,;:!?。，、；：！？…)\]”’»]?[\s)\]\"'”’»*_）】」』]*$")
_STARS = lazy(r"\*\*(?!\*)")
_OAI = lazy(r"oai_citation:\d+‡")


class Said(NamedTuple):
    """What a comment or an attribute list says, and where."""

    kind: str
    """`quote | locator | question | class | legacy | waive | calculation`."""

    value: str
    code: str
    at: int
    own_line: bool
    """Whether it stands alone on its line."""

    place: Place
    members: tuple[tuple[str, str], ...] = ()
    """Those of a calculation in the short form."""


class Quote(NamedTuple):
    """A quotation that declares an excerpt."""

    at: int
    to: int
    excerpt: Excerpt


class Passage:
    """A leaf, read."""

    def __init__(
        self,
        leaf: Leaf,
        scan: Scan,
        cited: list[Cited],
        lines: Lines,
        profile: Profile,
        *,
        rendered: bool,
        excluded: list[tuple[int, int]],
    ) -> None:
        """Read the quotations and comments of a leaf.

        Args:
            leaf: The block.
            scan: What points to a source in it.
            cited: Its citations, in order.
            lines: Where its bytes stand.
            profile: What declares evidence.
            rendered: Whether it is a block of a rendered page, where the signs of Markdown are signs like others.
            excluded: Ranges that the profile excludes, sorted and apart.
        """
        self.leaf = leaf
        self._shown = scripted(leaf) if leaf.codes else leaf.text
        self._rendered = rendered
        self._excluded = excluded
        self.scan = scan
        self.cited = cited
        self.lines = lines
        self.labels = profile.labels
        self.said: list[Said] = []
        self.bad: list[tuple[str, Place]] = []
        self._starts = [one.pointer.at for one in cited]
        self._unseen = self._find_unseen(profile)
        self.drops = merged([*self._unseen, *scan.notes]) if scan.notes else self._unseen
        self._read_comments(profile)
        self.classed = self._read_classes(profile)
        """(first character, one after the last, what the element around them says of its kind)."""

        self.runs: list[Quotation] = []
        self.quotes: list[Quote] = []
        if not profile.labels and _may_quote(leaf.masked):
            prose = hide(leaf.masked, merged([*scan.maths, *excluded]) if excluded else scan.maths)
            self.runs = quotations(prose)
            self.quotes = [
                Quote(run.at, run.to, self.excerpt(run.inner, run.outer, "quotation", run.at))
                for run in self.runs
                if quotes(prose, run, self._followed(run), self._is_label(run))
            ]
            if cited:
                self.bad += [
                    ("short_quotation", self.place(run.at, run.to))
                    for run in self.runs
                    if passed_over(prose, run, self._followed(run), self._is_label(run))
                ]

    def place(self, at: int, to: int) -> Place:
        """Return the place of a range of flat text."""
        start = self.leaf.byte(at)
        return self.lines.place(start, max(start, self.leaf.byte_end(to)))

    def text(self, at: int, to: int, *extra: tuple[int, int]) -> str:
        """Return the words of a range without marks, comments and `extra` ranges, blanks folded."""
        drops = overlapping(self.drops, at, to)
        return cleaned(self._shown, at, to, merged([*drops, *extra]) if extra else drops)

    def excerpt(self, at: int, to: int, origin: str, start: int | None = None) -> Excerpt:
        """Return the words of a range as an excerpt whose place begins at `start`."""
        if origin == "quotation" and any(start <= at < end for start, end in self.scan.notes):
            origin = "footnote"
        words = words_of(self.leaf.text, at, to, overlapping(self._unseen, at, to), self._shown).translate(SHOWN)
        return Excerpt(
            words.strip(),
            origin,
            not self.leaf.plain(at, to),
            None,
            None,
            None,
            self.place(at if start is None else start, to),
        )

    def between(self, at: int, to: int) -> list[Cited]:
        """Return the citations that begin in a range of flat text."""
        return self.cited[bisect_left(self._starts, at) : bisect_left(self._starts, to)]

    def remove(self, one: Cited) -> None:
        """Forget a citation that turned out to be none."""
        index = next(number for number, other in enumerate(self.cited) if other is one)
        del self.cited[index], self._starts[index]

    def before(self, at: int) -> list[Cited]:
        """Return the citations right before a comment: one link, or the members of one bracket.

        Between stand at most blanks, closing marks, other comments and one mark of punctuation.
        """
        index = bisect_left(self._starts, at)
        if index == 0:
            return []
        last = max(self.cited[max(0, index - 64) : index], key=lambda one: one.pointer.to).pointer
        if last.to > at:
            return []
        unseen = [
            (code.at - last.to, code.to - last.to)
            for code in self.leaf.codes_between(last.to, at)
            if code.kind in ("comment", "html")
        ]
        gap = hide(self.leaf.text[last.to : at], unseen).replace(HIDDEN, "")
        if not _ADJACENT.match(gap):
            return []
        return [one for one in self.between(last.at, last.at + 1) if one.pointer.to == last.to]

    def _find_unseen(self, profile: Profile) -> list[tuple[int, int]]:
        """Return the ranges that are no words: marks, tags, comments, images, attribute lists."""
        found = [(code.at, code.to) for code in self.leaf.codes if code.kind != "code"]
        found += [(one.pointer.at, one.pointer.to) for one in self.cited if not one.pointer.labelled]
        found += [(note.at, note.to) for note in self.leaf.notes]
        found += self._excluded
        if "**" in self.leaf.masked and not self._rendered:
            # Marks that CommonMark leaves as they are beside full-width punctuation: `**名（注）**是`.
            found += [m.span() for m in _STARS.finditer(self.leaf.masked)]
        if "‡" in self.leaf.text:
            found += [m.span() for m in _OAI.finditer(self.leaf.text)]
        if "{" in self.leaf.text and not self._rendered:
            found += self._attributes(profile)
        return merged(found)

    def _attributes(self, profile: Profile) -> list[tuple[int, int]]:
        """Read the attribute lists `{.class}` behind a bracket, or at the end of a line of their own."""
        found = []
        markers = dict(profile.class_markers)
        masked = self.leaf.masked
        for match in _ATTRIBUTES.finditer(masked):
            before = masked[max(0, match.start() - 8) : match.start()].rstrip(" ")[-1:]
            behind = masked[match.end() : match.end() + 8]
            links = self.leaf.links_between(match.start() - 400, match.start()) if before else ()
            after_link = any(link.to == match.start() for link in links)
            if before not in ("]", ")", "\n", "\x0b", HIDDEN, "") and behind.strip() and not after_link:
                continue
            found.append(match.span())
            for name in _CLASS.findall(match.group()):
                kind = "class" if name in markers else "legacy" if name in profile.declared_classes else ""
                if kind:
                    at = match.start()
                    whole = before not in ("]", ")") and not after_link
                    place = self.place(at, match.end())
                    self.said.append(
                        Said("block_" + kind if whole else kind, markers.get(name, ""), "", at, False, place)
                    )
        return found

    def _followed(self, run: Quotation) -> bool:
        """Whether a citation stands right behind a quoted run."""
        following = self.cited[bisect_left(self._starts, run.to) :][:1]
        return bool(following) and _FOLLOWS.match(self.leaf.text[run.to : following[0].pointer.at][:13]) is not None

    def _is_label(self, run: Quotation) -> bool:
        return any(link.at == run.at and link.to == run.to for link in self.leaf.links_between(run.at, run.at + 1))

    def _read_comments(self, profile: Profile) -> None:
        markers = dict(profile.class_markers)
        for code in self.leaf.codes:
            if code.kind != "comment":
                continue
            place = self.lines.place(code.start, code.end)
            for one in comments.said(
                code.raw, profile.evidence_prefix, profile.question_comment, markers, profile.declared_classes
            ):
                if one.kind in ("bad_marker", "bad_waiver"):
                    self.bad.append((one.kind, place))
                else:
                    own_line = self._own_line(code)
                    self.said.append(Said(one.kind, one.value, one.code, code.at, own_line, place, one.members))

    def _read_classes(self, profile: Profile) -> list[tuple[int, int, Said]]:
        """Return what the classes of elements say: those inside the line, or the block itself in a rendered page."""
        held = [(one.at, one.to, one.names) for one in spans(self.leaf)]
        held += self.leaf.classed
        if not held:
            return []
        markers = dict(profile.class_markers)
        found = []
        for at, to, names in held:
            for name in names:
                if name in markers or name in profile.declared_classes:
                    kind = "class" if name in markers else "legacy"
                    said = Said(kind, markers.get(name, ""), "", at, False, self.place(at, to))
                    found.append((at, to, said))
        return found

    def _own_line(self, code: Code) -> bool:
        text = self.leaf.text
        line = max(text.rfind("\n", 0, code.at), text.rfind("\x0b", 0, code.at))
        ends = [end for end in (text.find("\n", code.to), text.find("\x0b", code.to)) if end >= 0]
        return (
            line >= 0
            and not text[line + 1 : code.at].strip()
            and not text[code.to : min(ends, default=len(text))].strip()
        )


def _may_quote(text: str) -> bool:
    return any(mark in text for mark in "\"“”„«»‹「『‘'＂〝｢") or "``" in text
