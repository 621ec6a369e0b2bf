"""`gnut ground`: what captured probes prove of the knowledge sources that answers are grounded on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from gnut.edge import terminal
from gnut.edge.failures import of_os
from gnut.edge.files import read
from gnut.edge.grounding import body_at, decoded, evidence_of, manifest_at, root_at, write_ground_manifest
from gnut.edge.paths import legible
from gnut.edge.store import named, opened
from gnut.edge.vouching import Vouched, vouch, vouched
from gnut.edge.world import World
from gnut.errors import GnutError, Usage
from gnut.formats import grounded
from gnut.formats.grounded import REPORT, GroundReport, Said
from gnut.formats.indented import in_one_line
from gnut.ground.contract import MUST_FIX, GroundEvidenceError, Manifest
from gnut.ground.core import ground as assessed
from gnut.ground.core.freshness import ALLOWANCE
from gnut.ground.core.gating import fails
from gnut.ground.core.pseudonyms import pseudonymised
from gnut.ground.core.remarks import remarks
from gnut.ground.core.scanning import require_storable
from gnut.text import times
from gnut_store import canon
from gnut_store.oid import is_prefix

KEY = 1 << 16
"""Most bytes of a key file."""


def ground(
    world: World,
    evidence: str | None,
    *,
    evidence_file: str | None,
    project_root: str,
    manifest_path: str,
    emit: bool,
    gate: bool,
    fail_on: str,
    compat: bool,
    output: str,
    keep: bool = False,
    digest: bool = True,
    pseudonymise: str | None = None,
) -> int:
    """Assess an evidence bundle, write its manifest when asked to, and print what it comes to.

    Args:
        world: The folder and the clock.
        evidence: File with the bundle, from the current folder on; `-` is standard input.
        evidence_file: The same, from the project's root on.
        project_root: Folder that the manifest stays in.
        manifest_path: Where it goes.
        emit: Whether it is written.
        gate: With `compat`, whether a failure ends with 2.
        fail_on: From which status on a finding ends with 1, one of `gating.LEVELS`.
        compat: Whether exit codes are those of the original: 1 for what is invalid, 2 for a gated failure.
        output: `text`, `manifest` or `json`.
        keep: Whether the manifest goes to the store's local tier, with a receipt around it.
        digest: Whether that receipt bears the digest of the bundle, unless something in it must not be stored.
        pseudonymise: File with a key: principals are replaced by pseudonyms before anything is judged.

    Returns:
        0 every finding passes; 1 one does not.

    Raises:
        GroundEvidenceError: The bundle has a wrong shape, or something in it must not be stored; the path leads out.
        ManifestValidationError: Its time is none.
        Usage: No bundle is named, or two.
        NoStore: There is none to keep it in.
    """
    with _original(compat):
        if (evidence is None) is (evidence_file is None):
            raise Usage("name one evidence bundle", help="gnut ground evidence.json", code="usage")
        root = root_at(world.cwd, project_root)
        store = opened(world) if keep else None  # Nothing is written where not all can be.
        now = world.now()
        said = body_at(world.cwd, evidence) if evidence is not None else body_at(root, evidence_file or "")
        bundle = evidence_of(said)
        if pseudonymise is not None:
            bundle = pseudonymised(bundle, read(world.cwd / pseudonymise, limit=KEY, shown=legible(pseudonymise)))
        manifest = assessed(bundle, generated_at=now)
        written = write_ground_manifest(manifest, root, manifest_path) if emit else None
        told = remarks(bundle, generated_at=manifest.generated_at, now=now)
        failed = any(finding.status == MUST_FIX for finding in manifest.findings)
        code = (2 if gate and failed else 0) if compat else int(fails(manifest, fail_on))
        body = grounded.manifest_text(manifest).encode("utf-8")
        kept = None
        if store is not None:
            hashed = said if digest and _may_hash(said, pseudonymise is not None) else None
            kept = vouch(store, "local", manifest, hashed)
        _tell(manifest, _report(manifest, body, code, now, written, told), output)
        if kept is not None:
            terminal.note(f"kept: manifest {kept.manifest}, receipt {kept.receipt}")
    return code


def _may_hash(said: bytes, pseudonymous: bool) -> bool:
    """Return whether the digest of a bundle may be kept: who knows the rest of it could try what a secret is."""
    if pseudonymous:
        terminal.note("note: the receipt bears no digest of the bundle: names could be guessed by it")
        return False
    try:
        require_storable(decoded(said, GroundEvidenceError), GroundEvidenceError)
    except GroundEvidenceError as error:
        terminal.note(f"note: the receipt bears no digest of the bundle, which holds what is not stored: {error}")
        return False
    return True


def verify(world: World, path: str, *, fail_on: str, output: str) -> int:
    """Say whether an existing manifest agrees with itself, still counts, and passes.

    Args:
        world: The folder, the store and the clock.
        path: File of the manifest; or the id of a kept one, or of a receipt around it, where no file has that name.
        fail_on: From which status on a finding ends with 1.
        output: `text`, `manifest` or `json`.

    Returns:
        0 it counts and passes; 1 it has expired, or a finding does not pass.

    Raises:
        ManifestValidationError: It is broken: no manifest, or one that contradicts itself or the receipt around it.
        BadId: The store holds no such object.
    """
    manifest, body, receipt = _existing(world, path)
    now = world.now()
    until = times.later(manifest.generated_at, manifest.freshness.valid_for_hours)
    why = _why_not(manifest, now, until)
    code = 1 if why else int(fails(manifest, fail_on))
    report = _report(manifest, body, code, now, None, (why,) if why else ())
    _tell(manifest, report, output)
    terminal.note("checked: shape, reasons, status and evidence against one another; who is entitled is not stored")
    if receipt is not None:
        terminal.note(f"receipt: of {receipt.tool}, agrees with the manifest; it is not signed")
    return report.exit


def _existing(world: World, said: str) -> Vouched:
    if is_prefix(said) and not (world.cwd / said).exists():
        store = opened(world)
        return vouched(store, named(store, said))
    manifest, body = manifest_at(world.cwd, said)
    return Vouched(manifest, body, None)


def _why_not(manifest: Manifest, now: str, until: str) -> str | None:
    """Return why a manifest does not count now; None when it does."""
    clock, end, start = times.instant(now), times.instant(until), times.instant(manifest.generated_at)
    if clock is not None and end is not None and clock > end:
        return f"expired: it counted until {until}"
    if clock is not None and start is not None and start.after(clock, ALLOWANCE):
        return f"of a time yet to come: {manifest.generated_at}"
    return None


def _report(
    manifest: Manifest, body: bytes, code: int, now: str, written: str | None, remarks: tuple[str, ...]
) -> GroundReport:
    until = times.later(manifest.generated_at, manifest.freshness.valid_for_hours)
    clock, end = times.instant(now), times.instant(until)
    return GroundReport(
        schema=REPORT,
        exit=code,
        status=manifest.status,
        findings=tuple(Said(each.id, each.status, each.detail.reason) for each in manifest.findings),
        expires_at=until,
        expired=clock is not None and end is not None and clock > end,
        manifest_sha256=canon.sha256(body),
        written=written,
        remarks=remarks,
    )


def _tell(manifest: Manifest, report: GroundReport, output: str) -> None:
    """Print the findings to stdout, and to stderr what a person needs to act on them."""
    if output == "manifest":
        terminal.out(grounded.manifest_text(manifest))
    elif output == "json":
        terminal.out(in_one_line(report))
    else:
        terminal.out(grounded.summary(manifest))
    for line in grounded.told(manifest):
        terminal.note(line)
    for line in report.remarks:
        terminal.note(f"note: {line}")
    if report.written is not None:
        terminal.note(f"written: {report.written}")


@contextmanager
def _original(compat: bool) -> Iterator[None]:
    """Let every refusal end with 1, as that of the original does."""
    if not compat:
        yield
        return
    try:
        yield
    except OSError as error:
        refusal = GnutError(of_os(error)[0], help=of_os(error)[1])
        refusal.exit_code = 1
        raise refusal from None
    except Usage:
        raise  # Both end with 2.
    except GnutError as error:
        error.exit_code = 1
        raise
