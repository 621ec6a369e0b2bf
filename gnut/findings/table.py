"""All findings as one table, from what a ledger says to its code."""

from __future__ import annotations

from gnut.findings import RULES

FAMILIES = (
    ("GN1", "Reading the report"),
    ("GN2", "Sources"),
    ("GN3", "Excerpts"),
    ("GN4", "Numbers"),
    ("GN5", "Support and authority"),
    ("GN6", "Provenance and calculations"),
    ("GN7", "Arena"),
    ("GN8", "Store"),
    ("GN9", "Engine and policy"),
)

HEAD = """# Findings

Every finding has a stable code and a page: `gnut rule GN302` prints it, `gnut rule --all` prints them all.
Codes are never used twice. A *reason* says why a row stands in its bucket, a *mark* is a warning on a row,
a *finding* is about the report or a row and changes no bucket.
This table is written by `gnut.findings.table`; a test keeps it current.
"""


def table(pages: str = "../../gnut/findings/pages") -> str:
    """Return the table as Markdown, one section a family.

    Args:
        pages: Folder of the pages, as a link from where the table stands.
    """
    lines = [HEAD]
    for prefix, title in FAMILIES:
        rules = [rule for rule in RULES if rule.code.startswith(prefix)]
        if not rules:
            continue
        lines += [f"## {prefix}xx: {title}", "", "| in the ledger | what it is | code | meaning |", "|---|---|---|---|"]
        lines += [
            f"| `{rule.name}` | {rule.source} | [{rule.code}]({pages}/{rule.code}.md) | {rule.title} |"
            for rule in rules
        ]
        lines.append("")
    return "\n".join(lines)


def listing() -> str:
    """Return code, name and title of every finding, one a line, aligned."""
    return "".join(f"{rule.code}  {rule.name:27} {rule.title}\n" for rule in RULES)
