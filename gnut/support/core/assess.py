"""Ask a detector about every claim that has a readable source, and record what it said."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from gnut.check.contract import Evidence, Finding
from gnut.errors import BadConfig
from gnut.ingest.contract import ANALYST, Extraction
from gnut.model import Absence, Source, Uri
from gnut.support.contract import ASSESSMENT, Assessment, Decision, Detect, SupportInput, SupportPolicy
from gnut.support.core.decisions import checked, reaches
from gnut.support.core.policies import detector_ref, ref
from gnut.text.patterns import lazy
from gnut_store import canon

NO_SOURCE, NO_DETECTOR, BELOW, DERIVED = "no_source", "no_detector", "below_confidence", "analyst_derived"
UNREADABLE = ("hollow", "empty")
"""Windows that are no evidence, whatever words they hold."""

_NAME = lazy(r"[A-Za-z_][A-Za-z0-9_]{0,63}")


class _Asked(Struct, frozen=True):
    """What one assessment depends on; claims with the same of it share one."""

    text: str
    question: str | None
    source: Uri | None
    derived: bool


def support(
    extraction: Extraction, evidence: Evidence, policy: SupportPolicy, detect: Detect
) -> tuple[Assessment, ...]:
    """Return the support of every finding, in order; no finding is changed by it.

    The first that applies: no source (`not_assessed`, `no_source`); an analyst's own calculation, inference or
    recommendation, which no source can say (`not_assessed`, `analyst_derived`, docs/support.md); a source that
    could not be read (`source_unavailable`); a detector that abstains (`not_assessed`, `no_detector`), raises
    or answers badly (`not_assessed`, `detector_error:TYPE`); an answer below the policy's confidence
    (`insufficient`, decision kept); else the detector's label.

    Args:
        extraction: The report, read.
        evidence: Its findings; whether an excerpt was found does not matter here.
        policy: The frozen policy in force.
        detect: The detector that the policy names.

    Raises:
        BadConfig: The detector says that it is another one than the policy's (`detector_identity_mismatch`).
    """
    assessor = _Assessor(policy, detect)
    return tuple(assessor.assessment(extraction, finding) for finding in evidence.findings)


class _Assessor:
    """One policy and its detector over one report; the same question is asked once."""

    def __init__(self, policy: SupportPolicy, detect: Detect) -> None:
        identity = getattr(detect, "identity", policy.detector)
        if identity != policy.detector:
            raise BadConfig(
                f"the detector is not the one that support policy {policy.key!r} names",
                code="detector_identity_mismatch",
            )
        self._least = policy.min_confidence
        self._detect = detect
        self._made: dict[_Asked, Assessment] = {}
        self._hashes: dict[Uri, str] = {}
        self._blank = Assessment(
            ASSESSMENT, "not_assessed", None, None, "", ref(policy), detector_ref(policy.detector), None, None
        )

    def assessment(self, extraction: Extraction, finding: Finding) -> Assessment:
        """Return the assessment of one finding."""
        unit = extraction.units[finding.unit]
        citation = None if finding.citation is None else unit.citations[finding.citation]
        question = unit.question if citation is None else citation.question
        source = _source(finding.acquired, citation.uri if citation else None)
        asked = _Asked(
            unit.text,
            question,
            citation.uri if citation is not None and finding.acquired is not None else None,
            unit.provenance in ANALYST,
        )
        if asked not in self._made:
            self._made[asked] = self._assessed(asked, source)
        return self._made[asked]

    def _assessed(self, asked: _Asked, source: Source | Absence | None) -> Assessment:
        sha256 = self._hash(source) if isinstance(source, Source) else None
        blank = replace(
            self._blank, source_sha256=sha256, input_sha256=input_sha256(asked.text, asked.question, sha256)
        )
        if source is None:
            return replace(blank, note=NO_SOURCE)
        if asked.derived:
            return replace(blank, note=DERIVED)
        if isinstance(source, Absence):
            return replace(blank, status="source_unavailable", failure=source.why)
        try:
            decision = self._detect(SupportInput(asked.text, asked.question, source.text))
            if decision is not None:
                decision = checked(decision, asked.text)
        except Exception as error:
            # Whatever a detector meets is its own affair: one claim is not assessed, the run goes on.
            return replace(blank, note=f"detector_error:{_type_of(error)}")
        return self._judged(blank, decision)

    def _judged(self, blank: Assessment, decision: Decision | None) -> Assessment:
        if decision is None:
            return replace(blank, note=NO_DETECTOR)
        if not reaches(decision, self._least):
            return replace(blank, status="insufficient", note=BELOW, decision=decision)
        return replace(blank, status=decision.label, decision=decision)

    def _hash(self, source: Source) -> str:
        if source.bound is not None:
            return source.bound.text
        if source.uri not in self._hashes:
            self._hashes[source.uri] = canon.sha256(source.text.encode("utf-8", "surrogatepass"))
        return self._hashes[source.uri]


def _source(acquired: Source | Absence | None, cited: Uri | None) -> Source | Absence | None:
    """Return the source to read, or why there is none: a capture of something else is no source of the claim."""
    if isinstance(acquired, Source):
        if acquired.uri != cited:
            return Absence(acquired.uri, "snapshot_invalid", "the capture is of another source")
        if acquired.truncation in UNREADABLE:
            return Absence(acquired.uri, "no_text", "the window holds nothing that is evidence")
    return acquired


def _type_of(error: Exception) -> str:
    """Return the name of an error's type; its message may repeat the source and is never kept."""
    name = type(error).__name__
    return name if _NAME.fullmatch(name) else "Exception"


def input_sha256(claim_text: str, question: str | None, source_sha256: str | None) -> str:
    """Return the hash of what a detector is asked: the same on every machine."""
    asked = {"claim_text": claim_text, "question": question, "source_sha256": source_sha256}
    return canon.sha256(canon.encode(asked))
