"""The rules of acquiring: what to ask for, what to keep of an answer, what a replay may use."""

from __future__ import annotations

from gnut.acquire.core.capture import failure, settle, snapshot, source
from gnut.acquire.core.identity import failure_ref, source_id, source_ref
from gnut.acquire.core.modes import acquire, failed, mode_of
from gnut.acquire.core.replay import fetchable, head, heads, load, missing, on_record, replay, stands
from gnut.acquire.core.statuses import why_of
from gnut.acquire.core.wanted import request, wanted

__all__ = [
    "acquire",
    "failed",
    "failure",
    "failure_ref",
    "fetchable",
    "head",
    "heads",
    "load",
    "missing",
    "mode_of",
    "on_record",
    "replay",
    "request",
    "settle",
    "snapshot",
    "source",
    "source_id",
    "source_ref",
    "stands",
    "wanted",
    "why_of",
]
