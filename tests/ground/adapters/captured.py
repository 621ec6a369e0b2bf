"""The captured samples that tests of adapters start from."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

SAMPLES = Path(__file__).parent / "samples"


def sample(name: str) -> Any:
    """Return a sample by the name of its file."""
    return json.loads((SAMPLES / f"{name}.json").read_text(encoding="utf-8"))


def changed(value: dict[str, Any], path: str, to: object) -> dict[str, Any]:
    """Return a copy of a result with one place of it changed or added; None takes it away."""
    made = copy.deepcopy(value)
    *parts, last = (int(part) if part.isdigit() else part for part in path.split("/"))
    inner: Any = made
    for part in parts:
        inner = inner[part]
    if to is None:
        del inner[last]
    else:
        inner[last] = to
    return made
