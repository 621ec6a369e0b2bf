"""Every bit of every small file: none of them can turn without a word."""

from __future__ import annotations

import pytest

from gnut_store import layout


@pytest.mark.parametrize("name", layout.FIXED)
def test_a_turned_bit_of_a_small_file_is_damage(name: str) -> None:
    body = layout.FIXED[name]
    for at in range(len(body)):
        for bit in range(8):
            turned = body[:at] + bytes([body[at] ^ (1 << bit)]) + body[at + 1 :]
            assert layout.damage_of(name, turned), turned


@pytest.mark.parametrize("name", layout.FIXED)
def test_a_small_file_that_lost_its_end_is_damage(name: str) -> None:
    whole = layout.FIXED[name]
    # A store that an older gnut made has only the first of two lines there.
    older = whole.partition(b"\n")[0] + b"\n" if name == ".gitattributes" else None
    for length in range(len(whole)):
        assert layout.damage_of(name, whole[:length]) or whole[:length] == older
