"""What reading a report gives: units, citations, excerpts, and what was set aside."""

from __future__ import annotations

from enum import Enum

from msgspec import Struct

from gnut.model import Place, Uri

__all__ = [
    "PROVENANCE",
    "SCHEMA",
    "Binding",
    "Citation",
    "CitationKind",
    "Excerpt",
    "Extraction",
    "Identity",
    "Lineage",
    "LineageInput",
    "Lines",
    "Noted",
    "Place",
    "Profile",
    "Unit",
    "UnitKind",
    "Uri",
    "Waiver",
]

SCHEMA = "groundnut-artifact-extraction/v3"
LINEAGE = "groundnut-calculation-lineage/v1"

KINDS = ("markdown", "rendered_html", "structured_json")
"""Kinds of artifact; the suffix of the name tells them apart."""

ANALYST = ("analyst_calculation", "analyst_inference", "recommendation")
"""Classes that imply a declared analysis."""

PROVENANCE = (
    "external_evidence",
    "company_assertion",
    "analyst_calculation",
    "analyst_inference",
    "recommendation",
    "open_question",
    "unclassified",
)


class UnitKind(Enum):
    """Block that a unit stands in."""

    PROSE = "prose"
    LIST_ITEM = "list_item"
    CELL = "cell"
    BLOCK_QUOTE = "block_quote"
    HEADING = "heading"
    """A heading that cites something; others are excluded."""

    CAPTION = "caption"
    """A table head or figure caption that cites something."""

    CLAIM = "claim"
    """A row of a structured JSON artifact, or a block of a rendered HTML one."""


class CitationKind(Enum):
    """Habit by which a report points to a source (docs/citations.md)."""

    LINK = "link"
    REFERENCE = "reference"
    AUTOLINK = "autolink"
    BARE = "bare"
    MARKER = "marker"
    FOOTNOTE = "footnote"
    KEY = "key"
    HTML = "html"
    LEFTOVER = "leftover"


class Excerpt(Struct, frozen=True, forbid_unknown_fields=True):
    """Words that the report says stand in a source."""

    text: str
    """Without the quotation marks; emphasis and other inline markup removed."""

    origin: str
    """`comment | fragment | quotation | block_quote | footnote | title | label | field`."""

    flattened: bool
    """Whether inline markup was taken out of it: such words stand as written in no source."""

    range_end: str | None
    """Last term of a text-fragment range; None unless the fragment is `start,end`."""

    prefix: str | None
    suffix: str | None
    place: Place
    """From the first character, quotation mark included."""


class Citation(Struct, frozen=True, forbid_unknown_fields=True):
    """One pointer from a unit to one source."""

    kind: CitationKind
    written: str
    """Address as written, or the marker (`[3]`, `[@key]`) when it resolves to none."""

    uri: Uri | None
    """Identity of the source; None when broken or unresolvable."""

    locator: str | None
    """`L2-L3`, `page 14`, a fragment, a pandoc suffix; None when there is none."""

    broken: str | None
    """Why it points to nothing, one sentence; None when it does not."""

    unresolvable: bool
    """True for a source that exists but has no address (a confidential or physical record)."""

    stack: int
    """Number of the stack within its unit (`[1][2]`, `[1-3]` share one), from 0."""

    place: Place

    question: str | None = None
    """Verification question declared right behind the citation; None when there is none."""


class Binding(Struct, frozen=True, forbid_unknown_fields=True):
    """An excerpt and the citations that may hold it: one, or the members of a stack in order."""

    excerpt: Excerpt
    targets: tuple[int, ...]
    """Indices into the unit's citations; never empty."""


class Waiver(Struct, frozen=True, forbid_unknown_fields=True):
    """A comment by which the author accepts a finding."""

    code: str
    """Finding code, `GN305`."""

    reason: str
    """Required text."""

    place: Place


class LineageInput(Struct, frozen=True, forbid_unknown_fields=True):
    """One value that a declared calculation starts from."""

    name: str
    value: str
    """As written, with its signs and units."""

    source_claim_ids: tuple[str, ...]
    """Claims of the same artifact that state the value, sorted."""


class Lineage(Struct, frozen=True, forbid_unknown_fields=True):
    """How an analyst's figure was computed, as declared (`groundnut-calculation-lineage/v1`)."""

    schema: str
    formula: str
    """As written; it is hashed exactly so."""

    formula_sha256: str
    inputs: tuple[LineageInput, ...]
    """Sorted by name, at least one."""

    note: str | None


class Unit(Struct, frozen=True, forbid_unknown_fields=True):
    """A sentence of prose or of a list item, a table body cell, or a block quote with its lead-in."""

    kind: UnitKind
    text: str
    """Plain text: labels in place of links, markers and comments removed, blanks folded."""

    prose: str
    """`text` without the bound excerpts, code and maths: what the author says in own words."""

    place: Place
    citations: tuple[Citation, ...]
    """In reading order."""

    bindings: tuple[Binding, ...]
    """In reading order of the excerpts; an excerpt may stand in an earlier unit of the paragraph."""

    unsourced: tuple[Excerpt, ...]
    """Quotations without any citation in their paragraph."""

    provenance: str
    """One of `PROVENANCE`."""

    declared_analysis: bool
    question: str | None
    """Declared verification question."""

    numeric: bool
    """A figure outside code, list ordinals, dates standing alone and coordinates."""

    waivers: tuple[Waiver, ...]
    calculation: Lineage | None = None
    """Declared lineage; only of an `analyst_calculation`."""

    declared_id: str | None = None
    """Claim id that a structured artifact gives; None where ids are counted."""

    location: str | None = None
    """`claims[0]` in a structured artifact, `block 3` in an HTML one; None where `place` has a line."""


class Noted(Struct, frozen=True, forbid_unknown_fields=True):
    """Something that looks like a citation and is none, with the named reason."""

    reason: str
    """`list_entry | list_note | navigation | image | footnote_body | remark | mail | excluded | code | …`"""

    written: str
    place: Place


class Lines(Struct, frozen=True, forbid_unknown_fields=True):
    """Every physical line of the report, once."""

    included: int
    excluded: tuple[tuple[str, int], ...]
    """(why, count) sorted by why: `blank`, `heading`, `front_matter`, `code`, `source_list`, …"""


class Identity(Struct, frozen=True, forbid_unknown_fields=True):
    """Key and hash of a profile or segmenter."""

    key: str
    version: str
    sha256: str


class Profile(Struct, frozen=True, forbid_unknown_fields=True):
    """How a report declares evidence (`report`, or `groundnut-artifact-profile/v1`)."""

    key: str
    version: str
    labels: bool
    """Whether a link's label and title declare its excerpt; then quotation marks declare none, and a relative
    link is never a citation."""

    structured_fields: tuple[tuple[str, str], ...]
    """(role, member) of JSON artifacts, sorted."""

    evidence_prefix: str
    """`PREFIX-quote:` and `PREFIX-locator:` comments declare evidence."""

    question_comment: str
    declared_classes: tuple[str, ...]
    """Markers of a declared analysis without a class; they give `analyst_inference`."""

    class_markers: tuple[tuple[str, str], ...]
    """(marker, analytical class), sorted."""

    ignored_classes: tuple[str, ...]
    """A container with one of these classes is apparatus."""

    ignored_attributes: tuple[str, ...]
    """A container with one of these attributes is apparatus, whatever its value."""

    segmenter: Identity
    sha256: str
    """Of the canonical form of all of the above."""


class Extraction(Struct, frozen=True, forbid_unknown_fields=True):
    """A report, read."""

    kind: str
    """One of `KINDS`. In other kinds than `markdown` a `Place` counts claims in reading order and its line is 0."""

    input_sha256: str
    """Of the report's bytes."""

    profile: Identity
    segmenter: Identity
    units: tuple[Unit, ...]
    """In reading order; each prose unit of the report is here once."""

    noted: tuple[Noted, ...]
    lines: Lines
    anomalies: tuple[tuple[str, Place], ...]
    """(name, where): `unclosed_fence`, `unclosed_front_matter`, `invalid_utf8` …"""

    policy: str | None
    """Standing policy the report's front matter asks for (`gnut: {policy: strict}`); may only tighten."""
