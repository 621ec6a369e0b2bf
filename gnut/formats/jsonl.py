"""One JSON object a line: rows and defects as they stand, then one summary."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from gnut.formats.escape import json_text
from gnut.ledger.contract import CheckReport


def render(checked: CheckReport) -> str:
    """Return a `row` line for each row, an `anomaly` line for each defect, and a `summary` line at the end."""
    return "".join(json_text(msgspec.json.encode(value).decode()) + "\n" for value in _values(checked))


def _values(checked: CheckReport) -> Iterator[dict[str, object]]:
    for ledger in checked.reports:
        for anomaly in ledger.anomalies:
            yield {"type": "anomaly", "path": ledger.path, **msgspec.to_builtins(anomaly)}
        for row in ledger.rows:
            yield {"type": "row", "path": ledger.path, **msgspec.to_builtins(row)}
    yield {
        "type": "summary",
        "schema": checked.schema,
        "exit": checked.exit,
        "reports": [
            {
                "path": ledger.path,
                "outcome": ledger.outcome.value,
                "policy": msgspec.to_builtins(ledger.policy),
                "population": msgspec.to_builtins(ledger.population),
                "rates": msgspec.to_builtins(ledger.rates),
            }
            for ledger in checked.reports
        ],
    }
