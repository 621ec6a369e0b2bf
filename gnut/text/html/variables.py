"""Values that a page takes from its own custom properties."""

from __future__ import annotations

from gnut.text.html.css import Declarations
from gnut.text.html.valid import taken
from gnut.text.patterns import lazy

MAX_VALUE = 4096
"""Characters of a value with its custom properties put in."""

_ROUNDS = 16
_VARIABLE = lazy(
    r"(?i)\bvar\(\s*+(--[\w-]++)\s*+(?:,((?:[^()]++|\((?:[^()]++|\((?:[^()]++|\([^()]*+\))*+\))*+\))*+))?+\)"
)


def handed_down(outer: Declarations, declared: Declarations) -> Declarations:
    """Return the custom properties inside an element: `outer` itself where it declares none of its own."""
    if "--" not in "".join(declared):
        return outer
    own = {name: value for name, value in declared.items() if name.startswith("--")}
    if all(outer.get(name) == value for name, value in own.items()):
        return outer
    return {**outer, **own}


def uses_variables(declared: Declarations) -> bool:
    """Return whether any value is taken from a custom property."""
    return "var(" in "".join(declared.values())


def put_in(declared: Declarations, known: Declarations) -> Declarations:
    """Return what is declared with the custom properties put in.

    A value that names unknown ones is as if it were not declared (CSS Variables, section 3.1).
    """
    found = {}
    for name, value in declared.items():
        if "var(" in value and not name.startswith("--"):
            put = _resolved(value, known)
            if put is not None and taken(name, put, quirks=False):
                found[name] = put
        else:
            found[name] = value
    return found


def _resolved(value: str, known: Declarations) -> str | None:
    here = value
    for _ in range(_ROUNDS):
        found = _VARIABLE.search(here)
        if found is None:
            return None if "var(" in here else here.strip()
        name, otherwise = found.groups()
        put = known.get(name, otherwise)
        if put is None or len(here) + len(put) > MAX_VALUE:
            return None
        here = here[: found.start()] + put + here[found.end() :]
    return None
