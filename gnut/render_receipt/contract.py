"""What comparing a report with its rendering takes and gives (`groundnut-render-receipt/v1`)."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from gnut.ingest.contract import Extraction, Identity

SCHEMA = "groundnut-render-receipt/v1"

DISCLOSURE = (
    "Both artifacts cite the same addresses with the same excerpts and locators in the same order. "
    "Prose, questions, classes and layout were not compared, and nothing is said of support or truth."
)
"""What a receipt claims, in words; it stands in every one."""


class Artifact(Struct, frozen=True, forbid_unknown_fields=True):
    """One side of the comparison, read."""

    extraction: Extraction
    bytes: int
    """Length of the file."""


class Evidence(Struct, frozen=True, forbid_unknown_fields=True):
    """What one cited claim points to."""

    source_uri: str
    """Address as written, in the form that renderers give it (`gnut.render_receipt.core.addresses`)."""

    excerpt: str | None
    """Declared words, runs of blanks as one."""

    locator: str | None


class Side(Struct, frozen=True, forbid_unknown_fields=True):
    """An artifact by its hash and by how it was read."""

    kind: str
    sha256: str
    bytes: int
    claim_count: int
    cited_claim_count: int
    profile: Identity
    segmenter: Identity


class Renderer(Struct, frozen=True, forbid_unknown_fields=True):
    """What turned the one artifact into the other."""

    name: str
    version: str
    configuration: dict[str, Any] | None
    """None when it holds a fraction or a name beyond ASCII, which no receipt holds: then its hash alone binds it."""

    configuration_sha256: str
    """Of its RFC 8785 form."""


class Parity(Struct, frozen=True, forbid_unknown_fields=True):
    """The evidence that both artifacts declare."""

    evidence_sequence_identical: bool
    """Always true: where it is not, there is no receipt."""

    cited_occurrences: int
    evidence_sequence_sha256: str
    evidence_sequence: tuple[Evidence, ...]
    """In reading order."""


class RenderReceipt(Struct, frozen=True, forbid_unknown_fields=True):
    """A rendering that keeps its report's evidence (`groundnut-render-receipt/v1`)."""

    schema: str
    disclosure: str
    source: Side
    rendered: Side
    renderer: Renderer
    parity: Parity
    sha256: str


class Disparity(Struct, frozen=True, forbid_unknown_fields=True):
    """Where a rendering first leaves its report's evidence."""

    source_count: int
    rendered_count: int
    first_difference: int
    """Position in the sequences, from 1."""

    source: Evidence | None
    """None where the source has no more evidence."""

    rendered: Evidence | None
    """None where the rendering has no more."""
