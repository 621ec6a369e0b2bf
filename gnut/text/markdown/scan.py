"""Every pointer of a leaf, whatever the habit it is written in."""

from __future__ import annotations

import re
from bisect import bisect_left

from gnut.text.markdown import addresses, keys, marks
from gnut.text.markdown.inline_html import anchors, raised, without_raw_elements
from gnut.text.markdown.leaf import Leaf, Link
from gnut.text.markdown.maths import maths
from gnut.text.markdown.pointers import Aside, Pointer, hide
from gnut.text.patterns import lazy
from gnut.text.uris import same_page

_SCHEME = lazy(r"([A-Za-z][A-Za-z0-9+.-]*):")
_SILENT = frozenset(("tel", "sms", "javascript", "data", "about", "chrome", "vbscript", "blob"))
_EMAIL = lazy(r"[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,6}")
_SIGNS = lazy(r"[\[［〔【@$⁰¹²³⁴-⁹†\ue200-\ue206]|://|www\.|10\.\d|arxiv|pmid|pmc|pubmed|turn\d", re.IGNORECASE)
"""What every pointer without a link holds at least one of."""

_INLINE_NOTE = lazy(r"\^\[")


class Scan:
    """What scanning one leaf gave."""

    def __init__(self) -> None:
        """Begin empty."""
        self.pointers: list[Pointer] = []
        self.asides: list[Aside] = []
        self.free = ""
        """Flat text in which code, maths, labels and every pointer are hidden."""

        self.maths: list[tuple[int, int]] = []
        self.notes: list[tuple[int, int]] = []
        """Ranges of inline footnotes `^[…]`."""

    def between(self, at: int, to: int) -> list[Pointer]:
        """Return the pointers that begin in a range of flat text."""
        return self.pointers[bisect_left(self.pointers, at, key=_at) : bisect_left(self.pointers, to, key=_at)]


def _at(pointer: Pointer) -> int:
    return pointer.at


def scan(leaf: Leaf, source: bytes, *, rendered: bool = False) -> Scan:
    """Return the pointers of a leaf in reading order, and what only looks like one.

    Args:
        leaf: The block.
        source: The report, in whose bytes addresses are read.
        rendered: Whether it is a block of a rendered page, where `[a](b)` is no link and `^[c]` no footnote.
    """
    out = Scan()
    if not (leaf.links or leaf.codes or leaf.notes or _SIGNS.search(leaf.masked)):
        out.free = leaf.masked
        return out
    text = without_raw_elements(leaf)
    out.maths = maths(text)
    text = hide(text, out.maths)
    for at, to in out.maths:
        out.asides.append(Aside("maths", leaf.byte(at), leaf.byte_end(to), leaf.text[at:to]))
    links = sorted([*leaf.links, *anchors(leaf)], key=lambda link: (link.start, -link.end))
    covered: list[tuple[int, int]] = []
    for code in leaf.codes:
        if code.kind == "image":
            out.asides.append(Aside("image", code.start, code.end, code.raw[:200]))
    for link in links:
        if covered and link.at < covered[-1][1]:
            continue
        _link(leaf, link, out)
        covered.append((link.at, link.to))
    text = hide(text, [one for one in covered if one[0] < one[1]])
    text = _notes(leaf, text, out, inline=not rendered)
    text = _leftovers(leaf, text, out)
    text = _keys(leaf, text, out)
    text = _bare(leaf, text, source, out, rendered=rendered)
    text = _marks(leaf, text, out)
    out.free = text
    for at, to in out.notes:
        if not any(at <= pointer.at < to for pointer in out.pointers):
            out.asides.append(Aside("remark", leaf.byte(at), leaf.byte_end(to), leaf.text[at:to]))
    out.pointers.sort(key=lambda pointer: (pointer.at, pointer.start))
    return out


def _link(leaf: Leaf, link: Link, out: Scan) -> None:
    label = leaf.text[link.at : link.to]
    written = link.address
    scheme = _SCHEME.match(written)
    name = scheme.group(1).lower() if scheme else ""
    if link.form == "email" or name == "mailto":
        out.asides.append(Aside("mail", link.start, link.end, written))
        return
    if not leaf.text.strip():
        # `[](address)` alone in its block: nobody sees it.
        out.asides.append(Aside("empty_label", link.start, link.end, written))
        return
    if link.image_only:
        out.asides.append(Aside("image", link.start, link.end, written))
        return
    if name in addresses.SCHEMES and name not in ("http", "https", "url"):
        written = addresses.resolved(name, written.partition(":")[2]) or written
    numbers = marks.numeric_label(label)
    in_list = link.form in ("shortcut", "collapsed", "reference")
    if link.form in ("shortcut", "collapsed") and label.lstrip("-").startswith("@"):
        out.pointers.append(_pointer("key", link, f"[{label}]", written, link.name.lstrip("-@"), False))
        return
    if in_list and numbers:
        names = list(numbers)
        if link.form == "reference":
            # CommonMark reads `[1][2]` as one link to 2; a reader sees two marks.
            names += [one for one in marks.numeric_label(link.name) or (link.name,) if one not in numbers]
            if len(names) == 1 and not marks.numeric_label(link.name):
                names = []
        for one in names:
            address = written if one == link.name.lstrip("^") else None
            out.pointers.append(_pointer("marker", link, f"[{one}]", address, one, False))
        if names:
            return
    if same_page(written):
        if numbers:
            for one in numbers:
                out.pointers.append(_pointer("marker", link, f"[{one}]", None, one, False))
        else:
            out.asides.append(Aside("navigation", link.start, link.end, written))
        return
    if name in _SILENT:
        out.asides.append(Aside("navigation", link.start, link.end, written[:200]))
        return
    kind = {"autolink": "autolink", "html": "html"}.get(link.form, "reference" if in_list else "link")
    out.pointers.append(_pointer(kind, link, written, written, None, not numbers))


def _pointer(kind: str, link: Link, written: str, address: str | None, name: str | None, labelled: bool) -> Pointer:
    return Pointer(kind, link.at, link.to, link.start, link.end, written, address, name, link.title, labelled, None)


def _notes(leaf: Leaf, text: str, out: Scan, *, inline: bool) -> str:
    """Read footnote marks and, in Markdown, inline footnotes."""
    for note in leaf.notes:
        out.pointers.append(
            Pointer(
                "footnote", note.at, note.to, note.start, note.end, f"[^{note.name}]", None, note.name, "", False, None
            )
        )
    for opening in _INLINE_NOTE.finditer(text) if inline else ():
        depth, at = 0, opening.end() - 1
        while at < len(text) and at < opening.end() + 4000:
            depth += (text[at] == "[") - (text[at] == "]")
            if depth == 0:
                out.notes.append((opening.start(), at + 1))
                break
            at += 1
    return text


def _leftovers(leaf: Leaf, text: str, out: Scan) -> str:
    found = marks.leftovers(text)
    for mark in found:
        start, end = leaf.byte(mark.at), leaf.byte_end(mark.to)
        raw = leaf.text[mark.at : mark.to]
        for one in mark.numbers or ("",):
            out.pointers.append(Pointer("leftover", mark.at, mark.to, start, end, raw, None, one, "", False, None))
    return hide(text, [(mark.at, mark.to) for mark in found])


def _keys(leaf: Leaf, text: str, out: Scan) -> str:
    if "@" not in text:
        return text
    mails = [m.span() for m in _EMAIL.finditer(text)]
    for at, to in mails:
        out.asides.append(Aside("mail", leaf.byte(at), leaf.byte_end(to), leaf.text[at:to]))
    text = hide(text, mails)
    found, crossed = keys.keys(text)
    for key in crossed:
        out.asides.append(Aside("navigation", leaf.byte(key.at), leaf.byte_end(key.to), leaf.text[key.at : key.to]))
    for key in found:
        written = f"[@{key.name}]" if key.bracketed else f"@{key.name}"
        start, end = leaf.byte(key.at), leaf.byte_end(key.to)
        kind = "key" if key.bracketed else "name"
        out.pointers.append(
            Pointer(kind, key.at, key.to, start, end, written, None, key.name, "", not key.bracketed, key.locator)
        )
    ranges = sorted({(key.at, key.to) for key in (*found, *crossed)})
    return hide(text, ranges)


def _bare(leaf: Leaf, text: str, source: bytes, out: Scan, *, rendered: bool) -> str:
    taken: list[tuple[int, int]] = []
    for at, form, known in addresses.bare(text):
        if taken and at < taken[-1][1]:
            continue
        start = leaf.byte(at)
        if form.startswith("numbered:"):
            raw = form.partition(":")[2]
            end = leaf.byte_end(at + len(raw))
            written, address = raw, known
        else:
            written, end = addresses.extent(source, start, leaf.end)
            address = f"https://doi.org/{written}" if form == "doi" else written
        to = leaf.flat(end) if end > start else at
        if to <= at:
            continue
        taken.append((at, to))
        if form == "url" and not addresses.has_host(written):
            out.asides.append(Aside("not_an_address", start, end, written))
            continue
        behind = text[max(0, at - 2) : at] == "]("
        shown = rendered and behind
        escaped = start - 2 if shown else _escaped_bracket(leaf, source, at) if behind else -1
        if escaped >= 0:
            out.asides.append(Aside("escaped", escaped, end, written))
        elif behind and _takes_over(leaf, out, at, end, written, source):
            continue
        else:
            out.pointers.append(Pointer("bare", at, to, start, end, written, address, None, "", True, None))
    return hide(text, taken)


def _escaped_bracket(leaf: Leaf, source: bytes, at: int) -> int:
    """Return the byte of an escaped `[` whose `[label](` stands before an address; -1 when there is none.

    There the author shows how a link is written, and makes none.
    """
    opening = leaf.text.rfind("[", max(0, at - 400), at)
    byte = leaf.byte(opening) if opening >= 0 else 0
    return byte if byte > 0 and source[byte - 1 : byte] == b"\\" else -1


def _takes_over(leaf: Leaf, out: Scan, at: int, end: int, written: str, source: bytes) -> bool:
    """Whether an address is the destination of `[[1]](address)`, in which CommonMark sees a link `[1]` of a definition.

    Then the mark before it points there.
    """
    index = next((n for n, one in enumerate(out.pointers) if one.to == at - 2 and one.kind == "marker"), None)
    if index is None or leaf.text[out.pointers[index].at - 1 : out.pointers[index].at] != "[":
        return False
    mark = out.pointers[index]
    closed = end + 1 if source[end : end + 1] == b")" else end
    out.pointers[index] = mark._replace(
        kind="link", written=written, address=written, name=None, start=mark.start - 1, end=closed
    )
    return True


def _marks(leaf: Leaf, text: str, out: Scan) -> str:
    taken: list[tuple[int, int]] = []
    up = raised(leaf, text)
    text = hide(text, [(mark.at, mark.to) for mark in up])
    for mark in (*up, *marks.groups(text), *marks.superscripts(text)):
        taken.append((mark.at, mark.to))
        start, end = leaf.byte(mark.at), leaf.byte_end(mark.to)
        kind = {"bracket": "wide" if mark.wide else "bracket", "named": "named", "super": "super"}[mark.form]
        for one in mark.numbers:
            written = f"[^{one}]" if mark.form == "named" else f"[{one}]"
            out.pointers.append(
                Pointer(kind, mark.at, mark.to, start, end, written, None, one, "", False, mark.locator)
            )
    return hide(text, sorted(taken))
