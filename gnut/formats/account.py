"""A stored run for people: what was checked, by what, under which terms, from which sources, and what it came to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gnut.account.contract import ArtifactRef, Execution, Manifest, Run
from gnut.account.records import Acquisition
from gnut.formats import summary
from gnut.formats.escape import one_line
from gnut.formats.paint import Paint
from gnut.ledger.contract import CHECK, CheckReport
from gnut_store.oid import Oid

UNATTESTED = "unattested"
"""Revision of a gnut for which nobody says from which commit it is made."""

SHORT = 12
"""Hex digits of a hash that are shown."""


def render(oid: Oid, made: Execution, *, paint: Paint) -> str:
    """Return the account in sections of short lines; every untrusted word is escaped for a terminal.

    Args:
        oid: Id of the run in the store.
        made: The run.
        paint: Whether to colour.
    """
    sections = {
        f"run {oid}": [f"sha256 {made.sha256}", f"made by {engine(made)}"],
        "report": list(_report(made.run)),
        "terms": list(_terms(made.manifest)),
        "sources": [_source(one) for one in made.run.acquisitions] or ["none"],
        "facts": list(_facts(made.run)),
        "outcome": summary.render(CheckReport(CHECK, 0, (made.ledger.ledger,)), paint=paint, verbose=True).splitlines(),
    }
    lines = [line for head, body in sections.items() for line in (paint(head, "bold"), *(f"  {one}" for one in body))]
    return "".join(f"{line}\n" for line in lines)


def engine(made: Execution) -> str:
    """Return in words which gnut made a run."""
    by = made.manifest.engine
    name = f"{by.package} {by.version}"
    if by.revision == UNATTESTED:
        said = f"{name}, unattested: neither a repository nor an installer's record says from which commit it is"
    elif by.publishable:
        said = f"{name}, {by.revision[:SHORT]}, publishable: its sources are those of that commit"
    else:
        said = f"{name}, {by.revision[:SHORT]}, changed: its sources are not known to be those of that commit"
    return one_line(f"{said}; sources {by.source_sha256[:SHORT]}")


def _report(run: Run) -> Iterator[str]:
    yield f"{_file(run.report)}, {run.extraction.kind}, {run.extraction.claim_count} claims"
    yield from (f"with {_file(companion)}" for companion in run.companions)
    read = run.extraction
    yield one_line(
        f"read by {read.segmenter.key}/{read.segmenter.version} under {read.profile.key}/{read.profile.version}"
    )


def _file(ref: ArtifactRef) -> str:
    name = "standard input" if ref.path == "-" else one_line(ref.path)
    return f"{name}, {ref.bytes:,} bytes, sha256 {ref.sha256[:SHORT]}"


def _terms(manifest: Manifest) -> Iterator[str]:
    for policy in manifest.policies:
        yield one_line(f"{policy.kind} {policy.key} (sha256 {policy.sha256[:SHORT]})")
    for part in manifest.components:
        yield one_line(f"{part.role} {part.name} {part.revision}")
    yield one_line(f"domain {manifest.domain.key}/{manifest.domain.version}")


def _source(one: Acquisition) -> str:
    result = one.result
    name = one_line(f"{result.source_id} {result.uri}")
    if not result.ok:
        return f"{name}: {one.strategy}, unavailable: {one_line(f'{result.failure} {result.detail or str()}')}"
    said = [one.strategy, f"{result.characters:,} characters", f"window {result.truncation}"]
    said += ["supplied by the user"] if result.supplied else []
    said += [f"served from {result.final_uri}"] if result.redirected else []
    said += [f"snapshot {one.snapshot[: SHORT + 3]}"] if one.snapshot else []
    return f"{name}: {one_line(', '.join(said))}"


def _facts(run: Run) -> Iterator[str]:
    counted = run.evidence.summary
    yield f"support: {_counts(counted.support_status_counts)}"
    yield f"authority: {_counts(counted.authority_kind_counts)}"
    yield f"provenance: {_counts(counted.provenance_class_counts)}"
    yield f"anchoring: {_counts(counted.mechanical.anchor_outcome_counts)}"
    if run.arena_emission is not None:
        yield f"arena: {len(run.arena_emission.tasks)} tasks"


def _counts(counts: Mapping[str, int]) -> str:
    return one_line(", ".join(f"{count} {name}" for name, count in counts.items() if count) or "no claims")
