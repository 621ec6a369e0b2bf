"""Which readers turn bytes into text at present, by the names under which windows record them."""

from __future__ import annotations

from gnut.text.extracted import Extractor, Library


def at_present(name: str) -> tuple[Extractor, Library | None] | None:
    """Return the reader of that name and the parser behind it; None for a name that none has.

    Loads the parser to ask for its version: only for whoever is about to fetch.
    """
    from gnut.text.source import VERSION

    match name:
        case "plain-text" | "json-leaves":
            library = None
        case "markdown-text":
            from gnut.text.markdown.shown import LIBRARY as MARKDOWN

            library = Library(*MARKDOWN)
        case "html-text":
            from gnut.text.html.walk import LIBRARY as HTML

            library = Library(*HTML)
        case "pdf-text":
            from gnut.text.pdf.pages import LIBRARY as PDF

            library = Library(*PDF)
        case _:
            return None
    return Extractor(name, VERSION, ()), library
