"""Which kind of artifact a report is, by the ending of its name."""

from __future__ import annotations

from pathlib import PurePosixPath

from gnut.errors import MalformedReport

MARKDOWN, HTML, JSON = "markdown", "rendered_html", "structured_json"

SUFFIXES = {
    **dict.fromkeys((".md", ".markdown", ".mdown", ".mkd", ".mkdn", ".mdx", ".qmd", ".rmd"), MARKDOWN),
    # Plain text is Markdown without marks, and so is what has no ending: standard input, a README.
    **dict.fromkeys(("", ".txt", ".text"), MARKDOWN),
    **dict.fromkeys((".html", ".htm"), HTML),
    ".json": JSON,
}
"""Ending of a name, lower case → kind."""


def kind_of(path: str) -> str:
    """Return the kind of the artifact that is called `path`; `-` is Markdown.

    Raises:
        MalformedReport: Its name ends in what gnut does not read (code `unsupported_artifact`).
    """
    suffix = PurePosixPath(path).suffix.lower()
    if suffix not in SUFFIXES:
        raise MalformedReport(
            f"reports that end in {suffix} are not read",
            code="unsupported_artifact",
            help=f"reports end in {' '.join(one for one in SUFFIXES if one)}; sources are named by who cites them",
        )
    return SUFFIXES[suffix]
