"""Measure what the canonical account of a run costs beside the run: CPU of this process, the best of N.

    python bench/account.py [--claims 500] [--sources 50] [--characters 100000] [--rounds 20] [--profile]

The sources carry the digests that a replay gives them. Ends with 1 when the budget is exceeded.
"""

from __future__ import annotations

import argparse
import cProfile
import pstats
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from measure import tell
from report_workload import write

from gnut.account.contract import Engine, Execution
from gnut.account.core import parse_execution
from gnut.edge.policies import all_shipped, authority_policy, domain, shipped, support_policy
from gnut.ingest.core import profile
from gnut.model import Bound, Report, Request, Source
from gnut.run import Judges, Run, run, written
from gnut.support.core import detector
from gnut_store import canon
from gnut_store.oid import oid_of

BUDGET = 0.060
"""Seconds of CPU for 500 claims over 50 sources, canonical bytes included."""

ENGINE = Engine("gnut", "0", "unattested", canon.sha256(b""), True, False)


def prepared(folder: Path, options: argparse.Namespace, support: str) -> tuple[Report, Run, Judges]:
    """Return a report, run once, with the judges that were asked."""
    write(folder, options.claims, options.sources, options.characters, 1)
    texts = {}
    for line in (folder / "pages.txt").read_text(encoding="utf-8").split():
        uri, _, name = line.partition("=")
        texts[uri] = (folder / name).read_text(encoding="utf-8")

    def sources(request: Request) -> Source:
        body = texts[request.uri].encode()
        bound = Bound(canon.sha256(body), canon.sha256(b"window" + body), canon.sha256(b"snapshot" + body))
        oid = oid_of("snapshot", body)
        return Source(request.uri, request.uri, oid, body.decode(), None, "complete", False, False, (), bound)

    policy = support_policy(support)
    judges = Judges(policy, detector(policy), authority_policy("default"), {})
    report = Report("report.md", (folder / "report.md").read_bytes(), ())
    made = run(
        report,
        profile=profile(None),
        sources=sources,
        policy=shipped("default"),
        policies=all_shipped(),
        judges=judges,
    )
    return report, made, judges


def best(work: Callable[[], object], rounds: int) -> float:
    """Return the least CPU that `work` took."""
    costs = []
    for _ in range(rounds):
        started = time.process_time()
        work()
        costs.append(time.process_time() - started)
    return min(costs)


def main() -> int:
    """Measure and say."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--claims", type=int, default=500)
    parser.add_argument("--sources", type=int, default=50)
    parser.add_argument("--characters", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--support", default="none")
    parser.add_argument("--profile", action="store_true", help="show where the time goes instead")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        report, made, judges = prepared(Path(scratch), options, options.support)

    def work() -> tuple[Execution, bytes]:
        return written(report, made, profile=profile(None), judges=judges, engine=ENGINE, domain=domain())

    done, body = work()
    if options.profile:
        profiler = cProfile.Profile()
        profiler.runcall(work)
        pstats.Stats(profiler).sort_stats("cumulative").print_stats(30)
        return 0
    shown = f"{options.claims} claims, {options.sources} sources"
    kept = tell("account", f"{shown}, bytes included", best(work, options.rounds), "CPU s", BUDGET, bytes=len(body))
    tell("account", "its bytes alone", best(lambda: canon.encode(done), options.rounds), "CPU s")
    tell("account", "read back and checked", best(lambda: parse_execution(body), options.rounds), "CPU s")
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
