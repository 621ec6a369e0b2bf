"""Answers and their policies, as commands and servers share them: verify, seal, keep, and only then tell."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from gnut.errors import InputMissing
from gnut.verify_answer.core.policies import Policy, resolved

_FOLDER = Path(__file__).parent.parent / "policies"
SHIPPED = ("gnut_default_v1", "eu_ai_act_high_risk_v1")
ALSO = {"groundlens_default_v1": "gnut_default_v1", "default": "gnut_default_v1", "eu_ai_act": "eu_ai_act_high_risk_v1"}
"""Other names of the shipped policies: those that logs of groundlens know, and short ones."""

LIMIT = 1 << 18
"""Bytes of a policy file."""


@lru_cache(maxsize=1)
def shipped() -> dict[str, str]:
    """Return the texts of the shipped answer policies by each of their names."""
    texts = {name: (_FOLDER / f"{name}.yaml").read_text(encoding="utf-8") for name in SHIPPED}
    return texts | {other: texts[name] for other, name in ALSO.items()}


def policy_of(said: str | None) -> Policy:
    """Return a policy by its name, or from its text when that has more than one line.

    Raises:
        BadMap: The text breaks the contract of policies.
        InputMissing: There is no policy of that name.
    """
    if said is None:
        return _named("gnut_default_v1")
    if "\n" in said or said.lstrip().startswith("{"):
        return resolved(said, shipped())
    if said not in shipped():
        raise InputMissing(f"no policy {said!r}", help=f"shipped are: {', '.join(SHIPPED)}; or name a file")
    return _named(said)


@lru_cache(maxsize=len(SHIPPED) + len(ALSO))
def _named(name: str) -> Policy:
    return resolved(shipped()[name], shipped())
