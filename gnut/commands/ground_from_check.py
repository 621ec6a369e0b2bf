"""`gnut ground from-check`: the kept runs of reports as evidence that their citations are among what was acquired."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gnut.account.contract import Execution
from gnut.acquire.core import load
from gnut.edge import runs, terminal
from gnut.edge.files import read
from gnut.edge.paths import legible
from gnut.edge.store import opened
from gnut.edge.vouching import vouch
from gnut.edge.world import World
from gnut.errors import BadId, GnutError, ObjectCorrupt, Usage
from gnut.formats import grounded
from gnut.ground.adapters.checked import Cited, Document, from_checks
from gnut.ground.core import ground as assessed
from gnut.ground.core.gating import fails
from gnut.ledger.contract import Bucket
from gnut.model import Absence, Uri
from gnut_store.oid import Oid, oid_of, short
from gnut_store.store import Store

LOCAL = "local_file"


def ground_from_check(
    world: World,
    reports: Sequence[str],
    *,
    source_id: str,
    permission_model: str,
    refresh_cadence: str,
    baseline: str | None,
    evidence: bool,
    record: bool | None,
    fail_on: str,
) -> int:
    """Assess the newest kept run of each report, keep the manifest, and say what it comes to.

    Args:
        world: The folder, the store and the clock.
        reports: Reports that were checked, or ids of runs.
        source_id: What the documents are declared as.
        permission_model: `none` or `acl`.
        refresh_cadence: How often snapshots are to be brought up to date.
        baseline: Reference of the retrieval baseline; None for none.
        evidence: Print the bundle instead, and keep nothing.
        record: Keep the manifest in the store's local tier; True in the team's, False nowhere.
        fail_on: From which status on a finding ends with 1.

    Returns:
        0 every finding passes; 1 one does not, as that of freshness without a baseline.

    Raises:
        Usage: What is only printed cannot be kept.
        NoStore: There is none, and so no run was kept.
        BadId: A report has no run, or an id is none.
        GroundEvidenceError: An id or the baseline has a wrong shape.
    """
    if evidence and record is not None:
        raise Usage("--evidence keeps nothing", help="leave out --record and --no-record")
    store = opened(world)
    found = dict(_run(world, store, name) for name in reports)
    documents = [_document(store, execution) for execution in found.values()]
    bundle, unchecked = from_checks(
        documents,
        source_id=source_id,
        permission_model=permission_model,
        refresh_cadence=refresh_cadence,
        baseline=baseline,
    )
    if unchecked:
        some = f"{unchecked} of {len(documents)} documents" if len(documents) > 1 else "the document"
        terminal.note(f"note: {some} gave no run: a citation could not be checked (gnut acquire, then gnut check)")
    if evidence:
        terminal.out(grounded.evidence_text(bundle))
        return 0
    now = world.now()
    manifest = assessed(bundle, generated_at=now)
    terminal.out(grounded.summary(manifest))
    for line in grounded.told(manifest):
        terminal.note(line)
    if record is not False:
        kept = vouch(store, "team" if record else "local", manifest, None)
        terminal.note(f"kept: manifest {kept.manifest}, receipt {kept.receipt}")
    return int(fails(manifest, fail_on))


def _run(world: World, store: Store, name: str) -> tuple[Oid, Execution]:
    """Return the newest run of a report, by its id, which has to be of the report as it stands."""
    path = world.cwd / name
    try:
        oid = runs.resolve(world, store, name)
    except BadId as error:
        if path.is_file():
            raise BadId(f"{legible(name)}: no run of it is kept", help="gnut check keeps one") from None
        raise error
    execution = runs.load(store, oid)
    if path.is_file() and oid_of("blob", read(path, shown=legible(name))) != execution.run.report.body:
        told = f"{legible(name)}: was changed since it was checked"
        raise GnutError(told, help="gnut check it again: what its last run says is of what it was")
    return oid, execution


def _document(store: Store, execution: Execution) -> Document:
    readable = {one.snapshot: one for one in execution.run.acquisitions if one.result.ok and one.snapshot is not None}
    return Document(
        citations=tuple(_cited(execution)),
        acquired=tuple(str(snapshot) for snapshot in readable),
        stamps=tuple(
            _fetched(store, snapshot, one.result.uri) for snapshot, one in readable.items() if one.strategy != LOCAL
        ),
    )


def _cited(execution: Execution) -> Iterator[Cited]:
    """Yield the citations of a run's ledger, a row each: what it resolves to, or a key of its own."""
    for row in execution.ledger.ledger.rows:
        if row.bucket is Bucket.OWN_REASONING:
            continue
        if row.kind is None and row.source is not None and row.source.snapshot is not None:
            yield Cited(str(row.source.snapshot))
        else:
            yield Cited(f"citation:{row.fingerprint}", row.kind)


def _fetched(store: Store, oid: Oid, uri: Uri) -> str:
    """Return when a source was acquired."""
    snapshot = load(store.get(oid, "snapshot"), uri)
    if isinstance(snapshot, Absence):
        raise ObjectCorrupt(f"{short(oid)}…: {snapshot.detail}")
    return snapshot.fetched_at
