"""Declarations of authority: who says of one claim's source what kind of witness it is."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from gnut.authority.contract import BASES, KINDS, Declaration
from gnut.errors import BadConfig
from gnut.model import Uri
from gnut.text.members import members, pointer, text
from gnut.text.patterns import lazy
from gnut.text.uris import Refused, source_id, source_uri
from gnut_store import canon

DECLARABLE_KINDS = tuple(kind for kind in KINDS if kind != "unknown_authority")
"""Nobody declares that nothing is known."""

DECLARABLE_BASES = tuple(basis for basis in BASES if basis not in ("artifact_declaration", "unassigned"))
"""The report's own classes speak for themselves, and who declares something has a basis."""

_MEMBERS = ("kind", "basis", "assigned_by", "note", "source_id", "source_uri")
_SOURCE_ID = lazy(r"(?:url|file):[0-9a-f]{16}")


def parse_declarations(body: bytes, report_path: str) -> dict[str, Declaration]:
    """Return the declarations that `body` states, by claim id.

    Raises:
        NotCanonical: `body` is not one strict JSON value; a claim declared twice is a duplicate member.
        BadConfig: See `declarations_of`.
    """
    return declarations_of(canon.decode(body), report_path)


def declarations_of(value: object, report_path: str) -> dict[str, Declaration]:
    """Return the declarations of a decoded JSON object from claim id to declaration.

    Args:
        value: `kind`, `basis`, `assigned_by`, `note`, and the source by its `source_id` or, as the report cites
            it or as gnut prints it (`file:sources/x.txt`, from the root), its `source_uri`; neither, or null, for a
            claim without a source.
        report_path: Path of the report, by which a relative `source_uri` gets its identity.

    Raises:
        BadConfig: `declaration_kind_invalid`, `declaration_basis_invalid`, `declaration_incomplete` (nobody signs,
            or without a note), `declaration_source_mismatch` (a source that can be no claim's),
            `declaration_unknown_claim` (a blank id), `unknown_field`, `wrong_type`.
    """
    if not isinstance(value, dict):
        raise BadConfig("/: expected an object from claim id to declaration", code="wrong_type")
    return {claim: _declaration(claim, given, report_path) for claim, given in sorted(value.items())}


def _declaration(claim: str, value: object, report_path: str) -> Declaration:
    at = pointer("", claim)
    if not claim.strip():
        raise BadConfig(f"{at}: a claim id has letters or digits", code="declaration_unknown_claim")
    given = members(value, at, _MEMBERS)
    return Declaration(
        kind=_word(given, at, "kind", DECLARABLE_KINDS),
        basis=_word(given, at, "basis", DECLARABLE_BASES),
        assigned_by=text(given, at, "assigned_by", code="declaration_incomplete"),
        note=text(given, at, "note", code="declaration_incomplete"),
        source_id=_source(given, at, report_path),
    )


def _word(given: dict[str, Any], at: str, name: str, known: tuple[str, ...]) -> str:
    value = given.get(name)
    if not isinstance(value, str) or value not in known:
        raise BadConfig(
            f"{pointer(at, name)}: {value!r} cannot be declared",
            help=f"declare one of: {', '.join(known)}",
            code=f"declaration_{name}_invalid",
        )
    return value


def _source(given: dict[str, Any], at: str, report_path: str) -> str | None:
    named = given.get("source_id")
    written = given.get("source_uri")
    for name, value in (("source_id", named), ("source_uri", written)):
        if value is not None and not isinstance(value, str):
            raise BadConfig(f"{pointer(at, name)}: expected text or null", code="wrong_type")
    if named is not None and not _SOURCE_ID.fullmatch(named):
        raise BadConfig(
            f"{pointer(at, 'source_id')}: {named!r} is the id of no source", code="declaration_source_mismatch"
        )
    if written is None:
        return named
    uri = _identity(written, report_path)
    if isinstance(uri, Refused):
        raise BadConfig(f"{pointer(at, 'source_uri')}: {uri.sentence}", code="declaration_source_mismatch")
    if named is not None and named != source_id(uri):
        raise BadConfig(f"{at}: source_id and source_uri name two sources", code="declaration_source_mismatch")
    return source_id(uri)


def _identity(written: str, report_path: str) -> Uri | Refused:
    """Return the source that `written` names, as a report would cite it or as gnut prints its identity.

    No report can cite a `file:` address, so the two never mean different sources.
    """
    scheme, colon, path = written.strip().partition(":")
    if not colon or scheme.casefold() != "file":
        return source_uri(written, report_path)
    # An identity is printed as it is, an address of a report is decoded: it is encoded first. `./` keeps a file
    # called `www.txt` from being taken for a host.
    plain = quote(path, errors="surrogatepass")
    if plain.startswith("/"):
        return source_uri("/" + plain.lstrip("/"), "-")
    return source_uri(plain if plain.startswith("~") else f"./{plain}", "-")
