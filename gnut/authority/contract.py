"""Kinds of authority, who may assign them, and what a claim's assessment binds."""

from __future__ import annotations

from msgspec import Struct

POLICY = "groundnut-authority-policy/v1"
ASSESSMENT = "groundnut-evidence-authority/v1"
DECLARATION = "groundnut-authority-declaration/v1"

KINDS = ("independent_primary", "independent_secondary", "subject_provided", "analyst_derived", "unknown_authority")
BASES = ("source_metadata", "human_adjudication", "domain_policy", "artifact_declaration", "unassigned")


class AuthorityPolicy(Struct, frozen=True, forbid_unknown_fields=True):
    """The vocabulary in force; frozen and hashed."""

    schema: str
    key: str
    version: str
    frozen_at: str
    kinds: tuple[str, ...]
    """All of `KINDS`, sorted: a policy may drop none."""


class Declaration(Struct, frozen=True, forbid_unknown_fields=True):
    """Who says what authority a claim's source has."""

    kind: str
    """One of `KINDS` but `unknown_authority`."""

    basis: str
    """One of `BASES` but `artifact_declaration` and `unassigned`."""

    assigned_by: str
    note: str
    source_id: str | None
    """Source it speaks of, which must be the claim's; None for a claim without one."""


class Authority(Struct, frozen=True, forbid_unknown_fields=True):
    """The authority of one claim (`groundnut-evidence-authority/v1`)."""

    schema: str
    claim_id: str
    source_id: str | None
    kind: str
    basis: str
    assigned_by: str | None
    policy_sha256: str
    declaration_sha256: str | None
    """Of kind, basis, assigner, note and source; None when nobody declared anything."""

    support_input_sha256: str
    """Binds the assessment it stands beside; support is not changed by it."""
