"""A cross-encoder for natural language inference: does the source entail the claim, or contradict it?"""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

from msgspec import Struct

from gnut.edge.models.answers import BadAnswer, WindowTooLong, fraction, listed, raw_sha256
from gnut.edge.models.configured import Characters, Licence, Overlap, Threshold, Tokens
from gnut.edge.models.folder import labels
from gnut.edge.models.libraries import Libraries, attribute
from gnut.edge.models.windows import windows
from gnut.errors import BadConfig
from gnut.support.contract import Decision, SupportInput

ADAPTER = "nli_cross_encoder"
PACKAGE = "sentence-transformers"
NAMES = ("contradiction", "entailment", "neutral")


class Configuration(Struct, frozen=True, forbid_unknown_fields=True):
    """How the model is read; all of it is pinned by the policy."""

    code_licence: Licence
    model_licence: Licence
    labels: tuple[str, str, str]
    """`contradiction`, `entailment` and `neutral` in the order of the model's outputs."""

    entailment: Threshold
    contradiction: Threshold
    window_characters: Characters
    overlap_characters: Overlap
    max_tokens: Tokens
    """Of source and claim together; a longer pair is the detector's error, never cut."""


def model_folder(folder: Path, configuration: Configuration, model: str) -> Path:
    """Return where the model's files lie: in the folder itself."""
    return folder


def opened(libraries: Libraries, folder: Path, configuration: Configuration) -> Callable[[SupportInput], Decision]:
    """Return the model, ready to be asked.

    Raises:
        BadConfig: The labels are not the three, or the folder has them in another order (`model_labels_invalid`).
    """
    if sorted(configuration.labels) != list(NAMES):
        raise BadConfig(f"labels are {', '.join(NAMES)}, each once", code="detector_configuration_invalid")
    there = labels(folder)
    if there is not None and there != configuration.labels:
        # Two of them swapped would turn every answer into its opposite.
        raise BadConfig("the model has other labels, or in another order", code="model_labels_invalid")
    made = attribute(libraries, "sentence_transformers", "CrossEncoder")
    model = made(str(folder), max_length=configuration.max_tokens, local_files_only=True, trust_remote_code=False)
    return lambda asked: _decided(model, configuration, asked)


def _decided(model: Any, configuration: Configuration, asked: SupportInput) -> Decision:
    text = asked.source_text
    pieces = windows(text, configuration.window_characters, configuration.overlap_characters)
    pairs = [(text[piece.start : piece.end], asked.claim_text) for piece in pieces]
    for pair in pairs:
        if len(listed(model.tokenizer(*pair, truncation=False)["input_ids"])) > configuration.max_tokens:
            raise WindowTooLong("source and claim are longer than the model reads")
    rows = [_row(each) for each in listed(model.predict(pairs, apply_softmax=True), len(pairs))]
    return _mapped(configuration, rows)


def _row(given: object) -> list[str]:
    row = [fraction(each) for each in listed(given, len(NAMES))]
    if abs(sum(map(Decimal, row), Decimal()) - 1) > Decimal("0.001"):
        raise BadAnswer("the probabilities of a window do not add up to 1")
    return row


def _mapped(configuration: Configuration, rows: list[list[str]]) -> Decision:
    """Return the label of the best window for each side; where both sides have one, neither is said."""
    entails, entailed_at = _best(rows, configuration.labels.index("entailment"))
    contradicts, contradicted_at = _best(rows, configuration.labels.index("contradiction"))
    is_entailed = Decimal(entails) >= Decimal(configuration.entailment)
    is_contradicted = Decimal(contradicts) >= Decimal(configuration.contradiction)
    raw = raw_sha256(rows)
    count = len(rows)
    if is_entailed and is_contradicted:
        reason = f"window {entailed_at} of {count} entails the claim, window {contradicted_at} contradicts it"
        return Decision("insufficient", None, reason, (), raw)
    if is_entailed:
        return Decision("supported", entails, f"window {entailed_at} of {count} entails the claim", (), raw)
    if is_contradicted:
        reason = f"window {contradicted_at} of {count} contradicts the claim"
        return Decision("contradicted", contradicts, reason, (), raw)
    best, at = max((entails, entailed_at), (contradicts, contradicted_at))
    reason = f"no window of {count} entails or contradicts the claim; window {at} comes nearest"
    return Decision("insufficient", f"{1 - Decimal(best):.6f}", reason, (), raw)


def _best(rows: list[list[str]], column: int) -> tuple[str, int]:
    """Return the highest probability of a label and the number of its first window, from 1."""
    at = max(range(len(rows)), key=lambda number: (Decimal(rows[number][column]), -number))
    return rows[at][column], at + 1
