"""The blocks of a style sheet, nested ones resolved, with what is known of the conditions around them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct

from gnut.text.patterns import lazy

DEEPEST = 32
"""Blocks open at once that are read; what stands deeper is undecided."""

MAX_SELECTORS = 256
"""Selectors of one block, nesting multiplied out."""

MAX_SELECTOR = 1000
"""Characters of one selector, nesting resolved."""

UNREAD = "\0"
"""Selector of a block whose own selectors were over a limit."""

SCREEN_WIDTH, SCREEN_HEIGHT = 1280, 720
"""Pixels of the screen that pages are read on."""

_UNSPLIT = lazy(
    r"""/\*.*?(?:\*/|\Z)|"(?:[^"\\\n]++|\\.)*+"?|'(?:[^'\\\n]++|\\.)*+'?|\burl\(\s*+[^"'()\s]*+\s*+\)|\\[{};]""",
    re.DOTALL | re.IGNORECASE,
)
_BRACE = lazy(r"[{};]")
_SPLITTING = lazy(r"[{};]")
_PART = lazy(r"""[,()\[\]]|"[^"]*+"?|'[^']*+'?|\\.""", re.DOTALL)
_SCREEN = lazy(r"(?:only\s+)?(?:screen|all)\Z|\Z", re.IGNORECASE)
_OTHER_MEDIUM = lazy(r"(?:only\s+)?(?:print|speech|aural|braille|embossed|handheld|projection|tty|tv)\b")
_SIZE = lazy(
    r"(?:(?:only\s+)?(?:screen|all)\s+and\s+)?\(\s*(min|max)-(?:device-)?(width|height)\s*:\s*(\d{1,6}(?:\.\d{0,6})?)(px|em|rem)\s*\)"
)
_AND = lazy(r"\s+and\s+")


class Block(Struct, frozen=True):
    """Declarations with the selectors they are for."""

    selectors: tuple[str, ...]
    body: str
    sure: bool
    """Whether every condition around it certainly holds on a screen."""

    layered: bool
    """Whether it stands in a layer, which any rule outside of layers overrules."""


class _Frame:
    __slots__ = ("body", "dead", "layered", "selectors", "sure")

    def __init__(self, selectors: tuple[str, ...], sure: bool, layered: bool, dead: bool) -> None:
        self.selectors, self.sure, self.layered, self.dead = selectors, sure, layered, dead
        self.body: list[str] = []


def blocks(sheet: str, *, sure: bool = True) -> Iterator[Block]:
    """Yield the blocks of a style sheet that say how elements look, without recursion.

    A block that the sheet ends in counts as closed, as browsers have it. Braces, semicolons and comment
    signs in strings and addresses are no syntax.

    Args:
        sheet: Text of the sheet.
        sure: Whether the sheet itself certainly holds.
    """
    text = _UNSPLIT.sub(_kept, sheet)
    opened = [_Frame((), sure, False, False)]
    skipped = at = 0
    while brace := _BRACE.search(text, at):
        written = text[at : brace.start()].strip()
        at = brace.end()
        frame = opened[-1]
        if brace.group() == "{":
            if skipped or len(opened) > DEEPEST:
                skipped += 1
            else:
                opened.append(_inner(frame, written.removeprefix("<!--").strip()))
            continue
        if written and skipped:
            yield Block((UNREAD,), written, False, False)
        elif written:
            frame.body.append(written)
        if brace.group() == "}":
            if skipped:
                skipped -= 1
            elif len(opened) > 1:
                yield from _closed(opened.pop())
    opened[-1].body.append(text[at:])
    while len(opened) > 1:
        yield from _closed(opened.pop())


def holds_on_screen(media: str | None) -> bool | None:
    """Return whether a style element with that `media` attribute holds; None if it surely does not."""
    return True if media is None else _media(media)


def split_list(written: str) -> list[str]:
    """Return the selectors of a list, parted at the commas outside of brackets and strings."""
    if "(" not in written and "[" not in written and "\\" not in written:
        return [one for one in (part.strip() for part in written.split(",")) if one]
    found, depth, at = [], 0, 0
    for sign in _PART.finditer(written):
        match sign.group():
            case "(" | "[":
                depth += 1
            case ")" | "]":
                depth -= 1
            case "," if depth <= 0:
                found.append(written[at : sign.start()].strip())
                at = sign.end()
    found.append(written[at:].strip())
    return [one for one in found if one]


def _kept(found: re.Match[str]) -> str:
    """Return what stands for a comment, a string, an address or an escaped brace in the text to split."""
    written = found.group()
    if written.startswith("/*"):
        return " "
    if written[0] == "\\":
        return f"\\{ord(written[1]):x} "
    if written[0] not in "\"'":
        return "url()"
    return _SPLITTING.sub("_", written)


def _closed(frame: _Frame) -> Iterator[Block]:
    if frame.selectors and frame.body and not frame.dead:
        yield Block(frame.selectors, ";".join(frame.body), frame.sure, frame.layered)


def _inner(outer: _Frame, prelude: str) -> _Frame:
    if not prelude.startswith("@"):
        return _Frame(_nested(outer.selectors, prelude), outer.sure, outer.layered, outer.dead)
    holds = _condition(prelude)
    layered = outer.layered or prelude[:6].lower() == "@layer"
    return _Frame(outer.selectors, outer.sure and holds is True, layered, outer.dead or holds is None)


def _nested(outer: tuple[str, ...], prelude: str) -> tuple[str, ...]:
    inner = split_list(prelude)
    if max(1, len(outer)) * len(inner) > MAX_SELECTORS:
        # A long list outside of any other is ordinary; what nesting multiplies is not.
        return tuple(inner) if not outer else (UNREAD,)
    if not outer:
        return tuple(one.replace("&", ":root") if "&" in one and '"' not in one else one for one in inner)
    found = [one.replace("&", parent) if "&" in one else f"{parent} {one}" for parent in outer for one in inner]
    return tuple(one if len(one) <= MAX_SELECTOR else UNREAD for one in found)


def _condition(prelude: str) -> bool | None:
    """Return whether what stands in the block of an at-rule surely holds; None if it does not concern us."""
    found = re.match(r"@([\w-]*)", prelude)
    name = found.group(1).lower() if found else ""
    rest = prelude[len(name) + 1 :].strip().lower()
    match name:
        case "media":
            return _media(rest)
        case "layer":
            return True
        case "supports":
            # What browsers agree on they support; a prefix or a `not` asks which one it is.
            return "(-" not in rest and "not" not in rest.replace("(", " ").split() and "selector(" not in rest
        case "container" | "scope" | "document" | "-moz-document" | "starting-style":
            return False if name != "starting-style" else None
        case _:
            return None  # Fonts, key frames, pages: nothing that hides an element at rest.


def _media(query: str) -> bool | None:
    """Return whether a media query surely holds on a screen; None if it surely does not."""
    answers = [_one_query(part.strip().lower()) for part in query.split(",")]
    if True in answers:
        return True
    return False if False in answers else None


def _one_query(query: str) -> bool | None:
    if _SCREEN.match(query):
        return True
    if _OTHER_MEDIUM.match(query):
        return None
    parts = _AND.split(query)
    if parts[0] in ("screen", "all", "only screen", "only all"):
        parts = parts[1:]
    return bool(parts) and all(_fits(part) for part in parts)


def _fits(feature: str) -> bool:
    """Return whether the screen is as wide, or as high, as a feature asks; False for any other feature."""
    found = _SIZE.fullmatch(feature)
    if found is None:
        return False
    bound, side, number, unit = found.groups()
    length = float(number) * (1 if unit == "px" else 16)
    have = SCREEN_WIDTH if side == "width" else SCREEN_HEIGHT
    return have >= length if bound == "min" else have <= length
