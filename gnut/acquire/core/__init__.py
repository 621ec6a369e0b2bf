"""The rules of acquiring: what to ask for, what to keep of an answer, what a replay may use."""

from __future__ import annotations

from gnut.acquire.core.capture import snapshot, source
from gnut.acquire.core.exchanges import exchanges, load_exchange, seen_at, validators
from gnut.acquire.core.failures import failure, last_failure
from gnut.acquire.core.identity import exchange_ref, failure_ref, source_id, source_ref, timed
from gnut.acquire.core.modes import acquire, failed, mode_of
from gnut.acquire.core.replay import fetchable, head, heads, load, missing, on_record, replay, stands
from gnut.acquire.core.settle import settle
from gnut.acquire.core.statuses import why_of
from gnut.acquire.core.wanted import request, wanted

__all__ = [
    "acquire",
    "exchange_ref",
    "exchanges",
    "failed",
    "failure",
    "failure_ref",
    "fetchable",
    "head",
    "heads",
    "last_failure",
    "load",
    "load_exchange",
    "missing",
    "mode_of",
    "on_record",
    "replay",
    "request",
    "seen_at",
    "settle",
    "snapshot",
    "source",
    "source_id",
    "source_ref",
    "stands",
    "timed",
    "validators",
    "wanted",
    "why_of",
]
