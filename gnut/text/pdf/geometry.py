"""Boxes and matrices of a page, in points."""

from __future__ import annotations

Box = tuple[float, float, float, float]
"""Left, bottom, right, top in points of the page."""

Matrix = tuple[float, float, float, float, float, float]
IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


def moved(box: Box, matrix: Matrix) -> Box:
    """Return the box of a box that `matrix` moves."""
    a, b, c, d, e, f = matrix
    left, bottom, right, top = box
    xs = [a * x + c * y + e for x in (left, right) for y in (bottom, top)]
    ys = [b * x + d * y + f for x in (left, right) for y in (bottom, top)]
    return min(xs), min(ys), max(xs), max(ys)


def times(inner: Matrix, outer: Matrix) -> Matrix:
    """Return the matrix that moves by `inner` and then by `outer`."""
    a, b, c, d, e, f = inner
    g, h, i, j, k, m = outer
    return a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + m


def meets(box: Box, other: Box) -> bool:
    """Return whether two boxes have an area in common."""
    return box[0] < other[2] and other[0] < box[2] and box[1] < other[3] and other[1] < box[3]


def share(box: Box, whole: Box) -> float:
    """Return which share of `whole` lies inside `box`."""
    area = (whole[2] - whole[0]) * (whole[3] - whole[1])
    width = min(box[2], whole[2]) - max(box[0], whole[0])
    height = min(box[3], whole[3]) - max(box[1], whole[1])
    return width * height / area if area > 0 and width > 0 and height > 0 else 0.0
