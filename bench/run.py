"""Measure speed and memory, as ratios where the machine would otherwise decide.

    python bench/run.py [cold|workload|quotes|memory|growth ...] [--quotes-from DIR] [--rounds N]

Results for people go to stdout, one JSON line each to stderr. Ends with 1 when a budget is exceeded or a
row disagrees with its truth. bench/README.md says what each one does and where its budget comes from.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from measure import BARE, Cost, gnut, interleaved, run, tell
from report_workload import write

WORKLOAD = {"claims": 500, "sources": 50, "characters": 100_000, "seed": 1}
TINY = '# Tiny\n\nThe log says "lit for the first time on 4 March 1871" ([log](log.txt)).\n'


def lay_tiny(scratch: Path) -> None:
    """Write the smallest report whose citation holds."""
    (scratch / "tiny.md").write_text(TINY, encoding="utf-8")
    (scratch / "log.txt").write_text("The lamp was lit for the first time on 4 March 1871.\n", encoding="utf-8")


def cold(scratch: Path, options: argparse.Namespace) -> bool:
    """Measure the start of commands against a bare interpreter."""
    lay_tiny(scratch)
    budgets = {"--version": 1.5, "rule GN302": 7.0, "check tiny.md": 10.0}
    commands = {"bare": BARE} | {words: gnut(*words.split()) for words in budgets}
    best = interleaved(commands, options.rounds, scratch)
    kept = [best["check tiny.md"].code == 0]
    for words, budget in budgets.items():
        ratio = best[words].cpu / best["bare"].cpu
        kept.append(
            tell("cold", f"gnut {words}", ratio, "x bare", budget, milliseconds=round(best[words].cpu * 1000, 1))
        )
    return all(kept)


def prepare(folder: Path, **shape: int) -> Path:
    """Write a workload with its store and return the folder; the store is part of the set-up, not of the measure."""
    write(folder, **{**WORKLOAD, **shape})
    pages = (folder / "pages.txt").read_text(encoding="utf-8").split()
    must(run(gnut("init", str(folder)), keep=True), 0)
    saved = [word for page in pages for word in ("--saved", page)]
    must(run(gnut("acquire", *saved), folder, keep=True), 0)
    return folder


def must(cost: Cost, *codes: int) -> Cost:
    """Return `cost` if the command ended as it has to; a command that failed must not look like a fast one."""
    if cost.code not in codes:
        said = (cost.errors or cost.output).decode("utf-8", "replace")[-2000:]
        sys.exit(f"bench: a command ended with {cost.code}, not {' or '.join(map(str, codes))}:\n{said}")
    return cost


CHECK = ("check", "--no-cache", "--no-record", "--output-format", "json", "report.md")
KEPT = ("check", "--no-cache", "--output-format", "json", "report.md")
"""The same, with the run kept in the store."""


def disagreements(folder: Path, output: bytes) -> Counter[str]:
    """Return how many rows of each kind say something else than the truth, `false pass` for an altered one found."""
    rows = json.loads(output)["reports"][0]["rows"]
    by_line = {row["line"]: row for row in rows if row["source"] is not None}
    wrong: Counter[str] = Counter()
    for claim in json.loads((folder / "truth.json").read_text(encoding="utf-8")):
        row = by_line.get(claim["line"])
        said = "no row" if row is None else row["reason"]
        if said not in claim["reasons"]:
            wrong[f"{claim['kind']}: {said}"] += 1
            if row is not None and row["bucket"] == "excerpt_found":
                wrong["false pass"] += 1
    return wrong


def workload(scratch: Path, options: argparse.Namespace) -> bool:
    """Check 500 claims over 50 sources of 100,000 characters, and compare every row with its truth."""
    folder = prepare(scratch / "workload")
    costs = [must(run(gnut(*CHECK), folder, keep=True), 1) for _ in range(min(options.rounds, 5))]
    best = min(costs, key=lambda cost: cost.cpu)
    bare = min(run(BARE).cpu for _ in range(options.rounds))
    wrong = disagreements(folder, best.output)
    kept = tell("workload", "500 claims, 50 x 100,000 characters", best.cpu, "CPU s", 1.0, ratio=best.cpu / bare)
    kept &= tell("workload", "the same, against a bare interpreter", best.cpu / bare, "x bare")
    kept &= tell("workload", "peak memory", best.peak / 1024, "MiB", 200.0)
    first = must(run(gnut(*KEPT), folder), 1)
    again = min((must(run(gnut(*KEPT), folder), 1) for _ in range(3)), key=lambda cost: cost.cpu)
    tell("workload", "the same, and the run kept for the first time", first.cpu, "CPU s")
    tell("workload", "the same, and the run kept already", again.cpu, "CPU s")
    kept &= tell("workload", "rows that disagree with the truth", float(sum(wrong.values())), "rows", 0.0, kinds=wrong)
    if wrong:
        print(f"             {dict(wrong)}")
    return kept


class Quoted(NamedTuple):
    """A page with quotations from it."""

    file: Path
    stand: list[str]
    fail: list[str]
    """Altered ones, and words that a reader of the page does not see."""


def real_pages(corpus: Path) -> list[Quoted]:
    """Return the pages of a corpus with what stands in them and what must not pass."""
    pages = []
    for page in json.loads((corpus / "quotes.json").read_text(encoding="utf-8"))["files"]:
        stand = [quote["quote"] for quote in page["quotes"] if quote["must_be_found"]]
        fail = [page["altered"]["quote"]] if page.get("altered") else []
        pages.append(
            Quoted((corpus / page["file"]).resolve(), stand, fail + page.get("hidden_text_must_not_count", []))
        )
    return pages


def invented_pages(folder: Path) -> list[Quoted]:
    """Return 20 invented HTML pages with 95 quotations between them."""
    write(folder, **{**WORKLOAD, "claims": 95, "sources": 20, "characters": 60_000})
    truth = json.loads((folder / "truth.json").read_text(encoding="utf-8"))
    pages = []
    for line in (folder / "pages.txt").read_text(encoding="utf-8").split():
        url, _, name = line.partition("=")
        text = (folder / name).read_text(encoding="utf-8").replace("\n\n", "</p>\n<p>")
        html = (folder / name).with_suffix(".html")
        html.write_text(f"<!doctype html><meta charset=utf-8><title>v</title><p>{text}</p>", encoding="utf-8")
        here = [claim for claim in truth if claim["uri"] == url]
        stand = [claim["excerpt"] for claim in here if None in claim["reasons"]]
        pages.append(Quoted(html, stand, [claim["excerpt"] for claim in here if None not in claim["reasons"]]))
    return pages


def quotes(scratch: Path, options: argparse.Namespace) -> bool:
    """Check quotations against HTML pages, parsing included: real ones with --quotes-from, else invented ones."""
    pages = real_pages(Path(options.quotes_from)) if options.quotes_from else invented_pages(scratch)
    lines: list[str] = ["# Quotations", ""]
    saved: list[str] = []
    stands: list[bool] = []
    for number, page in enumerate(pages):
        url = f"https://pages.example/{number}"
        saved += ["--saved", f"{url}={page.file}"]
        for excerpt, stand in [*((e, True) for e in page.stand), *((e, False) for e in page.fail)]:
            lines.append(f"- So it is [page]({url})<!-- groundnut-source-quote: {' '.join(excerpt.split())} -->")
            stands.append(stand)
    (scratch / "quotes.md").write_text("\n".join(lines) + "\n", encoding="utf-8")
    must(run(gnut("init", str(scratch)), keep=True), 0)
    got = must(run(gnut("acquire", *saved), scratch, keep=True), 0, 1)  # 1: a page is no evidence, and said to be.
    check = gnut("check", "--no-cache", "--output-format", "json", "quotes.md")
    best = min((must(run(check, scratch, keep=True), 0, 1) for _ in range(3)), key=lambda cost: cost.cpu)
    rows = [row for row in json.loads(best.output)["reports"][0]["rows"] if row["source"]]
    found = [row["bucket"] == "excerpt_found" for row in rows]
    for row, stand, is_found in zip(rows, stands, found, strict=True):
        if stand != is_found:
            print(f"             {row['reason']} {row['kind'] or ''}: {row['excerpt'][:80]!r}")
    kept = tell("quotes", f"{len(rows)} quotations on {len(pages)} pages: check", best.cpu, "CPU s")
    kept &= tell("quotes", "the same with acquiring the pages", best.cpu + got.cpu, "CPU s", 2.0)
    missed = sum(stand and not is_found for stand, is_found in zip(stands, found, strict=True))
    passed = sum(is_found and not stand for stand, is_found in zip(stands, found, strict=True))
    kept &= tell("quotes", f"of {sum(stands)} that stand, not found", float(missed), "rows", 0.0)
    return kept & tell("quotes", f"of {len(stands) - sum(stands)} that do not, found", float(passed), "rows", 0.0)


def memory(scratch: Path, options: argparse.Namespace) -> bool:
    """Measure the largest resident set on a tiny report, a long one and one that has to be refused."""
    lay_tiny(scratch)
    line = 'A sentence that says "words that stand nowhere at all" ([log](log.txt)).\n\n'
    (scratch / "long.md").write_text("# Long\n\n" + line * (2**20 // len(line)), encoding="utf-8")
    (scratch / "brackets.md").write_text("[" * 2**23, encoding="utf-8")
    kept = tell(
        "memory", "a tiny report", must(run(gnut("check", "tiny.md"), scratch, keep=True), 0).peak / 1024, "MiB"
    )
    long = must(run(gnut("check", "--output-format", "json", "long.md"), scratch, keep=True), 1)
    kept &= tell("memory", "1 MiB of cited sentences", long.peak / 1024, "MiB", 200.0, seconds=long.cpu)
    refused = must(run(gnut("check", "brackets.md"), scratch, keep=True), 2)
    return kept & tell("memory", "8 MiB of brackets, refused", refused.peak / 1024, "MiB", 200.0, seconds=refused.cpu)


def growth(scratch: Path, options: argparse.Namespace) -> bool:
    """Measure at n and at 4 n, the start left out: four times the input may cost four times the CPU, not sixteen."""
    lay_tiny(scratch)
    start = min(must(run(gnut("check", "--no-cache", "tiny.md"), scratch, keep=True), 0).cpu for _ in range(5))
    kept = True
    for what, small in (
        ("source length", {"claims": 40, "sources": 1, "characters": 1_000_000}),
        ("claims", {"claims": 500, "sources": 5, "characters": 50_000}),
        ("sources", {"claims": 400, "sources": 50, "characters": 50_000}),
    ):
        axis = {"source length": "characters"}.get(what, what)
        cpu = []
        for factor in (1, 4):
            folder = prepare(scratch / f"{axis}-{factor}", **{**small, axis: small[axis] * factor})
            cpu.append(min(must(run(gnut(*CHECK), folder, keep=True), 1).cpu for _ in range(3)) - start)
        kept &= tell("growth", f"4 x the {what}", cpu[1] / cpu[0], "x", 6.0, seconds=[round(c, 3) for c in cpu])
    return kept


BENCHES: dict[str, Callable[[Path, argparse.Namespace], bool]] = {
    bench.__name__: bench for bench in (cold, workload, quotes, memory, growth)
}


def main() -> int:
    """Run the named benches, or all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(BENCHES)}; all by default")
    parser.add_argument("--quotes-from", metavar="DIR", help="a folder with quotes.json and the pages it names")
    parser.add_argument("--rounds", type=int, default=11, help="runs of each small command; the cheapest counts")
    options = parser.parse_args()
    unknown = set(options.names) - set(BENCHES)
    if unknown:
        parser.error(f"no bench called {', '.join(sorted(unknown))}; there are {', '.join(BENCHES)}")
    kept = []
    for name in options.names or BENCHES:
        scratch = Path(tempfile.mkdtemp(prefix="gnut-bench-"))
        try:
            kept.append(BENCHES[name](scratch, options))
        finally:
            shutil.rmtree(scratch)
    return 0 if all(kept) else 1


if __name__ == "__main__":
    sys.exit(main())
