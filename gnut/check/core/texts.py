"""Each source's text with its normal forms and figures, built once a report."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from gnut.acquire.contract import Acquired
from gnut.model import Source, Uri
from gnut.text.anchor.contract import Wanted
from gnut.text.anchor.seek import stands
from gnut.text.fold import FoldedText
from gnut.text.quantities.glance import may_hold_figures

if TYPE_CHECKING:
    from gnut.text.quantities.finding import Finding
    from gnut.text.quantities.held import Held


class Texts:
    """The sources of a report, by their URI; an absence has no text and is left out."""

    def __init__(self, acquired: Mapping[Uri, Acquired]) -> None:
        """Keep the texts; nothing is folded or read yet."""
        self._sources = {uri: each for uri, each in acquired.items() if isinstance(each, Source)}
        self._folded: dict[Uri, FoldedText] = {}
        self._hidden: dict[Uri, FoldedText] = {}
        self._held: dict[Uri, Held] = {}
        self._compared: dict[tuple[str, tuple[Uri, ...]], tuple[Finding, ...]] = {}

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

    def compared(self, prose: str, uris: tuple[Uri, ...]) -> tuple[Finding, ...]:
        """Return the figures of a sentence that none of some sources holds, each once; nearest in the first."""
        if not may_hold_figures(prose):
            return ()
        key = (prose, uris)
        if key not in self._compared:
            from gnut.text.quantities.against import against
            from gnut.text.quantities.asserting import asserted

            figures = asserted(prose)
            held = [self._holding(uri) for uri in uris]
            found = against(prose, figures, held) if figures else ()
            missing = [each for each in found if each.status != "supported"]
            self._compared[key] = tuple({each.quantity.text: each for each in reversed(missing)}.values())[::-1]
        return self._compared[key]

    def _holding(self, uri: Uri) -> Held:
        if uri not in self._held:
            from gnut.text.quantities.held import Held

            self._held[uri] = Held(self._sources[uri].text)
        return self._held[uri]

    def holds(self, uri: Uri, needle: str, wanted: Wanted) -> bool:
        """Return whether a source holds `wanted`, whose squeezed form is `needle`, without any part left out."""
        folded = self.folded(uri)
        return needle in folded.squeezed.text and stands(folded, wanted)

    def others(self, uri: Uri) -> Iterator[Uri]:
        """Return the other sources, in the order in which the report cites them."""
        return (other for other in self._sources if other != uri)
