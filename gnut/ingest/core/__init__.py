"""Read a report: units, citations, excerpts, and everything that was set aside."""

from __future__ import annotations

from gnut.ingest.contract import Extraction, Identity, Profile
from gnut.ingest.core.kinds import JSON, MARKDOWN, kind_of
from gnut.ingest.core.numbering import claims, refuse_bad_references
from gnut.ingest.core.population import count_lines, noted
from gnut.ingest.core.profile import profile
from gnut.ingest.core.reading import Reading
from gnut.ingest.core.units import units
from gnut.model import Report
from gnut_store import canon

__all__ = ["claims", "ingest", "profile"]


def ingest(report: Report, profile: Profile) -> Extraction:
    """Return what a report claims, cites and quotes.

    Nothing is fetched or judged here. Every line and everything that looks like a citation is in the
    result once, as a unit, a citation or under the reason why it is none.

    Args:
        report: The report with the bibliographies beside it; the ending of its name tells Markdown, HTML and
            JSON apart.
        profile: How it declares evidence; the front matter may name another one instead of `report`.

    Raises:
        ReportTooLarge: More than 4 MiB, 200,000 brackets or 100,000 citations, or markup that no parser
            should be given.
        MalformedReport: A kind that is not read (`unsupported_artifact`), no text, front matter that asks gnut
            for something unknown, or declarations that contradict each other (code says which).
    """
    kind = kind_of(report.path)
    if kind == JSON:
        # A check of Markdown must not pay for loading the other readers.
        from gnut.ingest.core.structured import structured

        return structured(report, profile)
    reading = Reading(report, profile, kind)
    found = units(reading)
    made = Extraction(
        kind=kind,
        input_sha256=canon.sha256(report.body),
        profile=_identity(reading.profile),
        segmenter=reading.profile.segmenter,
        units=found,
        noted=noted(reading, found),
        lines=count_lines(reading, found),
        anomalies=tuple(sorted(reading.anomalies, key=lambda one: (one[1].start, one[0]))),
        policy=reading.policy,
    )
    refuse_bad_references(made, reading.lines)
    if kind == MARKDOWN:
        return made
    from gnut.ingest.core.counted import counted

    return counted(made, reading.lines)


def _identity(chosen: Profile) -> Identity:
    return Identity(chosen.key, chosen.version, chosen.sha256)
