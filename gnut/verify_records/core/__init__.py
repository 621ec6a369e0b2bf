"""Seal decisions into records, and check logs of them: every hash, every link, every signature."""

from __future__ import annotations

from gnut.verify_records.core.chain import Chain, verify_records
from gnut.verify_records.core.sealing import content_hash, record_hash, seal, seal_document

__all__ = ["Chain", "content_hash", "record_hash", "seal", "seal_document", "verify_records"]
