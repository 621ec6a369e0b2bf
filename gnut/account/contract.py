"""The canonical account: a run, its ledger and its manifest, each with its schema and its own hash."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from gnut.account.records import Acquisition, EvidenceReport, ExtractionReceipt
from gnut.acquire.contract import Acquired
from gnut.arena.contract import Emission
from gnut.authority.contract import Authority, AuthorityPolicy, Declaration
from gnut.check.contract import Evidence
from gnut.ingest.contract import Extraction, Profile
from gnut.ledger.contract import Ledger, Policy
from gnut.model import Report, Uri
from gnut.support.contract import Assessment, SupportPolicy
from gnut_store.oid import Oid

RUN = "groundnut-canonical-run/v1"
EXECUTION = "groundnut-canonical-execution/v1"
LARGEST = 64 << 20
"""Most bytes of one receipt, kept, exported or read: some fifteen thousand claims."""

MANIFEST = "groundnut-run-manifest/v2"
LEDGER = "groundnut-claim-ledger/v1"
DOMAIN = "groundnut-domain/v1"

DOMAIN_STATES = ("experimental", "development", "holdout_qualified", "production_approved")
"""How far the quality of a domain pack was measured; none inherits another's figures."""


class Given(Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that an account is made from: what one pass over a report gave, and under which terms."""

    report: Report
    profile: Profile
    extraction: Extraction
    acquired: Mapping[Uri, Acquired]
    """What became of each source that the report cites, itself left out."""

    evidence: Evidence
    support: tuple[Assessment, ...]
    """One a finding of `evidence`, in its order."""

    authority: tuple[Authority, ...]
    """The same."""

    policy: Policy
    """In force, front matter and allowances included."""

    ledger: Ledger
    support_policy: SupportPolicy
    authority_policy: AuthorityPolicy
    declarations: Mapping[str, Declaration]
    """By claim id."""

    engine: Engine
    domain: Domain
    mode: str
    """Value of `gnut.acquire.contract.Mode`."""

    strategies: Mapping[Uri, tuple[str, bool]]
    """(one of `records.STRATEGIES`, whether a fetch was tried); a source that is not named here was replayed."""

    emission: dict[str, Any] | None
    """`groundnut-arena-task-emission/v1` as JSON; None when none was asked for."""


class ArtifactRef(Struct, frozen=True, forbid_unknown_fields=True):
    """A file that a run read: the report, or a bibliography beside it."""

    path: str
    """From the repository root, or the file's name; `-` for standard input."""

    sha256: str
    bytes: int
    body: Oid
    """Address of its bytes, whether stored or not."""


class Terms(Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that a run was judged under, in full: a replay needs nothing else."""

    profile: Profile
    standing: Policy
    """In force: the call's with its allowances, or the one that the report's front matter tightened it to."""

    support: SupportPolicy
    authority: AuthorityPolicy
    declarations: tuple[tuple[str, Declaration], ...]
    """(claim id, declaration), sorted."""


class Run(Struct, frozen=True, forbid_unknown_fields=True):
    """The evidence of one run (`groundnut-canonical-run/v1`)."""

    schema: str
    report: ArtifactRef
    companions: tuple[ArtifactRef, ...]
    terms: Terms
    extraction: ExtractionReceipt
    acquisitions: tuple[Acquisition, ...]
    """One a distinct cited source, sorted by source id, then URI."""

    evidence: EvidenceReport
    arena_emission: Emission | None
    """Tasks for the arena, of the report or of a rendering of it; None when none were asked for."""

    sha256: str


class ClaimLedger(Struct, frozen=True, forbid_unknown_fields=True):
    """The three buckets, bound to the run they were read from (`groundnut-claim-ledger/v1`)."""

    schema: str
    run_sha256: str
    artifact_sha256: str
    profile_sha256: str
    segmenter_sha256: str
    policy_sha256: str
    ledger: Ledger
    sha256: str


class Engine(Struct, frozen=True, forbid_unknown_fields=True):
    """Which gnut ran."""

    package: str
    version: str
    revision: str
    """Commit, or `unattested` where neither a repository nor the installer's record names one."""

    source_sha256: str
    """Of the shipped Python files (`groundnut-source-tree/v1`)."""

    dirty: bool
    """True too for whatever nobody attests."""

    publishable: bool
    """Not dirty."""


class Domain(Struct, frozen=True, forbid_unknown_fields=True):
    """Which domain pack was in force."""

    key: str
    version: str
    playbook_sha256: str
    """Of all of the pack but its evidence."""

    manifest_sha256: str
    """Of all of it: a changed quality claim moves this hash alone."""


class DomainCategory(Struct, frozen=True, forbid_unknown_fields=True):
    """Something that a domain looks for."""

    key: str
    name: str
    severity: int
    """From 1 to 5, the gravest."""

    description: str


class DocumentType(Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of document that a domain meets."""

    key: str
    name: str
    description: str


class DomainEvidence(Struct, frozen=True, forbid_unknown_fields=True):
    """What is known of a pack's quality."""

    status: str
    """One of `DOMAIN_STATES`."""

    dataset: str | None
    """The labelled set that it was measured on; only an experimental pack may lack one."""

    disclosure: str


class DomainPack(Struct, frozen=True, forbid_unknown_fields=True):
    """What a domain asks of its documents (`groundnut-domain/v1`)."""

    schema: str
    key: str
    """`[a-z][a-z0-9_]*`."""

    version: str
    name: str
    document_noun: str
    extract_context: str
    classify_context: str
    categories: tuple[DomainCategory, ...]
    """At least one; keys and names are distinct."""

    document_types: tuple[DocumentType, ...]
    evidence: DomainEvidence


class ManifestSource(Struct, frozen=True, forbid_unknown_fields=True):
    """A readable source."""

    source_id: str
    sha256: str
    characters: int
    snapshot_sha256: str | None


class ManifestPolicy(Struct, frozen=True, forbid_unknown_fields=True):
    """A policy in force."""

    kind: str
    """`artifact_profile | support | authority | standing | arena_emission`."""

    key: str
    sha256: str


class Component(Struct, frozen=True, forbid_unknown_fields=True):
    """A part whose identity changes results."""

    role: str
    """`semantic_support_detector | claim_segmenter | excerpt_matcher`."""

    name: str
    revision: str
    configuration_sha256: str


class ManifestArtifact(Struct, frozen=True, forbid_unknown_fields=True):
    """An output, by its hash and the length of its canonical form."""

    kind: str
    schema: str
    sha256: str
    bytes: int


class Manifest(Struct, frozen=True, forbid_unknown_fields=True):
    """What a run was made from and what it made (`groundnut-run-manifest/v2`)."""

    schema: str
    engine: Engine
    domain: Domain
    sources: tuple[ManifestSource, ...]
    policies: tuple[ManifestPolicy, ...]
    components: tuple[Component, ...]
    artifacts: tuple[ManifestArtifact, ...]
    """`canonical_run` and `claim_ledger`."""

    sha256: str


class Execution(Struct, frozen=True, forbid_unknown_fields=True):
    """One run with its ledger and manifest (`groundnut-canonical-execution/v1`): what is stored and exchanged."""

    schema: str
    run: Run
    ledger: ClaimLedger
    manifest: Manifest
    sha256: str
