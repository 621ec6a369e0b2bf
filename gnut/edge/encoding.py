"""Which encoder compares words: one that needs nothing, the packaged matrix, or a model that the user has."""

from __future__ import annotations

from gnut.edge.world import World
from gnut.errors import Usage
from gnut.proofread.contract import Encoder
from gnut.proofread.core.encoders import exact, stemmed

NAMES = ("stem", "exact", "words", "model:FOLDER")


def encoder(world: World, name: str) -> Encoder:
    """Return the encoder of a name.

    Raises:
        MissingExtra: It needs a library that is not installed.
        Usage: There is none of that name.
        InputMissing: The model's folder is not there.
    """
    if name == "stem":
        return stemmed()
    if name == "exact":
        return exact()
    if name == "words":
        from gnut.edge.words.matrix import static

        return static()
    if name.startswith("model:"):
        from gnut.edge.words.model import brought

        return brought(world.cwd / name.removeprefix("model:"), name)
    raise Usage(f"unknown encoder {name!r}", help=f"encoders are: {', '.join(NAMES)}")
