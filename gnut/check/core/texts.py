"""Each source's text with its normal forms and figures, built once a report."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gnut.acquire.contract import Acquired
from gnut.model import Source, Uri
from gnut.text.anchor.contract import Wanted
from gnut.text.anchor.seek import stands
from gnut.text.fold import FoldedText
from gnut.text.quantities.support import Holdings


class Texts:
    """The sources of a report, by their URI; an absence has no text and is left out."""

    def __init__(self, acquired: Mapping[Uri, Acquired]) -> None:
        """Keep the texts; nothing is folded or read yet."""
        self._sources = {uri: each for uri, each in acquired.items() if isinstance(each, Source)}
        self._folded: dict[Uri, FoldedText] = {}
        self._hidden: dict[Uri, FoldedText] = {}
        self._holdings: dict[Uri, Holdings] = {}

    def folded(self, uri: Uri) -> FoldedText:
        """Return the visible text of a source."""
        if uri not in self._folded:
            self._folded[uri] = FoldedText(self._sources[uri].text)
        return self._folded[uri]

    def hidden(self, uri: Uri) -> FoldedText | None:
        """Return the text that a source hides from its readers; None when it hides none."""
        text = self._sources[uri].hidden_text
        if text is None:
            return None
        if uri not in self._hidden:
            self._hidden[uri] = FoldedText(text)
        return self._hidden[uri]

    def holdings(self, uri: Uri) -> Holdings:
        """Return the figures of a source."""
        if uri not in self._holdings:
            self._holdings[uri] = Holdings(self._sources[uri].text)
        return self._holdings[uri]

    def holds(self, uri: Uri, needle: str, wanted: Wanted) -> bool:
        """Return whether a source holds `wanted`, whose squeezed form is `needle`, without any part left out."""
        folded = self.folded(uri)
        return needle in folded.squeezed.text and stands(folded, wanted)

    def others(self, uri: Uri) -> Iterator[Uri]:
        """Return the other sources, in the order in which the report cites them."""
        return (other for other in self._sources if other != uri)
