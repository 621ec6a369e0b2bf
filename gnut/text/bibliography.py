"""Addresses of citation keys, from front matter, BibTeX and CSL-JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from gnut.errors import NotCanonical
from gnut.text.markdown.addresses import resolved
from gnut.text.patterns import lazy
from gnut.text.yaml_text import Unreadable, yaml
from gnut_store import canon

MAX_FRONT = 256 << 10
"""Bytes of front matter that are read; a longer one says nothing."""

MAX_DOTS = 200
"""Dots of the longest line of TOML that is read."""

MAX_BIB = 8 << 20
"""Bytes of a bibliography that are read."""


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
