"""`gnut rule`: what a finding means, why it matters, what to do."""

from __future__ import annotations

from pathlib import Path

from gnut import findings
from gnut.edge import terminal
from gnut.errors import Usage
from gnut.findings import BY_CODE, BY_NAME, RULES, Rule

PAGES = Path(findings.__file__).parent / "pages"


def rule(code: str | None, *, everything: bool, output_format: str) -> int:
    """Print the page of one finding, of all, or the list of them.

    Raises:
        Usage: No finding has that code or name.
    """
    if code is not None and everything:
        raise Usage("--all goes without a code", help="gnut rule CODE  or  gnut rule --all")
    chosen = RULES if code is None else (_named(code),)
    if output_format == "json":
        from gnut.formats.indented import indented

        values = [{**each._asdict(), "page": page(each)} for each in chosen]
        text = indented(values if code is None else values[0])
    elif code is None and not everything:
        from gnut.findings.table import listing

        text = listing()
    else:
        text = "\n".join(page(each) for each in chosen)
    terminal.out(text)
    return 0


def page(rule: Rule) -> str:
    """Return the page of a finding as Markdown."""
    return (PAGES / f"{rule.code}.md").read_text(encoding="utf-8")


def _named(word: str) -> Rule:
    found = BY_CODE.get(word.upper()) or BY_NAME.get(word.lower().replace("-", "_"))
    if found is not None:
        return found
    from difflib import get_close_matches

    close = [*get_close_matches(word.upper(), BY_CODE, n=2), *get_close_matches(word.lower(), BY_NAME, n=2)]
    remedy = f"did you mean {' or '.join(close[:3])}?" if close else "gnut rule  lists them all"
    raise Usage(f"no finding is called {word!r}", help=remedy)
