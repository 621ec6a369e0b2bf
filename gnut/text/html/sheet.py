"""What a page's own style rules and style attributes declare for each of its elements.

A rule whose selector names a tag, classes and an id of one element is sought by these; any other is asked
of the page once (`Elements`), hiding ones first. What depends on states, widths, containers or other files
cannot be decided without a browser: a rule of that kind which could hide text is only noted
(`Sheet.undecided`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from gnut.text.html.blocks import UNREAD, Block, blocks, holds_on_screen
from gnut.text.html.css import Declarations, declarations
from gnut.text.html.selectors import Elements, TooCostly
from gnut.text.html.visible import plain, styled
from gnut.text.patterns import lazy

MAX_RULES = 20_000
"""Selectors read a page; a page with more is noted as undecided."""

MAX_CLASSES = 64
"""Classes of one element that rules are sought for."""

MAX_ALIKE = 256
"""Rules read for one class, id or tag."""

MAX_HIDING = 2_000
"""Selectors that hide and that the page is asked for."""

MAX_OTHERS = 6_000
"""Selectors asked for because their rules could overrule those that hide."""

MAX_CHOSEN = 400_000
"""Pairs of an element and a rule that was asked for."""

_COMPOUND = lazy(r"(\*|[a-z][a-z0-9-]*+)?((?:[.#][\w-]++)*+)\Z", re.IGNORECASE)
_PART = lazy(r"[.#][\w-]++")
_HIDES = lazy(
    r"(?<![a-z-])(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|opacity\s*:\s*0(?![.\d]*[1-9])"
    r"|font-size\s*:\s*0(?![.\d]*[1-9])|content-visibility\s*:\s*hidden|clip(?:-path)?\s*:"
    r"|text-indent\s*:\s*-\d{3}|(?:left|right|top|bottom)\s*:\s*-\d{3}|(?:display|visibility|opacity)\s*:\s*var\()",
    re.IGNORECASE,
)
_PAINTS = lazy(r"(?<![a-z-])background(?:-color|-image)?\s*:", re.IGNORECASE)
_ELSEWHERE = lazy(
    r"::|:(?:before|after|first-l|placeholder|selection|host|slotted)|"
    r"(?<!not\():(?:hover|focus|active|target)(?![^()]*\))", re.IGNORECASE
)  # fmt: skip
_OWN_ADDRESS = lazy(r"""@import\s*+(?:url\(\s*+)?["']?data:""", re.IGNORECASE)
_IDS = lazy(r"#[\w-]")
_ATTRIBUTES = lazy(r"(?<!:)[.\[]|(?<!:):(?!:|is\b|not\b|where\b|has\b)")
_TAGS = lazy(r"(?:^|[\s>+~(,])[a-z]", re.IGNORECASE)
_WHERE = lazy(r":where\([^()]*+(?:\([^()]*+\)[^()]*+)*+\)", re.IGNORECASE)
_INKS = ("color", "-webkit-text-fill-color")

Declared = list[tuple[str, str, bool]]


class Rule:
    """One selector with what it declares."""

    __slots__ = ("classes", "declared", "ident", "order", "selector", "tag", "weight")

    def __init__(self, selector: str, declared: Declared, order: int, layered: bool, quirks: bool) -> None:
        """Take apart a selector; of one that is about more than one element only the weight is known."""
        found = _COMPOUND.match(selector)
        self.selector = selector
        self.declared = declared
        self.order = order
        self.tag: str | None = None
        self.ident: str | None = None
        self.classes: frozenset[str] = frozenset()
        if found is None:
            self.weight = (not layered, *_weight(selector))
            return
        written = found.group(2).lower() if quirks else found.group(2)
        parts = _PART.findall(written)
        tag = (found.group(1) or "*").lower()
        self.tag = None if tag == "*" else tag
        self.classes = frozenset(part[1:] for part in parts if part[0] == ".")
        idents = [part[1:] for part in parts if part[0] == "#"]
        self.ident = idents[0] if idents else None
        self.weight = (not layered, len(idents), len(parts) - len(idents), int(self.tag is not None))

    def fits(self, tag: str, ident: str | None, classes: frozenset[str]) -> bool:
        """Return whether the rule is about an element of that tag, id and classes."""
        return self.tag in (None, tag) and self.ident in (None, ident) and self.classes <= classes


class Sheet:
    """The rules of one page, by the part of an element that leads to them."""

    def __init__(self, sheets: Iterable[tuple[str, str | None]], *, quirks: bool = False) -> None:
        """Read the style sheets of a page, in order, each with the `media` of its element."""
        self.undecided = False
        """A rule that could hide text was met and not understood."""

        self.paints = False
        """A rule that paints a background was met that is not about one element alone."""

        self._quirks = quirks
        self._rules: dict[str, list[Rule]] = {}
        self._classes: set[str] = set()
        self._count = 0
        self._hides = False
        self._hiding: list[Rule] = []
        self._others: list[Rule] = []
        self._chosen: dict[int, tuple[Rule, ...]] = {}
        self._known: dict[tuple[object, ...], Declarations] = {}
        for sheet, media in sheets:
            holds = holds_on_screen(media)
            if holds is not None:
                self._read(sheet, holds)

    def choose(self, elements: Callable[[], Elements], *, grounds: bool) -> None:
        """Ask the page which elements the rules are about that name more than one.

        Args:
            elements: Indexes the page; called only if there is such a rule.
            grounds: Whether the grounds of the page are known, so that rules about ink can count.
        """
        if not self._hiding and not (self._others and (self._hides or grounds)):
            return
        page = elements()
        found: dict[int, list[Rule]] = {}
        pairs = 0
        for rules, hides, most in ((self._hiding, True, MAX_HIDING), (self._others, False, MAX_OTHERS)):
            self.undecided |= hides and len(rules) > most
            for rule in rules[:most]:
                try:
                    chosen = page.chosen(rule.selector)
                except TooCostly:
                    self.undecided |= hides
                    continue
                pairs += len(chosen)
                if pairs > MAX_CHOSEN:
                    self.undecided = True
                    break
                if chosen and not grounds:
                    rule.declared = _without_ink(rule.declared)
                for ident in chosen:
                    found.setdefault(ident, []).append(rule)
        alike: dict[tuple[int, ...], tuple[Rule, ...]] = {}
        for ident, several in found.items():
            self._chosen[ident] = alike.setdefault(tuple(rule.order for rule in several), tuple(several))

    def declared(
        self, tag: str, ident: str | None, classes: str | None, style: str | None, element: int = 0
    ) -> Declarations:
        """Return what holds for an element, the winner of each property only; `element` is its `mem_id`."""
        chosen = self._chosen.get(element)
        if not self._rules:
            ident = classes = None
            if style is None and chosen is None:
                return _NOTHING
        elif ident is not None and self._quirks:
            ident = ident.lower()
        if ident is not None and "#" + ident not in self._rules:
            ident = None
        if classes is not None:
            # Only classes that some rule names: pages give every element a class of its own.
            named = (classes.lower() if self._quirks else classes).split()
            named = [name for name in named if name in self._classes]
            classes = " ".join(dict.fromkeys(named)) if named else None
        key = (tag, ident, classes, style, id(chosen))
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._cascade(tag, ident, classes, style, chosen or ())
        return known

    def _cascade(
        self, tag: str, ident: str | None, classes: str | None, style: str | None, chosen: tuple[Rule, ...]
    ) -> Declarations:
        names = (classes or "").split()[:MAX_CLASSES]
        held = frozenset(names)
        leads = [tag, "*", *("." + name for name in names), *(("#" + ident,) if ident is not None else ())]
        rules = [rule for lead in leads for rule in self._rules.get(lead, ()) if rule.fits(tag, ident, held)]
        rules += chosen
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

    def _read(self, sheet: str, holds: bool) -> None:
        if "@import" in sheet:
            self.paints = True
            # A sheet in an address is the page's own, and not read.
            self.undecided |= _OWN_ADDRESS.search(sheet) is not None
        for block in blocks(sheet, sure=holds):
            self._block(block)

    def _block(self, block: Block) -> None:
        hides, paints = bool(_HIDES.search(block.body)), bool(_PAINTS.search(block.body))
        declared: Declared | None = None
        for written in block.selectors:
            selector = "html" if written.lower() == ":root" else written
            if _ELSEWHERE.search(selector) is not None:
                continue
            if not block.sure or selector == UNREAD or self._count >= MAX_RULES:
                self.undecided |= hides
                self.paints |= paints
                continue
            if declared is None:
                declared = declarations(block.body)
                hides = hides or _can_hide(declared)
            if declared:
                self._count += 1
                self._take(Rule(selector, declared, self._count, block.layered, self._quirks), hides, paints)

    def _take(self, rule: Rule, hides: bool, paints: bool) -> None:
        self._hides |= hides
        if _COMPOUND.match(rule.selector) is None:
            self.paints |= paints
            (self._hiding if hides else self._others).append(rule)
            return
        alike = self._rules.setdefault(_lead(rule), [])
        if len(alike) < MAX_ALIKE:
            alike.append(rule)
            self._classes |= rule.classes
        else:
            self.undecided |= hides


_NOTHING: Declarations = {}


def _can_hide(declared: Declared) -> bool:
    return styled(plain(None), {name: value for name, value, _ in declared}).hidden


def _without_ink(declared: Declared) -> Declared:
    """Return what is declared without a colour of ink that stands on a ground which something else paints."""
    if any(name.startswith("background") for name, _, _ in declared):
        return declared
    return [one for one in declared if one[0] not in _INKS or one[1] == "transparent"]


def _weight(selector: str) -> tuple[int, int, int]:
    """Return how many ids, classes and tags a selector names, which decides between rules."""
    counted = _WHERE.sub("", selector)
    return len(_IDS.findall(counted)), len(_ATTRIBUTES.findall(counted)), len(_TAGS.findall(counted))


def _lead(rule: Rule) -> str:
    if rule.ident is not None:
        return "#" + rule.ident
    if rule.classes:
        return "." + min(rule.classes)
    return rule.tag or "*"
