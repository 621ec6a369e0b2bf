"""AlignScore: how far the information of a claim stands in a context."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from gnut.edge.models.answers import fraction, listed, raw_sha256, rest
from gnut.edge.models.configured import Licence, Threshold
from gnut.edge.models.folder import require_folder
from gnut.edge.models.libraries import Libraries, attribute
from gnut.errors import BadConfig
from gnut.support.contract import Decision, SupportInput

ADAPTER = "alignscore"
PACKAGE = "alignscore"
FileName = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}$")]


class Configuration(Struct, frozen=True, forbid_unknown_fields=True):
    """How the model is read; all of it is pinned by the policy."""

    code_licence: Licence
    model_licence: Licence
    checkpoint: FileName
    """File in the folder. The library loads it by unpickling: it is as trusted as a program."""

    backbone: FileName
    """Folder in the folder; its name holds `roberta`, by which the library knows its kind."""

    evaluation_mode: Literal["nli_sp", "nli", "bin_sp", "bin"]
    threshold: Threshold


def model_folder(folder: Path, configuration: Configuration, model: str) -> Path:
    """Return where the model's files lie: in the folder itself, checkpoint and backbone together."""
    return folder


def opened(libraries: Libraries, folder: Path, configuration: Configuration) -> Callable[[SupportInput], Decision]:
    """Return the model, ready to be asked, on the processor.

    Raises:
        BadConfig: Checkpoint or backbone is not in the folder (`model_folder_missing`).
    """
    checkpoint, backbone = folder / configuration.checkpoint, folder / configuration.backbone
    require_folder(backbone)
    if not checkpoint.is_file():
        raise BadConfig(f"the folder holds no {configuration.checkpoint}", code="model_folder_missing")
    made = attribute(libraries, "alignscore", "AlignScore")
    model = made(
        model=str(backbone),
        batch_size=16,
        device="cpu",
        ckpt_path=str(checkpoint),
        evaluation_mode=configuration.evaluation_mode,
        verbose=False,
    )
    return lambda asked: _decided(model, configuration, asked)


def _decided(model: Any, configuration: Configuration, asked: SupportInput) -> Decision:
    """Return `supported` from the threshold on, else `insufficient`: a low score is no contradiction."""
    (score,) = listed(model.score(contexts=[asked.source_text], claims=[asked.claim_text]), 1)
    aligned = fraction(score)
    raw = raw_sha256([aligned])
    read = "over the library's own parts of the source"
    if Decimal(aligned) >= Decimal(configuration.threshold):
        return Decision("supported", aligned, f"aligned at {aligned} {read}", (), raw)
    return Decision("insufficient", rest(score), f"aligned at {aligned} only, {read}", (), raw)
