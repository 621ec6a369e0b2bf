"""`gnut plumbing metrics`: what the road measures over given claims."""

from __future__ import annotations

from typing import Any

from gnut.account.compat import check_reply, envelope_case
from gnut.commands.plumbing_given import ran
from gnut.errors import MalformedReport

FIELDS = frozenset({"kind", "claims", "sources"})


def metrics_case(given: dict[str, Any]) -> dict[str, Any]:
    """Return an envelope (`kind: envelope`), or what the road measures over given claims (`kind: check`).

    Raises:
        MalformedReport: The request is of no known kind, or see `gnut.commands.plumbing_given.ran`.
        BadReceipt: An envelope is no rate.
    """
    if given.get("kind") == "envelope":
        return envelope_case(given)
    if given.get("kind") != "check":
        raise MalformedReport("`kind` is check or envelope", code="malformed_request")
    made = ran(given, FIELDS)
    return check_reply(made.extraction, made.evidence.findings, made.acquired, made.support)
