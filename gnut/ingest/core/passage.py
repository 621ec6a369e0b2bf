"""One leaf with its citations, its quotations and what its comments say."""

from __future__ import annotations

import re
from typing import NamedTuple

from gnut.ingest.contract import Excerpt, Profile
from gnut.ingest.core.resolve import Cited
from gnut.model import Place
from gnut.text.markdown import comments
from gnut.text.markdown.excerpts import Quotation, flat, quotations, quotes
from gnut.text.markdown.leaf import HIDDEN, Code, Leaf
from gnut.text.markdown.lines import Lines
from gnut.text.markdown.pointers import hide
from gnut.text.markdown.scan import Scan

_ATTRIBUTES = re.compile(r"\{:?(?:\s*(?:[.#][\w-]+|[\w-]+=(?:\"[^\"]*\"|[^\s{}\"]+))){1,20}\s*\}")
_CLASS = re.compile(r"\.([\w-]+)")
_FOLLOWS = re.compile(r"[\s.,;:!?。，、；：！？)）\]』」”»\"'’…—–(（\[-]{0,12}$")
_ADJACENT = re.compile(r"[\s)\]}\"'”’»*_）】」』]*[.,;:!?。，、；：！？…)\]”’»]?[\s)\]\"'”’»*_）】」』]*$")
_OAI = re.compile(r"oai_citation:\d+‡|\d{1,4}†")
_SENTINEL = "\x00"
_CLEAN = (
    (re.compile(r"[(（]\s*(?:\x00[\s,;，；、]*)+[)）]"), _SENTINEL),
    (re.compile(r"\s*\x00(?:[\s,;，、；]*\x00)*\s*(?=[.,;:!?)…。，、；：！？）»”]|$)"), ""),
    (re.compile(r"(?<=\s)\x00(?:[\s,;，、；]*\x00)*\s*|\x00(?:[\s,;，、；]*\x00)*"), ""),
)
_SHOWN = {0x1A: "\ufffd", 0: "\ufffd", ord(HIDDEN): " "}


class Said(NamedTuple):
    """What a comment in a leaf says, and where."""

    kind: str
    value: str
    code: str
    at: int
    own_line: bool
    place: Place


class Quote(NamedTuple):
    """A quotation that declares an excerpt."""

    at: int
    to: int
    excerpt: Excerpt


class Passage:
    """A leaf, read."""

    def __init__(self, leaf: Leaf, scan: Scan, cited: list[Cited], lines: Lines, profile: Profile) -> None:
        """Read the quotations and comments of `leaf`; bind comments to the citations they stand behind."""
        self.leaf = leaf
        self.scan = scan
        self.cited = cited
        self.prose = hide(leaf.masked, scan.maths)
        self.lines = lines
        self.classes: list[tuple[int, int, str]] = []
        """(from, to, marker) of attribute lists."""

        self.labels = profile.labels
        self.marked: list[tuple[list[Cited], Excerpt]] = []
        """(citations, excerpt) of evidence comments."""

        self.orphans: list[Place] = []
        """Evidence comments that stand behind no citation."""

        self.merged: list[Cited] = []
        """Links of a quote that go on with the label before them, to the same source."""

        self.drops = self._drops()
        self.said: list[Said] = []
        self.bad: list[tuple[str, Place]] = []
        self._read_comments(profile)
        self.quotes: list[Quote] = []
        self.runs: list[Quotation] = []
        if not profile.labels:
            self.runs = quotations(self.prose) if _may_quote(self.prose) else []
            self.quotes = [self._quote(run) for run in self.runs if quotes(self.prose, run, self._followed(run))]

    def place(self, at: int, to: int) -> Place:
        """Return the place of a range of flat text."""
        start = self.leaf.byte(at)
        return self.lines.place(start, max(start, self.leaf.byte_end(to)))

    def text(self, at: int, to: int, *extra: tuple[int, int]) -> str:
        """Return the words of a range without marks, comments and `extra` ranges, blanks folded."""
        return cleaned(self.leaf.text, at, to, [*self.drops, *extra])

    def excerpt(self, at: int, to: int, origin: str, start: int | None = None) -> Excerpt:
        """Return the words of a range as an excerpt that begins at `start`."""
        words = flat(self.leaf.text, self.leaf.masked, at, to, self.drops).translate(_SHOWN)
        return Excerpt(words.strip(), origin, None, None, None, self.place(at if start is None else start, to))

    def _drops(self) -> list[tuple[int, int]]:
        """Return the ranges that are no words: marks, tags, comments, images, attribute lists."""
        found = [(code.at, code.to) for code in self.leaf.codes if code.kind != "code"]
        found += [(one.pointer.at, one.pointer.to) for one in self.cited if not one.pointer.labelled]
        found += [(note.at, note.to) for note in self.leaf.notes]
        found += self.scan.dropped + self.scan.notes
        if "‡" in self.leaf.text:
            found += [m.span() for m in _OAI.finditer(self.leaf.text)]
        if "{" in self.leaf.text:
            for match in _ATTRIBUTES.finditer(self.leaf.masked):
                before = self.leaf.masked[: match.start()].rstrip(" ")[-1:]
                if before in "])\n\x0b" + HIDDEN or not self.leaf.masked[match.end() :].strip():
                    found.append(match.span())
                    self.classes += [(*match.span(), name) for name in _CLASS.findall(match.group())]
        return sorted(set(found))

    def _quote(self, run: Quotation) -> Quote:
        return Quote(run.at, run.to, self.excerpt(run.inner, run.outer, "quotation", run.at))

    def _followed(self, run: Quotation) -> bool:
        """Whether a citation stands right behind a quoted run."""
        for one in self.cited:
            if one.pointer.at >= run.to:
                return _FOLLOWS.match(self.leaf.text[run.to : one.pointer.at][:13]) is not None
        return False

    def _read_comments(self, profile: Profile) -> None:
        markers = dict(profile.class_markers)
        for code in self.leaf.codes:
            if code.kind != "comment":
                continue
            said = comments.said(
                code.raw, profile.evidence_prefix, profile.question_comment, markers, profile.declared_classes
            )
            place = self.lines.place(code.start, code.end)
            for one in said:
                if one.kind in ("bad_marker", "bad_waiver"):
                    self.bad.append((one.kind, place))
                    continue
                self.said.append(Said(one.kind, one.value, one.code, code.at, self._own_line(code), place))

    def _own_line(self, code: Code) -> bool:
        before = self.leaf.text[: code.at]
        line = max(before.rfind("\n"), before.rfind("\x0b"))
        return not before[line + 1 :].strip() and line >= 0 and not self.leaf.text[code.to :].partition("\n")[0].strip()

    def before(self, at: int) -> list[Cited]:
        """Return the citations right before a comment: one link, or the members of one bracket."""
        last = None
        for one in self.cited:
            if one.pointer.to <= at and (last is None or one.pointer.to >= last.pointer.to):
                last = one
        if last is None:
            return []
        gap = hide(self.leaf.text, [])[last.pointer.to : at]
        for code in self.leaf.codes:
            if code.kind == "comment" and last.pointer.to <= code.at < at:
                gap = gap.replace(code.raw, "")
        # An inline link's own tag or closing mark is no text.
        gap = "".join(character for index, character in enumerate(gap) if character != HIDDEN)
        gap = re.sub(r"</?\w+[^<>]*>", "", gap)
        if not _ADJACENT.match(gap):
            return []
        return [one for one in self.cited if (one.pointer.at, one.pointer.to) == (last.pointer.at, last.pointer.to)]


def _may_quote(text: str) -> bool:
    return any(mark in text for mark in "\"“”„«»‹「『‘'＂〝｢") or "``" in text


def cleaned(text: str, at: int, to: int, drop: list[tuple[int, int]]) -> str:
    """Return the words of a range without the dropped ranges, blanks folded, no blank left before a stop."""
    parts = []
    here = at
    for start, end in sorted(drop):
        if end <= here or start >= to:
            continue
        parts.append(text[here : max(here, start)].translate(_SHOWN))
        parts.append(_SENTINEL)
        here = min(max(here, end), to)
    parts.append(text[here:to].translate(_SHOWN))
    words = "".join(parts)
    if _SENTINEL in words:
        for pattern, instead in _CLEAN:
            words = pattern.sub(instead, words)
    return " ".join(words.split())
