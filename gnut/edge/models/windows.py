"""Long sources in pieces that a model reads whole."""

from __future__ import annotations

from gnut.model import Span

MOST = 1_000
"""Windows of one source; a longer one would take a model hours."""


class SourceTooLong(Exception):
    """A source needs more windows than a model is asked about; recorded as `detector_error:SourceTooLong`."""


def windows(text: str, characters: int, overlap: int, most_bytes: int | None = None) -> tuple[Span, ...]:
    """Return overlapping ranges that cover `text`, cut at blanks where there are some.

    Args:
        text: What is cut.
        characters: Most code points of a window.
        overlap: Code points that two neighbours share, less than half of `characters`.
        most_bytes: Most bytes of UTF-8, an upper bound for the tokens of a byte-level vocabulary; None for none.

    Raises:
        SourceTooLong: More than `MOST` windows.
    """
    found: list[Span] = []
    start = 0
    while True:
        end = _end(text, start, characters, most_bytes)
        found.append(Span(start, end))
        if end >= len(text):
            return tuple(found)
        if len(found) == MOST:
            raise SourceTooLong(f"the source is longer than {MOST} windows")
        start = max(start + 1, end - min(overlap, (end - start) // 2))


def _end(text: str, start: int, characters: int, most_bytes: int | None) -> int:
    end = min(len(text), start + characters)
    while most_bytes is not None and end > start + 1:
        size = len(text[start:end].encode("utf-8", "surrogatepass"))
        if size <= most_bytes:
            break
        end = max(start + 1, start + (end - start) * most_bytes // size)
    if end < len(text):
        # A word cut in two would be another word; a run without blanks (Han, a table) is cut anywhere.
        blank = max(text.rfind(sign, start + (end - start) // 2, end) for sign in " \n\t")
        end = blank + 1 if blank > 0 else end
    return end
