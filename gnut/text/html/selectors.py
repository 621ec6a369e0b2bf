"""Which elements of a page a selector chooses, in work that grows with the page and not with its depth.

A selector is parted at its combinators. What one element must be is asked of the page's own index or of
the parser's engine; ancestors and siblings are walked here, each once, because the engine goes back and
forth: `.q div div div b` takes 9 s in 400 nested elements, `.q ~ p` 10 s among 20,000 (measured).
"""

from __future__ import annotations

import re

from selectolax.lexbor import LexborHTMLParser, LexborNode, SelectolaxError

from gnut.text.patterns import lazy

MAX_WORK = 15_000_000
"""Steps spent on all selectors of a page; a step is about a tenth of a microsecond."""

MAX_COMPOUNDS = 24
"""Parts of a selector between combinators."""

_TOKEN = lazy(r"""\s*+([>+~])\s*+|(\s++)|([\[(])|([\])])|"[^"]*+"?|'[^']*+'?|\\.|[^\s>+~\[\]()"'\\]++""", re.DOTALL)
_SIMPLE = lazy(r"(\*|[a-z][a-z0-9-]*+)?((?:[.#][\w-]++)*+)\Z", re.IGNORECASE)
_NAME = lazy(r"[.#][\w-]++")
_FOREIGN = lazy(r"lexbor|\|(?!=)", re.IGNORECASE)
_ARGUMENT = lazy(r"\(([^()]*+(?:\([^()]*+\)[^()]*+)*+)\)")


class TooCostly(Exception):
    """A selector that is over a limit of work, or that the engine does not know."""


class Elements:
    """The elements of a page, by what selectors ask of them."""

    def __init__(self, tree: LexborHTMLParser, *, quirks: bool) -> None:
        """Index a page once.

        Args:
            tree: The page.
            quirks: Whether class names and ids are the same in capitals and small letters.
        """
        self._tree = tree
        self._quirks = quirks
        self._parent: dict[int, int] = {}
        self._before: dict[int, int] = {}
        self._names: dict[str, list[int]] = {}
        self.spent = 0
        """Steps taken so far."""

        self._sets: dict[str, frozenset[int]] = {}
        self._chains: dict[tuple[tuple[str, str], ...], set[int]] = {}
        nodes = tree.css("*")
        self._all = [node.mem_id for node in nodes]
        youngest: dict[int, int] = {}
        children: dict[int, int] = {}
        for node in nodes:
            self._add(node, youngest, children)
        self._siblings = sum(count * count for count in children.values())
        depths: dict[int, int] = {}
        for ident in self._all:
            depths[ident] = depths.get(self._parent.get(ident, 0), 0) + 1
        self._depth = max(depths.values(), default=1)

    def _add(self, node: LexborNode, youngest: dict[int, int], children: dict[int, int]) -> None:
        ident = node.mem_id
        above = node.parent
        if above is not None:
            parent = above.mem_id
            self._parent[ident] = parent
            if parent in youngest:
                self._before[ident] = youngest[parent]
            youngest[parent] = ident
            children[parent] = children.get(parent, 0) + 1
        names = self._names
        names.setdefault((node.tag or "").lower(), []).append(ident)
        attributes = node.attributes
        for sign, attribute in ((".", "class"), ("#", "id")):
            written = attributes.get(attribute)
            if written:
                written = written.lower() if self._quirks else written
                for name in {written} if sign == "#" else set(written.split()):
                    names.setdefault(sign + name, []).append(ident)

    def chosen(self, selector: str) -> frozenset[int] | set[int]:
        """Return the elements that a selector without pseudo-elements chooses, by `mem_id`.

        Raises:
            TooCostly: It would take too much work, or is not understood.
        """
        return self._chain(parted(selector))

    def _chain(self, parts: tuple[tuple[str, str], ...]) -> frozenset[int] | set[int]:
        """Return the elements that end a chain of (combinator, compound)."""
        chosen: frozenset[int] | set[int] = self._compound(parts[0][1])
        for count in range(2, len(parts) + 1):
            head = parts[:count]
            known = self._chains.get(head)
            if known is None:
                known = self._chains[head] = self._step(chosen, *parts[count - 1])
            chosen = known
            if not chosen:
                break
        return chosen

    def _step(self, chosen: frozenset[int] | set[int], combinator: str, compound: str) -> set[int]:
        if not chosen:
            return set()
        candidates = self._compound(compound)
        self._spend(6 * len(candidates))
        up = self._parent if combinator in " >" else self._before
        if combinator in ">+":
            return {ident for ident in candidates if up.get(ident) in chosen}
        known: dict[int, bool] = {}
        return {ident for ident in candidates if self._reaches(ident, up, chosen, known)}

    def _reaches(
        self, ident: int, up: dict[int, int], chosen: frozenset[int] | set[int], known: dict[int, bool]
    ) -> bool:
        """Return whether one above (or before) is chosen; every element is passed once."""
        passed = []
        answer = False
        here: int | None = ident
        while here is not None:
            settled = known.get(here)
            if settled is not None:
                answer = settled
                break
            passed.append(here)
            here = up.get(here)
            if here is not None and here in chosen:
                answer = True
                break
        self._spend(6 * len(passed))
        for one in passed:
            known[one] = answer
        return answer

    def _compound(self, compound: str) -> frozenset[int]:
        known = self._sets.get(compound)
        if known is None:
            simple = _SIMPLE.match(compound)
            known = self._sets[compound] = self._of_index(simple) if simple else self._of_engine(compound)
        return known

    def _of_index(self, simple: re.Match[str]) -> frozenset[int]:
        tag = (simple.group(1) or "*").lower()
        wanted = _NAME.findall(simple.group(2))
        if self._quirks:
            wanted = [name.lower() for name in wanted]
        if tag != "*":
            wanted.append(tag)
        if not wanted:
            self._spend(len(self._all))
            return frozenset(self._all)
        lists = sorted((self._names.get(name, []) for name in wanted), key=len)
        self._spend(len(lists) * len(lists[0]) + 1)
        chosen = set(lists[0])
        for other in lists[1:]:
            if not chosen:
                break
            self._spend(len(other))
            chosen.intersection_update(other)
        return frozenset(chosen)

    def _of_engine(self, compound: str) -> frozenset[int]:
        if _FOREIGN.search(compound):
            raise TooCostly(compound)
        self._spend(self._cost(compound))
        try:
            nodes = self._tree.css(compound)
        except SelectolaxError:
            raise TooCostly(compound) from None
        self._spend(30 * len(nodes))
        return frozenset(node.mem_id for node in nodes)

    def _cost(self, compound: str) -> int:
        """Return the steps that the engine may take for one compound."""
        lower = compound.lower()
        cost = len(self._all) * (1 + lower.count(":") + lower.count("["))
        siblings = lower.count(":nth-") + lower.count("-child") + lower.count("-of-type")
        for argument in _ARGUMENT.findall(lower):
            siblings += 4 * argument.count("~")
            gaps = len(argument.split()) - 1
            if gaps and not lower.startswith((":nth", "nth")):
                cost += len(self._all) * 10 * self._depth ** min(gaps, 4)
        if ":has(" in lower:
            cost += len(self._all) * self._depth
            siblings += 1
        return cost + siblings * self._siblings // 4

    def _spend(self, steps: int) -> None:
        if self.spent + steps > MAX_WORK:
            raise TooCostly("over the limit of work")
        self.spent += steps


def parted(selector: str) -> tuple[tuple[str, str], ...]:
    """Return (combinator, compound) for each part of a selector; the first combinator is a blank.

    Raises:
        TooCostly: It begins or ends in a combinator, or has too many parts.
    """
    found: list[tuple[str, str]] = []
    combinator, compound, depth = " ", "", 0
    for token in _TOKEN.finditer(selector.strip()):
        sign, blank, opening, closing = token.groups()
        depth += bool(opening) - bool(closing)
        if depth > 0 or not (sign or blank):
            compound += token.group()
            continue
        if not compound or len(found) >= MAX_COMPOUNDS:
            raise TooCostly(selector)
        found.append((combinator, compound))
        combinator, compound = sign or " ", ""
    if not compound or depth:
        raise TooCostly(selector)
    return (*found, (combinator, compound))
