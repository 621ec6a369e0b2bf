"""What lies under and over a text of a PDF page, told by geometry alone."""

from __future__ import annotations

from collections.abc import Iterator

from gnut.text.pdf.geometry import Box, share
from gnut.text.pdf.objects import Cover, Ink, Text
from gnut.text.pdf.painted import NEAR

STRIPS = 64
"""Strips of a page in which areas are kept, so that a text is not held against all of them."""

_LAST = STRIPS - 1.0
_WHITE = (255, 255, 255)


class Grounds:
    """The areas of a page, by the strips of the page that they reach into.

    Args:
        covers: In painting order.
        scans: Those of them that are scans of the page; what lies under one is not judged here.
        crop: The part of the page that is shown.
    """

    def __init__(self, covers: list[Cover], scans: list[Cover], crop: Box) -> None:
        """Sort the areas into strips."""
        self._bottom = crop[1]
        self._height = max(1.0, crop[3] - crop[1]) / STRIPS
        self._scans = {scan.order for scan in scans}
        self._bare = not covers
        self._strips: list[list[Cover]] = [[] for _ in range(STRIPS)]
        for cover in covers:
            low, high = self._reach(cover.box)
            for at in range(low, high + 1):
                self._strips[at].append(cover)

    def _reach(self, box: Box) -> tuple[int, int]:
        """Return the first and the last strip of a box; what is off the page counts to the strip at its edge."""
        low, high = (box[1] - self._bottom) / self._height, (box[3] - self._bottom) / self._height
        return int(max(0.0, min(_LAST, low))), int(max(0.0, min(_LAST, high)))

    def _near(self, box: Box) -> Iterator[Cover]:
        """Yield the areas that reach into a box, in painting order."""
        low, high = self._reach(box)
        left, bottom, right, top = box
        seen = -1
        strips = self._strips[low : high + 1]
        near = strips[0] if len(strips) == 1 else sorted((c for s in strips for c in s), key=lambda cover: cover.order)
        for cover in near:
            other = cover.box
            if other[0] <= right and left <= other[2] and other[1] <= top and bottom <= other[3] and cover.order > seen:
                seen = cover.order
                yield cover

    def judge(self, text: Text) -> bool | None:
        """Return whether geometry says that nobody sees a text; None when it cannot tell."""
        if self._bare and not text.doubtful:
            return _alike(text.ink, _WHITE)
        x, y = (text.box[0] + text.box[2]) / 2, (text.box[1] + text.box[3]) / 2
        ground: Ink | None = _WHITE
        hidden = partly = False
        rules = 0.0
        for cover in self._near(text.box):
            if cover.order > text.order:
                if cover.order in self._scans:
                    continue
                part = share(cover.box, text.box)
                hidden |= cover.opaque and cover.plain and part >= 0.9
                # Rules under and through a text hide it only together.
                rules += part if cover.thin else 0.0
                partly |= not cover.thin and part > 0.005
                continue
            left, bottom, right, top = cover.box
            if not cover.thin and left <= x <= right and bottom <= y <= top:
                if cover.ink is not None and cover.opaque and cover.plain:
                    ground = cover.ink
                elif cover.ink is None or not _alike(cover.ink, _WHITE):
                    ground = None
        if hidden or (ground is not None and _alike(text.ink, ground)):
            return True
        return None if text.doubtful or ground is None or partly or rules > 0.3 else False


def _alike(one: Ink, other: Ink) -> bool:
    return abs(one[0] - other[0]) <= NEAR and abs(one[1] - other[1]) <= NEAR and abs(one[2] - other[2]) <= NEAR
