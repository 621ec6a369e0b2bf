"""Points of small order, held against arithmetic on the curve itself."""

from __future__ import annotations

import pytest

from gnut.errors import BadSignature
from gnut.sign.core.publickeys import is_low_order, key_of
from gnut.sign.core.wire import string

P = 2**255 - 19
D = -121665 * pow(121666, -1, P) % P
BASE = bytes.fromhex("58" + "66" * 31)


def add(one: tuple[int, int], two: tuple[int, int]) -> tuple[int, int]:
    (x1, y1), (x2, y2) = one, two
    product = D * x1 * x2 * y1 * y2
    x = (x1 * y2 + x2 * y1) * pow(1 + product, -1, P)
    y = (y1 * y2 + x1 * x2) * pow(1 - product, -1, P)
    return x % P, y % P


def root(value: int) -> int | None:
    found = pow(value, (P + 3) // 8, P)
    for each in (found, found * pow(2, (P - 1) // 4, P) % P):
        if each * each % P == value % P:
            return each
    return None


def torsion() -> list[tuple[int, int]]:
    """Return the eight points of small order: what is left of points when the large prime is multiplied away."""
    order = 2**252 + 27742317777372353535851937790883648493
    found: set[tuple[int, int]] = set()
    for y in range(2, 60):
        x = root((y * y - 1) * pow(D * y * y + 1, -1, P))
        if x is None:
            continue
        left, point = (0, 1), (x, y)
        for bit in bin(order)[2:]:
            left = add(left, left)
            left = add(left, point) if bit == "1" else left
        found.add(left)
        found.add((-left[0] % P, left[1]))
    return sorted(found)


def encoded(x: int, y: int) -> bytes:
    return (y | (x & 1) << 255).to_bytes(32, "little")


def test_the_eight_points_of_small_order_are_known_in_each_encoding() -> None:
    points = torsion()
    assert len(points) == 8
    for x, y in points:
        assert is_low_order(encoded(x, y))
        assert is_low_order(encoded(1 - (x & 1), y))
        if y + P < 2**255:
            assert is_low_order(encoded(x, y + P))


def test_other_points_are_keys() -> None:
    assert not is_low_order(BASE)
    assert not any(is_low_order(y.to_bytes(32, "little")) for y in range(2, 500))


def test_a_point_of_small_order_is_no_key_of_ssh() -> None:
    with pytest.raises(BadSignature):
        key_of(string(b"ssh-ed25519") + string(bytes(32)))
    assert key_of(string(b"ssh-ed25519") + string(BASE))
