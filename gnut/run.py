"""One report through ingest, acquire, check and ledger: pure, effects passed in."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from gnut.acquire.contract import Acquired, Mode, Sources
from gnut.acquire.core import wanted
from gnut.authority.contract import Authority, AuthorityPolicy, Declaration
from gnut.check.contract import Evidence
from gnut.check.core import check
from gnut.errors import BadConfig
from gnut.ingest.contract import Extraction, Profile
from gnut.ingest.core import ingest
from gnut.ledger.contract import Ledger, Policy
from gnut.ledger.core import ledger, tighten
from gnut.model import Report, Source, Uri
from gnut.support.contract import Assessment, Detect, SupportPolicy

if TYPE_CHECKING:
    from gnut.account.contract import Domain, Engine, Execution
    from gnut_store.canon import Canonical


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
    judges: Judges | Callable[[], Judges] | None = None,
) -> Run:
    """Return the ledger of a report and all that it was made from.

    Args:
        report: The report with the bibliographies beside it.
        profile: How citations and excerpts are read.
        sources: Where sources come from: a replay, or a replay followed by a live fetch.
        policy: What blocks, with the allowances of the call.
        policies: Policies that the report's front matter may ask for, by key; only to tighten.
        judges: Who says something of support and authority; None leaves both unassessed. A function gives the
            shipped ones, which know of nobody, and is called only if even they would change a row.

    Raises:
        MalformedReport: The report or its front matter breaks a rule of reading.
        BadConfig: Its front matter asks for an unknown or a looser policy.
    """
    extraction = ingest(report, profile)
    own_uri = own(report)
    acquired = {request.uri: sources(request) for request in wanted(extraction) if request.uri != own_uri}
    evidence = check(extraction, acquired, own_uri=own_uri)
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
    extraction: Extraction, evidence: Evidence, judges: Judges | Callable[[], Judges] | None
) -> tuple[tuple[Assessment, ...], tuple[Authority, ...]]:
    if judges is None:
        return (), ()
    if callable(judges):
        if _tells_itself(extraction, evidence):
            return (), ()
        judges = judges()
    # A check that keeps no run must not pay for loading these.
    from gnut.authority.core import authority
    from gnut.support.core import support

    assessed = support(extraction, evidence, judges.support, judges.detect)
    return assessed, authority(extraction, evidence, assessed, judges.authority, judges.declarations)


def _tells_itself(extraction: Extraction, evidence: Evidence) -> bool:
    """Say whether every row is what judges who know of nobody would make it: no class, no source that fails.

    What the rooms themselves decide is not decided here: anything out of the ordinary is theirs.
    """
    if len({finding.id for finding in evidence.findings}) < len(evidence.findings):
        return False
    for finding in evidence.findings:
        unit, acquired = extraction.units[finding.unit], finding.acquired
        if unit.provenance != "unclassified":
            return False
        if acquired is not None and not (
            isinstance(acquired, Source)
            and finding.citation is not None
            and acquired.uri == unit.citations[finding.citation].uri
            and acquired.truncation not in ("hollow", "empty")
        ):
            return False
    return True


def written(
    report: Report,
    made: Run,
    *,
    profile: Profile,
    judges: Judges,
    engine: Engine,
    domain: Domain,
    mode: str = Mode.REPLAY_ONLY.value,
    strategies: Mapping[Uri, tuple[str, bool]] | None = None,
    emission: dict[str, Any] | None = None,
) -> tuple[Execution, Canonical]:
    """Return the canonical account of a run and its canonical bytes, which are made on the way.

    Args:
        report: The report that was run.
        made: What `run` gave for it, with the same profile and judges.
        profile: How it was read.
        judges: Who was asked about support and authority.
        engine: Which gnut ran.
        domain: Which domain pack was in force.
        mode: Where sources might be taken from.
        strategies: How each source was acquired, and whether a fetch was tried; those left out were replayed.
        emission: Tasks for the arena, as JSON; None when none were asked for.

    Raises:
        BadReceipt: The parts do not belong together.
    """
    # A check that keeps no run must not pay for loading these.
    from gnut.account.contract import Given
    from gnut.account.core import encoded

    return encoded(
        Given(
            report=report,
            profile=profile,
            extraction=made.extraction,
            acquired=made.acquired,
            evidence=made.evidence,
            support=made.support,
            authority=made.authority,
            policy=made.policy,
            ledger=made.ledger,
            support_policy=judges.support,
            authority_policy=judges.authority,
            declarations=judges.declarations,
            engine=engine,
            domain=domain,
            mode=mode,
            strategies=strategies or {},
            emission=emission,
        )
    )


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
