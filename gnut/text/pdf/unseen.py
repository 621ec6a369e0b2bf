"""Which characters of a PDF page a reader cannot see.

Text is unseen when it is not painted (render modes 3 and 7, no opacity), painted in the colour of
what lies behind it, painted over, clipped away, in a layer that is off, smaller than a point, or
outside the crop box. Text that lies unpainted over a scan, or under one, is the scan's recognised
text and counts as seen where the scan shows something, with a note. What geometry leaves in doubt
is painted and looked at, as far as the `Budget` of the file goes.
"""

from __future__ import annotations

import pypdfium2  # type: ignore[import-untyped]
from msgspec import Struct

from gnut.text.pdf.budget import Budget
from gnut.text.pdf.columns import seems_torn
from gnut.text.pdf.flat import Flat
from gnut.text.pdf.fonts import Lies
from gnut.text.pdf.geometry import Box, share
from gnut.text.pdf.grounds import Grounds
from gnut.text.pdf.objects import Cover, Objects, Text, objects_of
from gnut.text.pdf.painted import MAX_TEXTS, Word, blank, invisible, words_of
from gnut.text.pdf.pieces import Letters

SCAN_SHARE = 0.5
"""Share of the page from which an image is a scan of it."""

STAMPED = 200
"""Letters and digits under which the text on a picture of a page is only stamped on it, or its title."""

LABELLED = 20
"""The same for a drawing, which may hold words drawn as areas."""

MAX_COVERS = 256
"""Areas a page that text may stand on or under; on a page with more only painting tells."""

MAX_PAINTED = 30_000
"""Objects of a page that is painted to look at it; one with more is a drawing."""


class View(Struct, frozen=True):
    """What of a page's text is seen."""

    hidden: list[tuple[int, int]]
    """Ranges of character indices that nobody can see, in order."""

    notes: frozenset[str]
    torn: bool
    """Whether the texts may be drawn in an order that tears lines apart."""

    picture: int
    """Letters and digits under which the page is a picture that may show words; 0 when it is none."""


def unseen(
    page: pypdfium2.PdfPage, painted: Flat, letters: Letters, budget: Budget, lies: Lies, *, layers: bool
) -> View:
    """Return which characters of a page nobody can see, and what is worth a note.

    Args:
        page: The page.
        painted: What it paints.
        letters: Its characters.
        budget: What may still be looked at of the file.
        lies: Signs that are falsely said of some of its texts.
        layers: Whether the file may have layers that a viewer does not show.
    """
    left, bottom, right, top = page.get_cropbox()
    crop: Box = (left, bottom, right, top)
    found = objects_of(painted, crop, layers=layers)
    scans = [cover for cover in found.covers if cover.image and share(cover.box, crop) >= SCAN_SHARE]
    picture = STAMPED if scans else LABELLED if len(found.covers) > MAX_COVERS else 0
    if not (found.texts or found.unpainted or found.unseen):
        return View([], frozenset(), False, picture)
    notes: set[str] = set() if painted.whole else {"unrendered_pdf"}
    hidden: list[Word] = []
    scanned, bare = _on_scans(found, scans)
    gone = found.unseen | {text.address for text in bare}
    if scanned:
        notes.add("ocr_layer")
        if _may_paint(budget, found, scanned, letters):
            hidden += blank(page, words) if (words := words_of(letters, _addresses(scanned))) else []
    suspects, doubtful = _judged(found, scans, _addresses(scanned), crop)
    if suspects or doubtful:
        if _may_paint(budget, found, [*suspects, *doubtful], letters):
            words = words_of(letters, _addresses([*suspects, *doubtful]), apart=True)
            hidden += invisible(page, [*suspects, *doubtful], words) if words else []
        else:
            gone |= _addresses(suspects)
            if doubtful:
                notes.add("unrendered_pdf")
    if found.layered:
        notes.add("optional_content")
    hidden += words_of(letters, gone) if gone else []
    hidden += _false(letters, lies) if lies else []
    torn = "   " in letters.text or seems_torn([text.box for text in (*found.texts, *scanned)])
    return View(_ranges(letters.text, hidden), frozenset(notes), torn, 0 if scanned else picture)


def _false(letters: Letters, lies: Lies) -> list[Word]:
    """Return the words that show other signs than they say."""
    return [
        word
        for word in words_of(letters, set(lies))
        if any(said in letters.text[word.start : word.end] for said in lies[word.address])
    ]


def _on_scans(found: Objects, scans: list[Cover]) -> tuple[list[Text], list[Text]]:
    """Return the texts that a scan shows, and those that nothing shows."""
    scanned = [text for text in found.unpainted if any(share(scan.box, text.box) >= 0.5 for scan in scans)]
    on_scan = _addresses(scanned)
    bare = [text for text in found.unpainted if text.address not in on_scan]
    last = scans[-1:]
    scanned += [
        text
        for text in found.texts
        if any(text.order < scan.order and share(scan.box, text.box) >= 0.9 for scan in last)
    ]
    return scanned, bare


def _addresses(texts: list[Text]) -> set[int]:
    return {text.address for text in texts}


def _judged(found: Objects, scans: list[Cover], scanned: set[int], crop: Box) -> tuple[list[Text], list[Text]]:
    """Return the painted texts that geometry says nobody sees, and those of which it cannot tell."""
    texts = [text for text in found.texts if text.address not in scanned] if scanned else found.texts
    if len(found.covers) > MAX_COVERS:
        return [], texts
    suspects: list[Text] = []
    doubtful: list[Text] = []
    grounds = Grounds(found.covers, scans, crop)
    for text in texts:
        hidden = grounds.judge(text)
        if hidden:
            suspects.append(text)
        elif hidden is None:
            doubtful.append(text)
    return suspects, doubtful


def _may_paint(budget: Budget, found: Objects, texts: list[Text], letters: Letters) -> bool:
    """Return whether a page may be painted to look at some of its texts, and count it."""
    if found.count > MAX_PAINTED or len(texts) > MAX_TEXTS:
        return False
    return budget.paint(sum(cover.pixels for cover in found.covers), len(letters.text))


def _ranges(text: str, hidden: list[Word]) -> list[tuple[int, int]]:
    """Return the runs of hidden words, with the blanks between them."""
    ranges: list[tuple[int, int]] = []
    for word in sorted(hidden, key=lambda word: word.start):
        if ranges and not text[ranges[-1][1] : word.start].strip("\x00 \t\r\n"):
            ranges[-1] = (ranges[-1][0], max(ranges[-1][1], word.end))
        else:
            ranges.append((word.start, word.end))
    return ranges
