"""CPU and memory of a command, measured from outside with `wait4`, as ratios to a bare interpreter."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

BARE = (sys.executable, "-c", "pass")
"""What ratios are relative to: the same interpreter, doing nothing."""


ENVIRON = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
"""As a user has it: without bytecode on disk every start would compile the whole program again."""


class Cost(NamedTuple):
    """What one run of a command took, its children included."""

    cpu: float
    """User and system seconds."""

    wall: float
    peak: int
    """Largest resident set of any process of the run, in KiB (bytes on macOS are converted)."""

    code: int
    output: bytes
    """Standard output; empty unless it was kept."""

    errors: bytes
    """The same of standard error."""


def run(
    command: Sequence[str],
    cwd: Path | None = None,
    keep: bool = False,
    feed: Path | None = None,
    environ: Mapping[str, str] = ENVIRON,
) -> Cost:
    """Return what `command` took, with `feed` as its standard input; its output only when `keep`."""
    with (
        tempfile.TemporaryFile() as out,
        tempfile.TemporaryFile() as err,
        open(feed or os.devnull, "rb") as given,
    ):
        sinks = (out, err) if keep else (subprocess.DEVNULL, subprocess.DEVNULL)
        started = time.perf_counter()
        child = subprocess.Popen(command, cwd=cwd, env=environ, stdin=given, stdout=sinks[0], stderr=sinks[1])
        _, status, usage = os.wait4(child.pid, 0)
        wall = time.perf_counter() - started
        child.returncode = os.waitstatus_to_exitcode(status)
        printed = tuple(file.seek(0) or file.read() for file in (out, err))
    return Cost(usage.ru_utime + usage.ru_stime, wall, kibibytes(usage), child.returncode, *printed)


def kibibytes(usage: resource.struct_rusage) -> int:
    """Return the peak in KiB; Linux counts in KiB, macOS in bytes."""
    return usage.ru_maxrss // 1024 if sys.platform == "darwin" else usage.ru_maxrss


def interleaved(commands: dict[str, Sequence[str]], rounds: int, cwd: Path | None = None) -> dict[str, Cost]:
    """Return the cheapest run of each command out of `rounds`, taken in turn so that noise meets all alike."""
    best: dict[str, Cost] = {}
    for _ in range(rounds):
        for name, command in commands.items():
            cost = run(command, cwd)
            if name not in best or cost.cpu < best[name].cpu:
                best[name] = cost
    return best


def gnut(*arguments: str) -> tuple[str, ...]:
    """Return the command line of the gnut that is installed beside this interpreter."""
    return (str(Path(sys.executable).with_name("gnut")), *arguments)


def tell(bench: str, measure: str, value: float, unit: str, budget: float | None = None, **more: object) -> bool:
    """Print one result for people and one JSON line for machines; return whether it is within its budget."""
    kept = budget is None or value <= budget
    verdict = "" if budget is None else f"  budget {budget:g}{'' if kept else '  OVER'}"
    print(f"{bench:12} {measure:44} {value:10.3f} {unit}{verdict}")
    record = {"bench": bench, "measure": measure, "value": round(value, 6), "unit": unit, "budget": budget, **more}
    print(json.dumps(record, sort_keys=True), file=sys.stderr)
    return kept
