"""The terms of a stored run: each sound in itself, none with the name of a published one and other words."""

from __future__ import annotations

from msgspec import to_builtins
from msgspec.structs import replace

from gnut.account.contract import Domain, Execution, Terms
from gnut.arena.contract import EmissionProfile
from gnut.authority.contract import AuthorityPolicy
from gnut.authority.core import declarations_of
from gnut.authority.core import policy_of as authority_policy_of
from gnut.errors import BadConfig
from gnut.ingest.contract import PROVENANCE, Profile
from gnut.ingest.core import profile
from gnut.ingest.core.profile import GROUNDNUT, REPORT
from gnut.ledger.contract import Policy
from gnut.ledger.core import parse_policy
from gnut.replay.stored import refused
from gnut.support.contract import SupportPolicy
from gnut.support.core import policy_of as support_policy_of
from gnut_store import canon

Frozen = Policy | SupportPolicy | AuthorityPolicy | Domain | EmissionProfile


def require_sound(terms: Terms, path: str) -> None:
    """Refuse terms that could not have been given to a run (`bad_terms`).

    Args:
        terms: What the run says it was judged under.
        path: Path of its report.
    """
    declared = [claim for claim, _ in terms.declarations]
    if declared != sorted(set(declared)):
        raise refused("bad_terms", "/run/terms/declarations")
    for name, read in (
        ("standing", lambda: parse_policy(canon.encode(terms.standing))),
        ("support", lambda: support_policy_of(canon.decode(canon.encode(terms.support)))),
        ("authority", lambda: authority_policy_of(canon.decode(canon.encode(terms.authority)))),
        ("declarations", lambda: declarations_of(to_builtins(dict(terms.declarations)), path)),
    ):
        try:
            read()
        except BadConfig:
            raise refused("bad_terms", f"/run/terms/{name}") from None
    if any(class_ not in PROVENANCE[:-1] for _, class_ in terms.profile.class_markers):
        raise refused("bad_terms", "/run/terms/profile/class_markers")


def require_frozen(stored: Execution, frozen: tuple[Frozen, ...]) -> None:
    """Refuse a policy, profile or domain pack that bears the name of a published one and says something else.

    Args:
        stored: The run.
        frozen: What is published.
    """
    terms, emitted = stored.run.terms, stored.run.arena_emission
    used: tuple[tuple[str, Frozen], ...] = (
        ("/run/terms/standing", terms.standing),
        ("/run/terms/support", terms.support),
        ("/run/terms/authority", terms.authority),
        ("/manifest/domain", stored.manifest.domain),
        *(() if emitted is None else (("/run/arena_emission/profile", emitted.profile),)),
    )
    for pointer, one in used:
        for published in frozen:
            if _name(published) == _name(one) and _as_published(one, published) != published:
                raise refused("policy_not_frozen", pointer)
    _require_published_profile(terms.profile)


def _name(one: Frozen) -> tuple[type, str, str]:
    return type(one), one.key, one.version


def _require_published_profile(given: Profile) -> None:
    if given.key not in (REPORT, GROUNDNUT):
        return
    published = profile(given.key)
    if given.version == published.version and given != published:
        # A profile covers its segmenter: where only that differs, the text is cut by other rules.
        other = given.segmenter != published.segmenter
        code, at = ("other_segmenter", "/segmenter") if other else ("policy_not_frozen", "")
        raise refused(code, f"/run/terms/profile{at}")


def _as_published(one: Frozen, published: Frozen) -> Frozen:
    """Return what a policy says before `--allow` and before waivers were refused: every run may do either, in sight."""
    if not (isinstance(one, Policy) and isinstance(published, Policy)):
        return one
    return replace(one, allows=published.allows, waivers=one.waivers or published.waivers)
