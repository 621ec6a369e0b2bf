"""A policy with every default written out: what decides, and what is hashed."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from msgspec import Struct

from gnut.text.maps import BadMap
from gnut_store import canon

DUTY = ("framework", "article", "control", "requirement")
"""Members of a duty, besides the decisions that trigger it."""

VERIFIERS = ("required", "recommended", "optional", "fallback", "forbidden")
"""How a policy may list verifiers."""


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
    def form(self) -> dict[str, Any]:
        """The policy as its file would have it with every default written out: a policy that comes to the same."""
        mapping = [{**each.duty, "triggered_by": list(each.triggered_by)} for each in self.regulatory_mapping]
        own = {key: getattr(self, key) for key in ("id", "version", "description", "pass_means", "locale", "rounding")}
        risks = {"mandatory_review": list(self.mandatory_review), "routine": list(self.routine)}
        return {
            **{key: value for key, value in own.items() if value is not None},
            "scope": {"required": list(self.scope_required), "missing_scope": self.missing_scope},
            "risk_classes": risks | ({} if self.risk_default is None else {"default": self.risk_default}),
            "judge": {
                "required": self.judge_required,
                "contradicted": self.judge_contradicted,
                "unsupported": self.judge_unsupported,
            },
            "verifiers": {key: list(getattr(self, key)) for key in VERIFIERS},
            "determinism": {"minimum_to_decide": self.minimum_to_decide},
            "decision": {
                "any_contradiction_from": list(self.any_contradiction_from),
                "unsupported_from": list(self.unsupported_from),
                "unresolved_claims": self.unresolved_claims,
                "conflicts": self.conflicts,
                "tolerate_unresolved_kinds": list(self.tolerate_unresolved_kinds),
                "tolerate_notes": list(self.tolerate_notes),
            },
            "regulatory_mapping": mapping,
        }

    @cached_property
    def hash(self) -> str:
        """`sha256:` and the SHA-256 of the canonical form of `form`."""
        return f"sha256:{canon.sha256(canon.encode(self.form))}"

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
