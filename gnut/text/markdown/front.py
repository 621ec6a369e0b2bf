"""The front matter of a report: where it ends, or that it never does."""

from __future__ import annotations

from typing import NamedTuple

from gnut.text.patterns import lazy

_LINE = lazy(rb"([^\r\n]*)(\r\n|\r|\n|$)")
_YAML = lazy(
    rb"(?:[ \t]|#|- |-$|\?|[\]}]|[^\s:#&*!|>'\"%@`\[{-][^:\r\n]*:(?:\s|$)|\"[^\"]*\"\s*:(?:\s|$)|'[^']*'\s*:(?:\s|$))"
)
_TOML = lazy(rb"(?:[ \t]|#|\[|[\]}]|[\w\"'.-]+\s*=)")
MAX_LINES = 20_000


class Front(NamedTuple):
    """Front matter: bytes from 0 to `end`, its text from `start` to `stop`."""

    start: int
    stop: int
    end: int
    form: str
    """`yaml | toml`."""


def front_matter(body: bytes) -> Front | int | None:
    """Return the front matter of `body`, None when it has none, or where an unclosed one opens.

    A `---` that a blank line or prose follows is a rule. Front matter is taken only if every line up
    to its end could be YAML (or TOML after `+++`), so that an unclosed one never swallows the report
    up to some later rule.
    """
    start = 3 if body.startswith(b"\xef\xbb\xbf") else 0
    first = _LINE.match(body, start)
    if first is None or first.group(1).rstrip() not in (b"---", b"+++"):
        return None
    yaml = first.group(1).startswith(b"---")
    closers = (b"---", b"...") if yaml else (b"+++",)
    fits = _YAML if yaml else _TOML
    at = first.end()
    for number in range(MAX_LINES):
        line = _LINE.match(body, at)
        if line is None or line.end() == at:
            break
        content = line.group(1).rstrip()
        if content in closers:
            return Front(first.end(), at, line.end(), "yaml" if yaml else "toml")
        if number == 0 and (not content or not fits.match(content)):
            return None
        if content and not fits.match(content):
            break
        at = line.end()
    return start
