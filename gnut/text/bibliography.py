"""Addresses of citation keys, from front matter, BibTeX and CSL-JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from gnut.errors import NotCanonical
from gnut.text.markdown.addresses import resolved
from gnut.text.patterns import lazy
from gnut_store import canon

MAX_FRONT = 256 << 10
"""Bytes of front matter that are read; a longer one says nothing."""

MAX_EVENTS = 100_000
MAX_DEPTH = 24
MAX_DOTS = 200
"""Dots of the longest line of TOML that is read."""

MAX_BIB = 8 << 20
"""Bytes of a bibliography that are read."""


class Unreadable(Exception):
    """Front matter that is no YAML or TOML, or uses what is refused: aliases, anchors, tags, depth."""


def yaml(text: str) -> Any:
    """Return what a YAML text says: maps, lists and strings.

    Read event by event, so that aliases, anchors, tags and merges, by which a small text becomes a
    large or a live one, are refused and not resolved. Every scalar is a string.

    Raises:
        Unreadable: The text is no YAML, holds one of these, or is too deep or too long.
    """
    import yaml as pyyaml

    if len(text) > MAX_FRONT:
        raise Unreadable(f"front matter has more than {MAX_FRONT} bytes")
    try:
        return _value(_checked(pyyaml.parse(text, Loader=pyyaml.SafeLoader)))
    except (pyyaml.YAMLError, RecursionError, ValueError) as fault:
        raise Unreadable(str(fault).splitlines()[0] if str(fault) else "not YAML") from None


def toml(text: str) -> dict[str, Any]:
    """Return what a TOML text says.

    Raises:
        Unreadable: The text is no TOML, is too deep or too long, or has a line of more than 200 dots.
    """
    import tomllib

    if len(text) > MAX_FRONT:
        raise Unreadable(f"front matter has more than {MAX_FRONT} bytes")
    # A dotted key costs tomllib the square of its parts: one of 16 KiB took it seconds.
    if any(line.count(".") > MAX_DOTS for line in text.splitlines()):
        raise Unreadable(f"front matter has a line of more than {MAX_DOTS} dots")
    try:
        return tomllib.loads(text.replace("\r\n", "\n"))
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as fault:
        raise Unreadable(str(fault) or "not TOML") from None


def _checked(events: Iterator[Any]) -> Iterator[Any]:
    depth = 0
    for number, event in enumerate(events):
        kind = type(event).__name__
        if kind == "AliasEvent" or getattr(event, "anchor", None):
            raise Unreadable("aliases and anchors are refused")
        if getattr(event, "tag", None):
            raise Unreadable("tags are refused")
        depth += (kind in ("MappingStartEvent", "SequenceStartEvent")) - (
            kind in ("MappingEndEvent", "SequenceEndEvent")
        )
        if depth > MAX_DEPTH or number > MAX_EVENTS:
            raise Unreadable("front matter is too deep or too long")
        if kind == "ScalarEvent" or kind.startswith(("Mapping", "Sequence")):
            yield event


def _value(events: Iterator[Any]) -> Any:
    event = next(events, None)
    if event is None:
        return None
    match type(event).__name__:
        case "ScalarEvent":
            return event.value
        case "SequenceStartEvent":
            items = []
            while (item := _value(events)) is not _END:
                items.append(item)
            return items
        case "MappingStartEvent":
            found: dict[str, Any] = {}
            while (key := _value(events)) is not _END:
                value = _value(events)
                if isinstance(key, str):
                    if key in found:
                        raise Unreadable(f"key {key!r} stands twice")
                    found[key] = value
            return found
    return _END


_END = object()


def keys(front: Any, companions: tuple[tuple[str, bytes], ...]) -> dict[str, str | None]:
    """Return the address of each citation key; None for a key that names a source without one.

    `references:` of the front matter comes first, then the files in the order given; the first entry of
    a key counts. A file that cannot be read adds nothing: its keys are then unknown, which is said of them.
    """
    found: dict[str, str | None] = {}
    if isinstance(front, Mapping):
        _csl(front.get("references"), found)
    for name, body in companions:
        if len(body) > MAX_BIB:
            continue
        lowered = name.casefold()
        if lowered.endswith((".bib", ".bibtex", ".biblatex")):
            for key, fields in bibtex(body.decode("utf-8", "replace")):
                found.setdefault(key, address(fields))
        elif lowered.endswith(".json"):
            try:
                _csl(canon.decode(body, floats=True), found)
            except NotCanonical:
                continue
        elif lowered.endswith((".yaml", ".yml")):
            try:
                said = yaml(body.decode("utf-8", "replace"))
            except Unreadable:
                continue
            _csl(said.get("references") if isinstance(said, Mapping) else said, found)
    return found


def _csl(references: Any, found: dict[str, str | None]) -> None:
    if isinstance(references, Mapping):
        references = references.get("references") or references.get("items") or []
    if not isinstance(references, list):
        return
    for one in references:
        if not isinstance(one, Mapping):
            continue
        fields = {str(name).casefold(): str(value) for name, value in one.items() if isinstance(value, (str, int))}
        key = fields.get("id") or fields.get("citation-key")
        if key:
            found.setdefault(key, address(fields))


def address(fields: Mapping[str, str]) -> str | None:
    """Return the address that an entry gives: its URL, else its DOI, arXiv or PubMed number; None without one.

    The URL comes first: it is what the author says was read; a DOI may stand for another version.
    """
    url = fields.get("url", "").strip().removeprefix("\\url{").rstrip("}")
    if url:
        return url.replace("\\_", "_").replace("\\%", "%").replace("\\&", "&").replace("\\#", "#").replace("\\~", "~")
    doi = fields.get("doi", "").strip()
    if doi:
        return doi if "://" in doi else resolved("doi", doi.removeprefix("doi:").strip().replace("\\_", "_"))
    kind = (fields.get("archiveprefix") or fields.get("eprinttype") or "").casefold()
    eprint = fields.get("eprint", "").strip()
    if eprint and kind in ("", "arxiv"):
        return resolved("arxiv", eprint)
    if fields.get("pmid"):
        return resolved("pmid", fields["pmid"].strip())
    if fields.get("pmcid"):
        return resolved("pmcid", fields["pmcid"].strip())
    return None


_ENTRY = lazy(r"@\s*([A-Za-z]+)\s*([{(])\s*")
_KEY = lazy(r"([^\s,{}()\"=#%~\\]{1,200})\s*,?")
_FIELD = lazy(r"\s*+,?\s*+([A-Za-z][\w-]*+)\s*+=\s*+")


def bibtex(text: str) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield key and fields (names in lower case) of each entry of a BibTeX or biblatex file.

    Values are read as written, braces balanced, `@string` names kept unexpanded: only addresses and
    numbers are wanted here. Text between entries is comment. Linear: nothing is read twice.
    """
    at = 0
    while (entry := _ENTRY.search(text, at)) is not None:
        at = entry.end()
        if entry.group(1).casefold() in ("comment", "preamble", "string"):
            continue
        key = _KEY.match(text, at)
        if key is None:
            continue
        at = key.end()
        fields: dict[str, str] = {}
        while (field := _FIELD.match(text, at)) is not None:
            value, at = _bib_value(text, field.end())
            fields.setdefault(field.group(1).casefold(), " ".join(value.split()))
        yield key.group(1), fields


def _bib_value(text: str, at: int) -> tuple[str, int]:
    """Return a field's value and the offset behind it."""
    if at >= len(text):
        return "", at
    if text[at] == "{":
        depth, start = 0, at
        for mark in _BRACES.finditer(text, at):
            depth += 1 if mark.group() == "{" else -1 if mark.group() == "}" else 0
            if depth == 0:
                return text[start + 1 : mark.start()].strip("{}"), mark.end()
        return text[start + 1 :], len(text)
    if text[at] == '"':
        end = text.find('"', at + 1)
        return (text[at + 1 : end], end + 1) if end > 0 else (text[at + 1 :], len(text))
    bare = _BARE.match(text, at)
    return (bare.group(), bare.end()) if bare else ("", at + 1)


_BRACES = lazy(r"\\.|[{}]")
_BARE = lazy(r"[^,{}()\s]+")
