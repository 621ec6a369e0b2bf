"""`gnut render-receipt`: whether a rendering keeps the evidence of its report."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gnut.edge import terminal
from gnut.edge.files import read
from gnut.edge.paths import Target, legible, target
from gnut.edge.reports import about, report_at
from gnut.edge.settings import settings
from gnut.edge.world import World
from gnut.errors import GnutError, MalformedReport, Usage

if TYPE_CHECKING:
    from gnut.ingest.contract import Profile
    from gnut.render_receipt.contract import Artifact, Disparity

CONFIGURATION = 1024 * 1024
"""Most bytes of a renderer's configuration or of a profile."""

TO_TYPE = "add the program that made the rendering: --renderer pandoc --renderer-version 3.2"


def render_receipt(
    world: World,
    source: str,
    rendered: str,
    *,
    renderer: str | None,
    version: str | None,
    configuration: str | None,
    profile: str | None,
    rendered_profile: str | None,
    out: str | None,
    json: bool,
) -> int:
    """Print or write the receipt of a rendering that keeps its report's evidence.

    Returns:
        0 with a receipt, 2 without: a rendering that lost evidence is no valid one.

    Raises:
        InputMissing: A file is not there.
        MalformedReport: One of the artifacts cannot be read, or nobody is named who rendered.
    """
    from gnut.render_receipt.contract import Disparity
    from gnut.render_receipt.core import render_receipt as compared
    from gnut.render_receipt.core import renderer as named
    from gnut_store import canon

    if renderer is None or version is None:
        raise Usage("a receipt names the renderer and its version", help=TO_TYPE, code="invalid_renderer")
    body = b"{}" if configuration is None else _bytes(world, configuration)
    who = named(renderer, version, body)
    first = _artifact(world, source, profile)
    second = _artifact(world, rendered, rendered_profile or profile)
    result = compared(first, second, who)
    if isinstance(result, Disparity):
        return _failed(result, source, rendered, json=json)
    if out is not None:
        from gnut.edge.outputs import write

        write(world.cwd, out, canon.encode(result) + b"\n")
    if json:
        from gnut.formats.indented import indented

        terminal.out(indented(result))
    counted = result.parity.cited_occurrences
    terminal.note(
        f"{legible(rendered)} keeps the evidence of {legible(source)}: {counted} of {counted} cited, "
        f"sequence {result.parity.evidence_sequence_sha256}"
    )
    return 0


def _failed(found: Disparity, source: str, rendered: str, *, json: bool) -> int:
    from gnut.edge.failures import UNUSABLE, say

    message = (
        f"{legible(rendered)} does not keep the evidence of {legible(source)}: "
        f"{found.source_count} cited there, {found.rendered_count} here, first difference at {found.first_difference}"
    )
    if json:
        from gnut.formats.indented import indented

        terminal.out(indented({"error": {"code": "render_parity_failed", "message": message}, "difference": found}))
    else:
        from gnut.formats import parity

        terminal.out(parity.render(found, legible(source), legible(rendered)))
    say(message, _remedy(found))
    return UNUSABLE


def _remedy(found: Disparity) -> str:
    from gnut.formats.parity import typographic

    if typographic(found):
        return "only typography differs: tell the renderer to keep quotation marks and dashes as written"
    if found.rendered_count > found.source_count:
        return "what a template adds is left out by the attribute data-groundnut-evidence-exclude on its container"
    return "gnut ingest FILE shows what is read in either of them"


def _artifact(world: World, name: str, profile: str | None) -> Artifact:
    from gnut.ingest.core import ingest
    from gnut.render_receipt.contract import Artifact

    if name == "-" or not name or "\0" in name or (world.cwd / name).is_dir():
        raise Usage(f"{legible(name)!r}: name a file", help="both artifacts are files: their kind is in their names")
    found: Target = target(world, world.cwd / name)
    config = settings(found.root)
    report = report_at(found, limit=config.max_report_bytes, noted=terminal.note)
    try:
        extraction = ingest(report, _profile(world, profile or config.profile))
    except GnutError as error:
        raise about(error, found) from None
    return Artifact(extraction, len(report.body))


def _profile(world: World, named: str | None) -> Profile:
    """Return a profile by its key, or from the file that is named; a key goes before a file that is called so."""
    from gnut.ingest.core import profile
    from gnut_store import canon

    try:
        return profile(named)
    except MalformedReport:
        if named is None or "\0" in named or not (world.cwd / named).is_file():
            raise
    value = canon.decode(_bytes(world, named))
    if not isinstance(value, dict):
        raise MalformedReport(f"{legible(named)}: a profile is a JSON object", code="invalid_profile")
    return profile(value)


def _bytes(world: World, name: str) -> bytes:
    return read(world.cwd / name, limit=CONFIGURATION, shown=legible(name))
