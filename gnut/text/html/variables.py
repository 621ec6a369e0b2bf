"""Values that a page takes from its own custom properties."""

from __future__ import annotations

from gnut.text.html.css import UNREAD, Declarations
from gnut.text.html.valid import taken
from gnut.text.patterns import lazy

MAX_VALUE = 4096
"""Characters of a value with its custom properties put in."""

_ROUNDS = 16
_OVER = "over a limit"
_VARIABLE = lazy(
    r"(?i)\bvar\(\s*+(--[\w-]++)\s*+(?:,((?:[^()]++|\((?:[^()]++|\((?:[^()]++|\([^()]*+\))*+\))*+\))*+))?+\)"
)


class Scope:
    """The custom properties inside an element: its own, and by a link those around it.

    None is copied: a page of many elements that each declare one among thousands would hold millions.
    """

    __slots__ = ("_outer", "_own")

    def __init__(self, own: Declarations, outer: Scope | None = None) -> None:
        """Keep what an element declares before what holds around it."""
        self._own, self._outer = own, outer

    def get(self, name: str, otherwise: str | None = None) -> str | None:
        """Return the value of a property, else `otherwise`."""
        here: Scope | None = self
        while here is not None:
            value = here._own.get(name)
            if value is not None:
                return value
            here = here._outer
        return otherwise


def handed_down(outer: Scope, declared: Declarations) -> Scope:
    """Return the custom properties inside an element: `outer` itself where it declares none of its own."""
    if "--" not in "".join(declared):
        return outer
    own = {name: value for name, value in declared.items() if name.startswith("--")}
    if all(outer.get(name) == value for name, value in own.items()):
        return outer
    return Scope(own, outer)


def uses_variables(declared: Declarations) -> bool:
    """Return whether any value is taken from a custom property."""
    return "var(" in "".join(declared.values())


def put_in(declared: Declarations, known: Scope) -> Declarations:
    """Return what is declared with the custom properties put in.

    A value that names unknown ones is as if it were not declared (CSS Variables, section 3.1); one that is
    over a limit is in doubt.
    """
    found = {}
    for name, value in declared.items():
        if "var(" in value and not name.startswith("--"):
            put = _resolved(value, known)
            if put is _OVER:
                found[UNREAD] = ""
            elif put is not None and taken(name, put, quirks=False):
                found[name] = put
        else:
            found[name] = value
    return found


def _resolved(value: str, known: Scope) -> str | None:
    here = value
    for _ in range(_ROUNDS):
        found = _VARIABLE.search(here)
        if found is None:
            return _OVER if "var(" in here else here.strip()
        name, otherwise = found.groups()
        put = known.get(name, otherwise)
        if put is None:
            return None
        if len(here) + len(put) > MAX_VALUE:
            return _OVER
        here = here[: found.start()] + put + here[found.end() :]
    return _OVER
