"""Whether the parts of a run belong together, and the files at hand to it."""

from __future__ import annotations

from collections.abc import Iterator

from gnut.account.contract import ArtifactRef, Execution
from gnut.verify_receipt.contract import Bundle, Refusal
from gnut.verify_receipt.core.files import files
from gnut.verify_receipt.core.refusals import refusal
from gnut_store import canon
from gnut_store.oid import oid_of


def binding(bundle: Bundle, execution: Execution) -> Iterator[Refusal]:
    """Yield every part and file that does not belong to the run of `execution`."""
    yield from _report(bundle, execution)
    yield from _report_named(execution)
    yield from _terms(execution)
    yield from _judges(execution)
    yield from _run_named(execution)
    yield from files(bundle, execution)


def _report(bundle: Bundle, execution: Execution) -> Iterator[Refusal]:
    run = execution.run
    if _is_another(run.report, bundle.report):
        yield refusal("other_report", "/run/report")
    listed = {}
    for at, ref in enumerate(run.companions):
        listed[ref.path] = ref
        body = bundle.companions.get(ref.path)
        if body is None:
            yield refusal("companion_missing", f"/run/companions/{at}")
        elif _is_another(ref, body):
            yield refusal("other_companion", f"/run/companions/{at}")
    if set(bundle.companions) - set(listed):
        yield refusal("unlisted_file", "/run/companions")


def _is_another(ref: ArtifactRef, body: bytes) -> bool:
    return (ref.sha256, ref.bytes, ref.body) != (canon.sha256(body), len(body), oid_of("blob", body))


def _report_named(execution: Execution) -> Iterator[Refusal]:
    report = execution.run.report.sha256
    for pointer, named in (
        ("/run/extraction/input_sha256", execution.run.extraction.input_sha256),
        ("/ledger/artifact_sha256", execution.ledger.artifact_sha256),
    ):
        if named != report:
            yield refusal("mixed_report", pointer)


def _terms(execution: Execution) -> Iterator[Refusal]:
    """Yield each place of the ledger that names another profile, segmenter or standing policy than the run."""
    run, ledger = execution.run, execution.ledger
    read, standing = run.extraction, canon.sha256(canon.encode(run.terms.standing))
    for code, pointer, same in (
        ("mixed_profile", "/ledger/profile_sha256", ledger.profile_sha256 == read.profile.sha256),
        ("mixed_segmenter", "/ledger/segmenter_sha256", ledger.segmenter_sha256 == read.segmenter.sha256),
        ("mixed_policy", "/ledger/policy_sha256", ledger.policy_sha256 == standing),
        ("mixed_policy", "/ledger/ledger/policy", ledger.ledger.policy.sha256 == standing),
    ):
        if not same:
            yield refusal(code, pointer)


def _judges(execution: Execution) -> Iterator[Refusal]:
    """Yield each account that was assessed under another policy or detector than the run's report names."""
    evidence, terms = execution.run.evidence, execution.run.terms
    for at, one in enumerate(evidence.accounts):
        pointer = f"/run/evidence/accounts/{at}"
        if one.assessment.policy != evidence.support_policy:
            yield refusal("mixed_policy", f"{pointer}/assessment/policy")
        if one.authority.policy_sha256 != evidence.authority_policy.sha256:
            yield refusal("mixed_policy", f"{pointer}/authority/policy_sha256")
        named, asked = one.assessment.detector, terms.support.detector
        if tuple(getattr(named, field) for field in asked.__struct_fields__) != tuple(
            getattr(asked, field) for field in asked.__struct_fields__
        ):
            yield refusal("mixed_detector", f"{pointer}/assessment/detector")
    for name, policy in (("support_policy", terms.support), ("authority_policy", terms.authority)):
        ref = getattr(evidence, name)
        if (ref.key, ref.sha256) != (policy.key, canon.sha256(canon.encode(policy))):
            yield refusal("mixed_policy", f"/run/evidence/{name}")


def _run_named(execution: Execution) -> Iterator[Refusal]:
    run, ledger = execution.run, execution.ledger
    if ledger.run_sha256 != run.sha256:
        yield refusal("mixed_run", "/ledger/run_sha256")
    made = {"canonical_run": ("mixed_run", canon.encode(run)), "claim_ledger": ("mixed_ledger", canon.encode(ledger))}
    for at, artifact in enumerate(execution.manifest.artifacts):
        if artifact.kind not in made:
            continue  # An artifact that no run makes differs from the replay's list.
        code, body = made[artifact.kind]
        if artifact.sha256 != canon.sha256(body):
            yield refusal(code, f"/manifest/artifacts/{at}/sha256")
        elif artifact.bytes != len(body):
            yield refusal("artifact_length", f"/manifest/artifacts/{at}/bytes")
