"""What a page's own style rules and style attributes declare for each of its elements.

A rule whose selector names a tag, classes and an id of one element is sought by these; any other is asked
of the page once (`Elements`), hiding ones first. What depends on states, widths, containers or other files
cannot be decided without a browser: a rule of that kind which could hide text is only noted
(`Sheet.undecided`), and so is that the page links sheets, none of which is fetched (`outside`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from gnut.text.html import animations, generated
from gnut.text.html.blocks import KEY_FRAMES, LAYERS, PROPERTY, UNREAD, Block, blocks, holds_on_screen
from gnut.text.html.css import Declarations, declarations
from gnut.text.html.rules import (
    UNLAYERED,
    Declared,
    Layer,
    Rule,
    at_rest,
    beside,
    can_hide,
    hides,
    winners,
)
from gnut.text.html.selectors import Elements, TooCostly
from gnut.text.html.visible import WHITE
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

MAX_KNOWN = 20_000
"""Elements alike whose declarations are kept."""

MAX_CHOSEN = 400_000
"""Pairs of an element and a rule that was asked for."""

_PAINTS = lazy(r"(?<![a-z-])background(?:-color|-image)?\s*:", re.IGNORECASE)
_IMPORTS = lazy(r"@import\b", re.IGNORECASE)
_INITIAL = lazy(r"initial-value\s*:\s*([^;]{1,400})", re.IGNORECASE)


class Sheet:
    """The rules of one page, by the part of an element that leads to them."""

    def __init__(self, sheets: Iterable[tuple[str, str | None]], *, quirks: bool = False) -> None:
        """Read the style sheets of a page, in order, each with the `media` of its element."""
        self.undecided = False
        """A rule that could hide text was met and not understood."""

        self.paints = False
        """A rule that paints a background was met, and it is not known of what."""

        self.registered: Declarations = {}
        """Custom properties with the values that the page registers them with."""

        self._quirks = quirks
        self._layers: dict[tuple[str, ...], int] = {}
        self._animations: dict[str, animations.Frames] = {}
        self._framed: dict[str, tuple[int, str]] = {}
        self._sheets = 0
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

    def choose(self, elements: Callable[[], Elements]) -> None:
        """Ask the page which elements the rules are about that name more than one.

        Args:
            elements: Indexes the page; called only if there is such a rule.
        """
        if not self._hiding and not self._others:
            return
        page = elements()
        found: dict[int, list[Rule]] = {}
        pairs = 0
        for rules, hiding, most in ((self._hiding, True, MAX_HIDING), (self._others, False, MAX_OTHERS)):
            self.undecided |= hiding and len(rules) > most
            self.paints |= any(map(_paints, rules[most:]))
            for rule in rules[:most]:
                try:
                    chosen = page.chosen(rule.selector)
                except TooCostly:
                    self.undecided |= hiding
                    self.paints |= _paints(rule)
                    continue
                pairs += len(chosen)
                if pairs > MAX_CHOSEN:
                    self.undecided = self.paints = True
                    break
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
            if len(self._known) >= MAX_KNOWN:
                self._known.clear()
            known = self._known[key] = self._cascade(tag, ident, classes, style, chosen or ())
        return known

    def _cascade(
        self, tag: str, ident: str | None, classes: str | None, style: str | None, chosen: tuple[Rule, ...]
    ) -> Declarations:
        names = (classes or "").split()[:MAX_CLASSES]
        classed = frozenset(names)
        leads = [tag, "*", *("." + name for name in names), *(("#" + ident,) if ident is not None else ())]
        rules = [rule for lead in leads for rule in self._rules.get(lead, ()) if rule.fits(tag, ident, classed)]
        rules += chosen
        own = [] if style is None else declarations(style, quirks=self._quirks)
        held = winners(rules, own)
        if not self._animations or "animation-name" not in held:
            return held
        several = (*(rule.declared for rule in rules), own)
        forced = frozenset(name for one in several for name, _, important in one if important)
        return animations.at_rest(held, forced, self._animations)

    def _read(self, sheet: str, holds: bool) -> None:
        self._sheets += 1
        if _IMPORTS.search(sheet) is not None:
            # What a page takes from elsewhere by itself is not fetched.
            self.paints = self.undecided = True
        for block in blocks(sheet, sure=holds):
            if block.selectors[0].startswith("@"):
                self._at_rule(block)
            else:
                self._block(block)

    def _at_rule(self, block: Block) -> None:
        first = block.selectors[0]
        if first == LAYERS:
            self._layer(block.layer)
        elif first.startswith(PROPERTY):
            found = _INITIAL.search(block.body)
            if found is not None:
                self.registered[first.removeprefix(PROPERTY)] = found.group(1).strip().lower()
        elif first.startswith(KEY_FRAMES) and block.sure and len(self._animations) < MAX_ALIKE:
            # What is important in a step is not taken.
            declared = {
                one: value for one, value, important in declarations(block.body, quirks=self._quirks) if not important
            }
            for written in block.selectors:
                name, place, *steps = written.removeprefix(KEY_FRAMES).split(" ", 2)
                if not steps:
                    continue  # What stands there outside of the steps is none of them.
                step = steps[0]
                if self._framed.get(name) != (self._sheets, place):
                    # The last block of a name replaces those before.
                    self._framed[name] = (self._sheets, place)
                    self._animations.pop(name, None)
                at = {"from": "0%", "to": "100%"}.get(step, step)
                self._animations.setdefault(name, {}).setdefault(at, {}).update(declared)

    def _layer(self, path: tuple[str, ...]) -> Layer:
        """Return the place of a layer: those inside it stand before its own rules."""
        places = [self._layers.setdefault(path[:depth], len(self._layers)) for depth in range(1, len(path) + 1)]
        return (*places, *UNLAYERED)

    def _block(self, block: Block) -> None:
        hiding, paints = hides(block.body), bool(_PAINTS.search(block.body))
        put = generated.content(block.body) if block.sure else None
        declared: Declared | None = None
        for written in block.selectors:
            part = beside(written)
            if part is not None:
                self._beside(block, *part, put)
                continue
            selector = at_rest(written)
            if selector is None:
                continue
            if not block.sure or selector == UNREAD or self._count >= MAX_RULES:
                self.undecided |= hiding
                self.paints |= paints
                continue
            if declared is None:
                declared = declarations(block.body, quirks=self._quirks)
                hiding = hiding or can_hide(declared)
                # Rules that undo a line through the text count as much.
                self._hides |= any(name == "text-decoration-line" for name, _, _ in declared)
            if declared:
                self._add(selector, declared, block, hiding, paints)

    def _beside(self, block: Block, selector: str, part: str, put: str | None) -> None:
        """Take a rule about the text before or after an element, or about the first letters of its own."""
        if part.startswith("first"):
            self.undecided |= can_hide(declarations(block.body, quirks=self._quirks), WHITE)
        elif put and generated.puts(put) and (stripped := at_rest(selector)) is not None:
            name = generated.AFTER if part == "after" else generated.BEFORE
            if self._count < MAX_RULES:
                self._add(stripped, [(name, put, False)], block, True, False)
            else:
                self.undecided = True

    def _add(self, selector: str, declared: Declared, block: Block, hiding: bool, paints: bool) -> None:
        self._count += 1
        layer = self._layer(block.layer) if block.layer else UNLAYERED
        self._take(Rule(selector, declared, self._count, layer, self._quirks), hiding, paints)

    def _take(self, rule: Rule, hides: bool, paints: bool) -> None:
        if not rule.compound:
            (self._hiding if hides else self._others).append(rule)
            return
        alike = self._rules.setdefault(rule.lead(), [])
        if len(alike) < MAX_ALIKE:
            alike.append(rule)
            self._classes |= rule.classes
        else:
            self.undecided |= hides
            self.paints |= paints


def _paints(rule: Rule) -> bool:
    return any(name.startswith("background") for name, _, _ in rule.declared)


_NOTHING: Declarations = {}
