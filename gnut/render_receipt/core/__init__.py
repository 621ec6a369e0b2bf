"""Compare the evidence that a report and its rendering declare, claim by claim."""

from __future__ import annotations

from gnut.model import sealed
from gnut.render_receipt.contract import DISCLOSURE, SCHEMA, Artifact, Disparity, Parity, Renderer, RenderReceipt, Side
from gnut.render_receipt.core.loading import parse_receipt
from gnut.render_receipt.core.renderers import renderer
from gnut.render_receipt.core.sequences import claim_count, sequence
from gnut_store import canon

__all__ = ["parse_receipt", "render_receipt", "renderer"]


def render_receipt(source: Artifact, rendered: Artifact, renderer: Renderer) -> RenderReceipt | Disparity:
    """Return the receipt of a rendering that keeps the evidence, or where it first does not.

    Compared are address, excerpt and locator of every cited claim, in reading order. Two artifacts that
    cite nothing are equal.

    Args:
        source: The report.
        rendered: What was made of it.
        renderer: By what; as `gnut.render_receipt.core.renderer` returns it.
    """
    ours, theirs = sequence(source.extraction), sequence(rendered.extraction)
    if ours != theirs:
        shared = min(len(ours), len(theirs))
        at = next((i for i in range(shared) if ours[i] != theirs[i]), shared)
        return Disparity(
            source_count=len(ours),
            rendered_count=len(theirs),
            first_difference=at + 1,
            source=ours[at] if at < len(ours) else None,
            rendered=theirs[at] if at < len(theirs) else None,
        )
    return sealed(
        RenderReceipt(
            schema=SCHEMA,
            disclosure=DISCLOSURE,
            source=_side(source, len(ours)),
            rendered=_side(rendered, len(theirs)),
            renderer=renderer,
            parity=Parity(
                evidence_sequence_identical=True,
                cited_occurrences=len(ours),
                evidence_sequence_sha256=canon.sha256(canon.encode(ours)),
                evidence_sequence=ours,
            ),
            sha256="",
        )
    )


def _side(artifact: Artifact, cited: int) -> Side:
    read = artifact.extraction
    return Side(
        kind=read.kind,
        sha256=read.input_sha256,
        bytes=artifact.bytes,
        claim_count=claim_count(read),
        cited_claim_count=cited,
        profile=read.profile,
        segmenter=read.segmenter,
    )
