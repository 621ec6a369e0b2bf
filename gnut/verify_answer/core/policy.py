"""A policy with every default written out: what decides, and what is hashed."""

from __future__ import annotations

from functools import cached_property

import msgspec
from msgspec import Struct

from gnut.text.maps import BadMap
from gnut_store import canon

DUTY = ("framework", "article", "control", "requirement")
"""Members of a duty, besides the decisions that trigger it."""


class Mapped(Struct, frozen=True, forbid_unknown_fields=True):
    """A duty of a regulation that decisions bear on."""

    framework: str
    article: str
    control: str
    requirement: str
    triggered_by: tuple[str, ...]

    @property
    def duty(self) -> dict[str, str]:
        """What a verdict says of it."""
        return {key: getattr(self, key) for key in DUTY}


class Policy(Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """A policy with every default written out."""

    id: str
    version: str
    description: str
    pass_means: str | None
    locale: str | None
    rounding: str | None
    scope_required: tuple[str, ...]
    missing_scope: str
    risk_default: str | None
    mandatory_review: tuple[str, ...]
    routine: tuple[str, ...]
    judge_required: bool
    judge_contradicted: str
    judge_unsupported: str
    required: tuple[str, ...]
    recommended: tuple[str, ...]
    optional: tuple[str, ...]
    fallback: tuple[str, ...]
    forbidden: tuple[str, ...]
    minimum_to_decide: str
    any_contradiction_from: tuple[str, ...]
    unsupported_from: tuple[str, ...]
    unresolved_claims: str
    conflicts: str
    tolerate_unresolved_kinds: tuple[str, ...]
    tolerate_notes: tuple[str, ...]
    regulatory_mapping: tuple[Mapped, ...]

    @cached_property
    def hash(self) -> str:
        """`sha256:` and the SHA-256 of the canonical form."""
        return f"sha256:{canon.sha256(canon.encode(msgspec.to_builtins(self)))}"

    def risk_class(self, asked: str | None) -> str | None:
        """Return the risk class of a request.

        Raises:
            BadMap: The policy does not list it, or has none at all.
        """
        listed = {*self.mandatory_review, *self.routine, *((self.risk_default,) if self.risk_default else ())}
        if asked is None:
            return self.risk_default
        if not listed:
            raise BadMap(f"policy {self.id} defines no risk_classes", code="unknown_risk_class")
        if asked not in listed:
            known = ", ".join(sorted(listed))
            raise BadMap(
                f"policy {self.id} has no risk class {asked!r}", help=f"it has {known}", code="unknown_risk_class"
            )
        return asked
