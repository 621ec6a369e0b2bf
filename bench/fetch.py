"""Measure `gnut acquire`: many pages of a slow server on this machine.

    python bench/fetch.py [--pages 200] [--delay 0.1] [--bytes 20000] [--rounds 3]

The server waits before each answer; fetched one after the other, the pages would take at least pages × delay.
Hosts that were opened with --allow-net are exempt from politeness, so this measures the machinery and not the pauses.
Ends with 1 when the wall time is over a third of that sum, or the memory over its budget.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
from pathlib import Path

from measure import Cost, gnut, run, tell
from serve import Page, serving

SHARE = 1 / 3
"""Of the sum of all delays, as a budget for the wall time."""

MEMORY = 200.0
"""MiB, of the largest process."""

SENTENCE = "The harbour of Oakhaven took {number} ships in its {number}th month, and the clerk wrote them all down. "


def page(number: int, size: int) -> Page:
    """Return a page of about `size` bytes that no other number gives."""
    sentence = SENTENCE.format(number=number)
    paragraphs = "".join(f"<p>{sentence}</p>\n" for _ in range(max(1, size // (len(sentence) + 8))))
    body = f"<!doctype html><meta charset=utf-8><title>Ledger {number}</title><main>{paragraphs}</main>"
    return Page(body.encode(), "text/html; charset=utf-8")


def acquired(options: argparse.Namespace, folder: Path) -> tuple[Cost, int, int]:
    """Return what one cold `acquire` took, how many pages were asked for, and how many at once."""
    pages = {f"/{number}": page(number, options.bytes) for number in range(options.pages)}
    with serving(pages, options.delay) as server:
        lines = [f"Said so [ledger](http://{server.authority}/{number}).\n" for number in range(options.pages)]
        (folder / "report.md").write_text("\n".join(lines), encoding="utf-8")
        run(gnut("init"), folder)
        cost = run(gnut("acquire", "report.md", "--allow-net", server.authority), folder, keep=True)
        return cost, server.asked, server.most_at_once


def main() -> int:
    """Measure and say."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, default=200)
    parser.add_argument("--delay", type=float, default=0.1)
    parser.add_argument("--bytes", type=int, default=20_000)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    costs = []
    for _ in range(options.rounds):
        with tempfile.TemporaryDirectory() as scratch:
            cost, asked, at_once = acquired(options, Path(scratch))
        if cost.code != 0 or asked < options.pages:
            sys.stderr.write(cost.errors.decode(errors="replace"))
            print(f"acquire ended with {cost.code} after {asked} requests")
            return 1
        costs.append(cost)
    total = options.pages * options.delay
    shown = f"{options.pages} pages, {options.delay * 1000:g} ms each"
    wall = statistics.median(cost.wall for cost in costs)
    within = tell("fetch", f"{shown}: wall", wall, "s", total * SHARE, sum=total, at_once=at_once)
    tell("fetch", "share of the sum of all delays", wall / total, "x")
    tell("fetch", "CPU, the parsers' child included", statistics.median(cost.cpu for cost in costs), "CPU s")
    peak = max(cost.peak for cost in costs) / 1024
    return 0 if tell("fetch", "largest process", peak, "MiB", MEMORY) and within else 1


if __name__ == "__main__":
    sys.exit(main())
