"""Seeking excerpts and numbers in their sources."""

from __future__ import annotations

from gnut.check.core.evidence import ANCHOR_MARKS, SOURCE_MARKS, check, doubts_of, source_marks, wanted_of

__all__ = ["ANCHOR_MARKS", "SOURCE_MARKS", "check", "doubts_of", "source_marks", "wanted_of"]
