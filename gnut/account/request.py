"""The process boundary: what a host asks for in one JSON object, read strictly."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from gnut.acquire.contract import Mode
from gnut.errors import BadConfig
from gnut.text.members import members, text
from gnut_store import canon

REQUEST = "groundnut-canonical-request/v1"
RESPONSE = "groundnut-canonical-response/v1"
ERROR = "groundnut-canonical-error/v1"

Chosen = str | dict[str, Any]
"""A key or path, or the object itself."""


class CanonicalRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """One report to run, and under which terms (`groundnut-canonical-request/v1`)."""

    artifact: str
    """Path of the report; this and every other path counts from the folder of the request."""

    snapshot_directory: str
    """Path of a store."""

    domain: Chosen
    support_policy: Chosen
    authority_policy: Chosen
    acquisition_mode: Mode
    artifact_profile: Chosen | None
    authority_declarations: dict[str, Any]
    """By claim id."""

    arena_profile: Chosen | None
    """`default` for the shipped one; None when no tasks are asked for."""

    arena_artifact: str | None
    """Path of the rendering that tasks are taken from; None for the report itself."""

    publication_grade: bool
    sha256: str
    """Of the request's canonical form, by which a response says what it answers."""


FIELDS = frozenset({*CanonicalRequest.__struct_fields__, "schema"}) - {"sha256"}


def parse_request(body: bytes) -> CanonicalRequest:
    """Return the request that `body` holds.

    Raises:
        NotCanonical: It is not one strict JSON value: duplicate keys, NaN, floats …
        BadConfig: A field is unknown, missing or of the wrong type, or two contradict each other; the message
            begins with the JSON pointer. Codes: `unknown_field`, `missing_field`, `wrong_type`, `unknown_schema`,
            `unknown_mode`, `arena_profile_required`.
    """
    value = canon.decode(body)
    given = members(value, "", FIELDS)
    if text(given, "", "schema", code="missing_field") != REQUEST:
        raise BadConfig(f"/schema: {given['schema']!r}, expected {REQUEST!r}", code="unknown_schema")
    arena = _arena(given)
    rendering = _optional_text(given, "arena_artifact")
    if rendering is not None and arena is None:
        raise BadConfig("/arena_artifact: there are no tasks without an arena profile", code="arena_profile_required")
    return CanonicalRequest(
        artifact=text(given, "", "artifact", code="missing_field"),
        snapshot_directory=text(given, "", "snapshot_directory", code="missing_field"),
        domain=_chosen(given, "domain", "general"),
        support_policy=_chosen(given, "support_policy", "none"),
        authority_policy=_chosen(given, "authority_policy", "default"),
        acquisition_mode=_mode(given),
        artifact_profile=None if given.get("artifact_profile") is None else _chosen(given, "artifact_profile", ""),
        authority_declarations=_declarations(given),
        arena_profile=arena,
        arena_artifact=rendering,
        publication_grade=_flag(given, "publication_grade"),
        sha256=canon.sha256(canon.encode(value)),
    )


def _chosen(given: dict[str, Any], name: str, default: str) -> Chosen:
    value = given.get(name, default)
    if isinstance(value, dict) or (isinstance(value, str) and value.strip()):
        return value
    raise BadConfig(f"/{name}: expected text or an object", code="wrong_type")


def _optional_text(given: dict[str, Any], name: str) -> str | None:
    return None if given.get(name) is None else text(given, "", name, code="wrong_type")


def _flag(given: dict[str, Any], name: str) -> bool:
    value = given.get(name, False)
    if type(value) is not bool:
        raise BadConfig(f"/{name}: expected true or false", code="wrong_type")
    return value


def _mode(given: dict[str, Any]) -> Mode:
    word = given.get("acquisition_mode", Mode.REPLAY_ONLY.value)
    if not isinstance(word, str):
        raise BadConfig("/acquisition_mode: expected text", code="wrong_type")
    try:
        return Mode(word)
    except ValueError:
        known = ", ".join(mode.value for mode in Mode)
        raise BadConfig(
            f"/acquisition_mode: unknown mode {word!r}", help=f"modes are: {known}", code="unknown_mode"
        ) from None


def _declarations(given: dict[str, Any]) -> dict[str, Any]:
    value = given.get("authority_declarations")
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise BadConfig("/authority_declarations: expected an object from claim id to declaration", code="wrong_type")
    return value


def _arena(given: dict[str, Any]) -> Chosen | None:
    value = given.get("arena_profile")
    if value is None or value is False:
        return None
    if value is True:
        return "default"
    if isinstance(value, dict) or (isinstance(value, str) and value.strip()):
        return value
    raise BadConfig("/arena_profile: expected true, false, text or an object", code="wrong_type")
