"""The blocks of a style sheet, nested ones resolved, with what is known of the conditions around them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct

from gnut.text.html.conditions import media, supported
from gnut.text.patterns import lazy

DEEPEST = 32
"""Blocks open at once that are read; what stands deeper is undecided."""

MAX_SELECTORS = 256
"""Selectors of one block, nesting multiplied out."""

MAX_SELECTOR = 1000
"""Characters of one selector, nesting resolved."""

UNREAD = "\0"
"""Selector of a block whose own selectors were over a limit."""

_UNSPLIT = lazy(
    r"""/\*.*?(?:\*/|\Z)|"(?:[^"\\\n]++|\\.)*+"?|'(?:[^'\\\n]++|\\.)*+'?|\burl\(\s*+[^"'()\s]*+\s*+\)|\\[{};]""",
    re.DOTALL | re.IGNORECASE,
)
_BRACE = lazy(r"[{};]")
_SPLITTING = lazy(r"[{};]")
_PART = lazy(r"""[,()\[\]]|"[^"]*+"?|'[^']*+'?|\\.""", re.DOTALL)

LAYERS = "@layer"
"""Selector of what only names a layer: layers count in the order in which they are first named."""

KEY_FRAMES = "@keyframes "
"""Start of the selector of one step of an animation: its name, where its block stands, and the step follow."""

PROPERTY = "@property "
"""Start of the selector of what a page registers a custom property with."""

_QUOTES = "\"'"
_KEYED = lazy(r"@(?:-webkit-)?keyframes\s++([^\s{]++)", re.IGNORECASE)


class Block(Struct, frozen=True):
    """Declarations with the selectors they are for."""

    selectors: tuple[str, ...]
    body: str
    sure: bool
    """Whether every condition around it certainly holds on a screen."""

    layer: tuple[str, ...] = ()
    """Names of the layers it stands in, from the outside; none outside of layers."""


class _Frame:
    __slots__ = ("body", "dead", "layer", "selectors", "sure")

    def __init__(self, selectors: tuple[str, ...], sure: bool, layer: tuple[str, ...], dead: bool) -> None:
        self.selectors, self.sure, self.layer, self.dead = selectors, sure, layer, dead
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
    opened = [_Frame((), sure, (), False)]
    skipped = at = 0
    while brace := _BRACE.search(text, at):
        written = text[at : brace.start()].strip()
        at = brace.end()
        frame = opened[-1]
        if brace.group() == "{":
            if skipped or len(opened) > DEEPEST:
                skipped += 1
            else:
                inner = _inner(frame, written.removeprefix("<!--").strip(), brace.start())
                opened.append(inner)
                if len(inner.layer) > len(frame.layer) and not inner.dead:
                    yield Block((LAYERS,), "", True, inner.layer)
            continue
        if written and skipped:
            yield Block((UNREAD,), written, False)
        elif not frame.selectors and written[:7].lower() == "@layer ":
            for name in split_list(written[7:]):
                yield Block((LAYERS,), "", True, (*frame.layer, *name.split(".")))
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


def holds_on_screen(written: str | None) -> bool | None:
    """Return whether a style element with that `media` attribute holds; None if it surely does not."""
    return True if written is None else media(written)


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
        yield Block(frame.selectors, ";".join(frame.body), frame.sure, frame.layer)


def _inner(outer: _Frame, prelude: str, place: int) -> _Frame:
    """Return the block that `prelude` begins inside another; `place` tells blocks without a name apart."""
    if outer.selectors[:1] and outer.selectors[0].startswith(KEY_FRAMES):
        steps = tuple(f"{outer.selectors[0]} {step.lower()}" for step in split_list(prelude))
        return _Frame(steps, outer.sure, outer.layer, outer.dead)
    if not prelude.startswith("@"):
        return _Frame(_nested(outer.selectors, prelude), outer.sure, outer.layer, outer.dead)
    if keyed := _KEYED.match(prelude):
        return _Frame((f"{KEY_FRAMES}{keyed.group(1).strip(_QUOTES)} {place}",), outer.sure, outer.layer, outer.dead)
    if prelude[:10].lower() == PROPERTY:
        return _Frame((PROPERTY + prelude[10:].strip(),), outer.sure, outer.layer, outer.dead)
    holds = _condition(prelude)
    layer = outer.layer
    if prelude[:6].lower() == "@layer":
        layer = (*layer, *(prelude[6:].strip() or f" {place}").split("."))[:DEEPEST]
    return _Frame(outer.selectors, outer.sure and holds is True, layer, outer.dead or holds is None)


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
            return media(rest)
        case "layer":
            return True
        case "supports":
            return supported(rest)
        case "container" | "scope" | "document" | "-moz-document" | "starting-style":
            return False if name != "starting-style" else None
        case _:
            return None  # Fonts, key frames, pages: nothing that hides an element at rest.
