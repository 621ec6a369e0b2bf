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
_NAMED = lazy(r"\s*+([^\W\d]\w*(?:[.-]\w+)*)\s*+=\s*+(?:\"((?:[^\"\\]|\\.)*)\"|“([^”]*)”|'((?:[^'\\]|\\.)*)')\s*[,;]?")
_MISTYPED = lazy(r"groundnut-[a-z-]{1,60}+(?:\s*+:.*+|(?:\s++groundnut-[a-z-]{1,60}+)*+)", re.DOTALL)
"""What begins like a marker of the published profile and is none of them: a slip of the hand, not a remark."""

_CALC = lazy(r"calc\s*+=")
_ESCAPE = lazy(r"\\(.)")
CALCULATION = "groundnut-calculation"
"""Name of the comment that declares a calculation as JSON."""


class Said(NamedTuple):
    """One thing that a comment says."""

    kind: str
    """`quote | locator | question | class | legacy | waive | calculation | bad_waiver | bad_marker`."""

    value: str
    """For a calculation its JSON; empty when it is written as members."""

    code: str
    """Finding code of a waiver; empty otherwise."""

    members: tuple[tuple[str, str], ...] = ()
    """(name, value) of a calculation in the short form, in order."""


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
    if colon and name.strip() == CALCULATION:
        return (Said("calculation", value.strip(), ""),)
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
            return (Said("bad_marker", "", ""),) if _MISTYPED.fullmatch(inside) else ()
    return tuple(found)


def _own(text: str) -> tuple[Said, ...]:
    waive = _WAIVE.fullmatch(text)
    if waive:
        code, reason = _code(waive.group(1)), " ".join(waive.group(2).split())
        return (Said("waive", reason, code),) if reason and code else (Said("bad_waiver", "", ""),)
    if text[:5].lower() == "waive":
        return (Said("bad_waiver", "", ""),)
    if _CALC.match(text):
        members = _pairs(text, _NAMED)
        return (Said("calculation", "", "", members) if members else Said("bad_marker", "", ""),)
    found = _pairs(text, _PAIR)
    if not found or not all(value for _, value in found):
        return (Said("bad_marker", "", ""),)
    return tuple(Said(name.lower(), value, "") for name, value in found)


def _pairs(text: str, pattern: re.Pattern[str]) -> tuple[tuple[str, str], ...]:
    """Return the `name="value"` pairs that a text consists of, blanks folded; none when it holds anything else."""
    found: list[tuple[str, str]] = []
    at = 0
    while at < len(text):
        pair = pattern.match(text, at)
        if pair is None:
            return ()
        value = next((group for group in pair.groups()[1:] if group is not None), "")
        found.append((pair.group(1), " ".join(_ESCAPE.sub(r"\1", value).split())))
        at = pair.end()
    return tuple(found)


def _code(named: str) -> str | None:
    """Return the code of the finding that a waiver names by code or name; None when there is no such finding."""
    from gnut.findings import BY_CODE, BY_NAME

    rule = BY_CODE.get(named.upper()) or BY_NAME.get(named.casefold().replace("-", "_"))
    return rule.code if rule else None
