"""Hostile bytes, parsed in limited children: a crash costs one source and not the run."""

from __future__ import annotations

from gnut.edge.sandbox.children import WALL_SECONDS, Sandbox, extract, extract_many, resident, started
from gnut.edge.sandbox.process import ANSWER_MAX
from gnut.edge.sandbox_frame import Job

__all__ = ["ANSWER_MAX", "WALL_SECONDS", "Job", "Sandbox", "extract", "extract_many", "resident", "started"]
