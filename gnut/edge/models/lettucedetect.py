"""LettuceDetect: which parts of a claim the source does not carry."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from msgspec import Struct

from gnut.edge.models.answers import BadAnswer, WindowTooLong, fraction, listed, raw_sha256, whole
from gnut.edge.models.configured import Characters, Licence, Overlap, Tokens
from gnut.edge.models.libraries import Libraries, attribute
from gnut.edge.models.windows import windows
from gnut.support.contract import Decision, SupportInput, SupportSpan

ADAPTER = "lettucedetect"
PACKAGE = "lettucedetect"

CATEGORIES = ("contradiction", "unsupported_addition", "fabricated_reference")
"""Types of marked parts (the library's own taxonomy, version 2); a model without types leaves them out."""

_UNTYPED = "unsupported"
_MEMBERS = {"start", "end", "text", "confidence", "category", "subcategory"}
_INSTRUCTION = 1_000
"""Bytes that the library's instructions around source and claim take at most, in any of its languages."""


class Configuration(Struct, frozen=True, forbid_unknown_fields=True):
    """How the model is read; all of it is pinned by the policy."""

    code_licence: Licence
    model_licence: Licence
    language: str
    """Of the library's instructions (`en`, `de`, …); the model is trained on one."""

    window_characters: Characters
    overlap_characters: Overlap
    max_tokens: Tokens


def model_folder(folder: Path, configuration: Configuration, model: str) -> Path:
    """Return where the model's files lie: in the folder itself."""
    return folder


def opened(libraries: Libraries, folder: Path, configuration: Configuration) -> Callable[[SupportInput], Decision]:
    """Return the model, ready to be asked."""
    made = attribute(libraries, "lettucedetect.models.inference", "HallucinationDetector")
    model = made(
        method="transformer",
        model_path=str(folder),
        max_length=configuration.max_tokens,
        lang=configuration.language,
        local_files_only=True,
    )
    return lambda asked: _decided(model, configuration, asked)


def _decided(model: Any, configuration: Configuration, asked: SupportInput) -> Decision:
    """Return the decision over the window against which the least of the claim is marked.

    The library reads a long context in parts as well, but takes a word for carried only if every part carries
    it; and of what it cuts off it marks nothing, which would read as support. So each window fits: a byte-level
    vocabulary has at most one token a byte.
    """
    claim, text = asked.claim_text, asked.source_text
    around = len((claim + (asked.question or "")).encode("utf-8", "surrogatepass")) + _INSTRUCTION
    left = configuration.max_tokens - around
    if left < configuration.max_tokens // 4:
        raise WindowTooLong("claim and question leave no room for the source")
    pieces = windows(text, configuration.window_characters, configuration.overlap_characters, left)
    answers = [
        _spans(
            model.predict(
                context=[text[piece.start : piece.end]], question=asked.question, answer=claim, output_format="spans"
            ),
            claim,
        )
        for piece in pieces
    ]
    at = min(range(len(answers)), key=lambda number: sum(span.end - span.start for span in answers[number]))
    return _mapped(answers[at], at + 1, len(answers), raw_sha256(answers))


def _mapped(spans: tuple[SupportSpan, ...], window: int, count: int, raw: str) -> Decision:
    if not spans:
        # That nothing is marked has no probability.
        return Decision(
            "supported", None, f"no part of the claim is marked against window {window} of {count}", (), raw
        )
    contradicting = [span for span in spans if span.label == "contradiction"]
    label = "contradicted" if contradicting else "insufficient"
    telling = [span.confidence for span in contradicting or spans if span.confidence is not None]
    reason = f"{len(spans)} marked in the claim against window {window} of {count}, the one that marks least"
    return Decision(label, max(telling, default=None), reason, spans, raw)


def _spans(answer: object, claim: str) -> tuple[SupportSpan, ...]:
    return tuple(_span(each, claim) for each in listed(answer))


def _span(given: object, claim: str) -> SupportSpan:
    if not isinstance(given, dict) or not set(given) <= _MEMBERS:
        raise BadAnswer("a marked part has other members than the library's")
    category = given.get("category")
    if category is not None and category not in CATEGORIES:
        raise BadAnswer("a marked part has an unknown category")
    start, end = whole(given.get("start")), whole(given.get("end"))
    if not 0 <= start < end <= len(claim) or given.get("text") != claim[start:end]:
        raise BadAnswer("a marked part is no part of the claim")
    confidence = None if given.get("confidence") is None else fraction(given["confidence"])
    return SupportSpan(start, end, claim[start:end], category or _UNTYPED, confidence)
