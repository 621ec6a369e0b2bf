"""Lines of a report as a source list may hold them: number, address, title."""

from __future__ import annotations

import re
from typing import NamedTuple

from gnut.text.markdown import marks
from gnut.text.markdown.document import Document
from gnut.text.markdown.headings import heads_sources
from gnut.text.markdown.leaf import Leaf
from gnut.text.markdown.pointers import Pointer
from gnut.text.markdown.scan import Scan
from gnut.text.patterns import lazy
from gnut.text.uris import fragment, same_page

_HEAD = lazy(
    r"\s*+(?:[•·–—*+-]\s++)?(?:\[\s*\^?(?P<b>\d{1,4})\s*\]|［\s*(?P<w>\d{1,4})\s*］|〔\s*(?P<v>\d{1,4})\s*〕"
    r"|【\s*(?P<l>\d{1,4})\s*】|(?P<s>[⁰¹²³⁴-⁹]{1,4})(?=\s)|\(\s*(?P<p>\d{1,3})\s*\)(?=\s)"
    r"|(?P<n>\d{1,4})(?:[.)、．](?=\s|\ufffc|$)|、))\s*[:：.]?\s*"
)
_BULLET = lazy(r"\s*[•·●▪◦‣–—]\s+")
_LINE = lazy(r"[^\n\x0b]+")
_SENTENCE = lazy(r"[.!?。！？]\s+\S+\s+\S+\s+\S")
_SUPER = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
TITLE_ENDS = ' \t\xa0:：-–—,，.。|;；([（【<>*_"“”'
_LONGEST_TAIL = 40
"""Characters that may stand behind the address of an entry: a date of access, a publisher."""


class Row(NamedTuple):
    """One line of a leaf."""

    leaf: int
    """Index of the leaf."""

    at: int
    to: int
    """Range in its flat text."""

    head: str
    """`bracket | ordered | bullet | plain | more | heading | head_line | cut`; `more` goes on with the line before."""

    number: str | None
    body: int
    """Where the text behind the number begins."""

    address: str | None
    clean: bool
    """Whether it is nothing but an address with at most a title, and carries no excerpt."""

    excerpt: bool
    """Whether it carries one: a marker comment or a text fragment. Then it is a citation, not an entry."""

    cites: bool
    """Whether it holds a mark that points elsewhere."""

    level: int
    wide: bool


def rows(document: Document, scans: list[Scan]) -> list[Row]:
    """Return every line of a report's paragraphs and list items, headings and other leaves as one row each.

    The body of a footnote has no row, wherever it stands: its mark says what it is for.
    An ordered item has the number that readers see, which the renderer counts: what the author wrote
    counts only where it is in step.
    """
    out: list[Row] = []
    for index, leaf in enumerate(document.leaves):
        if leaf.footnote is not None:
            continue
        if leaf.kind == "heading":
            out.append(_whole(index, leaf, "heading", leaf.level))
        elif leaf.kind != "paragraph" or (leaf.quote and not leaf.item):
            out.append(_whole(index, leaf, "cut", 0))
        else:
            for line in _LINE.finditer(leaf.masked):
                out.append(_row(index, leaf, line, scans[index], out[-1] if out and out[-1].leaf == index else None))
    return out


def _whole(index: int, leaf: Leaf, head: str, level: int) -> Row:
    return Row(index, 0, len(leaf.text), head, None, 0, None, False, False, False, level, False)


def _row(index: int, leaf: Leaf, line: re.Match[str], scan: Scan, previous: Row | None) -> Row:
    at, to = line.span()
    inside = scan.between(at, to)
    pointers = [p for p in inside if p.address and not same_page(p.address)]
    head, number, body, wide = _number(leaf, line, pointers)
    if not head:
        if leaf.ordinal is not None and previous is None:
            head, number = "ordered", str(leaf.ordinal)
        elif (leaf.item and previous is None) or _BULLET.match(line.group()):
            head = "bullet"
        elif previous is not None and previous.head in ("bracket", "ordered", "bullet", "more"):
            head = "more"
        else:
            head = "head_line" if heads_sources(line.group()) else "plain"
    excerpt = any(fragment(p.address).directives for p in pointers if p.address)
    excerpt = excerpt or any("quote" in code.raw for code in leaf.codes_between(at, to) if code.kind == "comment")
    cites = any(p.address is None and p.kind != "name" and p.at >= body for p in inside)
    address = pointers[0].address if pointers else None
    clean = bool(pointers) and not excerpt and not cites and _is_clean(leaf, body, to, pointers)
    return Row(index, at, to, head, number, body, address, clean, excerpt, cites, 7, wide)


def _number(leaf: Leaf, line: re.Match[str], pointers: list[Pointer]) -> tuple[str, str | None, int, bool]:
    """Return head, number, offset behind it and whether its bracket is `【】`; an empty head without a number."""
    at = line.start()
    first = pointers[0] if pointers and pointers[0].name is None else None
    if first and first.at - at <= 2 and not leaf.masked[at : first.at].strip(" ["):
        label = marks.numeric_label(leaf.text[first.at : first.to])
        if len(label) == 1:
            return "bracket", label[0], first.to, False
    # Most lines begin with a letter, which no number does: they need no pattern.
    match = None if line.group()[:1].isalpha() else _HEAD.match(line.group())
    if match is None:
        return "", None, at, False
    groups = match.groupdict()
    digits = next(value for value in groups.values() if value)
    head = "bracket" if any(groups[name] for name in "bwvl") else "ordered"
    return head, str(int(digits.translate(_SUPER))), at + match.end(), bool(groups["l"])


def _is_clean(leaf: Leaf, at: int, to: int, pointers: list[Pointer]) -> bool:
    raw = leaf.text[at : pointers[0].at].rstrip()
    if raw and pointers[0].kind not in ("bare", "autolink") and raw[-1].isalnum():
        # `Read [the guide](…)` says something; `Lee (2020). [The guide](…)` does not.
        return False
    before = raw.strip(TITLE_ENDS)
    after = leaf.text[max(p.to for p in pointers) : to].strip(TITLE_ENDS + ")]）】")
    return len(after) <= _LONGEST_TAIL and _SENTENCE.search(before) is None
