"""Frozen authority policies: the whole vocabulary, bound by its hash."""

from __future__ import annotations

from gnut.authority.contract import KINDS, POLICY, AuthorityPolicy
from gnut.errors import BadConfig
from gnut.text.members import members, text
from gnut_store import canon


def parse_policy(body: bytes) -> AuthorityPolicy:
    """Return the authority policy that `body` states.

    Raises:
        NotCanonical: `body` is not one strict JSON value.
        BadConfig: It breaks `groundnut-authority-policy/v1`; see `policy_of`.
    """
    return policy_of(canon.decode(body))


def policy_of(value: object) -> AuthorityPolicy:
    """Return the authority policy that a decoded JSON value states.

    The published form may leave `kinds` out, which means all of them; the policy in force always lists them.

    Raises:
        BadConfig: `policy_schema_unsupported`, `policy_incomplete` (key, version or date missing or blank),
            `policy_vocabulary_incomplete` (a kind dropped, repeated or invented), `unknown_field`, `wrong_type`.
    """
    given = members(value, "", ("schema", "key", "version", "frozen_at", "kinds"))
    if given.get("schema") != POLICY:
        raise BadConfig(
            f"/schema: authority policy has schema {given.get('schema')!r}, expected {POLICY!r}",
            code="policy_schema_unsupported",
        )
    names = {name: text(given, "", name, code="policy_incomplete") for name in ("key", "version", "frozen_at")}
    return AuthorityPolicy(schema=POLICY, **names, kinds=_kinds(given.get("kinds", sorted(KINDS))))


def _kinds(value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(kind, str) for kind in value):
        raise BadConfig("/kinds: expected an array of kinds", code="wrong_type")
    if sorted(value) != sorted(KINDS):
        raise BadConfig(
            "/kinds: a policy keeps every kind, each once",
            help=f"kinds are: {', '.join(sorted(KINDS))}",
            code="policy_vocabulary_incomplete",
        )
    return tuple(sorted(value))


def ref(policy: AuthorityPolicy) -> str:
    """Return the hash that binds a policy."""
    return canon.sha256(canon.encode(policy))
