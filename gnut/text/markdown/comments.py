"""Comments that speak to gnut: evidence, questions, classes, waivers."""

from __future__ import annotations

import re
from typing import NamedTuple

from gnut.text.patterns import lazy

_COMMENT = lazy(r"<!--(.*?)-->", re.DOTALL)
_GNUT = lazy(r"gnut\s*:\s*(.*)", re.DOTALL | re.IGNORECASE)
_PAIR = lazy(
    r"\s*+(quote|locator|question|class)\s*+=\s*+(?:\"((?:[^\"\\]|\\.)*)\"|“([^”]*)”|'((?:[^'\\]|\\.)*)')\s*[,;]?",
    re.IGNORECASE,
)
_WAIVE = lazy(r"waive\s+(GN\d{3}|[a-z]+(?:[_-][a-z]+){0,8})\b[\s:,–—-]*(.*)", re.DOTALL | re.IGNORECASE)
_ESCAPE = lazy(r"\\(.)")


class Said(NamedTuple):
    """One thing that a comment says."""

    kind: str
    """`quote | locator | question | class | legacy | waive | bad_waiver | bad_marker`."""

    value: str
    code: str
    """Finding code of a waiver; empty otherwise."""


def said(raw: str, evidence: str, question: str, classes: dict[str, str], legacy: tuple[str, ...]) -> tuple[Said, ...]:
    """Return what a comment says to gnut; nothing for a comment that speaks to people.

    Args:
        raw: Comment with its delimiters.
        evidence: Prefix of evidence comments (`groundnut-source`).
        question: Name of question comments.
        classes: Analytical class by marker.
        legacy: Markers of a declared analysis without a class.
    """
    match = _COMMENT.match(raw)
    inside = match.group(1).strip() if match else ""
    own = _GNUT.match(inside)
    if own:
        return _own(own.group(1).strip())
    name, colon, value = inside.partition(":")
    name, value = name.strip(), " ".join(value.split())
    if colon and name in (f"{evidence}-quote", f"{evidence}-locator", question):
        kind = {f"{evidence}-quote": "quote", f"{evidence}-locator": "locator"}.get(name, "question")
        if not value:
            return () if kind == "question" else (Said("bad_marker", "", ""),)
        return (Said(kind, value, ""),)
    found = []
    for word in inside.split():
        if word in classes:
            found.append(Said("class", classes[word], ""))
        elif word in legacy:
            found.append(Said("legacy", "", ""))
        else:
            return ()
    return tuple(found)


def _own(text: str) -> tuple[Said, ...]:
    waive = _WAIVE.fullmatch(text)
    if waive:
        code, reason = _code(waive.group(1)), " ".join(waive.group(2).split())
        return (Said("waive", reason, code),) if reason and code else (Said("bad_waiver", "", ""),)
    if text[:5].lower() == "waive":
        return (Said("bad_waiver", "", ""),)
    found: list[Said] = []
    at = 0
    while at < len(text):
        pair = _PAIR.match(text, at)
        if pair is None:
            return (Said("bad_marker", "", ""),)
        value = next((group for group in pair.groups()[1:] if group is not None), "")
        value = " ".join(_ESCAPE.sub(r"\1", value).split())
        if not value:
            return (Said("bad_marker", "", ""),)
        found.append(Said(pair.group(1).lower(), value, ""))
        at = pair.end()
    return tuple(found) or (Said("bad_marker", "", ""),)


def _code(named: str) -> str | None:
    """Return the code of the finding that a waiver names by code or name; None when there is no such finding."""
    from gnut.findings import BY_CODE, BY_NAME

    rule = BY_CODE.get(named.upper()) or BY_NAME.get(named.casefold().replace("-", "_"))
    return rule.code if rule else None
