"""Real pages and reports, end to end: what is found, what is refused, and what reading a report gives.

    python bench/corpus.py quotes DIR      DIR/quotes.json and the pages that it names, as supplied copies
    python bench/corpus.py served DIR      the same through a web server on this machine
    python bench/corpus.py reports DIR     every .md of DIR: a table of what was read

Third-party pages stay where they are; nothing of them is kept. Run by an environment in which gnut is installed.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

from serve import Page, serving

GNUT = [sys.executable, "-m", "gnut"]


def gnut(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run gnut in `folder` and return what it did."""
    return subprocess.run([*GNUT, "-C", str(folder), *words], capture_output=True, text=True, check=False)


def quotes(corpus: Path) -> int:
    """Bytes → `acquire --saved` → a report with one marker comment a quotation → `check --output-format json`."""
    files = _files(corpus)
    addresses = [f"https://corpus.example/{number}" for number in range(len(files))]
    saved = [
        word
        for each, uri in zip(files, addresses, strict=True)
        for word in ("--saved", f"{uri}={corpus / each['file']}")
    ]
    return _checked(files, addresses, *saved)


def served(corpus: Path) -> int:
    """The same, but the pages come over HTTP, with a media type and without a charset, as most servers say it."""
    files = _files(corpus)
    pages = {}
    for number, each in enumerate(files):
        kind = "application/pdf" if each["file"].endswith(".pdf") else "text/html"
        pages[f"/{number}"] = Page((corpus / each["file"]).read_bytes(), kind)
    with serving(pages) as server:
        addresses = [f"http://{server.authority}/{number}" for number in range(len(files))]
        return _checked(files, addresses, "--allow-net", server.authority)


def _files(corpus: Path) -> list[dict[str, Any]]:
    """Return the files of `quotes.json` that are there."""
    files = json.loads((corpus / "quotes.json").read_text(encoding="utf-8"))["files"]
    return [each for each in files if (corpus / each["file"]).is_file()]


def _checked(files: list[dict[str, Any]], addresses: list[str], *acquire: str) -> int:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        gnut(folder, "init")
        lines, kinds = [], []
        for each, uri in zip(files, addresses, strict=True):
            for kind, quote in _wanted(each):
                lines.append(f"The page says so [page]({uri}){_declare(quote)}\n")
                kinds.append((kind, each["file"], quote))
        (folder / "report.md").write_text("\n".join(lines), encoding="utf-8")
        acquired = gnut(folder, "acquire", "report.md", *acquire)
        checked = gnut(folder, "check", "report.md", "--output-format", "json")
        if not checked.stdout:
            sys.stderr.write(acquired.stderr + checked.stderr)
            return 2
        rows = json.loads(checked.stdout)["reports"][0]["rows"]
    return _tell(kinds, [row for row in rows if row["source"]])


def _wanted(each: dict[str, Any]) -> list[tuple[str, str]]:
    wanted = [("must be found", quote["quote"]) for quote in each["quotes"]]
    wanted += [("hard", quote["quote"]) for quote in each.get("hard_quotes", [])]
    if each.get("altered"):
        wanted.append(("altered", each["altered"]["quote"]))
    wanted += [("hidden", text) for text in each.get("hidden_text_must_not_count", [])]
    return wanted


def _declare(quote: str) -> str:
    """Return a marker comment; the prefixed form takes quotation marks as they are.

    An HTML comment cannot hold `-->`; no quotation of the corpus does.
    """
    return f"<!-- groundnut-source-quote: {' '.join(quote.split())} -->"


def _tell(kinds: list[tuple[str, str, str]], rows: list[dict[str, Any]]) -> int:
    if len(kinds) != len(rows):
        sys.stderr.write(f"{len(kinds)} quotations became {len(rows)} rows\n")
        return 2
    counts: dict[str, Counter[str]] = {}
    wrong = 0
    for (kind, file, quote), row in zip(kinds, rows, strict=True):
        said = row["reason"] or "found"
        counts.setdefault(kind, Counter())[said] += 1
        if (said == "found") != (kind in ("must be found", "hard")):
            wrong += kind != "hard"
            print(f"{kind}: {said}: {file}: {quote[:100]!r}")
    for kind, count in counts.items():
        print(f"{kind:14} {count.total():4}  " + ", ".join(f"{said} {n}" for said, n in count.most_common()))
    return 1 if wrong else 0


def reports(folder: Path) -> int:
    """A table of what was read: units, citations, list entries, broken citations, excerpts, lines."""
    from gnut.ingest.core import ingest, profile
    from gnut.model import Report

    print("| report | lines | units | citations | broken | excerpts | list entries | noted |")
    print("|---|---|---|---|---|---|---|---|")
    for path in sorted(folder.glob("*.md")):
        body = path.read_bytes()
        read = ingest(Report(path.name, body, ()), profile(None))
        citations = [citation for unit in read.units for citation in unit.citations]
        noted = Counter(each.reason for each in read.noted)
        entries = noted["list_entry"] + noted["list_note"]
        lines = read.lines.included + sum(count for _, count in read.lines.excluded)
        print(
            f"| {path.name} | {read.lines.included} of {lines} | {len(read.units)} | {len(citations)} "
            f"| {sum(1 for each in citations if each.broken)} | {sum(len(unit.bindings) for unit in read.units)} "
            f"| {entries} | {', '.join(f'{why} {n}' for why, n in noted.most_common())} |"
        )
    return 0


if __name__ == "__main__":
    sys.exit({"quotes": quotes, "served": served, "reports": reports}[sys.argv[1]](Path(sys.argv[2]).resolve()))
