"""What a Content-Type says, read as browsers read it: of several, the last that is a type."""

from __future__ import annotations

import re

from gnut.text.patterns import lazy

MOST = 4096
"""Characters of a Content-Type that are looked at."""

_FIELD = lazy(r"(?:\"(?:[^\"\\]|\\.)*+(?:\"|\Z)|[^\",]++)++")
_TYPE = lazy(r"\s*+([a-z0-9!#$&^_.+-]{1,60}/[a-z0-9!#$&^_.+-]{1,80})\s*+(?:;|\Z)", re.IGNORECASE)
_CHARSET = lazy(r";\s*+charset\s*+=\s*+(?:\"([^\"]*+)\"|'([^']*+)'|([^\s;]++))", re.IGNORECASE)


def essence(sent: str | None) -> str | None:
    """Return the type without its parameters, in lower case; None if nothing sent is a type."""
    return _last(sent)[0]


def charset(sent: str | None) -> str | None:
    """Return the charset of the type; that of an earlier field if the last repeats the type without one."""
    return _last(sent)[1]


def _last(sent: str | None) -> tuple[str | None, str | None]:
    said: str | None = None
    label: str | None = None
    for field in _FIELD.findall((sent or "")[:MOST]):
        found = _TYPE.match(field)
        if found is None:
            continue
        name = found.group(1).lower()
        parameter = _CHARSET.search(field)
        given = next((group for group in parameter.groups() if group is not None), None) if parameter else None
        label = given if given is not None or name != said else label
        said = name
    return said, label
