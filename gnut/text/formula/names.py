"""The names of inputs inside a formula: in any script, with blanks, the longest first."""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Mapping

from gnut.text.formula.contract import MAX_INPUTS, MAX_NAME, Quantity, Uncomputable
from gnut.text.patterns import lazy

_BLANK = lazy(r"\s+")
_OPERATOR = lazy(r"[+*×÷^=,;<>|]|\s[-−–/:]\s|^[-−–/:.%()\[\]{}\s]+$")
_NUMBER = lazy(r"[-−+]?[\d.,' ]+%?")


def folded(text: str) -> str:
    """Return a formula or a name with its characters composed and every run of blanks as one blank."""
    return _BLANK.sub(" ", unicodedata.normalize("NFC", text)).strip()


class Names:
    """Inputs by the first character of their names."""

    def __init__(self, inputs: Mapping[str, Quantity]) -> None:
        """Sort the names.

        Raises:
            Uncomputable: Too many inputs, or a name that reads as a number or as a formula: whoever reads the
                formula would take it for that.
        """
        if len(inputs) > MAX_INPUTS:
            raise Uncomputable(f"it has more than {MAX_INPUTS} inputs")
        self._by_first: dict[str, list[tuple[str, Quantity]]] = defaultdict(list)
        for written, quantity in inputs.items():
            name = folded(written)
            if not name or len(name) > MAX_NAME or _OPERATOR.search(name) or _NUMBER.fullmatch(name):
                raise Uncomputable(f"an input is called {written[:40]!r}, which is no name")
            self._by_first[name[0].casefold()].append((name, quantity))
        for several in self._by_first.values():
            several.sort(key=lambda one: -len(one[0]))

    def at(self, text: str, at: int) -> tuple[Quantity, int] | None:
        """Return the input whose name stands at `at`, and where the name ends; the longest that does.

        The name as written counts before one that differs in case.
        """
        several = self._by_first.get(text[at : at + 1].casefold(), ())
        for name, quantity in several:
            if text.startswith(name, at) and _ends(text, at + len(name), name):
                return quantity, at + len(name)
        for name, quantity in several:
            there = text[at : at + len(name)]
            if there.casefold() == name.casefold() and _ends(text, at + len(name), name):
                return quantity, at + len(name)
        return None


def _ends(text: str, at: int, name: str) -> bool:
    """Return whether a name may end at `at`: a letter or digit would go on with it."""
    after = text[at : at + 1]
    return not (_goes_on(name[-1]) and _goes_on(after))


def _goes_on(char: str) -> bool:
    return (char.isalnum() and not unicodedata.name(char, "").startswith("SUPERSCRIPT")) or char == "_"
