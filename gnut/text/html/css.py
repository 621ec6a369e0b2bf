"""What a page's own style rules and style attributes declare, as far as one element at a time can tell.

Read are rules whose selectors name a tag, classes and an id of one element, for a screen. What
depends on ancestors, states, widths or other files cannot be decided without a browser: a rule of
that kind which could hide text is only noted (`Sheet.undecided`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from gnut.text.patterns import lazy

MAX_RULES = 20_000
"""Selectors read a page; a page with more is noted as undecided."""

MAX_CLASSES = 64
"""Classes of one element that rules are sought for."""

MAX_ALIKE = 256
"""Rules read for one class, id or tag."""

PROPERTIES = frozenset(
    "background background-clip background-color background-image bottom clip clip-path color content-visibility "
    "display filter font font-size height left margin-left margin-top max-height max-width opacity overflow "
    "overflow-x overflow-y position right rotate scale text-indent top transform translate unicode-bidi direction "
    "vertical-align visibility -webkit-background-clip -webkit-text-fill-color white-space white-space-collapse "
    "width zoom".split()
)
"""Properties that decide whether text can be seen, or how it is laid out."""

Declarations = dict[str, str]
"""Property → value, both lower case, without `!important`."""

_COMMENT = lazy(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
_ESCAPE = lazy(r"\\(?:([0-9a-fA-F]{1,6})\s?|([^\n]))")
_DECLARATION = lazy(
    r"""(?<![a-z-])([a-z-]{1,40}+)\s*+:\s*+
        ((?:[^;"'()]++|"[^"]{0,4096}+"|'[^']{0,4096}+'|\([^()]{0,4096}+(?:\([^()]{0,4096}+\)[^()]{0,4096}+){0,4}+\))*+)""",
    re.IGNORECASE | re.VERBOSE,
)
_IMPORTANT = lazy(r"!\s*important\s*$")
_COMPOUND = lazy(r"(\*|[a-z][a-z0-9-]*+)?((?:[.#][\w-]++)*+)\Z", re.IGNORECASE)
_PART = lazy(r"[.#][\w-]++")
_BRACE = lazy(r"[{};]")
_SCREEN = lazy(r"(?:only\s+)?(?:screen|all)\Z|\Z", re.IGNORECASE)
_OTHER_MEDIUM = lazy(r"(?:only\s+)?(?:print|speech|aural|braille|embossed|handheld|projection|tty|tv)\b")
_ELSEWHERE = lazy(r":(?:before|after|hover|focus|active|target|first-l|placeholder|selection|:)", re.IGNORECASE)
_HIDES = lazy(
    r"(?<![a-z-])(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|opacity\s*:\s*0(?![.\d]*[1-9])"
    r"|font-size\s*:\s*0(?![.\d]*[1-9])|content-visibility\s*:\s*hidden|clip(?:-path)?\s*:"
    r"|text-indent\s*:\s*-\d{3}|(?:left|right|top|bottom)\s*:\s*-\d{3})",
    re.IGNORECASE,
)
_PAINTS = lazy(r"(?<![a-z-])background(?:-color|-image)?\s*:", re.IGNORECASE)


class Rule:
    """One selector with what it declares."""

    __slots__ = ("classes", "declared", "ident", "order", "tag", "weight")

    def __init__(self, selector: re.Match[str], declared: list[tuple[str, str, bool]], order: int) -> None:
        """Take apart a selector that `_COMPOUND` matched."""
        parts = _PART.findall(selector.group(2))
        tag = (selector.group(1) or "*").lower()
        self.tag: str | None = None if tag == "*" else tag
        self.classes: frozenset[str] = frozenset(part[1:] for part in parts if part[0] == ".")
        idents = [part[1:] for part in parts if part[0] == "#"]
        self.ident: str | None = idents[0] if idents else None
        self.declared = declared
        self.order = order
        self.weight = (len(idents), len(parts) - len(idents), self.tag is not None)

    def fits(self, tag: str, ident: str | None, classes: frozenset[str]) -> bool:
        """Return whether the rule is about an element of that tag, id and classes."""
        return self.tag in (None, tag) and self.ident in (None, ident) and self.classes <= classes


class Sheet:
    """The rules of one page, by the part of an element that leads to them."""

    def __init__(self, sheets: Iterable[str]) -> None:
        """Read the style sheets of a page, in order."""
        self.undecided = False
        """A rule that could hide text was met and not understood."""

        self.paints = False
        """A rule that paints a background was met and not understood."""

        self._rules: dict[str, list[Rule]] = {}
        self._classes: set[str] = set()
        self._count = 0
        self._inline: dict[str, list[tuple[str, str, bool]]] = {}
        self._known: dict[tuple[str, str | None, str | None, str | None], Declarations] = {}
        for sheet in sheets:
            self._read(sheet)

    def declared(self, tag: str, ident: str | None, classes: str | None, style: str | None) -> Declarations:
        """Return what holds for an element, the winner of each property only."""
        if not self._rules:
            ident = classes = None
            if style is None:
                return _NOTHING
        elif ident is not None and "#" + ident not in self._rules:
            ident = None
        if classes is not None:
            # Only classes that some rule names: pages give every element a class of its own.
            named = [name for name in classes.split() if name in self._classes]
            classes = " ".join(dict.fromkeys(named)) if named else None
        key = (tag, ident, classes, style)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._cascade(tag, ident, classes, style)
        return known

    def _cascade(self, tag: str, ident: str | None, classes: str | None, style: str | None) -> Declarations:
        names = (classes or "").split()[:MAX_CLASSES]
        held = frozenset(names)
        leads = [tag, "*", *("." + name for name in names), *(("#" + ident,) if ident is not None else ())]
        rules = [rule for lead in leads for rule in self._rules.get(lead, ()) if rule.fits(tag, ident, held)]
        rules.sort(key=lambda rule: (rule.weight, rule.order))
        layers = [rule.declared for rule in rules]
        if style is not None:
            layers.append(declarations(style))
        winner: Declarations = {}
        important: set[str] = set()
        for layer in layers:
            for name, value, forced in layer:
                if forced:
                    important.add(name)
                elif name in important:
                    continue
                winner[name] = value
        return winner

    def _read(self, sheet: str) -> None:
        """Read one style sheet, block by block, without recursion."""
        text = _COMMENT.sub(" ", sheet)
        self.paints |= "@import" in text
        at = 0
        conditions: list[bool] = []
        """One for each open condition: whether it certainly holds."""
        while brace := _BRACE.search(text, at):
            prelude = text[at : brace.start()].strip().removeprefix("<!--").strip()
            at = brace.end()
            if brace.group() == "}":
                if conditions:
                    conditions.pop()
                continue
            if brace.group() == ";":
                continue
            if prelude.startswith("@"):
                holds = _condition(prelude)
                if holds is None:
                    at = _after_block(text, at)
                else:
                    conditions.append(holds)
                continue
            end = _after_block(text, at)
            self._rule(prelude, text[at : end - 1], sure=all(conditions))
            at = end

    def _rule(self, prelude: str, body: str, *, sure: bool) -> None:
        hides, paints = bool(_HIDES.search(body)), bool(_PAINTS.search(body))
        declared: list[tuple[str, str, bool]] | None = None
        for written in prelude.split(","):
            selector = written.strip()
            found = _COMPOUND.match(selector) if selector else None
            if found is None or not sure or "{" in body or self._count >= MAX_RULES:
                if _ELSEWHERE.search(selector) is None:
                    self.undecided |= hides
                    self.paints |= paints
                continue
            if declared is None:
                declared = declarations(body)
            if declared:
                self._count += 1
                rule = Rule(found, declared, self._count)
                alike = self._rules.setdefault(_lead(rule), [])
                if len(alike) < MAX_ALIKE:
                    alike.append(rule)
                    self._classes |= rule.classes
                else:
                    self.undecided |= hides


_NOTHING: Declarations = {}


def declarations(written: str) -> list[tuple[str, str, bool]]:
    """Return property, value and importance of each declaration that matters here, in order."""
    if "\\" in written:
        written = _ESCAPE.sub(_unescape, written)
    if "/*" in written:
        written = _COMMENT.sub(" ", written)
    found = []
    for name, value in _DECLARATION.findall(written):
        name = name.lower()
        if name not in PROPERTIES:
            continue
        value = value.strip().lower()
        plain = _IMPORTANT.sub("", value)
        found.append((name, plain.strip(), plain != value))
    return found


def _lead(rule: Rule) -> str:
    if rule.ident is not None:
        return "#" + rule.ident
    if rule.classes:
        return "." + min(rule.classes)
    return rule.tag or "*"


def _condition(prelude: str) -> bool | None:
    """Return whether what stands in the block of an at-rule surely holds; None if it does not concern us."""
    name, _, rest = prelude[1:].partition(" ")
    match name.lower():
        case "media":
            return _media(rest)
        case "layer":
            return True
        case "supports" | "container" | "scope" | "document" | "-moz-document":
            return False
        case _:
            return None  # Fonts, key frames, pages: nothing that hides an element at rest.


def _media(query: str) -> bool | None:
    """Return whether a media query surely holds on a screen; None if it surely does not."""
    answers = [True if _SCREEN.match(q) else None if _OTHER_MEDIUM.match(q) else False
               for q in (part.strip().lower() for part in query.split(","))]  # fmt: skip
    if True in answers:
        return True
    return False if False in answers else None


def for_screen(media: str | None) -> bool:
    """Return whether a style element with that `media` attribute can count on a screen."""
    return media is None or _media(media) is not None


def _after_block(text: str, at: int) -> int:
    """Return the place after the brace that closes the block opened before `at`."""
    depth = 1
    while brace := _BRACE.search(text, at):
        at = brace.end()
        if brace.group() == "{":
            depth += 1
        elif brace.group() == "}":
            depth -= 1
            if not depth:
                return at
    return len(text) + 1


def _unescape(found: re.Match[str]) -> str:
    digits, itself = found.groups()
    if digits is None:
        return str(itself)
    point = int(digits, 16)
    return chr(point) if 0 < point < 0x110000 and not 0xD800 <= point < 0xE000 else "\ufffd"
