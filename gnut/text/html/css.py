"""What is declared: the properties that decide whether text can be seen, read from a style attribute or a rule."""

from __future__ import annotations

import re

from gnut.text.patterns import lazy

PROPERTIES = frozenset(
    "background background-clip background-color background-image bottom clip clip-path color content-visibility "
    "display filter font font-size height left margin-left margin-top max-height max-width opacity overflow "
    "overflow-x overflow-y position right rotate scale text-indent top transform translate unicode-bidi direction "
    "vertical-align visibility -webkit-background-clip -webkit-text-fill-color white-space white-space-collapse "
    "width zoom".split()
)
"""Properties that decide whether text can be seen, or how it is laid out."""

Declarations = dict[str, str]
"""Property → value, both lower case but for the names of custom properties, without `!important`."""

_COMMENT = lazy(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
_ESCAPE = lazy(r"\\(?:([0-9a-fA-F]{1,6})\s?|([^\n]))")
_DECLARATION = lazy(
    r"""(?<![\w-])(--[\w-]{1,200}+|[a-z-]{1,40}+)\s*+:\s*+
        ((?:[^;"'()]++|"[^"]{0,4096}+"|'[^']{0,4096}+'|\([^()]{0,4096}+(?:\([^()]{0,4096}+\)[^()]{0,4096}+){0,4}+\))*+)""",
    re.IGNORECASE | re.VERBOSE,
)
_CUSTOM = lazy(r"--[\w-]++")
_IMPORTANT = lazy(r"!\s*important\s*$")


def declarations(written: str) -> list[tuple[str, str, bool]]:
    """Return property, value and importance of each declaration that matters here, in order."""
    if "\\" in written:
        written = _ESCAPE.sub(_unescape, written)
    if "/*" in written:
        written = _COMMENT.sub(" ", written)
    found = []
    for name, value in _DECLARATION.findall(written):
        if not name.startswith("--"):
            name = name.lower()
            if name not in PROPERTIES:
                continue
        value = _lower(value.strip())
        plain = _IMPORTANT.sub("", value)
        found.append((name, plain.strip(), plain != value))
    return found


def _lower(value: str) -> str:
    """Return a value in small letters; names of custom properties keep theirs, in which capitals count."""
    if "--" not in value:
        return value.lower()
    lower = value.lower()
    parts: list[str] = []
    at = 0
    for name in _CUSTOM.finditer(value):
        parts += (lower[at : name.start()], name.group())
        at = name.end()
    return "".join((*parts, lower[at:])) if len(lower) == len(value) else value


def _unescape(found: re.Match[str]) -> str:
    digits, itself = found.groups()
    if digits is None:
        return str(itself)
    point = int(digits, 16)
    return chr(point) if 0 < point < 0x110000 and not 0xD800 <= point < 0xE000 else "\ufffd"
