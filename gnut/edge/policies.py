"""The frozen policies that come with gnut, and those in files."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeVar

from gnut.errors import BadConfig, GnutError, InputMissing
from gnut.ledger.contract import Policy
from gnut.ledger.core.gate import parse_policy
from gnut_store import canon

if TYPE_CHECKING:
    from gnut.account.contract import Domain
    from gnut.arena.contract import ArenaPolicy, EmissionProfile
    from gnut.authority.contract import AuthorityPolicy
    from gnut.support.contract import SupportPolicy

Made = TypeVar("Made")


class _Named(Protocol):
    """What a key and a version name."""

    @property
    def key(self) -> str: ...
    @property
    def version(self) -> str: ...


Dated = TypeVar("Dated", bound=_Named)

_FOLDER = Path(__file__).parent.parent / "policies"
KEYS = ("default", "strict")
SUPPORT_KEYS = ("none", "exact")
AUTHORITY_KEYS = ("default",)
DOMAIN_KEYS = ("general",)
ARENA_KEYS = ("default",)

LIMIT = 1 << 20
"""Bytes of a policy file; a policy has some hundred."""


def shipped(key: str) -> Policy:
    """Return a shipped policy.

    Raises:
        BadConfig: There is none of that name.
    """
    if key not in KEYS:
        raise BadConfig(f"unknown policy {key!r}", help=f"policies are: {', '.join(KEYS)}", code="unknown_policy")
    return parse_policy((_FOLDER / f"{key}.json").read_bytes())


def all_shipped() -> dict[str, Policy]:
    """Return every shipped policy by its key."""
    return {key: shipped(key) for key in KEYS}


def support_policy(key_or_path: str, *, folder: Path | None = None) -> SupportPolicy:
    """Return a shipped support policy (`none`, `exact`) or the one in a file.

    Args:
        key_or_path: A key, else a path; `./none` is a file of that name.
        folder: What a relative path starts from; None for the current folder.

    Raises:
        BadConfig: Neither a key nor a file (`unknown_policy`), the policy breaks its contract, or it takes the key
            and version of a shipped one for something else (`policy_not_frozen`).
        InputMissing: The file cannot be read.
        NotCanonical: The file is not strict JSON.
    """
    from gnut.support.core.policies import parse_policy as parse

    made = _read(parse, key_or_path, _bytes("support", key_or_path, SUPPORT_KEYS, folder))
    return made if key_or_path in SUPPORT_KEYS else kept_name(made, support_policies(), key_or_path)


def authority_policy(key_or_path: str, *, folder: Path | None = None) -> AuthorityPolicy:
    """Return a shipped authority policy (`default`) or the one in a file; see `support_policy`."""
    from gnut.authority.core.policies import parse_policy as parse

    made = _read(parse, key_or_path, _bytes("authority", key_or_path, AUTHORITY_KEYS, folder))
    return made if key_or_path in AUTHORITY_KEYS else kept_name(made, authority_policies(), key_or_path)


def domain(key_or_path: str = "general", *, folder: Path | None = None) -> Domain:
    """Return the identity of a shipped domain pack (`general`) or of the one in a file; see `support_policy`.

    Raises:
        BadReceipt: The pack breaks its contract.
    """
    from gnut.account.core.domain import domain_of, parse_domain

    made = domain_of(_read(parse_domain, key_or_path, _bytes("domain", key_or_path, DOMAIN_KEYS, folder)))
    return made if key_or_path in DOMAIN_KEYS else kept_name(made, domains(), key_or_path)


def arena_emission(key_or_path: str = "default", *, folder: Path | None = None) -> EmissionProfile:
    """Return the shipped emission profile (`default`) or the one in a file; see `support_policy`.

    Raises:
        MalformedReport: The profile breaks its contract (`invalid_profile`).
    """
    from gnut.arena.core import profile

    shipped = profile(canon.decode(_bytes("arena-emission", "default", ARENA_KEYS, None)), None)
    if key_or_path == "default":
        return shipped
    made = profile(canon.decode(_bytes("arena-emission", key_or_path, ARENA_KEYS, folder)), shipped)
    return kept_name(made, (shipped,), key_or_path)


def arena_policy(key_or_path: str = "default", *, folder: Path | None = None) -> ArenaPolicy:
    """Return the shipped arena policy (`default`) or the one in a file; see `support_policy`.

    Raises:
        MalformedReport: The policy breaks its contract; `code` names the clause.
    """
    from gnut.arena.core.rows import policy

    made = policy(canon.decode(_bytes("arena", key_or_path, ARENA_KEYS, folder)))
    return made if key_or_path in ARENA_KEYS else kept_name(made, (arena_policy(),), key_or_path)


def support_policies() -> tuple[SupportPolicy, ...]:
    """Return every shipped support policy."""
    return tuple(support_policy(key) for key in SUPPORT_KEYS)


def authority_policies() -> tuple[AuthorityPolicy, ...]:
    """Return every shipped authority policy."""
    return tuple(authority_policy(key) for key in AUTHORITY_KEYS)


def domains() -> tuple[Domain, ...]:
    """Return every shipped domain pack, as a manifest names it."""
    return tuple(domain(key) for key in DOMAIN_KEYS)


def emission_profiles() -> tuple[EmissionProfile, ...]:
    """Return every shipped emission profile."""
    return tuple(arena_emission(key) for key in ARENA_KEYS)


def kept_name(made: Dated, published: Iterable[Dated], shown: str) -> Dated:
    """Return what was given, unless it bears the key and version of something published and is another thing.

    Who reads a receipt takes `none` version `1` for the one that comes with gnut.

    Args:
        made: A policy, profile or domain pack.
        published: Those of its kind that come with gnut.
        shown: Name of its file, or the field of a request that it stands in.

    Raises:
        BadConfig: It does (`policy_not_frozen`).
    """
    for one in published:
        if (one.key, one.version) == (made.key, made.version) and one != made:
            raise BadConfig(
                f"{shown}: {made.key!r} version {made.version!r} comes with gnut and says something else",
                help="give what you changed a key or a version of its own",
                code="policy_not_frozen",
            )
    return made


def _read(parse: Callable[[bytes], Made], key_or_path: str, body: bytes) -> Made:
    """Return what `parse` makes of a file; what it refuses names the file before the place in it."""
    try:
        return parse(body)
    except GnutError as error:
        error.args = (f"{key_or_path}: {error}",)
        raise


def _bytes(room: str, key_or_path: str, keys: tuple[str, ...], folder: Path | None) -> bytes:
    if key_or_path in keys:
        return (_FOLDER / f"{room}-{key_or_path}.json").read_bytes()
    path = (folder or Path()) / key_or_path
    if not path.is_file():
        raise BadConfig(
            f"{key_or_path!r} is neither a {room} policy nor a file",
            help=f"{room} policies are: {', '.join(keys)}",
            code="unknown_policy",
        )
    try:
        with path.open("rb") as file:
            body = file.read(LIMIT + 1)
    except OSError as error:
        raise InputMissing(f"{key_or_path}: {error.strerror or error}") from None
    if len(body) > LIMIT:
        raise BadConfig(f"{key_or_path}: a policy is no longer than {LIMIT:,} bytes", code="policy_too_large")
    return body
