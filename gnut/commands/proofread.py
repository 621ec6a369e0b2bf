"""`gnut proofread`: which words and figures of an answer its sources support least."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from gnut.edge import evidence, terminal
from gnut.edge.encoding import encoder
from gnut.edge.world import World
from gnut.errors import Usage
from gnut.formats import escape
from gnut.formats.indented import in_one_line
from gnut.proofread.core import proofread as run
from gnut.proofread.core import report

NO_VERDICT = (
    "This is no verdict: gnut ships no threshold. Calibrate one on labelled answers of your own: gnut calibrate."
)


def proofread(
    world: World,
    *,
    answer: str | None,
    answer_text: str | None,
    sources: Sequence[str],
    k: int,
    locale: str,
    named: str,
    max_anchors: int,
    json: bool,
) -> int:
    """Print the weakest words and figures of an answer with the nearest of its sources.

    Returns:
        0: there is no verdict.

    Raises:
        Usage: Not exactly one answer is named.
        InputMissing: A file cannot be read.
        MalformedReport: The answer has too many words, or k is negative.
    """
    if (answer is None) == (answer_text is None):
        raise Usage("name one answer", help="--answer FILE, --answer -, or --answer-text TEXT")
    text = answer_text if answer is None else evidence.answer(world, answer)
    said = run(
        text or "",
        evidence.sources(world, sources),
        encoder=encoder(world, named),
        k=k,
        locale=locale,
        max_anchors=max_anchors,
    )
    for warning in said.warnings:
        terminal.err(f"warning: {escape.terminal(warning)}")
    if not said.n_marked:
        terminal.err("warning: the answer holds no words and no figures: nothing was read, and its floor says nothing")
    if json:
        terminal.out(in_one_line(msgspec.to_builtins(said)))
        return 0
    lines = [escape.terminal(line) for line in report(said).splitlines()]
    figures = f"{said.n_numeral} of them figures" if said.n_numeral != 1 else "1 of them a figure"
    lines += [
        f"floor {said.floor} over the {said.k} weakest of {said.n_marked} words and figures, {figures}",
        f"encoder {said.encoder_id} · sha256 {said.sha256}",
    ]
    terminal.out("\n".join(lines) + "\n")
    terminal.err(NO_VERDICT)
    return 0
