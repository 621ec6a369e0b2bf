"""One report through ingest, acquire, check and ledger: pure, effects passed in."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import Struct

from gnut.acquire.contract import Acquired, Sources
from gnut.acquire.core import wanted
from gnut.authority.contract import Authority, AuthorityPolicy, Declaration
from gnut.check.contract import Evidence
from gnut.check.core import check
from gnut.errors import BadConfig
from gnut.ingest.contract import Extraction, Profile
from gnut.ingest.core import ingest
from gnut.ledger.contract import Ledger, Policy
from gnut.ledger.core import ledger, tighten
from gnut.model import Report, Uri
from gnut.support.contract import Assessment, Detect, SupportPolicy


class Judges(Struct, frozen=True):
    """Who is asked about support and authority, and under which frozen policies."""

    support: SupportPolicy
    detect: Detect
    authority: AuthorityPolicy
    declarations: Mapping[str, Declaration]
    """By claim id."""


class Run(Struct, frozen=True):
    """Everything that one pass over a report gave."""

    extraction: Extraction
    acquired: dict[Uri, Acquired]
    evidence: Evidence
    support: tuple[Assessment, ...]
    """One a finding of `evidence`, in its order; empty when no judges were asked."""

    authority: tuple[Authority, ...]
    """The same."""

    policy: Policy
    """In force, front matter included."""

    ledger: Ledger


def run(
    report: Report,
    *,
    profile: Profile,
    sources: Sources,
    policy: Policy,
    policies: Mapping[str, Policy],
    clock: Callable[[], float] | None = None,
    judges: Judges | None = None,
) -> Run:
    """Return the ledger of a report and all that it was made from.

    Args:
        report: The report with the bibliographies beside it.
        profile: How citations and excerpts are read.
        sources: Where sources come from: a replay, or a replay followed by a live fetch.
        policy: What blocks, with the allowances of the call.
        policies: Policies that the report's front matter may ask for, by key; only to tighten.
        clock: Monotonic seconds, so that searching can give up.
        judges: Who says something of support and authority; None leaves both unassessed.

    Raises:
        MalformedReport: The report or its front matter breaks a rule of reading.
        BadConfig: Its front matter asks for an unknown or a looser policy.
    """
    extraction = ingest(report, profile)
    own_uri = own(report)
    acquired = {request.uri: sources(request) for request in wanted(extraction) if request.uri != own_uri}
    evidence = check(extraction, acquired, own_uri=own_uri, clock=clock)
    support, authority = _judged(extraction, evidence, judges)
    in_force = policy_for(extraction, policy, policies)
    return Run(
        extraction,
        acquired,
        evidence,
        support,
        authority,
        in_force,
        ledger(
            extraction,
            evidence,
            path=report.path,
            own_uri=own_uri,
            policy=in_force,
            support=tuple(one.status for one in support),
            authority=tuple(one.kind for one in authority),
        ),
    )


def _judged(
    extraction: Extraction, evidence: Evidence, judges: Judges | None
) -> tuple[tuple[Assessment, ...], tuple[Authority, ...]]:
    if judges is None:
        return (), ()
    # A check that keeps no run must not pay for loading these.
    from gnut.authority.core import authorities
    from gnut.support.core import assess

    support = assess(extraction, evidence, judges.support, judges.detect)
    return support, authorities(extraction, evidence, support, judges.authority, judges.declarations)


def own(report: Report) -> Uri | None:
    """Return the identity of the report itself; None for standard input."""
    return None if report.path == "-" else Uri(f"file:{report.path}")


def policy_for(extraction: Extraction, policy: Policy, policies: Mapping[str, Policy]) -> Policy:
    """Return the policy in force: the call's, or the tighter one that the front matter asks for."""
    asked = extraction.policy
    if asked is None or asked == policy.key:
        return policy
    if asked not in policies:
        raise BadConfig(f"the report's front matter asks for unknown policy {asked!r}", code="unknown_policy")
    return tighten(policy, policies[asked])
