"""MiniCheck: is the claim, as one sentence, supported by the document?"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

from msgspec import Struct

from gnut.edge.models.answers import BadAnswer, fraction, listed, raw_sha256, rest, whole
from gnut.edge.models.configured import Licence
from gnut.edge.models.libraries import Libraries, attribute
from gnut.errors import BadConfig
from gnut.support.contract import Decision, SupportInput

ADAPTER = "minicheck"
PACKAGE = "minicheck"
"""The name is also that of another project on the public index; the class asked for below tells them apart."""

VARIANTS = {
    "roberta-large": "lytang/MiniCheck-RoBERTa-Large",
    "deberta-v3-large": "lytang/MiniCheck-DeBERTa-v3-Large",
    "flan-t5-large": "lytang/MiniCheck-Flan-T5-Large",
}
"""The library's names of its models. The fourth runs code that comes with the model, and is left out."""


class Configuration(Struct, frozen=True, forbid_unknown_fields=True):
    """How the model is read; all of it is pinned by the policy."""

    code_licence: Licence
    model_licence: Licence
    variant: Literal["roberta-large", "deberta-v3-large", "flan-t5-large"]


def model_folder(folder: Path, configuration: Configuration, model: str) -> Path:
    """Return where, in a cache of downloads, the revision lies that the library will take.

    The library knows its models by name only and takes the revision to which the cache's `refs/main` points.

    Raises:
        BadConfig: The policy names another model than the variant's (`detector_identity_mismatch`), or the cache
            does not say which revision it would take (`model_revision_unstated`).
    """
    named = VARIANTS[configuration.variant]
    if model != named:
        raise BadConfig(
            f"variant {configuration.variant} is {named}, the support policy pins {model}",
            code="detector_identity_mismatch",
        )
    cached = folder / f"models--{named.replace('/', '--')}"
    pointer = cached / "refs" / "main"
    if not pointer.is_file():
        raise BadConfig(f"the folder holds no download of {named}", code="model_revision_unstated")
    with pointer.open("rb") as file:
        revision = file.read(64).decode("ascii", "replace").strip()
    if not revision.isalnum():
        raise BadConfig(f"the download of {named} names no revision", code="model_revision_unstated")
    return cached / "snapshots" / revision


def opened(libraries: Libraries, folder: Path, configuration: Configuration) -> Callable[[SupportInput], Decision]:
    """Return the model, ready to be asked."""
    made = attribute(libraries, "minicheck.minicheck", "MiniCheck")
    model = made(model_name=configuration.variant, cache_dir=str(folder))
    return lambda asked: _decided(model, asked)


def _decided(model: Any, asked: SupportInput) -> Decision:
    """Return what the library's best part of the document says; it never says `contradicted`."""
    answer = listed(model.score(docs=[asked.source_text], claims=[asked.claim_text]), 4)
    labels, probabilities, parts, each = (listed(member, 1) for member in answer)
    label, probability = whole(labels[0]), fraction(probabilities[0])
    by_part = [fraction(one) for one in listed(each[0])]
    if label not in (0, 1) or label != (float(probabilities[0]) > 0.5):
        raise BadAnswer("label and probability do not belong together")
    if not by_part or len(by_part) != len(listed(parts[0])) or max(by_part) != probability:
        raise BadAnswer("the parts of the document and their probabilities do not belong together")
    best = f"part {by_part.index(probability) + 1} of {len(by_part)}, the library's best"
    raw = raw_sha256([label, probability, by_part])
    if label == 1:
        return Decision("supported", probability, f"supported by {best}", (), raw)
    return Decision("insufficient", rest(probabilities[0]), f"not supported by {best}", (), raw)
