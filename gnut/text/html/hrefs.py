"""Addresses of a page as browsers read them."""

from __future__ import annotations

from urllib.parse import urljoin

from selectolax.lexbor import LexborHTMLParser

from gnut.text.patterns import lazy

_BREAKS = lazy(r"[\t\n\r]+")


class Base:
    """What relative links of one page stand against."""

    def __init__(self, tree: LexborHTMLParser) -> None:
        """Read the page's own `base`, which counts only if it is on the web."""
        node = tree.css_first("base[href]")
        href = (node.attributes.get("href") or "").strip() if node is not None else ""
        self._href = href if href[:8].lower().startswith(("http://", "https://")) else ""

    def written(self, href: str) -> str:
        """Return an address without line ends, against the base; one to a place of the page itself as it is."""
        address = _BREAKS.sub("", href).strip()
        if not self._href or address.startswith("#"):
            return address
        try:
            return urljoin(self._href, address)
        except ValueError:
            return address
