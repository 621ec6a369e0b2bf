"""Measure decisions: draw a sample, say from its labels how many that passed were wrong, replay traffic."""

from __future__ import annotations

from gnut.measure.core.estimating import measure
from gnut.measure.core.replaying import replay
from gnut.measure.core.sampling import decided, sample

__all__ = ["decided", "measure", "replay", "sample"]
