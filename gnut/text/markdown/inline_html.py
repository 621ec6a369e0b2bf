"""HTML inside a line: `<a href>`, `<q cite>`, `<sup>`, `<code>`."""

from __future__ import annotations

import re
from typing import NamedTuple

from gnut.text.markdown import marks
from gnut.text.markdown.leaf import HIDDEN, Code, Leaf, Link
from gnut.text.markdown.pointers import hide
from gnut.text.markdown.tags import VOID, attributes
from gnut.text.patterns import lazy
from gnut.text.spans import rewrite

_TAG = lazy(r"<(/?)([A-Za-z][A-Za-z0-9-]*)")
_DEEPEST = 32
"""Elements inside a line that may be open at once."""

_SUP = lazy(r"<sup\b", re.IGNORECASE)
_SCRIPT = lazy(r"<su[bp]\b", re.IGNORECASE)
_SCRIPT_END = lazy(r"</su[bp]\b", re.IGNORECASE)
_NUMBERS = lazy(r"\s*[0-9+\u2212-](?:[0-9 ,;–-]{0,38}[0-9])?\s*")
_POWER = lazy(r"\d(?:[ \xa0]?[^\W\d_]{1,2})?$")
_RAISED = str.maketrans("0123456789+-\u2212", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻")
_LOWERED = str.maketrans("0123456789+-\u2212", "₀₁₂₃₄₅₆₇₈₉₊₋₋")
_RAW_ELEMENT = lazy(r"<(code|kbd|samp|pre|svg|math)\b", re.IGNORECASE)


def without_raw_elements(leaf: Leaf) -> str:
    """Return the masked text with what stands in inline `<code>`, `<kbd>` hidden as well."""
    ranges = []
    opened: tuple[str, int] | None = None
    for code in leaf.codes:
        if code.kind != "html":
            continue
        match = _RAW_ELEMENT.match(code.raw)
        if match and opened is None:
            opened = (match.group(1).lower(), code.to)
        elif opened and code.raw.lower().startswith("</" + opened[0]):
            ranges.append((opened[1], code.at))
            opened = None
    return hide(leaf.masked, ranges)


def anchors(leaf: Leaf) -> list[Link]:
    """Return the links written as `<a href>`, `<q cite>`."""
    found: list[Link] = []
    opened: tuple[Code, str] | None = None
    for code in leaf.codes:
        if code.kind != "html":
            continue
        name = code.raw[1:3].lower().rstrip(" >\t\r\n")
        if name in ("a", "q"):
            href = attributes(code.raw).get("href" if name == "a" else "cite")
            if opened is not None:
                found.append(_anchor(leaf, opened, opened[0]))
            opened = (code, href) if href else None
        elif code.raw[:4].lower() in ("</a>", "</q>", "</a ", "</q ") and opened is not None:
            found.append(_anchor(leaf, opened, code))
            opened = None
    if opened is not None:
        found.append(_anchor(leaf, opened, opened[0]))
    return found


def _anchor(leaf: Leaf, opened: tuple[Code, str], closing: Code) -> Link:
    code, href = opened
    to = closing.at if closing is not code else code.to
    label = leaf.text[code.to : to]
    image_only = label.strip() == HIDDEN or (
        "<img" in label.lower() and not leaf.masked[code.to : to].strip(HIDDEN + " ")
    )
    title = attributes(code.raw).get("title", "")
    return Link(code.to, to, code.start, closing.end, "html", href, title, "", image_only)


class Span(NamedTuple):
    """An element inside a line."""

    at: int
    to: int
    names: tuple[str, ...]
    """Its classes."""

    attributes: tuple[str, ...]


def spans(leaf: Leaf) -> list[Span]:
    """Return the elements inside a leaf that have attributes, by where they begin; one that never ends is none.

    A void element holds nothing; an end tag closes the nearest open element of its name.
    """
    found: list[Span] = []
    opened: list[tuple[str, Code, dict[str, str]]] = []
    for code in leaf.codes:
        name = _TAG.match(code.raw) if code.kind == "html" else None
        if name is None or name.group(2).lower() in VOID:
            continue
        if not name.group(1):
            opened.append(
                (name.group(2).lower(), code, attributes(code.raw) if "=" in code.raw or " " in code.raw else {})
            )
            del opened[:-_DEEPEST]
            continue
        for index in range(len(opened) - 1, -1, -1):
            known, start, held = opened[index]
            if known == name.group(2).lower():
                if held:
                    found.append(Span(start.to, code.at, tuple(held.get("class", "").split()), tuple(held)))
                del opened[index:]
                break
    return sorted(found)


def scripted(leaf: Leaf) -> str:
    """Return the flat text with raised and lowered numbers written so, character for character.

    `10<sup>2</sup>` is no 102, and `m<sup>2</sup>` is m²; a lowered number stays a plain one but behind a digit, as
    people write H2O.
    """
    edits: list[tuple[int, int, str]] = []
    opened: Code | None = None
    for code in leaf.codes:
        if code.kind != "html":
            continue
        if _SCRIPT.match(code.raw):
            opened = code
        elif opened is not None and _SCRIPT_END.match(code.raw):
            number = leaf.text[opened.to : code.at]
            up = opened.raw[3:4] in "pP"
            edits.append((opened.to, code.at, numbered(number, up=up, after=leaf.text[opened.at - 1 : opened.at])))
            opened = None
    if not edits:
        return leaf.text
    return rewrite(leaf.text, edits)[0]


def numbered(number: str, *, up: bool, after: str) -> str:
    """Return what stands in `<sup>` (`up`) or `<sub>` as raised or lowered digits, if it is a number.

    Args:
        number: What stands in the element.
        up: Whether it is raised.
        after: The character before the element; a number is lowered only behind a digit.
    """
    if _NUMBERS.fullmatch(number) and (up or after.isdigit()):
        return number.translate(_RAISED if up else _LOWERED)
    return number


def raised(leaf: Leaf, text: str) -> list[marks.Mark]:
    """Return the numbers in `<sup>`, with the tags; not after a number or its unit, where they are a power."""
    found: list[marks.Mark] = []
    opened: Code | None = None
    for code in leaf.codes:
        if code.kind != "html":
            continue
        if _SUP.match(code.raw):
            opened = code
        elif opened is not None and code.raw[:5].lower() == "</sup":
            numbers = marks.numeric_label(text[opened.to : code.at])
            if numbers and not _POWER.search(text, max(0, opened.at - 8), opened.at):
                found.append(marks.Mark(opened.at, code.to, numbers, "super", False))
            opened = None
    return found
