"""One report through ingest, acquire, check and ledger: pure, effects passed in."""

from __future__ import annotations

from msgspec import Struct

from gnut.acquire.contract import Acquired
from gnut.check.contract import Evidence
from gnut.ingest.contract import Extraction
from gnut.ledger.contract import Ledger
from gnut.model import Uri


class Run(Struct, frozen=True):
    """Everything that one pass over a report gave."""

    extraction: Extraction
    acquired: dict[Uri, Acquired]
    evidence: Evidence
    ledger: Ledger
