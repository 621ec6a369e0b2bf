"""Profiles: what in a report declares evidence."""

from __future__ import annotations

from typing import Any

from gnut.errors import MalformedReport
from gnut.ingest.contract import PROVENANCE, Identity, Profile
from gnut.text.patterns import lazy
from gnut_store import canon

SCHEMA = "groundnut-artifact-profile/v1"
SEGMENTER = "groundnut-segmenter-identity/v1"
REPORT, GROUNDNUT = "report", "groundnut-default"

_FIELDS = {
    "calculation": "calculation",
    "claim_id": "claim_id",
    "claim_text": "claim_text",
    "claims": "claims",
    "declared_analysis": "declared_analysis",
    "excerpt": "source_excerpt",
    "locator": "source_locator",
    "provenance_class": "provenance_class",
    "source_uri": "source_url",
    "verification_question": "verification_question",
}
_HTML_DEFAULTS: dict[str, Any] = {
    "evidence_comment_prefix": "groundnut-source",
    "verification_question_comment": "groundnut-verification-question",
    "declared_analysis_classes": ["groundnut-declared-analysis"],
    "provenance_class_markers": {
        f"groundnut-{name.replace('_', '-')}": name for name in PROVENANCE if name != "unclassified"
    },
    "ignored_container_classes": ["groundnut-references"],
    "ignored_container_attributes": ["data-groundnut-evidence-exclude"],
}
_STRATEGIES = {
    "markdown": "CommonMark leaves; sentences of prose and list items, table body cells, block quotes with lead-in",
    "rendered_html": "blocks of the parsed page that readers see; their sentences, table body cells, block quotes "
    "with lead-in",
    "structured_json": "one claim a row of the array",
}
_ATTRIBUTE = lazy(r"[A-Za-z_:][A-Za-z0-9_.:-]*")


def segmenter() -> Identity:
    """Return the identity of gnut's own segmentation."""
    return _segmenter("gnut.artifact-segmenter", "2", _STRATEGIES)


def profile(chosen: str | dict[str, Any] | None) -> Profile:
    """Return a profile by name, from a `groundnut-artifact-profile/v1` object, or the default `report`.

    Raises:
        MalformedReport: Unknown name or schema, unknown or blank member, a marker for no canonical class,
            a marker given twice, or an ignored attribute that is no HTML name (code `invalid_profile`).
    """
    if chosen is None or chosen == REPORT:
        return _built(REPORT, "1", False, _FIELDS, _HTML_DEFAULTS, segmenter())
    if chosen == GROUNDNUT:
        return _built(GROUNDNUT, "1", True, _FIELDS, _HTML_DEFAULTS, segmenter())
    if isinstance(chosen, str):
        raise _invalid(f"profile {chosen!r} is unknown, expected {REPORT} or {GROUNDNUT}")
    return _given(chosen)


def _given(given: dict[str, Any]) -> Profile:
    if not isinstance(given, dict):
        raise _invalid("profile is no object")
    _members(given, ("schema", "key", "version", "structured_fields", "html", "segmenter"), "profile")
    if given.get("schema", SCHEMA) != SCHEMA:
        raise _invalid(f"profile schema is {given['schema']!r}, expected {SCHEMA}")
    key, version = _text(given, "key", "profile"), _text(given, "version", "profile")
    fields = _section(given, "structured_fields")
    _members(fields, tuple(_FIELDS), "profile.structured_fields")
    for name in fields:
        _text(fields, name, "profile.structured_fields")
    marks = _section(given, "html")
    _members(marks, tuple(_HTML_DEFAULTS), "profile.html")
    for name in ("evidence_comment_prefix", "verification_question_comment"):
        if name in marks:
            _text(marks, name, "profile.html")
    for name in ("declared_analysis_classes", "ignored_container_classes", "ignored_container_attributes"):
        _texts(marks, name)
    _class_markers(marks)
    own = given.get("segmenter")
    return _built(
        key,
        version,
        True,
        {**_FIELDS, **fields},
        {**_HTML_DEFAULTS, **marks},
        segmenter() if own is None else _given_segmenter(own),
    )


def _given_segmenter(given: Any) -> Identity:
    if not isinstance(given, dict):
        raise _invalid("profile.segmenter is no object")
    _members(given, ("schema", "key", "version", "strategies"), "profile.segmenter")
    if given.get("schema", SEGMENTER) != SEGMENTER:
        raise _invalid(f"profile.segmenter schema is {given['schema']!r}, expected {SEGMENTER}")
    strategies = given.get("strategies")
    if not isinstance(strategies, dict) or not strategies:
        raise _invalid("profile.segmenter.strategies names no strategy")
    for kind in strategies:
        _text(strategies, kind, "profile.segmenter.strategies")
    return _segmenter(
        _text(given, "key", "profile.segmenter"), _text(given, "version", "profile.segmenter"), strategies
    )


def _segmenter(key: str, version: str, strategies: dict[str, str]) -> Identity:
    pairs = [[kind, strategies[kind]] for kind in sorted(strategies)]
    sha256 = canon.sha256(canon.encode({"schema": SEGMENTER, "key": key, "version": version, "strategies": pairs}))
    return Identity(key, version, sha256)


def _built(
    key: str, version: str, labels: bool, fields: dict[str, str], marks: dict[str, Any], own: Identity
) -> Profile:
    made = Profile(
        key=key,
        version=version,
        labels=labels,
        structured_fields=tuple(sorted(fields.items())),
        evidence_prefix=marks["evidence_comment_prefix"],
        question_comment=marks["verification_question_comment"],
        declared_classes=tuple(marks["declared_analysis_classes"]),
        class_markers=tuple(sorted(marks["provenance_class_markers"].items())),
        ignored_classes=tuple(marks["ignored_container_classes"]),
        ignored_attributes=tuple(marks["ignored_container_attributes"]),
        segmenter=own,
        sha256="",
    )
    covered = {name: getattr(made, name) for name in Profile.__struct_fields__ if name != "sha256"}
    return Profile(**{**covered, "sha256": canon.sha256(canon.encode({"schema": SCHEMA, **covered}))})


def _class_markers(marks: dict[str, Any]) -> None:
    if "provenance_class_markers" not in marks:
        markers = _HTML_DEFAULTS["provenance_class_markers"]
    else:
        markers = _section(marks, "provenance_class_markers")
        for marker in markers:
            if _text(markers, marker, "profile.html.provenance_class_markers") not in PROVENANCE[:-1]:
                raise _invalid(f"marker {marker!r} is mapped to {markers[marker]!r}, expected an analytical class")
    legacy = marks.get("declared_analysis_classes", _HTML_DEFAULTS["declared_analysis_classes"])
    twice = set(legacy) & set(markers)
    if twice:
        raise _invalid(f"marker {min(twice)!r} is given twice")
    for name in marks.get("ignored_container_attributes", ()):
        if not _ATTRIBUTE.fullmatch(name):
            raise _invalid(f"{name!r} is no name of an HTML attribute")


def _section(given: dict[str, Any], name: str) -> dict[str, Any]:
    section = given.get(name, {})
    if not isinstance(section, dict):
        raise _invalid(f"profile member {name} is no object")
    return section


def _members(given: dict[str, Any], known: tuple[str, ...], where: str) -> None:
    for name in given:
        if name not in known:
            raise _invalid(f"{where} has the unknown member {name!r}")


def _text(given: dict[str, Any], name: str, where: str) -> str:
    value = given.get(name)
    if not isinstance(value, str) or not value.strip() or not name.strip():
        raise _invalid(f"{where}: {name or 'a name'} is blank or no text")
    return value


def _texts(given: dict[str, Any], name: str) -> None:
    values = given.get(name, [])
    if not isinstance(values, list) or not all(isinstance(value, str) and value.strip() for value in values):
        raise _invalid(f"profile.html: {name} is no list of names")
    if len(set(values)) != len(values):
        raise _invalid(f"profile.html: {name} holds a name twice")


def _invalid(message: str) -> MalformedReport:
    return MalformedReport(message, code="invalid_profile")
